"""What is asked of GitHub, and what is concluded from its answers."""

from __future__ import annotations

import json

import pytest

from bot.facts.github_repositories import CONTROL, GITHUB_INTERVAL, RepositoryLookup, query
from bot.facts.model import Absent, Repository, RepositoryFact, Unknown
from bot.papers.identifiers import Identifier, Scheme
from tests.facts.helpers import GRAPHQL, client
from tests.services.registries import FakeGitHub
from tests.services.transport import Say, session_with


def name(value: str) -> Identifier:
    return Identifier(Scheme.GITHUB, value)


def ask(github: FakeGitHub, values: list[str], budget: float = 600.0) -> dict[Identifier, RepositoryFact]:
    facts: dict[Identifier, RepositoryFact] = {}
    asking = client(session_with({GRAPHQL: github}), GITHUB_INTERVAL, budget)
    RepositoryLookup(GRAPHQL, "secret", asking, facts).run(map(name, values))
    assert facts.keys() == set(map(name, values))
    return facts


def test_repositories_are_distinguished() -> None:
    known = {"a/alive": ("A/Alive", False), "a/old": ("a/old", True), "a/was": ("b/is", False)}
    github = FakeGitHub(known)
    facts = ask(github, ["a/alive", "a/old", "a/was", "a/gone"])
    found = {each.value: fact for each, fact in facts.items()}
    alive, old, moved = found["a/alive"], found["a/old"], found["a/was"]
    assert isinstance(alive, Repository)
    assert isinstance(old, Repository)
    assert isinstance(moved, Repository)
    assert (alive.name, alive.archived, alive.moved_to) == ("A/Alive", False, None)
    assert (old.archived, moved.moved_to) == (True, "b/is")
    gone = found["a/gone"]
    assert isinstance(gone, Absent)
    assert len(gone.evidence) == 2
    assert github.requests == [("a/alive", "a/old", "a/was", "a/gone"), ("a/gone", "a/alive")]
    assert github.headers[0]["Authorization"] == "bearer secret"


def test_a_lone_repository_is_gone_when_one_that_exists_is_not() -> None:
    github = FakeGitHub({CONTROL.value: ("octocat/Hello-World", False)})
    facts = ask(github, ["a/gone"])
    assert isinstance(facts[name("a/gone")], Absent)
    assert github.requests == [("a/gone",), ("a/gone", CONTROL.value)]


def test_where_nothing_exists_nothing_is_gone() -> None:
    """A mirror, or a token that sees nothing, knows no repository at all."""
    github = FakeGitHub({})
    facts = ask(github, ["a/b", "a/c", CONTROL.value])
    assert {type(fact) for fact in facts.values()} == {Unknown}
    fact = facts[name("a/b")]
    assert isinstance(fact, Unknown)
    assert fact.reason == f"GitHub does not find {CONTROL.value} either, although it exists"
    assert len(fact.evidence) == 2
    assert github.requests == [("a/b", "a/c", CONTROL.value)] * 2


def test_hundred_are_asked_about_again_with_a_control_each() -> None:
    values = [f"owner/repository-{index}" for index in range(150)]
    github = FakeGitHub({"a/alive": ("a/alive", False)})
    facts = ask(github, [*values, "a/alive"])
    assert sum(isinstance(fact, Absent) for fact in facts.values()) == 150
    assert [len(each) for each in github.requests] == [100, 51, 100, 52]
    assert [each[-1] for each in github.requests[2:]] == ["a/alive"] * 2


def test_hundred_at_a_time() -> None:
    values = [f"owner/repository-{index}" for index in range(250)]
    github = FakeGitHub({value: (value, False) for value in values})
    facts = ask(github, values)
    assert [len(each) for each in github.requests] == [100, 100, 50]
    assert all(isinstance(fact, Repository) for fact in facts.values())


def test_names_cannot_leave_their_quotes() -> None:
    github = FakeGitHub({})
    facts = ask(github, ['a/b"){x}', "a/b\n", "ä/b", "a", "a/b/c"])
    assert github.requests == []
    assert {type(fact) for fact in facts.values()} == {Unknown}
    assert query([name('a/"b')]).splitlines()[1] == (
        '  r0: repository(owner: "a", name: "\\"b") { nameWithOwner isArchived }'
    )


SPENT = json.dumps({"errors": [{"type": "RATE_LIMIT", "code": "graphql_rate_limit", "message": "spent"}]}).encode()
LIMITED = json.dumps({"errors": [{"type": "RATE_LIMITED", "message": "slow down"}]}).encode()
FORBIDDEN = json.dumps({"data": {"r0": None}, "errors": [{"type": "FORBIDDEN", "path": ["r0"]}]}).encode()


@pytest.mark.parametrize(
    ("faults", "requests", "reason"),
    [
        ([Say(401)], 1, "GitHub answered 401"),
        ([Say(200, LIMITED)], 1, "the rate limit of this token is exhausted"),
        ([Say(200, SPENT)], 1, "the rate limit of this token is exhausted"),
        ([Say(200, FORBIDDEN)], 1, "GitHub gave no clear answer"),
        ([Say(403)] * 3, 3, "GitHub answered 403"),
        ([Say(502)] * 3, 3, "GitHub answered 502"),
        ([Say(None)] * 3, 3, "GitHub: could not connect"),
        ([Say(200, b"<html>")] * 3, 3, "GitHub's answer cannot be read"),
        ([Say(200, b"[]")] * 3, 3, "GitHub's answer cannot be read"),
        ([Say(200, b'{"errors": [null]}')] * 3, 3, "GitHub's answer cannot be read"),
        ([Say(200, b'{"data": {"r0": {"nameWithOwner": 1}}}')], 1, "GitHub gave no clear answer"),
    ],
)
def test_trouble_makes_repositories_unknown(faults: list[Say], requests: int, reason: str) -> None:
    github = FakeGitHub({}, list(faults))
    fact = ask(github, ["a/b"])[name("a/b")]
    assert isinstance(fact, Unknown)
    assert fact.reason == reason
    assert [each.status for each in fact.evidence] == [faults[0].status]
    assert len(github.requests) == requests


@pytest.mark.parametrize("status", [500, 502, 504])
def test_trouble_passes(status: int) -> None:
    faults = [Say(status), Say(429, b"", {"Retry-After": "9"})]
    github = FakeGitHub({"a/b": ("a/b", False), "a/c": ("a/c", False)}, faults)
    facts = ask(github, ["a/b", "a/c"])
    assert all(isinstance(fact, Repository) for fact in facts.values())
    assert github.requests == [("a/b", "a/c"), ("a/b",), ("a/b",), ("a/c",)]


def test_repository_that_is_gone_once_is_unknown() -> None:
    missing = Say(200, b'{"data": {"r0": null}, "errors": [{"type": "NOT_FOUND", "path": ["r0"]}]}')
    facts = ask(FakeGitHub({}, [missing, *[Say(500)] * 3]), ["a/b"])
    assert isinstance(facts[name("a/b")], Unknown)


def test_budget_is_kept() -> None:
    github = FakeGitHub({}, [Say(403, b"", {"Retry-After": "3600"})])
    fact = ask(github, ["a/b"])[name("a/b")]
    assert isinstance(fact, Unknown)
    assert len(github.requests) == 1
