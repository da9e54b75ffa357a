"""What arXiv is asked next, and what its answers mean, without any arXiv."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.facts.arxiv import CONTROL, LARGEST_BATCH, Batch, Busy, Inquiry, Listed, Name, Refused, Reply
from bot.facts.arxiv_records import Feed, Record
from bot.facts.model import Unknown
from bot.links.model import Evidence

if TYPE_CHECKING:
    from collections.abc import Iterable

EVIDENCE = Evidence(1.0, "https://x", 200)
A, B = "2310.00001", "2310.00002"


def record(value: str, version: int = 1) -> Record:
    return Record(value, version, f"Title of {value}", None, None)


def listed(*names: str | Record) -> Listed:
    return Listed(Feed(tuple(name if isinstance(name, Record) else record(name) for name in names)))


def nothing_more(_: Record) -> Iterable[int]:
    return ()


def inquire(*values: str) -> Inquiry:
    return Inquiry(values, nothing_more)


def converse(inquiry: Inquiry, *replies: Reply) -> list[tuple[str, ...]]:
    """The ids of each request, while there are replies; then one more, where there is any."""
    asked = []
    for reply in replies:
        batch = inquiry.next()
        assert batch is not None
        asked.append(batch.ids)
        inquiry.receive(batch, reply, EVIDENCE)
    if (batch := inquiry.next()) is not None:
        asked.append(batch.ids)
    return asked


def test_a_paper_that_is_there_is_asked_once() -> None:
    inquiry = inquire(A, A)
    assert converse(inquiry, listed(A, CONTROL)) == [(A, CONTROL)]
    assert (inquiry.found, inquiry.absent, inquiry.lost) == ({Name(A): record(A)}, set(), {})


def test_a_paper_is_absent_after_two_sound_answers() -> None:
    inquiry = inquire(A)
    assert converse(inquiry, listed(CONTROL), listed(CONTROL)) == [(A, CONTROL)] * 2
    assert (inquiry.absent, inquiry.evidence[Name(A)]) == ({A}, (EVIDENCE, EVIDENCE))


@pytest.mark.parametrize(
    "replies",
    [
        [listed(CONTROL)],
        [listed(), listed(CONTROL)],
        [listed(CONTROL), listed()],
        [listed(CONTROL), Refused("500"), Refused("500")],
        [listed(CONTROL), Busy("429"), Busy("429"), Busy("429")],
        [listed(), listed()],
        [Refused("500"), listed(CONTROL)],
    ],
    ids=["once", "no control", "no control then", "refused", "busy", "never sound", "refused and once"],
)
def test_nothing_less_makes_a_paper_absent(replies: list[Reply]) -> None:
    inquiry = inquire(A)
    converse(inquiry, *replies)
    assert inquiry.absent == set()


def test_a_refused_batch_is_asked_in_halves() -> None:
    inquiry = inquire(A, B)
    refused = Refused("arXiv answered 400")
    asked = converse(inquiry, refused, listed(A, CONTROL), refused, refused)
    assert asked == [(A, B, CONTROL), (A, CONTROL), (B, CONTROL), (B, CONTROL)]
    assert inquiry.lost == {Name(B): Unknown("arXiv answered 400", (EVIDENCE,))}


@pytest.mark.parametrize(
    ("reply", "waits"),
    [
        (Busy("429"), [15.0, 60.0, 0.0]),
        (Busy("429", 90.0), [90.0, 90.0, 0.0]),
        (Busy("down", unreachable=True), [2.0, 6.0, 0.0]),
    ],
    ids=["busy", "busy and says when", "unreachable"],
)
def test_a_busy_service_is_left_alone_after_two_waits(reply: Busy, waits: list[float]) -> None:
    inquiry, seen = inquire(A), []
    while (batch := inquiry.next()) is not None:
        seen.append(inquiry.receive(batch, reply, EVIDENCE))
    assert seen == waits
    assert inquiry.lost == {Name(A): Unknown(reply.reason, (EVIDENCE,))}


def test_a_sound_answer_forgives_refusals() -> None:
    inquiry = inquire(*(f"2310.{number:05}" for number in range(1, 400)))
    busy = Busy("429")
    for reply in (busy, busy, listed(CONTROL), busy, busy):
        batch = inquiry.next()
        assert batch is not None
        inquiry.receive(batch, reply, EVIDENCE)
    assert inquiry.next() is not None


def test_closing_loses_what_is_open_and_the_batch_that_nobody_sent() -> None:
    inquiry = inquire(*(f"2310.{number:05}" for number in range(1, 300)))
    batch = inquiry.next()
    inquiry.close("no time left", unasked=batch)
    assert inquiry.next() is None
    assert len(inquiry.lost) == 299
    assert set(inquiry.lost.values()) == {Unknown("no time left")}


def test_versions_and_the_latest_go_apart() -> None:
    """An answer that holds v1 of a paper could not tell which question it is for."""
    inquiry = Inquiry([A], lambda each: (1, 2) if each.version == 3 else ())
    asked = converse(inquiry, listed(record(A, 3), CONTROL), listed(record(A, 1), record(A, 2), CONTROL))
    assert asked == [(A, CONTROL), (f"{A}v1", f"{A}v2", CONTROL)]
    assert {str(name) for name in inquiry.found} == {A, f"{A}v1", f"{A}v2"}


def test_the_control_is_asked_once_where_it_is_listed() -> None:
    assert Batch((Name(CONTROL), Name(A))).ids == (CONTROL, A)
    assert Batch((Name(A),)).ids == (A, CONTROL)


VALUES = st.lists(st.sampled_from([f"2310.{number:05}" for number in range(1, 600)]), unique=True, max_size=500)


@given(
    values=VALUES,
    missing=st.integers(1, 9),
    choices=st.lists(st.sampled_from(["sound", "sound", "cut", "empty", "refused", "busy"]), max_size=40),
)
def test_only_what_is_missing_is_ever_absent(values: list[str], missing: int, choices: list[str]) -> None:
    """Every tenth paper is not there; answers come whole, cut short, empty, or not at all; in the end all sound."""
    there = {value for value in values if int(value[-1]) != missing}
    inquiry, moods = inquire(*values), iter(choices)
    for _ in range(1_000):
        batch = inquiry.next()
        if batch is None:
            break
        assert len(batch.ids) <= LARGEST_BATCH
        whole = [name for name in batch.ids if name in there or name == CONTROL]
        mood = next(moods, "sound")
        replies: dict[str, Reply] = {
            "sound": listed(*whole),
            "cut": listed(*whole[: len(whole) // 2]),
            "empty": listed(),
            "refused": Refused("500"),
            "busy": Busy("503"),
        }
        inquiry.receive(batch, replies[mood], EVIDENCE)
    else:
        pytest.fail("still asking")
    assert inquiry.absent <= set(values) - there
    settled = {name.value for name in (*inquiry.found, *inquiry.lost)} | inquiry.absent
    assert set(values) <= settled
    if not choices:
        assert inquiry.absent == set(values) - there
