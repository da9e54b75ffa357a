from __future__ import annotations

import pytest

from bot.linter.diagnostics import Diagnostic, Edit, Fix, Related, Safety, Severity
from bot.linter.rule import NotRun
from bot.reports.run import Report
from bot.rules.unused_allow import UnusedAllow
from bot.text import Span, Text

FIRST = Text(
    "lists/agents.md",
    "\ufeff# Agents\r\n\r\n* [1700] [World of Bits](https://proceedings.mlr.press/v70/shi17a)  (ICML 17)\r\n",
)
SECOND = Text("more agents.md", "* 世界 [FireAct](http://arxiv.org/abs/2310.05915v2)\n")


def span_of(text: Text, words: str) -> Span:
    start = text.content.index(words)
    return Span(start, start + len(words))


@pytest.fixture
def report() -> Report:
    """Two files, one finding of each severity, a safe and an unsafe fix, a related place."""
    link = span_of(SECOND, "http://arxiv.org/abs/2310.05915v2")
    return Report(
        texts=(FIRST, SECOND),
        diagnostics=(
            Diagnostic(
                "impossible-date",
                Severity.ERROR,
                FIRST.path,
                span_of(FIRST, "[1700]"),
                "`[1700]` names no month",
                reasons=("no month has the number 17", "the id is of 2017"),
            ),
            Diagnostic(
                "stray-space",
                Severity.WARNING,
                FIRST.path,
                span_of(FIRST, "  "),
                "two spaces, one is enough",
                Fix("Keep one space", (Edit(span_of(FIRST, "  "), " "),)),
            ),
            Diagnostic(
                "cross-listed-entry",
                Severity.NOTE,
                SECOND.path,
                link,
                "100% the same paper:\nsee there",
                Fix("Link to the page", (Edit(Span(link.end - 2, link.end), ""),), Safety.UNSAFE),
                (Related(FIRST.path, span_of(FIRST, "World of Bits"), "it is also here"),),
            ),
        ),
        not_run=(NotRun("missing-file", "nobody looked"), NotRun("dead-link", "nobody looked")),
        rules=(UnusedAllow(),),
    )
