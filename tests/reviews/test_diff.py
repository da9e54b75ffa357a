from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.reports.patch import unified_diff
from bot.reviews.diff import Diff, Source, read_diff
from bot.text import Lines, Span, Text

PATCHES = {
    "none, because the file is large": (None, ()),
    "empty": ("", ()),
    "a new file": ("@@ -0,0 +1,2 @@\n+a\n+b", (Lines(1, 2),)),
    "a file of one line": ("@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file", (Lines(1, 1),)),
    "context and a heading": ("@@ -8,3 +8,3 @@ ## Papers\n a\n-b\n+c\n d", (Lines(8, 10),)),
    "two hunks": ("@@ -1,2 +1,3 @@\n a\n+b\n c\n@@ -9,2 +10,2 @@\n-x\n+y\n z", (Lines(1, 3), Lines(10, 11))),
    "hunks that touch": ("@@ -1 +1 @@\n-a\n+b\n@@ -2 +2 @@\n-c\n+d", (Lines(1, 1), Lines(2, 2))),
    "only deleted lines": ("@@ -3,2 +2,0 @@\n-a\n-b", ()),
    "deleted lines, then others": ("@@ -3 +2,0 @@\n-a\n@@ -9 +8 @@\n-b\n+c", (Lines(8, 8),)),
    "carriage returns": ("@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r", (Lines(1, 2),)),
    "a line separator that ends no line": ("@@ -1 +1,2 @@\n a\u2028\n+b\x0b\x85c", (Lines(1, 2),)),
    "no end of line in the middle": ("@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b", (Lines(1, 2),)),
    "names of files before it": ("--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n-a\n+b", (Lines(1, 1),)),
    "lines that look like a head": ("@@ -1,2 +1,2 @@\n @@ -9 +90 @@\n-a\n+@@ -9 +90,5 @@", (Lines(1, 2),)),
    "broken off": ("@@ -1,9 +1,9 @@\n a\n+b", (Lines(1, 2),)),
    "broken off behind the end of a line": ("@@ -1,9 +1,9 @@\n a\n+b\n", (Lines(1, 2),)),
    "more lines than announced": ("@@ -1 +1,2 @@\n a\n+b\n+c\n d", (Lines(1, 2),)),
    "a kind of line too often": ("@@ -1,2 +1 @@\n a\n+b\n-c", (Lines(1, 1),)),
    "a line of no kind": ("@@ -1,3 +1,3 @@\n a\n?b\n c", (Lines(1, 1),)),
    "a head within a hunk": ("@@ -1,3 +1,3 @@\n a\n@@ -9 +9 @@\n-b\n+c", (Lines(1, 1),)),
    "a hunk before the last one": ("@@ -9 +9 @@\n-a\n+b\n@@ -1 +1 @@\n-c\n+d", (Lines(9, 9),)),
    "a hunk over the last one": ("@@ -1,2 +1,2 @@\n a\n+b\n-c\n@@ -2 +2 @@\n-c\n+d", (Lines(1, 2),)),
    "line zero": ("@@ -0,0 +0,1 @@\n+a", ()),
    "numbers without end": (f"@@ -1 +{'9' * 50} @@\n+a", ()),
    "a head of another kind": ("@@@ -1 -1 +1 @@@\n++a\nBinary files differ", ()),
}


@pytest.mark.parametrize(("patch", "hunks"), PATCHES.values(), ids=PATCHES)
def test_hunks_of_a_patch(patch: str | None, hunks: tuple[Lines, ...]) -> None:
    assert read_diff(patch).hunks == hunks


DIFF = Diff((Lines(1, 3), Lines(10, 11), Lines(12, 12)))


@pytest.mark.parametrize(
    ("line", "index"),
    [(0, None), (1, 0), (3, 0), (4, None), (9, None), (10, 1), (11, 1), (12, 2), (13, None), (-5, None)],
)
def test_hunk_of_a_line(line: int, index: int | None) -> None:
    assert DIFF.hunk_of(line) == index


@pytest.mark.parametrize(
    ("first", "last", "may"),
    [(1, 1, True), (1, 3, True), (2, 4, False), (4, 5, False), (10, 12, False), (11, 10, False), (12, 12, True)],
)
def test_a_comment_stays_within_a_hunk(first: int, last: int, may: bool) -> None:
    assert DIFF.can_have_comment(first, last) is may


CONTENTS = st.lists(st.sampled_from(["a", "b", "c", "", "@@ -1 +1 @@", "+x", "\\ y"]), max_size=30).map(
    lambda lines: "".join(f"{line}\n" for line in lines)
)


@given(CONTENTS, CONTENTS)
def test_the_lines_of_a_diff_are_those_of_the_new_file(before: str, after: str) -> None:
    patch = unified_diff(Text("x", before), after)
    diff = read_diff(patch)
    shown = [line[1:] for line in patch.split("\n")[2:] if line[:1] in ("+", " ") and line]
    lines = after.split("\n")[:-1]
    numbers = [number for hunk in diff.hunks for number in range(hunk.first, hunk.last + 1)]
    assert [lines[number - 1] for number in numbers] == shown
    hidden = [line for number, line in enumerate(lines, 1) if number not in numbers]
    assert not [line for line in hidden if line not in before.split("\n")]


@given(CONTENTS, CONTENTS, st.integers(0, 400))
def test_a_patch_that_breaks_off_shows_no_other_lines(before: str, after: str, length: int) -> None:
    patch = unified_diff(Text("x", before), after)
    whole, part = read_diff(patch), read_diff(patch[:length])
    for hunk in part.hunks:
        assert whole.can_have_comment(hunk.first, hunk.last)


@given(st.lists(st.sampled_from(["@@ -1,3 +1,3 @@", "@@ -5 +4,9 @@", "+a", "-a", " a", "\\", "", "x"])).map("\n".join))
def test_any_patch_is_read(patch: str) -> None:
    hunks = read_diff(patch).hunks
    assert all(0 < hunk.first <= hunk.last for hunk in hunks)
    assert all(one.last < other.first for one, other in pairwise(hunks))


TEXT = "one\ntwo\r\nth\rree\nfour\u2028\n"
SOURCE = Source(TEXT, Diff((Lines(2, 2), Lines(4, 9))))


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
    start = TEXT.index(words)
    assert SOURCE.lines_of(Span(start, start + len(words))) == lines
    span = SOURCE.span_of(lines)
    assert words in TEXT[span.start : span.end]


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
    span = Span(TEXT.index(start), TEXT.index(end) + len(end))
    assert SOURCE.anchor(span) == (None if line is None else Lines(line, line))


@pytest.mark.parametrize(
    ("lines", "covers"), [(Lines(2, 2), True), (Lines(1, 2), False), (Lines(4, 4), True), (Lines(4, 5), False)]
)
def test_only_lines_that_are_there_carry_comments(lines: Lines, covers: bool) -> None:
    assert SOURCE.covers(lines) is covers


def test_a_diff_beyond_the_file_anchors_nothing() -> None:
    assert Source("a", Diff((Lines(2, 3),))).anchor(Span(0, 1)) is None
