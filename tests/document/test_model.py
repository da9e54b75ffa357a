"""Where the words of a prose are in its source."""

from __future__ import annotations

import pytest

from bot.document import Prose, RunKind, Style, parse
from bot.document.model import JoinedProse, OffsetMap, Wordings
from bot.text import Span, Text

SOURCE = "a &amp; **bc** d &lt;e"
WORDS = "a & bc d <e"


def prose(source: str) -> Prose:
    (found,) = (block.prose for block in parse(Text("a.md", f"{source}\n")).all_blocks if block.prose)
    return found


@pytest.mark.parametrize(
    ("words", "source"),
    [
        ("a", "a"),
        ("a &", "a &amp;"),
        ("&", "&amp;"),
        ("bc", "bc"),
        ("c d", "c** d"),
        ("b", "b"),
        ("c", "c"),
        (" <", " &lt;"),
        ("e", "e"),
        ("<e", "&lt;e"),
        (WORDS, SOURCE),
    ],
)
def test_spans(words: str, source: str) -> None:
    found = prose(SOURCE)
    assert found.text == WORDS
    start = WORDS.index(words)
    span = found.span(start, start + len(words))
    assert SOURCE[span.start : span.end] == source


def test_an_empty_span_is_at_its_place() -> None:
    found = prose(SOURCE)
    assert [tuple(found.span(at, at)) for at in (0, 1, WORDS.index("bc") + 1)] == [(0, 0), (1, 1), (11, 11)]


def test_runs_of_places() -> None:
    found = prose(SOURCE)
    values = [found.runs[found.run_at(at)].value for at in range(len(WORDS))]
    assert values == ["a ", "a ", "&", " ", "bc", "bc", " d ", " d ", " d ", "<", "e"]
    assert found.run_at(len(WORDS)) == len(found.runs) - 1


@pytest.mark.parametrize(
    ("start", "end", "pieces"),
    [
        (0, 3, [(10, 13, 0)]),
        (5, 7, [(20, 22, 5)]),
        (3, 5, [(13, 15, 3)]),
        (3, 6, [(13, 15, 3), (20, 21, 5)]),
        (4, 8, [(14, 15, 4), (20, 22, 5), (30, 31, 7)]),
        (5, 5, []),
        (4, 4, []),
    ],
)
def test_offsets_are_mapped_by_pieces(start: int, end: int, pieces: list[tuple[int, int, int]]) -> None:
    found = OffsetMap([0, 5, 7], [10, 20, 30])
    assert found.pieces(start, end) == [(Span(first, last), at, at + last - first) for first, last, at in pieces]
    whole = Span(pieces[0][0], pieces[-1][1]) if pieces else Span(*[{5: 20, 4: 14}[start]] * 2)
    assert found.span(start, end) == whole


def test_spans_of_one_piece_and_of_two() -> None:
    assert OffsetMap([0], [10]).span(2, 1) == Span(12, 12)
    assert OffsetMap([0, 5], [10, 20]).span(3, 6) == Span(13, 21)


def test_proses_are_alike_by_their_runs() -> None:
    one = prose("a **b**")
    assert (one == prose("a **b**"), one == prose("a b"), one == "a b") == (True, False, False)
    assert hash(one) == hash(prose("a **b**"))
    assert one.styles == Style.BOLD


def test_words_without_marks() -> None:
    words = prose("one two")
    assert (words.is_plain, words.styles, [*words.links()]) == (True, Style.PLAIN, [])
    assert [words.has_kind(kind) for kind in (RunKind.TEXT, RunKind.TAG)] == [True, False]
    below = parse(Text("a.md", "# A\n\none two\n")).blocks[1].prose
    assert below is not None
    assert (below.span(4, 7), below.span(4, 3)) == (Span(9, 12), Span(9, 9))


@pytest.mark.parametrize("row", ["|a|b|", "|a|**b**|", "||b|"])
def test_what_versions_share_of_a_row(row: str) -> None:
    wordings, text = Wordings(), Text("a.md", f"|h|i|\n|-|-|\n{row}\n")
    one, other = (JoinedProse(parse(text, wordings).blocks[0].children[-1].cells).wording for _ in range(2))
    assert one is not None
    assert one is other
    assert JoinedProse(parse(text).blocks[0].children[-1].cells).wording is None


def test_the_span_of_lines_begins_with_their_words() -> None:
    document = parse(Text("a.md", "> > a\n  b \r\nc\n"))
    assert [document.text[document.lines_span(*each)] for each in ((1, 1), (1, 2), (2, 2))] == ["a", "a\n  b ", "b "]
