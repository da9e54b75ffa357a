"""Whole lists, one for each shape, and what the bot reads in them: title, identity, date, kind and lines.

The titles, identifiers and dates are those of real papers; the lists and their sentences are ours.
`pytest --regenerate tests/listing/test_lists.py` writes the answers anew.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.document import parse
from bot.listing import Entry, Listing, read
from bot.listing.values import entry_object
from bot.text import Text

LISTS = sorted(Path(__file__).with_name("lists").glob("*.md"))
FIELDS = ("kind", "title", "arxiv", "date", "url", "section")


def load(path: Path) -> Listing:
    return read(parse(Text(path.name, path.read_bytes().decode())))


def answer(listing: Listing, entry: Entry) -> dict[str, object]:
    found = entry_object(listing, entry)
    lines = f"{found['line']}-{found['end_line']}"
    return {"lines": lines, "carrier": str(entry.carrier), **{name: found[name] for name in FIELDS}}


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_list(path: Path, regenerate: bool) -> None:
    listing = load(path)
    answers = [answer(listing, entry) for entry in listing.entries]
    expected = path.with_suffix(".json")
    if regenerate:
        lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in answers)
        expected.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    assert answers == json.loads(expected.read_text(encoding="utf-8"))


def test_each_answer_has_its_list() -> None:
    answers = {path.stem for path in Path(__file__).with_name("lists").glob("*.json")}
    assert answers == {path.stem for path in LISTS}
