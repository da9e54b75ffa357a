"""What a message says of a value that is not valid, keyword by keyword."""

from __future__ import annotations

import pytest

from bot.linter.schema import Problem, problems

NUMBERS = [str(number) for number in range(20)]


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        pytest.param({"type": "object"}, [], "must be a mapping of keys to values, not a list", id="list for mapping"),
        pytest.param({"type": "array"}, {}, "must be a list, not a mapping", id="mapping for list"),
        pytest.param({"type": "boolean"}, "yes", "must be true or false, not text", id="text for boolean"),
        pytest.param({"type": "integer"}, True, "must be a whole number, not true or false", id="bool for int"),
        pytest.param({"type": "string"}, None, "has no value; it must be text", id="nothing"),
        pytest.param(
            {"type": ["string", "boolean", "null"]},
            1.5,
            "must be text, true or false or nothing, not a number",
            id="three types",
        ),
        pytest.param(
            {"type": ["string", "null"]},
            2503,
            "must be text or nothing, not a number; put it in quotes",
            id="number for text",
        ),
        pytest.param({"const": 3}, 4, "is 4; it must be 3", id="constant"),
        pytest.param({"const": "a"}, "b" * 100, f'is "{"b" * 57}…"; it must be "a"', id="long value is cut"),
        pytest.param(
            {"enum": ["a", True, None]}, False, 'is false; it must be one of "a", true, nothing', id="literals"
        ),
        pytest.param(
            {"enum": ["abs", "pdf"]}, "pfd", 'is "pfd"; it must be one of "abs", "pdf"; did you mean "pdf"?', id="enum"
        ),
        pytest.param(
            {"enum": [*NUMBERS, "twenty"]},
            "twnety",
            'is "twnety", which is not a known value; did you mean "twenty"?',
            id="long enum",
        ),
        pytest.param({"maxItems": 2}, [1, 2, 3], "must have at most 2 items", id="too many"),
        pytest.param({"minItems": 2}, [1], "must have at least 2 items", id="too few"),
        pytest.param({"minItems": 1}, [], "is empty", id="empty list"),
        pytest.param({"minProperties": 1}, {}, "is empty", id="empty mapping"),
        pytest.param({"minLength": 1}, "", "is empty", id="empty text"),
        pytest.param({"minimum": 1}, 0, "must be at least 1", id="too small"),
        pytest.param({"maximum": 1}, 1.5, "must be at most 1", id="too large"),
        pytest.param({"maxLength": 1}, "ab", "must have at most 1 characters", id="too long"),
        pytest.param({"uniqueItems": True}, [1, 1], "has the same value twice", id="twice"),
        pytest.param({"pattern": "^a"}, "b", 'is "b", which does not match the pattern ^a', id="pattern"),
        pytest.param(
            {"pattern": "^a$", "examples": ["a"]},
            "2025-13",
            'is "2025-13", which does not match the pattern ^a$; for example "a"',
            id="pattern with example",
        ),
        pytest.param(
            {"pattern": "^(ICLR|ICML)", "title": "venue", "examples": ["ICML", "ICLR"]},
            "ICRL 24",
            'is "ICRL 24", which is not a venue; did you mean "ICLR"?',
            id="named pattern",
        ),
        pytest.param({"format": "regex"}, "(", "is not a valid regular expression: missing ): (", id="broken pattern"),
        pytest.param(
            {"anyOf": [{"type": "string"}, {"type": "array"}]}, 1, "must be text or a list, not a number", id="no form"
        ),
        pytest.param({"oneOf": [{"type": "array"}, {"type": "string", "minLength": 1}]}, "", "is empty", id="own form"),
    ],
)
def test_one_problem(schema: dict[str, object], value: object, expected: str) -> None:
    assert problems(schema, value) == (Problem((), f"the top level {expected}"),)
    nested = {"properties": {"a": {"items": schema}}}
    assert problems(nested, {"a": [value]}) == (Problem(("a", 0), f'"a[0]" {expected}'),)


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        pytest.param(
            {"required": ["a", "b"], "properties": {"a": {}, "b": {}}, "additionalProperties": False},
            {"c": 1, "d": 2},
            (
                Problem((), '"a" is missing'),
                Problem((), '"b" is missing'),
                Problem(("c",), 'unknown key "c"; known keys: "a", "b"'),
                Problem(("d",), 'unknown key "d"; known keys: "a", "b"'),
            ),
            id="missing and unknown keys",
        ),
        pytest.param(
            {"properties": {"stray-space": {}}, "propertyNames": {"title": "rule"}, "additionalProperties": False},
            {"stray-spaces": 1},
            (Problem(("stray-spaces",), 'unknown rule "stray-spaces"; did you mean "stray-space"?'),),
            id="keys with a name of their own",
        ),
        pytest.param(
            {"properties": {"a": {"required": ["b"], "additionalProperties": False, "properties": {"b": {}}}}},
            {"a": {"x": 1}},
            (Problem(("a",), '"b" is missing in "a"'), Problem(("a", "x"), 'unknown key "x" in "a"; known keys: "b"')),
            id="deeper",
        ),
        pytest.param(
            {"minimum": 1, "errorMessage": "count from one"},
            0,
            (Problem((), "count from one"),),
            id="the schema's own message",
        ),
        pytest.param(
            {"multipleOf": 2},
            3,
            (Problem((), "the top level is not valid: 3 is not a multiple of 2"),),
            id="keyword without words of ours",
        ),
    ],
)
def test_problems(schema: dict[str, object], value: object, expected: tuple[Problem, ...]) -> None:
    assert problems(schema, value) == expected
