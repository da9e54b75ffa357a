"""`bot review` against a fake GitHub: what is posted to a pull request, and what never is."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from bot.linter.schema import problems
from tests.commands.changes import FIXED, NEW, OTHER, README, TWINS, one
from tests.commands.earth import LIST as PAPERS
from tests.commands.earth import earth
from tests.commands.helpers import Interruption, run
from tests.commands.hub import LIST as NAME
from tests.commands.hub import hub
from tests.github import apply_suggestions
from tests.sample_list import LINES, LIST
from tests.services.clock import FastClock

if TYPE_CHECKING:
    from pathlib import Path


CONFIG = ".github/paperlist-bot.yml"


def test_the_first_run_posts_suggestions_and_a_summary() -> None:
    with one() as github:
        done = github.review()
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith(f"{NAME}#1: 2 comments posted, the summary written. http://127.0.0.1:")
        assert [(each.path, each.line) for each in github.live] == [(README, 15), (README, 16)]
        assert github.pull.reviews[0].body.startswith("2 findings in the lines of this change.")
        assert "2 warnings in this change" in github.summary.body
        assert "1 older error or warning in the list is not shown." in github.summary.body
        assert github.world.complaints == []


def test_all_suggestions_together_are_what_fix_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list without older findings, so that --fix fixes no more than was suggested."""
    changed = LIST + NEW + OTHER.replace("] [", "]  [")
    (tmp_path / README).write_text(changed)
    monkeypatch.chdir(tmp_path)
    assert run("lint", "--fix", "--isolated").code == 0
    with hub({README: LIST}, {README: changed}) as github:
        github.review()
        assert apply_suggestions(changed, github.live) == (tmp_path / README).read_text() != changed


def test_the_second_run_writes_nothing() -> None:
    with one() as github:
        github.review()
        github.visits.clear()
        done = github.review()
        assert (done.code, done.out, done.err) == (0, f"{NAME}#1: nothing new to post.\n", "")
        assert github.writes == []


def test_what_is_fixed_is_folded_away() -> None:
    with one() as github:
        github.review()
        github.world.push(NAME, "patch-1", {README: FIXED})
        github.visits.clear()
        done = github.review()
        assert done.out.startswith(f"{NAME}#1: the summary written, 1 comment minimized. ")
        assert [each.comments[0].minimized for each in github.pull.threads] == ["resolved", None]
        assert "1 warning in this change" in github.summary.body
        assert github.writes == [f"/repos/{NAME}/issues/comments/{github.summary.number}"]


def test_a_clean_change_is_met_with_silence() -> None:
    with hub({README: TWINS}, {README: TWINS + NEW.replace("org//", "org/")}) as github:
        done = github.review()
        assert (done.code, done.out) == (0, f"{NAME}#1: nothing new to post.\n")
        assert github.posted == ""


def test_a_change_of_other_files_is_met_with_silence() -> None:
    with hub({README: TWINS}, {"tool.py": "x = 1\n"}) as github:
        assert github.review().code == 0
        assert github.posted == ""


@pytest.mark.parametrize(("grade", "code"), [((), 0), (("--fail-on", "warning"), 1)], ids=["default", "warning"])
def test_the_exit_code_is_that_of_lint(grade: tuple[str, ...], code: int) -> None:
    with one() as github:
        assert github.review(*grade).code == code
    with hub({README: LIST}, {README: LIST + "\n" + LINES[5]}) as github:
        assert github.review().code == 1


def test_a_dry_run_shows_and_posts_nothing() -> None:
    with one() as github:
        done = github.review("--dry-run", "--fail-on", "warning")
        assert done.code == 1
        assert re.match(rf"This would be posted to {NAME}#1, at [0-9a-f]{{12}}:\n\nREADME\.md:15\n", done.out)
        assert "\n  ```suggestion\n  * [2310] [AgentTuning" in done.out
        assert "\nThe summary would be:\n" in done.out
        assert github.posted == ""
        github.review()
        assert github.review("--dry-run").out == f"Nothing would be posted to {NAME}#1.\n"
        github.world.push(NAME, "patch-1", {README: FIXED})
        assert github.review("--dry-run").out.endswith("\n1 older comment would be minimized.\n")


# How it is asked for


def test_the_event_names_the_pull_request(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_text(json.dumps({"pull_request": {"number": 1}, "repository": {"full_name": NAME}}))
    with one() as github:
        assert github.run("review", environ={"GITHUB_EVENT_PATH": str(path)}).code == 0
        assert len(github.live) == 2


@pytest.mark.parametrize(
    ("arguments", "event", "environ", "message"),
    [
        ((), None, {}, "there is no pull request"),
        ((), {}, {}, "there is no pull request"),
        ((), {"issue": {}}, {}, "there is no pull request"),
        ((), {"pull_request": {}}, {}, "the event: unexpected answer from GitHub"),
        (("--pull", "1"), None, {}, "--pull needs a repository and a number"),
        (("--pull", "0", "--repo", "a/b"), None, {}, "--pull needs a repository and a number"),
        (("--pull", "1", "--repo", "a/../b"), None, {}, "--pull needs a repository and a number"),
        (("--pull", "x", "--repo", "a/b"), None, {}, "argument --pull: invalid int value: 'x'"),
        (("--repo", "a/b"), None, {}, "--repo needs --pull"),
        (("--pull", "1", "--repo", "a/b"), None, {"GITHUB_TOKEN": ""}, "GITHUB_TOKEN is not set"),
        (
            ("--pull", "1", "--repo", "a/b"),
            None,
            {"GITHUB_API_URL": "ftp://x"},
            "GITHUB_API_URL is not a valid API URL",
        ),
        (("--output", "x=y"), None, {}, '--output: there is no format "x"'),
    ],
)
def test_wrong_usage(
    arguments: tuple[str, ...], event: object, environ: dict[str, str], message: str, tmp_path: Path
) -> None:
    given = {"GITHUB_TOKEN": "x", **environ}
    if event is not None:
        (tmp_path / "event.json").write_text(json.dumps(event))
        given["GITHUB_EVENT_PATH"] = str(tmp_path / "event.json")
    done = run("review", *arguments, environ=given)
    assert (done.code, done.out, done.err.startswith(f"error: {message}")) == (2, "", True), done.err


def test_a_pull_request_that_is_not_there() -> None:
    with one() as github:
        done = github.run("review", "--repo", NAME, "--pull", "9")
        assert (done.code, done.err.startswith(f"error: pull request {NAME}#9: Not Found")) == (3, True)


def test_a_closed_pull_request_is_left_alone() -> None:
    with one() as github:
        github.pull.issue.state = "closed"
        done = github.review()
        assert (done.code, done.err, github.posted) == (0, f"{NAME}#1 is closed: nothing to review.\n", "")


def test_the_report_goes_into_a_file(tmp_path: Path) -> None:
    with one() as github:
        github.review("--output", f"json={tmp_path / 'report.json'}")
    value = json.loads((tmp_path / "report.json").read_text())
    assert problems("report", value) == ()
    assert [each["rule"] for each in value["diagnostics"]] == ["noncanonical-link"] * 2
    assert value["summary"]["older"] == 1


# Facts


def test_facts_are_gathered_for_touched_entries_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A paper that arXiv does not have, twice in the list; once it was there before."""
    monkeypatch.chdir(tmp_path)
    old, *new = [line for line in PAPERS.splitlines(keepends=True) if line.startswith("*")]
    with (
        earth() as world,
        hub({README: f"# Papers\n\n{new[0]}"}, {README: f"# Papers\n\n{new[0]}{old}{new[1]}"}) as github,
    ):
        environ = {**world.environ(), "GITHUB_API_URL": github.url, "GITHUB_TOKEN": "review-token"}
        given = ("review", "--repo", NAME, "--pull", "1", "--online", "--allow-address", "127.0.0.0/8", "--cache", "a")
        done = run(*given, environ=environ, clock=FastClock())
        assert done.code == 1
        assert "Facts: 2 papers, 1 repository, " in done.err
        assert "`wrong-paper`" in github.posted
        assert "`archived-repository`" in github.posted
        assert "`unknown-paper`" not in github.posted
        assert "Not checked" not in github.summary.body


def test_an_interrupted_run_posts_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the world is asked."""
    monkeypatch.chdir(tmp_path)
    with earth() as world, hub({README: "# Papers\n"}, {README: PAPERS}) as github:
        interrupt = Interruption()
        world.answer = lambda _: interrupt()  # type: ignore[method-assign, assignment, return-value]
        environ = {**world.environ(), "GITHUB_API_URL": github.url, "GITHUB_TOKEN": "review-token"}
        given = ("review", "--repo", NAME, "--pull", "1", "--online", "--allow-address", "127.0.0.0/8", "--cache", "a")
        done = run(*given, "--output", "json=report.json", environ=environ, clock=FastClock())
        assert (done.code, done.out, github.posted) == (130, "", "")
        assert json.loads((tmp_path / "report.json").read_text())["summary"]["files"] == 1


def test_an_idle_option_is_said() -> None:
    with one() as github:
        done = github.review("--allow-address", "10.0.0.0/8")
        assert done.err == "warning: --allow-address does nothing without --online: no request is sent\n"


# What it costs


@pytest.mark.parametrize(
    "beside",
    [{}, {"logo.png": "x"}, {CONFIG: "lists: [README.md]\n", "logo.png": "x"}, {CONFIG: "lists: ['*.md']\n"}],
    ids=["file that is missing", "file that is there", "configuration", "configuration with a pattern"],
)
def test_twenty_findings_cost_eleven_requests(beside: dict[str, str]) -> None:
    """With links to files, from the event to the posted review."""
    urls = ("https://arxiv.org//abs/{}", "https://arxiv.org/abs/{}?utm_a=1", "https://arxiv.org/abs/arXiv:{}")
    old, new = (
        "".join(
            f"* [25{month:02}] [Paper Number {month} on Agents That Learn to {word}]({url})\n"
            for n, word in enumerate(("Plan", "Act"))
            for month in range(1, 11)
            for url in (forms[month % 3].format(f"25{month:02}.0{month:02}7{n}"),)
        )
        for forms in (("https://arxiv.org/abs/{}",) * 3, urls)
    )
    before = f"![logo](logo.png)\n\n{LIST}\n## More\n\n"
    with hub({README: f"{before}{old}", **beside}, {README: f"{before}{new}"}) as github:
        done = github.review()
        assert done.out.startswith(f"{NAME}#1: 20 comments posted, the summary written. ")
        assert len(github.visits) <= 11, github.count()


def test_a_change_after_which_nothing_is_read_does_not_pass() -> None:
    with hub({README: LIST}, {README: "# Papers\n\nThe list has moved.\n"}) as github:
        done = github.review()
        assert done.code == 3
        assert done.err == "error: the lists have no entries any more, so that nothing was checked\n"


def test_a_list_before_its_first_entry_breaks_no_review() -> None:
    with hub({README: "# Papers\n"}, {README: "# Papers\n\nComing soon.\n"}) as github:
        assert github.review().code == 0
