"""The rule `dead-link`: links to pages that no longer exist."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.facts.model import Absent, Facts
from bot.links.model import LinkState, LinkStatus
from bot.linter.diagnostics import Severity
from bot.linter.rule import Bad, Good, Need, Rule
from bot.papers.identifiers import identify
from bot.papers.urls import split_url
from bot.rules.link_targets import links_in_state, target_span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.document import Link
    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context
    from bot.listing import Listing

_PAGE = "https://fireact-agent.github.io/"
_ENTRY = f"* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) [[page]({_PAGE})]\n"


def _status(state: LinkState, reason: str) -> Facts:
    return Facts(links={_PAGE: LinkStatus(_PAGE, state, reason)})


class DeadLink(Rule):
    """The link is dead: the page does not exist.

    Only definitive answers count: the page was not found (404 or 410) in two visits, the DOI is not registered, or
    GitHub has no such repository. Pages that block bots, server errors and timeouts are never reported as dead. Look
    for the new address, or link an archived copy.

    Papers that arXiv does not have are reported by `unknown-paper`.
    """

    slug: ClassVar[str] = "dead-link"
    severity: ClassVar[Severity] = Severity.ERROR
    needs: ClassVar[Need] = Need.LINKS
    examples: ClassVar[tuple[Good | Bad, ...]] = (
        Bad(_ENTRY, facts=_status(LinkState.DEAD, "404 (not found) twice")),
        Good(_ENTRY, facts=_status(LinkState.BLOCKED, "403 (forbidden)")),
        Good(_ENTRY, facts=_status(LinkState.UNCERTAIN, "no answer in time")),
    )

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield one diagnostic per link."""
        for link, status in links_in_state(links_to_check(listing), context, LinkState.DEAD):
            if not _is_unknown_paper(link.href, context.known):
                reason = f": {status.reason}" if status.reason else ""
                yield self.at(listing, target_span(link), f"`{link.href}` is dead{reason}")


def links_to_check(listing: Listing) -> Iterator[Link]:
    """The links that the rule reports if they are dead; badges are left out, as they repeat the link next to them."""
    for link in listing.document.links:
        parts = split_url(link.href)
        if parts is None or parts.host != "img.shields.io":
            yield link


def _is_unknown_paper(url: str, facts: Facts) -> bool:
    """Whether `unknown-paper` reports the link."""
    paper = identify(url).identifier
    return paper is not None and isinstance(facts.papers.get(paper), Absent)
