from __future__ import annotations

import json

from bot.reports import render
from bot.reports.report import Report
from bot.schema import load as load_schema
from bot.schema import problems, schema_problems


def test_the_contract(report: Report) -> None:
    value = json.loads(render("json", report))
    assert value == {
        "version": 1,
        "diagnostics": [
            {
                "file": "lists/agents.md",
                "line": 3,
                "column": 3,
                "end_line": 3,
                "end_column": 9,
                "rule": "impossible-date",
                "severity": "error",
                "message": "`[1700]` names no month",
                "fix": None,
                "related": [],
            },
            {
                "file": "lists/agents.md",
                "line": 3,
                "column": 67,
                "end_line": 3,
                "end_column": 69,
                "rule": "stray-space",
                "severity": "warning",
                "message": "two spaces, one is enough",
                "fix": {
                    "title": "Keep one space",
                    "safety": "safe",
                    "edits": [{"start": 79, "end": 81, "text": " "}],
                },
                "related": [],
            },
            {
                "file": "more agents.md",
                "line": 1,
                "column": 16,
                "end_line": 1,
                "end_column": 49,
                "rule": "cross-listed-entry",
                "severity": "note",
                "message": "100% the same paper:\nsee there",
                "fix": {
                    "title": "Link to the page",
                    "safety": "unsafe",
                    "edits": [{"start": 46, "end": 48, "text": ""}],
                },
                "related": [
                    {
                        "file": "lists/agents.md",
                        "line": 3,
                        "column": 11,
                        "end_line": 3,
                        "end_column": 24,
                        "message": "it stands here too",
                    }
                ],
            },
        ],
        "not_run": [
            {"rule": "missing-file", "reason": "nobody looked"},
            {"rule": "dead-link", "reason": "nobody looked"},
        ],
        "facts": None,
        "summary": {
            "files": 2,
            "errors": 1,
            "warnings": 1,
            "notes": 1,
            "fixable": 1,
            "unsafe_fixable": 1,
            "fixed": 0,
            "older": 0,
        },
    }
    assert problems("report", value) == ()


def test_an_empty_report_meets_the_schema() -> None:
    assert problems("report", json.loads(render("json", Report((), ())))) == ()


def test_the_schema_is_one() -> None:
    assert schema_problems(load_schema("report")) == ()
