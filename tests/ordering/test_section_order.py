"""By which of their keys blocks are in order, and which of them need not move."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.document import parse
from bot.linter.suppressions import find_comment_lines
from bot.listing import Order, read
from bot.ordering.order import find_series, longest_run
from bot.ordering.section_order import choose_keys, find_disorder
from bot.text import Text

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

    def judged(indexes: list[int]) -> tuple[tuple[int, ...], frozenset[int]]:
        listing = read(parse(Text("README.md", "".join(entries[index] for index in indexes))))
        (series,) = find_series(listing, lambda e: e.date.value if e.date else None, find_comment_lines(listing))
        found = find_disorder(
            series,
            order,
            declared=declared,
            doubted={place for place, index in enumerate(indexes) if index in doubted},
        )
        return (found.arrangement.order, frozenset(found.arrangement.moved)) if found else ((), frozenset())

    places, moved = judged(list(range(len(entries))))
    assert not moved & doubted
    if moved:
        assert sorted(places) == list(range(len(entries)))
        assert [each for each in places if each not in moved] == sorted(set(places) - moved)
        assert not judged(list(places))[1] & moved


def test_an_entry_that_a_change_puts_at_the_top_is_not_pinned() -> None:
    months = ("2019-03", "2020-09", "2020-08", "2020-05", "2020-03", "2020-01")
    content = "".join(f"* [{month}] [{n * 37 % 101} Agents](https://a.org/{n}.pdf)\n" for n, month in enumerate(months))
    listing = read(parse(Text("README.md", content)))
    (series,) = find_series(listing, lambda e: e.date.value if e.date else None, find_comment_lines(listing))
    found = find_disorder(series, Order.NEWEST_FIRST, declared=False)
    assert found is not None
    assert (found.pinned, found.arrangement.moved) == ((0,), ())
    found = find_disorder(series, Order.NEWEST_FIRST, declared=False, touched={0})
    assert found is not None
    assert (found.pinned, found.arrangement.moved) == ((), (0,))


@pytest.mark.parametrize("length", [2_000])
def test_long_series_take_linear_time(length: int) -> None:
    keys = [((index * 7919 % length,), (index * 104_729 % length,)) for index in range(length)]
    chosen, staying = choose_keys(keys)
    assert len(chosen) == length
    assert 2 * length**0.5 <= len(staying) <= 4 * length**0.5
