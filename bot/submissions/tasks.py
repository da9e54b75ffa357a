"""What an event asks of the bot: to look at a proposal, to make its pull request, or nothing."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from bot.github.events import CommentEvent, IssueEvent
from bot.submissions.form import LABEL, find_papers, read_form

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.github.events import JobEvent
    from bot.github.model import OpenedIssue
    from bot.submissions.form import Form

COMMAND = "/approve"
APPROVE_LABEL = "approved"
_LOOKS = frozenset({"opened", "edited", "reopened"})
_LONGEST_LINE = 300


class Task(NamedTuple):
    """What is asked of the bot for an issue."""

    repository: str
    number: int
    is_approval: bool = False
    """Whether the pull request is to be made; else only the answer."""
    by: str = ""
    """Who approves."""
    section: str = ""
    """The section that the approval names."""
    seen: str = ""
    """The text of the issue when it was approved."""
    time: str = ""
    """When it was approved."""
    is_new: bool = False
    """Whether the issue was just opened."""


def read_task(event: JobEvent | None, label: str) -> Task | None:
    """What an event asks for; None for nothing. Programs ask for nothing: the bot does not answer itself or others."""
    if isinstance(event, CommentEvent):
        return _read_comment(event)
    if not isinstance(event, IssueEvent) or event.is_bot or not event.sender:
        return None
    if event.action in _LOOKS:
        return Task(event.repository, event.number, is_new=event.action == "opened")
    if event.action == "labeled" and event.label.casefold() == label.casefold():
        return Task(event.repository, event.number, is_approval=True, by=event.sender, seen=event.body, time=event.time)
    return None


def _read_comment(event: CommentEvent) -> Task | None:
    """A comment counts as it was written: an edit may be by somebody else."""
    if event.is_bot or event.is_pull or event.action != "created" or not event.commenter:
        return None
    line = event.body.lstrip().partition("\n")[0][:_LONGEST_LINE].strip()
    command, _, section = line.partition(" ")
    if command != COMMAND:
        return None
    section = section.strip().strip('"`').strip()
    return Task(event.repository, event.number, True, event.commenter, section, event.issue_body, event.time)


class Step(StrEnum):
    """What comes next."""

    NOTHING = "nothing"
    """The issue proposes no paper."""
    CHECK = "check"
    """It may propose one: if its papers are not listed, it gets a link to the form."""
    EXPLAIN = "explain"
    """It gets a link to the form."""
    LOOK = "look"
    """It gets an answer."""
    APPROVE = "approve"
    """Its pull request is made, if who asks for it may."""


def choose_step(task: Task, issue: OpenedIssue, *, is_answered: bool, names_papers: bool) -> Step:
    """What comes next for an issue; `names_papers` says whether its text links to papers, wherever."""
    is_meant = is_answered or LABEL in issue.labels
    if read_form(issue.body) is not None:
        return Step.APPROVE if task.is_approval else Step.LOOK
    if is_meant:
        return Step.EXPLAIN
    return Step.CHECK if task.is_new and names_papers else Step.NOTHING


def is_changed(task: Task, body: str, read: Callable[[str], object]) -> bool:
    """Whether the issue proposes something else now, with the text `body`, than when it was approved."""
    before, now = (read_form(each) for each in (task.seen, body))
    return _proposed(before, read) != _proposed(now, read)


def _proposed(form: Form | None, read: Callable[[str], object]) -> tuple[object, ...]:
    return () if form is None else (form.section, form.said, *(find_papers(form.names, read) or form.names))


def find_earlier(issue: OpenedIssue, queue: Sequence[OpenedIssue], most: int) -> tuple[int, ...]:
    """The open submissions of the same author that this one has to wait for; none for those whom the owner trusts.

    `queue` are the open submissions. With `most` of them open, a later one is not looked at.
    """
    if issue.author is None or issue.author.is_trusted or not most:
        return ()
    login = issue.author.login
    earlier = tuple(
        each.number
        for each in queue
        if each.number < issue.number and each.author is not None and each.author.login == login
    )
    return earlier if len(earlier) >= most else ()
