"""Lists as JSON and as JSON Lines."""

from __future__ import annotations

import json

from bot.exports.writers import render_json, render_jsonl
from bot.facts.model import Facts
from bot.linter.schema import problems
from bot.listing.values import entry_object
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record
from tests.exports.lists import SMALL, export

LISTS = [*export(SMALL), *export("* [A](https://arxiv.org/abs/2310.05915)\n", path="more.md")]
LISTINGS = [each.listing for each in LISTS]
OBJECTS = [(each.text.path, [entry_object(each, entry) for entry in each.entries]) for each in LISTINGS]


def test_one_list_is_one_object_and_several_are_an_array() -> None:
    expected = [{"file": path, "entries": entries} for path, entries in OBJECTS]
    assert json.loads(render_json(LISTINGS[:1])) == expected[0]
    assert json.loads(render_json(LISTINGS)) == expected


def test_entries_are_valid() -> None:
    lines = [json.loads(line) for line in render_jsonl(LISTS).splitlines()]
    assert lines == [{"file": path, **entry} for path, entries in OBJECTS for entry in entries]
    assert len(lines) == 6
    assert [each for line in lines for each in problems("entry", line)] == []
    assert [each for _, entries in OBJECTS for entry in entries for each in problems("entry", entry)] == []


def test_a_path_that_is_not_utf8_is_written_with_a_sign() -> None:
    lists = export("* [A](https://arxiv.org/abs/2310.05915)\n", path="\udcff.md")
    assert json.loads(render_jsonl(lists))["file"] == "\ufffd.md"


def test_what_is_on_record_is_kept_apart_from_what_the_list_says() -> None:
    content = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915), B. Chen et al.\n"
    paper = Identifier(Scheme.ARXIV, "2310.05915")
    title = "FireAct: Toward Language Agent Fine-tuning"
    record = Record(title, identifier=paper, authors=("Baian Chen", "Chang Shu"))
    (found,) = map(json.loads, render_jsonl(export(content, Facts(papers={paper: record}))).splitlines())
    assert found["authors"] == ["B. Chen"]
    assert found["record"] == {
        "source": "arXiv",
        "title": title,
        "authors": ["Baian Chen", "Chang Shu"],
        "venue": None,
        "year": 2023,
        "doi": None,
    }
    assert list(problems("entry", found)) == []


def test_labels_of_links_have_no_brackets_around_them() -> None:
    title = "[FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)"
    (found,) = export(
        f"* {title} [[Code]](https://github.com/a/b) [[Page](https://a.github.io)] [[v1] talk](https://c.org)\n"
    )
    assert [link.label for link in found.works[0].links][1:] == ["Code", "Page", "[v1] talk"]
