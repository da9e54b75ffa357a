"""Lines that a command prints come in; lines that the log of GitHub Actions may take go out.

The runner obeys commands in whatever a step prints, on either stream: `::add-mask::` or `::stop-commands::` at the
start of a line, `##[...]` anywhere in it. Words of a list must never be one of them.

Source: `ActionCommand.cs` and `ActionCommandManager.cs` of actions/runner.
"""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, TextIO, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

_OURS = re.compile(r"::(?:error|warning|notice)(?: |::)")
"""The commands that reports are made of: the worst they do is to show words."""
_ENDS = re.compile(r"\r\n|\r|\n")
"""Where the runner takes a line to end."""
_ERROR = "error: "


def harmless(line: str) -> str:
    """`line`, without its end, so that it commands nothing but to show words.

    An error of the command itself becomes an annotation too: it stands on the page of the run, not in the log alone.
    """
    line = line.replace("##[", "## [")
    if line.startswith(_ERROR):
        return f"::error title=paperlist-bot::{line.removeprefix(_ERROR).replace('%', '%25')}"
    if line.lstrip().startswith("::") and not _OURS.match(line):
        return f"> {line}"
    return line


class _Guarded(io.TextIOBase):
    """A stream whose whole lines go to another, each made harmless; the rest of the last one when it is closed."""

    def __init__(self, target: TextIO) -> None:
        self._target = target
        self._rest = ""

    def writable(self) -> bool:
        return True

    def write(self, words: str) -> int:
        self._rest += words
        if "\n" in words or "\r" in words:
            for line in self._whole_lines():
                self._target.write(f"{harmless(line)}\n")
        return len(words)

    def flush(self) -> None:
        if not self._target.closed:
            self._target.flush()

    def close(self) -> None:
        if not self.closed and self._rest:
            for line in _ENDS.split(self._rest.removesuffix("\r")):
                self._target.write(f"{harmless(line)}\n")
            self._rest = ""
        super().close()

    def _whole_lines(self) -> Iterator[str]:
        """The lines that have ended; a carriage return at the very end may be half of a line's end."""
        held = self._rest.endswith("\r")
        *lines, rest = _ENDS.split(self._rest[:-1] if held else self._rest)
        self._rest = f"{rest}\r" if held else rest
        yield from lines


def guarded(target: TextIO) -> TextIO:
    """A stream that passes what is written on to `target`, line by line, harmless; closing it leaves `target` open."""
    return cast("TextIO", _Guarded(target))
