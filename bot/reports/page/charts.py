"""Figures come in; plots go out, as SVG that is as wide as the page and whose words keep their size.

Positions across are percentages, heights are pixels. The shapes say nothing that the table below a plot does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.reports.page.markup import Markup, join, tag, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.reports.page.picture import Tally

STATES = ("ok", "moved", "dead", "blocked", "uncertain", "skipped")
"""All states, in the order in which bars are stacked."""
_HEIGHT = 168.0
_TOP = 10.0
_FOOT = 22.0
_STEPS = (1, 2, 5)


def ceiling(value: float) -> float:
    """The smallest of 1, 2, 5, 10, 20 ... that is not below `value`."""
    power = 1.0
    while True:
        for step in _STEPS:
            if step * power >= value:
                return step * power
        power *= 10


def columns(
    label: str, names: Sequence[str], stacks: Sequence[Sequence[tuple[str, int]]], marks: Sequence[str]
) -> Markup:
    """A plot of upright bars: for each name its stack of (class, height), the lowest first.

    `marks` are the words under the bars, mostly empty.
    """
    top = ceiling(max((sum(height for _, height in stack) for stack in stacks), default=1) or 1)
    width = 100 / max(len(names), 1)
    bars = []
    for index, (name, stack) in enumerate(zip(names, stacks, strict=True)):
        foot = 0.0
        for kind, height in stack:
            if not height:
                continue
            bars.append(_bar(index * width, width, (foot, foot + height), top, kind))
            foot += height
        words = ", ".join(f"{height:,} {kind}" for kind, height in stack if height) or "0"
        hit = {"x": f"{index * width:.3f}%", "y": "0", "width": f"{width:.3f}%", "height": f"{_HEIGHT:g}"}
        bars.append(tag("rect", hit | {"class": "hit"}, tag("title", None, text(f"{name}: {words}"))))
    ticks = [0, top / 2, top] if top > 1 else [0, top]
    labels = [f"{tick:,.0f}" if tick == int(tick) else f"{tick:,.1f}" for tick in ticks]
    return _plot(label, [tick / top for tick in ticks], labels, join(bars), marks)


def curve(label: str, names: Sequence[str], values: Sequence[float], marks: Sequence[str]) -> Markup:
    """A plot of shares in percent, from a floor that leaves room below the lowest to 100."""
    lowest = min(values, default=100.0)
    floor = max(0.0, 100 - ceiling(max(100 - lowest, 1) * 1.2))
    heights = [(value - floor) / (100 - floor) for value in values]
    width = 100 / max(len(names), 1)
    points = [f"{index * width + width / 2:.3f},{100 - 100 * each:.3f}" for index, each in enumerate(heights)]
    if len(points) == 1:
        points = [f"0,{points[0].partition(',')[2]}", f"100,{points[0].partition(',')[2]}"]
    first, last = points[0].partition(",")[0] if points else "0", points[-1].partition(",")[0] if points else "0"
    inner = {
        "y": f"{_TOP:g}",
        "width": "100%",
        "height": f"{_HEIGHT - _TOP - _FOOT:g}",
        "viewBox": "0 0 100 100",
        "preserveAspectRatio": "none",
    }
    area = tag("path", {"class": "area", "d": f"M{first},100 L{' L'.join(points)} L{last},100 Z"})
    line = tag("path", {"class": "line", "d": f"M{' L'.join(points)}", "vector-effect": "non-scaling-stroke"})
    hits = [
        tag(
            "rect",
            {
                "class": "hit",
                "x": f"{index * width:.3f}%",
                "y": "0",
                "width": f"{width:.3f}%",
                "height": f"{_HEIGHT:g}",
            },
            tag("title", None, text(f"{name}: {value:.1f} %")),
        )
        for index, (name, value) in enumerate(zip(names, values, strict=True))
    ]
    shapes = join([tag("svg", inner, area, line) if points else Markup(""), *hits])
    labels = [f"{floor + share * (100 - floor):g} %" for share in (0, 0.5, 1)]
    return _plot(label, [0, 0.5, 1], labels, shapes, marks)


def strip(tally: Tally) -> Markup:
    """The states of a tally side by side, as one lying bar; nothing for programs that read aloud."""
    total, left, parts = tally.total or 1, 0.0, []
    for state in STATES:
        share = 100 * getattr(tally, state) / total
        if share:
            place = {"x": f"{left:.3f}%", "y": "0", "width": f"{share:.3f}%", "height": "10"}
            parts.append(tag("rect", place | {"class": state}))
        left += share
    return tag("svg", {"class": "strip", "width": "100%", "height": "10", "aria-hidden": "true"}, *parts)


def _bar(left: float, width: float, reach: tuple[float, float], top: float, kind: str) -> Markup:
    room = _HEIGHT - _TOP - _FOOT
    low, high = (room * each / top for each in reach)
    gap = width * 0.12
    place = {
        "x": f"{left + gap:.3f}%",
        "y": f"{_TOP + room - high:.2f}",
        "width": f"{width - 2 * gap:.3f}%",
        "height": f"{max(high - low, 1.5):.2f}",
    }
    return tag("rect", place | {"class": kind})


def _plot(label: str, shares: Sequence[float], labels: Sequence[str], shapes: Markup, marks: Sequence[str]) -> Markup:
    """The axis to the left, and grid, shapes and words to its right."""
    room = _HEIGHT - _TOP - _FOOT
    heights = [_TOP + room * (1 - share) for share in shares]
    axis = tag(
        "svg",
        {"class": "axis", "width": "52", "height": f"{_HEIGHT:g}", "aria-hidden": "true"},
        *(
            tag("text", {"x": "46", "y": f"{height + 4:.1f}", "text-anchor": "end"}, text(words))
            for height, words in zip(heights, labels, strict=True)
        ),
    )
    grid = [
        tag("line", {"x1": "0", "x2": "100%", "y1": f"{height:.1f}", "y2": f"{height:.1f}", "class": "grid"})
        for height in heights
    ]
    width = 100 / max(len(marks), 1)
    below = [
        tag(
            "text",
            {"x": f"{index * width + width / 2:.3f}%", "y": f"{_HEIGHT - 5:g}", "text-anchor": _anchor(index, marks)},
            text(words),
        )
        for index, words in enumerate(marks)
        if words
    ]
    attributes = {"class": "shapes", "width": "100%", "height": f"{_HEIGHT:g}", "role": "img", "aria-label": label}
    return tag("div", {"class": "plot"}, axis, tag("svg", attributes, *grid, shapes, *below))


def _anchor(index: int, marks: Sequence[str]) -> str:
    """Words at the edges stay inside."""
    if index * 20 < len(marks) and len(marks) > 4:
        return "start"
    return "end" if (len(marks) - 1 - index) * 20 < len(marks) and len(marks) > 4 else "middle"
