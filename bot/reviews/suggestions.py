"""Turn fixes into a suggested change: the lines that it replaces, and the lines that it puts there.

Sources: GitHub's documentation of suggested changes and reference for reviews. A suggestion replaces whole
lines of the new side of one hunk, an empty one deletes them, and one that changes nothing is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.linter.diagnostics import Edit, Safety
from bot.linter.fixes import apply
from bot.reports.markdown import block
from bot.text import Lines, Span, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.linter.diagnostics import Diagnostic, Fix
    from bot.reviews.diff import Source

LARGEST_SUGGESTION = 20_000
"""Characters of the new lines; nobody reads more."""
MOST_LINES = 30
"""Lines between the first and the last edit of a suggested fix; further apart, nobody sees what it changes."""

MOVING = frozenset({"unsorted-section"})
"""Rules whose fixes move entries: they are described, since a suggestion would replace the lines in between as well."""

_LONE_RETURN = lazy_pattern(r"\r(?!\n)")
_ENDS = lazy_pattern(r"\r?\n")
_OPENING = lazy_pattern(r"^`{3,}suggestion$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Replace `lines` by `new`; line ends are line feeds, whatever the file has."""

    lines: Lines
    new: str
    """Whole lines; empty to delete `lines`."""
    applied: tuple[Fix, ...] = ()
    """The fixes that are in it."""

    @property
    def markdown(self) -> str:
        """The block of code that GitHub shows as a suggestion."""
        return block(self.new, "suggestion")


def has_suggestion(body: str) -> bool:
    """Whether a comment of ours has a suggestion."""
    return _OPENING.search(body.replace("\r\n", "\n")) is not None


def replaced_lines(diagnostic: Diagnostic, source: Source, safety: Safety) -> Lines | None:
    """The lines that the fix of `diagnostic` replaces; None if it is described instead of suggested."""
    fix = diagnostic.fix
    if fix is None or fix.safety < safety or diagnostic.rule in MOVING or len(_touched(fix, source)) > MOST_LINES:
        return None
    return _replaced(fix, source) if suggest((fix,), source) is not None else None


def suggest(fixes: Sequence[Fix], source: Source) -> Suggestion | None:
    """One suggestion with those of `fixes` that do not conflict.

    None if the lines cannot be replaced as one: they are not all in one hunk, or a suggestion would change how they
    end; and where nothing would change, or too much. Raises ValueError for a fix that is not valid.
    """
    if not fixes or any(_is_outside(edit, source) for fix in fixes for edit in fix.edits):
        return None
    lines = _replaced(fixes[0], source)
    for fix in fixes[1:]:
        lines = lines.union(_replaced(fix, source))
    if not source.covers(lines):
        return None
    span = source.span_of(lines)
    old = source.content[span.start : span.end]
    shifted = tuple(_shifted(fix, -span.start) for fix in fixes)
    outcome = apply(old, shifted)
    applied = {frozenset(fix.edits) for fix in outcome.applied}
    new = _as_lines(old, outcome.content)
    if new is None or len(new) > LARGEST_SUGGESTION:
        return None
    return Suggestion(
        lines, new, tuple(fix for fix, own in zip(fixes, shifted, strict=True) if frozenset(own.edits) in applied)
    )


def _is_outside(edit: Edit, source: Source) -> bool:
    return not 0 <= edit.span.start <= edit.span.end <= len(source.content)


def _touched(fix: Fix, source: Source) -> Lines:
    return source.lines_of(Span(min(edit.span.start for edit in fix.edits), max(edit.span.end for edit in fix.edits)))


def _replaced(fix: Fix, source: Source) -> Lines:
    """The lines of all edits; with the line below where a fix removes a line end."""
    lines = _touched(fix, source)
    span = source.span_of(lines)
    if span.end == len(source.content):
        return lines
    new = apply(source.content[span.start : span.end], (_shifted(fix, -span.start),)).content
    return lines if not new or new.endswith("\n") else Lines(lines.first, lines.last + 1)


def _shifted(fix: Fix, by: int) -> Fix:
    edits = (Edit(Span(edit.span.start + by, edit.span.end + by), edit.new) for edit in fix.edits)
    return replace(fix, edits=tuple(edits))


def _as_lines(old: str, new: str) -> str | None:
    """`new` with line feeds; None if a suggestion could not say exactly that."""
    if old == new or _LONE_RETURN.search(old) or _LONE_RETURN.search(new) or "\0" in new:
        return None
    ends, new_ends = set(_ENDS.findall(old)), set(_ENDS.findall(new))
    if len(ends) > 1 or not new_ends <= ends:
        return None
    if old.endswith("\n") and new and not new.endswith("\n"):
        return None
    # What GitHub makes of a last line that lacks its end is known only where it stays without, like its neighbours.
    if not old.endswith("\n") and (not new or new.endswith("\n") or "\r\n" in ends):
        return None
    return new.replace("\r\n", "\n")
