"""What arXiv is asked next, and what its answers mean, without any arXiv."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.facts.arxiv import CONTROL, LARGEST_BATCH, ArxivBatches, Batch, BatchResult, Name, Rejected, Unavailable
from bot.facts.arxiv_records import Feed
from bot.facts.model import Unknown
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Evidence, Record

if TYPE_CHECKING:
    from collections.abc import Iterable

EVIDENCE = Evidence(1.0, "https://x", 200)
A, B = "2310.00001", "2310.00002"


def record(value: str, version: int = 1) -> Record:
    return Record(f"Title of {value}", None, identifier=Identifier(Scheme.ARXIV, value), version=version)


def listed(*names: str | Record) -> Feed:
    return Feed(tuple(name if isinstance(name, Record) else record(name) for name in names))


def nothing_more(_: Record) -> Iterable[int]:
    return ()


def lookup(*values: str) -> ArxivBatches:
    return ArxivBatches(values, nothing_more)


def converse(batches: ArxivBatches, *results: BatchResult) -> list[tuple[str, ...]]:
    """The ids of each request, while there are results; then one more, where there is any."""
    asked = []
    for result in results:
        batch = batches.next()
        assert batch is not None
        asked.append(batch.ids)
        batches.receive(batch, result, EVIDENCE)
    if (batch := batches.next()) is not None:
        asked.append(batch.ids)
    return asked


def test_a_paper_that_is_there_is_asked_once() -> None:
    batches = lookup(A, A)
    assert converse(batches, listed(A, CONTROL)) == [(A, CONTROL)]
    assert (batches.found, batches.absent, batches.unanswered) == ({Name(A): record(A)}, set(), {})


def test_a_paper_is_absent_after_two_sound_answers() -> None:
    batches = lookup(A)
    assert converse(batches, listed(CONTROL), listed(CONTROL)) == [(A, CONTROL)] * 2
    assert (batches.absent, batches.evidence[Name(A)]) == ({A}, (EVIDENCE, EVIDENCE))


@pytest.mark.parametrize(
    "results",
    [
        [listed(CONTROL)],
        [listed(), listed(CONTROL)],
        [listed(CONTROL), listed()],
        [listed(CONTROL), Rejected("500"), Rejected("500")],
        [listed(CONTROL), Unavailable("429"), Unavailable("429"), Unavailable("429")],
        [listed(), listed()],
        [Rejected("500"), listed(CONTROL)],
    ],
    ids=["once", "no control", "no control then", "refused", "busy", "never sound", "refused and once"],
)
def test_nothing_less_makes_a_paper_absent(results: list[BatchResult]) -> None:
    batches = lookup(A)
    converse(batches, *results)
    assert batches.absent == set()


def test_a_refused_batch_is_asked_in_halves() -> None:
    batches = lookup(A, B)
    refused = Rejected("arXiv answered 400")
    asked = converse(batches, refused, listed(A, CONTROL), refused, refused)
    assert asked == [(A, B, CONTROL), (A, CONTROL), (B, CONTROL), (B, CONTROL)]
    assert batches.unanswered == {Name(B): Unknown("arXiv answered 400", (EVIDENCE,))}


@pytest.mark.parametrize(
    ("result", "waits"),
    [
        (Unavailable("429"), [15.0, 60.0, 0.0]),
        (Unavailable("429", 90.0), [90.0, 90.0, 0.0]),
        (Unavailable("down", unreachable=True), [2.0, 6.0, 0.0]),
    ],
    ids=["busy", "busy and says when", "unreachable"],
)
def test_a_busy_service_is_left_alone_after_two_waits(result: Unavailable, waits: list[float]) -> None:
    batches, seen = lookup(A), []
    while (batch := batches.next()) is not None:
        seen.append(batches.receive(batch, result, EVIDENCE))
    assert seen == waits
    assert batches.unanswered == {Name(A): Unknown(result.reason, (EVIDENCE,))}


def test_a_sound_answer_ends_a_row_of_errors() -> None:
    batches = lookup(*(f"2310.{number:05}" for number in range(1, 400)))
    busy = Unavailable("429")
    for result in (busy, busy, listed(CONTROL), busy, busy):
        batch = batches.next()
        assert batch is not None
        batches.receive(batch, result, EVIDENCE)
    assert batches.next() is not None


def test_closing_loses_what_is_open_and_the_batch_that_nobody_sent() -> None:
    batches = lookup(*(f"2310.{number:05}" for number in range(1, 300)))
    batch = batches.next()
    batches.close("no time left", unasked=batch)
    assert batches.next() is None
    assert len(batches.unanswered) == 299
    assert set(batches.unanswered.values()) == {Unknown("no time left")}


@pytest.mark.parametrize(("count", "at_once"), [(3, 1), (4, 4)])
def test_many_that_are_missing_are_asked_about_at_once(count: int, at_once: int) -> None:
    names = [f"2310.{number:05}" for number in range(1, count + 1)]
    assert converse(lookup(*names), listed(CONTROL))[1:] == [(*names[:at_once], CONTROL)]


def test_versions_and_the_latest_go_apart() -> None:
    """An answer that holds v1 of a paper could not tell which question it is for."""
    batches = ArxivBatches([A], lambda each: (1, 2) if each.version == 3 else ())
    asked = converse(batches, listed(record(A, 3), CONTROL), listed(record(A, 1), record(A, 2), CONTROL))
    assert asked == [(A, CONTROL), (f"{A}v1", f"{A}v2", CONTROL)]
    assert {str(name) for name in batches.found} == {A, f"{A}v1", f"{A}v2"}


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
    batches, moods = lookup(*values), iter(choices)
    for _ in range(1_000):
        batch = batches.next()
        if batch is None:
            break
        assert len(batch.ids) <= LARGEST_BATCH
        whole = [name for name in batch.ids if name in there or name == CONTROL]
        mood = next(moods, "sound")
        results: dict[str, BatchResult] = {
            "sound": listed(*whole),
            "cut": listed(*whole[: len(whole) // 2]),
            "empty": listed(),
            "refused": Rejected("500"),
            "busy": Unavailable("503"),
        }
        batches.receive(batch, results[mood], EVIDENCE)
    else:
        pytest.fail("still asking")
    assert batches.absent <= set(values) - there
    settled = {name.value for name in (*batches.found, *batches.unanswered)} | batches.absent
    assert set(values) <= settled
    if not choices:
        assert batches.absent == set(values) - there
