"""Links and shares come in; tables that can be sorted, filtered and read aloud go out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.reports.page.charts import strip
from bot.reports.page.markup import Markup, join, link, tag, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.reports.page.picture import Dead, Moved, Place, Share

MOST_SHARES = 40
"""Rows of a table of sections or hosts; what has the fewest links is summed up in a line."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, and what kind of thing it holds: `text`, `number` or `address`."""

    name: str
    kind: str = "text"
    sorted_by: str = ""
    """`ascending` or `descending` where the rows come in that order."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell, and what it is sorted by where that is not its text."""

    content: Markup
    key: str = ""


def table(name: str, caption: str, columns: Sequence[Column], rows: Iterable[Sequence[Cell]]) -> Markup:
    """A table whose first cells are headings of their rows; `name` is its id."""
    heads = join(
        tag(
            "th",
            {"scope": "col", "role": "columnheader", "class": column.kind}
            | ({"aria-sort": column.sorted_by} if column.sorted_by else {}),
            text(column.name),
        )
        for column in columns
    )
    body = join((_row(columns, row) for row in rows), "\n")
    return tag(
        "table",
        {"id": name, "role": "table", "class": "sortable"},
        tag("caption", None, text(caption)),
        tag("thead", {"role": "rowgroup"}, tag("tr", {"role": "row"}, heads)),
        Markup("\n"),
        tag("tbody", {"role": "rowgroup"}, Markup("\n"), body),
    )


def dead_table(rows: Sequence[Dead]) -> Markup:
    """The links that are dead, those first that have been so for longest."""
    columns = (
        Column("Link", "address"),
        Column("Where"),
        Column("Section"),
        Column("Failing since", sorted_by="ascending"),
        Column("Evidence"),
        Column("Archive"),
    )
    cells = (
        (
            Cell(link(row.url), row.url),
            _where(row.place),
            Cell(tag("bdi", None, text(row.section))),
            Cell(tag("time", None, text(row.since.isoformat()))),
            Cell(text(row.reason)),
            Cell(link(row.copy, "copy", f"Archived copy of {row.url}") if row.copy else text("–")),
        )
        for row in sorted(rows, key=lambda row: (row.since, row.url))
    )
    return _filtered("dead-links", "Dead links", columns, cells, len(rows))


def moved_table(rows: Sequence[Moved]) -> Markup:
    """The links that have moved, with where to, in the order of their addresses."""
    columns = (
        Column("Link", "address", sorted_by="ascending"),
        Column("New address", "address"),
        Column("Where"),
        Column("Section"),
        Column("Since"),
    )
    cells = (
        (
            Cell(link(row.url), row.url),
            Cell(link(row.target), row.target),
            _where(row.place),
            Cell(tag("bdi", None, text(row.section))),
            Cell(tag("time", None, text(row.since.isoformat()))),
        )
        for row in sorted(rows, key=lambda row: row.url)
    )
    return _filtered("moved-links", "Moved links", columns, cells, len(rows))


def share_table(name: str, caption: str, head: str, shares: Sequence[Share]) -> Markup:
    """Sections or hosts with their links by state, those with the most links first."""
    columns = (
        Column(head),
        Column("Links", "number", sorted_by="descending"),
        *(Column(state, "number") for state in ("Dead", "Moved", "Blocked", "Uncertain")),
        Column("States"),
    )
    ranked = sorted(shares, key=lambda share: (-share.tally.total, share.name))
    rows = (
        (
            Cell(tag("bdi", None, text(share.name))),
            _count(share.tally.total),
            *(
                _count(each)
                for each in (share.tally.dead, share.tally.moved, share.tally.blocked, share.tally.uncertain)
            ),
            Cell(strip(share.tally), _percent(share)),
        )
        for share in ranked[:MOST_SHARES]
    )
    rest = ranked[MOST_SHARES:]
    links = sum(share.tally.total for share in rest)
    note = f"{len(rest):,} more, with {links:,} links together, are not shown."
    return join([_scrolled(name, caption, table(name, caption, columns, rows)), _note(note if rest else "")])


def _note(words: str) -> Markup:
    return tag("p", {"class": "note"}, text(words)) if words else Markup("")


def _filtered(name: str, caption: str, columns: Sequence[Column], rows: Iterable[Sequence[Cell]], count: int) -> Markup:
    """A table below a field that filters it; without scripts there is no field, and all rows are shown."""
    field = tag(
        "p",
        {"class": "filter", "hidden": "", "data-for": name},
        tag("label", {"for": f"{name}-filter"}, text(f"Filter {caption.lower()}")),
        tag("input", {"id": f"{name}-filter", "type": "search", "autocomplete": "off", "spellcheck": "false"}),
        tag("output", {"for": f"{name}-filter", "aria-live": "polite"}, text(f"{count:,} shown")),
    )
    return join([field, _scrolled(name, caption, table(name, caption, columns, rows), " cards")])


def _scrolled(name: str, caption: str, content: Markup, kind: str = "") -> Markup:
    """A region that can be scrolled sideways, also with the arrow keys."""
    region = {"class": f"scroll{kind}", "role": "region", "aria-label": caption, "tabindex": "0"}
    return tag("div", region | {"id": f"{name}-region"}, content)


def _row(columns: Sequence[Column], row: Sequence[Cell]) -> Markup:
    cells = []
    for index, (column, cell) in enumerate(zip(columns, row, strict=True)):
        attributes = {"data-label": column.name, "role": "cell" if index else "rowheader", "class": column.kind}
        if not index:
            attributes["scope"] = "row"
        if cell.key:
            attributes["data-key"] = cell.key
        cells.append(tag("td" if index else "th", attributes, cell.content))
    return tag("tr", {"role": "row"}, *cells)


def _where(place: Place) -> Cell:
    return Cell(link(place.url, place.words) if place.url else tag("bdi", None, text(place.words)))


def _count(number: int) -> Cell:
    return Cell(tag("span", {"class": "zero"}, text("0")) if not number else text(f"{number:,}"), str(number))


def _percent(share: Share) -> str:
    alive = share.tally.alive
    return f"{alive:.2f}" if alive is not None else "-1"
