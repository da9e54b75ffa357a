"""The pieces of a sweep: its lists, its memory, the parts that were seen, and the judge that makes one of all."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.errors import BotError
from bot.facts.model import Facts
from bot.files import read_optional
from bot.github.model import is_repository, web_server
from bot.links.model import LinkState, LinkStatus
from bot.sweeps.advance import advance, suspects
from bot.sweeps.items import take_inventory
from bot.sweeps.observations import Part, merge
from bot.sweeps.storage import load_part
from bot.sweeps.targets import target_of

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from bot.commands.sources import Survey
    from bot.commands.sweep_state import Memory
    from bot.console import Console
    from bot.facts.model import Confirmation
    from bot.linter.config import Config
    from bot.linter.engine import Plan
    from bot.linter.rule import Context
    from bot.listing import Listing
    from bot.sweeps.advance import SweepOutcome
    from bot.sweeps.issue import Site
    from bot.sweeps.items import Inventory
    from bot.sweeps.observations import RunResult
    from bot.sweeps.state import State
    from bot.text import Text


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists of a sweep, and what is looked at in them."""

    config: Config
    texts: tuple[Text, ...]
    listings: tuple[Listing, ...]
    survey: Survey
    context: Context
    wanted: frozenset[str]
    """URLs that are looked at: neither a comment nor the configuration allows them to be dead."""

    def plan(self, slugs: Sequence[str]) -> Plan:
        """A plan with those of the rules that are on."""
        return _plan(self.config, slugs)

    def inventory(self) -> Inventory:
        """Where each target stands that is looked at."""
        everything = take_inventory(self.listings)
        targets = {target_of(url) for url in self.wanted}
        places = {target: found for target, found in everything.places.items() if target in targets}
        return replace(everything, places=MappingProxyType(places))


def read_lists(args: Namespace, console: Console) -> Lists:
    """The lists that the command line or the configuration names. Raises BotError for what cannot be read."""
    from bot.commands.sources import Survey, read_sources

    sources = read_sources(args.files, None, config_path=args.config, isolated=args.isolated)
    survey = Survey(console.today)
    listings, context = survey(sources.texts)
    wanted = _wanted(listings, context, sources.config)
    return Lists(sources.config, sources.texts, listings, survey, context, wanted)


def _wanted(listings: Sequence[Listing], context: Context, config: Config) -> frozenset[str]:
    """The URLs of which it would be said that they are dead, were they so."""
    from bot.linter.engine import check
    from bot.rules.targets import target_span

    urls = {link.href for listing in listings for link in listing.document.links}
    plan = _plan(config, ("dead-link",))
    if not plan.rules:
        return frozenset(urls)
    dead = Facts(links={url: LinkStatus(url, LinkState.DEAD) for url in urls})
    found = check(listings, plan, replace(context, facts=dead)).diagnostics
    places = {(each.path, each.span) for each in found}
    return frozenset(
        link.href
        for listing in listings
        for link in listing.document.links
        if (listing.text.path, target_span(link)) in places
    )


def _plan(config: Config, slugs: Sequence[str]) -> Plan:
    from bot.rules import RULES

    return config.plan(RULES).only(slugs)


@contextmanager
def open_memory(args: Namespace, console: Console) -> Iterator[Memory]:
    """The memory that the command line names. Raises BotError where the environment lacks what it takes."""
    from bot.commands.sweep_state import FileMemory, IssueMemory, NoMemory

    file = FileMemory(Path(args.state)) if args.state else None
    if not args.issue:
        yield file or NoMemory()
        return
    from bot.github.client import open_client

    repository = repository_of(console.environ)
    with open_client(console.environ) as client:
        yield IssueMemory(client, repository, site_of(console.environ), console.say, file)


def repository_of(environ: Mapping[str, str]) -> str:
    """The repository that the job belongs to. Raises BotError where the environment names none."""
    repository = environ.get("GITHUB_REPOSITORY", "")
    if not is_repository(repository):
        hint = "run it in a job of GitHub Actions, or set GITHUB_REPOSITORY to owner/name"
        raise BotError("no repository is named: GITHUB_REPOSITORY is not set", hint)
    return repository


def site_of(environ: Mapping[str, str]) -> Site:
    """Where the lists can be read as they are in this run."""
    from bot.sweeps.issue import Site

    repository = environ.get("GITHUB_REPOSITORY", "")
    commit = environ.get("GITHUB_SHA") or "HEAD"
    return Site(f"{web_server(environ)}/{repository}/blob/{commit}" if repository else None)


def read_parts(names: Sequence[str]) -> tuple[Part, ...]:
    """The parts in these files. Raises BotError for one that cannot be read, or that does not belong to the others."""
    parts = []
    for name in names:
        text = read_optional(Path(name))
        if text is None:
            raise BotError(f"there is no file {name}", "bot sweep --shard I/N --part FILE makes it")
        parts.append(load_part(text, name))
    try:
        merge(parts)
    except ValueError as error:
        raise BotError(f"--merge: {error}", "give the parts of one sweep, each once") from error
    return tuple(parts)


@dataclass(slots=True)
class Judge:
    """Makes of a state, and of what the parts of a sweep saw, what the sweep comes to; asks others once."""

    parts: Sequence[Part]
    inventory: Inventory
    ask: Callable[[Mapping[str, int]], Mapping[str, Confirmation]]
    """What others say of targets that are about to be called dead; those that could not be asked about are left out."""
    _confirmations: dict[str, Confirmation] = field(default_factory=dict)

    def __call__(self, state: State) -> SweepOutcome:
        """The outcome for `state`; nothing is called dead without a second path having been asked."""
        result = merge(self.parts)
        now = max(part.time for part in self.parts)
        accused = suspects(state, result, self.inventory, now)
        if open_ones := {target: since for target, since in accused.items() if target not in self._confirmations}:
            self._confirmations.update(self.ask(open_ones))
            result = _without(result, accused.keys() - self._confirmations.keys())
        return advance(state, result, self.inventory, now, self._confirmations)


def _without(result: RunResult, targets: Collection[str]) -> RunResult:
    """The result without what is for the next sweep to say."""
    return replace(result, observations=tuple(each for each in result.observations if each.target not in targets))
