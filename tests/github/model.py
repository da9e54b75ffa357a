"""The state of the fake GitHub: repositories, commits, pull requests, conversations and requests."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

BOT = "github-actions[bot]"
"""The account of GITHUB_TOKEN, as REST calls it; GraphQL leaves the brackets out."""
READ, WRITE = "read", "write"
WHEN = "2026-11-20T10:00:00Z"
"""The time of everything that happens."""


@dataclass(frozen=True, slots=True)
class Token:
    """Whom a token stands for, and what it may do: `read` or `write` by the names of a workflow's `permissions`."""

    account: str
    permissions: Mapping[str, str]

    def may(self, need: str, *kinds: str) -> bool:
        """Whether it has this permission for one of these kinds."""
        grants = {self.permissions.get(kind) for kind in kinds}
        return WRITE in grants or (need == READ and READ in grants)


TOKENS: dict[str, Token] = {
    "review-token": Token(BOT, {"contents": READ, "pull_requests": WRITE, "actions": READ}),
    "fork-token": Token(BOT, {"contents": READ, "pull_requests": READ, "issues": READ, "actions": READ}),
    "sweep-token": Token(BOT, {"contents": READ, "issues": WRITE}),
    "rebase-token": Token(BOT, {"contents": WRITE, "pull_requests": WRITE}),
    "fix-token": Token(BOT, {"contents": WRITE, "issues": WRITE, "pull_requests": WRITE}),
    "ada-token": Token("ada", {"contents": WRITE, "issues": WRITE, "pull_requests": WRITE, "actions": WRITE}),
}
"""Those that every GitHub of ours knows; `ada` is a person."""


@dataclass(frozen=True, slots=True)
class Commit:
    """A snapshot."""

    sha: str
    tree: str
    parents: tuple[str, ...]
    files: Mapping[str, bytes]
    message: str


@dataclass(slots=True)
class Comment:
    """A comment on an issue or a pull request, or on lines of a diff."""

    number: int
    node: str
    author: str
    body: str
    minimized: str | None = None
    """Why it is minimized, in small letters."""
    updated: str = WHEN


@dataclass(slots=True)
class Thread:
    """A comment on lines of the new side, and its answers."""

    node: str
    path: str
    line: int
    start_line: int | None
    commit: str
    """What the head was when it was begun."""
    review: int
    comments: list[Comment]
    resolved: bool = False
    resolver: str = "octo"
    """Who has resolved it."""


@dataclass(slots=True)
class Review:
    """A review, submitted or PENDING."""

    number: int
    node: str
    author: str
    body: str
    state: str
    commit: str
    minimized: str | None = None


@dataclass(slots=True)
class Issue:
    """An issue; the part of a pull request that is one, too."""

    number: int
    node: str
    author: str
    title: str
    body: str
    labels: list[str]
    state: str = "open"
    updated: int = 0
    created: str = WHEN
    comments: list[Comment] = field(default_factory=list)


@dataclass(slots=True)
class Pull:
    """What a pull request has beyond an issue."""

    issue: Issue
    base: str
    """Branch."""
    head_repository: str | None
    branch: str
    head: str
    reviews: list[Review] = field(default_factory=list)
    threads: list[Thread] = field(default_factory=list)
    allows_edits: bool = False
    """Whether maintainers may push to its branch."""

    @property
    def number(self) -> int:
        return self.issue.number


@dataclass(slots=True)
class Artifact:
    """What a run of a workflow left."""

    number: int
    run: int
    name: str
    data: bytes
    """The zip file."""
    expired: bool = False


@dataclass(slots=True)
class Repository:
    """A repository, or a fork of one."""

    number: int
    name: str
    branches: dict[str, str]
    fork_of: str | None = None
    issues: dict[int, Issue] = field(default_factory=dict)
    pulls: dict[int, Pull] = field(default_factory=dict)
    artifacts: list[Artifact] = field(default_factory=list)
    default_branch: str = "main"
    collaborators: set[str] = field(default_factory=set)
    """Accounts beside the owner that may write."""
    private: bool = False
    """What is public may be read without a permission for it."""

    def association(self, author: str) -> str:
        """How an account is associated with the repository, as GraphQL says it."""
        if author == self.name.partition("/")[0]:
            return "OWNER"
        return "COLLABORATOR" if author in self.collaborators else "CONTRIBUTOR"


def blob_hash(content: bytes) -> str:
    """As git names a content."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def tree_hash(files: Mapping[str, bytes]) -> str:
    """A name for the whole tree, one for the same contents; not the one that git would give."""
    words = "".join(f"{path}\0{blob_hash(content)}\n" for path, content in sorted(files.items()))
    return hashlib.sha1(words.encode(), usedforsecurity=False).hexdigest()


def commit_hash(tree: str, parents: tuple[str, ...], message: str, count: int) -> str:
    """A name for a commit; the same change made twice is two commits, by `count`."""
    words = "\0".join((tree, *parents, message, str(count)))
    return hashlib.sha1(words.encode(), usedforsecurity=False).hexdigest()
