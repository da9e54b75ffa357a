from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.github.model import Conversation, InlineComment
from bot.linter.diagnostics import Diagnostic, Edit, Fix, Safety, Severity, apply
from bot.reviews.decide import decide
from bot.reviews.diff import LARGEST_SUGGESTION, Diff, Source, has_suggestion, read_diff, replaced_lines, suggest
from bot.text import Lines, Span
from tests.reviews.helpers import PATH, accept, checked_pull, patch


def source(content: str, *hunks: tuple[int, int]) -> Source:
    return Source(content, Diff(tuple(Lines(*each) for each in hunks or ((1, 99),))))


def fix(content: str, *changes: tuple[str, str]) -> Fix:
    """Puts the second of each pair in the place of the first."""
    starts = [(content.index(old), old, new) for old, new in changes]
    return Fix("Fix", tuple(Edit(Span(start, start + len(old)), new) for start, old, new in starts))


def offered(
    content: str, *changes: tuple[str, str], hunks: tuple[tuple[int, int], ...] = ()
) -> tuple[Lines, str] | None:
    made = suggest((fix(content, *changes),), source(content, *hunks))
    return (made.lines, made.new) if made else None


L = Lines
HUNKS = ((2, 3), (5, 6))
OFFERS = {
    "words of a line": ("a\nb\nc\n", [("b", "B")], (), (L(2, 2), "B\n")),
    "two places of a line": ("a\nb b2\nc\n", [("b ", "B "), ("b2", "B2")], (), (L(2, 2), "B B2\n")),
    "two lines": ("a\nb\nc\n", [("a", "A"), ("b", "B")], (), (L(1, 2), "A\nB\n")),
    "two lines with one in between": ("a\nb\nc\n", [("a", "A"), ("c", "C")], (), (L(1, 3), "A\nb\nC\n")),
    "a line goes": ("a\nb\nc\n", [("b\n", "")], (), (L(2, 2), "")),
    "all lines go": ("a\nb\n", [("a\nb\n", "")], (), (L(1, 2), "")),
    "a line becomes empty": ("a\nb\nc\n", [("b", "")], (), (L(2, 2), "\n")),
    "a line becomes two": ("a\nb\nc\n", [("b", "B\nB")], (), (L(2, 2), "B\nB\n")),
    "a line comes before": ("a\nb\n", [("b", "A\nb")], (), (L(2, 2), "A\nb\n")),
    "two lines are joined": ("a\nb\nc\n", [("\nb", " b")], (), (L(1, 2), "a b\n")),
    "the end of a line goes": ("a\nb\nc\n", [("a\n", "a ")], (), (L(1, 2), "a b\n")),
    "blanks at the end": ("a  \nb\n", [("  ", "")], (), (L(1, 1), "a\n")),
    "CRLF": ("a\r\nb\r\n", [("b", "B\r\nC")], (), (L(2, 2), "B\nC\n")),
    "CRLF, joined": ("a\r\nb\r\nc\r\n", [("\r\nb", " b")], (), (L(1, 2), "a b\n")),
    "CRLF elsewhere": ("a\r\nb\n", [("b", "B")], (), (L(2, 2), "B\n")),
    "the last line, without an end": ("a\nb", [("b", "B")], (), (L(2, 2), "B")),
    "the last line goes with the end before it": ("a\nb", [("\nb", "")], (), (L(1, 2), "a")),
    "the only line": ("a", [("a", "b")], (), (L(1, 1), "b")),
    "a mark of byte order": ("\ufeffa\n", [("a", "b")], (), (L(1, 1), "\ufeffb\n")),
    "a separator that ends no line": ("a\u2028b\x0bc\n", [("b", "B")], (), (L(1, 1), "a\u2028B\x0bc\n")),
    "the last line of a hunk": ("a\nb\nc\nd\n", [("c", "C")], HUNKS, (L(3, 3), "C\n")),
    # Not as a suggestion
    "nothing changes": ("a\nb\n", [("a", "a")], (), None),
    "outside of the diff": ("a\nb\nc\nd\n", [("a", "A")], HUNKS, None),
    "half outside": ("a\nb\nc\nd\n", [("c", "C"), ("d", "D")], HUNKS, None),
    "in two hunks": ("a\nb\nc\nd\ne\nf\n", [("c", "C"), ("e", "E")], HUNKS, None),
    "joined with a line outside": ("a\nb\nc\nd\n", [("c\n", "C ")], HUNKS, None),
    "the last line goes and had no end": ("a\nb", [("b", "")], (), None),
    "the last line gets an end": ("a\nb", [("b", "b\n")], (), None),
    "the last two lines, without an end, become one with an end": ("a\nb", [("a\nb", "a\n")], (), None),
    "ends of lines differ": ("a\r\nb\nc\n", [("a", "A"), ("b", "B")], (), None),
    "ends of lines would differ": ("a\r\nb\r\n", [("b", "B\nC")], (), None),
    "the last end of all goes": ("a\nb\n", [("b\n", "b")], (), None),
    "CRLF, joined with a last line that has no end": ("a\r\nb", [("\r\n", " ")], (), None),
    "a lone carriage return": ("a\rb\nc\n", [("b", "B")], (), None),
    "a carriage return comes": ("a\nb\n", [("b", "B\r")], (), None),
    "a zero": ("a\nb\n", [("b", "\0")], (), None),
    "more than anybody reads": ("a\nb\n", [("b", "b" * LARGEST_SUGGESTION)], (), None),
}


@pytest.mark.parametrize(("content", "changes", "hunks", "expected"), OFFERS.values(), ids=OFFERS)
def test_offers(
    content: str, changes: list[tuple[str, str]], hunks: tuple[tuple[int, int], ...], expected: tuple[Lines, str] | None
) -> None:
    assert offered(content, *changes, hunks=hunks) == expected


@pytest.mark.parametrize(("content", "changes", "hunks", "expected"), OFFERS.values(), ids=OFFERS)
def test_offers_when_taken_are_the_fix(
    content: str, changes: list[tuple[str, str]], hunks: tuple[tuple[int, int], ...], expected: tuple[Lines, str] | None
) -> None:
    if expected is None:
        return
    made = suggest((fix(content, *changes),), source(content, *hunks))
    assert made is not None
    first, last = made.lines.first, made.lines.last
    comment = InlineComment(PATH, last, made.markdown, first if first < last else None)
    assert accept(content, [comment]) == apply(content, [fix(content, *changes)]).content


@pytest.mark.parametrize(
    ("content", "lines", "new"),
    [("one two three\n", L(1, 1), "1 2 three\n"), ("one\ntwo\nthree\n", L(1, 2), "1\n2\n")],
    ids=["in one line", "in two lines"],
)
def test_several_fixes_are_one_suggestion(content: str, lines: Lines, new: str) -> None:
    fixes = (fix(content, ("one", "1")), fix(content, ("two", "2")), fix(content, ("two", "zwei")))
    made = suggest(fixes, source(content))
    assert made is not None
    assert (made.lines, made.new, made.applied) == (lines, new, fixes[:2])


@pytest.mark.parametrize(
    ("edits", "content"),
    [((Edit(Span(5, 9), "x"),), "abc\n"), ((Edit(Span(-1, 2), "x"),), "abc\n")],
    ids=["behind the end", "before the start"],
)
def test_a_fix_outside_of_the_file_is_not_suggested(edits: tuple[Edit, ...], content: str) -> None:
    assert suggest((Fix("x", edits),), source(content)) is None


@pytest.mark.parametrize(
    ("rule", "safety", "least", "far", "expected"),
    [
        ("stray-space", Safety.SAFE, Safety.SAFE, 1, L(1, 2)),
        ("stray-space", Safety.UNSAFE, Safety.SAFE, 1, None),
        ("stray-space", Safety.UNSAFE, Safety.UNSAFE, 1, L(1, 2)),
        ("unsorted-section", Safety.SAFE, Safety.SAFE, 1, None),
        ("stray-space", Safety.SAFE, Safety.SAFE, 29, L(1, 30)),
        ("stray-space", Safety.SAFE, Safety.SAFE, 30, None),
    ],
    ids=["safe", "unsafe, asked for safe", "unsafe", "a move", "thirty lines", "more lines"],
)
def test_what_is_suggested_at_all(rule: str, safety: Safety, least: Safety, far: int, expected: Lines | None) -> None:
    content = "a\n" + "-\n" * (far - 1) + "b\n"
    far_fix = Fix("Fix", fix(content, ("a", "A"), ("b", "B")).edits, safety)
    diagnostic = Diagnostic(rule, Severity.ERROR, PATH, Span(0, 1), "is wrong", far_fix)
    assert replaced_lines(diagnostic, source(content), least) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a\n```suggestion\nb\n```", True),
        ("a\r\n````suggestion\r\nb\r\n````", True),
        ("a ```suggestion", False),
        ("```\nsuggestion\n```", False),
    ],
)
def test_has_suggestion(body: str, expected: bool) -> None:
    assert has_suggestion(body) is expected


WORDS = st.sampled_from(["a", "``", "`````", "  ", "x y", "", "|", "* [A](b)"])
ENDS = st.sampled_from(["\n", "\r\n"])


@st.composite
def fixed(draw: st.DrawFn) -> tuple[str, list[Fix]]:
    """A content of one kind of ends of lines, and fixes anywhere in it that do not touch each other."""
    end = draw(ENDS)
    content = end.join(draw(st.lists(WORDS, min_size=1, max_size=8)))
    places = [0] + [i for i in range(1, len(content) + 1) if content[i - 1 : i + 1] != "\r\n"]
    cuts = sorted(draw(st.sets(st.sampled_from(places), max_size=8)))
    spans = [Span(one, other) for one, other in zip(cuts[::2], cuts[1::2], strict=False)]
    edits = [Edit(span, draw(st.lists(WORDS, max_size=3).map(end.join))) for span in spans]
    pairs = st.lists(st.integers(1, 2), min_size=len(edits), max_size=len(edits))
    fixes = []
    for size in draw(pairs):
        own, edits = edits[:size], edits[size:]
        if own:
            fixes.append(Fix("Fix", tuple(own)))
    return content, fixes


@given(fixed())
def test_all_suggestions_taken_are_their_fixes_applied(given_: tuple[str, list[Fix]]) -> None:
    content, fixes = given_
    whole = Source(content, read_diff(patch("", content)))
    found = [Diagnostic("x", Severity.ERROR, PATH, each.edits[0].span, "x", each) for each in fixes]
    found = [each for each in found if replaced_lines(each, whole, Safety.SAFE) is not None]
    comments = decide(checked_pull(content, found), Conversation()).comments
    lines = [line for each in comments for line in range(each.start_line or each.line, each.line + 1)]
    assert len(lines) == len(set(lines))
    assume(all(has_suggestion(each.body) for each in comments))
    assert accept(content, comments) == apply(content, [each.fix for each in found if each.fix]).content
