"""The rule `moved-link`: pages that have moved permanently."""

from __future__ import annotations

from bot.facts.model import Facts
from bot.links.model import LinkState, LinkStatus
from bot.listing import Link, Listing
from bot.papers.identifiers import Scheme, identify
from bot.papers.urls import is_redirector, registered_domain, split_url
from bot.rules.api import Bad, Context, Findings, Good, Need, Rule, Safety, Severity
from bot.rules.link_targets import find_status, quoted_url, target_span, write_url

_IN_MARKDOWN = str.maketrans({" ": "%20", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E", "|": "%7C", "\\": "%5C"})
"""Characters that would end a URL in Markdown, and their escaped forms."""

_OLD = "http://fireact-agent.github.io/paper.html"
_NEW = "https://fireact-agent.github.io/paper/"
_LINE = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) [[page]({})]\n"
_ENTRY, _FIXED = _LINE.format(_OLD), _LINE.format(_NEW)


class MovedLink(Rule):
    """The page has moved permanently.

    The old address works only as long as somebody keeps the redirect. It was permanent (301 or 308) in two visits, and
    the new page exists. The fix writes the new address; it is safe on the same site and unsafe on another one.

    DOIs and short links are meant to redirect, and are left alone. Repositories are reported by `moved-repository`.
    """

    slug = "moved-link"
    severity = Severity.WARNING
    needs = Need.LINKS
    examples = (
        Bad(_ENTRY, _FIXED, Facts(links={_OLD: LinkStatus(_OLD, LinkState.MOVED, "301 twice", target=_NEW)})),
        Good(_ENTRY, Facts(links={_OLD: LinkStatus(_OLD, LinkState.OK, "302", target=_NEW)})),
    )

    def check_link(self, link: Link, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per link."""
        status = find_status(link, context, LinkState.MOVED)
        if status is not None and status.target and not _is_left_alone(link.href):
            target = _with_fragment(link.href, status.target).translate(_IN_MARKDOWN)
            safety = Safety.SAFE if _site(link.href) == _site(target) else Safety.UNSAFE
            fix = write_url(link, target, safety)
            yield self.at(listing, target_span(link), f"the page has moved to {quoted_url(target)}", fix=fix)


def _is_left_alone(url: str) -> bool:
    """Whether the redirect is intended, or reported by another rule."""
    identifier = identify(url).identifier
    if split_url(url) is None or is_redirector(url):
        return True
    return identifier is not None and identifier.scheme is Scheme.GITHUB


def _with_fragment(url: str, target: str) -> str:
    """`target` with the fragment of `url`, which is never sent to a server."""
    _, mark, fragment = url.partition("#")
    return target if "#" in target else target + mark + fragment


def _site(url: str) -> str:
    """The registered domain, or nothing for a path."""
    parts = split_url(url)
    return registered_domain(parts.host) if parts is not None else ""
