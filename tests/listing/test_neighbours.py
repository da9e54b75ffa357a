"""Fields that are told by those beside them."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.listing.cutting import cut_fields
from bot.listing.segments import split_segments
from bot.text import Text


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param(
            "*IEEE Transactions on Speech, Sound, and Language Processing*, 2020",
            [("words for a venue", "IEEE Transactions on Speech, Sound, and Language Processing"), ("year", "2020")],
            id="a venue on three subjects",
        ),
        pytest.param(
            "International Conference on Rivers, Sand and Wind (FOOBAR Workshops) (2017)",
            [
                ("words for a venue", "International Conference on Rivers, Sand and Wind (FOOBAR Workshops)"),
                ("year", "2017"),
            ],
            id="the short name of a conference in brackets",
        ),
        pytest.param(
            "ICCV (HIDE) 2019",
            [("known venue", "ICCV"), ("acronym", "HIDE"), ("year", "2019")],
            id="the name of data behind a venue",
        ),
        pytest.param(
            "**Diaz, Cara-Lu, and Bo Chen.**",
            [("names", "Diaz"), ("names", "Cara-Lu"), ("name", "and Bo Chen")],
            id="a double given name, in bold",
        ),
        pytest.param(
            "*Ann Lee and\nBo Chen and\nCara Diaz*",
            [("name", "Ann Lee"), ("name", "Bo Chen"), ("name", "Cara Diaz")],
            id="a name in each line",
        ),
        pytest.param(
            "Conference on Vision, Ann Lee, Bo Chen",
            [("words for a venue", "Conference on Vision"), ("names", "Ann Lee"), ("names", "Bo Chen")],
            id="names behind a venue",
        ),
        pytest.param(
            "Diaz, Cara, and Bo Chen.",
            [("names", "Diaz"), ("names", "Cara"), ("name", "and Bo Chen")],
            id="family name first, and another name",
        ),
        pytest.param(
            "Diaz-Lee, Cara, et al.",
            [("names", "Diaz-Lee"), ("names", "Cara"), ("et al.", "et al")],
            id="a double name",
        ),
        pytest.param(
            "*Ann Lee; Bo Chen; Cara Diaz*",
            [("names", "Ann Lee"), ("names", "Bo Chen"), ("names", "Cara Diaz")],
            id="semicolons",
        ),
        pytest.param(
            "[Learning to Act Slowly](https://a.org): a way of acting step by step",
            [("words", "Learning to Act Slowly"), ("prose", "a way of acting step by step")],
            id="a remark on a title",
        ),
        pytest.param(
            "[In Defense of the Sum of Many Losses](https://a.org)",
            [("words", "In Defense of the Sum of Many Losses")],
            id="a title that begins like a venue",
        ),
        pytest.param(
            "Diaz, A.B., Lee, C.D. and Fox, E.F., 1990.",
            [("credit", "Diaz, A.B., Lee, C.D. and Fox, E.F"), ("year", "1990")],
            id="initials behind each name",
        ),
        pytest.param(
            "Lee H H, Poor H V. Scheduling for learning at the edge",
            [("credit", "Lee H H, Poor H V"), ("words", "Scheduling for learning at the edge")],
            id="initials without periods",
        ),
        pytest.param(
            "Ann Lee and Bo Chen. 2020. Overview of the Workshop on Small Rivers."
            " In Proceedings of the Workshop on Rivers. Society for Small Rivers, Foo City, 1–6.",
            [
                ("names", "Ann Lee and Bo Chen"),
                ("year", "2020"),
                ("words", "Overview of the Workshop on Small Rivers"),
                ("words for a venue", "Proceedings of the Workshop on Rivers"),
                ("rest", "Society for Small Rivers"),
                ("name", "Foo City"),
                ("number", "1–6"),
            ],
            id="a publisher behind the proceedings, and a title with a workshop",
        ),
        pytest.param(
            "Ann Lee, In Park, Bo Chen: Learning to Act Slowly. VLDB 2020",
            [
                ("name", "Ann Lee"),
                ("words for a venue", "Park"),
                ("name", "Bo Chen"),
                ("words", "Learning to Act Slowly"),
            ],
            id="a name that begins like a venue",
        ),
        pytest.param(
            "A Survey: Datasets, Models, and Code",
            [("name", "A Survey"), ("capitalised word", "Datasets"), ("capitalised word", "Models")],
            id="labels that are listed",
        ),
    ],
)
def test_fields_are_corrected_by_their_neighbours(line: str, expected: list[tuple[str, str]]) -> None:
    prose = parse(Text("list.md", line)).blocks[0].prose
    assert prose is not None
    found = [(str(each.shape), each.words) for each in cut_fields(split_segments(prose))]
    assert found[: len(expected)] == expected
