from __future__ import annotations

from bot.linter.diagnostics import Diagnostic, Severity
from bot.reports import render
from bot.reports.run import Report
from bot.text import Span, Text

LINES = (
    "lists/agents.md:3:3: error impossible-date `[1700]` names no month\n"
    "lists/agents.md:3:67: warning stray-space two spaces, one is enough\n"
)
NOTE = "more agents.md:1:16: note cross-listed-entry 100% the same paper:␊see there\n"


def test_concise(report: Report) -> None:
    assert render("concise", report) == (
        f"{LINES}2 rules did not run (--verbose says why).\n"
        "Found 1 error, 1 warning (up to 1 fixable with --fix); 1 note hidden (--verbose shows it).\n"
    )


def test_quiet_has_findings_only(report: Report) -> None:
    assert render("concise", report, quiet=True) == LINES


def test_verbose_has_notes(report: Report) -> None:
    assert render("concise", report, verbose=True).startswith(LINES + NOTE)


def test_a_list_cannot_steer_the_terminal() -> None:
    evil = "\x1b]0;owned\x07\u202e"
    found = Diagnostic("rule", Severity.ERROR, f"{evil}.md", Span(0, 1), evil)
    assert not set(render("concise", Report((Text(f"{evil}.md", "x"),), (found,)))) & set("\x1b\x07\u202e")
