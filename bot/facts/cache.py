"""Answers of earlier runs, in an SQLite file: how they are stored, and for how long they are good enough."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, TypeVar

from bot.codec import CodecError, from_json, to_json
from bot.facts.model import Repository, claims_withdrawal
from bot.facts.papers import is_in_doubt
from bot.facts.semantic_scholar import Indexed
from bot.links import LinkState, LinkStatus
from bot.papers.identifiers import Identifier
from bot.papers.record import Record

DAY = 86_400.0
_FORMAT = 2
WAIT_SECONDS = 10.0
"""How long a run waits while another one writes."""
_RETRY_SECONDS = 0.02
_LATEST = 1e11
"""Seconds since the epoch; no answer is from the year 5138."""
_MOST_NAMES = 500
"""Names in one question; SQLite takes 999 at least."""


@dataclass(frozen=True, slots=True)
class CachedText:
    """A cached answer: its text, and when it was given (seconds since the epoch)."""

    text: str
    time: float


def default_path() -> Path:
    """The file in the user's folder for caches, wherever this system has it."""
    from platformdirs import user_cache_path

    return user_cache_path("paperlist-bot", appauthor=False) / "answers.sqlite"


class Cache:
    """The cached answers in the file at `path`; None keeps them in memory, for this run only.

    A file that cannot be used never stops a run: a broken one is renamed, and one that cannot be opened is not used;
    `warn` is called with a sentence about it. May be used by several threads.
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

    def load(self, kind: str, names: Collection[str]) -> dict[str, CachedText]:
        """The cached answers of a kind about `names`, of any age; the same name may mean several things."""
        found: dict[str, CachedText] = {}
        wanted = list(dict.fromkeys(names))
        for start in range(0, len(wanted), _MOST_NAMES):
            part = wanted[start : start + _MOST_NAMES]
            marks = ",".join("?" * len(part))
            rows = self._run(
                f"SELECT name, text, time FROM answers WHERE kind = ? AND name IN ({marks})",  # noqa: S608
                [(kind, *part)],
            )
            found.update({name: CachedText(text, time) for name, text, time in rows if _is_sound(text, time)})
        return found

    def save(self, kind: str, answers: Mapping[str, str], time: float) -> None:
        """Store answers given at `time`; an answer that another run got later stays."""
        if not answers:
            return
        self._run(
            "INSERT INTO answers (kind, name, text, time) VALUES (?, ?, ?, ?) ON CONFLICT (kind, name) "
            "DO UPDATE SET text = excluded.text, time = excluded.time WHERE excluded.time >= answers.time",
            [(kind, name, text, time) for name, text in answers.items()],
        )

    def close(self) -> None:
        """Close the file; what is saved later is lost."""
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
                if type(error) is sqlite3.DatabaseError:  # not a database, or a damaged one
                    self._replace()
                elif not self._closed:  # locked for long, disk full, read-only
                    self._warn_once(f"the cache cannot be used: {error}")
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
            self._warn(f"results are not cached: {self._path}: {error}")
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
            self._warn(f"the cache is broken and cannot be replaced: {path}: {error}")
            return _connect(":memory:", self._wait)
        self._warn(f"the cache was broken; it is now {aside}")
        return connection


def _is_sound(text: object, time: object) -> bool:
    """SQLite takes anything for anything, and others may write into the file."""
    return isinstance(text, str) and isinstance(time, float) and 0.0 <= time < _LATEST


def _connect(path: str, wait: float) -> sqlite3.Connection:
    """Open the file and create its table if needed; raises sqlite3.DatabaseError for a file that is not a database.

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
        time.sleep(_RETRY_SECONDS)


def _try_to_connect(path: str, wait: float) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=wait, check_same_thread=False)
    try:
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


NOTE = "cached result"
"""The note of evidence that an earlier run gathered."""


_T = TypeVar("_T", Record, Repository, LinkStatus)
K = TypeVar("K")
T = TypeVar("T")


def _write(fact: _T, *names: str, **more: object) -> str:
    """The fact as one line of JSON, without the fields `names`, which its reader knows.

    Of its evidence there is the address alone: the time is stored beside it.
    """
    address = fact.evidence[-1].url if fact.evidence else ""
    fields = {name: value for name, value in to_json(replace(fact, evidence=())).items() if name not in names}
    return json.dumps({**fields, "at": address, **more}, ensure_ascii=False)


def _read(kind: type[_T], main: str, text: str, time: float, **known: object) -> _T | None:
    """The fact; None for what a version stored whose records were others, or what somebody else wrote into the file."""
    try:
        record = json.loads(text)
        if not isinstance(record, dict) or main not in record:
            return None
        evidence = {"time": time, "url": record.get("at", ""), "status": record.get("status", 200), "note": NOTE}
        return from_json(kind, {**record, **known, "evidence": [evidence]})
    except (CodecError, ValueError, RecursionError):
        return None


def _read_repository(identifier: Identifier, text: str, time: float) -> Repository | None:
    found = _read(Repository, "name", text, time, identifier=to_json(identifier))
    if found is None or found.name.lower() == identifier.value.lower():
        return found
    return replace(found, moved_to=found.name)


def _write_link(status: LinkStatus) -> str:
    """The reason why a link is ok; links in other states are never stored."""
    seen = status.evidence[-1].status if status.evidence else None
    return _write(status, "url", "state", reason=status.reason, status=seen)


def _read_link(url: str, text: str, time: float) -> LinkStatus | None:
    return _read(LinkStatus, "reason", text, time, url=url, state=LinkState.OK.value)


def _read_indexed(_: Identifier, text: str, __: float) -> Indexed | None:
    try:
        return from_json(Indexed, json.loads(text))
    except (CodecError, ValueError, RecursionError):
        return None


@dataclass(frozen=True, slots=True)
class Form(Generic[K, T]):
    """Facts of a kind, and how each is stored."""

    kind: str
    fresh: float
    """Seconds for which one is as good as a new one. An older one still proves that the thing existed."""
    read: Callable[[K, str, float], T | None]
    """Makes one of its key, of what was written, and of the time when it was learned; None of anything else."""
    write: Callable[[T], str]


PAPERS: Form[Identifier, Record] = Form("paper", 30 * DAY, lambda _, *stored: _read(Record, "title", *stored), _write)
WORKS: Form[str, Record] = Form("work", 30 * DAY, lambda _, *stored: _read(Record, "title", *stored), _write)
"""By DOI."""
REPOSITORIES: Form[Identifier, Repository] = Form(
    "repository", DAY, _read_repository, lambda each: _write(each, "identifier", "moved_to")
)
READMES = replace(REPOSITORIES, kind="readme", fresh=7 * DAY)
"""Repositories whose READMEs were searched for certain papers."""
LINKS: Form[str, LinkStatus] = Form("link", 7 * DAY, _read_link, _write_link)
VENUES: Form[Identifier, Indexed] = Form(
    "venue", 7 * DAY, _read_indexed, lambda each: json.dumps(to_json(each), ensure_ascii=False)
)
"""What an index knows of papers on arXiv."""
CODE: Form[Identifier, str] = Form("code", 14 * DAY, lambda _, text, __: text, str)
"""The addresses of code that Hugging Face gave for papers on arXiv; empty if it gave none."""
_MOMENT = "moment"
"""When a service was asked last: its pace counts for all runs together."""


@dataclass(frozen=True, slots=True)
class CachedFacts:
    """The cached answers as facts, seen at the time `now`; with `offline` those of any age are fresh enough."""

    cache: Cache
    now: float
    offline: bool = False

    def load_papers(
        self, titles: Mapping[Identifier, Sequence[str]], *, all_versions: bool = False
    ) -> tuple[dict[Identifier, Record], dict[Identifier, Record]]:
        """Papers that need not be asked about, and others that exist but may have changed.

        With `all_versions` nothing is news of a paper whose earlier titles are not known.
        """
        settled: dict[Identifier, Record] = {}
        stale: dict[Identifier, Record] = {}
        names = {str(each): each for each in titles}
        for name, answer in self.cache.load(PAPERS.kind, names).items():
            paper = PAPERS.read(names[name], answer.text, answer.time)
            if paper is None:
                continue
            age = self.now - answer.time
            is_complete = not all_versions or paper.titles is not None
            if is_complete and is_settled(paper, titles[names[name]], age):
                settled[names[name]] = paper
            else:
                stale[names[name]] = paper if 0 <= age <= DAY else replace(paper, titles=None)
        return settled, stale

    def load(self, form: Form[K, T], keys: Iterable[K], name: Callable[[K], str] = str) -> dict[K, T]:
        """The facts about these that are fresh, each stored under its `name`."""
        names = {name(key): key for key in keys}
        found = {
            names[each]: form.read(names[each], answer.text, answer.time)
            for each, answer in self.cache.load(form.kind, names).items()
            if self.offline or 0 <= self.now - answer.time <= form.fresh
        }
        return {key: fact for key, fact in found.items() if fact is not None}

    def save(self, form: Form[K, T], facts: Mapping[K, T], time: float, name: Callable[[K], str] = str) -> None:
        """Store facts learned at `time`, each under its `name`."""
        self.cache.save(form.kind, {name(key): form.write(fact) for key, fact in facts.items()}, time)

    def save_links(self, statuses: Iterable[LinkStatus], time: float) -> None:
        """Store those links that are ok; no other state will be true tomorrow."""
        self.save(LINKS, {each.url: each for each in statuses if each.state is LinkState.OK}, time)

    def remaining_wait(self, service: str, interval: float) -> float:
        """How many of the `interval` seconds after the last answer of a service to any run are still to pass."""
        last = self.cache.load(_MOMENT, (service,)).get(service)
        age = self.now - last.time if last else interval
        return interval - age if 0 <= age < interval else 0.0

    def save_answer_time(self, service: str, time: float) -> None:
        """Store that a service answered at `time`."""
        self.cache.save(_MOMENT, {service: ""}, time)


def is_settled(paper: Record, titles: Iterable[str], age: float) -> bool:
    """Whether a paper learned `age` seconds ago answers all that the list's `titles` for it ask.

    Where a title in the list differs, it is asked about again once a day: the paper may have been renamed since.
    """
    if not 0 <= age <= PAPERS.fresh:
        return False
    in_doubt = any(is_in_doubt(title, paper.title) for title in titles)
    if in_doubt and (age > DAY or paper.titles is None):
        return False
    return not (claims_withdrawal(paper.comment) and paper.withdrawn is None and age > DAY)
