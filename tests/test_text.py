from __future__ import annotations

import json
import re

import pytest

from bot.text import escape_controls, json_text, lazy_pattern, nearest, one_line, plural, shorten, suggestion


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


def test_a_lazy_pattern_works_like_a_compiled_one() -> None:
    lazy, compiled = lazy_pattern(r"(a)(b)?", re.IGNORECASE), re.compile(r"(a)(b)?", re.IGNORECASE)
    assert (lazy.pattern, lazy.flags, lazy.groups) == (compiled.pattern, compiled.flags, compiled.groups)
    assert lazy.sub("-", "xAbA") == compiled.sub("-", "xAbA") == "x--"
    assert [match.span() for match in lazy.finditer("aba")] == [match.span() for match in compiled.finditer("aba")]


def test_a_lazy_pattern_is_compiled_on_first_use() -> None:
    broken = lazy_pattern("(")
    with pytest.raises(re.error):
        broken.match("a")


def test_escape_controls() -> None:
    assert escape_controls("a\x1b]0;title\x07\r\n\u202eb\x9b1m\u2028\x7f👩\u200d💻") == (
        "a␛]0;title␇␍␊<U+202E>b<U+009B>1m<U+2028>␡👩\u200d💻"
    )


def test_one_line_has_no_code_points_that_are_no_characters() -> None:
    """Biber reads no file with one of them, so that one title would take a bibliography away."""
    assert one_line("a\ufdd0b\ufdefc\ufffed\U0001fffee\U0010ffff f\ufdcf") == "abcde f\ufdcf"


WORDS = ("duplicate-entry", "date-mismatch", "ICML", "ICLR", "unsorted-section")


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        pytest.param("unsorted-sections", "unsorted-section", id="one letter more"),
        pytest.param("ICRL", "ICLR", id="two letters swapped"),
        pytest.param("duplicate_entry", "duplicate-entry", id="underscore"),
        pytest.param("venue", None, id="nothing near"),
        pytest.param("", None, id="empty"),
        pytest.param("ICLR" * 1000, None, id="far too long"),
    ],
)
def test_nearest(word: str, expected: str | None) -> None:
    assert nearest(word, WORDS) == expected


@pytest.mark.parametrize(
    ("word", "words", "expected"),
    [
        pytest.param("sections", ("section", "entry"), '; did you mean "section"?', id="near"),
        pytest.param("yymm", ("YYYY", "YYMM"), '; did you mean "YYMM"?', id="other case"),
        pytest.param("xyz", ("section", "entry"), '; known options: "section", "entry"', id="few to choose from"),
        pytest.param("xyz", tuple("abcdefghijk"), "", id="too many to list"),
        pytest.param("xyz", (), "", id="none to choose from"),
    ],
)
def test_suggestion(word: str, words: tuple[str, ...], expected: str) -> None:
    assert suggestion(word, words, "option") == expected


@pytest.mark.parametrize(
    ("data", "value"),
    [
        pytest.param(b'"\\ud800x"', "\ufffdx", id="first half"),
        pytest.param(b'"x\\uDC00"', "x\ufffd", id="second half"),
        pytest.param(b'"\\ud83d\\ude00"', "\U0001f600", id="both"),
        pytest.param(b'"\\ud83d\\ud83d\\ude00"', "\ufffd\U0001f600", id="a half and both"),
        pytest.param(b'"\\\\ud800 \\" \\u00e9"', '\\ud800 " \xe9', id="no escape, and others"),
        pytest.param(b'"\xed\xa0\x80"', "\ufffd\ufffd\ufffd", id="not UTF-8"),
        pytest.param(b"\xef\xbb\xbf1", 1, id="byte order mark"),
        pytest.param('"\\ud800"', "\ufffd", id="text"),
    ],
)
def test_json_of_strangers_holds_whole_characters(data: bytes | str, value: object) -> None:
    assert json.loads(json_text(data)) == value
