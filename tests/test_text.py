from __future__ import annotations

import re

import pytest

from bot.text import lazy_pattern, plural, shorten


@pytest.mark.parametrize(
    ("number", "noun", "words"),
    [(0, "link", "0 links"), (1, "entry", "1 entry"), (2, "entry", "2 entries"), (12345, "link", "12,345 links")],
)
def test_plural(number: int, noun: str, words: str) -> None:
    assert plural(number, noun) == words


@pytest.mark.parametrize(
    ("words", "most", "short"), [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("a bcd", 3, "a…"), ("", 0, "")]
)
def test_shorten(words: str, most: int, short: str) -> None:
    assert shorten(words, most) == short


def test_a_lazy_pattern_is_as_the_compiled_one() -> None:
    lazy, compiled = lazy_pattern(r"(a)(b)?", re.IGNORECASE), re.compile(r"(a)(b)?", re.IGNORECASE)
    assert (lazy.pattern, lazy.flags, lazy.groups) == (compiled.pattern, compiled.flags, compiled.groups)
    assert lazy.sub("-", "xAbA") == compiled.sub("-", "xAbA") == "x--"
    assert [match.span() for match in lazy.finditer("aba")] == [match.span() for match in compiled.finditer("aba")]


def test_a_lazy_pattern_is_compiled_on_first_use() -> None:
    broken = lazy_pattern("(")
    with pytest.raises(re.error):
        broken.match("a")
