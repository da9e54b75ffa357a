from __future__ import annotations

import json

from bot.linter.diagnostics import Diagnostic, Edit, Fix, Safety, Severity
from bot.reports.run import Report, render_statistics, render_statistics_json
from bot.text import Span, Text

FIX = Fix("Change it", (Edit(Span(0, 0), "x"),))
UNSAFE = Fix("Change it", (Edit(Span(0, 0), "x"),), Safety.UNSAFE)


def report(*kinds: tuple[str, Severity, Fix | None]) -> Report:
    found = tuple(Diagnostic(rule, severity, "a.md", Span(0, 0), "!", fix) for rule, severity, fix in kinds)
    return Report((Text("a.md", ""),), found)


SAMPLE = report(
    ("rare", Severity.ERROR, UNSAFE),
    *[("stray-space", Severity.WARNING, FIX)] * 1_200,
    ("noted", Severity.NOTE, FIX),
    ("also-rare", Severity.ERROR, None),
)


def test_the_most_frequent_rule_is_first() -> None:
    assert render_statistics(SAMPLE) == (
        "rule         count  fixable\n"
        "stray-space  1,200    1,200\n"
        "also-rare        1        0\n"
        "rare             1        0\n"
    )


def test_notes_are_for_verbose() -> None:
    assert "noted            1        1\n" in render_statistics(SAMPLE, verbose=True)


def test_nothing_found() -> None:
    assert (render_statistics(report()), render_statistics_json(report())) == ("", "[]\n")


def test_json_counts_notes_too() -> None:
    rows = json.loads(render_statistics_json(SAMPLE))
    assert [row["rule"] for row in rows] == ["stray-space", "also-rare", "noted", "rare"]
    assert rows[0] == {
        "rule": "stray-space",
        "count": 1_200,
        "errors": 0,
        "warnings": 1_200,
        "notes": 0,
        "fixable": 1_200,
        "unsafe_fixable": 0,
    }
