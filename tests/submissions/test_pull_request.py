"""The pull request of an approved proposal."""

from __future__ import annotations

import pytest

from bot.github.model import Author
from bot.submissions.answer import Draft, Outcome, State, coauthors, draft_pull

ADA = Author("ada", 5, is_trusted=False)


def outcome(title: str, paper: str = "arXiv:2401.00123") -> Outcome:
    return Outcome(State.READY, paper, title, "README.md", 6, "Planning", "* entry", unknown=("venue",))


def test_a_pull_request() -> None:
    assert draft_pull(outcome("A Title"), 7, ADA, "grace") == Draft(
        "paperlist-bot/submission-7",
        "Add A Title",
        "```markdown\n* entry\n```\n\nProposed by `ada`, approved by `grace`.\n\nNot known: venue.\n\nCloses #7\n",
        ("Co-authored-by: ada <5+ada@users.noreply.github.com>",),
    )


@pytest.mark.parametrize(
    "title",
    [
        "Fixes #1",
        "octo/other#2",
        "GH-3",
        "On gh-3",
        "Gh-3 and more",
        "By @octo/team",
        "[skip ci] Planning",
        "See https://example.com",
        "`code`",
        "two\nlines",
        "two\rlines",
        "hidden\u202e",
        "x" * 200,
        "",
    ],
)
def test_titles_that_would_do_something_are_left_out(title: str) -> None:
    """GitHub looks in the message of a commit for accounts, issues and what closes them."""
    assert draft_pull(outcome(title), 7, ADA, "grace").title == "Add arXiv:2401.00123"


def test_identifiers_that_would_do_something_are_left_out() -> None:
    assert draft_pull(outcome("#1", "doi:10.1/@octo"), 7, ADA, "grace").title == "Add the paper of issue 7"


@pytest.mark.parametrize(
    ("author", "expected"),
    [
        (ADA, ("Co-authored-by: ada <5+ada@users.noreply.github.com>",)),
        (None, ()),
        (Author("other", None, is_trusted=False), ()),
        (Author("a b>\nX: y", 5, is_trusted=False), ()),
    ],
    ids=["person", "deleted", "program", "not a name"],
)
def test_coauthors(author: Author | None, expected: tuple[str, ...]) -> None:
    assert coauthors(author) == expected
