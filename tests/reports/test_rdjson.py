from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from bot.linter.diagnostics import Diagnostic, Edit, Fix, Severity, apply
from bot.linter.engine import Plan, check
from bot.linter.rule import ActiveRule
from bot.linter.survey import Survey
from bot.reports import render
from bot.reports.run import Report
from bot.rules import RULES
from bot.text import Span, Text

LISTS = sorted((Path(__file__).parents[1] / "listing" / "lists").glob("*.md"))
RULES_PAGE = "https://github.com/paperlist-bot/paperlist-bot/blob/main/docs/rules.md"


def test_a_result_with_everything(report: Report) -> None:
    """A wide character takes three bytes, and a byte order mark of another line none."""
    value = json.loads(render("rdjson", report, verbose=True))
    assert value["source"] == {"name": "paperlist-bot", "url": "https://github.com/paperlist-bot/paperlist-bot"}
    assert [each["severity"] for each in value["diagnostics"]] == ["ERROR", "WARNING", "INFO"]
    assert value["diagnostics"][2] == {
        "message": "100% the same paper:\nsee there",
        "location": {
            "path": "more agents.md",
            "range": {"start": {"line": 1, "column": 20}, "end": {"line": 1, "column": 53}},
        },
        "severity": "INFO",
        "code": {"value": "cross-listed-entry", "url": f"{RULES_PAGE}#cross-listed-entry"},
        "suggestions": [{"range": {"start": {"line": 1, "column": 51}, "end": {"line": 1, "column": 53}}, "text": ""}],
        "relatedLocations": [
            {
                "message": "it is also here",
                "location": {
                    "path": "lists/agents.md",
                    "range": {"start": {"line": 3, "column": 11}, "end": {"line": 3, "column": 24}},
                },
            }
        ],
    }


def test_notes_are_for_verbose(report: Report) -> None:
    assert "cross-listed-entry" not in render("rdjson", report)


def applied(text: Text, suggestion: dict[str, object]) -> str:
    """The text with a suggestion in it, as reviewdog reads one: lines, and bytes of a line."""
    lines = text.content.encode().split(b"\n")
    starts = [sum(len(line) + 1 for line in lines[:index]) for index in range(len(lines))]
    places = json.loads(json.dumps(suggestion["range"]))
    start, end = (starts[places[key]["line"] - 1] + places[key]["column"] - 1 for key in ("start", "end"))
    data = text.content.encode()
    return (data[:start] + str(suggestion["text"]).encode() + data[end:]).decode()


@pytest.mark.parametrize(
    ("content", "edits"),
    [
        pytest.param("世界 a\n", ((0, 1, "x"),), id="wide"),
        pytest.param("\ufeffab\n", ((1, 2, ""),), id="byte order mark"),
        pytest.param("a\r\nb\r\nc\r\n", ((3, 6, ""),), id="a line"),
        pytest.param("a\nb\nc", ((5, 5, "d\n"),), id="at the end"),
        pytest.param("é1 é2 é3\n", ((1, 2, "一"), (4, 5, "二"), (7, 8, "三")), id="several edits"),
    ],
)
def test_a_suggestion_is_the_whole_fix(content: str, edits: tuple[tuple[int, int, str], ...]) -> None:
    text = Text("a.md", content)
    fix = Fix("Change it", tuple(Edit(Span(start, end), new) for start, end, new in edits))
    found = Diagnostic("x", Severity.ERROR, "a.md", Span(0, 1), "!", fix)
    (result,) = json.loads(render("rdjson", Report((text,), (found,))))["diagnostics"]
    assert [applied(text, each) for each in result["suggestions"]] == [apply(content, (fix,)).content]


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_suggestions_for_whole_lists_are_their_fixes(path: Path) -> None:
    text = Text(path.name, path.read_text(encoding="utf-8"))
    listings, context = Survey(date(2026, 11, 21))((text,))
    found = check(listings, Plan(tuple(ActiveRule(rule) for rule in RULES)), context).diagnostics
    results = json.loads(render("rdjson", Report((text,), found), verbose=True))["diagnostics"]
    assert [[applied(text, each) for each in result.get("suggestions", ())] for result in results] == [
        [apply(text.content, (each.fix,)).content] if each.fix else [] for each in found
    ]
