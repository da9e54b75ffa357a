"""Gather facts for a command: with progress, an end by Ctrl-C, and one line that sums up."""

from __future__ import annotations

import signal
import threading
from collections import Counter
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import CANNOT_RUN, INTERRUPTED, BotError
from bot.facts import Depth
from bot.facts.cache import Cache, default_path
from bot.facts.gather import PAGES, Options, World, gather
from bot.facts.lock_file import NO_LOCK, Lock
from bot.facts.model import Facts, PaperFact, RepositoryFact, Unknown, Unrecorded, WorkFact
from bot.facts.questions import Questions, plan_queries
from bot.facts.services import PROBE_SECONDS, NetworkWatch, open_session, read_probes, read_services
from bot.links import LinkState
from bot.links.checker import LinkOptions, Progress, check_links
from bot.links.clock import Clock
from bot.links.transport import open_context
from bot.linter.rule import Need
from bot.progress import show
from bot.text import fit, join, plural

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from bot.commands.parsers import FactOptions
    from bot.console import Console


_SQLITE = b"SQLite format 3\0"
"""How the file of a cache begins."""
_TERMINAL_INTERVAL = 0.1
_LOG_INTERVAL = 60.0
"""Seconds between two lines."""
_ESTIMATE_AFTER = 5.0
"""Seconds and links after which the pace so far says something about what is left."""
_ESTIMATE_FROM = 20
_ORDER = ("papers", "repositories", "DOIs", "links", "confirmations")


def ask(
    options: FactOptions,
    questions: Questions,
    needs: Need,
    console: Console,
    *,
    lock: Lock | None = None,
    depth: Depth = Depth.RECORDS,
    quiet: bool = False,
) -> tuple[Facts, int]:
    """Send the requests, or with `--offline` read the cache alone, and print one line about the answers.

    Returned are the answers and the exit code that the requests call for. Ctrl-C, or SIGTERM, ends the requests: the
    answers so far are returned, with the exit code of an interruption. So does a network that reaches nothing, after
    a few seconds.
    Raises BotError for an environment that holds no valid address, or no file of certificates.
    """
    clock = console.clock or Clock()
    progress = ProgressDisplay(console, clock)
    started = clock.elapsed()
    path = default_path() if options.cache is None else cache_path(options.cache)
    with closing(Cache(path, lambda message: progress.say(f"warning: {message}"))) as cache, sigterm_as_interrupt():
        world = replace(_make_world(options, cache, clock, console, progress), lock=lock or NO_LOCK)
        wanted = plan_queries(
            questions,
            papers=Need.PAPERS in needs,
            repositories=Need.REPOSITORIES in needs,
            links=Need.LINKS in needs,
            projects=depth is Depth.NEWS,
        )
        facts = gather(wanted, world, Options(offline=options.offline, depth=depth), progress.update)
    if not quiet:
        if line := _name_unknown(facts) if options.offline else _summarize(facts, clock.elapsed() - started):
            progress.say(line)
        for reason in facts.silent:
            progress.say(f"warning: {reason}; where papers were published, and their code, may not be known")
    if facts.unreached:
        return facts, CANNOT_RUN
    code = INTERRUPTED if clock.is_stopped() else CANNOT_RUN if facts.interrupted else 0
    if code:
        why = "interrupted" if code == INTERRUPTED else "the time limit was reached"
        progress.say(f"warning: {why}; everything without an answer counts as unknown")
    return facts, code


def _summarize(facts: Facts, seconds: float) -> str:
    """What is known, in one line; `seconds` is how long the requests took."""
    parts = [
        _count_facts("paper", facts.papers.values()),
        _count_facts("repository", facts.repositories.values()),
        _count_links(facts) or _count_facts("other work", facts.works.values()),
    ]
    counts = ", ".join(part for part in parts if part) or "nothing to check"
    return f"Facts: {counts}; {seconds:.0f} s."


def _name_unknown(facts: Facts) -> str:
    """What could not be checked without a request; links are named in the report."""
    papers = _count_unknown((*facts.papers.values(), *facts.works.values()))
    repositories = _count_unknown(facts.repositories.values())
    counts = [plural(n, noun) for n, noun in ((papers, "paper"), (repositories, "repository")) if n]
    return f"Not checked, because no answer is cached: {join(counts, 'and')}." if counts else ""


def _count_facts(noun: str, facts: Collection[PaperFact | WorkFact | RepositoryFact]) -> str:
    """Facts of one kind; works that are not on arXiv count among links, where these are wanted."""
    unknown = _count_unknown(facts)
    return f"{plural(len(facts), noun)}{f' ({unknown:,} unknown)' if unknown else ''}" if facts else ""


def _count_unknown(facts: Collection[PaperFact | WorkFact | RepositoryFact]) -> int:
    return sum(isinstance(each, Unknown | Unrecorded) for each in facts)


def _count_links(facts: Facts) -> str:
    states = Counter(status.state for status in facts.links.values())
    counts = ", ".join(f"{states[state]:,} {state}" for state in LinkState if states[state])
    return f"{plural(len(facts.links), 'link')} ({counts})" if facts.links else ""


def cache_path(name: str) -> Path:
    """The file that `--cache` names. Raises BotError for one that holds something else: a broken cache is replaced."""
    path = Path(name)
    try:
        with path.open("rb") as stream:
            head = stream.read(len(_SQLITE))
    except (OSError, ValueError):  # there is none yet, or the cache says what is wrong with it
        return path
    if head and head != _SQLITE:
        raise BotError(f"{name} is not a cache of the bot", "name another file, or a new one, with --cache")
    return path


def _make_world(options: FactOptions, cache: Cache, clock: Clock, console: Console, progress: ProgressDisplay) -> World:
    allow, probes = options.allow_address, read_probes(console.environ)
    context = open_context(console.environ) if options.online else None

    def probe() -> bool:
        statuses = check_links(probes, options=LinkOptions(allow, budget=PROBE_SECONDS), context=context)
        return any(each.status is not None for status in statuses.values() for each in status.evidence)

    def on_progress(links: Progress) -> None:
        progress.update_links(links)
        if links.responses or links.requests:
            network.note(PAGES, answered=links.responses > 0)

    network = NetworkWatch(probe)
    return World(
        services=read_services(console.environ),
        cache=cache,
        clock=clock,
        check_pages=lambda urls: check_links(
            urls, options=LinkOptions(allow), on_progress=on_progress, clock=clock, context=context
        ),
        open_session=lambda: open_session(context),
        network=network,
    )


@contextmanager
def sigterm_as_interrupt() -> Iterator[None]:
    """Within, SIGTERM acts like Ctrl-C: runners send it before they kill. Only the main thread can change that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class ProgressDisplay:
    """Requests done, states of links, hosts, and the time left, on stderr. Safe to call from several threads."""

    def __init__(self, console: Console, clock: Clock, *, in_logs: bool = False) -> None:
        self._console = console
        self._clock = clock
        stream = console.stderr
        self._on_terminal = stream.isatty() and console.environ.get("TERM") != "dumb"
        self._is_shown = self._on_terminal or in_logs
        self._interval = _TERMINAL_INTERVAL if self._on_terminal else _LOG_INTERVAL
        self._started = self._written_at = clock.elapsed()
        self._counts: dict[str, tuple[int, int]] = {}
        self._links: Progress | None = None
        self._lock = threading.Lock()

    def update(self, kind: str, done: int, total: int) -> None:
        """Note how many of a kind of request are done."""
        with self._lock:
            self._counts[kind] = (done, total)
            self._write_in_time()

    def update_links(self, progress: Progress) -> None:
        """Note how far the check of pages is."""
        with self._lock:
            self._links = progress
            self._counts["links"] = (progress.done, progress.total)
            self._write_in_time()

    def say(self, message: str) -> None:
        """Write a message in place of the progress line."""
        with self._lock:
            self._console.say(message)

    def _write_in_time(self) -> None:
        now = self._clock.elapsed()
        if not self._is_shown or now - self._written_at < self._interval:
            return
        self._written_at = now
        line, stream = self._line(now), self._console.stderr
        if self._on_terminal:
            show(fit(line, self._console.width(stream) - 1), stream)
        else:
            self._console.say(line)

    def _line(self, now: float) -> str:
        counts = [(kind, *self._counts[kind]) for kind in _ORDER if kind in self._counts]
        parts = [f"{kind} {done:,}/{total:,}" for kind, done, total in counts]
        if self._links is not None:
            states = self._links.states
            parts += [f"{states[state]:,} {state}" for state in LinkState if states.get(state)]
            parts.append(f"hosts {self._links.hosts:,}")
        left = seconds_left(tuple(self._counts.values()), now - self._started)
        if left is not None:
            parts.append(f"{duration(left)} left")
        return " · ".join(parts)


def seconds_left(counts: tuple[tuple[int, int], ...], elapsed: float) -> float | None:
    """How long it will take for the slowest of `counts`, (done, total) each, at the pace so far; None: too early."""
    unfinished = [(done, total) for done, total in counts if done < total]
    if elapsed < _ESTIMATE_AFTER or any(done < min(_ESTIMATE_FROM, total / 4) for done, total in unfinished):
        return None
    return max((elapsed * (total - done) / done for done, total in unfinished if done), default=None)


def duration(seconds: float) -> str:
    """A length of time in the one unit that fits: `40 s`, `12 min`, `3.5 h`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3_600:.1f} h"
