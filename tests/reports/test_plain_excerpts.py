from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.reports.plain import Excerpt, excerpts
from bot.text import Span, Text, escape_controls


@pytest.mark.parametrize(
    ("content", "span", "shown"),
    [
        pytest.param("a [b] c\n", (2, 5), [(1, "a [b] c", "  ^^^")], id="plain"),
        pytest.param("a\n", (1, 1), [(1, "a", " ^")], id="nothing, at the end"),
        pytest.param("", (0, 0), [(1, "", "^")], id="an empty file"),
        pytest.param("\ufeffab\n", (0, 2), [(1, "ab", "^")], id="byte order mark"),
        pytest.param("世界 [b]\n", (3, 6), [(1, "世界 [b]", "     ^^^")], id="wide before"),
        pytest.param("a 世界 b\n", (2, 4), [(1, "a 世界 b", "  ^^^^")], id="wide inside"),
        pytest.param("\ta\tb\n", (3, 4), [(1, "    a    b", "         ^")], id="tabs"),
        pytest.param("e\u0301x\n", (2, 3), [(1, "e\u0301x", " ^")], id="combining mark"),
        pytest.param("a\u200bb\n", (1, 2), [(1, "a<U+200B>b", " ^^^^^^^^")], id="zero width"),
        pytest.param("a\x1b[31mb\x00\n", (6, 7), [(1, "a␛[31mb␀", "      ^")], id="terminal escape"),
        pytest.param("one\r\n  two\r\n", (2, 9), [(1, "one", "  ^"), (2, "  two", "  ^^")], id="two lines"),
        pytest.param("one\ntwo", (3, 4), [(1, "one", "   ^")], id="a line end"),
        pytest.param("a\nb\nc\nd\n", (0, 7), [(1, "a", "^"), (2, "b", "^"), (3, "c", "^")], id="many lines"),
    ],
)
def test_excerpts(content: str, span: tuple[int, int], shown: list[tuple[int, str, str]]) -> None:
    assert list(excerpts(Text("a.md", content), Span(*span), 40)) == [Excerpt(*each) for each in shown]


@pytest.mark.parametrize(
    ("before", "after", "words", "carets"),
    [
        (0, 50, "[x]aaaaaaaaaaaaaaaaa…", "^^^"),
        (50, 0, "…bbbbbbbbbbbbbbbbb[x]", "                  ^^^"),
        (50, 50, "…bbbbbbb[x]aaaaaaaaaa…", "        ^^^"),
        (3, 50, "bbb[x]aaaaaaaaaaaaaa…", "   ^^^"),
    ],
    ids=["starts the line", "ends the line", "in the middle", "near the start"],
)
def test_long_lines_are_cut_around_the_span(before: int, after: int, words: str, carets: str) -> None:
    text = Text("a.md", "b" * before + "[x]" + "a" * after)
    assert excerpts(text, Span(before, before + 3), 20) == (Excerpt(1, words, carets),)


def test_a_span_longer_than_the_room_is_cut() -> None:
    assert excerpts(Text("a.md", "ab" * 50), Span(10, 90), 12) == (Excerpt(1, "…abababababab…", "     ^^^^^^^^"),)


@given(st.text(max_size=40), st.integers(0, 40), st.integers(0, 40), st.integers(3, 30))
def test_any_span_of_any_text_has_an_excerpt(content: str, one: int, other: int, width: int) -> None:
    start, end = sorted((min(one, len(content)), min(other, len(content))))
    for each in excerpts(Text("a.md", content), Span(start, end), width):
        assert "^" in each.carets
        assert escape_controls(each.text) == each.text


def test_a_line_of_five_megabytes_takes_moments() -> None:
    text = Text("a.md", "[x] " * 1_250_000)
    start = process_time()
    for number in range(1_000):
        excerpts(text, Span(4_000 * number, 4_000 * number + 3), 100)
    assert process_time() - start < 10
