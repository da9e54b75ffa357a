from __future__ import annotations

import copy
import dataclasses
import json
from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import BotError
from bot.github.events import CommentEvent, IssueEvent, PullEvent, RunEvent, read_event
from bot.github.model import is_repository

if TYPE_CHECKING:
    from collections.abc import Callable

COMMIT = "0a" * 20
PULL: dict[str, object] = {
    "action": "synchronize",
    "number": 7,
    "pull_request": {"number": 7, "title": "@everyone \u202e", "head": {"sha": COMMIT}},
    "repository": {"id": 1, "full_name": "octo/list"},
}
RUN: dict[str, object] = {
    "action": "completed",
    "repository": {"id": 1, "full_name": "octo/list"},
    "workflow_run": {
        "id": 5,
        "event": "pull_request",
        "path": ".github/workflows/paperlist-bot.yml",
        "head_branch": "patch-1",
        "head_sha": COMMIT,
        "head_repository": {"id": 2, "full_name": "someone/list"},
        "repository": {"id": 1, "full_name": "octo/list"},
        "pull_requests": [],
    },
}
READ_RUN = RunEvent("octo/list", 5, "pull_request", True, "someone/list", 2, "patch-1", COMMIT, None)


def changed(event: dict[str, object], path: str, value: object) -> str:
    """The event with one thing in it replaced, or taken out where `value` is ..."""
    event = copy.deepcopy(event)
    *folders, key = path.split(".")
    spot = event
    for folder in folders:
        spot = cast("dict[str, object]", spot[folder])
    if value is ...:
        del spot[key]
    else:
        spot[key] = value
    return json.dumps(event)


def test_a_pull_request() -> None:
    assert read_event(json.dumps(PULL).encode()) == PullEvent("octo/list", 7)


COMMENT: dict[str, object] = {
    "action": "created",
    "issue": {"number": 7, "user": {"login": "ada"}, "pull_request": {"url": "https://api.github.com/x"}},
    "comment": {"id": 3, "body": "/rebase\n$(touch pwned)", "user": {"login": "octo", "type": "User"}},
    "repository": {"id": 1, "full_name": "octo/list"},
}
READ_COMMENT = CommentEvent(
    "octo/list", 7, True, "created", "ada", "octo", is_bot=False, body="/rebase\n$(touch pwned)"
)


ISSUE: dict[str, object] = {
    "action": "labeled",
    "issue": {"number": 7, "title": "`touch pwned`", "body": "$(touch pwned)", "user": {"login": "ada"}},
    "label": {"name": "approved"},
    "sender": {"login": "octo", "type": "User"},
    "repository": {"id": 1, "full_name": "octo/list"},
}
READ_ISSUE = IssueEvent("octo/list", 7, "labeled", "octo", is_bot=False, body="$(touch pwned)", label="approved")


@pytest.mark.parametrize(
    ("event", "path", "value", "expected"),
    [
        pytest.param(COMMENT, "action", "edited", {"action": "edited"}, id="edited"),
        pytest.param(COMMENT, "issue.pull_request", ..., {"is_pull": False}, id="issue"),
        pytest.param(COMMENT, "issue.user", None, {"author": ""}, id="author deleted"),
        pytest.param(COMMENT, "comment.user", None, {"commenter": ""}, id="commenter deleted"),
        pytest.param(COMMENT, "comment.user.type", "Bot", {"is_bot": True}, id="bot"),
        pytest.param(COMMENT, "comment.body", None, {"body": ""}, id="no text"),
        pytest.param(ISSUE, "action", "opened", {"action": "opened"}, id="opened"),
        pytest.param(ISSUE, "label", ..., {"label": ""}, id="no label"),
        pytest.param(ISSUE, "sender.login", None, {"sender": ""}, id="sender deleted"),
        pytest.param(ISSUE, "sender.type", "Bot", {"is_bot": True}, id="sent by a bot"),
        pytest.param(ISSUE, "issue.body", None, {"body": ""}, id="no text of the issue"),
    ],
)
def test_comments_and_issues(event: dict[str, object], path: str, value: object, expected: dict[str, object]) -> None:
    read = READ_COMMENT if event is COMMENT else READ_ISSUE
    assert read_event(json.dumps(event)) == read
    assert read_event(changed(event, path, value)) == dataclasses.replace(read, **expected)  # type: ignore[arg-type]


def test_a_run_that_has_ended() -> None:
    assert read_event(json.dumps(RUN)) == READ_RUN


@pytest.mark.parametrize("value", [{}, [], None, 1, "x", {"pull_request": 7}, {"issue": {"pull_request": {}}}], ids=str)
def test_other_events(value: object) -> None:
    assert read_event(json.dumps(value)) is None


@pytest.mark.parametrize(
    ("pulls", "number"),
    [([{"number": 7}], 7), ([{"number": 7}, {"number": 8}], None), (None, None), ([7], None), ({}, None)],
    ids=str,
)
def test_the_number_of_a_run(pulls: object, number: int | None) -> None:
    event = read_event(changed(RUN, "workflow_run.pull_requests", pulls))
    assert isinstance(event, RunEvent)
    assert event.number == number


def test_a_run_of_another_repository() -> None:
    event = read_event(changed(RUN, "workflow_run.repository", {"id": 9, "full_name": "octo/list"}))
    assert isinstance(event, RunEvent)
    assert not event.is_own


NUMBERS: tuple[object, ...] = (None, "7", 7.0, True, 0, -1, 2**63, [], ...)
NAMES: tuple[object, ...] = (
    None,
    "list",
    "octo/list/x",
    "octo/../x",
    "../list",
    "octo/..",
    "octo/li st",
    "octo/list\n",
    "o/" + "l" * 200,
    ...,
)
HASHES: tuple[object, ...] = (None, "main", COMMIT[:-1], COMMIT + "a", COMMIT.upper(), COMMIT + "\n", 7, ...)


@pytest.mark.parametrize(
    ("event", "path", "values"),
    [
        (PULL, "pull_request.number", NUMBERS),
        (PULL, "repository.full_name", NAMES),
        (PULL, "repository", (None, "octo/list", [], ...)),
        (RUN, "workflow_run.id", NUMBERS),
        (RUN, "workflow_run.head_sha", HASHES),
        (RUN, "workflow_run.head_branch", (None, "", "b" * 1_001, 7, ...)),
        (RUN, "workflow_run.head_repository.full_name", NAMES),
        (RUN, "workflow_run.head_repository.id", NUMBERS),
        (RUN, "workflow_run.head_repository", (None, [], ...)),
        (RUN, "workflow_run.repository.id", NUMBERS),
        (RUN, "workflow_run.pull_requests", ([{"number": "7"}], [{}])),
        (RUN, "repository.id", NUMBERS),
        (RUN, "repository.full_name", NAMES),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_has_another_form_is_refused(event: dict[str, object], path: str, values: tuple[object, ...]) -> None:
    for value in values:
        with pytest.raises(BotError, match=r"^the event: unexpected answer from GitHub"):
            read_event(changed(event, path, value))


@pytest.mark.parametrize(
    "data", [b"", b"{", b"\xff\xfe\x00", b"[" * 100_000, "1" * 10_000], ids=lambda data: str(data[:5])
)
def test_what_is_not_json_is_refused(data: bytes | str) -> None:
    with pytest.raises(BotError, match="the event is not JSON"):
        read_event(data)


JSON: Callable[[], st.SearchStrategy[object]] = lambda: st.recursive(  # noqa: E731
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from([PULL, RUN]), st.data(), JSON())
def test_no_event_breaks_the_reader(event: dict[str, object], data: st.DataObject, value: object) -> None:
    """Whatever stands in an event, an event comes out or a BotError."""
    paths = [f"{key}.{inner}" for key, part in event.items() if isinstance(part, dict) for inner in part]
    path = data.draw(st.sampled_from([*event, *paths]))
    try:
        found = read_event(changed(event, path, value))
    except BotError:
        return
    assert found is None or is_repository(found.repository)
