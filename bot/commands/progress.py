"""Counts of what was asked come in; a line that is written over on a terminal, and one that sums up, go out."""

from __future__ import annotations

import threading
import time
from collections import Counter
from typing import TYPE_CHECKING

from bot.facts.model import Unknown
from bot.links.model import LinkState

if TYPE_CHECKING:
    from bot.console import Console
    from bot.facts.model import Facts
    from bot.links.checker import Progress
    from bot.links.clock import Clock


_EVERY = 0.1
"""Seconds between two pictures of the line."""
_ORDER = ("papers", "repositories", "DOIs", "links")


class Bar:
    """How far the asking is, on a terminal; nothing elsewhere. May be told by several threads."""

    def __init__(self, console: Console) -> None:
        self._console = console
        stream = console.stderr
        self._on_terminal = stream.isatty() and console.environ.get("TERM") != "dumb"
        self._counts: dict[str, tuple[int, int]] = {}
        self._shown_at = 0.0
        self._is_shown = False
        self._lock = threading.Lock()

    def show(self, what: str, done: int, total: int) -> None:
        """Tell how many of `what` are settled."""
        if not self._on_terminal:
            return
        with self._lock:
            self._counts[what] = (done, total)
            now = time.monotonic()
            if now - self._shown_at >= _EVERY:
                self._shown_at = now
                self._write()

    def say(self, words: str) -> None:
        """Write a line of the conversation in the place of the bar."""
        with self._lock:
            if self._is_shown:
                self._console.stderr.write("\r\x1b[K")
                self._is_shown = False
            self._console.say(words)

    def _write(self) -> None:
        from bot.reports.excerpts import fitted

        counts = [(what, *self._counts[what]) for what in _ORDER if what in self._counts]
        line = ", ".join(f"{what} {done}/{total}" for what, done, total in counts)
        stream = self._console.stderr
        stream.write(f"\r\x1b[K{fitted(line, self._console.width(stream) - 1)}")
        stream.flush()
        self._is_shown = True


def summary(facts: Facts, seconds: float) -> str:
    """What is known, in one line; `seconds` is how long it took to ask, 0 where nobody was asked."""
    parts = [
        _counted("paper", len(facts.papers), sum(isinstance(each, Unknown) for each in facts.papers.values())),
        _counted(
            "repository",
            len(facts.repositories),
            sum(isinstance(each, Unknown) for each in facts.repositories.values()),
        ),
        _links(facts),
    ]
    words = ", ".join(part for part in parts if part) or "nothing to ask about"
    return f"Facts: {words}; {f'{seconds:.0f} s' if seconds else 'from kept answers'}."


def _counted(noun: str, count: int, unknown: int) -> str:
    plural = noun if count == 1 else f"{noun.removesuffix('y')}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count} {plural}{f' ({unknown} unknown)' if unknown else ''}" if count else ""


def _links(facts: Facts) -> str:
    states = Counter(status.state for status in facts.links.values())
    told = ", ".join(f"{states[state]} {state}" for state in LinkState if states[state])
    return f"{_counted('link', len(facts.links), 0)} ({told})" if facts.links else ""


_ON_TERMINAL = 0.1
_ELSEWHERE = 60.0
"""Seconds between two lines."""
_LEARNT_AFTER = 5.0
"""Seconds and links after which the pace so far says something about what is left."""
_LEARNT_FROM = 20
_HEADWAY_ORDER = ("papers", "repositories", "DOIs", "links", "second looks")


class Headway:
    """The progress of a sweep: links done, their states, hosts, and the time left. May be told by several threads."""

    def __init__(self, console: Console, clock: Clock) -> None:
        self._console = console
        self._clock = clock
        stream = console.stderr
        self._on_terminal = stream.isatty() and console.environ.get("TERM") != "dumb"
        self._every = _ON_TERMINAL if self._on_terminal else _ELSEWHERE
        self._started = self._shown_at = clock.elapsed()
        self._counts: dict[str, tuple[int, int]] = {}
        self._links: Progress | None = None
        self._is_shown = False
        self._lock = threading.Lock()

    def show(self, what: str, done: int, total: int) -> None:
        """Tell how many of `what` are settled."""
        with self._lock:
            self._counts[what] = (done, total)
            self._show_in_time()

    def show_links(self, progress: Progress) -> None:
        """Tell how far the pages are."""
        with self._lock:
            self._links = progress
            self._counts["links"] = (progress.done, progress.total)
            self._show_in_time()

    def say(self, words: str) -> None:
        """Write a line of the conversation in the place of the progress."""
        with self._lock:
            self._wipe()
            self._console.say(words)

    def _show_in_time(self) -> None:
        now = self._clock.elapsed()
        if now - self._shown_at < self._every:
            return
        self._shown_at = now
        line = self._line(now)
        if not self._on_terminal:
            self._console.say(line)
            self._console.stderr.flush()
            return
        from bot.reports.excerpts import fitted

        stream = self._console.stderr
        stream.write(f"\r\x1b[K{fitted(line, self._console.width(stream) - 1)}")
        stream.flush()
        self._is_shown = True

    def _wipe(self) -> None:
        if self._is_shown:
            self._console.stderr.write("\r\x1b[K")
            self._is_shown = False

    def _line(self, now: float) -> str:
        told = [(what, *self._counts[what]) for what in _HEADWAY_ORDER if what in self._counts]
        parts = [f"{what} {done:,}/{total:,}" for what, done, total in told]
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
    open_ones = [(done, total) for done, total in counts if done < total]
    if elapsed < _LEARNT_AFTER or any(done < min(_LEARNT_FROM, total / 4) for done, total in open_ones):
        return None
    return max((elapsed * (total - done) / done for done, total in open_ones if done), default=None)


def duration(seconds: float) -> str:
    """A length of time in the one unit that fits: `40 s`, `12 min`, `3.5 h`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3_600:.1f} h"
