"""Compare lists with how they were before a change: which entries it changed, and which findings it caused.

An entry is the same as long as its text is and names the same works: one that was moved to another place, section
or list, or was given a new number, has not changed. What was found before in the same text is preexisting.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bot.listing import Carrier
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.linter.diagnostics import Diagnostic, Severity
    from bot.listing import Entry, Listing
    from bot.text import Span


EntryKey: TypeAlias = "tuple[str, tuple[str, ...]]"
"""The text of an entry, and the addresses that they name by reference."""
_FindingKey: TypeAlias = "tuple[str, Severity, str, EntryKey | str]"

_ABOUT_FILES = frozenset({"oversized-readme"})
"""Rules about a file as a whole: the place of their findings identifies nothing."""

_LINE_END = lazy_pattern(r"\r\n?")
_DIGITS = lazy_pattern(r"\d+(?:[.,]\d+)*")
_NUMBER = lazy_pattern(r"\A\d+[.)][ \t]*|(?<=\n)[ \t]+")
"""The number of an item, and the indentation that grows with it."""
_COUNTED = lazy_pattern(r"\|?[ \t]*(?!(?:19|20)\d\d[ \t]*\|)\d{1,5}[ \t]*(?=\|)")
"""A first cell that counts the rows; four digits that may be a year are more than that."""


class Baseline(NamedTuple):
    """The entries of the lists before the change, and what was found in these lists."""

    entries: Mapping[EntryKey, int]
    findings: Mapping[_FindingKey, int]
    lines: frozenset[str]
    """The lines outside of entries in which something was found."""


def with_new_conventions(old: Iterable[Listing], new: Iterable[Listing]) -> tuple[Listing, ...]:
    """The old lists with the conventions of the new ones.

    So what breaks a convention of today is preexisting, even where the change itself made the convention firm.
    """
    conventions = {listing.text.path: listing.conventions for listing in new}
    return tuple(
        replace(listing, conventions=conventions[listing.text.path]) if listing.text.path in conventions else listing
        for listing in old
    )


def make_baseline(listings: Iterable[Listing], found: Iterable[Diagnostic]) -> Baseline:
    """The baseline of `listings`, which are those before the change, and of what is `found` in them."""
    spots = {listing.text.path: _Spots(listing) for listing in listings}
    findings: Counter[_FindingKey] = Counter()
    lines = set()
    for diagnostic in found:
        spot = spots[diagnostic.path]
        findings[_finding_key(diagnostic, spot)] += 1
        lines.add(spot.line(diagnostic))
    return Baseline(Counter(key for spot in spots.values() for key in spot.keys), findings, frozenset(lines))


def find_changed(baseline: Baseline, listings: Iterable[Listing]) -> frozenset[tuple[str, Span]]:
    """Path and span of the entries that are new or changed; of equal ones the first are the old ones."""
    return _find_changed(baseline, [_Spots(listing) for listing in listings])


def split_by_baseline(
    baseline: Baseline, listings: Iterable[Listing], found: Sequence[Diagnostic]
) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """The findings that the change caused, and those that are preexisting; both keep their order.

    The change caused what is found in entries that it changed, and what was not found before: an unchanged
    entry that has become a duplicate, a heading whose count it made wrong. Messages are compared without
    their numbers, which name lines and counts; within an entry rule and text decide.
    """
    spots = {listing.text.path: _Spots(listing) for listing in listings}
    changed = _find_changed(baseline, spots.values())
    groups: dict[_FindingKey, list[Diagnostic]] = {}
    for diagnostic in found:
        spot = spots[diagnostic.path]
        entry = spot.entry(diagnostic)
        if entry is None or (diagnostic.path, entry.span) not in changed:
            groups.setdefault(_finding_key(diagnostic, spot), []).append(diagnostic)
    preexisting: set[int] = set()
    for key, group in groups.items():
        # Of several that read the same, those in lines that were there before are the old ones.
        group.sort(key=lambda each: spots[each.path].line(each) not in baseline.lines)
        preexisting.update(map(id, group[: baseline.findings.get(key, 0)]))
    return (
        tuple(each for each in found if id(each) not in preexisting),
        tuple(each for each in found if id(each) in preexisting),
    )


class _Spots:
    """The entries of a listing, by what makes them the same and by place."""

    def __init__(self, listing: Listing) -> None:
        self.listing = listing
        self.keys = tuple(_entry_key(listing, entry) for entry in listing.entries)
        self._starts = tuple(entry.span.start for entry in listing.entries)

    def index(self, diagnostic: Diagnostic) -> int | None:
        """Of the entry that a diagnostic is about."""
        if diagnostic.rule in _ABOUT_FILES:
            return None
        index = bisect_right(self._starts, diagnostic.span.start) - 1
        entries = self.listing.entries
        return index if index >= 0 and diagnostic.span.start <= entries[index].span.end else None

    def entry(self, diagnostic: Diagnostic) -> Entry | None:
        index = self.index(diagnostic)
        return None if index is None else self.listing.entries[index]

    def line(self, diagnostic: Diagnostic) -> str:
        """The line that a diagnostic starts in."""
        text = self.listing.text
        return text[text.line_span(text.line_at(diagnostic.span.start))]


def _find_changed(baseline: Baseline, spots: Iterable[_Spots]) -> frozenset[tuple[str, Span]]:
    left = dict(baseline.entries)
    changed = set()
    for spot in spots:
        for entry, key in zip(spot.listing.entries, spot.keys, strict=True):
            if left.get(key, 0):
                left[key] -= 1
            else:
                changed.add((spot.listing.text.path, entry.span))
    return frozenset(changed)


def _entry_key(listing: Listing, entry: Entry) -> EntryKey:
    content = _text_of(listing, entry.span)
    if entry.carrier is Carrier.NUMBERED:
        content = _NUMBER.sub("", content)
    elif entry.carrier is Carrier.ROW and (match := _COUNTED.match(content)):
        content = content[match.end() :]
    return content, tuple(link.href for link in entry.links if link.url_span is None)


def _finding_key(diagnostic: Diagnostic, spot: _Spots) -> _FindingKey:
    index = spot.index(diagnostic)
    message = _DIGITS.sub("#", diagnostic.message)
    if diagnostic.rule in _ABOUT_FILES:
        return diagnostic.rule, diagnostic.severity, diagnostic.path, message
    content = _text_of(spot.listing, diagnostic.span)
    if index is not None:
        return diagnostic.rule, diagnostic.severity, content, spot.keys[index]
    # A finding about several lines stays the same when one of them changes.
    return diagnostic.rule, diagnostic.severity, "" if "\n" in content else content, message


def _text_of(listing: Listing, span: Span) -> str:
    """The text of a span, its line ends all alike: git may convert them."""
    content = listing.text[span]
    return _LINE_END.sub("\n", content) if "\r" in content else content
