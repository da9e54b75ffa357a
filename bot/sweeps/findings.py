"""Listings and diagnostics come in; where each target stands, and what rules about facts found of it, go out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.papers.identifiers import arxiv_month
from bot.sweeps.state import LONGEST_TARGET, LONGEST_WORDS, Month, Place
from bot.sweeps.targets import target_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.linter.diagnostics import Diagnostic
    from bot.listing import Entry, Listing
    from bot.text import Span

PAPER_RULES = ("wrong-paper", "withdrawn-paper", "retitled-paper", "published-venue")
"""What is said of papers, the worst first; those that arXiv does not have are dead links, after three strikes."""
REPOSITORY_RULES = ("moved-repository", "archived-repository")
RULES = (*PAPER_RULES, *REPOSITORY_RULES)
"""The rules whose findings a sweep lists. They ask for facts, and their answers do not come and go."""
ERRORS = frozenset({"wrong-paper", "withdrawn-paper"})
"""Those that say that an entry is wrong: a tick against them counts as a mistake of ours."""

_MOST_PLACES = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule found of a target."""

    rule: str
    target: str
    message: str
    entry: str = ""
    """The title of the entry that it is about, where it is about one: others may name the same target rightly."""

    @property
    def key(self) -> str:
        """What tells it from others of its kind."""
        return f"{self.rule} {self.target}"


@dataclass(frozen=True, slots=True)
class Inventory:
    """The lists as they are now."""

    places: Mapping[str, tuple[Place, ...]]
    """Where each target stands, the first places only; whatever else is remembered is forgotten."""
    papers: int = 0
    months: tuple[Month, ...] = ()


def take_inventory(listings: Sequence[Listing]) -> Inventory:
    """All targets of the lists, in order, and how many papers they have of each month."""
    places: dict[str, list[Place]] = {}
    months: Counter[tuple[int, int]] = Counter()
    works = set()
    for listing in listings:
        locate = _Locator(listing)
        for link in listing.document.links:
            target = target_of(link.href)
            if target is not None and len(found := places.setdefault(target, [])) < _MOST_PLACES:
                place = locate.place(link.span, link.label)
                if place not in found:
                    found.append(place)
        for entry in listing.papers:
            if entry.work is None or entry.work not in works:
                works.add(entry.work)
                months.update(_month(entry))
    return Inventory(
        places=MappingProxyType({target: tuple(found) for target, found in places.items()}),
        papers=sum(entry.work is None for listing in listings for entry in listing.papers) + len(works - {None}),
        months=tuple(Month(year, month, count) for (year, month), count in sorted(months.items())),
    )


def read_findings(listings: Iterable[Listing], diagnostics: Iterable[Diagnostic]) -> tuple[Finding, ...]:
    """What the rules of `RULES` found, each once, in order of rule and target; other diagnostics are left out."""
    by_path = {listing.text.path: _Locator(listing) for listing in listings}
    found: dict[Finding, None] = {}
    for diagnostic in diagnostics:
        if diagnostic.rule in RULES and diagnostic.path in by_path:
            locate = by_path[diagnostic.path]
            target = locate.target(diagnostic.span)
            entry = locate.place(diagnostic.span, "").label if diagnostic.rule in PAPER_RULES else ""
            if target is not None:
                found[Finding(diagnostic.rule, target, diagnostic.message[:LONGEST_WORDS], entry)] = None
    return tuple(sorted(found, key=lambda each: (each.key, each.message)))


class _Locator:
    """Entries and links of one list by place."""

    def __init__(self, listing: Listing) -> None:
        self._listing = listing
        self._links = {(link.url_span or link.span): link for link in listing.document.links}
        self._entries: dict[int, Entry] = {}
        for entry in listing.entries:
            text = listing.text
            for line in range(text.line_at(entry.span.start), text.line_at(entry.span.end) + 1):
                self._entries.setdefault(line, entry)

    def place(self, span: Span, label: str) -> Place:
        """Where `span` is, under the title of its entry, or else `label`."""
        line = self._listing.text.line_at(span.start)
        entry = self._entries.get(line)
        title = entry.title.value if entry is not None and entry.title is not None else label
        section = self._listing.sections[entry.section].heading if entry is not None else ""
        words = " ".join(title.split())[:LONGEST_WORDS]
        return Place(self._listing.text.path[:LONGEST_TARGET], line, section[:LONGEST_WORDS], words)

    def target(self, span: Span) -> str | None:
        """What a diagnostic at `span` is about: the link there, else the main link of its entry."""
        link = self._links.get(span)
        if link is not None:
            return target_of(link.href)
        entry = self._entries.get(self._listing.text.line_at(span.start))
        if entry is None:
            return None
        if entry.link is not None and (target := target_of(entry.link.href)) is not None:
            return target
        return next((target for each in entry.links if (target := target_of(each.href))), None)


def _month(entry: Entry) -> tuple[tuple[int, int], ...]:
    """The month of a paper on arXiv, or that of its label."""
    day = arxiv_month(entry.work) if entry.work is not None else None
    if day is None and entry.date is not None:
        day = entry.date.value
    return ((day.year, day.month),) if day is not None and day.month else ()
