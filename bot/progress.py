"""What long work is doing, on the last line of a terminal, from one second on.

Who works says with `step` where it is, which only notes it. In a process whose standard error is a terminal, a timer
shows the newest step; it is a signal rather than a thread, so that nothing is written while something else is. Who
knows more than a step says, as requests do, writes the line itself with `show`. All that goes through a `Console`
erases the line first.
"""

from __future__ import annotations

import os
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from bot.text import escape_controls, fit, plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TextIO

ERASE = "\r\x1b[K"
"""Brings a terminal to the start of its last line, and empties that."""


class Step(NamedTuple):
    """Where the work is."""

    what: str
    done: int = 0
    total: int = 0
    """Zero where it is not known how much there is to do."""
    noun: str = "entry"

    def describe(self, seconds: float) -> str:
        """In one line, with how long the command has been running."""
        counted = f": {self.done:,} of {plural(self.total, self.noun)}" if self.total else ""
        return f"{escape_controls(self.what)}{counted} · {seconds:.0f} s"


class _Line:
    """The last line of the terminal of this process."""

    def __init__(self) -> None:
        self.step: Step | None = None
        self._shown = ""
        self._put: Callable[[str], object] = len  # nothing is shown, so nothing is erased

    def clear(self) -> None:
        """Erase the line. It stays away until the next step, as something else is written now."""
        self.step = None  # first: the timer may come at any time
        if self._shown:
            self._write("", self._put)

    def show(self, text: str, stream: TextIO) -> None:
        """Show a text in place of what is there."""
        self.step = None
        self._write(text, lambda written: print(written, end="", file=stream, flush=True))

    @contextmanager
    def on(self, descriptor: int, first: float, interval: float) -> Iterator[None]:
        """Show steps on a terminal while the `with` block runs; on systems without such a timer none is shown."""
        import signal

        started = time.monotonic()

        def show(*_: object) -> None:
            if self.step is not None:
                text = fit(self.step.describe(time.monotonic() - started), _width(descriptor) - 1)
                if text != self._shown:
                    self._write(text, lambda written: os.write(descriptor, written.encode(errors="replace")))

        if not hasattr(signal, "setitimer"):
            yield
            return
        before = signal.signal(signal.SIGALRM, show)
        signal.setitimer(signal.ITIMER_REAL, first, interval)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            self.clear()

    def _write(self, text: str, put: Callable[[str], object]) -> None:
        self._shown, self._put = text, put
        with suppress(OSError):  # the terminal is gone
            put(f"{ERASE}{text}")


_LINE = _Line()


def step(what: str, done: int = 0, total: int = 0, noun: str = "entry") -> None:
    """Note what is done now, and how far it is."""
    _LINE.step = Step(what, done, total, noun)


def clear() -> None:
    """Erase the line, as something else is written."""
    _LINE.clear()


def show(text: str, stream: TextIO) -> None:
    """Show a text of your own on a terminal, as the line; it is erased like a step."""
    _LINE.show(text, stream)


@contextmanager
def shown_on(stream: TextIO, term: str, *, first: float = 1.0, interval: float = 0.2) -> Iterator[None]:
    """Show steps on `stream` while the `with` block runs, if that is a terminal that can erase a line.

    `first` is after how many seconds, and `interval` how many are between two looks at the newest step.
    """
    if not stream.isatty() or term == "dumb":
        yield
        return
    with _LINE.on(stream.fileno(), first, interval):
        yield


def _width(descriptor: int) -> int:
    try:
        return os.get_terminal_size(descriptor).columns or 80
    except OSError:
        return 80
