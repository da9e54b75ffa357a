"""A report comes in; the JSON object that `schemas/report.schema.json` describes goes out, as a string."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.reports.facts import cut, fact_objects
from bot.reports.report import count

if TYPE_CHECKING:
    from bot.linter.diagnostics import Diagnostic, Fix
    from bot.reports.report import Report
    from bot.text import Span

VERSION = 1
"""Of the contract: it grows when a key changes its meaning or goes, not when one is added."""
MOST_RELATED = 1_000
"""Other places that a finding names; the schema allows no more."""


def render(report: Report) -> str:
    """All findings of the run, notes included, with their fixes; a newline ends it."""
    return f"{json.dumps(report_object(report), indent=2)}\n"


def report_object(report: Report) -> dict[str, object]:
    """The report as an object. Lines and columns are 1-based and count characters; the end is exclusive.

    The `start` and `end` of an edit are 0-based offsets in characters (Unicode code points, a byte order mark
    counts as one) into the decoded file.
    """
    counts = count(report.diagnostics)
    return {
        "version": VERSION,
        "diagnostics": [_diagnostic(diagnostic, report) for diagnostic in report.diagnostics],
        "not_run": [{"rule": each.slug, "reason": cut(each.reason)} for each in report.not_run],
        "facts": None if report.facts is None else fact_objects(report.facts),
        "summary": {
            "files": len(report.texts),
            "errors": counts.errors,
            "warnings": counts.warnings,
            "notes": counts.notes,
            "fixable": counts.fixable,
            "unsafe_fixable": counts.unsafe_fixable,
            "fixed": report.mended,
            "older": len(report.older),
        },
    }


def _diagnostic(diagnostic: Diagnostic, report: Report) -> dict[str, object]:
    return {
        **_place(diagnostic.path, diagnostic.span, report),
        "rule": diagnostic.rule,
        "severity": str(diagnostic.severity),
        "message": cut(diagnostic.message),
        "fix": _fix(diagnostic.fix) if diagnostic.fix else None,
        "related": [
            {**_place(each.path, each.span, report), "message": cut(each.message)}
            for each in diagnostic.related[:MOST_RELATED]
        ],
    }


def _place(path: str, span: Span, report: Report) -> dict[str, object]:
    start, end = report.place(path, span)
    return {
        "file": path,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
    }


def _fix(fix: Fix) -> dict[str, object]:
    edits = sorted(fix.edits, key=lambda edit: edit.span)
    return {
        "title": cut(fix.title),
        "safety": str(fix.safety),
        "edits": [{"start": edit.span.start, "end": edit.span.end, "text": edit.new} for edit in edits],
    }
