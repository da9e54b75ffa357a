from __future__ import annotations

import pytest

from bot.reviews.positions import Diff, Hunk, Lines, Source
from bot.text import Span

CONTENT = "one\ntwo\r\nth\rree\nfour\u2028\n"
SOURCE = Source(CONTENT, Diff((Hunk(2, 2), Hunk(4, 9))))


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("one", Lines(1, 1)),
        ("one\n", Lines(1, 1)),
        ("\n", Lines(1, 1)),
        ("two", Lines(2, 2)),
        ("e\ntwo\r\nt", Lines(1, 3)),
        ("ree", Lines(3, 3)),
        ("\u2028\n", Lines(4, 4)),
    ],
)
def test_lines_are_those_that_git_counts(words: str, lines: Lines) -> None:
    start = CONTENT.index(words)
    assert SOURCE.lines_of(Span(start, start + len(words))) == lines
    span = SOURCE.span_of(lines)
    assert words in CONTENT[span.start : span.end]


@pytest.mark.parametrize(
    ("content", "offset", "line"),
    [("", 0, 1), ("a", 1, 1), ("a\n", 2, 1), ("a\nb", 2, 2), ("a\n\n", 2, 2), ("\n", 0, 1), ("\n", 1, 1)],
)
def test_behind_the_last_line_feed_is_no_line(content: str, offset: int, line: int) -> None:
    assert Source(content).line_at(offset) == line


@pytest.mark.parametrize(
    ("start", "end", "line"),
    [
        ("one", "one", None),
        ("one", "two", 2),
        ("two", "two", 2),
        ("one", "four", 2),
        ("ree", "ree", None),
        ("ree", "four", 4),
    ],
)
def test_the_first_line_of_a_finding_in_the_diff(start: str, end: str, line: int | None) -> None:
    span = Span(CONTENT.index(start), CONTENT.index(end) + len(end))
    assert SOURCE.anchor(span) == (None if line is None else Lines(line, line))


@pytest.mark.parametrize(
    ("lines", "covers"), [(Lines(2, 2), True), (Lines(1, 2), False), (Lines(4, 4), True), (Lines(4, 5), False)]
)
def test_only_lines_that_are_there_carry_comments(lines: Lines, covers: bool) -> None:
    assert SOURCE.covers(lines) is covers


def test_a_diff_beyond_the_file_anchors_nothing() -> None:
    assert Source("a", Diff((Hunk(2, 3),))).anchor(Span(0, 1)) is None
