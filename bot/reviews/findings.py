"""Diagnostics come in; findings go out, each with its fingerprint and its lines as GitHub counts them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.reviews.anchors import Lines, Source, read_sources
from bot.reviews.fingerprints import fingerprints
from bot.reviews.suggestions import reach

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.linter.diagnostics import Diagnostic
    from bot.reviews.subject import Subject


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic, and where and how it can be told."""

    diagnostic: Diagnostic
    fingerprint: str
    source: Source
    line: int
    """Where it begins in the file at the head."""
    related: tuple[int, ...]
    """Where the places begin that it speaks of, in their order; 0 in a file that nobody has read."""
    anchor: Lines | None
    """The line that a comment on it may stand on."""
    reach: Lines | None
    """The lines that its fix rewrites, where it can be suggested."""

    @property
    def lines(self) -> Lines | None:
        """The lines that a comment on it takes."""
        return self.reach or self.anchor

    @property
    def rank(self) -> tuple[int, str, int]:
        """What to order by: the gravest first, then by place."""
        return -self.diagnostic.severity, self.diagnostic.path, self.diagnostic.span.start


def find(subject: Subject) -> tuple[Finding, ...]:
    """All findings of a subject, the gravest first."""
    texts = ((listing.text.path, listing.text.content) for listing in subject.listings)
    sources = read_sources(texts, subject.files)
    prints = fingerprints(subject.diagnostics, subject.listings)
    found = (
        _finding(diagnostic, fingerprint, sources, subject)
        for diagnostic, fingerprint in zip(subject.diagnostics, prints, strict=True)
    )
    return tuple(sorted(found, key=lambda each: each.rank))


def _finding(diagnostic: Diagnostic, fingerprint: str, sources: Mapping[str, Source], subject: Subject) -> Finding:
    source = sources[diagnostic.path]
    return Finding(
        diagnostic,
        fingerprint,
        source,
        source.line_at(diagnostic.span.start),
        tuple(
            sources[each.path].line_at(each.span.start) if each.path in sources else 0 for each in diagnostic.related
        ),
        source.anchor(diagnostic.span),
        reach(diagnostic, source, subject.safety),
    )
