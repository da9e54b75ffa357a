"""The rule `retitled-paper`: titles that papers no longer have."""

from __future__ import annotations

from bot.facts.model import Facts
from bot.listing import Entry, Listing
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record
from bot.papers.similarity import Match, compare_titles
from bot.rules.api import Bad, Context, Findings, Good, Rule, Severity
from bot.rules.works import find_described

_AGENTS = Identifier(Scheme.ARXIV, "2307.05300")
_OLD = "Unleashing Cognitive Synergy in Large Language Models"
_NEW = "Unleashing the Emergent Cognitive Synergy: A Task-Solving Agent"
_FACTS = Facts({_AGENTS: Record(_NEW, (_OLD,), identifier=_AGENTS, version=2)})


class RetitledPaper(Rule):
    """A later version of the paper has another title, and the list has the old one.

    Readers who search for the current title do not find the entry. Some lists follow such changes, others do not, so
    the bot never rewrites titles.
    """

    severity = Severity.NOTE
    examples = (
        Bad(f"* [{_OLD}](https://arxiv.org/abs/2307.05300)\n", facts=_FACTS),
        Good(f"* [{_NEW}](https://arxiv.org/abs/2307.05300)\n", facts=_FACTS),
    )

    def check_entry(self, entry: Entry, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per entry."""
        paper = find_described(entry, context)
        if paper is None or entry.title is None or not paper.titles:
            return
        written = entry.title.value
        if compare_titles(written, paper.title) in {Match.CLOSE, Match.DIFFERENT} and any(
            compare_titles(written, title) is Match.SAME for title in paper.titles
        ):
            yield self.at(listing, entry.title.span, f'the paper is now called "{paper.title}"')
