"""Read what a workflow of GitHub Actions starts from: the file with its event, and the artifact of an earlier run.

Others choose much of both: names of branches and repositories, titles, every byte of an artifact. Nothing is taken
that does not have the expected form.
"""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from bot.errors import BotError
from bot.github import InvalidResponseError, NotFoundError, TooLargeError, shape_error
from bot.github.client import Answer, Client, repository_path
from bot.github.model import is_repository

LARGEST_EVENT = 30_000_000
"""Bytes; GitHub cuts events off at 25 MB."""
LARGEST_ARTIFACT = 2_000_000
"""Bytes of the artifact, and of what it unpacks to."""
_LONGEST_BRANCH = 1_000
_LONGEST_LOGIN = 100
_HINT = "GITHUB_EVENT_PATH must be the event file of the GitHub Actions job"
_ZIP_ERRORS = (BadZipFile, zlib.error, RuntimeError, ValueError, LookupError, OSError, EOFError)
_METHODS = frozenset({ZIP_STORED, ZIP_DEFLATED})


@dataclass(frozen=True, slots=True)
class PullEvent:
    """A pull request was opened, pushed to or otherwise changed."""

    repository: str
    """`owner/name` of the base."""
    number: int


@dataclass(frozen=True, slots=True)
class RunEvent:
    """A run of another workflow has ended. GitHub vouches for all of this; nothing is from what the run wrote."""

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


@dataclass(frozen=True, slots=True)
class CommentEvent:
    """A comment was written below an issue or a pull request."""

    repository: str
    """`owner/name`."""
    number: int
    """Of the issue or the pull request."""
    is_pull: bool
    action: str
    """`created`, `edited` or `deleted`."""
    author: str
    """The account that opened the issue or the pull request; empty if it was deleted."""
    commenter: str
    """The account that wrote the comment; empty if it was deleted."""
    is_bot: bool
    """Whether that account is a program."""
    body: str
    issue_body: str = ""
    """The text of the issue or the pull request when the comment was written."""
    time: str = ""
    """When it was written, as GitHub writes it."""


@dataclass(frozen=True, slots=True)
class IssueEvent:
    """An issue was opened, edited, labelled or otherwise changed."""

    repository: str
    """`owner/name`."""
    number: int
    action: str
    """`opened`, `edited`, `labeled` ..."""
    sender: str
    """The account that did it; empty if it was deleted."""
    is_bot: bool
    """Whether that account is a program."""
    body: str = ""
    """The text of the issue at that moment."""
    label: str = ""
    """The label that was put on it or taken off."""
    time: str = ""
    """When it was done, as GitHub writes it."""


JobEvent = PullEvent | RunEvent | CommentEvent | IssueEvent
"""What a job may start from."""


def read_job_event(environ: Mapping[str, str]) -> JobEvent | None:
    """The event of the job that this process runs in; None outside of a job, and for other events."""
    name = environ.get("GITHUB_EVENT_PATH")
    if not name:
        return None
    try:
        with Path(name).open("rb") as stream:
            return read_event(stream.read(LARGEST_EVENT))
    except (OSError, ValueError) as error:
        raise BotError(f"the event cannot be read: {error}", _HINT) from error


def read_event(data: bytes | str) -> JobEvent | None:
    """What the event is about; None if it is about neither a pull request, nor a run, nor a comment, nor an issue.

    Raises BotError for what is not an event, or has parts of another form.
    """
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BotError("the event is not JSON", _HINT) from error
    event, parts = Answer("the event", value), value if isinstance(value, dict) else {}
    try:
        if isinstance(parts.get("workflow_run"), dict):
            return _read_run(event, parts["workflow_run"].get("pull_requests"))
        if isinstance(parts.get("pull_request"), dict):
            return PullEvent(_repository(event, "repository"), _id(event, "pull_request", "number"))
        if isinstance(parts.get("comment"), dict) and isinstance(parts.get("issue"), dict):
            return _read_comment(event, is_pull=isinstance(parts["issue"].get("pull_request"), dict))
        if isinstance(parts.get("issue"), dict) and "sender" in parts:
            return _read_issue(event)
    except InvalidResponseError as error:
        raise BotError(error.message, _HINT) from error
    return None


def _read_run(event: Answer, pulls: object) -> RunEvent:
    branch = event.read(str, "workflow_run", "head_branch")
    if not 0 < len(branch) <= _LONGEST_BRANCH:
        raise shape_error(event.what, "workflow_run.head_branch is not a valid name")
    only = pulls[0] if isinstance(pulls, list) and len(pulls) == 1 else None
    return RunEvent(
        repository=_repository(event, "repository"),
        run=_id(event, "workflow_run", "id"),
        kind=(event.read_or_none(str, "workflow_run", "event") or "")[:100],
        is_own=_id(event, "repository", "id") == _id(event, "workflow_run", "repository", "id"),
        head_repository=_repository(event, "workflow_run", "head_repository"),
        head_repository_id=_id(event, "workflow_run", "head_repository", "id"),
        branch=branch,
        commit=event.hash("workflow_run", "head_sha"),
        number=_id(Answer(event.what, only), "number") if isinstance(only, dict) else None,
    )


def _read_comment(event: Answer, *, is_pull: bool) -> CommentEvent:
    return CommentEvent(
        repository=_repository(event, "repository"),
        number=_id(event, "issue", "number"),
        is_pull=is_pull,
        action=(event.read_or_none(str, "action") or "")[:100],
        author=(event.read_or_none(str, "issue", "user", "login") or "")[:_LONGEST_LOGIN],
        commenter=(event.read_or_none(str, "comment", "user", "login") or "")[:_LONGEST_LOGIN],
        is_bot=event.read_or_none(str, "comment", "user", "type") == "Bot",
        body=event.read_or_none(str, "comment", "body") or "",
        issue_body=event.read_or_none(str, "issue", "body") or "",
        time=event.read_or_none(str, "comment", "created_at") or "",
    )


def _read_issue(event: Answer) -> IssueEvent:
    return IssueEvent(
        repository=_repository(event, "repository"),
        number=_id(event, "issue", "number"),
        action=(event.read_or_none(str, "action") or "")[:100],
        sender=(event.read_or_none(str, "sender", "login") or "")[:_LONGEST_LOGIN],
        is_bot=event.read_or_none(str, "sender", "type") == "Bot",
        body=event.read_or_none(str, "issue", "body") or "",
        label=(event.read_or_none(str, "label", "name") or "")[:100],
        time=event.read_or_none(str, "issue", "updated_at") or "",
    )


def _repository(event: Answer, *path: str) -> str:
    name = event.read(str, *path, "full_name")
    if not is_repository(name):
        raise shape_error(event.what, f"{'.'.join(path)}.full_name is not a valid repository name")
    return name


def _id(event: Answer, *path: str) -> int:
    number = event.read(int, *path)
    if not 0 < number < 2**63:
        raise shape_error(event.what, f"{'.'.join(path)} is out of range")
    return number


def read_artifact(client: Client, repository: str, run: int, name: str) -> bytes | None:
    """The one file of the newest artifact of that name, unpacked in memory; None if there is none.

    Raises TooLargeError above 2 MB, and InvalidResponseError if the artifact is not such an archive.
    """
    what = f"report of run {run}"
    path = repository_path(repository, "actions", "runs", run, "artifacts")
    found = [
        (each.read(int, "id"), each.read(int, "size_in_bytes"))
        for each in client.pages(what, path, {"name": name}, key="artifacts", most=3)
        if each.read(str, "name") == name and not each.read(bool, "expired")
    ]
    if not found:
        return None
    number, size = max(found)
    if size > LARGEST_ARTIFACT:
        raise TooLargeError(f"{what}: {size:,} bytes, more than {LARGEST_ARTIFACT:,}")
    try:
        path = repository_path(repository, "actions", "artifacts", number, "zip")
        data = client.download(what, path, LARGEST_ARTIFACT, accept="application/vnd.github+json")[1]
    except NotFoundError:
        return None
    return unpack(what, data)


def unpack(what: str, data: bytes) -> bytes:
    """The content of the only member; the size that its header claims is not relied on."""
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) != 1 or members[0].is_dir() or members[0].compress_type not in _METHODS:
                raise InvalidResponseError(f"{what}: the artifact must be a zip archive with one file")
            with archive.open(members[0]) as stream:
                content = stream.read(LARGEST_ARTIFACT + 1)
    except _ZIP_ERRORS as error:
        raise InvalidResponseError(f"{what}: the artifact cannot be read ({type(error).__name__})") from error
    if len(content) > LARGEST_ARTIFACT:
        raise TooLargeError(f"{what}: unpacks to more than {LARGEST_ARTIFACT:,} bytes")
    return content
