"""Hidden texts of the bot on GitHub: sealed lines at the top of comments, and packed blocks in the bodies of issues.

A checksum ties each to the issue or pull request that it is in; nothing in one can end its HTML comment.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hmac import compare_digest, digest
from typing import NamedTuple

from bot.errors import BotError

KEY = "BOT_STATE_KEY"
"""The environment variable with the secret of a repository for its seals."""
LARGEST = 16_000_000
"""Characters of a text: a small block may be made to hold a very large one."""
START = "<!-- paperlist-bot:v1"
_STARTS_OVER = "nothing to do: the state starts over"
_COLUMNS = 120


class Seal(NamedTuple):
    """Makes checksums: a hidden text of another issue, or one that somebody made up, is not read."""

    repository: str = ""
    """`owner/name`; empty if any may be read."""
    number: int = 0
    """Of the issue or the pull request; 0 for an issue that is not made yet, or where any may be read."""
    key: bytes = b""
    """A secret of the repository, if it has one for this: only those who have it can write a text that is read."""

    def sum(self, content: str) -> str:
        """The checksum of `content`: 32 hexadecimal digits."""
        return digest(self.key, f"{self.repository}#{self.number}\n{content}".encode(), "sha256").hex()[:32]

    def fits(self, content: str, found: str) -> bool:
        """Whether `found` is the checksum of `content`."""
        return compare_digest(self.sum(content), found)


UNSEALED = Seal()


@dataclass(frozen=True, slots=True)
class HiddenLine:
    """A hidden line at the top of a comment, with a few values."""

    name: str
    """What the checksum calls it: a line of one kind never passes for another."""
    start: str
    fields: tuple[tuple[str, str], ...] = ()
    """The name of each value and the pattern that it has; one that may be empty is then left out."""

    def write(self, values: tuple[str, ...], seal: Seal) -> str:
        """Write the line with `values`, in the order of the fields."""
        pairs = zip(self.fields, values, strict=True)
        parts = (self.start, *(f"{field}={value}" for (field, _), value in pairs if value))
        return f"{' '.join(parts)} sum={seal.sum(self._content(values))} -->"

    def read(self, body: str, seal: Seal) -> tuple[str, ...] | None:
        """The values in the line that `body` begins with; None for a text without one of ours."""
        match = _line_pattern(self).match(body)
        if match is None:
            return None
        *found, checksum = match.groups(default="")
        values = tuple(found)
        return values if seal.fits(self._content(values), checksum) else None

    def _content(self, values: tuple[str, ...]) -> str:
        return " ".join((self.name, *values)).rstrip()  # without a last value that may be empty


@cache
def _line_pattern(line: HiddenLine) -> re.Pattern[str]:
    fields = "".join(
        rf"(?: {name}=({pattern}))?" if re.fullmatch(pattern, "") else f" {name}=({pattern})"
        for name, pattern in line.fields
    )
    return re.compile(rf"\s*{re.escape(line.start)}{fields} sum=([0-9a-f]{{32}}) -->")


def pack(kind: str, text: str, seal: Seal = UNSEALED) -> str:
    """Hide a text in ASCII in an HTML comment; `kind` is a word that tells the bot's texts apart."""
    data = base64.b64encode(zlib.compress(text.encode("ascii"), 9)).decode("ascii")
    lines = "\n".join(data[start : start + _COLUMNS] for start in range(0, len(data), _COLUMNS))
    return f"{START} {kind} of={seal.repository}#{seal.number} sum={seal.sum(data)}\n{lines}\n-->"


def count(kind: str, body: str) -> int:
    """Count the hidden texts that the body of an issue seems to hold; the bot writes one."""
    return sum(1 for _ in _openings(kind, body))


def unpack(kind: str, body: str, seal: Seal = UNSEALED) -> str | None:
    """The text in the body of an issue, which is the last thing in it; None if there is none.

    Raises BotError if somebody changed it, or where it is that of another issue.
    """
    openings = list(_openings(kind, body))
    match = _patterns(kind)[1].match(body, openings[-1]) if openings else None
    if match is None:
        return None
    data, number = "".join(match["data"].split()), int(match["number"])
    if not Seal(match["repository"], number, seal.key).fits(data, match["sum"]):
        raise BotError("the hidden part of the issue was edited", _STARTS_OVER)
    # The first body of an issue does not know its number.
    is_here = seal.repository in {"", match["repository"]} and (number == seal.number or 0 in {number, seal.number})
    if not is_here:
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
        rf"<!--\s*paperlist-bot:v1 {kind} of=(?P<repository>[\w./-]{{0,200}})#(?P<number>\d{{1,12}}) "
        r"sum=(?P<sum>[0-9a-f]{32})(?P<data>[A-Za-z0-9+/=\s]*)-->"
    )


def _unpacked(data: str) -> str | None:
    """The text in a block; None if there is none, or more of it than is ever written."""
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(base64.b64decode(data, validate=True), LARGEST).decode("ascii")
    except (ValueError, zlib.error):
        return None
    return text if unpacking.eof else None
