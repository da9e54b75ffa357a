"""The texts of a list, searched all at once, and where their words are in the source."""

from __future__ import annotations

import re

import pytest

from bot.document import parse
from bot.listing import read
from bot.rules.texts import Texts, literal, texts_of
from bot.text import Span, Text

LIST = """\
* [First Title](https://a.org) one: two
  * below: `code`

| Paper | Year |
| --- | --- |
| [Second Title](https://b.org) | two |
"""


def texts_in(words: str) -> Texts:
    return texts_of(read(parse(Text("README.md", words))))


@pytest.mark.parametrize(
    ("words", "part", "place"),
    [
        pytest.param("ab cd", "b c", Span(1, 4), id="one run"),
        pytest.param("a **b c** d", "b c", Span(4, 7), id="within marks"),
        pytest.param("a**b** c", "ab", None, id="across marks"),
        pytest.param("a &amp; b", "&", None, id="entity"),
        pytest.param(r"a \* b", "*", None, id="escape"),
        pytest.param("a\nb", "\n", None, id="line end"),
    ],
)
def test_literal(words: str, part: str, place: Span | None) -> None:
    document = parse(Text("README.md", words))
    prose = next(block.prose for block in document.all_blocks if block.prose is not None)
    start = prose.text.index(part)
    assert literal(prose, start, start + len(part)) == place


def test_all_texts_of_a_list() -> None:
    texts = texts_in(LIST)
    shown = [(each.prose.text, each.title, each.is_below) for each in texts.all]
    assert shown == [
        ("First Title one: two", range(11), False),
        ("below: code", range(0), True),
        ("Second Title", range(12), False),
        ("two", range(0), False),
    ]


@pytest.mark.parametrize(
    ("signs", "found"),
    [
        pytest.param(("two",), [0, 3], id="one sign"),
        pytest.param(("below", "Title", "e"), [0, 1, 2], id="each text once, in order"),
        pytest.param(("three",), [], id="none"),
        pytest.param(("two\nbelow",), [], id="not across two texts"),
    ],
)
def test_texts_that_have_signs(signs: tuple[str, ...], found: list[int]) -> None:
    texts = texts_in(LIST)
    assert [texts.all.index(each) for each in texts.having(*signs)] == found
    pattern = re.compile("|".join(signs))
    assert [texts.all.index(each) for each in texts.matching(pattern)] == found


def test_matches_in_all_texts() -> None:
    texts = texts_in(LIST)
    found = [(texts.all.index(text), match.start() - start) for text, match, start in texts.find(re.compile("two"))]
    assert found == [(0, 17), (3, 0)]


def test_a_list_without_entries() -> None:
    texts = texts_in("words\n")
    assert [texts.all, [*texts.having("w")], [*texts.matching(re.compile("w"))], texts.labels] == [[], [], [], ()]


def test_the_texts_of_the_list_at_hand_are_kept() -> None:
    one, other = (read(parse(Text("README.md", LIST))) for _ in range(2))
    assert texts_of(one) is texts_of(one)
    assert texts_of(other).listing is other
