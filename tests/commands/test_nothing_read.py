"""Lists without an entry: nothing was checked in them, and no run on them alone passes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.linter.rule import Need
from bot.linter.schema import problems
from bot.rules import RULES
from tests.commands.helpers import run
from tests.repositories import repository

LIST = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"
OTHERS = "# Tools\n\n* [ripgrep](https://github.com/BurntSushi/ripgrep) - Searches files.\n"
PROSE = "# About\n\nHow this list came to be, and [why](https://www.w3.org/).\n"
BROKEN = f"{PROSE}\nSee [the rules](missing.md).\n"
NONE = "No entries found in README.md."
NOT_RUN = (
    f"{sum(bool(rule.needs & Need.FACTS) for rule in RULES)} rules did not run; they need --online"
    " (wrong papers, authors and venues, dead links, moved repositories)."
)
CONFIG = "lists: [README.md, docs/*.md]\n"

pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize("text", ["", "\ufeff\n \n", PROSE, "# Papers\n"], ids=["empty", "blank", "prose", "heading"])
@pytest.mark.parametrize("arguments", [("lint",), ("lint", "--fix"), ("lint", "--diff"), ("sort",)], ids=" ".join)
def test_nothing_read_is_never_passed(text: str, arguments: tuple[str, ...]) -> None:
    Path("README.md").write_text(text)
    done = run(*arguments)
    assert (done.code, (done.out + done.err).splitlines()[0]) == (3, NONE)
    assert Path("README.md").read_text() == text


@pytest.mark.parametrize("text", [LIST, OTHERS], ids=["papers", "tools"])
def test_any_entry_is_something_read(text: str) -> None:
    Path("README.md").write_text(text)
    done = run("lint")
    assert (done.code, done.out.splitlines()[0]) == (0, NOT_RUN)
    assert done.out.splitlines()[1:] == ["All checks passed."]


def test_what_is_found_is_shown_all_the_same() -> None:
    Path("README.md").write_text(BROKEN)
    Path(".git").mkdir()  # a list in no repository may be a copy, whose files are elsewhere
    done = run("lint")
    assert done.code == 3
    assert "error missing-file" in done.out
    assert f"\n{NONE}\n" in done.out
    assert done.out.endswith("\nFound 1 error.\n")
    assert run("lint", "--exit-zero").code == 0


def test_of_several_lists_the_others_decide() -> None:
    """A page without papers among others in a folder breaks no hook."""
    for path, text in (
        ("README.md", LIST),
        ("docs/about.md", PROSE),
        ("docs/why.md", ""),
        (".github/paperlist-bot.yml", CONFIG),
    ):
        Path(path).parent.mkdir(exist_ok=True)
        Path(path).write_text(text)
    done = run("lint")
    assert (done.code, done.out.splitlines()[:2]) == (
        0,
        ["No entries found in docs/about.md and docs/why.md.", NOT_RUN],
    )
    assert done.out.endswith("\nFound nothing.\n")
    Path("README.md").write_text(PROSE)
    done = run("lint")
    assert (done.code, done.out.splitlines()[0]) == (3, "No entries found in README.md, docs/about.md and docs/why.md.")


@pytest.mark.parametrize("form", ["json", "sarif", "github", "rdjson", "markdown"])
def test_every_format_says_so(form: str) -> None:
    Path("README.md").write_text(PROSE)
    done = run("lint", "--format", form)
    assert (done.code, done.err) == (3, "error: no entries found in README.md\n")
    if form == "json":
        value = json.loads(done.out)
        assert (value["without_entries"], problems("report", value)) == (["README.md"], ())
    elif form != "rdjson":  # which has no place for it
        assert NONE.removesuffix(".") in done.out.replace("\\", "")


def test_a_change_that_leaves_no_entry_is_not_passed() -> None:
    made = repository(Path.cwd())
    made.commit(README=LIST)
    Path("README.md").write_text(f"<!--\n{LIST}")
    done = run("lint", "--base", "HEAD")
    assert (done.code, NONE in done.out.splitlines()) == (3, True)


def test_an_editor_gets_its_text_back() -> None:
    done = run("lint", "-", "--fix", stdin=PROSE.encode())
    assert (done.code, done.out) == (3, PROSE)
    assert done.err.startswith("No entries found in standard input.\n")
