"""Entries against records: what the examples of the rules do not show."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.facts.model import Facts, records_of_pages
from bot.links import LinkState, LinkStatus
from bot.linter.diagnostics import Severity
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record, VenueKind
from bot.papers.witnesses import VenueClaim, Witness
from bot.rules.on_record import WrongPaper, WrongVenue
from bot.rules.wrong_authors import WrongAuthors
from bot.rules.wrong_title import WrongTitle
from bot.rules.wrong_year import WrongYear
from tests.rules.helpers import found, marked

if TYPE_CHECKING:
    from bot.linter.rule import Rule

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE
DOI = "10.1109/cvpr.2016.90"
TITLE = "Deep Residual Learning for Image Recognition"
AUTHORS = ("Kaiming He", "Xiangyu Zhang", "Shaoqing Ren", "Jian Sun")
CVPR = "2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)"
RECORD = Record(TITLE, (), AUTHORS, CVPR, 2016, (2016,), "Crossref")
FACTS = Facts(works={DOI: RECORD})
LINK = f"https://doi.org/{DOI}"
RESNET = Identifier(Scheme.ARXIV, "1512.03385")


def entry(rest: str = "", title: str = TITLE, link: str = LINK) -> str:
    return f"* [{title}]({link}){rest}\n"


def seen(rule: Rule, text: str, facts: Facts = FACTS) -> list[tuple[Severity, str]]:
    return [(each.severity, words) for each in found(rule, text, facts) for words in marked(text, [each])]


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        (". Grace Hopper, Ada Lovelace, Alan Turing.", [(WARNING, "Grace Hopper, Ada Lovelace, Alan Turing")]),
        (". Grace Hopper et al.", [(WARNING, "Grace Hopper et al")]),
        (" by Kaiming He and Grace Hopper", [(WARNING, "Kaiming He and Grace Hopper")]),
        (" by Kaiming He, Xiangyu Zhang, Shaoqing Ren, Ada Lovelace", [(NOTE, None)]),
        (" by Kaiming He, Xiangyu Zhang and Jian Sun ([Shaoqing Ren](https://example.org))", []),
        (" by Kaiming He, Xiangyu Zhang and Jian Sun", [(WARNING, "Kaiming He, Xiangyu Zhang and Jian Sun")]),
        (" by Jian Sun et al.", [(WARNING, "Jian Sun et al")]),
        (" by Ada Lovelace Kaiming He, Xiangyu Zhang et al.", [(WARNING, None)]),
        (" by K. He, Shaoqing Ren, Xiangyu Zahng et al.", [(NOTE, None)]),
        (" by Jian Sun", [(NOTE, "Jian Sun")]),
        (" by K. He, X. Zhang, S. Ren, J. Sun", []),
        (" by He, K.; Zhang, X.", []),
        (" by He et al.", []),
        (" (Grace Hopper, Ada Lovelace, Alan Turing)", []),
        (". Grace Hopper, Ada Lovelace.", []),
        (" (Microsoft)", []),
    ],
)
def test_authors(rest: str, expected: list[tuple[Severity, str | None]]) -> None:
    result = seen(WrongAuthors(), entry(rest))
    assert [(severity, words) for severity, words in result] == [
        (severity, words if words is not None else result[0][1]) for severity, words in expected
    ]


def test_the_list_shows_which_names_are_authors() -> None:
    """Two lines of words in capitals below the title: only the first holds authors."""
    topics = "\n  - Image Recognition, Residual Networks"
    names = ("Kaiming He, Xiangyu Zhang", ", ".join(AUTHORS), "K. He, X. Zhang, S. Ren", "Grace Hopper, Ada Lovelace")
    text = "".join(entry(f"\n  - {each}{topics}") for each in names)
    assert seen(WrongAuthors(), text) == [(WARNING, "Grace Hopper, Ada Lovelace")]
    strange = ("Ada Lovelace, Alan Turing", "Alan Turing, Grace Hopper", "Grace Hopper, Ada Lovelace")
    assert seen(WrongAuthors(), "".join(entry(f"\n  - {each}{topics}") for each in strange)) == []


def test_both_sides_are_named() -> None:
    (only,) = found(WrongAuthors(), entry(" by Grace Hopper et al."), FACTS)
    assert only.message == (
        "the list says Grace Hopper et al.; Crossref has Kaiming He, Xiangyu Zhang, Shaoqing Ren and 1 more"
    )


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        (" (ICML 2016)", [(WARNING, "ICML 2016")]),
        (". *Conference on Reward Tuning 2016*", [(WARNING, "Conference on Reward Tuning 2016")]),
        (" (CVPR'16)", []),
        (" (arXiv 2015)", []),
        (" (ICML 2016 oral)", [(WARNING, "ICML 2016")]),
        ("", []),
    ],
)
def test_venues(rest: str, expected: list[tuple[Severity, str]]) -> None:
    assert seen(WrongVenue(), entry(rest)) == expected


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        (" (CVPR 2017)", [(WARNING, "CVPR 2017")]),
        (" (CVPR 2034)", [(WARNING, "CVPR 2034")]),
        (" (2019)", [(WARNING, "2019")]),
        (" (2011)", [(WARNING, "2011")]),
        (" (2015)", []),
        (" (2017)", []),
        (" (TPAMI 2018)", []),
        (" (ICML 2018)", []),
        (" (arXiv 2015)", []),
    ],
)
def test_years(rest: str, expected: list[tuple[Severity, str]]) -> None:
    assert seen(WrongYear(), entry(rest)) == expected


OTHERS = {
    f"10.1109/cvpr.{year}.1": Record(
        f"Residual Networks of {year} Layers", venue="Pattern Recognition", year=year, years=(year,)
    )
    for year in (2013, 2014, 2015, 2016)
}


@pytest.mark.parametrize(
    ("years", "rest", "expected"),
    [
        pytest.param((2013, 2014, 2015, 2021), "", [f"Residual Networks of {2016} Layers"], id="one is off"),
        pytest.param((2013, 2014, 2015, 2017), "", [], id="the year after"),
        pytest.param((2013, 2014, 2020, 2021), "", [], id="headings are years of something else"),
        pytest.param((2013, 2014, 2015, 2021), " (2014)", [], id="the entry has a year itself"),
        pytest.param((2013, 2014, 2015, "Before 2021"), "", [], id="more than a year"),
    ],
)
def test_years_of_headings(years: tuple[int | str, ...], rest: str, expected: list[str]) -> None:
    text = "".join(
        f"## {heading}\n\n{entry(rest, record.title, f'https://doi.org/{doi}')}\n"
        for heading, (doi, record) in zip(years, OTHERS.items(), strict=True)
    )
    assert seen(WrongYear(), text, Facts(works=OTHERS)) == [(WARNING, words) for words in expected]


def preprint(**fields: object) -> Facts:
    return Facts({RESNET: Record(TITLE, identifier=RESNET, authors=AUTHORS, **fields)})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rest", "comment", "expected"),
    [
        (" (CVPR 2018)", "CVPR 2016 camera-ready", [(WARNING, "CVPR 2018")]),
        (" (CVPR 2018)", "", []),
        (" (arXiv 2009)", "", [(WARNING, "arXiv 2009")]),
        (" (arXiv 2015)", "", []),
        (" (2019)", "", []),
        (" (2031)", "", [(WARNING, "2031")]),
    ],
)
def test_years_of_preprints(rest: str, comment: str, expected: list[tuple[Severity, str]]) -> None:
    text = entry(rest, link="https://arxiv.org/abs/1512.03385")
    assert seen(WrongYear(), text, preprint(comment=comment)) == expected


@pytest.mark.parametrize(
    ("comment", "count"), [("Accepted at ICML 2016", 1), ("Submitted to ICML 2016", 0), ("A workshop at ICML 2016", 0)]
)
def test_venues_of_preprints(comment: str, count: int) -> None:
    text = entry(" (CVPR 2016)", link="https://arxiv.org/abs/1512.03385")
    assert len(found(WrongVenue(), text, preprint(comment=comment))) == count


@pytest.mark.parametrize(
    ("rest", "comment", "notes"),
    [
        pytest.param(
            " (CVPR 2016)", "Published at the CVPR 2016 Workshop on Deep Models", ["CVPR 2016"], id="workshop"
        ),
        pytest.param(" (CVPR 2016)", "Accepted to CVPR 2016 workshops", ["CVPR 2016"], id="workshops"),
        pytest.param(" (CVPR 2016)", "Accepted at CVPR 2016", [], id="the conference"),
        pytest.param(" (CVPR 2017)", "Published at the CVPR 2016 Workshop on Deep Models", [], id="a year later"),
        pytest.param(" (ICML 2016)", "Published at the CVPR 2016 Workshop on Deep Models", [], id="elsewhere later"),
        pytest.param(" (CVPR 2016 Workshop)", "Published at the CVPR 2016 Workshop on Models", [], id="said so"),
        pytest.param(" (CVPRW 2016)", "Published at the CVPR 2016 Workshop on Models", [], id="said so in short"),
        pytest.param(" (CVPR 2016, workshop paper)", "Published at the CVPR 2016 Workshop on Models", [], id="beside"),
        pytest.param("", "Published at the CVPR 2016 Workshop on Models", [], id="no venue"),
    ],
)
def test_a_workshop_is_not_its_conference(rest: str, comment: str, notes: list[str]) -> None:
    text = entry(rest, link="https://arxiv.org/abs/1512.03385")
    assert seen(WrongVenue(), text, preprint(comment=comment)) == [(NOTE, each) for each in notes]


def test_a_heading_says_that_papers_are_of_workshops() -> None:
    text = "## Workshops\n\n" + entry(" (CVPR 2016)", link="https://arxiv.org/abs/1512.03385")
    assert seen(WrongVenue(), text, preprint(comment="Published at the CVPR 2016 Workshop on Models")) == []


MANY = [f"Studies of Chapter {number} in the Book of Vision" for number in range(12)]
MANY_FACTS = Facts(
    works={DOI: RECORD}
    | {
        f"10.1000/{number}": Record(title, (), ("Ada Lovelace", "Grace Hopper", "Alan Turing"), source="Crossref")
        for number, title in enumerate(MANY)
    }
)


def many(authors: str, last: str, title: str = TITLE, label: str = "*Authors*: ") -> str:
    """A list of entries; the last one says something else."""
    links = enumerate(MANY)
    lines = (entry(f". {label}{authors}", each, f"https://doi.org/10.1000/{number}") for number, each in links)
    return "".join(lines) + entry(f". {label}{last}", title)


ALL_AUTHORS = "Ada Lovelace, Grace Hopper, Alan Turing"


@pytest.mark.parametrize(
    ("others", "last", "count"),
    [
        (ALL_AUTHORS, "Kaiming He, Xiangyu Zhang", 1),
        (ALL_AUTHORS, "Kaiming He, Xiangyu Zhang, Shaoqing Ren, Jian Sun", 0),
        (ALL_AUTHORS, "Kaiming He et al.", 0),
        ("Ada Lovelace, Grace Hopper", "Kaiming He, Xiangyu Zhang", 0),
        ("Ada Lovelace et al.", "Kaiming He, Xiangyu Zhang", 0),
    ],
)
def test_first_authors_alone_count_where_that_is_no_habit(others: str, last: str, count: int) -> None:
    assert [each.severity for each in found(WrongAuthors(), many(others, last), MANY_FACTS)] == [WARNING] * count
    unlabelled = many(others, last, label="")
    assert [each.severity for each in found(WrongAuthors(), unlabelled, MANY_FACTS)] == [NOTE] * count


def test_a_slip_counts_where_titles_are_copied_exactly() -> None:
    slip = "Deep Residual Learning for Images Recognition"
    assert seen(WrongTitle(), many(ALL_AUTHORS, "Kaiming He et al.", slip), MANY_FACTS) == [(WARNING, slip)]
    assert seen(WrongTitle(), entry(title=slip), MANY_FACTS) == [(NOTE, slip)]


INDEX = VenueClaim("CVPR", 2016, "DBLP conf/cvpr/HeZRS16", Witness.INDEX)
JOURNAL = VenueClaim("TMLR", 2016, "DBLP journals/tmlr/HeZRS16", Witness.INDEX, kind=VenueKind.JOURNAL)


@pytest.mark.parametrize(
    ("rest", "claims", "venue", "year"),
    [
        (" (ICML 2016)", (INDEX,), 1, 0),
        (" (CVPR 2016)", (INDEX,), 0, 0),
        (" (CVPR'16 oral)", (INDEX,), 0, 0),
        (" (CVPR 2018)", (INDEX,), 0, 1),
        (" (Symposium on Imaginary Networks 2016)", (INDEX,), 1, 0),
        (" (CVPR 2016 Workshop)", (INDEX,), 0, 0),
        (" (TPAMI 2018)", (INDEX,), 0, 0),
        (" (arXiv 2015)", (INDEX,), 0, 0),
        (" (TMLR 2016)", (JOURNAL,), 0, 0),
        (" (ICML 2016)", (INDEX, replace(INDEX, venue="ICML", source="Crossref")), 0, 0),
        (" (ICML 2016)", (), 0, 0),
    ],
)
def test_an_index_knows_where_preprints_were_published(
    rest: str, claims: tuple[VenueClaim, ...], venue: int, year: int
) -> None:
    text = entry(rest, link="https://arxiv.org/abs/1512.03385")
    facts = replace(preprint(), venues={RESNET: claims})
    assert (len(found(WrongVenue(), text, facts)), len(found(WrongYear(), text, facts))) == (venue, year)


def test_who_says_so_is_named() -> None:
    text = entry(" (ICML 2016)", link="https://arxiv.org/abs/1512.03385")
    (diagnostic,) = found(WrongVenue(), text, replace(preprint(), venues={RESNET: (INDEX,)}))
    assert "DBLP conf/cvpr/HeZRS16 has CVPR 2016" in diagnostic.message


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Deep Residual Training for Image Recognition", WARNING),
        ("Deep Residual Learning for Image Recogniton", NOTE),
        ("Deep residual learning for image recognition (Oral)", None),
        ("Deep Residual Learning", None),
        ("ResNet: Deep Residual Learning for Image Recognition", None),
    ],
)
def test_titles(title: str, expected: Severity | None) -> None:
    assert [severity for severity, _ in seen(WrongTitle(), entry(title=title))] == ([expected] if expected else [])


def test_authors_behind_a_title_are_not_part_of_it() -> None:
    text = f"- **[CVPR'16]** {TITLE}. Kaiming He and Jian Sun. [[Paper]({LINK})]\n"
    assert seen(WrongTitle(), text) == []
    assert seen(WrongPaper(), text) == []


def test_another_title_by_the_same_authors() -> None:
    text = entry(" by Kaiming He and Xiangyu Zhang", title="A Cookbook of Vegetable Soups")
    assert seen(WrongTitle(), text) == [(WARNING, "A Cookbook of Vegetable Soups")]
    assert seen(WrongPaper(), text) == []


def test_names_with_another_number() -> None:
    facts = Facts(works={DOI: Record("Tensor Programs VI: Feature Learning in Networks", source="Crossref")})
    assert [severity for severity, _ in seen(WrongTitle(), entry(title="Tensor Programs III: Neural Laws"), facts)] == [
        WARNING
    ]


def test_lists_that_do_not_copy_titles() -> None:
    for count, expected in ((9, WARNING), (10, NOTE)):
        text = entry(title="Deep Residual Training for Image Recognition") * count
        assert {severity for severity, _ in seen(WrongTitle(), text)} == {expected}


@pytest.mark.parametrize("rule", [WrongAuthors(), WrongVenue(), WrongYear()], ids=["authors", "venue", "year"])
def test_another_paper_is_not_misdescribed(rule: Rule) -> None:
    text = entry(" by Grace Hopper, Ada Lovelace (ICML 2020)", title="A Cookbook of Vegetable Soups")
    assert found(rule, text, FACTS) == []
    assert [severity for severity, _ in seen(WrongPaper(), text)] == [ERROR]


PAGE = "https://proceedings.mlr.press/v37/ioffe15.html"
TAGS = (("citation_title", "Auto-Encoding Variational Bayes"), ("citation_author", "Kingma, Diederik"))


def test_the_page_says_what_it_is_about() -> None:
    facts = Facts(works=records_of_pages([LinkStatus(PAGE, LinkState.OK, tags=TAGS)]))
    (only,) = found(WrongPaper(), entry(link=PAGE), facts)
    assert only.message == (
        "the link points to another paper; its page on proceedings.mlr.press has"
        ' "Auto-Encoding Variational Bayes" by Diederik Kingma'
    )
    assert found(WrongPaper(), entry(link=PAGE), Facts(links={PAGE: LinkStatus(PAGE, LinkState.OK)})) == []


def test_a_shared_name_makes_it_a_note() -> None:
    facts = Facts(works={DOI: Record("FreeMatch: Self-adaptive Thresholding for Learning with Few Labels")})
    title = "Semi-supervised Classification of Images after FreeMatch"
    assert [severity for severity, _ in seen(WrongPaper(), entry(title=title), facts)] in ([NOTE], [])


def test_other_authors_make_it_an_error() -> None:
    record = Record(
        "FreeMatch: Self-adaptive Thresholding for Semi-supervised Learning", (), AUTHORS, source="Crossref"
    )
    text = entry(" by Grace Hopper et al.", title="FreeMatch: A Cookbook of Vegetable Soups")
    assert [severity for severity, _ in seen(WrongPaper(), text, Facts(works={DOI: record}))] == [ERROR]
