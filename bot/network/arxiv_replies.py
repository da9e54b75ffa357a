"""What an answer of arXiv's means for the conversation, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from bot.network.atom import Feed


@dataclass(frozen=True, slots=True)
class Listed:
    """A whole feed without complaints."""

    feed: Feed


@dataclass(frozen=True, slots=True)
class Refused:
    """arXiv does not like a name in the request, or broke over it: smaller requests may pass."""

    reason: str


@dataclass(frozen=True, slots=True)
class Busy:
    """arXiv wants to be left alone, or cannot be reached."""

    reason: str
    retry_after: float | None = None
    unreachable: bool = False


Reply: TypeAlias = Listed | Refused | Busy
