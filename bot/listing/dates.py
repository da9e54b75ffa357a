"""Every date in an entry that could be its own, and those of headings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.segments import LineLabel, SegmentKind, find_labels, read_once
from bot.papers.dates import (
    DAY_OR_MONTH_FIRST,
    DIGIT,
    DateFormat,
    DateMention,
    PartialDate,
    find_dates,
    read_date_label,
)
from bot.papers.names import AUTHOR_YEAR
from bot.papers.venues import find_venues, is_date_or_venue
from bot.text import DIGIT_KIND, StrEnum, kinds_of, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.document import Prose
    from bot.listing.segments import Segment, SegmentedProse


class Position(StrEnum):
    """Where in an entry a date is."""

    LABEL = "a label of its own"
    LINK = "the text of a link"
    GROUP = "a bracket with other words"
    CODE = "code"
    CELL = "a cell"
    WORDS = "running words"
    DETAIL = "a line below"


class DateCandidate(NamedTuple):
    """A date in a prose: offsets into its text, and every reading that it could have."""

    prose: Prose
    position: Position
    start: int
    end: int
    readings: tuple[DateMention, ...]
    column: int = -1
    """For a table row: the cell that the date is in."""
    label: str = ""
    """For a line below that begins with `Datasets:`: these words in small letters."""


_MAX_GROUP = 110
_MAX_DETAIL = 700
_MAX_YEAR_CELL = 60
_MAX_LEAD = 24
"""Characters before a date that say what it is the date of."""
_NEAR = 12
"""Characters between a venue and its year, at most."""
_UNKNOWN_VENUE = lazy_pattern(r"[.,;|(\n]\s+(?:[A-Za-z]*[A-Z][\w&/-]*\.?\s){1,3}$")
_PREPOSITION = lazy_pattern(r"\b(?:in|of|since|by|from|until|to|before|after|during|for|and|or)\s+$", re.IGNORECASE)
_UPDATED = lazy_pattern(
    r"(?:\b(?:updated?|as of|accessed|retrieved|deadline|expected|maintained)\b|更新)"
    r"[^\w\n]{0,3}(?:(?:on|in|at|since|until|时间|日期|于)\b)?[^\w\n]{0,3}$",
    re.IGNORECASE,
    needs=("update", "as of", "accessed", "retrieved", "deadline", "expected", "maintained", "更新"),
)
"""Leads up to the date of a change or of a look at something."""
_COUNTED = lazy_pattern(r"⭐\ufe0f? ?\d[\d.,]*[kK]? \|[^\n]{0,80}\|[^\w\n]*$", needs="⭐")
"""Leads up to the date of a repository, behind the number of its stars."""
_CITATION = lazy_pattern(rf"\((?:e\.g\.,? |see )?{AUTHOR_YEAR}\)")
_TWO_DIGITS = frozenset({DateFormat.APOSTROPHE_YY, DateFormat.YY_MM_DOT, DateFormat.YY_MM_DASH})
_QUOTES = frozenset("'’‘")
_YEAR_FOLLOWS = lazy_pattern(r"(?: ?\(\d{1,3}\))?[ ,.:]{0,3}\(?(?:19|20)\d\d(?!\d)", needs=("19", "20"))
_MAX_ISSUE = 15
"""Characters between a volume and the end of its year, and one more."""
_ENDS = lazy_pattern(r"\s*(?:[.,;|)\]:）】·]|$|\n|-\s|–)")
_BEGINS = lazy_pattern(r"(?:^|[.,;:：|(\[（【·]|\n|-|–)\s*$")


EARLY = 1950
"""An earlier year may be a month: `1911`, as it is in other labels."""


def find_date_candidates(
    prose: SegmentedProse, position: Position | None = None, column: int = -1
) -> list[DateCandidate]:
    """The dates of a prose. `position` is given for details and cells, whatever the dates are in there."""
    if (wording := prose.prose.wording) is None:
        return _find_dates(prose, position, column)
    found = read_once(wording, ("dates", position, column), lambda: _find_dates(prose, position, column))
    return [each if each.prose is prose.prose else each._replace(prose=prose.prose) for each in found]


def _find_dates(prose: SegmentedProse, position: Position | None, column: int) -> list[DateCandidate]:
    text = prose.text
    if (position is Position.DETAIL and len(text) > _MAX_DETAIL) or DIGIT_KIND not in (kinds := kinds_of(text)):
        return []
    labels = tuple(find_labels(text)) if position is Position.DETAIL else ()
    return [
        DateCandidate(prose.prose, position or own, start, end, readings, column, _label_at(text, start, labels))
        for segment in prose.segments
        if DIGIT_KIND in kinds[segment.start : segment.end] and segment.kind is not SegmentKind.IMAGE
        if position is not Position.DETAIL or not _cites(text, segment)
        for own, start, end, readings in _read_segment(text, segment, position)
        if not is_of_change(text, start) and not _is_volume(text, start, end, readings)
    ]


def is_of_change(text: str, start: int) -> bool:
    """Whether a date is that of a change, a look, or the repository whose stars are counted before it."""
    return bool(_UPDATED.search(text[max(0, start - _MAX_LEAD) : start]) or _COUNTED.search(text[:start]))


def _label_at(text: str, offset: int, labels: Sequence[LineLabel]) -> str:
    """The label of the line at `offset`, in small letters; empty if it has none."""
    line = text.rfind("\n", 0, offset) + 1
    return next((each.words.lower() for each in labels if line <= each.start < offset), "")


def _cites(text: str, segment: Segment) -> bool:
    """Whether brackets name another paper in the middle of a text: `Factcheck (Azaria and Mitchell, 2023); MMLU`."""
    is_cited = segment.kind is SegmentKind.GROUP and _CITATION.fullmatch(text, segment.start, segment.end)
    return bool(is_cited and text[: segment.start].strip() and text[segment.end :].strip(" .\n"))


def _is_volume(text: str, start: int, end: int, readings: tuple[DateMention, ...]) -> bool:
    """Whether digits are those of a volume, as a year follows: `AAAI 34.05 (2020)`; or of an issue: `491(7422)`."""
    first = readings[0]
    if first.format is DateFormat.YYMM and text[start - 1 : start] == "(" and text[start - 2 : start - 1].isdecimal():
        return True
    may_be = first.format in _TWO_DIGITS and _QUOTES.isdisjoint(first.text)
    return may_be and _YEAR_FOLLOWS.match(text, end, end + _MAX_ISSUE) is not None


def _read_segment(
    text: str, segment: Segment, position: Position | None
) -> list[tuple[Position, int, int, tuple[DateMention, ...]]]:
    """The dates of a segment: what they are in, their offsets into `text` and their readings."""
    start, end = segment.start, segment.end
    words = text[start:end]
    if segment.kind is SegmentKind.WORDS:
        found = _read_opening(words) if start == 0 else ()
        found = found or tuple(_read_words(text, start, words, position))
        return [(Position.WORDS, start + m.start, start + m.end, _readings(words, m)) for m in found]
    if segment.kind is SegmentKind.LINK and not is_date_or_venue(words):
        return []
    own = {SegmentKind.GROUP: Position.GROUP, SegmentKind.LINK: Position.LINK}.get(segment.kind, Position.CODE)
    inner = words.strip(" \t\n[](){}（）【】*_`'\"")
    readings = read_date_label(inner)
    if readings:
        offset = start + words.index(inner)
        own = Position.LABEL if own is Position.GROUP else own
        return [(own, offset, offset + len(inner), readings)]
    offset = start + words.index(inner)
    if len(words) > _MAX_GROUP:
        closing = _CLOSING.search(inner)
        readings = read_date_label(closing[1]) if closing else ()
        return [(own, offset + closing.start(1), offset + closing.end(1), readings)] if closing and readings else []
    found = _read_opening(inner) or tuple(find_with_venues(inner))
    return [(own, offset + m.start, offset + m.end, _readings(inner, m)) for m in found]


def _readings(words: str, mention: DateMention) -> tuple[DateMention, ...]:
    """A date in words with every reading that it could have."""
    is_label = mention.format in DAY_OR_MONTH_FIRST or _ARCHIVED.search(words, max(mention.start - 6, 0), mention.end)
    found = read_date_label(mention.text) if is_label else ()
    return tuple([each for each in found if each.value is None or each.value.year >= EARLY]) or (mention,)


def _read_opening(words: str) -> tuple[DateMention, ...]:
    """The month without a separator that an entry opens with, as in `201711 ICLR-18`; elsewhere it is a number."""
    match = _SIX_DIGITS.match(words) if words.lstrip()[:6].isdecimal() else None
    return _read_match(match, 1) if match is not None else ()


def _read_match(match: re.Match[str], group: int = 0) -> tuple[DateMention, ...]:
    """The date that a group of a match is, with its place in the text; empty if it is none."""
    start, end = match.span(group)
    return tuple(each._replace(start=start, end=end) for each in read_date_label(match[group])[:1])


def _read_words(text: str, start: int, words: str, position: Position | None) -> list[DateMention]:
    """Dates in running words; a bare year counts only where something sets it off, in a short cell or behind a day."""
    found = find_with_venues(words)
    if position is Position.CELL and len(text) < _MAX_YEAR_CELL:
        return found
    dates: list[DateMention] = []
    for mention in found:
        last = position is not Position.DETAIL and not words[mention.end :].strip(" ,.;")
        begin, end = start + mention.start, start + mention.end
        is_near = bool(dates) and not any(map(str.isalnum, words[dates[-1].end : mention.start]))
        is_behind = is_near and "D" in dates[-1].format
        if mention.format is not DateFormat.YYYY or is_behind or _is_set_off(text, begin, end, last=last):
            dates.append(mention)
    return dates


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


_CLOSING = lazy_pattern(r"[(（]([^()（）]{4,20})$", needs="(（")
_ARCHIVED = lazy_pattern(r"arxiv['’‘ -](\d{4}|20\d{4})(?![\d./-])", re.IGNORECASE, needs=("rxiv",))
"""`arXiv'2506`: what four digits are there, the other entries tell."""
_SIX_DIGITS = lazy_pattern(r"\s*(20[0-4]\d[01]\d)(?=\s)", needs=("20",))
_EIGHT_DIGITS = lazy_pattern(r"(?<!\w)20[0-4]\d[01]\d[0-3]\d(?![\w.])", needs=("20",))


def find_with_venues(words: str) -> list[DateMention]:
    """Dates, and those that venues carry in a way of their own, such as `ICML 25`, `arXiv'2506`."""
    if not DIGIT.search(words):
        return []
    mentions = list(find_dates(words))
    for match in _EIGHT_DIGITS.finditer(words):
        mentions += _read_match(match)
    for match in _ARCHIVED.finditer(words):
        if not any(m.start <= match.start(1) < m.end for m in mentions):
            mentions += _read_match(match, 1)
    for venue in find_venues(words):
        if venue.year is None or any(m.start < venue.end and venue.start < m.end for m in mentions):
            continue
        value = PartialDate(venue.year)
        mentions.append(DateMention(venue.start, venue.end, venue.text, DateFormat.APOSTROPHE_YY, value))
    return sorted(mentions, key=lambda mention: mention.start) if len(mentions) > 1 else mentions


_LONGEST_DATED = 40
"""Characters of a heading that says of when its entries are."""
_BOUND = lazy_pattern(r"\b(?:before|until|up to|prior to|after|since|from|pre)\b|[<>≤≥]|前|后", re.IGNORECASE)
"""What makes the year of a heading the end of a time, not the time."""
_GLUED = lazy_pattern(r"^[^\W\d_]{2,12}(?=(?:19|20)\d\d$)", needs=("19", "20"))


def date_of_heading(heading: str) -> PartialDate | None:
    """The one date that a heading says of all its entries, right behind a word too: `sec2025`."""
    if len(heading) > _LONGEST_DATED or _BOUND.search(heading):
        return None
    found = find_with_venues(_GLUED.sub("", heading))
    return found[0].value if len(found) == 1 else None


def is_in_sentence(date: DateCandidate) -> bool:
    """Whether words lead up to a date, as in `the code has been there since May 2024`."""
    before = date.prose.text[max(0, date.start - _MAX_LEAD) : date.start]
    return date.position in (Position.DETAIL, Position.WORDS) and bool(_PREPOSITION.search(before))
