"""The rule `moved-link`: pages that have moved permanently."""

from __future__ import annotations

from bot.facts.model import Facts
from bot.links import LinkState, LinkStatus
from bot.listing import Link, Listing
from bot.papers.urls import is_same_site
from bot.rules.api import Bad, Context, Findings, Good, Rule, Safety, Severity
from bot.rules.link_targets import find_status, follow_move, quoted_url, target_span, write_url

_OLD = "http://fireact-agent.github.io/paper.html"
_NEW = "https://fireact-agent.github.io/paper/"
_LINE = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) [[page]({})]\n"
_ENTRY, _FIXED = _LINE.format(_OLD), _LINE.format(_NEW)


class MovedLink(Rule):
    """A page has moved permanently.

    The old address works only while somebody keeps the redirect. With `bot lint --online`, a page has moved if it
    redirects permanently (301 or 308) twice within a run, and the new page exists. `bot sweep` is stricter: it needs
    two sweeps, three days apart or more.

    The fix writes the new address. It is safe on the same site, and unsafe on another one.

    Not reported: DOIs and short links, which are meant to redirect; repositories, which `moved-repository` reports.
    """

    severity = Severity.WARNING
    reason = "its server says that the page moved for good"
    examples = (
        Bad(_ENTRY, _FIXED, Facts(links={_OLD: LinkStatus(_OLD, LinkState.MOVED, "301 twice", target=_NEW)})),
        Good(_ENTRY, Facts(links={_OLD: LinkStatus(_OLD, LinkState.OK, "302", target=_NEW)})),
    )

    def check_link(self, link: Link, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per link."""
        status = find_status(link, context, LinkState.MOVED)
        target = follow_move(link.href, status.target) if status is not None and status.target else None
        if target is not None:
            safety = Safety.SAFE if is_same_site(link.href, target) else Safety.UNSAFE
            fix = write_url(link, target, safety)
            yield self.at(listing, target_span(link), f"the page has moved to {quoted_url(target)}", fix=fix)
