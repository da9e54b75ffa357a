"""What the quick check affirms, jsonschema affirms too."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from bot.linter.quickcheck import _holds, _UnsureError, surely_meets

LEAVES = st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from([1.0, 1.5, "", "a", "b", "ab"])
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=6,
)
TYPES = st.sampled_from(["null", "boolean", "string", "array", "object", "number", "integer"])
SIZES = st.integers(0, 2)


def _schemas(inner: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    several = st.lists(inner, min_size=1, max_size=2)
    named = st.dictionaries(st.sampled_from("ab"), inner, max_size=2)
    return st.fixed_dictionaries(
        {},
        optional={
            "type": TYPES | st.lists(TYPES, min_size=1, max_size=3, unique=True),
            "enum": st.lists(VALUES, min_size=1, max_size=3),
            "const": VALUES,
            "pattern": st.sampled_from(["a", "^b", "b$"]),
            "uniqueItems": st.booleans(),
            **dict.fromkeys(["minLength", "maxLength", "minItems", "maxItems", "minProperties"], SIZES),
            **dict.fromkeys(["maxProperties", "minimum", "maximum"], SIZES),
            "required": st.lists(st.sampled_from("ab"), max_size=2, unique=True),
            **dict.fromkeys(["properties", "patternProperties"], named),
            **dict.fromkeys(["additionalProperties", "propertyNames", "items", "not"], inner),
            **dict.fromkeys(["if", "then", "else"], inner),
            **dict.fromkeys(["allOf", "anyOf", "oneOf", "prefixItems"], several),
            "$ref": st.sampled_from(["#/$defs/a", "#/$defs/b", "#/properties/a"]),
        },
    )


SCHEMAS = st.recursive(st.booleans() | _schemas(st.booleans()), _schemas, max_leaves=4)


@given(SCHEMAS, VALUES)
def test_verdicts_are_those_of_jsonschema(schema: object, value: object) -> None:
    """Also a no must be right, because a `not` may turn it round."""
    definitions = {"a": {"type": "string"}, "b": {"maximum": 1}}
    whole: dict[str, object] = {"$defs": definitions, "properties": {"a": True}, "allOf": [schema]}
    with suppress(_UnsureError):
        assert _holds(whole, value, whole) is Draft202012Validator(whole).is_valid(value)


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        pytest.param({"type": ["string", "null"]}, None, True, id="one of two types"),
        pytest.param({"type": "integer"}, 1.0, True, id="whole float"),
        pytest.param({"type": "integer"}, True, False, id="truth is no number"),
        pytest.param({"enum": [1]}, True, False, id="nor equal to one"),
        pytest.param({"not": {"enum": [None, "", []]}}, [], False, id="empty list"),
        pytest.param({"not": {"enum": [None, "", []]}}, ["a"], True, id="list"),
        pytest.param({"format": "regex"}, "(", False, id="broken pattern"),
        pytest.param({"properties": {"a": {}}, "additionalProperties": False}, {"b": 1}, False, id="unknown key"),
        pytest.param({"if": {"type": "string"}, "then": {"minLength": 2}}, "a", False, id="then"),
        pytest.param({"if": {"type": "string"}, "else": {"minimum": 2}}, 2, True, id="else"),
        pytest.param({"$defs": {"a": {"const": 1}}, "$ref": "#/$defs/a"}, 1, True, id="reference"),
        pytest.param(
            {"allOf": [{"$id": "urn:x", "$defs": {"a": {"const": 1}}, "$ref": "#/$defs/a"}]},
            1,
            True,
            id="reference within a schema of its own",
        ),
        pytest.param({"$ref": "https://example.org/a.json"}, 1, False, id="reference to the web is not followed"),
        pytest.param({"$ref": "#"}, 1, False, id="endless"),
        pytest.param({"multipleOf": 1}, 1, False, id="keyword that is not known here"),
    ],
)
def test_surely_meets(schema: dict[str, object], value: object, expected: bool) -> None:
    assert surely_meets(schema, value) is expected
