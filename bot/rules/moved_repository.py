"""The rule `moved-repository`: repositories that were renamed or moved."""

from __future__ import annotations

import re

from bot.facts.model import Facts, Repository
from bot.listing import Listing
from bot.papers.identifiers import Identifier, Scheme
from bot.rules.api import Bad, Context, Findings, Good, Rule, Severity
from bot.rules.link_targets import target_span, write_url
from bot.rules.works import linked_repositories
from bot.text import lazy_pattern

_NAME = lazy_pattern(r"(https?://(?:www\.)?github\.com/)([^/?#]+/[^/?#]+?)((?:\.git)?(?:[/?#].*)?)", re.IGNORECASE)

_OLD = Identifier(Scheme.GITHUB, "ysymyth/react")
_LINE = "* [ReAct: Synergizing Reasoning and Acting](https://arxiv.org/abs/2210.03629) [[code]({})]\n"


class MovedRepository(Rule):
    """A repository on GitHub was renamed, or has a new owner.

    GitHub redirects the old name only until somebody else takes it. The fix writes the current name.
    """

    severity = Severity.NOTE
    examples = (
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

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per repository and line."""
        for link, repository in linked_repositories(listing, context):
            if repository.moved_to is None:
                continue
            match = _NAME.fullmatch(link.href)
            url = f"{match[1]}{repository.moved_to}{match[3]}" if match else None
            fix = write_url(link, url) if url is not None else None
            yield self.at(listing, target_span(link), f"the repository is now {repository.moved_to}", fix=fix)
