"""A list as a tree of items that can be merged: sections, entries, and the lines between them."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from bot.listing import Carrier, Listing, SectionKind
from bot.listing.model import SectionIndex
from bot.ordering.places import SortKey, key_of
from bot.papers.identifiers import Identifier
from bot.papers.similarity import normalise
from bot.text import Text, lazy_pattern

_MARKER = lazy_pattern(r"[ \t>\ufeff]*(?:(?:[*+-]|\d{1,9}[.)])[ \t]+)?")
_LIST_LIKE = lazy_pattern(r"[ \t>]*(?:[*+-]|\d{1,9}[.)])[ \t]+\S|[ \t>]*\|")
_ORDINAL = lazy_pattern(
    r"[ \t>\ufeff]*(?:(\d{1,9})[.)](?=[ \t])|(?:\|[ \t]*|(?:[*+-][ \t]+)?[\[(#])(\d{1,3})(?:[\])][.:]?(?=\s)|[ \t]*\|))"
)
"""The number of an item, of a row in its first cell, or by hand: `[12]`. Four digits are a date."""
_RULE_OF_TABLE = lazy_pattern(r"[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_COUNT = lazy_pattern(r"\s*[(\[（]\s*\d{1,6}(?:\s*[^\W\d]{1,12})?\s*[)\]）]\W*$")
"""The number of entries that a heading ends with: `(54)`, `[54 papers]`."""


class ItemKind(IntEnum):
    """What an item is."""

    SECTION = 0
    """Its text is the heading; what is in the section are its children."""
    ENTRY = 1
    LINE = 2


class Shape(NamedTuple):
    """What an item looks like, as far as the blank lines around it depend on that."""

    kind: ItemKind
    detail: str
    level: int = 0


_NO_SHAPE = Shape(ItemKind.LINE, "")
_NO_ORDER = SortKey()


@dataclass(frozen=True, slots=True)
class Item:
    """Whole lines of one version, and the blank lines above them."""

    kind: ItemKind
    parent: int
    """The section that it is in, as an index into `ItemTree.items`; -1 for the whole file."""
    text: str = ""
    """Its lines, with line feeds between."""
    raw: str = ""
    """The same with the line ends of the file, the last one included."""
    gap: str = ""
    """The blank lines above, as the file has them."""
    plain: str = ""
    """The text without what laying it out again changes: marker, number, indentation, padding."""
    shape: Shape = _NO_SHAPE
    is_list_like: bool = False
    """Whether others beside it are independent of it: entries, items and rows, but not paragraphs."""
    section: int = 0
    """The section that a heading begins, or that a line is in, as an index into `Listing.sections`."""
    work: Identifier | None = None
    """The paper that its main link names; None if that is a repository or a page, which several papers share."""
    title: str = ""
    name: str = ""
    """The title of an entry as it is written."""
    links: tuple[str, ...] = ()
    """The addresses in an entry."""
    columns: tuple[str, ...] = ()
    """For a table row: the words over its columns."""
    order: SortKey = _NO_ORDER
    """What an entry may be sorted by."""
    ordinal: tuple[int, int] = (0, 0)
    """Where in `text` the number is that the item begins with; empty if there is none."""

    @property
    def number(self) -> int | None:
        """The number that it begins with."""
        start, end = self.ordinal
        return int(self.text[start:end]) if end else None

    @property
    def key(self) -> str:
        """The words of a heading without the number that may count what is below."""
        return section_key(self.plain)


@dataclass(frozen=True, slots=True)
class ItemTree:
    """One version as items in the order of the file; the first is the file itself, and has no text."""

    listing: Listing
    items: tuple[Item, ...]
    tail: str
    """The blank lines at the end of the file."""
    children: tuple[tuple[int, ...], ...] = field(init=False)
    """For each item those directly in it, in order."""

    def __post_init__(self) -> None:
        found: list[list[int]] = [[] for _ in self.items]
        for index, item in enumerate(self.items):
            if item.parent >= 0:
                found[item.parent].append(index)
        object.__setattr__(self, "children", tuple(map(tuple, found)))


class _Piece(NamedTuple):
    """Lines `first` to `last` that make one item: those of an entry or of a heading."""

    first: int
    last: int
    entry: int = -1
    section: int = -1


def read_tree(listing: Listing) -> ItemTree:
    """The items of a list; nothing of its text is in none of them, or in two."""
    return _read(listing, _find_pieces(listing))


def read_lines(listing: Listing) -> ItemTree:
    """The lines of a list, without what they are read as."""
    return _read(listing, None)


def _read(listing: Listing, pieces: list[_Piece] | None) -> ItemTree:
    text = listing.text
    builder = _Builder(listing, is_flat=pieces is None)
    pieces = pieces or []
    starts = [piece.first for piece in pieces]
    line, last = 1, len(text.line_starts)
    while line <= last:
        index = bisect_left(starts, line)
        if index < len(pieces) and pieces[index].first == line:
            builder.add(pieces[index])
            line = pieces[index].last + 1
            continue
        if words := text[text.line_span(line)].strip(" \t"):
            below = text[text.line_span(line + 1)] if line < last else ""
            end = line + ("|" in words and "|" in below and _RULE_OF_TABLE.fullmatch(below) is not None)
            builder.add(_Piece(line, end))  # nothing comes between the header of a table and the rule below it
            line = end
        else:
            builder.add_blank(line)
        line += 1
    return ItemTree(listing, tuple(builder.items), builder.gap)


def _find_pieces(listing: Listing) -> list[_Piece]:
    """The lines of headings and entries, in order; what shares a line with another one is joined to it."""
    text = listing.text
    found = [
        _Piece(text.line_at(entry.span.start), text.line_at(entry.span.end), entry=index)
        for index, entry in enumerate(listing.entries)
    ]
    found += [
        _Piece(text.line_at(section.heading_span.start), text.line_at(section.heading_span.end), section=index)
        for index, section in enumerate(listing.sections)
        if index
    ]
    joined: list[_Piece] = []
    for piece in sorted(found, key=lambda piece: (piece.first, piece.section < 0)):
        if joined and piece.first <= joined[-1].last:
            joined[-1] = joined[-1]._replace(last=max(joined[-1].last, piece.last))
        else:
            joined.append(piece)
    return joined


class _Builder:
    """Puts lines into items, one after the other."""

    def __init__(self, listing: Listing, *, is_flat: bool) -> None:
        self._listing, self._text = listing, listing.text
        self._home_at = SectionIndex(listing.sections[:1] if is_flat else listing.sections).at
        self.items = [Item(ItemKind.SECTION, -1)]
        self.gap = ""
        self._open: list[tuple[int, int]] = [(0, 0)]
        """The sections that the next line may be in: index of the section, index of the item; the outermost first."""

    def add_blank(self, line: int) -> None:
        """Keep a blank line for the item below."""
        self.gap += _raw(self._text, line, line)

    def add(self, piece: _Piece) -> None:
        """Make an item of lines."""
        start = self._text.line_span(piece.first).start
        section = piece.section if piece.section >= 0 else self._home_at(max(start, self._start_of_words(piece.first)))
        if piece.section >= 0:
            section = self._listing.sections[piece.section].outer
        parent = self._parent(section)
        if piece.section >= 0:
            self._open.append((piece.section, len(self.items)))
        raw = _raw(self._text, piece.first, piece.last)
        text = "\n".join(self._text[self._text.line_span(line)] for line in range(piece.first, piece.last + 1))
        text = text.removeprefix("\ufeff") if piece.first == 1 else text
        self.items.append(self._make(piece, parent, piece.section if piece.section >= 0 else section, text, raw))
        self.gap = ""

    def _start_of_words(self, line: int) -> int:
        span = self._text.line_span(line)
        words = self._text[span]
        return span.start + len(words) - len(words.lstrip(" \t>\ufeff"))

    def _parent(self, section: int) -> int:
        """The item of a section; the nearest open one where it has been left already."""
        places = {index: place for place, (index, _) in enumerate(self._open)}
        while section not in places:
            section = self._listing.sections[section].outer
        del self._open[places[section] + 1 :]
        return self._open[-1][1]

    def _make(self, piece: _Piece, parent: int, section: int, text: str, raw: str) -> Item:
        plain = plain_text(text)
        if piece.section >= 0:
            own = self._listing.sections[piece.section]
            level = own.level if own.kind is SectionKind.HEADING else 0
            shape = Shape(ItemKind.SECTION, str(own.kind), level)
            return Item(ItemKind.SECTION, parent, text, raw, self.gap, plain, shape, section=section)
        if piece.entry < 0:
            is_list_like = _LIST_LIKE.match(text) is not None and not _RULE_OF_TABLE.fullmatch(text)
            detail = "row" if text.lstrip(" \t>").startswith("|") else "item" if is_list_like else "text"
            shape = Shape(ItemKind.LINE, detail)
            place = (parent, text, raw, self.gap, plain, shape, is_list_like, section)
            return Item(ItemKind.LINE, *place, ordinal=find_ordinal(text))
        entry = self._listing.entries[piece.entry]
        return Item(
            ItemKind.ENTRY,
            parent,
            text,
            raw,
            self.gap,
            plain,
            Shape(ItemKind.ENTRY, str(entry.carrier), len(text) - len(text.lstrip(" \t>"))),
            is_list_like=True,
            section=section,
            work=entry.work if entry.work is not None and entry.work.is_paper else None,
            title=normalise(entry.title_text),
            name=entry.title_text,
            links=tuple(link.href for link in entry.links),
            columns=entry.columns if entry.carrier is Carrier.ROW else (),
            order=key_of(entry),
            ordinal=find_ordinal(text),
        )


def section_key(plain: str) -> str:
    """The words of a heading without the number that may count what is below."""
    return _COUNT.sub("", plain) or plain


def find_ordinal(text: str) -> tuple[int, int]:
    """Where in a text the number is that it begins with; an empty place where there is none."""
    match = _ORDINAL.match(text)
    return match.span(match.lastindex or 0) if match else (0, 0)


def _raw(text: Text, first: int, last: int) -> str:
    """Whole lines with their line ends, without a byte order mark."""
    starts = text.line_starts
    end = starts[last] if last < len(starts) else len(text.content)
    lines = text.content[starts[first - 1] : end]
    return lines.removeprefix("\ufeff") if first == 1 else lines


def plain_text(text: str) -> str:
    """The text without marker, number, indentation and the padding of cells."""
    first, line_feed, rest = text.partition("\n")
    start, end = find_ordinal(first)
    match = _MARKER.match(first)
    begin = match.end() if match else 0
    if start >= begin:
        first = first[:start] + first[end:]
    lines = [first[begin:], *(rest.split("\n") if line_feed else ())]
    return "\n".join(plain for line in lines if (plain := _plain_line(line)))


def _plain_line(line: str) -> str:
    if "|" in line:
        if _RULE_OF_TABLE.fullmatch(line):
            return "|".join("-" for cell in line.split("|") if cell.strip())
        line = "|".join(cell.strip() for cell in line.split("|")).strip("|")
    return " ".join(line.split())
