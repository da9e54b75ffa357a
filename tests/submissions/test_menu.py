"""The menu of sections: which ones it offers, and how they are found again by their names."""

from __future__ import annotations

from datetime import date

import pytest

from bot.document import parse
from bot.listing import Listing, read
from bot.submissions.form import find_named, list_sections
from bot.text import Text


def listing(*headings: str, path: str = "README.md") -> Listing:
    """A list with a paper below each heading."""
    parts = (
        f"{heading}\n\n* [2401] [A Paper on Number {number}](https://arxiv.org/abs/2401.{number:05})\n\n"
        for number, heading in enumerate(headings, 1)
    )
    return read(parse(Text(path, "# Papers\n\n" + "".join(parts))))


def menu(*listings: Listing) -> tuple[str, ...]:
    return list_sections(listings, lambda text: read(parse(text)), date(2026, 11, 23))


def test_sections_of_the_menu() -> None:
    """Those with papers, without their counts; what is headed by dates is represented by what is around it."""
    found = menu(
        listing("## Planning (12)", "## Memory", "## Tools", "### 2024", "### 2023", "## None"),
        listing("## Memory", "## Games [3 papers]", path="more.md"),
    )
    assert found == ("Planning", "Memory", "Tools", "Games")


def test_sections_that_only_their_counts_tell_apart() -> None:
    assert menu(listing("## Planning (2)", "## Planning (3)")) == ("Planning (2)", "Planning (3)")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("memory", (1, "Memory")),
        ("Planning", (0, "Planning (12)")),
        ("Planning (9)", (0, "Planning (12)")),
        ("Papers > Planning", (0, "Planning (12)")),
        ("Nothing", None),
        ("", None),
        ("$(touch pwned)", None),
    ],
)
def test_sections_are_found_by_name(name: str, expected: tuple[int, str] | None) -> None:
    lists = [listing("## Planning (12)", "## Tools"), listing("## Memory", path="more.md")]
    assert find_named(lists, name) == expected


ENTRY = "* [2401] [A Paper on Number {0}](https://arxiv.org/abs/2401.0000{0})\n"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (f"## \U0001f469\u200d\U0001f4bb Code\n\n{ENTRY}", ("\U0001f469\u200d\U0001f4bb Code",)),
        (f"## A\u00a0B\u200b\n\n{ENTRY}", ("A B",)),
        (f"## Planning\n\n{ENTRY}\n## Memory\n\n## Licence\n\nMIT\n", ("Planning", "Memory")),
        (f"## Papers\n\n### 2024\n\n{ENTRY}", ("2024",)),
        (f"## Papers\n\n### Planning\n\n{ENTRY}\n## Search\n", ("Planning",)),
        (f"## {'x' * 201}\n\n{ENTRY}", ()),
        ("## Planning\n\nNothing yet.\n", ()),
    ],
    ids=["emoji of several signs", "spaces that differ", "empty", "one date", "empty elsewhere", "long", "no papers"],
)
def test_only_what_an_entry_can_be_written_in(content: str, expected: tuple[str, ...]) -> None:
    assert (
        menu(read(parse(Text("README.md", content.replace(ENTRY, "".join(map(ENTRY.format, range(1, 5))))))))
        == expected
    )


@pytest.mark.parametrize("heading", ["A\u00a0B\u200b (3)", "\U0001f469\u200d\U0001f4bb Code"])
def test_what_is_offered_is_found(heading: str) -> None:
    made = listing(f"## {heading}", "## Other")
    assert find_named([made], menu(made)[0]) == (0, made.sections[2].heading)
