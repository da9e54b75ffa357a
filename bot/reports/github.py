"""A report comes in; GitHub's workflow commands, which show findings beside their lines, go out.

Source: the command format that GitHub Actions documents under "Workflow commands", and the escapes of
`@actions/core` (its `command.ts`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.linter.diagnostics import Severity
from bot.reports.plain import broken_off

if TYPE_CHECKING:
    from bot.linter.diagnostics import Diagnostic
    from bot.reports.report import Report

MOST = 9
"""Findings that get a line of their own; GitHub shows ten annotations of a kind and drops the rest silently."""
LONGEST = 2_048
"""Characters of a message: at most 4,096 of the units that the runner counts, where it would cut."""

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(report: Report, *, verbose: bool = False) -> str:
    """One command a line for the worst findings, and one that counts the others; notes only when `verbose`.

    A run that was broken off says so first.
    """
    ranked = sorted(report.shown(verbose=verbose), key=lambda each: -each.severity)
    broken = broken_off(report.facts).strip()
    most = MOST - bool(broken)
    lines = [f"::warning title=paperlist-bot::{_data(broken)}"] if broken else []
    lines += [_command(each, report) for each in ranked[:most]]
    more = ranked[most:]
    if more:
        noun = "finding" if len(more) == 1 else "findings"
        words = f"{len(more):,} more {noun}: see the summary of the job, or run `bot lint` where the list is."
        lines.append(f"::{_COMMANDS[more[0].severity]} title=paperlist-bot::{_data(words)}")
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
    return f"::{_COMMANDS[diagnostic.severity]} {listed}::{_data(_cut(message))}"


def _cut(message: str) -> str:
    return message if len(message) <= LONGEST else f"{message[: LONGEST - 1]}…"


def _data(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")
