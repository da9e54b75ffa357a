"""What is left between the parts of an entry that are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.additions.joining import Part, find_gaps, find_unstopped, join
from bot.listing.skeleton import Fact, Group, Separator, Slot, Words

if TYPE_CHECKING:
    from bot.listing.skeleton import Node


def gap(text: str) -> Part:
    return Part(text, is_separator=True)


OUT = Part(None)
ANN, ARXIV = Fact(Slot.AUTHORS, "Ann Lee et al."), Fact(Slot.PREPRINT, "arXiv")


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        pytest.param(
            (Part("Title"), gap(", "), OUT, gap(" ("), Part("2024"), gap(")")), "Title (2024)", id="the second"
        ),
        pytest.param((Part("Title"), gap(". "), OUT, gap(" "), Part("PDF")), "Title. PDF", id="a stop before a blank"),
        pytest.param((Part("Code"), gap(": "), OUT, gap(", "), Part("PDF")), "Code: PDF", id="behind a label"),
        pytest.param((gap("* "), OUT, gap(" <"), Part("Title"), gap(">")), "* <Title>", id="what opens the next one"),
        pytest.param((gap("* "), OUT, gap(": "), Part("Title")), "* Title", id="nothing before the first one"),
        pytest.param((gap("- "), OUT), "- ", id="nothing written"),
        pytest.param(
            (Part("Title"), gap(": "), Part(None, is_rest=True), gap(", "), Part("2024")),
            "Title, 2024",
            id="the rest of a title, with what led to it",
        ),
        pytest.param((Part("Why?"), gap(". "), Part("PDF")), "Why? PDF", id="one stop is enough"),
    ],
)
def test_separators(parts: tuple[Part, ...], expected: str) -> None:
    assert join(parts, {}, set()) == expected


@pytest.mark.parametrize(
    ("usual", "expected"),
    [
        pytest.param({("title", "date"): "; "}, "Title; 2024.", id="as others have the two"),
        pytest.param({("title", "venue"): "; "}, "Title (2024.", id="others have other parts"),
        pytest.param({("date", ""): ""}, "Title (2024.", id="nothing is left out there"),
    ],
)
def test_separators_of_others(usual: dict[tuple[str, str], str], expected: str) -> None:
    title, date = Part("Title", kind="title"), Part("2024", kind="date")
    new: set[tuple[str, str]] = set()
    assert join((title, gap(", "), OUT, gap(" ("), date, gap(".")), usual, new) == expected
    assert new == ({("title", "date")} if "(" in expected else set())


def test_gaps_of_others() -> None:
    link = Group((Separator("["),), (Words("pdf"),), ")", (Fact(Slot.URL, "https://a.org"),))
    nodes = (Fact(Slot.TITLE, "Trees"), Separator("."), Separator(" "), ARXIV, link)
    assert list(find_gaps([nodes])) == [
        (("", "title"), ""), (("title", "venue"), ". "), (("venue", "[paper"), ""), (("", "words"), ""),
        (("words", ""), ""), (("[paper", ""), ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("nodes", "texts", "expected"),
    [
        pytest.param((ANN, " ", ARXIV), ("Bo Ray", "arXiv"), [0], id="a stop is missing"),
        pytest.param((ANN, " ", ARXIV), ("Bo Ray et al.", "arXiv"), [], id="it is there"),
        pytest.param((ANN, ", ", ARXIV), ("Bo Ray", "arXiv"), [], id="a comma"),
        pytest.param((ANN, "", ARXIV), ("Bo Ray", "arXiv"), [], id="nothing between"),
        pytest.param((ANN, " ", ARXIV), (None, "arXiv"), [], id="no authors"),
        pytest.param((ANN, " ", ARXIV), ("Bo Ray", None), [], id="nothing behind"),
        pytest.param((ANN, " ", Words("PDF")), ("Bo Ray", "PDF"), [], id="words behind"),
        pytest.param((Fact(Slot.AUTHORS, "Ann Lee"), " ", ARXIV), ("Bo Ray", "arXiv"), [], id="none in the model"),
        pytest.param((Fact(Slot.VENUE, "Proc."), " ", ARXIV), ("ICML", "arXiv"), [], id="no authors in the model"),
    ],
)
def test_authors_that_lack_the_stop_of_the_model(
    nodes: tuple[Fact, str, Node], texts: tuple[str | None, str | None], expected: list[int]
) -> None:
    first, between, last = nodes
    parts = (Part(texts[0]), gap(between), Part(texts[1]))
    assert list(find_unstopped((first, Separator(between), last), parts)) == expected
