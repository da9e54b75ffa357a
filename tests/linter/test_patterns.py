"""Regular expressions of other people."""

from __future__ import annotations

import pytest

from bot.linter.quickcheck import LONGEST_TEXT, is_pattern, occurs


@pytest.mark.parametrize(
    ("text", "expected"),
    [("^a+$", True), ("(", False), ("a{99999999999}", False), ("[[a]", True), ("", True)],
)
def test_is_pattern(text: str, expected: bool) -> None:
    assert is_pattern(text) is expected


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        pytest.param("^20", "2025", True, id="match"),
        pytest.param("20$", "2025", False, id="no match"),
        pytest.param("02", "2025", True, id="within"),
        pytest.param("^(a|aa)+$", "a" * LONGEST_TEXT + "b", True, id="too long to be tried"),
    ],
)
def test_occurs(pattern: str, text: str, expected: bool) -> None:
    assert occurs(pattern, text) is expected
