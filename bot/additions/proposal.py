"""Which section a paper belongs in, by the titles of the entries that are there; the same every time, and offline."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bot.additions.insertion import open_section
from bot.ordering.places import DateSection, date_sections, find_date, find_dated, path_of
from bot.papers.similarity import STOP_WORDS, normalise
from bot.papers.venues import find_venues
from bot.text import group_pairs, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from bot.listing import Entry, Listing
    from bot.papers.dates import PartialDate
    from bot.papers.record import Record

MOST = 3
"""Sections that are proposed."""
_CLEAR = 0.9
"""The score from which a section is clear if its heading names what the title does: 18 of 25 were right in a replay."""

_STEM = 6
"""Letters that words of one root share, roughly."""
_NEIGHBOURS = 10
_FADING = 0.9
"""The most similar entries of a section count, each less than the one before."""
_SIMILAR, _SHARED, _SIZE, _HEADING, _PATH = 3.0, 0.5, 0.5, 1.5, 1.0
"""The weights of similar titles, of words that a section has more often than the list, of its size, and of the words
in its heading and in all headings above."""
_BODY = 0.4
"""How much a word counts that is in the rest of an entry instead of its title."""
_SMOOTHING = 3.0
"""Entries of the list as a whole that each section is mixed with: three entries tell little of a section."""
_SAME_DATE, _OTHER_DATE, _PER_DAY = 2.0, 20.0, 2.0
"""What the date of a paper adds where a heading has it, and what another one takes away: at most, and for each day."""
_OWN_KIND = 1.0
"""How much better a section for preprints, or for the venue of a paper, is than those of other kinds beside it."""
_KIND = lazy_pattern(r"\b(?:preprints?|arxiv|conferences?|journals?|workshops?)\b", re.IGNORECASE)
_PREPRINTS = lazy_pattern(r"\b(?:preprints?|arxiv)\b", re.IGNORECASE)
_LONGEST_BODY = 1_500
_REPEATED, _FEWEST_REPEATED = 0.8, 3
"""The share of a section's papers, and their number, that must be elsewhere too for it to be a digest."""

_WORD = lazy_pattern(r"[^\W\d_]{3,}")


class Proposal(NamedTuple):
    """A section, by its index in the listing, and how likely it is the one, from 0 to 1."""

    section: int
    score: float
    is_named: bool = False
    """Whether its heading has a word of the title, or the date of the paper; or holds dates and lacks that one."""


class Topics(NamedTuple):
    """What the titles of a list say about its sections; made once."""

    listing: Listing
    entries: tuple[tuple[int, frozenset[str], frozenset[str]], ...]
    """Section, and the words of the title and of the rest."""
    counts: Counter[str]
    """The titles that have a word."""
    within: dict[int, Counter[str]]
    """The same for each section."""
    sizes: Counter[int]
    lengths: tuple[float, ...]
    """Of the titles, as vectors of weights."""


def learn_topics(listing: Listing) -> Topics:
    """What the titles say; O(n)."""
    digests = _find_digests(listing)
    entries = tuple(
        (entry.section, frozenset(_terms(entry.title.value)), _body(entry))
        for entry in listing.papers
        if entry.title is not None and entry.section not in digests
    )
    within: dict[int, Counter[str]] = defaultdict(Counter)
    for index, terms, _ in entries:
        within[index].update(terms)
    counts = Counter(term for _, terms, _ in entries for term in terms)
    weights = {term: _weight(counts, len(entries), term) for term in counts}
    lengths = tuple(math.sqrt(sum(weights[term] ** 2 for term in terms)) or 1.0 for _, terms, _ in entries)
    return Topics(listing, entries, counts, dict(within), Counter(index for index, _, _ in entries), lengths)


def propose(topics: Topics, record: Record, among: Collection[int] = ()) -> tuple[Proposal, ...]:
    """The best sections, the likeliest first; only some of them may be `among` which to choose."""
    scores = _topic_scores(topics, [record.title])
    scores.update(_venue_scores(topics.listing, scores, record))
    if record.date is not None:
        scores.update(_date_scores(topics, scores, record.date))
    scores = {index: score for index, score in scores.items() if not among or index in among}
    if not scores:
        return ()
    highest = max(scores.values())
    weights = {index: math.exp(score - highest) for index, score in scores.items()}
    whole = sum(weights.values())
    best = sorted(weights, key=lambda index: (-weights[index], index))[:MOST]
    words = set(_terms(record.title))
    return tuple(
        Proposal(index, round(weights[index] / whole, 3), _is_named(topics.listing, index, words, record.date))
        for index in best
    )


def _is_named(listing: Listing, index: int, words: set[str], date: PartialDate | None) -> bool:
    heading = listing.sections[index].heading
    if words & set(_terms(heading)):
        return True
    dated = find_date(heading)
    if date is None or dated is not None:
        return date is not None and dated is not None and not _days(dated[1], date)
    return _opens_date(listing, date_sections(listing, index), date)


def _opens_date(listing: Listing, dated: Sequence[DateSection], date: PartialDate) -> bool:
    """Whether a paper of that date gets a new heading beside those of other dates."""
    return find_dated(dated, date) is None and open_section(listing, dated, date) is not None


def choose(proposals: Sequence[Proposal]) -> int | None:
    """The section that is clearly the best, or the only one with papers; None if there is a choice."""
    is_likely = bool(proposals) and proposals[0].score >= _CLEAR and proposals[0].is_named
    return proposals[0].section if is_likely or len(proposals) == 1 else None


def _find_digests(listing: Listing) -> frozenset[int]:
    """The sections that repeat papers of others, such as those of a week: nothing is added there."""
    homes = group_pairs((entry.work, entry.section) for entry in listing.papers if entry.work is not None)
    sizes = Counter(entry.section for entry in listing.papers)
    repeated = Counter(index for indexes in homes.values() if len(set(indexes)) > 1 for index in indexes)
    found = {index for index, count in repeated.items() if count >= max(_FEWEST_REPEATED, _REPEATED * sizes[index])}
    return frozenset(found if 2 * sum(sizes[index] for index in found) < sum(sizes.values()) else ())


def _terms(title: str) -> list[str]:
    """The words of a title, and its pairs of words."""
    words = [word[:_STEM] for word in normalise(title).split() if word not in STOP_WORDS]
    return [*words, *(f"{one} {other}" for one, other in pairwise(words))]


def _body(entry: Entry) -> frozenset[str]:
    """The words of the whole entry."""
    proses = (entry.head, *entry.details, *entry.cells)
    text = " ".join(prose.text for prose in proses)[:_LONGEST_BODY].casefold()
    return frozenset(word[:_STEM] for word in _WORD.findall(text))


def _topic_scores(topics: Topics, titles: Iterable[str]) -> dict[int, float]:
    """How well a title fits each section that has entries."""
    terms = {term for title in titles for term in _terms(title)}
    total = len(topics.entries)
    weights = {term: _weight(topics.counts, total, term) for term in terms}
    norm = math.sqrt(sum(weights[term] ** 2 for term in terms if topics.counts[term])) or 1.0
    similar: dict[int, list[float]] = defaultdict(list)
    for (index, own, body), size in zip(topics.entries, topics.lengths, strict=True):
        common, others = terms & own, (terms & body) - own
        if not common and not others:
            continue
        shared = sum(weights[term] ** 2 for term in common)
        rest = sum(weights[term] ** 2 for term in others)
        similar[index].append(shared / norm / size + _BODY * rest / norm / norm)
    scores = {}
    for index, size in topics.sizes.items():
        nearest = sorted(similar[index], reverse=True)[:_NEIGHBOURS]
        score = _SIMILAR * sum(value * _FADING**place for place, value in enumerate(nearest))
        score += _SIZE * math.log(size + 1) + _SHARED * _typical(topics, index, weights) / norm
        section = topics.listing.sections[index]
        heading, path = set(_terms(section.heading)), set(_terms(" ".join((*section.path[1:], section.heading))))
        score += _HEADING * sum(weights[term] for term in terms & heading if " " not in term) / norm
        scores[index] = score + _PATH * sum(weights[term] for term in terms & path if " " not in term) / norm
    return scores


def _weight(counts: Counter[str], total: int, term: str) -> float:
    """How much a term tells: the rarer it is, the more."""
    return math.log((total + 1) / (0.5 + counts[term]))


def _typical(topics: Topics, index: int, weights: dict[str, float]) -> float:
    """How much more often a section has the words of a title than the list has them."""
    found, size, total = 0.0, topics.sizes[index], len(topics.entries)
    for term, weight in weights.items():
        if count := topics.within[index][term]:
            usual = topics.counts[term] / total
            found += weight * max(0.0, math.log((count + _SMOOTHING * usual) / (size + _SMOOTHING) / usual))
    return found


def _venue_scores(listing: Listing, scores: dict[int, float], record: Record) -> Iterator[tuple[int, float]]:
    """The scores of sections for the kind of a paper, beside others for other kinds: a topic is divided by these."""
    sections = ((index, listing.sections[index]) for index in scores)
    of_kinds = ((index, each) for index, each in sections if _KIND.search(each.heading) or find_venues(each.heading))
    kinds = group_pairs((each.outer, index) for index, each in of_kinds)
    own = {venue.name for venue in find_venues(record.venue)}
    for beside in kinds.values():
        for index in beside if len(beside) > 1 else ():
            heading = listing.sections[index].heading
            named = {venue.name for venue in find_venues(heading)}
            if named & own if own else _PREPRINTS.search(heading):
                yield index, max(scores[each] for each in beside) + _OWN_KIND


def _date_scores(topics: Topics, scores: dict[int, float], date: PartialDate) -> dict[int, float]:
    """The scores of sections that are headed by dates; where that of the paper is not there yet, of what holds them."""
    found: dict[int, float] = {}
    listing = topics.listing
    held: Counter[int] = Counter()
    for index, score in scores.items():
        heading = next(filter(None, map(find_date, reversed(path_of(listing.sections[index])))), None)
        if heading is not None:
            found[index] = score + _SAME_DATE - min(_PER_DAY * _days(heading[1], date), _OTHER_DATE)
        if find_date(listing.sections[index].heading) is not None:
            held[listing.sections[index].outer] += 1
    outer = max(held, key=lambda index: held[index], default=-1)
    if outer >= 0 and held[outer] > 1:
        dated = date_sections(listing, outer)
        if _opens_date(listing, dated, date):
            found[outer] = max(scores[each.section] for each in dated if each.section in scores) + _SAME_DATE
    return found


def _days(heading: PartialDate, date: PartialDate) -> int:
    """Days between a heading and a date, 0 if the heading covers it; months have 31."""
    month = heading.month if heading.month is not None else (date.month or 1)
    day = heading.day if heading.day is not None else (date.day or 1)
    return abs((heading.year - date.year) * 372 + (month - (date.month or month)) * 31 + day - (date.day or day))
