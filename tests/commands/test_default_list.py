"""Which list is read where none is named, and what is said of ignores that match nothing in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.linter.config import find_readme
from tests.commands.helpers import run

LIST = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org//abs/2310.05915)\n"

pytestmark = pytest.mark.usefixtures("folder")


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


def read(*arguments: str) -> str:
    done = run("lint", "--select", "noncanonical-link", "--format", "concise", "--exit-zero", "-q", *arguments)
    return " ".join(dict.fromkeys(line.partition(":")[0] for line in done.out.splitlines())) or done.err


def write(*names: str) -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(LIST)


@pytest.mark.parametrize(
    ("names", "argument", "expected"),
    [
        (("README.md", "CONTRIBUTING.md"), ".", "README.md"),
        (("papers/Readme.md", "papers/other.md"), "papers", "papers/Readme.md"),
        (("papers/docs/README.md", "papers/other.md"), "papers", "papers/docs/README.md"),
        (("papers/b.md", "papers/a.md", "papers/deep/c.md"), "papers/", "papers/a.md papers/b.md"),
        (("README.md", "papers/a.txt"), "papers", "error: there is no list in the folder papers"),
    ],
    ids=["the README", "in a folder", "below it", "without one", "none"],
)
def test_lists_of_a_folder(names: tuple[str, ...], argument: str, expected: str) -> None:
    write(*names)
    assert read(argument).splitlines()[0] == expected


def test_configured_lists_of_a_folder_come_first() -> None:
    write("README.md", "papers/README.md", "papers/agents.md", "papers/deep/c.md", "data/d.md")
    Path(".git").mkdir()
    Path(".github").mkdir()
    Path(".github/paperlist-bot.yml").write_text("lists: [README.md, papers/agents.md, 'papers/deep/*.md']\n")
    assert read(".") == "README.md papers/agents.md papers/deep/c.md"
    assert read("papers") == "papers/agents.md papers/deep/c.md"
    assert read("data") == "data/d.md"
    assert read("papers/README.md", "papers") == "papers/README.md papers/agents.md papers/deep/c.md"


def test_the_lists_of_a_folder_are_named() -> None:
    write("papers/a.md", "papers/b.md")
    assert run("lint", "papers").err == "Lists: papers/a.md and papers/b.md.\n"
    write(*(f"papers/b{number:02}.md" for number in range(20)))
    assert run("lint", "papers").err.endswith(", papers/b06.md, papers/b07.md and 12 more.\n")
    assert run("lint", "papers/a.md").err == run("lint", "papers", "-q").err == ""


@pytest.mark.parametrize(
    ("here", "names", "expected"),
    [
        ("papers/deep", ("README.md",), "../../README.md"),
        ("papers", ("README.md", "papers/README.md"), "README.md"),
        ("papers", ("docs/readme.md", "papers/notes.md"), "../docs/readme.md"),
    ],
    ids=["from far below", "the nearest", "in docs"],
)
def test_readme_is_found_from_a_folder_of_the_repository(
    here: str, names: tuple[str, ...], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(".git").mkdir()
    Path(here).mkdir(parents=True)
    write(*names)
    monkeypatch.chdir(here)
    assert read() == expected


def test_readme_is_not_searched_outside_of_a_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    write("README.md")
    Path("papers").mkdir()
    monkeypatch.chdir("papers")
    assert 'no file matches "README.md"' in read()


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
