"""In what form a new entry may be written: one that another entry has, which may say more."""

from __future__ import annotations

from datetime import date

import pytest

from bot.additions.addition import address_as
from bot.additions.forms import Forms, Joint, Leaf, has_form, may_be_shown
from bot.additions.given import Given
from bot.additions.request import Request
from bot.linter.config import Config
from bot.linter.survey import Survey
from bot.papers.dates import PartialDate
from bot.papers.identity import read_paper
from bot.rules import RULES
from bot.text import Text
from tests.additions.helpers import listing_of

OPTIONAL = {"code", "venue", "date", "told", "remark"}


def leaves(written: str) -> list[Leaf]:
    roles = written.split()
    return [Leaf(role.replace("remark", "words"), role in OPTIONAL) for role in roles]


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        pytest.param("title venue", "title venue", True, id="the same"),
        pytest.param("title", "title venue code", True, id="without what is not known"),
        pytest.param("title code venue", "title venue code", False, id="in another order"),
        pytest.param("title venue", "words title venue", False, id="without a tag that all have"),
        pytest.param("title code", "title words venue code", True, id="without the words that announce a venue"),
        pytest.param("title venue", "title words venue code", False, id="without the words before it"),
        pytest.param("title venue", "title remark venue", True, id="without a remark"),
        pytest.param("title", "title words", False, id="without words at the end"),
        pytest.param("title words", "title", False, id="with words that the other has not"),
    ],
)
def test_forms(own: str, other: str, expected: bool) -> None:
    assert has_form(leaves(own), leaves(other)) is expected


def joints(written: str) -> list[Joint]:
    """The parts of an entry and the signs between them, from edge to edge: `title , date`."""
    each = ["", *written.split(), ""]
    each = each if len(each) % 2 else [*each[:-1], "", ""]
    return [Joint(*each[at : at + 3]) for at in range(0, len(each) - 2, 2)]


@pytest.mark.parametrize(
    ("joint", "other", "expected"),
    [
        pytest.param(Joint("title", ",", "code"), "- title , venue . code", True, id="with the first sign"),
        pytest.param(Joint("title", ".", "code"), "- title , venue . code", True, id="with the last sign"),
        pytest.param(Joint("title", "**.", "code"), "- title **( venue ). code", True, id="with one of each"),
        pytest.param(Joint("title", ";", "code"), "- title , venue . code", False, id="with another sign"),
        pytest.param(Joint("title", ";", "venue"), "- title , venue . code", False, id="beside each other otherwise"),
        pytest.param(Joint("code", ",", "title"), "- title , venue . code", False, id="in another order"),
        pytest.param(Joint("date", "w0", "date"), "- title , venue . code", True, id="no dates"),
        pytest.param(Joint("date", "w0", "date"), "- date 0-0 date , code", False, id="dates of another form"),
    ],
)
def test_what_would_be_shown_without_a_part(joint: Joint, other: str, expected: bool) -> None:
    assert may_be_shown(joint, [joints(other)]) is expected


def test_what_separates_parts_is_never_new() -> None:
    lines = "\n".join(
        f"- **{title}** ICLR 202{n}. ![](https://img.shields.io/badge/{tag}-red) [pdf](https://arxiv.org/abs/2401.0000{n})"
        for n, (title, tag) in enumerate([("Acting With Maps", "Go"), ("Learning From Tools", "Chess")], 1)
    )
    plain = "- **Planning With Trees** ICLR 2020. [pdf](https://arxiv.org/abs/2001.00001)"
    given = Given(title="Search Over Graphs", venue="ICLR 2025")
    text, reason = add(f"# List\n\n## Planning\n\n{lines}\n{plain}\n", "2402.00001", given)
    assert (text, reason) == ("- **Search Over Graphs** ICLR 2025. [pdf](https://arxiv.org/abs/2402.00001)", "")
    assert add(f"# List\n\n## Planning\n\n{lines}\n", "2402.00001", given) == (text, reason)  # a badge may be lacking


def test_far_entries_show_the_form_of_what_no_near_one_has() -> None:
    codes = "\n".join(
        f"- [Searching Map {n}](https://arxiv.org/abs/2301.{n:05}) [[code](https://github.com/a/map{n})]"
        for n in range(3)
    )
    near = "\n".join(f"- [Planning Tree {n}](https://arxiv.org/abs/2401.{n:05})" for n in range(60))
    given = Given(title="Search Over Graphs", code="https://github.com/a/graphs")
    text, _ = add(f"# List\n\n## Search\n\n{codes}\n\n## Planning\n\n{near}\n", "2402.00001", given)
    assert text == "- [Search Over Graphs](https://arxiv.org/abs/2402.00001) [[code](https://github.com/a/graphs)]"


def test_a_topic_of_other_papers_is_not_that_of_a_new_one() -> None:
    """Even where most have the same."""
    lines = "\n".join(
        f"- [{tag}] [{title}](https://arxiv.org/abs/2401.0000{n})"
        for n, (tag, title) in enumerate(
            [
                ("security", "Acting With Maps"),
                ("security", "Learning From Tools"),
                ("application", "Planning With Trees"),
                ("security", "Walking In Circles"),
            ],
            1,
        )
    )
    text, reason = add(f"# List\n\n## Planning\n\n{lines}\n", "2402.00001", Given(title="Search Over Graphs"))
    assert (text, reason.partition(" such")[0]) == ("", "entries")


TAGS = "\n".join(
    f"- `{tag}` [{title}](https://arxiv.org/abs/2401.0000{n})"
    for n, (tag, title) in enumerate(
        [("Text", "Planning With Trees"), ("Image", "Acting With Maps"), ("Sound", "Learning From Tools")], 1
    )
)


def request(content: str) -> Request:
    survey = Survey(date(2026, 1, 1), find_missing=lambda _: None)
    return Request([Text("README.md", content)], Config().plan(RULES), survey)


def add(content: str, identifier: str, given: Given) -> tuple[str, str]:
    """The text of the entry, and why there is none."""
    asked = request(content)
    asked.given = given
    paper = read_paper(identifier)
    assert paper is not None
    fact = given.complete(paper, None)
    assert fact is not None
    asked.add(identifier, paper, {paper: fact}, "Planning")
    return asked.results[0].text or "", asked.results[0].reason or ""


def test_an_entry_without_the_words_that_each_has_is_refused() -> None:
    text, reason = add(f"# List\n\n## Planning\n\n{TAGS}\n", "2402.00001", Given(title="Search Over Graphs"))
    assert (text, reason.partition(" such")[0]) == ("", "entries")
    assert reason.endswith("have words that nobody gave: write the line with --as-is")


def test_the_nearest_entry_is_named_where_none_has_the_form() -> None:
    listing = listing_of(f"# List\n\n## Planning\n\n{TAGS}\n- [Search Over Graphs](https://arxiv.org/abs/2402.00001)\n")
    forms = Forms(listing_of(f"# List\n\n## Planning\n\n{TAGS}\n"))
    unlike = forms.find_unlike(listing, listing.entries[-1])
    assert unlike is not None
    assert unlike.entry.title_text == "Learning From Tools"
    assert forms.find_unlike(listing, listing.entries[0]) is None


def test_the_year_beside_a_new_venue_is_its_own() -> None:
    lines = "\n".join(
        f"- **{title}**, PMLX 202{n}. [Paper](https://arxiv.org/abs/2{n}01.0000{n}), 7 Jan 202{n}"
        for n, title in enumerate(["Planning With Trees", "Acting With Maps", "Learning From Tools"], 1)
    )
    given = Given(title="Search Over Graphs", venue="PMLX 2025", date=PartialDate(2024, 2, 5))
    text, _ = add(f"# List\n\n## Planning\n\n{lines}\n", "2402.00001", given)
    assert text == "- **Search Over Graphs**, PMLX 2025. [Paper](https://arxiv.org/abs/2402.00001), 5 Feb 2024"


def test_a_paper_without_code_is_written_as_the_nearest_that_have_it() -> None:
    """That no source knows its code does not make it one of those without code."""
    titles = enumerate(("Planning With Trees", "Acting With Maps", "Learning From Tools"), 1)
    pairs = [
        (
            f"- [{title}: a Survey](https://arxiv.org/abs/2302.0000{n})",
            f"- [{title}](https://arxiv.org/pdf/2402.0000{n}) [[code]](https://github.com/a/b{n})",
        )
        for n, title in titles
    ]
    far, near = map("\n".join, zip(*pairs, strict=True))
    content = f"# List\n\n## Planning\n\n{far}\n{near}\n"
    text, reason = add(content, "2403.00001", Given(title="Search Over Graphs"))
    assert (text, reason) == ("- [Search Over Graphs](https://arxiv.org/pdf/2403.00001)", "")


def test_the_year_of_an_unknown_venue_is_a_part_of_it() -> None:
    """Where the venue is a known one, both are read as one."""
    titles = enumerate(("Planning With Trees", "Acting With Maps", "Learning From Tools"), 1)
    lines = "\n".join(f"- {title} (**ICLR, 2024**) [paper](https://arxiv.org/abs/2402.0000{n})" for n, title in titles)
    given = Given(title="Search Over Graphs", venue="ESANN 2024", date=PartialDate(2024))
    text, reason = add(f"# List\n\n## Planning\n\n{lines}\n", "2403.00001", given)
    assert (text, reason) == ("- Search Over Graphs (**ESANN, 2024**) [paper](https://arxiv.org/abs/2403.00001)", "")


def test_a_month_has_the_case_of_the_others() -> None:
    lines = "\n".join(
        f"- {title}, _7 {month} 2016_, [arxiv](https://arxiv.org/abs/16{n:02}.00001)"
        for n, month, title in [
            (2, "feb", "Planning With Trees"),
            (4, "apr", "Acting With Maps"),
            (8, "aug", "Learning From Tools"),
        ]
    )
    given = Given(title="Search Over Graphs", date=PartialDate(2016, 12, 2))
    text, _ = add(f"# List\n\n## Planning\n\n{lines}\n", "1612.00001", given)
    assert text == "- Search Over Graphs, _2 dec 2016_, [arxiv](https://arxiv.org/abs/1612.00001)"


@pytest.mark.parametrize(
    ("linked", "typed", "expected"),
    [
        pytest.param(
            "https://jmlr.org/papers/volume1/a/a.pdf",
            "https://jmlr.org/papers/volume2/b/b.pdf",
            "https://jmlr.org/papers/volume2/b/b.pdf",
            id="as the list has them",
        ),
        pytest.param(
            "https://example.org/a", "https://dl.acm.org/doi/10.1/b", "https://dl.acm.org/doi/10.1/b", id="neither"
        ),
        pytest.param("https://doi.org/10.1/a", "https://dl.acm.org/doi/10.1/b", "https://doi.org/10.1/b", id="DOIs"),
        pytest.param("https://example.org/a", "10.1/b", "https://doi.org/10.1/b", id="no address"),
    ],
)
def test_a_typed_address_stays_unless_the_list_has_the_other_kind(linked: str, typed: str, expected: str) -> None:
    listing = listing_of(f"# List\n\n## Planning\n\n- [Planning With Trees]({linked})\n")
    page = "https://doi.org/10.1/b" if "10.1" in typed else "https://jmlr.org/papers/v2/b.html"
    assert address_as(listing, typed, page) == expected
