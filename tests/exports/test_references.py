"""Papers as they are cited: keys, kinds, names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.exports.references import Reference, ReferenceKind, make_references, render_bibtex
from bot.facts.model import Facts
from bot.papers.dates import PartialDate
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.names import AuthorList
from bot.papers.record import Record, VenueKind
from tests.exports.lists import SMALL, export

FIREACT = Identifier(Scheme.ARXIV, "2310.05915")
PAPER = Record(
    "FireAct: Toward Language Agent Fine-tuning",
    None,
    identifier=FIREACT,
    date=PartialDate(2023, 10, 9),
    authors=("Baian Chen", "Chang Shu"),
    categories=("cs.CL", "cs.AI"),
)
ENTRY = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) *ICLR 2024*\n"
STATED = Reference(
    "arXiv:2310.05915",
    ReferenceKind.PREPRINT,
    PAPER.title,
    stated_venue="ICLR",
    year=2024,
    date=PartialDate(2024),
    arxiv="2310.05915",
    url="https://arxiv.org/abs/2310.05915",
)
RECORDED = replace(
    STATED,
    authors=AuthorList(("Baian Chen", "Chang Shu")),
    stated_venue="ICLR 2024",
    date=PartialDate(2023, 10, 9),
    year=2023,
    category="cs.CL",
)


JOURNAL: dict[str, Any] = {"kind": ReferenceKind.ARTICLE, "stated_venue": "", "year": 2024, "date": None}


def references(content: str, *papers: Record, **works: Record) -> tuple[Reference, ...]:
    known = {each.identifier: each for each in papers if each.identifier is not None}
    return make_references(export(content, Facts(papers=known, works=works)))


def test_of_a_paper_in_two_sections_the_entry_that_names_authors_and_venue_counts() -> None:
    title = "[FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)"
    again = title.replace("Fine-tuning", "Tuning")
    (found,) = references(f"# P\n\n## News\n\n* {again}\n\n## Agents\n\n* {title}, *B. Chen, C. Shu*, ICLR 2024\n")
    assert (found.authors.names, found.stated_venue, found.sections) == (
        ("B. Chen", "C. Shu"),
        "ICLR 2024",
        ("News", "Agents"),
    )


def test_another_paper_with_a_wrong_link_stays() -> None:
    link = "(https://arxiv.org/abs/2310.05915)"
    first, other = references(
        f"* [FireAct: Toward Language Agent Fine-tuning]{link}\n"
        f"* [Visual Anatomy of Vector Charts with Semantic Labels]{link}, *Ann Lee, Bo Chen*\n"
    )
    assert (first.key, first.authors.names, other.authors.names) == ("arXiv:2310.05915", (), ("Ann Lee", "Bo Chen"))
    assert other.key.startswith("arXiv:2310.05915-")


@pytest.mark.parametrize(
    ("paper", "expected"),
    [
        pytest.param(None, STATED, id="no record: what the entry says"),
        pytest.param(PAPER, RECORDED, id="preprint"),
        pytest.param(replace(PAPER, title="Another Study of Something Else Entirely"), STATED, id="another paper"),
        pytest.param(
            replace(PAPER, comment="Accepted at ICLR 2024. 12 pages"),
            replace(RECORDED, kind=ReferenceKind.PAPER, venue="ICLR 2024", stated_venue="", year=2024, date=None),
            id="accepted, say its authors",
        ),
        pytest.param(replace(PAPER, comment="Submitted to ICLR 2024"), RECORDED, id="submitted is not published"),
        pytest.param(
            replace(PAPER, comment="Accepted at ICLR", year=2023, years=(2023,)),
            replace(RECORDED, kind=ReferenceKind.PAPER, venue="ICLR", stated_venue="", year=None, date=None),
            id="the year of the preprint is not that of the conference",
        ),
        pytest.param(
            replace(PAPER, journal_reference="Journal of Machine Learning Research 25 (2024) 1-40"),
            replace(RECORDED, **JOURNAL, venue="Journal of Machine Learning Research"),
            id="volume and year are not the name of a journal",
        ),
        pytest.param(
            replace(PAPER, comment="In ICLR (2024)"),
            replace(RECORDED, **(JOURNAL | {"kind": ReferenceKind.PAPER}), venue="ICLR (2024)"),
            id="year in brackets",
        ),
        pytest.param(
            replace(PAPER, journal_reference="TMLR 2024", doi="10.1000/X"),
            replace(
                *(RECORDED,),
                kind=ReferenceKind.ARTICLE,
                venue="TMLR",
                stated_venue="",
                year=2024,
                date=None,
                doi="10.1000/x",
            ),
            id="in a journal",
        ),
    ],
)
def test_arxiv(paper: Record | None, expected: Reference) -> None:
    assert references(ENTRY, *([paper] if paper is not None else [])) == (expected,)


XGBOOST = Record(
    "XGBoost: A Scalable Tree Boosting System",
    authors=("Tianqi Chen", "Carlos Guestrin"),
    venue="Proceedings of the 22nd ACM SIGKDD International Conference on Knowledge Discovery and Data Mining",
    year=2016,
    doi="10.1145/2939672.2939785",
)


@pytest.mark.parametrize(
    ("venue_kind", "venue", "kind"),
    [
        (VenueKind.PROCEEDINGS, XGBOOST.venue, ReferenceKind.PAPER),
        (VenueKind.JOURNAL, XGBOOST.venue, ReferenceKind.ARTICLE),
        (VenueKind.BOOK, "Handbook of Trees", ReferenceKind.CHAPTER),
        (VenueKind.UNKNOWN, XGBOOST.venue, ReferenceKind.PAPER),
        (VenueKind.UNKNOWN, "Journal of Machine Learning Research", ReferenceKind.ARTICLE),
        (VenueKind.UNKNOWN, "Neural Computation", ReferenceKind.ARTICLE),
        (VenueKind.UNKNOWN, "", ReferenceKind.UNKNOWN),
    ],
)
def test_doi(venue_kind: VenueKind, venue: str, kind: ReferenceKind) -> None:
    entry = "* [XGBoost: A Scalable Tree Boosting System](https://doi.org/10.1145/2939672.2939785)\n"
    record = replace(XGBOOST, venue=venue, venue_kind=venue_kind)
    (found,) = references(entry, **{"10.1145/2939672.2939785": record})
    assert (found.kind, found.venue, found.year, found.key) == (kind, venue, 2016, "doi:10.1145/2939672.2939785")


def test_keys_do_not_depend_on_what_else_is_known_or_listed() -> None:
    keys = [each.key for each in references(SMALL)]
    assert keys == ["arXiv:2310.05915", "arXiv:2303.11366", "arXiv:2409.02392", "doi:10.1145/2939672.2939785"]
    assert [each.key for each in references(SMALL, PAPER)] == keys
    assert [
        each.key
        for each in references(
            f"* [RoFormer: Enhanced Transformer with Rotary Position Embedding](https://arxiv.org/abs/2104.09864)\n{SMALL}"
        )
    ][1:] == keys


@pytest.mark.parametrize(
    ("link", "key"),
    [
        ("https://openreview.net/forum?id=WE_vluYUL-X", "openreview:WE_vluYUL-X"),
        ("https://aclanthology.org/2023.acl-long.1/", "acl:2023.acl-long.1"),
        ("https://doi.org/10.1016/S0004-3702(01)00129-1", "doi:10.1016/s0004-3702-01-00129-1-cc129a"),
    ],
)
def test_keys(link: str, key: str) -> None:
    title = "ReAct: Synergizing Reasoning and Acting in Language Models"
    entry = f"# Papers\n\n* {title} [[paper]]({link}) *ICLR 2023*\n"
    assert [each.key for each in references(entry)] == [key]


@pytest.mark.parametrize(
    ("title", "key"),
    [
        ("ReAct: Synergizing Reasoning and Acting in Models", "react-synergizing-reasoning-and-acting-704d61"),
        ("Über Bäume", "uber-baume-0968fe"),
        ("世界", "3ecfd8"),
    ],
)
def test_a_paper_without_a_name_has_a_key_from_its_title(title: str, key: str) -> None:
    (each,) = export(SMALL)
    works = tuple(
        replace(each.works[0], arxiv="", doi="", identifier=None, title=text) for text in (title, f"{title}!", "Other")
    )
    assert [found.key for found in make_references([each._replace(works=works)])][:-1] == [key]


def test_a_paper_in_two_sections_has_both() -> None:
    entry = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"
    content = f"# Papers\n\n## Agents\n\n### Training, tuning\n\n{entry}\n## Surveys\n\n{entry}"
    (found,) = references(content)
    assert found.sections == ("Agents > Training, tuning", "Surveys")
    assert "  keywords = {Agents > Training; tuning, Surveys},\n" in render_bibtex([found])
