"""Titles as people type them come in; normal forms and judgements whether two name the same paper go out."""

from __future__ import annotations

import html
import re
import unicodedata

_LABEL = re.compile(r"^\s*(?:[\[(【（]\d{2,4}[-./]?\d{0,2}(?:[-./]\d{1,2})?[\])】）]\s*)+")
_PERCENT = re.compile(r"\s*\(\s*\d{1,3}(?:\.\d+)?\s*%\s*\)\s*$")
_ALIAS = re.compile(r"(?<=\S)\s*\((?![IVX]+\))(?=[^()]*[A-Z][^()]*[A-Z])[A-Za-z][\w.+@-]{1,19}\)\s*$")
_COMMAND = re.compile(r"\\[A-Za-z]+\s*\{([^{}]*)\}")
_MARKUP = re.compile(r"[${}\\^_]")
_APOSTROPHE = re.compile(r"['’‘ʼ`´]")
_NOT_WORD = re.compile(r"[\W_]+")
_ROMAN = re.compile(r"[ivx]+")
_NUMBERED = frozenset("one two three four five six seven eight nine ten first second third".split())
_NEGATIONS = frozenset("not no non without never cannot cant dont isnt arent".split())
_REPLIES = frozenset("comment comments reply response erratum corrigendum part revisiting revisited rethinking".split())


def normalise(title: str) -> str:
    """The words of a title, in lower case, without marks, markup and accents; letters of all scripts stay."""
    text = html.unescape(title) if "&" in title else title
    text = _ALIAS.sub("", _PERCENT.sub("", _LABEL.sub("", text)))
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    if "\\" in text:
        text = _COMMAND.sub(r"\1", text)
    text = _MARKUP.sub("", text.replace("~", " "))
    text = _APOSTROPHE.sub("", text)
    if text.isascii():
        return _NOT_WORD.sub(" ", text.lower()).strip()
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(char for char in decomposed if not "\u0300" <= char <= "\u036f")
    folded = unicodedata.normalize("NFC", bare).casefold()
    words = (char if char.isalnum() or unicodedata.category(char)[0] == "M" else " " for char in folded)
    return " ".join("".join(words).split())


def key(title: str) -> str:
    """The normal form without spaces, so that hyphenation does not count."""
    return normalise(title).replace(" ", "")


def similar(a: str, b: str) -> float:
    """How alike two titles are, from 0 to 100: twice the longest common subsequence over both lengths."""
    return _ratio(normalise(a), normalise(b))


def risky_difference(a: str, b: str) -> bool:
    """Whether the words that only one title has may make it another paper: numbers, negations, replies."""
    first, second = normalise(a).split(), normalise(b).split()
    return any(_is_risky(word) for word in set(first) ^ set(second)) or _count_risky(first) != _count_risky(second)


def same_work(a: str, b: str) -> bool:
    """Whether the titles surely name the same paper: equal keys, or nearly equal with no risky difference."""
    if key(a) == key(b):
        return bool(key(a))
    return similar(a, b) >= 95 and not risky_difference(a, b)


def unrelated(a: str, b: str) -> bool:
    """Whether the titles surely name different papers. Aliases, dropped subtitles and renames are allowed for."""
    first, second = normalise(a), normalise(b)
    if min(len(first), len(second)) < 15 or min(first.count(" "), second.count(" ")) < 2:
        return False
    if _ratio(first, second) >= 60:
        return False
    return not (set(first.split()) & set(second.split()))


def _is_risky(word: str) -> bool:
    if any(char.isdigit() for char in word) or _ROMAN.fullmatch(word):
        return True
    return word in _NUMBERED or word in _NEGATIONS or word in _REPLIES


def _count_risky(words: list[str]) -> int:
    return sum(map(_is_risky, words))


def _ratio(a: str, b: str) -> float:
    """Indel similarity of two strings in percent, by the bit-parallel subsequence length of Hyyrö (2004)."""
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
