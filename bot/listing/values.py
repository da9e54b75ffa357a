"""What a list says of an entry: in its own words, on its badges, in the headings and categories around it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.dates import date_of_heading
from bot.listing.links import write_identifiers
from bot.listing.model import PATH_SEPARATOR, SectionKind, without_emoji
from bot.listing.parts import Carrier, Kind
from bot.listing.segments import find_labels
from bot.listing.shapes import name_without_year
from bot.papers.identifiers import Scheme
from bot.papers.names import AuthorList, names_of
from bot.papers.venues import names_archive
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.document import Prose
    from bot.listing.badges import Shown
    from bot.listing.model import Entry, Listing
    from bot.listing.parts import Part, Parts
    from bot.papers.dates import PartialDate
    from bot.text import Text

_DEEPEST = 8
"""Separators of a path that count."""
_YEAR_APART = lazy_pattern(
    r"(?:[\s,]+['’]?\d{2,4}|[\s,]*\(['’]?\d{2,4}\)|['’]\d\d)?(?: (?:[A-Z]\w+ )?[Ww]orkshops?| Findings)?"
)
_NUMBER = lazy_pattern(r"[0-9][0-9,.]{0,15}")


def entry_object(listing: Listing, entry: Entry) -> dict[str, object]:
    """Everything the bot reads in one entry of `listing`; what the entry does not have is null or empty."""
    parts = entry.parts
    return {
        "line": listing.text.line_at(entry.span.start),
        "end_line": listing.text.line_at(entry.span.end),
        "section": section_name(listing, entry) or None,
        "section_path": section_path(listing, entry, topics=False),
        "kind": str(entry.kind),
        "title": _value(entry.title),
        "arxiv": arxiv_of(entry),
        "identifiers": write_identifiers(entry.named, (link.href for link in entry.links)),
        "url": (entry.link.href or None) if entry.link else None,
        "code": code.href if (code := entry.code) else None,
        "date": date.iso() if (date := date_of(listing, entry)) else None,
        "authors": list(authors_of(entry).names),
        "venue": venue_without_year(listing, entry, parts) or None,
        "affiliation": _value(parts.affiliation),
        "citations": _number(parts.citations),
        "marks": [value for mark in parts.marks if (value := _value(mark))],
        "comment": _value(parts.comment),
        "links": [{"label": _one_line(link.label), "url": link.href} for link in entry.links],
    }


def section_name(listing: Listing, entry: Entry) -> str:
    """What groups the entry, in words: the heading above it, else what its record says."""
    heading = listing.sections[_home(listing, entry)].heading
    return heading or next(reversed(section_path(listing, entry)), "") if entry.carrier is Carrier.RECORD else heading


def authors_of(entry: Entry) -> AuthorList:
    """The authors that the entry names, in its order."""
    found = [names_of(part.value, entry.listed) for part in entry.authors]
    return AuthorList(tuple(name for each in found for name in each.names), any(each.more for each in found))


def venue_of(listing: Listing, entry: Entry, parts: Parts) -> str | None:
    """The venue that the list gives an entry, with its `parts`: its own, else the one that its section is of."""
    is_credit = parts.venue is not None and any(parts.venue.value.startswith(part.value) for part in entry.authors)
    shown = _shown_venue(entry.venue, None if is_credit else parts.venue) or ""
    venue = shown if len(shown) > 1 else _read_badges(listing, entry).venue  # no `-`, no `无`
    if venue is None or names_archive(venue):
        heading = venue_of_section(listing, entry)  # an archive is not a venue beside a published one
        venue = venue if heading is None or (venue is not None and names_archive(heading)) else heading
    return venue


def venue_without_year(listing: Listing, entry: Entry, parts: Parts) -> str:
    """The name alone; the venue of a record is a value of its own, and is left as it is."""
    venue = venue_of(listing, entry, parts) or ""
    return venue if entry.carrier is Carrier.RECORD else name_without_year(venue)


def _shown_venue(own: Part | None, whole: Part | None) -> str | None:
    """The venue with its year, where that is a word of its own, and with the workshop or findings behind that."""
    rest = whole.value.partition(own.value)[2] if own and whole else ""
    return _one_line(f"{own.value}{rest}") if own and _YEAR_APART.fullmatch(rest) else _value(own or whole)


def date_of(listing: Listing, entry: Entry) -> PartialDate | None:
    """The date that the list gives an entry: its own, else that on a badge, else the year that its section is of."""
    if entry.date is not None:
        return entry.date.value
    if (badge := _read_badges(listing, entry).date) is not None:
        return badge
    headings = _headings_of(listing, entry) if entry.kind is Kind.PAPER else ()
    dates = (date_of_heading(each) for each in headings if each not in listing.misdated)
    return next((date for date in dates if date is not None), None)


def venue_of_section(listing: Listing, entry: Entry) -> str | None:
    """The venue that the innermost section is of, without the year: `ICLR 2025`."""
    headings = _headings_of(listing, entry) if entry.kind is Kind.PAPER else ()
    return next((listing.venues[each] for each in headings if each in listing.venues), None)


def _headings_of(listing: Listing, entry: Entry) -> Iterator[str]:
    """The words of all that says the same of several entries, innermost first: categories of a table, headings."""
    if entry.carrier is Carrier.ROW:
        yield from reversed(entry.category.split("\n"))
    yield from reversed(section_path(listing, entry))


def _read_badges(listing: Listing, entry: Entry) -> Shown:
    """What badges and the titles of links say of a paper."""
    from bot.listing.badges import Shown, read_badges  # only who asks for what an entry does not say in words

    is_paper = entry.kind is Kind.PAPER
    return read_badges(listing.text, entry.proses, entry.identifiers) if is_paper else Shown()


def section_path(listing: Listing, entry: Entry, *, topics: bool = True) -> list[str]:
    """The words of all that the entry is in, outermost first: headings, summaries, topic bullets, categories.

    What is below the table of contents on a higher level is in it by its level only.
    """
    category = entry.category.split(PATH_SEPARATOR, _DEEPEST) if entry.carrier is Carrier.RECORD else ()
    path = [*map(_one_line, reversed(category))]
    number = _home(listing, entry)
    while number >= 0:
        section = listing.sections[number]
        if (topics or section.kind is not SectionKind.TOPIC) and number not in listing.contents:
            path.append(section.heading)
        number = section.outer
    return [words for each in reversed(path) if (words := without_emoji(each))]


def _home(listing: Listing, entry: Entry) -> int:
    """The section whose words say what an entry is about: a heading that is an entry is under no other of its level."""
    number = entry.section
    if entry.carrier is Carrier.HEADING:
        words = listing.text.content[entry.span.start : entry.span.end]
        level = len(words) - len(words.lstrip("#"))
        while level and (section := listing.sections[number]).kind is SectionKind.HEADING and section.level >= level:
            number = section.outer
    return number


def title_of(listing: Listing) -> str:
    """The first heading of the first level, else the first one of all, else the name of the file."""
    headings = [each for each in listing.sections if each.heading and each.kind is SectionKind.HEADING]
    named = next((each for each in headings if each.level == 1), headings[0] if headings else None)
    return named.heading if named is not None else listing.text.path.rpartition("/")[2]


def arxiv_of(entry: Entry) -> str | None:
    """The arXiv identifier of the paper: what the main link names, else the only one that the entry names."""
    if entry.work and entry.work.scheme is Scheme.ARXIV:
        return entry.work.value
    named = [each.value for each in entry.named if each.scheme is Scheme.ARXIV]
    return named[0] if len(named) == 1 else None


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _value(part: Part | None) -> str | None:
    return (_one_line(part.value) or None) if part else None


def _number(part: Part | None) -> int | None:
    match = _NUMBER.search(part.value) if part else None
    return int(re.sub(r"[,.]", "", match[0])) if match else None


class FieldLabel(NamedTuple):
    """A label at the start of a line of `prose`, with its offsets there: of its words, and behind its colon."""

    words: str
    prose: Prose
    start: int
    end: int
    filled: bool
    """Whether something follows, in the line, right below it or nested."""


def field_labels(listing: Listing) -> Iterator[FieldLabel]:
    """The labels of all entries, in order; what begins an entry is its title, not a label."""
    for entry in listing.entries:
        if entry.cells:
            continue
        for prose in (entry.head, *entry.details):
            if not (labels := tuple(find_labels(prose.text))):
                continue
            stops = [*[each.start for each in labels[1:]], len(prose.text)]
            for (words, start, end), stop in zip(labels, stops, strict=False):
                if prose is entry.head and "\n" not in prose.text[:start]:
                    continue
                filled = _has_value(prose.text[end:stop]) or _goes_on(listing.text, entry, prose.span(start, end).end)
                yield FieldLabel(words, prose, start, end, filled)


def _has_value(text: str) -> bool:
    """Whether words follow a label up to the next one: in its line, or in the one right below it."""
    first, _, rest = text.partition("\n")
    return bool(first.strip(" \t*_") or rest.partition("\n")[0].strip(" \t*_-"))


def _goes_on(text: Text, entry: Entry, offset: int) -> bool:
    """Whether the next line of the entry is farther in than the line at `offset`: what the label is for."""
    number = text.line_at(offset)
    line = text[text.line_span(number)]
    depth = len(line) - len(line.lstrip(" \t>"))
    for below in range(number + 1, text.line_at(entry.span.end) + 1):
        content = text[text.line_span(below)]
        if content.strip():
            return len(content) - len(content.lstrip(" \t>")) > depth
    return False
