"""An answer comes in; what it says about its host, rather than about the page, goes out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.network.answers import GET, Answer, Failure, Trouble
from bot.network.limits import read_quota, read_wait
from bot.network.pages import Kind, read_page

_SILENT = frozenset({Trouble.TIMEOUT, Trouble.REFUSED, Trouble.TLS, Trouble.LOOKUP})


class Signal(StrEnum):
    """What an answer says about its host."""

    FINE = "fine"
    LIMITED = "limited"
    WALL = "wall"
    RESET = "reset"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Notice:
    """A signal; `wait` is how long the host asks to be left alone, `mark` tells walls apart."""

    signal: Signal
    wait: float | None = None
    mark: str = ""


def read_notice(answer: Answer) -> Notice:
    """What an answer says about its host."""
    if isinstance(answer, Failure):
        if answer.trouble is Trouble.RESET:
            return Notice(Signal.RESET)
        return Notice(Signal.SILENT if answer.trouble in _SILENT else Signal.FINE)
    page = read_page(answer)
    if page.kind is Kind.LIMITED:
        return Notice(Signal.LIMITED, read_wait(answer))
    if page.kind is Kind.WALL and answer.method == GET:
        return Notice(Signal.WALL, mark=page.mark)
    return Notice(Signal.FINE, read_wait(answer) if answer.status == 503 else read_quota(answer))
