"""Lists before and after their fixes come in; they go back to their files, or as a diff to the reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import files
from bot.linter.fixes import unified_diff

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.commands.console import Console
    from bot.text import Text

_COLORS = {"-": "\x1b[31m", "+": "\x1b[32m", "@": "\x1b[36m"}
_RESET = "\x1b[0m"


def write_back(before: Sequence[Text], after: Sequence[Text], console: Console) -> bool:
    """Write the files that changed, none where one of them cannot be written; standard input goes to stdout.

    True when stdout took a list. Raises BotError for a file that refuses, or that changed in the meantime.
    """
    pairs = [pair for pair in zip(before, after, strict=True) if pair[0].path != files.STDIN]
    changed = [(old, new) for old, new in pairs if old.content != new.content]
    for old, _ in changed:
        files.check_writable(old.path)
    for old, new in changed:
        files.write(old.path, new.content, expected=old.content)
    given = [text for text in after if text.path == files.STDIN]
    for text in given:
        console.report(text.content)
    return bool(given)


def diff(before: Sequence[Text], after: Sequence[Text], console: Console) -> str:
    """The changes as a unified diff, for a terminal with colours and without what it would obey."""
    patch = "".join(unified_diff(old, new.content) for old, new in zip(before, after, strict=True))
    color = console.has_color(console.stdout)
    if not (color or console.stdout.isatty()):
        return patch
    return "".join(f"{line}\n" for line in _shown(patch, color=color))


def _shown(patch: str, *, color: bool) -> Iterator[str]:
    from bot.reports.excerpts import neutral

    for line in patch.removesuffix("\n").split("\n") if patch else ():
        words = neutral(line.removesuffix("\r").replace("\t", "    "))
        style = _COLORS.get(line[:1], "") if color else ""
        yield f"{style}{words}{_RESET}" if style else words
