"""Releasing: the notes, the pins, and what is built."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from bot.setup.workflows import COMMIT, IS_RELEASED, VERSION

ROOT = Path(__file__).parents[1]
NEW = "0123456789abcdef0123456789abcdef01234567"
CHANGELOG = """# Changelog

## [Unreleased]

## [1.2.30] - 2026-03-01

- later

## [1.2.3] - 2026-02-01

### Added

- `a`: this

## [1.2.2] - 2026-01-01

[1.2.2]: https://example.org
"""

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")


def script(folder: Path, name: str, *arguments: str) -> tuple[int, str, str]:
    """Run a script of .ci in a copy of what it reads."""
    (folder / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / name, folder / ".ci" / name)
    done = subprocess.run(
        ["bash", str(folder / ".ci" / name), *arguments], capture_output=True, text=True, check=False, timeout=60
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("1.2.3", (0, "### Added\n\n- `a`: this\n", "")),
        ("1.2.30", (0, "- later\n", "")),
        ("1.2.2", (1, "", "CHANGELOG.md has no section [1.2.2], or an empty one\n")),
        ("1x2.3", (1, "", "CHANGELOG.md has no section [1x2.3], or an empty one\n")),
    ],
    ids=["section", "longer number", "empty", "no pattern"],
)
def test_notes_of_a_release(version: str, expected: tuple[int, str, str], tmp_path: Path) -> None:
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG, encoding="utf-8")
    assert script(tmp_path, "notes", version) == expected


def _as_released(text: str) -> str:
    """The pages without what holds until the first release only, and with what holds from then on."""
    text = re.sub(r"^<!-- until the first release -->\n.*?(?=^<!-- from)", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(
        r"^<!-- from the first release on\n(.*?)^-->\n",
        lambda match: re.sub(r"^~~~", "```", match[1], flags=re.MULTILINE),
        text,
        flags=re.DOTALL | re.MULTILINE,
    )


def test_pages_show_what_works_before_the_first_release() -> None:
    """Nothing is on the package index yet; `.ci/pin` turns the pages over."""
    for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        now = re.sub(r"^<!-- from the first release on\n.*?^-->\n", "", text, flags=re.DOTALL | re.MULTILINE)
        wrong = re.findall(
            r"uvx paperlist-bot|pip[x]? (?:install|run) '?paperlist-bot|pypi\.org/project|badge\.svg", now
        )
        assert (wrong if not IS_RELEASED else [], path.name) == ([], path.name)
        assert ("<!-- from the first release on" in text) is (
            not IS_RELEASED and path.name in {"README.md", "index.md"}
        )


def _pinned_files(folder: Path) -> dict[Path, str]:
    """Copies of all files that may name the pin, with their text."""
    (folder / "bot" / "setup").mkdir(parents=True)
    shutil.copy(ROOT / "bot" / "setup" / "workflows.py", folder / "bot" / "setup")
    shutil.copy(ROOT / "README.md", folder)
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=shutil.ignore_patterns("pictures"))
    return {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.*") if path.is_file()}


def test_a_pin_is_renewed_on_all_pages_and_nothing_else_changes(tmp_path: Path) -> None:
    before = _pinned_files(tmp_path)
    assert script(tmp_path, "pin", NEW, "v9.8.7") == (0, "", "")
    changed = {path.relative_to(tmp_path).as_posix() for path, text in before.items() if path.read_text() != text}
    assert changed >= {"bot/setup/workflows.py", "README.md", "docs/action.md"}
    assert "bot lint README.md" in (tmp_path / "README.md").read_text(encoding="utf-8").split("```sh\n")[1]
    for path, text in before.items():
        text = _as_released(text)
        pinned = re.sub(rf"({COMMIT}.*)# (?:pinned commit; no release yet|{VERSION})", r"\1# v9.8.7", text).replace(
            COMMIT, NEW
        )
        expected = pinned.replace(f'VERSION = "{VERSION}"', 'VERSION = "v9.8.7"').replace("= False", "= True")
        assert path.read_text(encoding="utf-8") == expected, path
    assert {path for path in tmp_path.rglob("*.*") if path.is_file()} - set(before) == set()


@pytest.mark.skipif(IS_RELEASED, reason="there is a release")
def test_before_the_first_release_only_the_commit_is_renewed(tmp_path: Path) -> None:
    before = _pinned_files(tmp_path)
    assert script(tmp_path, "pin", NEW) == (0, "", "")
    for path, text in before.items():
        assert path.read_text(encoding="utf-8") == text.replace(COMMIT, NEW), path


@pytest.mark.parametrize("arguments", [(), ("main", "v1.2.3"), (NEW, "1.2"), (NEW, "v1.2.3; x")])
def test_a_pin_is_a_commit_and_a_version(arguments: tuple[str, ...], tmp_path: Path) -> None:
    code, out, err = script(tmp_path, "pin", *arguments)
    assert (code, out, err.partition(":")[0]) == (2, "", "usage")


@pytest.mark.slow
def test_what_is_built(tmp_path: Path) -> None:
    """By the tools of release.yml, from a clone of what is committed; the wheel has all that the package needs."""
    pytest.importorskip("build")
    pytest.importorskip("twine")
    clone, built = tmp_path / "clone", tmp_path / "dist"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    subprocess.run([sys.executable, "-m", "build", "--outdir", str(built), str(clone)], check=True, capture_output=True)
    wheel, source = sorted(built.iterdir(), key=lambda path: path.suffix, reverse=True)
    done = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", str(wheel), str(source)], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout
    names = zipfile.ZipFile(wheel).namelist()
    assert {"bot/setup/workflows.py", "bot/schemas/config.schema.json"} <= set(names)
    (entry_points,) = (name for name in names if name.endswith("entry_points.txt"))
    assert zipfile.ZipFile(wheel).read(entry_points).decode().split() == [
        *("[console_scripts]", "bot", "=", "bot.__main__:main", "paperlist-bot", "=", "bot.__main__:main")
    ]
    with tarfile.open(source) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        "action.yml",
        "actions/install.py",
        "requirements.lock",
        "installer.lock",
        "tests/test_release.py",
    } <= inside
