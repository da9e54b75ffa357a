"""What the bot writes as CSV or BibTeX, it reads again as the same list."""

from __future__ import annotations

import pytest

from bot.exports.references import make_references, render_bibtex
from bot.exports.writers import render_csv
from bot.facts.model import Facts
from bot.papers.dates import PartialDate
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record
from tests.exports.lists import SMALL, export

FIREACT = Identifier(Scheme.ARXIV, "2310.05915")
FACTS = Facts(
    papers={
        FIREACT: Record(
            "FireAct: Toward Language Agent Fine-tuning",
            None,
            identifier=FIREACT,
            date=PartialDate(2023, 10, 9),
            authors=("Baian Chen", "Ludwig van den Berg"),
        )
    }
)


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("papers.csv", ("title", "arxiv", "doi", "authors", "url", "sections", "venue_name")),
        ("papers.bib", ("title", "arxiv", "doi", "authors", "url")),
    ],
)
def test_a_list_comes_back(name: str, fields: tuple[str, ...]) -> None:
    lists = export(SMALL, FACTS)
    text = render_csv(lists) if name.endswith(".csv") else render_bibtex(make_references(lists))
    (back,) = export(text, path=name)
    papers = [work for work in lists[0].works if work.kind == "paper"]
    again = [work for work in back.works if work.kind == "paper"]
    for field in fields:
        assert [getattr(work, field) for work in again] == [getattr(work, field) for work in papers]
    assert again[0].authors.names == ("Baian Chen", "Ludwig van den Berg")


def test_paths_of_sections_come_back() -> None:
    lists = export(SMALL)
    (back,) = export(render_csv(lists), path="papers.csv")
    assert [work.sections for work in back.works] == [work.sections for work in lists[0].works]
    assert lists[0].works[2].sections == ("Training", "Mathematics")


@pytest.mark.parametrize(
    ("content", "title"),
    [
        ('<h1 align="center">Papers on <i>agents</i></h1>\n\n## More\n', "Papers on agents"),
        ("## Papers on tools\n\n## More\n", "Papers on tools"),
        ("## News\n\n# Papers on agents\n", "Papers on agents"),
        ("", "README.md"),
    ],
)
def test_titles(content: str, title: str) -> None:
    (each,) = export(f"{content}\n* [RoFormer](https://arxiv.org/abs/2104.09864)\n")
    assert each.title == title
