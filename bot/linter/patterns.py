"""Patterns that people write, for texts and for paths, matched in linear time: both may come from a stranger.

Texts are matched by RE2, which takes no longer for a hostile pattern than for any other; it has no look-around and no
back-references. Importing it takes 10 ms: it is imported for the first pattern.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import BotError
from bot.files import find_top, is_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    class Pattern(Protocol):
        """A compiled pattern of RE2."""

        def search(self, text: str, /) -> object | None:
            """Something where the pattern matches anywhere in `text`."""

        def fullmatch(self, text: str, /) -> object | None:
            """Something where the pattern matches the whole of `text`."""


MOST_FILES = 200_000
"""Files and folders of a repository that are compared with a pattern."""
_MOST_MEMORY = 1 << 20
"""Bytes of a compiled pattern, and of what it remembers of the texts that it was compared with."""
_WILDCARDS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


@lru_cache(maxsize=1_000)
def compile_pattern(pattern: str) -> Pattern:
    """The pattern ready to match. Raises ValueError, which says why, for one that is not valid to RE2."""
    import re2  # type: ignore[import-untyped]

    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MOST_MEMORY
    try:
        compiled: Pattern = re2.compile(pattern, options)
    except re2.error as error:
        reason = error.args[0]
        raise ValueError(reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)) from None
    return compiled


def occurs(pattern: str, text: str) -> bool:
    """Whether `pattern` matches somewhere in `text`; a lone surrogate counts as a question mark."""
    return compile_pattern(pattern).search(text.encode("utf-8", "replace").decode()) is not None


def matches_path(pattern: str, path: str) -> bool:
    """Whether `pattern` covers `path`, both from the top of the repository, with forward slashes.

    It may hold `*`, `**` and `?`; in brackets, as `[*]` or `[[]`, a sign stands for itself.
    """
    return pattern == path or (_has_wildcard(pattern) and _path_pattern(pattern).fullmatch(path) is not None)


def find_files(root: Path, pattern: str, most: int = MOST_FILES) -> list[Path]:
    """The files below `root` that `pattern` covers, sorted, none through a link that leads out of the repository.

    Raises BotError if there are more than `most` to look through.
    """
    folder = find_top(root.resolve())
    paths = _walk(root, pattern, most) if _has_wildcard(pattern) else (root / pattern,)
    return sorted(path for path in paths if is_file(path) and path.resolve().is_relative_to(folder))


def _has_wildcard(pattern: str) -> bool:
    return any(sign in pattern for sign in ("*", "?", "[[]"))


@lru_cache(maxsize=256)
def _path_pattern(pattern: str) -> Pattern:
    pieces = re.split(r"(\[[*?\[]\]|\*\*/|\*\*|\*|\?)", re.sub(r"(?:\*\*/)+", "**/", pattern))
    return compile_pattern("(?s)" + "".join(_WILDCARDS.get(piece, re.escape(_literal(piece))) for piece in pieces))


def _literal(piece: str) -> str:
    return piece[1] if re.fullmatch(r"\[[*?\[]\]", piece) else piece


def _walk(root: Path, pattern: str, most: int) -> Iterator[Path]:
    """The files that the pattern covers; the folders before its first wildcard are not searched for."""
    start = root.joinpath(*_folders_before_wildcard(pattern))
    seen = 0
    for folder, folders, names in os.walk(start):
        is_deepest = "**" not in pattern and len(Path(folder).relative_to(root).parts) >= pattern.count("/")
        folders[:] = [] if is_deepest else sorted(each for each in folders if each != ".git")
        seen += len(names) + 1
        if seen > most:
            raise BotError(
                f'"{pattern}" has to search more than {most:,} files', "name the folder of the list in the pattern"
            )
        for name in names:
            path = Path(folder, name)
            if matches_path(pattern, path.relative_to(root).as_posix()):
                yield path


def _folders_before_wildcard(pattern: str) -> list[str]:
    parts = pattern.split("/")[:-1]
    first = next((index for index, part in enumerate(parts) if _has_wildcard(part)), len(parts))
    return parts[:first]
