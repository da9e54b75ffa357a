from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.facts.model import Facts
from bot.links import LinkState, LinkStatus
from bot.papers.record import Evidence
from bot.sweeps.advance import advance
from bot.sweeps.history import Observation, Part, RunResult, dump_part, load_part, merge, read_observations
from bot.sweeps.items import Inventory, shard_of_url, target_of
from bot.sweeps.state import RuleFinding, State, dump
from tests.sweeps.helpers import ANSWERS, NOW, PAGE, day, inventory, observation

ABS, PDF = "https://arxiv.org/abs/2310.05915", "https://arxiv.org/pdf/2310.05915v9"


def facts(*statuses: LinkStatus) -> Facts:
    return Facts(links={status.url: status for status in statuses}, asked_at=NOW + 0.5)


def test_an_observation_holds_the_last_answer() -> None:
    hops = (Evidence(NOW + 1.2, PAGE, 301, "GET"), Evidence(NOW + 2.9, "https://new.example/", 404, "GET"))
    status = LinkStatus(PAGE, LinkState.DEAD, "redirects to a missing page: status 404, asked twice", hops)
    expected = Observation(PAGE, LinkState.DEAD, NOW + 2, status.reason, 404, "https://new.example/", "GET")
    assert read_observations(facts(status)) == (expected,)


@pytest.mark.parametrize(
    ("states", "expected"),
    [
        ((LinkState.OK, LinkState.DEAD), LinkState.OK),
        ((LinkState.UNCERTAIN, LinkState.OK), LinkState.OK),
        ((LinkState.DEAD, LinkState.UNCERTAIN), LinkState.UNCERTAIN),
        ((LinkState.DEAD, LinkState.BLOCKED), LinkState.BLOCKED),
        ((LinkState.DEAD, LinkState.SKIPPED), LinkState.DEAD),
    ],
)
def test_of_several_addresses_of_a_paper_the_best_answer_counts(
    states: tuple[LinkState, LinkState], expected: LinkState
) -> None:
    seen = read_observations(facts(LinkStatus(ABS, states[0]), LinkStatus(PDF, states[1])))
    assert [(each.target, each.state, each.time) for each in seen] == [("arxiv:2310.05915", expected, NOW)]


def test_what_nobody_asked_about_is_not_seen() -> None:
    skipped = LinkStatus(PAGE, LinkState.SKIPPED, "not asked")
    badge = LinkStatus("https://img.shields.io/github/stars/a/b", LinkState.DEAD)
    assert read_observations(facts(skipped, badge)) == ()


@pytest.mark.parametrize(
    ("url", "state", "moved_to"),
    [
        (PAGE, LinkState.MOVED, "https://new.example/"),
        ("https://github.com/a/b", LinkState.OK, None),
        ("https://doi.org/10.1145/abc.1", LinkState.OK, None),
        ("https://bit.ly/abc", LinkState.OK, None),
        ("https://lab.example/tool/releases/latest", LinkState.OK, None),
    ],
)
def test_what_is_meant_to_redirect_has_not_moved(url: str, state: LinkState, moved_to: str | None) -> None:
    status = LinkStatus(url, LinkState.MOVED, "redirects for good", target="https://new.example/")
    (seen,) = read_observations(facts(status))
    assert (seen.state, seen.moved_to) == (state, moved_to)


def test_a_kept_answer_is_as_old_as_it_is() -> None:
    status = LinkStatus(PAGE, LinkState.DEAD, "status 404", (Evidence(day(-5), PAGE, 404),))
    assert read_observations(facts(status))[0].time == day(-5)


def part(shard: int, shards: int, *seen: Observation, probes: str = "", findings: tuple[RuleFinding, ...] = ()) -> Part:
    states = tuple(ANSWERS[each][0] for each in probes)
    return Part(NOW, tuple(seen), findings, states, shard, shards)


ONE, TWO = observation("o", target="https://one.example/"), observation("d", target="https://two.example/")
WRONG = RuleFinding("wrong-paper", "arxiv:2310.05915", "arXiv has another title")


def test_parts_become_one_in_whatever_order() -> None:
    parts = [part(1, 2, TWO, findings=(WRONG,)), part(2, 2, ONE, findings=(WRONG,))]
    assert merge(parts) == merge(parts[::-1]) == RunResult((ONE, TWO), (WRONG,))


def test_a_missing_part_is_said() -> None:
    assert merge([part(3, 3, ONE)]) == RunResult(
        (ONE,),
        notes=("shard 1 is missing; its links were not checked", "shard 2 is missing; its links were not checked"),
    )


def test_a_part_that_was_broken_off_is_said() -> None:
    parts = [part(1, 2, TWO), replace(part(2, 2, ONE), interrupted=True)]
    assert merge(parts) == RunResult((ONE, TWO), notes=("shard 2 ended before all its links were checked",))
    assert merge([replace(part(1, 1, ONE), interrupted=True)]).notes == ()  # such a run says so itself


def test_the_failures_of_an_offline_part_do_not_count() -> None:
    parts = [part(1, 2, TWO, probes="ooo"), part(2, 2, ONE, observation("u"), probes="uuo")]
    notes = ("shard 2 had no network; its failures do not count",)
    assert merge(parts) == RunResult((ONE, TWO), notes=notes)
    assert merge([part(1, 1, ONE, TWO, probes="uuu")]) == RunResult((ONE,), has_network=False)


@pytest.mark.parametrize(
    "parts",
    [[], [part(1, 2), part(1, 2)], [part(1, 2), part(2, 3)], [part(3, 2)], [part(0, 2)]],
    ids=["none", "twice", "of two runs", "too high", "too low"],
)
def test_parts_of_different_runs_are_refused(parts: list[Part]) -> None:
    with pytest.raises(ValueError, match="parts"):
        merge(parts)


@pytest.mark.parametrize("scale", [1, pytest.param(10, marks=pytest.mark.slow)])
def test_four_shards_and_one_run_come_to_the_same_state(scale: int) -> None:
    """1,000 or 10,000 links, two sweeps: byte for byte, through the files that the jobs hand over."""
    pick = random.Random(6)
    urls = [f"https://host{pick.randrange(900)}.example/{number}" for number in range(400 * scale)]
    urls += [f"https://arxiv.org/abs/23{1 + number % 12:02}.{10_000 + number}" for number in range(400 * scale)]
    urls += [f"https://github.com/owner{number}/code" for number in range(200 * scale)]
    lists = inventory(*filter(None, map(target_of, urls)))
    whole = split = State()
    for week in range(2):
        now = day(7 * week)
        failing = set(pick.sample(urls, scale * (200 if week else 30)))
        answers = {url: "d" if url in failing else pick.choice("ooooooob") for url in urls}
        whole = _swept(whole, lists, [_part(answers, 1, 1, now)], now)
        split = _swept(split, lists, [_part(answers, shard, 4, now) for shard in (3, 1, 4, 2)], now)
    assert dump(split) == dump(whole)
    assert [bool(each.discarded) for each in whole.runs] == [False, True]


def _part(answers: dict[str, str], shard: int, shards: int, now: int) -> Part:
    mine = [url for url in answers if shard_of_url(url, shards) == shard]
    statuses = []
    for url in mine:
        state, status, reason = ANSWERS[answers[url]]
        statuses.append(LinkStatus(url, state, reason, (Evidence(now, url, status),)))
    seen = read_observations(Facts(links={each.url: each for each in statuses}, asked_at=now))
    part = Part(now, seen, probes=(LinkState.OK,), shard=shard, shards=shards)
    return load_part(dump_part(part)) if now == NOW else part


def _swept(state: State, lists: Inventory, parts: list[Part], now: int) -> State:
    return advance(state, merge(parts), lists, now).state
