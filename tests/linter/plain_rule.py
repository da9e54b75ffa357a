"""A rule that finds nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from bot.linter.diagnostics import Severity
from bot.linter.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context
    from bot.listing import Listing


@dataclass(frozen=True)
class Plain(Rule):
    """A rule without options."""

    slug: ClassVar[str] = "plain"
    severity: ClassVar[Severity] = Severity.WARNING

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        yield from ()
