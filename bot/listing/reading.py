"""A document comes in, a listing goes out: the second pass, in which the list as a whole decides."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.listing.choice import Preferences, choose_date, choose_link, choose_title, learn_preferences
from bot.listing.conventions import learn_conventions
from bot.listing.entry import Carrier, DateLabel, Entry, Kind, Listing, Part, Section
from bot.listing.labels import Label
from bot.listing.mentions import Place
from bot.listing.parts import find_parts
from bot.listing.selection import select_entries
from bot.listing.shapes import find_shapes
from bot.text import Span
from bot.venues import find_venues

if TYPE_CHECKING:
    from bot.document import Document
    from bot.identifiers import Identifier
    from bot.listing.features import Features, LinkUse
    from bot.listing.options import Option
    from bot.listing.shapes import Shapes


def read(document: Document) -> Listing:
    """The list of papers that a document is. Never fails: a document without entries is an empty list."""
    shapes = find_shapes(document)
    features = select_entries(document, shapes)
    preferences = learn_preferences(features)
    titles = [choose_title(each, preferences) for each in features]
    entries = tuple(
        _assemble(document, shapes, each, title, preferences) for each, title in zip(features, titles, strict=True)
    )
    sections, entries = _divide(document, shapes, entries)
    roles = [str(title.role) if title is not None else "none" for title in titles]
    return Listing(document, sections, entries, learn_conventions(entries, sections, roles))


def _assemble(document: Document, shapes: Shapes, features: Features, title: Option | None, preferences: Preferences) -> Entry:
    candidate = features.candidate
    chosen = choose_date(features, title, preferences)
    use = choose_link(features, title)
    kind = Kind.OTHER
    if not _ABOUT_LIST.search(shapes.headings[candidate.section].prose.text):
        kind = _judge(features, title, use, chosen is not None)
    part = None
    if title is not None:
        part = Part(title.text, features.prose_of(title.column).span(title.start, title.end))
    date = None
    if chosen is not None:
        mention, reading = chosen
        prose = mention.prose
        date = DateLabel(reading.text, prose.span(mention.start, mention.end), reading.format, reading.value)
    parts = find_parts(features, title, chosen)
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


_ABOUT_LIST = re.compile(
    r"\b(?:contribut\w*|licen[cs]e|acknowledge?ments?|star history|contact|how to|citations?|citing|disclaimer)\b|贡献|致谢",
    re.IGNORECASE,
)
"""Headings of sections that speak of the list itself."""
_COMMENT = re.compile(r"^\W*(?:comments?|notes?|tips?|remarks?|ps|todo)\s*[:：]", re.IGNORECASE)


def _judge(features: Features, title: Option | None, use: LinkUse | None, dated: bool) -> Kind:
    """Whether an entry is about a paper: what it links to, what it says of itself, how it is dated."""
    if title is None or _COMMENT.match(features.head.text):
        return Kind.OTHER
    named = {each.identifier for each in features.uses if each.is_paper and not each.detail}
    if len(named) > 2 and title.likeness < 0.6:
        return Kind.OTHER
    if use is not None and (use.is_paper or use.label is Label.PAPER):
        return Kind.PAPER if title.likeness >= 0.4 or dated else Kind.OTHER
    if title.likeness < 0.6:
        return Kind.OTHER
    labels = {each.label for each in features.uses if not each.dated}
    if dated and use is not None and use.link is title.link:
        return Kind.PAPER
    if any(each.dated for each in features.uses):
        return Kind.PAPER
    if _names_venue(features, title):
        return Kind.PAPER
    return Kind.PAPER if dated and not labels - {None} else Kind.OTHER


def _names_venue(features: Features, title: Option) -> bool:
    """Whether the entry names a venue outside its title."""
    text = features.head.text
    if title.column < 0:
        text = text[: title.start] + " " + text[title.end :]
    return bool(find_venues(text))


def _divide(document: Document, shapes: Shapes, entries: tuple[Entry, ...]) -> tuple[tuple[Section, ...], tuple[Entry, ...]]:
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
    from dataclasses import replace

    return tuple(sections), tuple(replace(entry, section=numbers[entry.section]) for entry in entries)
