"""What is remembered of a target comes in; whether it is asked about again, and when, goes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.links.model import LinkState
from bot.sweeps.state import DAY
from bot.sweeps.targets import is_paper, is_repository, target_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.sweeps.state import Record, State

ALIVE_AGAIN = 7 * DAY
FAILING_AGAIN = 3 * DAY
"""At the earliest: most outages are over by then. Also the least time between two strikes."""
_LEEWAY = DAY // 2
"""A weekly job does not start on the minute, and a link that was fine must not wait for another week."""


def is_due(record: Record | None, now: int) -> bool:
    """Whether a target is to be asked about now; one that was never seen is."""
    if record is None:
        return True
    settled = record.state is LinkState.OK and not record.moves
    return now - record.checked >= (ALIVE_AGAIN - _LEEWAY if settled else FAILING_AGAIN)


def due(state: State, urls: Iterable[str], now: int) -> tuple[str, ...]:
    """The URLs, as the lists write them, that a sweep asks about now.

    Papers and repositories are asked about always: they go in batches, a thousand in a few requests, and what
    rules find of them depends on the list as well.
    """
    return tuple(
        url
        for url in urls
        if (target := target_of(url)) is not None
        and (is_paper(target) or is_repository(target) or is_due(state.records.get(target), now))
    )
