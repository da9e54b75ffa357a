"""A new heading for a date: where it goes among the others, and what is taken over from them."""

from __future__ import annotations

import pytest

from bot.additions.insertion import Place, insert, number_at, open_section
from bot.linter.diagnostics import Edit, Fix, apply
from bot.ordering.places import date_sections
from bot.papers.dates import PartialDate

from .helpers import listing_of

ENTRY = "- [A New Paper of Agents](https://arxiv.org/abs/2405.00451)"


def item(number: int) -> str:
    return f"- [Paper of Agents {number}](https://arxiv.org/abs/2401.{number:05})\n"


def months(*names: str, lead: str = "\n", count: int = 2) -> str:
    """A section for each, with entries."""
    parts = (
        f"## {name}\n{lead}{''.join(item(10 * at + number) for number in range(count))}"
        for at, name in enumerate(names)
    )
    return "# Papers\n\n" + "\n".join(parts)


def opened(text: str, date: PartialDate) -> str | None:
    """The list with a new section for a date; None where none is opened."""
    listing = listing_of(text)
    made = open_section(listing, date_sections(listing, len(listing.sections) - 1), date)
    if made is None:
        return None
    edit = Edit(insert(made.place, "").span, f"{made.before}{ENTRY}{made.behind}")
    return apply(text, [Fix("Open", (edit, *made.contents))]).content


MAY = PartialDate(2024, 5)
YEARS = tuple(f"20{year}-07" for year in range(23, 13, -1))
NEW = f"## 2024-05\n\n{ENTRY}\n"


@pytest.mark.parametrize(
    ("names", "below"),
    [
        pytest.param(("2024-07", "2024-06", "2024-04"), "2024-04", id="newest first"),
        pytest.param(("2024-04", "2024-06", "2024-07"), "2024-06", id="oldest first"),
        pytest.param(("2024-03", "2024-02"), "2024-03", id="the first"),
        pytest.param(("2024-07", "2024-06"), "", id="the last"),
        pytest.param(("2024-04", "2024-06", "2024-02"), None, id="in no order"),
        pytest.param((*YEARS, "2015-07"), "2023-07", id="nine of ten in order"),
        pytest.param((*YEARS[1:], "2016-07"), None, id="eight of nine in order"),
    ],
)
def test_a_heading_for_a_date_has_its_place(names: tuple[str, ...], below: str | None) -> None:
    text = months(*names)
    wanted = text.replace(f"## {below}", f"{NEW}\n## {below}") if below else f"{text}\n{NEW}"
    assert opened(text, MAY) == (None if below is None else wanted)


def test_a_heading_with_a_number_of_papers_begins_with_one() -> None:
    text = months("2024-07 (2 papers)", "2024-06 (1,000)")
    assert opened(text, MAY) == f"{text}\n## 2024-05 (1)\n\n{ENTRY}\n"


@pytest.mark.parametrize(
    ("lead", "taken"),
    [
        pytest.param("\n" * 4, "\n" * 4, id="four blank lines"),
        pytest.param("\n" * 5, "\n", id="more of them"),
        pytest.param("\nWords of this month.\n\n", "\n", id="words"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_what_is_between_a_heading_and_its_entries_is_taken_over(lead: str, taken: str) -> None:
    text = months("2024-07", "2024-06", lead=lead)
    assert opened(text, MAY) == f"{text}\n## 2024-05\n{taken}{ENTRY}\n"


def test_a_table_of_contents_gets_a_line() -> None:
    text = f"- [2024-07](#2024-07)\n- [2024-04](#2024-04)\n\n{months('2024-07', '2024-04')}"
    wanted = text.replace("- [2024-04]", "- [2024-05](#2024-05)\n- [2024-04]").replace(
        "## 2024-04", f"{NEW}\n## 2024-04"
    )
    assert opened(text, MAY) == wanted


def test_a_date_that_says_less_than_the_headings_opens_none() -> None:
    assert opened(months("2024-07", "2024-06"), PartialDate(2024)) is None


def numbered(form: str, *numbers: int | str) -> str:
    return "".join(
        form.format(number, f"[Paper of Agents {at}](https://a.org/{at})") for at, number in enumerate(numbers)
    )


ROW = "| {} | {} |\n"
HEAD = "| # | Paper |\n|---|---|\n"


@pytest.mark.parametrize(
    ("text", "above", "number"),
    [
        pytest.param(numbered("{}. {}\n", 1, 2, 3), 3, 4, id="the last"),
        pytest.param(numbered("{}. {}\n", 1, 2, 3), 1, 2, id="between"),
        pytest.param(numbered("{}. {}\n", 1, 2, 3), 0, 1, id="the first"),
        pytest.param(numbered("{}. {}\n", 1, 1, 1), 3, 1, id="ones"),
        pytest.param(numbered("* {}{}\n", *[""] * 3), 3, None, id="no numbers"),
        pytest.param(HEAD + numbered(ROW, 7, 8, 9), 3, 10, id="rows"),
        pytest.param(HEAD + numbered(ROW, 9, 8, 7), 0, 10, id="rows, the last first"),
        pytest.param(HEAD + numbered(ROW, 9, 8, 7), 3, 6, id="rows, the last first, at the end"),
        pytest.param(HEAD + numbered(ROW, 1, 3, 4), 3, 5, id="one was taken out"),
        pytest.param(HEAD + numbered(ROW, 1, 4, 5), 3, None, id="two were taken out"),
        pytest.param(HEAD + numbered(ROW, 1, 3, 5, 6), 4, None, id="one of each two"),
        pytest.param(HEAD + numbered(ROW, 120, 8, 42), 3, None, id="citations"),
        pytest.param(HEAD + numbered(ROW, 1, 2), 2, None, id="two are too few"),
        pytest.param(HEAD + numbered(ROW, *range(1, 10), "x"), 9, 10, id="nine of ten have one"),
        pytest.param(HEAD + numbered(ROW, *range(1, 9), "x"), 8, None, id="eight of nine"),
    ],
)
def test_the_number_of_a_new_entry(text: str, above: int, number: int | None) -> None:
    listing = listing_of(text)
    assert number_at(listing, Place(0, "", "", above, listing.entries)) == number
