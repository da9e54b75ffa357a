"""Lost characters, wrong encodings and commands of LaTeX."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.garbled_text import GarbledText
from tests.rules.helpers import findings, fixed, marked, placed

PAPER = "[SPA-RL: Reinforcing LLM Agents via Stepwise Progress Attribution](https://arxiv.org/abs/2505.20732)"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        pytest.param("\u00e2\u20ac\u2122", "\u2019", id="apostrophe"),
        pytest.param("\u00e2\u20ac\u201c", "\u2013", id="dash"),
        pytest.param("\u00c3\u00a9", "\u00e9", id="e acute"),
        pytest.param("\u00c3\u00bc", "\u00fc", id="u umlaut"),
    ],
)
def test_encodings(written: str, meant: str) -> None:
    text = f"* {PAPER} by M{written}ller\n"
    found = findings(GarbledText(), text)
    assert marked(text, found) == [written]
    assert fixed(text, found) == text.replace(written, meant)


@pytest.mark.parametrize(
    ("character", "message"),
    [
        pytest.param("\ufffd\ufffd", "a character was lost here (U+FFFD)", id="lost"),
        pytest.param("\x02", "a control character (U+0002)", id="control character"),
    ],
)
def test_characters(character: str, message: str) -> None:
    text = f"## Agents {character}\n\n* {PAPER}\n"
    found = findings(GarbledText(), text)
    assert [(each.message, each.fix) for each in found] == [(message, None)]
    assert marked(text, found) == [character]


def test_one_finding_per_line() -> None:
    text = f"* {PAPER} a\ufffd b\ufffd\n* {PAPER} c\ufffd\n"
    assert placed(text, findings(GarbledText(), text)) == [(1, Severity.WARNING), (2, Severity.WARNING)]


def test_latex_is_a_note_below_an_entry() -> None:
    text = f"* {PAPER} is \\emph{{stepwise}}\n\n  See \\url{{https://a.org}}.\n"
    assert placed(text, findings(GarbledText(), text)) == [(1, Severity.WARNING), (3, Severity.NOTE)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"* {PAPER} by M\u00fcller, \u00c3o, \u00e2ge, 5 \u20ac, \u201cquoted\u201d\n", id="letters"),
        pytest.param(f"* {PAPER} `\\emph{{a}}` $\\text{{b}} \\textit{{c}}$\n", id="code and formulas"),
        pytest.param("```\n\ufffd \\emph{a}\n```\n\n<!-- \ufffd -->\n\n* a\tb\n", id="blocks of code, comments, tabs"),
    ],
)
def test_silent(text: str) -> None:
    assert findings(GarbledText(), text) == []
