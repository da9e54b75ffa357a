"""The rule `moved-repository`: repositories that were renamed or moved."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from bot.facts.model import Facts, Repository
from bot.linter.diagnostics import Severity
from bot.linter.rule import Bad, Good, Need, Rule
from bot.papers.identifiers import Identifier, Scheme
from bot.rules.link_targets import target_span, write_url
from bot.rules.works import linked_repositories
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context
    from bot.listing import Listing

_NAME = lazy_pattern(r"(https?://(?:www\.)?github\.com/)([^/?#]+/[^/?#]+?)((?:\.git)?(?:[/?#].*)?)", re.IGNORECASE)

_OLD = Identifier(Scheme.GITHUB, "ysymyth/react")
_LINE = "* [ReAct: Synergizing Reasoning and Acting](https://arxiv.org/abs/2210.03629) [[code]({})]\n"


class MovedRepository(Rule):
    """The repository was renamed or has a new owner.

    GitHub redirects the old name until somebody else takes it. The fix writes the current name.
    """

    slug: ClassVar[str] = "moved-repository"
    severity: ClassVar[Severity] = Severity.NOTE
    needs: ClassVar[Need] = Need.REPOSITORIES
    examples: ClassVar[tuple[Good | Bad, ...]] = (
        Bad(
            _LINE.format("https://github.com/ysymyth/ReAct/tree/master/prompts"),
            _LINE.format("https://github.com/princeton-nlp/ReAct/tree/master/prompts"),
            Facts(repositories={_OLD: Repository(_OLD, "princeton-nlp/ReAct", False, "princeton-nlp/ReAct")}),
        ),
        Good(
            _LINE.format("https://github.com/ysymyth/ReAct"),
            Facts(repositories={_OLD: Repository(_OLD, "ysymyth/ReAct", False)}),
        ),
    )

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield one diagnostic per repository and line."""
        for link, repository in linked_repositories(listing, context):
            if repository.moved_to is None:
                continue
            match = _NAME.fullmatch(link.href)
            url = f"{match[1]}{repository.moved_to}{match[3]}" if match else None
            fix = write_url(link, url) if url is not None else None
            yield self.at(listing, target_span(link), f"the repository is now {repository.moved_to}", fix=fix)
