"""What is known about one place of a list: what the bot read there, what it found and why, and what it dropped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.linter.diagnostics import Diagnostic
from bot.linter.engine import Plan, check
from bot.linter.rule import Context, NotRun
from bot.listing import Entry, Listing
from bot.listing.reasons import EntryReading, FieldReading, explain_entry
from bot.listing.values import entry_object
from bot.text import Lines, escape_controls, join, plural, shorten

_READ = ("title", "kind", "identifiers", "date", "venue", "authors", "section_path", "url", "code")
"""What is shown of an entry; JSON has all of it."""
_NAMES = {"identifiers": "ids", "section_path": "section"}
_WIDEST = 9
"""Columns of the names."""
_LONGEST = 80
"""Characters of a field that are shown."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is known about the lines of a place; the findings are in order of place."""

    listing: Listing
    lines: Lines
    entry: Entry | None
    reading: EntryReading
    """What the fields of the entry are, and why."""
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
        explain_entry(listing.document, entry) if entry is not None else EntryReading(),
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
        yield from _field_lines(of.reading)
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


def _field_lines(reading: EntryReading) -> Iterator[str]:
    """What each part of an entry was read as."""
    if reading.fields:
        yield ""
        yield "fields, in the order of the entry:"
    for each in reading.fields:
        yield f"  {each.kind:{_WIDEST}} {shorten(each.words, _LONGEST)}"
        if each.reasons:
            rather = f"; otherwise {each.instead}" if each.instead is not None else ""
            yield f"  {'':{_WIDEST}} it {join(each.reasons, 'and')}{rather}"
    for text in reading.unlike:
        yield f"unlike the entries beside it: {text}"


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
        "fields": [_field_object(each) for each in of.reading.fields],
        "unlike_siblings": list(of.reading.unlike),
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


def _field_object(field: FieldReading) -> dict[str, object]:
    instead = None if field.instead is None else str(field.instead)
    return {"kind": str(field.kind), "words": field.words, "instead": instead, "reasons": list(field.reasons)}
