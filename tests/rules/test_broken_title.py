"""Titles over two lines, by accident and by habit."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.broken_title import BrokenTitle
from tests.rules.helpers import findings, fixed

URL = "(https://arxiv.org/abs/2310.05915)"
WHOLE = f"* [FireAct: Toward Language Agent Fine-tuning]{URL}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(f"* [FireAct: Toward Language\n  Agent Fine-tuning]{URL}\n", WHOLE, id="indented"),
        pytest.param(f"* [FireAct: Toward Language\nAgent Fine-tuning]{URL}\n", WHOLE, id="lazy"),
        pytest.param(
            f"* [FireAct: Toward \r\nLanguage\r\n Agent Fine-tuning]{URL}\r\n",
            WHOLE.replace("\n", "\r\n"),
            id="three lines, blanks, carriage returns",
        ),
        pytest.param(
            f"> * **FireAct: Toward Language\n>   Agent Fine-tuning** [paper]{URL}\n",
            f"> * **FireAct: Toward Language Agent Fine-tuning** [paper]{URL}\n",
            id="bold in a quotation",
        ),
        pytest.param(f"* [FireAct:\n  Toward Language Agent Fine-tuning]{URL}\n", WHOLE, id="behind a colon in a link"),
        pytest.param(f"* [FireAct: Toward Language Agent Fine-tuning\n  ]{URL}\n", WHOLE, id="before the bracket"),
        pytest.param(f"* [\n  FireAct: Toward Language Agent Fine-tuning]{URL}\n", WHOLE, id="behind the bracket"),
        pytest.param(
            f"* [FireAct (Language \nAgent\n) Tuning]{URL}\n", f"* [FireAct (Language Agent) Tuning]{URL}\n", id="marks"
        ),
        pytest.param(
            f"* **FireAct: Toward Language**\n  **Agent Fine-tuning** [paper]{URL}\n",
            f"* **FireAct: Toward Language Agent Fine-tuning** [paper]{URL}\n",
            id="each line bold by itself",
        ),
        pytest.param(
            f"* FireAct: Toward Language\n  Agent Tuning at Once [paper]{URL}\n",
            f"* FireAct: Toward Language Agent Tuning at Once [paper]{URL}\n",
            id="plain",
        ),
    ],
)
def test_joined(before: str, after: str) -> None:
    found = findings(BrokenTitle(), before)
    assert len(found) == 1
    assert fixed(before, found) == after
    assert findings(BrokenTitle(), after) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            f"* [FireAct: Toward Language Agent Fine-tuning]{URL} (a comment\n  of two lines)\n", id="a comment"
        ),
        pytest.param(f"* **FireAct: Toward Language Agent Fine-tuning**\n  [paper]{URL}\n", id="the link below"),
        pytest.param(f"LLM-based:\nFireAct: Toward Language Agent Fine-tuning [paper]{URL}\n", id="a label above"),
        pytest.param(
            f"* 2023-08-26:\n  [FireAct: Toward Language Agent Fine-tuning]{URL}\n", id="a label above a link"
        ),
        pytest.param("* [A list of\n  useful tools](https://github.com/a/b)\n", id="no paper"),
    ],
)
def test_silent(text: str) -> None:
    assert findings(BrokenTitle(), text) == []


def papers(count: int, title: str) -> str:
    return "".join(f"* [{title} {number}](https://arxiv.org/abs/2310.{number:05})\n" for number in range(1, count + 1))


def test_a_list_that_wraps_its_lines_does_so_on_purpose() -> None:
    wrapped, whole = papers(4, "Agents That Learn\n  From Feedback"), papers(6, "Agents That Learn")
    assert findings(BrokenTitle(), wrapped + whole) == []
    assert len(findings(BrokenTitle(), papers(2, "Agents That Learn\n  From Feedback") + whole)) == 2
    assert len(findings(BrokenTitle(), wrapped + papers(40, "Agents That Learn"))) == 4


LIST = "<ul>\n" + "".join(
    f"<li><a href='https://arxiv.org/abs/2310.0591{number}'>Agents That Learn from {number} Tasks</a></li>\n"
    for number in range(10)
)


def test_html() -> None:
    whole = f"{LIST}<li><a href='{URL[1:-1]}'>FireAct: Toward Language Agent Fine-tuning</a> (Princeton)</li>\n</ul>\n"
    text = whole.replace("Language Agent", "Language\n    Agent")
    found = findings(BrokenTitle(), text)
    assert fixed(text, found) == whole
    assert (len(found), findings(BrokenTitle(), whole)) == (1, [])


@pytest.mark.parametrize(
    ("title", "severity", "joined"),
    [
        pytest.param("Self-\nEvolution in LLM Agents", Severity.WARNING, "Self-Evolution in LLM Agents", id="hyphen"),
        pytest.param("Self Evolution -\nin LLM Agents", Severity.NOTE, "Self Evolution - in LLM Agents", id="dash"),
        pytest.param("Self-Evolution in\nLLM Agents", Severity.NOTE, "Self-Evolution in LLM Agents", id="space"),
    ],
)
def test_what_the_page_shows_is_loud(title: str, severity: Severity, joined: str) -> None:
    text = f"* [RAGEN: {title}](https://arxiv.org/abs/2504.20073)\n"
    (found,) = findings(BrokenTitle(), text)
    assert found.severity is severity
    assert fixed(text, [found]) == f"* [RAGEN: {joined}](https://arxiv.org/abs/2504.20073)\n"
