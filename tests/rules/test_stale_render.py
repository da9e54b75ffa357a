"""Lists that are generated from records, and differ from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.rules.stale_count import StaleCount
from bot.rules.whole_page import StaleRender
from tests.commands.helpers import run
from tests.rules.helpers import findings

if TYPE_CHECKING:
    from pathlib import Path

IDS = [f"2401.{number:05}" for number in range(1, 21)]
NAMED = "<!-- Generated from papers.yaml: do not edit -->\n"


def records(ids: list[str]) -> str:
    return "".join(f"- title: Paper {each} of this list\n  url: https://arxiv.org/abs/{each}\n" for each in ids)


def page(ids: list[str]) -> str:
    return "# Papers\n\n" + "".join(f"* [Paper {each} of this list](https://arxiv.org/pdf/{each})\n" for each in ids)


CASES = {
    "the same": (IDS, IDS, []),
    "in another order": (IDS, IDS[::-1], []),
    "a paper by hand": (IDS[1:], IDS, ["this paper is not in papers.yaml, from which the list is generated"]),
    "not renewed": (
        IDS,
        IDS[2:],
        ['the list lacks 2 papers of papers.yaml, from which it is generated ("Paper 2401.00001 of this list", ...)'],
    ),
    "a part of the papers": (IDS, IDS[:10], []),
    "other papers": (IDS[:10], IDS, []),
    "too few": (IDS[:3], IDS[:4], []),
}


@pytest.mark.parametrize(("held", "shown", "expected"), CASES.values(), ids=CASES)
def test_differences(held: list[str], shown: list[str], expected: list[str]) -> None:
    found = findings(StaleRender(), page(shown), source=records(held))
    assert [each.message for each in found] == expected


def test_a_paper_that_the_page_only_links() -> None:
    text = page(IDS[1:]) + f"\nRead [this](https://arxiv.org/abs/{IDS[0]}) first.\n"
    assert findings(StaleRender(), text, source=records(IDS)) == []


@pytest.fixture
def folder(folder: Path) -> Path:
    (folder / ".git").mkdir()
    return folder


def test_the_source_beside_the_page(folder: Path) -> None:
    (folder / "papers.yaml").write_text(records(IDS))
    (folder / "README.md").write_text(NAMED + page(IDS[1:]))
    done = run("lint", "--select", "stale-render", "--format", "concise", "-v")
    assert "the list lacks 1 paper of papers.yaml" in done.out


def test_nothing_outside_of_the_repository_is_read(folder: Path) -> None:
    inner = folder / "list"
    (inner / ".git").mkdir(parents=True)
    (folder / "papers.yaml").write_text(records(IDS))
    (inner / "README.md").write_text(NAMED.replace("papers", "../papers") + page(IDS[1:]))
    (inner / "itself.yaml").symlink_to("itself.yaml")
    (inner / "itself.md").write_text(NAMED.replace("papers.yaml", "itself.yaml") + page(IDS[1:]))
    for name in ("list/README.md", "list/itself.md"):
        done = run("lint", name, "--select", "stale-render", "-v", "--format", "concise")
        assert (done.out, done.err) == ("All checks passed.\n", "")


def test_papers_are_checked_in_the_source_where_both_are_named(folder: Path) -> None:
    (folder / "papers.yaml").write_text(records([*IDS, IDS[0]]))
    (folder / "README.md").write_text(NAMED + page([*IDS, IDS[0]]))
    slugs = "duplicate-entry,cross-listed-entry"
    alone = run("lint", "README.md", "--select", slugs, "--format", "concise").out
    both = run("lint", "README.md", "papers.yaml", "--select", slugs, "--format", "concise").out
    assert [each.split(":")[0] for each in alone.splitlines()[:-1]] == ["README.md"]
    assert [each.split(":")[0] for each in both.splitlines()[:-1]] == ["papers.yaml"]


def test_a_badge_beside_records() -> None:
    text = "# Papers\n\n![](https://img.shields.io/badge/papers-17-blue)\n"
    found = findings(StaleCount(), text, source=records(IDS))
    assert [each.message for each in found] == ["the badge says 17, but the list has 20 papers"]


def test_a_run_without_files_names_the_source(folder: Path) -> None:
    (folder / "papers.yaml").write_text(records(IDS))
    (folder / "README.md").write_text(NAMED + page(IDS))
    told = "README.md is generated from papers.yaml: bot lint README.md papers.yaml checks the papers there.\n"
    assert run("lint").err == told
    assert run("lint", "README.md").err == run("lint", "--quiet").err == ""


def test_init_names_both_and_the_fields(folder: Path) -> None:
    (folder / "papers.yaml").write_text(records(IDS))
    (folder / "README.md").write_text(NAMED + page(IDS))
    shown = run("init", "--dry-run", "-v").out
    assert "lists:\n  - README.md\n  - papers.yaml\n" in shown
    assert "# fields:\n#   title: title\n#   url: url\n" in shown
