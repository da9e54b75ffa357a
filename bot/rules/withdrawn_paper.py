"""The rule `withdrawn-paper`: papers that were withdrawn."""

from __future__ import annotations

from bot.facts.model import Facts
from bot.listing import Listing
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record
from bot.rules.api import Bad, Context, Findings, Good, Rule, Severity
from bot.rules.link_targets import target_span
from bot.rules.works import links_to
from bot.text import shorten

_LONGEST = 160
_WORK = Identifier(Scheme.ARXIV, "2405.14751")
_ENTRY = "* [AGILE: A Framework of LLM Agents](https://arxiv.org/abs/2405.14751)\n"
_TITLE = "AGILE: A Framework of LLM Agents"


class WithdrawnPaper(Rule):
    """The authors withdrew the paper from arXiv.

    Their comment says so, and the last version on arXiv is empty. To fix it, remove the entry, or link the paper that
    replaced it.
    """

    severity = Severity.WARNING
    reason = "arXiv says so"
    examples = (
        Bad(
            _ENTRY,
            facts=Facts(
                {_WORK: Record(_TITLE, None, identifier=_WORK, comment="Withdrawn by the authors", withdrawn=True)}
            ),
        ),
        Good(_ENTRY, facts=Facts({_WORK: Record(_TITLE, None, identifier=_WORK, comment="Withdrawn by the authors")})),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per paper and line."""
        for link, identifier in links_to(listing, Scheme.ARXIV):
            paper = context.known.paper(identifier)
            if paper is not None and paper.withdrawn:
                comment = f': "{shorten(paper.comment, _LONGEST)}"' if paper.comment else ""
                yield self.at(listing, target_span(link), f"arXiv {identifier.value} was withdrawn{comment}")
