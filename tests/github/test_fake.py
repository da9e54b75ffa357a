"""Our GitHub itself: its diffs, its threads and permissions, and how other processes use it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import requests
from hypothesis import given
from hypothesis import strategies as st

from tests.github import FakeGitHub, Fault, apply_suggestions, diffs
from tests.github.model import BOT, Comment, Thread
from tests.github.rest import ROUTES
from tests.github.scenarios import AFTER, BEFORE, LIST, NEW, README, SCENARIOS, only_pull, pull
from tests.github.suggestions import suggestion_in

OLD = "".join(f"line {number}\n" for number in range(1, 21))

PATCHES = {
    "new file": ("", "a\nb\n", "@@ -0,0 +1,2 @@\n+a\n+b"),
    "file that goes": ("a\n", "", "@@ -1 +0,0 @@\n-a"),
    "no end of line": ("a", "b\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b"),
    "one line": (
        OLD,
        OLD.replace("line 10\n", "line ten\n"),
        "@@ -7,7 +7,7 @@ line 6\n line 7\n line 8\n line 9\n-line 10\n+line ten\n line 11\n line 12\n line 13",
    ),
    "heading that is a line of the list": (
        f"Agents\n\n* a\n* b\n* c\n* d\n{OLD}".replace("line", "* line"),
        f"Agents\n\n* a\n* b\n* c\n* d\n{OLD}".replace("line", "* line").replace("* line 3\n", ""),
        "@@ -6,7 +6,6 @@ Agents\n * d\n * line 1\n * line 2\n-* line 3\n * line 4\n * line 5\n * line 6",
    ),
}


@pytest.mark.parametrize(("old", "new", "patch"), PATCHES.values(), ids=PATCHES)
def test_patches_look_as_githubs(old: str, new: str, patch: str) -> None:
    assert "\n".join(map(str, diffs.hunks(old.encode(), new.encode()))) == patch


def test_two_changes_far_apart_are_two_hunks() -> None:
    new = OLD.replace("line 2\n", "").replace("line 18\n", "line 18\nand more\n")
    first, second = diffs.hunks(OLD.encode(), new.encode())
    assert (first.right, second.right) == (range(1, 5), range(15, 21))


LINES = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "\n", "x\r\n"]), max_size=30).map("".join)


@given(LINES, LINES)
def test_hunks_lead_from_old_to_new(old: str, new: str) -> None:
    """What they show of the new side stands there, and nothing else has changed."""
    rows = diffs.lines_of(new.encode())
    kept = list(diffs.lines_of(old.encode()))
    for hunk in reversed(diffs.hunks(old.encode(), new.encode())):
        shown = [f"{line[1:]}\n" for line in hunk.lines if line[0] in " +"]
        assert shown == rows[hunk.right.start - 1 : hunk.right.stop - 1] if hunk.right else shown == []
        start = hunk.old_start - (1 if hunk.old_count else 0)
        kept[start : start + hunk.old_count] = shown
    assert kept == rows


SUGGESTIONS = {
    "one line": ("Text.\n```suggestion\nnew\n```\n", ["new"]),
    "two lines": ("```suggestion\none\ntwo\n```", ["one", "two"]),
    "no line": ("```suggestion\n```", []),
    "longer fence": ("````suggestion\n```\n````", ["```"]),
    "none": ("```python\nx\n```", None),
}


@pytest.mark.parametrize(("body", "lines"), SUGGESTIONS.values(), ids=SUGGESTIONS)
def test_suggestion_in_a_comment(body: str, lines: list[str] | None) -> None:
    assert suggestion_in(body) == lines


def test_all_suggestions_are_taken() -> None:
    def thread(line: int, start: int | None, body: str) -> Thread:
        return Thread("", README, line, start, "", 1, [Comment(1, "", BOT, body)])

    content = "1\r\n2\r\n3\r\n4\r\n5"
    threads = [
        thread(1, None, "```suggestion\none\n1.5\n```"),
        thread(4, 3, "```suggestion\nthree\n```"),
        thread(5, None, "no suggestion"),
        thread(2, None, "```suggestion\n```"),
    ]
    assert apply_suggestions(content, threads) == "one\r\n1.5\r\nthree\r\n5"


def test_suggestion_that_changes_nothing_is_complained_of() -> None:
    world = pull()
    line = AFTER.split("\n").index(NEW.rstrip("\n")) + 1
    with FakeGitHub(world) as fake:
        body = {
            "event": "COMMENT",
            "comments": [{"path": README, "line": line, "body": f"x\n```suggestion\n{NEW}```", "colour": "red"}],
        }
        url = f"{fake.url}/repos/{LIST}/pulls/1/reviews"
        headers = {"Authorization": "Bearer review-token"}
        assert requests.post(url, json=body, headers=headers, timeout=20).status_code == 200
    assert [each.partition(":")[0] for each in world.complaints] == [
        "unknown in a comment",
        "a suggestion changes nothing",
    ]


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.verb} {route.path}")
def test_each_route_asks_for_a_permission(route: object) -> None:
    """A token with no rights at all reads and writes nothing."""
    from tests.github.model import Token
    from tests.github.rest import Route

    assert isinstance(route, Route)
    world = pull()
    world.tokens["empty"] = Token(BOT, {})
    world.repositories[LIST].private = True
    path = route.path.replace("**", "x").replace("*", "1")
    with FakeGitHub(world) as fake:
        url = f"{fake.url}/repos/{LIST}/{path}".rstrip("/")
        answer = requests.request(route.verb, url, headers={"Authorization": "Bearer empty"}, timeout=20)
    assert (answer.status_code, answer.json()["message"]) == (403, "Resource not accessible by integration")


@pytest.mark.parametrize("name", SCENARIOS)
def test_process(name: str) -> None:
    """For tests that have a shell between: its state is seen and changed over HTTP."""
    command = [sys.executable, "-m", "tests.github", "--scenario", name]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        try:
            state = requests.get(f"{url}/_state", timeout=20).json()
            assert state["repositories"][LIST]["files"]["main"][README] == BEFORE
            push = {"repository": LIST, "branch": "more", "files": {README: "# New\n"}}
            state = requests.post(f"{url}/_push", json=push, timeout=20).json()
            assert state["repositories"][LIST]["files"]["more"][README] == "# New\n"
            assert state["complaints"] == []
        finally:
            process.terminate()


def test_control_over_http() -> None:
    world = pull()
    thread = Thread("PRRT_1", README, 1, None, only_pull(world).head, 1, [Comment(1, "PRRC_1", BOT, "x")])
    only_pull(world).threads.append(thread)
    with FakeGitHub(world) as fake:

        def do(path: str, **body: object) -> dict[str, object]:
            answer = requests.post(f"{fake.url}/_{path}", data=json.dumps(body), timeout=20)
            assert answer.status_code == 200
            value: dict[str, object] = answer.json()
            return value

        do("resolve", repository=LIST, pull=1, thread=0)
        do("answer", repository=LIST, pull=1, thread=0, body="Thanks.")
        do("fail", verb="GET", part="/pulls", fault=Fault.ERROR)
        assert requests.get(f"{fake.url}/repos/{LIST}/pulls/1", timeout=20).status_code == 502
        assert do("forget")["visits"] == []
        assert requests.post(f"{fake.url}/_nothing", timeout=20).status_code == 404
    assert thread.resolved
    assert [each.author for each in thread.comments] == [BOT, "ada"]
