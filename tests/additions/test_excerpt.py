"""The part of a long list that shows how a new entry is read and what it causes."""

from __future__ import annotations

from datetime import date

import pytest

from bot.additions.addition import Option
from bot.additions.excerpt import excerpt
from bot.additions.given import Given
from bot.additions.request import Request
from bot.linter.config import Config
from bot.linter.diagnostics import Edit
from bot.linter.survey import Survey
from bot.listing import Listing
from bot.papers.identity import read_paper
from bot.rules import RULES
from bot.text import Span, Text
from tests.additions.helpers import listing_of


def long_list(entries: int, newline: str = "\n") -> str:
    """A list of sections with a hundred entries each."""
    lines = ["# Papers"]
    for number in range(entries):
        if number % 100 == 0:
            lines += ["", f"## Topic {number // 100}", ""]
        lines.append(f"- [Planning With Trees Of Kind {number}](https://arxiv.org/abs/2401.{number:05}). 2024.")
    return newline.join([*lines, ""])


def read(text: Text) -> Listing:
    return listing_of(text.content)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_nearest_entries_of_a_long_list(newline: str) -> None:
    listing = listing_of(long_list(700, newline))
    offset = listing.entries[450].span.start
    part = excerpt(listing, offset, read)
    kept = [each for n, each in enumerate(listing.entries) if n % 100 == 0 or 350 <= n < 550]
    assert [each.title_text for each in part.listing.entries] == [each.title_text for each in kept]
    assert [each.heading for each in part.listing.sections] == [each.heading for each in listing.sections]
    assert [each.entries for each in part.rest] == [tuple(each for each in listing.entries if each not in kept)]
    moved = part.moved(Option((Edit(Span(offset, offset), "new"),), "new", offset))
    assert moved.start == part.listing.entries[104].span.start
    assert moved.edits == (Edit(Span(moved.start, moved.start), "new"),)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(long_list(599), id="not long"),
        pytest.param(long_list(300) + long_list(300).replace("# Papers", "<table>"), id="another reading"),
    ],
)
def test_the_whole_list(content: str) -> None:
    listing = listing_of(content)
    assert excerpt(listing, 0, lambda _: listing_of("# Papers\n")).listing is listing


def test_a_paper_is_added_to_a_long_list_as_to_a_short_one() -> None:
    content = long_list(700)
    survey = Survey(date(2026, 1, 1), find_missing=lambda _: None)
    request = Request([Text("README.md", content)], Config().plan(RULES), survey)
    paper = read_paper("2401.19999")
    assert paper is not None
    fact = Given(title="Acting With Maps").complete(paper, None)
    assert fact is not None
    request.add("2401.19999", paper, {paper: fact}, "Topic 5")
    line = "- [Acting With Maps](https://arxiv.org/abs/2401.19999). 2024."
    last = "- [Planning With Trees Of Kind 599](https://arxiv.org/abs/2401.00599). 2024."
    assert request.text.content == content.replace(last, f"{last}\n{line}")
    assert [(each.line, each.section) for each in request.results] == [(620, "Topic 5")]
