"""What the bot read at a place of a list, what it found there and why, and what it considered and dropped."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.linter.engine import check
from bot.listing.model import entry_object
from bot.text import escape_controls, plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.engine import Plan
    from bot.linter.rule import Context, NotRun
    from bot.listing import Entry, Listing

_READ = ("title", "kind", "identifiers", "date", "venue", "authors", "section_path", "url", "code")
"""What is shown of an entry; JSON has all of it."""
_NAMES = {"identifiers": "ids", "section_path": "section"}
_WIDEST = 9
"""Columns of the names."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is known of the lines of a place; the findings are in order of place."""

    listing: Listing
    first: int
    last: int
    entry: Entry | None
    skipped: str
    """Why the lines are in no entry, where they link to papers; else empty."""
    found: tuple[Diagnostic, ...]
    habits: tuple[tuple[Diagnostic, Diagnostic], ...]
    """What a habit of the list explains, each with the note for the habit."""
    dropped: tuple[Diagnostic, ...]
    """What was suspected here and is not reported; the reasons say why."""
    not_run: tuple[NotRun, ...]

    @property
    def place(self) -> str:
        """Path and lines."""
        lines = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
        return f"{self.listing.text.path}:{lines}"


def explain(listing: Listing, line: int, plan: Plan, context: Context) -> Explanation:
    """Explain a line of a list, and the entry that it is in; `plan` says which rules are asked."""
    text = listing.text
    entry = next(
        (one for one in listing.entries if text.line_at(one.span.start) <= line <= text.line_at(one.span.end)), None
    )
    first, last = (line, line) if entry is None else (text.line_at(entry.span.start), text.line_at(entry.span.end))
    block = next(
        (one for one in listing.skipped if text.line_at(one.span.start) <= line <= text.line_at(one.span.end)), None
    )

    def is_here(found: Diagnostic) -> bool:
        spans = [found.span, *(each.span for each in found.related if each.path == text.path)]
        places = spans if found.path == text.path else spans[1:]
        return any(first <= text.line_at(span.start) <= last for span in places)

    dropped: list[Diagnostic] = []
    result = check((listing,), plan, replace(context, dropped=dropped))
    return Explanation(
        listing,
        first,
        last,
        entry,
        str(block.reason) if block is not None and entry is None else "",
        tuple(each for each in result.diagnostics if not each.folded and is_here(each)),
        tuple((part, each) for each in result.diagnostics for part in each.folded if is_here(part)),
        tuple(sorted(filter(is_here, dropped), key=lambda each: (each.span, each.rule))),
        result.not_run,
    )


def render(explanation: Explanation) -> str:
    """The explanation for a terminal."""
    return "".join(f"{escape_controls(line)}\n" for line in _lines(explanation))


def _lines(of: Explanation) -> Iterator[str]:
    if of.entry is not None:
        yield f"{of.place}: the bot reads an entry"
        known = entry_object(of.listing, of.entry)
        for key in _READ:
            value, mark = known[key], " > " if key == "section_path" else ", "
            shown = mark.join(map(str, value)) if isinstance(value, list) else value
            yield f"  {_NAMES.get(key, key):{_WIDEST}} {shown or '-'}"
    else:
        yield f"{of.place}: in no entry{f': {of.skipped}' if of.skipped else ''}"
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
    if not (of.found or of.habits or of.dropped):
        yield ""
        yield "Nothing was found here, and nothing suspected."
    if of.not_run:
        yield ""
        verb = "was" if len(of.not_run) == 1 else "were"
        yield f"{plural(len(of.not_run), 'rule')} {verb} not asked: no facts were gathered (--format json names them)."


def _elsewhere(of: Explanation, found: Diagnostic) -> str:
    """The line of a finding, where it is one about another place."""
    line = of.listing.text.line_at(found.span.start)
    return "" if of.first <= line <= of.last else f" (line {line})"


def render_json(explanation: Explanation) -> str:
    """The explanation for programs."""
    of = explanation
    value = {
        "file": of.listing.text.path,
        "line": of.first,
        "end_line": of.last,
        "entry": None if of.entry is None else entry_object(of.listing, of.entry),
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
