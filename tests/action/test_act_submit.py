"""Papers proposed in issues, run by act: the workflow of `bot init`, the real Action, and a fake GitHub."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.setup.workflows import SUBMISSIONS, render_workflow
from tests.action.consumer import Consumer, consumer, write
from tests.action.tools import tool
from tests.commands.office import AFTER, ENTRY, LIST, README, form, office
from tests.github.model import BOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tests.action.consumer import Run
    from tests.commands.office import Office
    from tests.github.model import Issue

pytestmark = pytest.mark.act

ID = "https://arxiv.org/abs/2401.00123"
HOSTILE = "'; touch pwned; $(touch pwned) `touch pwned` ${{ github.token }}\n::set-output name=x::y\n@octo/team"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


@pytest.fixture
def made(tmp_path: Path, desk: Office) -> Consumer:
    """The checkout that act runs in; nothing of it is needed, and modules in it write a file when they are imported."""
    tool("act")
    found = consumer(tmp_path, {"GITHUB_API_URL": desk.github.url, "GITHUB_REPOSITORY": LIST})
    write(found, SUBMISSIONS, render_workflow(SUBMISSIONS))
    for name in ("yaml", "github", "pip", "venv"):
        write(
            found, f"{name}.py", f"open({str(tmp_path / 'imported')!r}, 'a').write('{name} ')\nraise SystemExit(99)\n"
        )
    found.list.commit(README=README)
    return found


def job(made: Consumer, kind: str, event: Mapping[str, object]) -> Run:
    return made.run(SUBMISSIONS, kind, event, token="fix-token")


def comment(made: Consumer, desk: Office, issue: Issue, author: str, body: str) -> Run:
    desk.github.world.comment(issue, author, body)
    return job(made, "issue_comment", desk.comment_event(issue, author, body))


def test_from_the_form_to_the_pull_request(made: Consumer, desk: Office, tmp_path: Path) -> None:
    issue = desk.open(form("2401.00500", "Memory", HOSTILE), title=HOSTILE)
    opened = job(made, "issues", desk.event(issue, "opened", "ada"))
    assert (opened.succeeded, opened.outputs["exit-code"]) == (True, "0"), opened.log
    assert "“Long-Term Memory for Language Agents”" in desk.answer(issue).body

    issue.body = form(ID, "Planning", HOSTILE)
    assert job(made, "issues", desk.event(issue, "edited", "ada")).succeeded
    assert ENTRY in desk.answer(issue).body

    refused = comment(made, desk, issue, "mallory", "/approve")
    assert (refused.succeeded, desk.repository.pulls) == (True, {}), refused.log
    assert [each.author for each in issue.comments] == [BOT, "mallory", BOT]

    approved = comment(made, desk, issue, "grace", f"/approve Planning\n{HOSTILE}")
    assert (approved.succeeded, approved.outputs["errors"]) == (True, "0"), approved.log
    assert desk.readme("paperlist-bot/submission-1") == AFTER
    assert desk.pull.issue.body.endswith("Closes #1\n")
    assert "the summary written" in approved.log  # it shows the entry that the pull request adds
    assert not (tmp_path / "imported").exists()
    assert [*tmp_path.rglob("pwned")] == []
    assert HOSTILE.splitlines()[0] not in json.dumps([visit.body for visit in desk.github.visits])


def test_a_label_and_a_duplicate(made: Consumer, desk: Office) -> None:
    issue = desk.open(form(ID, "Planning"))
    assert job(made, "issues", desk.event(issue, "opened", "ada")).succeeded  # what is approved was shown before
    assert job(made, "issues", desk.event(issue, "labeled", "grace", "approved")).succeeded
    assert desk.readme("paperlist-bot/submission-1") == AFTER
    listed = desk.open(form("2310.05915"), "eve")
    assert job(made, "issues", desk.event(listed, "opened", "eve")).succeeded
    assert "is in the list already" in desk.answer(listed).body


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("issues", {"action": "labeled", "label": {"name": "bug"}}),
        ("issues", {"sender": {"login": BOT, "type": "Bot"}}),
        ("issue_comment", {"comment": {"id": 1, "body": "Thank you!", "user": {"login": "grace", "type": "User"}}}),
    ],
    ids=["other label", "program", "other comment"],
)
def test_what_starts_no_job(kind: str, change: dict[str, object], made: Consumer, desk: Office) -> None:
    issue = desk.open(form(ID, "Planning"))
    done = job(made, kind, {**desk.event(issue, "opened", "ada"), **change})
    assert (done.outputs, desk.github.visits, issue.comments) == ({}, [], []), done.log
