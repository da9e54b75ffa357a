"""How many findings there are of each rule, and how many of them `--fix` settles."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from bot.reports.model import Counts, count

if TYPE_CHECKING:
    from bot.linter.diagnostics import Diagnostic
    from bot.reports.model import Report


class RuleCounts(NamedTuple):
    """The counts of one rule."""

    rule: str
    counts: Counts

    @property
    def total(self) -> int:
        """All findings of the rule."""
        return self.counts.errors + self.counts.warnings + self.counts.notes


def count_rules(report: Report, *, verbose: bool = False) -> tuple[RuleCounts, ...]:
    """Each rule with findings, the most frequent first; notes count only when `verbose`."""
    by_rule: dict[str, list[Diagnostic]] = {}
    for each in report.shown(verbose=verbose):
        by_rule.setdefault(each.rule, []).append(each)
    rows = (RuleCounts(rule, count(found)) for rule, found in by_rule.items())
    return tuple(sorted(rows, key=lambda row: (-row.total, row.rule)))


def render_table(report: Report, *, verbose: bool = False) -> str:
    """A line for each rule, below a line of headings; empty where nothing was found."""
    rows = count_rules(report, verbose=verbose)
    if not rows:
        return ""
    cells = [("rule", "count", "fixable")]
    cells += [(row.rule, f"{row.total:,}", f"{row.counts.fixable:,}") for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = (f"{rule:{widths[0]}}  {total:>{widths[1]}}  {fixable:>{widths[2]}}\n" for rule, total, fixable in cells)
    return "".join(lines)


def render_json(report: Report) -> str:
    """The same as a list of objects; notes are always counted, as in the report as JSON."""
    rows = [{"rule": row.rule, "count": row.total, **row.counts._asdict()} for row in count_rules(report, verbose=True)]
    return f"{json.dumps(rows, indent=2)}\n"
