"""JSON that meets its schema comes in; the state or the part that it tells of goes out."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.errors import BotError
from bot.links.model import LinkState
from bot.linter.schema import validator
from bot.sweeps.items import Finding
from bot.sweeps.observations import Part, Sighting
from bot.sweeps.state import (
    VERSION,
    Census,
    Month,
    Noted,
    Observation,
    Place,
    Record,
    Run,
    Share,
    State,
    Tally,
    Trimmed,
    WrongCall,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class Reader:
    """An object of JSON whose fields are of the right kind, or not there."""

    value: Mapping[str, object]

    def text(self, name: str) -> str:
        """A string; empty where it is not there."""
        value = self.value.get(name, "")
        return value if isinstance(value, str) else ""

    def text_or_none(self, name: str) -> str | None:
        """A string, where it is there."""
        return self.text(name) if name in self.value else None

    def number(self, name: str) -> int:
        """A whole number; 0 where it is not there. JSON may write it as 1.0."""
        value = self.value.get(name, 0)
        return int(value) if isinstance(value, int | float) else 0

    def number_or_none(self, name: str) -> int | None:
        """A whole number, where it is there."""
        return self.number(name) if name in self.value else None

    def state(self, name: str = "state") -> LinkState:
        """The state of a link."""
        return LinkState(self.text(name))

    def part(self, name: str) -> Reader:
        """An object; an empty one where it is not there."""
        value = self.value.get(name)
        return Reader(value if isinstance(value, dict) else {})

    def list(self, name: str) -> tuple[Reader, ...]:
        """Objects."""
        value = self.value.get(name)
        return tuple(Reader(each) for each in value if isinstance(each, dict)) if isinstance(value, list) else ()


def read_state(reader: Reader) -> State:
    """The state that an object of the right kind tells of."""
    noted = [_noted(each) for each in reader.list("noted")]
    records = [_record(each) for each in reader.list("targets")]
    trimmed = reader.part("trimmed")
    return State(
        records=MappingProxyType({each.target: each for each in sorted(records, key=lambda each: each.target)}),
        noted=MappingProxyType({each.key: each for each in sorted(noted, key=lambda each: each.key)}),
        runs=tuple(_run(each) for each in reader.list("runs")),
        wrong_calls=tuple(
            WrongCall(each.number("time"), each.text("kind"), each.text("target"))
            for each in reader.list("wrong_calls")
        ),
        called=reader.number("called"),
        wrong=reader.number("wrong"),
        returned=reader.number("returned"),
        census=_census(reader.part("census")),
        trimmed=Trimmed(trimmed.number("fine"), trimmed.number("failing")),
    )


def read_part(reader: Reader) -> Part:
    """The part that an object of the right kind tells of."""
    canaries = reader.value.get("canaries")
    return Part(
        time=reader.number("time"),
        sightings=tuple(_sighting(each) for each in reader.list("targets")),
        findings=tuple(
            Finding(each.text("rule"), each.text("target"), each.text("message"), each.text("entry"))
            for each in reader.list("findings")
        ),
        canaries=tuple(LinkState(str(each)) for each in canaries) if isinstance(canaries, list) else (),
        shard=reader.number("shard"),
        shards=reader.number("shards"),
        interrupted=reader.value.get("interrupted") is True,
    )


def _record(reader: Reader) -> Record:
    return Record(
        target=reader.text("target"),
        state=reader.state(),
        reason=reader.text("reason"),
        checked=reader.number("checked"),
        last_ok=reader.number_or_none("last_ok"),
        strikes=reader.number("strikes"),
        first_failure=reader.number_or_none("first_failure"),
        last_strike=reader.number_or_none("last_strike"),
        returns=reader.number("returns"),
        observations=tuple(_observation(each) for each in reader.list("observations")),
        moved_to=reader.text_or_none("moved_to"),
        moved_since=reader.number_or_none("moved_since"),
        moves=reader.number("moves"),
        reported=reader.number_or_none("reported"),
        silenced_until=reader.number_or_none("silenced_until"),
        copy=reader.text_or_none("copy"),
    )


def _observation(reader: Reader) -> Observation:
    return Observation(
        reader.number("time"),
        reader.state(),
        reader.number_or_none("status"),
        reader.text("url"),
        reader.text("note"),
    )


def _sighting(reader: Reader) -> Sighting:
    return Sighting(
        target=reader.text("target"),
        state=reader.state(),
        time=reader.number("time"),
        reason=reader.text("reason"),
        status=reader.number_or_none("status"),
        url=reader.text("url"),
        note=reader.text("note"),
        moved_to=reader.text_or_none("moved_to"),
    )


def _noted(reader: Reader) -> Noted:
    return Noted(
        reader.text("rule"),
        reader.text("target"),
        reader.text("message"),
        reader.number("since"),
        reader.number_or_none("silenced_until"),
        reader.text("entry"),
    )


def _run(reader: Reader) -> Run:
    return Run(
        time=reader.number("time"),
        tally=_tally(reader.part("tally")),
        asked=reader.number("asked"),
        failing=reader.number("failing"),
        discarded=reader.text("discarded"),
    )


def _tally(reader: Reader) -> Tally:
    return Tally(**{state.value: reader.number(state.value) for state in LinkState})


def _census(reader: Reader) -> Census:
    places = reader.part("places")
    return Census(
        papers=reader.number("papers"),
        months=tuple(
            Month(each.number("year"), each.number("month"), each.number("papers")) for each in reader.list("months")
        ),
        sections=tuple(_share(each) for each in reader.list("sections")),
        hosts=tuple(_share(each) for each in reader.list("hosts")),
        places=MappingProxyType({name: tuple(_place(each) for each in places.list(name)) for name in places.value}),
    )


def _share(reader: Reader) -> Share:
    return Share(reader.text("name"), _tally(reader.part("tally")))


def _place(reader: Reader) -> Place:
    return Place(reader.text("path"), reader.number("line"), reader.text("section"), reader.text("label"))


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
