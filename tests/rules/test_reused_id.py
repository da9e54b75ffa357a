"""One identifier under two unrelated titles."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.linter.diagnostics import Severity
from bot.linter.rule import Context
from bot.listing import Catalog, read
from bot.rules.reused_id import ReusedId
from bot.text import Text
from tests.rules.helpers import PATH, TODAY, findings, marked, placed

RULE = ReusedId()
URL = "https://arxiv.org/abs/2310.05915"
TITLE = "FireAct: Toward Language Agent Fine-tuning"
UNRELATED = "Training Software Engineering Models with Verifiers"


def entry(title: str, url: str = URL) -> str:
    return f"* [{title}]({url})\n"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(entry(TITLE) + entry(UNRELATED), id="side by side"),
        pytest.param(f"## One\n\n{entry(TITLE)}\n## Two\n\n{entry(UNRELATED)}", id="two sections"),
        pytest.param(entry(TITLE) + entry(UNRELATED, URL.replace("abs", "pdf") + "v2"), id="other page"),
        pytest.param(
            entry(TITLE, "https://openreview.net/forum?id=gEZrGCozdqR")
            + entry(UNRELATED, "https://openreview.net/pdf?id=gEZrGCozdqR"),
            id="OpenReview",
        ),
    ],
)
def test_finds(text: str) -> None:
    found = findings(RULE, text)
    last = text.count("\n")
    assert placed(text, found) == [(last, Severity.ERROR)]
    assert marked(text, found) == [text.rpartition("(")[2].removesuffix(")\n")]
    assert [(each.path, text[each.span.start : each.span.end]) for each in found[0].related] == [(PATH, TITLE)]


def test_lists_of_one_run() -> None:
    first, second = read(parse(Text("a.md", entry(TITLE)))), read(parse(Text("b.md", entry(UNRELATED))))
    context = Context(TODAY, Catalog((first, second)))
    assert [*RULE.check(first, context)] == []
    found = [*RULE.check(second, context)]
    assert [each.message for each in found] == [
        "arXiv 2310.05915 is listed in a.md, line 1 under an unrelated title: one is wrong"
    ]


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(entry(TITLE), id="same title"),
        pytest.param(entry("Language Agent Fine-tuning with Trajectories"), id="renamed"),
        pytest.param(entry("FireAct"), id="alias"),
        pytest.param(entry("Verified Patches"), id="two words"),
        pytest.param(entry("面向 语言 智能体 的 微调 方法 与 轨迹 数据 研究 综述 报告"), id="translated"),
        pytest.param(entry(UNRELATED, "https://arxiv.org/abs/2412.21139"), id="other identifier"),
        pytest.param(f"* [{UNRELATED}](https://arxiv.org/abs/2412.21139) (as in [FireAct]({URL}))\n", id="mentioned"),
    ],
)
def test_leaves_alone(second: str) -> None:
    assert findings(RULE, entry(TITLE) + second) == []


def test_pages_for_many_papers_do_not_count() -> None:
    url = "https://github.com/a/papers"
    assert findings(RULE, entry(TITLE, url) + entry(UNRELATED, url)) == []
