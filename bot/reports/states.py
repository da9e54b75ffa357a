"""A JSON report that nobody vouches for comes in; the states of links go out, by URL, and nothing else of it.

The report of a change from a fork is made by a workflow that the change itself may have rewritten: every byte of
it is a stranger's. No word of it is shown, and no address in it is asked or linked.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.facts.model import Facts
from bot.links.model import LinkState, LinkStatus
from bot.linter.quickcheck import surely_meets
from bot.linter.schema import load

if TYPE_CHECKING:
    from collections.abc import Mapping

LARGEST = 2_000_000
"""Bytes; a larger report is not looked into."""


class UnusableError(Exception):
    """The report cannot be used; the words are ours, and say why as a clause."""


def read_states(data: bytes) -> Mapping[str, LinkState] | None:
    """The state of each link, by URL as the list writes it; None where the run has asked nobody.

    Raises UnusableError for what is not a report as `schemas/report.schema.json` has it.
    """
    if len(data) > LARGEST:
        raise UnusableError(f"it has more than {LARGEST:,} bytes")
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UnusableError("it is no JSON") from error
    # The quick check is exact for our schema, and takes a time that grows with the report alone.
    if not surely_meets(load("report"), value):
        raise UnusableError("it does not have the form of a report")
    facts = value["facts"]
    if facts is None:
        return None
    states = {state.value: state for state in LinkState}
    return {
        fact["target"]: states[fact["state"]] for fact in facts if fact["kind"] == "link" and fact["state"] in states
    }


def believed(states: Mapping[str, LinkState]) -> Facts:
    """What is taken from the states: which links are dead. Where others have moved to would be a stranger's word."""
    dead = {url: LinkStatus(url, state) for url, state in states.items() if state is LinkState.DEAD}
    return Facts(links=dead)
