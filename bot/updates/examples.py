"""The entries of a list that show how one of them would be written: the nearest ones of its kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from bot.additions.marks import find_sources
from bot.linter.diagnostics import Edit
from bot.listing import Carrier, Entry, Kind, Listing
from bot.papers.identifiers import Scheme
from bot.updates.tree import Placed, Run, Unit, common, find_home, find_runs, find_unit, fit, plant, weigh

MODELS = 12
"""Entries that one is written after."""
_LOOKED = 400
"""Entries that are looked at for them, the nearest first."""
_OWN = 2.0
"""The weight of a model in the section of the entry; others weigh 1."""


class Sibling(NamedTuple):
    """An entry with its tree; offsets of the tree count from `offset`."""

    entry: Entry
    tree: Placed
    offset: int

    @property
    def is_row(self) -> bool:
        """Whether it is a row of a table."""
        return self.entry.carrier is Carrier.ROW

    def runs(self) -> list[Run]:
        """What is beside each other in it."""
        return list(find_runs(self.tree, is_row=self.is_row))


class Example(NamedTuple):
    """A sibling that has what an entry lacks, and the place of that in it."""

    sibling: Sibling
    unit: Unit
    weight: float = 1.0


class Home(NamedTuple):
    """The run of an entry in which a unit of another one would be, and the brackets that it takes along."""

    run: Run
    unit: Unit
    """What would be there: the unit, or the brackets around it where the entry has none such."""
    opening: str = ""
    closing: str = ""

    @property
    def weight(self) -> float:
        """How much more an example says of it."""
        return fit(self.run, self.unit)


def settle(runs: list[Run], example: Example) -> Home:
    """Where the unit of an example goes."""
    unit, source = example.unit, example.unit.run.source
    if (home := find_home(runs, unit)) is not None:
        return Home(home, unit)
    pair = unit.run.atoms[unit.first].parent if unit.run.opener else None
    around = find_unit(example.sibling.tree, pair, is_row=example.sibling.is_row) if pair is not None else None
    if pair is None or around is None:
        return Home(runs[0], unit)
    opening, closing = source[pair.start : pair.inner[0].start], source[pair.inner[-1].end : pair.end]
    return Home(find_home(runs, around) or runs[0], around, opening, closing)


class Siblings:
    """The entries of one list, each divided when it is first asked for."""

    def __init__(self, listing: Listing) -> None:
        self.listing = listing
        self._trees: dict[int, Sibling | None] = {}
        self._units: dict[tuple[str, int], Unit | None] = {}

    def of(self, entry: Entry) -> Sibling | None:
        """An entry with its tree; None for one that cannot be divided."""
        key = entry.span.start
        if key not in self._trees:
            self._trees[key] = self._divide(entry)
        return self._trees[key]

    def _divide(self, entry: Entry) -> Sibling | None:
        for source in find_sources(self.listing, [entry]):
            tree = plant(source)
            if tree is not None:
                return Sibling(entry, tree, entry.span.end - len(source.text))
        return None

    def examples(self, sibling: Sibling, kind: str, find: Callable[[Sibling], Unit | None]) -> list[Example]:
        """The nearest entries with a unit of some kind, those of its own section first."""
        entry = sibling.entry
        near = sorted(
            (each for each in self.listing.entries if each is not entry and _is_alike(entry, each)),
            key=lambda each: (each.section != entry.section, abs(each.span.start - entry.span.start)),
        )
        found: list[Example] = []
        for each in near[:_LOOKED]:
            other = self.of(each)
            unit = self._unit(other, kind, find) if other is not None else None
            if other is not None and unit is not None:
                found.append(Example(other, unit, _weight(sibling, other)))
            if len(found) == MODELS:
                break
        return found

    def _unit(self, sibling: Sibling, kind: str, find: Callable[[Sibling], Unit | None]) -> Unit | None:
        key = kind, sibling.entry.span.start
        if key not in self._units:
            self._units[key] = find(sibling)
        return self._units[key]


def _is_alike(entry: Entry, other: Entry) -> bool:
    is_paper = other.kind is Kind.PAPER or (other.work is not None and other.work.scheme is Scheme.ARXIV)
    is_same = other.carrier is entry.carrier and len(other.columns) == len(entry.columns)
    return is_paper and is_same and other.title is not None


def _weight(one: Sibling, other: Sibling) -> float:
    """How much an entry says of how another one is written: by place, and by what both have."""
    mine, others = (tuple(each.role for each in sibling.tree.atoms) for sibling in (one, other))
    alike = common(mine, others) / max(sum(map(weigh, mine)), sum(map(weigh, others)), 1)
    return (_OWN if one.entry.section == other.entry.section else 1.0) * (0.4 + alike**4)


def agree(options: Iterator[tuple[Edit | None, float]]) -> Edit | None:
    """The edit that weighs most over all models; of equal ones the nearest."""
    weights: defaultdict[Edit | None, float] = defaultdict(float)
    for edit, weight in options:
        weights[edit] += weight
    return max(weights, key=lambda edit: round(weights[edit], 6), default=None)
