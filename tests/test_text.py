from __future__ import annotations

import enum
import importlib
import json
import pickle
import pkgutil
import re
from re import _constants as re_constants  # type: ignore[attr-defined]
from re import _parser as re_parser  # type: ignore[attr-defined]
from typing import TYPE_CHECKING, Any

import pytest

import bot
from bot.text import (
    EASTERN,
    StrEnum,
    _GuardedPattern,
    escape_controls,
    json_text,
    lazy_pattern,
    lazy_patterns,
    nearest,
    one_line,
    plural,
    shorten,
    suggestion,
    without_hidden,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path


@pytest.mark.parametrize(
    ("number", "noun", "words"),
    [
        (0, "link", "0 links"),
        (1, "entry", "1 entry"),
        (2, "entry", "2 entries"),
        (2, "day", "2 days"),
        (12345, "link", "12,345 links"),
    ],
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


def test_a_pattern_with_needs_is_compiled_for_the_first_text_that_has_one() -> None:
    broken = lazy_pattern("a(", needs="a")
    assert (broken.search("b"), broken.match("b"), broken.fullmatch("b")) == (None, None, None)
    assert (list(broken.finditer("b")), broken.findall("b")) == ([], [])
    assert (broken.split("b"), broken.sub("x", "b")) == (["b"], "b")
    with pytest.raises(re.error):
        broken.search("ba")


def test_of_a_part_of_a_text_only_that_part_counts() -> None:
    broken = lazy_pattern("a(", needs="a")
    assert (broken.search("abba", 1, 3), list(broken.finditer("abba", 1, 3))) == (None, [])
    with pytest.raises(re.error):
        broken.search("abba", 1)


def test_for_no_number_of_texts_without_what_it_needs_a_pattern_is_compiled() -> None:
    broken = lazy_pattern("a(", needs="a")
    assert {broken.search("b") for _ in range(10_000)} == {None}


@pytest.mark.parametrize("text", ["", "b", "ab", "xAby", "ABab"])
def test_a_pattern_with_needs_works_like_a_compiled_one(text: str) -> None:
    def results(pattern: re.Pattern[str]) -> list[object]:
        found = [pattern.search(text, 1), pattern.match(text), pattern.fullmatch(text), *pattern.finditer(text)]
        spans = [each and each.span() for each in found]
        return [*spans, pattern.findall(text), pattern.split(text, 1), pattern.sub("-", text, 1)]

    compiled = re.compile("ab", re.IGNORECASE)
    for _ in range(2):
        assert results(lazy_pattern("ab", re.IGNORECASE, needs=("ab",))) == results(compiled)


@pytest.mark.parametrize("source", [rf"[^\W\d_a-z{EASTERN}]\w*", rf"(?:[^\W\d_{EASTERN}][a-z]*(?:等|，等)?)+(?!\w)"])
@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "Doe",
            "Łukasz",
            "李伟",
            "x Doe 李",
            "ＤＯＥ",
            "Doe\ufe0f",
            "👩Doe",
            "𝐉oe",
            "Doe等",
            "Doe一",
            "Doe，等",
            "Roe８",
        ),
        "等Doe",
    ],
)
def test_a_pattern_with_eastern_letters_works_like_a_compiled_one(text: str, source: str) -> None:
    lazy, compiled = lazy_pattern(source), re.compile(source)
    for start in range(len(text) + 1):
        for lazily, eagerly in ((lazy.match, compiled.match), (lazy.fullmatch, compiled.fullmatch)):
            found, expected = lazily(text, start), eagerly(text, start)
            assert (found and found.span()) == (expected and expected.span())


@pytest.mark.parametrize("text", ["BiKS", "b\u0130ks", "b\u0131ks", "BI\u212aS", "bik\u017f"])
def test_case_is_ignored_as_patterns_ignore_it(text: str) -> None:
    assert re.fullmatch("biks", text, re.IGNORECASE)
    assert lazy_pattern("biks", re.IGNORECASE, needs=("biks",)).fullmatch(text)


def _guarded() -> dict[str, _GuardedPattern]:
    modules = [each.name for each in pkgutil.walk_packages(bot.__path__, "bot.") if each.name != "bot.__main__"]
    return {
        f"{module}.{name}": value
        for module in modules
        for name, value in vars(importlib.import_module(module)).items()
        if isinstance(value, _GuardedPattern)
    }


@pytest.mark.parametrize("name", sorted(_guarded()))
def test_what_a_pattern_needs_is_in_all_that_it_matches(name: str) -> None:
    pattern = _guarded()[name]
    parsed = re_parser.parse(pattern.pattern, pattern._flags)
    is_folded = bool(pattern._flags & re.IGNORECASE)
    assert all(each == each.casefold() for each in pattern.needs if is_folded)
    assert _has_one(parsed, pattern.needs, is_folded=is_folded)


@pytest.mark.parametrize(("source", "has"), [("ab", True), ("a|b", False), ("(a|b)?", False), ("[ac]", False)])
def test_needs_that_some_match_lacks_are_found(source: str, has: bool) -> None:
    assert _has_one(re_parser.parse(source), ("a",), is_folded=False) is has


def _has_one(parsed: Iterable[tuple[object, Any]], needs: Collection[str], *, is_folded: bool) -> bool:
    """Whether each text that a pattern matches has one of `needs`."""
    run = ""
    before: list[tuple[object, Any]] = []
    for operation, value in [*parsed, (None, None)]:
        if operation is re_constants.LITERAL:
            run += chr(value).casefold() if is_folded else chr(value)
            before.append((operation, value))
            continue
        if any(each in run for each in needs):
            return True
        literals, run, before = before, "", []
        match operation:
            case re_constants.IN:
                has = all(kind is re_constants.LITERAL and chr(what) in needs for kind, what in value)
            case re_constants.BRANCH:
                has = all(_has_one([*literals, *each], needs, is_folded=is_folded) for each in value[1])
            case re_constants.SUBPATTERN:
                has = _has_one([*literals, *value[3]], needs, is_folded=is_folded)
            case re_constants.MAX_REPEAT | re_constants.MIN_REPEAT:
                has = value[0] > 0 and _has_one(value[2], needs, is_folded=is_folded)
            case re_constants.ASSERT:
                # What is behind may be in front of the part that is searched.
                has = value[0] > 0 and _has_one(value[1], needs, is_folded=is_folded)
            case _:
                has = False
        if has:
            return True
    return False


class _Color(StrEnum):
    RED = "red"
    """Documented."""
    NONE = ""


class _Usual(enum.StrEnum):
    RED = "red"
    NONE = ""


@pytest.mark.parametrize("kind", [_Color, _Usual])
def test_members_are_as_those_of_the_standard_library(kind: Any) -> None:
    assert [(each, each.name, each.value) for each in kind] == [("red", "RED", "red"), ("", "NONE", "")]
    assert kind("red") is kind.RED
    assert type(kind.RED) is kind
    assert (str(kind.RED), f"{kind.RED:>4}", json.dumps(kind.RED)) == ("red", " red", '"red"')
    assert repr(kind.RED) == f"<{kind.__name__}.RED: 'red'>"
    assert pickle.loads(pickle.dumps(kind.RED)) is kind.RED
    with pytest.raises(ValueError, match="'blue' is not a valid"):
        kind("blue")


def test_patterns_of_imported_modules_compile_on_first_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "made_up_module.py").write_text("import re\nPATTERN = re.compile('[a', re.I)\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with lazy_patterns():
        module = importlib.import_module("made_up_module")
    assert re.compile("a").search("a")
    with pytest.raises(re.error):
        module.PATTERN.search("a")


@pytest.mark.parametrize(
    ("url", "plain"),
    [
        pytest.param("https://a\u200b.org/b", "https://a.org/b", id="in the host"),
        pytest.param("https://a\u200d.org", "https://a.org", id="a joiner in the host"),
        pytest.param("https://a%E2%80%8B.org/b?c", "https://a.org/b?c", id="encoded"),
        pytest.param("https://a.org/b\u200bc", "https://a.org/bc", id="in the path"),
        pytest.param("https://a.org/b\u200c\u0645", "https://a.org/b\u200c\u0645", id="a part of a word"),
        pytest.param("https://a.org/b\u200b", "https://a.org/b\u200b", id="behind the address"),
        pytest.param("https://a.org/b?c=\u200bd", "https://a.org/b?c=\u200bd", id="in the query"),
        pytest.param("b\u200bc", "b\u200bc", id="no address"),
    ],
)
def test_without_hidden(url: str, plain: str) -> None:
    assert without_hidden(url) == plain
