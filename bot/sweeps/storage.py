"""State and parts of a run as JSON: one link a line, the same bytes for equal values, checked by schema when read."""

from __future__ import annotations

import json
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.codec import from_json, to_json
from bot.errors import BotError
from bot.linter.schema import validator
from bot.sweeps.observations import Part
from bot.sweeps.state import VERSION, KnownFinding, Record, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from _typeshed import DataclassInstance


LARGEST = 512_000_000
"""Characters; a million links take about half of it."""

_HINT = "delete it to start over: it takes three more sweeps until dead links are known again"


def dump(state: State) -> str:
    """The state as JSON: ASCII, the same bytes for equal states."""
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
    if part.probes:
        head["canaries"] = head.pop("probes")
    head |= {"shard": part.shard, "shards": part.shards}
    return _lines(head, {"findings": part.findings, "targets": part.observations})


def load_part(text: str, name: str = "the part", largest: int = LARGEST) -> Part:
    """The part in `text`; raises BotError, which calls it `name`, for anything else."""
    value = _read(text, "part", name, largest)
    return from_json(Part, value | {"observations": value["targets"], "probes": value.get("canaries", [])})


def _read(text: str, schema: str, name: str, largest: int) -> dict[str, object]:
    """The JSON object in the text, which meets the schema and has no target twice."""
    if len(text) > largest:
        raise BotError(f"{name} is larger than {largest:,} characters", _HINT)
    try:
        value = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise BotError(f"{name} is not JSON: {str(error)[:200]}", _HINT) from None
    if isinstance(value, dict) and isinstance(version := value.get("version"), int) and version > VERSION:
        raise BotError(f"{name} was written by a later version of the bot", "update the bot")
    if problems := validator(schema).problems(value):
        where = ".".join(map(str, problems[0].path))
        raise BotError(f"{name} is not what a sweep writes: {where}: {problems[0].message}"[:500], _HINT)
    for field in ("targets", "noted"):
        keys = [(each.get("rule"), each["target"]) for each in value.get(field, ())]
        if len(set(keys)) < len(keys):
            raise BotError(f"{name} is not what a sweep writes: something is in {field} twice", _HINT)
    return dict(value)


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
