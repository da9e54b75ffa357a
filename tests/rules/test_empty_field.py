"""Brackets with nothing in them, and brackets that only look so."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.empty_field import EmptyField
from tests.rules.helpers import findings, fixed, marked

PAPER = "[FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(f"* {PAPER} (PKU) []\n", f"* {PAPER} (PKU)\n", id="square"),
        pytest.param(f"* {PAPER} ()\n", f"* {PAPER}\n", id="round"),
        pytest.param(f"* {PAPER}（）\n", f"* {PAPER}\n", id="full-width"),
        pytest.param(f"* {PAPER} 【】\n", f"* {PAPER}\n", id="full-width and square"),
        pytest.param(f"* {PAPER} ![x](x.png) []\n", f"* {PAPER} ![x](x.png)\n", id="behind a picture"),
        pytest.param(f"* {PAPER} ( ) (PKU)\n", f"* {PAPER} (PKU)\n", id="a space within, a field after"),
        pytest.param(f"* {PAPER} ([])\n", f"* {PAPER}\n", id="nested"),
        pytest.param(f"* [] {PAPER}\n", f"* {PAPER}\n", id="before the title"),
        pytest.param(
            f"| Paper | Code |\n| --- | --- |\n| {PAPER} | [] |\n",
            f"| Paper | Code |\n| --- | --- |\n| {PAPER} |  |\n",
            id="a cell",
        ),
        pytest.param(f"* {PAPER} | [note](u) | | PKU\n", f"* {PAPER} | [note](u) | PKU\n", id="between bars"),
        pytest.param(f"* {PAPER} [note] []\n", f"* {PAPER} [note]\n", id="after a comment"),
        pytest.param(f"* {PAPER}\n  - Code: []\n", f"* {PAPER}\n  - Code:\n", id="a detail"),
    ],
)
def test_removed(before: str, after: str) -> None:
    found = findings(EmptyField(), before)
    assert len(found) == 1
    assert fixed(before, found) == after
    assert findings(EmptyField(), after) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"* [ ] {PAPER}\n", id="a checkbox"),
        pytest.param(f"* {PAPER} [code]() []()\n", id="links without target or words"),
        pytest.param(f"* {PAPER} [code] ()\n", id="a link with a gap"),
        pytest.param(f"* {PAPER} explains `f()` and $g()$\n", id="code and formulas"),
        pytest.param(f"* {PAPER} explains the call of main () by example\n", id="a function in a sentence"),
        pytest.param(f"* {PAPER} explains UUIDv7() and close()\n", id="functions"),
        pytest.param("* [What Happens After main() and exit ()](https://arxiv.org/abs/2310.05915)\n", id="in a title"),
        pytest.param("* [tool](https://github.com/a/b) that waits for Close ()\n", id="the end of words about a tool"),
        pytest.param(f"* {PAPER} \\[\\]\n", id="escaped"),
        pytest.param(f"Words () and ![]()\n\n* {PAPER}\n\n<!-- * [] () -->\n\n## [] ()\n", id="not in an entry"),
    ],
)
def test_silent(text: str) -> None:
    assert findings(EmptyField(), text) == []


def test_each_pair_is_a_finding_and_all_are_fixed_at_once() -> None:
    text = f"* {PAPER} () []\n"
    found = findings(EmptyField(), text)
    assert [each.message for each in found] == ["`()` is empty", "`[]` is empty"]
    assert fixed(text, found) == f"* {PAPER}\n"


def keywords(count: int) -> str:
    return "".join(f"* [Agents of Kind {number}](u{number})\n  - Keyword: kind {number}\n" for number in range(count))


@pytest.mark.parametrize(
    ("before", "line", "expected"),
    [
        pytest.param(5, "  - Keyword:", ["Keyword:"], id="empty"),
        pytest.param(5, "  - **Keyword**: \n  - Code: [c](u)", ["Keyword"], id="bold, another field follows"),
        pytest.param(4, "  - Keyword:", [], id="too few others"),
        pytest.param(5, "  - Keyword:\n    - agents", [], id="nested below"),
        pytest.param(5, "  **Keyword:** \n  agents, tools", [], id="in the line below"),
        pytest.param(5, "  **Keyword:** \n  Code: [c](u)", ["Keyword"], id="a field in the line below"),
        pytest.param(5, "  - Keyword: `agents`", [], id="code"),
        pytest.param(5, "  - Keyword: -", [], id="a dash says that there is none"),
        pytest.param(5, "  - Code:", [], id="a label of its own"),
        pytest.param(5, "  - Keyword:\n* [B](v)\n  - Keyword:", [], id="often empty"),
    ],
)
def test_labels(before: int, line: str, expected: list[str]) -> None:
    text = f"{keywords(before)}* {PAPER}\n{line}\n"
    assert [words.strip("*:") for words in marked(text, findings(EmptyField(), text))] == [
        words.strip(":") for words in expected
    ]


@pytest.mark.parametrize(
    ("before", "severity"),
    [pytest.param(19, Severity.NOTE, id="a few others"), pytest.param(20, Severity.WARNING, id="all others of many")],
)
def test_a_label_is_a_warning_where_nearly_all_are_filled_in(before: int, severity: Severity) -> None:
    text = f"{keywords(before)}* {PAPER}\n  - Keyword:\n"
    assert [each.severity for each in findings(EmptyField(), text)] == [severity]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param("2.\n\n## Next\n", ["2."], id="a number alone"),
        pytest.param("2. ...\n", ["2. ..."], id="dots"),
        pytest.param("2.\n   words below\n", [], id="words on the next line"),
        pytest.param("2. words\n", [], id="words"),
        pytest.param("\n```\n2.\n```\n", [], id="code"),
    ],
)
def test_items(lines: str, expected: list[str]) -> None:
    text = f"1. {PAPER}\n{lines}"
    found = findings(EmptyField(), text)
    assert marked(text, found) == expected
    assert {each.severity for each in found} <= {Severity.NOTE}
