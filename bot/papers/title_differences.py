"""In which words two titles of one paper differ: what a writer drops or adds around a title does not count."""

from __future__ import annotations

from difflib import SequenceMatcher
from enum import IntEnum
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from bot.papers.titles import normalise, similarity, title_key
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

_SMALL = frozenset("a an the and of in on for to at by with as s via is are toward towards using".split())
"""Words that are left out, or written for one another, without another title being meant."""
_ARTICLES = frozenset("a an the and s".split())
_ALIKE = 75.0
"""From this similarity on, in percent, words are one with another ending or a typing error."""
_ASIDE = lazy_pattern(r"\s*[(\[（][^()\[\]（）]{2,80}[)\]）]\s*$")
_STEM, _SHARE_OF_STEM = 3, 0.7
"""So many letters, and so large a share of the shorter word, make it a short form of the other."""
_ENDINGS = frozenset(["", *"s es d ed n en r er y ly al ally ic ing ization ation able ive ment".split()])
"""What is behind one word in another."""
_FEWEST = 2
"""Words in front of a cut one: in a shorter title it can be a name."""
_LONGEST = 60
"""Words; longer texts are no titles."""


class Degree(IntEnum):
    """How much two titles differ."""

    NONE = 0
    SPELLING = 1
    """An ending, a typing error, a small word."""
    WORDS = 2
    """A word is another one, or there is one more between others."""


class TitleDifference(NamedTuple):
    """What differs most: the words of the list, and those on record."""

    degree: Degree
    written: str = ""
    official: str = ""


_NOTHING = TitleDifference(Degree.NONE)


def find_difference(written: str, official: str) -> TitleDifference:
    """What differs between a title in a list and one on record, a subtitle or an alias on one side apart."""
    if title_key(written) == title_key(official):
        return _NOTHING
    found = _compare(written, official)
    if found.degree is Degree.WORDS and (aside := _ASIDE.search(written)):
        return min(found, _compare(written[: aside.start()], official), key=lambda each: each.degree)
    return found


def find_cut(written: str, official: str) -> str:
    """The last word of a title that ends in the middle of one of the official title; empty where it does not.

    A word without its ending is a word: `network` for `networks`.
    """
    first, second = normalise(written).split(), normalise(official).split()
    last = len(first) - 1
    if last < _FEWEST or len(second) <= last or first[:-1] != second[:last]:
        return ""
    word, whole = first[last], second[last]
    is_cut = whole.startswith(word) and whole[len(word) :] not in _ENDINGS and len(word) >= _STEM and word.isalpha()
    return word if is_cut else ""


def _compare(written: str, official: str) -> TitleDifference:
    first, second = normalise(written).split(), normalise(official).split()
    if not first or not second or max(len(first), len(second)) > _LONGEST:
        return _NOTHING
    steps = [step for step in SequenceMatcher(None, first, second, autojunk=False).get_opcodes() if step[0] != "equal"]
    found = [
        _weigh(first[a:b], second[c:d])
        for kind, a, b, c, d in steps
        if not (kind == "delete" and (a == 0 or b == len(first)))
        and not (kind == "insert" and (c == 0 or d == len(second)))
    ]
    return max(found, key=lambda each: each.degree, default=_NOTHING)


def _weigh(ours: Sequence[str], theirs: Sequence[str]) -> TitleDifference:
    words = " ".join(ours), " ".join(theirs)
    if words[0].replace(" ", "") == words[1].replace(" ", ""):
        return _NOTHING
    if _ARTICLES.issuperset(ours) and _ARTICLES.issuperset(theirs):
        return _NOTHING
    if all(len(word) == 1 and not word.isdigit() for word in (*ours, *theirs)) or not _is_latin(words[0] + words[1]):
        return _NOTHING  # what is left of formulas, or another script
    if any(char.isdigit() for word in words for char in word):
        return TitleDifference(Degree.WORDS, *words)
    is_small = _SMALL.issuperset(ours) and _SMALL.issuperset(theirs) and not (ours and theirs)
    if _is_acronym(ours, theirs) or _is_acronym(theirs, ours):
        return TitleDifference(Degree.SPELLING, *words)
    if is_small or (ours and theirs and (similarity(*words) >= _ALIKE or _is_short_form(*words))):
        return TitleDifference(Degree.SPELLING, *words)
    return TitleDifference(Degree.WORDS, *words)


def _is_acronym(short: Sequence[str], words: Sequence[str]) -> bool:
    """Whether one word is the initials of several: `LLMs`."""
    initials = "".join(word[0] for word in words)
    return len(short) == 1 and len(words) > 1 and short[0].removesuffix("s") in (initials, initials.removesuffix("s"))


def _is_short_form(one: str, other: str) -> bool:
    """Whether one word is the other, cut short: `nets` and `networks`."""
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return shared >= _STEM and shared >= _SHARE_OF_STEM * min(len(one), len(other))


def _is_latin(text: str) -> bool:
    return all(char < "\u0250" for char in text)
