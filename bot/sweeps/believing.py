"""A state comes in; the state without what lies in the future goes out.

A clock that was wrong once, on some machine, must not keep links from being asked about for years: what a sweep can
only have seen later than now is forgotten, and seen anew.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.links.model import LinkState
from bot.sweeps.advance import SILENCE
from bot.sweeps.state import DAY, Noted, Record

if TYPE_CHECKING:
    from bot.sweeps.state import State

_LEEWAY = DAY
"""By which the clocks of machines may differ."""


def believe(state: State, now: int) -> State:
    """As much of the state as can be true at `now`, in seconds since the epoch."""
    return replace(
        state,
        records=MappingProxyType({target: _record(record, now) for target, record in state.records.items()}),
        noted=MappingProxyType({key: _noted(each, now) for key, each in state.noted.items()}),
        runs=tuple(run for run in state.runs if run.time <= now + _LEEWAY),
    )


def _record(record: Record, now: int) -> Record:
    silenced = _silenced(record.silenced_until, now)
    times = (record.checked, record.last_ok, record.first_failure, record.last_strike, record.moved_since)
    seen = (*times, record.reported, *(each.time for each in record.observations))
    if any(time is not None and time > now + _LEEWAY for time in seen):
        return Record(record.target, LinkState.SKIPPED, returns=record.returns, silenced_until=silenced)
    return record if silenced == record.silenced_until else replace(record, silenced_until=silenced)


def _noted(noted: Noted, now: int) -> Noted:
    since = now if noted.since > now + _LEEWAY else noted.since
    return replace(noted, since=since, silenced_until=_silenced(noted.silenced_until, now))


def _silenced(until: int | None, now: int) -> int | None:
    return until if until is None or until <= now + SILENCE + _LEEWAY else now + SILENCE
