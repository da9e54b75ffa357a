"""Lists and what is remembered of them come in; what the world says of the links that are due goes out, as a part.

The modules of `network/` are imported here, within functions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.commands.online import read_networks, sigterm_as_interrupt
from bot.commands.progress import ProgressDisplay
from bot.facts.model import Facts
from bot.links.model import LinkState, LinkStatus
from bot.sweeps.history import due
from bot.sweeps.items import RULES, read_findings
from bot.sweeps.observations import Part, read_observations
from bot.sweeps.targets import shard_of_url, target_of, url_of

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from bot.commands.sweep_lists import Lists
    from bot.console import Console
    from bot.facts.gather import World
    from bot.facts.model import Confirmation
    from bot.facts.questions import Questions
    from bot.links.checker import Progress
    from bot.links.clock import Clock
    from bot.sweeps.items import RuleFinding
    from bot.sweeps.state import State


_SECONDS = 60.0
"""In a minute of `--budget`."""


@dataclass(frozen=True, slots=True)
class Shard:
    """Which part of the links a job asks about, of how many."""

    number: int = 1
    count: int = 1


@dataclass(frozen=True, slots=True)
class Looked:
    """What a job saw, with the answers themselves."""

    part: Part
    facts: Facts


class Lookout:
    """The network as one sweep uses it: its clock, its progress, and for how long it asks."""

    def __init__(self, args: Namespace, console: Console) -> None:
        """Raises BotError for an option or an environment that names no address, or no file of certificates."""
        from bot.facts.services import read_probes
        from bot.links.clock import SystemClock
        from bot.links.transport import open_context

        self.clock: Clock = console.clock or SystemClock()
        self.progress = ProgressDisplay(console, self.clock, in_logs=True)
        self.now = int(self.clock.now())
        self._seconds = args.budget * _SECONDS
        self._end = self.clock.elapsed() + self._seconds
        self._canaries = read_probes(console.environ)
        self._allow = read_networks(args.allow_address or ())
        self._context = open_context(console.environ)
        self.world = self._make_world(console)

    @property
    def is_stopped(self) -> bool:
        """Whether Ctrl-C, or SIGTERM, ended the asking."""
        return self.clock.is_stopped()

    def look(self, lists: Lists, scope: Scope) -> Looked:
        """Ask about those of the wanted URLs that are due, the probes first.

        Ctrl-C, or SIGTERM, ends the asking: what is known by then is returned.
        """
        questions = _questions(lists, scope, self.now)
        with sigterm_as_interrupt():
            probes, facts = self._ask(questions, scope.shard)
        seen = read_observations(replace(facts, links=_answered(facts.links.values())))
        part = Part(
            time=self.now,
            observations=tuple(replace(each, time=self.now) for each in seen),
            findings=_findings(lists, facts) if scope.shard.number == 1 else (),
            probes=probes,
            shard=scope.shard.number,
            shards=scope.shard.count,
            interrupted=self.is_stopped or facts.interrupted,
        )
        return Looked(part, facts)

    def ask_again(self, suspects: Mapping[str, int]) -> dict[str, Confirmation]:
        """What others say of targets that are about to be called dead; who was not asked about is not in it."""
        from bot.facts.confirmation import BUDGET, confirm_dead

        if not suspects:
            return {}
        urls = {url_of(target): since for target, since in suspects.items()}
        found: dict[str, Confirmation] = {}
        left = max(self._end - self.clock.elapsed(), BUDGET)
        with sigterm_as_interrupt():
            try:
                found = confirm_dead(
                    urls, self.world, left, lambda done: self.progress.update("second looks", done, len(suspects))
                )
            except KeyboardInterrupt:
                self.clock.stop()
        return {target: found[url] for target in suspects if (url := url_of(target)) in found}

    def ask_about(self, questions: Questions) -> Facts:
        """The answers to a few more questions."""
        from bot.facts.gather import Options, gather
        from bot.facts.questions import plan_queries

        return gather(plan_queries(questions), self.world, Options(budget=self._seconds), self.progress.update)

    def _ask(self, questions: Questions, shard: Shard) -> tuple[tuple[LinkState, ...], Facts]:
        from bot.facts.gather import Options, gather
        from bot.facts.questions import plan_queries

        probes = self._hear_canaries()
        if not Part(self.now, (), probes=probes).has_network:
            return probes, Facts(asked_at=self.now)
        # GitHub is with the first shard: the others know its pages alone, and hold no token.
        services = self.world.services if shard.number == 1 else replace(self.world.services, token=None)
        options = Options(budget=max(self._end - self.clock.elapsed(), 0.0))
        facts = gather(plan_queries(questions), replace(self.world, services=services), options, self.progress.update)
        return probes, facts

    def _hear_canaries(self) -> tuple[LinkState, ...]:
        if not self._canaries:
            return ()
        try:
            statuses = self._visit(self._canaries)
        except KeyboardInterrupt:
            self.clock.stop()
            return ()
        return tuple(statuses[url].state for url in self._canaries)

    def _visit(self, urls: Sequence[str], progress: Callable[[Progress], None] | None = None) -> dict[str, LinkStatus]:
        from bot.links.checker import LinkOptions, check_links

        left = max(self._end - self.clock.elapsed(), 0.0)
        options = LinkOptions(self._allow, budget=left)
        return check_links(urls, options=options, progress=progress, clock=self.clock, context=self._context)

    def _make_world(self, console: Console) -> World:
        from bot.facts.cache import Cache
        from bot.facts.gather import World
        from bot.facts.services import open_session, read_services

        # Kept answers would hide what has changed since: a sweep has a memory of its own.
        return World(
            services=read_services(console.environ),
            cache=Cache(None),
            clock=self.clock,
            check_pages=lambda urls: self._visit(urls, self.progress.update_links),
            open_session=lambda: open_session(self._context),
        )


@dataclass(frozen=True, slots=True)
class Scope:
    """What tells which links a job asks about."""

    state: State
    shard: Shard = Shard()


def _questions(lists: Lists, scope: Scope, now: int) -> Questions:
    """What is due and in this shard; what was not seen for longest comes first, in case that the time is up."""
    from bot.facts.questions import Questions, collect_questions

    everything, shard = collect_questions(lists.listings), scope.shard
    urls = [
        url
        for url in due(scope.state, everything.links, now)
        if url in lists.wanted and shard_of_url(url, shard.count) == shard.number
    ]

    def checked(url: str) -> int:
        record = scope.state.records.get(target_of(url) or "")
        return record.checked if record is not None else 0

    return Questions(everything.papers if shard.number == 1 else {}, tuple(sorted(urls, key=checked)))


def _answered(statuses: Iterable[LinkStatus]) -> dict[str, LinkStatus]:
    """Those of which something was heard: that our time was up, or the host left alone, says nothing of a page."""
    from bot.links.scheduler import StopReason

    ours = {StopReason.TIME, StopReason.STOPPED}
    return {
        status.url: status
        for status in statuses
        if status.reason not in ours and (status.evidence or status.state is not LinkState.UNCERTAIN)
    }


def _findings(lists: Lists, facts: Facts) -> tuple[RuleFinding, ...]:
    from bot.linter.engine import check

    checked = check(lists.listings, lists.plan(RULES), replace(lists.context, facts=facts))
    return read_findings(lists.listings, checked.diagnostics)
