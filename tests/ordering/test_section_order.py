"""By which of their keys blocks are in order, and which of them need not move."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.document import parse
from bot.linter.suppressions import find_comment_lines
from bot.listing import Order, read
from bot.ordering.order import Arrangement, find_series, longest_run
from bot.ordering.section_order import Strays, choose_keys, find_disorder
from bot.text import Text

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

KEY = st.tuples(st.integers(0, 5))
OPTIONS = st.lists(st.lists(KEY, min_size=1, max_size=2), max_size=7)


@given(OPTIONS)
def test_chosen_keys_never_fall_and_no_choice_keeps_more(options: list[list[tuple[int, ...]]]) -> None:
    keys, staying = choose_keys(options)
    kept = [keys[index] for index in sorted(staying)]
    assert kept == sorted(kept)
    assert all(key in found for key, found in zip(keys, options, strict=True))
    assert all(keys[index] == found[0] for index, found in enumerate(options) if index not in staying)
    assert all(len(longest_run(choice)) <= len(staying) for choice in product(*options))


@given(st.lists(KEY, max_size=9))
def test_one_key_each_is_the_longest_run(keys: list[tuple[int, ...]]) -> None:
    _, staying = choose_keys([(key,) for key in keys])
    assert len(staying) == len(longest_run(keys))
    assert not any(list(run) == sorted(run) for run in combinations(keys, len(staying) + 1))


@given(st.lists(KEY, max_size=9))
def test_what_a_change_touched_moves_rather_than_the_rest(keys: list[tuple[int, ...]]) -> None:
    touched = frozenset(range(0, len(keys), 2))
    rest = [index for index in range(len(keys)) if index not in touched]
    _, staying = choose_keys([(key,) for key in keys], touched)
    assert len(staying - touched) == len(longest_run([keys[index] for index in rest]))


DATE = st.tuples(st.integers(2019, 2021), st.integers(1, 12), st.integers(2019, 2021), st.integers(1, 12))


@given(
    st.lists(DATE, min_size=2, max_size=12), st.sampled_from(tuple(Order)), st.booleans(), st.sets(st.integers(0, 11))
)
def test_after_the_moves_nothing_more_moves(
    dates: list[tuple[int, int, int, int]], order: Order, declared: bool, doubted: set[int]
) -> None:
    entries = [
        f"* [{year}-{month:02}] [{n * 37 % 101} Agents](https://arxiv.org/abs/{other % 100}{near:02}.{n:05})\n"
        for n, (year, month, other, near) in enumerate(dates)
    ]

    def arranged(indexes: list[int]) -> tuple[tuple[int, ...], frozenset[int]]:
        listing = read(parse(Text("README.md", "".join(entries[index] for index in indexes))))
        (series,) = find_series(listing, lambda e: e.date.value if e.date else None, find_comment_lines(listing))
        found = find_disorder(
            series, order, declared=declared, doubted={place for place, index in enumerate(indexes) if index in doubted}
        )
        return (found.arrangement.order, frozenset(found.arrangement.moved)) if found else ((), frozenset())

    places, moved = arranged(list(range(len(entries))))
    assert not moved & doubted
    if moved:
        assert sorted(places) == list(range(len(entries)))
        assert [each for each in places if each not in moved] == sorted(set(places) - moved)
        assert not arranged(list(places))[1] & moved


MONTHS = [(f"2020-{month:02}", f"{month * 37 % 101} Agents", "") for month in range(12, 0, -1)]


def listed(strays: Mapping[int, tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Date, title and link of twelve entries with the newest first, and of others at their places among them."""
    found = list(MONTHS)
    for place, stray in sorted(strays.items()):
        found.insert(place, stray)
    return found


def judged(
    entries: Sequence[tuple[str, str, str]], *, declared: bool = False, **known: Collection[int]
) -> tuple[set[int], tuple[int, ...], tuple[int, ...], bool] | None:
    """What moves, what is pinned, what is suppressed, and whether the fix is safe."""
    content = "".join(
        f"* [{date}] [{title}]({url or f'https://a.org/{number}.pdf'})\n"
        for number, (date, title, url) in enumerate(entries)
    )
    listing = read(parse(Text("README.md", content)))
    (series,) = find_series(listing, lambda e: e.date.value if e.date else None, find_comment_lines(listing))
    found = find_disorder(series, Order.NEWEST_FIRST, declared=declared, **known)
    return found and ({*found.arrangement.moved}, found.pinned, found.suppressed, found.is_safe)


LATE = ("2020-11", "Any Agents", "")
NAMED = ("2020-11", "LLaVA-Next: Any Agents", "")
OWNED = ("2020-11", "Any Agents", "https://github.com/lab/any")
FATES: dict[str, tuple[Mapping[int, tuple[str, str, str]], Mapping[str, object], object]] = {
    "it moves": ({7: LATE}, {}, ({7}, (), (), True)),
    "a comment suppresses it": ({7: LATE}, {"suppressed": {7}}, (set(), (), (7,), True)),
    "its date is in doubt": ({7: LATE}, {"doubted": {7}}, None),
    "at the top": ({0: ("2020-03", "Any Agents", "")}, {}, (set(), (0,), (), True)),
    "at the top by this change": ({0: ("2020-03", "Any Agents", "")}, {"touched": {0}}, ({0}, (), (), True)),
    "at the top, where the order is declared": (
        {0: ("2020-03", "Any Agents", "")},
        {"declared": True},
        ({0}, (), (), True),
    ),
    "below one of its name": ({6: ("2020-06", "LLaVA: More Agents", ""), 7: NAMED}, {}, None),
    "above one of its name": ({7: NAMED, 8: ("2020-05", "LLaVA: More Agents", "")}, {}, None),
    "with another word behind its name": (
        {6: ("2020-06", "LLaVA: More Agents", ""), 7: ("2020-11", "LLaVA Next: Any Agents", "")},
        {},
        None,
    ),
    "with another word before it": (
        {6: ("2020-06", "LLaVA: More Agents", ""), 7: ("2020-11", "Next LLaVA: Any Agents", "")},
        {},
        ({7}, (), (), True),
    ),
    "two below one of its name": ({5: ("2020-07", "LLaVA: More Agents", ""), 7: NAMED}, {}, ({7}, (), (), True)),
    "beside one of its name, declared": (
        {6: ("2020-06", "LLaVA: More Agents", ""), 7: NAMED},
        {"declared": True},
        ({7}, (), (), True),
    ),
    "below one of its owner": ({6: ("2020-06", "More Agents", "https://github.com/lab/more"), 7: OWNED}, {}, None),
    "three in order among themselves": (
        {9: ("2020-12", "Any Agents", ""), 10: ("2020-11", "More Agents", ""), 11: ("2020-10", "All Agents", "")},
        {},
        None,
    ),
    "three of one date": (
        {9: LATE, 10: ("2020-11", "More", ""), 11: ("2020-11", "All", "")},
        {},
        ({9, 10, 11}, (), (), True),
    ),
    "two": ({9: LATE, 10: ("2020-10", "More Agents", "")}, {}, ({9, 10}, (), (), True)),
    "more than a fifth": ({1: ("2020-02", "A", ""), 5: ("2020-01", "B", ""), 9: LATE, 14: LATE}, {}, None),
    "a year that is mistyped, perhaps": ({7: ("2022-06", "Any Agents", "")}, {}, ({7}, (), (), False)),
    "a year of four years later": ({7: ("2024-06", "Any Agents", "")}, {}, ({7}, (), (), True)),
}


@pytest.mark.parametrize(("strays", "known", "expected"), FATES.values(), ids=FATES)
def test_what_becomes_of_an_entry_out_of_order(
    strays: Mapping[int, tuple[str, str, str]], known: Mapping[str, Any], expected: object
) -> None:
    assert judged(listed(strays), **known) == expected


def strays(*months: int, blanks: Collection[int] = (), moved: Collection[int]) -> Strays:
    """Entries of these months with the newest first, a blank line before some of them, and those that move."""
    content = "".join(
        f"{chr(10) if index in blanks else ''}* [2020-{month:02}] [{index * 37 % 101} Agents](https://a.org/{index})\n"
        for index, month in enumerate(months)
    )
    listing = read(parse(Text("README.md", content)))
    (series,) = find_series(listing, lambda e: e.date.value if e.date else None, find_comment_lines(listing))
    keys = series.keys(Order.NEWEST_FIRST)
    staying = frozenset(range(len(months))) - {*moved}
    order = tuple(sorted(range(len(months)), key=lambda index: (keys[index], index)))
    return Strays(listing.text, series, keys, Arrangement(order, staying))


@pytest.mark.parametrize(
    ("index", "many", "passed"),
    [
        pytest.param(6, 9, (3, 4, 5), id="up"),
        pytest.param(0, 9, (1, 2, 3, 4), id="down"),
        pytest.param(6, 2, (3, 4, 5), id="as many out of order as shown in full"),
        pytest.param(6, 1, (3,), id="more out of order"),
    ],
)
def test_what_an_entry_passes_by(index: int, many: int, passed: tuple[int, ...]) -> None:
    assert strays(7, 12, 11, 9, 8, 6, 10, moved={0, 6}).passed_by(index, many) == passed


def test_what_divides_entries() -> None:
    found = strays(12, 10, 9, 11, 8, 7, blanks={3, 5}, moved={3, 4})
    assert found.dividers == ([3, 5], [1, 2, 3, 5])


@pytest.mark.parametrize(
    ("months", "dividers", "index", "fewest", "expected"),
    [
        pytest.param((12, 10, 8, 11, 9, 7), [3], 4, 3, True, id="three in order behind a divider"),
        pytest.param((12, 10, 8, 11, 9, 7), [3], 3, 3, True, id="the first of them"),
        pytest.param((12, 10, 8, 11, 9, 7), [3], 2, 3, True, id="those above"),
        pytest.param((12, 10, 8, 11, 9, 7), [3], 4, 4, False, id="too few"),
        pytest.param((12, 10, 8, 11, 7, 9), [3], 4, 3, False, id="in no order"),
        pytest.param((12, 11, 10, 9, 8, 7), [], 4, 3, False, id="nothing divides them"),
        pytest.param((12, 10, 8, 11, 9, 7), [3, 5], 4, 2, True, id="between two dividers"),
    ],
)
def test_entries_that_are_set_apart(
    months: tuple[int, ...], dividers: list[int], index: int, fewest: int, expected: bool
) -> None:
    assert strays(*months, moved={3}).are_set_apart(dividers, index, fewest) is expected


@pytest.mark.parametrize("length", [2_000])
def test_long_series_take_linear_time(length: int) -> None:
    keys = [((index * 7919 % length,), (index * 104_729 % length,)) for index in range(length)]
    chosen, staying = choose_keys(keys)
    assert len(chosen) == length
    assert 2 * length**0.5 <= len(staying) <= 4 * length**0.5
