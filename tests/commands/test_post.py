"""`bot post` after a lint that could not write: what it takes from the run that has ended, and what it never does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.linter.schema import problems
from tests.commands.forks import OLD, OLD_PAGE, README, REPORT, TEXT_FINDING, fact, fork, keep, post, report
from tests.commands.helpers import run
from tests.commands.hub import LIST as NAME
from tests.commands.hub import Hub, run_event, written
from tests.github import Fault

if TYPE_CHECKING:
    from pathlib import Path

    from tests.commands.helpers import Run


def test_the_schema_allows_the_report_of_these_tests() -> None:
    assert problems("report", REPORT) == ()


def test_the_rules_are_run_anew_and_dead_links_are_believed(tmp_path: Path) -> None:
    with fork() as github:
        keep(github, report())
        done = post(github, tmp_path)
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith(f"{NAME}#1: ")
        assert [each.line for each in github.live] == [15]
        assert "1 error and 1 warning in this change" in github.summary.body
        assert TEXT_FINDING in github.posted
        assert "rules.md#dead-link): `" in github.summary.body
        assert "Not checked: `archived-repository`, `moved-link`, `moved-repository`" in github.summary.body
        assert github.world.complaints == []


def test_the_next_run_writes_nothing(tmp_path: Path) -> None:
    with fork() as github:
        keep(github, report())
        post(github, tmp_path)
        github.visits.clear()
        assert post(github, tmp_path).code == 0
        assert github.writes == []


def test_a_dead_link_of_an_old_entry_is_older(tmp_path: Path) -> None:
    with fork() as github:
        keep(github, fact(target=OLD_PAGE))
        post(github, tmp_path)
        assert "dead-link" not in github.posted.replace("Not checked", "")
        assert "1 older error or warning in the list is not shown." in github.summary.body


def test_a_report_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    with fork() as github:
        path.write_bytes(report())
        post(github, tmp_path, "--report", str(path))
        assert "rules.md#dead-link): `" in github.summary.body
        path.write_bytes(b" " * 2_000_001)
        done = post(github, tmp_path, "--report", str(path))
        assert "it has more than 2,000,000 bytes" in done.err
        done = post(github, tmp_path, "--report", str(tmp_path / "no.json"))
        assert (done.code, done.err.startswith(f"error: {tmp_path}/no.json cannot be read: ")) == (3, True)


# Which pull request


def nothing(done: Run, github: Hub, words: str) -> None:
    assert (done.code, done.out, github.posted) == (0, "", "")
    assert words in done.err


GONE = "at its head: it was closed, or pushed to. Nothing to post."


@pytest.mark.parametrize(
    "changes",
    [
        {"head_sha": "0" * 40},
        {"head_branch": "patch-2"},
        {"head_repository": {"id": 999, "full_name": "ada/list"}},
        {"head_repository": {"id": 999, "full_name": "eve/list"}},
    ],
    ids=str,
)
def test_another_change_is_not_reviewed(changes: dict[str, object], tmp_path: Path) -> None:
    with fork() as github:
        nothing(post(github, tmp_path, changes=changes), github, GONE)


def test_a_closed_or_superseded_change_is_not_reviewed(tmp_path: Path) -> None:
    with fork() as github:
        event = written(tmp_path / "event.json", run_event(github))
        github.world.push("ada/list", "patch-1", {"a.md": "a"})
        nothing(github.run("post", environ=event), github, GONE)
        github.pull.issue.state = "closed"
        nothing(post(github, tmp_path), github, GONE)


def test_a_head_that_moves_on_stops_the_run(tmp_path: Path) -> None:
    with fork() as github:
        github.meanwhile.append(
            ("POST", "query Present", lambda: github.world.push("ada/list", "patch-1", {"a.md": "a"}))
        )
        done = post(github, tmp_path)
        assert (done.code, github.posted) == (0, "")
        assert "is no longer the head" in done.out


@pytest.mark.parametrize(("number", "posted"), [(1, [1]), (2, [2]), (3, [])])
def test_of_several_the_one_that_github_names(number: int, posted: list[int], tmp_path: Path) -> None:
    """One branch that shall go into two others; which one the run was for, only GitHub may say."""
    with fork() as github:
        github.world.push(NAME, "old", {README: OLD})
        github.world.open_pull(NAME, "patch-1", base="old", source="ada/list")
        post(github, tmp_path, changes={"pull_requests": [{"number": number}]})
        pulls = github.world.repositories[NAME].pulls
        assert [each for each, pull in pulls.items() if pull.reviews] == posted


@pytest.mark.parametrize(
    "changes",
    [{"event": "push"}, {"event": "pull_request_target"}, {"repository": {"id": 2, "full_name": NAME}}],
    ids=str,
)
def test_runs_for_other_things(changes: dict[str, object], tmp_path: Path) -> None:
    with fork() as github:
        done = post(github, tmp_path, changes=changes)
        nothing(done, github, "was not for a pull request of this repository: nothing to post.")
        assert github.visits == []


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (None, "there is no workflow_run event"),
        ({"pull_request": {"number": 1}, "repository": {"full_name": NAME}}, "the event is not workflow_run"),
        ({"workflow_run": {}}, "the event: unexpected answer from GitHub"),
    ],
    ids=["none", "pull request", "broken"],
)
def test_wrong_events(event: dict[str, object] | None, message: str, tmp_path: Path) -> None:
    environ = {"GITHUB_TOKEN": "x"} | (written(tmp_path / "event.json", event) if event is not None else {})
    done = run("post", environ=environ)
    assert done.code == 2
    assert done.err.startswith(f"error: {message}")


# What GitHub does not take


def test_a_token_that_may_not_write_is_an_error(tmp_path: Path) -> None:
    with fork() as github:
        page = tmp_path / "page.md"
        environ = {**written(tmp_path / "event.json", run_event(github)), "GITHUB_STEP_SUMMARY": str(page)}
        done = github.run("post", token="fork-token", environ=environ)
        assert (done.code, github.posted) == (3, "")
        assert "permissions" in done.err
        assert page.read_text().startswith("### Found 1 warning ")


def test_a_limit_is_an_error(tmp_path: Path) -> None:
    with fork() as github:
        github.fail("POST", "/reviews", Fault.PRIMARY, times=9, reset=3_600)
        assert post(github, tmp_path).code == 3


def test_a_dry_run_posts_nothing(tmp_path: Path) -> None:
    with fork() as github:
        done = post(github, tmp_path, "--dry-run")
        assert done.out.startswith(f"This would be posted to {NAME}#1, at ")
        assert github.posted == ""


def test_the_report_of_the_review_goes_into_a_file(tmp_path: Path) -> None:
    with fork() as github:
        keep(github, report())
        post(github, tmp_path, "--output", f"json={tmp_path / 'own.json'}")
    value = json.loads((tmp_path / "own.json").read_text())
    assert problems("report", value) == ()
    assert {each["rule"] for each in value["diagnostics"]} == {"noncanonical-link", "dead-link"}
