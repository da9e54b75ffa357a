"""Fields: words between the marks of a prose (links, emphasis, quotes, brackets, separators), and their shapes."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.shapes import EDGES, Shape, read_shape
from bot.text import lazy_pattern

if TYPE_CHECKING:
    import re


class Mark(StrEnum):
    """What sets a field off."""

    NONE = ""
    LINK = "link"
    BOLD = "bold"
    ITALIC = "italic"
    QUOTE = "quotes"
    ROUND = "round brackets"
    SQUARE = "square brackets"
    CODE = "code"


class Field(NamedTuple):
    """Words between marks: offsets into the text of their prose."""

    before: str
    """What separates it from the field before. `WITHIN` is before that sign where both are in one link or one run of
    bold words, `LEAVING` where the one before is the end of a link, of bold words or of a quotation, `ENTERING` where a
    quotation begins, `OPENING` where a link does."""
    mark: Mark
    shape: Shape
    start: int
    end: int
    place: int
    """The prose that it is in: a column of a row, else 0 for the head and more for the details."""
    words: str


START, LINE, WRAP, BAR, SPACE, BY, ON = "^", "\n", "↵", "|", " ", "@", "+"
"""How a field begins that no punctuation mark is before. `WRAP` is the end of a line in the source that the reader does
not see; `BY` is the word; `ON` is before a small letter that nothing but a change of style or of line is before."""
LINES = (LINE, WRAP)
WITHIN, LEAVING, ENTERING, OPENING = "=", "~", "“", "["
_OUTER_EDGES = EDGES.replace("!?", "")
CLOSING_EDGES = EDGES.replace(")", "")
ANY_YEAR = lazy_pattern(r"(?:19|20)\d\d(?!\d)|['’‘ -]\d\d(?!\d)")
QUOTE = lazy_pattern(
    r"“([^“”]{8,400})[”\"]|(?<!\w)\"([^\"“”]{8,400})[\"”]|«([^«»]{8,400})»|「([^「」]{4,400})」|《([^《》]{4,400})》"
)
"""What is in quotation marks; the group that matched is what is between them."""
QUOTE_MARK = lazy_pattern(r"[“\"«「《]")
GROUPS = frozenset({Mark.ROUND, Mark.SQUARE})
PHRASE = frozenset(
    {Shape.WORDS, Shape.CAPITALS, Shape.FEW, Shape.FEW_CAPITALS, Shape.NAME, Shape.NAMES, Shape.PERIODICAL}
)
"""Shapes of several words."""
TITLE_SHAPES = PHRASE | {Shape.WORD, Shape.ACRONYM, Shape.PROSE}
"""Shapes of the words of titles."""


def name_venue(heading: str) -> str | None:
    """Return the venue that words name, without the year; None where they say something else."""
    words = ANY_YEAR.sub("", heading).strip(CLOSING_EDGES)
    return words if words and read_shape(heading) in (Shape.VENUE, Shape.PERIODICAL) else None


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the range without marks at its ends; a bracket that is opened inside stays closed."""
    words = text[start:end]
    inner = words.lstrip(_OUTER_EDGES)
    bare = inner.rstrip(_OUTER_EDGES)
    before, behind = words[: len(words) - len(inner)], inner[len(bare) :]
    for opening, closing in ("()", "[]"):
        if bare.count(opening) > bare.count(closing) and behind.startswith(closing):
            bare += closing
        elif bare.count(closing) > bare.count(opening) and before.endswith(opening):
            before, bare = before[:-1], opening + bare
    start += len(before)
    return start, start + len(bare)


def find_edges(text: str, quote: re.Match[str]) -> tuple[bool, bool]:
    """Tell whether a punctuation mark, or nothing, is before a quotation, and whether one is behind it or ends it."""
    before, after = text[: quote.start()].rstrip(" \t"), text[quote.end() :].lstrip(" \t")
    is_closed = quote[0][-2] in ".,?!" or not after or after[0] in ".,;([（【|\n-–—\ufffc"
    return not before or before[-1] in ".,;:：)]）】|\n-–—*\ufffc", is_closed
