"""`bot sweep --issue`: the one issue of a list, from its first day to its last, on a GitHub of our own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.sweeps.issue import KIND
from tests.commands.helpers import run
from tests.commands.planet import REPOSITORY, STATE, planet
from tests.github import Fault
from tests.github.model import BOT
from tests.services.transport import Say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.commands.planet import Planet
    from tests.github.model import Issue


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Planet]:
    monkeypatch.chdir(tmp_path)
    with planet(github=True) as made:
        yield made


def die(world: Planet, *paths: str, since: float = 0) -> Issue:
    """The issue after so many sweeps that these pages, of all that stand in the list, are dead."""
    world.pages |= dict.fromkeys(paths, 404)
    for day in (0, 4, 8):
        done = world.sweep_issue(since + day)
        assert (done.code, "error:" in done.err) == (0, False), done.err
    (issue,) = world.issues
    return issue


def tick(issue: Issue, path: str) -> None:
    """A person ticks the box of the item with this address."""
    lines = issue.body.splitlines(keepends=True)
    found = [index for index, line in enumerate(lines) if line.startswith("- [ ] ") and path in line]
    assert len(found) == 1
    lines[found[0]] = lines[found[0]].replace("- [ ]", "- [x]", 1)
    issue.body = "".join(lines)


def writes(world: Planet) -> list[str]:
    """The requests since the last call that changed something."""
    found = [
        f"{each.verb} {each.path}" for each in world.hub.visits if each.verb != "GET" and "graphql" not in each.path
    ]
    world.hub.visits.clear()
    return found


def test_a_clean_list_has_no_issue(world: Planet) -> None:
    world.write("/a", "/b")
    for day in (0, 7):
        assert world.sweep_issue(day).code == 0
    assert (world.issues, writes(world)) == ([], [])


def test_strikes_are_stored_in_a_closed_issue(world: Planet) -> None:
    """Nothing is said before the third strike, and nothing is forgotten either."""
    world.write("/a", "/b")
    world.pages["/a"] = 404
    world.sweep_issue(0)
    (issue,) = world.issues
    assert (issue.state, issue.title, issue.author, issue.labels) == ("closed", KIND.title, BOT, ["paperlist-bot"])
    assert "- [ ]" not in issue.body
    state = KIND.read(issue.body).state
    assert state is not None
    assert [each.strikes for each in state.records.values() if each.strikes] == [1]


def test_the_whole_life(world: Planet) -> None:
    """Opened at the third strike, edited in place, closed when all is well, opened again for the next."""
    world.write("/a", "/b", "/c")
    issue = die(world, "/a")
    assert issue.state == "open"
    assert "### Dead (1)" in issue.body
    assert f"[README.md:3](https://github.com/{REPOSITORY}/blob/{'1' * 40}/README.md?plain=1#L3)" in issue.body
    writes(world)
    done = world.sweep_issue(12)
    assert writes(world) == [f"PATCH /repos/{REPOSITORY}/issues/{issue.number}"]
    assert done.err.endswith(f"the issue is {world.hub.url}/pages/{REPOSITORY}/issues/{issue.number}\n")
    world.pages.clear()
    world.sweep_issue(16)
    assert (issue.state, "### Dead" in issue.body) == ("closed", False)
    assert die(world, "/b", since=30) is issue
    assert (issue.state, len(world.issues)) == ("open", 1)
    assert "Of 2 links reported as dead so far: none ticked as alive, 1 came back" in issue.body


def test_a_tick_silences_and_counts_against_us(world: Planet) -> None:
    world.write("/a", "/b")
    issue = die(world, "/a", "/b")
    tick(issue, world.web.url("/a"))
    world.sweep_issue(12)
    assert (world.web.url("/a") in issue.body, world.web.url("/b") in issue.body) == (False, True)
    assert "Of 2 links reported as dead so far: 1 ticked as alive (50.0 %)" in issue.body


def test_issues_of_others_are_left_alone(world: Planet) -> None:
    """Another bot's, a person's with our marker in it, and a stranger's copy of our whole text."""
    world.write("/a", "/b")
    github = world.hub.world
    strangers = [
        github.open_issue(REPOSITORY, "other[bot]", "Dead links", "- [ ] x", ["paperlist-bot"]),
        github.open_issue(REPOSITORY, "ada", KIND.title, f"{KIND.marker}time=1 -->\nMine.", ["paperlist-bot"]),
        github.open_issue(REPOSITORY, BOT, "Another workflow", "Of the same account.", []),
    ]
    before = [(each.title, each.body, each.state) for each in strangers]
    world.pages["/a"] = 404
    for day in (0, 4, 8):
        world.sweep_issue(day)
    assert [(each.title, each.body, each.state) for each in strangers] == before
    (ours,) = [each for each in world.issues if each not in strangers]
    copy = github.open_issue(REPOSITORY, "ada", ours.title, ours.body.replace("/a", "/b"), ["paperlist-bot"])
    world.sweep_issue(12)
    assert world.web.url("/a") in ours.body
    assert (copy.state, len(world.issues)) == ("open", 5)


@pytest.mark.parametrize(
    ("before", "after", "warned"),
    [("\n", "\r\n", False), (r"(?s)<!-- paperlist-bot:v1 state.*", "", True)],
    ids=["line-ends", "hidden-part-gone"],
)
def test_a_persons_edits(before: str, after: str, warned: bool, world: Planet) -> None:
    world.write("/a", "/b")
    issue = die(world, "/a")
    issue.body = re.sub(before, after, issue.body)
    done = world.sweep_issue(12)
    assert ("failures are counted from zero" in done.err) is warned
    assert (world.web.url("/a") in issue.body) is not warned
    assert KIND.read(issue.body).state is not None
    assert len(world.issues) == 1


def test_two_runs_at_once(world: Planet) -> None:
    """The other run begins and ends between our reading and our writing: both are in the state, nothing twice."""
    world.write("/a", "/b")
    issue = die(world, "/a")
    world.pages["/b"] = 404
    codes: list[int] = []
    world.hub.meanwhile += [
        ("POST", "graphql", lambda: None),  # read, and read again before it is written
        ("POST", "graphql", lambda: codes.append(world.sweep_issue(15).code)),
    ]
    done = world.sweep_issue(15)
    state = KIND.read(issue.body).state
    assert state is not None
    assert (done.code, codes, issue.state, len(world.issues)) == (0, [0], "open", 1)
    assert state.records[world.web.url("/b")].strikes == 1
    assert [run.time for run in state.runs][-2:] == [state.time] * 2


def test_second_sources_are_not_asked_while_the_state_is_saved(world: Planet) -> None:
    """The other run saves the second strike, so that ours would be the third: that is left to the next sweep."""
    world.write("/a", "/b")
    world.pages["/a"] = 404
    world.sweep_issue(0)
    (issue,) = world.issues
    world.hub.meanwhile += [("POST", "graphql", lambda: None), ("POST", "graphql", lambda: world.sweep_issue(4))]
    assert world.sweep_issue(8).code == 0
    state = KIND.read(issue.body).state
    assert state is not None
    record = state.records[world.web.url("/a")]
    assert (record.strikes, str(record.state), world.wayback.requests) == (2, "uncertain", [])
    world.sweep_issue(12)
    assert "### Dead (1)" in issue.body
    assert world.wayback.requests


def test_the_state_may_be_in_a_file_beside_the_issue(world: Planet) -> None:
    world.write("/a", "/b")
    world.pages["/a"] = 404
    for day in (0, 4, 8):
        world.sweep_issue(day, "--state", STATE)
    (issue,) = world.issues
    assert (world.states(), issue.state) == ({"/a": "dead", "/b": "ok"}, "open")
    tick(issue, world.web.url("/a"))
    world.sweep_issue(12, "--state", STATE)
    assert (world.states()["/a"], issue.state) == ("ok", "closed")


@pytest.mark.slow
def test_a_body_at_the_limit(world: Planet) -> None:
    """Long lists are cut between items, and said to be; the body stays within what GitHub takes."""
    paths = [f"/{number}/{'x' * 400}" for number in range(80)]
    world.write(*paths)
    world.wayback.faults = [Say(503)] * 3
    issue = die(world, *paths)
    assert issue.state == "open"
    assert len(issue.body.encode("utf-16-le")) // 2 <= 65_536
    assert "### Dead (80)" in issue.body
    assert re.search(r"\n\d+ more are in the full report of the run\.\n", issue.body)
    state = KIND.read(issue.body).state
    assert state is not None
    assert len(state.records) == 80


def test_errors_of_github(world: Planet) -> None:
    world.write("/a")
    refused = world.sweep(0, "--issue", environ={"GITHUB_TOKEN": ""})
    assert (refused.code, refused.err.splitlines()[0]) == (2, "error: GITHUB_TOKEN is not set")
    world.pages["/a"] = 404
    done = world.sweep_issue(0, token="fork-token")
    assert done.code == 3
    assert done.err.startswith("error: ")
    world.hub.fail("POST", "graphql", Fault.ERROR, times=20)
    assert world.sweep_issue(0).code == 3
    assert world.issues == []


def test_the_page_of_health_is_made_from_the_issue(world: Planet) -> None:
    world.write("/a", "/b")
    environ = {**world.environ(), "GITHUB_TOKEN": "sweep-token"}
    none = run("report", "--issue", environ=environ)
    assert (none.code, none.err.splitlines()[0]) == (3, f"error: there is no issue of a sweep in {REPOSITORY}")
    die(world, "/a")
    done = run("report", "--issue", "--html", "page.html", environ=environ, clock=world.clock)
    assert done.code == 0
    page = Path("page.html").read_text()
    assert page.count(world.web.url("/a")) > 1
    assert f"https://github.com/{REPOSITORY}/blob/HEAD/README.md?plain=1#L3" in page
    (issue,) = world.issues
    assert re.search(f'<a href="[^"]+/{REPOSITORY}/issues/{issue.number}"', page)
    assert world.sweep_issue(30, "--page", "https://octo.github.io/list/").code == 0
    line = next(line for line in issue.body.splitlines() if line.startswith("Sweep of "))
    assert f'<p class="overview">{line.partition(": ")[2]}' in page
    assert "[Charts and tables](https://octo.github.io/list/)" in issue.body
    assert run("report", "--issue", "state.json").err.startswith("error: give exactly one state")
    assert run("report").code == 2


def test_fixes_become_one_pull_request(world: Planet) -> None:
    """Opened once, brought up to date by later sweeps, and left alone by those that have nothing new."""
    text = world.write("/a", "/b", "/c")
    repository = world.hub.world.repositories[REPOSITORY]
    world.hub.world.push(REPOSITORY, "main", {"README.md": text})
    world.pages["/a"] = world.web.url("/new-a")
    offer = ("--open-pull-request",)
    assert "offered" not in world.sweep_issue(0, *offer, token="fix-token").err
    done = world.sweep_issue(7, *offer, token="fix-token")
    (pull,) = repository.pulls.values()
    assert f"Pull request: {world.hub.url}/pages/{REPOSITORY}/pull/{pull.number}" in done.err
    files = world.hub.world.commits[repository.branches[pull.branch]].files
    assert files["README.md"].decode() == text.replace("/a)", "/new-a)")
    assert Path("README.md").read_text() == text
    world.pages["/b"] = world.web.url("/new-b")
    for day in (14, 21):
        world.sweep_issue(day, *offer, token="fix-token")
    files = world.hub.world.commits[repository.branches[pull.branch]].files
    assert files["README.md"].decode() == text.replace("/a)", "/new-a)").replace("/b)", "/new-b)")
    assert len(repository.pulls) == 1


def test_a_list_that_changed_meanwhile_is_not_overwritten(world: Planet) -> None:
    text = world.write("/a")
    world.hub.world.push(REPOSITORY, "main", {"README.md": f"{text}* A new line\n"})
    world.pages["/a"] = world.web.url("/new-a")
    world.sweep_issue(0)
    done = world.sweep_issue(7, "--open-pull-request", token="fix-token")
    assert "README.md differs from the default branch" in done.err
    assert world.hub.world.repositories[REPOSITORY].pulls == {}


def test_an_issue_that_was_emptied_is_the_same_one(world: Planet) -> None:
    """No second one is opened; nor is it closed, as if all were well, before the strikes are counted again."""
    world.write("/a", "/b")
    issue = die(world, "/a")
    issue.body = ""
    seen = []
    for day in (15, 22, 29):
        world.sweep_issue(day)
        (issue,) = world.issues
        seen.append((issue.state, "### Dead" in issue.body))
    assert seen == [("open", False), ("open", False), ("open", True)]
