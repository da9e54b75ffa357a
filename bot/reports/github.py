"""Annotations in the log of GitHub Actions, and a guard that keeps anything else printed from being a command.

The runner obeys commands in whatever a step prints, on either stream: `::add-mask::` or `::stop-commands::` at the
start of a line, `##[...]` anywhere in it. Text of a list must never be one of them.

Source: `ActionCommand.cs` and `ActionCommandManager.cs` of actions/runner.
"""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TextIO, cast

from bot.console import Console
from bot.linter.diagnostics import Diagnostic, Severity
from bot.reports.run import Report, warnings_of
from bot.text import disarm, lazy_pattern, plural, shorten

_OURS = lazy_pattern(r"::(?:error|warning|notice)(?: |::)")
"""The commands that reports are made of: all they do is show text."""
_ENDS = lazy_pattern(r"\r\n|\r|\n")
"""Where the runner takes a line to end."""
_ERROR = "error: "


def _guarded(line: str, *, annotations: bool, messages: bool) -> str:
    """`line`, without its end, as it is printed.

    With `annotations` those that show text are left: `render` wrote them. An error of the command itself becomes
    an annotation too: it is shown on the page of the run, not in the log alone.
    """
    if messages and line.startswith(_ERROR):
        return f"::error title=paperlist-bot::{disarm(line).removeprefix(_ERROR).replace('%', '%25')}"
    if annotations and _OURS.match(line):
        return line.replace("##[", "## [")
    return disarm(line)


class _Guarded(io.TextIOBase):
    """A stream whose whole lines go to another, each disarmed; the rest of the last one when it is closed."""

    def __init__(self, target: TextIO, *, annotations: bool, messages: bool) -> None:
        self._target = target
        self._messages = messages
        self._annotations = annotations
        self._rest = ""

    def fileno(self) -> int:
        return self._target.fileno()

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._rest += text
        if "\n" in text or "\r" in text:
            for line in self._whole_lines():
                self._target.write(f"{_guarded(line, annotations=self._annotations, messages=self._messages)}\n")
        return len(text)

    def flush(self) -> None:
        if not self._target.closed:
            self._target.flush()

    def close(self) -> None:
        if not self.closed and self._rest:
            for line in _ENDS.split(self._rest.removesuffix("\r")):
                self._target.write(f"{_guarded(line, annotations=self._annotations, messages=self._messages)}\n")
            self._rest = ""
        super().close()

    def _whole_lines(self) -> Iterator[str]:
        """The lines that have ended; a carriage return at the very end may be half of a line's end."""
        held = self._rest.endswith("\r")
        *lines, rest = _ENDS.split(self._rest[:-1] if held else self._rest)
        self._rest = f"{rest}\r" if held else rest
        yield from lines


def guard(target: TextIO, *, annotations: bool = False, messages: bool = True) -> TextIO:
    """A stream that passes what is written on to `target`, line by line, disarmed; closing it leaves `target` open.

    `annotations` is for the stream that the report of `render` goes to, in which all texts of others are encoded, and
    `messages` for that of the errors of the command.
    """
    return cast("TextIO", _Guarded(target, annotations=annotations, messages=messages))


def guard_output(console: Console, *, annotations: bool) -> Console:
    """The console with its stdout guarded in a job of GitHub Actions, unless that is a file, which no runner reads."""
    with suppress(OSError, ValueError):
        if console.environ.get("GITHUB_ACTIONS") != "true" or stat.S_ISREG(os.fstat(console.stdout.fileno()).st_mode):
            return console
    return replace(console, stdout=guard(console.stdout, annotations=annotations, messages=False))


MOST = 9
"""Findings that get a line of their own; GitHub shows ten annotations of a kind and drops the rest silently."""
LONGEST = 2_048
"""Characters of a message: at most 4,096 of the units that the runner counts, where it would cut."""

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(report: Report, *, verbose: bool = False) -> str:
    """One command a line for the worst findings, and one that counts the others; notes only when `verbose`.

    A run that could not check everything says so first.
    """
    ranked = sorted(report.shown(verbose=verbose), key=lambda each: -each.severity)
    warnings = warnings_of(report)
    most = MOST - len(warnings)
    lines = [f"::warning title=paperlist-bot::{_data(each)}" for each in warnings]
    lines += [_command(each, report) for each in ranked[:most]]
    more = ranked[most:]
    if more:
        hint = "see the job summary, or run `bot lint` where the list is."
        lines.append(
            f"::{_COMMANDS[more[0].severity]} title=paperlist-bot::{plural(len(more), 'more finding')}: {hint}"
        )
    return "".join(f"{line}\n" for line in lines)


def _command(diagnostic: Diagnostic, report: Report) -> str:
    start, end = report.place(diagnostic.path, diagnostic.span)
    properties = {"file": diagnostic.path, "line": str(start.line), "endLine": str(end.line)}
    if start.line == end.line:  # GitHub takes columns only within one line
        properties |= {"col": str(start.column), "endColumn": str(end.column)}
    properties["title"] = diagnostic.rule
    message = diagnostic.message
    if diagnostic.fix:
        message = f"{message}\n{diagnostic.fix.title}"
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{_COMMANDS[diagnostic.severity]} {listed}::{_data(shorten(message, LONGEST))}"


def _data(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")
