"""Where the words of a prose are in its source."""

from __future__ import annotations

import pytest

from bot.document import Prose, parse
from bot.text import Text

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
