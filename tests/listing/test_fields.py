"""What the fields of entries hold: tables of lists, and what each says of its entries."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.listing import read
from bot.listing.model import entry_object
from bot.text import Text

TITLES = (
    "Learning to Act One Step at a Time",
    "Planning with Small Models of the World",
    "Agents that Remember What They Read",
    "Tools for Robots that Ask for Help",
    "Searching Large Graphs on One Machine",
    "Scaling Laws of Simple Controllers",
)


def read_field(text: str, field: str) -> list[object]:
    """One field of each entry of a list."""
    listing = read(parse(Text("list.md", text)))
    return [dict(entry_object(listing, entry))[field] for entry in listing.entries]


@pytest.mark.parametrize(
    ("headings", "venues"),
    [
        (("AAAI", "TPAMI", "MIA"), ["AAAI", "TPAMI", "MIA"]),
        (("ICSE 2024", "TSE 2024", "RE 2023"), ["ICSE", "TSE", "RE"]),
        (("[ICSE 2024](https://icse.org) (2024.04.14-2024.04.20)", "TSE 2024", "ABC"), ["ICSE", "TSE", None]),
        (("AAAI", "TPAMI", "Others"), ["AAAI", "TPAMI", None]),
        (("AAAI", "NLP", "RL"), ["AAAI", None, None]),
    ],
    ids=["acronyms", "with years", "of other dates", "a word", "topics"],
)
def test_headings_beside_those_of_venues_name_venues(headings: tuple[str, ...], venues: list[object]) -> None:
    sections = [
        f"## {heading}\n\n- [{title}](https://arxiv.org/abs/2401.0000{number})\n"
        for number, (heading, title) in enumerate(zip(headings, TITLES, strict=False))
    ]
    assert read_field("# Papers\n\n" + "\n".join(sections), "venue") == venues


@pytest.mark.parametrize(
    ("cells", "dates", "venues"),
    [
        (("2023", "", "", "2022", "", ""), ["2023"] * 3 + ["2022"] * 3, [None] * 6),
        (("ICLR 2023", "", "", "CVPR 2022", "", ""), ["2023"] * 3 + ["2022"] * 3, ["ICLR"] * 3 + ["CVPR"] * 3),
        (("2023", "2023", "", "2022", "", ""), ["2023", "2023", None, "2022", None, None], [None] * 6),
    ],
    ids=["years", "venues", "years that some rows lack"],
)
def test_a_cell_above_empty_ones_is_of_several_rows(
    cells: tuple[str, ...], dates: list[object], venues: list[object]
) -> None:
    rows = [
        f"| {cell} | {title} | [paper](https://arxiv.org/abs/2401.0000{number}) |"
        for number, (cell, title) in enumerate(zip(cells, TITLES, strict=True))
    ]
    text = "# Papers\n\n| When | Title | Link |\n|---|---|---|\n" + "\n".join(rows) + "\n"
    assert read_field(text, "date") == dates
    assert [str(each).partition(" ")[0] for each in read_field(text, "venue")] == [*map(str, venues)]
