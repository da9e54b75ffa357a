"""Our HTML pages: what they share, and the page of a list's health, made from the templates beside this module.

A page loads nothing: style and script are in it, and its Content Security Policy allows both by their hashes and
nothing else. The script sorts and filters; without it everything is there as well. What a list or a server wrote is
escaped wherever a template prints it.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bot.links import Share, Tally
from bot.papers.dates import Month
from bot.papers.urls import is_web_url
from bot.text import escape_controls, plural, shorten

LONGEST = 400
"""Characters of text that somebody else wrote; more is cut."""
_TEMPLATES = Path(__file__).parent / "templates"


class Sheet(NamedTuple):
    """The style and the script of a page. Neither can be ended early: both are ours, and hold no `</`."""

    style: str
    script: str

    @property
    def policy(self) -> str:
        """The Content Security Policy."""
        style, script = (b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in self)
        return (
            f"default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'; "
            "base-uri 'none'; form-action 'none'"
        )


def read_sheet(name: str, folder: Path = _TEMPLATES) -> Sheet:
    """`NAME.css`, below what all pages share, and `NAME.js`."""
    style = "".join(
        (place / file).read_text("utf-8") for place, file in ((_TEMPLATES, "base.css"), (folder, f"{name}.css"))
    )
    return Sheet(style, (folder / f"{name}.js").read_text("utf-8"))


@cache
def make_environment(*folders: Path) -> Environment:
    """Finds templates in `folders`, then among those of this package; what it compiles is kept for the next page."""
    environment = Environment(
        loader=FileSystemLoader([*folders, _TEMPLATES]),
        autoescape=True,
        finalize=lambda value: escape_controls(value) if type(value) is str else value,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "cut": lambda text: shorten(text, LONGEST),
        "plural": plural,
        "percent": lambda share: f"{share:.3f}%",
    }
    environment.globals |= {
        "STATES": STATES,
        "MOST_SHARES": MOST_SHARES,
        "TOP": f"{_TOP:g}",
        "ROOM": f"{_BOTTOM - _TOP:g}",
        "HEIGHT": f"{_HEIGHT:g}",
    }
    environment.tests["web_url"] = is_web_url
    return environment


MOST_SWEEPS = 104
"""Sweeps in a plot: two years of weeks. The table below it has all of them."""
MOST_MONTHS = 120
"""Months in a plot; the table below it has all with papers."""
MOST_SHARES = 40
"""Rows of a table of sections or hosts; the others, with fewer links, are in a table to open."""

STATES = ("ok", "moved", "dead", "blocked", "uncertain", "skipped")
_YEAR_MARKS = 8
"""Years named under the plot of months, at most."""

_TOP, _BOTTOM, _HEIGHT = 10.0, 146.0, 168.0
"""Where a plot's highest and lowest values are, and its whole height with the text below, in pixels."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """The links as one sweep left them."""

    day: date
    tally: Tally


@dataclass(frozen=True, slots=True)
class Place:
    """Where a link is in the list: `label` for people (path and line), `url` where that can be opened."""

    label: str
    url: str | None = None


@dataclass(frozen=True, slots=True)
class ReportedLink:
    """A link that is dead or has moved, or of whose paper or repository something was found."""

    url: str
    place: Place
    section: str
    since: date
    reason: str
    copy: str | None = None
    """An archived copy of what is dead."""
    target: str = ""
    """The new address of what has moved."""


@dataclass(frozen=True, slots=True)
class Health:
    """Everything on the page, in the order in which it is shown."""

    title: str
    day: date
    now: Tally = Tally()
    papers: int = 0
    overview: str = ""
    """What a maintainer asks first, in one line."""
    issue: str = ""
    """The address of the issue of the sweeps, where it is known."""
    sweeps: tuple[Sweep, ...] = ()
    """The oldest first."""
    sections: tuple[Share, ...] = ()
    hosts: tuple[Share, ...] = ()
    months: tuple[Month, ...] = ()
    """The oldest first; months without papers may be missing."""
    dead: tuple[ReportedLink, ...] = ()
    moved: tuple[ReportedLink, ...] = ()
    others: tuple[ReportedLink, ...] = ()
    """Findings about papers and repositories, in order."""
    false_alarms: int = 0
    """Links that the bot called dead and somebody found alive."""
    reported: int = 0
    """Links that the bot ever called dead."""


def render(health: Health) -> str:
    """The page, as the text of an HTML file in UTF-8."""
    sweeps, months = health.sweeps[-MOST_SWEEPS:], _fill_months(health.months)
    template = make_environment().get_template("page.html.j2")
    return template.render(
        health=health,
        alive=None if health.now.alive is None else _floor(health.now.alive),
        sheet=read_sheet("page"),
        sweeps=sweeps,
        sweep_plots=_plot_sweeps(sweeps) if sweeps else (),
        months=[*(each for each in months[:-MOST_MONTHS] if each.papers), *months[-MOST_MONTHS:]],
        month_plot=_plot_months(months[-MOST_MONTHS:]) if months else None,
        first_month=months[-MOST_MONTHS:][0] if months else None,
        earlier_papers=sum(each.papers for each in months[:-MOST_MONTHS]),
        dead=sorted(health.dead, key=lambda row: (row.since, row.url)),
        moved=sorted(health.moved, key=lambda row: row.url),
        sections=_rank(health.sections),
        hosts=_rank(health.hosts),
    )


def _rank(shares: Sequence[Share]) -> list[Share]:
    """Those with the most links first."""
    return sorted(shares, key=lambda share: (-share.tally.total, share.name))


def _floor(share: float) -> str:
    """A share in percent, to a tenth, that never says 100 while anything is missing."""
    return "100" if share >= 100 else f"{int(share * 10) / 10:.1f}"


def _fill_months(given: Sequence[Month]) -> list[Month]:
    """The months from the first to the last, none left out."""
    papers = {(each.year, each.month): each.papers for each in given}
    if not papers:
        return []
    first, last = min(papers), max(papers)
    span = range(first[0] * 12 + first[1] - 1, last[0] * 12 + last[1])
    return [Month(each // 12, each % 12 + 1, papers.get((each // 12, each % 12 + 1), 0)) for each in span]


@dataclass(frozen=True, slots=True)
class Bar:
    """A part of an upright bar; across in percent of the plot, heights in pixels, as everywhere in plots."""

    kind: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Column:
    """What a plot shows for one sweep or month, with the text of its tooltip."""

    x: float
    width: float
    tooltip: str
    bars: tuple[Bar, ...] = ()


@dataclass(frozen=True, slots=True)
class Plot:
    """The geometry of a plot; it says nothing that the table below it does not."""

    label: str
    columns: tuple[Column, ...]
    ticks: tuple[tuple[float, str], ...]
    """The height and the text of each line of the grid."""
    marks: tuple[tuple[float, str, str], ...]
    """Place across, `text-anchor` and text of what is written below."""
    curves: tuple[tuple[str, ...], ...] = ()
    """Points `x,y` in percent of the plot; between two curves there is a gap."""
    floor: str = ""
    """Where the axis starts, if that is not at 0."""


def _plot_sweeps(sweeps: Sequence[Sweep]) -> tuple[Plot, Plot]:
    """The share of links alive as a curve, and the dead and moved ones as bars."""
    names = [sweep.day.isoformat() for sweep in sweeps]
    stacks = [(("dead", sweep.tally.dead), ("moved", sweep.tally.moved)) for sweep in sweeps]
    marks = _thin_out(names, 5)
    return (
        _plot_curve(f"Share of links alive, from {names[0]} on", names, [sweep.tally.alive for sweep in sweeps], marks),
        _plot_bars(f"Links that are dead or have moved, from {names[0]} on", names, stacks, marks),
    )


def _plot_months(months: Sequence[Month]) -> Plot:
    names = [each.name for each in months]
    step = max(1, -(-len(months) // (12 * _YEAR_MARKS))) * 12
    marks = [str(each.year) if each.month == 1 and (each.year * 12) % step == 0 else "" for each in months]
    stacks = [(("papers", each.papers),) for each in months]
    label = f"Papers per month, from {names[0]} to {names[-1]}"
    return _plot_bars(label, names, stacks, marks if any(marks) else _thin_out(names, 4))


def _plot_curve(label: str, names: Sequence[str], values: Sequence[float | None], marks: Sequence[str]) -> Plot:
    """A curve of shares in percent, from a floor that leaves room below the lowest to 100."""
    floor = max(0.0, 100 - ceiling(max([1, *(100 - value for value in values if value is not None)]) * 1.2))
    width = 100 / len(names)
    shown = ["nothing could be judged" if value is None else f"{value:.1f} %" for value in values]
    start = f"{floor:g} %" if floor else ""
    return Plot(
        f"{label}; the axis starts at {start}" if start else label,
        tuple(Column(index * width, width, f"{name}: {shown[index]}") for index, name in enumerate(names)),
        tuple((_height(share), f"{floor + share * (100 - floor):g} %") for share in (0, 0.5, 1)),
        _place_marks(marks),
        tuple(_trace(values, floor)),
        start,
    )


def _trace(values: Sequence[float | None], floor: float) -> Iterator[tuple[str, ...]]:
    """The curves through values that are known; one by itself is a line as wide as its column."""
    width = 100 / len(values)
    for is_known, run in groupby(enumerate(values), lambda each: each[1] is not None):
        if is_known:
            points = [((i + 0.5) * width, 100 - 100 * ((value or 0) - floor) / (100 - floor)) for i, value in run]
            (x, y), *others = points
            ends = points if others else [(x - width / 2, y), (x + width / 2, y)]
            yield tuple(f"{x:.3f},{y:.3f}" for x, y in ends)


def _plot_bars(
    label: str, names: Sequence[str], stacks: Sequence[Sequence[tuple[str, int]]], marks: Sequence[str]
) -> Plot:
    """Upright bars: for each name its stack of (kind, count), the lowest first; `marks` are mostly empty."""
    top = ceiling(max(sum(count for _, count in stack) for stack in stacks) or 1)
    width = 100 / len(names)
    columns = []
    for index, (name, stack) in enumerate(zip(names, stacks, strict=True)):
        counts = ", ".join(f"{count:,} {kind}" for kind, count in stack if count) or "0"
        bars = tuple(_stack_bars(stack, index * width, width, top))
        columns.append(Column(index * width, width, f"{name}: {counts}", bars))
    ticks = (0, top / 2, top) if top > 1 else (0, top)
    return Plot(
        label,
        tuple(columns),
        tuple((_height(tick / top), f"{tick:,.0f}" if tick == int(tick) else f"{tick:,.1f}") for tick in ticks),
        _place_marks(marks),
    )


def _stack_bars(stack: Sequence[tuple[str, int]], left: float, width: float, top: float) -> Iterator[Bar]:
    gap, foot = width * 0.12, 0
    for kind, count in stack:
        if count:
            low, high = _height(foot / top), _height((foot + count) / top)
            yield Bar(kind, left + gap, high, width - 2 * gap, max(low - high, 1.5))
            foot += count


def _height(share: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * share


def ceiling(value: float) -> float:
    """The smallest of 1, 2, 5, 10, 20 ... that is not below `value`."""
    power = 1.0
    while True:
        for step in (1, 2, 5):
            if step * power >= value:
                return step * power
        power *= 10


def _place_marks(marks: Sequence[str]) -> tuple[tuple[float, str, str], ...]:
    width = 100 / len(marks)
    return tuple(
        (index * width + width / 2, _anchor(index, len(marks)), text) for index, text in enumerate(marks) if text
    )


def _anchor(index: int, count: int) -> str:
    """Text at the edges stays inside."""
    if count > 4 and index * 20 < count:
        return "start"
    return "end" if count > 4 and (count - 1 - index) * 20 < count else "middle"


def _thin_out(names: Sequence[str], most: int) -> list[str]:
    """Every so many names, the first and the last among them; the others are empty."""
    if len(names) <= most:
        return list(names)
    chosen = {round(step * (len(names) - 1) / (most - 1)) for step in range(most)}
    return [name if index in chosen else "" for index, name in enumerate(names)]
