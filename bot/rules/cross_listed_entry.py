"""The rule `cross-listed-entry`: one paper in several sections or lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import filterfalse, takewhile

from bot.linter.habits import FEWEST
from bot.listing import Entry, Kind, Listing
from bot.listing.model import ListedEntry
from bot.papers.identifiers import Scheme
from bot.papers.similarity import normalise
from bot.papers.urls import strip_tracking
from bot.papers.venues import JOURNALS
from bot.rules import FIREACT, TITLE
from bot.rules.api import Bad, Context, Diagnostic, Findings, Good, Rule, Scope, Severity, option
from bot.rules.clusters import MANY, clusters_of
from bot.rules.prose import all_venues
from bot.rules.sameness import UNIQUE_TITLE, Pair, Relation
from bot.rules.works import cite, find_exempt, locate, may_be_same, pointer, title_span

_SELECTION = 0.9
"""If this share of a section is listed in other sections too, it is a selection of them."""
_FORM = "the paper is listed in another section or list too"


@dataclass(frozen=True, eq=False)
class CrossListedEntry(Rule):
    """The same paper is listed under two headings of any level, or in two files that are checked together.

    Many lists do this on purpose, so it is a note. Under the same heading, `duplicate-entry` reports it. If each paper
    should be listed once, set the rule to `error` in the configuration. The finding is a warning if two entries have
    the same long title and different links, and either different first authors or conferences that are years apart: the
    title was probably copied by mistake.

    Not reported: sections that repeat other sections, such as news (`sections.exempt` adds more of them); and the same
    id under two titles, which `reused-id` reports.
    """

    severity = Severity.NOTE
    scope = Scope.PAIR
    examples = (
        Bad(f"## Training\n\n* {FIREACT}\n\n## Classics\n\n* [{TITLE}](https://arxiv.org/pdf/2310.05915)\n"),
        Good(
            "## Training\n\n"
            f"* {FIREACT}\n\n"
            "## Classics\n\n"
            "* [AgentTuning: Enabling Generalized Agent Abilities for LLMs](https://arxiv.org/abs/2310.12823)\n"
        ),
    )

    exempt_sections: tuple[str, ...] = option(
        ("News", "Latest News", "What's New", "Updates", "Recent Updates", "Changelog"),
        "Headings of sections that repeat other sections; `sections.exempt` adds to them.",
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per entry whose paper is already listed elsewhere."""
        listings = {each.text.path: each for each in (*context.catalog.listings, listing)}
        exempt = cache(lambda path: find_exempt(listings[path], self.exempt_sections))
        selections, own = _selections(listing, context), exempt(listing.text.path)

        def is_repeat(place: ListedEntry) -> bool:
            """Whether a place counts for nothing: its section repeats what others list."""
            is_selected = place.listing is listing and place.entry.place in selections
            return is_selected or place.entry.section in exempt(place.listing.text.path)

        for entry in clusters_of(context.catalog).entries(listing):
            if entry.kind is not Kind.PAPER or entry.section in own or (selections and entry.place in selections):
                continue
            places = [*filterfalse(is_repeat, _find_places(listing, entry, context))]
            if (found := self._find(listing, entry, places, context)) is not None:
                is_named = found.severity is not Severity.NOTE or context.catalog.touch(listing, entry)
                yield replace(found, forms=() if is_named else (_FORM,))

    def _find(self, listing: Listing, entry: Entry, places: list[ListedEntry], context: Context) -> Diagnostic | None:
        """The finding for one entry whose paper is at other places before it: none if one is in its own section."""
        if not places or any(each.listing is listing and each.entry.place == entry.place for each in places):
            return None
        place = places[0]
        name = "this title" if place.entry.work != entry.work else cite(entry.work) if entry.work else "this paper"
        message = f"{name} is also listed on {locate(listing, place)}"
        if place.listing is listing and (heading := listing.sections[place.entry.section].heading):
            message += f', under "{heading}"'
        found = self.at(listing, title_span(entry), message, related=(pointer(place, "the first entry"),))
        if not (witness := _find_copy(Pair(place, ListedEntry(listing, entry), clusters_of(context.catalog)))):
            return found
        message = f"{locate(listing, place)} has this title, too, with another link: one title may be wrong"
        severity = Severity.WARNING if len(normalise(entry.title_text).split()) >= UNIQUE_TITLE else Severity.NOTE
        reasons = ("two works have this title", witness)
        return replace(found, message=message, severity=severity, reasons=reasons)


def _selections(listing: Listing, context: Context) -> frozenset[tuple[int, str]]:
    """The sections nearly all of whose papers are in other sections too, except for copies of one section."""
    elsewhere: Counter[tuple[int, str]] = Counter()
    shared: Counter[tuple[tuple[int, str], tuple[int, str]]] = Counter()
    clusters = clusters_of(context.catalog)
    repeated = clusters.of_work[listing.text.path]
    for work in {entry.work for entry in listing.papers if entry.span in repeated and entry.work is not None}:
        places = clusters.by_work.get(work, [])
        own = [each.entry for each in places if each.listing is listing]
        first = {each.entry.place for each in places[:MANY] if each.listing is listing} if own else set()
        for place in (each.place for each in own if each.kind is Kind.PAPER):
            elsewhere[place] += bool(first - {place})
            shared.update((place, other) for other in first - {place})
    sizes = Counter([entry.place for entry in listing.papers]) if elsewhere else Counter[tuple[int, str]]()
    copies = {one for (one, other), count in shared.items() if count >= _SELECTION * max(sizes[one], sizes[other])}
    return frozenset(
        place
        for place, count in elsewhere.items()
        if count >= FEWEST and count >= _SELECTION * sizes[place] and place not in copies
    )


def _find_places(listing: Listing, entry: Entry, context: Context) -> Iterator[ListedEntry]:
    """Where the paper of `entry` is listed before it, in order; nothing if all places are in its own section."""
    clusters, work, own = clusters_of(context.catalog), entry.work, ListedEntry(listing, entry)
    by_work, by_title = clusters.with_work(work), clusters.with_title(entry)
    if not any(each.listing is not listing or each.entry.place != entry.place for each in (*by_work, *by_title)):
        return
    most = Relation.ALIKE if work is None or work.is_paper else Relation.SAME
    before = takewhile(lambda each: not _is_same(each, listing, entry), by_work)
    same = [each for each in before if Pair(each, own, clusters).relation <= most]
    yield from same
    for place in takewhile(lambda each: not _is_same(each, listing, entry), by_title) if not same else ():
        if may_be_same(place.entry.work, work) or _find_copy(Pair(place, own, clusters)):
            yield place


def _is_same(place: ListedEntry, listing: Listing, entry: Entry) -> bool:
    return place.entry is entry or (place.listing.text.path == listing.text.path and place.entry.span == entry.span)


def _find_copy(pair: Pair) -> str:
    """What says that a title was copied from one of two works to the other; `conflicting-id` reports those of arXiv."""
    works = {each.work for each in pair.entries if each.work is not None}
    is_reported = all(each.scheme is Scheme.ARXIV for each in works)
    if len(works) > 1 and not is_reported and pair.have_other_first_author():
        return "the first authors differ"
    links = {strip_tracking(each.link.href) for each in pair.entries if each.link is not None}
    are_apart = len(links) > 1 and pair.one.work != pair.other.work and _are_of_conferences_apart(*pair.entries)
    return "they are of two conferences, years apart" if are_apart else ""


def _are_of_conferences_apart(one: Entry, other: Entry) -> bool:
    """Whether each names conferences, none of them the same or of the year before or after."""
    first, second = (
        {(each.name, each.year) for each in all_venues(entry) if each.year and not each.track} for entry in (one, other)
    )
    are_conferences = first and second and JOURNALS.isdisjoint(name for name, _ in first | second)
    return bool(are_conferences) and all(
        name != another and abs(year - later) > 1 for name, year in first for another, later in second
    )
