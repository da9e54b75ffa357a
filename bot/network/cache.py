"""Answers come in and are kept in a file; those of an earlier run go out, with the time they were given.

SQLite, because two runs may share the file: each write is a transaction of its own. Only what was found is
kept, never a failure: a service that was down yesterday has nothing to say about today.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from pathlib import Path

DAY = 86_400.0

_FORMAT = 1
WAIT_SECONDS = 10.0
"""How long a run waits while another one writes."""
_NAP = 0.02
_LATEST = 1e11
"""Seconds since the epoch; no answer is from the year 5138."""
_MOST_NAMES = 500
"""Names in one question; SQLite takes 999 at least."""


class Kind(StrEnum):
    """What an answer is about; the same name may mean several things."""

    PAPER = "paper"
    REPOSITORY = "repository"
    LINK = "link"
    MOMENT = "moment"
    """When a service was asked last: its pace counts for all runs together."""


FRESH = {Kind.PAPER: 30 * DAY, Kind.REPOSITORY: DAY, Kind.LINK: 7 * DAY}
"""Seconds for which a kept answer is as good as a new one. An older one still proves that the thing existed."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept answer: its text, and when it was given (seconds since the epoch)."""

    text: str
    time: float


def default_path() -> Path:
    """The file in the user's folder for caches, wherever this system has it."""
    from platformdirs import user_cache_path

    return user_cache_path("paperlist-bot", appauthor=False) / "answers.sqlite"


class Cache:
    """The kept answers in the file at `path`; None keeps them for this run only.

    A file that cannot be used never stops a run: a broken one is set aside, one that cannot be opened is
    done without; `warn` is told in a sentence. May be used by several threads.
    """

    def __init__(
        self, path: Path | None, warn: Callable[[str], None] = lambda _: None, wait: float = WAIT_SECONDS
    ) -> None:
        self._path = path
        self._wait = wait
        self._warn = warn
        self._lock = threading.Lock()
        self._closed = False
        self._warned = False
        self._connection = self._open()

    def get(self, kind: Kind, names: Collection[str]) -> dict[str, Kept]:
        """The kept answers about `names`, of any age."""
        found: dict[str, Kept] = {}
        wanted = list(dict.fromkeys(names))
        for start in range(0, len(wanted), _MOST_NAMES):
            part = wanted[start : start + _MOST_NAMES]
            marks = ",".join("?" * len(part))
            rows = self._run(
                f"SELECT name, text, time FROM answers WHERE kind = ? AND name IN ({marks})",  # noqa: S608
                [(kind.value, *part)],
            )
            found.update({name: Kept(text, time) for name, text, time in rows if _is_sound(text, time)})
        return found

    def put(self, kind: Kind, answers: Mapping[str, str], time: float) -> None:
        """Keep answers given at `time`; an answer that another run got later stays."""
        self._run(
            "INSERT INTO answers (kind, name, text, time) VALUES (?, ?, ?, ?) ON CONFLICT (kind, name) "
            "DO UPDATE SET text = excluded.text, time = excluded.time WHERE excluded.time >= answers.time",
            [(kind.value, name, text, time) for name, text in answers.items()],
        )

    def close(self) -> None:
        """Let go of the file; what is put later is not kept."""
        self._closed = True
        with self._lock, contextlib.suppress(sqlite3.Error):
            self._connection.close()

    def _run(self, statement: str, rows: list[tuple[object, ...]]) -> list[tuple[str, str, float]]:
        """Run a statement for each row in one transaction; an empty result where the file plays no part."""
        with self._lock:
            try:
                with self._connection:
                    found = [self._connection.execute(statement, row).fetchall() for row in rows]
            except sqlite3.Error as error:
                if type(error) is sqlite3.DatabaseError:  # no database, or a damaged one
                    self._replace()
                elif not self._closed:  # locked for long, disk full, read-only
                    self._warn_once(f"kept answers cannot be used: {error}")
            else:
                return [answer for answers in found for answer in answers]
        return []

    def _warn_once(self, message: str) -> None:
        if not self._warned:
            self._warned = True
            self._warn(message)

    def _open(self) -> sqlite3.Connection:
        if self._path is None:
            return _connect(":memory:", self._wait)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            return _connect(str(self._path), self._wait)
        except (sqlite3.Error, OSError) as error:
            if type(error) is sqlite3.DatabaseError:
                return self._set_aside(self._path)
            self._warn(f"answers are not kept: {self._path}: {error}")
        return _connect(":memory:", self._wait)

    def _replace(self) -> None:
        """The file broke while it was in use."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()
        self._connection = _connect(":memory:", self._wait) if self._path is None else self._set_aside(self._path)

    def _set_aside(self, path: Path) -> sqlite3.Connection:
        aside = path.with_name(f"{path.name}.broken-{os.getpid()}")
        try:
            path.replace(aside)
            for suffix in ("-wal", "-shm"):
                path.with_name(path.name + suffix).unlink(missing_ok=True)
            connection = _connect(str(path), self._wait)
        except (OSError, sqlite3.Error) as error:
            self._warn(f"the file of kept answers is broken and cannot be replaced: {path}: {error}")
            return _connect(":memory:", self._wait)
        self._warn(f"the file of kept answers was broken; it is now {aside}")
        return connection


def _is_sound(text: object, time: object) -> bool:
    """SQLite takes anything for anything, and others may write into the file."""
    return isinstance(text, str) and isinstance(time, float) and 0.0 <= time < _LATEST


def _connect(path: str, wait: float) -> sqlite3.Connection:
    """Open the file and see to its table; raises sqlite3.DatabaseError for a file that is none.

    SQLite itself does not wait for others while they turn a new file's journal into a log, or put it away.
    """
    end = time.monotonic() + wait
    while True:
        try:
            return _try_to_connect(path, wait)
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
            if not busy or time.monotonic() >= end:
                raise
        time.sleep(_NAP)


def _try_to_connect(path: str, wait: float) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=wait, check_same_thread=False)
    try:
        if path != ":memory:":
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version != _FORMAT:
                connection.execute("DROP TABLE IF EXISTS answers")
                connection.execute(f"PRAGMA user_version = {_FORMAT}")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS answers (kind TEXT NOT NULL, name TEXT NOT NULL, "
                "text TEXT NOT NULL, time REAL NOT NULL, PRIMARY KEY (kind, name)) WITHOUT ROWID"
            )
    except BaseException:
        connection.close()
        raise
    return connection
