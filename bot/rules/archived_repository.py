"""The rule `archived-repository`: code that is no longer maintained."""

from __future__ import annotations

from bot.facts.model import Facts, Repository
from bot.listing import Listing
from bot.papers.identifiers import Identifier, Scheme
from bot.rules.api import Bad, Context, Findings, Good, Rule, Severity
from bot.rules.link_targets import target_span
from bot.rules.works import linked_repositories

_REPOSITORY = Identifier(Scheme.GITHUB, "ysymyth/react")
_ENTRY = (
    "* [ReAct: Synergizing Reasoning and Acting](https://arxiv.org/abs/2210.03629) "
    "[[code](https://github.com/ysymyth/ReAct)]\n"
)


class ArchivedRepository(Rule):
    """A linked repository on GitHub is archived: it is read-only.

    Nobody can open an issue or a pull request there. If somebody maintains a fork, link the fork.
    """

    severity = Severity.NOTE
    examples = (
        Bad(_ENTRY, facts=Facts(repositories={_REPOSITORY: Repository(_REPOSITORY, "ysymyth/ReAct", True)})),
        Good(_ENTRY, facts=Facts(repositories={_REPOSITORY: Repository(_REPOSITORY, "ysymyth/ReAct", False)})),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per repository and line."""
        for link, repository in linked_repositories(listing, context):
            if repository.archived:
                yield self.at(listing, target_span(link), f"{repository.name} is archived: it is read-only")
