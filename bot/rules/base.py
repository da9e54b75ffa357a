"""What a rule is: a listing and what is known around it come in, diagnostics go out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Flag, auto
from typing import TYPE_CHECKING, ClassVar

from bot.diagnostics import Diagnostic, Fix, Related, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from bot.facts import Facts
    from bot.listing import Catalog, Listing
    from bot.text import Span


class Need(Flag):
    """What a rule must be given beside the list itself; without it the rule is not run, and the report says so."""

    NOTHING = 0
    FILES = auto()
    """Which relative targets exist beside the list."""
    PAPERS = auto()
    LINKS = auto()
    REPOSITORIES = auto()


@dataclass(frozen=True, slots=True)
class Good:
    """A list that the rule is silent on: `text` holds whole lines of Markdown."""

    text: str
    facts: Facts | None = None
    """What the world answered; an example without it is one of a rule that needs no facts."""


@dataclass(frozen=True, slots=True)
class Bad:
    """A list that the rule speaks up on once, and what its fix makes of it (None: no fix offered)."""

    text: str
    fixed: str | None = None
    facts: Facts | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """What is known around a listing: today's date, the other lists of the run, the files beside it."""

    today: date
    catalog: Catalog
    missing_files: frozenset[tuple[str, str]] | None = None
    """Pairs of list path and relative target (as written) that do not exist; None where nobody looked."""
    facts: Facts | None = None
    """What the world answered about papers, repositories and links; None where nobody asked."""


@dataclass(frozen=True)
class Rule(ABC):
    """One thing that can be wrong with a list. Fields of a subclass are its options.

    The subclass's docstring is its published page (what, why, how to mend); `examples` are its first tests.
    """

    slug: ClassVar[str]
    severity: ClassVar[Severity]
    enabled: ClassVar[bool] = True
    """False for a rule that only runs when the configuration or `--select` names it."""
    needs: ClassVar[Need] = Need.NOTHING
    examples: ClassVar[tuple[Good | Bad, ...]] = ()

    @abstractmethod
    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield what is wrong with `listing`."""

    def at(
        self,
        listing: Listing,
        span: Span,
        message: str,
        *,
        fix: Fix | None = None,
        related: tuple[Related, ...] = (),
        severity: Severity | None = None,
    ) -> Diagnostic:
        """A diagnostic of this rule; `severity` grades one finding apart from the rule's own grade."""
        return Diagnostic(self.slug, severity or self.severity, listing.text.path, span, message, fix, related)
