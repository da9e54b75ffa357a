"""The rule `reused-id`: one id under two unrelated titles."""

from __future__ import annotations

from collections.abc import Sequence

from bot.listing import Listing
from bot.listing.model import ListedEntry
from bot.papers.identifiers import Identifier
from bot.papers.similarity import title_key
from bot.rules.api import Bad, Context, Findings, Good, Rule, Scope, Severity
from bot.rules.link_targets import target_span
from bot.rules.sameness import Relation, doubt, relate
from bot.rules.works import MANY, is_volume, locate, named, pointer, preprints_of

_SLUG = 20
"""Length of a title in some publishers' URLs (characters)."""

_SEVERITIES = {Relation.UNKNOWN: Severity.NOTE, Relation.UNLIKE: Severity.WARNING, Relation.UNRELATED: Severity.ERROR}


class ReusedId(Rule):
    """Two entries with different titles link the same paper; one of the links is wrong.

    This happens when an entry is copied and its link is not changed. The link works, so only a reader who clicks
    notices. Look both papers up by their titles. The finding points at the entry whose date, or whose id elsewhere in
    the list, contradicts the link; otherwise at the later one.

    It is an error if the titles share no significant word or begin with two different names (`FireAct:`, `WebRL:`); a
    warning if they share only what most titles of the list share, or if the authors differ; a note if the paper may
    have been renamed. Aliases, shortened titles and equal authors are the same paper.
    """

    slug = "reused-id"
    severity = Severity.ERROR
    scope = Scope.PAIR
    examples = (
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

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per entry whose title does not fit, or may not."""
        for work in {entry.work: None for entry in listing.papers if entry.work is not None}:
            places = context.catalog.by_work[work][:MANY] if _is_of_one_paper(work) else ()
            papers = _group(places, context.catalog.topic) if len(places) > 1 else []
            kept = min(papers, key=lambda paper: min(_doubt(place, context) for place in paper), default=[])
            for paper in papers:
                for place in paper:
                    other = kept[0] if paper is not kept else paper[0]
                    if place.listing is listing and place is not other:
                        yield from self._compare(place, other, work, context)

    def _compare(self, place: ListedEntry, other: ListedEntry, work: Identifier, context: Context) -> Findings:
        """The finding for two entries of one work, depending on how their titles relate."""
        listing, entry = place
        relation = relate(entry, other.entry, context.catalog.topic)
        beside = other.listing is listing and other.entry.place == entry.place
        if entry.link is None or relation < Relation.UNKNOWN or (relation is Relation.UNKNOWN and beside):
            return
        unrelated = relation is Relation.UNRELATED
        title = (
            "an unrelated title; one of the links is wrong"
            if unrelated
            else "another title; one of the links is wrong, or the paper was renamed"
        )
        message = f"{named(work)} is also in {locate(listing, other)} under {title}"
        related = (pointer(other, "the other title"),)
        severity = _SEVERITIES[relation]
        yield self.at(listing, target_span(entry.link), message, related=related, severity=severity)


def _is_of_one_paper(work: Identifier) -> bool:
    return work.is_paper and not is_volume(work)


def _group(places: Sequence[ListedEntry], topic: frozenset[str]) -> list[list[ListedEntry]]:
    """The entries of one work, grouped by the paper that they may be about."""
    papers: list[list[ListedEntry]] = []
    for place in places:
        relations = [relate(paper[0].entry, place.entry, topic) for paper in papers]
        if relations and (nearest := min(relations)) <= Relation.UNKNOWN:
            papers[relations.index(nearest)].append(place)
        else:
            papers.append([place])
    return papers


def _doubt(place: ListedEntry, context: Context) -> tuple[int, int]:
    """How likely the link of an entry is the wrong one: by its date, another id of its title, the words of the URL.

    What the checked change touched comes first: findings are reported where the change is.
    """
    entry, title = place.entry, title_key(place.entry.title.value)[:_SLUG] if place.entry.title is not None else ""
    in_url = bool(title) and entry.work is not None and title in title_key(entry.work.value)
    against = doubt(place.listing, entry) + 3 * (len(preprints_of(entry, context.catalog)) > 1) - 3 * in_url
    return context.catalog.touch(place.listing, entry), against
