"""What the columns of a table hold: which one has the titles, and which ones divide its rows into categories."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.candidates import Candidate, Status
from bot.listing.parts import VENUE_COLUMN, Carrier
from bot.listing.scores import FieldKind, announces_fact, announces_maker, may_announce_title, weigh_as_title
from bot.listing.shapes import GROUPS, LINES, LINKS, Shape
from bot.papers.venues import is_date_or_any_venue, is_date_or_venue
from bot.text import group_pairs, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.document import Prose
    from bot.listing.shapes import Field
    from bot.listing.siblings import Aligned


_CATEGORY = lazy_pattern(
    r"\b(?:categor(?:y|ies)|types?|tasks?|topics?|domains?|areas?|fields?|class(?:es)?|kinds?|groups?|subjects?|themes?"
    r"|applications?|modalit(?:y|ies)|taxonomy|tracks?)\b|类别|类型|分类|任务|领域|方向|主题",
    re.IGNORECASE,
)
_BESIDE_VENUE = frozenset({FieldKind.DATE, FieldKind.LINK, Shape.REST, Shape.NUMBER})
_AS_TITLE = {
    (FieldKind.TITLE, False): 2,
    (FieldKind.TITLE, True): 5,
    (FieldKind.NAME, False): 1,
    (FieldKind.NAME, True): 2,
}
"""How much what a row has in a column, on a link or not, counts as its title."""
_KEPT = (FieldKind.TITLE, FieldKind.NAME, FieldKind.NOTE, FieldKind.AUTHORS, FieldKind.LINK)
"""What may be the title in the column of the titles, the surest first."""
_NAMING = {FieldKind.TITLE, FieldKind.NAME}
_LONGEST_CATEGORY = 80
_SHARE_NAMED = 0.9
"""Different names in the first column, as a share of its rows, from which it names them."""
_SHARE_OF_CATEGORIES = 0.5
"""Different texts in a column of categories, as a share of its rows: more are remarks."""


class Columns(NamedTuple):
    """What the columns of one table hold, a group of candidates."""

    title: int
    """The one with the titles."""
    categories: tuple[int, ...]
    """Those that divide its rows."""


def learn_columns(rows: Sequence[Candidate], read: Sequence[Aligned]) -> dict[int, Columns]:
    """What the columns of each table hold: the titles are where most of its rows have theirs."""
    tables = group_pairs(
        (row.group, (row, aligned))
        for row, aligned in zip(rows, read, strict=True)
        if row.carrier is Carrier.ROW and row.cells
    )
    return {group: _learn_columns(found) for group, found in tables.items()}


def find_categories(candidates: Iterable[Candidate], tables: Mapping[int, Columns]) -> dict[int, str]:
    """The category of each row, by its index: what the row above names that heads it, and its own cells.

    An empty cell, such as one below a cell that is several rows high, continues the one above.
    """
    found: dict[int, str] = {}
    above: dict[tuple[int, int], str] = {}
    for row in candidates:
        if row.carrier is not Carrier.ROW or row.group not in tables:
            continue
        if row.status is Status.NO_ENTRY and not row.links:
            above[row.group, -1] = " ".join(row.head.text.split())
            continue
        columns = tables[row.group].categories
        for column in columns:
            if text := _cell(row, column):
                above[row.group, column] = text
        found[row.index] = "\n".join([above.get((row.group, column), "") for column in (-1, *columns)]).strip("\n")
    return found


def settle_venues(rows: Sequence[Candidate], read: Sequence[Aligned]) -> list[Aligned]:
    """Where most rows have a venue below a header that announces it: make one field of it, and of no other cell."""
    held = group_pairs((row.columns, each) for row, each in zip(rows, read, strict=True) if row.columns)
    homes = {
        headers: place
        for headers, found in held.items()
        for place, words in enumerate(headers)
        if VENUE_COLUMN.search(words)
        and 2 * sum(any(each.place == place for each in row.in_slot(FieldKind.VENUE)) for row in found) > len(found)
    }
    pairs = zip(rows, read, strict=True)
    return [_settle_venue(each, homes[row.columns], row.cells) if row.columns in homes else each for row, each in pairs]


def settle_titles(rows: Sequence[Candidate], read: Sequence[Aligned], tables: Mapping[int, Columns]) -> list[Aligned]:
    """Leave each row of a table the title, or else the name, in the column of the titles, and none elsewhere."""
    return [
        _settle_title(each, tables[row.group].title) if row.carrier is Carrier.ROW and row.group in tables else each
        for row, each in zip(rows, read, strict=True)
    ]


def _settle_title(aligned: Aligned, column: int) -> Aligned:
    own = [slot for field, slot in zip(aligned.fields, aligned.slots, strict=True) if field.place == column]
    kind = next((each for each in _KEPT if each in own), None)
    if kind is None or (kind is FieldKind.TITLE and own.count(kind) == aligned.slots.count(kind)):
        return aligned
    slots = [
        (FieldKind.TITLE if slot is kind else slot)
        if field.place == column
        else (FieldKind.NOTE if slot is FieldKind.TITLE else slot)
        for field, slot in zip(aligned.fields, aligned.slots, strict=True)
    ]
    return aligned._replace(slots=tuple(slots))


def _settle_venue(aligned: Aligned, column: int, cells: Sequence[Prose]) -> Aligned:
    """Leave a row the venue in one column, with what is not set off from it and is neither a date nor a label."""
    found: list[tuple[Field, FieldKind]] = []
    for field, slot in zip(aligned.fields, aligned.slots, strict=True):
        is_apart = field.place != column or field.before in LINES or field.mark in GROUPS
        if found and found[-1][1] is FieldKind.VENUE and not is_apart and _BESIDE_VENUE.isdisjoint((slot, field.shape)):
            words = cells[column].text[found[-1][0].start : field.end]
            found[-1] = (found[-1][0]._replace(end=field.end, words=words), FieldKind.VENUE)
        else:
            found.append((field, FieldKind.NOTE if slot is FieldKind.VENUE and field.place != column else slot))
    return aligned._replace(fields=tuple([field for field, _ in found]), slots=tuple([slot for _, slot in found]))


def _cell(row: Candidate, column: int) -> str:
    return " ".join(row.cells[column].text.replace("\ufffc", " ").split()) if column < len(row.cells) else ""


def _learn_columns(read: Sequence[tuple[Candidate, Aligned]]) -> Columns:
    rows = [row for row, _ in read]
    width = max([len(row.cells) for row in rows])
    headers = [rows[0].columns[column] if column < len(rows[0].columns) else "" for column in range(width)]
    titles: dict[int, float] = defaultdict(float)
    for _, each in read:
        own = zip(each.fields, each.slots, strict=True)
        kinds = {(field.place, slot, field.mark in LINKS, field.shape is Shape.FEW) for field, slot in own}
        for column, slot, is_linked, is_short in kinds:
            titles[column] += _AS_TITLE.get((slot, is_linked and not is_short), 0) / (1 + is_short)
    title = max(sorted(titles), key=lambda each: titles[each] * weigh_as_title(headers[each]), default=-1)
    if title > 0 and not may_announce_title(headers[title]) and _names_rows(read):
        title = 0
    linked = Counter([column for row in rows for column in {link.column for link in row.links}])
    categories = [
        column
        for column in range(width)
        if column != title and 2 * linked[column] < len(rows)
        if _has_categories(column, headers[column], texts := [_cell(row, column) for row in rows])
        or _spans_rows(texts, column, title)
    ]
    return Columns(title, tuple(categories))


def _names_rows(read: Sequence[tuple[Candidate, Aligned]]) -> bool:
    """Whether the first column has the name of each row, and no link has a title: other columns say more of it."""
    slots = [{slot for field, slot in zip(own.fields, own.slots, strict=True) if field.place == 0} for _, own in read]
    cells = [_cell(row, 0) for row, _ in read]
    named = {
        cell for cell, each in zip(cells, slots, strict=True) if cell[:1].isalpha() and not each.isdisjoint(_NAMING)
    }
    is_linked = any(
        slot is FieldKind.TITLE and field.mark in LINKS and field.shape is not Shape.FEW
        for _, own in read
        for field, slot in zip(own.fields, own.slots, strict=True)
    )
    return not is_linked and len(named) >= _SHARE_NAMED * len(read)


def _spans_rows(texts: list[str], column: int, title: int) -> bool:
    """Whether a column has dates or venues before titles, and most cells are empty because the one above counts."""
    filled = [text for text in texts if text]
    is_shared = bool(texts[0]) and 2 * len(filled) <= len(texts) and all(map(is_date_or_venue, filled))
    return is_shared and column < title and all(above != below for above, below in pairwise(filled))


def _has_categories(column: int, header: str, texts: list[str]) -> bool:
    """Whether a column has few texts, each for several rows, and these are neither dates nor venues nor marks."""
    counts = Counter([text.casefold() for text in texts if text])
    may_divide = _CATEGORY.search(header) or not (column or announces_fact(header) or announces_maker(header))
    if len(counts) < 2 or not may_divide:
        return False
    if len(counts) > _SHARE_OF_CATEGORIES * len(texts):
        return False
    words = [text for text in counts if any(map(str.isalpha, text)) and len(text) <= _LONGEST_CATEGORY]
    return 2 * sum(not is_date_or_any_venue(text) for text in words) > len(counts)
