"""A paper that several open pull requests add: `bot review` and `bot post` say so, and nothing fails for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.github.open_pulls import LARGEST_FILE
from tests.commands.hub import FORK, Hub, hub, run_event, written
from tests.commands.hub import LIST as NAME
from tests.github import Fault
from tests.sample_list import LINES, LIST

if TYPE_CHECKING:
    from pathlib import Path

README = "README.md"
TITLE = "AgentTuning: Enabling Generalized Agent Abilities for LLMs"
NEW = f"* [2310] [{TITLE}](https://arxiv.org/abs/2310.12823)\n"
AFTER = LIST + NEW
ALIKE = "* [AgentTuning: Enabling Generalized Agent Abilities for LLMs](https://openreview.net/forum?id=abcDEF1234)\n"
OTHER = "* [2309] [Agents: An Open-source Framework for Autonomous Language Agents](https://arxiv.org/abs/2309.07870)\n"
HOSTILE = "@octo/team | <b>#1</b> ![a](http://a.org) <!-- paperlist-bot:v1 summary"
BIG = f"{NEW}{'x' * 99}\n" * 12_000


def propose(github: Hub, content: str, created: str = "2026-11-20T10:00:00Z", *, fork: bool = False) -> int:
    """Another pull request that changes the list; its number."""
    world = github.world
    if fork:
        world.fork(NAME, FORK)
    source, branch = FORK if fork else NAME, f"other-{len(world.repositories[NAME].pulls)}"
    world.push(source, branch, {README: content}, onto="main")
    pull = world.open_pull(NAME, branch, source=source if fork else None, title=HOSTILE)
    pull.issue.created = created
    return pull.number


def warnings(github: Hub) -> list[str]:
    """What the summary warns of; nothing without a summary."""
    comments = github.pull.issue.comments
    lines = comments[0].body.splitlines() if comments else []
    return [line.removeprefix("**Warning**: ") for line in lines if line.startswith("**Warning**")]


def asked(github: Hub) -> int:
    """How many requests were about other pull requests."""
    queries = [str(each.body) for each in github.visits if each.path.endswith("/graphql")]
    return sum("query OpenPulls" in each or "query Texts" in each for each in queries)


def also(*places: str) -> str:
    return f"“{TITLE}” is also proposed in {' and '.join(places)}."


NO_URL = "`#{}`"
"""As links are shown where the server is not github.com."""


@pytest.fixture
def github() -> Hub:
    return hub({README: LIST}, {README: AFTER})


def test_the_same_paper_in_two(github: Hub) -> None:
    """Both reviews say so, and neither fails; when the other one is closed, it is forgotten."""
    with github:
        other = propose(github, LIST.replace(LINES[2], LINES[2] + NEW), "2026-11-18T09:00:00Z")
        done = github.review()
        assert (done.code, done.err, asked(github)) == (0, "", 2)
        assert warnings(github) == [
            also(f"[#{other}](https://redirect.github.com/{NAME}/issues/{other}) (2 days earlier)")
        ]
        assert github.summary.body.splitlines()[1] == "### 1 added paper is proposed elsewhere, too"

        assert github.run("review", "--repo", NAME, "--pull", str(other)).code in {0, 1}
        (theirs,) = github.world.repositories[NAME].pulls[other].issue.comments
        assert f"[#1](https://redirect.github.com/{NAME}/issues/1) (2 days later)" in theirs.body

        github.world.repositories[NAME].pulls[other].issue.state = "closed"
        github.review()
        assert warnings(github) == []
        assert github.world.complaints == []


def test_in_three_of_which_one_is_from_a_fork(github: Hub) -> None:
    with github:
        propose(github, AFTER, "2026-11-20T10:00:30Z")
        propose(github, AFTER, "2026-11-20T07:59:00Z", fork=True)
        github.review(environ={"GITHUB_SERVER_URL": "https://example.org"})
        assert warnings(github) == [also("`#3` (2 hours earlier)", "`#2` (0 minutes later)")]
        assert asked(github) == 2
        assert HOSTILE not in github.posted
        assert "@octo" not in github.posted


def test_three_with_two_papers() -> None:
    """Each paper names those that have it, and one that closes is forgotten in both."""
    with hub({README: LIST}, {README: AFTER + OTHER}) as github:
        propose(github, AFTER)
        both = propose(github, OTHER + LIST + NEW)
        environ = {"GITHUB_SERVER_URL": "https://example.org"}
        github.review(environ=environ)
        assert [[n for n in (1, 2, 3) if f"`#{n}`" in each] for each in warnings(github)] == [[2, 3], [3]]
        assert asked(github) == 2
        github.world.repositories[NAME].pulls[both].issue.state = "closed"
        github.review(environ=environ)
        assert [[n for n in (1, 2, 3) if f"`#{n}`" in each] for each in warnings(github)] == [[2]]


def test_a_review_of_a_fork(tmp_path: Path) -> None:
    with hub({README: LIST}, {README: AFTER}, fork=True) as github:
        propose(github, AFTER)
        environ = written(tmp_path / "event.json", run_event(github))
        assert github.run("post", environ=environ).code == 0
        assert len(warnings(github)) == 1
        assert asked(github) == 2


OTHERS = {
    "another paper": (LIST + OTHER, 0),
    "the same paper at another address": (LIST + ALIKE, 1),
    "the paper is only mentioned": (f"{LIST}\nSee https://arxiv.org/abs/2310.12823 for more.\n", 0),
    "a list that is no text": (f"{AFTER}\0", 0),
    "no list any more": ("", 0),
    "2 MB": (BIG * 2, 0),
    "almost 1 MB, in a row": (f"{AFTER}\n## More\n\n" + "[" * (LARGEST_FILE - 3_000), 1),
}


@pytest.mark.parametrize(("content", "count"), OTHERS.values(), ids=OTHERS)
def test_what_another_one_holds(github: Hub, content: str, count: int) -> None:
    with github:
        propose(github, content)
        assert github.review().code == 0
        assert len(warnings(github)) == count
        assert asked(github) <= 2
        assert github.world.complaints == []


def test_what_was_not_compared_is_said(github: Hub) -> None:
    with github:
        propose(github, BIG * 2)
        propose(github, AFTER)
        github.review()
        assert len(warnings(github)) == 1
        assert (
            f"\nThe added papers were not compared with [#2](https://redirect.github.com/{NAME}/issues/2), whose list"
            " is too large or cannot be read.\n"
        ) in github.summary.body


@pytest.mark.parametrize("query", ["query OpenPulls", "query Texts"])
@pytest.mark.parametrize("fault", [Fault.ERROR, Fault.GARBAGE, Fault.HANG_UP])
def test_without_an_answer_nothing_is_claimed(github: Hub, query: str, fault: Fault) -> None:
    """Asked once, not again: the review is complete without it."""
    with github:
        propose(github, AFTER)
        github.fail("POST", query, fault, times=9)
        github.world.push(NAME, "patch-1", {README: AFTER.replace("org/abs/2310.12823", "org//abs/2310.12823")})
        done = github.review()
        assert (done.code, done.err) == (0, "")
        assert warnings(github) == []
        assert "The added papers were not compared with other open pull requests: " in github.summary.body
        assert asked(github) == (1 if "Open" in query else 2)


def test_of_sixty_the_newest_are_compared(github: Hub) -> None:
    with github:
        for number in range(60):
            propose(github, AFTER if number in {0, 59} else f"{LIST}* Note {number}\n")
        assert github.review().code == 0
        assert [each.count("#61") for each in warnings(github)] == [1]
        assert "compared with the newest open pull requests only: 30 are older." in github.summary.body
        assert asked(github) == 2


def test_what_the_base_branch_has_by_now_is_nobodys_proposal(github: Hub) -> None:
    with github:
        github.world.push(NAME, "main", {README: LIST.replace(LINES[2], LINES[2] + NEW)})
        propose(github, LIST.replace(LINES[2], LINES[2] + NEW) + OTHER)
        github.review()
        assert warnings(github) == []
        assert asked(github) == 2


def test_pull_requests_elsewhere_are_not_asked_for(github: Hub) -> None:
    """Into another branch, or without a change to the list."""
    with github:
        world = github.world
        world.push(NAME, "next", {"a.md": "x"}, onto="main")
        world.push(NAME, "b", {README: AFTER}, onto="next")
        world.open_pull(NAME, "b", base="next")
        world.push(NAME, "c", {"a.md": NEW}, onto="main")
        world.open_pull(NAME, "c")
        github.review()
        assert warnings(github) == []
        assert asked(github) == 1


def test_without_a_new_paper_nobody_is_asked() -> None:
    with hub({README: LIST}, {README: LIST.replace(LINES[3], "")}) as github:
        propose(github, AFTER)
        github.review()
        assert asked(github) == 0


def test_many_papers_that_others_propose(github: Hub) -> None:
    more = "".join(
        f"* [2310] [{word}: Agents That Learn to Plan](https://arxiv.org/abs/2310.{number:05})\n"
        for number, word in enumerate(("Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf"), 31)
    )
    with hub({README: LIST}, {README: LIST + more}) as github:
        propose(github, LIST + more)
        github.review()
        assert len(warnings(github)) == 5
        assert "\nSo are 2 more.\n" in github.summary.body
