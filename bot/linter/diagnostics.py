"""What a rule found: a diagnostic with its place, its severity and, where there is one, its fix."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bot.text import Span


class Severity(IntEnum):
    """How much a finding weighs; a run fails at the severity that is configured."""

    NOTE = 1
    WARNING = 2
    ERROR = 3

    def __str__(self) -> str:
        return self.name.lower()


class Safety(IntEnum):
    """Whether a fix may be applied without a person looking: a safe one never changes the meaning of the list."""

    UNSAFE = 1
    SAFE = 2

    def __str__(self) -> str:
        return self.name.lower()


class Scope(StrEnum):
    """What a change must touch to cause a finding: `--base` and reviews report no other."""

    ENTRY = "entry"
    """The entry or the line that it is in."""
    PAIR = "pair"
    """That entry or one of the related ones: what is wrong is between them. Moving one of them can cause it."""
    PLACE = "place"
    """That entry, which may just have moved."""
    LIST = "list"
    """Anything: the finding depends on the rest of the list, or on what is beside it."""


class Edit(NamedTuple):
    """Put `new` in the place of the characters at `span`."""

    span: Span
    new: str


@dataclass(frozen=True, slots=True)
class Fix:
    """All edits of a fix, or none of them; `title` is in the imperative."""

    title: str
    edits: tuple[Edit, ...]
    safety: Safety = Safety.SAFE

    @classmethod
    def write(cls, span: Span, new: str, safety: Safety = Safety.SAFE) -> Fix:
        """The fix that puts `new` in the place of the characters at `span`."""
        return cls(f"Write {new}", (Edit(span, new),), safety)


class Related(NamedTuple):
    """Another place that a diagnostic refers to, in the same file or in another one of the run."""

    path: str
    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: `rule` is the slug, `span` the place in the file named `path`."""

    rule: str
    severity: Severity
    path: str
    span: Span
    message: str
    fix: Fix | None = None
    related: tuple[Related, ...] = ()
    scope: Scope = Scope.ENTRY
    target: str | None = None
    """What the finding is about, where the characters at `span` do not say so; empty for the file as a whole.

    Rule and target make a finding the same one after a change, whatever its message says.
    """
    reasons: tuple[str, ...] = ()
    """Why, as phrases that a person can read: what speaks for the finding, then what makes it a note only.

    Of a suspicion that was dropped: what speaks against it. Empty if the message says it all.
    """
    forms: tuple[str, ...] | None = None
    """What makes the finding, without the entry's own words; where all of these are habits, so is the finding.

    None: the message without what it quotes. Empty for a finding that no habit explains.
    """
    folded: tuple[Diagnostic, ...] = ()
    """Of the note for a habit: the findings that it stands for."""

    @property
    def parts(self) -> tuple[Diagnostic, ...]:
        """The findings that it stands for: itself, unless it is the note for a habit."""
        return self.folded or (self,)
