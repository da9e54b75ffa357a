"""Which list is read where none is named, and what is said of ignores that match nothing in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.linter.config import find_readme
from tests.commands.helpers import run

LIST = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org//abs/2310.05915)\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "name", ["README.md", "readme.md", "Readme.md", "README.MD", "docs/readme.md", ".github/README.md"]
)
def test_the_default_list_is_found_in_any_capitals(name: str) -> None:
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text(LIST)
    assert run("lint", "--select", "noncanonical-link", "--format", "concise").out.startswith(f"{name}:1:")


READMES = {
    "top first": (("docs/README.md", ".github/README.md", "readme.md"), "readme.md"),
    "then docs": ((".github/README.md", "docs/Readme.md"), "docs/Readme.md"),
    "usual capitals first": (("Readme.md", "README.md"), "README.md"),
    "elsewhere": (("papers/README.md", "README.rst", "README_CN.md"), None),
}


@pytest.mark.parametrize(("names", "expected"), READMES.values(), ids=READMES.keys())
def test_readme(names: tuple[str, ...], expected: str | None) -> None:
    assert find_readme(names) == expected


def configure(*ignores: str) -> None:
    Path("README.md").write_text(LIST)
    Path(".github").mkdir(exist_ok=True)
    lines = "".join(f"  - {{rule: {each}, reason: it is meant so}}\n" for each in ignores)
    Path(".github/paperlist-bot.yml").write_text(f"ignore:\n{lines}")


def warned(*arguments: str) -> str:
    return run("lint", *arguments).err


UNUSED = "warning: .github/paperlist-bot.yml: 1 ignore matches no finding: stray-space (line 3)\n"


def test_an_ignore_that_matches_nothing_is_said() -> None:
    configure("noncanonical-link", "stray-space")
    assert warned() == warned("README.md") == UNUSED
    configure("noncanonical-link")
    assert warned() == warned("--fix") == ""


@pytest.mark.parametrize("arguments", [("--select", "stray-space"), ("other.md",)], ids=" ".join)
def test_a_run_on_a_part_says_nothing_of_ignores(arguments: tuple[str, ...]) -> None:
    configure("stray-space")
    Path("other.md").write_text(LIST)
    assert warned(*arguments) == ""


def test_an_ignore_whose_rule_did_not_run_may_be_of_use() -> None:
    configure("dead-link")
    assert warned() == ""
