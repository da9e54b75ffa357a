"""A picture comes in; the parts of the page go out, from its head to the papers per month."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.reports.page.charts import STATES, columns, curve
from bot.reports.page.markup import Markup, join, tag, text
from bot.reports.page.picture import Month
from bot.reports.page.tables import Cell, Column, dead_table, moved_table, share_table, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.reports.page.picture import Picture

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_TROUBLES = ("dead", "moved")
"""States that call for somebody's hand."""
MOST_SWEEPS = 104
"""Sweeps in a plot: two years of weeks."""
MOST_MONTHS = 120
_MARKS = 8
"""Words under a plot, at most."""


def header(picture: Picture) -> Markup:
    """The name of the list, the day, and the figures that matter most."""
    now = picture.now
    alive = "–" if now.alive is None else f"{_floor(now.alive)} %"
    tiles = [
        ("alive", alive, "of the links that could be judged"),
        ("links", f"{now.total:,}", f"in {picture.papers:,} papers" if picture.papers else "in the list"),
        ("dead", f"{now.dead:,}", "three strikes over a week"),
        ("moved", f"{now.moved:,}", "with a new address"),
        ("blocked", f"{now.blocked:,}", "open to people only"),
        ("uncertain", f"{now.uncertain + now.skipped:,}", "no verdict yet"),
    ]
    items = join(
        tag(
            "div",
            {"class": f"tile {name}"},
            tag("dt", None, text(name)),
            tag("dd", None, tag("strong", None, text(figure)), tag("span", None, text(words))),
        )
        for name, figure, words in tiles
    )
    return tag(
        "header",
        None,
        tag("p", {"class": "kicker"}, text("Health of the links")),
        tag("h1", None, tag("bdi", None, text(picture.title))),
        tag("p", {"class": "day"}, text("As of "), tag("time", None, text(picture.day.isoformat()))),
        tag("dl", {"class": "tiles"}, items),
    )


def health(picture: Picture) -> Markup:
    """The course of things: how many links are alive, and what is the matter with the others."""
    sweeps = picture.sweeps[-MOST_SWEEPS:]
    if not sweeps:
        return _section("health", "Health over time", tag("p", None, text("There was no sweep yet.")))
    names = [sweep.day.isoformat() for sweep in sweeps]
    marks = _thinned(names, 5)
    shares = [100.0 if sweep.tally.alive is None else sweep.tally.alive for sweep in sweeps]
    stacks = [[(state, getattr(sweep.tally, state)) for state in _TROUBLES] for sweep in sweeps]
    rows = [
        (
            Cell(tag("time", None, text(name))),
            Cell(text(f"{share:.1f} %"), f"{share:.4f}"),
            *(Cell(text(f"{getattr(sweep.tally, state):,}")) for state in STATES),
        )
        for name, share, sweep in zip(reversed(names), reversed(shares), reversed(sweeps), strict=True)
    ]
    heads = (Column("Sweep", sorted_by="descending"), Column("Alive", "number"))
    figures = table(
        "sweeps",
        "Links by state, sweep by sweep",
        (*heads, *(Column(state.capitalize(), "number") for state in STATES)),
        rows,
    )
    return _section(
        "health",
        "Health over time",
        _figure("Links that are alive", curve(f"Share of links alive, from {names[0]} on", names, shares, marks)),
        _figure(
            "Links that are dead or have moved",
            columns(f"Links that are dead or have moved, from {names[0]} on", names, stacks, marks),
            _legend(),
        ),
        _numbers("sweeps", "The figures of each sweep", figures),
    )


def losses(picture: Picture) -> Markup:
    """The links that somebody has to look at."""
    none = tag("p", {"class": "none"}, text("None."))
    return join(
        [
            _section("dead", "Dead links", dead_table(picture.dead) if picture.dead else none),
            _section("moved", "Moved links", moved_table(picture.moved) if picture.moved else none),
        ],
        "\n",
    )


def shares(picture: Picture) -> Markup:
    """The states of links by section and by host."""
    parts = [
        _section(key, title, share_table(f"{key}-table", title, head, rows))
        for key, title, head, rows in (
            ("sections", "By section", "Section", picture.sections),
            ("hosts", "By host", "Host", picture.hosts),
        )
        if rows
    ]
    return join(parts, "\n")


def months(picture: Picture) -> Markup:
    """How many papers the list has of each month."""
    every = _every_month(picture.months)
    if not every:
        return Markup("")
    shown = every[-MOST_MONTHS:]
    names = [f"{_MONTHS[each.month - 1]} {each.year}" for each in shown]
    step = max(1, -(-len(shown) // (12 * _MARKS))) * 12
    marks = [str(each.year) if each.month == 1 and (each.year * 12) % step == 0 else "" for each in shown]
    marks = marks if any(marks) else _thinned(names, 4)
    stacks = [[("papers", each.papers)] for each in shown]
    plot = columns(f"Papers per month, from {names[0]} to {names[-1]}", names, stacks, marks)
    rows = [
        (Cell(text(name), f"{each.year:04}-{each.month:02}"), Cell(text(f"{each.papers:,}"), str(each.papers)))
        for name, each in zip(reversed(names), reversed(shown), strict=True)
    ]
    heads = (Column("Month", sorted_by="descending"), Column("Papers", "number"))
    early = sum(each.papers for each in every[:-MOST_MONTHS])
    note = [tag("p", {"class": "note"}, text(f"{early:,} earlier papers are not shown."))] if early else []
    figures = table("months", "Papers per month", heads, rows)
    return _section(
        "papers", "Papers per month", _figure("", plot), *note, _numbers("months", "The figures of each month", figures)
    )


def _section(name: str, title: str, *content: Markup) -> Markup:
    heading = tag("h2", {"id": f"{name}-heading"}, text(title))
    return tag("section", {"id": name, "aria-labelledby": f"{name}-heading"}, heading, Markup("\n"), *content)


def _figure(caption: str, *content: Markup) -> Markup:
    said = [tag("figcaption", None, text(caption))] if caption else []
    return tag("figure", None, *said, *content)


def _numbers(name: str, title: str, content: Markup) -> Markup:
    region = {"class": "scroll", "role": "region", "aria-label": title, "tabindex": "0", "id": f"{name}-region"}
    return tag("details", None, tag("summary", None, text(title)), tag("div", region, content))


def _legend() -> Markup:
    items = (
        tag("li", None, tag("span", {"class": f"key {state}", "aria-hidden": "true"}), text(state))
        for state in _TROUBLES
    )
    return tag("ul", {"class": "legend"}, *items)


def _thinned(names: Sequence[str], most: int) -> list[str]:
    """Every so many names, the first and the last among them; the others are empty."""
    if len(names) <= most:
        return list(names)
    chosen = {round(step * (len(names) - 1) / (most - 1)) for step in range(most)}
    return [name if index in chosen else "" for index, name in enumerate(names)]


def _every_month(given: Sequence[Month]) -> list[Month]:
    """The months from the first to the last, none left out."""
    papers = {(each.year, each.month): each.papers for each in given}
    if not papers:
        return []
    first, last = min(papers), max(papers)
    span = range(first[0] * 12 + first[1] - 1, last[0] * 12 + last[1])
    return [Month(each // 12, each % 12 + 1, papers.get((each // 12, each % 12 + 1), 0)) for each in span]


def _floor(share: float) -> str:
    """A share in percent, to a tenth, that never says 100 while anything is missing."""
    return "100" if share >= 100 else f"{int(share * 10) / 10:.1f}"
