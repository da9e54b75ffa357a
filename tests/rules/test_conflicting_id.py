"""One title with two arXiv identifiers."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.conflicting_id import ConflictingId
from tests.rules.helpers import findings, marked, placed

RULE = ConflictingId()
TITLE = "FireAct: Toward Language Agent Fine-tuning"


def entry(title: str, identifier: str) -> str:
    return f"* [{title}](https://arxiv.org/abs/{identifier})\n"


FIRST = entry(TITLE, "2310.05915")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(FIRST + entry(TITLE, "2310.05951"), id="side by side"),
        pytest.param(f"## One\n\n{FIRST}\n## Two\n\n{entry(TITLE, '2310.05951')}", id="two sections"),
        pytest.param(FIRST + entry(TITLE.upper().replace("-", " "), "2310.05951"), id="other letters"),
    ],
)
def test_finds(text: str) -> None:
    found = findings(RULE, text)
    assert placed(text, found) == [(text.count("\n"), Severity.WARNING)]
    assert marked(text, found) == ["https://arxiv.org/abs/2310.05951"]
    assert found[0].message.startswith("this title has arXiv 2310.05915 in line ")
    assert [text[each.span.start : each.span.end] for each in found[0].related] == [TITLE]


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(entry(TITLE, "2310.05915v2"), id="version"),
        pytest.param(entry("FireAct: Toward Language Agent Fine-tuning II", "2310.05951"), id="sequel"),
        pytest.param(entry("Agent Tuning", "2310.05951") + entry("Agent Tuning", "2310.05961"), id="two words"),
        pytest.param(entry(TITLE, "2313.05951"), id="malformed identifier"),
        pytest.param(f"* [{TITLE}](https://openreview.net/forum?id=gEZrGCozdqR)\n", id="other kind"),
    ],
)
def test_leaves_alone(second: str) -> None:
    assert findings(RULE, FIRST + second) == []
