"""`bot review` of changes that add entries: a row for each in the summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.commands.earth import earth
from tests.commands.helpers import run
from tests.commands.hub import LIST as NAME
from tests.commands.hub import Hub, hub, run_event, written
from tests.sample_list import LINES, LIST
from tests.services.clock import FastClock

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

README = "README.md"
MORE = "".join(
    f"* [2310] [{word}: Agents That Learn to Plan](https://arxiv.org//abs/2310.{number:05})\n"
    for number, word in enumerate(("Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf"), 31)
)
NEW = (
    f"{LINES[-1].replace('/abs/', '/pdf/')}"
    "* [2310] [Quite a Different Paper on Cooking](https://arxiv.org/abs/2310.00002)\n"
    f"* [2310] [A Paper Nobody Ever Wrote](https://arxiv.org/abs/2310.00003)\n{MORE}"
)
AFTER = f"{LIST}{NEW}"
OFFLINE = ["duplicate", *["warning"] * 7, "not checked", "not checked"]


def outcomes(github: Hub) -> list[str]:
    """The outcome of each row of the added entries, those of the folded part last."""
    tables = github.summary.body.split("| | Entry | |\n| --- | --- | --- |\n")[1:]
    rows = (line for table in tables for line in table.partition("\n\n")[0].splitlines() if line.startswith("| "))
    return [row.removeprefix("| ").partition(" | ")[0] for row in rows]


def test_ten_entries_make_one_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with earth() as world, hub({README: LIST}, {README: AFTER}) as github:
        environ = {**world.environ(), "GITHUB_API_URL": github.url, "GITHUB_TOKEN": "review-token"}
        given = ("review", "--repo", NAME, "--pull", "1", "--online", "--allow-address", "127.0.0.0/8", "--cache", "a")
        done = run(*given, environ=environ, clock=FastClock())
        assert done.code == 1
        assert outcomes(github) == [*["error"] * 8, "duplicate", "verified"]
        assert "10 entries added: 1 verified, 1 listed twice, 8 with errors." in github.summary.body
        assert [each.line for each in github.live] == [15, 17, *range(18, 25)]
        github.visits.clear()
        assert run(*given, environ=environ, clock=FastClock()).out == f"{NAME}#1: nothing new to post.\n"
        assert github.writes == []


def test_without_facts_nothing_is_verified() -> None:
    with hub({README: LIST}, {README: AFTER}) as github:
        assert github.review().code == 1
        assert outcomes(github) == OFFLINE
        assert [each.line for each in github.live] == [15]
        assert "`bot lint --fix` fixes 7 of them." in github.summary.body


def test_entries_that_were_there_are_not_counted() -> None:
    """Nine entries are added, and an old one is edited."""
    after = AFTER.replace(LINES[3], LINES[3].replace("SPA-RL", "SPARL").replace("20732", "20733"))
    after = after.replace(NEW.splitlines(keepends=True)[1], "")
    with hub({README: LIST}, {README: after}) as github:
        github.review()
        assert "9 entries added" in github.summary.body
        assert len(github.live) == 8


def test_a_fork_is_reviewed_with_a_table(tmp_path: Path) -> None:
    with hub({README: LIST}, {README: AFTER}, fork=True) as github:
        environ = written(tmp_path / "event.json", run_event(github))
        assert github.run("post", environ=environ).code == 0
        assert outcomes(github) == OFFLINE
