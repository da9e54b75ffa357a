"""`bot report`: the state of sweeps as a few lines, or as a page."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING

import pytest

from bot.links import LinkState, Share, Tally
from bot.papers.dates import Month
from bot.reports.pages import Health, Place, ReportedLink, Sweep, render
from bot.sweeps import state as sweeps
from bot.sweeps.checking import health_of
from bot.sweeps.state import dump
from tests.commands.helpers import run
from tests.services.clock import START

if TYPE_CHECKING:
    from pathlib import Path

    from tests.commands.helpers import Run

DAY = 86_400
NOW = int(START)
TODAY, BEFORE = date(2026, 11, 18), date(2026, 11, 11)
GONE = "https://pages.example/gone"
COUNTS = Tally(ok=7, moved=1, dead=1, blocked=2)
STATE = sweeps.State(
    records=MappingProxyType(
        {
            "arxiv:2310.05915": sweeps.Record("arxiv:2310.05915", LinkState.OK, checked=NOW, last_ok=NOW),
            GONE: sweeps.Record(
                GONE,
                LinkState.DEAD,
                "status 404",
                NOW,
                strikes=3,
                first_failure=NOW - 7 * DAY,
                copy="https://a.example/c",
            ),
            "http://old.example/": sweeps.Record(
                "http://old.example/", LinkState.MOVED, "", NOW, moved_to="https://new.example/", moved_since=NOW
            ),
            "https://pages.example/hushed": sweeps.Record(
                "https://pages.example/hushed", LinkState.DEAD, "status 404", NOW, silenced_until=NOW + 1
            ),
        }
    ),
    findings=MappingProxyType(
        {"wrong-paper arxiv:2310.05915": sweeps.RuleFinding("wrong-paper", "arxiv:2310.05915", "another title", NOW)}
    ),
    runs=(
        sweeps.Run(NOW - 7 * DAY, Tally(ok=11)),
        sweeps.Run(NOW - DAY, Tally(dead=11), discarded="our own network"),
        sweeps.Run(NOW, COUNTS),
    ),
    called=3,
    wrong=1,
    census=sweeps.Census(
        papers=9,
        months=(Month(2023, 10, 4),),
        sections=(Share("Surveys & <more>", COUNTS), Share("", Tally(ok=1))),
        hosts=(Share("pages.example", COUNTS),),
        places=MappingProxyType({GONE: (sweeps.Location("lists/a b.md", 12, "Surveys"),)}),
    ),
)
SITE = "https://github.com/octo/list/blob/HEAD"
ISSUE = (
    "https://github.com/octo/list/issues?q="
    "is%3Aissue%20in%3Atitle%20%22Paper%20list%3A%20links%20and%20papers%20to%20look%20at%22"
)
OVERVIEW = (
    "9 papers; 1 dead link since 2026-11-11; 1 wrong id; 1 entry that could be updated; 2 items that wait for a person"
)
HEALTH = Health(
    title="A list",
    day=TODAY,
    now=Tally(7, 1, 1, 2),
    papers=9,
    overview=OVERVIEW,
    issue=ISSUE,
    sweeps=(Sweep(BEFORE, Tally(11)), Sweep(TODAY, Tally(7, 1, 1, 2))),
    sections=(Share("Surveys & <more>", Tally(7, 1, 1, 2)), Share("–", Tally(1))),
    hosts=(Share("pages.example", Tally(7, 1, 1, 2)),),
    months=(Month(2023, 10, 4),),
    dead=(
        ReportedLink(
            GONE,
            Place("lists/a b.md:12", f"{SITE}/lists/a%20b.md?plain=1#L12"),
            "Surveys",
            BEFORE,
            "status 404",
            "https://a.example/c",
        ),
    ),
    moved=(ReportedLink("http://old.example/", Place("–"), "", TODAY, "", target="https://new.example/"),),
    others=(ReportedLink("https://arxiv.org/abs/2310.05915", Place("–"), "", TODAY, "another title"),),
    false_alarms=1,
    reported=3,
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "my list"
    place.mkdir()
    monkeypatch.chdir(place)
    (place / "state.json").write_text(dump(STATE))
    return place


def report(*arguments: str) -> Run:
    return run("report", "state.json", *arguments, environ={"GITHUB_REPOSITORY": "octo/list"})


def test_a_state_becomes_the_health_of_a_list() -> None:
    assert health_of(STATE, "A list", SITE, ISSUE) == HEALTH


def test_without_a_site_places_are_words() -> None:
    assert health_of(STATE, "A list").dead == (replace(HEALTH.dead[0], place=Place("lists/a b.md:12")),)


def test_the_empty_state_has_a_page() -> None:
    assert health_of(sweeps.State(), "x") == Health("x", date(1970, 1, 1), overview="no sweep yet")


def test_the_page_is_written_whole(folder: Path) -> None:
    done = report("--html", "out/page.html", "--title", "A list")
    assert (done.code, done.out, done.err) == (0, "", "Wrote out/page.html.\n")
    assert (folder / "out" / "page.html").read_text(encoding="utf-8") == render(HEALTH)
    assert report("--html", "-", "--title", "A list").out == render(HEALTH)


def test_the_figures_in_a_few_lines(folder: Path) -> None:
    done = report()
    assert done.code == 0
    assert done.out.splitlines() == [
        "octo/list, as of 2026-11-18",
        f"{OVERVIEW}.",
        "11 links in 9 papers: 88.8 % alive, 1 moved, 1 dead, 2 blocked",
        "2 sweeps; 3 links reported as dead, 1 of them alive",
    ]
    assert run("report", "state.json").out.startswith("my list, as of ")


def test_the_page_is_called_after_the_list_and_leads_to_its_lines(folder: Path) -> None:
    (folder / "lists").mkdir()
    (folder / "lists" / "a b.md").write_text("# Papers of Agents\n\n* [FireAct](https://arxiv.org/abs/2310.05915)\n")
    assert run("report", "state.json").out.startswith("Papers of Agents, as of ")
    for words in ("init -q", "remote add origin https://github.com/octo/list.git"):
        subprocess.run(["git", *words.split()], check=True)
    assert run("report", "state.json").out.startswith("octo/list, as of ")
    assert f'href="{SITE}/lists/a%20b.md?plain=1#L12"' in run("report", "state.json", "--html", "-").out


def test_one_of_each(folder: Path) -> None:
    state = replace(STATE, runs=STATE.runs[:1], called=1, wrong=0, census=replace(STATE.census, papers=1))
    (folder / "state.json").write_text(dump(state), encoding="utf-8")
    lines = report().out.splitlines()
    assert " links in 1 paper: " in lines[2]
    assert lines[3] == "1 sweep; 1 link reported as dead, 0 of them alive"
    assert "in 1 paper<" in report("--html", "-").out


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "file not found: state.json"),
        ("no JSON", "state.json is not a valid state of a sweep: not JSON"),
        ('{"version": 1}', "state.json is not a valid state of a sweep"),
        ("{}", 'state.json is not a valid state of a sweep: "version" is missing'),
        (b"\xff", "state.json is not UTF-8"),
    ],
)
def test_what_is_not_a_state_is_refused(content: str | bytes | None, words: str, folder: Path) -> None:
    path = folder / "state.json"
    path.unlink()
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    done = report("--html", "page.html")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {words}")
    assert not (folder / "page.html").exists()


def test_a_page_that_cannot_be_written(folder: Path) -> None:
    (folder / "page.html").symlink_to("elsewhere")
    done = report("--html", "page.html")
    assert done.code == 3
    assert done.err.startswith("error: page.html is not a file that can be written")
