"""The rule `reused-id`: one identifier under two unrelated titles."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.linter.diagnostics import Scope, Severity
from bot.linter.rule import Bad, Good, Rule
from bot.papers.identifiers import Scheme
from bot.rules.link_targets import target_span
from bot.rules.works import are_unrelated, earlier_places, named, pointer, where

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context
    from bot.listing import Entry, Listing
    from bot.listing.model import ListedEntry

_ONE_PAPER_EACH = frozenset({Scheme.ARXIV, Scheme.OPENREVIEW, Scheme.ACL})
"""Identifiers that never name a volume or a web page for several papers."""


class ReusedId(Rule):
    """Two entries with quite different titles lead to the same paper: one of the links is wrong.

    This is what copying an entry and forgetting its link does. The link works, and only a reader who
    follows it finds out. Look both papers up by their titles. Renamed papers, aliases and shortened titles
    are allowed for: the rule reports only where two titles of three words or more share no word.
    """

    slug: ClassVar[str] = "reused-id"
    severity: ClassVar[Severity] = Severity.ERROR
    scope: ClassVar[Scope] = Scope.PAIR
    examples: ClassVar[tuple[Good | Bad, ...]] = (
        Bad(
            "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"
            "* [Training Software Engineering Models with Verifiers](https://arxiv.org/abs/2310.05915)\n"
        ),
        Good(
            "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"
            "* [Training Software Engineering Models with Verifiers](https://arxiv.org/abs/2412.21139)\n"
        ),
        Good(
            "## Training\n\n"
            "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n\n"
            "## Classics\n\n"
            "* [FireAct](https://arxiv.org/abs/2310.05915)\n"
        ),
    )

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield one diagnostic per pair, at the later entry."""
        for entry in context.catalog.papers(listing):
            place = _other(entry, context)
            if place is None or entry.work is None or entry.link is None:
                continue
            message = f"{named(entry.work)} is listed {where(listing, place)} under an unrelated title"
            related = (pointer(place, "the other title"),)
            yield self.at(listing, target_span(entry.link), f"{message}: one is wrong", related=related)


def _other(entry: Entry, context: Context) -> ListedEntry | None:
    """The first earlier place of the entry's work under an unrelated title."""
    if entry.work is None or entry.work.scheme not in _ONE_PAPER_EACH:
        return None
    places = earlier_places(context.catalog.by_work.get(entry.work, ()), entry)
    return next((each for each in places if are_unrelated(each.entry, entry)), None)
