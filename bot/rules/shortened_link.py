"""The rule `shortened-link`: addresses of URL shorteners."""

from __future__ import annotations

from typing import NamedTuple

from bot.judgement import Case, Side, always, weigh
from bot.listing import Entry, Link, Listing
from bot.listing.labels import Label
from bot.listing.links import label_of
from bot.papers.similarity import title_key
from bot.papers.urls import SHORTENERS, is_shortened, split_url
from bot.rules import FIREACT, TITLE
from bot.rules.api import Bad, Context, Findings, Good, Places, Rule, Severity
from bot.rules.link_targets import target_span
from bot.rules.prose import full_text
from bot.text import has_any

_SHORTEST_WORD = 4
"""Letters of a word that a code does not have by chance."""
_LONGEST_CODE = 10
"""This many small letters alone are hardly a code."""


class _Short(NamedTuple):
    """A short address in an entry."""

    entry: Entry
    link: Link

    def is_named(self) -> bool:
        """Whether the address has a word of the entry, or long words: somebody chose it, often the authors."""
        parts = split_url(self.link.href)
        name = title_key(parts.path) if parts is not None else ""
        if len(name) >= _LONGEST_CODE and parts is not None and parts.path.islower() and name.isalpha():
            return True
        words = map(title_key, full_text(self.entry).split())
        return any(len(word) >= _SHORTEST_WORD and word in name for word in words)

    def is_of_paper(self) -> bool:
        """Whether it stands for the paper; the only address of an entry may be the one that its authors give."""
        return label_of(self.link) is Label.PAPER and len(self.entry.links) > 1


_WITNESSES: tuple[Case[_Short, Side], ...] = (
    Case("it depends on the service that made it", always, Side.FOR),
    Case("it does not say what it points to", lambda it: not it.is_named(), Side.FOR),
    Case("it is the link to the paper", _Short.is_of_paper, Side.FOR),
)


class ShortenedLink(Rule):
    """A link goes through a URL shortener (`bit.ly`, `goo.gl`, `tinyurl.com`).

    Readers cannot see where it goes, and it stops working when the service shuts down. Write the URL of the page. If
    there is no other URL, as for an invitation to a chat, suppress the finding.

    Only a note: a short URL that somebody chose, because it has a word of the entry (`tinyurl.com/fireact-data`),
    unless it is the link to the paper.

    Not reported: links outside entries.
    """

    severity = Severity.WARNING
    examples = (
        Bad(f"* [{TITLE}](https://bit.ly/3sX2oMk)\n"),
        Good(f"* {FIREACT}\n"),
        Good("* [Attention Is All You Need, a talk](https://youtu.be/rBCqOTEfxvg)\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per link."""
        message = "a shortened URL hides where it goes, and depends on its service; write the URL of the page"
        for each in [
            each for each in _shown(listing) if has_any(each.link.href, SHORTENERS) and is_shortened(each.link.href)
        ]:
            yield from self.decide(self.at(listing, target_span(each.link), message), weigh(_WITNESSES, each), context)

    def places(self, listing: Listing, form: str) -> Places:
        """Return the links of entries."""
        return Places("links of entries", tuple(each.link.span for each in _shown(listing)))


def _shown(listing: Listing) -> list[_Short]:
    """The links of entries but those that show a picture other than a badge, as those of sponsors do."""
    links = ((entry, each) for entry in listing.entries for each in entry.links if not each.image)
    return [_Short(*pair) for pair in links if (badge := pair[1].badge) is None or "shields.io/" in badge.href]
