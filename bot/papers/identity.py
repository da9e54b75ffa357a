"""Which paper is meant."""

from __future__ import annotations

from typing import NamedTuple

from bot.papers.identifiers import Identifier, Scheme


class NamedPaper(NamedTuple):
    """A paper that somebody names."""

    name: str
    """As in lock files, and as results call it: `arXiv:2401.12345`, `doi:10.1/abc`, `openreview:abc`, an address."""
    identifier: Identifier | None
    """None where the address names nothing."""
    address: str
    """The page that is about it, and that an entry links to."""

    @property
    def arxiv(self) -> Identifier | None:
        """Its identifier, where it is on arXiv."""
        return self.identifier if self.identifier is not None and self.identifier.scheme is Scheme.ARXIV else None
