"""The entries that a change adds, each with what is found in it and what is known about it, for the summary."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.facts.model import Facts, Unknown, find_record
from bot.links import LinkState
from bot.linter.diagnostics import Severity
from bot.listing import Entry
from bot.listing.model import ListedEntry, named_paper
from bot.listing.values import date_of, section_name, venue_of
from bot.papers.identity import write_id
from bot.papers.similarity import Match, compare_titles
from bot.reviews.diff import Source
from bot.reviews.findings import CheckedPull, Finding
from bot.text import StrEnum

_DUPLICATE = "duplicate-entry"
_CROSS_LISTED = "cross-listed-entry"


class Outcome(StrEnum):
    """What is known about an added entry, in the order of what a maintainer looks at first."""

    ERROR = "error"
    DUPLICATE = "duplicate"
    WARNING = "warning"
    NOTE = "note"
    LISTED = "listed elsewhere"
    OTHER_TITLE = "other title"
    """The record has another title, which no rule calls wrong, or one that cannot be compared."""
    UNCHECKED = "not checked"
    REACHED = "link works"
    """Nothing else is known: no record of a paper."""
    VERIFIED = "verified"
    """A record has the title, and nothing is found."""


@dataclass(frozen=True, slots=True)
class AddedEntry:
    """A row of the table."""

    path: str
    line: int
    """One-based, in the file at the head."""
    title: str
    parts: tuple[str, ...]
    """What the list says beside the title, as far as it does: date, venue, section, and what the link names."""
    outcome: Outcome
    findings: tuple[Finding, ...] = ()
    """The most severe first."""
    remark: str = ""
    """What the outcome alone does not say: the record's title, or why nothing is known."""


def describe_added(checked: CheckedPull, findings: Sequence[Finding], least: Severity) -> tuple[AddedEntry, ...]:
    """The added entries, what needs a look first.

    `findings` are all of the change; a row has those of at least the severity `least`, and that its paper is listed
    elsewhere.
    """
    own = _findings_by_entry(checked.added, findings)
    sources = {listing.text.path: Source(listing.text.content) for listing in checked.listings}
    rows = (
        _describe_status(each, found, sources[each.listing.text.path], checked.facts, least)
        for each, found in zip(checked.added, own, strict=True)
    )
    order = {outcome: index for index, outcome in enumerate(Outcome)}
    return tuple(sorted(rows, key=lambda row: (order[row.outcome], row.path, row.line)))


def _findings_by_entry(added: Sequence[ListedEntry], findings: Iterable[Finding]) -> tuple[tuple[Finding, ...], ...]:
    """The findings in each of the added entries."""
    places = sorted((each.listing.text.path, each.entry.span, index) for index, each in enumerate(added))
    starts = [(path, span.start) for path, span, _ in places]
    found: list[list[Finding]] = [[] for _ in added]
    for finding in findings:
        path, span = finding.diagnostic.path, finding.diagnostic.span
        place = bisect_right(starts, (path, span.start)) - 1
        if place < 0 or finding.diagnostic.target == "":
            continue
        its_path, its_span, index = places[place]
        if its_path == path and span.start <= its_span.end:
            found[index].append(finding)
    return tuple(tuple(sorted(each, key=lambda finding: finding.rank)) for each in found)


def _describe_status(
    place: ListedEntry, found: Sequence[Finding], source: Source, facts: Facts | None, least: Severity
) -> AddedEntry:
    entry = place.entry
    shown = tuple(each for each in found if each.diagnostic.severity >= least)
    if shown:
        is_duplicate = all(each.diagnostic.rule == _DUPLICATE for each in shown)
        outcome, remark = Outcome.DUPLICATE if is_duplicate else Outcome(str(shown[0].diagnostic.severity)), ""
    elif shown := tuple(each for each in found if each.diagnostic.rule == _CROSS_LISTED):
        outcome, remark = Outcome.LISTED, ""
    else:
        outcome, remark = _verify(entry, facts)
    return AddedEntry(
        path=place.listing.text.path,
        line=source.line_at(entry.span.start),
        title=entry.title.value if entry.title is not None else entry.head.text,
        parts=_parts(place),
        outcome=outcome,
        findings=shown,
        remark=remark,
    )


def _parts(place: ListedEntry) -> tuple[str, ...]:
    """As the list will show them, so that a person sees what was read."""
    listing, entry = place
    date, venue = date_of(listing, entry), venue_of(listing, entry, entry.parts)
    work = write_id(entry.work) if entry.work is not None else ""
    found = (date.iso() if date else "", venue or "", section_name(listing, entry), work)
    return tuple(each for each in found if each)


def _verify(entry: Entry, facts: Facts | None) -> tuple[Outcome, str]:
    """What the facts say about an entry in which nothing was found, and what to add to that."""
    named = named_paper(entry)
    link = named[0] if named is not None else entry.link
    if facts is None or link is None:
        return Outcome.UNCHECKED, ""
    record = find_record(facts, link.href)
    if record is not None and entry.title is not None:
        if any(compare_titles(entry.title.value, title) is Match.SAME for title in record.all_titles):
            return Outcome.VERIFIED, record.source
        return Outcome.OTHER_TITLE, f'{record.source}: "{record.title}"'
    fact = facts.papers.get(named[1]) if named is not None else None
    if isinstance(fact, Unknown):
        return Outcome.UNCHECKED, fact.reason
    status = facts.links.get(link.href)
    if status is None:
        return Outcome.UNCHECKED, ""
    if status.state in (LinkState.OK, LinkState.MOVED):
        return Outcome.REACHED, ""
    return Outcome.UNCHECKED, status.reason
