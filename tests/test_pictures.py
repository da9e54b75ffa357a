"""The pictures in README.md and docs show what the bot prints today: `python -m tests.pictures` makes them anew."""

from __future__ import annotations

from tests.pictures import FOLDER, PAGE, UPDATE_PAGE, draw_terminal, write_review, write_update


def test_the_terminal_is_up_to_date() -> None:
    assert draw_terminal() == (FOLDER / "lint.svg").read_text(encoding="utf-8")


def test_the_review_is_up_to_date() -> None:
    """The page behind the screenshot: pixels depend on fonts."""
    assert write_review() == PAGE.read_text(encoding="utf-8")
    assert (FOLDER / "review.png").read_bytes().startswith(b"\x89PNG")


def test_the_update_is_up_to_date() -> None:
    assert write_update() == UPDATE_PAGE.read_text(encoding="utf-8")
    assert (FOLDER / "update.png").read_bytes().startswith(b"\x89PNG")
