"""The rule `cross-listed-entry`: one paper in several sections or lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from bot.linter.diagnostics import Scope, Severity
from bot.linter.rule import Bad, Good, Rule, option
from bot.rules.sameness import Relation, relate
from bot.rules.works import (
    MANY,
    distinctive_title,
    is_exempt,
    locate,
    may_be_same,
    named,
    normalised,
    pointer,
    title_span,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context
    from bot.listing import Entry, Listing
    from bot.listing.model import ListedEntry


@dataclass(frozen=True, eq=False)
class CrossListedEntry(Rule):
    """The same paper is listed in two sections of the list, or in two lists of the run.

    Many lists do this on purpose, so it is a note. Set the rule to `error` if each paper should be listed once, or turn
    it `off`. The same id under another title is `reused-id`.

    Sections that repeat other sections, such as news, do not count; `sections: exempt` in the configuration adds to
    them.
    """

    slug: ClassVar[str] = "cross-listed-entry"
    severity: ClassVar[Severity] = Severity.NOTE
    scope: ClassVar[Scope] = Scope.PAIR
    examples: ClassVar[tuple[Good | Bad, ...]] = (
        Bad(
            "## Training\n\n"
            "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n\n"
            "## Classics\n\n"
            "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/pdf/2310.05915)\n"
        ),
        Good(
            "## Training\n\n"
            "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n\n"
            "## Classics\n\n"
            "* [AgentTuning: Enabling Generalized Agent Abilities for LLMs](https://arxiv.org/abs/2310.12823)\n"
        ),
    )

    exempt_sections: tuple[str, ...] = option(
        (
            "News",
            "Latest News",
            "What's New",
            "Updates",
            "Recent Updates",
            "Changelog",
        ),
        "Headings of sections that repeat what other sections list.",
    )

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield one diagnostic per entry whose paper is already listed elsewhere."""
        exempt = normalised(self.exempt_sections)
        for entry in context.catalog.papers(listing):
            if is_exempt(listing, entry, exempt):
                continue
            if (place := _first(listing, entry, context, exempt)) is not None:
                name = named(entry.work) if entry.work is not None else "this paper"
                message = f"{name} is also listed in {locate(listing, place)}"
                if place.listing is listing and (heading := listing.sections[place.entry.section].heading):
                    message += f', under "{heading}"'
                related = (pointer(place, "the first entry"),)
                yield self.at(listing, title_span(entry), message, related=related)


def _first(listing: Listing, entry: Entry, context: Context, exempt: frozenset[str]) -> ListedEntry | None:
    """The first place of the paper, if that is in another section; None if it repeats one in its own section."""
    first: ListedEntry | None = None
    for place in _places(entry, context):
        if place.entry is entry or _is_same(place, listing, entry):
            break
        if is_exempt(place.listing, place.entry, exempt):
            continue
        if place.listing is listing and place.entry.place == entry.place:
            return None
        first = first or place
    return first


def _is_same(place: ListedEntry, listing: Listing, entry: Entry) -> bool:
    return place.listing.text.path == listing.text.path and place.entry.span == entry.span


def _places(entry: Entry, context: Context) -> Iterator[ListedEntry]:
    """Where the paper of `entry` is listed, in order of list and position, including the entry itself."""
    if entry.work is not None:
        places = context.catalog.by_work.get(entry.work, ())[:MANY]
        most = Relation.ALIKE if entry.work.is_paper else Relation.SAME
        found = [each for each in places if relate(each.entry, entry, context.catalog.topic) <= most]
        if found and found[0].entry is not entry:
            yield from found
            return
    title = distinctive_title(entry)
    for place in context.catalog.by_title.get(title, ())[:MANY] if title is not None else ():
        if place.entry is entry or may_be_same(place.entry.work, entry.work):
            yield place
