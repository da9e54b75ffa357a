from __future__ import annotations

import json
from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given

from bot.errors import BotError
from bot.sweeps.history import Part, dump_part, load_part
from bot.sweeps.state import State, dump, load
from tests.sweeps.helpers import NOW, PAGE, day, run, weeks
from tests.sweeps.strategies import parts, sweeps_states


@given(sweeps_states)
def test_what_was_written_is_read_again(state: State) -> None:
    text = dump(state)
    assert load(text) == state
    assert dump(load(text)) == text
    assert text.isascii()


@given(parts)
def test_a_part_is_read_again(part: Part) -> None:
    assert load_part(dump_part(part)) == part


@given(sweeps_states)
def test_equal_states_are_equal_bytes(state: State) -> None:
    backwards = MappingProxyType({target: state.records[target] for target in reversed(list(state.records))})
    assert dump(replace(state, records=backwards)) == dump(state)


def test_there_is_a_line_for_each_target() -> None:
    state = run(weeks("od").state, {PAGE: "d", "https://a.example/": "o"}, day(14)).state
    lines = dump(state).splitlines()
    start = lines.index('"targets": [') + 1
    assert [json.loads(line.rstrip(","))["target"] for line in lines[start : start + 2]] == ["https://a.example/", PAGE]
    assert json.loads(lines[start].rstrip(",")) == {
        "target": "https://a.example/",
        "state": "ok",
        "reason": "status 200",
        "checked": day(14),
        "last_ok": day(14),
        "observations": [{"time": day(14), "state": "ok", "status": 200}],
    }


@pytest.mark.parametrize("text", ["", "  \n"])
def test_nothing_is_the_state_before_the_first_sweep(text: str) -> None:
    assert load(text) == State()


def targets(**record: object) -> str:
    return json.dumps({"version": 1, "targets": [{"target": PAGE, "state": "ok"} | record]})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("[" * 200_000, "not JSON"),
        ('{"version": 1, "targets": [], "called": NaN}', "NaN is not a JSON number"),
        ('{"version": 1, "targets": [], "called": 1e999}', "of a sweep"),
        (f'{{"version": 1, "targets": [], "called": {"9" * 5_000}}}', "not JSON"),
        ("[]", "of a sweep"),
        ("null", "of a sweep"),
        ('{"targets": []}', "of a sweep"),
        ('{"version": 2, "targets": []}', "written by a newer version"),
        ('{"version": 1, "targets": [], "more": 1}', "of a sweep"),
        (targets(state="fine"), "targets.0.state"),
        (targets(strikes=-1), "targets.0.strikes"),
        (targets(strikes="3"), "targets.0.strikes"),
        (targets(strikes=True), "targets.0.strikes"),
        (targets(checked=10**15), "targets.0.checked"),
        (targets(reason="a" * 400), "targets.0.reason"),
        (targets(target="a" * 3_000), "targets.0.target"),
        (targets(observations=[{}] * 6), "targets.0.observations"),
        (targets(observations=[None]), "targets.0.observations.0"),
        (targets(unknown=1), "targets.0"),
        (json.dumps({"version": 1, "targets": [{"target": PAGE, "state": "ok"}] * 2}), "duplicate in targets"),
    ],
    ids=lambda value: value[:40],
)
def test_what_is_not_a_state_is_refused(text: str, message: str) -> None:
    with pytest.raises(BotError) as caught:
        load(text)
    assert message in caught.value.message
    assert caught.value.message.startswith("the state")
    assert len(caught.value.message) < 600
    assert caught.value.hint


def test_what_is_too_large_is_not_read() -> None:
    with pytest.raises(BotError, match=r"sweeps\.json is larger than 10 characters"):
        load(dump(State()), "sweeps.json", largest=10)


def test_a_state_is_not_a_part() -> None:
    with pytest.raises(BotError, match="of a sweep"):
        load_part(dump(weeks("od").state))
    with pytest.raises(BotError, match="of a sweep"):
        load(dump_part(Part(NOW, ())))


def test_an_editors_mark_at_the_start_is_not_minded() -> None:
    assert load("\ufeff" + dump(State())) == State()
