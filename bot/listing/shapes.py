"""What words look like by themselves: a year, a name, a venue, a title; whatever they say in a list."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from bot.listing.links import read_link_label
from bot.papers.dates import read_date_label
from bot.papers.names import read_authors
from bot.papers.titles import count_words, names_periodical
from bot.papers.venues import find_venues, is_date_or_venue
from bot.text import lazy_pattern


class Shape(StrEnum):
    """What the words of a field look like by themselves, whatever they say in this list."""

    YEAR = "year"
    DATE = "date"
    NUMBER = "number"
    ADDRESS = "address"
    """A URL, a DOI, an arXiv id."""
    LABEL = "label"
    """What announces a link: `pdf`, `code`."""
    OTHERS = "et al."
    VENUE = "known venue"
    PERIODICAL = "words for a venue"
    """`Journal of ...`, `Proceedings ...`, `in ...`."""
    NAMES = "names"
    """Several names, or one with initials."""
    NAME = "name"
    """Two to four capitalised words: a person's name, or a short title."""
    INITIALS = "initials"
    WORD = "capitalised word"
    ACRONYM = "acronym"
    WORDS = "words"
    """Four or more, not all capitalised."""
    CAPITALS = "capitalised words"
    """Four or more."""
    FEW = "few words"
    FEW_CAPITALS = "few capitalised words"
    REST = "rest"
    """What follows a venue and its year: `Oral`, `Industry Track`."""
    PROSE = "prose"


EDGES = ' \t\n*_`#>"“”«»《》「」()[]{}（）【】,.;:，。；：、|·•-–—~!?\ufffc'
"""Marks at the ends of words that say nothing of what the words are."""
YEAR = r"(?:19[5-9]|20[0-4])\d"
ARCHIVE = r"(?:arxiv|biorxiv|medrxiv)"
IN = lazy_pattern(
    r"(?:(?:[Aa]cc[a-z]+|[Aa]ppear\w*|[Pp]ublished|[Tt]o appear|[Pp]resented) (?:in|at|by|to)|[Ii]n|at|to)"
    r"[:\s]+(?=[A-Z\d'’(])"
)
"""What leads up to a venue."""
_YEAR_ALONE = lazy_pattern(rf"{YEAR}[a-z]?|['’‘]\d\d")
_NUMBER = lazy_pattern(
    r"(?:pp?\.?|vol(?:ume)?\.?|no\.?|pages?|issue|#)?\s*\(?\d[\d\s:()–—./-]*(?:st|nd|rd|th)?\)?|[A-Z]?\d+[A-Z]?[-–]\d+"
    r"|\S{1,20}(?: \S{1,12}){0,3}\[\d+\]?",
    re.IGNORECASE,
)
_PREPRINT = lazy_pattern(
    rf"{ARCHIVE}(?: preprint)?(?:[ '’,]*(?:20\d\d|\d{{4}}|\d\d[./]\d\d(?:[./]\d\d)?))?",
    re.IGNORECASE,
    needs=("rxiv",),
)
_ADDRESS = lazy_pattern(
    r"(?:https?://|www\.)\S+|(?:arxiv|doi|abs|pmid|pmc)\s*[:.]?\s*(?:preprint\s+)?(?:arxiv:)?[\d./\w-]*\d[\w./-]*(?:\s*\[[\w.-]+\])?"
    r"|10\.\d{4,}/\S+|\d{4}\.\d{4,5}(?:v\d+)?",
    re.IGNORECASE,
)
_OTHERS = lazy_pattern(r"(?:(?:[A-Z]\. ?){1,3}|and |& )?(?:et\.? ?all?\.?|others|等人?)", re.IGNORECASE)
_PERIODICAL = lazy_pattern(
    r"\b(?:journal|transactions|trans|proceedings|proc|conference|conf|symposium|workshop|letters|review|annals|bulletin"
    r"|magazine|lecture notes|lncs|thesis|ieee|acm|press)\b",
    re.IGNORECASE,
    needs=(
        "journal trans proc conf symposium workshop letters review annals bulletin magazine lecture lncs thesis ieee"
        " acm press"
    ).split(),
)
_AND = lazy_pattern(r"^(?:and|&) (?=[^\W\d_a-z])")
_EMOJI = lazy_pattern("[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]\ufe0f?|\ufffc")
_ASIDE = lazy_pattern(r"\s*\([^()]{2,40}\)")
_HAS_INITIALS = lazy_pattern(r"\b[A-Z]\.|\b[A-Z]{1,2}$|^[A-Z]{1,2} [A-Z][a-z]+$")
_ONLY_INITIALS = lazy_pattern(r"(?:[A-Z]\.?[ -]?){1,3}")
_CAPITALISED = lazy_pattern(r"[A-Z][a-zà-ÿ'’-]+")
_LATEST_YEAR = 2030
"""Two digits above it are no year, but a result: `32.05`."""
_MOST_WORDS = 32
"""Longer fields are prose."""
_MOST_WORDS_OF_PERIODICAL = 14


@lru_cache(maxsize=65_536)
def read_shape(text: str) -> Shape | None:
    """Return what words look like; None for marks without words."""
    words = _AND.sub("", _EMOJI.sub("", text).strip(EDGES))
    if not words:
        return None
    if (shape := _read_fixed(words)) is not None:
        return shape
    if IN.match(words):
        return Shape.PERIODICAL
    if is_date_or_venue(words):
        return Shape.VENUE if find_venues(words) else Shape.DATE
    if read_link_label(words) is not None:
        return Shape.LABEL
    return _read_phrase(words, text)


def _read_fixed(words: str) -> Shape | None:
    """Recognise what has a fixed form: numbers, dates, addresses."""
    if not any(map(str.isdigit, words)):
        if _OTHERS.fullmatch(words):
            return Shape.OTHERS
        return Shape.VENUE if _PREPRINT.fullmatch(words) else None
    if _YEAR_ALONE.fullmatch(words):
        return Shape.YEAR
    if _PREPRINT.fullmatch(words):
        return Shape.VENUE
    if _ADDRESS.fullmatch(words):
        return Shape.ADDRESS
    if readings := read_date_label(words):
        is_possible = any(each.value is not None and each.value.year <= _LATEST_YEAR for each in readings)
        return Shape.DATE if is_possible else Shape.NUMBER
    return Shape.NUMBER if _NUMBER.fullmatch(words) else None


def _read_phrase(words: str, text: str) -> Shape:
    """Tell names, titles and prose apart by their number of words and capitals."""
    parts = words.split()
    count = count_words(words)
    small = sum(part[0].islower() for part in parts)
    if names_periodical(words) or (
        parts[:1] not in (["A"], ["a"], ["An"], ["an"])
        and count <= _MOST_WORDS_OF_PERIODICAL
        and 2 * small <= len(parts)
        and _PERIODICAL.search(words)
    ):
        return Shape.PERIODICAL
    if count > _MOST_WORDS:
        return Shape.PROSE
    if (names := _read_names(words, parts)) is not None:
        return names
    if _ONLY_INITIALS.fullmatch(words):
        return Shape.INITIALS if "." in text or len(words) <= 2 else Shape.ACRONYM
    if count <= 1:
        if _CAPITALISED.fullmatch(words) or not words.isascii():
            return Shape.WORD
        return Shape.FEW if words.islower() else Shape.ACRONYM
    if count >= 4:
        return Shape.WORDS if small else Shape.CAPITALS
    return Shape.FEW if small else Shape.FEW_CAPITALS


def _read_names(words: str, parts: list[str]) -> Shape | None:
    """Recognise names of people; one that is not sure is a `NAME`."""
    if not words[0].isalpha():
        return None
    found = read_authors(_ASIDE.sub("", words) if "(" in words else words)
    if found is None:
        return None
    if len(found.names) > 1 or found.more:
        if found.more or all(" " in name for name in found.names):
            return Shape.NAMES
        return Shape.NAME if len(parts) <= 4 else Shape.CAPITALS
    if len(parts) > 4 or _ONLY_INITIALS.fullmatch(words):
        return None
    if _HAS_INITIALS.search(words):
        return Shape.NAMES
    return Shape.NAME if len(parts) >= 2 else None
