"""The numbers of papers that headings, links to them and badges give, and what the bot counts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from bot.document.anchors import Anchors
from bot.linter.diagnostics import Edit, Fix, Safety
from bot.linter.headings import fragment_links
from bot.listing import Kind, SectionKind
from bot.text import Span, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.document import Link
    from bot.listing import Listing

_STATED = lazy_pattern(r"[(\[（]\s*(\d{1,5})(?:\s*(?:papers?|entries|works|篇))?\s*[)\]）]\W*$", re.IGNORECASE)
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
    for index, number, count in heading_counts(after):
        if number != count and _path(after, index) in right:
            yield write_count(after, index, number, count)
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
    labels = _find_labels(after) if right else {}
    for index, number, count in _label_counts(after) if right else ():
        if number != count and _path(after, index) in right:
            for edit in _rewrite_labels(after, labels[index], number, count):
                yield Fix.write(edit.span, edit.new)


def write_count(listing: Listing, index: int, number: int, count: int) -> Fix:
    """Write the number of entries into the heading of a section, and into the links to it that give the same one."""
    section = listing.sections[index]
    heading = listing.text[section.heading_span]
    start = section.heading_span.start + heading.rfind(str(number))
    span = Span(start, start + len(str(number)))
    labels = _rewrite_labels(listing, _find_labels(listing).get(index, ()), number, count)
    return Fix.write(span, str(count))._replace(edits=(Edit(span, str(count)), *labels))


def heading_counts(listing: Listing) -> list[tuple[int, int, int]]:
    """Sections with a number in their heading, the number and the count; none where it is not certain what counts."""
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
        for index, links in _find_labels(listing).items()
        if _stated(listing.sections[index].heading) is None
        and (number := _stated(_label(listing, links[0]))) is not None
    ]
    return _with_counts(listing, stated)


def _find_labels(listing: Listing) -> dict[int, list[Link]]:
    """The links to each section of the list whose words give a number."""
    links: dict[str, list[Link]] = {}
    for link, path, fragment in fragment_links(listing):
        if path == "" and link.label_span is not None and _stated(_label(listing, link)) is not None:
            links.setdefault(unquote(fragment).removeprefix("user-content-").lower(), []).append(link)
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


def _label(listing: Listing, link: Link) -> str:
    return listing.text[link.label_span] if link.label_span is not None else ""


def _rewrite_labels(listing: Listing, links: Iterable[Link], number: int, count: int) -> Iterator[Edit]:
    """The number in the words of links to a section, where they give the same one as its heading."""
    for link in links:
        match = _STATED.search(_label(listing, link))
        if match is not None and int(match[1]) == number and link.label_span is not None:
            start = link.label_span.start + match.start(1)
            yield Edit(Span(start, start + len(match[1])), str(count))


def _with_counts(listing: Listing, stated: Sequence[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Numbers of sections with the counts; none where it is not certain what counts."""
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
    papers, carrier = list(listing.papers), listing.conventions.carrier
    distinct = len({entry.work or entry.span for entry in papers})
    return len(papers), len(listing.entries), distinct, carrier.followers if carrier is not None else 0


def find_badges(listing: Listing) -> Iterator[tuple[Link, int]]:
    """The badges that state a number of papers."""
    for link in listing.document.links:
        match = _BADGE.search(unquote(link.href)) if link.image else None
        if match is not None:
            yield link, int(match[1])


def _stated(heading: str) -> int | None:
    """The number of papers that a heading gives; years do not count."""
    match = _STATED.search(heading)
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
