"""What is known of a work: its year, venue and authors, from record, entry or identifier."""

from __future__ import annotations

import pytest

from bot.exports.bibliography import Work, is_link
from bot.listing import Kind
from bot.papers.dates import PartialDate
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.names import AuthorList
from bot.papers.record import Record
from tests.exports.lists import export


def work(*sections: str, **known: object) -> Work:
    return Work("README.md", 1, sections, Kind.PAPER, "A Title", **known)  # type: ignore[arg-type]


ACL = Identifier(Scheme.ACL, "2023.acl-long.1")


@pytest.mark.parametrize(
    ("known", "year"),
    [
        pytest.param({}, None, id="nothing"),
        pytest.param({"identifier": ACL}, 2023, id="identifier"),
        *(
            pytest.param({"identifier": Identifier(scheme, "2020/x")}, 2020, id=scheme.value)
            for scheme in (Scheme.NEURIPS, Scheme.ICLR, Scheme.MLSYS, Scheme.CVF, Scheme.IACR, Scheme.IJCAI)
        ),
        pytest.param({"identifier": Identifier(Scheme.ACL, "W16-2323")}, 2016, id="a volume"),
        pytest.param({"identifier": Identifier(Scheme.ACL, "P98-1001")}, 1998, id="of the last century"),
        pytest.param({"identifier": Identifier(Scheme.ACL, "P60-1001")}, 1960, id="sixty"),
        pytest.param({"identifier": Identifier(Scheme.ACL, "P59-1001")}, 2059, id="fifty-nine"),
        pytest.param({"identifier": Identifier(Scheme.NEURIPS, "2020/1457c0d6")}, 2020, id="proceedings"),
        pytest.param({"identifier": Identifier(Scheme.CVF, "Rombach_High_CVPR_2023")}, 2023, id="a conference"),
        pytest.param({"identifier": Identifier(Scheme.PMLR, "v235/lee24t")}, None, id="a number of a volume"),
        pytest.param({"identifier": Identifier(Scheme.NEURIPS, "12020/1457c0d6")}, None, id="a longer number"),
        pytest.param({"identifier": Identifier(Scheme.ICLR, "abc")}, None, id="an identifier without a year"),
        pytest.param({"identifier": Identifier(Scheme.OPENREVIEW, "2020/x")}, None, id="an identifier of no year"),
        pytest.param({"identifier": ACL, "date": PartialDate(2022, 5)}, 2022, id="date before identifier"),
        pytest.param(
            {"date": PartialDate(2022), "stated_venue": "ACL 2021", "venue_name": "ACL"}, 2021, id="venue before date"
        ),
        pytest.param({"stated_venue": "ACL", "venue_name": "ACL"}, None, id="a venue without a year"),
        pytest.param(
            {"stated_venue": "ACL 2021", "venue_name": "ACL", "record": Record("A Title", year=2020)},
            2020,
            id="record first",
        ),
        pytest.param(
            {"stated_venue": "ACL 2021", "venue_name": "ACL", "record": Record("A Title")}, 2021, id="a bare record"
        ),
    ],
)
def test_years(known: dict[str, object], year: int | None) -> None:
    assert work(**known).year == year


@pytest.mark.parametrize(
    ("known", "venue"),
    [
        ({}, ""),
        ({"stated_venue": "NIPS 2016 (oral)"}, "NeurIPS"),
        ({"stated_venue": "arXiv 2016"}, ""),
        ({"stated_venue": "Our Workshop"}, ""),
        ({"stated_venue": "ACL 2021", "record": Record("A Title", venue="EMNLP")}, "EMNLP"),
        ({"stated_venue": "ACL 2021", "record": Record("A Title", venue="arXiv")}, "ACL"),
    ],
)
def test_venues(known: dict[str, object], venue: str) -> None:
    assert work(**known).venue == venue


def test_authors() -> None:
    stated = AuthorList(("Ann Lee",), more=True)
    assert work(stated_authors=stated).authors == stated
    assert work(stated_authors=stated, record=Record("A Title")).authors == stated
    record = Record("A Title", authors=("Bo\n Wu", "-", "Cy"))
    assert work(stated_authors=stated, record=record).authors == AuthorList(("Bo Wu", "Cy"))


def test_sections_are_a_path() -> None:
    assert work("A", "B > C").section != work("A", "B", "C").section


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.org/x", True),
        ("http://a.org", True),
        ("javascript:alert(1)", False),
        ("a.org", False),
        ("https://a.org/x y", False),
        (f"https://a.org/{'x' * 10_000}", False),
    ],
)
def test_where_a_reader_may_be_led(url: str, expected: bool) -> None:
    assert is_link(url) is expected


LINE = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)"


@pytest.mark.parametrize(
    ("line", "date", "doi"),
    [
        pytest.param(LINE, PartialDate(2023, 10), "", id="of the id"),
        pytest.param(f"* [2024-01-02] {LINE[2:]}", PartialDate(2024, 1, 2), "", id="stated"),
        pytest.param(f"{LINE} [doi](https://doi.org/10.1145/1.2)", PartialDate(2023, 10), "10.1145/1.2", id="DOI"),
        pytest.param(
            f"{LINE} [doi](https://doi.org/10.1145/1.2) [x](https://doi.org/10.1145/1.3)",
            PartialDate(2023, 10),
            "",
            id="two DOIs",
        ),
    ],
)
def test_works_of_a_list(line: str, date: PartialDate, doi: str) -> None:
    (found,) = export(f"# Papers\n\n{line}\n")[0].works
    assert (found.date, found.doi, found.arxiv) == (date, doi, "2310.05915")
