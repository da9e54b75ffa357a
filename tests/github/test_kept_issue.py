"""The issue that the bot keeps: what is read from it, and what it needs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import BotError
from bot.github.hidden_text import Seal, pack
from bot.github.kept_issue import MOST_SAVES, Boxes, Content, Fate, Kind, mark_item, read_boxes, retry
from bot.github.model import Change, Create, Issue, IssueAction, IssueChangedError

SEAL = Seal("octo/list", 7)


def parse(text: str) -> str:
    if text == "bad":
        raise BotError("it is bad")
    return text


KIND = Kind("Links", "links", "state", parse, "dates start over")
ONE, TWO = "1" * 16, "2" * 16


def body(text: str, time: int = 5, more: str = "", seal: Seal = SEAL) -> str:
    return f"{KIND.stamp(time)}{more}{pack('state', text, seal)}"


def issue(number: int, text: str, *, is_open: bool = True, title: str = "Links") -> Issue:
    return Issue(number, f"https://github.com/octo/list/issues/{number}", title, text, is_open)


@pytest.mark.parametrize(
    ("text", "content"),
    [
        pytest.param(body("s"), Content(5, "s"), id="as written"),
        pytest.param(f"A word of a person.\n{body('s')}", Content(5, "s"), id="words above"),
        pytest.param(body("s").replace("time=5", "time=x"), Content(0, "s"), id="no time"),
        pytest.param(f"time=3 -->\n{pack('state', 's', SEAL)}", Content(0, "s"), id="a time without our mark"),
        pytest.param(
            f"{KIND.stamp(5)}x",
            Content(5, None, problem="the hidden part of the issue was removed: dates start over"),
            id="no state",
        ),
        pytest.param(body("bad"), Content(5, None, problem="it is bad: dates start over"), id="a bad state"),
        pytest.param(
            body("s", seal=SEAL._replace(number=8)),
            Content(5, None, problem="the hidden part of the issue belongs to another issue: dates start over"),
            id="of another issue",
        ),
        pytest.param(
            body("r", more=pack("state", "s", SEAL)),
            Content(5, "r", problem="the issue has more than one hidden part; only the last one was read"),
            id="two states",
        ),
        pytest.param(
            body("s", more=f"- [x] a {mark_item(ONE)}\n- [ ] b {mark_item(TWO)}\n"),
            Content(5, "s", Boxes(frozenset({ONE, TWO}), frozenset({ONE}))),
            id="boxes",
        ),
    ],
)
def test_what_is_read(text: str, content: Content[str]) -> None:
    assert KIND.read(text, SEAL) == content


@pytest.mark.parametrize(
    ("line", "is_present", "is_ticked"),
    [
        (f"- [x] a {mark_item(ONE)}", True, True),
        (f"> * [X] a {mark_item(ONE)} ", True, True),
        (f"  + [x] a {mark_item(ONE)}", True, True),
        (f"- [ ] a {mark_item(ONE)}", True, False),
        (f"a - [x] {mark_item(ONE)}", True, False),
        (f"-[x] a {mark_item(ONE)}", True, False),
        (f"- [x] a {mark_item(ONE)} b", False, False),
        (f"- [x] a {mark_item(ONE[1:])}", False, False),
    ],
)  # fmt: skip
def test_boxes(line: str, is_present: bool, is_ticked: bool) -> None:
    present, ticked = (frozenset({ONE}) if each else frozenset() for each in (is_present, is_ticked))
    assert read_boxes(f"x\n{line}\ny") == Boxes(present, ticked)


@pytest.mark.parametrize(
    ("issues", "chosen"),
    [
        pytest.param([issue(7, body("a", 9), is_open=False), issue(8, body("b", 3))], 8, id="the open one"),
        pytest.param([issue(7, body("a", 3)), issue(8, body("b", 9))], 8, id="the later one"),
        pytest.param([issue(8, body("b", 3)), issue(7, body("a", 3))], 7, id="the older issue"),
    ],
)
def test_which_issue_counts(issues: list[Issue], chosen: int) -> None:
    assert KIND.choose(issues)[0].number == chosen


NOW, OLD = Content(5, "s"), Content(4, "r")
EDITED = Change(7, "Links", "new")


@pytest.mark.parametrize(
    ("issues", "base", "fate", "actions"),
    [
        pytest.param([], None, Fate.OPEN, [Create("Links", "new")], id="opened"),
        pytest.param([], None, Fate.CLOSE, [Create("Links", "new", closed=True)], id="made for its state"),
        pytest.param([], None, Fate.STAY, [], id="not needed"),
        pytest.param(
            [issue(7, "", is_open=False)], Content(), Fate.OPEN, [replace(EDITED, is_open=True)], id="emptied"
        ),
        pytest.param([issue(7, body("s"))], NOW, Fate.OPEN, [EDITED], id="edited"),
        pytest.param(
            [issue(7, body("s"), is_open=False)],
            NOW,
            Fate.OPEN,
            [replace(EDITED, is_open=True)],
            id="reopened",
        ),
        pytest.param([issue(7, body("s"), is_open=False)], NOW, Fate.STAY, [EDITED], id="left closed"),
        pytest.param([issue(7, body("s"))], NOW, Fate.CLOSE, [replace(EDITED, is_open=False)], id="closed"),
        pytest.param([issue(7, body("s"), is_open=False)], NOW, Fate.CLOSE, [EDITED], id="closed already"),
        pytest.param(
            [issue(7, body("s")), issue(9, body("s", 1)), issue(10, body("s", 1), is_open=False)],
            NOW,
            Fate.OPEN,
            [EDITED, Change(9, is_open=False)],
            id="doubles are closed",
        ),
    ],
)
def test_what_an_issue_needs(
    issues: list[Issue], base: Content[str] | None, fate: Fate, actions: list[IssueAction]
) -> None:
    assert list(KIND.decide(issues, "new", base, lambda _: fate)) == actions


def test_nothing_is_written_where_nothing_changed() -> None:
    text = body("s")
    assert KIND.decide([issue(7, text)], f" {text}\n\n", NOW, lambda _: Fate.OPEN) == ()
    other = KIND.decide([issue(7, text, title="Mine")], text, NOW, lambda _: Fate.OPEN)
    assert other == (Change(7, "Links", text),)


def test_fate_is_told_by_what_is_there_now() -> None:
    seen: list[Content[str] | None] = []

    def fate(content: Content[str] | None) -> Fate:
        seen.append(content)
        return Fate.OPEN

    KIND.decide([issue(7, body("s"))], "new", NOW, fate)
    KIND.decide([], "new", None, fate)
    assert seen == [NOW, None]


@pytest.mark.parametrize(
    "base",
    [
        pytest.param(None, id="there was none"),
        pytest.param(OLD, id="written since"),
        pytest.param(Content(5, "s", Boxes(frozenset({ONE}))), id="another box"),
    ],
)
def test_an_issue_that_changed_since_is_read_again(base: Content[str] | None) -> None:
    with pytest.raises(IssueChangedError):
        KIND.decide([issue(7, body("s"))], "new", base, lambda _: Fate.OPEN)


@pytest.mark.parametrize("failures", [0, MOST_SAVES - 1, MOST_SAVES])
def test_attempts(failures: int) -> None:
    made: list[int] = []

    def attempt() -> int:
        made.append(1)
        if len(made) <= failures:
            raise IssueChangedError
        return len(made)

    if failures < MOST_SAVES:
        assert retry(attempt, "busy", "wait") == failures + 1
    else:
        with pytest.raises(BotError, match="busy"):
            retry(attempt, "busy", "wait")
        assert len(made) == MOST_SAVES
