"""Merge short lists."""

from __future__ import annotations

from bot.merging.three_way import Merged, merge
from bot.text import Text


def merged(base: str, ours: str, theirs: str) -> Merged:
    """The merge of three lists."""
    found = merge(Text("base.md", base), Text("ours.md", ours), Text("theirs.md", theirs))
    assert found is not None
    return found


def clean(base: str, ours: str, theirs: str) -> str:
    """The result of a merge without conflicts."""
    found = merged(base, ours, theirs)
    assert (found.conflicts, found.doubt) == ((), "")
    return found.content
