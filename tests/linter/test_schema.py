"""Schemas, ours and others', and the words in which problems are told."""

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
from bot.linter.schema import Problem, load, problems, schema_problems

ROOT = Path(__file__).parents[2]
SCHEMAS = sorted((ROOT / "schemas").glob("*.schema.json"))

OUTSIDE = 'leads out of the schema; put what it names under "$defs" there'

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
            (Problem(("date",), '"date" is "2025-13", which is no date in ISO 8601; for example "2025"'),),
            id="month 13",
        ),
        pytest.param(
            {"kind": "papre"},
            (Problem(("kind",), '"kind" is "papre"; it must be one of "paper", "other"; did you mean "paper"?'),),
            id="unknown kind",
        ),
        pytest.param(
            {"venues": "ICLR"},
            (Problem(("venues",), 'unknown key "venues"; did you mean "venue"?'),),
            id="unknown key",
        ),
        pytest.param({"line": 0}, (Problem(("line",), '"line" must be 1 or more'),), id="line 0"),
        pytest.param(
            {"line": None},
            (Problem(("line",), '"line" has no value; it must be a whole number'),),
            id="no line",
        ),
        pytest.param(
            {"links": [{"label": "code"}]},
            (Problem(("links", 0), '"url" is missing in "links[0]"'),),
            id="link without address",
        ),
        pytest.param({"title": ""}, (Problem(("title",), '"title" is empty'),), id="empty title"),
        pytest.param(
            {"title": 2503},
            (Problem(("title",), '"title" must be text or nothing, not a number; put it in quotes'),),
            id="number for text",
        ),
        pytest.param(
            {"identifiers": ["arxiv:1", "arxiv:1"]},
            (Problem(("identifiers",), '"identifiers" holds the same value twice'),),
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
                    '"properties.date.pattern" is no regular expression: '
                    "missing ), unterminated subpattern at position 0",
                ),
            ),
            id="broken pattern",
        ),
        pytest.param(
            {"$ref": "https://example.org/schema.json"},
            (Problem(("$ref",), f'"https://example.org/schema.json" {OUTSIDE}'),),
            id="reference to the web",
        ),
        pytest.param({"$ref": "#/a"}, (Problem(("$ref",), '"#/a" names nothing in the schema'),), id="lost reference"),
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
    """What surely meets its schema costs no import."""
    code = (
        "import json, sys; from bot.linter.schema import problems; "
        "assert problems('entry', json.loads(sys.argv[1])) == (); sys.exit('jsonschema' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code, json.dumps(ENTRY)], check=False).returncode == 0


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
