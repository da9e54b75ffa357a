"""The rule `stale-count`: paper counts that are out of date."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from urllib.parse import unquote

from bot.document.anchors import Anchors
from bot.linter.headings import fragment_links
from bot.listing import Kind, Link, Listing, SectionKind, Span
from bot.rules.api import Bad, Context, Diagnostic, Edit, Findings, Fix, Good, Need, Rule, Safety, Scope, Severity
from bot.text import lazy_pattern

_STATED = lazy_pattern(r"[(\[（]\s*(\d{1,5})(?:\s*(?:papers?|entries|works|篇))?\s*[)\]）]\W*$", re.IGNORECASE)
_BADGE = lazy_pattern(
    r"img\.shields\.io/(?:badge/|static/v1\?(?:[^#]*&)?label=)(?:total|number of|#)?[ _-]*(?:papers?|entries)"
    r"(?:-|&(?:[^#]*&)?message=)(\d{1,6})(?=[-&?.]|$)",
    re.IGNORECASE,
)
_SHARE = 0.8
_FEWEST = 4
_FARTHEST = 0.25
_LEAST_DRIFT = 0.05

_SECTIONS = "".join(
    f"## {name} (2)\n\n* [{first}](https://arxiv.org/abs/{one})\n* [{second}](https://arxiv.org/abs/{other})\n\n"
    for name, first, one, second, other in (
        ("Planning", "PLAN-AND-ACT", "2503.09572", "MPO", "2503.02682"),
        ("Memory", "MemAgent", "2507.02259", "AGILE", "2405.14751"),
        ("Search", "Search-R1", "2503.09516", "ReSearch", "2503.19470"),
        ("Web", "WebRL", "2411.02337", "WebGPT", "2112.09332"),
    )
)


class StaleCount(Rule):
    """A heading or a badge gives a number of papers that is no longer right.

    Numbers such as `## Planning (54)` and badges such as `papers-1204` are forgotten when a paper is added. The rule
    checks headings if four fifths of those with a number are right, so that it is certain what they count, and badges
    that name `papers` or `entries` and are off by more than a twentieth. The fix writes the number that the bot counts.
    """

    slug = "stale-count"
    severity = Severity.WARNING
    scope = Scope.LIST
    needs = Need.MARKDOWN
    examples = (
        Bad(
            _SECTIONS + "## Tools (2)\n\n* [OTC](https://arxiv.org/abs/2504.14870)\n",
            fixed=_SECTIONS + "## Tools (1)\n\n* [OTC](https://arxiv.org/abs/2504.14870)\n",
        ),
        Good(_SECTIONS + "## Classics (2017)\n\n* [World of Bits](https://proceedings.mlr.press/v70/shi17a.html)\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per number that is wrong."""
        yield from self._headings(listing)
        counted = listing if listing.entries else context.sources.get(listing.text.path, listing)
        yield from self._badges(listing, counted)

    def follow(self, before: Listing, after: Listing) -> Findings:
        """Yield one diagnostic per number that was right in `before`, and is not in `after`: the same list, changed."""
        right = {_path(before, index) for index, number, count in _heading_counts(before) if number == count}
        for index, number, count in _heading_counts(after):
            if number != count and _path(after, index) in right:
                yield self._wrong(after, index, number, count)
        yield from self._follow_labels(before, after)
        old, new = _paper_counts(before), _paper_counts(after)
        badges = {link.href: number for link, number in _find_badges(before)}
        for link, number in _find_badges(after):
            kind = old.index(number) if badges.get(link.href) == number and number in old else None
            if kind is not None and new[kind] != number and (fix := _rewriting(after, link, str(number), new[kind])):
                yield self.at(
                    after, link.span, f"the badge says {number}, but the list has {new[kind]} papers", fix=fix
                )

    def _follow_labels(self, before: Listing, after: Listing) -> Findings:
        """The same for numbers that only the links to a section give, in a table of contents."""
        right = {_path(before, index) for index, number, count in _label_counts(before) if number == count}
        labels = _find_labels(after) if right else {}
        for index, number, count in _label_counts(after) if right else ():
            if number != count and _path(after, index) in right:
                for edit in _rewrite_labels(after, labels[index], number, count):
                    message = f"the section has {count} entries, not {number}"
                    yield self.at(after, edit.span, message, fix=Fix.write(edit.span, edit.new))

    def _headings(self, listing: Listing) -> Findings:
        for index, number, count in _heading_counts(listing):
            if count != number and abs(count - number) <= max(_FARTHEST * count, _FEWEST):
                yield self._wrong(listing, index, number, count)

    def _wrong(self, listing: Listing, index: int, number: int, count: int) -> Diagnostic:
        section = listing.sections[index]
        heading = listing.text[section.heading_span]
        start = section.heading_span.start + heading.rfind(str(number))
        span = Span(start, start + len(str(number)))
        message = f"the section has {count} entries, not {number}"
        labels = _rewrite_labels(listing, _find_labels(listing).get(index, ()), number, count)
        fix = replace(Fix.write(span, str(count)), edits=(Edit(span, str(count)), *labels))
        return self.at(listing, span, message, fix=fix, target=section.heading)

    def _badges(self, listing: Listing, counted: Listing) -> Findings:
        """Badges that state another number than that of the papers in `counted`, the list itself or its source."""
        counts = set(_paper_counts(counted)) - {0}
        held = _paper_counts(counted)[0]
        for link, number in _find_badges(listing) if counts else ():
            nearest = min(counts, key=lambda count: abs(count - number))
            if _LEAST_DRIFT * nearest < abs(nearest - number) <= _FARTHEST * nearest:
                message = f"the badge says {number}, but the list has {held} papers"
                fix = _rewriting(listing, link, str(number), held)
                # A badge becomes wrong over many changes; the last one is not to blame.
                yield replace(self.at(listing, link.span, message, fix=fix), scope=Scope.ENTRY)


def _heading_counts(listing: Listing) -> list[tuple[int, int, int]]:
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


def _paper_counts(listing: Listing) -> tuple[int, ...]:
    """The numbers that a badge may mean: papers, entries, distinct papers, papers written as most of them are."""
    papers, carrier = list(listing.papers), listing.conventions.carrier
    distinct = len({entry.work or entry.span for entry in papers})
    return len(papers), len(listing.entries), distinct, carrier.followers if carrier is not None else 0


def _find_badges(listing: Listing) -> Iterator[tuple[Link, int]]:
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


def _rewriting(listing: Listing, link: Link, number: str, count: int) -> Fix | None:
    """The fix that writes the number into the badge's URL, if it occurs there once."""
    if link.url_span is None or listing.text[link.url_span].count(number) != 1:
        return None
    start = link.url_span.start + listing.text[link.url_span].index(number)
    return Fix.write(Span(start, start + len(number)), str(count), Safety.UNSAFE)
