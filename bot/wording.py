"""An entry comes in; its words go out as plain text, with all that is not wording masked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.document import RunKind, Style

if TYPE_CHECKING:
    from bot.document import Prose
    from bot.listing import Entry

MASK = "\ufffc"
"""Stands for each character of code, addresses and formulas; an image is one such character anyway."""

_FORMULA = re.compile(r"\$\$[^$]{1,400}\$\$|\$(?=\S)[^$\n]{1,200}(?<=\S)\$(?![0-9A-Za-z])|\\\([^()\n]{1,200}\\\)")


def proses(entry: Entry) -> tuple[Prose, ...]:
    """All that an entry says: its head, or its cells one by one, and its details."""
    return (*(entry.cells or (entry.head,)), *entry.details)


def plain(prose: Prose) -> str:
    """The text of a prose, offset by offset, with `MASK` in the place of code, bare URLs and formulas."""
    text = "".join(
        MASK * len(run.value)
        if run.style & Style.CODE or (run.link is not None and run.link.bare) or run.kind is RunKind.IMAGE
        else run.value
        for run in prose.runs
    )
    return _FORMULA.sub(lambda match: MASK * len(match[0]), text) if "$" in text or "\\" in text else text


def is_literal(prose: Prose, start: int, end: int) -> bool:
    """Whether `text[start:end]` stands in the source character by character, with no markup in between."""
    index = prose.run_at(start)
    run = prose.runs[index]
    within = end <= prose.starts[index] + len(run.value)
    return within and run.kind is RunKind.TEXT and len(run.value) == len(run.span)
