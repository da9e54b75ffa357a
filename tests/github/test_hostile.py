"""Answers of any shape: the bot reads them or says that it cannot, and nothing else happens."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import pytest

from bot.github import GitHubError, InvalidResponseError, quote
from bot.github.client import Answer, Client
from bot.github.events import RunEvent, read_artifact
from bot.github.issues import change_issue, find_issues
from bot.github.model import Change, Pull, Review, Summary
from bot.github.pulls import Trees, find_pull, list_changed_files, read_file, read_pull
from bot.github.reviews import post_review, read_conversation
from tests.github.answers import Reply
from tests.github.conftest import QUICK
from tests.github.model import BOT
from tests.github.scenarios import FORK, LIST, fork, list_alone, only_pull
from tests.github.server import FakeGitHub

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

STRANGE: tuple[object, ...] = (
    None,
    True,
    -1,
    10**40,
    1.5,
    "",
    "x" * 2_000_000,
    "\x1b[31m::error::\u202e",
    [],
    [None],
    [[]],
    {},
    {"a": {}},
)


def ask_pull(github: Client, pull: Pull) -> None:
    list_changed_files(github, read_pull(github, LIST, 1))


ASKING: dict[str, Callable[[Client, Pull], object]] = {
    "pull": ask_pull,
    "paths": lambda github, pull: Trees(github, pull).paths(pull.head),
    "conversation": lambda github, pull: read_conversation(github, pull),
    "post": lambda github, pull: post_review(github, pull, Review(summary=Summary("text"))),
    "find_pull": lambda github, pull: find_pull(
        github, RunEvent(LIST, 1, "pull_request", True, FORK, 1, "patch-1", pull.head, None)
    ),
    "report": lambda github, _: read_artifact(github, LIST, 77, "paperlist-bot-report"),
    "find_issues": lambda github, _: find_issues(github, LIST, "marker", "links"),
    "change_issue": lambda github, _: change_issue(github, LIST, Change(2, "Title", "marker")),
}


class Liar(FakeGitHub):
    """Answers with something strange in the place of one value."""

    path: tuple[str | int, ...] | None = None
    strange: object = None
    last: object = None
    wanted: str = ""

    def handle(self, verb: str, target: str, headers: dict[str, str], data: bytes) -> Reply | None:
        reply = super().handle(verb, target, headers, data)
        if reply is None or isinstance(reply.value, bytes) or reply.value is None:
            return reply
        self.last = reply.value
        if self.path is None:
            return reply
        return Reply(reply.status, put(reply.value, self.path, self.strange), reply.headers)


def put(value: object, path: tuple[str | int, ...], new: object) -> object:
    """A copy with another value at the end of the path, as far as there is such a path."""
    if not path:
        return new
    changed = copy.copy(value)
    try:
        changed[path[0]] = put(changed[path[0]], path[1:], new)  # type: ignore[index]
    except (KeyError, IndexError, TypeError):
        return value
    return changed


def places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of all values; of a list the first one alone."""
    yield path
    if isinstance(value, dict):
        for name, each in value.items():
            if not str(name).endswith("_url"):
                yield from places(each, (*path, name))
    elif isinstance(value, list) and value:
        yield from places(value[0], (*path, 0))


@pytest.mark.parametrize("name", ASKING)
def test_any_value_may_be_strange(name: str) -> None:
    world = fork()
    world.open_issue(LIST, BOT, "Links", "marker", ["links"])
    world.comment(only_pull(world).issue, BOT, "text")
    with Liar(world) as liar, Client(liar.url, "ada-token", QUICK) as github:
        pull = read_pull(github, LIST, 1)
        liar.last = None
        ASKING[name](github, pull)
        found = list(places(liar.last))
        assert len(found) > 5
        for number, path in enumerate(found):
            liar.path, liar.strange = path, STRANGE[number % len(STRANGE)]
            message = error_message(ASKING[name], github, pull)
            assert message.isprintable()
            assert len(message) < 500


def error_message(ask: Callable[[Client, Pull], object], github: Client, pull: Pull) -> str:
    """What a person would read; nothing where the answer was good enough."""
    try:
        ask(github, pull)
    except GitHubError as error:
        return error.message
    return ""


STATUSES = (201, 204, 301, 302, 304, 400, 401, 403, 404, 406, 409, 418, 422, 429, 500, 503)
ANSWERS = {
    "no JSON": b"<html>",
    "half of it": b'{"number": 1, "head":',
    "nothing": b"",
    "no UTF-8": b'{"a": "\xff\xfe"}',
    "text": b'"text"',
    "list": b"[1]",
    "number": b"7",
    "null": b"null",
    "deep": b"[" * 100_000,
    "not a number": b'{"number": NaN}',
}


@pytest.mark.parametrize(
    ("status", "body"),
    [*((200, body) for body in ANSWERS.values()), *((status, b'{"a":') for status in STATUSES)],
    ids=[*ANSWERS, *map(str, STATUSES)],
)
def test_any_answer_may_be_no_answer(status: int, body: bytes) -> None:
    class Babbler(FakeGitHub):
        def handle(self, verb: str, target: str, headers: dict[str, str], data: bytes) -> Reply | None:
            return Reply(status, body)

    pull = Pull(LIST, 1, "0" * 40, "0" * 40, "0" * 40, LIST)
    with Babbler(list_alone()) as babbler, Client(babbler.url, "ada-token", QUICK) as github:
        for ask in ASKING.values():
            with pytest.raises(GitHubError):
                ask(github, pull)


@pytest.mark.parametrize(
    "location",
    ["https://evil.example/x", "//evil.example/x", "http://127.0.0.1:1/", "/elsewhere", "", "file:///etc/passwd"],
)
@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_redirects_take_no_token_along(location: str, status: int) -> None:
    class Sender(FakeGitHub):
        def handle(self, verb: str, target: str, headers: dict[str, str], data: bytes) -> Reply | None:
            super().handle(verb, target, headers, data)
            return Reply(status, None, {"Location": location})

    with Sender(list_alone()) as sender, Client(sender.url, "ada-token", QUICK) as github:
        with pytest.raises(GitHubError):
            read_pull(github, LIST, 1)
        sender.visits.clear()
        if "evil" not in location:
            with pytest.raises(GitHubError):
                read_file(github, LIST, "README.md", "main")
            assert [visit.authorized for visit in sender.visits[1:]] in ([], [False])


def test_values_of_the_type_that_is_asked_for() -> None:
    answer = Answer(
        "this",
        {"a": {"b": "text", "n": 7, "t": True, "none": None, "list": [1, None, 2]}, "sha": "0" * 40, "big": "9" * 19},
    )
    assert (answer.read(str, "a", "b"), answer.read(int, "a", "n"), answer.read(bool, "a", "t")) == ("text", 7, True)
    assert answer.read_or_none(str, "a", "none") is None
    assert answer.read_or_none(str, "a", "none", "deeper") is None
    assert tuple(each.value for each in answer.items("a", "list")) == (1, 2)
    assert answer.hash("sha") == "0" * 40
    assert answer.number("big") == int("9" * 19)
    assert answer.number("a", "n") == 7


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ({"a": True}, lambda answer: answer.read(int, "a")),
        ({"a": 1}, lambda answer: answer.read(bool, "a")),
        ({"a": 1}, lambda answer: answer.read(str, "a")),
        ({}, lambda answer: answer.read(str, "a")),
        ([], lambda answer: answer.read(str, "a")),
        ({"a": "x" * (2**20 + 1)}, lambda answer: answer.read(str, "a")),
        ({"a": 1}, lambda answer: answer.read_or_none(str, "a")),
        ({"a": "0" * 39}, lambda answer: answer.hash("a")),
        ({"a": "../" + "0" * 37}, lambda answer: answer.hash("a")),
        ({"a": "9" * 20}, lambda answer: answer.number("a")),
        ({"a": "٣"}, lambda answer: answer.number("a")),
        ({"a": {}}, lambda answer: answer.items("a")),
        (None, lambda answer: answer.items()),
    ],
    ids=range(13),
)
def test_values_of_another_type(value: object, read: Callable[[Answer], object]) -> None:
    with pytest.raises(InvalidResponseError, match=r"^this: unexpected answer from GitHub"):
        read(Answer("this", value))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a\r\nb\t c", "a b c"),
        ("\x1b[31mred\x07", "[31mred"),
        ("a\u202eb\u2028c\0", "ab c"),
        ("x" * 400, "x" * 299 + "…"),
    ],
)
def test_text_of_others_becomes_one_line(text: str, line: str) -> None:
    assert quote(text) == line
