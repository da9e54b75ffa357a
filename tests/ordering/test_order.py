"""Which entries stay, which move and where to, and which runs are sorted together."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.document import parse
from bot.linter.suppressions import find_comment_lines
from bot.listing import Order, read
from bot.ordering.order import Arrangement, Series, agreement, find_series, longest_run
from bot.text import Text

if TYPE_CHECKING:
    from bot.listing import Entry
    from bot.papers.dates import PartialDate

KEYS = st.lists(st.tuples(st.integers(0, 5)), max_size=9)


def date_of(entry: Entry) -> PartialDate | None:
    return entry.date.value if entry.date is not None else None


def series_of(content: str) -> list[Series]:
    listing = read(parse(Text("README.md", content)))
    return list(find_series(listing, date_of, find_comment_lines(listing)))


def titles(entries: tuple[Entry, ...]) -> list[str]:
    return [entry.title.value if entry.title else "" for entry in entries]


@pytest.mark.parametrize(
    ("keys", "run"),
    [
        pytest.param([], (), id="nothing"),
        pytest.param([1], (0,), id="one"),
        pytest.param([1, 1, 1], (0, 1, 2), id="ties stay"),
        pytest.param([3, 1, 2], (1, 2), id="the first one moves"),
        pytest.param([1, 9, 2, 3], (0, 2, 3), id="one too far up"),
        pytest.param([2, 3, 4, 1], (0, 1, 2), id="one too far down"),
    ],
)
def test_longest_run(keys: list[int], run: tuple[int, ...]) -> None:
    assert longest_run([(key,) for key in keys]) == run


def test_longest_run_of_different_keys() -> None:
    values = [3, 1, 2, 9, 4, 5]
    assert [values[place] for place in longest_run([(value,) for value in values])] == [1, 2, 4, 5]


@given(KEYS)
def test_longest_run_never_falls_and_none_is_longer(keys: list[tuple[int, ...]]) -> None:
    run = longest_run(keys)
    kept = [keys[index] for index in run]
    assert kept == sorted(kept)
    longer = combinations(keys, len(run) + 1)
    assert not any(list(other) == sorted(other) for other in longer)


def test_neighbours_are_the_kept_ones_around_the_new_place() -> None:
    found = Arrangement(order=(3, 0, 4, 1, 2), staying=frozenset({0, 1, 2}))
    assert found.neighbours() == {3: (None, 0), 4: (0, 1)}
    assert Arrangement(order=(1, 2, 0), staying=frozenset({1, 2})).neighbours() == {0: (2, None)}


@pytest.mark.parametrize(("keys", "share"), [([], 1.0), ([1, 1], 1.0), ([1, 2, 2, 1], 0.5), ([3, 2, 1], 0.0)], ids=str)
def test_agreement(keys: list[int], share: float) -> None:
    assert agreement([(key,) for key in keys]) == share


def test_undated_entries_stay_with_the_entry_above() -> None:
    (series,) = series_of(
        "* [Survey of Web Agents](https://arxiv.org/abs/2505.00001)\n"
        "* [2025-03] [SWEET-RL Trains Agents](https://arxiv.org/abs/2503.15478)\n"
        "* Comment: the one above is good.\n"
        "* [2025-02] [MPO Boosts Agents](https://arxiv.org/abs/2503.02682)\n"
    )
    assert titles(series.lead) == ["Survey of Web Agents"]
    assert [len(block.entries) for block in series.blocks] == [2, 1]
    assert series.keys(Order.NEWEST_FIRST) == ((-2025, -3), (-2025, -2))
    assert series.keys(Order.OLDEST_FIRST) == ((2025, 3), (2025, 2))


def test_a_bare_year_among_months_is_coarse_and_days_are_cut() -> None:
    (series,) = series_of(
        "* [2025-03-09] [SWEET-RL Trains Agents](https://arxiv.org/abs/2503.15478)\n"
        "* [2024] [WebRL Trains Web Agents](https://arxiv.org/abs/2411.02337)\n"
        "* [2025-02] [MPO Boosts Agents](https://arxiv.org/abs/2503.02682)\n"
        "* [2025-01] [Agent-R Reflects Again](https://arxiv.org/abs/2501.11425)\n"
    )
    assert [len(block.entries) for block in series.blocks] == [1, 1, 1, 1]
    assert [block.is_coarse for block in series.blocks] == [False, True, False, False]
    assert series.keys(Order.OLDEST_FIRST) == ((2025, 3), (2024, 0), (2025, 2), (2025, 1))


ONE = "* [2025-03] [SWEET-RL Trains Agents](https://arxiv.org/abs/2503.15478)\n"
TWO = "* [2025-02] [MPO Boosts Agents](https://arxiv.org/abs/2503.02682)\n"


@pytest.mark.parametrize(
    ("content", "sizes"),
    [
        pytest.param(ONE + TWO, [2], id="one list"),
        pytest.param(ONE + "\n## More\n\n" + TWO, [], id="two sections"),
        pytest.param(ONE + TWO + "\nWords.\n\n" + ONE + TWO, [2, 2], id="words between two lists"),
        pytest.param(ONE + "<!-- a remark -->\n" + TWO, [2], id="a comment between"),
        pytest.param(ONE + "\n<!--\n* [2024-01] [Old](https://x.org)\n-->\n\n" + TWO, [2], id="a long comment between"),
        pytest.param(ONE + "<!-- a --> b\n\n" + TWO.replace("*", "-"), [], id="another marker"),
        pytest.param("> " + ONE + "> " + TWO, [2], id="a quotation"),
        pytest.param(ONE + TWO + "\n***\n\n" + ONE + TWO, [2, 2], id="a line between two lists"),
        pytest.param(
            "\n***\n\n".join([f"[2025-03] {ONE[12:]}", f"[2025-02] {TWO[12:]}"] * 2), [4], id="one below each"
        ),
        pytest.param("# A\n\n" + ONE + "\n# B\n\n" + ONE + TWO, [2], id="headings are no such lines"),
    ],
)
def test_what_may_change_places(content: str, sizes: list[int]) -> None:
    assert [len(series.blocks) for series in series_of(content)] == sizes


def test_entries_without_arxiv_id_at_the_end_of_most_sections_are_a_series_of_their_own() -> None:
    tail = "* [2025-09] [A Robot Walks Alone](https://walk.example.org)\n* [2025-01] [A Robot Runs](https://run.example.org)\n"
    sections = "".join(f"## Section {number}\n\n{ONE}{TWO}{tail}\n" for number in range(3))
    assert [titles(block.entries) for series in series_of(sections)[:2] for block in series.blocks] == [
        ["SWEET-RL Trains Agents"],
        ["MPO Boosts Agents"],
        ["A Robot Walks Alone"],
        ["A Robot Runs"],
    ]
    few = "".join(f"## Section {number}\n\n{ONE}{TWO}{tail}\n" for number in range(2))
    assert [len(series.blocks) for series in series_of(few)] == [4, 4]
