"""One line for each finding, as editors and `grep` read it: `path:line:column: severity rule message`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.reports.summary import summary
from bot.text import escape_controls

if TYPE_CHECKING:
    from bot.linter.diagnostics import Diagnostic
    from bot.reports.model import Report


def render(report: Report, *, verbose: bool = False, quiet: bool = False) -> str:
    """The findings in the order of the lists, then the summary as for a terminal; notes only when `verbose`."""
    lines = [f"{escape_controls(_line(each, report))}\n" for each in report.shown(verbose=verbose)]
    return "".join([*lines, summary(report, verbose=verbose, quiet=quiet)])


def _line(diagnostic: Diagnostic, report: Report) -> str:
    place = report.text(diagnostic.path).position(diagnostic.span.start)
    where = f"{diagnostic.path}:{place.line}:{place.column}"
    return f"{where}: {diagnostic.severity} {diagnostic.rule} {diagnostic.message}"
