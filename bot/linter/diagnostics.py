"""What a rule found: a diagnostic with its place, its severity and, where there is one, its fix."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
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
