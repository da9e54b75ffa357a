"""The report as JSON, with facts and their evidence; and reading back such a report, which nobody vouches for."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from bot.facts.model import Absent, Facts, PaperFact, Repository, RepositoryFact, Unknown, Unrecorded, WorkFact
from bot.facts.questions import find_unchecked
from bot.links import LinkState, LinkStatus
from bot.linter.diagnostics import Diagnostic, Fix
from bot.linter.schema import validator
from bot.papers.identity import write_id
from bot.papers.record import Evidence, Record
from bot.reports.run import Report, count, list_for_programs
from bot.text import Span, shorten

LONGEST = 10_000
"""Characters of a message or a title; the schema allows no more."""
LONGEST_TARGET = 131_072
"""Characters of an address; a target that is longer is left out."""
MOST_TITLES = 1_000


def fact_objects(facts: Facts) -> list[dict[str, object]]:
    """Papers, then other works, repositories and links, each in the order of the lists."""
    return [each for each in _objects(facts) if len(str(each["target"])) <= LONGEST_TARGET]


def _shorten(text: str) -> str:
    return shorten(text, LONGEST)


def age_of(evidence: Sequence[Evidence], facts: Facts) -> int | None:
    """Whole seconds from the latest observation to the time when the run began to ask; None without any."""
    latest = max((each.time for each in evidence), default=None)
    return None if latest is None else max(int(facts.asked_at - latest), 0)


def _objects(facts: Facts) -> Iterator[dict[str, object]]:
    for identifier, paper in facts.papers.items():
        yield _fact("paper", str(identifier), paper, facts)
    for name, work in facts.works.items():
        if isinstance(work, Record):
            yield _fact("paper", write_id(name), work, facts) | {"details": _record_details(work)}
        elif "://" not in name:  # most pages are not about a paper, and say nothing
            yield _fact("paper", write_id(name), work, facts)
    for identifier, repository in facts.repositories.items():
        yield _fact("repository", str(identifier), repository, facts)
    for link in facts.links.values():
        yield _fact("link", link.url, link, facts)


def _fact(
    kind: str, target: str, fact: PaperFact | WorkFact | RepositoryFact | LinkStatus, facts: Facts
) -> dict[str, object]:
    state, reason = "known", ""
    details: dict[str, object] | None = None
    match fact:
        case LinkStatus():
            state, reason = fact.state.value, fact.reason
            details = None if fact.target is None else {"moved_to": fact.target}
        case Unknown() | Unrecorded():
            state, reason = "unknown", fact.reason
        case Absent():
            state = "absent"
        case Record():
            details = _paper_details(fact)
        case Repository():
            details = {"name": fact.name, "archived": fact.archived, "moved_to": fact.moved_to}
    evidence = () if isinstance(fact, Unrecorded) else fact.evidence
    return {
        "kind": kind,
        "target": target,
        "state": state,
        "reason": _shorten(reason),
        "age": age_of(evidence, facts),
        "evidence": [_observation(each) for each in evidence],
        "details": details,
    }


def _observation(evidence: Evidence) -> dict[str, object]:
    moment = datetime.fromtimestamp(evidence.time, UTC)
    return {
        "time": f"{moment:%Y-%m-%dT%H:%M:%SZ}",
        "url": evidence.url,
        "status": evidence.status,
        "note": _shorten(evidence.note),
    }


def _paper_details(fact: Record) -> dict[str, object]:
    return {
        "title": _shorten(fact.title),
        "other_titles": fact.titles and [_shorten(each) for each in fact.titles[:MOST_TITLES]],
        "version": fact.version,
        "comment": _shorten(fact.comment) or None,
        "journal_reference": _shorten(fact.journal_reference) or None,
        "withdrawn": fact.withdrawn,
    }


def _record_details(record: Record) -> dict[str, object]:
    return {
        "title": _shorten(record.title),
        "other_titles": record.titles and [_shorten(each) for each in record.titles[:MOST_TITLES]],
        "authors": [_shorten(each) for each in record.authors[:MOST_TITLES]],
        "venue": _shorten(record.venue),
        "year": record.year,
        "source": _shorten(record.source),
    }


VERSION = 1
"""Of the contract: it grows when a key changes its meaning or goes, not when one is added."""
MOST_UNCHECKED = 10_000
"""Services and hosts without an answer; the schema allows no more."""


def render(report: Report) -> str:
    """All findings of the run, notes included, with their fixes; a newline ends it."""
    return f"{json.dumps(report_object(report), indent=2)}\n"


def render_facts(facts: Facts) -> str:
    """What is known about links and papers, in the form that it has in the report."""
    return f"{json.dumps({'version': VERSION, 'facts': fact_objects(facts)}, indent=2)}\n"


def report_object(report: Report) -> dict[str, object]:
    """The report as an object. Lines and columns are 1-based and count characters; the end is exclusive.

    The `start` and `end` of an edit are 0-based offsets in characters (Unicode code points, a byte order mark
    counts as one) into the decoded file; `start_byte` and `end_byte` are the same places in the file itself.
    """
    counts, listed = count(report.diagnostics), list_for_programs(report.diagnostics)
    offsets = _byte_offsets(listed.diagnostics, report)
    return {
        "version": VERSION,
        "diagnostics": [_diagnostic(diagnostic, report, offsets) for diagnostic in listed.diagnostics],
        "not_run": [{"rule": each.slug, "reason": _shorten(each.reason)} for each in report.not_run],
        "facts": None if report.facts is None else fact_objects(report.facts),
        "unchecked": [] if report.facts is None else _unchecked(report.facts),
        "without_entries": list(report.empty),
        "summary": {
            "files": len(report.texts),
            **counts._asdict(),
            "fixed": len(report.fixed),
            "fixed_by_rule": dict(Counter(report.fixed).most_common()),
            "older": report.count_older(),
            "left_out": listed.count_left_out(),
            "paper_links": report.paper_links.total,
            "skipped_paper_links": report.paper_links.skipped,
        },
    }


def _unchecked(facts: Facts) -> list[dict[str, object]]:
    """How many papers, repositories and links could not be checked, by who gave no answer."""
    found = find_unchecked(facts)[:MOST_UNCHECKED]
    return [
        {"kind": each.kind, "service": _shorten(each.service), "reason": _shorten(each.reason), "count": each.count}
        for each in found
    ]


def _byte_offsets(diagnostics: Sequence[Diagnostic], report: Report) -> Mapping[str, Mapping[int, int]]:
    """For each file the offset in bytes of each offset in characters at which an edit starts or ends."""
    wanted: dict[str, set[int]] = {}
    for each in diagnostics:
        if each.fix is not None:
            ends = wanted.setdefault(each.path, set())
            ends.update(offset for edit in each.fix.edits for offset in (edit.span.start, edit.span.end))
    return {path: _count_bytes(report.text(path).content, sorted(ends)) for path, ends in wanted.items()}


def _count_bytes(content: str, offsets: Sequence[int]) -> Mapping[int, int]:
    """How many bytes of UTF-8 are before each of `offsets`, which ascend."""
    found, position, size = {}, 0, 0
    for offset in offsets:
        size += len(content[position:offset].encode("utf-8", "surrogatepass"))
        found[offset], position = size, offset
    return found


def _diagnostic(diagnostic: Diagnostic, report: Report, offsets: Mapping[str, Mapping[int, int]]) -> dict[str, object]:
    return {
        **_place(diagnostic.path, diagnostic.span, report),
        "rule": diagnostic.rule,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        "fix": _fix(diagnostic.fix, offsets[diagnostic.path]) if diagnostic.fix else None,
        "related": [{**_place(each.path, each.span, report), "message": each.message} for each in diagnostic.related],
        "reasons": [_shorten(each) for each in diagnostic.reasons],
    }


def _place(path: str, span: Span, report: Report) -> dict[str, object]:
    start, end = report.place(path, span)
    return {"file": path, "line": start.line, "column": start.column, "end_line": end.line, "end_column": end.column}


def _fix(fix: Fix, offsets: Mapping[int, int]) -> dict[str, object]:
    edits = (
        {
            "start": edit.span.start,
            "end": edit.span.end,
            "start_byte": offsets[edit.span.start],
            "end_byte": offsets[edit.span.end],
            "text": edit.new,
        }
        for edit in sorted(fix.edits, key=lambda edit: edit.span)
    )
    return {"title": _shorten(fix.title), "safety": str(fix.safety), "edits": list(edits)}


LARGEST = 2_000_000
"""Bytes; a larger report is not read."""


class UnusableError(Exception):
    """The report cannot be used; the text says why, as a clause."""


def read_states(data: bytes) -> Mapping[str, LinkState] | None:
    """The state of each link, by URL as the list writes it; None if the run gathered no facts.

    Raises UnusableError for what is not a report as `schemas/report.schema.json` has it.
    """
    if len(data) > LARGEST:
        raise UnusableError(f"it has more than {LARGEST:,} bytes")
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UnusableError("it is not valid JSON") from error
    if not validator("report").is_valid(value):
        raise UnusableError("it does not have the form of a report")
    facts = value["facts"]
    if facts is None:
        return None
    states = {state.value: state for state in LinkState}
    return {
        fact["target"]: states[fact["state"]] for fact in facts if fact["kind"] == "link" and fact["state"] in states
    }


def dead_links_only(states: Mapping[str, LinkState]) -> Facts:
    """The facts that such a report may contribute: which links are dead, not where others have moved to."""
    dead = {url: LinkStatus(url, state) for url, state in states.items() if state is LinkState.DEAD}
    return Facts(links=dead)
