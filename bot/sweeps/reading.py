"""JSON that meets its schema comes in; the state or the part that it tells of goes out."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.links.model import LinkState
from bot.sweeps.findings import Finding
from bot.sweeps.sightings import Part, Sighting
from bot.sweeps.state import (
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
    from collections.abc import Mapping


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
