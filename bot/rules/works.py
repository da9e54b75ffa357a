"""The works that entries and links name: which are the same, what is on record about them, how messages name them.

What reads records, claims and authors is imported where it is used: a run without facts compares nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from bot.listing import Entry, Kind, Link, Listing, Span
from bot.listing.model import ListedEntry, named_paper
from bot.papers.dates import PartialDate
from bot.papers.identifiers import Identifier, Scheme, identify
from bot.papers.similarity import (
    Match,
    coined_name,
    compare_titles,
    has_risky_difference,
    normalise,
    share_name,
    similarity,
)
from bot.rules.api import Context, Related
from bot.rules.link_targets import hyperlinks
from bot.rules.prose import full_text, names_in, venues_of
from bot.text import lazy_pattern, shorten

if TYPE_CHECKING:
    from bot.facts.model import Facts, Repository
    from bot.papers.record import Record

_LONGEST = 60
"""Characters of an identifier in messages: some are whole titles."""
_NAMES = {
    Scheme.ARXIV: "arXiv",
    Scheme.OPENREVIEW: "OpenReview",
    Scheme.NEURIPS: "NeurIPS",
    Scheme.MLSYS: "MLSys",
    Scheme.BIORXIV: "DOI",  # medRxiv has the same
    Scheme.SEMANTIC_SCHOLAR: "Semantic Scholar",
    Scheme.VIRTUAL: "poster",
    Scheme.PUBMED: "PubMed",
    Scheme.ELSEVIER: "Elsevier",
    Scheme.PAPERS_WITH_CODE: "Papers with Code",
    Scheme.GITHUB: "GitHub",
    Scheme.HUGGINGFACE: "Hugging Face",
    Scheme.YOUTUBE: "YouTube",
}
"""Whose identifiers these are, as people write it, where that is not in capitals."""

_BOOK = lazy_pattern(r"10\.\d+/\D*978[\d-]+")


def cite(work: Identifier) -> str:
    """A work as messages name it: `arXiv 2401.12345`, `DOI 10.1145/...`, `ACL I13-1190`."""
    name = _NAMES.get(work.scheme, work.scheme.upper())
    return f"{name} {work.value if work.scheme is Scheme.ARXIV else shorten(work.value, _LONGEST)}"


def title_span(entry: Entry) -> Span:
    """The span of a diagnostic about a whole entry: its title, or its first link."""
    if entry.title is not None:
        return entry.title.span
    return entry.link.span if entry.link is not None else entry.span


def locate(listing: Listing, other: ListedEntry) -> str:
    """The place of another entry as shown in messages, with its file if that is another one."""
    line = other.listing.text.line_at(other.entry.span.start)
    if other.listing.text.path == listing.text.path:
        return f"line {line}"
    return f"line {line} of {other.listing.text.path}"


def pointer(other: ListedEntry, message: str) -> Related:
    """Another entry as a related place of a diagnostic."""
    return Related(other.listing.text.path, title_span(other.entry), message)


def is_volume(work: Identifier) -> bool:
    """Whether a DOI is of a whole volume."""
    return work.scheme is Scheme.DOI and _BOOK.fullmatch(work.value) is not None


def may_be_same(one: Identifier | None, other: Identifier | None) -> bool:
    """Whether two works under one title may be one paper: not if both identifiers are of the same kind."""
    return one is None or other is None or one.scheme is not other.scheme


def find_exempt(listing: Listing, headings: Iterable[str]) -> frozenset[int]:
    """The sections that have one of the `headings`, or are in one that has, as indexes; compared in normal form."""
    wanted = frozenset(map(normalise, headings))
    numbered = enumerate(listing.sections) if wanted else ()
    return frozenset(i for i, it in numbered if not wanted.isdisjoint(map(normalise, (it.heading, *it.path))))


def links_to(listing: Listing, scheme: Scheme) -> Iterator[tuple[Link, Identifier]]:
    """The links that name something of `scheme`, each target once per line."""
    seen: set[tuple[Identifier, int]] = set()
    for link in hyperlinks(listing):
        identifier = identify(link.href).identifier
        if identifier is None or identifier.scheme is not scheme:
            continue
        place = (identifier, listing.text.line_at(link.span.start))
        if place not in seen:
            seen.add(place)
            yield link, identifier


def linked_repositories(listing: Listing, context: Context) -> Iterator[tuple[Link, Repository]]:
    """The links to repositories with known facts, each repository once per line."""
    for link, identifier in links_to(listing, Scheme.GITHUB):
        repository = context.known.repository(identifier)
        if repository is not None:
            yield link, repository


def find_described(entry: Entry, context: Context) -> Record | None:
    """What is known about the paper of an entry."""
    found = named_paper(entry) if entry.kind is Kind.PAPER else None
    return context.known.paper(found[1]) if found is not None else None


def is_on_record(listing: Listing, span: Span, context: Context) -> bool:
    """Whether a place in a title is written just so, with what is around it, in the paper's title on record."""
    entry = listing.entry_at(span.start) if context.facts is not None else None
    if entry is None or (title := entry.title) is None or not title.span.contains(span):
        return False
    record = find_described(entry, context)
    start, end = max(span.start - _AROUND, title.span.start), min(span.end + _AROUND, title.span.end)
    return record is not None and any(listing.text[Span(start, end)] in each for each in record.all_titles)


_AROUND = 8
"""Characters around a place in a title that are looked up in the titles on record."""
ALIKE = frozenset({Match.SAME, Match.CLOSE})
_PAUSE = lazy_pattern(r"\.\s+(?=[A-Z])")
_MOST_PAUSES = 8
_FEWEST_BLANKS = 2
"""Shorter titles are in a text by chance."""
_COMPANION, _ALIKE_HEADS = 2, 60.0
"""At most this many words tell the names of companions apart."""
_MOST_NAMED = 3
"""Authors that messages name."""
_LONGEST_NAME = 160
"""Characters of a title or a name that messages show."""


class Recorded(NamedTuple):
    """An entry, the link to its paper, what is on record behind that link, and behind its other links."""

    entry: Entry
    link: Link
    record: Record
    others: tuple[Record, ...]

    @property
    def records(self) -> tuple[Record, ...]:
        """All of them."""
        return (self.record, *self.others)

    @property
    def titles(self) -> list[str]:
        """The titles on record of all of them."""
        return [title for record in self.records for title in record.all_titles]

    @property
    def title(self) -> str:
        """The title of an entry, without one or two authors after it that were read as its end."""
        from bot.papers.names import read_authors

        title = self.entry.title_text
        for pause in islice(_PAUSE.finditer(title), _MOST_PAUSES):
            if title[: pause.start()].count(" ") >= _FEWEST_BLANKS and read_authors(title[pause.end() :]) is not None:
                return title[: pause.start()]
        return title

    def is_described(self) -> bool:
        """Whether the title of the entry is that of the work on record."""
        return match_titles(self.title, self.record.all_titles) in ALIKE

    def has_other_name(self) -> bool:
        """Whether the entry has an alias of a work on record, or its title elsewhere than in its own."""
        names = [name for name in names_in(self.entry) if name]
        return any(compare_titles(name, title) in ALIKE for name in names for title in self.titles)

    def has_title_elsewhere(self) -> bool:
        """Whether the entry has the title on record, or the words before its colon, outside of its own title."""
        own = self.entry.title_text
        words = f" {normalise(full_text(self.entry).replace(own, '|'))} "
        heads = [normalise(part) for title in self.titles for part in (title, title.partition(":")[0])]
        return any(head.count(" ") >= _FEWEST_BLANKS and f" {head} " in words for head in heads)

    def names_authors(self) -> bool:
        """Whether the entry names authors of a work on record, and hardly anybody else."""
        from bot.listing.claims import read_claims
        from bot.papers.differences import Difference, compare_authors

        claims = read_claims(self.entry).authors
        comparisons = (compare_authors(each.authors, record.authors) for each in claims for record in self.records)
        return any(each.matched and each.difference is not Difference.OTHERS for each in comparisons)

    def denies_authors(self) -> bool:
        """Whether the entry names authors, none of whom is on record."""
        from bot.listing.claims import read_claims
        from bot.papers.differences import compare_authors

        claims = [claimed.authors for claimed in read_claims(self.entry).authors if claimed.certain]
        official = [record.authors for record in self.records if record.authors]
        matched = [compare_authors(claimed, authors).matched for claimed in claims for authors in official]
        return bool(matched) and not any(matched)


def recorded_entries(listing: Listing, context: Context) -> Iterator[Recorded]:
    """The entries with a title whose paper is on record."""
    return filter(None, (find_recorded(entry, context) for entry in listing.entries))


def find_recorded(entry: Entry, context: Context) -> Recorded | None:
    """What is on record about the paper of an entry; None for one without a title, and for what is not a paper."""
    from bot.facts.model import find_record

    if entry.kind is not Kind.PAPER or entry.title is None:
        return None
    for link in _paper_links(entry):
        if (record := find_record(context.known, link.href)) is not None:
            return Recorded(entry, link, record, tuple(_others(entry, link, context.known)))
    return None


def _paper_links(entry: Entry) -> Iterator[Link]:
    """The link to the paper itself, then the one on the title."""
    if entry.link is not None:
        yield entry.link
    if entry.title is not None:
        yield from (each for each in entry.links if each.span.contains(entry.title.span))


def _others(entry: Entry, link: Link, facts: Facts) -> Iterator[Record]:
    from bot.facts.model import find_record
    from bot.facts.paper_news import find_published

    yield from find_published(facts, link.href)
    for href in dict.fromkeys(each.href for each in entry.links if each.href != link.href):
        if (record := find_record(facts, href)) is not None:
            yield record


def match_titles(written: str, titles: Iterable[str]) -> Match:
    """The best match of a written title with one of several; names that differ make alike titles different."""
    order = (Match.SAME, Match.CLOSE, Match.UNCOMPARABLE, Match.DIFFERENT)
    return min((_match(written, title) for title in titles), key=order.index, default=Match.UNCOMPARABLE)


def _match(written: str, title: str) -> Match:
    match, names = compare_titles(written, title), {coined_name(written), coined_name(title)}
    have_own = match is Match.CLOSE and len(names - {""}) > 1 and not share_name(written, title)
    return Match.DIFFERENT if have_own else match


def are_companions(written: str, title: str) -> bool:
    """Whether the names before the colons of two titles differ in a number: `Part II`, `V2`, `++`."""
    heads = written.partition(":")[0], title.partition(":")[0]
    if min(map(len, heads)) == min(len(written), len(title)) or heads[0] == heads[1]:
        return False
    from bot.papers.differences import Degree, find_difference

    difference = find_difference(f"{heads[0]} x", f"{heads[1]} x")
    words = difference.written.split() + difference.official.split()
    is_risky = has_risky_difference(*heads) and difference.degree is Degree.WORDS
    return is_risky and 0 < len(words) <= _COMPANION and similarity(*heads) >= _ALIKE_HEADS


def describe_authors(authors: tuple[str, ...], *, more: bool = False) -> str:
    """The first authors, as messages name them."""
    shown = ", ".join(shorten(name, _LONGEST_NAME) for name in authors[:_MOST_NAMED])
    rest = len(authors) - _MOST_NAMED
    if rest > 0 and not more:
        return f"{shown} and {rest} more"
    return f"{shown} et al." if more or rest > 0 else shown


def describe_title(title: str) -> str:
    """A title as messages quote it."""
    return f'"{shorten(title, _LONGEST_NAME)}"'


_MISDATED, _WELL_DATED = 2, 1
"""Months between date and id: from here on they contradict, up to here they confirm each other."""
_LATE, _EARLY = 1, 4
"""Most years between the venue and the preprint of one paper."""
_SOON = 3
"""Months of the next year in which the preprint of a paper still comes out."""


def contradiction(listing: Listing, entry: Entry) -> int:
    """How much an entry's date and venue contradict its arXiv id; below zero if they confirm it.

    Two is enough for a warning. If the list does not use the dates of arXiv, one only tells which id is doubtful.
    """
    announced = entry.announced
    if announced is None or entry.work is None or entry.work.scheme is not Scheme.ARXIV:
        return 0
    years = [venue.year - announced.year for venue in venues_of(entry) if venue.year is not None]
    by_venue = 2 * (bool(years) and not any(-_LATE <= each <= _EARLY for each in years))
    is_late = (announced.month or 0) > _SOON  # published in the year before, and no preprint for months
    by_venue = by_venue or int(bool(years) and is_late and max(years) < 0)
    by_date = _weigh_date(entry.date.value if entry.date is not None else None, announced)
    return by_venue + (by_date if listing.conventions.follow_arxiv else min(by_date, 1))


def _weigh_date(written: PartialDate | None, announced: PartialDate) -> int:
    """How much a date contradicts the month of an id."""
    months = written.months() if written is not None else None
    month = announced.months()
    if months is None or month is None:
        return 0
    apart = abs(months - month)
    return 2 if apart >= _MISDATED else -1 if apart <= _WELL_DATED else 0
