"""Where a new entry belongs in a section."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.document import parse
from bot.listing import Order, read
from bot.listing.conventions import Direction
from bot.ordering.places import (
    Sorting,
    SortKey,
    find_date,
    find_peers,
    find_place,
    indentation,
    learn_sorting,
    name_of,
    resolve,
    sort_key,
)
from bot.papers.dates import PartialDate
from bot.papers.identifiers import identify
from bot.text import Text

ENTRY = "{}[Agents of Kind {}](https://arxiv.org/abs/2401.00001)"
OTHERS = Sorting(dates=Direction(falling=9), numbers=Direction(falling=9))
"""A list whose other sections have the newest first."""


def dated(*texts: str) -> list[SortKey]:
    """Keys of `2024-05`, `2024-05/2405.00001` or `/2405.00001`; `-` has none."""
    found = []
    for text in texts:
        date, _, number = text.partition("/")
        parts = tuple(int(part) for part in date.split("-") if part)
        work = identify(f"https://arxiv.org/abs/{number}").identifier if number else None
        found.append(SortKey(parts, sort_key(None, work).number))
    return found


@pytest.mark.parametrize(
    ("keys", "new", "place"),
    [
        pytest.param(("2024-05", "2024-03", "2024-02", "2024-01"), "2024-04", 1, id="newest first"),
        pytest.param(("2024-01", "2024-02", "2024-03", "2024-05"), "2024-04", 3, id="oldest first"),
        pytest.param(("2024-05", "2024-03", "2024-02", "2024-01"), "2024-06", 0, id="the newest of all"),
        pytest.param(("2024-01", "2024-02", "2024-03", "2024-05"), "2024-06", 4, id="the newest of all, at the end"),
        pytest.param(("2024-05", "2024-03", "2024-03", "2024-02", "2024-01"), "2024-03", 1, id="on top of its equals"),
        pytest.param(("2024-01", "2024-02", "2024-03", "2024-03", "2024-05"), "2024-03", 4, id="below its equals"),
        pytest.param(("2024", "2023", "2022", "2021"), "2022-06", 2, id="to the year, as the others are"),
        pytest.param(("2024-05", "-", "2024-03", "2024-02", "2024-01"), "2024-04", 2, id="undated ones stay below"),
        pytest.param(("/2405.00001", "/2403.00001", "/2402.00001", "/2401.00001"), "/2404.00001", 1, id="by arXiv id"),
        pytest.param(
            (*(f"2024-05/2405.0000{number}" for number in (9, 7, 4, 1)), "2024-04", "2024-03", "2024-02"),
            "2024-05/2405.00005",
            2,
            id="by id among those of one date",
        ),
        pytest.param(
            ("2024-05", "2024-06", "2024-03", "2024-02", "2024-01", "2023-12"), "2024-04", 2, id="nearly sorted"
        ),
        pytest.param(
            ("2024-01", "2024-02", "2024-04", "2024-03", "2024-05", "2024-06"), "2024-04", 6, id="added as they appear"
        ),
        pytest.param(
            ("2023", "2024/2401.00001", "2024/2403.00001", "2024/2402.00001", "2024/2405.00001", "2025", "2026"),
            "2024/2404.00001",
            5,
            id="added to their year as they appear",
        ),
        pytest.param(("/2405.00001", "/2401.00001", "/2407.00001"), "/2408.00001", 3, id="not sorted: at the end"),
        pytest.param(
            ("/2407.00001", "/2405.00001", "/2406.00001", "/2402.00001", "/2403.00001", "/2401.00001"),
            "/2408.00001",
            0,
            id="not sorted: on top, as its latest are",
        ),
        pytest.param(
            ("/2406.00001", "/2402.00001", "/2405.00001"), "/2407.00001", 0, id="not sorted: as many steps up as down"
        ),
        pytest.param(("-", "-", "-"), "2024-05", 3, id="nothing to sort by"),
        pytest.param((), "2024-05", 0, id="empty"),
    ],
)
def test_place(keys: tuple[str, ...], new: str, place: int) -> None:
    found = dated(*keys)

    assert find_place(found, dated(new)[0], learn_sorting([found])) == place


@pytest.mark.parametrize(
    ("keys", "order", "place"),
    [
        pytest.param(("2024-01",), None, 0, id="as the list is"),
        pytest.param(("2024-01",), Order.OLDEST_FIRST, 1, id="as declared"),
        pytest.param(("2024-01", "2024-02", "2024-03", "2024-05"), None, 4, id="its own order goes first"),
        pytest.param(("2024-03", "2024-01", "2024-02", "2024-01"), None, 0, id="few steps, most as the list"),
        pytest.param(("2024-01", "2024-03", "2024-02", "2024-03"), None, 4, id="few steps, most another way"),
    ],
)
def test_place_in_a_list_with_the_newest_first(keys: tuple[str, ...], order: Order | None, place: int) -> None:
    assert find_place(dated(*keys), dated("2024-06")[0], OTHERS, order) == place


@pytest.mark.parametrize(
    ("latest", "numbers", "place"),
    [
        pytest.param(Direction(3, 1), Direction(5, 5), 0, id="most sections have their latest on top"),
        pytest.param(Direction(3, 2), Direction(6, 4), 0, id="so have some, and most neighbours fall"),
        pytest.param(Direction(3, 2), Direction(5, 5), 2, id="nothing shows it"),
        pytest.param(Direction(3, 1), Direction(4, 5), 2, id="most neighbours rise"),
    ],
)
def test_a_short_section_is_added_to_where_others_have_their_latest(
    latest: Direction, numbers: Direction, place: int
) -> None:
    assert find_place(dated("-", "-"), dated("/2406.00001")[0], Sorting(numbers=numbers, latest=latest)) == place


@pytest.mark.parametrize(
    ("latest", "place"),
    [
        pytest.param(Direction(8, 1), 0, id="nearly all sections have their latest on top"),
        pytest.param(Direction(5, 3), 6, id="most of them"),
        pytest.param(Direction(2, 0), 6, id="few sections"),
    ],
)
def test_an_unsorted_section_with_its_latest_on_top_is_added_to_as_the_list_is(latest: Direction, place: int) -> None:
    keys = dated("/2407.00001", "/2402.00001", "/2403.00001", "/2401.00001", "/2405.00001", "/2406.00001")

    assert find_place(keys, dated("/2408.00001")[0], Sorting(latest=latest)) == place


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        pytest.param((4, 3, 2, 1), Direction(falling=1), id="on top"),
        pytest.param((1, 4, 3, 2), Direction(falling=1), id="just above the middle"),
        pytest.param((1, 2, 4, 3), Direction(rising=1), id="just below the middle"),
        pytest.param((1, 3, 2), Direction(), id="in the middle"),
        pytest.param((0, 0, 0, 3, 2, 1), Direction(rising=1), id="below those without an id"),
        pytest.param((2, 1), Direction(), id="two are too few"),
        pytest.param((10, 2, 3, 4, 5, 6, 7, 8, 1, 9), Direction(), id="one of two on top"),
        pytest.param((9, 2, 3, 4, 5, 6, 7, 1, 8), Direction(falling=1), id="of nine the latest alone"),
    ],
)
def test_where_the_latest_entries_of_a_section_are(numbers: tuple[int, ...], expected: Direction) -> None:
    keys = dated(*(f"/240{number // 10 + 1}.{number:05}" if number else "-" for number in numbers))

    assert learn_sorting([keys]).latest == expected
    assert learn_sorting([keys, keys]).latest == expected + expected


def test_what_is_older_goes_below_in_a_short_section_of_a_list_with_the_latest_on_top() -> None:
    sorting = Sorting(numbers=Direction(6, 4), latest=Direction(4, 1))

    assert find_place(dated("/2406.00001", "/2404.00001"), dated("/2405.00001")[0], sorting) == 1


def test_key_of_a_paper() -> None:
    work = identify("https://arxiv.org/abs/2405.00001").identifier

    assert sort_key(PartialDate(2024, 5), work) == SortKey((2024, 5), (2024, 5, 1))
    assert sort_key(None, None) == SortKey()


@given(
    st.lists(st.tuples(st.integers(2020, 2024), st.integers(1, 12)), min_size=4, max_size=30, unique=True),
    st.booleans(),
)
def test_a_sorted_section_stays_sorted(dates: list[tuple[int, int]], newest_first: bool) -> None:
    new, *others = dates
    keys = [SortKey(each) for each in sorted(others, reverse=newest_first)]
    order = Order.NEWEST_FIRST if newest_first else Order.OLDEST_FIRST

    place = find_place(keys, SortKey(new), learn_sorting([keys]), order)

    found = [key.date for key in [*keys[:place], SortKey(new), *keys[place:]]]
    assert all((one > other) is newest_first for one, other in pairwise(found))


@pytest.mark.parametrize(
    ("heading", "date"),
    [
        ("2024", "2024"),
        ("Year-2024", "2024"),
        ("Year 2024 (3)", "2024"),
        ("2019 (4 papers)", "2019"),
        ("2019 (4 posters)", None),
        ("May 2024", "2024-05"),
        ("NeurIPS 2024", None),
        ("Papers of 2024", None),
    ],
)
def test_a_heading_that_is_a_date(heading: str, date: str | None) -> None:
    found = find_date(heading)
    assert (None if found is None else "-".join(f"{part:02}" for part in found[1].parts)) == date


@pytest.mark.parametrize(
    ("keys", "new", "place"),
    [
        pytest.param(("2024", "2023", "-"), "2023", 1, id="below a later year"),
        pytest.param(("/2406.00001", "/2402.00001"), "/2403.00001", 1, id="below a later id"),
    ],
)
def test_on_top_of_a_short_section_what_is_later_stays_above(keys: tuple[str, ...], new: str, place: int) -> None:
    sorting = Sorting(numbers=Direction(falling=9), latest=Direction(falling=9))
    assert find_place(dated(*keys), dated(new)[0], sorting) == place


LIST = """# Papers

## 1. Training (2 papers)

### 2024

* [Agents That Plan](https://a.org/1)

### 2023

* [Agents That Read](https://a.org/2)

## 2. Tools

### 2024

* [Agents That Wait](https://a.org/3)

### 2024

* [Agents That Act](https://a.org/4)

## 2024

* [Agents](https://a.org/5)
"""


@pytest.mark.parametrize(
    ("name", "found"),
    [
        pytest.param("2023", 9, id="its heading"),
        pytest.param("Training > 2024", 5, id="the end of its path, without number and count"),
        pytest.param("1. training (2 papers) > 2024", 5, id="as it is written, in any case"),
        pytest.param("Papers > 2024", 23, id="its whole path"),
        pytest.param("2024 (line 19)", 19, id="its line"),
        pytest.param(
            "2024",
            '"2024" names 4 sections (lines 5, 15, 19, 23): name more of its path, or "2024 (line 5)"',
            id="several",
        ),
        pytest.param("2024 (line 8)", 'there is no section "2024 (line 8)"', id="the line of another"),
        pytest.param("Planing", 'there is no section "Planing"; known sections: "1. Training (2 papers)"', id="none"),
        pytest.param("ools", 'there is no section "ools"', id="the end of a word"),
    ],
)
def test_which_section_a_name_means(name: str, found: int | str) -> None:
    listing = read(parse(Text("README.md", LIST)))
    chosen = resolve(listing, name)
    if isinstance(found, str):
        assert (chosen.section, chosen.reason[: len(found)]) == (None, found)
    else:
        assert chosen.section is not None
        assert (listing.text.line_at(listing.sections[chosen.section].span.start), chosen.reason) == (found, "")


def test_the_name_of_a_section_names_no_other() -> None:
    listing = read(parse(Text("README.md", LIST)))
    names = [name_of(listing, index) for index, each in enumerate(listing.sections) if each.level]
    assert names == [
        *("Papers", "1. Training (2 papers)", "1. Training (2 papers) > 2024", "2023", "2. Tools"),
        *("Papers > 2. Tools > 2024 (line 15)", "Papers > 2. Tools > 2024 (line 19)", "Papers > 2024"),
    ]
    assert [resolve(listing, name).section for name in names] == [
        n for n, each in enumerate(listing.sections) if each.level
    ]


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        pytest.param([ENTRY.format("* ", n) for n in range(3)], 3, id="alike"),
        pytest.param([*(ENTRY.format("* ", n) for n in range(2)), ENTRY.format("  * ", 2)], 2, id="one deeper"),
        pytest.param(
            [*(ENTRY.format("* ", n) for n in range(2)), "", *(ENTRY.format(f"{n}. ", n) for n in range(1, 4))],
            3,
            id="other marks",
        ),
    ],
)
def test_entries_that_are_written_as_most_are(lines: list[str], count: int) -> None:
    listing = read(parse(Text("README.md", "\n".join(["# Agents", "", *lines, ""]))))
    assert len(find_peers(listing, listing.sections[1])) == count


@pytest.mark.parametrize(("line", "width"), [("a", 0), ("  a", 2), ("\ta", 4), (" \ta", 4), ("> a", 2), ("> \ta", 4)])
def test_indentation(line: str, width: int) -> None:
    assert indentation(Text("a.md", f"x\n{line}\n"), 2) == width
