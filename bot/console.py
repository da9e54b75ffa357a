"""What a command may use of its process: standard streams, environment, and the time."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, BinaryIO, TextIO

from bot import progress
from bot.errors import CANNOT_RUN, BotError
from bot.text import disarm, escape_controls

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.links.clock import Clock


_PIECE = 16_000
"""Characters written at once, less than a pipe holds."""


@dataclass(frozen=True, slots=True, eq=False)
class Console:
    """Standard streams, environment and today's date. stdout takes the report, stderr messages and progress."""

    stdin: BinaryIO | None = None
    stdout: TextIO = field(default_factory=io.StringIO)
    stderr: TextIO = field(default_factory=io.StringIO)
    environ: Mapping[str, str] = field(default_factory=dict)
    today: date = field(default_factory=date.today)
    clock: Clock | None = None
    """What requests are timed by; None for the clock of this machine."""
    color: str = "auto"
    """`always`, `never`, or `auto`: as the environment and the stream say."""

    def report(self, text: str, *, aside: bool = False) -> None:
        """Write `text` to stdout, or `aside` to stderr.

        Where streams are unbuffered, a long write whose reader goes away ends early without an error; the next
        one has it. Raises BrokenPipeError if the reader of stdout went away, BotError where it cannot be written.
        """
        if aside:
            self._write_aside(text)
            return
        progress.clear()
        try:
            for start in range(0, len(text), _PIECE):
                self.stdout.write(text[start : start + _PIECE])
            self.stdout.flush()
        except BrokenPipeError:
            discard(self.stdout)
            raise
        except OSError as error:
            discard(self.stdout)
            message = f"cannot write to standard output: {error.strerror or error}"
            raise BotError(message, "check where it is redirected to", CANNOT_RUN) from error

    def say(self, message: str) -> None:
        """Write a message for the user to stderr; where that takes none, the exit code must do.

        Its further lines are indented: a name or a key with a line end in it cannot pass for another message, nor for
        a command to the runner of GitHub Actions, which also obeys what is indented.
        """
        first, *rest = (disarm(escape_controls(line)) for line in message.splitlines() or [""])
        self._write_aside("".join((f"{first}\n", *(f"  {line}\n" for line in rest))))

    def _write_aside(self, text: str) -> None:
        progress.clear()
        try:
            self.stderr.write(text)
            self.stderr.flush()
        except OSError:
            discard(self.stderr)

    def has_color(self, stream: TextIO) -> bool:
        """True for a terminal that shows colours; `color`, then `NO_COLOR`, then `FORCE_COLOR` decide where set."""
        if self.color != "auto":
            return self.color == "always"
        if self.environ.get("NO_COLOR"):
            return False
        if self.environ.get("FORCE_COLOR"):
            return True
        return stream.isatty() and self.environ.get("TERM") != "dumb"

    def width(self, stream: TextIO) -> int:
        """Columns of the terminal that `stream` is, 100 where it is not one."""
        try:
            return os.get_terminal_size(stream.fileno()).columns or 100
        except (OSError, ValueError):
            return 100


def discard(stream: TextIO) -> None:
    """Let what a stream of this process still holds go nowhere: Python flushes it once more at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def with_bot_now(console: Console) -> Console:
    """The console with the clock and the day that `BOT_NOW` sets; raises BotError for what is not a valid time.

    It holds a time of ISO 8601; without a zone it is UTC.
    """
    from bot.links.clock import Clock

    value = console.environ.get("BOT_NOW", "").strip()
    if not value:
        return console
    try:
        time = datetime.fromisoformat(value)
        time = (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        time = None
    if time is None or time.timestamp() <= 0:
        raise BotError(f"BOT_NOW: {value} is not a valid time", "write it as 2026-11-23T04:17:00Z") from None
    return replace(console, clock=Clock(time.timestamp()), today=time.date())


def of_process() -> Console:
    """The console of this process.

    Files and programs get UTF-8 with the line ends as they are, a terminal what it can show.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="backslashreplace")
            else:
                stream.reconfigure(encoding="utf-8", errors="surrogateescape", newline="")
    return Console(
        stdin=sys.stdin.buffer if isinstance(sys.stdin, io.TextIOWrapper) else None,
        stdout=sys.stdout or io.StringIO(),
        stderr=sys.stderr or io.StringIO(),
        environ=os.environ,
    )
