"""Entries that lack what the configuration asks of every paper."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bot.linter.config import EntryPolicy
from bot.linter.diagnostics import Severity
from bot.linter.schema import Validator
from bot.rules.schema_violation import SchemaViolation
from tests.rules.helpers import findings, marked, placed

FULL = (
    "* [2310] [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) "
    "(ICLR 23 | Princeton, 107) [500 trajectories are enough]\n"
)
BARE = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"
TITLE = "FireAct: Toward Language Agent Fine-tuning"


def rule(policy: EntryPolicy) -> SchemaViolation:
    schema = policy.composed()
    assert schema is not None
    return SchemaViolation(Validator(schema))


@pytest.mark.parametrize(
    ("policy", "text", "words", "message"),
    [
        pytest.param(
            EntryPolicy(required=("date",)), BARE, [TITLE], ["the entry has no date"], id="part that is missing"
        ),
        pytest.param(
            EntryPolicy(required=("venue", "comment")),
            BARE,
            [TITLE, TITLE],
            ["the entry has no comment", "the entry has no venue"],
            id="two parts that are missing",
        ),
        pytest.param(
            EntryPolicy(patterns=(("venue", r"^[A-Z]+ \d{4}$"),)),
            FULL,
            ["ICLR 23"],
            [r'"venue" is "ICLR 23", which does not match the pattern ^[A-Z]+ \d{4}$'],
            id="pattern",
        ),
        pytest.param(
            EntryPolicy(schema={"properties": {"arxiv": {"const": "2310.12823"}}}),
            FULL,
            ["https://arxiv.org/abs/2310.05915"],
            None,
            id="schema of its own, at the link",
        ),
        pytest.param(
            EntryPolicy(schema={"properties": {"date": {"pattern": "^2024"}}}), FULL, ["2310"], None, id="at the date"
        ),
        pytest.param(
            EntryPolicy(schema={"properties": {"links": {"items": {"properties": {"url": {"pattern": "/pdf/"}}}}}}),
            BARE,
            ["https://arxiv.org/abs/2310.05915"],
            None,
            id="at one of the links",
        ),
    ],
)
def test_finds(policy: EntryPolicy, text: str, words: list[str], message: list[str] | None) -> None:
    found = findings(rule(policy), text)
    assert {severity for _, severity in placed(text, found)} == {Severity.ERROR}
    assert marked(text, found) == words
    if message is not None:
        assert [each.message for each in found] == message


@pytest.mark.parametrize(
    ("policy", "text"),
    [
        pytest.param(EntryPolicy(required=("date", "venue", "comment")), FULL, id="nothing is missing"),
        pytest.param(
            EntryPolicy(required=("date",)), "* [RAGEN](https://github.com/RAGEN-AI/RAGEN)\n", id="repository"
        ),
        pytest.param(EntryPolicy(required=("date",)), f"## Contributing\n\n{BARE}", id="template"),
    ],
)
def test_leaves_alone(policy: EntryPolicy, text: str) -> None:
    assert findings(rule(policy), text) == []


def test_finds_nothing_without_a_schema() -> None:
    assert findings(SchemaViolation(), BARE) == []


def test_does_not_load_jsonschema_without_a_schema() -> None:
    program = "import bot.rules, sys; sys.exit('jsonschema' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
