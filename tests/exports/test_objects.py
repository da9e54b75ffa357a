"""Lists as JSON and as JSON Lines."""

from __future__ import annotations

import json

from bot.document import parse
from bot.exports.writers import render_json, render_jsonl
from bot.linter.schema import problems
from bot.listing import read
from bot.listing.model import entry_object
from bot.text import Text
from tests.exports.lists import SMALL

LISTINGS = [
    read(parse(Text("README.md", SMALL))),
    read(parse(Text("more.md", "* [A](https://arxiv.org/abs/2310.05915)\n"))),
]
OBJECTS = [(each.text.path, [entry_object(each, entry) for entry in each.entries]) for each in LISTINGS]


def test_one_list_is_one_object_and_several_are_an_array() -> None:
    expected = [{"file": path, "entries": entries} for path, entries in OBJECTS]
    assert json.loads(render_json(LISTINGS[:1])) == expected[0]
    assert json.loads(render_json(LISTINGS)) == expected


def test_entries_are_valid() -> None:
    lines = [json.loads(line) for line in render_jsonl(LISTINGS).splitlines()]
    assert lines == [{"file": path, **entry} for path, entries in OBJECTS for entry in entries]
    assert len(lines) == 6
    assert [each for line in lines for each in problems("entry", line)] == []
    assert [each for _, entries in OBJECTS for entry in entries for each in problems("entry", entry)] == []


def test_a_path_that_is_not_utf8_is_written_with_a_sign() -> None:
    listing = read(parse(Text("\udcff.md", "* [A](https://arxiv.org/abs/2310.05915)\n")))
    assert json.loads(render_jsonl([listing]))["file"] == "\ufffd.md"
