"""All rules there are, listed by hand: a rule that is not here does not run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.unused_allow import UnusedAllow

if TYPE_CHECKING:
    from bot.rules.base import Rule

RULES: tuple[Rule, ...] = (UnusedAllow(),)
"""Every rule with its options at their defaults, in the order of the documentation."""
