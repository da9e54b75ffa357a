"""A word nobody knows and the words there are come in; the one that was probably meant goes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_LONGEST_WORD = 200
"""Comparing costs the product of both lengths: a longer word is no slip of the keyboard."""
_FEW = 8
"""So many words a person reads through; more are not listed."""


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The one of `words` that `word` was probably meant to be, or None where none is near."""
    from difflib import get_close_matches

    if len(word) > _LONGEST_WORD:
        return None
    near = get_close_matches(word, list(words), n=5, cutoff=0.6)
    swapped = (each for each in near if sorted(each) == sorted(word))
    return next(swapped, near[0] if near else None)


def quoted(words: Iterable[str]) -> str:
    """The words, each in double quotes, with commas between."""
    return ", ".join(f'"{word}"' for word in words)


def suggestion(word: str, words: Iterable[str], kind: str = "word") -> str:
    """The end of a sentence about an unknown `word`, from the semicolon on; empty where nothing helps.

    >>> suggestion("sections", ("section", "entry"))
    '; did you mean "section"?'
    """
    known = tuple(words)
    meant = nearest(word, known)
    if meant is not None:
        return f'; did you mean "{meant}"?'
    return f"; {kind}s here: {quoted(known)}" if 0 < len(known) <= _FEW else ""
