"""The pull request with the fixes of a sweep."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bot.github import ForbiddenError, UnavailableError, ValidationFailedError
from bot.github.branches import close_pull, open_or_update_pull
from bot.github.model import NewContent
from bot.github.pulls import BranchPull, list_from_branch, read_default_branch
from tests.github.faults import Fault
from tests.github.model import BOT
from tests.github.scenarios import AFTER, BEFORE, LIST, README, list_alone

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.github.client import Client
    from tests.github.conftest import Bench
    from tests.github.model import Commit
    from tests.github.world import World

BRANCH = "paperlist-bot/links"
FILES = (NewContent(README, AFTER), NewContent("docs/new/äöü.md", "neu\n"))


def propose(github: Client, files: tuple[NewContent, ...] = FILES, body: str = "Two.") -> str | None:
    base = read_default_branch(github, LIST).head
    made = open_or_update_pull(github, LIST, BRANCH, files, "Fix links", body, onto=base)
    return made and made.url


def on_branch(world: World) -> dict[str, bytes]:
    return dict(world.commits[world.repositories[LIST].branches[BRANCH]].files)


def test_new_pull_request(bench: Bench) -> None:
    world = list_alone()
    base = world.repositories[LIST].branches["main"]
    _, github = bench.open(world, "fix-token")
    address = propose(github)
    (made,) = world.repositories[LIST].pulls.values()
    assert (address or "").endswith(f"/{LIST}/pull/{made.number}")
    assert (made.issue.title, made.issue.body, made.issue.author, made.base) == ("Fix links", "Two.", BOT, "main")
    assert on_branch(world) == {README: AFTER.encode(), "docs/about.md": b"# About\n", "docs/new/äöü.md": b"neu\n"}
    commit = world.commits[made.head]
    assert commit.parents == (base,)
    assert re.fullmatch(r"Fix links\n\nMade-by: paperlist-bot [0-9a-f]{32}\n", commit.message)


def test_a_file_keeps_its_mode(bench: Bench) -> None:
    world = list_alone()
    world.modes[README] = "100755"
    _, github = bench.open(world, "fix-token")
    assert propose(github) is not None
    assert (on_branch(world)[README], world.modes) == (AFTER.encode(), {README: "100755"})


def test_a_symbolic_link_is_not_replaced(bench: Bench) -> None:
    """GitHub reads the file that it leads to, and what is written would be its target."""
    world = list_alone()
    world.modes[README] = "120000"
    _, github = bench.open(world, "fix-token")
    with pytest.raises(ValidationFailedError, match=f"{README} is a symbolic link, which writing would replace"):
        propose(github)
    assert world.repositories[LIST].branches.keys() == {"main"}


def test_the_commit_that_a_change_was_made_for_and_who_made_it_too(bench: Bench) -> None:
    """What came to the default branch in between is not undone."""
    world = list_alone()
    base = world.repositories[LIST].branches["main"]
    world.push(LIST, "main", {README: BEFORE + "More.\n"})
    _, github = bench.open(world, "fix-token")
    coauthor = "Co-authored-by: ada <1+ada@users.noreply.github.com>"
    found = open_or_update_pull(github, LIST, BRANCH, FILES, "Add", "One.", onto=base, trailers=(coauthor,))
    (made,) = world.repositories[LIST].pulls.values()
    commit = world.commits[made.head]
    assert (found and found.number, commit.parents) == (made.number, (base,))
    assert commit.message.startswith(f"Add\n\n{coauthor}\nMade-by: paperlist-bot ")


def test_branch_is_made_anew_on_the_newest_commit(bench: Bench) -> None:
    world = list_alone()
    _, github = bench.open(world, "fix-token")
    first = propose(github)
    newest = world.push(LIST, "main", {"docs/about.md": "# More\n"})
    assert propose(github, body="Three.") == first
    (made,) = world.repositories[LIST].pulls.values()
    assert world.commits[made.head].parents == (newest,)
    assert made.issue.body == "Three."


def test_same_again_makes_no_commit(bench: Bench) -> None:
    world = list_alone()
    _, github = bench.open(world, "fix-token")
    propose(github)
    before = dict(world.repositories[LIST].branches)
    assert propose(github) is not None
    assert world.repositories[LIST].branches == before


def test_nothing_to_change(bench: Bench) -> None:
    world = list_alone()
    _, github = bench.open(world, "fix-token")
    assert propose(github, (NewContent(README, BEFORE),)) is None
    assert world.repositories[LIST].branches.keys() == {"main"}


def test_commits_of_others_are_left_alone(bench: Bench) -> None:
    world = list_alone()
    _, github = bench.open(world, "fix-token")
    propose(github)
    hers = world.push(LIST, BRANCH, {README: AFTER + "\n"}, message="A word of mine")
    with pytest.raises(ValidationFailedError, match="somebody has added commits"):
        propose(github)
    assert world.repositories[LIST].branches[BRANCH] == hers


def amended(world: World, made: Commit, message: str, **files: str) -> str:
    """The commit of the bot as `git commit --amend` leaves it."""
    return world.push(LIST, BRANCH, {README: AFTER, **files}, onto=made.parents[0], message=message)


def rebased(world: World, made: Commit) -> str:
    """The commit of the bot on top of one of hers, as `git rebase` leaves it."""
    hers = world.push(LIST, BRANCH, {"hers.md": "hers"}, onto="main")
    return world.push(LIST, BRANCH, {README: AFTER}, onto=hers, message=made.message)


OTHERS: dict[str, Callable[[World, Commit], str]] = {
    "amended, with other files": lambda world, made: amended(world, made, made.message, **{"hers.md": "hers"}),
    "amended, with other words": lambda world, made: amended(world, made, f"Why it is so\n\n{made.message}"),
    "squashed, with the line at the end": lambda world, made: amended(
        world, made, f"Mine\n\n{made.message}", **{"hers.md": "hers"}
    ),
    "rebased": rebased,
    "on top, with the message of the bot": lambda world, made: world.push(
        LIST, BRANCH, {"hers.md": "hers"}, message=made.message
    ),
}


@pytest.mark.parametrize("change", OTHERS.values(), ids=OTHERS)
def test_commits_of_others_that_look_like_ours_are_left_alone(
    bench: Bench, change: Callable[[World, Commit], str]
) -> None:
    world = list_alone()
    _, github = bench.open(world, "fix-token")
    propose(github)
    hers = change(world, world.commits[world.repositories[LIST].branches[BRANCH]])
    with pytest.raises(ValidationFailedError, match="somebody has added commits"):
        propose(github, (NewContent(README, "# Other\n"),))
    with pytest.raises(ValidationFailedError, match="somebody has added commits"):
        close_pull(github, LIST, BRANCH, "Closed.")
    assert world.repositories[LIST].branches[BRANCH] == hers


def test_pull_requests_from_other_repositories_are_not_ours(bench: Bench) -> None:
    """Anybody may give a branch our name, also in another repository of the same owner."""
    world = list_alone()
    _, github = bench.open(world, "fix-token")
    theirs = []
    for name in ("octo/list-copy", "ada/list"):
        world.fork(LIST, name)
        world.push(name, BRANCH, {README: "theirs"})
        theirs.append(world.open_pull(LIST, BRANCH, source=name, title="Theirs"))
    assert close_pull(github, LIST, BRANCH, "Closed.") is None
    assert (propose(github) or "").endswith("/pull/3")
    assert [(each.issue.title, each.issue.body, each.issue.state) for each in theirs] == [("Theirs", "", "open")] * 2
    assert propose(github, body="Three.") is not None
    assert [each.issue.body for each in world.repositories[LIST].pulls.values()] == ["", "", "Three."]


def test_a_pull_request_that_somebody_else_opened_from_our_branch_is_left_alone(bench: Bench) -> None:
    world = list_alone()
    _, github = bench.open(world, "fix-token")
    propose(github)
    pulls, before = world.repositories[LIST].pulls, dict(world.repositories[LIST].branches)
    pulls[1].issue.state = "closed"
    hers = world.open_pull(LIST, BRANCH, title="Hers")
    for refused in (lambda: propose(github, FILES[:1]), lambda: close_pull(github, LIST, BRANCH, "Closed.")):
        with pytest.raises(ValidationFailedError, match="somebody else has opened pull request 2 from it"):
            refused()
    assert (hers.issue.title, hers.issue.body, hers.issue.state) == ("Hers", "", "open")
    assert world.repositories[LIST].branches == before
    hers.issue.state = "closed"
    assert (propose(github) or "").endswith("/pull/3")


def test_which_pull_requests_come_from_a_branch(bench: Bench) -> None:
    world = list_alone()
    _, github = bench.open(world, "fix-token")
    propose(github, body="One.")
    world.repositories[LIST].pulls[1].issue.state = "closed"
    world.push(LIST, "other", {README: AFTER})
    world.open_pull(LIST, "other")
    world.open_pull(LIST, BRANCH, base="other")
    propose(github, body="Four.")
    found = {state: list(list_from_branch(github, LIST, BRANCH, state)) for state in ("OPEN", "CLOSED")}
    assert found == {
        "OPEN": [BranchPull(4, "Four.", "main", is_ours=True), BranchPull(3, "", "other", is_ours=False)],
        "CLOSED": [BranchPull(1, "One.", "main", is_ours=True)],
    }


def test_default_branch_is_never_moved(bench: Bench) -> None:
    world = list_alone()
    _, github = bench.open(world, "fix-token")
    before = dict(world.repositories[LIST].branches)
    with pytest.raises(ValidationFailedError):
        open_or_update_pull(github, LIST, "main", FILES, "Fix", "", onto=before["main"])
    assert world.repositories[LIST].branches == before


def test_closed_pull_request_is_followed_by_a_new_one(bench: Bench) -> None:
    world = list_alone()
    _, github = bench.open(world, "fix-token")
    propose(github)
    world.repositories[LIST].pulls[1].issue.state = "closed"
    assert (propose(github) or "").endswith("/pull/2")


def test_repository_that_lets_no_workflow_open_pull_requests(bench: Bench) -> None:
    world = list_alone()
    world.may_create_pulls = False
    fake, github = bench.open(world, "fix-token")
    with pytest.raises(ForbiddenError, match="not permitted to create") as caught:
        propose(github)
    assert "permissions" in caught.value.hint
    with pytest.raises(ForbiddenError, match="not accessible"):
        propose(bench.ask(fake, "review-token"))


@pytest.mark.parametrize("part", ["/git/trees", "/git/commits", "updateRefs", "/pulls"])
@pytest.mark.parametrize("fault", [Fault.ERROR_AFTER, Fault.HANG_UP_AFTER])
def test_lost_answers(plain: Bench, part: str, fault: Fault) -> None:
    world = list_alone()
    fake, github = plain.open(world, "fix-token")
    fake.fail("POST", part, fault)
    assert (propose(github) or "").endswith("/pull/1")
    assert len(world.repositories[LIST].pulls) == 1
    assert on_branch(world)[README] == AFTER.encode()


def test_a_pull_request_that_failed_is_not_sent_again(plain: Bench) -> None:
    world = list_alone()
    fake, github = plain.open(world, "fix-token")
    fake.fail("POST", "/pulls", Fault.ERROR)
    with pytest.raises(UnavailableError):
        propose(github)
    assert sum(visit.verb == "POST" and visit.path.endswith("/pulls") for visit in fake.visits) == 1
