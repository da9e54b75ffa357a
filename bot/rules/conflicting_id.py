"""The rule `conflicting-id`: one title with two arXiv identifiers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import NamedTuple

from bot.judgement import Case, Side, always, weigh
from bot.listing import Entry, Link, Listing
from bot.listing.conventions import months_off
from bot.listing.labels import Label
from bot.listing.links import label_of
from bot.listing.model import ListedEntry
from bot.papers.identifiers import Identifier, Scheme, arxiv_month, identify
from bot.papers.similarity import Match, compare_titles, normalise
from bot.rules import FIREACT
from bot.rules.api import Bad, Context, Diagnostic, Findings, Good, Related, Rule, Scope, Severity
from bot.rules.clusters import LEAST_WORDS, Claim, Clusters, clusters_of, distinctive_title
from bot.rules.link_targets import target_span
from bot.rules.sameness import UNIQUE_TITLE, Pair, Relation
from bot.rules.works import cite, contradiction, title_span

_MONTHS_APART = 3
"""Least number of months between two genuine records of one title, such as a workshop paper and its long version."""


_MOST = 3
"""What more works than these share is not a title, but a label: `link to this paper`."""
_CONTRADICTED = 2
"""From so much on, what an entry says contradicts its id: see `contradiction`."""


class ConflictingId(Rule):
    """The same title is listed with two arXiv ids; one of them is probably wrong.

    Usually a digit was mistyped, or the link was copied from another entry. Look up the title on arXiv. The finding is
    at the id that is more likely wrong: it contradicts the date or venue of its entry, is also listed under another
    title, or occurs less often. The rule also compares the link of a title with a link beside it with the
    text `paper` or `arXiv`.

    Only a note, because two papers can have the same title:

    - ids that each fit the date of their own entry;
    - ids three or more months apart, if nothing else shows a mistake.

    Not reported: titles of fewer than three words.
    """

    severity = Severity.WARNING
    scope = Scope.PAIR
    examples = (
        Bad(f"* {FIREACT}\n* [FireAct: Toward Language Agent Fine-Tuning](https://arxiv.org/abs/2310.05951)\n"),
        Good(
            f"* {FIREACT}\n"
            "* [AgentTuning: Enabling Generalized Agent Abilities for LLMs](https://arxiv.org/abs/2310.12823)\n"
        ),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per less likely id of a title, at its first place."""
        clusters = clusters_of(context.catalog)
        shared = clusters.of_title[listing.text.path]
        titles = [distinctive_title(entry, LEAST_WORDS) for entry in listing.entries if entry.span in shared]
        for title in dict.fromkeys(filter(None, titles)):
            claims = clusters.claims(title)
            works = Counter(claim.work for claim in claims)
            if not 2 <= len(works) <= _MOST or not isinstance(claims[0].place, Entry):
                continue
            against = {work: min(_doubt(claim, context) for claim in claims if claim.work == work) for work in works}
            kept = min(claims, key=lambda claim: (_touch(claim, context), against[claim.work], -works[claim.work]))
            reported: set[Identifier] = set()
            for claim in claims:
                if claim.listing is not listing or claim.work in reported:
                    continue
                if _names(claim, kept.work) or _names(kept, claim.work):
                    continue
                reported.add(claim.work)
                conflict = _Conflict(claim, kept, against[claim.work], against[kept.work], clusters)
                for found in self.decide(self._report(claim, kept), weigh(_WITNESSES, conflict), context):
                    wrong = "one of the ids, or the title," if conflict.are_of_other_authors() else "one of the two ids"
                    end = f"; {wrong} is probably wrong" if found.severity > Severity.NOTE else ""
                    yield replace(found, message=found.message + end)
        yield from self._beside(listing, context)

    def _beside(self, listing: Listing, context: Context) -> Findings:
        """The titles that link another paper than the link beside them that is labelled as the paper."""
        several = (ListedEntry(listing, entry) for entry in listing.entries if entry.identifiers[1:])
        for two in filter(None, (_Two.find(each, context) for each in several)):
            own, other = two.links
            message = f"the title links {cite(two.works[0])}, but `{other.label or 'paper'}` {cite(two.works[1])}"
            related = (Related(listing.text.path, target_span(other), "the other id"),)
            found = self.at(listing, target_span(own), f"{message}; one of the two is wrong", related=related)
            yield from self.decide(found, weigh(_WITNESSES_OF_TWO, two), context)

    def _report(self, claim: Claim, kept: Claim) -> Diagnostic:
        line = kept.listing.text.line_at(kept.link.span.start)
        file = "" if kept.listing is claim.listing else f" of {kept.listing.text.path}"
        message = f"the same title links arXiv {kept.work.value} on line {line}{file}"
        place = title_span(kept.place) if isinstance(kept.place, Entry) else kept.link.span
        related = (Related(kept.listing.text.path, place, "the other id"),)
        return self.at(claim.listing, target_span(claim.link), message, related=related)


def _names(claim: Claim, work: Identifier) -> bool:
    """Whether the place of a claim names the other work too."""
    return work in (claim.place.identifiers if isinstance(claim.place, Entry) else (claim.work,))


def _touch(claim: Claim, context: Context) -> int:
    """How the checked change touched the place of a claim: findings are reported where the change is."""
    return context.catalog.touch(claim.listing, claim.place) if isinstance(claim.place, Entry) else 0


def _doubt(claim: Claim, context: Context) -> int:
    """How much contradicts the id of a claim: the entry's date and venue, or another title with the id."""
    titles = (place.entry.title for place in clusters_of(context.catalog).with_work(claim.work))
    own = claim.place.title.value if isinstance(claim.place, Entry) and claim.place.title else str(claim.place.title)
    reused = any(title is not None and compare_titles(own, title.value) is Match.DIFFERENT for title in titles)
    if isinstance(claim.place, Entry):
        return contradiction(claim.listing, claim.place) + 3 * reused
    announced, date = arxiv_month(claim.work), claim.place.date
    early = announced is not None and date is not None and date.month is not None and date < announced
    return 2 * early + 3 * reused


def _is_slip(claim: Claim, kept: Claim) -> bool:
    """Whether two ids are too close to be two records, by their months or by their digits."""
    one, other = claim.work, kept.work
    months = [date.months() or 0 for work in (one, other) if (date := arxiv_month(work)) is not None]
    if len(months) == 2 and abs(months[0] - months[1]) < _MONTHS_APART:
        return True
    same_number = one.value.rpartition(".")[2] == other.value.rpartition(".")[2]
    differences = sum(a != b for a, b in zip(one.value, other.value, strict=False))
    return len(one.value) == len(other.value) and (same_number or differences == 1)


class _Conflict(NamedTuple):
    """Two ids under one title: what was claimed at the place that is less likely, and at the other one."""

    claim: Claim
    kept: Claim
    doubt: int
    kept_doubt: int
    """How much contradicts either id."""
    clusters: Clusters

    def is_misdated(self) -> bool:
        return self.doubt >= max(self.kept_doubt + 1, _CONTRADICTED)

    @property
    def pair(self) -> Pair | None:
        both = (self.claim, self.kept)
        places = [ListedEntry(each.listing, each.place) for each in both if isinstance(each.place, Entry)]
        return Pair(places[0], places[1], self.clusters) if len(places) > 1 else None

    def have_dates_of_their_own(self) -> bool:
        """Whether each entry has the date of its own id, and the two are not of one month; or their bare years."""
        if (pair := self.pair) is None or len({arxiv_month(each.work) for each in (self.claim, self.kept)}) < 2:
            return False
        is_of_year = pair.have_other_years() and all(
            each.date and each.date.value and each.announced and each.date.value.year == each.announced.year
            for each in pair.entries
        )
        return is_of_year or all(months_off(each) == 0 for each in pair.entries)

    def are_of_other_authors(self) -> bool:
        return self.pair is not None and self.pair.have_other_first_author()

    def share_publication(self) -> bool:
        """Whether both link one publication, by its DOI or its page."""
        one, other = (each.identifiers for each in self.pair.entries) if self.pair else ((), ())
        return any(each.is_paper and each in other for each in one)

    def are_namesakes(self) -> bool:
        """Whether two papers of other authors may have the title, which is not long."""
        title = self.kept.place.title_text if isinstance(self.kept.place, Entry) else ""
        return self.are_of_other_authors() and len(normalise(title).split()) < UNIQUE_TITLE


_WITNESSES: tuple[Case[_Conflict, Side], ...] = (
    Case("one title has two ids", always, Side.FOR),
    Case("the date, the venue or another title contradicts the id", _Conflict.is_misdated, Side.FOR),
    Case("the ids are alike, or of neighbouring months", lambda it: _is_slip(it.claim, it.kept), Side.FOR),
    Case("both entries link the same publication", _Conflict.share_publication, Side.FOR),
    Case("each entry has the date of its id", _Conflict.have_dates_of_their_own, Side.NOTE),
    Case("the authors differ, and the title is not long", _Conflict.are_namesakes, Side.NOTE),
)


class _Two(NamedTuple):
    """An entry whose title links one paper on arXiv, and a link labelled as the paper another one."""

    place: ListedEntry
    context: Context
    links: tuple[Link, Link]
    works: tuple[Identifier, Identifier]

    @classmethod
    def find(cls, place: ListedEntry, context: Context) -> _Two | None:
        """The two papers of an entry; None for others, and where it has more."""
        entry, title, works = place.entry, place.entry.title, place.entry.identifiers
        if title is None or [each.scheme for each in works].count(Scheme.ARXIV) != 2:
            return None
        found: dict[bool, tuple[Link, Identifier]] = {}
        for link in entry.links:
            work = identify(link.href).identifier if not link.image else None
            is_own, is_paper = link.span.overlaps(title.span), label_of(link) is Label.PAPER
            is_paper = is_paper and not any(map(str.isdigit, link.label))  # `arXiv 2009` may be an older version
            if work is not None and work.scheme is Scheme.ARXIV and (is_own or is_paper):
                found.setdefault(is_own, (link, work))
        if len(found) < 2 or found[True][1] == found[False][1]:
            return None
        (own, one), (other, two) = found[True], found[False]
        return cls(place, context, (own, other), (one, two))

    def is_of_another(self) -> bool:
        """Whether one of the ids is that of another entry, with another title."""
        clusters = clusters_of(self.context.catalog)
        places = (place for work in self.works for place in clusters.with_work(work) if place.entry != self.place.entry)
        return any(Pair(self.place, each, clusters).relation >= Relation.UNKNOWN for each in places)

    def is_of_labelled(self) -> bool:
        """Whether the month of the entry is that of the id after the label, and not that after the title."""
        date = self.place.entry.date.value if self.place.entry.date is not None else None
        own, months = date.months() if date is not None else None, [*map(arxiv_month, self.works)]
        apart = [abs((each.months() or 0) - own) for each in months if each is not None and own is not None]
        return len(apart) > 1 and apart[1] <= 1 < apart[0]


_WITNESSES_OF_TWO: tuple[Case[_Two, Side], ...] = (
    Case("the title and the link labelled as the paper point to different papers", always, Side.FOR),
    Case("one of the ids is also in an entry with another title", _Two.is_of_another, Side.FOR),
    Case("the date is that of the other id", _Two.is_of_labelled, Side.FOR),
)
