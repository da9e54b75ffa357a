"""The report for a terminal: findings with their source lines and their fixes, then a summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from bot.linter.diagnostics import Diagnostic, Edit, Fix, Safety, Severity
from bot.reports.run import Report, count, list_counts, summary
from bot.text import Span, Text, display_width, escape_controls, group_pairs

_BOLD, _BLUE, _RESET = "\x1b[1m", "\x1b[34m", "\x1b[0m"
_STYLES = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m", Severity.NOTE: "\x1b[1;36m"}
_LONGEST = 60
"""Characters of a replacement that is shown; for a longer one the title of the fix must do."""
_MOST_EDITS = 3
SCREEN = 44
"""Lines of findings in full: with a line for each other rule, about what a large terminal shows at once."""
_MOST_PLACES = 3
"""Lines that a row of a rule names."""
MOST_LINES = 3
"""A longer span is shown by its first lines."""
_AROUND = 5
"""Columns around an excerpt, beside the number of its line: a bar between spaces, and an ellipsis at each end."""
_NARROWEST = 20
"""Columns that an excerpt has however narrow the terminal is."""
_TAB = "    "
_DISTINCT = 2
"""Characters of a replacement that the title of the fix does not hold by chance."""


_Paint: TypeAlias = "Callable[[str, str], str]"
"""Puts text between a style and the end of it, or leaves it as it is."""


def render(report: Report, *, verbose: bool = False, quiet: bool = False, color: bool = False, width: int = 100) -> str:
    """What needs a person, then a line for each rule whose fixes are safe, then a summary; `verbose` shows all in full.

    Source lines are cut to `width` columns. `quiet` leaves out the summary, but not what could not be checked.
    """

    def paint(style: str, text: str) -> str:
        return f"{style}{text}{_RESET}" if color else text

    def block(diagnostic: Diagnostic) -> str:
        return "".join(_block(diagnostic, report, paint, width))

    parts = [block(each) for each in report.shown(verbose=True)] if verbose else _digest(report, block, paint)
    return "\n".join(filter(None, [*parts, summary(report, verbose=verbose, quiet=quiet)]))


def _digest(report: Report, block: Callable[[Diagnostic], str], paint: _Paint) -> list[str]:
    """The findings that need a person as far as they fit on a screen, worst first; the others counted by rule."""
    fixable = [each for each in report.shown(verbose=False) if _is_settled(each)]
    others = [each for each in report.shown(verbose=False) if not _is_settled(each)]
    blocks = dict(_fill_screen(others, block))
    left = [each for index, each in enumerate(others) if index not in blocks]
    shown = sorted(blocks, key=lambda index: (-others[index].severity, index))
    seen = {others[index].rule for index in shown}
    rows = [
        *(
            _row(rule, found, report, paint, "shown by --verbose", more=rule in seen)
            if len(found) > 1
            else _head(found[0], report, paint)
            for rule, found in _by_rule(left, in_lines=True)
        ),
        *(_row(rule, found, report, paint, "fixable with --fix") for rule, found in _by_rule(fixable)),
    ]
    return [*(blocks[index] for index in shown), "".join(rows)]


def _is_settled(diagnostic: Diagnostic) -> bool:
    """Whether `--fix` takes care of it."""
    return diagnostic.fix is not None and diagnostic.fix.safety is Safety.SAFE


def _fill_screen(found: Sequence[Diagnostic], block: Callable[[Diagnostic], str]) -> Iterator[tuple[int, str]]:
    """Index and text of as many findings as fit: the first of each rule, then the second of each, and so on."""
    turns: Counter[str] = Counter()
    ranked = []
    for index, each in enumerate(found):
        ranked.append((turns[each.rule], -each.severity, index))
        turns[each.rule] += 1
    room = SCREEN
    for _, _, index in sorted(ranked):
        text = block(found[index])
        room -= text.count("\n") + 1
        if room < 0:
            return
        yield index, text


def _by_rule(found: Iterable[Diagnostic], *, in_lines: bool = False) -> list[tuple[str, list[Diagnostic]]]:
    """The findings of each rule, the worst rules first, then the most frequent, then the first in the list."""
    rules = group_pairs((each.rule, each) for each in found)
    if in_lines:
        return sorted(rules.items(), key=lambda item: -max(each.severity for each in item[1]))
    return sorted(rules.items(), key=lambda item: (-max(each.severity for each in item[1]), -len(item[1]), item[0]))


def _row(
    rule: str, found: Sequence[Diagnostic], report: Report, paint: _Paint, then: str, *, more: bool = False
) -> str:
    """The findings of a rule in one line: how many, where the first are, and what to do."""
    counts = count(found)
    numbers = list_counts(
        {f"{'more ' if more else ''}error": counts.errors, f"{'more ' if more else ''}warning": counts.warnings}
    )
    places = list(dict.fromkeys((each.path, report.text(each.path).line_at(each.span.start)) for each in found))
    shown = places[:_MOST_PLACES]
    if len(report.texts) > 1:
        where = ", ".join(f"{escape_controls(path)}:{line}" for path, line in shown)
    else:
        where = f"line{'s' if len(places) > 1 else ''} {', '.join(str(line) for _, line in shown)}"
    style = _STYLES[max(each.severity for each in found)]
    return f"{paint(style, rule)}: {numbers}, {where}{' ...' if len(places) > len(shown) else ','} {then}\n"


def _head(diagnostic: Diagnostic, report: Report, paint: _Paint) -> str:
    place = report.text(diagnostic.path).position(diagnostic.span.start)
    where = paint(_BOLD, f"{escape_controls(diagnostic.path)}:{place.line}:{place.column}")
    severity = paint(_STYLES[diagnostic.severity], str(diagnostic.severity))
    return f"{where} {severity} {paint(_BOLD, diagnostic.rule)} {escape_controls(diagnostic.message)}\n"


def _block(diagnostic: Diagnostic, report: Report, paint: _Paint, width: int) -> Iterator[str]:
    yield _head(diagnostic, report, paint)
    line = report.text(diagnostic.path).line_at(diagnostic.span.start)
    room = max(width - len(str(line + MOST_LINES)) - _AROUND, _NARROWEST)
    shown = excerpts(report.text(diagnostic.path), diagnostic.span, room)
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
    """What the edits put in place of what; empty if the title says so or it is too long to read."""
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
    for each in diagnostic.related[:_MOST_PLACES]:
        place = report.text(each.path).position(each.span.start)
        yield f"see: {escape_controls(each.path)}:{place.line}:{place.column} {escape_controls(each.message)}"


class Excerpt(NamedTuple):
    """One source line as shown, cut to fit, and the carets below it."""

    line: int
    text: str
    carets: str


def excerpts(text: Text, span: Span, width: int) -> tuple[Excerpt, ...]:
    """The first lines of `span`, each cut around the span to `width` columns and an ellipsis at each end."""
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


def render_concise(report: Report, *, verbose: bool = False, quiet: bool = False) -> str:
    """The findings in the order of the lists, then the summary as for a terminal; notes only when `verbose`."""
    lines = [f"{escape_controls(_concise_line(each, report))}\n" for each in report.shown(verbose=verbose)]
    return "".join([*lines, summary(report, verbose=verbose, quiet=quiet)])


def _concise_line(diagnostic: Diagnostic, report: Report) -> str:
    place = report.text(diagnostic.path).position(diagnostic.span.start)
    where = f"{diagnostic.path}:{place.line}:{place.column}"
    return f"{where}: {diagnostic.severity} {diagnostic.rule} {diagnostic.message}"
