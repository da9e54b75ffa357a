"""How far a run is: one line that is rewritten on a terminal, or with `in_logs` a line a minute elsewhere."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from bot.links.model import LinkState
from bot.text import fit

if TYPE_CHECKING:
    from bot.console import Console
    from bot.links.checker import Progress
    from bot.links.clock import Clock

_TERMINAL_INTERVAL = 0.1
_LOG_INTERVAL = 60.0
"""Seconds between two lines."""
_ESTIMATE_AFTER = 5.0
"""Seconds and links after which the pace so far says something about what is left."""
_ESTIMATE_FROM = 20
_ORDER = ("papers", "repositories", "DOIs", "links", "confirmations")


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
        self._has_line = False
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
        """Write a message in the place of the progress line."""
        with self._lock:
            if self._has_line:
                self._console.stderr.write("\r\x1b[K")
                self._has_line = False
            self._console.say(message)

    def _write_in_time(self) -> None:
        now = self._clock.elapsed()
        if not self._is_shown or now - self._written_at < self._interval:
            return
        self._written_at = now
        line, stream = self._line(now), self._console.stderr
        if self._on_terminal:
            stream.write(f"\r\x1b[K{fit(line, self._console.width(stream) - 1)}")
            self._has_line = True
        else:
            self._console.say(line)
        stream.flush()

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
