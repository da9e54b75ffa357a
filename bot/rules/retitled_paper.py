"""The rule `retitled-paper`: titles that papers no longer have."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.facts.model import Facts, Paper
from bot.linter.diagnostics import Severity
from bot.linter.rule import Bad, Good, Need, Rule
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.likeness import Match, compare_titles
from bot.rules.works import described_papers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context
    from bot.listing import Listing

_AGENTS = Identifier(Scheme.ARXIV, "2307.05300")
_OLD = "Unleashing Cognitive Synergy in Large Language Models"
_NEW = "Unleashing the Emergent Cognitive Synergy: A Task-Solving Agent"
_FACTS = Facts({_AGENTS: Paper(_AGENTS, _NEW, (_OLD,), version=2)})


class RetitledPaper(Rule):
    """The paper was renamed in a later version; the list has the old title.

    Readers who search for the current title do not find the entry. Whether a list follows renames is up to its
    maintainers: this is a note, and the bot never rewrites titles.
    """

    slug: ClassVar[str] = "retitled-paper"
    severity: ClassVar[Severity] = Severity.NOTE
    needs: ClassVar[Need] = Need.PAPERS
    examples: ClassVar[tuple[Good | Bad, ...]] = (
        Bad(f"* [{_OLD}](https://arxiv.org/abs/2307.05300)\n", facts=_FACTS),
        Good(f"* [{_NEW}](https://arxiv.org/abs/2307.05300)\n", facts=_FACTS),
    )

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield one diagnostic per entry."""
        for entry, _, paper in described_papers(listing, context):
            if entry.title is None or not paper.other_titles:
                continue
            written = entry.title.value
            if compare_titles(written, paper.title) not in {Match.CLOSE, Match.DIFFERENT}:
                continue
            if any(compare_titles(written, title) is Match.SAME for title in paper.other_titles):
                yield self.at(listing, entry.title.span, f'the paper is now called "{paper.title}"')
