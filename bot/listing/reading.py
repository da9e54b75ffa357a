"""A document comes in, a listing goes out: the second pass, in which the list as a whole decides."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.listing.choice import Preferences, choose_date, choose_link, choose_title, learn_preferences
from bot.listing.conventions import learn_conventions
from bot.listing.entry import Entry, Listing, Section
from bot.listing.evidence import Judged
from bot.listing.finding import find_shapes
from bot.listing.kinds import judge_kinds
from bot.listing.mentions import Place
from bot.listing.selection import select_entries
from bot.listing.values import DateLabel, Part
from bot.text import Span

if TYPE_CHECKING:
    from bot.document import Document
    from bot.listing.features import Features
    from bot.listing.mentions import Mention
    from bot.listing.shapes import Shapes
    from bot.listing.values import Kind
    from bot.papers.dates import DateMention
    from bot.papers.identifiers import Identifier


def read(document: Document) -> Listing:
    """The list of papers that a document is. Never fails: a document without entries is an empty list."""
    shapes = find_shapes(document)
    features = select_entries(document, shapes)
    preferences = learn_preferences(features)
    read_entries = [_choose(shapes, each, preferences) for each in features]
    kinds = judge_kinds([each.judged for each in read_entries])
    starts = _section_starts(document, shapes)
    entries = tuple([_assemble(document, starts, *each) for each in zip(read_entries, kinds, strict=True)])
    sections = _divide(document, shapes, starts, entries)
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
    link = choose_link(features, title, preferences)
    return _Read(Judged(features, title, link, date is not None, apart, heading), date)


def _assemble(document: Document, starts: list[int], chosen: _Read, kind: Kind) -> Entry:
    features, title, use = chosen.judged.features, chosen.judged.title, chosen.judged.use
    candidate = features.candidate
    part = None
    if title is not None:
        part = Part(title.text, features.prose_of(title.column).span(title.start, title.end))
    date = None
    if chosen.date is not None:
        mention, reading = chosen.date
        date = DateLabel(reading.text, mention.prose.span(mention.start, mention.end), reading.format, reading.value)
    span = document.lines_span(candidate.first, candidate.last)
    if candidate.head.runs:  # words of HTML may begin with what marks a quote elsewhere
        span = Span(min(span.start, candidate.head.runs[0].span.start), span.end)
    return Entry(
        span=span,
        carrier=candidate.carrier,
        kind=kind,
        section=max(bisect_right(starts, span.start) - 1, 0),
        title=part,
        link=use.link if use is not None else None,
        links=tuple(found.link for found in features.uses),
        work=use.identifier if use is not None else None,
        identifiers=_identifiers(features),
        date=date,
        siblings=candidate.group,
        number=candidate.number,
        head=candidate.head,
        details=tuple(features.details),
        cells=candidate.cells,
        columns=candidate.columns,
        title_place=(title.column, title.start, title.end) if title is not None else (-1, 0, 0),
    )


def _identifiers(features: Features) -> tuple[Identifier, ...]:
    return tuple(dict.fromkeys(use.identifier for use in features.uses if use.identifier is not None))


def _section_starts(document: Document, shapes: Shapes) -> list[int]:
    """Where each section begins; the first one begins with the text. A heading of an entry begins none."""
    starts = [0]
    for heading in shapes.headings[1:]:
        if heading.opens_section:
            starts.append(max(document.lines_span(heading.first, heading.last).start, starts[-1]))
    return starts


def _divide(document: Document, shapes: Shapes, starts: list[int], entries: tuple[Entry, ...]) -> tuple[Section, ...]:
    """The sections with the indexes of their entries."""
    members: list[list[int]] = [[] for _ in starts]
    for index, entry in enumerate(entries):
        members[entry.section].append(index)
    headings = [heading for heading in shapes.headings if heading.opens_section]
    path: list[tuple[int, str]] = []
    sections: list[Section] = []
    for heading, start, end, inside in zip(headings, starts, [*starts[1:], None], members, strict=True):
        words = " ".join(heading.prose.text.replace("\ufffc", "").split())
        path = [(level, above) for level, above in path if 0 < level < heading.level]
        place = document.lines_span(heading.first, heading.last) if heading.level else Span(start, start)
        whole = Span(start, max(_trimmed_end(document, start, end), place.end))
        sections.append(Section(whole, words, place, heading.level, tuple(above for _, above in path), tuple(inside)))
        path.append((heading.level, words))
    return tuple(sections)


def _trimmed_end(document: Document, start: int, end: int | None) -> int:
    """The end of `content[start:end]` without the line end and the marks before the next section's first words."""
    text = document.text
    if end is None:
        return len(text.content)
    line = text.line_at(end)
    return max(text.line_span(line - 1).end if line > 1 else start, start)
