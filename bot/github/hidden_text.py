"""A text of the bot that hides in the body of an issue: packed, sealed, and nothing that could end its comment."""

from __future__ import annotations

import base64
import re
import zlib
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from bot.errors import BotError
from bot.github.seal import Seal

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST = 16_000_000
"""Characters of a text: a small block may be made to hold a very large one."""
UNSEALED = Seal()
_STARTS_OVER = "nothing to do: the state starts over"
_COLUMNS = 120


def pack(kind: str, text: str, seal: Seal = UNSEALED) -> str:
    """A text in ASCII as an HTML comment; `kind` is a word that tells the bot's texts apart."""
    data = base64.b64encode(zlib.compress(text.encode("ascii"), 9)).decode("ascii")
    lines = "\n".join(data[start : start + _COLUMNS] for start in range(0, len(data), _COLUMNS))
    of = f"{seal.repository}#{seal.number}"
    return f"<!-- paperlist-bot:v1 {kind} of={of} sum={seal.sum(data)}\n{lines}\n-->"


def count(kind: str, body: str) -> int:
    """How many hidden texts the body of an issue seems to hold; the bot writes one."""
    return sum(1 for _ in _openings(kind, body))


def unpack(kind: str, body: str, seal: Seal = UNSEALED) -> str | None:
    """The text in the body of an issue, which is the last thing in it; None if there is none.

    Raises BotError if somebody changed it, or where it is that of another issue.
    """
    openings = list(_openings(kind, body))
    match = _patterns(kind)[1].match(body, openings[-1]) if openings else None
    if match is None:
        return None
    data = "".join(match["data"].split())
    if not _is_sealed(match, data, seal):
        raise BotError("the hidden part of the issue was edited", _STARTS_OVER)
    if not _is_of_issue(match, seal):
        raise BotError("the hidden part of the issue belongs to another issue", _STARTS_OVER)
    text = _unpacked(data)
    if text is None:
        raise BotError("the hidden part of the issue was edited", _STARTS_OVER)
    return text


def _openings(kind: str, body: str) -> Iterator[int]:
    return (match.start() for match in _patterns(kind)[0].finditer(body))


@cache
def _patterns(kind: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """How a block of that kind begins, and the whole of it."""
    return re.compile(rf"<!--\s*paperlist-bot:v1 {kind}\b"), re.compile(
        rf"<!--\s*paperlist-bot:v1 {kind} (?:of=(?P<repository>[\w./-]{{1,200}})?#(?P<number>\d{{1,12}}) )?"
        r"sum=(?P<sum>[0-9a-f]{16,32})(?P<data>[A-Za-z0-9+/=\s]*)-->"
    )


def _unpacked(data: str) -> str | None:
    """The text in a block; None if there is none, or more of it than is ever written."""
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(base64.b64decode(data, validate=True), LARGEST).decode("ascii")
    except (ValueError, zlib.error):
        return None
    return text if unpacking.eof else None


def _is_of_issue(match: re.Match[str], seal: Seal) -> bool:
    """Whether a block is of the issue that it was found in; the first body of an issue does not know its number."""
    if match["number"] is None:
        return True
    number = int(match["number"])
    return seal.repository in {"", match["repository"]} and (number == seal.number or 0 in {number, seal.number})


def _is_sealed(match: re.Match[str], data: str, seal: Seal) -> bool:
    """Whether the checksum is right; blocks of version 0.1 name no issue, and have a checksum without a key."""
    if match["number"] is None:
        return not seal.key and match["sum"] == sha256(data.encode("ascii")).hexdigest()[:16]
    written = seal._replace(repository=match["repository"] or "", number=int(match["number"]))
    return written.fits(data, match["sum"])
