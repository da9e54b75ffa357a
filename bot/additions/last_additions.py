"""Where new entries go by where the last ones went: the list's own history, which its order only suggests."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.history import find_added, name_entry
from bot.listing.places import Sorting, SortKey, find_peers, find_place, key_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    from bot.git import Commit
    from bot.listing import Entry, Listing, Order

    Way: TypeAlias = Callable[[Sequence[SortKey], SortKey], int]
    """The index that a new entry gets among those that are there."""

MOST_COMMITS = 300
"""Commits that are asked for what they added."""
_LAST = 8
"""Additions to a section that show where the next one goes."""
_MORE = 2
"""How many more of them than the order of the section another way must explain: one may be an exception."""
_FEWEST = 3
"""Fewer additions to a section than these are joined by the last ones to other sections."""
_SHARE = 0.6
"""The share of them that must have gone one way for it to outweigh the order of the section."""
_PINNED = 2
"""Entries at an end of a section that may stay there, such as a survey above all others."""


class _Addition(NamedTuple):
    """An entry as it was added: those that were there before, and how many of them it was put below."""

    there: tuple[SortKey, ...]
    own: SortKey
    place: int


class Goal(NamedTuple):
    """Where a new entry goes, and whether it follows the one above or precedes that below.

    That differs where words stand between the two.
    """

    place: int
    """Its index among its peers."""
    follows: bool


def choose_index(
    listing: Listing, peers: Sequence[Entry], key: SortKey, commits: Sequence[Commit], declared: Order | None
) -> Goal:
    """The place of a new entry among its peers: the way that explains most of the last additions tells it.

    In order, unless another way explains more of them; an order that the maintainers declare is not questioned.
    """
    ways = _ways(listing.sorting, declared)
    best = 0
    if declared is None and (last := _last_additions(listing, peers, commits)):
        hits = [sum(way(each.there, _as_known(each.own, key)) == each.place for each in last) for way in ways]
        more = 1 if max(hits) == len(last) >= _FEWEST else _MORE  # a way without an exception needs no more than that
        if max(hits) >= max(hits[0] + more, _SHARE * len(last)):
            best = hits.index(max(hits))
        elif hits[0] == 0 and sum(2 * each.place < len(each.there) for each in last) >= _SHARE * len(last):
            return Goal(0, follows=False)  # not always to the same place, but to the upper half
    return Goal(max(ways[best]([key_of(entry) for entry in peers], key), 0), best > 0)


def _as_known(own: SortKey, new: SortKey) -> SortKey:
    """What sorts an entry, without what is not known of the new one: that one goes where it would have gone so."""
    return SortKey(own.date if new.date else (), own.number if new.number else ())


def _ways(sorting: Sorting, declared: Order | None) -> list[Way]:
    """The ways that lists go, the likeliest first."""
    in_order = partial(find_place, sorting=sorting, declared=declared)
    ways: list[Way] = [in_order, partial(_by_number, sorting), partial(in_order, is_beyond=True)]
    for pinned in range(_PINNED + 1):
        ways += (partial(_below, pinned), partial(_above, pinned))
    return ways


def _by_number(sorting: Sorting, keys: Sequence[SortKey], new: SortKey) -> int:
    """By arXiv ids alone, where the dates that are written say something else."""
    return find_place([key._replace(date=()) for key in keys], new._replace(date=()), sorting)


def _below(pinned: int, keys: Sequence[SortKey], _: SortKey) -> int:
    return pinned if pinned < len(keys) else min(-pinned, 0)


def _above(pinned: int, keys: Sequence[SortKey], _: SortKey) -> int:
    """Negative, as below, where there are no more than the pinned: that shows nothing."""
    return len(keys) - pinned if pinned < len(keys) else min(-pinned, 0)


def _last_additions(listing: Listing, peers: Sequence[Entry], commits: Sequence[Commit]) -> list[_Addition]:
    """The last additions to a section; with those to others where these are few."""
    if not commits:
        return []  # the menu of a form asks for each section, and knows no commits
    names = {name for entry in listing.entries if (name := name_entry(entry))}
    ages = {name: age for age, (_, added) in enumerate(find_added(names, commits)) for name in added}
    own = _additions_to(peers, ages)
    if len(own) >= _FEWEST:
        return [each for _, each in own[:_LAST]]
    sections = [each for index, each in enumerate(listing.sections) if index != peers[0].section]
    others = sorted(
        chain.from_iterable(_additions_to(find_peers(listing, each), ages) for each in sections),
        key=lambda pair: pair[0],
    )
    return [each for _, each in [*own, *others][:_LAST]]


def _additions_to(peers: Sequence[Entry], ages: dict[str, int]) -> list[tuple[int, _Addition]]:
    """The last additions to a section by their age in commits, the latest first; of a commit that added several, one.

    The first entry of a section is left out: it went to no side of another. So are those without a link, whose age
    nothing tells.
    """
    named = [(entry, name) for entry in peers if (name := name_entry(entry))]
    known = [ages.get(name, MOST_COMMITS) for _, name in named]
    return list(_find_additions([entry for entry, _ in named], known))[:_LAST]


def _find_additions(peers: Sequence[Entry], known: Sequence[int]) -> Iterator[tuple[int, _Addition]]:
    counts = Counter(known)
    for age in sorted(counts):
        if age >= MOST_COMMITS:
            return
        there = [index for index, each in enumerate(known) if each > age]
        if not there:
            return
        first = known.index(age)
        keys = tuple(key_of(peers[index]) for index in there)
        yield age, _Addition(keys, key_of(peers[first]), sum(index < first for index in there))
