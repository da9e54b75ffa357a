"""Answers of any shape: the bot reads them or says that it cannot, and nothing else happens."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import pytest

from bot.github.api import GitHub
from bot.github.errors import GitHubError, clean
from bot.github.fields import UnreadableError, read, read_hash, read_list, read_number, read_or_none
from bot.github.model import Pull, Review, Summary
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


def ask_pull(github: GitHub, pull: Pull) -> None:
    github.changed_files(github.pull(LIST, 1))


ASKING: dict[str, Callable[[GitHub, Pull], object]] = {
    "pull": ask_pull,
    "paths": lambda github, pull: github.paths(LIST, pull.head),
    "conversation": lambda github, pull: github.conversation(pull),
    "post": lambda github, pull: github.post(pull, Review(summary=Summary("text"))),
    "find_pull": lambda github, pull: github.find_pull(LIST, FORK, 1, "patch-1", pull.head, None),
    "report": lambda github, _: github.report(LIST, 77, "paperlist-bot-report"),
    "find_issue": lambda github, _: github.find_issue(LIST, "marker", "links"),
    "edit_issue": lambda github, _: github.edit_issue(LIST, 2, "Title", "marker"),
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
    with Liar(world) as liar, GitHub(liar.url, "ada-token", QUICK) as github:
        pull = github.pull(LIST, 1)
        liar.last = None
        ASKING[name](github, pull)
        found = list(places(liar.last))
        assert len(found) > 5
        for number, path in enumerate(found):
            liar.path, liar.strange = path, STRANGE[number % len(STRANGE)]
            said = refusal(ASKING[name], github, pull)
            assert said.isprintable()
            assert len(said) < 500


def refusal(ask: Callable[[GitHub, Pull], object], github: GitHub, pull: Pull) -> str:
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
    with Babbler(list_alone()) as babbler, GitHub(babbler.url, "ada-token", QUICK) as github:
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

    with Sender(list_alone()) as sender, GitHub(sender.url, "ada-token", QUICK) as github:
        with pytest.raises(GitHubError):
            github.pull(LIST, 1)
        sender.visits.clear()
        if "evil" not in location:
            with pytest.raises(GitHubError):
                github.content(LIST, "README.md", "main")
            assert [visit.authorized for visit in sender.visits[1:]] in ([], [False])


def test_fields_are_what_they_are_called() -> None:
    value = {
        "a": {"b": "text", "n": 7, "t": True, "none": None, "list": [1, None, 2]},
        "sha": "0" * 40,
        "big": "9" * 19,
    }
    assert (read(value, str, "a", "b"), read(value, int, "a", "n"), read(value, bool, "a", "t")) == ("text", 7, True)
    assert read_or_none(value, str, "a", "none") is None
    assert read_or_none(value, str, "a", "none", "deeper") is None
    assert read_list(value, "a", "list") == (1, 2)
    assert read_hash(value, "sha") == "0" * 40
    assert read_number(value, "big") == int("9" * 19)
    assert read_number(value, "a", "n") == 7


@pytest.mark.parametrize(
    "reading",
    [
        lambda: read({"a": True}, int, "a"),
        lambda: read({"a": 1}, bool, "a"),
        lambda: read({"a": 1}, str, "a"),
        lambda: read({}, str, "a"),
        lambda: read([], str, "a"),
        lambda: read({"a": "x" * (2**20 + 1)}, str, "a"),
        lambda: read_or_none({"a": 1}, str, "a"),
        lambda: read_hash({"a": "0" * 39}, "a"),
        lambda: read_hash({"a": "../" + "0" * 37}, "a"),
        lambda: read_number({"a": "9" * 20}, "a"),
        lambda: read_number({"a": "٣"}, "a"),
        lambda: read_list({"a": {}}, "a"),
        lambda: read_list(None),
    ],
    ids=range(13),
)
def test_fields_that_are_something_else(reading: Callable[[], object]) -> None:
    with pytest.raises(UnreadableError):
        reading()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a\r\nb\t c", "a b c"),
        ("\x1b[31mred\x07", "[31mred"),
        ("a\u202eb\u2028c\0", "a b c"),
        ("x" * 400, "x" * 299 + "…"),
        (None, "None"),
    ],
)
def test_words_of_others_become_one_line(text: object, line: str) -> None:
    assert clean(text) == line
