"""What events ask of the bot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.github.events import CommentEvent, IssueEvent, PullEvent
from bot.github.model import Author, OpenedIssue
from bot.papers.identity import read_paper
from bot.submissions.answer import Step, Task, choose_step, find_earlier, is_changed, read_task
from bot.submissions.form import LABEL

OPENED = IssueEvent("octo/list", 7, "opened", "ada", is_bot=False, body="text")
COMMENT = CommentEvent("octo/list", 7, False, "created", "ada", "grace", False, "/approve", "text")
HEAD = "### Link or identifier\n\n"
APPROVAL = Task("octo/list", 7, is_approval=True, by="grace", seen="text")


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (OPENED, Task("octo/list", 7, is_new=True)),
        (replace(OPENED, action="edited"), Task("octo/list", 7)),
        (replace(OPENED, action="reopened"), Task("octo/list", 7)),
        (replace(OPENED, action="closed"), None),
        (replace(OPENED, is_bot=True), None),
        (replace(OPENED, sender=""), None),
        (replace(OPENED, action="labeled", label="Approved", sender="grace"), APPROVAL),
        (replace(OPENED, action="labeled", label="bug"), None),
        (replace(OPENED, action="unlabeled", label="approved"), None),
        (None, None),
        (PullEvent("octo/list", 7), None),
    ],
    ids=[
        *("opened", "edited", "reopened", "closed", "by a program", "by nobody", "label", "other label"),
        *("label taken off", "no event", "pull request"),
    ],
)
def test_issues(event: IssueEvent | None, expected: Task | None) -> None:
    assert read_task(event, "approved") == expected


@pytest.mark.parametrize(
    ("body", "section"),
    [
        ("/approve", ""),
        ("  /approve  \r\nThank you!", ""),
        ("/approve Planning", "Planning"),
        ("/approve  Papers > Planning ", "Papers > Planning"),
        ('/approve "Planning"', "Planning"),
        ("/approve `Planning`", "Planning"),
        ("/approved", None),
        ("/approve\tx", None),
        ("> /approve", None),
        ("I say /approve", None),
        ("Text\n/approve", None),
        ("/Approve", None),
        ("", None),
    ],
)
def test_comments(body: str, section: str | None) -> None:
    expected = None if section is None else APPROVAL._replace(section=section)
    assert read_task(replace(COMMENT, body=body), "approved") == expected


@pytest.mark.parametrize(
    "change",
    [{"is_bot": True}, {"is_pull": True}, {"action": "edited"}, {"action": "deleted"}, {"commenter": ""}],
    ids=lambda value: next(iter(value)),
)
def test_comments_that_do_not_count(change: dict[str, object]) -> None:
    assert read_task(replace(COMMENT, **change), "approved") is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("body", "labels", "is_answered", "names_papers", "looked_at", "approved"),
    [
        (f"{HEAD}2401.00123", (), False, False, Step.LOOK, Step.APPROVE),
        (f"{HEAD}2401.00123", (LABEL,), True, True, Step.LOOK, Step.APPROVE),
        ("Please add it.", (LABEL,), False, False, Step.EXPLAIN, Step.EXPLAIN),
        ("It was a form.", (), True, False, Step.EXPLAIN, Step.EXPLAIN),
        ("Please add it.", (), False, True, Step.CHECK, Step.NOTHING),
        ("There is a typo.", ("bug",), False, False, Step.NOTHING, Step.NOTHING),
    ],
    ids=["form", "form with label", "label", "edited away", "names papers", "something else"],
)
def test_what_comes_next(
    body: str, labels: tuple[str, ...], is_answered: bool, names_papers: bool, looked_at: Step, approved: Step
) -> None:
    own = OpenedIssue(7, "", body, is_open=True, author=None, labels=labels)
    opened = Task("octo/list", 7, is_new=True)
    tasks = (opened, APPROVAL, Task("octo/list", 7))
    steps = [choose_step(each, own, is_answered=is_answered, names_papers=names_papers) for each in tasks]
    edited = Step.NOTHING if looked_at is Step.CHECK else looked_at
    assert steps == [looked_at, approved, edited]


FORM = "### Link or identifier\n\n{}\n"


@pytest.mark.parametrize(
    ("seen", "now", "expected"),
    [
        ("2401.00123", "2401.00123", False),
        ("2401.00123", "https://arxiv.org/pdf/2401.00123v2", False),
        ("2401.00123", "2401.00500", True),
        ("2401.00123", "2401.00123 2401.00500", True),
        ("nothing", "2401.00500", True),
    ],
)
def test_edits_after_the_approval(seen: str, now: str, expected: bool) -> None:
    task = APPROVAL._replace(seen=FORM.format(seen))
    assert is_changed(task, FORM.format(now), read_paper) is expected


def issue(number: int, login: str | None, *, is_trusted: bool = False) -> OpenedIssue:
    author = None if login is None else Author(login, 1, is_trusted)
    return OpenedIssue(number, "", "", is_open=True, author=author)


QUEUE = (issue(1, "ada"), issue(2, "eve"), issue(3, "ada"), issue(4, None), issue(5, "ada"), issue(6, "grace"))


@pytest.mark.parametrize(
    ("own", "most", "expected"),
    [
        (issue(1, "ada"), 1, ()),
        (issue(3, "ada"), 1, (1,)),
        (issue(5, "ada"), 1, (1, 3)),
        (issue(5, "ada"), 2, (1, 3)),
        (issue(5, "ada"), 3, ()),
        (issue(5, "ada"), 0, ()),
        (issue(9, "eve"), 1, (2,)),
        (issue(9, "zoe"), 1, ()),
        (issue(9, None), 1, ()),
        (issue(9, "grace", is_trusted=True), 1, ()),
    ],
)
def test_one_open_submission_for_each_author(own: OpenedIssue, most: int, expected: tuple[int, ...]) -> None:
    assert find_earlier(own, QUEUE, most) == expected
