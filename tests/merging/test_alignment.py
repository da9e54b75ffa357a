"""Which elements of sequences are the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.merging.alignment import Stretch, align, cut

WORDS = st.text("abcd", max_size=12)


@pytest.mark.parametrize(
    ("first", "second", "pairs"),
    [
        pytest.param("abc", "abc", {0: 0, 1: 1, 2: 2}, id="the same"),
        pytest.param("abc", "axbc", {0: 0, 1: 2, 2: 3}, id="one more"),
        pytest.param("abc", "ac", {0: 0, 2: 1}, id="one less"),
        pytest.param("abcd", "badc", {1: 0, 3: 2}, id="crossed"),
        pytest.param("aXbXc", "aXXXc", {0: 0, 1: 1, 3: 3, 4: 4}, id="repeated ones from both ends"),
        pytest.param("", "ab", {}, id="empty"),
        pytest.param("abba", "aabb", {0: 0, 3: 1}, id="once inside, and in what both begin with"),
        pytest.param("1ababU2", "3abU4", {3: 1, 4: 2, 5: 3}, id="equal neighbours above"),
        pytest.param("1Uabab2", "3Uab4", {1: 1, 2: 2, 3: 3}, id="equal neighbours below"),
        pytest.param("aXaYa", "aYaXa", {0: 0, 3: 1, 4: 4}, id="crossed within the same"),
        pytest.param("aa", "aaaa", {0: 0, 1: 1}, id="more alike"),
        pytest.param("aaaa", "aa", {0: 0, 1: 1}, id="fewer alike"),
    ],
)
def test_pairs(first: str, second: str, pairs: dict[int, int]) -> None:
    assert align(first, second) == pairs


@given(WORDS, WORDS)
def test_pairs_are_equal_and_rise(first: str, second: str) -> None:
    pairs = align(first, second)
    assert bool(pairs) is bool({*first} & {*second})
    assert all(first[one] == second[two] for one, two in pairs.items())
    assert list(pairs) == sorted(pairs)
    assert list(pairs.values()) == sorted(set(pairs.values()))


@given(WORDS, WORDS, WORDS)
def test_stretches_hold_everything_in_order(base: str, ours: str, theirs: str) -> None:
    stretches = list(cut(base, ours, theirs, (align(base, ours), align(base, theirs))))
    parts = zip(*[each[:3] for each in stretches], strict=True) if stretches else ((), (), ())
    assert ["".join(part) for part in parts] == [base, ours, theirs]
    assert all(each.base == each.ours == each.theirs for each in stretches if each.is_agreed)


def test_stretches() -> None:
    assert list(cut("abc", "aXc", "ab", ({0: 0, 2: 2}, {0: 0, 1: 1}))) == [
        Stretch("a", "a", "a", is_agreed=True),
        Stretch("bc", "Xc", "b", is_agreed=False),
    ]
