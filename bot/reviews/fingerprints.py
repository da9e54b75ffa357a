"""Findings come in; for each a fingerprint goes out, the same after edits elsewhere, a rebase or a force-push.

It names the rule, the file and what the finding is about: the paper of an entry, the heading of a section,
else the words of the line. Line numbers are no part of it. Equal ones are counted, in order of place.
"""

from __future__ import annotations

from bisect import bisect_right
from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

from bot.papers.titles import normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.linter.diagnostics import Diagnostic
    from bot.listing import Entry, Listing
    from bot.text import Span

_Value = TypeVar("_Value")

_OF_THE_FILE = frozenset({"oversized-readme"})
"""Rules that speak of a file as a whole: the line that they point to has nothing to do with it."""


def fingerprints(diagnostics: Iterable[Diagnostic], listings: Iterable[Listing]) -> tuple[str, ...]:
    """Sixteen hexadecimal digits for each of `diagnostics`, in their order; no two are equal."""
    subjects = {listing.text.path: Subjects(listing) for listing in listings}
    given = [(each, (each.rule, each.path, subjects[each.path].of(each.rule, each.span))) for each in diagnostics]
    counts: dict[tuple[str, str, str], int] = {}
    prints = [""] * len(given)
    for index in sorted(range(len(given)), key=lambda index: given[index][0].span):
        key = given[index][1]
        counts[key] = ordinal = counts.get(key, -1) + 1
        prints[index] = fingerprint(*key, ordinal)
    return tuple(prints)


def fingerprint(rule: str, path: str, subject: str, ordinal: int) -> str:
    """That of one finding, the `ordinal`-th of its kind."""
    whole = "\0".join(("v1", rule, path, subject, str(ordinal)))
    return sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:16]


class Subjects:
    """What the findings of one list are about."""

    def __init__(self, listing: Listing) -> None:
        self._listing = listing
        self._entries = tuple(entry.span.start for entry in listing.entries)
        self._sections = tuple(section.span.start for section in listing.sections)

    def of(self, rule: str, span: Span) -> str:
        """What a finding of `rule` at `span` is about."""
        if rule in _OF_THE_FILE:
            return "file"
        entry = _last(self._listing.entries, self._entries, span)
        if entry is not None and span.start <= entry.span.end:
            return self._name(entry)
        section = _last(self._listing.sections, self._sections, span)
        if section is not None and section.heading and section.heading_span.contains(span):
            return _folded("section", *section.path, section.heading)
        return self._words(span)

    def _name(self, entry: Entry) -> str:
        if entry.work is not None:
            return f"work\n{entry.work}"
        title = normalise(entry.title.value) if entry.title is not None else ""
        return f"title\n{title}" if title else self._words(entry.span)

    def _words(self, span: Span) -> str:
        text = self._listing.text
        return _folded("line", text[text.line_span(text.line_at(span.start))])


def _last(values: Sequence[_Value], starts: Sequence[int], span: Span) -> _Value | None:
    """The last of `values` that begins no later than `span`."""
    index = bisect_right(starts, span.start) - 1
    return values[index] if index >= 0 else None


def _folded(*words: str) -> str:
    """Words without the blanks around and between them, which are often what is wrong."""
    return "\n".join(" ".join(each.split()) for each in words)
