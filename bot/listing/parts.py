"""An entry with its title chosen comes in; the smaller fields go out: venue, affiliation, citations, comment, marks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.listing.entry import Carrier, Part
from bot.listing.groups import PieceKind
from bot.listing.labels import read_label_words
from bot.listing.likeness import is_date_or_venue, is_name_list
from bot.venues import find_venues

if TYPE_CHECKING:
    from bot.listing.features import Features
    from bot.listing.groups import Anatomy
    from bot.listing.options import Option


@dataclass(slots=True)
class Parts:
    """Fields of an entry that stand beside title, date and link."""

    venue: Part | None = None
    affiliation: Part | None = None
    citations: Part | None = None
    comment: Part | None = None
    marks: tuple[Part, ...] = ()


_MARK = re.compile(r"[\u2600-\u27bf\u2b00-\u2bff\U0001f300-\U0001faff]\ufe0f?|:[a-z_]{3,20}:")
_CITATIONS = re.compile(r"(?:^|[\s,|])(\d{1,6})\s*$")
_AFTER_VENUE = re.compile(r"[-\w]*\s*[|,;/]?\s*")
_VENUE_COLUMN = re.compile(r"\b(?:venue|conf\w*|journal|publi\w*|pub)\b", re.IGNORECASE)
_LONGEST_AFFILIATION = 60


def find_parts(features: Features, title: Option | None) -> Parts:
    """The fields around a title: those in brackets after it, the marks before it, the venue anywhere in the head."""
    parts = Parts()
    if title is None:
        return parts
    if features.candidate.carrier is Carrier.ROW:
        _read_cells(features, title, parts)
        return parts
    head = features.head
    parts.marks = tuple(
        Part(match[0], head.prose.span(match.start(), match.end()))
        for match in _MARK.finditer(head.text, 0, title.end)
        if match.end() <= title.start or match.start() >= title.end
    )
    for piece in head.pieces:
        if piece.kind is PieceKind.GROUP and piece.start >= title.end:
            _read_group(head, piece.start, piece.end, parts)
    if parts.venue is None:
        parts.venue = _venue(head, title)
    return parts


def _read_cells(features: Features, title: Option, parts: Parts) -> None:
    for column, cell in enumerate(features.cells):
        header = features.candidate.columns[column] if column < len(features.candidate.columns) else ""
        words = cell.text.strip()
        if column == title.column or not words or parts.venue is not None:
            continue
        if _VENUE_COLUMN.search(header) and len(words) <= 60 and find_venues(words):
            offset = cell.text.index(words)
            parts.venue = Part(words, cell.prose.span(offset, offset + len(words)))


def _read_group(head: Anatomy, start: int, end: int, parts: Parts) -> None:
    """One pair of brackets: `(ICML 25 | UC Berkeley, 144)`, `(Tsinghua)`, `[a comment]`."""
    inner = head.text[start + 1 : end - 1]
    if not inner.strip() or read_label_words(inner.strip("[]() ")) is not None:
        return
    square = head.text[start] in "[【"
    venues = find_venues(inner)
    if (square or len(inner) > _LONGEST_AFFILIATION) and not (venues and len(inner) <= _LONGEST_AFFILIATION):
        if parts.comment is None and not is_date_or_venue(inner):
            parts.comment = _part(head, start + 1, end - 1)
        return
    begin = start + 1
    if venues and parts.venue is None:
        venue = venues[0]
        parts.venue = _part(head, begin + venue.start, begin + venue.end)
        rest = _AFTER_VENUE.match(inner, venue.end)
        begin += rest.end() if rest else venue.end
    words = head.text[begin : end - 1]
    cited = _CITATIONS.search(words)
    if cited and not is_date_or_venue(words):
        parts.citations = parts.citations or _part(head, begin + cited.start(1), begin + cited.end(1))
        words = words[: cited.start()]
    named = words.strip(" ,|;")
    if not named or is_date_or_venue(named) or is_name_list(named):
        return
    if named[:1].isupper() and len(named.split()) <= 8 and parts.affiliation is None:
        offset = begin + head.text[begin:].index(named)
        parts.affiliation = _part(head, offset, offset + len(named))
    elif parts.comment is None and len(named.split()) > 1:
        parts.comment = _part(head, start + 1, end - 1)


def _part(head: Anatomy, start: int, end: int) -> Part:
    return Part(" ".join(head.text[start:end].split()), head.prose.span(start, end))


def _venue(head: Anatomy, title: Option) -> Part | None:
    """The first venue named outside the title."""
    for start, end in ((title.end, len(head.text)), (0, title.start)):
        for venue in find_venues(head.text[start:end]):
            return _part(head, start + venue.start, start + venue.end)
    return None
