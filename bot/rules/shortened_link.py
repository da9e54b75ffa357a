"""The rule `shortened-link`: addresses of URL shorteners."""

from __future__ import annotations

from dataclasses import dataclass

from bot.listing import Link, Listing
from bot.papers.urls import is_shortened
from bot.rules.api import Bad, Context, Findings, Good, Places, Rule, Severity
from bot.rules.link_targets import target_span


@dataclass(frozen=True, eq=False)
class ShortenedLink(Rule):
    """The link goes through a URL shortener (`bit.ly`, `goo.gl`, `tinyurl.com`).

    Readers cannot see where it leads, nobody finds the page by its URL, and the link dies with the service: most
    addresses of `goo.gl` stopped working in 2025. Open it once, and write the address of the page. A link that has no
    other address, such as an invitation, may stay: suppress the finding. Only the links of entries are checked, and a
    habit of the list is one note.
    """

    slug = "shortened-link"
    severity = Severity.WARNING
    examples = (
        Bad("* [FireAct: Toward Language Agent Fine-tuning](https://bit.ly/fireact)\n"),
        Good("* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"),
        Good("* [Attention Is All You Need, a talk](https://youtu.be/rBCqOTEfxvg)\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per link."""
        message = "a shortened URL, which hides where it leads and depends on its service; write the page's own"
        yield from (self.at(listing, target_span(each), message) for each in _links(listing) if is_shortened(each.href))

    def places(self, listing: Listing, form: str) -> Places:
        """Return the links of entries."""
        return Places("links of entries", tuple(each.span for each in _links(listing)))


def _links(listing: Listing) -> list[Link]:
    return [each for entry in listing.entries for each in entry.links if not each.image and not _is_logo(each)]


def _is_logo(link: Link) -> bool:
    """Whether a link shows a picture other than a badge, as those of sponsors do."""
    return link.badge is not None and "shields.io/" not in link.badge.href
