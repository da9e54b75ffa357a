"""What one run observed of each target, and how the parts of a run that several jobs shared become one result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.links.model import LinkState
from bot.papers.urls import is_redirector
from bot.sweeps.items import RuleFinding  # noqa: TC001 - the codec reads the annotations
from bot.sweeps.state import DAY, LONGEST_MESSAGE, LONGEST_TARGET, PastObservation
from bot.sweeps.targets import is_repository, target_of, url_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.facts.model import Facts
    from bot.links.model import LinkStatus


_BEST_FIRST = (
    *(LinkState.OK, LinkState.MOVED, LinkState.BLOCKED),
    *(LinkState.UNCERTAIN, LinkState.DEAD, LinkState.SKIPPED),
)
"""Of several addresses of one target, that with the best answer counts."""


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
    findings = dict.fromkeys(finding for part in parts for finding in part.findings)
    return RunResult(
        observations=_best_of_each(
            seen for part in parts for seen in part.observations if part.has_network or not seen.fails
        ),
        findings=tuple(sorted(findings, key=lambda each: (each.key, each.message))),
        has_network=len(offline) < len(parts),
        notes=tuple(notes),
    )


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
    if state is LinkState.MOVED and (is_repository(target) or is_redirector(url_of(target)) or not _fits(moved_to)):
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
