"""How likely words are which part of an entry: by what they look like, by their marks, by what is before them.

These are the expectations before anything is known of a list (`bot.listing.siblings` learns the rest from it): natural
logarithms, of which only the differences matter.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from bot.listing.shapes import BAR, BY, ENTERING, LEAVING, LINE, ON, OPENING, SPACE, WITHIN, WRAP, Mark, Shape


class FieldKind(StrEnum):
    """What a field says of the entry."""

    NAME = "name"
    """A number, a short name, a category before the title."""
    TITLE = "title"
    AUTHORS = "authors"
    VENUE = "venue"
    DATE = "date"
    LINK = "link"
    """A label on a link, or an address."""
    NOTE = "note"


SLOTS = tuple(FieldKind)
NAME, TITLE, AUTHORS, VENUE, DATE, LINK, NOTE = range(len(SLOTS))
NEVER = -9.0

Scores = tuple[float, ...]
"""A score (the logarithm of a likelihood) for each slot, in the order of `FieldKind`."""

# fmt: off
SHAPES: dict[Shape, Scores] = {
    #                    name  title  authors venue date  link  note
    Shape.YEAR:          (-4.0, -5.0, -7.0, -4.0, 0.0, -8.0, -3.0),
    Shape.DATE:          (-4.0, -6.0, -8.0, -6.0, 0.0, -8.0, -3.0),
    Shape.NUMBER:        (-1.5, -5.0, -7.0, -6.0, -3.0, -6.0, -1.0),
    Shape.ADDRESS:       (-5.0, -7.0, -8.0, -5.0, -6.0, 0.0, -1.5),
    Shape.LABEL:         (-4.0, -7.0, -7.0, -5.0, -8.0, 0.0, -3.0),
    Shape.OTHERS:        (-8.0, -9.0, 0.0, -9.0, -9.0, -9.0, -6.0),
    Shape.CREDIT:        (-8.0, -9.0, 0.0, -9.0, -9.0, -9.0, -6.0),
    Shape.VENUE:         (-2.5, -4.5, -6.0, 0.0, -5.0, -4.0, -3.0),
    Shape.PERIODICAL:    (-5.0, -3.0, -6.0, 0.0, -9.0, -6.0, -3.0),
    Shape.NAMES:         (-5.0, -3.5, 0.0, -5.0, -9.0, -7.0, -4.0),
    Shape.NAME:          (-2.5, -1.6, -1.0, -2.6, -9.0, -6.0, -3.0),
    Shape.INITIALS:      (-4.0, -4.0, 0.0, -4.0, -9.0, -7.0, -4.0),
    Shape.WORD:          (-1.2, -2.0, -2.0, -1.8, -9.0, -4.0, -2.0),
    Shape.ACRONYM:       (-1.0, -2.3, -4.0, -1.0, -9.0, -4.0, -2.0),
    Shape.WORDS:         (-4.0, 0.0, -6.0, -4.5, -9.0, -6.0, -1.6),
    Shape.CAPITALS:      (-4.0, -0.3, -3.5, -1.9, -9.0, -6.0, -1.8),
    Shape.FEW:           (-2.5, -1.5, -6.0, -3.5, -9.0, -4.0, -1.7),
    Shape.FEW_CAPITALS:  (-2.0, -1.2, -3.0, -1.8, -9.0, -5.0, -2.0),
    Shape.REST:          (-4.0, -5.0, -6.0, -4.0, -6.0, -2.0, 0.0),
    Shape.PROSE:         (-8.0, -3.5, -9.0, -9.0, -9.0, -9.0, 0.0),
}
"""How likely words of each shape are in each slot, before anything is known of the list."""
MARKS: dict[Mark, Scores] = {
    #             name  title authors venue date link note
    Mark.NONE:    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    Mark.LINK:    (0.0, 2.0, -2.0, -0.5, 0.0, 0.0, -1.5),
    Mark.TAG:     (0.5, 0.0, -1.0, -0.5, 0.0, 0.5, -1.0),
    Mark.BOLD:    (0.7, 1.5, -1.0, 0.3, 0.0, -1.0, -1.0),
    Mark.ITALIC:  (0.0, 0.3, 0.5, 1.0, 0.0, 0.0, 0.0),
    Mark.QUOTE:   (0.0, 3.0, -3.0, -2.0, 0.0, 0.0, -1.0),
    Mark.ROUND:   (-0.5, -2.0, -1.0, 0.5, 0.5, 0.0, 0.3),
    Mark.SQUARE:  (0.5, -2.0, -1.0, 0.5, 0.5, 0.0, 0.3),
    Mark.CODE:    (0.5, 0.0, -3.0, 0.0, 0.0, 0.0, 0.0),
}
REPEATED: Scores = (1.0, -2.5, -1.0, 0.7, 0.0, 0.3, 0.3)
"""For words that many entries share."""
REPEATED_NAME: Scores = (1.0, -2.5, -2.5, 0.7, 0.0, 0.3, 0.3)
"""The same for words that only look like a name: `Not Released Yet`."""
FIRST: Scores = (-1.5, -0.3, -1.2, -1.2, -1.0, -2.5, -3.0)
_STAYS: dict[int, dict[str, float]] = {
    TITLE: {":": -0.1, ",": -0.6, ".": -2.8, "-": -1.0, ";": -1.5, LINE: -5.0, WRAP: -1.5, BAR: -6.0, BY: -0.5,
             SPACE: -0.5, "?": -0.2, "!": -0.2},
    AUTHORS: {",": 0.0, ";": 0.0, SPACE: -0.5, LINE: -1.5, WRAP: -0.7, ".": -1.5, BAR: -2.0},
    VENUE: {",": -0.8, ".": -0.6, SPACE: -0.4, ":": -1.5, "-": -0.8},
    NOTE: dict.fromkeys((",", ".", ";", ":", LINE, WRAP, SPACE, BAR, "-", "?", "!"), -0.3),
    DATE: {SPACE: -1.0},
}
"""How likely the next field is in the same slot, by what separates the two."""
_FOLLOWS: dict[tuple[int, int], float] = {
    (NAME, TITLE): -0.3, (TITLE, AUTHORS): -0.7, (TITLE, VENUE): -0.8, (TITLE, DATE): -0.7,
    (TITLE, LINK): -0.5, (AUTHORS, TITLE): -0.7, (AUTHORS, VENUE): -0.7, (AUTHORS, DATE): -0.8,
    (AUTHORS, LINK): -0.7, (VENUE, DATE): -0.2, (DATE, VENUE): -0.6, (VENUE, LINK): -0.7,
    (DATE, LINK): -0.6, (VENUE, TITLE): -0.8, (DATE, TITLE): -0.6, (LINK, TITLE): -1.2,
    (NOTE, AUTHORS): -3.0, (VENUE, AUTHORS): -2.0, (DATE, AUTHORS): -1.6, (LINK, AUTHORS): -1.8,
    (NOTE, TITLE): -2.5,
}
"""How likely a slot follows another one."""
# fmt: on
_STAYS_ELSE, _FOLLOWS_ELSE = -2.0, -1.3
_GOES_ON, _CHANGES = 0.3, -3.0
"""For another slot in the middle of a phrase."""
_WITHIN_SAME: dict[int, float] = {TITLE: 0.3, AUTHORS: -0.3, VENUE: -0.5}
"""For fields of one link or one run of bold words."""
_LEAVES = {":": -0.8}
"""For a title that goes on behind a link, behind bold words or a quotation."""
_NO_LEAD = {NAME: -6.0, VENUE: -3.0, NOTE: -3.0}
"""For what is before the colon or the comma of a title, in the same style: it is the beginning of the title."""
_SIGNS = {(TITLE, ","): -0.3, (TITLE, ":"): -1.5}
_SIGNS_BETWEEN = {
    (TITLE, ":", AUTHORS): -2.5,
    (TITLE, BY, AUTHORS): -0.8,
    (AUTHORS, SPACE, TITLE): -1.0,
    (VENUE, ":", NOTE): -2.0,
}
_NAME_LATER = -3.5
BELOW = -1.2
"""For a title in a line below, for each line up to two."""
NO_TITLE = -8.0


@lru_cache(maxsize=8_192)
def score_step(before: str, first: int, second: int) -> float:
    """Score a slot behind another one, by what separates them."""
    sign, run = before[-1:], before[:-1]
    if run == ENTERING and second == TITLE:
        return -5.0 if first == TITLE else -0.3
    if run == WITHIN and (first == second or TITLE in (first, second)) and DATE not in (first, second):
        if (first, second, sign) == (TITLE, AUTHORS, "."):
            return -1.0
        return _WITHIN_SAME.get(first, -2.0) if first == second else -3.5 if first == TITLE else -4.0
    if run == OPENING and first == second == TITLE:
        return _STAYS[TITLE].get(sign, _STAYS_ELSE) - (2.5 if sign in ",." else 0.7)
    if sign == ON:
        return _GOES_ON if first == second else _CHANGES
    if first == second:
        leaves = _LEAVES.get(sign, -4.0) if run == LEAVING and first == TITLE else 0.0
        return _STAYS.get(first, {}).get(sign, _STAYS_ELSE) + leaves
    if first in _NO_LEAD and second == TITLE and sign in (":", ","):
        return -2.5 if run == LEAVING else _NO_LEAD[first]
    if first == NAME and second == TITLE and run == LEAVING:
        return -2.0
    score = _SIGNS.get((first, sign), 0.0)
    if before != LEAVING + SPACE:  # else the mark that ends there separates the two
        score += _SIGNS_BETWEEN.get((first, sign, second), 0.0)
    return score + (_NAME_LATER if second == NAME else _FOLLOWS.get((first, second), _FOLLOWS_ELSE))
