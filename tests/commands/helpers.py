"""Run a command line in this process, and return its output and exit code."""

from __future__ import annotations

import io
import signal
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from bot.cli import main
from bot.console import Console

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.links.clock import Clock

TODAY = date(2026, 11, 21)


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Interruption:
    """Ctrl-C at the first call, and only there: a second one would not wait for what is under way."""

    def __init__(self) -> None:
        self._left = [signal.SIGINT]

    def __call__(self) -> None:
        while self._left:
            signal.raise_signal(self._left.pop())


@dataclass(frozen=True, slots=True)
class Run:
    """What a command left behind."""

    code: int
    out: str
    err: str


def run(
    *arguments: str,
    stdin: bytes | None = None,
    environ: Mapping[str, str] | None = None,
    terminal: bool = False,
    clock: Clock | None = None,
) -> Run:
    """Run `bot` with `arguments` in this process, on the disk as it is."""
    out, err = (Terminal(), Terminal()) if terminal else (io.StringIO(), io.StringIO())
    given = None if stdin is None else io.BytesIO(stdin)
    code = main(arguments, Console(given, out, err, environ or {}, TODAY, clock))
    return Run(code, out.getvalue(), err.getvalue())
