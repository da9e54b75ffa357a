"""The options of a rule, and what a configuration file may say about them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Literal

import pytest

from bot.linter.diagnostics import Severity
from bot.linter.rule import Option, Rule, descriptions, options, rule_schema, set_options, severity_of, summary_of
from bot.linter.schema import schema_problems
from bot.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context
    from bot.linter.schema import Validator
    from bot.listing import Listing


class Form(StrEnum):
    """A choice of two."""

    ABS = "abs"
    PDF = "pdf"


@dataclass(frozen=True)
class Sample(Rule):
    """A sample of
    all kinds of options. With a second sentence.

    And a second paragraph.
    """

    slug: ClassVar[str] = "sample"
    severity: ClassVar[Severity] = Severity.WARNING

    strict: bool = False
    """Whether to be
    strict."""
    months: int = 2
    share: float = 0.8
    name: str = "News"
    """Of what."""
    form: Form | None = None
    side: Literal["left", "right"] = "left"
    words: tuple[str, ...] = ("a", "b")
    entry_schema: Validator | None = None
    numbers: tuple[int, ...] = ()

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        yield from ()


STRING = {"type": "string", "minLength": 1}


def test_options() -> None:
    assert options(Sample(months=3)) == (
        Option("strict", bool, False),
        Option("months", int, 3),
        Option("share", float, 0.8),
        Option("name", str, "News"),
        Option("form", Form | None, None),
        Option("side", Literal["left", "right"], "left"),
        Option("words", tuple[str, ...], ("a", "b")),
    )
    assert {option.name: option.schema for option in options(Sample())} == {
        "strict": {"type": "boolean"},
        "months": {"type": "integer"},
        "share": {"type": "number"},
        "name": {"type": "string"},
        "form": {"type": "string", "enum": ["abs", "pdf"]},
        "side": {"type": "string", "enum": ["left", "right"]},
        "words": {"type": "array", "items": STRING},
    }


def test_set_options() -> None:
    given = {
        "strict": True,
        "months": 5,
        "share": 1,
        "name": "New",
        "form": "pdf",
        "side": "right",
        "words": ["c"],
    }
    rule = set_options(Sample(), given)
    assert rule == Sample(True, 5, 1.0, "New", Form.PDF, "right", ("c",))
    assert isinstance(rule, Sample)
    assert isinstance(rule.share, float)
    assert isinstance(rule.form, Form)
    assert set_options(rule, {}) == rule


def test_schema() -> None:
    severity = {"$ref": "#/$defs/severity"}
    schema = rule_schema(Sample(), described=True)
    assert schema["description"] == "A sample of all kinds of options."
    assert schema["anyOf"] == [
        severity,
        {
            "type": "object",
            "additionalProperties": False,
            "propertyNames": {"title": "option"},
            "minProperties": 1,
            "properties": {
                "severity": severity,
                "strict": {"description": "Whether to be strict.", "type": "boolean", "default": False},
                "months": {"type": "integer", "default": 2},
                "share": {"type": "number", "default": 0.8},
                "name": {"description": "Of what.", "type": "string", "default": "News"},
                "form": {"type": "string", "enum": ["abs", "pdf"]},
                "side": {"type": "string", "enum": ["left", "right"], "default": "left"},
                "words": {"type": "array", "items": STRING, "default": ["a", "b"]},
            },
        },
    ]


def test_undescribed_schema_demands_the_same() -> None:
    assert "description" not in rule_schema(Sample())
    assert "description" not in str(rule_schema(Sample()))


def test_words_from_the_source() -> None:
    assert summary_of(Sample()) == "A sample of all kinds of options."
    assert descriptions(Sample()) == {"strict": "Whether to be strict.", "name": "Of what."}


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("off", None),
        ("note", Severity.NOTE),
        ("warning", Severity.WARNING),
        ("error", Severity.ERROR),
    ],
)
def test_severity_of(word: str, expected: Severity | None) -> None:
    assert severity_of(word) == expected


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.slug)
def test_each_option_of_our_rules_is_described(rule: Rule) -> None:
    assert [option.name for option in options(rule) if option.name not in descriptions(rule)] == []
    assert schema_problems({"$defs": {"severity": {}}, **rule_schema(rule, described=True)}) == ()
