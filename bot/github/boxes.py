"""Boxes of an issue that people tick: each at the start of its line, with a hidden id at its end."""

from __future__ import annotations

from typing import NamedTuple

from bot.text import lazy_pattern

_TICK = lazy_pattern(r"[\s>]*[-*+]\s+\[[xX]\]")
_ITEM = lazy_pattern(r"<!-- item=([0-9a-f]{16}) -->\s*\Z")


class Boxes(NamedTuple):
    """The ids of items in the text of an issue, whatever people did to it."""

    present: frozenset[str]
    ticked: frozenset[str]


NO_BOXES = Boxes(frozenset(), frozenset())


def mark(item: str) -> str:
    """The end of the line of an item; texts of strangers come before it."""
    return f"<!-- item={item} -->"


def read_boxes(body: str) -> Boxes:
    """The items in a text, and those that are ticked."""
    found = [(line, match[1]) for line in body.splitlines() if (match := _ITEM.search(line)) is not None]
    ticked = frozenset(item for line, item in found if _TICK.match(line))
    return Boxes(frozenset(item for _, item in found), ticked)
