"""When a target is checked again, and how each observation changes its record: alive, moved, failing, dead."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.facts.model import Confirmation
from bot.links.model import LinkState
from bot.sweeps.state import DAY, MOST_OBSERVATIONS
from bot.sweeps.targets import is_paper, is_repository, target_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.sweeps.observations import Observation
    from bot.sweeps.state import PastObservation, Record, State


ALIVE_AGAIN = 7 * DAY
FAILING_AGAIN = 3 * DAY
"""At the earliest: most outages are over by then. Also the least time between two strikes."""
STRIKES = 3
SPAN = 7 * DAY
"""Between the first strike and the last, at least."""
STRIKES_AFTER_RETURN = 4
"""What came back after a strike before gets one more."""
MOVES = 2
"""Runs, days apart, that must observe the same permanent redirect."""

_LEEWAY = DAY // 2
"""A weekly job does not start on the minute, and a link that was fine must not wait for another week."""
_UNCONFIRMED = Confirmation()


def is_due(record: Record | None, now: int) -> bool:
    """Whether a target has to be checked now; one that was never checked is."""
    if record is None:
        return True
    settled = record.state is LinkState.OK and not record.moves
    return now - record.checked >= (ALIVE_AGAIN - _LEEWAY if settled else FAILING_AGAIN)


def due(state: State, urls: Iterable[str], now: int) -> tuple[str, ...]:
    """The URLs, as the lists write them, that a sweep checks now.

    Papers and repositories are always due: they go in batches, a thousand in a few requests, and what rules find of
    them depends on the list as well.
    """
    return tuple(
        url
        for url in urls
        if (target := target_of(url)) is not None
        and (is_paper(target) or is_repository(target) or is_due(state.records.get(target), now))
    )


def observe(record: Record, seen: Observation, confirmation: Confirmation = _UNCONFIRMED) -> Record:
    """The record after an observation; one that is not newer than the last changes nothing."""
    if seen.time <= record.checked:
        return record
    record = replace(record, checked=seen.time, observations=_with(record.observations, seen.past))
    if seen.is_alive:
        return _alive(record, seen)
    if seen.fails:
        return _failing(record, seen, confirmation)
    return record if record.state is LinkState.DEAD else replace(record, state=seen.state, reason=seen.reason)


def would_be_dead(record: Record, seen: Observation) -> bool:
    """Whether this observation completes the evidence against a target that is not called dead yet."""
    return seen.time > record.checked and _is_last_strike(record, seen)


def mark_alive(record: Record, until: int) -> Record:
    """The record after a person marked the target as fine: it starts over, and is not reported before `until`."""
    return replace(
        record,
        state=LinkState.OK if record.state is LinkState.DEAD else record.state,
        reason="a person ticked it as alive",
        strikes=0,
        first_failure=None,
        last_strike=None,
        reported=None,
        silenced_until=until,
        copy=None,
    )


def _with(observations: tuple[PastObservation, ...], new: PastObservation) -> tuple[PastObservation, ...]:
    """One more; of successes in a row, all alike, the last is enough."""
    if observations and new.state is LinkState.OK and replace(observations[-1], time=new.time) == new:
        observations = observations[:-1]
    return (*observations, new)[-MOST_OBSERVATIONS:]


def _alive(record: Record, seen: Observation) -> Record:
    same = seen.moved_to is not None and seen.moved_to == record.moved_to
    since = (record.moved_since if same else seen.time) if seen.moved_to else None
    moves = (record.moves + 1 if same else 1) if seen.moved_to else 0
    moved = moves >= MOVES and since is not None and seen.time - since >= FAILING_AGAIN
    stays = moved and record.state is LinkState.MOVED
    return replace(
        record,
        state=LinkState.MOVED if moved else LinkState.OK,
        reason=seen.reason,
        last_ok=seen.time,
        strikes=0,
        first_failure=None,
        last_strike=None,
        returns=record.returns + (record.strikes > 0),
        moved_to=seen.moved_to,
        moved_since=since,
        moves=moves,
        reported=record.reported if stays else seen.time if moved else None,
        copy=None,
    )


def _failing(record: Record, seen: Observation, confirmation: Confirmation) -> Record:
    if _is_last_strike(record, seen):
        return _after_last_strike(_with_strike(record, seen), seen, confirmation)
    if _is_strike(record, seen):
        record = _with_strike(record, seen)
    if record.state is LinkState.DEAD:
        return record
    record = replace(record, moved_to=None, moved_since=None, moves=0, reported=None)
    return replace(record, state=LinkState.UNCERTAIN, reason=seen.reason)


def _after_last_strike(record: Record, seen: Observation, confirmation: Confirmation) -> Record:
    """Dead, or, where a second source has seen it since it first failed, at the beginning of a new count."""
    if confirmation.is_gone is False:
        reason = f"{seen.reason}; but a second source has seen it since it first failed"
        record = replace(record, strikes=1, first_failure=seen.time, state=LinkState.UNCERTAIN, reason=reason)
        return replace(record, reported=None)
    record = replace(record, moved_to=None, moved_since=None, moves=0)
    return replace(record, state=LinkState.DEAD, reason=seen.reason, reported=seen.time, copy=confirmation.copy)


def _is_last_strike(record: Record, seen: Observation) -> bool:
    return record.state is not LinkState.DEAD and _is_strike(record, seen) and _is_complete(_with_strike(record, seen))


def _is_strike(record: Record, seen: Observation) -> bool:
    """Whether an observation is definitive, days apart from the last strike, and no person vouches for the target."""
    if not seen.is_definitive:
        return False
    if record.silenced_until is not None and record.silenced_until > seen.time:
        return False
    return record.last_strike is None or seen.time - record.last_strike >= FAILING_AGAIN


def _with_strike(record: Record, seen: Observation) -> Record:
    return replace(
        record,
        strikes=record.strikes + 1,
        first_failure=seen.time if record.first_failure is None else record.first_failure,
        last_strike=seen.time,
    )


def _is_complete(record: Record) -> bool:
    """Whether the strikes are enough to call the target dead."""
    if record.first_failure is None or record.last_strike is None:
        return False
    needed = STRIKES_AFTER_RETURN if record.returns else STRIKES
    return record.strikes >= needed and record.last_strike - record.first_failure >= SPAN
