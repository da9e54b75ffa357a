"""A title as a list has it and the titles a paper has had come in; whether they name the same paper goes out.

The measures and thresholds were found on 3,217 titles of real lists: of those, 95 % are at 90 or above, and
of titles of random other papers from the same list one in a thousand is at 70 or above.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.titles import key, normalise, similar

if TYPE_CHECKING:
    from collections.abc import Iterable


class Match(StrEnum):
    """How a written title stands to an official one."""

    SAME = "same"
    CLOSE = "close"
    """Words differ, as with a dropped subtitle; the paper may well be the same."""
    DIFFERENT = "different"
    UNCOMPARABLE = "uncomparable"
    """The written title is too short, in another script, or names authors: it proves nothing."""


SAME_FROM = 90.0
CLOSE_FROM = 70.0
_SHARED_FROM = 80.0
_FEWEST_WORDS = 3
_FEWEST_CHARACTERS = 15
_NO_TITLE = re.compile(r"\bet\.? ?al\b|\b(?:paper|pdf|preprint|article|report|link|slides)s?\W*$", re.IGNORECASE)
"""What stands in place of a title: authors, or what the link leads to (`the GPT-3 paper`)."""
_REPORT = re.compile(r"\btechnical report\W*$", re.IGNORECASE)
_LONGEST_ALIAS = 3
"""Words before a colon that are taken for the name of what the paper presents."""


def compare_titles(written: str, official: str) -> Match:
    """How the title in a list stands to a title on record."""
    if key(written) == key(official) and key(written):
        return Match.SAME
    if not is_telling(written) or not normalise(official):
        return Match.UNCOMPARABLE
    alike = similar(written, official)
    if alike >= SAME_FROM:
        return Match.SAME
    if alike >= CLOSE_FROM or _shared_words(written, official) >= _SHARED_FROM:
        return Match.CLOSE
    return Match.DIFFERENT


def is_telling(written: str) -> bool:
    """Whether a title can be told from others: three Latin words of 15 characters or more, no `et al.`."""
    words = normalise(written)
    if _NO_TITLE.search(written) and not _REPORT.search(written):
        return False
    if words.count(" ") < _FEWEST_WORDS - 1 or len(words) < _FEWEST_CHARACTERS:
        return False
    letters = [char for char in words if char.isalpha()]
    return bool(letters) and all(char < "\u0250" for char in letters)


def closest(written: str, titles: Iterable[str]) -> str | None:
    """The one of `titles` that is nearest to `written`; the first of equals."""
    return max(titles, key=lambda title: similar(written, title), default=None)


def is_mentioned(official: str, authors: Iterable[str], text: str) -> bool:
    """Whether `text`, an entry as a whole, speaks of the paper: by its title, its alias or an author's full name."""
    words = f" {normalise(text)} "
    whole = normalise(official)
    if whole and whole.replace(" ", "") in words.replace(" ", "") and is_telling(official):
        return True
    if (alias := _alias(official)) and f" {alias} " in words:
        return True
    names = (normalise(author) for author in authors)
    return any(" " in name and f" {name} " in words for name in names)


def _alias(title: str) -> str:
    """What stands before the colon of a title, where that is a name: `FireAct`, `Chain of Hindsight`."""
    before, colon, after = title.partition(":")
    name = normalise(before)
    if not colon or not after.strip() or name.count(" ") >= _LONGEST_ALIAS or len(name) < _LONGEST_ALIAS:
        return ""
    return name


def _shared_words(a: str, b: str) -> float:
    """Likeness by common words in any order, from 0 to 100, which it is where one title holds the other."""
    first, second = set(normalise(a).split()), set(normalise(b).split())
    both = " ".join(sorted(first & second))
    only = [" ".join(sorted(words)) for words in (first - second, second - first)]
    whole = [f"{both} {rest}".strip() for rest in only]
    pairs = [(both, whole[0]), (both, whole[1])] if both else []
    return max(similar(one, other) for one, other in [*pairs, (whole[0], whole[1])])
