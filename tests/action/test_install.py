"""The install step of the Action: which uv is taken, what is done without one, and that hashes are compared."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from actions.install import INSTALLER, LIBRARIES, fetch_uv, main, ways

ROOT = Path(__file__).parents[2]
FEWEST_BUILDS = 12
"""Systems and processors that runners have."""


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one build of uv, the only place where pip looks."""
    folder = tmp_path / "index"
    folder.mkdir()
    with zipfile.ZipFile(folder / "uv-0.13.9-py3-none-any.whl", "w") as archive:
        archive.writestr("uv/__init__.py", "")
        archive.writestr("uv-0.13.9.data/scripts/uv", "program")
        archive.writestr("uv-0.13.9.dist-info/METADATA", "Metadata-Version: 2.1\nName: uv\nVersion: 0.13.9\n")
        archive.writestr("uv-0.13.9.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr("uv-0.13.9.dist-info/RECORD", "")
    for name, value in {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(folder), "PIP_CONFIG_FILE": "/dev/null"}.items():
        monkeypatch.setenv(name, value)
    return folder


def locked(folder: Path, digest: str) -> Path:
    lock = folder / "installer.lock"
    lock.write_text(f"uv==0.13.9 \\\n    --hash=sha256:{digest}\n")
    return lock


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the build is one for Unix")
def test_the_locked_uv_is_taken(index: Path, tmp_path: Path) -> None:
    (wheel,) = index.iterdir()
    program = Path(fetch_uv(tmp_path, locked(tmp_path, hashlib.sha256(wheel.read_bytes()).hexdigest())))
    assert (program.name, program.read_text()) == ("uv", "program")


@pytest.mark.slow
@pytest.mark.usefixtures("index")
def test_a_uv_with_another_hash_is_not_taken(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        fetch_uv(tmp_path, locked(tmp_path, "0" * 64))
    assert not (tmp_path / "uv" / "bin").exists()


def test_ways_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "uv").write_text("#!/bin/sh\n")
    (tmp_path / "uv").chmod(0o755)
    assert [name for name, _ in ways(tmp_path, {"PATH": str(tmp_path)})] == ["the uv of this machine", "uv", "pip"]
    assert [name for name, _ in ways(tmp_path, {"PATH": str(tmp_path / "none")})] == ["uv", "pip"]


def test_the_lock_pins_one_version_of_uv() -> None:
    text = INSTALLER.read_text(encoding="utf-8")
    assert len(re.findall(r"^\w+==[\d.]+ \\$", text, re.MULTILINE)) == 1
    assert len(re.findall(r"^    --hash=sha256:[0-9a-f]{64}", text, re.MULTILINE)) >= FEWEST_BUILDS
    assert INSTALLER.parent == LIBRARIES.parent == ROOT


@pytest.mark.slow
def test_without_an_index_the_step_fails_with_one_message(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No uv on the PATH, an index that nobody serves, and a pip that may ask no other."""
    monkeypatch.chdir(tmp_path)
    for name, value in {
        "PATH": "",
        "PIP_INDEX_URL": "https://127.0.0.1:1/simple",
        "PIP_CONFIG_FILE": "/dev/null" if sys.platform != "win32" else "nul",
        "PIP_RETRIES": "0",
        "PIP_FIND_LINKS": "",
        "GITHUB_OUTPUT": str(tmp_path / "output"),
    }.items():
        monkeypatch.setenv(name, value)
    for name in ("UV_DEFAULT_INDEX", "UV_INDEX_URL", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    assert main([str(tmp_path)]) == 3
    shown = capfd.readouterr()
    assert shown.out.splitlines()[-1].startswith("::error title=paperlist-bot::the libraries could not be installed")
    assert re.findall(r"could not install with (\w+):", shown.err) == ["uv", "pip"]
    assert not (tmp_path / "output").exists()


@pytest.mark.slow
@pytest.mark.parametrize("way", ["uv", "pip"])
def test_libraries_are_installed(way: str, tmp_path: Path) -> None:
    """By the real uv of the index, and by pip; neither takes a library whose hash differs."""
    (chosen,) = (each for name, each in ways(tmp_path, {"PATH": ""}) if name == way)
    python = chosen(tmp_path / "environment")
    code = "import bot.github.client, bot.linter.config, jinja2; print(bot.__file__)"
    done = subprocess.run(
        [python, "-P", "-c", code], env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(ROOT / "bot" / "__init__.py")
