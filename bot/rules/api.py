"""What rules are written with; what they judge (`Entry`, `Link`, `Listing`, `Span`) comes from `bot.listing`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from bot.linter import rule
from bot.linter.diagnostics import Diagnostic, Edit, Fix, Related, Safety, Scope, Severity
from bot.linter.rule import Bad, Context, Good, Need, Places, option
from bot.rules import NEEDS

Findings: TypeAlias = Iterator[Diagnostic]

__all__ = ["Bad", "Context", "Diagnostic", "Edit", "Findings", "Fix", "Good", "Need", "Places"]
__all__ += ["Related", "Rule", "Safety", "Scope", "Severity", "option"]


class Rule(rule.Rule):
    """A rule of this package: its class says how it is called, and the table of rules what it needs."""

    def __init_subclass__(cls) -> None:
        """Take both over."""
        cls.slug = "".join(f"-{sign}" if sign.isupper() else sign for sign in cls.__name__)[1:].lower()
        cls.needs = NEEDS.get(cls.slug, Need.NOTHING)
        cls.enabled = cls.needs is not Need.NAME
