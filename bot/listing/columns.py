"""What the columns of a table hold: which one has the titles, and which ones divide its rows into categories."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from enum import Enum, auto
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.candidates import Candidate, Status
from bot.listing.parts import VENUE_COLUMN, Carrier
from bot.listing.scores import FieldKind
from bot.listing.shapes import GROUPS, LINES, Shape
from bot.papers.name_lists import is_name_list
from bot.papers.venues import is_date_or_any_venue, is_date_or_venue
from bot.text import group_pairs, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.document import Prose
    from bot.listing.shapes import Field
    from bot.listing.siblings import Aligned


_LINKED = 0.3
"""How much a column gains as the title's from being the one that is linked: titles are, more often than remarks."""
_DISTINCT = 0.5
"""How much it gains from having another text in each row."""
_FIRST = 0.2
"""How much it gains from being the first one with words."""
_TITLED_ROWS = 0.5
"""The share of rows in which a column must have words of its own to have the titles."""
_LEAST_SCORE = 0.15
"""How much words must read like a title to count as words of a row: one name does, a label or authors do not."""
_TRUE_TITLES = 0.55
"""The mean score from which cells are titles and not names."""
_NEARLY_ALL = 0.8
"""The share of rows in which what stands under `Paper` is linked, without being a label, where names are titles."""
_NO_DIGITS = str.maketrans("", "", "0123456789")
"""Titles differ in more than digits; `Week 1`, `Session 2` do not."""
_SEVERAL = 3
"""Papers that share a text from which it is the title of none of them."""


class _Header(Enum):
    """What the words over a column announce."""

    TITLE = auto()
    PAPER = auto()
    """`Paper`: titles, or short names on links to the papers."""
    NAME = auto()
    """`Method`: names, in some lists titles."""
    FACT = auto()
    """`Venue`, `Base model`: never titles, whatever the cells read like."""
    REMARK = auto()
    """`Abstract`, `Task`: words that may read like a title."""
    OTHER = auto()


_HEADERS = {
    _Header.TITLE: lazy_pattern(r"\btitles?\b|论文标题|论文名|题目|标题|タイトル", re.IGNORECASE),
    _Header.PAPER: lazy_pattern(r"\b(?:papers?|publications?|articles?|works?|references?)\b|论文|文献", re.IGNORECASE),
    _Header.FACT: lazy_pattern(
        r"\b(?:base|backbones?|foundation|org|organi[sz]ations?|institut\w*|affiliations?|compan(?:y|ies)"
        r"|universit(?:y|ies)|labs?|authors?|presenters?|speakers?|leads?|publishers?|venues?|conf|conferences?"
        r"|journals?|frameworks?)\b"
        r"|机构|单位|作者|主讲|报告人|会议|期刊|基座",
        re.IGNORECASE,
    ),
    _Header.NAME: lazy_pattern(
        r"\b(?:names?|methods?|models?|benchmarks?|data ?sets?|approach(?:es)?|algorithms?|systems?|agents?)\b"
        r"|名称|方法|模型|数据集",
        re.IGNORECASE,
    ),
    _Header.REMARK: lazy_pattern(
        r"\b(?:description|abstract|summary|notes?|comment|contribution|keyword|tag|remark|highlight|tl;?dr|insight"
        r"|focus|feature|task|type|categor|domain|topic|area|field)|描述|简介|摘要|备注|任务|类别",
        re.IGNORECASE,
    ),
}
"""The first pattern that occurs in a header decides."""
_QUESTION = lazy_pattern(r"^\W*(?:what|why|how)\s+\w", re.IGNORECASE)
"""`What it tests`, `Why this paper`: the cells answer, whatever else the header names."""
_TITLES = frozenset({_Header.TITLE, _Header.PAPER, _Header.NAME})
"""Headers of columns in which several rows may have the same title."""
_SURE = 9.0
"""How much a column gains from a header that surely announces titles: more than from all else together."""
_GAIN = {_Header.TITLE: _SURE, _Header.PAPER: 0.5, _Header.NAME: 0.49, _Header.REMARK: -1.0}
"""How much a column gains from its header; where all else is equal, `Paper` goes before `Method`."""
_CATEGORY = lazy_pattern(
    r"\b(?:categor(?:y|ies)|types?|tasks?|topics?|domains?|areas?|fields?|class(?:es)?|kinds?|groups?|subjects?|themes?"
    r"|applications?|modalit(?:y|ies)|taxonomy|tracks?)\b|类别|类型|分类|任务|领域|方向|主题",
    re.IGNORECASE,
)
_BESIDE_VENUE = frozenset({FieldKind.DATE, FieldKind.LINK, Shape.REST, Shape.NUMBER})
_LONGEST_CATEGORY = 80
_SHARE_OF_CATEGORIES = 0.5
"""Different texts in a column of categories, as a share of its rows: more are remarks."""


class Table(NamedTuple):
    """What the columns of one table hold."""

    title: int | None
    never: frozenset[int]
    """The columns that have no titles, whatever their cells read like."""
    shared: frozenset[str]
    """What cells say of several papers: the title of none of them."""
    categories: tuple[int, ...]


def learn_tables(rows: Iterable[Candidate]) -> dict[int, Table]:
    """What the columns of each table (group of candidates) hold."""
    tables = group_pairs((row.group, row) for row in rows if row.carrier is Carrier.ROW and row.cells)
    return {group: _learn_table(found) for group, found in tables.items()}


def find_categories(candidates: Iterable[Candidate], tables: Mapping[int, Table]) -> dict[int, str]:
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
        found[row.index] = "\n".join(above.get((row.group, column), "") for column in (-1, *columns)).strip("\n")
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


def _learn_table(rows: list[Candidate]) -> Table:
    width = max(len(row.cells) for row in rows)
    cells = [[_cell(row, column) for row in rows] for column in range(width)]
    headers = [rows[0].columns[column] if column < len(rows[0].columns) else "" for column in range(width)]
    announced = [_read_header(header) for header in headers]
    never = frozenset(column for column in range(width) if announced[column] is _Header.FACT)
    title = _title_column(rows, cells, announced)
    linked = Counter(column for row in rows for column in {link.column for link in row.links})
    categories = tuple(
        column
        for column in range(width)
        if column != title and column not in never and 2 * linked[column] < len(rows)
        if _has_categories(column, headers[column], cells[column]) or _spans_rows(cells[column], column, title)
    )
    return Table(title, never, _shared(rows, cells), categories)


def _read_header(words: str) -> _Header:
    if _QUESTION.search(words):
        return _Header.REMARK
    return next((header for header, pattern in _HEADERS.items() if pattern.search(words)), _Header.OTHER)


def _shared(rows: list[Candidate], cells: list[list[str]]) -> frozenset[str]:
    """The texts that are in the rows of several papers."""
    papers: dict[str, set[str]] = defaultdict(set)
    for row, texts in zip(rows, zip(*cells, strict=True), strict=True):
        link = next((each.link.href for each in row.links if each.is_paper), None)
        for text in {text for text in texts if link is not None and text}:
            papers[text].add(link or "")
    return frozenset(text for text, links in papers.items() if len(links) >= _SEVERAL)


class _Column:
    """How much the cells of one column read like titles."""

    def __init__(self, texts: list[str], header: _Header) -> None:
        self.texts = [text for text in texts if text]
        self.rows = len(texts)
        self.header = header
        self.score = 0.0
        self.linked = 0
        self.titled: list[str] = []
        """The texts of the cells that could be titles."""

    def add(self, text: str, score: float) -> None:
        """Count a cell that reads like a title by `score`."""
        self.score += score - is_name_list(text)
        if score >= _LEAST_SCORE and not is_date_or_venue(text):
            self.titled.append(text)

    def score_as_titles(self, *, is_first: bool) -> float:
        """How likely this is the column of the titles; 0 where it surely is not."""
        own = len(self.titled if self.header in _TITLES else {text.translate(_NO_DIGITS) for text in self.titled})
        mean = self.score / self.rows
        are_papers = mean >= _TRUE_TITLES or self.linked >= _NEARLY_ALL * self.rows
        are_papers = are_papers and self.header is _Header.PAPER
        if self.header is _Header.FACT or not own or (own < _TITLED_ROWS * len(self.texts) and not are_papers):
            return 0.0
        gained = _LINKED * min(self.linked, self.rows) + _DISTINCT * len(set(self.texts))
        if are_papers:
            gained += _SURE / 2 * self.rows
        elif self.header is _Header.NAME and mean >= _TRUE_TITLES:
            gained += _SURE / 4 * self.rows
        return mean + gained / self.rows + _GAIN.get(self.header, 0.0) + _FIRST * is_first


def _title_column(rows: list[Candidate], cells: list[list[str]], headers: list[_Header]) -> int | None:
    """The column of the titles: by its header, else by how its cells read, how distinct they are and what is linked."""
    columns = [_Column(texts, header) for texts, header in zip(cells, headers, strict=True)]
    for number, row in enumerate(rows):
        best: dict[int, float] = {}
        for title in row.titles:
            best[title.column] = max(title.score, best.get(title.column, 0.0))
        for column, score in best.items():
            columns[column].add(cells[column][number], score)
        for link in row.links:
            if link.column >= 0:
                columns[link.column].linked += link.label is None and not link.link.bare
    first = next((column for column, texts in enumerate(cells) if any(map(str.isalpha, "".join(texts)))), 0)
    scores = [column.score_as_titles(is_first=number == first) for number, column in enumerate(columns)]
    return scores.index(max(scores)) if any(scores) else None


def _spans_rows(texts: list[str], column: int, title: int | None) -> bool:
    """Whether a column has dates or venues before titles, and most cells are empty because the one above counts."""
    filled = [text for text in texts if text]
    is_shared = bool(texts[0]) and 2 * len(filled) <= len(texts) and all(map(is_date_or_venue, filled))
    return is_shared and column < (title or 0) and all(above != below for above, below in pairwise(filled))


def _has_categories(column: int, header: str, texts: list[str]) -> bool:
    """Whether a column has few texts, each for several rows, and these are neither dates nor venues nor marks."""
    counts = Counter(text.casefold() for text in texts if text)
    if len(counts) < 2 or (column and not _CATEGORY.search(header)):
        return False
    if len(counts) > _SHARE_OF_CATEGORIES * len(texts):
        return False
    words = [text for text in counts if any(map(str.isalpha, text)) and len(text) <= _LONGEST_CATEGORY]
    return 2 * sum(not is_date_or_any_venue(text) for text in words) > len(counts)
