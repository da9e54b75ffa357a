"""A report comes in; GitHub's workflow commands, which show each finding beside its line, go out.

Source: the command format that GitHub Actions documents under "Workflow commands", and the escapes of
`@actions/core`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.diagnostics import Severity

if TYPE_CHECKING:
    from bot.diagnostics import Diagnostic
    from bot.reports.report import Report

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(report: Report, *, verbose: bool = False) -> str:
    """One command a line; notes only when `verbose`."""
    return "".join(f"{_command(each, report)}\n" for each in report.shown(verbose=verbose))


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
    return f"::{_COMMANDS[diagnostic.severity]} {listed}::{_data(message)}"


def _data(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")
