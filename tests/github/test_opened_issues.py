"""Issues that people open, and the bot's comments below them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.github import NotFoundError, UnavailableError
from bot.github.issues import list_opened_issues, read_opened_issue, write_answer
from bot.github.model import Author
from tests.github.faults import Fault
from tests.github.model import BOT
from tests.github.scenarios import LIST, list_alone, pull

if TYPE_CHECKING:
    from tests.github.conftest import Bench


def test_an_issue_with_our_comments(bench: Bench) -> None:
    world = list_alone()
    world.repositories[LIST].collaborators.add("grace")
    issue = world.open_issue(LIST, "grace", "A title", "A text", ["one", "two"])
    for number in range(120):
        world.comment(issue, BOT if number in {3, 110} else "ada", f"Comment {number}")
    world.comment(issue, BOT, "Hidden").minimized = "outdated"
    _, github = bench.open(world, "fix-token")
    found = read_opened_issue(github, LIST, issue.number)
    assert (found.number, found.title, found.body, found.is_open) == (issue.number, "A title", "A text", True)
    assert found.author == Author("grace", sum(map(ord, "grace")), is_trusted=True)
    assert found.labels == ("one", "two")
    assert [each.body for each in found.comments] == ["Comment 3", "Comment 110"]


@pytest.mark.parametrize(
    ("author", "expected"),
    [
        ("ada", Author("ada", sum(map(ord, "ada")), is_trusted=False)),
        ("other[bot]", Author("other", None, is_trusted=False)),
        ("ghost", None),
    ],
)
def test_authors(author: str, expected: Author | None, bench: Bench) -> None:
    world = list_alone()
    issue = world.open_issue(LIST, author, "A title", "", [])
    _, github = bench.open(world, "fix-token")
    assert read_opened_issue(github, LIST, issue.number).author == expected


def test_a_pull_request_is_not_an_issue(bench: Bench) -> None:
    _, github = bench.open(pull(), "fix-token")
    with pytest.raises(NotFoundError):
        read_opened_issue(github, LIST, 1)


def test_more_comments_than_github_takes(plain: Bench) -> None:
    """All that an issue can have are read, and more of them stop nothing."""
    world = list_alone()
    issue = world.open_issue(LIST, "ada", "A title", "", [])
    for number in range(3_001):
        world.comment(issue, BOT if number in {3, 2_499} else "ada", f"Comment {number}")
    _, github = plain.open(world, "fix-token")
    found = read_opened_issue(github, LIST, issue.number)
    assert [each.body for each in found.comments] == ["Comment 3", "Comment 2499"]


def test_open_issues_in_their_order(bench: Bench) -> None:
    world = list_alone()
    issues = [world.open_issue(LIST, "ada", f"Issue {number}", "", []) for number in range(60)]
    issues[7].state = "closed"
    _, github = bench.open(world, "fix-token")
    assert [each.number for each in list_opened_issues(github, LIST)] == [
        each.number for each in issues if each.state == "open"
    ]


def test_a_comment_is_edited_in_place(bench: Bench) -> None:
    world = list_alone()
    issue = world.open_issue(LIST, "ada", "A title", "", [])
    _, github = bench.open(world, "fix-token")
    address = write_answer(github, LIST, issue.number, "One")
    (comment,) = read_opened_issue(github, LIST, issue.number).comments
    assert write_answer(github, LIST, issue.number, "Two", comment) == address
    assert [each.body for each in issue.comments] == ["Two"]


def test_a_comment_that_somebody_deleted_is_written_again(bench: Bench) -> None:
    world = list_alone()
    issue = world.open_issue(LIST, "ada", "A title", "", [])
    _, github = bench.open(world, "fix-token")
    write_answer(github, LIST, issue.number, "One")
    (comment,) = read_opened_issue(github, LIST, issue.number).comments
    issue.comments.clear()
    write_answer(github, LIST, issue.number, "Two", comment)
    assert [each.body for each in issue.comments] == ["Two"]


@pytest.mark.parametrize("fault", [Fault.ERROR_AFTER, Fault.HANG_UP_AFTER])
def test_a_lost_answer_is_not_sent_again(fault: Fault, plain: Bench) -> None:
    world = list_alone()
    issue = world.open_issue(LIST, "ada", "A title", "", [])
    fake, github = plain.open(world, "fix-token")
    fake.fail("POST", "/comments", fault)
    assert write_answer(github, LIST, issue.number, "One") == ""
    assert [each.body for each in issue.comments] == ["One"]


def test_a_comment_that_was_not_written(plain: Bench) -> None:
    world = list_alone()
    issue = world.open_issue(LIST, "ada", "A title", "", [])
    fake, github = plain.open(world, "fix-token")
    fake.fail("POST", "/comments", Fault.ERROR)
    with pytest.raises(UnavailableError):
        write_answer(github, LIST, issue.number, "One")
    assert issue.comments == []
