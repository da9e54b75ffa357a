"""Finding and reading files, and writing them whole: a reader finds the old content or the new, also after a crash."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
import time
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import CANNOT_RUN, BotError
from bot.text import Text, compile_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO

    from bot.console import Console
    from bot.text import Pattern


STDIN = "-"
"""The path that means standard input."""
LOCK_FILE = "papers.lock.jsonl"
"""The file beside a list that keeps facts about its papers."""
LARGEST = 20_000_000
"""The largest list that is read (bytes); GitHub only renders the first 512,000."""

written: list[str] = []
"""The files that this process has written, in order: an interrupted run names them."""

_LONGEST_WAIT = 30.0
"""Seconds that another run's lock is waited for, as writing takes a few milliseconds; and the first data of a pipe."""
_PAUSE = 0.02


def read(path: str, stdin: BinaryIO | None = None) -> Text:
    """The text of the file at `path`, exactly as decoded: byte order mark and line ends stay.

    `-` reads `stdin`. Raises BotError for what cannot be read, or is not UTF-8.
    """
    data = _read_bytes(path, stdin)
    if len(data) > LARGEST:
        message = f"{shown(path)} is larger than {LARGEST:,} bytes"
        raise BotError(message, "split the list into several files", CANNOT_RUN)
    try:
        return Text(path, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise _not_utf8(path, data, error.start) from error


def read_optional(path: Path) -> str | None:
    """The text of the file at `path`, however large; None if there is none. Raises BotError if it cannot be read.

    A pipe may be named, but not a device: some have no end.
    """
    try:
        if path.is_char_device() or path.is_block_device():
            raise BotError(f"{path} is a device", "name a file")
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise BotError(f"{path} is not UTF-8", "name a file that the bot has written") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise BotError(f"{path} cannot be read: {_reason(error)}", "check the path", CANNOT_RUN) from error


def is_folder(path: str | Path) -> bool:
    """Whether there is a folder at `path`, as far as can be seen; pathlib raises where it may not look."""
    return os.path.isdir(path)  # noqa: PTH112


def is_file(path: str | Path) -> bool:
    """Whether there is a file at `path`, as far as can be seen."""
    return os.path.isfile(path)  # noqa: PTH113


def shown(path: str) -> str:
    """The name of the file at `path` in messages."""
    return "standard input" if path == STDIN else path


def with_slashes(path: str, separator: str = os.sep) -> str:
    """A path as reports write it on every system; Windows opens it too."""
    return path if separator == "/" else path.replace(separator, "/")


def check_writable(path: str) -> None:
    """Raise BotError if `write` would: for a symbolic link, a read-only file, or no file at all."""
    try:
        mode = Path(path).lstat().st_mode
    except OSError as error:
        raise _failure(path, "written", error) from error
    if stat.S_ISLNK(mode):
        message = f"{path} is a symbolic link, which writing would replace"
        raise BotError(message, f"name its target, {Path(path).resolve()}", CANNOT_RUN)
    if not stat.S_ISREG(mode):
        raise BotError(f"{path} is not a file that can be written", "name a regular file", CANNOT_RUN)
    if not mode & 0o222 or not os.access(path, os.W_OK):
        raise BotError(f"{path} is read-only", "make it writable, or use --diff to see the fixes", CANNOT_RUN)


def write(path: str, content: str, *, expected: str | None = None) -> None:
    """Replace the content of the file at `path`, which exists.

    Raises BotError as `check_writable`, where its folder takes no new file, and where the file no longer holds
    `expected`.
    """
    check_writable(path)
    try:
        with _temporary(Path(path), content) as temporary:
            if expected is not None and not _holds(path, expected.encode("utf-8", "surrogateescape")):
                raise BotError(f"{path} was changed while the bot was running", "run the bot again", CANNOT_RUN)
            temporary.replace(path)
        written.append(path)
    except OSError as error:
        raise _failure(path, "written", error) from error


def _holds(path: str, data: bytes) -> bool:
    """Whether this is all that is in the file at `path`."""
    with Path(path).open("rb") as stream:
        return stream.read(len(data) + 1) == data


def write_back(before: Sequence[Text], after: Sequence[Text], console: Console, stdin: str | None = STDIN) -> bool:
    """Write the lists that changed, none if one of them cannot be written; that of standard input goes to stdout.

    True if stdout took a list. Raises BotError for a file that cannot be written, or that changed meanwhile; it names
    those that were written before, as where the disk is full now.
    """
    changed = [
        (old, new) for old, new in zip(before, after, strict=True) if old.path != stdin and old.content != new.content
    ]
    for old, _ in changed:
        check_writable(old.path)
    for number, (old, new) in enumerate(changed):
        try:
            write(old.path, new.content, expected=old.content)
        except BotError as error:
            if not number:
                raise
            done = f"{', '.join(each.path for each, _ in changed[:number])} {'was' if number == 1 else 'were'}"
            raise BotError(f"{error.message}; {done} written before", error.hint, error.code) from error
    from_stdin = [text for text in after if text.path == stdin]
    for text in from_stdin:
        console.report(text.content)
    return bool(from_stdin)


def check_folder(path: str) -> str:
    """The path of a file to write, as it is. Raises BotError if its folder does not exist: that may be a slip."""
    folder = Path(path).parent
    if not is_folder(folder):
        from shlex import quote

        raise BotError(f"{path}: there is no folder {folder}", f"make it with mkdir -p {quote(str(folder))}")
    return path


def save(path: Path, content: str) -> None:
    """Create or replace the file at `path` and its folders.

    Raises BotError if the disk refuses, or if `path` is a folder or a symbolic link.
    """
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise BotError(f"{path} is not a file that can be written", "name a regular file, or a new one", CANNOT_RUN)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _temporary(path, content) as temporary:
            temporary.replace(path)
        written.append(str(path))
    except OSError as error:
        raise BotError(f"{path} cannot be written: {_reason(error)}", "check the folder", CANNOT_RUN) from error


def create(path: Path, content: str) -> None:
    """Create a file with `content` at `path`, and its folders; nothing is ever overwritten.

    Raises BotError if the path exists, even as a broken link, or if the disk refuses.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _temporary(path, content) as temporary:
            try:
                path.hardlink_to(temporary)
            except FileExistsError:
                raise
            except OSError:  # a file system without hard links: check beforehand
                if os.path.lexists(path):
                    raise FileExistsError from None
                temporary.replace(path)
        written.append(str(path))
    except FileExistsError as error:
        taken = path if os.path.lexists(path) else path.parent
        raise BotError(f"{taken} already exists", "move or delete it", CANNOT_RUN) from error
    except OSError as error:
        raise BotError(f"{path} cannot be written: {_reason(error)}", "check the folder", CANNOT_RUN) from error


@contextlib.contextmanager
def _temporary(path: Path, content: str) -> Iterator[Path]:
    """A file next to `path` with the same mode and all of `content` on disk; removed afterwards, if still there.

    Within, no other run writes to `path`.
    """
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
    lock, temporary = (path.with_name(f".paperlist-bot-{path.name[:100]}.{kind}") for kind in ("lock", "new"))
    with _taken(lock):
        try:
            temporary.unlink(missing_ok=True)
            with open(temporary, "xb", opener=lambda name, flags: os.open(name, flags, mode or 0o666)) as stream:
                stream.write(content.encode("utf-8", "surrogateescape"))
                stream.flush()
                os.fsync(stream.fileno())
            if mode is not None:
                temporary.chmod(mode)
            yield temporary
        finally:
            temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def _taken(lock: Path) -> Iterator[None]:
    """Hold the lock that is the file at `lock`; the system gives back that of a run that is killed.

    Raises BotError if another run holds it for long.
    """
    end = time.monotonic() + _LONGEST_WAIT
    while (handle := _take(lock)) is None:
        if time.monotonic() > end:
            raise BotError(f"another run writes to this folder: {lock} is locked", "run the bot again", CANNOT_RUN)
        time.sleep(_PAUSE)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # Windows keeps a file that is open: it is left there
            lock.unlink()
        os.close(handle)


def _take(lock: Path) -> int | None:
    """Create and lock the file at `lock`, and return its descriptor; None while another run has it."""
    handle = os.open(lock, os.O_CREAT | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0), 0o666)
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(handle), lock.lstat()):  # else the run that had it has removed it meanwhile
            return handle
    except OSError as error:
        if not isinstance(error, BlockingIOError | PermissionError | FileNotFoundError):
            os.close(handle)
            raise
    os.close(handle)
    return None


def beside(path: str, name: str) -> Path:
    """Where another file is that lies beside the one at `path`; for standard input in the current folder."""
    return Path(name) if path == STDIN else Path(path).with_name(name)


def top_above(folder: Path) -> Path | None:
    """The nearest folder, this one or one above, with a `.git`; None outside of a repository."""
    return next((each for each in (folder, *folder.parents) if os.path.lexists(each / ".git")), None)


def find_top(folder: Path) -> Path:
    """The top of the repository that a folder is in; the folder itself outside of one."""
    return top_above(folder.absolute()) or folder


def is_inside(path: Path, top: Path) -> bool:
    """Whether a path leads to a file of the repository with this resolved top: not out of it, nor into its `.git`."""
    try:
        inner = path.resolve().relative_to(top)
    except (OSError, RuntimeError, ValueError):  # RuntimeError: a link that leads to itself
        return False
    return ".git" not in (each.casefold() for each in inner.parts)


def check_inside(path: Path, folder: Path) -> None:
    """Raise BotError where a path leads out of the repository of `folder`: no message may say what is there."""
    if not is_inside(path, find_top(folder.resolve())):
        raise BotError(f"{shown_path(path)} is not in the working tree of the repository", "copy what it points to")


def shown_path(path: Path) -> str:
    """The path as a person in the current folder would write it, if it is below."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return os.fspath(path)


def relative_path(path: Path) -> str:
    """The path from the current folder."""
    try:
        return os.path.relpath(path)
    except ValueError:  # on another drive of Windows
        return str(path)


def _read_bytes(path: str, stdin: BinaryIO | None) -> bytes:
    try:
        if path == STDIN:
            if stdin is None:
                raise BotError("standard input is not available", "name a file", CANNOT_RUN)
            return stdin.read(LARGEST + 1)
        with open(path, "rb", opener=_open_pipe) as stream:
            return stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise _failure(path, "read", error) from error


def _open_pipe(path: str, flags: int) -> int:
    """The descriptor of the file at `path`; raises BotError if it is a pipe and nothing comes: that may be for ever."""
    waitless = getattr(os, "O_NONBLOCK", 0)  # 0 on Windows
    handle = os.open(path, flags | waitless)
    if stat.S_ISFIFO(os.fstat(handle).st_mode):
        from select import select

        if not select([handle], (), (), _LONGEST_WAIT)[0]:
            os.close(handle)
            message = f"{path} is a pipe to which nothing writes"
            raise BotError(message, "name a file, or write to the pipe", CANNOT_RUN)
    if waitless:
        os.set_blocking(handle, True)
    return handle


def _failure(path: str, verb: str, error: OSError | ValueError) -> BotError:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return BotError(f"file not found: {path}", "check the path and the current folder")
    if isinstance(error, IsADirectoryError) and error.filename not in (None, path):
        return BotError(f"{error.filename} is a folder", "move or delete it", CANNOT_RUN)  # for the new content
    if isinstance(error, IsADirectoryError):
        return BotError(f"{path} is a folder", f"name a file in it, such as {Path(path) / 'README.md'}")
    if isinstance(error, PermissionError):
        hint = "check the permissions of the file and of its folder"
        return BotError(f"{shown(path)} cannot be {verb}: permission denied", hint, CANNOT_RUN)
    return BotError(f"{shown(path)} cannot be {verb}: {_reason(error)}", "check the path", CANNOT_RUN)


def _reason(error: OSError | ValueError) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def _not_utf8(path: str, data: bytes, offset: int) -> BotError:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        message = f"{shown(path)} is UTF-16, not UTF-8"
        return BotError(message, "save it as UTF-8", CANNOT_RUN)
    line = len(re.findall(rb"\r\n|\n|\r", data[:offset])) + 1
    message = f"{shown(path)} is not UTF-8: byte 0x{data[offset]:02x} at offset {offset} (line {line})"
    return BotError(message, "save it as UTF-8, or name another file if it is binary", CANNOT_RUN)


MOST_FILES = 200_000
"""Files and folders of a repository that are compared with a pattern."""
_WILDCARDS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def matches_path(pattern: str, path: str) -> bool:
    """Whether `pattern` covers `path`, both from the top of the repository, with forward slashes.

    It may hold `*`, `**` and `?`; in brackets, as `[*]` or `[[]`, a sign stands for itself.
    """
    return pattern == path or (_has_wildcard(pattern) and _path_pattern(pattern).fullmatch(path) is not None)


def find_files(root: Path, pattern: str, most: int = MOST_FILES) -> list[Path]:
    """The files below `root` that `pattern` covers, sorted, none through a link that leads out of the repository.

    Raises BotError if there are more than `most` to look through.
    """
    top = find_top(root.resolve())
    paths = _walk(root, pattern, most) if _has_wildcard(pattern) else (root / pattern,)
    return sorted(path for path in paths if is_file(path) and is_inside(path, top))


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
