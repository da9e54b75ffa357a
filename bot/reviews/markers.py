"""Fingerprints come in, and the hidden first line of a comment that carries them goes out; and back again.

A marker counts at the very start of a comment alone: further down, a suggestion shows the list's own words.
It holds nothing but hexadecimal digits, so that nothing in it can end it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST = 500
"""Fingerprints in one marker; no conversation holds so many threads of ours."""

_PRINTS = r"[0-9a-f]{16}(?:,[0-9a-f]{16})*"
_COMMENT = re.compile(rf"\s*<!-- paperlist-bot:v1 fp=({_PRINTS}) sha=([0-9a-f]+) -->")
_SUMMARY = re.compile(rf"\s*<!-- paperlist-bot:v1 summary(?: fp=({_PRINTS}))? -->")
_HASH = re.compile(r"[0-9a-f]{4,64}")


@dataclass(frozen=True, slots=True)
class Mark:
    """What the marker of a comment in the diff tells."""

    prints: tuple[str, ...]
    """Fingerprints of the findings that it speaks of."""
    head: str
    """The commit at which it was posted; GitHub itself forgets that after a force-push."""


def comment_marker(prints: Iterable[str], head: str) -> str:
    """The first line of a comment in the diff."""
    sha = head if _HASH.fullmatch(head) else "0000"
    return f"<!-- paperlist-bot:v1 fp={','.join(prints)} sha={sha} -->"


def summary_marker(prints: Iterable[str]) -> str:
    """The first line of the summary; `prints` are those of the findings that have a thread in the diff."""
    known = ",".join(sorted(prints)[:MOST])
    return f"<!-- paperlist-bot:v1 summary{f' fp={known}' if known else ''} -->"


def read_mark(body: str) -> Mark | None:
    """What the marker of a comment in the diff says; None for a comment without one."""
    match = _COMMENT.match(body)
    return Mark(tuple(match[1].split(",")), match[2]) if match else None


def read_summary(body: str) -> frozenset[str] | None:
    """The fingerprints that a summary names; None for a comment that is no summary."""
    match = _SUMMARY.match(body)
    if match is None:
        return None
    return frozenset(match[1].split(",")) if match[1] else frozenset()
