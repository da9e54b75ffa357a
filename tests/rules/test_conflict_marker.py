"""Markers of merge conflicts that were committed."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.whole_page import ConflictMarker
from tests.rules.helpers import findings, placed

RULE = ConflictMarker()
OURS, THEIRS = "- [DigiRL](https://arxiv.org/abs/2406.11896)\n", "- [ReAct](https://arxiv.org/abs/2210.03629)\n"
CONFLICT = f"<<<<<<< HEAD\n{OURS}=======\n{THEIRS}>>>>>>> react\n"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param(f"{OURS}{CONFLICT}", [2], id="one"),
        pytest.param(f"{CONFLICT}{OURS}{CONFLICT}", [1, 7], id="two"),
        pytest.param(
            CONFLICT.replace("=======", f"||||||| 4d68f91\n{OURS}======="), [1], id="with the common ancestor"
        ),
        pytest.param(CONFLICT.replace("\n", "\r\n"), [1], id="lines of Windows"),
        pytest.param(f"<<<<<<< HEAD\n{OURS}=======\n>>>>>>>", [1], id="without names, at the end"),
        pytest.param(f"<<<<<<< HEAD\n{CONFLICT}", [2], id="one begins twice"),
        pytest.param(f"```\n{CONFLICT}```\n", [], id="code"),
        pytest.param(f"Agents\n=======\n\n{OURS}", [], id="a heading"),
        pytest.param(f"<<<<<<< HEAD\n{OURS}", [], id="the first alone"),
        pytest.param(f">>>>>>> a\n{OURS}\nAgents\n=======\n\n<<<<<<< b\n", [], id="in another order"),
        pytest.param(CONFLICT.replace("<<<<<<<", "<<<<<<<<"), [], id="eight signs"),
    ],
)
def test_conflicts(text: str, lines: list[int]) -> None:
    assert placed(text, findings(RULE, text)) == [(line, Severity.ERROR) for line in lines]


def test_the_other_markers_are_named() -> None:
    (found,) = findings(RULE, CONFLICT)
    assert [CONFLICT[each.span.start : each.span.end] for each in found.related] == ["=======", ">>>>>>> react"]


def test_in_records_too() -> None:
    text = f"@misc{{a,\n title={{WebRL}}\n}}\n{CONFLICT}"
    assert placed(text, findings(RULE, text, path="papers.bib")) == [(4, Severity.ERROR)]
