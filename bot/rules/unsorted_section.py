"""The rule `unsorted-section`: entries that are out of the order of their section."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Literal

from bot.linter.diagnostics import Fix, Related, Scope, Severity
from bot.linter.ordering import agreement, arrange, find_comment_lines, find_series, move
from bot.linter.rule import Bad, Good, Rule, option
from bot.linter.suppressions import find_suppressions
from bot.listing import Kind, Order
from bot.listing.model import SectionIndex, Touch
from bot.papers.dates import PartialDate
from bot.text import lazy_pattern, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.ordering import Arrangement, CommentLines, Key, Series
    from bot.linter.rule import Context
    from bot.listing import Catalog, Entry, Listing
    from bot.text import Span

_COMMENT = lazy_pattern(r"\s*bot:[ \t]*order[ \t:]+(newest-first|oldest-first|none)\b", re.IGNORECASE)
_FEWEST_DATES = 10
_FEWEST_NEIGHBOURS = 4
_SHARE = 0.75
_SHARE_OF_YEARS = 0.9
_MOST_MOVES = 0.2
_LEAST_AGREEMENT = 0.5
_MANY = 100
"""More entries out of place than this are one finding for their section, not one each."""

_NONE: Mapping[int, PartialDate | None] = MappingProxyType({})

_SORTED = """\
* [2509] [UI-TARS-2](https://arxiv.org/abs/2509.02544)
* [2507] [MemAgent](https://arxiv.org/abs/2507.02259)
* [2506] [PAG](https://arxiv.org/abs/2506.10406)
* [2505] [SPA-RL](https://arxiv.org/abs/2505.20732)
* [2504] [MARFT](https://arxiv.org/abs/2504.16129)
* [2503] [SWEET-RL](https://arxiv.org/abs/2503.15478)
* [2502] [EPO](https://arxiv.org/abs/2502.12486)
* [2411] [WebRL](https://arxiv.org/abs/2411.02337)
* [2409] [Building Math Agents](https://arxiv.org/abs/2409.02392)
* [2406] [DigiRL](https://arxiv.org/abs/2406.11896)
* [2402] [ArCHer](https://arxiv.org/abs/2402.19446)
* [2310] [FireAct](https://arxiv.org/abs/2310.05915)
"""
_LINES = _SORTED.splitlines(keepends=True)


@dataclass(frozen=True, eq=False)
class UnsortedSection(Rule):
    """An entry is out of the order of its section.

    Readers of a list that is sorted by date find what is new in one place. Most often a new entry was put
    at the wrong end, or a few lines too far up or down.

    The order is learned from the list: newest first or oldest first, where three quarters of all neighbours
    with different dates are in that order (nine tenths where the dates are bare years). A section that
    needs more than every fifth entry moved is sorted by something else, and is left alone. A comment sets it
    for one section and those below it: `<!-- bot: order newest-first -->`, `oldest-first` or `none`.

    The fewest entries that must move are reported, and one fix moves them all: whole entries with their
    details and the undated entries below them. Entries of the same date keep their places. A date that
    differs from the arXiv id beside it, where the id fits the place and the date does not, is no reason to
    move the entry.
    """

    slug: ClassVar[str] = "unsorted-section"
    severity: ClassVar[Severity] = Severity.WARNING
    scope: ClassVar[Scope] = Scope.PLACE
    examples: ClassVar[tuple[Good | Bad, ...]] = (
        Bad("".join([*_LINES[1:], _LINES[0]]), fixed=_SORTED),
        Bad(
            "<!-- bot: order oldest-first -->\n" + _LINES[2] + _LINES[3],
            "<!-- bot: order oldest-first -->\n" + _LINES[3] + _LINES[2],
        ),
        Good(_SORTED),
        Good("<!-- bot: order none -->\n" + "".join([*_LINES[1:], _LINES[0]])),
    )

    order: Literal["newest-first", "oldest-first", "none"] | None = option(
        None, "The order of all sections without a comment of their own; left out, it is learned from the list."
    )

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield one diagnostic per entry that must move; those of one series share one fix."""
        orders = _Orders(listing, self.order)
        comments = find_comment_lines(listing)
        dates: dict[int, PartialDate | None] = {}
        for series in find_series(listing, _date_of, comments):
            order, _ = orders.of(series)
            if order is not None:
                dates.update(_doubtful(series, order))
        suppressed = _suppressed(listing, self.slug)
        for series, order, arrangement in (
            _unsorted(listing, orders, comments, dates, context.catalog) if suppressed else ()
        ):
            for index in arrangement.moved:
                entry = series.blocks[index].entry
                if entry.span.start in suppressed:
                    yield self.at(listing, _place(entry), f"is out of order ({order})")
        dates.update(dict.fromkeys(suppressed))
        for series, order, arrangement in _unsorted(listing, orders, comments, dates, context.catalog):
            yield from self._report(listing, series, arrangement, order, comments)

    def _report(
        self, listing: Listing, series: Series, arrangement: Arrangement, order: Order, comments: CommentLines
    ) -> Iterator[Diagnostic]:
        count = len(arrangement.moved)
        edits = move(listing, series, arrangement, comments)
        title = f"Move {count} entries to their places" if count > 1 else "Move the entry to its place"
        fix = Fix(title, edits) if edits else None
        if count > _MANY:
            first = series.blocks[arrangement.moved[0]].entry
            message = f"{count} of {len(series.blocks)} entries are out of order ({order})"
            yield self.at(listing, _place(first), message, fix=fix)
            return
        for index, (above, below) in sorted(arrangement.neighbours().items()):
            side, beside = ("above", below) if below is not None and below < index else ("below", above)
            assert beside is not None  # noqa: S101 - what does not move up moves down, below something
            entry, other = series.blocks[index].entry, series.blocks[beside].entry
            place = f"{side} line {listing.text.line_at(other.span.start)}"
            related = Related(listing.text.path, _place(other), f"the entry belongs {side} this one")
            message = f"{_written(entry)} belongs {place}{_named(other)} ({order})"
            yield self.at(listing, _place(entry), message, fix=fix, related=(related,))


class _Orders:
    """The order of each section: that of its comment, else of the option, else of the list."""

    def __init__(self, listing: Listing, option: str | None) -> None:
        self.learned = listing.conventions.order
        self.few = sum(_date_of(entry) is not None for entry in listing.entries) < _FEWEST_DATES
        sections = SectionIndex(listing.sections)
        own: dict[int, str] = {}
        for comment in listing.document.comments:
            if found := _COMMENT.match(comment.text):
                own.setdefault(sections.at(comment.span.start), found[1].lower())
        self.declared: list[str | None] = []
        for index, section in enumerate(listing.sections):
            self.declared.append(own.get(index) or (self.declared[section.outer] if section.outer >= 0 else option))

    def of(self, series: Series) -> tuple[Order | None, bool]:
        """The order of a series, None for none; and whether a comment or the option declares it."""
        declared = self.declared[series.section]
        if declared is not None:
            return (None if declared == "none" else Order(declared)), True
        learned = self.learned
        share = _SHARE_OF_YEARS if series.precision == 1 else _SHARE
        if not self.few and learned is not None and learned.total >= _FEWEST_NEIGHBOURS and learned.share >= share:
            return learned.value, False
        return None, False


def _date_of(entry: Entry, dates: Mapping[int, PartialDate | None] = _NONE) -> PartialDate | None:
    """What an entry sorts by; `dates` overrides it, by the offset where an entry starts."""
    if entry.kind is not Kind.PAPER or entry.date is None:
        return None
    return dates.get(entry.span.start, entry.date.value)


def _unsorted(
    listing: Listing,
    orders: _Orders,
    comments: CommentLines,
    dates: Mapping[int, PartialDate | None],
    catalog: Catalog,
) -> Iterator[tuple[Series, Order, Arrangement]]:
    """The series that are out of order, with the order that they should have and how to get there."""
    for series in find_series(listing, partial(_date_of, dates=dates), comments):
        order, certain = orders.of(series)
        if order is not None:
            keys = series.keys(order)
            touches = (catalog.touch(listing, block.entry) for block in series.blocks)
            arrangement = arrange(keys, {index for index, touch in enumerate(touches) if touch & Touch.MOVED})
            if arrangement.moved and (certain or _is_nearly_sorted(keys, arrangement)):
                yield series, order, arrangement


def _suppressed(listing: Listing, slug: str) -> frozenset[int]:
    """Where entries start whose finding a comment suppresses; they are reported, but not moved."""
    lines: set[int] = set()
    for comment in find_suppressions(listing):
        if any(part.value == slug for part in comment.slugs):
            lines.update(comment.lines or comment.own_lines)
    starts = (entry.span.start for entry in listing.entries) if lines else ()
    return frozenset(start for start in starts if listing.text.line_at(start) in lines)


def _doubtful(series: Series, order: Order) -> Iterator[tuple[int, PartialDate]]:
    """Where entries start whose date does not fit their place although their arXiv id does, with a date that fits."""
    keys = series.keys(order)
    sign = -1 if order is Order.NEWEST_FIRST else 1
    for index, block in enumerate(series.blocks):
        announced = block.entry.announced
        if announced is None or announced.key[:2] == block.date.key[:2]:
            continue
        month = tuple(sign * part for part in announced.key[:2])[: series.precision]
        around = [keys[index - 1] if index else None, keys[index + 1] if index + 1 < len(keys) else None]
        if not _fits(keys[index], *around) and _fits(month, *around):
            beside = (series.blocks[place].date for place in (index - 1, index + 1) if 0 <= place < len(keys))
            same = (date for date in beside if date.key[:2] == announced.key[:2])
            yield block.entry.span.start, next(same, PartialDate(announced.year, announced.month, 15))


def _fits(key: Key, above: Key | None, below: Key | None) -> bool:
    """Whether a key may be between two others, all compared as precisely as `key` is."""
    size = len(key)
    return (above is None or above[:size] <= key) and (below is None or key <= below[:size])


def _is_nearly_sorted(keys: tuple[Key, ...], arrangement: Arrangement) -> bool:
    """Whether a series is in order but for a few entries."""
    most = max(1, int(_MOST_MOVES * len(keys)))
    return len(keys) > 2 and len(arrangement.moved) <= most and agreement(keys) >= _LEAST_AGREEMENT


def _place(entry: Entry) -> Span:
    return entry.date.span if entry.date is not None else entry.span


def _written(entry: Entry) -> str:
    return f"the entry of {entry.date.text}" if entry.date is not None else "the entry"


def _named(entry: Entry) -> str:
    return f", {shorten(' '.join(entry.title.value.split()), 50)}" if entry.title is not None else ""
