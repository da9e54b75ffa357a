"""A document comes in, a listing goes out: the second pass, in which the list as a whole decides."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.listing.choice import Preferences, choose_date, choose_link, choose_title, learn_preferences
from bot.listing.conventions import learn_conventions
from bot.listing.entry import DateLabel, Entry, Listing, Part, Section
from bot.listing.kinds import Judged, judge_kinds
from bot.listing.mentions import Place
from bot.listing.parts import find_parts
from bot.listing.selection import select_entries
from bot.listing.shapes import find_shapes
from bot.text import Span

if TYPE_CHECKING:
    from bot.dates import DateMention
    from bot.document import Document
    from bot.identifiers import Identifier
    from bot.listing.entry import Kind
    from bot.listing.features import Features
    from bot.listing.mentions import Mention
    from bot.listing.shapes import Shapes


def read(document: Document) -> Listing:
    """The list of papers that a document is. Never fails: a document without entries is an empty list."""
    shapes = find_shapes(document)
    features = select_entries(document, shapes)
    preferences = learn_preferences(features)
    read_entries = [_choose(shapes, each, preferences) for each in features]
    kinds = judge_kinds([each.judged for each in read_entries])
    entries = tuple(_assemble(document, each, kind) for each, kind in zip(read_entries, kinds, strict=True))
    sections, entries = _divide(document, shapes, entries)
    roles = [str(each.judged.title.role) if each.judged.title is not None else "none" for each in read_entries]
    return Listing(document, sections, entries, learn_conventions(entries, sections, roles))


@dataclass(frozen=True, slots=True)
class _Read:
    """An entry with what was chosen for it."""

    judged: Judged
    date: tuple[Mention, DateMention] | None


def _choose(shapes: Shapes, features: Features, preferences: Preferences) -> _Read:
    title = choose_title(features, preferences)
    date = choose_date(features, title, preferences)
    heading = shapes.headings[features.candidate.section].prose.text
    apart = date is not None and date[0].place in (Place.LABEL, Place.LINK, Place.CELL)
    return _Read(Judged(features, title, choose_link(features, title), date is not None, apart, heading), date)


def _assemble(document: Document, chosen: _Read, kind: Kind) -> Entry:
    features, title, use = chosen.judged.features, chosen.judged.title, chosen.judged.use
    candidate = features.candidate
    part = None
    if title is not None:
        part = Part(title.text, features.prose_of(title.column).span(title.start, title.end))
    date = None
    if chosen.date is not None:
        mention, reading = chosen.date
        date = DateLabel(reading.text, mention.prose.span(mention.start, mention.end), reading.format, reading.value)
    parts = find_parts(features, title)
    return Entry(
        span=document.lines_span(candidate.first, candidate.last),
        carrier=candidate.carrier,
        kind=kind,
        section=candidate.section,
        title=part,
        link=use.link if use is not None else None,
        links=tuple(found.link for found in features.uses),
        work=use.identifier if use is not None else None,
        identifiers=_identifiers(features),
        date=date,
        venue=parts.venue,
        affiliation=parts.affiliation,
        citations=parts.citations,
        comment=parts.comment,
        marks=parts.marks,
        siblings=candidate.group,
        number=candidate.number,
        head=candidate.head,
        details=tuple(features.details),
        cells=candidate.cells,
    )


def _identifiers(features: Features) -> tuple[Identifier, ...]:
    return tuple(dict.fromkeys(use.identifier for use in features.uses if use.identifier is not None))


def _divide(
    document: Document, shapes: Shapes, entries: tuple[Entry, ...]
) -> tuple[tuple[Section, ...], tuple[Entry, ...]]:
    """The sections with the indexes of their entries, and the entries with the indexes of their sections."""
    numbers: dict[int, int] = {}
    sections: list[Section] = []
    path: list[tuple[int, str]] = []
    members: dict[int, list[int]] = {}
    for index, entry in enumerate(entries):
        members.setdefault(entry.section, []).append(index)
    for number, heading in enumerate(shapes.headings):
        if heading.is_entry:
            continue
        words = re.sub(r"\s+", " ", heading.prose.text.replace("\ufffc", "")).strip()
        path = [(level, above) for level, above in path if level < heading.level]
        numbers[number] = len(sections)
        span = document.lines_span(heading.first, max(heading.end, heading.first))
        own = document.lines_span(heading.first, heading.last)
        sections.append(
            Section(
                Span(own.start, span.end),
                words,
                own if heading.level else Span(own.start, own.start),
                heading.level,
                tuple(above for _, above in path),
                tuple(members.get(number, ())),
            )
        )
        path.append((heading.level, words))
    return tuple(sections), tuple(replace(entry, section=numbers[entry.section]) for entry in entries)
