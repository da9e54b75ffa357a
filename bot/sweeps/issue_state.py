"""A state comes in; the hidden block of an issue that holds it, or as much of it as fits, goes out: and back.

Left out is, as far as need be: what only the report page wants, targets that are fine, findings that can be found
again, and of the failing targets those that have failed longest. What was left out is counted in `State.trimmed`.
"""

from __future__ import annotations

import base64
import zlib
from dataclasses import replace
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.errors import BotError
from bot.links.model import LinkState
from bot.sweeps.state import Census, Trimmed
from bot.sweeps.storage import dump, load
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from bot.sweeps.state import Record, State


LARGEST = 16_000_000
"""Characters of a state once it is unpacked: a small block may be made to hold a very large one."""

_BLOCK = lazy_pattern(r"<!--\s*paperlist-bot:v1 state sum=([0-9a-f]{16})([A-Za-z0-9+/=\s]*)-->")
_MOST_RUNS = 26
_MOST_WRONG_CALLS = 50
_MOST_KEPT = 5_000
"""Targets and findings; more do not fit into an issue, however well they are packed."""
_COLUMNS = 120


def pack(state: State) -> str:
    """The state as an HTML comment, which holds nothing that could end it."""
    data = base64.b64encode(zlib.compress(dump(state).encode("ascii"), 9)).decode("ascii")
    lines = "\n".join(data[start : start + _COLUMNS] for start in range(0, len(data), _COLUMNS))
    return f"<!-- paperlist-bot:v1 state sum={_sum(data)}\n{lines}\n-->"


def unpack(body: str) -> State | None:
    """The state in the body of an issue; None where there is none.

    Raises BotError where somebody changed it.
    """
    match = _BLOCK.search(body)
    if match is None:
        return None
    data = "".join(match[2].split())
    text = _unpacked(data) if match[1] == _sum(data) else None
    if text is None:
        raise BotError("the hidden part of the issue was changed", "nothing is to be done: it begins anew")
    return load(text, "the hidden part of the issue", LARGEST)


def holds_state(body: str) -> bool:
    """Whether there is a hidden state in the body of an issue, sound or not."""
    return _BLOCK.search(body) is not None


def fit(state: State, room: int) -> tuple[State, str]:
    """As much of the state as takes at most `room` characters, and its block; empty where not even a start fits."""
    if len(state.records) + len(state.findings) <= _MOST_KEPT and len(block := pack(state)) <= room:
        return state, block
    lean = replace(
        state,
        census=Census(),
        runs=state.runs[-_MOST_RUNS:],
        wrong_calls=state.wrong_calls[-_MOST_WRONG_CALLS:],
        records=MappingProxyType({key: _lean(record) for key, record in state.records.items()}),
    )
    order = _order_of_leaving(lean)
    fewest, most = max(0, len(order) - _MOST_KEPT), len(order)
    while fewest < most:
        middle = (fewest + most) // 2
        if len(pack(_without(lean, order[:middle]))) <= room:
            most = middle
        else:
            fewest = middle + 1
    rest = _without(lean, order[:fewest])
    block = pack(rest)
    return rest, block if len(block) <= room else ""


def is_fine(record: Record) -> bool:
    """Whether nothing would be lost with the record but when it was asked about."""
    quiet = record.silenced_until is None and not record.strikes and not record.moves and not record.returns
    return quiet and record.state is LinkState.OK


def _lean(record: Record) -> Record:
    if is_fine(record):
        return replace(record, reason="", observations=())
    return replace(record, observations=record.observations[-1:])


def _order_of_leaving(state: State) -> list[tuple[str, bool]]:
    """Keys of records and, where the mark is true, of findings: the first to leave first."""
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


def _unpacked(data: str) -> str | None:
    """The text in a block; None where there is none, or more of it than is ever written."""
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(base64.b64decode(data, validate=True), LARGEST).decode("ascii")
    except (ValueError, zlib.error):
        return None
    return text if unpacking.eof else None


def _sum(data: str) -> str:
    return sha256(data.encode("ascii")).hexdigest()[:16]
