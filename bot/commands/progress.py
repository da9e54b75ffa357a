"""Counts of what was asked come in; a line that is written over on a terminal, and one that sums up, go out."""

from __future__ import annotations

import threading
import time
from collections import Counter
from typing import TYPE_CHECKING

from bot.facts.model import Unknown
from bot.links.model import LinkState

if TYPE_CHECKING:
    from bot.commands.console import Console
    from bot.facts.model import Facts

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
