"""Every suggestion of a review taken by script gives what `bot lint --fix` gives.

`pytest tests/reviews --lists FILE ...` holds real lists to it as well.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.document import parse
from bot.github.model import Conversation
from bot.linter.diagnostics import Safety, Severity, apply
from bot.linter.engine import Plan, check
from bot.linter.fixing import fix
from bot.linter.rule import ActiveRule, Context
from bot.listing import Catalog, Listing, read
from bot.reviews.decide import decide
from bot.reviews.diff import MOVING
from bot.reviews.findings import list_findings
from bot.rules import RULES
from bot.text import Text
from tests.reviews.helpers import PATH, accept, checked_pull

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.github.model import InlineComment
    from bot.linter.diagnostics import Diagnostic

PLAN = Plan(
    tuple(
        ActiveRule(rule, rule.severity)
        for rule in RULES
        if rule.enabled and rule.slug not in MOVING and rule.severity > Severity.NOTE
    )
)
EXAMPLES = {path.stem: path.read_text(encoding="utf-8") for path in Path(__file__).parents[2].glob("examples/*.md")}
LINES = [line for content in EXAMPLES.values() for line in content.split("\n")]
SCRAPS = st.sampled_from(
    [
        *LINES,
        "* [2310] [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org//abs/2310.05915v1)  ",
        "* [2310]  [AgentTuning `a` ```b```](https://arxiv.org//pdf/2310.12823.pdf) ()",
        "* [WebArena: A Realistic Web\n  Environment](https://arxiv.org/abs/2307.13854)",
    ]
)


def survey(texts: Sequence[Text]) -> tuple[tuple[Listing, ...], Context]:
    listings = tuple(read(parse(text)) for text in texts)
    return listings, Context(date(2026, 11, 21), Catalog(listings), frozenset())


def reviewed(content: str, safety: Safety) -> tuple[tuple[Diagnostic, ...], tuple[InlineComment, ...]]:
    """What a review of a new file finds that it can suggest to fix, and its comments."""
    listings, context = survey([Text(PATH, content)])
    about = replace(
        checked_pull(content, check(listings, PLAN, context).diagnostics), listings=listings, most=10_000, safety=safety
    )
    fixable = tuple(
        each.diagnostic for each in list_findings(about) if each.replaced and each.diagnostic.severity > Severity.NOTE
    )
    return fixable, decide(about, Conversation()).comments


def hold(content: str, safety: Safety = Safety.SAFE) -> None:
    """Take all suggestions, round after round; in each they are their fixes, in the end what `--fix` makes."""
    fixed = fix([Text(PATH, content)], PLAN, survey, safety)
    taken = content
    for _ in range(10):
        fixable, comments = reviewed(taken, safety)
        after = accept(taken, comments)
        assert after == apply(taken, [each.fix for each in fixable if each.fix]).content
        if after == taken:
            break
        taken = after
    ended = fix([Text(PATH, taken)], PLAN, survey, safety)
    if not (fixed.conflicting or fixed.refused or ended.refused):  # a removal may do harm only once names are right
        assert ended.texts == fixed.texts


@pytest.mark.parametrize(("end", "last"), [("\n", True), ("\r\n", False)], ids=["LF", "CRLF, open"])
@pytest.mark.parametrize("safety", Safety, ids=str)
@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str, safety: Safety, end: str, last: bool) -> None:
    content = EXAMPLES[name].rstrip("\n").replace("\n", end)
    hold(content + end if last else content, safety)


def test_an_example_is_fixed_by_its_suggestions_alone() -> None:
    content = "# Papers\n\n" + "".join(
        f"* [23{month:02}] [{title}](https://arxiv.org//abs/23{month:02}.{number}v2)  \n"
        for month, title, number in [
            (10, "FireAct: Toward Language Agent Fine-tuning", "05915"),
            (10, "AgentTuning: Enabling Generalized Agent Abilities for LLMs", "12823"),
            (7, "WebArena: A Realistic Web Environment for Building Autonomous Agents", "13854"),
        ]
    )
    _, comments = reviewed(content, Safety.SAFE)
    assert len(comments) == 3
    assert accept(content, comments) == fix([Text(PATH, content)], PLAN, survey).texts[0].content


@settings(suppress_health_check=list(HealthCheck))
@given(st.lists(SCRAPS, min_size=1, max_size=14), st.sampled_from(["\n", "\r\n"]), st.sampled_from(Safety))
def test_made_up_lists(lines: list[str], end: str, safety: Safety) -> None:
    hold("\n".join(lines).replace("\n", end), safety)


@pytest.mark.fuzz
@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(SCRAPS, min_size=1, max_size=40), st.sampled_from(["\n", "\r\n"]), st.sampled_from(Safety))
def test_many_made_up_lists(lines: list[str], end: str, safety: Safety) -> None:
    hold("\n".join(lines).replace("\n", end), safety)


def test_real_lists(real_list: Path) -> None:
    hold(real_list.read_bytes().decode())
