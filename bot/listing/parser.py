"""All candidates of a document come in; those that are entries go out, each with the details that belong to it.

What a block is, the list as a whole decides: headings carry papers where most headings of their level do, a
nested bullet is a detail where its parent has the title, a paragraph is an entry where paragraphs like it are.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.listing.candidates import find_shapes
from bot.listing.classification import Judged, judge_kinds
from bot.listing.conventions import learn_conventions
from bot.listing.dates import Position
from bot.listing.entries import Pool, take_headings, take_items, take_loose, take_summaries, take_titled_lists
from bot.listing.features import Features, find_features
from bot.listing.model import Entry, Listing, Section
from bot.listing.parts import Carrier, DateLabel, Part
from bot.listing.preferences import Preferences, choose_date, choose_link, choose_title, learn_preferences
from bot.papers.dates import find_dates
from bot.text import Span, lazy_pattern

if TYPE_CHECKING:
    from bot.document import Document
    from bot.listing.candidates import Shapes
    from bot.listing.dates import DateCandidate
    from bot.listing.parts import Kind
    from bot.papers.dates import DateMention
    from bot.papers.identifiers import Identifier


_NEWS = lazy_pattern(
    r"\b(?:news|updates?|what'?s new|change ?log|release notes?|announcements?|recent activity|latest)\b"
    r"|最新|更新|新闻|动态",
    re.IGNORECASE,
)


def is_news(heading: str) -> bool:
    """Whether a section under this heading tells news, which repeat papers on purpose."""
    return bool(_NEWS.search(heading)) and len(heading.split()) <= 6


def select_entries(document: Document, shapes: Shapes) -> list[Features]:
    """The candidates that are entries, in order, with their details joined to them; no two share a line."""
    pool = Pool(document, shapes, [find_features(candidate) for candidate in shapes.candidates])
    _drop_contents(pool)
    take_headings(pool)
    take_summaries(pool)
    take_titled_lists(pool)
    take_items(pool)
    take_loose(pool, Carrier.PARAGRAPH)
    take_loose(pool, Carrier.HTML)
    pool.chosen.update(pool.of(Carrier.ROW))
    return _separate(pool)


def _separate(pool: Pool) -> list[Features]:
    """The entries without those that begin on a line of another one; each ends before the next one or a heading."""
    firsts: dict[int, int] = {}
    for index in sorted(pool.chosen, key=lambda index: pool.features[index].candidate.first):
        firsts.setdefault(pool.features[index].candidate.first, index)
    stops = sorted({*firsts, *(heading.first for heading in pool.shapes.headings if heading.opens_section)})
    for first, index in firsts.items():
        following = bisect_right(stops, first)
        if following < len(stops) and pool.features[index].candidate.last >= stops[following]:
            pool.end_before(index, stops[following])
    return [pool.features[index] for index in firsts.values()]


def _drop_contents(pool: Pool) -> None:
    """Contents tables and news are no entries; nor is what links nowhere but into this page."""
    skipped = [False] * len(pool.shapes.headings)
    level = 0
    for number, heading in enumerate(pool.shapes.headings):
        words = heading.prose.text
        if level and heading.level > level and find_dates(words):
            skipped[number] = True
            continue
        level = heading.level if is_news(words) else 0
        skipped[number] = is_news(words)
    for index, features in enumerate(pool.features):
        links = [use.link for use in features.uses]
        inward = bool(links) and all(link.href.startswith("#") for link in links)
        if skipped[features.candidate.section] or (inward and features.candidate.carrier is not Carrier.HEADING):
            pool.taken[index] = True


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
    return Listing(document, sections, entries, learn_conventions(entries, sections))


@dataclass(frozen=True, slots=True)
class _Read:
    """An entry with what was chosen for it."""

    judged: Judged
    date: tuple[DateCandidate, DateMention] | None


def _choose(shapes: Shapes, features: Features, preferences: Preferences) -> _Read:
    title = choose_title(features, preferences)
    date = choose_date(features, title, preferences)
    heading = shapes.headings[features.candidate.section].prose.text
    apart = date is not None and date[0].place in (Position.LABEL, Position.LINK, Position.CELL)
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
