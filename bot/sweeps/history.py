"""What runs observe of targets, when one is checked again, and how observations change its record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.codec import from_json, to_json
from bot.facts.model import Confirmation, Facts
from bot.links import LinkState, LinkStatus
from bot.papers.urls import is_redirector
from bot.sweeps.items import is_paper, is_repository_target, target_of, url_of
from bot.sweeps.state import (
    DAY,
    LARGEST,
    LONGEST_MESSAGE,
    LONGEST_TARGET,
    MOST_OBSERVATIONS,
    PastObservation,
    Record,
    RuleFinding,
    State,
    read_json,
    write_lines,
)

_BEST_FIRST = (
    *(LinkState.OK, LinkState.MOVED, LinkState.BLOCKED),
    *(LinkState.UNCERTAIN, LinkState.DEAD, LinkState.SKIPPED),
)
"""If a target has several addresses, the best answer counts."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What one run observed of a target."""

    target: str
    state: LinkState
    time: int
    """When, in seconds since the epoch; a cached answer is older than the run."""
    reason: str = ""
    status: int | None = None
    """Of the last answer; None if nothing answered."""
    url: str = ""
    """Where that answer came from, if not from the target itself."""
    note: str = ""
    moved_to: str | None = None

    @property
    def fails(self) -> bool:
        """Whether it counts against the target: nothing there, or no sensible answer.

        Pages that block bots are not failing, nor are hosts that limit the number of requests.
        """
        return self.state is LinkState.DEAD or (self.state is LinkState.UNCERTAIN and self.status != 429)

    @property
    def is_definitive(self) -> bool:
        """404, 410, no such name, or a no of the service that must know: each twice, by `LinkState.DEAD`."""
        return self.state is LinkState.DEAD

    @property
    def is_alive(self) -> bool:
        """Whether the page is there, here or elsewhere."""
        return self.state in {LinkState.OK, LinkState.MOVED}

    @property
    def past(self) -> PastObservation:
        """The observation as a record holds it."""
        return PastObservation(self.time, self.state, self.status, self.url, self.note)


@dataclass(frozen=True, slots=True)
class Part:
    """What one job observed; a run that is not split is a single part."""

    time: int
    """When the job began."""
    observations: tuple[Observation, ...]
    """In the order of targets, each once."""
    findings: tuple[RuleFinding, ...] = ()
    probes: tuple[LinkState, ...] = ()
    """The states of the connectivity probes, as far as they were checked."""
    shard: int = 1
    shards: int = 1
    interrupted: bool = False
    """Whether it ended before all was checked."""

    @property
    def has_network(self) -> bool:
        """Whether the network of its job worked."""
        return has_network(self.probes)


@dataclass(frozen=True, slots=True)
class RunResult:
    """What a whole run observed, whether by one job or by many."""

    observations: tuple[Observation, ...] = ()
    findings: tuple[RuleFinding, ...] = ()
    has_network: bool = True
    """Whether the network of any job worked; without it all failures are our own."""
    notes: tuple[str, ...] = ()
    """What people should know: missing parts, jobs whose network failed."""


def has_network(probes: Sequence[LinkState]) -> bool:
    """Whether more than half of the connectivity probes answered, if only to block bots."""
    failing = sum(each in {LinkState.DEAD, LinkState.UNCERTAIN} for each in probes)
    return not probes or 2 * failing < len(probes)


def read_observations(facts: Facts) -> tuple[Observation, ...]:
    """What the run observed of each target that was checked; skipped links are left out."""
    return _best_of_each(
        _observation(target, status, facts)
        for status in facts.links.values()
        if status.state is not LinkState.SKIPPED and (target := target_of(status.url)) is not None
    )


def merge(parts: Sequence[Part]) -> RunResult:
    """The parts as one; the failures of a part without network are left out.

    Raises ValueError for parts that do not belong together.
    """
    shards = {part.shards for part in parts}
    numbers = [part.shard for part in parts]
    if len(shards) != 1 or len(set(numbers)) < len(numbers) or not set(numbers) <= set(range(1, max(shards) + 1)):
        raise ValueError("these parts do not belong to one run, or one is given twice")
    missing = sorted(set(range(1, shards.pop() + 1)).difference(numbers))
    offline = [part for part in parts if not part.has_network]
    notes = [f"shard {number} is missing; its links were not checked" for number in missing]
    if len(offline) < len(parts):
        notes += [f"shard {part.shard} had no network; its failures do not count" for part in offline]
    broken_off = (part.shard for part in parts if part.interrupted and part.shards > 1)
    notes += [f"shard {number} ended before all its links were checked" for number in broken_off]
    findings = dict.fromkeys(finding for part in parts for finding in part.findings)
    return RunResult(
        observations=_best_of_each(
            seen for part in parts for seen in part.observations if part.has_network or not seen.fails
        ),
        findings=tuple(sorted(findings, key=lambda each: (each.key, each.message))),
        has_network=len(offline) < len(parts),
        notes=tuple(notes),
    )


def dump_part(part: Part) -> str:
    """The part as JSON, for the job that merges."""
    head = to_json(replace(part, observations=(), findings=()))
    del head["observations"]
    head |= {"shard": part.shard, "shards": part.shards}
    return write_lines(head, {"findings": part.findings, "targets": part.observations})


def load_part(text: str, name: str = "the part", largest: int = LARGEST) -> Part:
    """The part in `text`; raises BotError, which calls it `name`, for anything else."""
    value = read_json(text, "part", name, largest)
    return from_json(Part, value | {"observations": value["targets"]})


def _best_of_each(observations: Iterable[Observation]) -> tuple[Observation, ...]:
    """One observation of each target, in the order of targets."""
    best: dict[str, Observation] = {}
    for seen in observations:
        best[seen.target] = min(best.get(seen.target, seen), seen, key=_rank)
    return tuple(best[target] for target in sorted(best))


def _rank(seen: Observation) -> tuple[int, int, str, str]:
    """The better the smaller; a tie is decided by what does not depend on the order of asking."""
    return _BEST_FIRST.index(seen.state), -seen.time, seen.reason, seen.moved_to or ""


def _observation(target: str, status: LinkStatus, facts: Facts) -> Observation:
    last = max(status.evidence, key=lambda each: each.time, default=None)
    state, moved_to = status.state, status.target
    if state is LinkState.MOVED and (
        is_repository_target(target) or is_redirector(url_of(target)) or not _fits(moved_to)
    ):
        state, moved_to = LinkState.OK, None
    elsewhere = last is not None and target_of(last.url) != target and state is not LinkState.OK
    return Observation(
        target=target,
        state=state,
        time=int(facts.asked_at if last is None else min(last.time, max(facts.asked_at, 0.0) + DAY)),
        reason=status.reason[:LONGEST_MESSAGE],
        status=last.status if last is not None else None,
        url=last.url[:LONGEST_TARGET] if last is not None and elsewhere else "",
        note=last.note[:LONGEST_MESSAGE] if last is not None and state is not LinkState.OK else "",
        moved_to=moved_to if state is LinkState.MOVED else None,
    )


def _fits(address: str | None) -> bool:
    return address is not None and len(address) <= LONGEST_TARGET


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
        and (is_paper(target) or is_repository_target(target) or is_due(state.records.get(target), now))
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
