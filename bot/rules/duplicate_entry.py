"""The rule `duplicate-entry`: one paper twice in one section."""

from __future__ import annotations

from dataclasses import dataclass

from bot.listing import Carrier, Entry, Kind, Listing, Span, Text
from bot.listing.model import ListedEntry
from bot.papers.identifiers import Identifier
from bot.papers.similarity import is_comparable, normalise
from bot.papers.urls import split_url, strip_tracking
from bot.rules.api import Bad, Context, Diagnostic, Edit, Findings, Fix, Good, Rule, Safety, Scope, Severity, option
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

_FEWEST_WORDS = 4
"""Words of an entry without a title that say what it is about: fewer are a label, such as "project page"."""


@dataclass(frozen=True, eq=False)
class DuplicateEntry(Rule):
    """The same paper is listed twice in one section.

    Papers are compared by what their links identify, not by the URL: `abs/2310.05915v2`, `pdf/2310.05915` and the
    paper's page on Hugging Face are the same paper. The same id under another title is a warning: the paper is listed
    twice, or one of the links is wrong. So is the same title with links to different sites, such as arXiv and
    OpenReview. A repository, a post or another page is a duplicate if both the address and the text are the same.

    Remove one of the two. For an exact copy there is an unsafe fix, because only you know which of the two places is
    the better one. The same paper in two sections is `cross-listed-entry`.
    """

    slug = "duplicate-entry"
    severity = Severity.ERROR
    scope = Scope.PAIR
    examples = (
        Bad(
            "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"
            "* [AgentTuning: Enabling Generalized Agent Abilities for LLMs](https://arxiv.org/abs/2310.12823)\n"
            "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/pdf/2310.05915v1)\n"
        ),
        Bad(
            "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"
            "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n",
            fixed="* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n",
        ),
        Good(
            "## Training\n\n"
            "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n\n"
            "## Classics\n\n"
            "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"
        ),
    )

    exempt_sections: tuple[str, ...] = option((), "Headings of sections in which a paper may be listed more than once.")

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per duplicate, at the later entry."""
        exempt = normalised(self.exempt_sections)
        works: dict[tuple[tuple[int, str], Identifier], list[Entry]] = {}
        titles: dict[tuple[tuple[int, str], str], Entry] = {}
        pages: dict[tuple[tuple[int, str], str, str], Entry] = {}
        has_papers = any(listing.papers)
        for entry in context.catalog.entries_of(listing):
            if is_exempt(listing, entry, exempt):
                continue
            if entry.kind is Kind.PAPER:
                title = distinctive_title(entry)
                before = works.setdefault((entry.place, entry.work), []) if entry.work is not None else []
                namesake = titles.setdefault((entry.place, title), entry) if title is not None else entry
                found = self._again(listing, entry, before, context.catalog.topic)
                if found is None and namesake is not entry and may_be_same(namesake.work, entry.work):
                    found = self._same_title(listing, entry, namesake)
                if len(before) < MANY:
                    before.append(entry)
                if found is not None:
                    yield found
                    continue
            if has_papers and (page := _page(entry)) is not None:
                first = pages.setdefault((entry.place, *page), entry)
                if first is not entry:
                    yield self._report(listing, entry, first, "same link and text", Severity.WARNING)

    def _again(self, listing: Listing, entry: Entry, before: list[Entry], topic: frozenset[str]) -> Diagnostic | None:
        """The finding for an entry whose work those `before` it name too; None if none of them is the same paper."""
        relations = [relate(each, entry, topic) for each in before]
        if entry.work is None or not relations or (nearest := min(relations)) > Relation.UNKNOWN:
            return None
        first = before[relations.index(nearest)]
        if not entry.work.is_paper and nearest is not Relation.SAME:
            return None  # two papers may share a repository
        if nearest is not Relation.SAME and not any(
            each.title and is_comparable(each.title.value) for each in (first, entry)
        ):
            return None  # two short names: models or data sets of one paper
        if nearest is Relation.SAME:
            return self._report(listing, entry, first, named(entry.work), None)
        reason = f"{named(entry.work)} with another title; one of the links may be wrong"
        return self._report(listing, entry, first, reason, Severity.WARNING)

    def _same_title(self, listing: Listing, entry: Entry, first: Entry) -> Diagnostic:
        reason = "same title"
        if entry.link is not None and first.link is not None:
            if entry.link.href == first.link.href:
                return self._report(listing, entry, first, "same title and link", None)
            reason = "same title, another link"
        return self._report(listing, entry, first, reason, Severity.WARNING)

    def _report(
        self, listing: Listing, entry: Entry, first: Entry, reason: str, severity: Severity | None
    ) -> Diagnostic:
        place = ListedEntry(listing, first)
        return self.at(
            listing,
            title_span(entry),
            f"duplicate of {locate(listing, place)} ({reason})",
            fix=_removal(listing.text, first, entry),
            related=(pointer(place, "the first entry"),),
            severity=severity,
        )


def _page(entry: Entry) -> tuple[str, str] | None:
    """The page and the name of an entry whose link identifies no paper; None if it has no name."""
    link = entry.link or next((each for each in entry.links if not each.image), None)
    parts = split_url(strip_tracking(link.href)) if link is not None else None
    if parts is None or (entry.work is not None and entry.work.is_paper):
        return None
    # Rows about the sizes of one model share its name and its page.
    name = entry.title.value if entry.title is not None and entry.carrier is not Carrier.ROW else entry.head.text
    words = normalise(name)
    if entry.title is None and words.count(" ") < _FEWEST_WORDS - 1:
        return None
    return f"{parts.host.removeprefix('www.')}{parts.path.rstrip('/')}{parts.query}{parts.fragment}", words


def _removal(text: Text, first: Entry, second: Entry) -> Fix | None:
    """The fix that removes the second of two equal entries, with its lines."""
    if second.carrier not in (Carrier.BULLET, Carrier.ROW, Carrier.RECORD):
        return None
    if text[first.span].split() != text[second.span].split():
        return None
    start = text.line_span(text.line_at(second.span.start)).start
    last = text.line_at(max(second.span.end - 1, second.span.start))
    if text.content[start : second.span.start].strip() or second.span.end != text.line_span(last).end:
        return None
    end = text.line_starts[last] if last < len(text.line_starts) else second.span.end
    return Fix("Remove the second entry", (Edit(Span(start, end), ""),), Safety.UNSAFE)
