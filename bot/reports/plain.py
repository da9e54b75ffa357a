"""The report for a terminal: findings with their source lines and their fixes, then a summary.

Of one place also: what the bot read there, what it found and why, and what it considered and dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from bot.linter.diagnostics import Diagnostic, Edit, Fix, Safety, Severity
from bot.linter.engine import Plan, check
from bot.linter.rule import Context, NotRun
from bot.listing import Entry, Listing
from bot.listing.values import entry_object
from bot.reports.run import Report, count, list_counts, summary
from bot.text import Lines, Span, Text, display_width, escape_controls, group_pairs, join, plural

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


_READ = ("title", "kind", "identifiers", "date", "venue", "authors", "section_path", "url", "code")
"""What is shown of an entry; JSON has all of it."""
_NAMES = {"identifiers": "ids", "section_path": "section"}
_WIDEST = 9
"""Columns of the names."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is known about the lines of a place; the findings are in order of place."""

    listing: Listing
    lines: Lines
    entry: Entry | None
    skipped: str
    """Why the lines are in no entry, where they link to papers; else empty."""
    found: tuple[Diagnostic, ...]
    habits: tuple[tuple[Diagnostic, Diagnostic], ...]
    """What a habit of the list explains, each with the note for the habit."""
    dropped: tuple[Diagnostic, ...]
    """What was suspected here and is not reported; the reasons say why."""
    not_run: tuple[NotRun, ...]
    named: tuple[str, ...] = ()
    """The only rules that were asked; none for all."""

    @property
    def place(self) -> str:
        """Path and lines."""
        first, last = self.lines.first, self.lines.last
        return f"{self.listing.text.path}:{first if first == last else f'{first}-{last}'}"


def explain(listing: Listing, line: int, plan: Plan, context: Context, named: tuple[str, ...] = ()) -> Explanation:
    """Explain a line of a list, and the entry that it is in; `plan` has the rules that are `named`, or all."""
    text = listing.text
    entry = next((one for one in listing.entries if line in text.lines_of(one.span)), None)
    lines = Lines(line, line) if entry is None else text.lines_of(entry.span)
    block = next((one for one in listing.skipped if line in text.lines_of(one.span)), None)

    def is_here(found: Diagnostic) -> bool:
        spans = [found.span, *(each.span for each in found.related if each.path == text.path)]
        places = spans if found.path == text.path else spans[1:]
        return any(text.line_at(span.start) in lines for span in places)

    dropped: list[Diagnostic] = []
    result = check((listing,), plan, replace(context, dropped=dropped))
    return Explanation(
        listing,
        lines,
        entry,
        str(block.reason) if block is not None and entry is None else "",
        tuple(each for each in result.diagnostics if not each.folded and is_here(each)),
        tuple((part, each) for each in result.diagnostics for part in each.folded if is_here(part)),
        tuple(sorted(filter(is_here, dropped), key=lambda each: (each.span, each.rule))),
        result.not_run,
        named,
    )


def render_explanation(explanation: Explanation) -> str:
    """The explanation for a terminal."""
    return "".join(f"{escape_controls(line)}\n" for line in _lines(explanation))


def _lines(of: Explanation) -> Iterator[str]:
    if of.entry is not None:
        yield f"{of.place}: the bot reads an entry"
        known = entry_object(of.listing, of.entry)
        for key in _READ:
            value, mark = known[key], " > " if key == "section_path" else ", "
            shown = mark.join(map(str, value)) if isinstance(value, list) else value
            shown = f"{shown}: it {of.entry.reason}" if key == "kind" and of.entry.reason else shown
            yield f"  {_NAMES.get(key, key):{_WIDEST}} {shown or '-'}"
    else:
        yield f"{of.place}: outside any entry{f': {of.skipped}' if of.skipped else ''}"
    for each in of.found:
        yield ""
        yield f"{each.severity} {each.rule}{_elsewhere(of, each)}: {each.message}"
        yield from (f"  because {reason}" for reason in each.reasons)
    for part, note in of.habits:
        yield ""
        yield f"habit {part.rule}{_elsewhere(of, part)}: {part.message}"
        yield f"  {note.message}"
    for each in of.dropped:
        yield ""
        yield f"dropped {each.rule}{_elsewhere(of, each)}: {each.message}"
        yield from (f"  but {reason}" for reason in each.reasons)
    left = [each.slug for each in of.not_run]
    ran = [slug for slug in of.named if slug not in left]
    if not (of.found or of.habits or of.dropped) and (ran or not of.named):
        yield ""
        yield f"{join(ran, 'and')} found nothing here." if ran else "There is no finding here, and none was dropped."
    if left:
        yield ""
        what = join(left, "and") if of.named else f"{plural(len(left), 'rule')} (--format json names them)"
        yield f"{what} did not run: {'it needs' if len(left) == 1 else 'they need'} bot lint --online."


def _elsewhere(of: Explanation, found: Diagnostic) -> str:
    """The line of a finding, where it is one about another place."""
    line = of.listing.text.line_at(found.span.start)
    return "" if line in of.lines else f" (line {line})"


def render_explanation_json(explanation: Explanation) -> str:
    """The explanation for programs."""
    import json  # for explanations alone

    of = explanation
    value = {
        "file": of.listing.text.path,
        "line": of.lines.first,
        "end_line": of.lines.last,
        "entry": None if of.entry is None else entry_object(of.listing, of.entry),
        "reason": (of.entry.reason or None) if of.entry is not None else None,
        "skipped": of.skipped or None,
        "diagnostics": [_object(of, each) for each in of.found],
        "habits": [{**_object(of, part), "habit": note.message} for part, note in of.habits],
        "dropped": [_object(of, each) for each in of.dropped],
        "not_run": [{"rule": each.slug, "reason": each.reason} for each in of.not_run],
    }
    return f"{json.dumps(value, indent=2)}\n"


def _object(of: Explanation, found: Diagnostic) -> dict[str, object]:
    place = of.listing.text.position(found.span.start)
    return {
        "rule": found.rule,
        "severity": str(found.severity),
        "line": place.line,
        "column": place.column,
        "message": found.message,
        "reasons": list(found.reasons),
    }
