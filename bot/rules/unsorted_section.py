"""The rule `unsorted-section`: entries that are out of order in their section."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Literal

from bot.judgement import Case, Hearing, Outcome, Side, always, cached_property, weigh
from bot.linter.suppressions import find_comment_lines, find_suppressions
from bot.listing import Entry, Kind, Listing, Order, Span
from bot.listing.conventions import months_off
from bot.listing.model import Touch
from bot.ordering.order import CommentLines, Series, find_series
from bot.ordering.section_order import (
    Disorder,
    Strays,
    declared_orders,
    find_copies,
    find_disorder,
    fits_another_year,
    number_of,
)
from bot.papers.dates import PartialDate
from bot.papers.identifiers import Scheme
from bot.rules.api import Bad, Context, Diagnostic, Findings, Fix, Good, Related, Rule, Safety, Scope, Severity, option
from bot.rules.prose import family_names, own_name
from bot.text import lazy_pattern, shorten

_FEWEST_DATES = 10
_FEWEST_NEIGHBOURS = 4
_SHARE = 0.75
_SHARE_OF_YEARS = 0.9
_STRICT = 0.93
"""The share of neighbours in order from which a list that is dated by bare years minds a single one out of order."""
_SHARE_OF_ARXIV = 0.8
"""If this share of dates are the months of arXiv ids, the others are doubtful, as for `date-mismatch`."""
_FEW_DATED = 8
"""In shorter sections a reader sees what is where, and two papers are easily kept together."""
_FEW_DAYS = 10
_FEW_MONTHS = 2
"""At most this many days, or fewer months than these, out of order do not count."""
_SHARE_OUT_OF_PLACE = 1 / 7
_YEAR = lazy_pattern(r"(?<!\d)(?:19[89]|20[0-4])\d(?!\d)")
_PII = lazy_pattern(r"/pii/S[\dX]{8}([0-4]\d)[\dX]{6}(?!\w)", needs="/pii/S")
"""The identifier of an article at Elsevier: after the number of the journal it has the last two digits of the year."""
_MANY = 100
"""If more entries than this are out of place, they are one finding per section."""

_SORTED = """\
* [2509] [UI-TARS-2](https://arxiv.org/abs/2509.02544)
* [2507] [MemAgent](https://arxiv.org/abs/2507.02259)
* [2506] [PAG](https://arxiv.org/abs/2506.10406)
* [2505] [SPA-RL](https://arxiv.org/abs/2505.20732)
* [2503] [SWEET-RL](https://arxiv.org/abs/2503.15478)
* [2502] [EPO](https://arxiv.org/abs/2502.12486)
* [2411] [WebRL](https://arxiv.org/abs/2411.02337)
* [2406] [DigiRL](https://arxiv.org/abs/2406.11896)
* [2402] [ArCHer](https://arxiv.org/abs/2402.19446)
* [2310] [FireAct](https://arxiv.org/abs/2310.05915)
"""
_LINES = _SORTED.splitlines(keepends=True)
_FEWEST_IN_GROUP = 3
_SHORTEST_NAME = 4
"""Letters of a name with which another one begins."""


@dataclass(frozen=True, eq=False)
class UnsortedSection(Rule):
    """An entry is out of order in its section.

    The bot learns the order if three quarters of neighbouring entries agree. You can set it with `conventions.order`,
    and for one section with the comment `<!-- bot: order newest-first -->` (or `oldest-first`, `none`).

    One fix moves all misplaced entries of a section; undated entries directly below an entry move with it. It is safe
    if you set the order, or if one to ten dated entries move, and no mistyped year can be the cause. More than ten need
    `--unsafe-fixes`.

    Only a note, if the order was learned: sections with fewer than eight dated entries, or more than a seventh of them
    out of order; entries out of order by one month, or in order within their group (three or more neighbours); the top
    of a section, which may be pinned.

    Not reported, if the order was learned: sections where more than a fifth of the entries would move, or that are
    sorted by something else; entries out of order by ten days at most, or with arXiv ids in order.
    """

    can_be_habit = False
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
        None, "The order of sections that have no comment; overrides `conventions.order`."
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
            gaps = [months_off(entry) or 0 for entry in entries] if follows else []
            run = _Run(
                listing,
                series,
                order,
                declared,
                doubted=find_copies(entries).union(index for index, gap in enumerate(gaps) if abs(gap) > 1),
                suppressed=frozenset(index for index, entry in enumerate(entries) if entry.span.start in suppressed),
                touched=frozenset(index for index, touch in enumerate(touches) if touch & Touch.MOVED),
            )
            yield from self._check_run(run, comments, context)

    def _check_run(self, run: _Run, comments: CommentLines, context: Context) -> Findings:
        """The findings for one series: what is dropped stays where it is, and notes do not move with the others."""
        disorder, heard = self._hear(run, context)
        if disorder is None:
            return
        for indexes, severity in ((disorder.suppressed, self.severity), (disorder.pinned, Severity.NOTE)):
            for index in indexes:
                entry = run.series.blocks[index].entry
                message = f"the entry is out of order ({run.order})"
                yield self.at(run.listing, _place(entry), message, severity=severity, target=_target(entry))
        unsure = frozenset(index for index, hearing in heard.items() if hearing.outcome is Outcome.UNSURE)
        if unsure and len(unsure) < len(heard):
            yield from self._decide(run, disorder, None, {index: heard[index] for index in unsure}, context)
            heard = {index: hearing for index, hearing in heard.items() if index not in unsure}
            staying = frozenset(range(len(run.series.blocks))).difference(heard)
            disorder = run.find_disorder(staying)
        if disorder is not None:
            yield from self._decide(run, disorder, _fix(run, disorder, comments, unsure), heard, context)

    def _hear(self, run: _Run, context: Context) -> tuple[Disorder | None, dict[int, Hearing]]:
        """What is out of order, once all that is dropped stays where it is, and what is known about each entry."""
        staying: frozenset[int] = frozenset()
        while (disorder := run.find_disorder(staying)) is not None:
            strays = Strays(run.listing.text, run.series, run.keys, disorder.arrangement)
            heard = {each: weigh(_WITNESSES, _Stray(run, strays, each)) for each in strays.moved}
            dropped = {index for index, hearing in heard.items() if hearing.outcome is Outcome.DROPPED}
            if not dropped:
                return disorder, heard
            if context.dropped is not None:
                for index, suspicion in self._report_moved(run, disorder, None):
                    if index in dropped:
                        self.decide(suspicion, heard[index], context)
            staying |= dropped
        return None, {}

    def _decide(
        self, run: _Run, disorder: Disorder, fix: Fix | None, heard: Mapping[int, Hearing], context: Context
    ) -> Findings:
        """The findings for those entries that were `heard`; very many are one."""
        moved = disorder.arrangement.moved
        if len(moved) > _MANY:
            message = f"{len(moved)} of {len(run.series.blocks)} entries are out of order ({run.order})"
            yield self.at(run.listing, _place(run.series.blocks[moved[0]].entry), message, fix=fix)
            return
        for index, suspicion in self._report_moved(run, disorder, fix):
            yield from self.decide(suspicion, heard[index], context) if index in heard else ()

    def _report_moved(self, run: _Run, disorder: Disorder, fix: Fix | None) -> Iterator[tuple[int, Diagnostic]]:
        """The entries that would move, by their indexes, with the place where each belongs."""
        text, blocks = run.listing.text, run.series.blocks
        for index, (above, below) in sorted(disorder.arrangement.neighbours().items()):
            side, beside = ("above", below) if below is not None and below < index else ("below", above)
            assert beside is not None  # noqa: S101 - an entry that does not move up moves down below another one
            entry, other = blocks[index].entry, blocks[beside].entries[-1 if side == "below" else 0]
            place = f"{side} line {text.line_at(other.span.start)}"
            related = Related(text.path, _place(other), f"the entry belongs {side} this one")
            doubt = ", or its year is wrong" if run.has_doubtful_year(index) else ""
            message = f"{_written(entry)} belongs {place}{_named(other)} ({run.order}){doubt}"
            target = _target(entry)
            yield index, self.at(run.listing, _place(entry), message, fix=fix, related=(related,), target=target)


@dataclass(frozen=True, eq=False)
class _Run:
    """Entries that may change places, and what is known about them, by their indexes."""

    listing: Listing
    series: Series
    order: Order
    declared: bool
    doubted: frozenset[int]
    """Their dates may be wrong."""
    suppressed: frozenset[int]
    touched: frozenset[int]
    """The checked change put them where they are."""

    @cached_property
    def keys(self) -> tuple[tuple[int, ...], ...]:
        """What sorts the entries."""
        return self.series.keys(self.order)

    @cached_property
    def is_grouped(self) -> bool:
        """Whether a column without dates has each of its words in one run of rows, and all runs are in order."""
        rows = [block.entry for block in self.series.blocks]
        dates = [row.date.text if row.date is not None else "" for row in rows]
        for column in range(min(len(row.cells) for row in rows)):
            words = [row.cells[column].text.strip() for row in rows]
            runs = [
                (word, [key for _, key in run])
                for word, run in groupby(zip(words, self.keys, strict=True), itemgetter(0))
            ]
            are_groups = len({*words}) == len(runs) <= len(rows) / 2
            if are_groups and words != dates and all(sorted(run) == run for _, run in runs):
                return True
        return False

    def has_doubtful_year(self, index: int) -> bool:
        """Whether the year of an entry may be the mistake, as likely as its place: with another one it is in order."""
        fits = (fits_another_year(self.series, self.keys, index, decades=each) for each in (False, True))
        return not self.declared and any(fits)

    def find_disorder(self, staying: frozenset[int]) -> Disorder | None:
        """What is out of order, if those at `staying` do not move."""
        doubted = self.doubted | staying
        return find_disorder(
            self.series,
            self.order,
            declared=self.declared,
            doubted=doubted,
            suppressed=self.suppressed,
            touched=self.touched,
        )


def _fix(run: _Run, disorder: Disorder, comments: CommentLines, unsure: frozenset[int]) -> Fix | None:
    """The fix that moves the entries, if they are then in order by the dates shown, apart from `unsure` ones.

    It is safe only if nothing without a date moves along, because it is unclear where that belongs.
    """
    from bot.linter.moves import move  # which lists in order have no use for

    arrangement = disorder.arrangement
    edits = move(run.listing, run.series, arrangement, comments) if arrangement.moved else ()
    if not edits or not _is_in_order(run, disorder, unsure.difference(arrangement.moved)):
        return None
    count = len(arrangement.moved)
    title = f"Move {count} entries to where they belong" if count > 1 else "Move the entry to where it belongs"
    is_alone = all(len(run.series.blocks[index].entries) == 1 for index in arrangement.moved)
    is_safe = disorder.is_safe and (is_alone or run.declared) and not any(map(run.has_doubtful_year, arrangement.moved))
    return Fix(title, edits, Safety.SAFE if is_safe else Safety.UNSAFE)


def _is_in_order(run: _Run, disorder: Disorder, unsure: frozenset[int]) -> bool:
    """Whether the section then shows its dates in order, apart from bare years and what stays on purpose."""
    keys, meant = run.keys, {*disorder.pinned, *disorder.suppressed, *unsure}
    blocks = run.series.blocks
    order = [index for index in disorder.arrangement.order if not blocks[index].is_coarse and index not in meant]
    return all(keys[one] <= keys[other] for one, other in pairwise(order))


class _Stray:
    """An entry that is out of order."""

    def __init__(self, run: _Run, strays: Strays, index: int) -> None:
        self.run, self.strays, self.index = run, strays, index
        self.entry = run.series.blocks[index].entry

    @cached_property
    def passed(self) -> tuple[int, ...]:
        """The entries that it would pass by."""
        return self.strays.passed_by(self.index, _MANY)

    def is_rather_the_other(self) -> bool:
        """Whether it would pass by one entry alone, which more of those with bare years or months are against."""
        if len(self.passed) != 1:
            return False
        blocks, sign = self.run.series.blocks, -1 if self.run.order is Order.NEWEST_FIRST else 1
        dates = [(i, each.date, 2 if each.date.month else 1) for i, each in enumerate(blocks) if each.is_coarse]
        against = (
            sum(sign * (i - index) * ((date.key[:n] > own[:n]) - (date.key[:n] < own[:n])) < 0 for i, date, n in dates)
            for index, own in ((each, blocks[each].date.key) for each in (*self.passed[:2], self.index))
        )
        return next(against) > next(against)

    @cached_property
    def _ids_agree(self) -> tuple[bool, ...]:
        """For each entry that it would pass by, if both have arXiv ids: whether the ids are in order now."""
        own = number_of(self.run.series, self.index, self.run.order)
        if own is None:
            return ()
        numbers = ((index, number_of(self.run.series, index, self.run.order)) for index in self.passed)
        return tuple((index < self.index) == (number <= own) for index, number in numbers if number is not None)

    def is_in_order_by_id(self) -> bool:
        return len(self._ids_agree) * 2 >= len(self.passed) and bool(self._ids_agree) and all(self._ids_agree)

    def is_out_of_order_by_id(self) -> bool:
        return bool(self._ids_agree) and not any(self._ids_agree)

    def is_alone(self) -> bool:
        return len(self.strays.moved) <= _SHARE_OUT_OF_PLACE * len(self.run.series.blocks)

    def is_touched(self) -> bool:
        return self.index in self.run.touched

    def is_near(self) -> bool:
        """Whether it is out of order by some days only, or within one month."""
        if self.run.declared or self.run.series.precision < len(("year", "month", "day")):
            return False
        date, *others = (self.run.series.blocks[index].date for index in (self.index, *self.passed))
        return all(abs(each.days() - date.days()) <= _FEW_DAYS or each.key[:2] == date.key[:2] for each in others)

    def is_beside_place(self) -> bool:
        """Whether all that it would pass by is of the months before and after its own."""
        own, *others = (self.run.series.blocks[index].date.months() for index in (self.index, *self.passed))
        is_known = self.run.declared or self.is_touched() or own is None
        return not is_known and all(other is not None and abs(other - (own or 0)) < _FEW_MONTHS for other in others)

    @cached_property
    def _beside(self) -> tuple[int, ...]:
        return tuple(i for i in (self.index - 1, self.index + 1) if 0 <= i < len(self.run.series.blocks))

    def is_beside_its_authors(self) -> bool:
        own = family_names(self.entry)
        others = [family_names(self.run.series.blocks[index].entry) for index in self._beside]
        return any(own and other and (own[0] == other[0] or len({*own} & {*other}) > 1) for other in others)

    def is_beside_its_name(self) -> bool:
        own = own_name(self.entry)
        others = [own_name(self.run.series.blocks[index].entry) for index in self._beside]
        pairs = [sorted((own, other), key=len) for other in others]
        return any(len(short) >= _SHORTEST_NAME and long.startswith(short) for short, long in pairs)

    def is_in_order_in_its_group(self) -> bool:
        """Whether a column groups the section, or blank lines or places set some apart, and all there are in order."""
        if self.run.declared or self.is_touched():
            return False
        return self.run.is_grouped or any(
            self.strays.are_set_apart(each, self.index, _FEWEST_IN_GROUP) for each in self.strays.dividers
        )

    def has_year_in_url(self) -> bool:
        """Whether the address has another year than the date, by which the entry is in its place."""
        link, work = self.entry.link, self.entry.work
        if link is None or (work is not None and work.scheme is Scheme.ARXIV):
            return False
        years = {*_YEAR.findall(link.href), *(f"20{digits}" for digits in _PII.findall(link.href))}
        keys, sign = self.run.keys, -1 if self.run.order is Order.NEWEST_FIRST else 1
        if len(years) != 1 or (year := int(years.pop())) == self.run.series.blocks[self.index].date.year:
            return False
        return all((keys[i][0] <= sign * year) == (i < self.index) or keys[i][0] == sign * year for i in self._beside)

    def fits_another_year(self) -> bool:
        """Whether its year may be the mistake: it alone is out of order, and in place with another; no id tells."""
        is_pair = not {*self._beside}.isdisjoint(self.strays.moved)
        is_known = self.run.declared or self.is_touched() or is_pair or self.is_out_of_order_by_id()
        return not is_known and fits_another_year(self.run.series, self.run.keys, self.index)

    def is_loosely_sorted(self) -> bool:
        """Whether the list keeps its years in order only nearly, so that one out of order may not matter to it."""
        learned = self.run.listing.conventions.order
        is_known = self.run.declared or self.is_touched() or self.run.series.precision > 1
        if is_known or learned is None:
            return False
        others = learned.total - learned.followers - len(self.strays.moved)
        return others > (1 - _STRICT) * learned.total

    def are_few(self) -> bool:
        are_few = len(self.run.series.blocks) < _FEW_DATED or not self.is_alone()
        return are_few and not (self.run.declared or self.is_touched())


_WITNESSES: tuple[Case[_Stray, Side], ...] = (
    Case("the dates are out of order", always, Side.FOR),
    Case("the arXiv ids are out of order too", _Stray.is_out_of_order_by_id, Side.FOR),
    Case("the order of the section is declared", lambda it: it.run.declared, Side.FOR),
    Case("the change put it there", _Stray.is_touched, Side.FOR),
    Case("nearly all other entries of the section are in order", _Stray.is_alone, Side.FOR),
    Case("fewer than eight entries have dates, or several are out of order", _Stray.are_few, Side.NOTE),
    Case("the years of the list are only roughly in order", _Stray.is_loosely_sorted, Side.NOTE),
    Case("it is out of order by one month", _Stray.is_beside_place, Side.NOTE),
    Case("it is in order in its group", _Stray.is_in_order_in_its_group, Side.NOTE),
    Case("with another year it would be in order", _Stray.fits_another_year, Side.NOTE),
    Case("the arXiv ids are in order", lambda it: not it.run.declared and it.is_in_order_by_id(), Side.AGAINST),
    Case("it is out of order by ten days at most, or within one month", _Stray.is_near, Side.AGAINST),
    Case("the entry that it would move past is out of order instead", _Stray.is_rather_the_other, Side.AGAINST),
    Case("it is next to an entry of the same name", _Stray.is_beside_its_name, Side.AGAINST),
    Case("it is next to a paper of the same authors", _Stray.is_beside_its_authors, Side.AGAINST),
    Case("by the year in its URL it is in order", _Stray.has_year_in_url, Side.AGAINST),
)


class _Orders:
    """The order of each section: from its comment, or the option, or the list."""

    def __init__(self, listing: Listing, option: str | None) -> None:
        self.learned = listing.conventions.order
        self.few = sum([_date_of(entry) is not None for entry in listing.entries]) < _FEWEST_DATES
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
    """The date that an entry is sorted by; an entry of several sources has none."""
    if entry.kind is not Kind.PAPER or entry.date is None or _is_collection(entry):
        return None
    return entry.date.value


def _is_collection(entry: Entry) -> bool:
    """Whether the links of an entry have three years or more: `[Nature, 1997](...), [Cell, 2002](...)`."""
    years = {each for link in entry.links for each in _YEAR.findall(link.label)} if entry.links[2:] else ()
    return bool(years) and len(years) > 2


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
    return value.iso() if (value := _date_of(entry)) is not None else None


def _written(entry: Entry) -> str:
    return f"the entry dated {entry.date.text}" if entry.date is not None else "the entry"


def _named(entry: Entry) -> str:
    return f", {shorten(' '.join(entry.title.value.split()), 50)}" if entry.title is not None else ""
