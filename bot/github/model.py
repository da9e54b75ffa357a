"""What stands on GitHub under a pull request, and what shall be put there, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Pull:
    """A pull request as it is at one moment."""

    repository: str
    """`owner/name` that the change shall go into."""
    number: int
    head: str
    """Hash of the newest commit of the change."""
    merge_base: str
    """Hash of the commit that the change began from."""
    base: str
    """Hash of the newest commit of the branch that the change shall go into; its configuration counts."""
    head_repository: str | None
    """`owner/name` that the change comes from; None: it is gone."""
    is_open: bool = True

    @property
    def is_from_fork(self) -> bool:
        """Whether the change comes from another repository, or nobody knows from where."""
        return self.head_repository != self.repository


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """A file that a pull request adds or changes; removed ones are not among them."""

    path: str
    old_path: str | None
    """What it was called at the merge base; None for a new file."""
    patch: str | None
    """The hunks of its unified diff; None where GitHub gives none, because it is large."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, of a thread in the diff or of the conversation."""

    id: str
    """GitHub's global name of it, which GraphQL takes."""
    number: int
    """What REST calls it by."""
    body: str
    is_ours: bool
    """Whether the account that asks wrote it; others of its workflows may have done so too."""
    is_minimized: bool = False


@dataclass(frozen=True, slots=True)
class Thread:
    """A comment on lines of the diff, and what was answered; the first comment began it."""

    id: str
    path: str
    is_resolved: bool
    is_outdated: bool
    """Whether the lines that it is about are no longer in the diff."""
    comments: tuple[Comment, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """All that was said under a pull request."""

    threads: tuple[Thread, ...] = ()
    comments: tuple[Comment, ...] = ()
    """Those of the conversation, outside of the diff."""
    reviews: tuple[Comment, ...] = ()
    """The bodies of submitted reviews."""


class Reason(StrEnum):
    """Why a comment is folded away, as GitHub's GraphQL calls it."""

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
    """A comment of ours to fold away."""

    id: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Summary:
    """The one comment that sums up; `comment` is the one of ours to edit, None where there is none yet."""

    body: str
    comment: Comment | None = None


@dataclass(frozen=True, slots=True)
class Review:
    """What shall be written under a pull request; empty where there is nothing to say."""

    body: str = ""
    """Of the review that carries `comments`."""
    comments: tuple[InlineComment, ...] = ()
    minimizations: tuple[Minimization, ...] = ()
    summary: Summary | None = None
    """None where the summary that stands there, if any, says it all."""


class Fate(StrEnum):
    """What became of a review that was to be posted."""

    POSTED = "posted"
    """All of it stands on GitHub now."""
    EMPTY = "empty"
    """There was nothing to write."""
    KNOWN = "known"
    """The same review was there already, from another run; the rest was brought up to date."""
    SUPERSEDED = "superseded"
    """The head has moved on since it was read, or the pull request was closed: nothing was written."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was written under a pull request."""

    fate: Fate
    review: str | None = None
    """Address of the review with comments on lines, where one was posted."""
    summary: str | None = None
    """Address of the comment that sums up, where it was written or edited."""
    minimized: int = 0
    """Comments that were folded away."""
    notes: tuple[str, ...] = ()
    """What did not work and does not matter much: comments that could not be folded away."""


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue of ours, as it is at one moment."""

    number: int
    url: str
    """Its page, for people."""
    title: str
    body: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class NewContent:
    """A file as it shall be: `path` from the top of the repository."""

    path: str
    content: str
