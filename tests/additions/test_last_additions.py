"""Where new entries go by where the last ones went."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.additions.addition import find_options
from bot.git import Commit
from bot.papers.dates import PartialDate
from bot.papers.identifiers import Identifier, Scheme
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
        pytest.param("042351", "543210", "1", id="above the last too seldom for a way of the list"),
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


def test_one_more_is_not_the_way_of_the_list() -> None:
    """The top explains four of five additions, newest first three: 2302.00020 was put below 2303."""
    ids = ("2302.00060", "2301.00050", "2304.00040", "2303.00030", "2302.00020", "2301.00010")
    listing = listing_of("# Agents\n\n" + "".join(f"{entry(each)}\n" for each in ids))
    paper = replace(NEW, identifier=Identifier(Scheme.ARXIV, "2302.00030"), date=PartialDate(2023, 2, 1))
    history = [Commit(0, (entry(ids[each]),), ()) for each in (0, 1, 2, 4, 3, 5)]
    (option, *_) = find_options(listing, 1, paper, commits=history)
    assert listing.text.content[: option.start].endswith(f"{entry(ids[3])}\n")


def test_a_way_without_an_exception_outweighs_the_order() -> None:
    """The end explains all three additions, oldest first only two: 2302 was put below 2305."""
    ids = ("2302.00006", "2305.00005", "2304.00004", "2303.00003")
    below = ("2201.00001", "2202.00002", "2203.00003", "2204.00004", "2205.00005", "2206.00006")
    listing = listing_of("# Agents\n\n" + "".join(f"{entry(each)}\n" for each in (*below, *reversed(ids))))
    paper = replace(NEW, identifier=Identifier(Scheme.ARXIV, "2207.00007"), date=PartialDate(2022, 7, 1))
    history = [Commit(0, (entry(each),), ()) for each in ids[:3]]
    (option, *_) = find_options(listing, 1, paper, commits=history)
    assert listing.text.content[: option.start].endswith(f"{entry(ids[0])}\n")


def test_an_entry_without_a_link_is_of_no_age() -> None:
    """It is above all others, and nothing says since when: that does not make it a pinned one."""
    text = write("543210").replace("## Acting\n\n", "## Acting\n\n* Acting Step by Step, as a Talk, 2023\n")
    assert place(text, commits("543210")) == "## Acting"


def test_what_is_not_known_of_the_paper_sorts_no_other() -> None:
    """Dated ones went in order; one of another date than the heading goes where these would have gone undated."""
    lines = [f"* [{2026 - n}] [Acting, Part {n}](https://openreview.net/forum?id=acting{n})" for n in range(1, 13)]
    text = "# Agents\n\n## 2026\n\n" + "\n".join(lines) + "\n"
    history = tuple(Commit(0, (line,), ()) for line in lines)
    listing = listing_of(text)
    (option, *_) = find_options(listing, section_of(listing, "2026"), NEW, commits=history)
    assert text[: option.start].endswith("## 2026\n\n")


def test_additions_to_places_that_nothing_explains_say_nothing() -> None:
    """Each of the last five went somewhere else above the middle, and none to the end."""
    assert place(write("245310"), commits("543210")) == "0"


def test_words_between_two_entries_belong_to_those_below() -> None:
    text = write("123450", pinned="0", label="Surveys:")
    assert place(text, commits("543210")) == "5"


def test_an_edit_is_no_addition() -> None:
    edited = Commit(0, (entry(IDS[0]),), (entry(IDS[0]).replace("Step by Step", "Steps"),))
    assert place(write("543210"), (edited, *commits("543210"))) == "## Acting"


def test_a_commit_that_adds_several_counts_once() -> None:
    at_end = Commit(0, tuple(entry(IDS[n]) for n in (4, 5)), ())
    at_top = tuple(Commit(0, (entry(IDS[n]),), ()) for n in (3, 2, 1))
    assert place(write("321045"), (*at_top, at_end, Commit(0, (entry(IDS[0]),), ()))) == "## Acting"
