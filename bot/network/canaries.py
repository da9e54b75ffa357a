"""The environment comes in; the pages that always answer, and are asked before all others, go out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.errors import BotError
from bot.papers.urls import split_url
from bot.sweeps.sightings import CANARIES

if TYPE_CHECKING:
    from collections.abc import Mapping

VARIABLE = "BOT_CANARIES"
"""Other pages, with blanks between them; `none` for none at all."""


def read_canaries(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The canaries that the environment names, else the usual ones; raises BotError for what is no address."""
    words = environment.get(VARIABLE, "").split()
    if not words:
        return CANARIES
    if words == ["none"]:
        return ()
    for word in words:
        parts = split_url(word)
        if parts is None or parts.scheme not in {"http", "https"} or not parts.host:
            raise BotError(f"{VARIABLE}: no address: {word}", "write addresses with blanks between, or none")
    return tuple(dict.fromkeys(words))
