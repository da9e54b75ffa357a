"""What is remembered and what a run saw come in; what is remembered next, and what there is to say, go out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.links.model import LinkState
from bot.sweeps.discards import Doubt, doubt
from bot.sweeps.findings import ERRORS
from bot.sweeps.history import NO_OPINION, Opinion, forgive, is_condemned, observe
from bot.sweeps.items import Item, list_items
from bot.sweeps.state import (
    DAY,
    LONGEST_WORDS,
    MOST_RUNS,
    MOST_WRONG_CALLS,
    Census,
    Noted,
    Record,
    Run,
    Share,
    State,
    Trimmed,
    WrongCall,
    tally,
)
from bot.sweeps.targets import host_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.sweeps.findings import Inventory
    from bot.sweeps.sightings import Harvest, Sighting

SILENCE = 90 * DAY
"""How long a tick keeps the bot from saying the same again."""
MOST_HOSTS = 100
MOST_SECTIONS = 500

_NO_OPINIONS: Mapping[str, Opinion] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a sweep comes to."""

    state: State
    items: tuple[Item, ...] = ()
    """All that is to be reported, by kind, then by place."""
    newly_blocked: int = 0
    """Links that let nobody but people in, and were open the last time."""
    watched: int = 0
    """Links that fail, and are not called dead yet."""
    discarded: str = ""
    """Why the failures of this run do not count; empty where they do."""
    notes: tuple[str, ...] = ()


def suspects(state: State, harvest: Harvest, inventory: Inventory, now: int) -> dict[str, int]:
    """The targets that this run would call dead, each with the time of its first strike.

    Exactly these are to be asked about by a second path; a run whose failures do not count has none.
    """
    if doubt(state, harvest, now).reason:
        return {}
    found = {}
    for seen in harvest.sightings:
        record = state.records.get(seen.target)
        if record is not None and seen.target in inventory.places and is_condemned(record, seen):
            found[seen.target] = record.first_failure if record.first_failure is not None else seen.time
    return found


def advance(
    state: State, harvest: Harvest, inventory: Inventory, now: int, opinions: Mapping[str, Opinion] = _NO_OPINIONS
) -> Outcome:
    """The next state, and what is to be reported. `now` is in whole seconds since the epoch.

    Pure and repeatable: the same harvest again changes nothing but the list of runs. What is not in `inventory`
    is forgotten; a target without an opinion in `opinions` is judged by its strikes alone.
    """
    doubts = doubt(state, harvest, now)
    sightings = {seen.target: seen for seen in harvest.sightings if not (doubts.reason and seen.fails)}
    records = {
        target: record
        for target in sorted(inventory.places)
        if (record := _next(state.records.get(target), sightings.get(target), opinions.get(target))) is not None
    }
    noted = _next_noted(state, harvest, sightings, inventory, now)
    run = _run(records, harvest, inventory, doubts, now)
    changes = [(state.records.get(target), record) for target, record in records.items()]
    following = replace(
        state,
        records=MappingProxyType(records),
        noted=MappingProxyType(noted),
        runs=(*state.runs, run)[-MOST_RUNS:],
        called=state.called + sum(_is_dead(new) > _is_dead(old) for old, new in changes),
        returned=state.returned + sum(_is_dead(old) > _is_dead(new) for old, new in changes),
        trimmed=Trimmed(),
    )
    items = list_items(following, inventory.places, now)
    return Outcome(
        state=replace(following, census=_census(records, inventory, items)),
        items=items,
        newly_blocked=sum(new.state is LinkState.BLOCKED and _was_open(old) for old, new in changes),
        watched=run.tally.uncertain,
        discarded=doubts.reason,
        notes=harvest.notes,
    )


def apply_ticks(state: State, ticks: Iterable[str], now: int) -> State:
    """The state after a person ticked items by their id: each is left alone for `SILENCE`, and counts against us."""
    ticked = frozenset(ticks)
    items = [item for item in list_items(state, MappingProxyType({}), now) if item.id in ticked]
    records, noted, calls = dict(state.records), dict(state.noted), list(state.wrong_calls)
    for item in items:
        if item.rule:
            key = f"{item.rule} {item.target}"
            noted[key] = replace(noted[key], silenced_until=now + SILENCE)
        else:
            records[item.target] = forgive(records[item.target], now + SILENCE)
        if item.is_dead or item.rule in ERRORS:
            calls.append(WrongCall(now, item.rule or "dead", item.target))
    return replace(
        state,
        records=MappingProxyType(records),
        noted=MappingProxyType(noted),
        wrong_calls=tuple(calls[-MOST_WRONG_CALLS:]),
        wrong=state.wrong + sum(item.is_dead for item in items),
    )


def _next(record: Record | None, seen: Sighting | None, opinion: Opinion | None) -> Record | None:
    if seen is None:
        return record
    return observe(record or Record(seen.target, LinkState.SKIPPED), seen, opinion or NO_OPINION)


def _run(records: Mapping[str, Record], harvest: Harvest, inventory: Inventory, doubts: Doubt, now: int) -> Run:
    return Run(
        time=now,
        tally=tally(_state_of(records.get(target)) for target in inventory.places),
        asked=sum(seen.target in inventory.places for seen in harvest.sightings),
        failing=doubts.failing,
        discarded=doubts.reason[:LONGEST_WORDS],
    )


def _next_noted(
    state: State, harvest: Harvest, sightings: Mapping[str, Sighting], inventory: Inventory, now: int
) -> dict[str, Noted]:
    """What rules found now, and what they found before of targets that were not answered for this time."""
    kept = {
        key: old
        for key, old in state.noted.items()
        if old.target in inventory.places and not _is_answered(sightings.get(old.target))
    }
    for found in harvest.findings:
        if found.target in inventory.places:
            old = state.noted.get(found.key) or Noted(found.rule, found.target, found.message, now)
            kept[found.key] = replace(old, message=found.message, entry=found.entry)
    return dict(sorted(kept.items()))


def _is_answered(seen: Sighting | None) -> bool:
    return seen is not None and (seen.is_alive or seen.is_definitive)


def _census(records: Mapping[str, Record], inventory: Inventory, items: Iterable[Item]) -> Census:
    sections: dict[str, list[LinkState]] = {}
    hosts: dict[str, list[LinkState]] = {}
    for target, places in inventory.places.items():
        state = _state_of(records.get(target))
        hosts.setdefault(host_of(target), []).append(state)
        for section in dict.fromkeys(place.section for place in places):
            sections.setdefault(section, []).append(state)
    sizes = Counter({host: len(states) for host, states in hosts.items()})
    largest = sorted(sizes, key=lambda host: (-sizes[host], host))[:MOST_HOSTS]
    spoken = sorted({item.target for item in items})
    return Census(
        papers=inventory.papers,
        months=inventory.months,
        sections=tuple(Share(name, tally(states)) for name, states in list(sections.items())[:MOST_SECTIONS]),
        hosts=tuple(Share(host, tally(hosts[host])) for host in largest),
        places=MappingProxyType({target: inventory.places[target] for target in spoken}),
    )


def _state_of(record: Record | None) -> LinkState:
    return record.state if record is not None else LinkState.SKIPPED


def _is_dead(record: Record | None) -> bool:
    return record is not None and record.state is LinkState.DEAD


def _was_open(record: Record | None) -> bool:
    return record is not None and record.last_ok is not None and record.state is not LinkState.BLOCKED
