from __future__ import annotations

from dataclasses import replace

import pytest

from bot.facts.model import Facts, Unknown
from bot.links import LinkState, LinkStatus
from bot.linter.diagnostics import Diagnostic, Edit, Fix, Safety, Severity
from bot.linter.rule import NotRun
from bot.listing.skipped import PaperLinks
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record
from bot.reports import render
from bot.reports.plain import SCREEN
from bot.reports.run import Report, describe_not_run, summary
from bot.rules import RULES
from bot.text import Span, Text, display_width
from tests.reports.conftest import FIRST

ERROR = """\
lists/agents.md:3:3 error impossible-date `[1700]` names no month
  |
3 | * [1700] [World of Bits](https://proceedings.mlr.press/v70/shi17a)  (ICML 17)
  |   ^^^^^^

"""
WARNING = """\
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
ROW = "stray-space: 1 warning, lists/agents.md:3, fixable with --fix\n\n"
NOT_RUN = "2 rules did not run (--verbose says why).\n"
WHY = "Not run: missing-file, dead-link (nobody looked).\n"


def test_plain(report: Report) -> None:
    """What needs a person in full, what `--fix` settles in a line."""
    assert render("plain", report) == (
        f"{ERROR}{ROW}{NOT_RUN}"
        "Found 1 error, 1 warning (up to 1 fixable with --fix); 1 note hidden (--verbose shows it).\n"
    )


def test_quiet(report: Report) -> None:
    assert render("plain", report, quiet=True) == f"{ERROR}{ROW}"[:-1]
    assert render("plain", Report((FIRST,), ()), quiet=True) == ""
    unchecked = Report((FIRST,), (), facts=Facts(links=LINKS))
    assert render("plain", unchecked, quiet=True) == "Could not check 2 links (a 1, b 1).\n"


def test_verbose(report: Report) -> None:
    assert render("plain", report, verbose=True) == (
        f"{ERROR}{WARNING}{NOTE}{WHY}Found 1 error, 1 warning, 1 note (up to 1 fixable with --fix).\n"
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
        ({"note": 1}, "", "All checks passed; 1 note hidden (--verbose shows it)."),
        ({"note+": 2}, "", "All checks passed; 2 notes hidden (--verbose shows them)."),
        ({"error": 2}, "", "Found 2 errors."),
        (
            {"error": 1, "warning?": 2},
            "a",
            "Fixed 1 finding: a 1. Found 1 error, 2 warnings (up to 2 fixable with --unsafe-fixes).",
        ),
        (
            {"warning+": 1, "warning?": 1},
            "",
            "Found 2 warnings (up to 1 fixable with --fix, 1 more with --unsafe-fixes).",
        ),
    ],
    ids=["clean", "all fixed", "only notes", "notes with fixes", "no fixes", "unsafe fixes", "both"],
)
def test_summary(counts: dict[str, int], fixed: str, line: str) -> None:
    fixes = {
        "+": Fix("Change it", (Edit(Span(0, 0), "x"),)),
        "?": Fix("Change it", (Edit(Span(0, 0), "x"),), Safety.UNSAFE),
    }
    found = tuple(
        Diagnostic("rule", Severity[kind.rstrip("+?").upper()], "a.md", Span(0, 0), "!", fixes.get(kind[-1]))
        for kind, number in counts.items()
        for _ in range(number)
    )
    assert summary(Report((Text("a.md", ""),), found, fixed=tuple(fixed.split()))) == f"{line}\n"


def test_rules_that_did_not_run_stand_by_reason() -> None:
    lacking = tuple(NotRun(*each) for each in (("a", "no files"), ("b", "no network"), ("c", "no files")))
    assert summary(Report((), (), lacking)) == "3 rules did not run (--verbose says why).\nAll checks passed.\n"
    assert summary(Report((), (), lacking), verbose=True) == (
        "Not run: a, c (no files).\nNot run: b (no network).\nAll checks passed.\n"
    )


GAINS = "wrong papers, authors and venues, dead links, moved repositories"


@pytest.mark.parametrize(
    ("slugs", "line"),
    [
        (("dead-link",), "1 rule did not run; it needs --online (dead links)."),
        (
            ("dead-link", "wrong-paper", "archived-repository"),
            f"3 rules did not run; they need --online ({GAINS}).",
        ),
        (("missing-file",), "1 rule did not run; it needs --stdin-filename."),
        (
            ("missing-file", "dead-link"),
            "1 rule did not run; it needs --online (dead links). 1 rule did not run; it needs --stdin-filename.",
        ),
        (
            ("missing-file", "unknown"),
            "1 rule did not run; it needs --stdin-filename. 1 rule did not run (--verbose says why).",
        ),
        ((), ""),
    ],
)
def test_rules_that_did_not_run_are_one_line(slugs: tuple[str, ...], line: str) -> None:
    lacking = tuple(NotRun(slug, "nobody looked") for slug in slugs)
    assert describe_not_run(Report((), (), lacking, rules=RULES)) == line


@pytest.mark.parametrize(
    ("fix", "help_line"),
    [
        (Fix("Write `bcd`", (Edit(Span(0, 1), "bcd"),)), "help: Write `bcd`"),
        (Fix("Close a bracket", (Edit(Span(0, 1), "b"),)), "help: Close a bracket: `a` -> `b`"),
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
    lines = render("plain", Report((Text("a.md", "abcd\nef\n"),), (found,)), verbose=True).splitlines()
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
        (Facts(links=LINKS), "Could not check 2 links (a 1, b 1).\nFound nothing.\n"),
        (
            Facts(
                links={
                    f"http://a/{number}": LinkStatus(f"http://a/{number}", LinkState.BLOCKED, reason)
                    for number, reason in enumerate(("status 403", "timed out", "status 403"))
                }
            ),
            "Could not check 3 links (a: 2 × status 403, 1 × timed out).\nFound nothing.\n",
        ),
        (
            Facts(interrupted=True),
            "Stopped before everything was checked; not checked: nothing.\nFound nothing so far.\n",
        ),
        (
            Facts(
                papers={PAPER: Record("A Title", None, identifier=PAPER), OTHER: Unknown("the run was broken off")},
                repositories={REPOSITORY: Unknown("the run was broken off")},
                links=LINKS,
                interrupted=True,
            ),
            (
                "Stopped before everything was checked; not checked: 1 paper, 1 repository, 2 links.\n"
                "Found nothing so far.\n"
            ),
        ),
    ],
    ids=["nobody asked", "all asked", "unclear", "several reasons", "interrupted, all known", "interrupted"],
)
def test_a_run_that_was_broken_off_does_not_pass(facts: Facts | None, last: str) -> None:
    assert render("plain", Report((FIRST,), (), facts=facts)) == last


def test_a_run_that_was_broken_off_shows_what_it_found(report: Report) -> None:
    shown = render("plain", replace(report, facts=Facts(links=LINKS, interrupted=True)))
    assert shown == (
        f"{ERROR}{ROW}Stopped before everything was checked; not checked: 2 links.\n{NOT_RUN}"
        "Found 1 error, 1 warning (up to 1 fixable with --fix); 1 note hidden (--verbose shows it).\n"
    )


@pytest.mark.parametrize(
    ("links", "line"),
    [
        (PaperLinks(100, 2), ""),
        (PaperLinks(100, 3), "3 of 100 links to papers are outside entries (bot entries --skipped).\n"),
        (PaperLinks(0, 0), ""),
        (PaperLinks(1200, 1100), "1,100 of 1,200 links to papers are outside entries (bot entries --skipped).\n"),
    ],
)
def test_summary_says_how_many_links_are_in_no_entry(links: PaperLinks, line: str) -> None:
    assert summary(Report((), (), paper_links=links)) == f"{line}All checks passed.\n"


def many(**counts: int) -> Report:
    """Findings of rules by name, one a line: an error where the name says so, `fixed` with a safe fix."""
    rules = [rule for rule, number in counts.items() for _ in range(number)]
    text = Text("a.md", "".join(f"* {rule}\n" for rule in rules))
    found = []
    for rule, start in zip(rules, text.line_starts, strict=False):
        span = Span(start, start + 1)
        fix = Fix("Change it", (Edit(span, ""),)) if "fixed" in rule else None
        severity = Severity.ERROR if "error" in rule else Severity.WARNING
        found.append(Diagnostic(rule.replace("_", "-"), severity, text.path, span, "!", fix))
    return Report((text,), tuple(found))


def test_what_needs_a_person_fits_on_a_screen() -> None:
    """The first of each rule in full, errors first; a rule whose findings are not all shown says how many are left."""
    report = many(common=300, fixed=163, error=1, rare=1, fixed_error=2)
    shown = render("plain", report)
    assert [line.split()[0] for line in shown.splitlines() if " ! " in f"{line} "][:3] == [
        "a.md:464:1",
        "a.md:1:1",
        "a.md:2:1",
    ]
    assert shown.endswith(
        "common: 294 more warnings, lines 7, 8, 9 ... shown by --verbose\n"
        "fixed-error: 2 errors, lines 466, 467, fixable with --fix\n"
        "fixed: 163 warnings, lines 301, 302, 303 ... fixable with --fix\n"
        "\n"
        "Found 3 errors, 464 warnings (up to 165 fixable with --fix).\n"
    )
    assert len(shown.splitlines()) <= SCREEN + 6
    assert render("plain", report, verbose=True).count(" |\n") == 467


def test_a_single_finding_without_room_keeps_its_message() -> None:
    shown = render("plain", many(**{f"rule{number:02}": 1 for number in range(20)})).splitlines()
    assert [line for line in shown if line.endswith(" !")] == [
        f"a.md:{line}:1 warning rule{line - 1:02} !" for line in range(1, 21)
    ]


def test_what_is_below_the_screen_is_in_the_order_of_the_list() -> None:
    """Errors first; a rule with many findings is where its first one is."""
    rules = {f"rule{number:02}": 1 for number in range(12)}
    shown = render("plain", many(**rules, few=2, lots=30, late_error=3, single=1)).splitlines()
    rest = [line.partition(", ")[0] for line in shown if line.startswith(("few", "lots", "late")) or "single" in line]
    assert rest == ["late-error: 2 more errors", "few: 2 warnings", "lots: 30 warnings", "a.md:48:1 warning single !"]


def test_no_source_line_is_wider_than_the_terminal() -> None:
    text = Text("a.md", "* 世界 [FireAct](x) " * 100)
    found = tuple(Diagnostic("x", Severity.ERROR, "a.md", Span(at, at + 9), "!") for at in range(0, 900, 90))
    for width in (40, 61, 80):
        lines = render("plain", Report((text,), found), verbose=True, width=width).splitlines()
        assert max(display_width(line) for line in lines if " | " in line) in range(width - 2, width + 1)
