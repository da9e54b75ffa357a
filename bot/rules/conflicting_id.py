"""The rule `conflicting-id`: one title with two arXiv identifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.linter.diagnostics import Scope, Severity
from bot.linter.rule import Bad, Good, Rule
from bot.papers.identifiers import Scheme
from bot.rules.link_targets import target_span
from bot.rules.works import distinctive_title, earlier_places, pointer, where

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context
    from bot.listing import Entry, Listing
    from bot.listing.model import ListedEntry
    from bot.papers.identifiers import Identifier


_LEAST_WORDS = 3
"""Shorter titles are not compared."""


class ConflictingId(Rule):
    """The same title is listed with two arXiv identifiers: one of them is probably wrong.

    Mostly a digit was mistyped, or the link was copied from the entry above. Look the title up on arXiv. Two
    papers do share a title now and then; suppress the finding with `<!-- bot: allow conflicting-id -->` then.
    Titles of fewer than three words are not compared.
    """

    slug: ClassVar[str] = "conflicting-id"
    severity: ClassVar[Severity] = Severity.WARNING
    scope: ClassVar[Scope] = Scope.PAIR
    examples: ClassVar[tuple[Good | Bad, ...]] = (
        Bad(
            "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"
            "* [FireAct: Toward Language Agent Fine-Tuning](https://arxiv.org/abs/2310.05951)\n"
        ),
        Good(
            "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"
            "* [AgentTuning: Enabling Generalized Agent Abilities for LLMs](https://arxiv.org/abs/2310.12823)\n"
        ),
    )

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield one diagnostic per entry whose title is listed before with another identifier."""
        for entry in context.catalog.papers(listing):
            place = _other(entry, context)
            if place is None or place.entry.work is None or entry.link is None:
                continue
            place_name = where(listing, place)
            message = f"this title has arXiv {place.entry.work.value} {place_name}: one of the two is probably wrong"
            related = (pointer(place, "the other identifier"),)
            yield self.at(listing, target_span(entry.link), message, related=related)


def _other(entry: Entry, context: Context) -> ListedEntry | None:
    """The first earlier place of the entry's title with another arXiv identifier."""
    title = distinctive_title(entry, _LEAST_WORDS)
    if not _is_arxiv(entry.work) or title is None:
        return None
    places = earlier_places(context.catalog.by_title.get(title, ()), entry)
    return next((each for each in places if _is_arxiv(each.entry.work) and each.entry.work != entry.work), None)


def _is_arxiv(work: Identifier | None) -> bool:
    return work is not None and work.scheme is Scheme.ARXIV
