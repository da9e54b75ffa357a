"""A year of sweeps over a made-up web: what was called dead, when, and whether it was."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.links import LinkState
from bot.sweeps.advance import advance, suspects
from bot.sweeps.history import Part, due, merge, read_observations
from bot.sweeps.issue import KIND, Site, write
from bot.sweeps.items import Inventory, ItemKind, target_of
from bot.sweeps.state import Location, State, dump, load
from tests.sweeps.world import DAY, WEEKS, World

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.facts.model import Facts
    from bot.sweeps.advance import SweepOutcome

    Keeper = Callable[[SweepOutcome], State]


@dataclass(slots=True)
class Year:
    """What a way of reporting came to."""

    reports: int = 0
    """Links reported as dead, each time that they were not the week before."""
    false: list[str] = field(default_factory=list)
    """Those that were alive."""
    late: list[str] = field(default_factory=list)
    """Links that died for good and were not reported within three sweeps after seven days, of those that saw them."""
    died: int = 0
    waits: list[float] = field(default_factory=list)
    """Days from the first sweep after a death to its report."""
    red: int = 0
    """Sweeps that reported a link which was alive."""
    discarded: int = 0
    found: dict[str, int] = field(default_factory=dict)
    """In which sweep each dead link was first reported as such."""


def in_mind(outcome: SweepOutcome) -> State:
    """The state as it is."""
    return outcome.state


def in_file(outcome: SweepOutcome) -> State:
    """The state goes through a file."""
    return load(dump(outcome.state))


def in_issue(outcome: SweepOutcome) -> State:
    """The state goes through the body of an issue, with what finds room there."""
    state = KIND.read(write(outcome, Site())).state
    assert state is not None
    return state


def sweep_year(world: World, keep: Keeper = in_mind) -> Year:
    """The bot's own way."""
    places = {target: (Location("README.md", 1),) for page in world.pages if (target := target_of(page.url))}
    inventory = Inventory(MappingProxyType(places))
    state, year = State(), Year()
    said: dict[str, int] = {}
    for sweep, now in enumerate(world.times):
        wanted = frozenset(due(state, (page.url for page in world.pages), now))
        facts = world.facts(sweep)
        seen = tuple(each for each in read_observations(_only(facts, wanted)))
        result = merge([Part(now, seen, probes=world.probes(sweep))])
        doubted = suspects(state, result, inventory, now)
        confirmations = {target: world.confirmation(target, since, now) for target, since in doubted.items()}
        outcome = advance(state, result, inventory, now, confirmations)
        dead = {item.target for item in outcome.items if item.kind is ItemKind.DEAD}
        _note(year, world, dead, said, sweep)
        year.discarded += bool(outcome.outage)
        state = keep(outcome)
    _close(year, world)
    return year


def report_at_once(world: World, *, walls: bool) -> Year:
    """What link checkers do: what fails is reported; with `walls` also what turns programs away."""
    year = Year()
    said: dict[str, int] = {}
    for sweep in range(WEEKS):
        failing = {LinkState.DEAD, LinkState.UNCERTAIN, LinkState.BLOCKED} if walls else {LinkState.DEAD}
        links = world.facts(sweep).links.values()
        dead = {target for each in links if each.state in failing and (target := target_of(each.url))}
        _note(year, world, dead, said, sweep)
    _close(year, world)
    return year


def _only(facts: Facts, wanted: frozenset[str]) -> Facts:
    links = {url: status for url, status in facts.links.items() if url in wanted}
    return type(facts)(links=links, asked_at=facts.asked_at)


def _note(year: Year, world: World, dead: set[str], said: dict[str, int], sweep: int) -> None:
    """Take down what is reported in a sweep; `said` holds when each was first reported, while it stays so."""
    alive = {target_of(page.url) for page in world.pages if page.is_alive(world.times[sweep])}
    for target in dead - said.keys():
        said[target] = sweep
        year.reports += 1
        year.false += [f"{target} in sweep {sweep}"] * (target in alive)
    for target in said.keys() - dead:
        del said[target]
    for target in dead - alive:
        year.found.setdefault(target, sweep)
    year.red += not dead.isdisjoint(alive)


def _close(year: Year, world: World) -> None:
    for page in world.pages:
        if page.dies is None:
            continue
        year.died += 1
        seeing = [number for number in range(WEEKS) if world.times[number] >= page.dies and world.can_see(page, number)]
        first = seeing[0]
        later = [number for number in seeing if world.times[number] - world.times[first] > 7 * DAY]
        reported = year.found.get(target_of(page.url) or "")
        if reported is None or reported > later[2]:
            year.late.append(f"{page.url} died in sweep {first}, reported in {reported}")
        if reported is not None:
            year.waits.append(max(world.times[reported] - world.times[first], 0) / DAY)
