"""The report for programs of others: SARIF 2.1.0 for GitHub's code scanning, and the Reviewdog Diagnostic Format.

Sources: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0"; `proto/rdf/reviewdog.proto` of
reviewdog, message `DiagnosticResult`. There columns count the bytes of a line in UTF-8 from 1, a byte order mark
among them, and the end of a range is exclusive.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import PurePath
from urllib.parse import quote

from bot import __version__
from bot.linter.diagnostics import Diagnostic, Edit, Fix, Severity
from bot.linter.rule import Rule, summary_of
from bot.reports.run import HOME, MOST_ALIKE, Report, describe_skipped, list_for_programs, rule_url, warnings_of
from bot.text import Span, Text, plural

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
MOST_RESULTS = 25_000
"""GitHub takes no more in a run, and shows the first 5,000 by their severity."""

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def render(report: Report, *, verbose: bool = False) -> str:
    """The report as a SARIF log; notes only when `verbose`."""
    return f"{json.dumps(log(report, verbose=verbose), indent=2)}\n"


def log(report: Report, *, verbose: bool = False, most: int = MOST_RESULTS) -> dict[str, object]:
    """The SARIF log as an object: one run, with the worst findings where there are more than `most`."""
    found = report.shown(verbose=verbose)
    listed = list_for_programs(found).diagnostics
    shown = listed if len(listed) <= most else _worst(listed, most)
    indexes = {rule.slug: index for index, rule in enumerate(report.rules)}
    prints = _fingerprints(shown, report)
    results = [
        _result(diagnostic, report, indexes) | {"partialFingerprints": {"primaryLocationLineHash": fingerprint}}
        for diagnostic, fingerprint in zip(shown, prints, strict=True)
    ]
    driver = {
        "name": "paperlist-bot",
        "version": __version__,
        "informationUri": HOME,
        "rules": [_rule(rule) for rule in report.rules],
    }
    run: dict[str, object] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": results,
        "invocations": [_invocation(report, len(found) - len(shown))],
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(rule: Rule) -> dict[str, object]:
    from inspect import getdoc

    page = getdoc(type(rule)) or ""
    return {
        "id": rule.slug,
        "name": type(rule).__name__,
        "shortDescription": {"text": summary_of(rule)},
        "fullDescription": {"text": page},
        "helpUri": rule_url(rule.slug),
        "help": {"text": page, "markdown": page},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _worst(found: Sequence[Diagnostic], most: int) -> tuple[Diagnostic, ...]:
    """The first ones, in their order."""
    ranked = sorted(range(len(found)), key=lambda index: -found[index].severity)
    return tuple(found[index] for index in sorted(ranked[:most]))


def _invocation(report: Report, left_out: int) -> dict[str, object]:
    """Whether the run went to its end, which rules it could not run, and how many findings had no room."""
    lacking = [
        {
            "associatedRule": {"id": each.slug},
            "level": "note",
            "message": {"text": f"{each.slug} was not run: {each.reason}"},
        }
        for each in report.not_run
    ]
    invocation: dict[str, object] = {
        "executionSuccessful": not (report.has_read_nothing or (report.facts is not None and report.facts.unreached)),
        "toolConfigurationNotifications": lacking,
    }
    warnings = [each for each in (*warnings_of(report), describe_skipped(report.paper_links)) if each]
    if left_out:
        most = f"{MOST_ALIKE:,} of a rule in a list, {MOST_RESULTS:,} in all"
        warnings.append(f"{plural(left_out, 'more finding')}: this file holds no more than {most}")
    if warnings:
        invocation["toolExecutionNotifications"] = [{"level": "warning", "message": {"text": it}} for it in warnings]
    return invocation


def _result(diagnostic: Diagnostic, report: Report, indexes: dict[str, int]) -> dict[str, object]:
    index = indexes.get(diagnostic.rule)
    result: dict[str, object] = {
        "ruleId": diagnostic.rule,
        **({} if index is None else {"ruleIndex": index}),
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": diagnostic.message},
        "locations": [_location(diagnostic.path, diagnostic.span, report)],
    }
    if diagnostic.related:
        result["relatedLocations"] = [
            {**_location(each.path, each.span, report), "id": number, "message": {"text": each.message}}
            for number, each in enumerate(diagnostic.related, 1)
        ]
    if diagnostic.reasons:
        result["properties"] = {"reasons": list(diagnostic.reasons)}
    if diagnostic.fix:
        result["fixes"] = [_fix(diagnostic.fix, diagnostic.path, report)]
    return result


def _location(path: str, span: Span, report: Report) -> dict[str, object]:
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(path)}, "region": _region(path, span, report)}}


def _region(path: str, span: Span, report: Report) -> dict[str, int]:
    start, end = report.place(path, span)
    return {"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column}


def _fix(fix: Fix, path: str, report: Report) -> dict[str, object]:
    def replacement(edit: Edit) -> dict[str, object]:
        return {"deletedRegion": _region(path, edit.span, report), "insertedContent": {"text": edit.new}}

    edits = sorted(fix.edits, key=lambda edit: edit.span)
    change = {"artifactLocation": {"uri": _uri(path)}, "replacements": [replacement(edit) for edit in edits]}
    return {"description": {"text": fix.title}, "artifactChanges": [change]}


def _uri(path: str) -> str:
    """A URI reference: an absolute one for an absolute path, else relative to where the run started."""
    pure = PurePath(path)
    return pure.as_uri() if pure.is_absolute() else quote(pure.as_posix(), errors="surrogateescape")


def _fingerprints(diagnostics: Sequence[Diagnostic], report: Report) -> list[str]:
    """For each finding what stays when lines move: a hash of its line without spaces, an ordinal among equals."""
    hashes: dict[tuple[str, int], str] = {}
    seen: dict[tuple[str, str, str], int] = {}
    prints = []
    for diagnostic in diagnostics:
        text = report.text(diagnostic.path)
        line = text.line_at(diagnostic.span.start)
        if (diagnostic.path, line) not in hashes:
            squeezed = "".join(text[text.line_span(line)].split())
            hashes[diagnostic.path, line] = sha256(squeezed.encode()).hexdigest()[:16]
        key = (diagnostic.rule, diagnostic.path, hashes[diagnostic.path, line])
        seen[key] = seen.get(key, 0) + 1
        prints.append(f"{key[2]}:{seen[key]}")
    return prints


_RDJSON_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.NOTE: "INFO"}


def render_rdjson(report: Report, *, verbose: bool = False) -> str:
    """The report as a `DiagnosticResult`; notes only when `verbose`."""
    listed = list_for_programs(report.shown(verbose=verbose))
    more = (
        replace(first, message=f"{plural(number, 'more finding')} of {first.rule} from here on", fix=None, related=())
        for first, number in listed.left_out
    )
    result = {
        "source": {"name": "paperlist-bot", "url": HOME},
        "diagnostics": [_rdjson_diagnostic(each, report) for each in (*listed.diagnostics, *more)],
    }
    return f"{json.dumps(result, indent=2)}\n"


def _rdjson_diagnostic(diagnostic: Diagnostic, report: Report) -> dict[str, object]:
    text = report.text(diagnostic.path)
    found: dict[str, object] = {
        "message": diagnostic.message,
        "location": _rdjson_location(text, diagnostic.span),
        "severity": _RDJSON_SEVERITIES[diagnostic.severity],
        "code": {"value": diagnostic.rule, "url": rule_url(diagnostic.rule)},
    }
    if diagnostic.fix:
        found["suggestions"] = [_suggestion(diagnostic.fix, text)]
    if diagnostic.related:
        found["relatedLocations"] = [
            {"message": each.message, "location": _rdjson_location(report.text(each.path), each.span)}
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
    return {"range": _rdjson_range(text, Span(start, position)), "text": "".join(pieces)}


def _rdjson_location(text: Text, span: Span) -> dict[str, object]:
    return {"path": text.path, "range": _rdjson_range(text, span)}


def _rdjson_range(text: Text, span: Span) -> dict[str, object]:
    return {"start": _position(text, span.start), "end": _position(text, span.end)}


def _position(text: Text, offset: int) -> dict[str, int]:
    line = text.line_at(offset)
    before = text.content[text.line_starts[line - 1] : offset]
    return {"line": line, "column": len(before.encode("utf-8", "surrogatepass")) + 1}
