"""Reviews, run by act: the workflows of the documentation, the real Action, and a fake GitHub."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.action.consumer import LINT, REVIEW, ROOT, Consumer, consumer, write
from tests.action.tools import tool
from tests.github.scenarios import AFTER, BEFORE, FORK, LIST, NEW, README, fork, only_pull, pull
from tests.github.server import FakeGitHub
from tests.github.suggestions import apply_suggestions, suggestion_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.action.consumer import Run

pytestmark = pytest.mark.act

ONE_FILE = ".github/workflows/review.yml"
RUN = 77
"""The number of the workflow run that the review follows."""


def shown() -> str:
    """The workflow for the repository's own branches, from the documentation, without `online`."""
    page = (ROOT / "docs" / "action.md").read_text(encoding="utf-8")
    first: str = re.findall(r"^```yaml\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)[0]
    return first.replace("online: true", "fail-on: warning")


@pytest.fixture
def github(request: pytest.FixtureRequest) -> Iterator[FakeGitHub]:
    """A fake GitHub with a pull request from a branch (`pull`) or from a fork (`fork`)."""
    with FakeGitHub(request.param()) as found:
        yield found


def made_in(folder: Path, github: FakeGitHub) -> Consumer:
    """The repository of the list at its base commit, with modules that write a file when they are imported."""
    tool("act")
    made = consumer(folder, {"GITHUB_API_URL": github.url, "GITHUB_REPOSITORY": LIST})
    write(made, ONE_FILE, shown())
    for name in ("yaml", "github", "pip", "venv"):
        write(made, f"{name}.py", f"open({str(folder / 'imported')!r}, 'a').write('{name} ')\nraise SystemExit(99)\n")
    made.list.commit(README=BEFORE)
    return made


def pull_event(github: FakeGitHub, base: str = "") -> dict[str, object]:
    found = only_pull(github.world)
    repository = {"id": github.world.repositories[LIST].number, "full_name": LIST}
    head = {"sha": found.head, "ref": found.branch}
    return {
        "repository": repository,
        "number": found.number,
        "pull_request": {"number": found.number, "base": {"sha": base, "ref": "main"}, "head": head},
    }


def run_event(github: FakeGitHub) -> dict[str, object]:
    found, own, other = only_pull(github.world), github.world.repositories[LIST], github.world.repositories[FORK]
    run = {
        "id": RUN,
        "event": "pull_request",
        "path": LINT,
        "conclusion": "failure",
        "head_branch": found.branch,
        "head_sha": found.head,
        "head_repository": {"id": other.number, "full_name": FORK, "owner": {"login": FORK.partition("/")[0]}},
        "repository": {"id": own.number, "full_name": LIST},
        "pull_requests": [],
    }
    return {"action": "completed", "repository": {"id": own.number, "full_name": LIST}, "workflow_run": run}


def written(github: FakeGitHub) -> list[str]:
    """The writing requests since the last call, in order."""
    found = [
        visit
        for visit in github.visits
        if visit.verb != "GET" and not ("graphql" in visit.path and "mutation" not in str(visit.body))
    ]
    github.visits.clear()
    return [f"{visit.verb} {visit.path.removeprefix(f'/repos/{LIST}')}" for visit in found]


@pytest.mark.parametrize("github", [pull], ids=["branch"], indirect=True)
def test_a_review_over_three_pushes(github: FakeGitHub, tmp_path: Path) -> None:
    made, found = made_in(tmp_path, github), only_pull(github.world)

    def review() -> Run:
        return made.run(ONE_FILE, "pull_request", pull_event(github), token="review-token")

    first = review()
    assert (first.succeeded, first.outputs["exit-code"], first.outputs["findings"]) == (False, "1", "1"), first.log
    assert [suggestion_in(thread.comments[0].body) is not None for thread in found.threads] == [True]
    assert (len(found.reviews), len(found.issue.comments)) == (1, 1)
    assert len(github.visits) <= 11
    summary = found.issue.comments[0].body

    written(github)
    assert review().outputs["findings"] == "1"
    assert written(github) == []

    fixed = apply_suggestions(AFTER, found.threads)
    github.world.push(LIST, found.branch, {README: fixed})
    third = review()
    assert (third.succeeded, third.outputs["findings"]) == (True, "0"), third.log
    assert [thread.comments[0].minimized for thread in found.threads] == ["resolved"]
    assert (len(found.reviews), len(found.issue.comments)) == (1, 1)
    assert found.issue.comments[0].body != summary
    assert not (tmp_path / "imported").exists()
    assert github.world.complaints == []


@pytest.mark.parametrize("github", [fork], ids=["fork"], indirect=True)
def test_a_fork_gets_annotations(github: FakeGitHub, tmp_path: Path) -> None:
    made, found = made_in(tmp_path, github), only_pull(github.world)
    done = made.run(ONE_FILE, "pull_request", pull_event(github), token="fork-token")
    assert (done.succeeded, done.outputs["exit-code"], done.outputs["findings"]) == (False, "1", "1"), done.log
    assert [each.partition("::")[2].partition(" ")[0] for each in done.annotations][:1] == ["warning"]
    assert (found.reviews, found.threads, found.issue.comments) == ([], [], [])
    assert not (tmp_path / "imported").exists()


@pytest.mark.parametrize("github", [fork], ids=["fork"], indirect=True)
def test_a_fork_gets_its_review_from_the_second_workflow(github: FakeGitHub, tmp_path: Path) -> None:
    made, found = made_in(tmp_path, github), only_pull(github.world)
    base = made.list.git("rev-parse", "HEAD")
    made.list.commit(README=AFTER)
    linted = made.run(LINT, "pull_request", pull_event(github, base), token="fork-token")
    assert (linted.succeeded, linted.outputs["findings"]) == (True, "1"), linted.log

    github.world.repositories[LIST].artifacts.clear()
    for path, content in linted.artifacts.items():
        name, _, member = path.partition("/")
        github.world.keep_artifact(LIST, RUN, name, {member: content})
    event = run_event(github)
    github.world.push(LIST, "same", {README: AFTER.replace("* [2310]", f"{NEW}* [2310]", 1)}, onto="main")
    github.world.open_pull(LIST, "same")
    posted = made.run(REVIEW, "workflow_run", event, token="review-token")
    assert posted.outputs["exit-code"] in {"0", "1"}, posted.log
    assert [suggestion_in(thread.comments[0].body) is not None for thread in found.threads] == [True]
    assert (len(found.reviews), len(found.issue.comments)) == (1, 1)
    assert "**Warning**: “Toolformer: " in found.issue.comments[0].body
    assert f"is also proposed in [#2](https://redirect.github.com/{LIST}/issues/2)" in found.issue.comments[0].body
    assert not (tmp_path / "imported").exists()
    assert github.world.complaints == []
