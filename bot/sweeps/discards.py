"""What is remembered and what a run saw come in; why its failures are our own network's, if they are, goes out.

Links die one by one. Where much fails at once that was fine before, it is more likely that we cannot see. Only what
was fine at the last look and fails now is counted, so that the dead links of a list that is swept for the first
time, and those that everybody knows of, never make a run suspicious.

A host counts as failing as a whole where at least two of its links were fine before, were asked now, and all fail: a
host with a single link would be nothing but that link, of which several die in any week of a long list. More than
three such hosts make a run suspicious, and more than a twentieth of them where a list has many.

A list may really lose a tenth of its links at once, when a host closes that has many. Such a run is discarded
twice in a row, over a week at least; after that it is what the web is like now, and the failures count, as first
strikes. Only while the canaries fail there is no end to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.links.model import LinkState
from bot.sweeps.state import DAY
from bot.sweeps.targets import host_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.sweeps.sightings import Harvest, Sighting
    from bot.sweeps.state import State

SHARE = 0.1
"""Of the targets that were fine before: more new failures than that are ours."""
FEWEST = 5
"""Fewer new failures than that never are, however short the list is."""
HOSTS = 3
"""More hosts than that do not fail as a whole in the same run, each with several links,"""
HOST_SHARE = 0.05
"""or more of all hosts with several links."""
IN_A_ROW = 2
PERIOD = 7 * DAY
"""So many runs in a row are discarded, and for so long at least; no more."""

BLIND = "pages that are always there could not be reached"


@dataclass(frozen=True, slots=True)
class Doubt:
    """What failed newly in a run, and why that does not count; `reason` is empty where it does."""

    failing: int
    reason: str = ""


def doubt(state: State, harvest: Harvest, now: int) -> Doubt:
    """Whether the failures of a run are to be believed."""
    fine = [seen for seen in harvest.sightings if _was_fine(state, seen.target)]
    failing = sum(seen.fails for seen in fine)
    if harvest.is_blind:
        return Doubt(failing, BLIND)
    if _is_enough(state, now):
        return Doubt(failing)
    if failing >= FEWEST and failing > SHARE * len(fine):
        return Doubt(failing, f"{failing} of {len(fine)} links that were fine before failed at once")
    silent, hosts = _failing_hosts(fine)
    if silent > max(HOSTS, HOST_SHARE * hosts):
        return Doubt(failing, f"{silent} hosts failed at once, with all their links")
    return Doubt(failing)


def _was_fine(state: State, target: str) -> bool:
    """Whether it was alive at the last look; what was left out of the state was, unless failing ones were too."""
    record = state.records.get(target)
    if record is None:
        return bool(state.trimmed.fine) and not state.trimmed.failing
    return record.state in {LinkState.OK, LinkState.MOVED}


def _is_enough(state: State, now: int) -> bool:
    """Whether the runs before were discarded so often that this one counts."""
    discarded = []
    for run in reversed(state.runs):
        if not run.discarded:
            break
        if run.discarded != BLIND:
            discarded.append(run.time)
    return len(discarded) >= IN_A_ROW and now - discarded[-1] >= PERIOD


def _failing_hosts(fine: Iterable[Sighting]) -> tuple[int, int]:
    """How many hosts with several links fail with all of them, and how many there are."""
    hosts: dict[str, list[bool]] = {}
    for seen in fine:
        hosts.setdefault(host_of(seen.target), []).append(seen.fails)
    several = [fails for fails in hosts.values() if len(fails) > 1]
    return sum(map(all, several)), len(several)
