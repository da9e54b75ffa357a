"""The one issue of a sweep: found by author and marker, written once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.github.errors import Refused, Rejected, Unavailable
from bot.github.model import Issue
from tests.github.faults import Fault
from tests.github.model import BOT
from tests.github.scenarios import LIST, list_alone

if TYPE_CHECKING:
    from tests.github.conftest import Bench
    from tests.github.world import World

MARKER = "<!-- paperlist-bot:v1 sweep -->"
LABEL = "links"
POST = f"POST /repos/{LIST}/issues"


def numbers(world: World) -> list[int]:
    return list(world.repositories[LIST].issues)


def test_life_of_an_issue(bench: Bench) -> None:
    world = list_alone()
    _, github = bench.open(world, "sweep-token")
    assert github.find_issue(LIST, MARKER, LABEL) is None
    made = github.create_issue(LIST, "Dead links", f"Two.\n{MARKER}", LABEL)
    assert made == Issue(1, made.url, "Dead links", f"Two.\n{MARKER}", is_open=True)
    assert github.find_issue(LIST, MARKER, LABEL) == made
    edited = github.edit_issue(LIST, 1, "Dead link", f"One.\n{MARKER}")
    assert (edited.title, edited.body) == ("Dead link", f"One.\n{MARKER}")
    assert not github.close_issue(LIST, 1).is_open
    found = github.find_issue(LIST, MARKER, LABEL)
    assert found is not None
    assert not found.is_open
    assert github.reopen_issue(LIST, 1).is_open
    assert world.repositories[LIST].issues[1].labels == [LABEL]


FOUND = {
    "a person's with the marker": ([("ada", MARKER, [LABEL], "open")], None),
    "ours without the marker": ([(BOT, "text", [LABEL], "open")], None),
    "the label was taken off": ([(BOT, MARKER, [], "open")], 1),
    "open before closed": ([(BOT, MARKER, [LABEL], "open"), (BOT, MARKER, [LABEL], "closed")], 1),
    "the latest": ([(BOT, MARKER, [LABEL], "closed"), (BOT, MARKER, [LABEL], "closed")], 2),
    "with the label before without": ([(BOT, MARKER, [LABEL], "closed"), (BOT, MARKER, [], "open")], 1),
}


@pytest.mark.parametrize(("issues", "number"), FOUND.values(), ids=FOUND)
def test_which_issue_is_found(bench: Bench, issues: list[tuple[str, str, list[str], str]], number: int | None) -> None:
    world = list_alone()
    for author, body, labels, state in issues:
        world.open_issue(LIST, author, "Links", body, labels).state = state
    _, github = bench.open(world, "sweep-token")
    found = github.find_issue(LIST, MARKER, LABEL)
    assert (found.number if found else None) == number


def test_issue_among_many(bench: Bench) -> None:
    world = list_alone()
    world.open_issue(LIST, BOT, "Links", MARKER, [])
    for index in range(120):
        world.open_issue(LIST, "ada", f"Question {index}", "How?", [])
    fake, github = bench.open(world, "sweep-token")
    found = github.find_issue(LIST, MARKER, LABEL)
    assert found is not None
    assert (found.number, len(fake.visits)) == (1, 4)


@pytest.mark.parametrize("fault", [Fault.ERROR_AFTER, Fault.HANG_UP_AFTER, Fault.GARBAGE])
def test_issue_whose_answer_was_lost_is_found(plain: Bench, fault: Fault) -> None:
    world = list_alone()
    fake, github = plain.open(world, "sweep-token")
    fake.fail("POST", "/issues", fault)
    assert github.create_issue(LIST, "Links", f"One.\r\n\r\n{MARKER} ", LABEL).number == 1
    assert (fake.count()[POST], numbers(world)) == (1, [1])


def test_issue_that_was_not_made_is_not_sent_again(plain: Bench) -> None:
    world = list_alone()
    fake, github = plain.open(world, "sweep-token")
    fake.fail("POST", "/issues", Fault.ERROR)
    with pytest.raises(Unavailable):
        github.create_issue(LIST, "Links", MARKER, LABEL)
    assert (fake.count()[POST], numbers(world)) == (1, [])


@pytest.mark.parametrize("fault", [Fault.ERROR_AFTER, Fault.ERROR])
def test_edits_are_sent_again(bench: Bench, fault: Fault) -> None:
    """Written twice it is the same."""
    world = list_alone()
    world.open_issue(LIST, BOT, "Links", MARKER, [])
    fake, github = bench.open(world, "sweep-token")
    fake.fail("PATCH", "/issues/1", fault, times=2)
    assert github.edit_issue(LIST, 1, "New", MARKER).title == "New"
    assert fake.count()[f"PATCH /repos/{LIST}/issues/1"] == 3


def test_refusals(bench: Bench) -> None:
    fake, github = bench.open(list_alone(), "sweep-token")
    with pytest.raises(Rejected, match="too long"):
        github.create_issue(LIST, "Links", "x" * 65_537, LABEL)
    with pytest.raises(Refused):
        bench.ask(fake, "fork-token").create_issue(LIST, "Links", MARKER, LABEL)
