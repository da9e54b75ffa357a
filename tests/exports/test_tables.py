"""Lists as CSV."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from bot.data.writing import disarm_cell
from bot.exports.writers import COLUMNS, render_csv
from tests.exports.lists import SMALL, export


def rows(content: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(render_csv(export(content)), newline=""), strict=True))


def test_columns_and_rows() -> None:
    """Readers go by these names: a column is never renamed, and a new one comes last."""
    assert render_csv(()) == (
        "title,authors,date,year,venue,section,arxiv,doi,url,code,affiliation,comment,kind,file,line\r\n"
    )
    first, second, *_, last = rows(SMALL)
    assert first == dict.fromkeys(COLUMNS, "") | {
        "title": "FireAct: Toward Language Agent Fine-tuning",
        "date": "2023-10",
        "year": "2023",
        "section": "Training",
        "arxiv": "2310.05915",
        "url": "https://arxiv.org/abs/2310.05915",
        "code": "https://github.com/anchen1011/FireAct",
        "kind": "paper",
        "file": "README.md",
        "line": "5",
    }
    assert (second["venue"], second["year"]) == ("NeurIPS", "2023")
    assert (last["kind"], last["code"]) == ("other", "")


@pytest.mark.parametrize(
    ("stated", "venue", "year"),
    [("CIDR 2019", "CIDR", "2019"), ("SIGMOD'21", "SIGMOD", "2021"), ("VLDB", "VLDB", "2018")],
)
def test_the_year_beside_a_venue_is_in_its_own_column(stated: str, venue: str, year: str) -> None:
    title = "SageDB: A Learned Database System"
    (found,) = rows(f"* [2018-11] [{title}](https://arxiv.org/abs/1811.01234) *{stated}*\n")
    assert (found["date"], found["venue"], found["year"]) == ("2018-11", venue, year)


@pytest.mark.parametrize("title", ['"Why, then?", a Study of Commas and Quotes', "Ünïcode 世界 for Language Models"])
def test_cells_come_back(title: str) -> None:
    text = render_csv(export(f"* [{title}](https://arxiv.org/abs/2310.05915)\n"))
    assert text.count("\r\n") == text.count("\n") == 2
    assert rows(f"* [{title}](https://arxiv.org/abs/2310.05915)\n")[0]["title"] == title


@pytest.mark.parametrize(
    "title", ['=HYPERLINK("https://evil.example", "a paper")', "+1 for Learning", "-1 for Learning", "@SUM(A1:A9)"]
)
def test_a_spreadsheet_calculates_nothing(title: str) -> None:
    (each,) = export(SMALL)
    work = replace(each.works[0], title=title, comment=title)
    (row,) = csv.DictReader(io.StringIO(render_csv([each._replace(works=(work,))])))
    assert (row["title"], row["comment"]) == (f"'{title}", f"'{title}")


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("＝HYPERLINK(1)", "'＝HYPERLINK(1)"),
        ("＠SUM(1)", "'＠SUM(1)"),
        ("－1 and ＋1", "'－1 and ＋1"),
        ("a;=cmd|' /C calc'!A0", "a;'=cmd|' /C calc'!A0"),
        ('a, "b";  @SUM(1)', 'a, "b";  \'@SUM(1)'),
        ('a;"=1"', 'a;"\'=1"'),
        ("a\t-1", "a\t'-1"),
        ("a|+1", "a|'+1"),
        ("GPT-4; C++ | x = y @ z", "GPT-4; C++ | x = y @ z"),
    ],
)
def test_nor_where_it_cuts_at_other_signs(title: str, expected: str) -> None:
    assert disarm_cell(title) == disarm_cell(expected) == expected
    (each,) = export(SMALL)
    (row,) = csv.DictReader(io.StringIO(render_csv([each._replace(works=(replace(each.works[0], title=title),))])))
    assert row["title"] == expected


def test_authors_sections_and_code_are_those_of_the_list() -> None:
    content = (
        "# Papers\n\n## Agents\n\n### A > B, C\n\n"
        "* [FireAct](https://arxiv.org/abs/2310.05915), Baian Chen, Chang Shu. [[Code](https://github.com/a/b)]\n"
        "* [Reflexion](https://arxiv.org/abs/2303.11366), Noah Shinn, Ann Lee, et al. [[Code](https://github.com/c/d)]\n"
    )
    first, second = rows(content)
    assert (first["authors"], first["section"], first["code"]) == (
        "Baian Chen; Chang Shu",
        "Agents > A › B, C",
        "https://github.com/a/b",
    )
    assert second["authors"] == "Noah Shinn; Ann Lee; et al."
