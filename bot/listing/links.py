"""What the links of an entry announce by their words, and what their URLs name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.labels import Label, read_badge, read_link_label
from bot.listing.segments import read_once
from bot.papers.identifiers import Identifier, Scheme, identify, identify_doi, read_doi
from bot.papers.urls import is_publisher
from bot.papers.venues import is_date_or_any_venue
from bot.text import lazy_pattern, maker

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from bot.document import Link
    from bot.listing.segments import SegmentedProse


_CODE_HOST = lazy_pattern(
    r"https?://(?:www\.)?(?:gitlab\.com|bitbucket\.org|gitee\.com|codeberg\.org)/[^/]+/[^/]+",
    re.IGNORECASE,
    needs=("gitlab", "bitbucket", "gitee", "codeberg"),
)


_BESIDE_CODE = lazy_pattern(
    r"https?://(?:www\.)?github\.com/[^/]+/[^/]+/(?:(?:issues|discussions|pull|wiki)\b"
    r"|(?:blob|raw|tree)/(?!.*\breadme\.).*\.(?:md|rst|txt|html?|tex|bib|pdf|docx?|pptx?|png|jpe?g)(?:[?#]|$))",
    re.IGNORECASE,
    needs=("github",),
)
"""A document that is kept in a repository, or what people say there."""


class LinkCandidate(NamedTuple):
    """A link that could lead to the paper: what its text announces, and what its URL names."""

    link: Link
    label: Label | None
    identifier: Identifier | None
    dated: bool = False
    """The text is a date or a venue."""
    detail: bool = False
    """The link is in a line below the entry."""
    column: int = -1
    """For a table row: the cell that the link is in."""
    is_paper: bool = False
    """Whether the URL names a paper."""


_make_candidate = maker(LinkCandidate)
_PUBLICATION = lazy_pattern(
    r"\.pdf\b|[=/]pdf\b|/(?!papers/?$)(?:papers?|publications?|proceedings|proceedings-article|abstract|thesis|preprints?)(?:[/?.]|$)"
    r"|\bciteseer",
    re.IGNORECASE,
)
_FIELD = lazy_pattern(r"(?:^|[\n,;，；|])\s*([^\n:：,;，；|]{1,24})[:：]\s*[\[(]*$")


def find_link_candidates(
    prose: SegmentedProse, *, detail: bool = False, column: int = -1, header: str = ""
) -> list[LinkCandidate]:
    """The links of a prose; pictures that are not links are left out. `header` is above a cell."""
    if (wording := prose.prose.wording) is None:
        return [*_find_links(prose, detail=detail, column=column, header=header)]
    what = ("links", detail, column, header)
    found = read_once(wording, what, lambda: [*_find_links(prose, detail=detail, column=column, header=header)])
    links = [each.link for each in prose.links if each.link is not None]
    pairs = zip(found, links, strict=True)
    return [each if each.link is link else each._replace(link=link) for each, link in pairs]


def _find_links(prose: SegmentedProse, *, detail: bool, column: int, header: str) -> Iterator[LinkCandidate]:
    for segment in prose.links:
        link = segment.link
        if link is None:
            continue
        label, dated = _read_label(link)
        if label is Label.HERE and header:
            label = read_link_label(header) or label
        if (link.bare or label is Label.HERE or (detail and label is None)) and (
            field := _FIELD.search(prose.text[max(0, segment.start - 30) : segment.start])
        ):  # `Paper: https://...`
            label = read_link_label(field[1].strip()) or label
        identifier = identify(link.href).identifier
        if (
            identifier is not None
            and identifier.scheme is Scheme.GITHUB
            and (label is Label.NOTE or _BESIDE_CODE.match(link.href))
        ):
            identifier = None
        is_paper = identifier is not None and identifier.is_paper
        yield _make_candidate((link, label, identifier, dated, detail, column, is_paper))


_NOTES = lazy_pattern(
    r"(?!.*\breadme\.)(?:https://github\.com/[^/]+/[^/]+/blob/|(?![a-z]+:|//))[^?#]+\.(?:md|ipynb)(?:#|$)",
    re.IGNORECASE,
)


def is_note(link: LinkCandidate) -> bool:
    """Whether a link leads to a text beside the list, or in a repository: to notes, where its words are a title."""
    return _NOTES.match(link.link.href) is not None


def is_own(link: LinkCandidate) -> bool:
    """Whether a link is one of the entry's own: with words of its own below the entry, it names another work."""
    return not link.detail or link.label is not None or link.dated or shows_address(link.link)


def is_publication(link: LinkCandidate) -> bool:
    """Whether the URL of a link looks like that of a paper, on sites that are not known one by one."""
    return bool(_PUBLICATION.search(link.link.href)) or is_publisher(link.link.href)


def shows_address(link: Link) -> bool:
    """Whether the words of a link are an address, its own as a rule."""
    return link.bare or ("://" in link.label and link.label.strip().startswith(("https://", "http://")))


def repeats_address(link: Link) -> bool:
    """Whether the words of a link are an address, with the scheme or without: `a.org/b.pdf`, `URN: urn:nbn:de:1`."""
    words = link.label
    if "/" in words and " " not in words and not shows_address(link):
        return link.href.partition("//")[2].removeprefix("www.").startswith(words.removeprefix("www."))
    return shows_address(link) or words[:4] in ("urn:", "URN:")


def _read_label(link: Link) -> tuple[Label | None, bool]:
    """What the words or the badge of a link announce, and whether they are a date or a venue."""
    words = link.label.strip()
    if shows_address(link):
        return None, False
    label = read_link_label(words)
    if link.badge is not None and label is None:
        shown = read_badge(link.badge.label, link.badge.href)
        label = read_link_label(shown) or next(filter(None, map(read_link_label, shown.split()[:2])), None)
        return label or (Label.PAPER if shown and is_date_or_any_venue(shown) else Label.PAGE), False
    if label is None and is_date_or_any_venue(words):
        inner = [found for word in words.split() if (found := read_link_label(word)) not in (None, Label.PAPER)]
        return (inner[0] if inner else Label.PAPER), True
    return label, False


def label_of(link: Link) -> Label | None:
    """What the words or the badge of a link announce."""
    return _read_label(link)[0]


def may_link_code(link: LinkCandidate) -> bool:
    """Whether a link may lead to the entry's code: it is its own, or says so; others lead to tools that it uses."""
    return is_own(link) or "code" in link.link.label.lower()


def is_code_host(url: str) -> bool:
    """Whether a URL leads to a repository of code."""
    identifier = identify(url).identifier
    if identifier is not None and identifier.scheme is Scheme.GITHUB:
        return _BESIDE_CODE.match(url) is None
    return _CODE_HOST.match(url) is not None


def may_be_code(link: Link) -> bool:
    """Whether a link that does not say so may lead to the code: to a repository, and not to notes there."""
    return is_code_host(link.href) and label_of(link) is not Label.NOTE and not link.label.lower().startswith("data")


def choose_code(
    links: Iterable[tuple[Link, Label | None]], main: Link | None, shared: Container[str] = ()
) -> Link | None:
    """The link to the code, of links with what announces them: the first one that says so, else to a repository.

    One that several papers share is a tool or data that they use.
    """
    others = [each for each in links if each[0] is not main and each[0].href.strip("#.-/")]
    labelled = (link for link, label in others if label is Label.CODE)
    rest = (link for link, label in others if label is not None or link.href not in shared)
    return next(labelled, None) or next(filter(may_be_code, rest), None)


def write_identifiers(named: Iterable[Identifier], urls: Iterable[str]) -> list[str]:
    """Write the names of works, as `scheme:value`; one of the ACL Anthology also as the DOI that an address has."""
    found = list(map(str, named))
    if any(each.startswith(f"{Scheme.ACL}:") for each in found):
        dois = [doi for url in urls if (doi := read_doi(url)) and str(identify_doi(doi)) in found]
        found += [each for each in dict.fromkeys(f"{Scheme.DOI}:{doi}" for doi in dois) if each not in found]
    return found


_STARS = lazy_pattern(
    r"https?://img\.shields\.io/github/(?:stars|forks|watchers|last-commit|license)/([\w.-]+/[\w.-]+?)(?:\.svg)?/?(?:\?.*)?",
    re.IGNORECASE | re.DOTALL,
)
_ID_BADGE = lazy_pattern(
    r"https?://img\.shields\.io/(?:badge|static)\b.{0,80}?(?<!\d)(\d{4}\.\d{4,5})(?!\d)", needs=("shields",)
)


class Shown(NamedTuple):
    """What a badge shows."""

    work: Identifier
    words: str
    start: int
    """Offset of the words in the URL of the badge."""


def shown_by(badge: Link) -> Shown | None:
    """The repository or the paper that a badge is of; None for other pictures."""
    if "img.shields.io/" not in badge.href:
        return None
    if match := _STARS.fullmatch(badge.href):
        return Shown(Identifier(Scheme.GITHUB, match[1].lower()), match[1], match.start(1))
    if match := _ID_BADGE.match(badge.href):
        return Shown(Identifier(Scheme.ARXIV, match[1]), match[1], match.start(1))
    return None
