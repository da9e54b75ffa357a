"""Schemas, ours and others'."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from bot.errors import BotError
from bot.linter.schema import Problem, Validator, load, problems, schema_problems, validator

ROOT = Path(__file__).parents[2]
SCHEMAS = sorted((ROOT / "schemas").glob("*.schema.json"))

OUTSIDE = 'is outside of the schema; copy its target to "$defs"'

ENTRY: dict[str, object] = {
    "line": 21,
    "end_line": 22,
    "section": "Multi-turn training",
    "kind": "paper",
    "title": "FireAct: Toward Language Agent Fine-tuning",
    "arxiv": "2310.05915",
    "identifiers": ["arxiv:2310.05915", "github:anchen1011/FireAct"],
    "url": "https://arxiv.org/abs/2310.05915",
    "date": "2023-10",
    "venue": "ICLR 2024",
    "affiliation": "Princeton",
    "citations": 107,
    "marks": ["⭐️"],
    "comment": None,
    "links": [{"label": "code", "url": "https://github.com/anchen1011/FireAct"}],
}
NOTHING: dict[str, object] = dict.fromkeys(ENTRY, None) | {
    "line": 1,
    "end_line": 1,
    "kind": "other",
    "identifiers": [],
    "marks": [],
    "links": [],
}


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.stem)
def test_schemas_meet_their_metaschema(path: Path) -> None:
    schema = json.loads(path.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    assert schema["$id"] == (f"https://raw.githubusercontent.com/paperlist-bot/paperlist-bot/main/schemas/{path.name}")


@pytest.mark.parametrize("name", ["entry", "config"])
def test_each_property_is_described_with_examples(name: str) -> None:
    assert list(_undescribed(load(name), name)) == []


def _undescribed(schema: object, path: str) -> list[str]:
    """Properties without a description, and leaves without an example, an enum or a reference to one."""
    if isinstance(schema, list):
        return [each for item in schema for each in _undescribed(item, path)]
    if not isinstance(schema, dict):
        return []
    found = []
    for key, value in schema.get("properties", {}).items():
        if "description" not in value:
            found.append(f"{path}.{key}")
        if not value.keys() & {"examples", "enum", "$ref", "items", "anyOf"} and value.get("type") != "object":
            found.append(f"{path}.{key} has no example")
        found += _undescribed(value, f"{path}.{key}")
    return (
        found
        + _undescribed(schema.get("items"), f"{path}[]")
        + _undescribed(list(schema.get("$defs", {}).values()), path)
    )


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param({}, (), id="whole entry"),
        pytest.param(NOTHING, (), id="nothing known"),
        pytest.param({"date": "2025"}, (), id="year"),
        pytest.param({"date": "2025-03-09"}, (), id="day"),
        pytest.param({"arxiv": "cs/0309048"}, (), id="old identifier"),
        pytest.param(
            {"date": "2025-13"},
            (Problem(("date",), '"date" is "2025-13", which is not a date in ISO 8601; for example "2025"'),),
            id="month 13",
        ),
        pytest.param(
            {"venues": "ICLR"}, (Problem(("venues",), 'unknown key "venues"; did you mean "venue"?'),), id="unknown key"
        ),
        pytest.param(
            {"links": [{"label": "code"}]},
            (Problem(("links", 0), '"url" is missing in "links[0]"'),),
            id="link without address",
        ),
        pytest.param({"title": ""}, (Problem(("title",), '"title" is empty'),), id="empty title"),
        pytest.param(
            {"identifiers": ["arxiv:1", "arxiv:1"]},
            (Problem(("identifiers",), '"identifiers" has the same value twice'),),
            id="twice",
        ),
    ],
)
def test_entries(change: dict[str, object], expected: tuple[Problem, ...]) -> None:
    assert problems("entry", ENTRY | change) == expected


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        pytest.param({"properties": {"date": {"pattern": "^20"}}}, (), id="fine"),
        pytest.param({"$defs": {"a": {}}, "allOf": [{"$ref": "#/$defs/a"}]}, (), id="reference inside"),
        pytest.param(
            {"properties": {"date": {"pattern": "("}}},
            (
                Problem(
                    ("properties", "date", "pattern"),
                    '"properties.date.pattern" is not a valid regular expression: missing ): (',
                ),
            ),
            id="broken pattern",
        ),
        pytest.param(
            {"$ref": "https://example.org/schema.json"},
            (Problem(("$ref",), f'"https://example.org/schema.json" {OUTSIDE}'),),
            id="reference to the web",
        ),
        pytest.param({"$ref": "#/a"}, (Problem(("$ref",), '"#/a" does not exist in the schema'),), id="lost reference"),
    ],
)
def test_schemas_of_others(schema: dict[str, object], expected: tuple[Problem, ...]) -> None:
    assert schema_problems(schema) == expected


def test_wrong_type_in_a_schema_is_named_once() -> None:
    assert [problem.path for problem in schema_problems({"properties": {"date": {"type": "strng"}}})] == [
        ("properties", "date", "type")
    ]


def test_endless_schema_is_a_clear_error() -> None:
    with pytest.raises(BotError, match="refers to itself without end"):
        problems({"$ref": "#"}, {})


def test_references_to_the_web_are_never_followed() -> None:
    with pytest.raises(Exception, match="Unresolvable"):
        problems({"$ref": "http://127.0.0.1:9/schema.json"}, {})


def test_jsonschema_is_not_imported_before_it_is_needed() -> None:
    """Loading our schemas and making validators costs no import."""
    code = (
        "import sys; from bot.linter.schema import validator; "
        "assert validator('entry').schema; sys.exit('jsonschema' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


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
        pytest.param({"anyOf": [{"type": "null"}, {"items": {"const": 1}}]}, [1, 1], True, id="one of two forms"),
        pytest.param({"anyOf": [{"type": "null"}, {"items": {"const": 1}}]}, [1, 2], False, id="neither form"),
    ],
)
def test_is_valid(schema: dict[str, object], value: object, expected: bool) -> None:
    assert Validator(schema).is_valid(value) is expected
    assert (problems(schema, value) == ()) is expected


def test_a_large_value_that_is_wrong_throughout_is_refused_at_its_first_error() -> None:
    schema = {"anyOf": [{"items": {"$ref": "#/$defs/item"}}, {"type": "null"}], "$defs": {"item": {"required": ["a"]}}}
    looked_at = []

    class Item(dict[str, object]):
        def __contains__(self, key: object) -> bool:
            looked_at.append(key)
            return False

    assert not Validator(schema).is_valid([Item() for _ in range(1_000)])
    assert looked_at == ["a"]
    first = Validator({"items": {"required": ["a"]}}).first_problem([Item() for _ in range(1_000)])
    assert first == Problem((0,), '"a" is missing in "[0]"')
    assert looked_at == ["a", "a"]


def test_first_problem() -> None:
    assert Validator({"type": "string"}).first_problem("a") is None
    assert Validator({"minimum": 5, "multipleOf": 2}).first_problem(3) == Problem(
        (), "the top level must be at least 5"
    )


@pytest.mark.parametrize("name", ["part", "report", "state"])
def test_definitions_stand_in_the_place_of_their_references(name: str) -> None:
    """jsonschema resolves a reference anew for each value: 60 % of the time for a state of 30,000 links."""
    assert '"$ref": ' in json.dumps(load(name))
    assert '"$ref": ' not in json.dumps(validator(name).schema)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("^a+$", True), ("(", False), ("a{99999}", False), ("(?=a)", False), ("[[a]", True), ("", True)],
)
def test_regular_expressions(text: str, expected: bool) -> None:
    assert Validator({"format": "regex"}).is_valid(text) is expected


def doubled(levels: int) -> dict[str, object]:
    """A schema of `levels` definitions, each of which refers to the next one twice."""
    next_one = [{"$ref": f"#/$defs/a{level + 1}"} for level in range(levels)]
    definitions: dict[str, object] = {f"a{level}": {"allOf": [each, each]} for level, each in enumerate(next_one)}
    return {"$defs": definitions | {f"a{levels}": {"type": "object"}}, "$ref": "#/$defs/a0"}


@pytest.mark.parametrize(
    ("schema", "is_right"),
    [
        (doubled(5), True),
        (doubled(26), False),
        ({"$defs": {"a": {"items": {"$ref": "#/$defs/a"}}}, "$ref": "#/$defs/a"}, True),
        ({"anyOf": [{"const": number} for number in range(900)]}, True),
        ({"enum": list(range(9_000))}, True),
        ({"anyOf": [{"const": number} for number in range(3_000)]}, False),
        ({"anyOf": [{"pattern": f"a{number}"} for number in range(90)]}, True),
        ({"anyOf": [{"pattern": f"a{number}"} for number in range(900)]}, False),
        ({"patternProperties": {"^((([a-z]*)*)*)*9$": {}}}, False),
    ],
    ids=[
        *("small", "26 times doubled", "leads back", "many", "many values", "too many"),
        *("patterns", "too many patterns", "patterns for keys, which Python would match"),
    ],
)
def test_a_schema_that_would_take_too_long_is_refused(schema: dict[str, object], is_right: bool) -> None:
    messages = [each.message for each in schema_problems(schema)]
    too_many = "has more than 2,000 parts, each counted as often as $ref leads to it"
    patterns = "a pattern counts as 20, patternProperties as all"
    assert messages == ([] if is_right else [f"{too_many}; {patterns}"])


def test_wheel_carries_the_schemas(tmp_path: Path) -> None:
    """The module reads `bot/schemas` where that is there: tried on a zipped copy of the package."""
    archive = tmp_path / "wheel.zip"
    with zipfile.ZipFile(archive, "w") as wheel:
        for path in sorted((ROOT / "bot").rglob("*.py")):
            wheel.write(path, path.relative_to(ROOT))
        for path in SCHEMAS:
            wheel.write(path, f"bot/schemas/{path.name}")
    code = "import bot.linter.schema as s; print(s.__file__); print(s.load('entry')['title'])"
    run = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(archive)},
    )
    assert run.stdout.splitlines() == [str(archive / "bot" / "linter" / "schema.py"), "Entry of a paper list"]
