"""Addresses of URL shorteners."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.shortened_link import ShortenedLink
from tests.rules.helpers import findings, marked, placed

RULE = ShortenedLink()


@pytest.mark.parametrize("url", ["https://bit.ly/3sX2oMk", "http://goo.gl/27fPqs", "https://www.tinyurl.com/y6rlv72a"])
def test_finds_the_links_of_entries(url: str) -> None:
    text = f"* [FireAct](https://arxiv.org/abs/2310.05915) [slides]({url})\n"
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.WARNING)]
    assert marked(text, found) == [url]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Sponsored by [a company](https://bit.ly/3sX2oMk).\n", id="outside of entries"),
        pytest.param("* [![a logo](https://a.org/b.svg)](https://bit.ly/3sX2oMk) supports us\n", id="logo"),
        pytest.param("* [Cuttly](https://cutt.ly/api-documentation/links) shortens URLs\n", id="page of a shortener"),
        pytest.param("* [TinyURL](https://tinyurl.com/) shortens URLs\n", id="the shortener itself"),
        pytest.param("* [FireAct](https://doi.org/10.1000/1) [talk](https://youtu.be/rBCqOTEfxvg)\n", id="others"),
    ],
)
def test_leaves_alone(text: str) -> None:
    assert findings(RULE, text) == []


@pytest.mark.parametrize(
    ("label", "rest", "severity"),
    [
        pytest.param("data", " [Code](https://a.org/b)", Severity.NOTE, id="a name that somebody chose"),
        pytest.param("Paper", " [Code](https://a.org/b)", Severity.WARNING, id="in the place of the paper"),
        pytest.param("Paper", "", Severity.NOTE, id="the only address"),
    ],
)
def test_an_address_with_a_word_of_the_entry(label: str, rest: str, severity: Severity) -> None:
    text = f"* NU-AIR: Aerial Data of a City [{label}](https://bit.ly/nuair-data){rest}\n"
    assert placed(text, findings(RULE, text)) == [(1, severity)]


def test_long_words_are_no_code() -> None:
    text = "* [John Ek](https://bit.ly/mathsofrivers) [Code](https://a.org/b)\n"
    assert placed(text, findings(RULE, text)) == [(1, Severity.NOTE)]


def test_a_habit_is_one_note() -> None:
    text = "".join(f"* [A paper about agents {number}](https://bit.ly/{number}abc)\n" for number in range(6))
    found = findings(RULE, text)
    assert [(each.severity, each.message.partition(",")[0]) for each in found] == [
        (Severity.NOTE, "6 of 6 links of entries: a shortened URL hides where it goes")
    ]
