"""The list that papers are scouted for: what it has of them, what is known of them, and how they are added."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.additions.request import Request
from bot.papers.identity import name_identified
from bot.papers.record import Record
from bot.scouting.feeds import Feed, join_feeds
from bot.scouting.scout import scout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import TypeAlias

    from bot.facts.model import RecordFact
    from bot.linter.engine import Plan
    from bot.linter.survey import Survey
    from bot.listing import Listing
    from bot.papers.identifiers import Identifier
    from bot.papers.identity import NamedPaper
    from bot.scouting.model import FeedPaper
    from bot.scouting.scout import Scouted
    from bot.text import Text

    LookUp: TypeAlias = Callable[[Sequence[NamedPaper]], Mapping[NamedPaper, RecordFact]]
    """What is known of papers: by the lock file of the list, else by services."""

_SAMPLE = 100
"""The list's newest papers, whose categories say what to read at arXiv."""
_MOST_CATEGORIES = 4
_FEWEST = 0.1
"""The share of these papers from which a category is one of the list's."""


@dataclass(frozen=True, slots=True)
class Target:
    """A list, with the others that may have its papers already, and what is known of papers."""

    texts: tuple[Text, ...]
    """The list, then the others."""
    plan: Plan
    survey: Survey
    look_up: LookUp

    @property
    def listing(self) -> Listing:
        """The list."""
        return self.survey.read(self.texts[:1])[0]

    def scout(self, papers: Sequence[FeedPaper]) -> Scouted:
        """Compare papers with the list."""
        listing, *others = self.survey.read(self.texts)
        return scout(listing, papers, others)

    def with_titles(self, papers: Sequence[FeedPaper]) -> tuple[FeedPaper, ...]:
        """The papers, those of which a feed gives the id alone with the titles that are known."""
        untitled = ((each, name_identified(each.identifier)) for each in papers if not each.title)
        wanted = {each: named for each, named in untitled if named is not None}
        if not wanted:
            return tuple(papers)
        records = self.look_up(tuple(wanted.values()))
        titles = {each: fact.title for each, named in wanted.items() if isinstance(fact := records.get(named), Record)}
        return tuple(replace(each, title=titles[each]) if each in titles else each for each in papers)

    def with_identifiers(
        self, scouted: Scouted, top: int, find: Callable[[Sequence[str]], Mapping[str, Identifier]]
    ) -> Scouted:
        """The result with the ids that `find` has for the best candidates of which only titles were known."""
        best = [each.paper for each in scouted.new if not each.unlike][:top]
        titles = [each.title for each in best if each.id is None]
        found = find(titles) if titles else {}
        if not found:
            return scouted
        papers = [each.paper for each in (*scouted.new, *scouted.listed)]
        named = [replace(each, identifier=found[each.title]) if each.title in found else each for each in papers]
        return self.scout(join_feeds([Feed("feeds", tuple(named))]))

    def add(self, papers: Iterable[tuple[FeedPaper, str | None]]) -> Request:
        """Add papers to the list, each to the section that is named with it; nothing is written yet."""
        request = Request(list(self.texts), self.plan, self.survey)
        named = [(paper, name_identified(paper.identifier), section) for paper, section in papers]
        records = self.look_up([each for _, each, _ in named if each is not None])
        for paper, each, section in named:
            request.add(paper.id or paper.title, each, records, section)
        return request

    def find_categories(self) -> list[str]:
        """The arXiv categories of the list's newest papers, the most usual first."""
        papers = self.listing.papers
        works = sorted({each.work for each in papers if each.work is not None and each.announced is not None})
        named = [paper for each in works[-_SAMPLE:] if (paper := name_identified(each)) is not None]
        records = self.look_up(named)
        return usual_categories([fact for fact in records.values() if isinstance(fact, Record) and fact.categories])


def usual_categories(records: Sequence[Record]) -> list[str]:
    """The primary categories that many of these papers have, the most usual first."""
    counts = Counter(each.categories[0] for each in records)
    usual = [name for name, count in counts.items() if count >= _FEWEST * len(records)]
    return sorted(usual, key=lambda name: (-counts[name], name))[:_MOST_CATEGORIES]
