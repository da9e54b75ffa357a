"""The options of a rule, and what a configuration file may say about them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Literal

import pytest

from bot.linter.rule import Option, Rule, option, options, rule_schema, set_options, summary_of
from bot.linter.schema import Validator, schema_problems
from bot.rules import RULES
from bot.rules.shortened_link import ShortenedLink
from tests.linter.plain_rule import Plain


class Form(StrEnum):
    """A choice of two."""

    ABS = "abs"
    PDF = "pdf"


@dataclass(frozen=True)
class Sample(Plain):
    """A sample of
    all kinds of options. With a second sentence.

    And a second paragraph.
    """

    slug: ClassVar[str] = "sample"

    strict: bool = option(False, "Whether to be strict.")
    months: int = option(2, "How many.", minimum=1, maximum=36)
    share: float = option(0.8, "How much.")
    name: str = option("News", "Of what.")
    form: Form | None = option(None, "Which page.")
    side: Literal["left", "right"] = option("left", "Which side.")
    words: tuple[str, ...] = option(("a", "b"), "Which words.")
    entry_schema: Validator | None = None
    numbers: tuple[int, ...] = ()


HABITS = next(each for each in options(ShortenedLink()) if each.name == "accept_habits")
STRING = {"type": "string", "minLength": 1}


def test_options() -> None:
    assert options(Sample(months=3)) == (
        Option("strict", bool, False, "Whether to be strict."),
        Option("months", int, 3, "How many.", 1, 36),
        Option("share", float, 0.8, "How much."),
        Option("name", str, "News", "Of what."),
        Option("form", Form | None, None, "Which page."),
        Option("side", Literal["left", "right"], "left", "Which side."),
        Option("words", tuple[str, ...], ("a", "b"), "Which words."),
        HABITS,
    )
    assert {option.name: option.schema for option in options(Sample())} == {
        "strict": {"type": "boolean"},
        "months": {"type": "integer", "minimum": 1, "maximum": 36},
        "share": {"type": "number"},
        "name": {"type": "string"},
        "form": {"type": "string", "enum": ["abs", "pdf"]},
        "side": {"type": "string", "enum": ["left", "right"]},
        "words": {"type": "array", "items": STRING},
        "accept_habits": {"type": "boolean"},
    }


def test_set_options() -> None:
    given = {"strict": True, "months": 5, "share": 1, "name": "New", "form": "pdf", "side": "right", "words": ["c"]}
    rule = set_options(Sample(), given)
    assert rule == Sample(True, 5, 1.0, "New", Form.PDF, "right", ("c",))
    assert isinstance(rule, Sample)
    assert isinstance(rule.share, float)
    assert isinstance(rule.form, Form)
    assert set_options(rule, {}) == rule


def test_schema() -> None:
    severity = {"$ref": "#/$defs/severity"}
    schema = rule_schema(Sample())
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
                "months": {"description": "How many.", "type": "integer", "minimum": 1, "maximum": 36, "default": 2},
                "share": {"description": "How much.", "type": "number", "default": 0.8},
                "name": {"description": "Of what.", "type": "string", "default": "News"},
                "form": {"description": "Which page.", "type": "string", "enum": ["abs", "pdf"]},
                "side": {"description": "Which side.", "type": "string", "enum": ["left", "right"], "default": "left"},
                "words": {"description": "Which words.", "type": "array", "items": STRING, "default": ["a", "b"]},
                "accept_habits": {"description": HABITS.description, "type": "boolean", "default": True},
            },
        },
    ]


def test_summary() -> None:
    assert summary_of(Sample()) == "A sample of all kinds of options."


def test_fields_of_other_types_are_no_options() -> None:
    @dataclass(frozen=True)
    class Wrong(Sample):
        numbers: tuple[int, ...] = option((), "Which numbers.")

    with pytest.raises(TypeError, match="an option cannot be of type"):
        rule_schema(Wrong())


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.slug)
def test_each_option_of_our_rules_is_described(rule: Rule) -> None:
    assert all(each.description.endswith(".") for each in options(rule))
    assert all(each.minimum is not None for each in options(rule) if each.schema.get("type") in ("integer", "number"))
    assert schema_problems({"$defs": {"severity": {}}, **rule_schema(rule)}) == ()
