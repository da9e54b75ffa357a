"""Paths come in; texts go out, and back to their files: the edge between lists and the disk."""

from __future__ import annotations

import os
import re
import stat
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import CANNOT_RUN, BotError
from bot.text import Text, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import BinaryIO

    from bot.listing import Listing


STDIN = "-"
"""The path that means standard input."""
LARGEST = 20_000_000
"""A larger file is not read (bytes); GitHub renders the first 512,000 bytes of a list."""

_ELSEWHERE = lazy_pattern(r"[A-Za-z][A-Za-z0-9+.\-]*:|//|#|\?")
"""How a target begins that is no path: with a scheme, a host, an anchor or a query."""


def read(path: str, stdin: BinaryIO | None = None) -> Text:
    """The text of the file at `path`, exactly as decoded: byte order mark and line ends stay.

    `-` reads `stdin`. Raises BotError for what cannot be read, or is not UTF-8.
    """
    data = _bytes_of(path, stdin)
    if len(data) > LARGEST:
        message = f"{shown(path)} is larger than {LARGEST:,} bytes"
        raise BotError(message, "split the list into several files", CANNOT_RUN)
    try:
        return Text(path, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise _not_utf8(path, data, error.start) from error


def shown(path: str) -> str:
    """How messages call the file at `path`."""
    return "standard input" if path == STDIN else path


def check_writable(path: str) -> None:
    """Raise BotError where `write` would refuse: for a symbolic link, a read-only file, or no file at all."""
    try:
        mode = Path(path).lstat().st_mode
    except OSError as error:
        raise _failure(path, "written", error) from error
    if stat.S_ISLNK(mode):
        message = f"{path} is a symbolic link: writing would put a file in its place"
        raise BotError(message, f"name the file that it leads to, {Path(path).resolve()}", CANNOT_RUN)
    if not stat.S_ISREG(mode):
        raise BotError(f"{path} is not a file that can be written", "name a regular file", CANNOT_RUN)
    if not mode & 0o222 or not os.access(path, os.W_OK):
        raise BotError(f"{path} is read-only", "make it writable, or see the fixes with --diff", CANNOT_RUN)


def write(path: str, content: str, *, expected: str | None = None) -> None:
    """Put `content` in the place of the file's, all at once: a reader finds the old file or the new one.

    The file keeps its mode. Raises BotError as `check_writable`, where its folder takes no new file, and
    where the file no longer holds `expected`.
    """
    import tempfile

    check_writable(path)
    if expected is not None and _bytes_of(path, None) != expected.encode("utf-8"):
        raise BotError(f"{path} was changed while the bot was at work", "run the bot again", CANNOT_RUN)
    target = Path(path)
    try:
        mode = stat.S_IMODE(target.stat().st_mode)
        handle, name = tempfile.mkstemp(prefix=".paperlist-bot-", dir=target.parent)
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content.encode("utf-8"))
                stream.flush()
                os.fsync(stream.fileno())
            temporary.chmod(mode)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise _failure(path, "written", error) from error


def missing_targets(
    listings: Iterable[Listing], exists: Callable[[str], bool] = os.path.lexists, top: Path | None = None
) -> frozenset[tuple[str, str]]:
    """Pairs of list path and link target, as the list writes it, of relative targets that do not exist.

    `/x` starts at the top of the repository: `top`, from where the paths of the lists start too, else the nearest
    folder above with a `.git`. Outside of a repository it is not looked at, and neither is what lies above the
    list (GitHub pages such as `../../issues` are written so). Nothing is opened or followed: `exists` is only asked
    whether there is something at an absolute path.
    """
    missing: set[tuple[str, str]] = set()
    tops: dict[Path, Path | None] = {}
    for listing in listings:
        folder = Path(top or "", listing.text.path).parent.absolute()
        if folder not in tops:
            tops[folder] = top or _top_above(folder)
        for target in dict.fromkeys(link.href for link in listing.document.links):
            place = _place(target, folder, tops[folder])
            if place and not exists(place):
                missing.add((listing.text.path, target))
    return frozenset(missing)


def _top_above(folder: Path) -> Path | None:
    return next((each for each in (folder, *folder.parents) if os.path.lexists(each / ".git")), None)


def _place(target: str, folder: Path, top: Path | None) -> str | None:
    """The path on the disk that `target` names; None where it names none, or one that cannot be judged."""
    if not target or _ELSEWHERE.match(target):
        return None
    name = target.partition("#")[0].partition("?")[0]
    if "%" in name:
        from urllib.parse import unquote

        name = unquote(name)
    if "\0" in name or (name.startswith("/") and top is None):
        return None
    base = os.path.normpath(top or folder)
    place = os.path.normpath(f"{top}{name}" if name.startswith("/") else f"{folder}/{name}")
    return place if place == base or place.startswith(base.rstrip(os.sep) + os.sep) else None


def _bytes_of(path: str, stdin: BinaryIO | None) -> bytes:
    try:
        if path == STDIN:
            return _given(stdin).read(LARGEST + 1)
        with Path(path).open("rb") as stream:
            return stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise _failure(path, "read", error) from error


def _given(stdin: BinaryIO | None) -> BinaryIO:
    if stdin is None:
        raise BotError("there is no standard input to read", "name a file", CANNOT_RUN)
    return stdin


def _failure(path: str, verb: str, error: OSError | ValueError) -> BotError:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return BotError(f"there is no file {path}", "check the path, and the folder that you are in")
    if isinstance(error, IsADirectoryError):
        return BotError(f"{path} is a folder", f"name a file in it, such as {Path(path) / 'README.md'}")
    if isinstance(error, PermissionError):
        hint = "check the permissions of the file and of its folder"
        return BotError(f"{shown(path)} cannot be {verb}: permission denied", hint, CANNOT_RUN)
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return BotError(f"{shown(path)} cannot be {verb}: {reason}", "check the path", CANNOT_RUN)


def _not_utf8(path: str, data: bytes, offset: int) -> BotError:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        message = f"{shown(path)} is UTF-16, not UTF-8"
        return BotError(message, "save it as UTF-8", CANNOT_RUN)
    line = len(re.findall(rb"\r\n|\n|\r", data[:offset])) + 1
    message = f"{shown(path)} is not UTF-8: byte 0x{data[offset]:02x} at offset {offset} (line {line})"
    return BotError(message, "save it as UTF-8; a binary file is no list", CANNOT_RUN)


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
