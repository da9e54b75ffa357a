"""What lists hold is read again from YAML, CSV and BibTeX that other programs wrote, all of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.document import parse
from bot.listing import read
from bot.listing.claims import read_claims
from bot.text import Text
from tests.data.helpers import rows
from tests.data.round_trips import WRITERS, Written

LISTS = sorted((Path(__file__).parents[1] / "listing" / "lists").glob("*.md"))


def papers_of(path: Path) -> list[Written]:
    """The papers of a list in Markdown, with authors where they are certain."""
    listing = read(parse(Text(path.name, path.read_text(encoding="utf-8"))))
    found = []
    for entry in listing.papers:
        assert entry.title is not None
        names = [name for claim in read_claims(entry).authors if claim.certain for name in claim.authors.names]
        found.append(
            Written(
                " ".join(entry.title.value.split()).rstrip("."),
                entry.link.href if entry.link is not None and "{" not in entry.link.href else "",
                entry.date.value.iso() if entry.date is not None and entry.date.value is not None else "",
                " ".join(entry.parts.venue.value.split()) if entry.parts.venue is not None else "",
                tuple(names) if len(names) > 1 else (),
            )
        )
    return found


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_lists_are_read_again(path: Path, form: str) -> None:
    papers = papers_of(path)
    found = [
        Written(str(each.title), str(each.url or ""), str(each.date or ""), str(each.venue or ""), each.authors)
        for each in rows(form, WRITERS[form](papers))
    ]
    assert found == papers


_WORDS = st.from_regex(r"[A-Z][A-Za-z0-9:,;'\"#&%_$!?*()\[\]@|é>-]{0,12}", fullmatch=True).filter(
    lambda word: "--" not in word and not word.endswith(("*", "_")) and "](" not in word
)
_TITLES = st.lists(_WORDS, min_size=2, max_size=6).map(lambda words: f"Paper {' '.join(words)} End")
_PAPERS = st.builds(
    Written,
    title=_TITLES,
    url=st.sampled_from(
        ["https://arxiv.org/abs/2210.03629", "https://doi.org/10.1007/s10-1(2)", "https://a.org/x?y=1&z=%20#p"]
    ),
    date=st.sampled_from(["", "2022", "2022-10", "2022-10-06"]),
    venue=st.sampled_from(["ICLR 2023", "Findings of EMNLP & Co., 2023"]),
    authors=st.sampled_from([("Shunyu Yao", "Jeffrey Zhao"), ("Noah Shinn", "Łukasz Kaiser", "José Ortega")]),
)


@pytest.mark.parametrize("form", WRITERS)
@given(papers=st.lists(_PAPERS, min_size=1, max_size=4))
def test_any_title_is_read_again(form: str, papers: list[Written]) -> None:
    content = WRITERS[form](papers)
    assert [(each.title, each.url, each.date or "", each.venue, each.authors) for each in rows(form, content)] == [
        tuple(paper) for paper in papers
    ]
