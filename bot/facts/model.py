"""Facts about papers, repositories and links, with their evidence, as values.

A fact is known, absent or unknown. Absent means that the service that must know was asked twice and said no;
whatever else goes wrong makes it unknown, and nothing may be concluded from that.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from bot.papers.identifiers import Identifier  # noqa: TC001 - the codec reads annotations
from bot.papers.record import Evidence, Record
from bot.papers.witnesses import CodeClaim, VenueClaim

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.links.model import LinkStatus


@dataclass(frozen=True, slots=True)
class Unknown:
    """It could not be found out; `reason` says why, as text."""

    reason: str
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Absent:
    """It does not exist: the responsible service said so twice, and answered other questions."""

    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository on GitHub; `name` is its present `owner/name`, as GitHub writes it."""

    identifier: Identifier
    name: str
    archived: bool | None = None
    """None if only its page was seen."""
    moved_to: str | None = None
    """The present `owner/name` where the list has another one; case does not count."""
    evidence: tuple[Evidence, ...] = ()
    is_empty: bool | None = None
    is_private: bool | None = None
    names: tuple[str, ...] = ()
    """The papers on arXiv that its README names, of those that were looked for."""
    is_list: bool = False
    """Whether its README is a list of papers."""


@dataclass(frozen=True, slots=True)
class Unrecorded:
    """Whoever might have a record of it was asked, answered, and has none: it may exist all the same."""

    reason: str


PaperFact: TypeAlias = Record | Absent | Unknown
WorkFact: TypeAlias = Record | Unrecorded | Unknown
RecordFact: TypeAlias = Record | Absent | Unrecorded | Unknown
RepositoryFact: TypeAlias = Repository | Absent | Unknown
VenueFact: TypeAlias = tuple[VenueClaim, ...] | Unknown
CodeFact: TypeAlias = tuple[CodeClaim, ...] | Unknown


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What a second source says of a link that is about to be called dead."""

    is_gone: bool | None = None
    """False: it has seen the page since it first failed. None: it cannot say."""
    copy: str | None = None
    """The address of an archived copy."""


@dataclass(frozen=True, slots=True)
class Facts:
    """All answers of a run; a target that is not in a mapping was not asked about."""

    papers: Mapping[Identifier, PaperFact] = field(default_factory=lambda: MappingProxyType({}))
    repositories: Mapping[Identifier, RepositoryFact] = field(default_factory=lambda: MappingProxyType({}))
    links: Mapping[str, LinkStatus] = field(default_factory=lambda: MappingProxyType({}))
    """By URL, as the lists write it; papers and repositories are here too, as the links that lead to them."""
    works: Mapping[str, WorkFact] = field(default_factory=lambda: MappingProxyType({}))
    """What registries and pages say of works that are not on arXiv, by `identity.name_work`."""
    venues: Mapping[Identifier, VenueFact] = field(default_factory=lambda: MappingProxyType({}))
    """Where an index and publishers say that papers on arXiv were published; their authors' words are in `papers`."""
    code: Mapping[Identifier, CodeFact] = field(default_factory=lambda: MappingProxyType({}))
    """The repositories that sources name for papers on arXiv."""
    copies: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """The addresses of archived copies of pages that are gone, by URL."""
    silent: tuple[str, ...] = ()
    """Which services gave no answer about venues and code, and why."""
    only_papers: bool = False
    """Whether nothing was looked at but papers and works: links and repositories were not."""
    asked_at: float = 0.0
    """When the run began to ask, in seconds since the epoch; cached answers are older."""
    interrupted: bool = False
    """Whether the run was broken off, or its time was up, before all was asked."""
    unreached: tuple[str, ...] = ()
    """Who was asked, where nobody answered and the connectivity probes failed too; else nobody."""

    def paper(self, identifier: Identifier | None) -> Record | None:
        """The paper of that name, where it is known to exist."""
        fact = self.papers.get(identifier) if identifier is not None else None
        return fact if isinstance(fact, Record) else None

    def work(self, name: str) -> Record | None:
        """What is on record under that name, where anything is."""
        fact = self.works.get(name)
        return fact if isinstance(fact, Record) else None

    def repository(self, identifier: Identifier | None) -> Repository | None:
        """The repository of that name, where it is known to exist."""
        fact = self.repositories.get(identifier) if identifier is not None else None
        return fact if isinstance(fact, Repository) else None
