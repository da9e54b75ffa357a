"""A path and a content come in; a file that was not there before goes to the disk, whole or not at all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from bot.errors import CANNOT_RUN, BotError

if TYPE_CHECKING:
    from pathlib import Path


def create(path: Path, content: str) -> None:
    """Make a new file of `content` at `path`, and the folders that lead there.

    Raises BotError where the path is taken, be it by a link that leads nowhere, or the disk refuses.
    """
    temporary = path.with_name(f".paperlist-bot-{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("xb") as stream:
                stream.write(content.encode("utf-8"))
                stream.flush()
                os.fsync(stream.fileno())
            _put(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
    except FileExistsError as error:
        taken = path if os.path.lexists(path) else path.parent
        raise BotError(f"{taken} is in the way", "move it, or take it out", CANNOT_RUN) from error
    except OSError as error:
        raise BotError(f"{path} cannot be written: {error.strerror}", "check the folder", CANNOT_RUN) from error


def _put(temporary: Path, path: Path) -> None:
    """A hard link never replaces what is there; file systems without them can only be asked beforehand."""
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:
        if os.path.lexists(path):
            raise FileExistsError from None
        temporary.replace(path)
