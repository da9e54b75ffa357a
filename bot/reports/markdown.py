"""A report comes in; Markdown goes out, as the page of a run on GitHub Actions shows it.

Lists come from strangers: what they say is escaped, so that it shows and does nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.escaping import code, escape
from bot.linter.diagnostics import Severity
from bot.reports.plain import broken_off, summary
from bot.reports.report import page_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.linter.diagnostics import Diagnostic
    from bot.reports.report import Report

LARGEST = 1_000_000
"""Bytes. GitHub takes 1 MiB for a step, and of a summary that is longer it shows nothing at all."""

_SIGNS = {Severity.ERROR: "🔴", Severity.WARNING: "🟡", Severity.NOTE: "🔵"}
_LONGEST = 500
"""Characters of a message; longer ones are cut."""
_RESERVE = 5_000
"""Bytes kept free for the words around the findings."""
_MOST_NAMES = 50


def render(report: Report, *, verbose: bool = False, largest: int = LARGEST) -> str:
    """The findings as a table, worst first, in at most `largest` bytes, then notes folded when `verbose`.

    What does not fit is counted; a finding is shown whole or not at all.
    """
    shown = sorted(report.shown(verbose=verbose), key=lambda each: -each.severity)
    parts = [f"### {_title(report, verbose=verbose)}\n"]
    if broken := broken_off(report.facts):
        parts.append(f"\n{broken}")
    if report.not_run:
        parts.append(f"\n{_not_run(report)}\n")
    room = largest - _RESERVE
    main = [each for each in shown if each.severity > Severity.NOTE]
    table, room = _table(main, report, room)
    notes, room = _table([each for each in shown if each.severity == Severity.NOTE], report, room)
    if table:
        parts.append(f"\n{table}")
    if notes:
        parts.append(f"\n<details><summary>Notes</summary>\n\n{notes}\n</details>\n")
    return "".join(parts)


def _title(report: Report, *, verbose: bool) -> str:
    """The first line of the summary that a terminal shows."""
    return summary(report, verbose=verbose).partition("\n")[0]


def _not_run(report: Report) -> str:
    slugs = [code(each.slug) for each in report.not_run]
    more = f" and {len(slugs) - _MOST_NAMES} more" if len(slugs) > _MOST_NAMES else ""
    return f"Not run: {', '.join(slugs[:_MOST_NAMES])}{more}."


def _table(found: Sequence[Diagnostic], report: Report, room: int) -> tuple[str, int]:
    """A row for each finding while there are bytes left for it, and what is left then."""
    if not found:
        return "", room
    rows: list[str] = []
    for row in _rows(found, report):
        room -= len(row.encode("utf-8", "replace"))
        if room < 0:
            break
        rows.append(row)
    left = len(found) - len(rows)
    more = f"\n{left:,} more {'finding does' if left == 1 else 'findings do'} not fit here.\n" if left else ""
    head = "| | Where | Rule | What |\n| --- | --- | --- | --- |\n" if rows else ""
    return f"{head}{''.join(rows)}{more}", max(room, 0)


def _rows(found: Iterable[Diagnostic], report: Report) -> Iterator[str]:
    for each in found:
        line = report.text(each.path).line_at(each.span.start)
        fix = f" <br>*{escape(each.fix.title, _LONGEST)}*" if each.fix else ""
        yield (
            f"| {_SIGNS[each.severity]} {each.severity} | {code(f'{each.path}:{line}')} "
            f"| [{each.rule}]({page_of(each.rule)}) | {escape(each.message, _LONGEST)}{fix} |\n"
        )
