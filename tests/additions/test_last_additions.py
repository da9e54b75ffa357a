"""Where new entries go by where the last ones went."""

from __future__ import annotations

import pytest

from bot.additions.addition import find_options
from bot.git import Commit
from tests.additions.helpers import NEW, listing_of, section_of

IDS = ("2301.00001", "2306.00002", "2302.00003", "2305.00004", "2303.00005", "2304.00006")
"""In no order."""


def entry(value: str) -> str:
    return f"* [Acting Step by Step, Part {int(value[-5:])} of Many](https://arxiv.org/abs/{value})"


def write(order: str, *, pinned: str = "", label: str = "") -> str:
    """A section with the entries of these numbers, and another one."""
    lines = [f"\n{label}\n\n{entry(IDS[int(each)])}" if each == pinned else entry(IDS[int(each)]) for each in order]
    return "# Agents\n\n## Acting\n\n" + "\n".join(lines) + "\n\n## Memory\n\n" + entry("2304.00009") + "\n"


def commits(order: str) -> tuple[Commit, ...]:
    """Each entry added by a commit of its own, the newest first, and the other section before them all."""
    return (*(Commit(0, (entry(IDS[int(each)]),), ()) for each in order), Commit(0, (entry("2304.00009"),), ()))


def place(text: str, history: tuple[Commit, ...], section: str = "Acting") -> str:
    """The number of the entry above the new one, or where else it stands."""
    listing = listing_of(text)
    (option, *_) = find_options(listing, section_of(listing, section), NEW, commits=history)
    line = next(iter(text[: option.start].rstrip().splitlines()[-1:]))
    return next((str(n) for n, value in enumerate(IDS) if value in line), line)


@pytest.mark.parametrize(
    ("order", "history", "above"),
    [
        pytest.param("543210", "543210", "## Acting", id="at the top"),
        pytest.param("012345", "543210", "5", id="at the end"),
        pytest.param("054321", "543210", "0", id="below a pinned one"),
        pytest.param("123450", "543210", "5", id="above the last"),
        pytest.param("543210", "", "0", id="no history: at the end of a section in no order"),
    ],
)
def test_the_last_additions_tell_where(order: str, history: str, above: str) -> None:
    assert place(write(order), commits(history) if history else ()) == above


def test_a_section_of_another_date_is_not_sorted_by_that_of_the_paper() -> None:
    """It is that of the conference: in order, a paper of 2024 would be the last among those of 2025."""
    lines = [f"* [2025] [Acting, Part {n}](https://arxiv.org/abs/2501.0000{n})" for n in (1, 2, 3, 4)]
    text = "# Agents\n\n## 2025\n\n" + "\n".join(lines) + "\n"
    history = tuple(Commit(0, (line,), ()) for line in lines)
    listing = listing_of(text)
    (option, *_) = find_options(listing, section_of(listing, "2025"), NEW, commits=history)
    assert text[: option.start].endswith("## 2025\n\n")


def test_the_upper_half_is_the_top_where_no_place_is_the_same() -> None:
    """Each of the last five went somewhere else above the middle, and none to the end."""
    assert place(write("245310"), commits("543210")) == "## Acting"


def test_other_sections_tell_where_one_has_few_additions() -> None:
    text = write("543210")
    text += f"{entry('2303.00010')}\n"
    assert place(text, (*commits("543210"), Commit(0, (entry("2303.00010"),), ())), "Memory") == "## Memory"


def test_words_between_two_entries_belong_to_those_below() -> None:
    text = write("123450", pinned="0", label="Surveys:")
    assert place(text, commits("543210")) == "5"


def test_an_edit_is_no_addition() -> None:
    edited = Commit(0, (entry(IDS[0]),), (entry(IDS[0]).replace("Step by Step", "Steps"),))
    assert place(write("543210"), (edited, *commits("543210"))) == "## Acting"


def test_a_commit_that_adds_several_counts_once() -> None:
    at_end = Commit(0, tuple(entry(IDS[n]) for n in (3, 4, 5)), ())
    at_top = (Commit(0, (entry(IDS[2]),), ()), Commit(0, (entry(IDS[1]),), ()))
    assert place(write("210345"), (*at_top, at_end, Commit(0, (entry(IDS[0]),), ()))) == "## Acting"
