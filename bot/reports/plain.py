"""The report for a terminal: each finding with its source lines and its fix, then a summary."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bot.linter.diagnostics import Safety, Severity
from bot.reports.model import count, describe_skipped, list_counts, name_older, warnings_of
from bot.text import Span, display_width, escape_controls, plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.linter.diagnostics import Diagnostic, Edit, Fix
    from bot.linter.rule import NotRun
    from bot.reports.model import Counts, Report
    from bot.text import Text

_BOLD, _BLUE, _RESET = "\x1b[1m", "\x1b[34m", "\x1b[0m"
_STYLES = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m", Severity.NOTE: "\x1b[1;36m"}
_LONGEST = 60
"""Characters of a replacement that is shown; for a longer one the title of the fix must do."""
_MOST_EDITS = 3
MOST_LINES = 3
"""A longer span is shown by its first lines."""
_TAB = "    "
_DISTINCT = 2
"""Characters of a replacement that the title of the fix does not hold by chance."""


_Paint: TypeAlias = "Callable[[str, str], str]"
"""Puts text between a style and the end of it, or leaves it as it is."""


def render(report: Report, *, verbose: bool = False, color: bool = False, width: int = 100) -> str:
    """The findings, one after the other, and a summary; an excerpt is at most `width` columns wide."""

    def paint(style: str, text: str) -> str:
        return f"{style}{text}{_RESET}" if color else text

    blocks = ["".join(_block(each, report, paint, width)) for each in report.shown(verbose=verbose)]
    return "\n".join([*blocks, summary(report, verbose=verbose)])


def summary(report: Report, *, verbose: bool = False) -> str:
    """What was found, in one line, then what was not read, not checked, and not run, in a line each."""
    shown = count(report.shown(verbose=verbose))
    every = count(report.diagnostics)
    found = list_counts({"error": shown.errors, "warning": shown.warnings, "note": shown.notes})
    warnings = warnings_of(report)
    line = f"Found {found}{_count_fixable(shown)}" if found else _found_nothing(report, warnings)
    if report.fixed:
        by_rule = ", ".join(f"{rule} {number}" for rule, number in Counter(report.fixed).most_common())
        line = f"Fixed {plural(len(report.fixed), 'finding')}: {by_rule}. {line}"
    hidden = every.notes - shown.notes
    if hidden:
        fixable = every.fixable - shown.fixable
        fixes = f"; {fixable} fixable with --verbose --fix" if fixable else ""
        line = f"{line}; {plural(hidden, 'note')} hidden (--verbose{fixes})"
    older = report.count_older()
    if older:
        line = f"{line}; {name_older(older)} not shown"
    # Where nothing was read, that is the first thing to say.
    head = [] if report.has_read_nothing and not (found or hidden or older or report.fixed) else [f"{line}."]
    about_lists = filter(None, [describe_skipped(report.paper_links)])
    lines = [*head, *warnings, *about_lists, *_not_run(report.not_run, verbose=verbose)]
    return "".join(f"{escape_controls(each)}\n" for each in lines)


def _found_nothing(report: Report, warnings: tuple[str, ...]) -> str:
    """The first line where nothing was found: it never claims what was not checked."""
    if not warnings:
        return "All checks passed"
    is_partial = report.facts is not None and (report.facts.interrupted or report.facts.unreached)
    return "Found nothing so far" if is_partial else "Found nothing"


def _count_fixable(counts: Counts) -> str:
    safe, unsafe = counts.fixable, counts.unsafe_fixable
    parts = [f"{safe} fixable with --fix"] if safe else []
    if unsafe:
        parts.append(f"{unsafe} {'more' if safe else 'fixable'} with --unsafe-fixes")
    return f" ({', '.join(parts)})" if parts else ""


def _not_run(rules: tuple[NotRun, ...], *, verbose: bool) -> Iterator[str]:
    """Which rules could not run: in one line, or with `verbose` by their reasons."""
    if rules and not verbose:
        yield f"Not run: {', '.join(each.slug for each in rules)} (--verbose says why)."
        return
    for reason in dict.fromkeys(each.reason for each in rules):
        slugs = ", ".join(each.slug for each in rules if each.reason == reason)
        yield f"Not run: {slugs} ({reason})."


def _block(diagnostic: Diagnostic, report: Report, paint: _Paint, width: int) -> Iterator[str]:
    place = report.text(diagnostic.path).position(diagnostic.span.start)
    where = paint(_BOLD, f"{escape_controls(diagnostic.path)}:{place.line}:{place.column}")
    severity = paint(_STYLES[diagnostic.severity], str(diagnostic.severity))
    yield f"{where} {severity} {paint(_BOLD, diagnostic.rule)} {escape_controls(diagnostic.message)}\n"
    shown = excerpts(report.text(diagnostic.path), diagnostic.span, width)
    margin = " " * len(str(shown[-1].line))
    yield from _source(diagnostic, shown, paint, margin)
    if _is_cut(diagnostic, shown, report):
        yield f"{paint(_BLUE, f'{margin} :')}\n"
    for note in (*_help(diagnostic.fix, report.text(diagnostic.path)), *_related(diagnostic, report)):
        yield f"{paint(_BLUE, f'{margin} =')} {note}\n"


def _source(diagnostic: Diagnostic, shown: tuple[Excerpt, ...], paint: _Paint, margin: str) -> Iterator[str]:
    bar = paint(_BLUE, f"{margin} |")
    yield f"{bar}\n"
    for each in shown:
        number = paint(_BLUE, f"{each.line:>{len(margin)}} |")
        yield f"{number} {each.text}".rstrip(" ") + "\n"
        yield f"{bar} {paint(_STYLES[diagnostic.severity], each.carets)}\n"


def _is_cut(diagnostic: Diagnostic, shown: tuple[Excerpt, ...], report: Report) -> bool:
    last = max(diagnostic.span.start, diagnostic.span.end - 1)
    return report.text(diagnostic.path).line_at(last) > shown[-1].line


def _help(fix: Fix | None, text: Text) -> Iterator[str]:
    if fix:
        changes = _changes(fix, text)
        unsafe = " (--unsafe-fixes)" if fix.safety < Safety.SAFE else ""
        yield f"help: {escape_controls(fix.title)}{f': {changes}' if changes else ''}{unsafe}"


def _changes(fix: Fix, text: Text) -> str:
    """What the edits put in the place of what; empty where the title says so or it is too long to read."""
    edits = sorted(fix.edits, key=lambda edit: edit.span)
    fits = len(edits) <= _MOST_EDITS and all(max(len(edit.span), len(edit.new)) <= _LONGEST for edit in edits)
    is_in_title = all(len(edit.new) >= _DISTINCT and edit.new in fix.title for edit in edits)
    return "" if is_in_title or not fits else ", ".join(_change(edit, text) for edit in edits)


def _change(edit: Edit, text: Text) -> str:
    old, new = escape_controls(text[edit.span]), escape_controls(edit.new)
    if not old:
        return f"insert `{new}`"
    return f"`{old}` -> `{new}`" if new else f"remove `{old}`"


def _related(diagnostic: Diagnostic, report: Report) -> Iterator[str]:
    for each in diagnostic.related:
        place = report.text(each.path).position(each.span.start)
        yield f"see: {escape_controls(each.path)}:{place.line}:{place.column} {escape_controls(each.message)}"


class Excerpt(NamedTuple):
    """One source line as shown, cut to fit, and the carets below it."""

    line: int
    text: str
    carets: str


def excerpts(text: Text, span: Span, width: int) -> tuple[Excerpt, ...]:
    """The first lines of `span`, each at most `width` columns wide and cut around the span."""
    first = text.line_at(span.start)
    last = max(first, text.line_at(max(span.start, span.end - 1)))
    return tuple(_excerpt(text, line, span, width) for line in range(first, min(last, first + MOST_LINES - 1) + 1))


def _excerpt(text: Text, line: int, span: Span, width: int) -> Excerpt:
    content, whole = text.content, text.line_span(line)
    begin = whole.start + content.startswith("\ufeff", whole.start, whole.start + (line == 1))
    start = max(begin, min(span.start, whole.end))
    if span.start < begin:  # a later line of the span: its indentation is not what is wrong
        shown = content[start : min(whole.end, start + width)]
        start += len(shown) - len(shown.lstrip())
    left, right = _window(content, Span(begin, whole.end), start, width)
    end = max(start, min(span.end, right))
    head = "…" if left > begin else ""
    before, marked, after = (_shown(content[a:b]) for a, b in ((left, start), (start, end), (end, right)))
    tail = "…" if right < whole.end else ""
    carets = " " * display_width(head + before) + "^" * max(1, display_width(marked))
    return Excerpt(line, f"{head}{before}{marked}{after}{tail}", carets)


def _window(content: str, line: Span, start: int, width: int) -> tuple[int, int]:
    """The part of `line` to show: what follows `start` in two thirds of the room, then what is before it."""
    room = max(width, 3)
    if len(line) <= room:
        whole = content[line.start : line.end]
        if whole.isascii() and whole.isprintable():
            return line.start, line.end
    left = right = start
    used = 0
    for limit in (room * 2 // 3, room):
        while right < line.end and (more := used + display_width(_shown(content[right]))) <= limit:
            right, used = right + 1, more
        while left > line.start and (more := used + display_width(_shown(content[left - 1]))) <= room:
            left, used = left - 1, more
    return left, right


def _shown(text: str) -> str:
    return escape_controls(text.replace("\t", _TAB))
