"""Unknown words and the suggestions for them."""

from __future__ import annotations

import pytest

from bot.text import nearest, suggestion

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
        pytest.param("xyz", ("section", "entry"), '; options here: "section", "entry"', id="few to choose from"),
        pytest.param("xyz", tuple("abcdefghi"), "", id="too many to list"),
        pytest.param("xyz", (), "", id="none to choose from"),
    ],
)
def test_suggestion(word: str, words: tuple[str, ...], expected: str) -> None:
    assert suggestion(word, words, "option") == expected
