"""The report in the Reviewdog Diagnostic Format, as one JSON object.

Source: `proto/rdf/reviewdog.proto` of reviewdog, message `DiagnosticResult`. Columns count the bytes of a line in
UTF-8 from 1, a byte order mark among them; the end of a range is exclusive.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.linter.diagnostics import Severity
from bot.reports.model import HOME, list_for_programs, rule_url
from bot.text import Span, plural

if TYPE_CHECKING:
    from bot.linter.diagnostics import Diagnostic, Fix
    from bot.reports.model import Report
    from bot.text import Text

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.NOTE: "INFO"}


def render(report: Report, *, verbose: bool = False) -> str:
    """The report as a `DiagnosticResult`; notes only when `verbose`."""
    listed = list_for_programs(report.shown(verbose=verbose))
    more = (
        replace(first, message=f"{plural(number, 'more finding')} of {first.rule} from here on", fix=None, related=())
        for first, number in listed.left_out
    )
    result = {
        "source": {"name": "paperlist-bot", "url": HOME},
        "diagnostics": [_diagnostic(each, report) for each in (*listed.diagnostics, *more)],
    }
    return f"{json.dumps(result, indent=2)}\n"


def _diagnostic(diagnostic: Diagnostic, report: Report) -> dict[str, object]:
    text = report.text(diagnostic.path)
    found: dict[str, object] = {
        "message": diagnostic.message,
        "location": _location(text, diagnostic.span),
        "severity": _SEVERITIES[diagnostic.severity],
        "code": {"value": diagnostic.rule, "url": rule_url(diagnostic.rule)},
    }
    if diagnostic.fix:
        found["suggestions"] = [_suggestion(diagnostic.fix, text)]
    if diagnostic.related:
        found["relatedLocations"] = [
            {"message": each.message, "location": _location(report.text(each.path), each.span)}
            for each in diagnostic.related
        ]
    return found


def _suggestion(fix: Fix, text: Text) -> dict[str, object]:
    """The edits of a fix belong together, and suggestions do not: one goes from the first edit to the last."""
    edits = sorted(fix.edits, key=lambda edit: edit.span)
    start = edits[0].span.start
    pieces, position = [], start
    for edit in edits:
        pieces += [text[Span(position, edit.span.start)], edit.new]
        position = edit.span.end
    return {"range": _range(text, Span(start, position)), "text": "".join(pieces)}


def _location(text: Text, span: Span) -> dict[str, object]:
    return {"path": text.path, "range": _range(text, span)}


def _range(text: Text, span: Span) -> dict[str, object]:
    return {"start": _position(text, span.start), "end": _position(text, span.end)}


def _position(text: Text, offset: int) -> dict[str, int]:
    line = text.line_at(offset)
    before = text.content[text.line_starts[line - 1] : offset]
    return {"line": line, "column": len(before.encode("utf-8", "surrogatepass")) + 1}
