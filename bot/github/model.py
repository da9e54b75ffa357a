"""Pull requests with their conversations, the reviews to post and the issues of a repository, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias
from urllib.parse import quote

from bot.errors import BotError
from bot.text import StrEnum, fitting, lazy_pattern

WEB = "https://github.com"
"""Where people see repositories."""

_REDIRECT = "https://redirect.github.com"
"""Links through this host leave no trace in the issues that they lead to."""

SUMMARY_MARKER = "<!-- paperlist-bot:v1 summary"
"""The beginning of the hidden line by which the summary of a review is found."""

LARGEST_BODY = 60_000
"""Characters of a comment or an issue that the bot writes; GitHub counts in UTF-16 and refuses more than 65,536."""
CUT = "\n\nCut here: GitHub takes no longer text."

_REPOSITORY = lazy_pattern(r"[A-Za-z0-9_.-]{1,100}/[A-Za-z0-9_.-]{1,100}")
_HASH = lazy_pattern(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def is_repository(name: str) -> bool:
    """Whether `name` has the form `owner/name`."""
    return bool(_REPOSITORY.fullmatch(name)) and not {".", ".."} & {*name.split("/")}


def is_hash(text: str) -> bool:
    """Whether `text` has the form of a hash of git."""
    return bool(_HASH.fullmatch(text))


def size_of(text: str) -> int:
    """The number of characters, as GitHub counts them."""
    return len(text.encode("utf-16-le", "replace")) // 2


def fit_body(body: str, largest: int = 65_536) -> str:
    """As many lines of a body as GitHub takes: within a line, what was escaped could come to life."""
    if size_of(body) <= largest:
        return body
    return "".join(fitting(body.splitlines(keepends=True), largest - len(CUT), size_of)) + CUT


def comparable(body: str) -> str:
    """A body as GitHub keeps it: cut, without line ends, spaces before them and around the whole."""
    return "\n".join(line.rstrip() for line in fit_body(body).strip().splitlines())


def repository_of(environ: Mapping[str, str]) -> str:
    """The repository that the job belongs to. Raises BotError if the environment names none."""
    repository = environ.get("GITHUB_REPOSITORY", "")
    if not is_repository(repository):
        hint = "run this in a GitHub Actions job, or set GITHUB_REPOSITORY to owner/name"
        raise BotError("GITHUB_REPOSITORY is not set", hint)
    return repository


def link_quietly(number: int, repository: str, web: str) -> str:
    """A link to an issue or pull request that leaves no note there each time the text with it is written again."""
    return f"[#{number}]({_REDIRECT}/{repository}/issues/{number})" if web == WEB else f"`#{number}`"


def line_url(blob: str, path: str, line: int) -> str:
    """The address of a line of a file below `blob`; `plain=1` since a rendered page has no line numbers."""
    return f"{blob}/{quote(path.removeprefix('./'), errors='replace')}?plain=1#L{line}"


def web_server(environ: Mapping[str, str]) -> str:
    """The scheme and host where people see the repositories of a job."""
    return environ.get("GITHUB_SERVER_URL") or WEB


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """A file that a pull request adds or changes; removed ones are not among them."""

    path: str
    old_path: str | None
    """Its path at the merge base; None for a new file."""
    patch: str | None
    """The hunks of its unified diff; None if GitHub gives none, because it is large."""


@dataclass(frozen=True, slots=True)
class Branches:
    """The branches of a pull request."""

    head: str
    base: str
    is_default: bool
    """Whether the change comes from the default branch of its repository."""
    allows_edits: bool
    """Whether the author of a change from a fork lets maintainers push to its branch."""


@dataclass(frozen=True, slots=True)
class Pull:
    """A pull request as it is at one moment."""

    repository: str
    """`owner/name` of the base."""
    number: int
    head: str
    """Hash of the newest commit of the change."""
    merge_base: str
    """Hash of the commit that the change began from."""
    base: str
    """Hash of the newest commit of the base branch, whose configuration counts."""
    head_repository: str | None
    """`owner/name` that the change comes from; None if it was deleted."""
    is_open: bool = True
    files: tuple[ChangedFile, ...] | None = field(default=None, compare=False, repr=False)
    """The changed files, where they came along with the pull request: all of them or None."""
    removed: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """Paths of the removed files, where `files` are known."""
    branches: Branches | None = field(default=None, compare=False, repr=False)

    @property
    def is_from_fork(self) -> bool:
        """Whether the change comes from another repository."""
        return self.head_repository != self.repository


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, of a thread in the diff or of the conversation."""

    id: str
    """Its global id, for GraphQL."""
    number: int
    """Its id for REST."""
    body: str
    is_ours: bool
    """Whether the token's account wrote it, which other workflows of the repository may use as well."""
    is_minimized: bool = False
    may_settle: bool = False
    """Whether who wrote it owns the repository, or is a member or collaborator: what others say settles no finding."""
    updated: str = ""
    """When it was written or edited last, in UTC, as GitHub writes it: a later one is greater."""


@dataclass(frozen=True, slots=True)
class Thread:
    """A comment on lines of the diff, and the replies to it."""

    path: str
    is_resolved: bool
    is_outdated: bool
    """Whether its lines are no longer in the diff."""
    comments: tuple[Comment, ...]
    is_resolved_by_stranger: bool = False
    """Whether the author of the change resolved it, as GitHub allows, and may not settle findings."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """The threads and comments of a pull request."""

    threads: tuple[Thread, ...] = ()
    comments: tuple[Comment, ...] = ()
    """Those outside of the diff."""


class Reason(StrEnum):
    """Why a comment is minimized, as GraphQL calls it."""

    RESOLVED = "RESOLVED"
    OUTDATED = "OUTDATED"


@dataclass(frozen=True, slots=True)
class InlineComment:
    """A comment to post on the new side of the diff: on `line`, or on the lines from `start_line` to it."""

    path: str
    line: int
    """One-based."""
    body: str
    start_line: int | None = None
    """One-based, less than `line`, in the same hunk; None for one line."""


@dataclass(frozen=True, slots=True)
class Minimization:
    """A comment of ours to minimize."""

    id: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Summary:
    """The one comment with the summary; `comment` is the one to edit, None if there is none yet."""

    body: str
    comment: Comment | None = None


@dataclass(frozen=True, slots=True)
class Review:
    """What to write to a pull request; empty if there is nothing to write."""

    body: str = ""
    """Of the review that carries `comments`."""
    comments: tuple[InlineComment, ...] = ()
    minimizations: tuple[Minimization, ...] = ()
    summary: Summary | None = None
    """None if the present summary, if any, is up to date."""


class PostStatus(StrEnum):
    """The outcome of posting a review."""

    POSTED = "posted"
    """All of it is on GitHub now."""
    EMPTY = "empty"
    """There was nothing to write."""
    DUPLICATE = "duplicate"
    """The same review was there already, from another run; the rest was brought up to date."""
    SUPERSEDED = "superseded"
    """There is a newer head, or the pull request was closed: nothing was written."""


@dataclass(frozen=True, slots=True)
class PostResult:
    """What was written to a pull request."""

    status: PostStatus
    review: str | None = None
    """Address of the review with comments on lines, where one was posted."""
    summary: str | None = None
    """Address of the summary, where it was written or edited."""
    minimized: int = 0
    """How many comments were minimized."""
    notes: tuple[str, ...] = ()
    """Why some comments could not be minimized."""


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue of ours, as it is at one moment."""

    number: int
    url: str
    """The URL of its page."""
    title: str
    body: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class NewContent:
    """A file to write: `path` from the top of the repository."""

    path: str
    content: str


@dataclass(frozen=True, slots=True)
class Author:
    """Who opened an issue."""

    login: str
    number: int | None
    """The account's id; None for programs."""
    is_trusted: bool
    """Whether the account owns the repository, or is a member or collaborator."""


@dataclass(frozen=True, slots=True)
class OpenedIssue:
    """An issue that anybody may have opened, with the comments below it that the token's account wrote."""

    number: int
    title: str
    body: str
    is_open: bool
    author: Author | None
    """None if the account was deleted."""
    labels: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()


@dataclass(frozen=True, slots=True)
class TreeFile:
    """A file of a commit, a symbolic link or a submodule: its mode as git writes it, and the hash of its content."""

    mode: str
    sha: str
    content: str | None = None
    """Of a file that is to be written and has no hash yet."""


@dataclass(frozen=True, slots=True)
class Create:
    """Open the issue; with `closed`, close it at once: there is nothing to look at, but a state to store."""

    title: str
    body: str
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """Change what is given of an issue: GitHub notifies no one of a new title or text."""

    number: int
    title: str | None = None
    body: str | None = None
    is_open: bool | None = None


class IssueChangedError(Exception):
    """The issue is to be read again, and the state to be advanced from there.

    Nothing is lost: what this run observed is still known, and is not counted twice.
    """


IssueAction: TypeAlias = Create | Change
"""What the issue needs that the bot keeps in a repository."""
