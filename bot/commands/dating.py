"""The environment comes in; the console of the day that `BOT_NOW` names goes out: nobody waits for weeks to pass."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.clock import SystemClock
from bot.errors import BotError

if TYPE_CHECKING:
    from bot.commands.console import Console

VARIABLE = "BOT_NOW"
"""A time of ISO 8601; without a zone it is UTC."""


class ShiftedClock(SystemClock):
    """The clock of this machine, set to `start`, in seconds since the epoch; it runs on from there."""

    def __init__(self, start: float) -> None:
        super().__init__()
        self._ahead = start - self.elapsed()

    def now(self) -> float:
        """The time of day, in seconds since the epoch."""
        return self._ahead + self.elapsed()


def dated(console: Console) -> Console:
    """The console with the clock and the day that the environment names; raises BotError for what is no time."""
    words = console.environ.get(VARIABLE, "").strip()
    if not words:
        return console
    try:
        time = datetime.fromisoformat(words)
        time = (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        time = None
    if time is None or time.timestamp() <= 0:
        raise BotError(f"{VARIABLE}: no time: {words}", "write it as 2026-11-23T04:17:00Z") from None
    return replace(console, clock=ShiftedClock(time.timestamp()), today=time.date())
