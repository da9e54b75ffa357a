"""The target that is followed for a URL, its places, what rules found about it, and what is reported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from urllib.parse import quote

from bot.facts.questions import BADGES, find_route, is_badge
from bot.links import LinkState
from bot.linter.diagnostics import Diagnostic
from bot.listing import Entry, Listing
from bot.listing.sections import join_path, path_below
from bot.listing.values import section_path, title_of
from bot.papers.dates import Month
from bot.papers.identifiers import Identifier, Scheme, page_url
from bot.papers.urls import split_url, strip_tracking
from bot.sweeps.state import LONGEST_MESSAGE, LONGEST_TARGET, Location, Record, RuleFinding, State, day_of
from bot.text import Span, StrEnum, plural

_SHARED_LIMITS = frozenset({"arxiv.org", "github.com", "doi.org", "dx.doi.org", BADGES})
"""Hosts whose APIs have limits that count all machines of a user as one."""


@lru_cache(maxsize=16_384)
def target_of(url: str) -> str | None:
    """What is followed over time for `url`: the same for all URLs of one paper, repository, DOI or page.

    None for what is not: relative links, badges, overlong addresses.
    """
    parts, route = split_url(url), find_route(url)
    if parts is None or route.reason or is_badge(url):
        return None
    if route.paper is not None and not route.page:
        return str(route.paper)
    if (
        route.doi is not None
        and len(target := f"https://doi.org/{quote(route.doi, safe='/:;()<>,._-')}") <= LONGEST_TARGET
    ):
        return target
    if route.repository is not None and not route.page:
        return str(route.repository)
    page = strip_tracking(url.partition("#")[0].strip())
    authority = page.partition("//")[2].partition("/")[0].partition("?")[0]
    target = f"{parts.scheme}://{authority.lower()}{page.partition('//')[2][len(authority) :] or '/'}"
    return target if len(target) <= LONGEST_TARGET else None


def url_of(target: str) -> str:
    """The URL of the target."""
    scheme, _, value = target.partition(":")
    return page_url(Identifier(Scheme(scheme), value)) if scheme in {Scheme.ARXIV, Scheme.GITHUB} else target


def name_in(url: str, target: str) -> str:
    """The repository of `target` as `url` writes it, `Owner/Name`; empty if the target has it so, or it has none."""
    name = target.removeprefix(f"{Scheme.GITHUB}:")
    start = url.lower().find(name) if name != target and url.isascii() else -1
    written = url[start : start + len(name)] if start >= 0 else ""
    return "" if written == name else written


def is_paper(target: str) -> bool:
    """Whether arXiv's API answers for the target."""
    return target.startswith(f"{Scheme.ARXIV}:")


def is_repository_target(target: str) -> bool:
    """Whether GitHub's API answers for the target."""
    return target.startswith(f"{Scheme.GITHUB}:")


@lru_cache(maxsize=16_384)
def host_of(target: str) -> str:
    """The host that answers for a target or URL, without `www.`."""
    parts = split_url(url_of(target))
    return parts.host.removeprefix("www.") if parts is not None else ""


def shard_of(host: str, shards: int) -> int:
    """Which of `shards` shards, from 1 on, checks a host: always the same one; for arXiv, GitHub and DOIs the first."""
    name = host.lower().removeprefix("www.")
    if shards <= 1 or any(f".{name}".endswith(f".{shared}") for shared in _SHARED_LIMITS):
        return 1
    return int.from_bytes(sha256(name.encode("utf-8", "surrogatepass")).digest()[:8], "big") % shards + 1


def shard_of_url(url: str, shards: int) -> int:
    """Which shard checks a URL as a list writes it."""
    return shard_of(host_of(target_of(url) or url), shards)


PAPER_RULES = ("wrong-paper", "withdrawn-paper", "retitled-paper", "published-venue")
"""About papers, the worst first; a paper that arXiv does not have is a dead link, after three strikes."""
REPOSITORY_RULES = ("moved-repository", "archived-repository")
RULES = (*PAPER_RULES, *REPOSITORY_RULES)
"""The rules whose findings a sweep lists. They ask for facts, and their answers do not come and go."""
ERRORS = frozenset({"wrong-paper", "withdrawn-paper"})
"""Those that call an entry wrong: a tick against them counts as a bug."""
FIXED = frozenset({"moved-repository", "published-venue"})
"""Those whose fixes `bot sweep --fix` writes, as it does those of moved links."""

_MOST_PLACES = 5


@dataclass(frozen=True, slots=True)
class Inventory:
    """The lists as they are now."""

    places: Mapping[str, tuple[Location, ...]]
    """Where each target is, the first places only; the state forgets all other targets."""
    papers: int = 0
    months: tuple[Month, ...] = ()


def take_inventory(listings: Sequence[Listing]) -> Inventory:
    """All targets of the lists, in order, and how many papers they have of each month."""
    places: dict[str, list[Location]] = {}
    months: Counter[tuple[int, int]] = Counter()
    works = set()
    for listing in listings:
        locator = _Locator(listing)
        for link in listing.document.links:
            target = target_of(link.href)
            if target is not None and len(found := places.setdefault(target, [])) < _MOST_PLACES:
                location = replace(locator.locate(link.span, link.label), name=name_in(link.href, target))
                if location not in found:
                    found.append(location)
        for entry in listing.papers:
            if entry.work is None or entry.work not in works:
                works.add(entry.work)
                months.update(_months(entry))
    return Inventory(
        places={target: tuple(found) for target, found in places.items()},
        papers=sum(entry.work is None for listing in listings for entry in listing.papers) + len(works - {None}),
        months=tuple(Month(year, month, count) for (year, month), count in sorted(months.items())),
    )


def read_findings(listings: Iterable[Listing], diagnostics: Iterable[Diagnostic]) -> tuple[RuleFinding, ...]:
    """What the rules of `RULES` found, each once, in order of rule and target; other diagnostics are left out."""
    by_path = {listing.text.path: _Locator(listing) for listing in listings}
    found: dict[RuleFinding, None] = {}
    for diagnostic in diagnostics:
        if diagnostic.rule in RULES and diagnostic.path in by_path:
            locator = by_path[diagnostic.path]
            target = locator.target_at(diagnostic.span)
            entry = locator.locate(diagnostic.span, "").label if diagnostic.rule in PAPER_RULES else ""
            if target is not None:
                message = diagnostic.message[:LONGEST_MESSAGE]
                found[RuleFinding(diagnostic.rule, target, message, entry=entry)] = None
    return tuple(sorted(found, key=lambda each: (each.key, each.message)))


class _Locator:
    """Finds the entry and the link at a place of one list."""

    def __init__(self, listing: Listing) -> None:
        self._listing = listing
        self._title = title_of(listing)
        self._links = {(link.url_span or link.span): link for link in listing.document.links}
        self._entries: dict[int, Entry] = {}
        for entry in listing.entries:
            for line in listing.text.lines_of(entry.span):
                self._entries.setdefault(line, entry)

    def locate(self, span: Span, label: str) -> Location:
        """Where `span` is, under the title of its entry, or else `label`."""
        line = self._listing.text.line_at(span.start)
        entry = self._entries.get(line)
        title = entry.title.value if entry is not None and entry.title is not None else label
        path = section_path(self._listing, entry) if entry is not None else ()
        section = join_path(path_below(self._title, path))
        title = " ".join(title.split())[:LONGEST_MESSAGE]
        return Location(self._listing.text.path[:LONGEST_TARGET], line, section[:LONGEST_MESSAGE], title)

    def target_at(self, span: Span) -> str | None:
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


def _months(entry: Entry) -> tuple[tuple[int, int], ...]:
    """The month of a paper on arXiv, or that of its label; empty if neither is known."""
    day = entry.announced
    if day is None and entry.date is not None:
        day = entry.date.value
    return ((day.year, day.month),) if day is not None and day.month else ()


class ItemKind(StrEnum):
    """The sections of a report, in order."""

    DEAD = "dead"
    MOVED = "moved"
    PAPERS = "papers"
    REPOSITORIES = "repositories"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to report: `since` is when it was first seen, `reported` when it was first reported."""

    kind: ItemKind
    target: str
    message: str
    """What is wrong, as shown to users."""
    since: int
    reported: int
    rule: str = ""
    """The slug of the rule that found it; empty for dead and moved links."""
    strikes: int = 0
    moved_to: str | None = None
    copy: str | None = None
    places: tuple[Location, ...] = ()

    @property
    def id(self) -> str:
        """What its tick box holds: hexadecimal digits, the same in every report."""
        return sha256(f"v1\0{self.kind}\0{self.rule}\0{self.target}".encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @property
    def url(self) -> str:
        """The address of the target for people, a repository in the capitals of the list."""
        names = {f"{Scheme.GITHUB}:{place.name.lower()}": place.name for place in self.places}
        written = names.get(self.target)
        return url_of(f"{Scheme.GITHUB}:{written}" if written else self.target)

    @property
    def is_dead(self) -> bool:
        """Whether the link is called dead."""
        return self.kind is ItemKind.DEAD


def list_items(state: State, places: Mapping[str, tuple[Location, ...]], now: int) -> tuple[Item, ...]:
    """All that is to be reported at `now`, by kind, rule and place; what a person silenced is left out."""
    found = [
        _of_record(record, places.get(target, ()))
        for target, record in state.records.items()
        if record.state in {LinkState.DEAD, LinkState.MOVED} and not _is_silenced(record.silenced_until, now)
    ]
    found += [
        _of_finding(finding, places.get(finding.target, ()))
        for finding in state.findings.values()
        if not _is_silenced(finding.silenced_until, now)
    ]
    return tuple(sorted(found, key=_order))


def describe_state(state: State, items: Sequence[Item]) -> str:
    """What a maintainer asks first, in one line: how many papers, what is dead since when, and what is to be done."""
    if not state.runs:
        return "no sweep yet"
    papers = state.census.papers
    dead = [item for item in items if item.is_dead]
    wrong = sum(item.rule == "wrong-paper" for item in items)
    fixed = sum(item.kind is ItemKind.MOVED or item.rule in FIXED for item in items)
    waiting = len(items) - fixed
    since = f"{', the first' if len(dead) > 1 else ''} since {day_of(min(item.since for item in dead))}" if dead else ""
    counts = (
        (papers, plural(papers, "paper")),
        (len(dead), f"{plural(len(dead), 'dead link')}{since}"),
        (wrong, plural(wrong, "wrong id")),
        (fixed, f"{plural(fixed, 'entry')} that could be updated"),
        (waiting, f"{plural(waiting, 'item')} that {'waits' if waiting == 1 else 'wait'} for a person"),
        (not items, "nothing to do"),
    )
    return "; ".join(text for count, text in counts if count)


def _of_finding(finding: RuleFinding, places: tuple[Location, ...]) -> Item:
    """At the places of its entry; at all of the target where no entry has that title any more."""
    return Item(
        kind=ItemKind.PAPERS if finding.rule in PAPER_RULES else ItemKind.REPOSITORIES,
        target=finding.target,
        message=finding.message,
        since=finding.since,
        reported=finding.since,
        rule=finding.rule,
        places=tuple(place for place in places if place.label == finding.entry) or places,
    )


def _of_record(record: Record, places: tuple[Location, ...]) -> Item:
    is_dead = record.state is LinkState.DEAD
    reported = record.checked if record.reported is None else record.reported
    since = record.first_failure if is_dead else record.moved_since
    return Item(
        kind=ItemKind.DEAD if is_dead else ItemKind.MOVED,
        target=record.target,
        message=record.reason,
        since=reported if since is None else since,
        reported=reported,
        strikes=record.strikes,
        moved_to=record.moved_to,
        copy=record.copy,
        places=places,
    )


def _is_silenced(until: int | None, now: int) -> bool:
    return until is not None and until > now


def _order(item: Item) -> tuple[int, int, tuple[str, int], str]:
    rank = RULES.index(item.rule) if item.rule in RULES else -1
    place = (item.places[0].path, item.places[0].line) if item.places else ("", 0)
    return list(ItemKind).index(item.kind), rank, place, item.target
