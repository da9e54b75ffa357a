"""A list of a few hundred kilobytes makes no report of many megabytes, and what is left out is counted."""

from __future__ import annotations

import json
from functools import cache

import pytest

from bot.linter.diagnostics import Diagnostic, Edit, Fix, Related, Severity
from bot.linter.schema import problems
from bot.reports import render
from bot.reports.run import MOST_ALIKE, MOST_PLACES, Report, list_for_programs
from bot.text import Span, Text

pytestmark = pytest.mark.slow
COUNT = 3_000
CONTENT = "A line of seventy characters, as an entry of a list of papers may be.\n" * COUNT
SIZE = len(CONTENT) // COUNT
FIX = Fix("Sort the section", tuple(Edit(Span(SIZE * n, SIZE * n), "x" * SIZE) for n in range(COUNT)))
PLACES = tuple(Related("a.md", Span(SIZE * n, SIZE * n + 1), "the same paper") for n in range(COUNT))


@cache
def report(severity: Severity = Severity.WARNING) -> Report:
    """Each line has a finding that names all others, and a fix that it shares with them."""
    found = (
        Diagnostic("some-rule", severity, "a.md", Span(SIZE * n, SIZE * n + 1), "is " * 20_000, FIX, PLACES)
        for n in range(COUNT)
    )
    return Report((Text("a.md", CONTENT),), tuple(found))


@cache
def rendered(form: str) -> str:
    """What the tests below read: it takes a second to make."""
    return render(form, report())


@pytest.mark.parametrize("form", ["json", "sarif", "rdjson", "markdown"])
def test_the_size_of_a_report(form: str) -> None:
    assert len(rendered(form)) < 20_000_000


def test_json_counts_what_is_left_out() -> None:
    value = json.loads(rendered("json"))
    assert problems("report", value) == ()
    assert len(value["diagnostics"]) == MOST_ALIKE
    assert (value["summary"]["left_out"], value["summary"]["warnings"]) == (COUNT - MOST_ALIKE, COUNT)


def test_rdjson_and_sarif_say_what_is_left_out() -> None:
    words = json.loads(rendered("rdjson"))["diagnostics"]
    assert words[MOST_ALIKE]["message"] == "2,000 more findings of some-rule from here on"
    assert words[MOST_ALIKE]["location"]["range"]["start"]["line"] == MOST_ALIKE + 1
    (run,) = json.loads(rendered("sarif"))["runs"]
    assert len(run["results"]) == MOST_ALIKE
    assert "2,000 more findings: " in run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]


def test_the_worst_of_a_rule_stay_in_their_order() -> None:
    found = report(Severity.NOTE).diagnostics[:-1] + report(Severity.ERROR).diagnostics[-1:]
    listed = list_for_programs(found)
    assert [each.span.start // SIZE for each in listed.diagnostics] == [*range(MOST_ALIKE - 1), COUNT - 1]
    assert listed.count_left_out() == COUNT - MOST_ALIKE


def test_rules_and_lists_have_their_own_room() -> None:
    found = [Diagnostic(f"rule-{n % 2}", Severity.ERROR, f"{n % 3}.md", Span(0, 1), "!") for n in range(6 * MOST_ALIKE)]
    assert list_for_programs(found) == (tuple(found), ())


def test_a_fix_that_many_share_is_written_as_often_as_there_is_room() -> None:
    listed = list_for_programs(report().diagnostics).diagnostics
    fixed = [each.fix is not None for each in listed]
    assert fixed[0]
    assert 0 < sum(fixed) < 20
    assert all(len(each.related) == MOST_PLACES for each in listed)
