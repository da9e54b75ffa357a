from __future__ import annotations

from dataclasses import replace

import pytest

from bot.facts.model import Facts, Paper, Unknown
from bot.links.model import LinkState, LinkStatus
from bot.linter.diagnostics import Diagnostic, Edit, Fix, Safety, Severity
from bot.linter.rule import NotRun
from bot.listing.skipped import PaperLinks
from bot.papers.identifiers import Identifier, Scheme
from bot.reports import render
from bot.reports.model import Report
from bot.reports.plain import summary
from bot.text import Span, Text
from tests.reports.conftest import FIRST

ERROR_AND_WARNING = """\
lists/agents.md:3:3 error impossible-date `[1700]` names no month
  |
3 | * [1700] [World of Bits](https://proceedings.mlr.press/v70/shi17a)  (ICML 17)
  |   ^^^^^^

lists/agents.md:3:67 warning stray-space two spaces, one is enough
  |
3 | * [1700] [World of Bits](https://proceedings.mlr.press/v70/shi17a)  (ICML 17)
  |                                                                   ^^
  = help: Keep one space: `  ` -> ` `

"""
NOTE = """\
more agents.md:1:16 note cross-listed-entry 100% the same paper:␊see there
  |
1 | * 世界 [FireAct](http://arxiv.org/abs/2310.05915v2)
  |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  = help: Link to the page: remove `v2` (--unsafe-fixes)
  = see: lists/agents.md:3:11 it is also here

"""
NOT_RUN = "Not run: missing-file, dead-link (--verbose says why).\n"
WHY = "Not run: missing-file, dead-link (nobody looked).\n"


def test_plain(report: Report) -> None:
    assert render("plain", report) == (
        f"{ERROR_AND_WARNING}Found 1 error, 1 warning (1 fixable with --fix); 1 note hidden (--verbose).\n{NOT_RUN}"
    )


def test_verbose(report: Report) -> None:
    assert render("plain", report, verbose=True) == (
        f"{ERROR_AND_WARNING}{NOTE}"
        "Found 1 error, 1 warning, 1 note (1 fixable with --fix, 1 more with --unsafe-fixes).\n"
        f"{WHY}"
    )


def test_colors_change_no_character(report: Report) -> None:
    import re

    colored = render("plain", report, verbose=True, color=True)
    assert colored.count("\x1b[1;31merror\x1b[0m") == 1
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == render("plain", report, verbose=True)


@pytest.mark.parametrize(
    ("counts", "fixed", "line"),
    [
        ({}, "", "All checks passed."),
        ({}, "a b b", "Fixed 3 findings: b 2, a 1. All checks passed."),
        ({"note": 2}, "", "All checks passed; 2 notes hidden (--verbose)."),
        ({"note+": 2}, "", "All checks passed; 2 notes hidden (--verbose; 2 fixable with --verbose --fix)."),
        ({"error": 2}, "", "Found 2 errors."),
        (
            {"error": 1, "warning?": 2},
            "a",
            "Fixed 1 finding: a 1. Found 1 error, 2 warnings (2 fixable with --unsafe-fixes).",
        ),
        (
            {"warning+": 1, "warning?": 1},
            "",
            "Found 2 warnings (1 fixable with --fix, 1 more with --unsafe-fixes).",
        ),
    ],
    ids=["clean", "all fixed", "only notes", "notes with fixes", "no fixes", "unsafe fixes", "both"],
)
def test_summary(counts: dict[str, int], fixed: str, line: str) -> None:
    fixes = {
        "+": Fix("Mend", (Edit(Span(0, 0), "x"),)),
        "?": Fix("Mend", (Edit(Span(0, 0), "x"),), Safety.UNSAFE),
    }
    found = tuple(
        Diagnostic("rule", Severity[kind.rstrip("+?").upper()], "a.md", Span(0, 0), "!", fixes.get(kind[-1]))
        for kind, number in counts.items()
        for _ in range(number)
    )
    assert summary(Report((Text("a.md", ""),), found, fixed=tuple(fixed.split()))) == f"{line}\n"


def test_rules_that_did_not_run_stand_by_reason() -> None:
    lacking = tuple(NotRun(*each) for each in (("a", "no files"), ("b", "no network"), ("c", "no files")))
    assert summary(Report((), (), lacking)) == "All checks passed.\nNot run: a, b, c (--verbose says why).\n"
    assert summary(Report((), (), lacking), verbose=True) == (
        "All checks passed.\nNot run: a, c (no files).\nNot run: b (no network).\n"
    )


@pytest.mark.parametrize(
    ("fix", "help_line"),
    [
        (Fix("Write `bcd`", (Edit(Span(0, 1), "bcd"),)), "help: Write `bcd`"),
        (Fix("Mend a bracket", (Edit(Span(0, 1), "b"),)), "help: Mend a bracket: `a` -> `b`"),
        (Fix("Take it out", (Edit(Span(0, 1), ""),)), "help: Take it out: remove `a`"),
        (Fix("Put a dot", (Edit(Span(4, 4), "."),)), "help: Put a dot: insert `.`"),
        (Fix("Join", (Edit(Span(4, 5), " "),)), "help: Join: `␊` -> ` `"),
        (Fix("Swap", (Edit(Span(2, 3), "a"), Edit(Span(0, 1), "c"))), "help: Swap: `a` -> `c`, `c` -> `a`"),
        (Fix("Replace", (Edit(Span(0, 1), "b" * 61),)), "help: Replace"),
        (Fix("Move", tuple(Edit(Span(i, i + 1), "b") for i in range(4))), "help: Move"),
    ],
    ids=["the title says it", "by chance", "remove", "insert", "line end", "two edits", "long", "many edits"],
)
def test_help(fix: Fix, help_line: str) -> None:
    found = Diagnostic("rule", Severity.ERROR, "a.md", Span(0, 1), "!", fix)
    lines = render("plain", Report((Text("a.md", "abcd\nef\n"),), (found,))).splitlines()
    assert lines[4] == f"  = {help_line}"


def test_a_long_span_shows_its_first_lines() -> None:
    text = Text("a.md", "".join(f"line {number}\n" for number in range(8, 14)))
    found = Diagnostic("rule", Severity.ERROR, "a.md", Span(0, len(text.content)), "!")
    assert render("plain", Report((text,), (replace(found, span=Span(14, 40)),))) == (
        "a.md:3:1 error rule !\n"
        "  |\n"
        "3 | line 10\n  | ^^^^^^^\n"
        "4 | line 11\n  | ^^^^^^^\n"
        "5 | line 12\n  | ^^^^^^^\n"
        "  :\n\n"
        "Found 1 error.\n"
    )


def test_a_list_cannot_steer_the_terminal() -> None:
    evil = "\x1b]0;owned\x07\u202e"
    text = Text(f"{evil}.md", f"{evil}\n")
    fix = Fix(f"Write {evil}", (Edit(Span(0, 1), evil),))
    found = Diagnostic("rule", Severity.ERROR, text.path, Span(0, 1), evil, fix)
    assert not set(render("plain", Report((text,), (found,)))) & set(evil[:1] + evil[-2:])


PAPER, OTHER = Identifier(Scheme.ARXIV, "2310.05915"), Identifier(Scheme.ARXIV, "2310.00001")
REPOSITORY = Identifier(Scheme.GITHUB, "a/b")
LINKS = {
    url: LinkStatus(url, state)
    for url, state in (("http://a", LinkState.SKIPPED), ("http://b", LinkState.SKIPPED), ("http://c", LinkState.OK))
}


@pytest.mark.parametrize(
    ("facts", "last"),
    [
        (None, "All checks passed.\n"),
        (Facts(links={"http://c": LINKS["http://c"]}), "All checks passed.\n"),
        (Facts(links=LINKS), "Found nothing.\nCould not check 2 links (a 1, b 1).\n"),
        (
            Facts(interrupted=True),
            "Found nothing so far.\nStopped before everything was checked; not checked: nothing.\n",
        ),
        (
            Facts(
                papers={PAPER: Paper(PAPER, "A Title"), OTHER: Unknown("the run was broken off")},
                repositories={REPOSITORY: Unknown("the run was broken off")},
                links=LINKS,
                interrupted=True,
            ),
            (
                "Found nothing so far.\n"
                "Stopped before everything was checked; not checked: 1 paper, 1 repository, 2 links.\n"
            ),
        ),
    ],
    ids=["nobody asked", "all asked", "pages without a clear answer", "interrupted, all known", "interrupted"],
)
def test_a_run_that_was_broken_off_does_not_pass(facts: Facts | None, last: str) -> None:
    assert render("plain", Report((FIRST,), (), facts=facts)) == last


def test_a_run_that_was_broken_off_shows_what_it_found(report: Report) -> None:
    shown = render("plain", replace(report, facts=Facts(links=LINKS, interrupted=True)))
    assert shown == (
        f"{ERROR_AND_WARNING}Found 1 error, 1 warning (1 fixable with --fix); 1 note hidden (--verbose).\n"
        f"Stopped before everything was checked; not checked: 2 links.\n{NOT_RUN}"
    )


@pytest.mark.parametrize(
    ("links", "line"),
    [
        (PaperLinks(100, 2), ""),
        (PaperLinks(100, 3), "3 of 100 links to papers are in no entry (bot entries --skipped).\n"),
        (PaperLinks(0, 0), ""),
        (PaperLinks(1200, 1100), "1,100 of 1,200 links to papers are in no entry (bot entries --skipped).\n"),
    ],
)
def test_summary_says_how_many_links_are_in_no_entry(links: PaperLinks, line: str) -> None:
    assert summary(Report((), (), paper_links=links)) == f"All checks passed.\n{line}"
