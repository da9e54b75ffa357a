"""The one issue of a sweep: found by author and marker, written once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.github import ForbiddenError, UnavailableError, ValidationFailedError
from bot.github.issues import change_issue, create_issue, find_issues
from bot.github.model import Change, Issue
from tests.github.faults import Fault
from tests.github.model import BOT
from tests.github.scenarios import LIST, list_alone

if TYPE_CHECKING:
    from tests.github.conftest import Bench
    from tests.github.world import World

MARKER = "<!-- paperlist-bot:v1 sweep -->"
LABEL = "links"
POST = f"POST /repos/{LIST}/issues"


def all_numbers(world: World) -> list[int]:
    return list(world.repositories[LIST].issues)


def test_life_of_an_issue(bench: Bench) -> None:
    world = list_alone()
    _, github = bench.open(world, "sweep-token")
    assert find_issues(github, LIST, MARKER, LABEL) == ()
    made = create_issue(github, LIST, "Dead links", f"{MARKER}\nTwo.", LABEL)
    assert made == Issue(1, made.url, "Dead links", f"{MARKER}\nTwo.", is_open=True)
    assert find_issues(github, LIST, MARKER, LABEL) == (made,)
    edited = change_issue(github, LIST, Change(1, "Dead link", f"{MARKER}\nOne."))
    assert (edited.title, edited.body) == ("Dead link", f"{MARKER}\nOne.")
    assert not change_issue(github, LIST, Change(1, is_open=False)).is_open
    (found,) = find_issues(github, LIST, MARKER, LABEL)
    assert not found.is_open
    assert change_issue(github, LIST, Change(1, is_open=True)).is_open
    assert world.repositories[LIST].issues[1].labels == [LABEL]


FOUND = {
    "a person's with the marker": ([("ada", MARKER, [LABEL], "open")], []),
    "ours without the marker": ([(BOT, "text", [LABEL], "open")], []),
    "ours with the marker in the text": ([(BOT, f"Somebody wrote: {MARKER}", [LABEL], "open")], []),
    "the same without the label": ([(BOT, f"> {MARKER}", [], "open")], []),
    "the label was taken off": ([(BOT, MARKER, [], "open")], [1]),
    "open and closed": ([(BOT, MARKER, [LABEL], "open"), (BOT, MARKER, [LABEL], "closed")], [2, 1]),
    "the latest first": ([(BOT, MARKER, [LABEL], "closed"), (BOT, MARKER, [LABEL], "closed")], [2, 1]),
    "with the label before without": ([(BOT, MARKER, [LABEL], "closed"), (BOT, MARKER, [], "open")], [1]),
}


@pytest.mark.parametrize(("issues", "numbers"), FOUND.values(), ids=FOUND)
def test_which_issues_are_found(
    bench: Bench, issues: list[tuple[str, str, list[str], str]], numbers: list[int]
) -> None:
    world = list_alone()
    for author, body, labels, state in issues:
        world.open_issue(LIST, author, "Links", body, labels).state = state
    _, github = bench.open(world, "sweep-token")
    assert [each.number for each in find_issues(github, LIST, MARKER, LABEL)] == numbers


def test_issue_among_many(bench: Bench) -> None:
    world = list_alone()
    world.open_issue(LIST, BOT, "Links", MARKER, [])
    for index in range(120):
        world.open_issue(LIST, "ada", f"Question {index}", "How?", [])
    fake, github = bench.open(world, "sweep-token")
    (found,) = find_issues(github, LIST, MARKER, LABEL)
    assert (found.number, len(fake.visits)) == (1, 4)


@pytest.mark.parametrize("fault", [Fault.ERROR_AFTER, Fault.HANG_UP_AFTER, Fault.GARBAGE])
def test_issue_whose_answer_was_lost_is_found(plain: Bench, fault: Fault) -> None:
    world = list_alone()
    fake, github = plain.open(world, "sweep-token")
    fake.fail("POST", "/issues", fault)
    assert create_issue(github, LIST, "Links", f"One.\r\n\r\n{MARKER} ", LABEL).number == 1
    assert (fake.count()[POST], all_numbers(world)) == (1, [1])


def test_issue_that_was_not_made_is_not_sent_again(plain: Bench) -> None:
    world = list_alone()
    fake, github = plain.open(world, "sweep-token")
    fake.fail("POST", "/issues", Fault.ERROR)
    with pytest.raises(UnavailableError):
        create_issue(github, LIST, "Links", MARKER, LABEL)
    assert (fake.count()[POST], all_numbers(world)) == (1, [])


@pytest.mark.parametrize("fault", [Fault.ERROR_AFTER, Fault.ERROR])
def test_edits_are_sent_again(bench: Bench, fault: Fault) -> None:
    """Written twice it is the same."""
    world = list_alone()
    world.open_issue(LIST, BOT, "Links", MARKER, [])
    fake, github = bench.open(world, "sweep-token")
    fake.fail("PATCH", "/issues/1", fault, times=2)
    assert change_issue(github, LIST, Change(1, "New", MARKER)).title == "New"
    assert fake.count()[f"PATCH /repos/{LIST}/issues/1"] == 3


def test_error_answers(bench: Bench) -> None:
    fake, github = bench.open(list_alone(), "sweep-token")
    with pytest.raises(ValidationFailedError, match="too long"):
        create_issue(github, LIST, "x" * 65_537, MARKER, LABEL)
    assert create_issue(github, LIST, "Links", f"{MARKER}\n" + "x" * 65_537, LABEL).body.startswith(f"{MARKER}\n")
    with pytest.raises(ForbiddenError):
        create_issue(bench.ask(fake, "fork-token"), LIST, "Links", MARKER, LABEL)
