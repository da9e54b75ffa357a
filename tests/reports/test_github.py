from __future__ import annotations

import re
from dataclasses import replace

from bot.facts.model import Facts
from bot.linter.diagnostics import Diagnostic, Severity
from bot.reports import render
from bot.reports.github import LONGEST, MOST
from bot.reports.run import Report
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


def many(errors: int, warnings: int) -> Report:
    """Warnings stand before errors, a finding a line."""
    text = Text("a.md", "x\n" * (errors + warnings))
    grades = (Severity.WARNING,) * warnings + (Severity.ERROR,) * errors
    found = (Diagnostic("x", grade, "a.md", Span(2 * line, 2 * line + 1), "!") for line, grade in enumerate(grades))
    return Report((text,), tuple(found))


def lines_of(words: str) -> list[tuple[str, int]]:
    """Kind and line of each annotation."""
    return [(kind, int(line)) for kind, line in re.findall(r"^::(\w+) file=a.md,line=(\d+)", words, re.MULTILINE)]


def test_nine_stand_alone() -> None:
    assert lines_of(render("github", many(0, MOST))) == [("warning", line) for line in range(1, 10)]
    assert "more" not in render("github", many(0, MOST))


def test_the_worst_come_first_and_the_rest_is_counted() -> None:
    words = render("github", many(4, 8))
    errors, warnings = [("error", line) for line in range(9, 13)], [("warning", line) for line in range(1, 6)]
    assert lines_of(words) == errors + warnings
    assert words.endswith(
        "\n::warning title=paperlist-bot::3 more findings: see the job summary, or run `bot lint` where the list is.\n"
    )


def test_the_rest_is_as_grave_as_its_worst() -> None:
    assert "\n::error title=paperlist-bot::1 more finding: " in render("github", many(10, 0))


def test_a_message_is_cut_where_the_runner_would() -> None:
    text = Text("a.md", "x\n")
    found = Diagnostic("x", Severity.ERROR, "a.md", Span(0, 1), "%😀" * LONGEST)
    message = render("github", Report((text,), (found,))).rstrip("\n").rpartition("::")[2].replace("%25", "%")
    assert (len(message), message[-1]) == (LONGEST, "…")
    assert len(message.encode("utf-16-le")) // 2 <= 4_096


def test_a_run_that_was_broken_off_says_so_within_the_ten() -> None:
    report = replace(many(0, MOST + 1), facts=Facts(interrupted=True))
    lines = render("github", report).splitlines()
    assert lines[0] == ("::warning title=paperlist-bot::Stopped before everything was checked; not checked: nothing.")
    assert (len(lines), lines[-1].partition("::2 more findings:")[1]) == (MOST + 1, "::2 more findings:")


def test_nothing_found_in_a_run_that_was_broken_off() -> None:
    assert render("github", Report((), (), facts=Facts(interrupted=True))).startswith("::warning title=paperlist-bot::")
