"""The words that lines of an entry begin with and that say what follows: `Datasets: MATH-500`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

_LABEL = lazy_pattern(r"^[ \t]*([A-Za-z][A-Za-z-]{1,24}(?: [A-Za-z-]{1,24}){0,2})[ \t]*[:：](?!//)[:：]*", re.MULTILINE)
"""Up to three words and a colon at the start of a line."""


class Label(NamedTuple):
    """The label of a line, with offsets into the text: of its words, and of what follows the colon."""

    words: str
    start: int
    end: int


def find_labels(text: str) -> Iterator[Label]:
    """The labels of the lines of a text, in order."""
    if ":" in text or "：" in text:
        for match in _LABEL.finditer(text):
            yield Label(match[1], match.start(1), match.end())
