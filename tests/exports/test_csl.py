"""References as CSL-JSON, set by a CSL processor without a warning."""

from __future__ import annotations

import json
import warnings

import pytest
from citeproc import (  # type: ignore[import-untyped]
    Citation,
    CitationItem,
    CitationStylesBibliography,
    CitationStylesStyle,
    formatter,
)
from citeproc.source.json import CiteProcJSON  # type: ignore[import-untyped]

from bot.exports.references import Reference, ReferenceKind, make_references, render_csl
from bot.papers.names import AuthorList
from tests.exports.lists import SMALL, export
from tests.exports.test_bibtex import FIREACT, XGBOOST


def test_items() -> None:
    first, second = json.loads(render_csl([FIREACT, XGBOOST]))
    assert first == {
        "id": "arXiv:2310.05915",
        "type": "article",
        "title": "FireAct: Toward Language Agent Fine-tuning",
        "author": [
            {"family": "Chen", "given": "Baian"},
            {"family": "Berg", "given": "Ludwig", "non-dropping-particle": "van den"},
            {"family": "King", "given": "Martin", "suffix": "Jr."},
            {"literal": "Gemini Team"},
            {"literal": "Us and Them"},
            {"literal": "et al."},
        ],
        "issued": {"date-parts": [[2023, 10, 9]]},
        "publisher": "arXiv",
        "number": "arXiv:2310.05915",
        "note": "R&D Workshop",
        "DOI": "10.1000/a_b",
        "URL": "https://arxiv.org/abs/2310.05915?a={b}",
    }
    assert second == {
        "id": "doi:10.1145/2939672.2939785",
        "type": "paper-conference",
        "title": "XGBoost",
        "author": [{"family": "Chen", "given": "Tianqi"}],
        "container-title": "KDD 2016",
        "issued": {"date-parts": [[2016]]},
    }


def set_with(references: tuple[Reference, ...]) -> list[str]:
    """The bibliography, in the style of Harvard; a warning of the processor fails."""
    items = json.loads(render_csl(references))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", ResourceWarning)  # of the processor: files of styles that it leaves open
        style = CitationStylesStyle("harvard-cite-them-right", validate=False)
        bibliography = CitationStylesBibliography(style, CiteProcJSON(items), formatter.plain)
        for item in items:
            bibliography.register(Citation([CitationItem(item["id"])]))
        return [str(each) for each in bibliography.bibliography()]


@pytest.mark.parametrize("kind", ReferenceKind)
def test_a_processor_sets_each_kind(kind: ReferenceKind) -> None:
    reference = Reference("a", kind, "A Title & more", AuthorList(("Baian Chen",)), venue="ICLR", year=2024)
    (line,) = set_with((reference,))
    assert "Chen, B. (2024)" in line
    assert "A Title" in line


def test_a_processor_sets_a_list() -> None:
    lines = set_with((FIREACT, XGBOOST, *make_references(export(SMALL))[1:]))
    assert len(lines) == 4
    assert "Reflexion" in lines[2]


def test_a_paper_on_arxiv_is_a_preprint_without_a_record_too() -> None:
    content = "# Papers\n\n## Agents\n\n* [FireAct](https://arxiv.org/abs/2310.05915), Baian Chen, Chang Shu\n"
    (item,) = json.loads(render_csl(make_references(export(content))))
    assert (item["type"], item["publisher"], item["keyword"]) == ("article", "arXiv", "Agents")
    assert item["author"] == [{"family": "Chen", "given": "Baian"}, {"family": "Shu", "given": "Chang"}]


def test_letters_are_written_as_they_are() -> None:
    written = render_csl([Reference("a", ReferenceKind.PAPER, "Größe 论文", AuthorList(("Žofie Nová",)), year=2024)])
    assert "Größe 论文" in written
    assert "Žofie" in written
    assert written.endswith("]\n")
