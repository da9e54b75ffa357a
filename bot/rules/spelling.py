"""Words that are one slip of the pen away from a known one: a letter more or less, another one, or two swapped."""

from __future__ import annotations

from collections.abc import Iterable

_EDGE = 2
"""A slip leaves at least so many letters alone at one of the two ends of a word of five letters or more."""


def is_one_slip(word: str, other: str) -> bool:
    """Whether two different words differ by one letter, or by two neighbours that are swapped."""
    if word == other or abs(len(word) - len(other)) > 1:
        return False
    shorter, longer = sorted((word, other), key=len)
    start = 0
    while start < len(shorter) and shorter[start] == longer[start]:
        start += 1
    if len(shorter) < len(longer):
        return shorter[start:] == longer[start + 1 :]
    return shorter[start + 1 :] == longer[start + 1 :] or is_swap(word, other)


def is_swap(word: str, other: str) -> bool:
    """Whether two different words differ by two neighbours that are swapped."""
    if word == other or len(word) != len(other):
        return False
    start = 0
    while word[start] == other[start]:
        start += 1
    swapped = word[start + 1 : start + 2] + word[start : start + 1]
    return word[:start] + swapped + word[start + 2 :] == other


def is_inflected(word: str, other: str) -> bool:
    """Whether one of the words is the other with one more letter at the end: a plural, a past tense."""
    return word[:-1] == other or other[:-1] == word


class Neighbours:
    """Finds the known words that are one slip away from a word, without comparing it to each of them.

    Of `acronyms`, which are near to each other, it finds those with two letters swapped only.
    """

    def __init__(self, words: Iterable[str], acronyms: Iterable[str] = ()) -> None:
        self._by_edge: dict[str, list[str]] = {}
        self._by_letters: dict[str, list[str]] = {}
        for word in words:
            self._by_edge.setdefault(word[:_EDGE], []).append(word)
            self._by_edge.setdefault(f"-{word[-_EDGE:]}", []).append(word)
        for word in acronyms:
            self._by_letters.setdefault("".join(sorted(word)), []).append(word)

    def of(self, word: str) -> frozenset[str]:
        """The known words one slip away; few, since they share a beginning or an end with `word`."""
        near = (*self._by_edge.get(word[:_EDGE], ()), *self._by_edge.get(f"-{word[-_EDGE:]}", ()))
        swapped = self._by_letters.get("".join(sorted(word)), ())
        slips = (each for each in near if is_one_slip(word, each))
        return frozenset((*slips, *(each for each in swapped if is_swap(word, each))))
