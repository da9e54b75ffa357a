"""The rule `noncanonical-link`: links to the right page that do not use its own URL."""

from __future__ import annotations

import re
from collections.abc import Iterator
from ipaddress import ip_address
from typing import NamedTuple

from bot.judgement import Case, always, judge
from bot.listing import Link, Listing
from bot.papers.arxiv_ids import MALFORMED, Problem
from bot.papers.identifiers import Scheme, Target, canonical_url, identify
from bot.papers.urls import (
    is_referral,
    is_signed,
    split_url,
    strip_captions,
    strip_session,
    strip_shares,
    strip_tracking,
    unwrap,
)
from bot.rules import FIREACT, TITLE
from bot.rules.api import Bad, Context, Diagnostic, Findings, Good, Places, Rule, Safety, Severity
from bot.rules.link_targets import hyperlinks, quoted_url, target_span, write_shorter_url, write_shown_url
from bot.text import has_any, lazy_pattern

_DESCRIPTIONS = {
    Problem.HTTP: "http instead of https",
    Problem.WRAPPED: "a redirect through another site",
    Problem.NO_FORM: "a path without abs or pdf",
    Problem.DOUBLE_SLASH: "a double slash",
    Problem.ID_PREFIX: "`arXiv:` before the id",
    Problem.ABS_WITH_PDF_SUFFIX: "`.pdf` on an abstract page",
    Problem.TRAILING_PUNCTUATION: "a mark or a space after the id",
    Problem.QUERY: "a query that arXiv ignores",
    Problem.TRACKING: "tracking parameters",
    Problem.FRAGMENT: "a fragment (`#...`)",
    Problem.WWW_OR_MIRROR_HOST: "a host other than arxiv.org",
    Problem.SUBJECT_CLASS: "the subject class in an old id",
    Problem.SPELLING: "an unusual spelling",
    Problem.VERSION: "a pinned version",
}
_OTHERS = "the URL has tracking parameters or makes a detour"
_CAPTIONS = "the URL has a parameter that the page does not need"
"""The forms of links to other sites than arXiv."""
_OF_ONE_READER = ""
"""No form: what one reader or visit was given is in no list on purpose, however many links have it."""
_TOKEN = lazy_pattern(r"[?&]casa_token=[^&#]", needs="casa_token")
_DETOURS: tuple[Case[tuple[str, str], str], ...] = (
    Case(_DESCRIPTIONS[Problem.WRAPPED], lambda it: unwrap(it[0]) is not None, _OTHERS),
    Case("a session id", lambda it: strip_session(it[0]) == it[1], _OF_ONE_READER),
    Case("a parameter that the page does not need", lambda it: strip_captions(it[0]) == it[1], _CAPTIONS),
    Case("a reader's access token", lambda it: _TOKEN.search(it[0]) is not None, _OF_ONE_READER),
    Case(_DESCRIPTIONS[Problem.TRACKING], always, _OTHERS),
)
"""What a URL has that its better form lacks, and the form of the finding."""
_IN_DETOURS = ("?", ";", "prox")
"""What is in all URLs with a parameter or a session, and in many at a proxy."""
_HARMFUL = frozenset(
    {
        *(Problem.TRACKING, Problem.WRAPPED, Problem.WWW_OR_MIRROR_HOST, Problem.NO_FORM, Problem.DOUBLE_SLASH),
        *(Problem.ID_PREFIX, Problem.TRAILING_PUNCTUATION),
    }
)
"""What tracks readers, depends on a redirect, or was copied by accident. The others lead straight to the page, and
maintainers leave them alone: they changed one of 33.
"""
_OWN_HOST = lazy_pattern(r"https?://(?:www|export|web\d)\.arxiv\.org/", re.IGNORECASE)
"""Hosts that arXiv runs itself; others of its hosts and the mirrors elsewhere were shut down."""
_NUMBERED = lazy_pattern(r"https?://\d+\.\d+\.\d+\.\d+(?![\w.-])", re.IGNORECASE)
_PLACE_IN_PAGE = lazy_pattern(r"#(?:page=\d+|[A-Za-z][\w.:-]*)", needs="#")
_READING_POSITION = lazy_pattern(r"page=\d+\.\d+", needs=("page=",))


class _ArxivLink(NamedTuple):
    """A link to arXiv with its problems that are this rule's."""

    link: Link
    target: Target
    problems: tuple[Problem, ...]

    def best_url(self, *, keep: bool = True) -> str | None:
        """The best URL of the same page; `keep` keeps what may be intended: a version, a fragment."""
        url = canonical_url(self.target, keep_version=keep)
        if url is None:
            return None
        suffix = ".pdf" if Problem.PDF_SUFFIX in self.target.problems else ""
        fragment = self.target.url.partition("#")[2] if keep else ""
        place = _PLACE_IN_PAGE.fullmatch(f"#{fragment}") if fragment else None
        return url + suffix + (place[0] if place else "")


class NoncanonicalLink(Rule):
    """A link to arXiv is not in arXiv's standard form, or a link has tracking parameters or goes through a redirect or
    proxy.

    Such a link may work, but it makes it easy to list a paper twice. The fix writes the plain URL of the same page. If
    the text of the link is the URL too, the fix changes both, and is unsafe.

    Warnings are

    - in links to arXiv: mirrors, double slashes, a path without `abs` or `pdf`, punctuation at the end;
    - in all links: tracking parameters (`fbclid`), session ids, access tokens, redirects (`google.com/url?q=`), library
      proxies;
    - only in links to papers: `utm_source`, because sponsors ask for it elsewhere.

    Only a note: in links to arXiv, `http://`, `www.`, `abs/2310.05915.pdf`, a version or a fragment; in all links, an
    IP address as host, and parameters that the page does not need (`ab_channel`).
    """

    severity = Severity.WARNING
    reason = "the other URL points to the same page"
    examples = (
        Bad(
            "* [PAG: Multi-Turn Reinforced LLM Self-Correction](https://arxiv.org/pdf/2506.10406?)\n",
            fixed="* [PAG: Multi-Turn Reinforced LLM Self-Correction](https://arxiv.org/pdf/2506.10406)\n",
        ),
        Bad(f"* [{TITLE}](http://arxiv.org/abs/2310.05915.pdf)\n", fixed=f"* {FIREACT}\n"),
        Bad(
            "* [AGILE: A Framework of LLM Agents](https://arxiv.org/pdf/2405.14751v2)\n",
            fixed="* [AGILE: A Framework of LLM Agents](https://arxiv.org/pdf/2405.14751)\n",
        ),
        Good(f"* [{TITLE}](https://arxiv.org/pdf/2310.05915.pdf)\n"),
        Good("* [FireAct](https://huggingface.co/papers/2310.05915)\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per link."""
        for each in _arxiv_links(listing):
            if each.problems:
                yield from self._link(listing, each)
        yield from self._others(listing)

    def places(self, listing: Listing, form: str) -> Places:
        """Return the links to arXiv, or those to other sites."""
        if form in (_OTHERS, _CAPTIONS):
            return Places("links to other sites", tuple(each.span for each in _other_links(listing)))
        return Places("links to arXiv", tuple(each.link.span for each in _arxiv_links(listing)))

    def _link(self, listing: Listing, found: _ArxivLink) -> Findings:
        """The finding for one link; its fix is unsafe if everything unusual about it may be intended."""
        link, target, problems = found
        meant = all(_may_be_meant(each, target) for each in problems)
        url = found.best_url(keep=not meant)
        if url is None or url == link.href or Problem.NO_SCHEME in target.problems:
            return
        fixed = [each for each in problems if meant or not _may_be_meant(each, target)]
        described = " and ".join(_DESCRIPTIONS[each] for each in fixed)
        message = f"the URL has {described}; use {quoted_url(url)}"
        severity = None if any(_is_harmful(each, target) for each in fixed) else Severity.NOTE
        is_safe = not meant and _NUMBERED.match(link.href) is None  # whose number it is may have changed
        fix = write_shorter_url(listing, link, url, Safety.SAFE if is_safe else Safety.UNSAFE)
        forms = tuple(f"the URL has {_DESCRIPTIONS[each]}" for each in fixed)
        yield self.at(listing, target_span(link), message, fix=fix, severity=severity, forms=forms)

    def _others(self, listing: Listing) -> Findings:
        """Detours and tracking parameters in links to sites other than arXiv."""
        of_papers = {each.span for paper in listing.papers for each in paper.links}
        for each in _other_links(listing):
            if _may_have_detour(each.href) and (found := self._other(listing, each, each.span in of_papers)):
                yield found
            if _NUMBERED.match(each.href) and (host := _public_number(each.href)):
                message = f"the URL has the number {host} instead of the name of the site; numbers change"
                yield self.at(listing, target_span(each), message, severity=Severity.NOTE)

    def _other(self, listing: Listing, link: Link, of_paper: bool) -> Diagnostic | None:
        """The finding for a link; referrals are left alone outside of papers, where they may be intended."""
        source = link.url_span
        if source is None or "](" in link.href or is_signed(link.href):
            return None  # `malformed-link`: a link within a link, or one that expires whatever its trackers
        inner = unwrap(link.href)
        url = strip_tracking(inner or link.href)
        is_meant = is_referral(link.href) and not (of_paper or inner)
        if url == link.href or listing.text[source] != link.href or is_meant:
            return None
        what = judge(_DETOURS, (link.href, url))
        safety = Safety.SAFE if _is_same_page(link.href, url) else Safety.UNSAFE
        fix = write_shown_url(listing, link, url.replace(" ", "%20"), safety)
        message = f"the URL has {what.reason}; use {quoted_url(url)}"
        is_note, forms = what.value is _CAPTIONS, tuple(filter(None, (what.value,)))
        return self.at(listing, target_span(link), message, fix=fix, is_note=is_note, forms=forms)


def _may_have_detour(url: str) -> bool:
    """Whether a URL may have a parameter or a session, or be at a proxy, whose name has hyphens or many parts."""
    host = url.partition("://")[2].partition("/")[0] if "-" in url else ""
    return "-" in host or host.count(".") > 2 or has_any(url, _IN_DETOURS)


def _public_number(url: str) -> str | None:
    """The IPv4 address that a URL has for a host, unless it is one of a private network: `placeholder-link`."""
    parts = split_url(url)
    if parts is None:
        return None
    try:
        return parts.host if ip_address(parts.host).is_global else None
    except ValueError:
        return None


def _is_same_page(one: str, other: str) -> bool:
    """Whether two URLs lead to one page for certain: by their DOI, or if all that differs is how it was shared."""
    work = identify(other).identifier
    if work is not None and work.scheme is Scheme.DOI:
        return work == identify(one).identifier
    return strip_shares(one) == other


def _other_links(listing: Listing) -> list[Link]:
    return [each for each in hyperlinks(listing) if identify(each.href).form is None]


def _arxiv_links(listing: Listing) -> Iterator[_ArxivLink]:
    for link, target in [(each, identify(each.href)) for each in hyperlinks(listing)]:
        if target.form is None or target.identifier is None or not MALFORMED.isdisjoint(target.problems):
            continue
        if link.bare and Problem.TRAILING_PUNCTUATION in target.problems:
            continue  # brackets that do not close, not a URL with brackets
        yield _ArxivLink(link, target, tuple([each for each in target.problems if each in _DESCRIPTIONS]))


def _may_be_meant(problem: Problem, target: Target) -> bool:
    if problem is Problem.FRAGMENT:
        fragment = target.url.partition("#")[2]
        return fragment != "" and _READING_POSITION.fullmatch(fragment) is None
    return problem is Problem.VERSION


def _is_harmful(problem: Problem, target: Target) -> bool:
    if problem is Problem.WWW_OR_MIRROR_HOST:
        return _OWN_HOST.match(target.url) is None
    return problem in _HARMFUL
