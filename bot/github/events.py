"""The JSON of an event of GitHub Actions comes in; the pull request or the finished run that it names goes out.

GitHub writes the file, and others choose much of what stands in it: names of branches and repositories, titles.
Nothing is taken that does not have the form it must have.
"""

from __future__ import annotations

import io
import json
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from bot.errors import BotError
from bot.github.errors import Missing, Oversized, Rejected, translated
from bot.github.fields import read, repository_path
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.github.client import Wire


LARGEST_EVENT = 30_000_000
"""Bytes; GitHub cuts events off at 25 MB."""

_REPOSITORY = lazy_pattern(r"[A-Za-z0-9_.-]{1,100}/[A-Za-z0-9_.-]{1,100}")
_HASH = lazy_pattern(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_LONGEST_BRANCH = 1_000


@dataclass(frozen=True, slots=True)
class PullEvent:
    """A pull request was opened, pushed to or otherwise touched."""

    repository: str
    """`owner/name` that the change shall go into."""
    number: int


@dataclass(frozen=True, slots=True)
class RunEvent:
    """A run of another workflow has ended. What the event says of it, GitHub knows; what the run left is not here."""

    repository: str
    run: int
    kind: str
    """The event that the run was for: `pull_request`, `push` ..."""
    is_own: bool
    """Whether it ran in `repository`, and not in another one of the same name."""
    head_repository: str
    """`owner/name` that the commit came from."""
    head_repository_id: int
    branch: str
    commit: str
    number: int | None
    """Of the pull request, where GitHub names exactly one; for those from forks it names none."""


def read_event(data: bytes | str) -> PullEvent | RunEvent | None:
    """What the event is about; None where it is neither about a pull request nor about a run.

    Raises BotError for what is no event, or one whose parts do not have the form they must have.
    """
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BotError("the event is no JSON", "GITHUB_EVENT_PATH is to name the file that GitHub wrote") from error
    try:
        if isinstance(value, dict) and isinstance(value.get("workflow_run"), dict):
            return _run_event(value)
        if isinstance(value, dict) and isinstance(value.get("pull_request"), dict):
            return PullEvent(_name(value, "repository"), _number(value["pull_request"], "number"))
    except _UnreadableError as error:
        message = f"the event of GitHub lacks a usable {error}"
        raise BotError(message, "GITHUB_EVENT_PATH is to name the file that GitHub wrote") from error
    return None


class _UnreadableError(Exception):
    """The words name what is missing or has another form."""


def _run_event(event: Mapping[str, object]) -> RunEvent:
    run = _part(event, "workflow_run")
    head, branch, commit = _part(run, "head_repository"), _branch(run, "head_branch"), _hash(run, "head_sha")
    return RunEvent(
        repository=_name(event, "repository"),
        run=_number(run, "id"),
        kind=str(run.get("event"))[:100],
        is_own=_number(_part(event, "repository"), "id") == _number(_part(run, "repository"), "id"),
        head_repository=_name(run, "head_repository"),
        head_repository_id=_number(head, "id"),
        branch=branch,
        commit=commit,
        number=_only_number(run.get("pull_requests")),
    )


def _only_number(pulls: object) -> int | None:
    if not isinstance(pulls, list) or len(pulls) != 1 or not isinstance(pulls[0], dict):
        return None
    return _number(pulls[0], "number")


def _part(value: Mapping[str, object], key: str) -> Mapping[str, object]:
    part = value.get(key)
    if not isinstance(part, dict):
        raise _UnreadableError(key)
    return part


def _name(value: Mapping[str, object], key: str) -> str:
    name = _part(value, key).get("full_name")
    if not isinstance(name, str) or not is_repository(name):
        raise _UnreadableError(f"name of {key}")
    return name


def _branch(value: Mapping[str, object], key: str) -> str:
    branch = value.get(key)
    if not isinstance(branch, str) or not 0 < len(branch) <= _LONGEST_BRANCH:
        raise _UnreadableError(key)
    return branch


def _hash(value: Mapping[str, object], key: str) -> str:
    commit = value.get(key)
    if not isinstance(commit, str) or not _HASH.fullmatch(commit):
        raise _UnreadableError(key)
    return commit


def is_repository(name: str) -> bool:
    """Whether `name` has the form `owner/name`."""
    return bool(_REPOSITORY.fullmatch(name)) and not {".", ".."} & {*name.split("/")}


def _number(value: Mapping[str, object], key: str) -> int:
    number = value.get(key)
    if not isinstance(number, int) or isinstance(number, bool) or not 0 < number < 2**63:
        raise _UnreadableError(key)
    return number


LARGEST_ARTIFACT = 2_000_000
"""Bytes of the artifact, and of what it unpacks to."""
_BROKEN = (BadZipFile, zlib.error, RuntimeError, ValueError, LookupError, OSError, EOFError)
_KNOWN = frozenset({ZIP_STORED, ZIP_DEFLATED})


def read_report(wire: Wire, repository: str, run_id: int, name: str) -> bytes | None:
    """The one file of the artifact, unpacked in memory. Raises Oversized, and Rejected for what is no such archive."""
    doing = f"report of run {run_id}"
    path = repository_path(repository, "actions", "runs", run_id, "artifacts")
    listed = wire.pages(doing, path, {"name": name}, key="artifacts", most=3)
    newest: tuple[int, int] | None = None
    for each in listed:
        with translated(doing):
            if read(each, str, "name") == name and not read(each, bool, "expired"):
                found = read(each, int, "id"), read(each, int, "size_in_bytes")
                newest = max(newest or found, found)
    if newest is None:
        return None
    number, size = newest
    if size > LARGEST_ARTIFACT:
        raise Oversized(f"{doing}: {size:,} bytes, more than {LARGEST_ARTIFACT:,}")
    try:
        path = repository_path(repository, "actions", "artifacts", number, "zip")
        data = wire.download(doing, path, LARGEST_ARTIFACT, accept="application/vnd.github+json")[1]
    except Missing:
        return None
    return unpack(doing, data)


def unpack(doing: str, data: bytes) -> bytes:
    """The content of the only member; what its head says of its size is not believed."""
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) != 1 or members[0].is_dir() or members[0].compress_type not in _KNOWN:
                raise Rejected(f"{doing}: the artifact is to hold one file, packed as usual")
            with archive.open(members[0]) as stream:
                content = stream.read(LARGEST_ARTIFACT + 1)
    except _BROKEN as error:
        raise Rejected(f"{doing}: the artifact cannot be read ({type(error).__name__})") from error
    if len(content) > LARGEST_ARTIFACT:
        raise Oversized(f"{doing}: unpacks to more than {LARGEST_ARTIFACT:,} bytes")
    return content
