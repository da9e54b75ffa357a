"""`requirements.lock` and `installer.lock` match `pyproject.toml`, and have a hash for everything."""

from __future__ import annotations

import importlib.metadata
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.action.tools import tool

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "requirements.lock"
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}")


def locked() -> dict[str, tuple[Requirement, list[str]]]:
    """Each requirement by its name, with its hash lines."""
    found: dict[str, tuple[Requirement, list[str]]] = {}
    lines: list[str] = []
    for line in LOCK.read_text(encoding="utf-8").splitlines():
        if not line.startswith((" ", "#")):
            requirement, lines = Requirement(line.removesuffix(" \\")), []
            found[canonicalize_name(requirement.name)] = (requirement, lines)
        elif not line.lstrip().startswith("#"):
            lines.append(line.removesuffix(" \\"))
    return found


def test_each_requirement_has_one_version_with_hashes() -> None:
    wrong = {
        name
        for name, (requirement, lines) in locked().items()
        if not re.fullmatch(r"==[\w.+!]+", str(requirement.specifier))
        or requirement.url
        or not lines
        or not all(HASH.fullmatch(line) for line in lines)
    }
    assert wrong == set()


def test_no_registry_is_named() -> None:
    assert re.findall(r"(?i)^\s*-(?!-hash=).*|.*://.*", LOCK.read_text(encoding="utf-8"), re.MULTILINE) == []


def test_pins_are_in_the_ranges_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = {name: str(requirement.specifier).removeprefix("==") for name, (requirement, _) in locked().items()}
    wanted = [Requirement(text) for text in project["dependencies"]]
    unmet = [str(each) for each in wanted if pins.get(canonicalize_name(each.name), "") not in each.specifier]
    assert unmet == []


def test_each_locked_package_has_its_reason() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    items = page.partition("pins what the Action installs:\n\n")[2].partition("\n\n")[0]
    assert set(locked()) <= set(re.findall(r"`([\w-]+)`", items))


def needs(name: str) -> list[Requirement]:
    """The requirements of an installed library on this system; none if it is not installed."""
    try:
        required = importlib.metadata.requires(name) or []
    except importlib.metadata.PackageNotFoundError:
        return []
    return [each for each in map(Requirement, required) if each.marker is None or each.marker.evaluate({"extra": ""})]


def test_requirements_of_the_libraries_are_locked() -> None:
    """Checks the libraries installed here; the Action installs the lock with `--no-deps`."""
    names = set(locked())
    assert "cryptography" not in names
    missing = [(name, each.name) for name in names for each in needs(name) if canonicalize_name(each.name) not in names]
    assert missing == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["requirements.lock", "installer.lock"])
def test_resolving_again_gives_the_same_lock(name: str, tmp_path: Path) -> None:
    uv, lock = tool("uv"), ROOT / name
    for each in (name, "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / each, tmp_path)
    (tmp_path / "bot").mkdir()
    shutil.copy(ROOT / "bot" / "__init__.py", tmp_path / "bot")
    head = lock.read_text(encoding="utf-8").splitlines()[1]
    command = head.removeprefix("#").split()
    assert command[:3] == ["uv", "pip", "compile"]
    subprocess.run([uv, *command[1:]], cwd=tmp_path, check=True, capture_output=True, timeout=300)
    assert (tmp_path / name).read_text(encoding="utf-8") == lock.read_text(encoding="utf-8")
