"""What a review is about, as values: the pull request, its lists at the head, and what was found in them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.linter.diagnostics import Safety

if TYPE_CHECKING:
    from bot.facts.model import Facts
    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import NotRun
    from bot.listing import Listing
    from bot.pulls import ChangedFile, Pull

MOST_COMMENTS = 25
"""Comments in the diff that stand at a time: GitHub names no limit, and people read no more."""


class Chore(StrEnum):
    """What a change does that only mends the list."""

    SORTING = "sorts entries"
    DEDUPLICATION = "takes out what stood there twice"
    LINKS = "mends links"


@dataclass(frozen=True, slots=True)
class Subject:
    """All that `decide` must know beside what was said before."""

    pull: Pull
    files: tuple[ChangedFile, ...]
    listings: tuple[Listing, ...]
    """The lists as they are at the head, by their paths in the repository; each diagnostic is of one of them."""
    diagnostics: tuple[Diagnostic, ...]
    """What the change caused; notes are among them."""
    older: int = 0
    """How many findings are older than the change."""
    not_run: tuple[NotRun, ...] = ()
    facts: Facts | None = None
    """What the world answered, where it was asked."""
    notes: tuple[str, ...] = ()
    """Sentences for the summary: what was not checked, and why."""
    chore: Chore | None = None
    web: str = "https://github.com"
    """Where people see the repository: scheme and host, as in `GITHUB_SERVER_URL`."""
    pages: str | None = None
    """The address of the page that tells of the rules; a rule's name is its anchor."""
    most: int = MOST_COMMENTS
    """How many comments may stand in the diff; with 0 all that is found goes into the summary."""
    safety: Safety = Safety.UNSAFE
    """The least safety of a fix that is suggested; a person looks before a suggestion becomes a commit."""
