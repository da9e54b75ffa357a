"""A state or a part comes in; JSON goes out, sorted, one target a line: and back, whatever somebody made of it."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING

from bot.errors import BotError
from bot.linter.schema import validator
from bot.sweeps.reading import Reader, read_part, read_state
from bot.sweeps.state import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.sweeps.sightings import Part
    from bot.sweeps.state import State

LARGEST = 512_000_000
"""Characters; a million links take about half of it."""

_HINT = "delete it to begin anew: it takes three more sweeps until dead links are known again"


def dump(state: State) -> str:
    """The state as JSON: ASCII, the same bytes for equal states."""
    head = _plain(state)
    for name in ("records", "noted", "runs", "wrong_calls"):
        head.pop(name, None)
    lists = {
        "runs": state.runs,
        "wrong_calls": state.wrong_calls,
        "noted": [state.noted[key] for key in sorted(state.noted)],
        "targets": [state.records[target] for target in sorted(state.records)],
    }
    return _lines(head, lists)


def load(text: str, name: str = "the state", largest: int = LARGEST) -> State:
    """The state in `text`; empty text is the state before the first sweep.

    Raises BotError, which calls it `name`, for what is none.
    """
    text = text.removeprefix("\ufeff")  # some editors put one there
    if not text.strip():
        text = f'{{"version": {VERSION}, "targets": []}}'
    return read_state(_checked(text, "state", name, largest))


def dump_part(part: Part) -> str:
    """The part as JSON, for the job that merges."""
    head = _plain(part) | {"time": part.time, "shard": part.shard, "shards": part.shards}
    for field in ("sightings", "findings"):
        head.pop(field, None)
    return _lines(head, {"findings": part.findings, "targets": part.sightings})


def load_part(text: str, name: str = "the part", largest: int = LARGEST) -> Part:
    """The part in `text`; raises BotError, which calls it `name`, for what is none."""
    return read_part(_checked(text, "part", name, largest))


def _checked(text: str, schema: str, name: str, largest: int) -> Reader:
    """What JSON the text holds, as the schema wants it, and no target twice."""
    if len(text) > largest:
        raise BotError(f"{name} is larger than {largest:,} characters", _HINT)
    try:
        value = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise BotError(f"{name} is no JSON: {str(error)[:200]}", _HINT) from None
    if isinstance(value, dict) and isinstance(version := value.get("version"), int) and version > VERSION:
        raise BotError(f"{name} was written by a later version of the bot", "update the bot")
    if problems := validator(schema).problems(value):
        where = ".".join(map(str, problems[0].path))
        raise BotError(f"{name} is not what a sweep writes: {where}: {problems[0].message}"[:500], _HINT)
    reader = Reader(value)
    for field in ("targets", "noted", "findings"):
        keys = [(each.text("rule"), each.text("target")) for each in reader.list(field)]
        if field != "findings" and len(set(keys)) < len(keys):
            raise BotError(f"{name} is not what a sweep writes: something is in {field} twice", _HINT)
    return reader


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no number")


def _lines(head: dict[str, object], lists: Mapping[str, Iterable[object]]) -> str:
    parts = [f'"{name}": {_json(head[name])}' for name in sorted(head)]
    for name, items in lists.items():
        lines = ",\n".join(_json(_plain(item)) for item in items)
        if lines or name == "targets":
            parts.append(f'"{name}": [\n{lines}\n]')
    return f'{{\n"version": {VERSION},\n' + ",\n".join(parts) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _plain(value: object) -> dict[str, object]:
    """A record as an object, without what has its usual value."""
    assert is_dataclass(value)  # noqa: S101 - all that is stored is
    pairs = ((field, getattr(value, field.name)) for field in fields(value))
    return {field.name: _value(each) for field, each in pairs if each != field.default and each not in ((), {})}


def _value(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str | int | float | None):
        return value
    if isinstance(value, tuple):
        return [_value(each) for each in value]
    if is_dataclass(value):
        return _plain(value)
    return {str(key): _value(each) for key, each in dict(value).items()}  # type: ignore[call-overload]
