"""The rule `dead-link`: links to pages that no longer exist."""

from __future__ import annotations

from bot.facts.model import Absent, Facts
from bot.links import LinkState, LinkStatus
from bot.listing import Link, Listing
from bot.papers.identifiers import identify
from bot.papers.urls import split_url
from bot.rules.api import Bad, Context, Findings, Good, Rule, Severity
from bot.rules.link_targets import find_status, target_span

_PAGE = "https://fireact-agent.github.io/"
_ENTRY = f"* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) [[page]({_PAGE})]\n"


def _status(state: LinkState, reason: str) -> Facts:
    return Facts(links={_PAGE: LinkStatus(_PAGE, state, reason)})


class DeadLink(Rule):
    """A link is dead: the page, the DOI or the repository does not exist.

    With `bot lint --online`, a page is dead if it is not found (404 or 410), or its host name does not exist, twice
    within a run. `bot sweep` is stricter: it reports a link after three such failures over seven days or more. A DOI is
    dead if it is not registered, a repository if GitHub does not have it.

    To fix it, find the new address, or link an archived copy.

    Not reported: pages that block bots, server errors and timeouts; papers that arXiv does not have, which
    `unknown-paper` reports.
    """

    severity = Severity.ERROR
    reason = "its server says that there is no such page"
    examples = (
        Bad(_ENTRY, facts=_status(LinkState.DEAD, "404 (not found) twice")),
        Good(_ENTRY, facts=_status(LinkState.BLOCKED, "403 (forbidden)")),
        Good(_ENTRY, facts=_status(LinkState.UNCERTAIN, "no answer in time")),
    )

    def check_link(self, link: Link, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per link."""
        status = find_status(link, context, LinkState.DEAD)
        if status is not None and is_to_check(link) and not _is_unknown_paper(link.href, context.known):
            reason = f": {status.reason}" if status.reason else ""
            yield self.at(listing, target_span(link), f"`{link.href}` is dead{reason}")


def is_to_check(link: Link) -> bool:
    """Whether the rule reports a link if it is dead; badges are left out, as they repeat the link next to them."""
    parts = split_url(link.href)
    return parts is None or parts.host != "img.shields.io"


def _is_unknown_paper(url: str, facts: Facts) -> bool:
    """Whether `unknown-paper` reports the link."""
    paper = identify(url).identifier
    return paper is not None and isinstance(facts.papers.get(paper), Absent)
