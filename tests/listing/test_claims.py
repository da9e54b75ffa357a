"""What entries say of their papers, as lists write it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.document import parse
from bot.listing import read
from bot.listing.claims import Claims, read_claims
from bot.papers.names import NameForm
from bot.text import Text

if TYPE_CHECKING:
    from bot.listing import Listing

T = "[Deep Residual Learning for Image Recognition](https://arxiv.org/abs/1512.03385)"
PLAIN = "Deep Residual Learning for Image Recognition"
LINK = "[[paper](https://arxiv.org/abs/1512.03385)]"
ROW = f"""\
| Title | Authors | Venue | Paper |
| --- | --- | --- | --- |
| {PLAIN} | Kaiming He, Xiangyu Zhang | CVPR 2016 | {LINK} |"""
FIELDS = f"""\
### {PLAIN}

- **Authors**: Kaiming He, Xiangyu Zhang
- **Venue**: CVPR 2016
- **Paper**: {LINK}
"""
TABLE = "| Title | {} | Paper |\n| --- | --- | --- |\n| " + PLAIN + " | {} | " + LINK + " |\n"


def listing(text: str) -> Listing:
    return read(parse(Text("README.md", f"# Papers\n\n{text}\n")))


def claims(text: str) -> Claims:
    return read_claims(listing(text).entries[0])


HE = ("Kaiming He", "Xiangyu Zhang")


@pytest.mark.parametrize(
    "text",
    [
        f"* {T}. Kaiming He, Xiangyu Zhang. *CVPR 2016*.",
        f"* {T} by Kaiming He and Xiangyu Zhang (CVPR 2016)",
        f"* {T}, Kaiming He, Xiangyu Zhang, *CVPR 2016*",
        f"* **[CVPR'16]** {T} - Kaiming He, Xiangyu Zhang",
        f'1. Kaiming He, Xiangyu Zhang. "{PLAIN}." *CVPR, 2016*. {LINK}',
        f"* **{PLAIN}**  \n  Kaiming He, Xiangyu Zhang  \n  *CVPR 2016* · {LINK}",
        "\n".join([FIELDS] * 3),
        ROW,
    ],
    ids=["periods", "by", "commas", "label", "bibliography", "lines", "fields", "table"],
)
def test_authors_venue_and_year(text: str) -> None:
    found = claims(text)
    assert [each.authors.names for each in found.authors] == [HE]
    assert [(each.mention and each.mention.name, each.year) for each in found.venues] == [("CVPR", 2016)]


@pytest.mark.parametrize(
    "text",
    [
        f"* {T} (Microsoft Research)",
        f"* {T} (Tsinghua University, Peking University)",
        f"* {T} by Google Research",
        f"* {T} by OpenAI",
        f"* {T}. A network of 152 layers, and what it learns.",
        f"* {T}, code: Caffe, PyTorch",
        f"* {T}\n  - **Dataset**: Natural Questions, Common Crawl",
        TABLE.format("Affiliation", "Kaiming He, Xiangyu Zhang"),
        TABLE.format("Authors", "OpenAI"),
    ],
)
def test_what_is_no_claim_of_authors(text: str) -> None:
    assert claims(text).authors == ()


@pytest.mark.parametrize(
    ("text", "certain"),
    [
        (f"* {T}. Kaiming He et al.", True),
        (f"* {T} by Kaiming He", True),
        (f"* {T}. Kaiming He, Xiangyu Zhang.", False),
        (f"* {T} (Kaiming He et al.)", False),
        (TABLE.format("Authors", "Kaiming He"), True),
    ],
)
def test_whether_names_are_authors(text: str, certain: bool) -> None:
    assert [each.certain for each in claims(text).authors] == [certain]


@pytest.mark.parametrize(
    ("text", "years"),
    [
        (f"* {T} (2016)", [2016]),
        (f"* **[2016]** {T}", [2016]),
        (f"* {T}. He and Zhang, 2016", [2016]),
        (TABLE.format("Year", "2016"), [2016]),
        (f"* {T}, about 2000 layers", []),
        (f"* {T} (CVPR 2016)", []),
    ],
)
def test_years_beside_no_venue(text: str, years: list[int]) -> None:
    assert [each.year for each in claims(text).years] == years


@pytest.mark.parametrize(
    ("text", "venues"),
    [
        (f"* {T}. *Symposium on Imaginary Networks 2016*.", [("Symposium on Imaginary Networks", 2016)]),
        (TABLE.format("Venue", "Journal of Doubt"), [("Journal of Doubt", None)]),
        (
            f"* {T}. *International Symposium on AI for Science, 2023*.",
            [("International Symposium on AI for Science", 2023)],
        ),
        (f"* {T}. *Science, 2023*.", [("Science, 2023", 2023)]),
        (f"* {T}. Better than what we saw at the conference on vision.", []),
        (f"* {T}. Beats the winner of ICLR 2015 by far.", []),
    ],
)
def test_venues_that_nobody_knows(text: str, venues: list[tuple[str, int | None]]) -> None:
    assert [(each.text, each.year) for each in claims(text).venues] == venues


def test_single_words_are_read_in_both_ways_where_the_list_takes_them_for_pairs() -> None:
    entry = replace(listing(f"* {T}. Roe, Doe, Poe, Lee. *CVPR 2016*.").entries[0], listed=NameForm.FAMILY_FIRST)
    found = [each.authors.names for each in read_claims(entry).authors]
    assert found == [("Doe Roe", "Lee Poe"), ("Roe", "Doe", "Poe", "Lee")]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("An Liu, Bo Chen, Zhen WANG", ("An Liu", "Bo Chen", "Zhen WANG")),
        ("Bo Chen (Foo University), Ann Lee", ("Bo Chen", "Ann Lee")),
        ("Lee, A., Chen B., Roe, C.", ("A. Lee", "B. Chen", "C. Roe")),
    ],
)
def test_names_that_only_a_list_tells(names: str, expected: tuple[str, ...]) -> None:
    found = claims(TABLE.format("Authors", names))
    assert [each.authors.names for each in found.authors] == [expected]


def test_spans_are_those_of_the_words() -> None:
    found = listing(f"* {T}. Kaiming He, Xiangyu Zhang. *CVPR 2016*.")
    (entry,) = found.entries
    read = read_claims(entry)
    assert found.text[read.authors[0].span] == "Kaiming He, Xiangyu Zhang"
    assert found.text[read.venues[0].span] == "CVPR 2016"
