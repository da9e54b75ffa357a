"""The rule `placeholder-link`: placeholders instead of addresses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import unquote_plus, urlsplit

from bot.linter.habits import FEWEST, SHARE
from bot.listing import Entry, Link, Listing, Span
from bot.listing.labels import Label, read_link_label
from bot.papers.similarity import is_comparable, title_key
from bot.papers.urls import DOI_HOSTS, searched_url, split_url
from bot.rules import FIREACT, URL
from bot.rules.api import Bad, Context, Findings, Good, Rule, Safety, Severity
from bot.rules.link_targets import (
    TemplateSections,
    exists,
    hyperlinks,
    is_blank,
    quoted_url,
    target_span,
    templates_of,
    write_url,
)
from bot.text import lazy_pattern

_SEARCH = lazy_pattern(
    r"https?://(?:(?:www\.)?google\.[a-z.]{2,6}/search\?|scholar\.google\.[a-z.]{2,6}/scholar\?(?:.*&)?q="
    r"|(?:www\.|cn\.)?bing\.com/search\?|duckduckgo\.com/\?(?:.*&)?q=|(?:www\.)?baidu\.com/s\?"
    r"|arxiv\.org/search/|(?:www\.)?semanticscholar\.org/search\?)",
    re.IGNORECASE,
    needs=("/search?", "/scholar?", "duckduckgo", "baidu", "arxiv.org/search/"),
)
_FRONT_PAGE = lazy_pattern(
    r"https?://(?:www\.)?(arxiv|openreview|aclanthology|doi)\.(?:org|net)/?",
    re.IGNORECASE,
    needs=("arxiv", "openreview", "aclanthology", "doi"),
)
_HUB = lazy_pattern(
    r"https?://(?:www\.)?(?:git(?:hub|lab)\.com|huggingface\.co|youtu\.be|youtube\.com|zenodo\.org"
    r"|(?:drive|docs|sites)\.google\.com)/?(?:watch(?:\?v=)?)?",
    re.IGNORECASE,
)
"""The front page of a site that keeps the code, videos and data of many, or its page without the name of one."""
_LONGEST_FRONT, _MOST_SLASHES = 40, 3
"""Characters of such an address, at most, and slashes."""
_KEPT = frozenset({Label.PAPER, Label.CODE, Label.PAGE, Label.NOTE})
_MOST_WORDS = 2
"""Words of a label that names a site and nothing else."""
_SEVERAL = 3
"""This many front pages in a section make it one about sites."""
_SHORTEST = 12
"""Shorter titles occur in the URL of a search by chance (letters)."""


class PlaceholderLink(Rule):
    """A link points to a placeholder: `arxiv.org/abs/XXXX.XXXXX`, `example.com`, `TODO`.

    Write the URL. The rule also reports links to the front page of arXiv or GitHub instead of a paper or its code, and
    links to a search engine, whose results change. A search for the title (`scholar.google.com/scholar?q=...`) is a
    warning, or a habit if two fifths of the entries have one. A search for a URL has an unsafe fix, which writes the
    URL.

    Only a note: an entry with nothing but placeholders, because it is the template of the next one.

    Not reported: entries about the site itself, link texts that name the search (`[scholar]`), and sections on how to
    contribute.
    """

    severity = Severity.ERROR
    reason = "nothing, or something else, is behind it"
    examples = (
        Bad("* [Agents That Learn From Their Failures](https://arxiv.org/abs/XXXX.XXXXX)\n"),
        Bad(f"* {FIREACT} [code](https://xxx)\n"),
        Bad("* [Language Agent Fine-tuning](https://scholar.google.com/scholar?q=language+agent+fine-tuning)\n"),
        Bad(f"* [Agents That Learn](https://www.google.com/search?q={URL})\n", fixed=f"* [Agents That Learn]({URL})\n"),
        Good(f"* {FIREACT}\n"),
        Good("## Contributing\n\n* [Title of the paper](https://arxiv.org/abs/XXXX.XXXXX)\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per link."""
        templates = templates_of(listing)
        placeholders: list[Link] = []
        for link in templates.without(_written_links(listing)):
            searched = searched_url(link.href)
            is_empty = searched is None and (link.href in ("", "#") or not is_blank(link))
            if is_empty or exists(listing, context, link.href) or (searched is not None and _names_site(link)):
                continue
            if searched is not None:
                message = f"links to a search for {quoted_url(searched)} instead of the page"
                yield self.at(listing, target_span(link), message, fix=write_url(link, searched, Safety.UNSAFE))
            else:
                placeholders.append(link)
        forms = {*_find_forms(listing)} if placeholders else set()
        for link in placeholders:
            message = f"{quoted_url(link.href)} is a placeholder"
            yield self.at(listing, target_span(link), message, is_note=link.span in forms)
        yield from self._other_pages(listing, templates)

    def _other_pages(self, listing: Listing, templates: TemplateSections) -> Findings:
        """Front pages and searches in place of papers."""
        fronts = [*((link, "paper") for link in _front_pages(listing)), *_hubs(listing)]
        for link, label in fronts:
            if not templates.contain(link.span):
                yield self.at(listing, target_span(link), f"{quoted_url(link.href)} is a front page, not the {label}")
        if not any(map(_SEARCH.match, {entry.link.href for entry in listing.entries if entry.link is not None})):
            return
        searching = len([each for each in listing.entries if each.link is not None and _SEARCH.match(each.link.href)])
        is_usual = searching >= max(FEWEST, SHARE * len(listing.entries))  # each in its own words
        severity = Severity.NOTE if is_usual else Severity.WARNING
        for link in _searches(listing):
            if not templates.contain(link.span):
                message = "links to a search for the title instead of the paper"
                yield self.at(listing, target_span(link), message, severity=severity)


def _written_links(listing: Listing) -> list[Link]:
    """The links without examples in running text, whose words are the URL: `PREFIX ex: <http://example.org/>`."""
    papers = {entry.link.span for entry in listing.papers if entry.link is not None}
    return [
        link
        for link in hyperlinks(listing)
        if not (link.bare or link.label == link.href)
        or ("{" not in link.href and (link.span in papers or _is_doi(link)))
    ]


def _is_doi(link: Link) -> bool:
    return (parts := split_url(link.href)) is not None and parts.host in DOI_HOSTS


def _find_forms(listing: Listing) -> Iterator[Span]:
    """The links of forms for the next entry: those that have several, all to nowhere, or the title of such a one."""
    empty = [entry for entry in listing.entries if entry.links and all(map(is_blank, entry.links))]
    titles = {entry.title_text for entry in empty if len(entry.links) > 1}
    for entry in empty:
        if entry.title_text in titles:
            yield from (link.span for link in entry.links)


def _front_pages(listing: Listing) -> Iterator[Link]:
    """The links to a front page that should be a paper: on its title, or labelled as the paper."""
    links = [(entry, entry.link.href) for entry in listing.entries if entry.link is not None]
    fronts = [entry for entry, href in links if not href[_LONGEST_FRONT:] and href.count("/") <= _MOST_SLASHES]
    sites = Counter(each.section for each in listing.entries if _is_site(each)) if fronts else Counter[int]()
    for entry in fronts:
        link, title = entry.link, entry.title
        if link is None or title is None or entry.identifiers or not is_comparable(title.value):
            continue
        if _is_site(entry) and sites[entry.section] >= _SEVERAL:
            continue  # one of several sites
        is_paper = link.span.contains(title.span) or read_link_label(link.label)
        if is_paper and (site := _FRONT_PAGE.fullmatch(link.href)) and site[1].lower() not in title_key(title.value):
            yield link  # else the entry is about the site


def _hubs(listing: Listing) -> Iterator[tuple[Link, str]]:
    """The links of papers with a label, such as `code`, that lead to a front page, with the label in small letters."""
    for link in (each for entry in listing.papers for each in entry.links):
        is_short = len(link.href) <= _LONGEST_FRONT and link.href.count("/") <= _MOST_SLASHES
        if is_short and _HUB.fullmatch(link.href) and not _names_site(link) and read_link_label(link.label) in _KEPT:
            yield link, link.label.strip("[]() ").lower()


def _is_site(entry: Entry) -> bool:
    """Whether an entry begins with a link to the front page of a site."""
    link = entry.links[0] if entry.links else None
    parts = split_url(link.href) if link is not None and entry.head.text.startswith(link.label) else None
    return parts is not None and not (parts.path.strip("/") or parts.query or parts.fragment)


def _names_site(link: Link) -> bool:
    """Whether a link that searches has a short label that says so: `scholar`."""
    host = (urlsplit(link.href).hostname or "").split(".")
    words = link.label.strip("[]() ").lower().split()
    return 0 < len(words) <= _MOST_WORDS and words[0] in host


def _searches(listing: Listing) -> Iterator[Link]:
    """The main links that search for the title of their entry, if no other link names the paper."""
    for entry in listing.entries:
        link, title = entry.link, entry.title
        if link is None or title is None or any(each.is_paper for each in entry.identifiers):
            continue
        if _SEARCH.match(link.href) is None:
            continue
        searched, wanted = title_key(unquote_plus(link.href)), title_key(title.value)
        if len(wanted) >= _SHORTEST and wanted in searched:
            yield link
