"""Compare the papers of feeds with a list: which it has, how like it the others are, and where they would go.

What was found is written as a table for people, as JSON and as Markdown; all texts of feeds are escaped.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from bot.additions.proposal import learn_topics, propose
from bot.additions.request import Request
from bot.codec import to_json
from bot.listing.parts import HIDDEN
from bot.ordering.places import name_of
from bot.papers.identifiers import Identifier, arxiv_month
from bot.papers.identity import NamedPaper, find_page, name_identified
from bot.papers.record import Record
from bot.papers.similarity import is_titled, names_one_paper, title_key
from bot.reports.markdown import escape
from bot.scouting.feeds import FeedPaper, join_feeds
from bot.scouting.ranking import Example, PaperText, rank
from bot.text import Text, escape_controls, fit, plural, shorten

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import TypeAlias

    from bot.facts.model import RecordFact
    from bot.linter.engine import Plan
    from bot.linter.survey import Survey
    from bot.listing import Entry, Listing

    LookUp: TypeAlias = Callable[[Sequence[NamedPaper]], Mapping[NamedPaper, RecordFact]]
    """What is known about papers: by the lock file of the list, else by services."""
    from collections.abc import Iterator, Sequence


NEIGHBOURS = 3
_PROPOSALS = 400_000
"""Titles that are compared to propose sections: all candidates of small lists get one, the first of large ones."""
_FEWEST_PROPOSALS = 30
_LONGEST_TITLE = 200
_LONGEST_SECTION = 80
_MOST_LISTED = 10
"""Papers that the list has and that are named, in tables."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An entry of the list that a candidate is like."""

    title: str
    line: int
    similarity: float
    """From 0 to 1."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper of a feed, compared with the list."""

    paper: FeedPaper
    score: float = 0.0
    """From 0 to 1, among the papers of the feeds: 0.5 is the average one."""
    section: str | None = None
    nearest: tuple[Neighbour, ...] = ()
    unlike: bool = False
    """Whether hardly a word connects it with the list."""
    line: int | None = None
    """Of its entry, where the list has it."""
    path: str | None = None

    @property
    def is_listed(self) -> bool:
        """Whether the list has the paper."""
        return self.line is not None


@dataclass(frozen=True, slots=True)
class Scouted:
    """The papers of the feeds: those that are new to the list, the most similar first, then those that it has."""

    new: tuple[Candidate, ...]
    listed: tuple[Candidate, ...]


def scout(listing: Listing, papers: Sequence[FeedPaper], others: Sequence[Listing] = ()) -> Scouted:
    """Compare papers with a list; those in `others` are listed, too.

    A paper without a title is a candidate of score 0: there is nothing to compare.
    """
    index = _Index((listing, *others))
    listed, fresh = [], []
    for paper in papers:
        place = index.find(paper)
        if place is None:
            fresh.append(paper)
        else:
            text, section = place.listing.text, _section_of(place.listing, place.section)
            listed.append(Candidate(paper, section=section, line=text.line_at(place.offset), path=text.path))
    return Scouted(tuple(_rank(listing, fresh)), tuple(listed))


def _rank(listing: Listing, fresh: Sequence[FeedPaper]) -> list[Candidate]:
    entries = [entry for entry in listing.papers if entry.title is not None]
    if not entries or not fresh:
        return [Candidate(each) for each in fresh]
    examples = [Example(entry.title.value, _month(entry)) for entry in entries if entry.title is not None]
    headings = [heading for entry in entries if (heading := listing.sections[entry.section].heading)]
    scores = rank(examples, headings, [PaperText(each.title, each.abstract) for each in fresh], NEIGHBOURS)
    found = []
    for paper, score in zip(fresh, scores, strict=True):
        near = tuple(
            Neighbour(examples[at].title, listing.text.line_at(entries[at].span.start), similarity)
            for at, similarity in score.nearest
        )
        value = round(score.value, 4) if paper.title else 0.0
        found.append((score.value if paper.title else 0.0, Candidate(paper, value, None, near, score.is_unlike)))
    found.sort(key=lambda each: (-each[0], each[1].paper.id or "", each[1].paper.title))
    return _with_sections(listing, [candidate for _, candidate in found], len(entries))


def _with_sections(listing: Listing, candidates: Sequence[Candidate], size: int) -> list[Candidate]:
    """The candidates with the sections that `bot add` would propose; in a long list only the first ones."""
    topics = learn_topics(listing)
    most = max(_FEWEST_PROPOSALS, _PROPOSALS // size)
    names: dict[int, str | None] = {}
    found = []
    for candidate in candidates[:most]:
        paper = candidate.paper
        proposals = propose(topics, Record(paper.title, identifier=paper.identifier, date=paper.day))
        best = proposals[0].section if proposals and paper.title else 0
        if best not in names:
            names[best] = _section_of(listing, best)
        found.append(replace(candidate, section=names[best]))
    return [*found, *candidates[most:]]


def _section_of(listing: Listing, index: int) -> str | None:
    """The name of a section, as `bot add --section` takes it; None for what is above all headings."""
    return name_of(listing, index) if listing.sections[index].level else None


def _month(entry: Entry) -> int | None:
    """When an entry's paper appeared, by its arXiv id, else by its date."""
    named = (arxiv_month(each) for each in (entry.work, *entry.identifiers) if each is not None)
    found = next((each for each in named if each is not None), entry.date.value if entry.date is not None else None)
    return found.year * 12 + (found.month or 6) if found is not None else None


class _Place(NamedTuple):
    """Where a list has a paper."""

    listing: Listing
    offset: int
    section: int


class _Index:
    """Where lists have a paper: by what its links name, the main ones first, else by its whole title."""

    def __init__(self, listings: Iterable[Listing]) -> None:
        self._works: dict[Identifier, _Place] = {}
        self._named: dict[Identifier, _Place] = {}
        self._titles: dict[str, _Place] = {}
        for listing in listings:
            for entry in listing.entries:
                place = _Place(listing, entry.span.start, entry.section)
                if entry.work is not None:
                    self._works.setdefault(entry.work, place)
                for identifier in entry.identifiers:
                    self._named.setdefault(identifier, place)
                if entry.title is not None and names_one_paper(entry.title.value):
                    self._titles.setdefault(title_key(entry.title.value), place)
            for block in listing.skipped:
                for mention in block.mentions if block.reason not in HIDDEN else ():
                    if mention.identifier is not None:
                        place = _Place(listing, mention.link.span.start, block.section)
                        self._named.setdefault(mention.identifier, place)

    def find(self, paper: FeedPaper) -> _Place | None:
        """Where the paper is."""
        if paper.identifier is not None:
            found = self._works.get(paper.identifier) or self._named.get(paper.identifier)
            if found is not None:
                return found
        return self._titles.get(title_key(paper.title)) if names_one_paper(paper.title) else None


_SAMPLE = 100
"""The list's newest papers, whose categories say what to read at arXiv."""
_MOST_CATEGORIES = 4
_FEWEST = 0.1
"""The share of these papers from which a category is one of the list's."""


@dataclass(frozen=True, slots=True)
class Target:
    """A list, with the others that may have its papers already, and what is known about papers."""

    texts: tuple[Text, ...]
    """The list, then the others."""
    plan: Plan
    survey: Survey
    look_up: LookUp

    @property
    def listing(self) -> Listing:
        """The list."""
        return self.survey.read_one(self.texts[0])

    def scout(self, papers: Sequence[FeedPaper]) -> Scouted:
        """Compare papers with the list."""
        listing, *others = self.survey.read(self.texts)
        return scout(listing, papers, others)

    def with_titles(self, papers: Sequence[FeedPaper]) -> tuple[FeedPaper, ...]:
        """The papers; those that a feed names by their id alone get the titles that are known."""
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
        """The result with the ids that `find` has for the best candidates without one."""
        best = [each.paper for each in scouted.new if not each.unlike][:top]
        titles = [each.title for each in best if each.id is None]
        found = find(titles) if titles else {}
        if not found:
            return scouted
        papers = [each.paper for each in (*scouted.new, *scouted.listed)]
        named = [replace(each, identifier=found[each.title]) if each.title in found else each for each in papers]
        return self.scout(join_feeds([named]))

    def add(self, papers: Iterable[tuple[FeedPaper, str | None]]) -> Request:
        """Add papers to the list, each to the section that is named with it; nothing is written yet."""
        request = Request(list(self.texts), self.plan, self.survey)
        named = [(paper, name_identified(paper.identifier), section) for paper, section in papers]
        records = self.look_up([each for _, each, _ in named if each is not None])
        for paper, each, section in named:
            shown, record = paper.id or paper.title, records.get(each) if each is not None else None
            if isinstance(record, Record) and not _has_title(record, paper.title):
                request.decline(shown, f'the feed calls it "{paper.title}", and on record it is "{record.title}"')
            else:
                request.add(shown, each, records, section)
        return request

    def find_categories(self) -> list[str]:
        """The arXiv categories of the list's newest papers, the most usual first."""
        papers = self.listing.papers
        works = sorted({each.work for each in papers if each.work is not None and each.announced is not None})
        named = [paper for each in works[-_SAMPLE:] if (paper := name_identified(each)) is not None]
        records = self.look_up(named)
        return usual_categories([fact for fact in records.values() if isinstance(fact, Record) and fact.categories])


def _has_title(record: Record, title: str) -> bool:
    """Whether a paper has the title that a feed gives it, by which it was chosen, or had it before."""
    return not title or is_titled(title, record.all_titles)


def usual_categories(records: Sequence[Record]) -> list[str]:
    """The primary categories that many of these papers have, the most usual first."""
    counts = Counter(each.categories[0] for each in records)
    usual = [name for name, count in counts.items() if count >= _FEWEST * len(records)]
    return sorted(usual, key=lambda name: (-counts[name], name))[:_MOST_CATEGORIES]


def render_json(scouted: Scouted, top: int | None = None) -> str:
    """All candidates, the most similar first, then those that the list has."""
    found = (*scouted.new[:top], *scouted.listed)
    return f"{json.dumps({'candidates': [as_object(each) for each in found]}, ensure_ascii=False, indent=2)}\n"


def as_object(candidate: Candidate) -> dict[str, object]:
    """A candidate as JSON has it."""
    paper = candidate.paper
    return {
        "id": paper.id,
        "title": paper.title,
        "score": candidate.score,
        "section": candidate.section,
        "status": "listed" if candidate.is_listed else "new",
        "path": candidate.path,
        "line": candidate.line,
        "date": paper.day.iso() if paper.day is not None else None,
        "votes": paper.votes,
        "affiliation": paper.affiliation or None,
        "nearest": [to_json(each) for each in candidate.nearest],
    }


def render_table(scouted: Scouted, top: int, width: int) -> str:
    """The best candidates with their sections and nearest entries, and how many others there are."""
    shown, unlike, more = _fold(scouted, top)
    lines = []
    for number, each in enumerate(shown, 1):
        paper = each.paper
        section = f'"{shorten(each.section, _LONGEST_SECTION)}"' if each.section else "no section"
        lines.append(f"{number:3}  {each.score:.2f}  {paper.id or 'no id'}  {paper.title}")
        lines.append(f"           {section}")
        lines += [f"           like line {near.line}: {near.title}" for near in each.nearest]
    if scouted.listed:
        lines.append(f"In the list already: {len(scouted.listed):,}")
        for each in scouted.listed[:_MOST_LISTED]:
            lines.append(f"     {each.path}:{each.line}  {each.paper.id or each.paper.title}")
    if more:
        lines.append(f"{plural(more, 'more candidate')}: --top {len(shown) + more} shows all.")
    if unlike:
        lines.append(f"Not shown: {plural(unlike, 'paper')} with hardly a word in common with the list.")
    text = "".join(f"{fit(escape_controls(line), width)}\n" for line in lines)
    return text or "No candidates.\n"


def render_markdown(scouted: Scouted, top: int) -> str:
    """The same as a table in Markdown; papers that are unlike the list, and those that it has, are folded."""
    shown, unlike, more = _fold(scouted, top)
    rows = "".join(_row(number, each) for number, each in enumerate(shown, 1))
    head = "| | paper | section | like | score |\n| --- | --- | --- | --- | --- |\n"
    parts = [f"## Candidates ({len(shown):,})\n\n{head}{rows}" if shown else "No candidates.\n"]
    if more:
        parts.append(f"{plural(more, 'more candidate')} below these.\n")
    if scouted.listed:
        parts.append(_details(f"In the list already ({len(scouted.listed):,})", scouted.listed[:top]))
    if unlike:
        others = [each for each in scouted.new if each.unlike]
        parts.append(_details(f"Unlike the list ({unlike:,})", others[:top]))
    return "\n".join(parts)


def link(candidate: Candidate) -> str:
    """The title of a paper, with a link to its page where it has one."""
    paper = candidate.paper
    words = escape(paper.title or paper.id or "", _LONGEST_TITLE)
    page = find_page(paper.identifier) if paper.identifier is not None else None
    return f"[{words}]({page})" if page is not None else words


def _fold(scouted: Scouted, top: int) -> tuple[Sequence[Candidate], int, int]:
    """The candidates that are shown, how many are unlike the list, and how many others are left."""
    alike = [each for each in scouted.new if not each.unlike]
    return alike[:top], len(scouted.new) - len(alike), len(alike[top:])


def _row(number: int, candidate: Candidate) -> str:
    near = "; ".join(f"{escape(each.title, _LONGEST_TITLE)} (line {each.line})" for each in candidate.nearest)
    section = escape(candidate.section or "", _LONGEST_SECTION)
    cells = (str(number), link(candidate), section, near, f"{candidate.score:.2f}")
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |\n"


def _details(summary: str, candidates: Sequence[Candidate]) -> str:
    return f"<details><summary>{summary}</summary>\n\n{''.join(_items(candidates))}\n</details>\n"


def _items(candidates: Sequence[Candidate]) -> Iterator[str]:
    for each in candidates:
        place = f" (line {each.line})" if each.line is not None else ""
        yield f"- {link(each)}{place}\n"
