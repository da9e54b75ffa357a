"""A prose comes in; the dates in it that may be the entry's own go out, each with the place it stands in."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.dates import DateFormat, DateMention, PartialDate, find_dates, read_label
from bot.listing.groups import PieceKind
from bot.listing.likeness import is_date_or_venue
from bot.venues import find_venues

if TYPE_CHECKING:
    from bot.document import Prose
    from bot.listing.groups import Anatomy, Piece


class Place(StrEnum):
    """Where in an entry a date stands."""

    LABEL = "a label of its own"
    LINK = "the text of a link"
    GROUP = "a bracket with other words"
    CODE = "code"
    CELL = "a cell"
    WORDS = "running words"
    DETAIL = "a line below"


@dataclass(frozen=True, slots=True)
class Mention:
    """A date in a prose: offsets into its text, and every reading that it could have."""

    prose: Prose
    place: Place
    start: int
    end: int
    readings: tuple[DateMention, ...]
    column: int = -1


_DIGIT = re.compile(r"\d")
_LONGEST_GROUP = 110
_LONGEST_DETAIL = 700
_UNKNOWN_VENUE = re.compile(r"[.,;|(\n]\s+(?:[A-Za-z]*[A-Z][\w&-]*\s){1,3}$")
_ENDS = re.compile(r"\s*(?:[.,;|)\]:）】·]|$|\n|-\s|–)")
_BEGINS = re.compile(r"(?:^|[.,;|(\[（【·]|\n|-|–)\s*$")


def find_mentions(anatomy: Anatomy, place: Place | None = None, column: int = -1) -> list[Mention]:
    """The dates of a prose. `place` overrides the place, for details and cells."""
    text = anatomy.text
    if place is Place.DETAIL and len(text) > _LONGEST_DETAIL:
        return []
    found: list[Mention] = []
    for piece in anatomy.pieces:
        if not _DIGIT.search(text, piece.start, piece.end) or piece.kind is PieceKind.IMAGE:
            continue
        for own, start, end, readings in _read_piece(text, piece, loose=place is Place.CELL and len(text) < 60):
            found.append(Mention(anatomy.prose, place or own, start, end, readings, column))
    return found


def _read_piece(text: str, piece: Piece, *, loose: bool) -> list[tuple[Place, int, int, tuple[DateMention, ...]]]:
    start, end = piece.start, piece.end
    words = text[start:end]
    if piece.kind is PieceKind.WORDS:
        return [(Place.WORDS, start + m.start, start + m.end, (m,)) for m in _running(text, start, words, loose)]
    if piece.kind is PieceKind.LINK and not is_date_or_venue(words):
        return []
    place = {PieceKind.GROUP: Place.GROUP, PieceKind.LINK: Place.LINK}.get(piece.kind, Place.CODE)
    inner = words.strip(" \t\n[](){}（）【】*_`'\"")
    offset = start + (words.index(inner) if inner else 0)
    readings = read_label(inner)
    if readings:
        place = Place.LABEL if place is Place.GROUP else place
        return [(place, offset, offset + len(inner), readings)]
    if len(words) > _LONGEST_GROUP:
        return []
    return [(place, start + m.start, start + m.end, (m,)) for m in _with_venues(words)]


def _running(text: str, start: int, words: str, loose: bool) -> list[DateMention]:
    """Dates in running words; a bare year counts only where a sentence or a venue sets it off, or in a short cell."""
    kept = []
    for mention in _with_venues(words):
        if (
            not loose
            and mention.format is DateFormat.YYYY
            and not _is_set_off(text, start + mention.start, start + mention.end)
        ):
            continue
        kept.append(mention)
    return kept


def _is_set_off(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - 60) : start]
    venues = find_venues(before)
    if venues and len(before) - venues[-1].end <= 12:
        return True
    return bool(_ENDS.match(text, end)) and bool(_BEGINS.search(before[-8:]) or _UNKNOWN_VENUE.search(before))


_EIGHT_DIGITS = re.compile(r"(?<!\w)20[0-4]\d[01]\d[0-3]\d(?![\w.])")


def _with_venues(words: str) -> list[DateMention]:
    """Dates, and the years that venues carry in a way of their own, such as `ICML 25`."""
    if not _DIGIT.search(words):
        return []
    mentions = list(find_dates(words))
    for match in _EIGHT_DIGITS.finditer(words):
        mentions += [replace(m, start=match.start(), end=match.end()) for m in read_label(match[0])[:1]]
    for venue in find_venues(words):
        if venue.year is None or any(m.start < venue.end and venue.start < m.end for m in mentions):
            continue
        value = PartialDate(venue.year)
        mentions.append(DateMention(venue.start, venue.end, venue.text, DateFormat.APOSTROPHE_YY, value))
    return sorted(mentions, key=lambda mention: mention.start) if len(mentions) > 1 else mentions
