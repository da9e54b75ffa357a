"""Papers proposed in issues, from the form to the pull request, with each request held against GitHub's description."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.setup.workflows import SUBMISSIONS, render_workflow
from tests.action.consumer import consumer, write
from tests.action.tools import tool
from tests.commands.office import AFTER, LIST, README, form, office

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.commands.office import Office
    from tests.github.conftest import Between

pytestmark = pytest.mark.conformance

ID = "https://arxiv.org/abs/2401.00123"


@pytest.fixture
def desk(prism: Between, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    monkeypatch.chdir(tmp_path)
    with prism.watch(), office(tmp_path, port=prism.upstream, shown=prism.url) as made:
        yield made


def test_from_the_form_to_the_pull_request(desk: Office) -> None:
    issue = desk.propose(form("2401.00500", "Memory"))
    issue.body = form(ID, "Planning", "x" * 60_000)
    assert desk.happens(issue, "edited").code == 0
    assert desk.says(issue, "mallory", "/approve").code == 0
    assert desk.says(issue, "grace", "/approve").code == 0
    assert desk.says(issue, "grace", "/approve Memory").code == 0
    assert desk.says(issue, "grace", "/approve Planning").code == 0
    assert (len(desk.answers(issue)), len(desk.repository.pulls)) == (2, 1)
    assert desk.readme("paperlist-bot/submission-1") == AFTER


@pytest.mark.parametrize("paper", ["2310.05915", "2401.00900", "nothing", "10.1/$(touch pwned)"])
def test_other_answers(paper: str, desk: Office) -> None:
    desk.propose(form(ID, "Planning"))
    issue = desk.propose(form(paper), "eve")
    assert desk.happens(issue, "edited").code == 0
    assert len(desk.answers(issue)) == 1


@pytest.mark.act
def test_as_the_action(desk: Office, tmp_path: Path) -> None:
    """The whole chain: workflow, Action, bot, description, GitHub."""
    tool("act")
    made = consumer(tmp_path / "act", {"GITHUB_API_URL": desk.github.url, "GITHUB_REPOSITORY": LIST})
    write(made, SUBMISSIONS, render_workflow(SUBMISSIONS))
    made.list.commit(README=README)
    issue = desk.open(form(ID, "Planning"))
    for kind, event in (
        ("issues", desk.event(issue, "opened", "ada")),
        ("issue_comment", desk.comment_event(issue, "mallory", "/approve")),
        ("issue_comment", desk.comment_event(issue, "grace", "/approve")),
    ):
        done = made.run(SUBMISSIONS, kind, event, token="fix-token")
        assert done.succeeded, done.log
    assert len(desk.answers(issue)) == 2
    assert desk.readme("paperlist-bot/submission-1") == AFTER
