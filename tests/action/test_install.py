"""The install step of the Action: which uv is taken, what is done without one, and that hashes are compared."""

from __future__ import annotations

import hashlib
import io
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from actions.install import INSTALLER, LIBRARIES, Machine, choose, is_for, main, this_machine, unpack, ways

ROOT = Path(__file__).parents[2]
BUILDS = """
linux_armv6l
macosx_10_12_x86_64
macosx_11_0_arm64
manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64
manylinux_2_17_i686.manylinux2014_i686
manylinux_2_17_x86_64.manylinux2014_x86_64
manylinux_2_28_aarch64
musllinux_1_1_i686
musllinux_1_1_x86_64
win32
win_amd64
win_arm64
""".split()


def file_name(tags: str) -> str:
    return f"uv-0.13.9-py3-none-{tags}.whl"


@pytest.mark.parametrize(
    ("machine", "builds"),
    [
        (Machine("linux", "x86_64", "glibc"), ["manylinux_2_17_x86_64.manylinux2014_x86_64"]),
        (Machine("linux", "x86_64", ""), ["musllinux_1_1_x86_64"]),
        (Machine("linux", "aarch64", "glibc"), [BUILDS[3], "manylinux_2_28_aarch64"]),
        (Machine("linux", "aarch64", ""), [BUILDS[3]]),
        (Machine("linux", "mips", "glibc"), []),
        (Machine("darwin", "arm64", ""), ["macosx_11_0_arm64"]),
        (Machine("darwin", "x86_64", ""), ["macosx_10_12_x86_64"]),
        (Machine("win32", "AMD64", ""), ["win_amd64"]),
        (Machine("win32", "ARM64", ""), ["win_arm64"]),
        (Machine("win32", "x86", ""), ["win32"]),
        (Machine("freebsd14", "amd64", ""), []),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, Machine) else "",
)
def test_builds_that_run_on_a_machine(machine: Machine, builds: list[str]) -> None:
    assert [tags for tags in BUILDS if is_for(file_name(tags), machine)] == builds


def listing(digest: str) -> list[dict[str, object]]:
    """What an index has: an older uv, a source archive and a build for each machine."""
    files: list[dict[str, object]] = [
        {"filename": "uv-0.1.0-py3-none-win_amd64.whl", "url": "old", "hashes": {"sha256": "0" * 64}},
        {"filename": "uv-0.13.9.tar.gz", "url": "source", "hashes": {}},
        {"filename": "odd"},
    ]
    return files + [{"filename": file_name(tags), "url": tags, "hashes": {"sha256": digest}} for tags in BUILDS]


def test_the_locked_build_is_chosen() -> None:
    lock = f"uv==0.13.9 \\\n    --hash=sha256:{'a' * 64}\n"
    assert choose(listing("a" * 64), lock, Machine("win32", "AMD64", "")) == ("win_amd64", "a" * 64)
    assert choose(listing("a" * 64), lock, Machine("linux", "aarch64", "glibc"))[0] == BUILDS[3]


@pytest.mark.parametrize(
    ("digest", "machine"),
    [("b" * 64, Machine("win32", "AMD64", "")), ("a" * 64, Machine("linux", "mips", "glibc"))],
    ids=["hash", "machine"],
)
def test_no_other_build_is_chosen(digest: str, machine: Machine) -> None:
    with pytest.raises(LookupError, match="has no uv for"):
        choose(listing(digest), f"--hash=sha256:{'a' * 64}", machine)


def wheel() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("uv/__init__.py", "")
        archive.writestr("uv-1.data/scripts/uv", "program")
        archive.writestr("uv-1.data/scripts/uvx", "another")
    return stream.getvalue()


def test_a_wheel_is_unpacked(tmp_path: Path) -> None:
    program = unpack(wheel(), hashlib.sha256(wheel()).hexdigest(), tmp_path)
    assert (program.name, program.read_text(), [each.name for each in tmp_path.iterdir()]) == ("uv", "program", ["uv"])


def test_a_wheel_with_another_hash_is_not_unpacked(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="another hash"):
        unpack(wheel() + b"!", hashlib.sha256(wheel()).hexdigest(), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_ways_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "uv").write_text("#!/bin/sh\n")
    (tmp_path / "uv").chmod(0o755)
    assert [name for name, _ in ways(tmp_path, {"PATH": str(tmp_path)})] == ["the uv of this machine", "uv", "pip"]
    assert [name for name, _ in ways(tmp_path, {"PATH": str(tmp_path / "none")})] == ["uv", "pip"]


def test_the_lock_has_a_uv_for_this_machine_and_pins_one_version() -> None:
    text = INSTALLER.read_text(encoding="utf-8")
    assert len(re.findall(r"^\w+==[\d.]+ \\$", text, re.MULTILINE)) == 1
    assert len(re.findall(r"^    --hash=sha256:[0-9a-f]{64}", text, re.MULTILINE)) >= len(BUILDS)
    assert INSTALLER.parent == LIBRARIES.parent == ROOT
    assert this_machine().system == sys.platform


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
