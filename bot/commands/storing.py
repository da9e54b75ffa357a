"""A path and a content come in; the file holds the old content or the new one, whenever the program is killed."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

from bot.errors import CANNOT_RUN, BotError

_PREFIX, _SUFFIX = ".paperlist-bot-", ".new"
_OLD = 86_400.0
"""Seconds after which a file that was not finished is nobody's any more."""


def put(path: Path, content: str) -> None:
    """Make or replace the file at `path`, all at once, and the folders that lead there.

    Raises BotError where the disk refuses, or `path` is a folder or a symbolic link.
    """
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise BotError(f"{path} is not a file that can be written", "name a regular file, or a new one", CANNOT_RUN)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _clear(path)
        handle, name = tempfile.mkstemp(prefix=f"{_PREFIX}{path.name}-", suffix=_SUFFIX, dir=path.parent)
        temporary = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", errors="surrogateescape", newline="") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise BotError(f"{path} cannot be written: {error.strerror}", "check the folder", CANNOT_RUN) from error


def get(path: Path) -> str | None:
    """The text of the file at `path`; None where there is none. Raises BotError where it cannot be read.

    A pipe may be named, but no device: some have no end.
    """
    try:
        if path.is_char_device() or path.is_block_device():
            raise BotError(f"{path} is a device", "name a file")
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise BotError(f"{path} is not UTF-8", "name the file that the bot has written") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BotError(f"{path} cannot be read: {reason}", "check the path", CANNOT_RUN) from error


def _clear(path: Path) -> None:
    """Take away what runs left behind that were killed while they wrote this file."""
    before = time.time() - _OLD
    for stray in path.parent.iterdir():
        is_ours = stray.name.startswith(f"{_PREFIX}{path.name}-") and stray.name.endswith(_SUFFIX)
        if is_ours and stray.lstat().st_mtime < before:
            stray.unlink(missing_ok=True)


def _umask() -> int:
    """The mask of this process, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
