"""Accept every suggestion in the comments on a file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.github.model import Thread

_FENCE = re.compile(r"^ {0,3}(`{3,})suggestion[ \t]*$")


def suggestion_in(body: str) -> list[str] | None:
    """The lines that are to stand instead; None where the comment suggests nothing."""
    lines = body.split("\n")
    for index, line in enumerate(lines):
        if opened := _FENCE.match(line):
            closed = re.compile(rf"^ {{0,3}}`{{{len(opened[1])},}}[ \t]*$")
            end = next((at for at, each in enumerate(lines) if at > index and closed.match(each)), len(lines))
            return lines[index + 1 : end]
    return None


def apply_suggestions(content: str, threads: Iterable[Thread]) -> str:
    """Take them all, the last lines first, as a person would by one click each; ends of lines stay."""
    lines = content.split("\n")
    for thread in sorted(threads, key=lambda each: each.line, reverse=True):
        new = suggestion_in(thread.comments[0].body)
        if new is None:
            continue
        start = (thread.start_line or thread.line) - 1
        end = "\r" if lines[start].endswith("\r") else ""
        lines[start : thread.line] = [f"{each}{end}" for each in new]
    return "\n".join(lines)
