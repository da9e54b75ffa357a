from __future__ import annotations

import pytest

from bot.errors import BotError
from bot.github.hidden_text import UNSEALED, Seal, pack, unpack
from bot.github.kept_issue import Boxes, Content, read_boxes
from bot.github.model import Change, Create, Issue, IssueChangedError
from bot.papers.identifiers import Identifier, Scheme
from bot.scouting.comparison import Candidate, Neighbour, Scouted
from bot.scouting.feeds import FeedPaper
from bot.scouting.proposals import (
    BLOCK,
    KIND,
    MOST_SHOWN,
    Proposed,
    ScoutState,
    advance,
    apply_answers,
    choose_fate,
    dump,
    forget_listed,
    load,
    refuse,
    write,
)

A, B, C = (Proposed(f"arXiv:2501.0000{number}", f"Paper {number}", "Planning", 0.9) for number in (1, 2, 3))
STATE = ScoutState(100, (A, B), (C,), ("0" * 16,), 7)
ALL = frozenset((A.key, B.key, C.key))


def candidate(number: int, score: float = 0.5, *, unlike: bool = False) -> Candidate:
    paper = FeedPaper(Identifier(Scheme.ARXIV, f"2502.{number:05}"), f"New {number}")
    return Candidate(paper, score, "Memory", (Neighbour("Near", 3, 0.4),), unlike=unlike)


def of_state(proposed: Proposed, score: float = 0.5) -> Candidate:
    return Candidate(proposed.paper, score, proposed.section)


@pytest.mark.parametrize(
    ("boxes", "is_open", "shown", "chosen", "declined"),
    [
        (Boxes(ALL, frozenset((C.key,))), True, (A, B), (C,), ()),
        (Boxes(ALL, frozenset((A.key, C.key))), True, (B,), (C, A), ()),
        (Boxes(ALL, frozenset()), True, (A, B, C), (), ()),
        (Boxes(ALL - {A.key}, frozenset((C.key,))), True, (B,), (C,), (A.key,)),
        (Boxes(ALL, frozenset((B.key, C.key))), False, (), (C, B), (A.key,)),
        (Boxes(frozenset(), frozenset()), True, (), (), (A.key, B.key, C.key)),
    ],
    ids=["nothing", "tick", "untick", "remove", "close", "all removed"],
)
def test_what_people_do(
    boxes: Boxes, is_open: bool, shown: tuple[Proposed, ...], chosen: tuple[Proposed, ...], declined: tuple[str, ...]
) -> None:
    after = apply_answers(STATE, boxes, is_open=is_open)
    assert (after.shown, after.chosen, after.declined) == (shown, chosen, ("0" * 16, *declined))


def test_a_closed_pull_request_declines() -> None:
    after = refuse(STATE)
    assert (after.chosen, after.declined, after.pull) == ((), ("0" * 16, C.key), 0)


def test_what_the_list_has_is_forgotten() -> None:
    after = forget_listed(STATE, [A.paper, C.paper])
    assert (after.shown, after.chosen) == ((B,), ())


def test_the_best_are_shown_but_nothing_declined_or_chosen_or_unlike() -> None:
    state = ScoutState(declined=(A.key,), chosen=(B,))
    found = Scouted((of_state(A, 0.9), of_state(B, 0.8), candidate(1, 0.7), candidate(2, 0.6, unlike=True)), ())
    after = advance(state, found, 200, keep=False)
    assert after.time == 200
    assert after.shown == (Proposed("arXiv:2502.00001", "New 1", "Memory", 0.7, "Near"),)


def test_a_source_that_is_down_discards_nothing() -> None:
    many = tuple(candidate(number, 0.9) for number in range(1, MOST_SHOWN + 10))
    found = Scouted((*many, of_state(A, 0.1)), ())
    for keep in (True, False):
        after = advance(ScoutState(shown=(A, B)), found, 200, keep=keep)
        assert len(after.shown) == 30
        assert [each.id for each in after.shown if each.id in (A.id, B.id)] == ([B.id, A.id] if keep else [])


def test_the_state_comes_back() -> None:
    seal = Seal("octo/list", 3, b"key")
    body = write(STATE, ("a <b> note",), seal)
    found = KIND.read(body, seal)
    assert found == Content(100, STATE, Boxes(ALL, frozenset((C.key,))))
    assert body.startswith(f"{KIND.marker}time=100 -->\n")
    assert "### Chosen (1)\n\nIn #7.\n\n- [x] [Paper 3](https://arxiv.org/abs/2501.00003) · in `Planning`" in body
    assert "### Candidates (2)\n\n- [ ] " in body
    assert KIND.read(body, seal._replace(number=4)).state is None


@pytest.mark.parametrize(
    "body",
    [
        dump(STATE, UNSEALED).replace("sum=", "sum=0"),
        pack(BLOCK, "[1]"),
        pack(BLOCK, '{"time": "x"}'),
        pack(BLOCK, "not json"),
        pack(BLOCK, "[" * 100_000),
    ],
    ids=["sum", "list", "type", "json", "deep"],
)
def test_a_state_that_somebody_changed(body: str) -> None:
    with pytest.raises(BotError):
        load(unpack(BLOCK, body) or "")
    problem = "the hidden part of the issue was edited: what was declined may be proposed again"
    assert KIND.read(body) == Content(problem=problem)


def test_notes_are_shown_as_far_as_they_are_short() -> None:
    body = write(STATE, ["n" * 300, "m" * 301, *map(str, range(9))])
    assert f"\n> {'n' * 300}\n\n> {'m' * 299}…\n" in body
    assert ("\n> 7\n" in body, "\n> 8\n" in body) == (True, False)


def test_a_long_body_is_cut() -> None:
    many = tuple(Proposed(f"arXiv:2501.{number:05}", "😀" * 300, "S" * 300, 0.5, "L" * 300) for number in range(200))
    for state in (ScoutState(1, many[:100], many[100:]), ScoutState(1, many), ScoutState(1, (), many)):
        body = write(state)
        found = KIND.read(body)
        assert len(body.encode("utf-16-le")) // 2 <= 60_000
        assert found.state is not None
        assert {each.key for each in (*found.state.shown, *found.state.chosen)} == found.boxes.present
        assert 0 < len(found.boxes.present) < 200


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("doi:10.1000/a", "[Paper](https://doi.org/10.1000/a)"),
        ("openreview:AbC-1", "[Paper](https://openreview.net/forum?id=AbC-1)"),
        ("neurips:2023/0123456789", "Paper"),
        ("acl:a) [b](https://example.org", "Paper"),
    ],
)
def test_candidates_that_are_not_on_arxiv(name: str, line: str) -> None:
    proposed = Proposed(name, "Paper")
    assert f"- [ ] {line} <!--" in write(ScoutState(100, (proposed,)))


def test_titles_of_strangers_do_nothing() -> None:
    title = "- [x] a <!-- item=0123456789abcdef -->\n- [x] @octo `b` <!-- paperlist-bot:v1 scout-state #1"
    body = write(ScoutState(1, (Proposed("arXiv:2501.00001", title),)))
    assert read_boxes(body) == Boxes(frozenset((A.key,)), frozenset())
    assert KIND.read(body).state is not None


def issue(state: ScoutState, *, is_open: bool = True, number: int = 1) -> Issue:
    return Issue(number, "", KIND.title, write(state), is_open)


BODY = write(ScoutState(200, (A,)))


@pytest.mark.parametrize(
    ("issues", "state", "is_new", "expected"),
    [
        ((), ScoutState(), False, ()),
        ((), ScoutState(200, (A,)), True, (Create(KIND.title, BODY),)),
        ((issue(STATE),), ScoutState(200, (A,)), True, (Change(1, KIND.title, BODY),)),
        ((issue(STATE, is_open=False),), ScoutState(200, (A,)), True, (Change(1, KIND.title, BODY, is_open=True),)),
        ((issue(STATE, is_open=False),), ScoutState(200, (A,)), False, (Change(1, KIND.title, BODY),)),
        ((issue(STATE),), ScoutState(200), False, (Change(1, KIND.title, BODY, is_open=False),)),
        (
            (issue(STATE), issue(STATE, number=2)),
            *(ScoutState(200, (A,)), True, (Change(1, KIND.title, BODY), Change(2, is_open=False))),
        ),
    ],
    ids=["nothing", "first", "edit", "reopen", "closed", "clean", "double"],
)
def test_decisions(issues: tuple[Issue, ...], state: ScoutState, is_new: bool, expected: tuple[object, ...]) -> None:
    base = KIND.read(write(STATE)) if issues else None
    assert KIND.decide(issues, BODY, base, lambda now: choose_fate(state, now, is_new=is_new)) == expected


def test_an_issue_that_somebody_changed_is_read_again() -> None:
    changed = Issue(1, "", KIND.title, write(STATE).replace("- [ ]", "- [x]", 1), is_open=True)
    with pytest.raises(IssueChangedError):
        KIND.decide((changed,), BODY, KIND.read(write(STATE)), lambda now: choose_fate(STATE, now, is_new=False))
    with pytest.raises(IssueChangedError):
        KIND.decide((changed,), BODY, None, lambda now: choose_fate(STATE, now, is_new=False))
