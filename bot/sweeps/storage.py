"""State and parts of a run as JSON, and the state as the hidden block of an issue, or as much of it as fits.

The JSON has one link a line, is byte-identical for equal values, and is checked by schema when it is read. From a block
is left out, as far as needed: what only the report page shows, targets that are fine, findings that can be found again,
and of the failing targets those that have failed longest. What was left out is counted in `State.trimmed`.
"""

from __future__ import annotations

import json
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.codec import from_json, to_json
from bot.errors import BotError
from bot.github import hidden_text
from bot.github.hidden_text import UNSEALED
from bot.links.model import LinkState
from bot.linter.schema import validator
from bot.sweeps.observations import Part
from bot.sweeps.state import VERSION, Census, KnownFinding, Record, State, Trimmed
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from _typeshed import DataclassInstance

    from bot.github.hidden_text import Seal


BLOCK = "state"
"""How the hidden block of an issue is called."""
LARGEST = 512_000_000
"""Characters; a million links take about half of it."""


_START_OVER = "delete it to start over; dead links are known again after three more sweeps"
_HINTS = {
    "state": "name a file written by bot sweep --state, or a new one for a sweep",
    "part": "name a file written by bot sweep --part",
}
"""For a file that may be something else; only a state of the bot may be deleted."""
_BEGINNING = lazy_pattern(r'\s*\{\s*"version":')
_MOST_RUNS = 26
_MOST_WRONG_CALLS = 50
_MOST_IN_BLOCK = 5_000
"""Targets and findings; more do not fit into an issue, however well they are packed."""


def dump(state: State) -> str:
    """The state as JSON: ASCII, byte-identical for equal states."""
    lists: dict[str, Iterable[DataclassInstance]] = {
        "runs": state.runs,
        "wrong_calls": state.wrong_calls,
        "noted": [state.findings[key] for key in sorted(state.findings)],
        "targets": [state.records[target] for target in sorted(state.records)],
    }
    nothing = State()
    rest = replace(state, records=nothing.records, findings=nothing.findings, runs=(), wrong_calls=())
    return _lines(to_json(rest), lists)


def load(text: str, name: str = "the state", largest: int = LARGEST) -> State:
    """The state in `text`; empty text is the state before the first sweep.

    Raises BotError, which calls it `name`, for anything else.
    """
    text = text.removeprefix("\ufeff")  # some editors put one there
    if not text.strip():
        return State()
    value = _read(text, "state", name, largest)
    records = from_json(tuple[Record, ...], value.pop("targets"))
    noted = from_json(tuple[KnownFinding, ...], value.pop("noted", []))
    return replace(
        from_json(State, value),
        records=MappingProxyType({each.target: each for each in sorted(records, key=lambda each: each.target)}),
        findings=MappingProxyType({each.key: each for each in sorted(noted, key=lambda each: each.key)}),
    )


def dump_part(part: Part) -> str:
    """The part as JSON, for the job that merges."""
    head = to_json(replace(part, observations=(), findings=()))
    del head["observations"]
    head |= {"shard": part.shard, "shards": part.shards}
    return _lines(head, {"findings": part.findings, "targets": part.observations})


def load_part(text: str, name: str = "the part", largest: int = LARGEST) -> Part:
    """The part in `text`; raises BotError, which calls it `name`, for anything else."""
    value = _read(text, "part", name, largest)
    return from_json(Part, value | {"observations": value["targets"]})


def pack(state: State, seal: Seal = UNSEALED) -> str:
    """The state as an HTML comment, which holds nothing that could end it."""
    return hidden_text.pack(BLOCK, dump(state), seal)


def load_hidden(text: str) -> State:
    """The state in the text of a block. Raises BotError for anything else."""
    return load(text, "the hidden part of the issue", hidden_text.LARGEST)


def fit(state: State, room: int, seal: Seal = UNSEALED) -> tuple[State, str]:
    """As much of the state as fits into `room` characters, and its block, empty if even an empty state is longer."""
    if len(state.records) + len(state.findings) <= _MOST_IN_BLOCK and len(block := pack(state, seal)) <= room:
        return state, block
    lean = replace(
        state,
        census=Census(),
        runs=state.runs[-_MOST_RUNS:],
        wrong_calls=state.wrong_calls[-_MOST_WRONG_CALLS:],
        records=MappingProxyType({key: _lean(record) for key, record in state.records.items()}),
    )
    order = _least_needed_first(lean)
    fewest, most = max(0, len(order) - _MOST_IN_BLOCK), len(order)
    while fewest < most:
        middle = (fewest + most) // 2
        if len(pack(_without(lean, order[:middle]), seal)) <= room:
            most = middle
        else:
            fewest = middle + 1
    rest = _without(lean, order[:fewest])
    block = pack(rest, seal)
    return rest, block if len(block) <= room else ""


def is_fine(record: Record) -> bool:
    """Whether nothing would be lost with the record but when it was checked."""
    uneventful = record.silenced_until is None and not record.strikes and not record.moves and not record.returns
    return uneventful and record.state is LinkState.OK


def _read(text: str, schema: str, name: str, largest: int) -> dict[str, object]:
    """The JSON object in the text, which meets the schema and has no target twice."""
    if len(text) > largest:
        raise BotError(f"{name} is larger than {largest:,} characters", _HINTS[schema])
    hint = _START_OVER if schema == "state" and _is_state(text) else _HINTS[schema]
    try:
        value = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise BotError(f"{name} is not a valid {schema} of a sweep: not JSON: {str(error)[:200]}", hint) from None
    if isinstance(value, dict) and isinstance(version := value.get("version"), int) and version > VERSION:
        raise BotError(f"{name} was written by a newer version of the bot", "update the bot")
    if problem := validator(schema).first_problem(value):
        where = ".".join(map(str, problem.path))
        raise BotError(f"{name} is not a valid {schema} of a sweep: {where}: {problem.message}"[:500], hint)
    for field in ("targets", "noted"):
        keys = [(each.get("rule"), each["target"]) for each in value.get(field, ())]
        if len(set(keys)) < len(keys):
            raise BotError(f"{name} is not a valid {schema} of a sweep: duplicate in {field}", hint)
    return dict(value)


def _is_state(text: str) -> bool:
    """Whether the text was a state before it was damaged: it begins as one, and has the targets."""
    is_part = '"shards":' in text
    return _BEGINNING.match(text) is not None and '"targets":' in text and not is_part


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not a JSON number")


def _lines(head: Mapping[str, object], lists: Mapping[str, Iterable[DataclassInstance]]) -> str:
    parts = [f'"{name}": {_json(head[name])}' for name in sorted(head)]
    for name, items in lists.items():
        lines = ",\n".join(_json(to_json(item)) for item in items)
        if lines or name == "targets":
            parts.append(f'"{name}": [\n{lines}\n]')
    return f'{{\n"version": {VERSION},\n' + ",\n".join(parts) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _lean(record: Record) -> Record:
    if is_fine(record):
        return replace(record, reason="", observations=())
    return replace(record, observations=record.observations[-1:])


def _least_needed_first(state: State) -> list[tuple[str, bool]]:
    """Keys of records, with False, and of findings, with True: the first are left out first."""
    records = state.records.values()
    fine = sorted(record.target for record in records if is_fine(record))
    silenced = {record.target for record in records if record.silenced_until is not None}
    others = [each for each in records if each.target not in silenced and not is_fine(each)]
    others.sort(key=lambda each: (each.first_failure or each.moved_since or 0, each.target))
    findings = sorted(state.findings.values(), key=lambda each: (each.silenced_until is not None, each.since, each.key))
    return [
        *((target, False) for target in fine),
        *((each.key, True) for each in findings if each.silenced_until is None),
        *((each.target, False) for each in others),
        *((each.key, True) for each in findings if each.silenced_until is not None),
        *((target, False) for target in sorted(silenced)),
    ]


def _without(state: State, left_out: list[tuple[str, bool]]) -> State:
    keys = {key for key, is_finding in left_out if not is_finding}
    findings = {key for key, is_finding in left_out if is_finding}
    fine = sum(is_fine(state.records[key]) for key in keys)
    return replace(
        state,
        records=MappingProxyType({key: each for key, each in state.records.items() if key not in keys}),
        findings=MappingProxyType({key: each for key, each in state.findings.items() if key not in findings}),
        trimmed=Trimmed(state.trimmed.fine + fine, state.trimmed.failing + len(keys) - fine),
    )
