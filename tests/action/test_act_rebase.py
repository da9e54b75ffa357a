"""`/rebase`, run by act: the workflow of `bot init --rebase`, the real Action, and a fake GitHub."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.setup.workflows import REBASE, render_workflow
from tests.action.consumer import consumer, write
from tests.action.tools import tool
from tests.github.scenarios import AFTER, BEFORE, LIST, README, entry, only_pull, pull
from tests.github.server import FakeGitHub

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.act

WORKFLOW = ".github/workflows/rebase.yml"
NEW = entry("2303", "CAMEL: Communicative Agents for Mind Exploration", "2303.17760")
HOSTILE = '/rebase\n"; touch pwned; $(touch pwned) `touch pwned` ${{ github.token }} ::set-output name=x::y\n@octo'


def shown() -> str:
    """The workflow as `bot init --rebase` writes it."""
    return render_workflow(REBASE)


def comment_event(number: int, author: str, body: str) -> dict[str, object]:
    return {
        "action": "created",
        "repository": {"id": 1, "full_name": LIST},
        "issue": {"number": number, "user": {"login": "octo"}, "pull_request": {"url": "x"}},
        "comment": {"id": 5, "body": body, "user": {"login": author, "type": "User"}},
    }


def test_comments_of_the_author_and_of_a_stranger(tmp_path: Path) -> None:
    tool("act")
    with FakeGitHub(pull()) as github:
        made = consumer(tmp_path, {"GITHUB_API_URL": github.url, "GITHUB_REPOSITORY": LIST})
        write(made, WORKFLOW, shown())
        made.list.commit(README=BEFORE)
        found = only_pull(github.world)
        newest = github.world.push(LIST, "main", {README: BEFORE.replace("* [2210]", f"{NEW}* [2210]")})
        before = found.head

        event = comment_event(found.number, "eve", HOSTILE)
        refused = made.run(WORKFLOW, "issue_comment", event, token="rebase-token")
        assert (refused.succeeded, found.head, found.issue.comments) == (True, before, []), refused.log

        event = comment_event(found.number, "octo", HOSTILE)
        done = made.run(WORKFLOW, "issue_comment", event, token="rebase-token")
        assert (done.succeeded, done.outputs["exit-code"]) == (True, "0"), done.log
        merge = github.world.commits[found.head]
        assert merge.parents == (before, newest)
        expected = AFTER.replace("* [2302]", f"{NEW}* [2302]")
        assert merge.files[README].decode() == expected
        assert "is merged into `more`" in found.issue.comments[0].body
        assert [each.commit for each in found.threads] == [found.head]
        assert list(made.list.folder.rglob("pwned")) == []
        assert github.world.complaints == []
