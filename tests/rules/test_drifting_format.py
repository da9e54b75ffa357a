"""Entries that are built as the others are, or not."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.drifting import DriftingFormat
from tests.rules.helpers import findings


def papers(count: int, start: int = 1) -> str:
    return "".join(
        f"* [2025-{n % 12 + 1:02}] [Agents of Kind {n}](https://openreview.net/forum?id=paper{n:04})\n"
        for n in range(start, start + count)
    )


def late(count: int) -> str:
    return "".join(f"* [Agents Late {n}](https://openreview.net/forum?id=late{n:04}) [2025-03]\n" for n in range(count))


ROW = "| Date | Paper |\n| --- | --- |\n| 2025-03 | [Agents in a Table](https://openreview.net/forum?id=paper0003) |\n"


def numbered(*numbers: int) -> str:
    return "".join(
        f"{number}. [Agents of Kind {place}](https://openreview.net/forum?id=paper{place:04})\n"
        for place, number in enumerate(numbers)
    )


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        pytest.param(papers(12), [], id="all alike"),
        pytest.param(
            papers(12) + "* [Agents Late](https://openreview.net/forum?id=paper0002) [2025-03]\n",
            ["the date is after the title; write it before the title, as most entries do"],
            id="the date elsewhere",
        ),
        pytest.param(papers(20) + "\n## Surveys\n\n" + late(3), [], id="the date elsewhere, as in its section"),
        pytest.param(
            papers(20) + "\n## Surveys\n\n" + late(2),
            ["the date is after the title; write it before the title, as most entries do"] * 2,
            id="the date elsewhere, in a section that is too small for a habit",
        ),
        pytest.param(
            papers(20) + "\n## Surveys\n\n" + late(3) + papers(3, 40),
            ["the date is after the title; write it before the title, as most entries do"] * 3,
            id="the date elsewhere, in no more than half of its section",
        ),
        pytest.param(
            papers(30) + "* [Agents Undated](https://openreview.net/forum?id=paper0002)\n",
            ["no date; 30 of 31 entries have one: add it"],
            id="no date",
        ),
        pytest.param(
            papers(12) + "* [Agents Undated](https://openreview.net/forum?id=paper0002)\n",
            [],
            id="no date, where others may lack one too",
        ),
        pytest.param(
            papers(60)
            + "\n## Events\n\n* [Agents at Work](https://a.org/b.pdf)\n* [Agents at Home](https://a.org/c.pdf)\n",
            [],
            id="no date, as in most of the section",
        ),
        pytest.param(
            "".join(f"* Agents of Kind {n}, ICML 2024 [[pdf](https://a.org/{n}.pdf)]\n" for n in range(12))
            + "* ⭐️ Agents at Work, ICML 2024 [[pdf](https://a.org/b.pdf)]\n  * [Widely used at home](https://a.org/c)\n",
            [],
            id="a note below",
        ),
        pytest.param(
            papers(24) + "* [2025-03] [AGENTS SHOUT AT THEIR TOOLS](https://openreview.net/forum?id=paper0099)\n",
            ["the title is in capitals; write it like 24 of 25 titles"],
            id="a title in capitals",
        ),
        pytest.param(
            papers(24) + "* [2025-03] [BERT GPT-4](https://openreview.net/forum?id=paper0099)\n", [], id="a name"
        ),
        pytest.param(
            papers(12) + "\n" + ROW,
            ["this is a table row, most entries are bullets: write it as one"],
            id="another carrier",
        ),
        pytest.param(papers(12) + "\n## More\n\n" + ROW, [], id="another carrier in a section of its own"),
        pytest.param(
            numbered(1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10, 11, 1, 2),
            [
                "number 5 follows number 5; number the items in order",
                "number 1 follows number 11; number the items in order",
            ],
            id="a number twice, and a new beginning",
        ),
        pytest.param(numbered(*[1] * 14), [], id="all have the same number"),
        pytest.param(
            papers(5) + "* [Agents Late](https://openreview.net/forum?id=paper0002) [2025-03]\n", [], id="too few"
        ),
    ],
)
def test_drifting_format(text: str, messages: list[str]) -> None:
    found = findings(DriftingFormat(), text)
    assert [each.message for each in found] == messages
    assert {each.severity for each in found} <= {Severity.NOTE}


COLUMNS = "| Paper | Level | Authors | Venue | Links |\n| --- | --- | --- | --- | --- |\n" + "".join(
    f"| Agents of Kind {n} | {level} | Ann Lee, Bo Chen | {venue} | [a](https://arxiv.org/abs/2402.0111{n}) {code} |\n"
    for n, (level, venue, code) in enumerate(
        zip(
            ("Easy", "Hard", "Easy", "Hard", "Easy"),
            ("CVPR 2024", "ICML 2023", "ECCV 2024", "CVPR 2023", "ICCV 2023"),
            ("[code](https://github.com/a/b)", "[code](https://github.com/a/c)", "", "", ""),
            strict=True,
        )
    )
)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        pytest.param("Easy | Eve Roe, Tim Poe | CVPR 2024", [], id="as the others"),
        pytest.param(
            "Easy | CVPR 2024 | CVPR 2024", ["this is a venue, in a column of authors"], id="a venue among authors"
        ),
        pytest.param("Easy | ICML | ICML 2024", ["this is a venue, in a column of authors"], id="without a year"),
        pytest.param("Easy | Eve Roe | Conference of Two Lists", [], id="a venue that is not known"),
        pytest.param(
            "Easy | Eve Roe | Eve Roe, Tim Poe", ["these are names, in a column of venues"], id="authors among venues"
        ),
        pytest.param("Easy | Eve Roe | Computer Vision and Pattern Recognition", [], id="two fields"),
        pytest.param("[Easy](https://a.org/easy) | Eve Roe, Tim Poe | CVPR 2024", [], id="a link to something else"),
    ],
)
def test_what_belongs_into_another_column(row: str, expected: list[str]) -> None:
    text = f"{COLUMNS}| Agents at Work | {row} | [pdf](https://arxiv.org/abs/2402.01119) |\n"
    assert [each.message for each in findings(DriftingFormat(), text)] == expected


@pytest.mark.parametrize(
    ("usual", "often", "other", "expected"),
    [
        pytest.param("Nature Physics", 1, "Nature physics", ["Nature Physics"], id="a journal"),
        pytest.param("Nature Physics", 5, "NATURE PHYSICS", [], id="all in capitals"),
        pytest.param("CVPR Workshop", 5, "CVPR workshop", [], id="words behind an acronym"),
        pytest.param("Pin-Ann Roe, Bob Poe", 5, "Pinann Roe, Cy Doe", ["Pin-Ann Roe"], id="an author"),
        pytest.param("Pin-Ann Roe, Bob Poe", 4, "Pinann Roe, Cy Doe", [], id="an author who is there too seldom"),
        pytest.param("Pin-Ann Roe, Bob Poe", 5, "Pinanna Roe, Cy Doe", [], id="another author"),
        pytest.param("Pin A. Roe, Bob Poe", 5, "Pin A.Roe, Cy Doe", [], id="a missing space"),
    ],
)
def test_names_of_journals_and_authors(usual: str, often: int, other: str, expected: list[str]) -> None:
    entries = "".join(
        f"* [Agents of Kind {n}](https://arxiv.org/abs/2402.{n:05}). *{words}* 2023\n"
        for n, words in enumerate([usual] * often + [other], 1)
    )
    found = findings(DriftingFormat(), entries)
    assert [each.fix.edits[0].new for each in found if each.fix is not None] == expected
