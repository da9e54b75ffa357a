"""No change makes `--base` report what it did not cause: made-up changes of `benchmarks/changes.py`, on our lists."""

from __future__ import annotations

import random
from datetime import date
from pathlib import Path

import pytest

from benchmarks.changes import find_clean, make_changes, replay
from bot.linter.config import Config
from bot.linter.engine import check
from bot.linter.survey import Survey
from bot.rules import RULES
from bot.text import Text
from tests.sample_list import LINES

EXAMPLE = (Path(__file__).parents[2] / "examples" / "agent-training.md").read_text(encoding="utf-8")
SECTIONS = "# Agents\n\n* [Training](#training)\n* [Tools](#tools)\n\n## Training\n\n{}\n## Tools\n\n{}".format(
    "".join(LINES), "".join(line.replace(".0", ".1").replace("] [", "] [Tools and ") for line in LINES)
)


@pytest.mark.parametrize("content", [EXAMPLE, SECTIONS], ids=["example", "two sections"])
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_what_is_reported_was_caused(content: str, seed: int) -> None:
    before = Text("README.md", content)
    listings, context = Survey(date(2026, 11, 21), find_missing=lambda _: frozenset())((before,))
    clean = find_clean(listings[0], check(listings, Config().plan(RULES), context).diagnostics)
    changes = list(make_changes(listings[0], clean, random.Random(seed)))
    outcomes = {change.name: replay(change, before) for change in changes}
    assert len(changes) >= 10
    assert {name: found.others for name, found in outcomes.items() if found.others} == {}
    assert outcomes["an entry added: bracket"].planted
    assert outcomes["an entry added: duplicate"].planted
