"""What rules are written with; what they judge (`Entry`, `Link`, `Listing`, `Span`) comes from `bot.listing`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from bot.linter.diagnostics import Diagnostic, Edit, Fix, Related, Safety, Scope, Severity
from bot.linter.rule import Bad, Context, Good, Need, Places, Rule, option

Findings: TypeAlias = Iterator[Diagnostic]

__all__ = [
    "Bad",
    "Context",
    "Diagnostic",
    "Edit",
    "Findings",
    "Fix",
    "Good",
    "Need",
    "Places",
    "Related",
    "Rule",
    "Safety",
    "Scope",
    "Severity",
    "option",
]
