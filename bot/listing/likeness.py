"""Words come in; how like the title of a paper they are goes out, and where in them the title itself stands."""

from __future__ import annotations

import re
from functools import lru_cache

from bot.listing.labels import read_label_words
from bot.papers.dates import find_dates, read_label
from bot.papers.venues import find_venues

WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_EDGE_LEFT = re.compile(
    r"^(?:\d{1,3}[.)]\s+|[\s:：,，;；.|/·•*~–—-]|\ufffc|[☀-➿⬀-⯿️‍]|[\U0001F000-\U0001FAFF]|:[a-z_0-9+]+:)+"
)
_EDGE_RIGHT = re.compile(r"(?:[\s:：,，;；.。|/·•~–—-]|\ufffc|[☀-➿⬀-⯿️‍]|[\U0001F000-\U0001FAFF]|:[a-z_0-9+]+:)+$")
_TAIL_GROUP = re.compile(r"[\s,]*[(（\[]([^()（）\[\]]{1,120})[)）\]]?\s*$")
_TAIL_VENUE = re.compile(r"(?:[.,;]\s+|\s(?=[A-Z][A-Za-z]*['’]\s?\d{2,4}$))([^.,;()\[\]]{4,60})$")
"""A venue with its year at the end: behind a pause, or spelled as no title spells it (`... at Scale ICML' 22`)."""
_DIGIT = re.compile(r"\d")
_HEAD_LABEL = re.compile(r"([^,，:：]{3,40})[,，]\s+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NAME = re.compile(r"[\w'’.-]+")
_PARTICLES = frozenset("de van von der den la le el di da bin al and et &".split())
_CLOSING_YEAR = re.compile(r"(?:(?:\b|(?<=[A-Z]))(?:19|20)\d\d|['’]\d\d)[.,]?$")
_MOST_NAMES = 15
_ET_AL = re.compile(r"\bet\s+al\b", re.IGNORECASE)
_JOINT = re.compile(r",|;|\band\b|&|、")
_ASIDE = re.compile(r"\([^()]*\)")
_MIXED_CASE = re.compile(r"[a-z]*[A-Z0-9$τ]")
_SENTENCE = re.compile(r"\.\s+(?=[A-Z])")
_FILLERS = frozenset(
    """
    workshop workshops oral poster spotlight highlight best paper award findings main track demo long short and
    of the in proceedings submitted to submission under review accepted published at by on r d b conference
    journal preprint website github findings tech technical report st nd rd th honorable mention candidate
    finalist outstanding proc vol version update updated""".split()
)
_VENUE_YEAR = re.compile(r"(?:[A-Za-z][\w&.-]*\s+){1,3}(?:19|20)\d\d")
_PERIODICAL = re.compile(
    r"\b(?:Journal|Transactions|Proceedings|Annals|Letters) (?:of|on|in)\b|\bProceedings$"
    r"|\b(?:International|Annual|IEEE|ACM|European|Asian|Pacific)\b.*\b(?:Conference|Symposium|Workshop|Congress|Transactions)\b"
)
"""What names a journal or a conference the bot need not know."""


@lru_cache(maxsize=8192)
def is_date_or_venue(text: str) -> bool:
    """True for words that only say when or where: `2025/03`, `ICML'24`, `arXiv 2024.06`, `[CVPR 2023 Oral]`."""
    bare = text.strip(" \t[](){}（）【】*_`,.;:|")
    if not bare or len(bare) > 60 or bare.count(" ") > 8:
        return not bare
    if read_label(bare):
        return True
    rest = bare
    dates = find_dates(bare)
    for mention in reversed(dates):
        rest = rest[: mention.start] + " " + rest[mention.end :]
    for venue in reversed(find_venues(rest)):
        rest = rest[: venue.start] + " " + rest[venue.end :]
    if rest == bare:
        return False
    left = [word for word in WORD.findall(rest) if word.casefold() not in _FILLERS and not word.isdigit()]
    precise = any(mention.value is not None and mention.value.month for mention in dates)
    return len(left) <= (1 if precise else 0)


def is_dating(text: str) -> bool:
    """True for link text that only says when or where, in a venue that nobody need know: few words and a year."""
    return is_date_or_venue(text) or bool(_VENUE_YEAR.fullmatch(text.strip()))


def _is_closing(text: str) -> bool:
    """True for the words of a bracket that closes a title: a date, or a venue the bot need not know, with its year."""
    return is_date_or_venue(text) or text.startswith("@") or is_venue_with_year(text)


def is_venue_with_year(text: str) -> bool:
    """True for words that read as the name of a venue with its year: `Physical Review Letters 2018`."""
    if not _CLOSING_YEAR.search(text.strip()):
        return False
    return all(
        word[:1].isupper() or word.casefold() in _FILLERS or not word[:1].isalpha()
        for word in text.replace("/", " ").split()
    )


def _names_venue_and_year(text: str) -> bool:
    """True for a venue that the bot knows with its year, and nothing else."""
    return any(venue.year is not None for venue in find_venues(text)) and is_date_or_venue(text)


def is_name_list(text: str) -> bool:
    """True for words that read as a list of authors."""
    if others := _ET_AL.search(text):
        names = text[: others.start()].replace(",", " ").split()
        return len(names) <= _MOST_NAMES and all(map(_is_name, names))
    if ":" in text or not _JOINT.search(text):
        return False
    parts = [part.strip(" .*†‡§¹²³⁴⁵") for part in _JOINT.split(_ASIDE.sub("", text))]
    parts = [part for part in parts if part]
    if len(parts) < 3:
        return False
    names = [part for part in parts if 2 <= len(words := part.split()) <= 5 and all(map(_is_name, words))]
    return len(names) >= 0.75 * len(parts)


def _is_name(word: str) -> bool:
    """Whether a word may be one of a person's names."""
    return word in _PARTICLES or (word[0].isupper() and _NAME.fullmatch(word) is not None)


def _count_words(text: str) -> int:
    """How many words a text has: numbers are none, and two characters of a script without blanks are one."""
    dense = len(_CJK.findall(text))
    if dense:
        text = _CJK.sub(" ", text)
    return sum(not word.isdecimal() for word in WORD.findall(text)) + dense // 2


@lru_cache(maxsize=8192)
def likeness(text: str) -> float:
    """How like a paper's title some words are, from 0 (not at all) to 1."""
    words = _count_words(text)
    if not words or "://" in text:
        return 0.0
    if read_label_words(text) is not None or is_date_or_venue(text):
        return 0.02
    if is_name_list(text):
        return 0.1
    score = (0.0, 0.2, 0.42, 0.66, 0.86)[words] if words < 5 else 1.0
    if words > 34:
        score = 0.3
    elif words > 24:
        score = 0.8
    if text[0].islower() and not _MIXED_CASE.match(text):
        score *= 0.75
    if words > 8 and len(_SENTENCE.findall(text)) > 1:
        score *= 0.6
    if _PERIODICAL.search(text):
        score *= 0.6
    return score


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without marks, stray punctuation and a closing date or venue in brackets."""
    while True:
        words = text[start:end]
        left = _EDGE_LEFT.match(words)
        if left:
            start += left.end()
            words = text[start:end]
        right = _EDGE_RIGHT.search(words[-12:]) if words else None
        if right and start < end:
            end -= len(words[-12:]) - right.start()
            words = text[start:end]
        before = max(len(words) - 130, 0)
        tail = _TAIL_GROUP.search(words[before:])
        if tail and _is_closing(tail[1]) and tail.start() + before > 0:
            end = start + before + tail.start()
            continue
        venue = _TAIL_VENUE.search(words, before) if _DIGIT.search(words, max(before, 12)) else None
        if venue and _names_venue_and_year(venue[1]):
            end = start + venue.start()
            continue
        head = _HEAD_LABEL.match(words)
        if head and is_date_or_venue(head[1]):
            start += head.end()
            continue
        if not (right or left) or start >= end:
            return start, max(start, end)
