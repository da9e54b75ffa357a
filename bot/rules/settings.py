"""What a run knows of a rule beside its findings: the grade it was given, or why it could not run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.diagnostics import Severity
    from bot.rules.base import Rule


@dataclass(frozen=True, slots=True)
class Setting:
    """A rule that shall run, its options set; a rule that is off has no setting."""

    rule: Rule
    severity: Severity | None = None
    """The grade that the configuration gives the rule; None keeps the rule's own."""


@dataclass(frozen=True, slots=True)
class NotRun:
    """A rule that was asked for and could not run; `reason` is a clause ("the links were not visited")."""

    slug: str
    reason: str
