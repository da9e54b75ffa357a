"""The state that one sweep leaves to the next: the record of each target, what rules found, and the runs.

Times are whole seconds since the epoch. A target is what `items.target_of` makes of a URL: `arxiv:2310.05915`,
`github:owner/name`, else the URL without what does not change the page.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from bot.codec import from_json, to_json
from bot.errors import BotError
from bot.github import hidden_text
from bot.github.hidden_text import UNSEALED, Seal
from bot.links import LinkState, Share, Tally
from bot.linter.schema import validator
from bot.papers.dates import Month
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


VERSION = 1
DAY = 86_400
"""Seconds."""

MOST_OBSERVATIONS = 5
MOST_RUNS = 120
MOST_WRONG_CALLS = 200
LONGEST_TARGET = 2_048
"""Characters; a link with a longer address is not followed over time."""
LONGEST_MESSAGE = 200
"""Characters of a reason or a message; longer ones are cut."""


@dataclass(frozen=True, slots=True)
class PastObservation:
    """What an earlier run observed: `status` is of the last answer, `url` where it came from if not from the target."""

    time: int
    state: LinkState
    status: int | None = None
    url: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """The history of one target; `state` is the verdict over time, not that of the last run."""

    target: str
    state: LinkState
    reason: str = ""
    checked: int = 0
    """When it was last checked."""
    last_ok: int | None = None
    strikes: int = 0
    """Definitive failures since the last success, as far as they were days apart."""
    first_failure: int | None = None
    """The first of them."""
    last_strike: int | None = None
    returns: int = 0
    """How often it came back after a strike."""
    observations: tuple[PastObservation, ...] = ()
    """The latest, the oldest first; at most `MOST_OBSERVATIONS`."""
    moved_to: str | None = None
    moved_since: int | None = None
    """When the redirect to `moved_to` was first seen."""
    moves: int = 0
    """In how many runs in a row it was seen."""
    reported: int | None = None
    """When it was first called dead, or moved, in this state."""
    silenced_until: int | None = None
    """Until then it is not reported, because a person said that it is fine."""
    copy: str | None = None
    """The address of an archived copy."""


@dataclass(frozen=True, slots=True)
class RuleFinding:
    """What a rule about facts found about a target; one run is enough for it to be reported."""

    rule: str
    target: str
    message: str
    since: int = 0
    """When the first run found it; 0 for what was just found."""
    silenced_until: int | None = None
    entry: str = ""
    """The title of the entry that it is about, where it is about one: others may link to the same target rightly."""

    @property
    def key(self) -> str:
        """Its identity: the rule and the target."""
        return f"{self.rule} {self.target}"


@dataclass(frozen=True, slots=True)
class WrongCall:
    """A report that a person ticked as wrong; `kind` is `dead` or the slug of a rule."""

    time: int
    kind: str
    target: str


@dataclass(frozen=True, slots=True)
class Run:
    """One sweep: when it was, how it left the targets, and why its failures were not counted, if so."""

    time: int
    tally: Tally = Tally()
    asked: int = 0
    """Targets that got an answer."""
    failing: int = 0
    """Those of them that failed, and had not before."""
    discarded: str = ""
    """The outage on our side due to which its failures did not count; empty if they did."""


@dataclass(frozen=True, slots=True)
class Location:
    """Where a link is: file, one-based line, heading and the text that a reader sees."""

    path: str
    line: int
    section: str = ""
    label: str = ""
    name: str = ""
    """The repository as the list writes it, `owner/name`, where its capitals differ from those of the target."""


@dataclass(frozen=True, slots=True)
class Census:
    """The lists as the last run found them, for `bot report`; places only of what is dead or moved."""

    papers: int = 0
    months: tuple[Month, ...] = ()
    """The oldest first."""
    sections: tuple[Share, ...] = ()
    """In the order of the lists."""
    hosts: tuple[Share, ...] = ()
    """The largest first."""
    places: Mapping[str, tuple[Location, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Trimmed:
    """What was left out so that the state would fit: targets that were fine, and targets that fail."""

    fine: int = 0
    failing: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """Everything that a sweep leaves to the next one."""

    records: Mapping[str, Record] = field(default_factory=dict)
    """By target."""
    findings: Mapping[str, RuleFinding] = field(default_factory=dict)
    """By key."""
    runs: tuple[Run, ...] = ()
    """The oldest first; at most `MOST_RUNS`."""
    wrong_calls: tuple[WrongCall, ...] = ()
    """The oldest first; at most `MOST_WRONG_CALLS`."""
    called: int = 0
    """How many targets were ever called dead."""
    wrong: int = 0
    """How many of these a person found alive."""
    returned: int = 0
    """How many of these came back later."""
    census: Census = Census()
    trimmed: Trimmed = Trimmed()

    @property
    def time(self) -> int:
        """When the last run was; 0 before the first."""
        return self.runs[-1].time if self.runs else 0


def day_of(time: int) -> date:
    """The day of a time, in UTC."""
    return datetime.fromtimestamp(time, UTC).date()


BLOCK = "state"
"""What the hidden block of an issue is called."""
LARGEST = 512_000_000
"""Characters; a million links take about half of it."""


_START_OVER = "delete it to start over; dead links are known again after three more sweeps"
_HINTS = {
    "state": "name a file that bot sweep --state wrote, or, for a sweep, a new file",
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
    return write_lines(to_json(rest), lists)


def load(text: str, name: str = "the state", largest: int = LARGEST) -> State:
    """The state in `text`; empty text is the state before the first sweep.

    Raises BotError, which calls it `name`, for anything else.
    """
    text = text.removeprefix("\ufeff")  # some editors put one there
    if not text.strip():
        return State()
    value = read_json(text, "state", name, largest)
    records = from_json(tuple[Record, ...], value.pop("targets"))
    noted = from_json(tuple[RuleFinding, ...], value.pop("noted", []))
    return replace(
        from_json(State, value),
        records={each.target: each for each in sorted(records, key=lambda each: each.target)},
        findings={each.key: each for each in sorted(noted, key=lambda each: each.key)},
    )


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
        records={key: _lean(record) for key, record in state.records.items()},
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


def read_json(text: str, schema: str, name: str, largest: int) -> dict[str, object]:
    """Read the JSON object in the text, which meets the schema and has no target twice."""
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
        where = "".join(f": {'.'.join(map(str, path))}" for path in (problem.path,) if path)
        raise BotError(f"{name} is not a valid {schema} of a sweep{where}: {problem.message}"[:500], hint)
    for listed in ("targets", "noted"):
        keys = [(each.get("rule"), each["target"]) for each in value.get(listed, ())]
        if len(set(keys)) < len(keys):
            raise BotError(f"{name} is not a valid {schema} of a sweep: duplicate in {listed}", hint)
    return dict(value)


def _is_state(text: str) -> bool:
    """Whether the text was a state before it was damaged: it begins as one, and has the targets."""
    is_part = '"shards":' in text
    return _BEGINNING.match(text) is not None and '"targets":' in text and not is_part


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not a JSON number")


def write_lines(head: Mapping[str, object], lists: Mapping[str, Iterable[DataclassInstance]]) -> str:
    """Write the fields of `head`, and each list with one item a line."""
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
        records={key: each for key, each in state.records.items() if key not in keys},
        findings={key: each for key, each in state.findings.items() if key not in findings},
        trimmed=Trimmed(state.trimmed.fine + fine, state.trimmed.failing + len(keys) - fine),
    )
