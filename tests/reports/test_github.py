from __future__ import annotations

from bot.diagnostics import Diagnostic, Severity
from bot.reports import render
from bot.reports.report import Report
from bot.text import Span, Text


def test_commands(report: Report) -> None:
    assert render("github", report, verbose=True) == (
        "::error file=lists/agents.md,line=3,endLine=3,col=3,endColumn=9,title=impossible-date"
        "::`[1700]` names no month\n"
        "::warning file=lists/agents.md,line=3,endLine=3,col=67,endColumn=69,title=stray-space"
        "::two spaces, one is enough%0AKeep one space\n"
        "::notice file=more agents.md,line=1,endLine=1,col=16,endColumn=49,title=cross-listed-entry"
        "::100%25 the same paper:%0Asee there%0ALink to the page\n"
    )


def test_notes_are_for_verbose(report: Report) -> None:
    assert "::notice" not in render("github", report)


def test_no_columns_across_lines() -> None:
    text = Text("a.md", "one\ntwo\n")
    found = Diagnostic("broken-title", Severity.WARNING, "a.md", Span(0, 6), "wrapped")
    assert render("github", Report((text,), (found,))) == (
        "::warning file=a.md,line=1,endLine=2,title=broken-title::wrapped\n"
    )


def test_a_file_name_cannot_add_properties_or_commands() -> None:
    text = Text("a,line=9::\r\n::error::.md", "one\n")
    found = Diagnostic("stray-space", Severity.WARNING, text.path, Span(0, 1), "\r\n::error::pwned")
    assert render("github", Report((text,), (found,))) == (
        "::warning file=a%2Cline=9%3A%3A%0D%0A%3A%3Aerror%3A%3A.md,line=1,endLine=1,col=1,endColumn=2,"
        "title=stray-space::%0D%0A::error::pwned\n"
    )
