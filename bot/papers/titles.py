"""Titles as people type them come in; normal forms and judgements whether two name the same paper go out."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable


_LABEL = lazy_pattern(r"\s*(?:[\[(【（]\d{2,4}(?:[-./]\d{1,2}){0,2}[\])】）]\s*)+")
_PERCENT = lazy_pattern(r"\(\s*\d{1,3}(?:\.\d+)?\s*%\s*\)$")
_LAST_BRACKET = lazy_pattern(r"\(([^()]{2,30})\)$")
_ACRONYM = lazy_pattern(r"(?![IVX]+$)(?=.*[A-Z].*[A-Z])[A-Za-z][\w.+@-]{1,19}")
_TAG = lazy_pattern(r"</?[A-Za-z]{1,6}>")
_ACCENT = lazy_pattern(r"\\[\"'`^~=.]\s*(?:\{([A-Za-z])\}|([A-Za-z]))")
_COMMAND = lazy_pattern(r"\\[A-Za-z]+\s*\{([^{}]*)\}")
_MARKUP = lazy_pattern(r"[${}\\^_]")
_APOSTROPHE = lazy_pattern(r"['’‘ʼ`´]")
_NOT_WORD = lazy_pattern(r"[\W_]+")
_ARTICLE = lazy_pattern(r"(?:a|an|the) ")

_ROMAN = lazy_pattern(r"[ivx]+")
# fmt: off
_RISKY = frozenset(
    {
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "first", "second",
        "third", "no", "not", "non", "never", "without", "cannot", "cant", "dont", "doesnt", "isnt",
        "arent", "comment", "comments", "reply", "response", "erratum", "corrigendum", "part", "revisited",
        "revisiting",
    }
)
_COMMON = frozenset(
    {
        "a", "an", "the", "and", "or", "of", "in", "on", "for", "with", "from", "by", "to", "at", "as",
        "into", "via", "is", "are", "be", "can", "do", "does", "how", "what", "when", "why", "your", "you",
        "we", "its", "it", "not", "than", "that", "their", "through", "over", "under", "more", "all", "new",
        "novel", "without", "towards", "toward", "using", "based", "approach", "method", "methods",
        "framework", "system", "systems", "large", "language", "model", "models", "modeling", "learning",
        "deep", "neural", "network", "networks", "llm", "llms", "efficient", "effective", "improving",
        "enhancing", "better", "simple", "study", "survey", "data", "task", "tasks", "analysis", "ai",
        "machine", "human", "humans", "learn", "learns", "train", "training", "foundation", "multi", "self",
        "open", "general", "generation", "empirical", "review",
    }
)
"""Words that titles of unrelated papers share."""
# fmt: on

_DEEPEST = 3
"""Commands of LaTeX inside each other that are taken off."""

_REMEMBERED = 131_072
"""Titles; rule after rule asks for those of the whole list, so that fewer would be no memory at all."""

_FEWEST_WORDS = 5
"""Shorter texts are often the name of a method or a data set, not a paper's title."""


@lru_cache(maxsize=_REMEMBERED)
def normalise(title: str) -> str:
    """The words of a title in lower case, without marks, markup and accents; letters of all scripts stay.

    A leading date label, a trailing percentage and a trailing `(ALIAS)` are left out.
    """
    text = _without_notes(html.unescape(title) if "&" in title else title)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    if "<" in text:
        text = _TAG.sub("", text)
    if "\\" in text:
        text = _ACCENT.sub(lambda match: match[1] or match[2], text)
        for _ in range(_DEEPEST):
            text = _COMMAND.sub(r"\1", text)
    text = _APOSTROPHE.sub("", _MARKUP.sub("", text.replace("~", " ")))
    if text.isascii():
        return _NOT_WORD.sub(" ", text.lower()).strip()
    return _fold(text)


def title_key(title: str) -> str:
    """The normal form without spaces, so that hyphenation does not count."""
    return normalise(title).replace(" ", "")


def similarity(a: str, b: str) -> float:
    """How alike two titles are, from 0 to 100: twice the longest common subsequence over both lengths."""
    return _ratio(normalise(a), normalise(b))


def has_risky_difference(a: str, b: str) -> bool:
    """Whether a word that only one title has may make it another paper: a number, a negation, a reply."""
    first, second = Counter(normalise(a).split()), Counter(normalise(b).split())
    return any(_is_risky(word) for word in (*(first - second), *(second - first)))


def are_same_paper(a: str, b: str) -> bool:
    """Whether the titles surely name the same paper: alike but for hyphens, an article, slips of the pen."""
    first, second = (_ARTICLE.sub("", normalise(title), count=1) for title in (a, b))
    if first.replace(" ", "") == second.replace(" ", ""):
        return bool(first)
    words = first.split(), second.split()
    if len(words[0]) != len(words[1]) or _ratio(first, second) < 95 or has_risky_difference(a, b):
        return False
    return all(one == other or _ratio(one, other) >= 80 for one, other in zip(*words, strict=True))


def are_different_papers(a: str, b: str) -> bool:
    """Whether the titles surely name different papers.

    They do not when a word of substance in one begins like a word in the other, or stands for its initials:
    papers are renamed, subtitles dropped, aliases put in front. Short and translated titles prove nothing.
    """
    first, second = normalise(a), normalise(b)
    words = first.split(), second.split()
    if min(map(len, words)) < _FEWEST_WORDS or not _is_latin(first + second):
        return False
    if "et al" in first or "et al" in second or _ratio(first, second) >= 60:
        return False
    if _holds_initials(a, words[1]) or _holds_initials(b, words[0]):
        return False
    content = [{word for word in one if word not in _COMMON and len(word) > 1} for one in words]
    return not any(_is_akin(one, other) for one in content[0] for other in content[1])


def _without_notes(text: str) -> str:
    """The title without what lists write around it: label, percentage, alias."""
    if label := _LABEL.match(text):
        text = text[label.end() :]
    text = _PERCENT.sub("", text.rstrip()).rstrip(" .")
    bracket = _LAST_BRACKET.search(text) if text.endswith(")") else None
    if bracket is None or bracket.start() == 0:
        return text
    rest = text[: bracket.start()].rstrip()
    is_alias = _ACRONYM.fullmatch(bracket[1]) or rest.casefold().startswith(bracket[1].casefold())
    return rest if rest and is_alias else text


def _fold(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(char for char in decomposed if not "\u0300" <= char <= "\u036f")
    folded = unicodedata.normalize("NFC", bare.casefold())
    return " ".join("".join(char if _is_of_word(char) else " " for char in folded).split())


def _is_of_word(char: str) -> bool:
    """Letters and digits of all scripts, and the vowel signs of those that need them."""
    return char.isalnum() or (char < "\u2000" and unicodedata.category(char)[0] == "M")


def _is_latin(text: str) -> bool:
    return all(char < "\u0250" for char in text)


def _is_risky(word: str) -> bool:
    return word in _RISKY or _ROMAN.fullmatch(word) is not None or any(char.isdigit() for char in word)


def _is_akin(one: str, other: str) -> bool:
    """Whether two words begin alike: by five letters, or by the whole of a word of three or more."""
    length = min(len(one), len(other), 5)
    return length >= 3 and one[:length] == other[:length]


def _holds_initials(title: str, words: list[str]) -> bool:
    """Whether an acronym of `title` is spelled out in `words`."""
    initials = "".join(word[0] for word in words)
    acronyms = re.findall(r"[A-Za-z]*[A-Z][a-z]*[A-Z][A-Za-z]*", title)
    return any(len(one) >= 3 and one.lower().rstrip("s") in initials for one in acronyms)


def _ratio(a: str, b: str) -> float:
    """Indel similarity in percent; the subsequence's length is found bit-parallel (Hyyrö 2004)."""
    if not a or not b:
        return 100.0 if a == b else 0.0
    places: dict[str, int] = {}
    for index, char in enumerate(a):
        places[char] = places.get(char, 0) | 1 << index
    full = (1 << len(a)) - 1
    row = full
    for char in b:
        hit = row & places.get(char, 0)
        row = (row + hit | row - hit) & full
    return 200.0 * (len(a) - row.bit_count()) / (len(a) + len(b))


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
_VERIFICATION_FEWEST_WORDS = 3
_FEWEST_CHARACTERS = 15
_NO_TITLE = lazy_pattern(r"\bet\.? ?al\b|\b(?:paper|pdf|preprint|article|report|link|slides)s?\W*$", re.IGNORECASE)
"""What stands in place of a title: authors, or what the link leads to (`the GPT-3 paper`)."""
_REPORT = lazy_pattern(r"\btechnical report\W*$", re.IGNORECASE)
_LONGEST_ALIAS = 3
"""Words before a colon that are taken for the name of what the paper presents."""


def compare_titles(written: str, official: str) -> Match:
    """How the title in a list stands to a title on record."""
    if title_key(written) == title_key(official) and title_key(written):
        return Match.SAME
    if not is_comparable(written) or not normalise(official):
        return Match.UNCOMPARABLE
    alike = similarity(written, official)
    if alike >= SAME_FROM:
        return Match.SAME
    if alike >= CLOSE_FROM or _shared_words(written, official) >= _SHARED_FROM:
        return Match.CLOSE
    return Match.DIFFERENT


def is_comparable(written: str) -> bool:
    """Whether a title can be told from others: three Latin words of 15 characters or more, no `et al.`."""
    words = normalise(written)
    if _NO_TITLE.search(written) and not _REPORT.search(written):
        return False
    if words.count(" ") < _VERIFICATION_FEWEST_WORDS - 1 or len(words) < _FEWEST_CHARACTERS:
        return False
    letters = [char for char in words if char.isalpha()]
    return bool(letters) and all(char < "\u0250" for char in letters)


def is_mentioned(official: str, authors: Iterable[str], text: str) -> bool:
    """Whether `text`, an entry as a whole, speaks of the paper: by its title, its alias or an author's full name."""
    words = f" {normalise(text)} "
    whole = normalise(official)
    if whole and whole.replace(" ", "") in words.replace(" ", "") and is_comparable(official):
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
    return max(similarity(one, other) for one, other in [*pairs, (whole[0], whole[1])])
