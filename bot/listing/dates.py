"""A prose comes in; the dates in it that may be the entry's own go out, each with the place it stands in."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.listing.segments import SegmentKind
from bot.listing.titles import is_date_or_venue
from bot.papers.dates import DateFormat, DateMention, PartialDate, find_dates, read_date_label
from bot.papers.venues import find_venues
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from bot.document import Prose
    from bot.listing.segments import Segment, Segments


class Position(StrEnum):
    """Where in an entry a date stands."""

    LABEL = "a label of its own"
    LINK = "the text of a link"
    GROUP = "a bracket with other words"
    CODE = "code"
    CELL = "a cell"
    WORDS = "running words"
    DETAIL = "a line below"


@dataclass(frozen=True, slots=True)
class DateCandidate:
    """A date in a prose: offsets into its text, and every reading that it could have."""

    prose: Prose
    place: Position
    start: int
    end: int
    readings: tuple[DateMention, ...]
    column: int = -1


_DIGIT = lazy_pattern(r"\d")
_LONGEST_GROUP = 110
_LONGEST_DETAIL = 700
_LONGEST_LOOSE_CELL = 60
_NEAR = 12
"""Characters between a venue and its year, at the most."""
_UNKNOWN_VENUE = lazy_pattern(r"[.,;|(\n]\s+(?:[A-Za-z]*[A-Z][\w&/-]*\.?\s){1,3}$")
_PREPOSITION = lazy_pattern(r"\b(?:in|of|since|by|from|until|to|before|after|during|for|and|or)\s+$", re.IGNORECASE)
_ENDS = lazy_pattern(r"\s*(?:[.,;|)\]:）】·]|$|\n|-\s|–)")
_BEGINS = lazy_pattern(r"(?:^|[.,;|(\[（【·]|\n|-|–)\s*$")


def find_date_candidates(anatomy: Segments, place: Position | None = None, column: int = -1) -> list[DateCandidate]:
    """The dates of a prose. `place` overrides the place, for details and cells."""
    text = anatomy.text
    if place is Position.DETAIL and len(text) > _LONGEST_DETAIL:
        return []
    found: list[DateCandidate] = []
    for piece in anatomy.pieces:
        if not _DIGIT.search(text, piece.start, piece.end) or piece.kind is SegmentKind.IMAGE:
            continue
        for own, start, end, readings in _read_piece(text, piece, place):
            found.append(DateCandidate(anatomy.prose, place or own, start, end, readings, column))
    return found


def _read_piece(
    text: str, piece: Segment, place: Position | None
) -> list[tuple[Position, int, int, tuple[DateMention, ...]]]:
    start, end = piece.start, piece.end
    words = text[start:end]
    if piece.kind is SegmentKind.WORDS:
        found = _read_opening(words) if start == 0 else ()
        found = found or tuple(_running(text, start, words, place))
        return [(Position.WORDS, start + m.start, start + m.end, (m,)) for m in found]
    if piece.kind is SegmentKind.LINK and not is_date_or_venue(words):
        return []
    own = {SegmentKind.GROUP: Position.GROUP, SegmentKind.LINK: Position.LINK}.get(piece.kind, Position.CODE)
    inner = words.strip(" \t\n[](){}（）【】*_`'\"")
    offset = start + (words.index(inner) if inner else 0)
    readings = read_date_label(inner)
    if readings:
        own = Position.LABEL if own is Position.GROUP else own
        return [(own, offset, offset + len(inner), readings)]
    if len(words) > _LONGEST_GROUP:
        return []
    return [(own, start + m.start, start + m.end, (m,)) for m in _with_venues(words)]


def _read_opening(words: str) -> tuple[DateMention, ...]:
    """The month without a separator that an entry opens with, as in `201711 ICLR-18`; elsewhere it is a number."""
    match = _SIX_DIGITS.match(words)
    return (
        tuple(replace(m, start=match.start(1), end=match.end(1)) for m in read_date_label(match[1])[:1])
        if match
        else ()
    )


def _running(text: str, start: int, words: str, place: Position | None) -> list[DateMention]:
    """Dates in running words; a bare year counts only where something sets it off, or in a short cell."""
    found = _with_venues(words)
    if place is Position.CELL and len(text) < _LONGEST_LOOSE_CELL:
        return found
    kept = []
    for mention in found:
        last = place is not Position.DETAIL and not words[mention.end :].strip(" ,.;")
        begin, end = start + mention.start, start + mention.end
        if mention.format is not DateFormat.YYYY or _is_set_off(text, begin, end, last=last):
            kept.append(mention)
    return kept


def _is_set_off(text: str, start: int, end: int, *, last: bool) -> bool:
    """Whether a year is a date of its own: beside a venue, at the end of a phrase, or the `last` word before a link."""
    before = text[max(0, start - 60) : start]
    venues = find_venues(before + text[start:end])
    if venues and len(before) - venues[-1].end <= _NEAR:
        return True
    if not (last or _ENDS.match(text, end)):
        return False
    if _BEGINS.search(before[-8:]) or _UNKNOWN_VENUE.search(before):
        return True
    return last and end < len(text.rstrip()) and not _PREPOSITION.search(before)


_SIX_DIGITS = lazy_pattern(r"\s*(20[0-4]\d[01]\d)(?=\s)")
_EIGHT_DIGITS = lazy_pattern(r"(?<!\w)20[0-4]\d[01]\d[0-3]\d(?![\w.])")


def _with_venues(words: str) -> list[DateMention]:
    """Dates, and the years that venues carry in a way of their own, such as `ICML 25`."""
    if not _DIGIT.search(words):
        return []
    mentions = list(find_dates(words))
    for match in _EIGHT_DIGITS.finditer(words):
        mentions += [replace(m, start=match.start(), end=match.end()) for m in read_date_label(match[0])[:1]]
    for venue in find_venues(words):
        if venue.year is None or any(m.start < venue.end and venue.start < m.end for m in mentions):
            continue
        value = PartialDate(venue.year)
        mentions.append(DateMention(venue.start, venue.end, venue.text, DateFormat.APOSTROPHE_YY, value))
    return sorted(mentions, key=lambda mention: mention.start) if len(mentions) > 1 else mentions
