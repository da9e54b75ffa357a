"""What GitHub's API takes and gives beyond a pull request, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
