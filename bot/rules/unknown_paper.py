"""The rule `unknown-paper`: arXiv ids that do not exist."""

from __future__ import annotations

from bot.facts.model import Absent, Facts, Unknown
from bot.listing import Listing
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record
from bot.rules.api import Bad, Context, Findings, Good, Rule, Severity
from bot.rules.link_targets import target_span
from bot.rules.works import links_to

_FIREACT = Identifier(Scheme.ARXIV, "2310.05915")
_ENTRY = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"


class UnknownPaper(Rule):
    """A link leads to a paper that arXiv does not have.

    A digit is wrong, or the reference was made up. To fix it, look up the paper by its title.

    Before it reports a paper, the bot asks arXiv twice, each time together with a paper that exists, and then DataCite,
    where arXiv registers its papers.

    Not reported: papers that arXiv or DataCite knows, and all papers while arXiv does not answer.
    """

    severity = Severity.ERROR
    reason = "arXiv answered that it has no such id"
    examples = (
        Bad(_ENTRY, facts=Facts({_FIREACT: Absent()})),
        Good(
            _ENTRY,
            facts=Facts({_FIREACT: Record("FireAct: Toward Language Agent Fine-tuning", None, identifier=_FIREACT)}),
        ),
        Good(_ENTRY, facts=Facts({_FIREACT: Unknown("arXiv answered 429")})),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per paper and line."""
        for link, identifier in links_to(listing, Scheme.ARXIV):
            if isinstance(context.known.papers.get(identifier), Absent):
                yield self.at(listing, target_span(link), f"arXiv has no paper {identifier.value}")
