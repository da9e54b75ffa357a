"""The fix that removes the second of two equal entries."""

from __future__ import annotations

from bisect import bisect_left

from bot.linter.diagnostics import Edit, Fix, Safety
from bot.listing import Carrier, Entry, Listing, Span, Text
from bot.text import lazy_pattern

_COUNT = lazy_pattern(r"(?:\|[ \t]*|[-*+][ \t]+)?[\[(*_#]*(?!(?:19|20)\d\d\b[^.)])(\d{1,5})(?=[\]).:*_]*(?:[ \t]|\|))")
_MOST_COUNTED = 2_000
"""This many entries after a copy get another number."""
_REMOVED = frozenset({Carrier.BULLET, Carrier.NUMBERED, Carrier.ROW, Carrier.PARAGRAPH, Carrier.RECORD})


def remove_copy(listing: Listing, first: Entry, second: Entry) -> Fix | None:
    """The fix that removes the second of two equal entries, with its lines; the numbers that count entries follow."""
    text, place = listing.text, bisect_left(listing.entries, second.span.start, key=lambda entry: entry.span.start)
    counts = [_count_span(text, each) for each in (first, second, listing.entries[place - 1])]
    one, own, before = (int(text[each]) if each is not None else -1 for each in counts)
    is_counted = one != own and (second.carrier is Carrier.NUMBERED or before + 1 == own > one >= 0)
    words = [
        text[Span(count.end if is_counted and count is not None else each.span.start, each.span.end)].split()
        for each, count in zip((first, second), counts, strict=False)
    ]
    start, last = text.line_around(second.span.start).start, text.line_at(second.span.end)
    is_whole = not text.content[start : second.span.start].strip() and second.span.end == text.line_span(last).end
    above, below = (_is_blank(text, line) for line in (text.line_at(start) - 1, last + 1))
    if words[0] != words[1] or not is_whole or second.carrier not in _REMOVED:
        return None
    if second.carrier is Carrier.PARAGRAPH and not (above and below):
        return None
    while above and last < len(text.line_starts) and _is_blank(text, last + 1):
        last += 1
    end = text.line_starts[last] if last < len(text.line_starts) else len(text.content)
    edits = [Edit(Span(start, end), "")]
    for entry in listing.entries[place + 1 : place + _MOST_COUNTED] if is_counted else ():
        count = _count_span(text, entry)
        if count is not None and int(text[count]) != own + len(edits):
            break
        edits += [Edit(count, str(own + len(edits) - 1))] if count is not None else []
    return Fix("Remove the second entry", tuple(edits), Safety.UNSAFE)


def _is_blank(text: Text, line: int) -> bool:
    """Whether a line has no words, or is none of the text."""
    return not 1 <= line <= len(text.line_starts) or not text[text.line_span(line)].strip()


def _count_span(text: Text, entry: Entry) -> Span | None:
    """The number that an entry begins with, which may count it; a year does not."""
    match = _COUNT.match(text.content, entry.span.start, entry.span.end)
    return Span(*match.span(1)) if match is not None else None
