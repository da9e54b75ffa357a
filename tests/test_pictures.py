"""The pictures in README.md show what the bot prints today: `python -m tests.pictures` makes them anew."""

from __future__ import annotations

from tests.pictures import FOLDER, PAGE, draw_terminal, write_review


def test_the_terminal_is_up_to_date() -> None:
    assert draw_terminal() == (FOLDER / "lint.svg").read_text(encoding="utf-8")


def test_the_review_is_up_to_date() -> None:
    """The page behind the screenshot: pixels depend on fonts."""
    assert write_review() == PAGE.read_text(encoding="utf-8")
    assert (FOLDER / "review.png").read_bytes().startswith(b"\x89PNG")
