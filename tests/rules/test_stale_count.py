"""Numbers of papers, right, wrong, and not numbers of papers."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Safety, Severity
from bot.rules.stale_count import StaleCount
from tests.rules.helpers import findings, fixed


def papers(count: int) -> str:
    return "".join(f"* [Agents of Kind {n}](https://arxiv.org/abs/2503.{n:05})\n" for n in range(1, count + 1))


def section(heading: str, count: int) -> str:
    return f"{heading}\n\n{papers(count)}\n"


RIGHT = "".join(section(f"## Section {name} (3)", 3) for name in "ABCD")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("## Tools (3)", "## Tools (4)", id="round"),
        pytest.param("## Tools [3 papers] 🔧", "## Tools [4 papers] 🔧", id="square, with a word"),
        pytest.param("## 3 Tools (3)", "## 3 Tools (4)", id="the last number"),
    ],
)
def test_heading_is_fixed(before: str, after: str) -> None:
    text = RIGHT + section(before, 4)
    found = findings(StaleCount(), text)
    assert [(each.message, each.severity) for each in found] == [("the section has 4 entries, not 3", Severity.WARNING)]
    assert fixed(text, found) == RIGHT + section(after, 4)


def test_the_table_of_contents_is_fixed_too() -> None:
    contents = "* [Tools (3)](#tools-3)\n* [Section A (3)](#section-a-3)\n* [3 tools](#tools-3)\n\n"
    text = contents + RIGHT + section("## Tools (3)", 4)
    found = findings(StaleCount(), text)
    assert [each.span.start for each in found] == [text.rindex("3)\n\n* [Agents")]
    assert fixed(text, found).startswith(
        "* [Tools (4)](#tools-3)\n* [Section A (3)](#section-a-3)\n* [3 tools](#tools-3)\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(RIGHT + section("## Tools (3)", 3), id="all right"),
        pytest.param(RIGHT + section("## Tools (2024)", 3), id="a year"),
        pytest.param(RIGHT + section("## Tools (1)", 30), id="too far off to be a count"),
        pytest.param(RIGHT + section("## Tools (ACL 3) more", 4), id="no count"),
        pytest.param("".join(section(f"## Section {name} (3)", 4) for name in "ABCDE"), id="all wrong"),
        pytest.param(section("## Section (3)", 4) + section("## Other (3)", 3), id="too few"),
    ],
)
def test_heading_silent(text: str) -> None:
    assert findings(StaleCount(), text) == []


def test_sections_below_count_where_that_is_what_headings_say() -> None:
    nested = "".join(f"## {name} (4)\n\n### Old\n\n{papers(2)}\n### New\n\n{papers(2)}\n" for name in "ABCD")
    text = nested + f"## E (4)\n\n### Old\n\n{papers(2)}\n### New\n\n{papers(3)}\n"
    (found,) = findings(StaleCount(), text)
    assert found.message == "the section has 5 entries, not 4"


def badge(words: str) -> str:
    return f"![papers](https://img.shields.io/badge/{words}-blue)\n\n" + papers(50)


@pytest.mark.parametrize(
    ("words", "after"), [("papers-45", "papers-50"), ("Papers-60", "Papers-50"), ("total_papers-40", "total_papers-50")]
)
def test_badge(words: str, after: str) -> None:
    (found,) = findings(StaleCount(), badge(words))
    assert found.fix is not None
    assert found.fix.safety is Safety.UNSAFE
    assert fixed(badge(words), [found]) == badge(after)


@pytest.mark.parametrize(
    "words",
    ["papers-50", "papers-49", "papers-40%2B", "papers-1204", "open%20papers-45", "papers%20with%20code-45", "v-45"],
)
def test_badge_silent(words: str) -> None:
    assert findings(StaleCount(), badge(words)) == []


def test_a_badge_that_a_script_writes_is_a_note() -> None:
    text = badge("papers-40")
    line, _, rest = text.partition("\n")
    (found,) = findings(StaleCount(), f"Now: <!-- count -->{line}<!-- end -->\n{rest}")
    assert found.severity is Severity.NOTE


def test_badge_of_a_list_that_has_papers_twice_is_a_note_without_a_fix() -> None:
    text = f"![](https://img.shields.io/badge/papers-33-blue)\n\n## A\n\n{papers(30)}\n## B\n\n{papers(8)}"
    (found,) = findings(StaleCount(), text)
    assert found.message == "the badge says 33, but the list has 38 papers, 30 of them different ones"
    assert found.severity is Severity.NOTE
    assert found.fix is None
