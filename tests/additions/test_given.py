from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from bot.additions.given import Given, read_given
from bot.additions.request import Request
from bot.linter.config import Config
from bot.linter.survey import Survey
from bot.papers.dates import PartialDate
from bot.papers.identity import NamedPaper, read_paper
from bot.papers.record import Record
from bot.rules import RULES
from bot.text import Text
from tests.additions.helpers import NEW

KNOWN = Record("Planning with Tools", authors=("Ann Lee",), date=PartialDate(2024, 1, 22), year=2024, years=(2024,))


@pytest.mark.parametrize(
    ("said", "venue", "year"),
    [
        pytest.param({"venue": "ICLR 2025"}, "ICLR 2025", 2025, id="the year of the venue"),
        pytest.param({"venue": "ICLR"}, "ICLR", 2024, id="the year on record"),
        pytest.param({"venue": "ICLR 2025", "date": "2024-12"}, "ICLR 2025", 2025, id="both are said"),
        pytest.param({"date": "2023-12"}, "", 2023, id="the year of the date"),
    ],
)
def test_the_year_of_a_venue_is_its_own(said: dict[str, str], venue: str, year: int) -> None:
    paper = read_paper("2401.12345")
    assert paper is not None
    record = read_given(said).complete(paper, KNOWN)
    assert isinstance(record, Record)
    assert (record.venue, record.year) == (venue, year)


@pytest.mark.parametrize(
    ("given", "text", "left_out"),
    [
        pytest.param(Given(venue="ICLR 2025"), "* [A](u), ICLR'25", (), id="a venue in the way of the list"),
        pytest.param(Given(venue="ICLR 2025"), "* [A](u), CVPR 2025", ("venue",), id="another venue"),
        pytest.param(Given(venue="J. Unknown"), "* [A](u), J. Unknown", (), id="an unknown venue"),
        pytest.param(Given(code="https://github.com/a/b"), "* [A](u)", ("code",), id="no code"),
        pytest.param(Given(authors=("Ann Lee",)), "* Lee et al., [A](u)", (), id="family names alone"),
        pytest.param(Given(date=PartialDate(2024, 5)), "* [2405] [A](u)", (), id="two digits of the year"),
    ],
)
def test_what_an_entry_leaves_out(given: Given, text: str, left_out: tuple[str, ...]) -> None:
    assert given.find_left_out(text) == left_out


def test_ways_to_write_an_entry_that_can_say_no_more_are_not_tried() -> None:
    """Each way is read with its whole list: no entry names authors, so none of the others has a place for them."""
    lines = (
        f"- {title}, *{venue}*. [[Paper](https://arxiv.org/abs/24{month:02}.0000{month})]"
        for month, (title, venue) in enumerate(
            (
                ("**Planning With Trees**", "ICLR 2024"),
                ("Acting With Maps", "CVPR 2024"),
                ("**Learning From Tools**", "ACL 2024"),
                ("Search Over Graphs", "ICML 2024"),
            ),
            1,
        )
    )
    text = Text("README.md", "# List\n\n## Planning\n\n" + "\n".join(lines) + "\n")
    survey = Survey(date(2026, 1, 1), find_missing=lambda _: None)
    given = Given(authors=("Ann Lee",))
    request = Request([text], Config().plan(RULES), survey, given=given)
    paper = read_paper("2405.00451")
    assert paper is not None
    request.add("2405.00451", paper, {paper: replace(NEW, authors=given.authors, venue="")}, "Planning")
    assert [(each.status, each.notes[0].partition(":")[0]) for each in request.results] == [("added", "authors")]
    assert len(survey._listings) == 2


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        pytest.param("[A](https://arxiv.org/abs/2401.00001)", ("date",), id="a year within an id"),
        pytest.param("[A](https://arxiv.org/abs/2401.00001) 2024", (), id="a year"),
        pytest.param("[2401] [A](https://arxiv.org/abs/2401.00001)", (), id="a month as ids have it"),
    ],
)
def test_a_date_within_an_id_is_none(text: str, left_out: tuple[str, ...]) -> None:
    assert Given(date=PartialDate(2024)).find_left_out(text) == left_out


@pytest.mark.parametrize(
    ("address", "venue"), [("https://arxiv.org/abs/2405.00451", ""), ("https://a.org/b", "arXiv 2024")]
)
def test_an_archive_is_a_venue_only_of_what_is_not_known_to_be_there(address: str, venue: str) -> None:
    """What the list calls preprints is written for those that have an id."""
    paper = read_paper(address) or NamedPaper(address, None, address)
    record = Given(title="Search Over Graphs", venue="arXiv 2024").complete(paper, None)
    assert isinstance(record, Record)
    assert record.venue == venue


def test_a_year_alone_is_not_in_the_way_of_the_month_of_an_id() -> None:
    paper = read_paper("2405.00451")
    assert paper is not None
    dates = [Given(title="Search", date=date).complete(paper, None) for date in (PartialDate(2024), PartialDate(2025))]
    assert [each.date for each in dates if isinstance(each, Record)] == [PartialDate(2024, 5), PartialDate(2025)]


@pytest.mark.parametrize(
    ("venue", "text", "expected"),
    [
        pytest.param("ACL 2023", "`ACL` 2022.12", True, id="another year"),
        pytest.param("ACL 2023", "`ACL'23` 2022.12", False, id="a short one"),
        pytest.param("ACL", "`ACL`", False, id="none given"),
    ],
)
def test_the_year_of_a_venue(venue: str, text: str, expected: bool) -> None:
    assert Given(venue=venue).lacks_year(text) is expected
