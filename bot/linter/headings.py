"""What headings take along when they or their sections change: links to their anchors, and the counts they give.

Links and badges give the numbers of papers, too.
"""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple
from urllib.parse import quote, unquote

from bot.document import Link, parse
from bot.document.anchors import Anchors, Heading
from bot.linter.diagnostics import Diagnostic, Edit, Fix, Safety
from bot.listing import Kind, Listing, SectionKind
from bot.text import Span, Text, group_pairs, lazy_pattern


class FragmentLink(NamedTuple):
    """A link to a place in a page: `path` is empty for the list's own, None for a page on the web."""

    link: Link
    path: str | None
    fragment: str


def fragment_links(listing: Listing) -> Iterator[FragmentLink]:
    """The links of a list that lead to a place in a page; the paths are those of files, as the run names them."""
    own = normal_path(listing.text.path)
    for link in [each for each in listing.document.links if "#" in each.href and not each.image]:
        path, _, fragment = link.href.partition("#")
        if ":" in path or "?" in path:
            yield FragmentLink(link, None, fragment)
        else:
            target = posixpath.normpath(posixpath.join(posixpath.dirname(own), unquote(path))) if path else own
            yield FragmentLink(link, "" if target == own else target, fragment)


def normal_path(path: str) -> str:
    """The path of a list in the form that `fragment_links` has."""
    return posixpath.normpath(path.replace("\\", "/"))


def take_links_along(
    listing: Listing, listings: Sequence[Listing], diagnostics: Iterable[Diagnostic]
) -> Iterator[Diagnostic]:
    """The diagnostics; a fix that changes an anchor edits the links to it, and is not safe where there are any.

    Not safe, since links from other pages are not known: where one's own table of contents links to the section,
    others may.
    """
    headings = _Headings(listing, listings)
    for diagnostic in diagnostics:
        fix = diagnostic.fix and headings.follow(diagnostic.fix)
        yield diagnostic if fix is diagnostic.fix else replace(diagnostic, fix=fix)


def take_along(listing: Listing, fixes: Iterable[Fix]) -> Iterator[Fix]:
    """The fixes of one list with the links to the anchors that they change."""
    return map(_Headings(listing, (listing,)).follow, fixes)


class _Headings:
    """The headings of a list, and the links to them from all lists of the run; each is found when first needed."""

    def __init__(self, listing: Listing, listings: Sequence[Listing]) -> None:
        self._listing, self._listings = listing, listings

    @cached_property
    def _headings(self) -> tuple[Heading, ...]:
        return Anchors(self._listing.document).headings

    @cached_property
    def _starts(self) -> list[int]:
        return [heading.span.start for heading in self._headings]

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(heading.name for heading in self._headings)

    @cached_property
    def _links(self) -> dict[str, list[Link | None]]:
        """The links by the anchor they lead to; None for one that cannot be edited, or that another page has."""
        found: dict[str, list[Link | None]] = {}
        own = normal_path(self._listing.text.path)
        for listing in self._listings:
            for link, path, fragment in fragment_links(listing):
                is_editable = listing is self._listing and path == "" and link.url_span is not None
                if path is None or path == (own if listing is not self._listing else ""):
                    name = unquote(fragment).removeprefix("user-content-").lower()
                    found.setdefault(name, []).append(link if is_editable else None)
        return found

    def follow(self, fix: Fix) -> Fix:
        """The fix with edits of the links to the headings whose anchors it changes."""
        edits = list(fix.edits)
        is_safe = True
        for heading in {self._heading_at(edit.span) for edit in fix.edits} - {None}:
            assert heading is not None  # noqa: S101 - subtracted
            old, new = self._anchors(heading, fix)
            if old == new:
                continue
            is_plain = heading.name == old and f"{old}-1" not in self._names and new not in self._names
            links = self._links.get(heading.name, []) if is_plain else list(self._links)
            is_safe = is_safe and not links
            if is_plain and new is not None:
                edits += [_lead_to(self._listing.text, link, new) for link in self._links.get(old, ()) if link]
        if is_safe:
            return fix
        title = fix.title if len(edits) == len(fix.edits) else f"{fix.title}, and update the links to the section"
        return Fix(title, tuple(edits), Safety.UNSAFE)

    def _heading_at(self, span: Span) -> Heading | None:
        index = bisect_right(self._starts, span.start) - 1
        return self._headings[index] if index >= 0 and self._headings[index].span.contains(span) else None

    def _anchors(self, heading: Heading, fix: Fix) -> tuple[str, str | None]:
        """The anchors before and after the fix, of the heading alone; None if it ends as no heading."""
        from bot.linter.diagnostics import apply  # few fixes touch a heading

        span = heading.span
        inside = (
            Edit(Span(edit.span.start - span.start, edit.span.end - span.start), edit.new)
            for edit in fix.edits
            if span.contains(edit.span)
        )
        source = self._listing.text[span]
        old, new = (
            Anchors(parse(Text("", text))).names
            for text in (source, apply(source, [Fix(fix.title, tuple(inside))]).content)
        )
        return old[0] if old else heading.name, new[0] if len(new) == 1 else None


def _lead_to(text: Text, link: Link, name: str) -> Edit:
    assert link.url_span is not None  # noqa: S101 - only such links are taken along
    span = link.url_span
    old = text[span]
    start = span.start + old.index("#") + 1 if "#" in old else span.start
    return Edit(Span(start, span.end), quote(name) if "%" in old else name)


_STATED = lazy_pattern(
    r"[(\[（]\s*(\d{1,5})(?:\s*(?:papers?|entries|works|篇))?\s*[)\]）]\W*$", re.IGNORECASE, needs=")]）"
)
_BADGE = lazy_pattern(
    r"img\.shields\.io/(?:badge/|static/v1\?(?:[^#]*&)?label=)(?:total|number of|#)?[ _-]*(?:papers?|entries)"
    r"(?:-|&(?:[^#]*&)?message=)(\d{1,6})(?=[-&?.]|$)",
    re.IGNORECASE,
    needs=("paper", "entries"),
)
_SHARE = 0.8
_FEWEST = 4
"""Sections with a number from which it is certain what these count, and the share of them that must be right."""


def follow_counts(before: Listing, after: Listing) -> Iterator[Fix]:
    """Bring up to date the numbers that were right in `before`, and are not in `after`: the same list, changed."""
    right = {_path(before, index) for index, number, count in heading_counts(before) if number == count}
    wrong = [each for each in heading_counts(after) if each[1] != each[2] and _path(after, each[0]) in right]
    repeated, labels = (_repeated_headings(after), find_labels(after)) if wrong else (frozenset[str](), {})
    for index, number, count in wrong:
        if after.sections[index].heading not in repeated:
            yield write_count(after, index, number, count, labels.get(index, ()))
    yield from _follow_labels(before, after)
    old, new = paper_counts(before), paper_counts(after)
    badges = {link.href: number for link, number in find_badges(before)}
    for link, number in find_badges(after):
        kind = old.index(number) if badges.get(link.href) == number and number in old else None
        if kind is not None and new[kind] != number and (fix := rewrite_badge(after, link, str(number), new[kind])):
            yield fix


def _follow_labels(before: Listing, after: Listing) -> Iterator[Fix]:
    """The same for numbers that only the links to a section give, in a table of contents."""
    right = {_path(before, index) for index, number, count in _label_counts(before) if number == count}
    labels = find_labels(after) if right else {}
    for index, number, count in _label_counts(after) if right else ():
        if number != count and _path(after, index) in right:
            for edit in _rewrite_labels(after, labels[index], number, count):
                yield Fix.write(edit.span, edit.new)


def write_count(listing: Listing, index: int, number: int, count: int, links: Iterable[Link]) -> Fix:
    """Write the number of entries into the heading of a section, and into those `links` to it that give the same."""
    section = listing.sections[index]
    heading = listing.text[section.heading_span]
    start = section.heading_span.start + heading.rfind(str(number))
    span = Span(start, start + len(str(number)))
    labels = _rewrite_labels(listing, links, number, count)
    return Fix.write(span, str(count))._replace(edits=(Edit(span, str(count)), *labels))


def heading_counts(listing: Listing) -> list[tuple[int, int, int]]:
    """Sections with a number in their heading, the number and the count; none if it is not certain what counts."""
    return _with_counts(
        listing,
        [
            (index, number)
            for index, section in enumerate(listing.sections)
            if section.kind is SectionKind.HEADING and (number := _stated(section.heading)) is not None
        ],
    )


def _label_counts(listing: Listing) -> list[tuple[int, int, int]]:
    """The same for sections whose number only links to them give."""
    stated = [
        (index, number)
        for index, links in find_labels(listing).items()
        if _stated(listing.sections[index].heading) is None
        and (number := _stated(_label(listing, links[0]))) is not None
    ]
    return _with_counts(listing, stated)


def find_labels(listing: Listing) -> dict[int, list[Link]]:
    """The links to each section of the list whose words give a number."""
    links = group_pairs(
        (unquote(fragment).removeprefix("user-content-").lower(), link)
        for link, path, fragment in fragment_links(listing)
        if path == "" and link.label_span is not None and _stated(_label(listing, link)) is not None
    )
    if not links:
        return {}
    sections = {
        section.heading_span.start: index
        for index, section in enumerate(listing.sections)
        if section.kind is SectionKind.HEADING
    }
    return {
        sections[heading.span.start]: links[heading.name]
        for heading in Anchors(listing.document).headings
        if heading.name in links and heading.span.start in sections
    }


def _repeated_headings(listing: Listing) -> frozenset[str]:
    """What links say that lead to a place of another name than the heading they repeat: its number is in both."""
    followed = {link.span for links in find_labels(listing).values() for link in links}
    links = (link for link, path, _ in fragment_links(listing) if path == "" and link.span not in followed)
    return frozenset(label for link in links if _stated(label := _label(listing, link).strip()) is not None)


def _label(listing: Listing, link: Link) -> str:
    return listing.text[link.label_span] if link.label_span is not None else ""


def _rewrite_labels(listing: Listing, links: Iterable[Link], number: int, count: int) -> Iterator[Edit]:
    """The number in the words of links to a section, where they give the same one as its heading."""
    for link in links:
        match = _find_stated(_label(listing, link))
        if match is not None and int(match[1]) == number and link.label_span is not None:
            start = link.label_span.start + match.start(1)
            yield Edit(Span(start, start + len(match[1])), str(count))


def _with_counts(listing: Listing, stated: Sequence[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Numbers of sections with the counts; none if it is not certain what counts."""
    if len(stated) <= _FEWEST:
        return []
    counts = max(
        (_count(listing, kinds, deep) for kinds in ({Kind.PAPER}, set(Kind)) for deep in (False, True)),
        key=lambda counts: sum(counts[index] == number for index, number in stated),
    )
    right = sum(counts[index] == number for index, number in stated)
    if right < max(_FEWEST, _SHARE * len(stated)):
        return []
    return [(index, number, counts[index]) for index, number in stated]


def _path(listing: Listing, index: int) -> tuple[str, ...]:
    """What names a section, whatever is above it in the file."""
    section = listing.sections[index]
    return (*section.path, section.heading)


def paper_counts(listing: Listing) -> tuple[int, ...]:
    """The numbers that a badge may mean: papers, entries, distinct papers, papers written as most of them are."""
    papers, carrier = listing.papers, listing.conventions.carrier
    distinct = len({entry.work or entry.span for entry in papers})
    return len(papers), len(listing.entries), distinct, carrier.followers if carrier is not None else 0


def find_badges(listing: Listing) -> Iterator[tuple[Link, int]]:
    """The badges that state a number of papers."""
    for link in listing.document.links:
        match = _BADGE.search(unquote(link.href)) if link.image else None
        if match is not None:
            yield link, int(match[1])


def _find_stated(text: str) -> re.Match[str] | None:
    """Find the number of papers in brackets at the end of a text."""
    return None if text[-1:].isalnum() else _STATED.search(text)


def _stated(heading: str) -> int | None:
    """The number of papers that a heading gives; years do not count."""
    match = _find_stated(heading)
    if match is None:
        return None
    number = int(match[1])
    is_year = 1950 <= number < 2050 and not match[0].strip("()[]（） ").lower().endswith(("s", "r", "篇"))
    return None if is_year else number


def _count(listing: Listing, kinds: set[Kind], deep: bool) -> list[int]:
    """How many entries of these kinds each section has; `deep` includes those of subsections."""
    counts = [sum(entry.kind in kinds for entry in listing.in_section(section)) for section in listing.sections]
    for index in range(len(counts) - 1, 0, -1):
        section = listing.sections[index]
        if deep or section.kind is not SectionKind.HEADING:
            counts[section.outer] += counts[index]
    return counts


def rewrite_badge(listing: Listing, link: Link, number: str, count: int) -> Fix | None:
    """The fix that writes the number into the badge's URL, if it occurs there once."""
    if link.url_span is None or listing.text[link.url_span].count(number) != 1:
        return None
    start = link.url_span.start + listing.text[link.url_span].index(number)
    return Fix.write(Span(start, start + len(number)), str(count), Safety.UNSAFE)
