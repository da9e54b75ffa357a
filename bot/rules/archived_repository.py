"""The rule `archived-repository`: code that is no longer maintained."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.facts.model import Facts, Repository
from bot.linter.diagnostics import Severity
from bot.linter.rule import Bad, Good, Need, Rule
from bot.papers.identifiers import Identifier, Scheme
from bot.rules.link_targets import target_span
from bot.rules.works import linked_repositories

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context
    from bot.listing import Listing

_REPOSITORY = Identifier(Scheme.GITHUB, "ysymyth/react")
_ENTRY = (
    "* [ReAct: Synergizing Reasoning and Acting](https://arxiv.org/abs/2210.03629) "
    "[[code](https://github.com/ysymyth/ReAct)]\n"
)


class ArchivedRepository(Rule):
    """The repository is archived: it is read-only and no longer maintained.

    The code can still be read and cloned, but nobody answers issues or merges pull requests. Link a maintained fork if
    there is one.
    """

    slug: ClassVar[str] = "archived-repository"
    severity: ClassVar[Severity] = Severity.NOTE
    needs: ClassVar[Need] = Need.REPOSITORIES
    examples: ClassVar[tuple[Good | Bad, ...]] = (
        Bad(_ENTRY, facts=Facts(repositories={_REPOSITORY: Repository(_REPOSITORY, "ysymyth/ReAct", True)})),
        Good(_ENTRY, facts=Facts(repositories={_REPOSITORY: Repository(_REPOSITORY, "ysymyth/ReAct", False)})),
    )

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield one diagnostic per repository and line."""
        for link, repository in linked_repositories(listing, context):
            if repository.archived:
                yield self.at(listing, target_span(link), f"{repository.name} is archived: it is read-only")
