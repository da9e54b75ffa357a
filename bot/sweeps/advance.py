"""From one state to the next, by what a run observed; failures that are probably an outage of our own do not count.

Links die one by one. Where many fail at once that were fine before, the outage is more likely our own. Only what was
fine at the last check and fails now is counted, so that neither the dead links of a list that is swept for the first
time nor those that everybody knows of ever make a run suspicious.

A host counts as failing as a whole where at least two of its links were fine before, were checked now, and all fail: a
host with a single link would be nothing but that link, of which several die in any week of a long list. More than
three such hosts make a run suspicious, and more than a twentieth of them where a list has many.

A list may really lose a tenth of its links at once, when a host closes that has many. The failures of such a run are
not counted twice in a row, over a week at least; after that they are, as first strikes. Only while the connectivity
probes fail there is no end to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bot.errors import CANNOT_RUN, BotError
from bot.facts.model import Confirmation
from bot.links import LinkState, Share, tally
from bot.sweeps.history import Observation, RunResult, mark_alive, observe, would_be_dead
from bot.sweeps.items import ERRORS, Inventory, Item, host_of, list_items
from bot.sweeps.state import (
    DAY,
    LONGEST_MESSAGE,
    MOST_RUNS,
    MOST_WRONG_CALLS,
    Census,
    Record,
    RuleFinding,
    Run,
    State,
    Trimmed,
    WrongCall,
    day_of,
)
from bot.text import group_pairs

SHARE = 0.1
"""If more than this share of the previously working targets fail, it is an outage on our side."""
FEWEST = 5
"""Fewer new failures are never an outage, however short the list is."""
HOSTS = 3
"""More hosts than that do not fail as a whole in the same run, each with several links,"""
HOST_SHARE = 0.05
"""or more of all hosts with several links."""
IN_A_ROW = 2
PERIOD = 7 * DAY
"""In at most this many runs in a row, and for at least this time, failures are not counted."""
NO_NETWORK = "no connectivity probe could be reached"

SILENCE = 90 * DAY
"""How long a ticked item is not reported again."""
MOST_HOSTS = 100
MOST_SECTIONS = 500

_LEEWAY = DAY
"""How much the clocks of machines may differ."""
_EARLIEST = 1_767_225_600
"""The start of 2026, before which there was no bot, in seconds since the epoch."""
_LONGEST_PAUSE = 366 * DAY
"""Between two sweeps; a clock that says more is wrong more probably than right."""
_NONE: Mapping[str, Confirmation] = {}


@dataclass(frozen=True, slots=True)
class NewFailures:
    """How many targets fail in a run that were fine before; `outage` says why they do not count, if so."""

    count: int
    outage: str = ""


@dataclass(frozen=True, slots=True)
class SweepOutcome:
    """What a sweep comes to."""

    state: State
    items: tuple[Item, ...] = ()
    """All that is to be reported, by kind, then by place."""
    newly_blocked: int = 0
    """Links that block bots, and did not before."""
    watched: int = 0
    """Links that fail, and are not called dead yet."""
    outage: str = ""
    """Why the failures of this run do not count; empty if they do."""
    notes: tuple[str, ...] = ()


def count_new_failures(state: State, result: RunResult, now: int) -> NewFailures:
    """What fails and worked before, and whether that is an outage on our side."""
    fine = [seen for seen in result.observations if _was_fine(state, seen.target)]
    failing = sum(seen.fails for seen in fine)
    if not result.has_network:
        return NewFailures(failing, NO_NETWORK)
    if _lasts_too_long(state, now):
        return NewFailures(failing)
    if failing >= FEWEST and failing > SHARE * len(fine):
        return NewFailures(failing, f"{failing} of {len(fine)} previously working links failed at once")
    silent, hosts = _failing_hosts(fine)
    if silent > max(HOSTS, HOST_SHARE * hosts):
        return NewFailures(failing, f"{silent} hosts failed at once with all their links")
    return NewFailures(failing)


def suspects(state: State, result: RunResult, inventory: Inventory, now: int) -> dict[str, int]:
    """The targets that this run would call dead, each with the time of its first strike.

    Exactly these need a confirmation by a second source; a run whose failures do not count has none.
    """
    if count_new_failures(state, result, now).outage:
        return {}
    found = {}
    for seen in result.observations:
        record = state.records.get(seen.target)
        if record is not None and seen.target in inventory.places and would_be_dead(record, seen):
            found[seen.target] = record.first_failure if record.first_failure is not None else seen.time
    return found


def advance(
    state: State, result: RunResult, inventory: Inventory, now: int, confirmations: Mapping[str, Confirmation] = _NONE
) -> SweepOutcome:
    """The next state, and what is to be reported. `now` is in whole seconds since the epoch.

    Pure and repeatable: the same result again changes nothing but the list of runs. What is not in `inventory`
    is forgotten; a target without a confirmation is judged by its strikes alone.
    """
    failures = count_new_failures(state, result, now)
    seen = {each.target: each for each in result.observations if not (failures.outage and each.fails)}
    records = {
        target: record
        for target in sorted(inventory.places)
        if (record := _next_record(state.records.get(target), seen.get(target), confirmations.get(target))) is not None
    }
    run = Run(
        time=now,
        tally=tally(_state_of(records.get(target)) for target in inventory.places),
        asked=sum(each.target in inventory.places for each in result.observations),
        failing=failures.count,
        discarded=failures.outage[:LONGEST_MESSAGE],
    )
    changes = [(state.records.get(target), record) for target, record in records.items()]
    following = replace(
        state,
        records=records,
        findings=_next_findings(state, result, seen, inventory, now),
        runs=(*state.runs, run)[-MOST_RUNS:],
        called=state.called + sum(_is_dead(new) > _is_dead(old) for old, new in changes),
        returned=state.returned + sum(_is_dead(old) > _is_dead(new) for old, new in changes),
        trimmed=Trimmed(),
    )
    items = list_items(following, inventory.places, now)
    return SweepOutcome(
        state=replace(following, census=_census(records, inventory, items)),
        items=items,
        newly_blocked=sum(new.state is LinkState.BLOCKED and _was_open(old) for old, new in changes),
        watched=run.tally.uncertain,
        outage=failures.outage,
        notes=result.notes,
    )


def advance_confirmed(
    state: State, result: RunResult, inventory: Inventory, now: int, confirmations: Mapping[str, Confirmation]
) -> SweepOutcome:
    """As `advance`, but nothing is called dead without a confirmation: such a target is left to the next sweep."""
    unconfirmed = suspects(state, result, inventory, now).keys() - confirmations.keys()
    observations = tuple(each for each in result.observations if each.target not in unconfirmed)
    return advance(state, replace(result, observations=observations), inventory, now, confirmations)


def apply_ticks(state: State, ticks: Iterable[str], now: int) -> State:
    """The state after a person ticked items by their id: each is left alone for `SILENCE`, and counts against us."""
    ticked = frozenset(ticks)
    items = [item for item in list_items(state, {}, now) if item.id in ticked]
    records, findings, calls = dict(state.records), dict(state.findings), list(state.wrong_calls)
    for item in items:
        if item.rule:
            key = f"{item.rule} {item.target}"
            findings[key] = replace(findings[key], silenced_until=now + SILENCE)
        else:
            records[item.target] = mark_alive(records[item.target], now + SILENCE)
        if item.is_dead or item.rule in ERRORS:
            calls.append(WrongCall(now, item.rule or "dead", item.target))
    return replace(
        state,
        records=records,
        findings=findings,
        wrong_calls=tuple(calls[-MOST_WRONG_CALLS:]),
        wrong=state.wrong + sum(item.is_dead for item in items),
    )


def check_clock(state: State, now: int) -> None:
    """Raise BotError if `now` cannot be right: what such a sweep wrote would be lost to all later ones."""
    runs = [run.time for run in state.runs if run.time <= now + _LEEWAY]
    if now < _EARLIEST or (runs and now > runs[-1] + _LONGEST_PAUSE):
        since = f", and the last sweep was on {day_of(runs[-1])}" if runs else ""
        hint = "set the clock; if it is right, start over with a new state"
        raise BotError(f"the system clock is wrong: it says {_day_or_time(now)}{since}", hint, CANNOT_RUN)


def discard_future(state: State, now: int) -> State:
    """As much of the state as can be true at `now`, in seconds since the epoch. Raises BotError as `check_clock`."""
    check_clock(state, now)
    return replace(
        state,
        records={target: _possible_record(each, now) for target, each in state.records.items()},
        findings={key: _possible_finding(each, now) for key, each in state.findings.items()},
        runs=tuple(run for run in state.runs if run.time <= now + _LEEWAY),
    )


def _day_or_time(time: int) -> str:
    """The day, or the seconds since the epoch where no calendar has it."""
    try:
        return str(day_of(time))
    except (ValueError, OverflowError, OSError):
        return f"{time} seconds after 1970"


def _was_fine(state: State, target: str) -> bool:
    """Whether it was alive at the last check; what was left out of the state was, unless failing ones were too."""
    record = state.records.get(target)
    if record is None:
        return bool(state.trimmed.fine) and not state.trimmed.failing
    return record.state in {LinkState.OK, LinkState.MOVED}


def _lasts_too_long(state: State, now: int) -> bool:
    """Whether the failures of the runs before were not counted so often that those of this one are."""
    outages = []
    for run in reversed(state.runs):
        if not run.discarded:
            break
        if run.discarded != NO_NETWORK:
            outages.append(run.time)
    return len(outages) >= IN_A_ROW and now - outages[-1] >= PERIOD


def _failing_hosts(fine: Iterable[Observation]) -> tuple[int, int]:
    """How many hosts with several links fail with all of them, and how many there are."""
    hosts = group_pairs((host_of(seen.target), seen.fails) for seen in fine)
    several = [fails for fails in hosts.values() if len(fails) > 1]
    return sum(map(all, several)), len(several)


def _next_record(record: Record | None, seen: Observation | None, confirmation: Confirmation | None) -> Record | None:
    if seen is None:
        return record
    return observe(record or Record(seen.target, LinkState.SKIPPED), seen, confirmation or Confirmation())


def _next_findings(
    state: State, result: RunResult, seen: Mapping[str, Observation], inventory: Inventory, now: int
) -> dict[str, RuleFinding]:
    """What rules found now, and what they found before of targets without an answer this time."""
    findings = {
        key: old
        for key, old in state.findings.items()
        if old.target in inventory.places and not _is_answered(seen.get(old.target))
    }
    for found in result.findings:
        if found.target in inventory.places:
            old = state.findings.get(found.key) or replace(found, since=now)
            findings[found.key] = replace(old, message=found.message, entry=found.entry)
    return dict(sorted(findings.items()))


def _is_answered(seen: Observation | None) -> bool:
    return seen is not None and (seen.is_alive or seen.is_definitive)


def _census(records: Mapping[str, Record], inventory: Inventory, items: Iterable[Item]) -> Census:
    sections: dict[str, list[LinkState]] = {}
    hosts: dict[str, list[LinkState]] = {}
    for target, places in inventory.places.items():
        state = _state_of(records.get(target))
        hosts.setdefault(host_of(target), []).append(state)
        for section in dict.fromkeys(place.section for place in places):
            sections.setdefault(section, []).append(state)
    largest = sorted(hosts, key=lambda host: (-len(hosts[host]), host))[:MOST_HOSTS]
    reported = sorted({item.target for item in items})
    return Census(
        papers=inventory.papers,
        months=inventory.months,
        sections=tuple(Share(name, tally(states)) for name, states in list(sections.items())[:MOST_SECTIONS]),
        hosts=tuple(Share(host, tally(hosts[host])) for host in largest),
        places={target: inventory.places[target] for target in reported},
    )


def _state_of(record: Record | None) -> LinkState:
    return record.state if record is not None else LinkState.SKIPPED


def _is_dead(record: Record | None) -> bool:
    return record is not None and record.state is LinkState.DEAD


def _was_open(record: Record | None) -> bool:
    return record is not None and record.last_ok is not None and record.state is not LinkState.BLOCKED


def _possible_record(record: Record, now: int) -> Record:
    silenced = _possible_silence(record.silenced_until, now)
    times = (record.checked, record.last_ok, record.first_failure, record.last_strike, record.moved_since)
    seen = (*times, record.reported, *(each.time for each in record.observations))
    if any(time is not None and time > now + _LEEWAY for time in seen):
        return Record(record.target, LinkState.SKIPPED, returns=record.returns, silenced_until=silenced)
    return record if silenced == record.silenced_until else replace(record, silenced_until=silenced)


def _possible_finding(finding: RuleFinding, now: int) -> RuleFinding:
    since = now if finding.since > now + _LEEWAY else finding.since
    return replace(finding, since=since, silenced_until=_possible_silence(finding.silenced_until, now))


def _possible_silence(until: int | None, now: int) -> int | None:
    return until if until is None or until <= now + SILENCE + _LEEWAY else now + SILENCE
