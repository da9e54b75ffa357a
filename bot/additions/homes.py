"""Which section is meant by a name, which of a row of dates a paper belongs in, and how a new one is opened."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bot.additions.insertion import Place
from bot.document.anchors import slug
from bot.linter.diagnostics import Edit
from bot.listing import Order
from bot.listing.places import Sorting, SortKey, find_place
from bot.papers.dates import PartialDate, find_dates, rewrite_date
from bot.text import Span, lazy_pattern, suggestion

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.document import Link
    from bot.listing import Listing, Section
    from bot.papers.dates import DateMention

_PATH = " > "
_WITH_LINE = lazy_pattern(r"(.+) \(line (\d{1,7})\)")
_TABLE_LINE = lazy_pattern(r"[ \t]*\|?[ \t:|-]*-[ \t:|-]*\|?[ \t]*")
_NOT_DATE = lazy_pattern(r"[^\W\d_]{3,}|[A-Z]")
"""More than a date: a word, or a name such as S&P."""
_SHARE_OF_STEPS = 0.9
"""The share of date headings that must be in order for a new one to have a place among them."""
_MOST_LEAD = 4
"""Lines between a heading and its first entry that a new section takes over."""


class Chosen(NamedTuple):
    """A section, by its index in the listing; or why there is none."""

    section: int | None
    reason: str = ""


class DateSection(NamedTuple):
    """A section headed by a date and nothing else."""

    section: int
    mention: DateMention
    date: PartialDate


class NewSection(NamedTuple):
    """A date heading that is not there yet: its edits but for the entry, and the place of this."""

    heading: str
    place: Place
    before: str
    """What is written before the entry at that place."""
    behind: str
    contents: tuple[Edit, ...]
    """The entry in the table of contents."""
    model: int
    """The section that it is modelled on."""


def path_of(section: Section) -> tuple[str, ...]:
    """The headings above a section and its own."""
    return (*section.path, section.heading)


def name_of(listing: Listing, index: int) -> str:
    """The shortest end of the path of a section that names no other, with its line where its whole path does not."""
    path = path_of(listing.sections[index])
    own = tuple(map(_folded, path))
    others = [
        tuple(map(_folded, path_of(each))) for n, each in enumerate(listing.sections) if n != index and each.level
    ]
    for length in range(1, len(path)):
        if not any(other[-length:] == own[-length:] for other in others):
            return _PATH.join(path[-length:])
    if own in others:
        return f"{_PATH.join(path)} (line {listing.text.line_at(listing.sections[index].span.start)})"
    return _PATH.join(path)


def resolve(listing: Listing, name: str) -> Chosen:
    """The section that a name, or the end of a path such as `Papers > 2024`, means; case does not count."""
    wanted = _folded(name)
    if match := _WITH_LINE.fullmatch(name):
        for index, section in enumerate(listing.sections):
            if section.level and listing.text.line_at(section.span.start) == int(match[2]):
                wanted = _folded(match[1])
                if any(_folded(_PATH.join(tail)) == wanted for tail in _tails(path_of(section))):
                    return Chosen(index)
        wanted = _folded(name)
    found = [
        index
        for index, section in enumerate(listing.sections)
        if section.level and any(_folded(_PATH.join(tail)) == wanted for tail in _tails(path_of(section)))
    ]
    whole = [index for index in found if _folded(_PATH.join(path_of(listing.sections[index]))) == wanted]
    found = whole if len(whole) == 1 else found
    if len(found) == 1:
        return Chosen(found[0])
    if found:
        lines = ", ".join(str(listing.text.line_at(listing.sections[index].span.start)) for index in found[:5])
        own = f'"{name} (line {listing.text.line_at(listing.sections[found[0]].span.start)})"'
        return Chosen(None, f'"{name}" names {len(found)} sections (lines {lines}): name more of its path, or {own}')
    names = {section.heading for section in listing.sections if section.level}
    return Chosen(None, f'there is no section "{name}"{suggestion(name, sorted(names), "section")}')


def _tails(path: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return (tuple(path[start:]) for start in range(len(path)))


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def find_date(heading: str) -> tuple[DateMention, PartialDate] | None:
    """The date that a heading is, with its day where that is written `16th of January 2025`; None for others."""
    for mention in find_dates(heading):
        rest = heading[: mention.start] + heading[mention.end :]
        if mention.value is not None and not _NOT_DATE.search(rest) and not re.search(r"\d", rest):
            return mention, mention.value
    return None


def date_sections(listing: Listing, index: int) -> tuple[DateSection, ...]:
    """The sections beside this one, or directly inside it, that are headed by dates of one precision, in order."""
    section = listing.sections[index]
    outer = section.outer if find_date(section.heading) is not None else index
    found = [
        DateSection(number, *date)
        for number, each in enumerate(listing.sections)
        if each.outer == outer and each.level and (date := find_date(each.heading)) is not None
    ]
    precise = max((len(each.date.parts) for each in found), default=0)
    return tuple(each for each in found if len(each.date.parts) == precise)


def find_dated(sections: Sequence[DateSection], date: PartialDate) -> DateSection | None:
    """The section of a date, where there is one."""
    return next((each for each in sections if _covers(each.date, date)), None)


def _covers(heading: PartialDate, date: PartialDate) -> bool:
    return date.parts[: len(heading.parts)] == heading.parts


def open_section(listing: Listing, sections: Sequence[DateSection], date: PartialDate) -> NewSection | None:
    """A new heading for a date, in the order of the others; None where these have no order, or none to copy."""
    if not sections or len(date.parts) < len(sections[0].date.parts):
        return None
    precision = len(sections[0].date.parts)
    keys = [SortKey(each.date.parts) for each in sections]
    steps = [one.date > other.date for one, other in pairwise(keys) if one != other]
    falling = sum(steps)
    if steps and max(falling, len(steps) - falling) < _SHARE_OF_STEPS * len(steps):
        return None
    order = Order.NEWEST_FIRST if 2 * falling >= len(steps) else Order.OLDEST_FIRST
    at = find_place(keys, SortKey(date.parts[:precision]), Sorting(), order)
    model = sections[min(at, len(sections) - 1)]
    heading, mention = listing.sections[model.section].heading, model.mention
    new = rewrite_date(mention, date)
    if new is None:
        return None
    return _place_heading(listing, sections, at, model, heading[: mention.start] + new + heading[mention.end :])


def _place_heading(
    listing: Listing, sections: Sequence[DateSection], at: int, model: DateSection, written: str
) -> NewSection | None:
    text, newline = listing.text, listing.text.newline
    section = listing.sections[model.section]
    source = text[section.heading_span]
    if source.count(section.heading) != 1 or not section.entries:
        return None
    heading = source.replace(section.heading, written)
    first = text.line_at(listing.entries[section.entries[0]].span.start)
    lead = [text[text.line_span(line)] for line in range(text.line_at(section.heading_span.end) + 1, first)]
    if len(lead) > _MOST_LEAD or not all(_may_copy(lead, line) for line in range(len(lead))):
        lead = [""]
    begin = f"{heading}{newline}{''.join(f'{line}{newline}' for line in lead)}"
    if at < len(sections):
        start = text.line_starts[text.line_at(listing.sections[sections[at].section].span.start) - 1]
        blanks = _blanks_above(
            listing, sections[min(at + 1, len(sections) - 1)].section if len(sections) > 1 else model.section
        )
        place = Place(start, "", "", 0, ())
        behind = newline * (1 + max(blanks, 0))
    else:
        last = listing.sections[sections[-1].section]
        line = text.line_at(last.span.end)
        while line > text.line_at(last.heading_span.end) and not text[text.line_span(line)].strip():
            line -= 1
        place = Place(text.line_span(line).end, "", "", 0, ())
        begin = newline * (1 + max(_blanks_above(listing, model.section), 0)) + begin
        behind = ""
    contents = tuple(_contents(listing, model, written, below=at == len(sections)))
    return NewSection(written, place, begin, behind, contents, model.section)


def _may_copy(lead: Sequence[str], index: int) -> bool:
    """Whether a line above the first entry of a section is blank, or belongs to the head of a table."""
    line = lead[index]
    is_head = index + 1 < len(lead) and _TABLE_LINE.fullmatch(lead[index + 1]) is not None and "|" in line
    return not line.strip() or (_TABLE_LINE.fullmatch(line) is not None and "|" in line) or is_head


def _blanks_above(listing: Listing, index: int) -> int:
    """The blank lines above a heading."""
    text = listing.text
    line = text.line_at(listing.sections[index].span.start) - 1
    count = 0
    while line > 0 and not text[text.line_span(line)].strip():
        count, line = count + 1, line - 1
    return count


def _contents(listing: Listing, model: DateSection, written: str, *, below: bool) -> Iterator[Edit]:
    """The new line of the table of contents, where the model's heading has one of its own there."""
    text, heading = listing.text, listing.sections[model.section].heading
    anchor = slug(heading)
    links: list[Link] = [
        link for link in listing.document.links if link.href == f"#{anchor}" and link.url_span is not None
    ]
    if len(links) != 1:
        return
    link = links[0]
    line = text.line_at(link.span.start)
    span = text.line_span(line)
    if not span.contains(link.span) or link.url_span is None or text[link.label_span].count(heading) != 1:
        return
    if any(span.overlaps(other.span) for other in listing.document.links if other is not link):
        return
    label = text[link.label_span].replace(heading, written)
    target = text[link.url_span].replace(f"#{anchor}", f"#{slug(written)}")
    pieces = (Span(span.start, link.label_span.start), Span(link.label_span.end, link.url_span.start))
    new = f"{text[pieces[0]]}{label}{text[pieces[1]]}{target}{text[Span(link.url_span.end, span.end)]}"
    if below:
        yield Edit(Span(span.end, span.end), f"{text.newline}{new}")
    else:
        yield Edit(Span(span.start, span.start), f"{new}{text.newline}")
