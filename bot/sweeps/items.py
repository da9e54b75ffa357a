"""What is remembered comes in; what is to be reported goes out, item by item, in the order of a report."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING

from bot.links.model import LinkState
from bot.sweeps.findings import PAPER_RULES, RULES
from bot.sweeps.targets import url_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.sweeps.state import Place, Record, State


class Kind(StrEnum):
    """The sections of a report, in order."""

    DEAD = "dead"
    MOVED = "moved"
    PAPERS = "papers"
    REPOSITORIES = "repositories"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to report: `since` is when it was first seen, `reported` when it was first said."""

    kind: Kind
    target: str
    words: str
    """What is wrong, for people."""
    since: int
    reported: int
    rule: str = ""
    """The slug of the rule that found it; empty for what strikes and moves tell."""
    strikes: int = 0
    moved_to: str | None = None
    copy: str | None = None
    places: tuple[Place, ...] = ()

    @property
    def id(self) -> str:
        """Its name in a tick box: hexadecimal digits, the same in every report."""
        return sha256(f"v1\0{self.kind}\0{self.rule}\0{self.target}".encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @property
    def url(self) -> str:
        """Where a person can see for himself."""
        return url_of(self.target)

    @property
    def is_dead(self) -> bool:
        """Whether the link is called dead."""
        return self.kind is Kind.DEAD


def list_items(state: State, places: Mapping[str, tuple[Place, ...]], now: int) -> tuple[Item, ...]:
    """All that is to be reported at `now`, by kind, rule and place; what a person silenced is left out."""
    found = [
        _of_record(record, places.get(target, ()))
        for target, record in state.records.items()
        if record.state in {LinkState.DEAD, LinkState.MOVED} and not _is_silenced(record.silenced_until, now)
    ]
    for noted in state.noted.values():
        if not _is_silenced(noted.silenced_until, now):
            kind = Kind.PAPERS if noted.rule in PAPER_RULES else Kind.REPOSITORIES
            where = _places_of(noted.entry, places.get(noted.target, ()))
            item = Item(kind, noted.target, noted.message, noted.since, noted.since, noted.rule, places=where)
            found.append(item)
    return tuple(sorted(found, key=_order))


def _places_of(entry: str, places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Those of the places where the entry stands; all of them where it is no longer called so."""
    return tuple(place for place in places if place.label == entry) or places


def _of_record(record: Record, places: tuple[Place, ...]) -> Item:
    reported = record.reported if record.reported is not None else record.checked
    if record.state is LinkState.MOVED:
        since = record.moved_since if record.moved_since is not None else reported
        words = record.reason
        return Item(Kind.MOVED, record.target, words, since, reported, moved_to=record.moved_to, places=places)
    since = record.first_failure if record.first_failure is not None else reported
    return Item(
        kind=Kind.DEAD,
        target=record.target,
        words=record.reason,
        since=since,
        reported=reported,
        strikes=record.strikes,
        copy=record.copy,
        places=places,
    )


def _is_silenced(until: int | None, now: int) -> bool:
    return until is not None and until > now


def _order(item: Item) -> tuple[int, int, tuple[str, int], str]:
    rank = RULES.index(item.rule) if item.rule in RULES else -1
    place = (item.places[0].path, item.places[0].line) if item.places else ("", 0)
    return list(Kind).index(item.kind), rank, place, item.target
