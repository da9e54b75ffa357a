"""What is open, settled and merely noted comes in; the body of the one comment that sums up goes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.linter.diagnostics import Safety, Severity
from bot.reports.markdown import code, escape
from bot.reviews.comments import LARGEST, MESSAGE, named, place, plural, rule_name
from bot.reviews.findings import summary_marker

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.reviews.findings import Finding, Subject


_MOST_ROWS = 200
_MOST_FOLDED = 50
_MOST_NOTES = 10
_REMARK = 200
_RESERVE = 400
"""Characters for the words around tables and folded parts."""

_HEAD = "| | Where | What |\n| --- | --- | --- |"


@dataclass(frozen=True, slots=True)
class Overview:
    """Findings by what became of them, each the gravest first."""

    open: tuple[Finding, ...]
    settled: tuple[Finding, ...] = ()
    """What a person has resolved, answered, folded away or deleted."""
    notes: tuple[Finding, ...] = ()
    unsure: int = 0
    """Findings whose comments stand because nobody could say this time whether they are mended."""
    threaded: frozenset[str] = frozenset()
    """Fingerprints of findings that have a thread in the diff."""


def render(overview: Overview, subject: Subject) -> str:
    """The body, in at most `LARGEST` characters: whole findings are left out of one that is longer, and counted."""
    head = f"{summary_marker(overview.threaded)}\n### {_title(overview)}\n"
    tail = "".join(f"\n{sentence}\n" for sentence in _remarks(overview, subject))
    page = _Page(LARGEST - len(head) - len(tail))
    table = page.table(overview.open, subject, _MOST_ROWS)
    settled = page.folded("Settled in conversation", overview.settled, subject)
    notes = page.folded("Notes", overview.notes, subject)
    return f"{head}{table}{tail}{settled}{notes}".rstrip("\n") + "\n"


def _title(overview: Overview) -> str:
    if not overview.open:
        return "Nothing new to mend" if overview.unsure else "Nothing left to mend"
    counts = {grade: sum(each.diagnostic.severity == grade for each in overview.open) for grade in Severity}
    parts = (plural(counts[grade], str(grade)) for grade in (Severity.ERROR, Severity.WARNING) if counts[grade])
    return f"{' and '.join(parts)} in this change"


def _remarks(overview: Overview, subject: Subject) -> Iterator[str]:
    if overview.unsure:
        yield f"{plural(overview.unsure, 'earlier finding')} could not be checked again, and stand as they were said."
    elif not overview.open:
        yield "What was found in this change before is mended or settled. Thank you!"
    if subject.chore is not None:
        yield f"This change only {subject.chore}: thank you for tending the list."
    fixable = sum(
        each.diagnostic.fix is not None and each.diagnostic.fix.safety is Safety.SAFE for each in overview.open
    )
    if overview.open:
        mending = f"{code('bot lint --fix')} mends {fixable:,} of them at once. " if fixable else ""
        yield f"{mending}{code('<!-- bot: allow name-of-the-rule -->')} on an entry, or above it, keeps it as it is."
    if subject.older:
        yield f"{plural(subject.older, 'older finding')} of the list {'is' if subject.older == 1 else 'are'} not shown."
    yield from _not_checked(subject)


def _not_checked(subject: Subject) -> Iterator[str]:
    for reason in dict.fromkeys(each.reason for each in subject.not_run):
        slugs = ", ".join(code(each.slug) for each in subject.not_run if each.reason == reason)
        yield f"Not checked: {slugs} ({escape(reason, _REMARK)})."
    yield from (escape(note, _REMARK) for note in subject.notes[:_MOST_NOTES])
    if len(subject.notes) > _MOST_NOTES:
        yield f"And {plural(len(subject.notes) - _MOST_NOTES, 'more remark')}."


class _Page:
    """Hands out the room that is left."""

    def __init__(self, room: int) -> None:
        self._room = room

    def table(self, findings: Sequence[Finding], subject: Subject, most: int) -> str:
        """A row for each finding as far as they fit, and how many are left."""
        if not findings:
            return ""
        self._room -= _RESERVE
        rows = list(self._fitting(_row(each, subject) for each in findings[:most]))
        left = len(findings) - len(rows)
        more = f"\n{plural(left, 'more finding')} {'is' if left == 1 else 'are'} not listed here.\n" if left else ""
        return f"\n{_HEAD}\n{''.join(rows)}{more}" if rows else more

    def folded(self, title: str, findings: Sequence[Finding], subject: Subject) -> str:
        """A table that opens at a click."""
        table = self.table(findings, subject, _MOST_FOLDED)
        return f"\n<details><summary>{title} ({len(findings):,})</summary>\n{table}\n</details>\n" if table else ""

    def _fitting(self, rows: Iterable[str]) -> Iterator[str]:
        for row in rows:
            if len(row) > self._room:
                return
            self._room -= len(row)
            yield row


def _row(finding: Finding, subject: Subject) -> str:
    diagnostic = finding.diagnostic
    fix = f"<br>{named(diagnostic.fix)}" if diagnostic.fix else ""
    where = place(diagnostic.path, finding.line, subject)
    what = f"{rule_name(diagnostic.rule, subject)}: {escape(diagnostic.message, MESSAGE)}"
    return f"| {diagnostic.severity} | {where} | {what}{fix} |\n"
