"""Lists that nobody would write, from text to fixed text. Run by `pytest -m fuzz`."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.document import parse
from bot.linter.engine import Plan, check, fix
from bot.linter.rule import ActiveRule, Context
from bot.listing import Catalog, Listing, read
from bot.rules import RULES
from bot.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

PLAN = Plan(tuple(ActiveRule(rule, rule.severity) for rule in RULES if rule.enabled))
LINES = [
    line
    for path in sorted((Path(__file__).parents[1] / "examples").glob("*.md"))
    for line in path.read_text(encoding="utf-8").split("\n")
]
SCRAPS = st.sampled_from(
    [*LINES, "[", "](", ")", "()", "  ", "| a |", "<details>", "<!--", "[0425]", "\r", "（a）", "http://arxiv.org/abs/"]
)


def survey(texts: Sequence[Text]) -> tuple[tuple[Listing, ...], Context]:
    listings = tuple(read(parse(text)) for text in texts)
    return listings, Context(date(2026, 11, 21), Catalog(listings), frozenset())


@pytest.mark.fuzz
@settings(max_examples=2_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(SCRAPS, max_size=30).map("\n".join))
def test_any_text_is_linted_and_fixed(content: str) -> None:
    text = Text("README.md", content)
    listings, context = survey([text])
    for diagnostic in check(listings, PLAN, context).diagnostics:
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(content)
    fixed = fix([text], PLAN, survey)
    if not fixed.conflicting:
        assert fix(fixed.texts, PLAN, survey).texts == fixed.texts
