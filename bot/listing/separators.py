"""What separates the fields of a prose: punctuation marks with their spaces, emoji, the word "by"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.listing.shapes import BY, SPACE, WRAP
from bot.text import lazy_pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

_SAME = str.maketrans("，、；：。？！–—~·•｜/", ",,;:.?!---||||")
_SEPARATOR = lazy_pattern(
    r"(?=[\s:,，、;；|｜·•.。?!？！：—/b])(?:"  # most characters begin none of these
    r"\s*:[a-z_0-9+]{3,24}:\s*"  # an emoji
    r"|\s+by[:\s]\s*(?=(?:[A-Z][\w'’.-]*,? ){1,3}[A-Z][\w'’.-]*\s*(?:[,;(]|and\b|&|et al|$|\n))|\s*\bby:?\s*$"
    r"|\s*[\n\t]\s*|(?<!\d),\s*(?:(?:\.{3}|…)[\s,]*(?=\S))?|,(?!\d)\s*|\s*[，、]\s*|\s+,\s*|\s*[;；]\s*|\s*[|｜·•]\s*"
    r"|(?<!\b[A-Z])(?<!\bvs)(?<!\bet)[.。]+(?=\s|$)\s*|\.\.(?=[A-Z][a-z])|(?<=et al)\.?\s+(?=(?:19|20)\d\d\s)"
    r"|(?<=[a-z] [A-Z])\.\s+(?=[A-Z]{3})|(?:(?<=[a-z] [A-Z] [A-Z])|(?<=[a-z] [A-Z]{2}))\.\s+(?=[A-Z])|[?!]\s+|[？！]\s*"
    r"|\s*[:：](?=\s|$)\s*|：|\s+[-–—~/]+\s+|—\s+|\s*//\s*)"
)
_SEPARATING = lazy_pattern(r"[\n\t\r\f\v:,;|.?!~/]")
"""What each separator has; most words have none."""


def find_separators(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Find what separates fields between two offsets."""
    words = text[start:end]
    is_marked = not words.isascii() or _SEPARATING.search(words) is not None
    may_be = is_marked or " -" in words or "by" in words or "et al" in words
    return _SEPARATOR.finditer(text, start, end) if may_be else iter(())


def sign_of(separator: str) -> str:
    """The sign that stands for a separator in `Field.before`."""
    sign = separator.strip()
    if sign[:2] == "by":
        return BY
    if not sign or (sign in ("?", "!") and "\t" in separator):
        return WRAP if "\n" in separator else "|" if "\t" in separator else SPACE
    is_emoji = len(sign) > 2 and sign[0] == sign[-1] == ":"
    return SPACE if is_emoji else sign[0].translate(_SAME)
