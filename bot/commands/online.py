"""Lists and the options about facts come in; what the world answers about them goes out, with progress on the way.

The modules of `network/` are imported here, within functions: a run that asks for no facts pays nothing for them.
"""

from __future__ import annotations

import signal
import threading
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bot.commands.progress import Bar, summary
from bot.errors import CANNOT_RUN, INTERRUPTED, BotError
from bot.linter.rule import Need

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.console import Console
    from bot.facts.cache import Cache
    from bot.facts.gather import World
    from bot.facts.model import Facts
    from bot.facts.questions import Questions
    from bot.links.address_guard import Network
    from bot.links.clock import Clock
    from bot.links.model import LinkStatus
    from bot.linter.rule import Setting


FACTS = Need.PAPERS | Need.LINKS | Need.REPOSITORIES
"""All that the world can be asked."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What the world answered, and the exit code that the asking calls for: 0 where all was asked."""

    facts: Facts | None = None
    code: int = 0


def wanted_by(settings: Iterable[Setting]) -> Need:
    """The facts that rules need."""
    needs = Need.NOTHING
    for setting in settings:
        needs |= setting.rule.needs & FACTS
    return needs


def learn(args: Namespace, questions: Questions, needs: Need, console: Console) -> Learned:
    """Ask the world, or with `--offline` the kept answers alone, and say in a line what came of it.

    Ctrl-C, or SIGTERM, ends the asking: what is known by then is returned, with the exit code of an interruption.
    Raises BotError for an option or an environment that names no address, or no file of certificates.
    """
    from bot.facts.gather import Options, gather
    from bot.facts.questions import plan_queries
    from bot.links.clock import SystemClock

    clock = console.clock or SystemClock()
    bar = Bar(console)
    started = clock.elapsed()
    with _opened_cache(args.cache, bar) as cache, ended_by_sigterm():
        world = _world(args, cache, clock, console, bar)
        wanted = plan_queries(
            questions,
            papers=Need.PAPERS in needs,
            repositories=Need.REPOSITORIES in needs,
            links=Need.LINKS in needs,
        )
        facts = gather(wanted, world, Options(offline=args.offline), bar.show)
    code = _code(facts, clock)
    bar.say(summary(facts, 0.0 if args.offline else clock.elapsed() - started))
    if code:
        why = "interrupted" if code == INTERRUPTED else "the time for asking was up"
        bar.say(f"warning: {why}; what is not known by now stays unknown")
    return Learned(facts, code)


def warn_of_idle(args: Namespace, console: Console) -> None:
    """Say which options do nothing, because nobody is asked."""
    if args.allow_address and not args.online:
        console.say("warning: --allow-address does nothing without --online: nobody is asked")


def networks(texts: Sequence[str]) -> tuple[Network, ...]:
    """The networks that `--allow-address` opens; raises BotError for what is none."""
    from ipaddress import ip_network

    try:
        return tuple(ip_network(text) for text in texts)
    except ValueError as error:
        raise BotError(f"--allow-address: {error}", "write a network such as 10.0.0.0/8, or one address") from None


def _world(args: Namespace, cache: Cache, clock: Clock, console: Console, bar: Bar) -> World:
    from bot.facts.gather import World
    from bot.facts.services import open_session, read_services
    from bot.links.checker import LinkOptions, check_links
    from bot.links.transport import open_context

    allow = networks(args.allow_address or ())
    context = open_context(console.environ) if args.online else None

    def check_pages(urls: Sequence[str]) -> Mapping[str, LinkStatus]:
        return check_links(
            urls,
            options=LinkOptions(allow),
            progress=lambda progress: bar.show("links", progress.done, progress.total),
            clock=clock,
            context=context,
        )

    return World(read_services(console.environ), cache, clock, check_pages, lambda: open_session(context))


@contextmanager
def _opened_cache(path: str | None, bar: Bar) -> Iterator[Cache]:
    from bot.facts.cache import Cache, default_path

    file = default_path() if path is None else Path(path)
    with closing(Cache(file, lambda words: bar.say(f"warning: {words}"))) as cache:
        yield cache


@contextmanager
def ended_by_sigterm() -> Iterator[None]:
    """Within, SIGTERM is as Ctrl-C: runners send it before they kill. Only the main thread may say so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _code(facts: Facts, clock: Clock) -> int:
    if clock.is_stopped():
        return INTERRUPTED
    return CANNOT_RUN if facts.interrupted else 0
