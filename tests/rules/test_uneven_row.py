"""Rows of tables with more or fewer cells than columns."""

from __future__ import annotations

from textwrap import indent

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.uneven_row import UnevenRow
from tests.rules.helpers import findings, fixed, marked, placed

PAPER = "[WebRL](https://arxiv.org/abs/2411.02337)"
HEAD = "| Paper | Method | Year |\n| --- | --- | --- |\n"


@pytest.mark.parametrize(
    ("row", "lost"),
    [
        pytest.param(f"| {PAPER} | a | 2024 | b |", " b |", id="a cell too many"),
        pytest.param(f"{PAPER} | a | 2024 | b", " b", id="without outer bars"),
        pytest.param(f"| {PAPER} | a \\| b | 2024 | | c |", " | c |", id="an escaped bar before"),
        pytest.param(f"| {PAPER} | a | 2024 |   b ", "   b", id="no bar at the end"),
    ],
)
def test_lost_cells_are_a_warning(row: str, lost: str) -> None:
    text = f"{HEAD}{row}\n"
    found = findings(UnevenRow(), text)
    assert [(each.severity, each.fix) for each in found] == [(Severity.WARNING, None)]
    assert marked(text, found) == [lost]


@pytest.mark.parametrize(
    ("ends", "severity"),
    [
        pytest.param("c||.....", Severity.WARNING, id="three of eight"),
        pytest.param("c|||....", Severity.NOTE, id="half"),
        pytest.param("c|.", Severity.WARNING, id="two"),
    ],
)
def test_a_column_that_the_header_has_lost_is_a_note(ends: str, severity: Severity) -> None:
    more = {"c": " tools |", "|": " |", ".": ""}
    text = HEAD + "".join(f"| {PAPER} {number} | a | 2024 |{more[end]}\n" for number, end in enumerate(ends))
    (found,) = (each for each in findings(UnevenRow(), text) if "not shown" in each.message)
    assert found.severity is severity


@pytest.mark.parametrize(
    ("row", "severity", "message"),
    [
        pytest.param(
            "| a | 2024 | b |", Severity.WARNING, "`b` is not shown; a bar within a cell is written `\\|`", id="bar"
        ),
        pytest.param("| - | 2024 | b |", Severity.WARNING, "`b` is not shown", id="a dash too many"),
        pytest.param("| a | 2024 | | | b |", Severity.WARNING, "`b` is not shown", id="empty cells"),
        pytest.param("| a | 2024 | --", Severity.NOTE, "`--` is not shown", id="dashes"),
        pytest.param("| a | 2024 | </div>", Severity.NOTE, "`</div>` is not shown", id="a closing tag"),
        pytest.param("| a | 2024 | </b><br/>|", Severity.NOTE, "`</b><br/>` is not shown", id="tags"),
        pytest.param(
            "| a | 2024 | <b>c</b> |",
            Severity.WARNING,
            "`<b>c</b>` is not shown; a bar within a cell is written `\\|`",
            id="words in tags",
        ),
        pytest.param(
            "| a | 2024 | <img src=b.png>",
            Severity.WARNING,
            "`<img src=b.png>` is not shown; a bar within a cell is written `\\|`",
            id="a picture",
        ),
        pytest.param("| a | 2024 | | | a |", Severity.NOTE, "`a` is not shown", id="nothing is lost"),
    ],
)
def test_what_is_lost(row: str, severity: Severity, message: str) -> None:
    (found,) = findings(UnevenRow(), f"{HEAD}| {PAPER} {row}\n")
    assert (found.severity, found.message.partition(": ")[2]) == (severity, message)


def test_empty_cells_are_a_note_and_removed() -> None:
    text = f"{HEAD}| {PAPER} | a | 2024 | | |\n"
    found = findings(UnevenRow(), text)
    assert placed(text, found) == [(3, Severity.NOTE)]
    assert found[0].message == "the row ends in 2 empty cells that the table has no column for"
    assert fixed(text, found) == f"{HEAD}| {PAPER} | a | 2024 |\n"


@pytest.mark.parametrize(
    ("row", "severity"),
    [
        pytest.param(f"| {PAPER} | a |", Severity.NOTE, id="a cell too few"),
        pytest.param(f"| {PAPER} | a", Severity.NOTE, id="and no bar at the end"),
        pytest.param(f"| {PAPER} | a\n2024 |", Severity.WARNING, id="the rest is in the next line"),
    ],
)
def test_short_rows(row: str, severity: Severity) -> None:
    text = f"{HEAD}{row}\n"
    assert placed(text, findings(UnevenRow(), text)) == [(3, severity)]


@pytest.mark.parametrize(
    ("below", "severity"),
    [
        pytest.param("2024 |", Severity.WARNING, id="with the rest"),
        pytest.param(f"| {PAPER} | b | 2024 |", Severity.NOTE, id="with another paper"),
    ],
)
def test_short_row_goes_on_in_the_next_line(below: str, severity: Severity) -> None:
    text = f"{HEAD}| {PAPER} | a\n{below}\n"
    assert placed(text, findings(UnevenRow(), text)) == [(3, severity)]


def test_rows_that_are_all_short_are_one_note() -> None:
    text = HEAD + f"| {PAPER} | a |\n" * 8
    assert placed(text, findings(UnevenRow(), text)) == [(3, Severity.NOTE)]
    assert len(findings(UnevenRow(accept_habits=False), text)) == 8


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"{HEAD}| {PAPER} | a | 2024 |\n", id="even"),
        pytest.param(f"{HEAD}{PAPER} | a | 2024\n", id="without outer bars"),
        pytest.param(f"{HEAD}| **Agents** |\n| {PAPER} | a \\| b | 2024 |\n", id="a heading within, an escaped bar"),
        pytest.param(f"{HEAD}| {PAPER} | a | 2024 | [//]: #11/17 |\n", id="a number that is not shown"),
        pytest.param(f"{HEAD}| {PAPER} | a | 2024 | <!-- to do: add code --> |\n", id="a comment"),
        pytest.param(f"> | Paper | Year |\n> | --- | --- |\n> | {PAPER} | 2024 |\n", id="in a quotation"),
        pytest.param(f"```\n{HEAD}| {PAPER} | a | 2024 | b |\n```\n", id="in code"),
        pytest.param(HEAD, id="no rows"),
        pytest.param("| a | b |\n\nA line, then a rule.\n---\n", id="no table"),
    ],
)
def test_silent(text: str) -> None:
    assert findings(UnevenRow(), text) == []


def test_header_with_another_number_of_cells() -> None:
    text = f"| Paper | Year |\n| --- | --- | --- |\n| {PAPER} | 2024 |\n"
    found = findings(UnevenRow(), text)
    assert marked(text, found) == ["| Paper | Year |"]


@pytest.mark.parametrize(
    ("row", "severity", "after"),
    [
        pytest.param(f"| {PAPER} | `a|b` | 2024 |", Severity.WARNING, f"| {PAPER} | `a\\|b` | 2024 |", id="in code"),
        pytest.param(
            f"| {PAPER} | $a|b$ | 2024 |", Severity.WARNING, f"| {PAPER} | $a\\|b$ | 2024 |", id="in a formula"
        ),
        pytest.param(
            f"| {PAPER} | (a|b) | 2024 |", Severity.WARNING, f"| {PAPER} | (a\\|b) | 2024 |", id="in brackets"
        ),
        pytest.param(
            "| [a|b](x.md) | (c|d) |", Severity.ERROR, "| [a\\|b](x.md) | (c|d) |", id="only the link is sure"
        ),
        pytest.param("| [a|b](x.md) | c |", Severity.ERROR, "| [a\\|b](x.md) | c |", id="in a link of a short row"),
    ],
)
def test_a_bar_that_divides_a_cell_is_escaped(row: str, severity: Severity, after: str) -> None:
    text = f"{HEAD}{row}\n"
    found = findings(UnevenRow(), text)
    assert [each.severity for each in found] == [severity]
    assert fixed(text, found) == f"{HEAD}{after}\n"


ROW = f"| {PAPER} | a | 2024 |\n"


@pytest.mark.parametrize(
    ("text", "lines", "after"),
    [
        pytest.param(f"{HEAD}{ROW}\n{ROW}{ROW}", [5], HEAD + 3 * ROW, id="two rows"),
        pytest.param(f"{HEAD}{ROW}\n \n{ROW}\n{ROW}\nWords.\n", [6, 8], f"{HEAD}{3 * ROW}\nWords.\n", id="apart"),
        pytest.param(f"{HEAD}\n{ROW}", [4], HEAD + ROW, id="right below the header"),
        pytest.param(
            indent(f"Agents\n{HEAD}{ROW}\n{ROW}", "> ", bool),
            [6],
            indent(f"Agents\n{HEAD}{ROW}{ROW}", "> "),
            id="quoted",
        ),
        pytest.param(f"{HEAD}{ROW}\n{HEAD}{ROW}", [], None, id="another table"),
        pytest.param(f"{HEAD}{ROW}\n| {PAPER} | 2024 |\n", [], None, id="of another table"),
        pytest.param(f"{HEAD}{ROW}\n{ROW}Words.\n", [], None, id="with other words"),
        pytest.param(f"{HEAD}{ROW}\nWords.\n\n{ROW}", [], None, id="words in between"),
        pytest.param(f"{HEAD}{ROW}\nA | b | c\n", [], None, id="words with bars"),
    ],
)
def test_rows_behind_an_empty_line_are_an_error(text: str, lines: list[int], after: str | None) -> None:
    found = findings(UnevenRow(), text)
    assert placed(text, found) == [(line, Severity.ERROR) for line in lines]
    assert (fixed(text, found) if found else None) == after
