"""Lists as JSON: one object for a list, as `bot entries` prints it, or one line for each entry."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.listing.model import entry_object, skipped_object

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.listing import Listing


def render_json(listings: Sequence[Listing], *, skipped: bool = False) -> str:
    """One object for one list, an array of them for several; `skipped` adds the blocks that are in no entry."""
    found = []
    for listing in listings:
        entries = [entry_object(listing, entry) for entry in listing.entries]
        each: dict[str, object] = {"file": show_path(listing.text.path), "entries": entries}
        if skipped:
            each["skipped"] = [skipped_object(listing, block) for block in listing.skipped]
        found.append(each)
    return f"{json.dumps(found[0] if len(found) == 1 else found, indent=2, ensure_ascii=False)}\n"


def render_jsonl(listings: Sequence[Listing]) -> str:
    """An entry a line; each names its file."""
    objects = (
        {"file": show_path(listing.text.path), **entry_object(listing, entry)}
        for listing in listings
        for entry in listing.entries
    )
    return "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in objects)


def show_path(path: str) -> str:
    """The path with a sign in the place of bytes that are not UTF-8: JSON has none."""
    return path.encode(errors="surrogateescape").decode(errors="replace")
