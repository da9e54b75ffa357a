"""The rule `unsorted-section`: entries that are out of order in their section."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.linter.moves import find_comment_lines, move
from bot.linter.suppressions import find_suppressions
from bot.listing import Entry, Kind, Listing, Order, Span
from bot.listing.conventions import months_off
from bot.listing.model import Touch
from bot.listing.order import CommentLines, Series, find_series
from bot.listing.section_order import Judgement, declared_orders, judge
from bot.papers.dates import PartialDate
from bot.rules.api import Bad, Context, Findings, Fix, Good, Related, Rule, Safety, Scope, Severity, option
from bot.text import shorten

_FEWEST_DATES = 10
_FEWEST_NEIGHBOURS = 4
_SHARE = 0.75
_SHARE_OF_YEARS = 0.9
_SHARE_OF_ARXIV = 0.8
"""If this share of dates are the months of arXiv ids, the others are doubtful, as for `date-mismatch`."""
_MANY = 100
"""If more entries than this are out of place, they are one finding per section."""

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
    """The entry is out of order in its section.

    Readers of a list sorted by date find new papers in one place. Usually a new entry was added at the wrong end, or a
    few lines too far up or down. The order is learned from the list: newest first or oldest first, if three quarters of
    all neighbours with different dates are in that order (nine tenths if the dates are bare years). A section in which
    more than a fifth of the entries would have to move is sorted by something else and is not checked; nor is one that
    titles, names in the first column, citations or years of venues put in better order.

    An entry is in place if its date, the month of its arXiv id or the year of its venue is; if the arXiv ids are in
    order, a difference of a few days is a note. Groups without a heading (three neighbours or more, in order among
    themselves) and papers kept next to one of the same name or owner are accepted. A comment sets the order of one
    section and its subsections: `<!-- bot: order newest-first -->`, `oldest-first` or `none`.

    The fewest entries that have to move are reported, and one fix moves them all: whole entries, with their details and
    the undated entries below them. Entries with the same date keep their places; an entry that moves goes to the place
    of its arXiv id if those order the entries of one date. Bare years among months stay. No entry is moved by a date
    that contradicts its arXiv id: see `date-mismatch`. The fix is safe if it moves ten entries or fewer and less than a
    third of the section, and if no entry would be in place with another year. Entries out of order at the top of a
    section may be pinned there, so they are a note.
    """

    slug = "unsorted-section"
    severity = Severity.WARNING
    scope = Scope.PLACE
    examples = (
        Bad("".join([*_LINES[1:], _LINES[0]]), fixed=_SORTED),
        Bad(
            "<!-- bot: order oldest-first -->\n" + _LINES[2] + _LINES[3],
            "<!-- bot: order oldest-first -->\n" + _LINES[3] + _LINES[2],
        ),
        Good(_SORTED),
        Good("<!-- bot: order none -->\n" + "".join([*_LINES[1:], _LINES[0]])),
    )

    order: Literal["newest-first", "oldest-first", "none"] | None = option(
        None, "The order of all sections without a comment of their own; by default it is learned from the list."
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per entry that is out of order; those of one series share a fix."""
        orders = _Orders(listing, self.order)
        comments = find_comment_lines(listing)
        suppressed = _suppressed(listing, self.slug)
        near = listing.conventions.dates_follow_arxiv
        follows = near is not None and near.share >= _SHARE_OF_ARXIV
        for series in find_series(listing, _date_of, comments):
            order, declared = orders.of(series)
            if order is None:
                continue
            entries = [block.entry for block in series.blocks]
            touches = [context.catalog.touch(listing, entry) for entry in entries]
            judgement = judge(
                series,
                order,
                declared=declared,
                doubted={index for index, entry in enumerate(entries) if follows and _is_doubted(entry)},
                suppressed={index for index, entry in enumerate(entries) if entry.span.start in suppressed},
                touched={index for index, touch in enumerate(touches) if touch & Touch.MOVED},
            )
            if judgement is not None:
                yield from self._report(listing, series, judgement, order, comments)

    def _report(
        self, listing: Listing, series: Series, judgement: Judgement, order: Order, comments: CommentLines
    ) -> Findings:
        for indexes, severity in ((judgement.suppressed, self.severity), (judgement.pinned, Severity.NOTE)):
            for index in indexes:
                span = _place(series.blocks[index].entry)
                message, target = f"the entry is out of order ({order})", _target(series.blocks[index].entry)
                yield self.at(listing, span, message, severity=severity, target=target)
        arrangement = judgement.arrangement
        count = len(arrangement.moved)
        edits = move(listing, series, arrangement, comments) if count else ()
        title = f"Move {count} entries to their places" if count > 1 else "Move the entry to its place"
        fix = Fix(title, edits, Safety.SAFE if judgement.is_safe else Safety.UNSAFE) if edits else None
        if count > _MANY:
            first = series.blocks[arrangement.moved[0]].entry
            message = f"{count} of {len(series.blocks)} entries are out of order ({order})"
            yield self.at(listing, _place(first), message, fix=fix)
            return
        for index, (above, below) in sorted(arrangement.neighbours().items()):
            side, beside = ("above", below) if below is not None and below < index else ("below", above)
            assert beside is not None  # noqa: S101 - an entry that does not move up moves down below another one
            entry, other = series.blocks[index].entry, series.blocks[beside].entries[-1 if side == "below" else 0]
            place = f"{side} line {listing.text.line_at(other.span.start)}"
            related = Related(listing.text.path, _place(other), f"the entry belongs {side} this one")
            message = f"{_written(entry)} belongs {place}{_named(other)} ({order})"
            yield self.at(listing, _place(entry), message, fix=fix, related=(related,), target=_target(entry))


class _Orders:
    """The order of each section: from its comment, or the option, or the list."""

    def __init__(self, listing: Listing, option: str | None) -> None:
        self.learned = listing.conventions.order
        self.few = sum(_date_of(entry) is not None for entry in listing.entries) < _FEWEST_DATES
        self.declared = declared_orders(listing, option)

    def of(self, series: Series) -> tuple[Order | None, bool]:
        """The order of a series or None, and whether a comment or the option sets it."""
        declared = self.declared[series.section]
        if declared is not None:
            return (None if declared == "none" else Order(declared)), True
        learned = self.learned
        share = _SHARE_OF_YEARS if series.precision == 1 else _SHARE
        if not self.few and learned is not None and learned.total >= _FEWEST_NEIGHBOURS and learned.share >= share:
            return learned.value, False
        return None, False


def _date_of(entry: Entry) -> PartialDate | None:
    """The date that an entry is sorted by."""
    return entry.date.value if entry.kind is Kind.PAPER and entry.date is not None else None


def _is_doubted(entry: Entry) -> bool:
    """Whether the arXiv id contradicts the date, as `date-mismatch` says."""
    months = months_off(entry)
    return months is not None and abs(months) > 1


def _suppressed(listing: Listing, slug: str) -> frozenset[int]:
    """The starts of entries whose finding a comment suppresses; they are reported, but not moved."""
    lines: set[int] = set()
    for comment in find_suppressions(listing):
        if any(part.value == slug for part in comment.slugs):
            lines.update(comment.lines or comment.own_lines)
    starts = (entry.span.start for entry in listing.entries) if lines else ()
    return frozenset(start for start in starts if listing.text.line_at(start) in lines)


def _place(entry: Entry) -> Span:
    return entry.date.span if entry.date is not None else entry.span


def _target(entry: Entry) -> str | None:
    """The date of an entry in one format."""
    value = _date_of(entry)
    return value.iso() if value is not None else None


def _written(entry: Entry) -> str:
    return f"the entry dated {entry.date.text}" if entry.date is not None else "the entry"


def _named(entry: Entry) -> str:
    return f", {shorten(' '.join(entry.title.value.split()), 50)}" if entry.title is not None else ""
