"""What the links of an entry announce by their words, what their URLs name, and which one leads to the paper."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qsl, unquote

from bot.papers.dates import DIGIT
from bot.papers.identifiers import Identifier, Scheme, identify, identify_doi, read_doi
from bot.papers.urls import DOI, is_publisher
from bot.papers.venues import is_date_or_any_venue
from bot.text import StrEnum, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from bot.document import Link
    from bot.listing.candidates import Candidate
    from bot.listing.model import Entry
    from bot.listing.segments import SegmentedProse
    from bot.listing.titles import TitleCandidate


class Label(StrEnum):
    """What a link's text announces."""

    PAPER = "paper"
    CODE = "code"
    PAGE = "page"
    """A project page, a video, a data set, a post: about the paper, but not the paper."""
    NOTE = "note"
    """Notes, slides, a discussion, a citation: words about the paper, which are no code wherever they are kept."""
    HERE = "here"
    """`link`, `here`, `this paper`: where the link is, such as its column, tells what it is."""


_WORDS = {
    Label.PAPER: """
        paper papers pdf abs abstract arxiv ariv arxive arxiv.org arxiv-pdf preprint openreview doi html article
        publication publisher proceedings proceeding paper-link pdf-link fulltext full-text manuscript acl
        anthology aclanthology cvf thecvf openaccess ieee acm springer nature sciencedirect elsevier biorxiv
        medrxiv ssrn neurips nips icml iclr cvpr iccv eccv emnlp naacl aaai ijcai kdd usenix mlr pmlr jmlr tmlr
        ecva hal eprint iacr thesis pub pubmed semanticscholar paper1 paper2 pdf1 pdf2 arxiv1 arxiv2
        论文 原文 文章 論文 文献 论文链接 论文下载链接 论文地址 arxiv链接 链接地址
    """,
    Label.CODE: """
        code codes github git repo repository source sourcecode src gitlab implementation official official-code
        python pytorch tensorflow torch jax keras toolkit package library star stars colab notebook gitee code1
        code2 python-reference pytorch-reference official-implementation reference unofficial reproduction code&data
        codedata coderepo githubrepo bitbucket matlab julia caffe mxnet theano lua
        代码 源码 代码链接 代码地址 代码和数据集
    """,
    Label.PAGE: """
        project projects page website web webpage web-page site homepage home home-page project-page projectpage
        projectwebsite blog blogs blogpost post medium tutorial video videos youtube bilibili demo demos data
        dataset datasets benchmark model models weights checkpoint checkpoints huggingface hf supp supplement
        supplementary supplemental appendix twitter tweet x news media zhihu wechat leaderboard docs doc
        documentation space playground challenge competition workshop podcast reddit linkedin discord readme wiki
        app tool gallery
        项目 主页 数据 数据集 博客 视频 知乎
    """,
    Label.NOTE: """
        slides slide poster talk presentation interview bibtex bib citation citations cite review reviews
        discussion summary note notes explanation explanations comment thread forum
        笔记 解读 解説
    """,
    Label.HERE: """
        link links here url 链接 more info details read download view open file go 🔗 ↗ original read-more
    """,
}
_LABELS = {word: label for label, words in _WORDS.items() for word in words.split()}
_QUALIFIERS = frozenset(
    """
    official unofficial our the full main conference journal extended original short long new tech technical
    hugging face v1 v2 v3 version online supplementary free author authors author's your my and with of for on to see
    phd doctoral master in first second third part 1 2 3 4 5 i ii iii
""".split()
)
"""Words that qualify a label without being one."""
_IDENTIFIER = lazy_pattern(rf"(?:doi:?\s*)?/?{DOI}|(?:arxiv:?\s*)?\d{{4}}\.\d{{4,5}}(?:v\d+)?|arxiv:\S+", re.IGNORECASE)
"""A DOI or an arXiv id: what announces the paper by naming it."""
_POINTER = lazy_pattern(
    r"(?:(?:see|read|check|click|found|available|as|in|at|on)\s+){0,3}(?:out\s+)?(?:here|(?:this|these|that|their|his|her)"
    r"(?:\s+(?:one|(?:[a-z-]+\s+)?(?:papers?|surveys?|articles?|works?|stud(?:y|ies)|reports?|preprint|thesis|posts?|links?"
    r"|pages?|blogs?|threads?|repo(?:sitory)?|lists?)))?)"
    r"|an?\s+[a-z-]+\s+(?:papers?|surveys?|articles?|works?|stud(?:y|ies))|这里|此处|这篇(?:论文|文章|综述)|该(?:论文|文章)",
    re.IGNORECASE,
)
"""Words that only point at what is behind the link, in the sentence around it: `this paper`, `see here`."""
_POINTING = frozenset("here this these that their his her a an".split())
"""Each of them in Latin letters has one of these."""
_JOINTS = str.maketrans("/&+-", "    ")
_MOST_WORDS = 4
"""Words of a label; more are a title."""
_NOISE = lazy_pattern(r"[^\w&+./-]+|^[._/-]+|[._/-]+$")
_SHIELD = lazy_pattern(r"img\.shields\.io/(?:badge/([^?]*)|static/v1\?(.*))", re.IGNORECASE)


@lru_cache(maxsize=65_536)
def read_link_label(text: str) -> Label | None:
    """What a link's text announces; None for text that announces nothing, such as a title."""
    if len(text) > 60:
        return None
    may_identify = "arxiv:" in text.lower() or ("." in text and DIGIT.search(text) is not None)
    if may_identify and _IDENTIFIER.fullmatch(text.strip("[] ")):
        return Label.PAPER
    words = text.strip(" \t\n.,;:!?()[]*_")
    may_point = not words.isascii() or not _POINTING.isdisjoint(words.lower().split())
    return Label.HERE if may_point and _POINTER.fullmatch(words) else _read_words(text)


def _read_words(text: str) -> Label | None:
    """What a link's text announces, word by word."""
    written = text.casefold().split()
    if sum(map(str.isalnum, written)) > _MOST_WORDS:
        return None
    words = [bare for word in written if (bare := word if word.isalnum() else _NOISE.sub("", word))]
    if not words:
        return Label.HERE if text.strip() else None
    if len(words) > _MOST_WORDS:
        return None
    whole = _LABELS.get("-".join(words)) or _LABELS.get("".join(words))
    if whole is not None:
        return whole
    found = [_LABELS.get(word) for word in words]
    if found[0] is None and (parts := words[0].translate(_JOINTS).split(" ")) and len(parts) > 1:
        words[:1], found[:1] = parts, [_LABELS.get(part) for part in parts]
    known = [label for label in found if label is not None]
    if any(label is None and word not in _QUALIFIERS for word, label in zip(words, found, strict=False)):
        return None
    for label in (Label.PAPER, Label.CODE, Label.PAGE, Label.NOTE, Label.HERE):
        if label in known:
            return label
    return None


def read_badge(alt: str, source: str) -> str:
    """The words that a badge shows: those of its address, where it is one that draws them, else its `alt`."""
    return " ".join(split_badge(source)) or alt


def split_badge(source: str) -> list[str]:
    """The label and the message of a badge, or the message alone, where its address is one that draws them."""
    match = _SHIELD.search(source)
    if match is None:
        return []
    if match[1] is None:
        values = dict(parse_qsl(match[2]))
        parts = [values.get("label", ""), values.get("message", "")]
    else:
        written = unquote(match[1]).replace("--", "\x00").replace("__", "\x01").split("-")
        parts = [" ".join(part.replace("_", " ").split()) for part in (written[:-1] or written)]
        parts = [part.replace("\x00", "-").replace("\x01", "_") for part in parts]
    return [part.strip() for part in parts if part.strip()]


_CODE_HOST = lazy_pattern(
    r"https?://(?:www\.)?(?:gitlab\.com|bitbucket\.org|gitee\.com|codeberg\.org)/[^/]+/[^/]+",
    re.IGNORECASE,
    needs=("gitlab", "bitbucket", "gitee", "codeberg"),
)


_BESIDE_CODE = lazy_pattern(
    r"https?://(?:www\.)?github\.com/[^/]+/[^/]+/(?:(?:issues|discussions|pull|wiki)\b"
    r"|(?:blob|raw|tree)/(?!.*\breadme\.).*\.(?:md|rst|txt|html?|tex|bib|pdf|docx?|pptx?|png|jpe?g)(?:[?#]|$))",
    re.IGNORECASE,
    needs="github",
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


_PUBLICATION = lazy_pattern(
    r"\.pdf\b|[=/]pdf\b|/(?!papers/?$)(?:papers?|publications?|proceedings|proceedings-article|abstract|thesis|preprints?)(?:[/?.]|$)"
    r"|\bciteseer",
    re.IGNORECASE,
)
_FIELD = lazy_pattern(r"(?:^|[\n,;，；|])\s*([^\n:：,;，；|]{1,24})[:：]\s*[\[(]*$")


def find_link_candidates(
    prose: SegmentedProse, *, detail: bool = False, column: int = -1, header: str = ""
) -> Iterator[LinkCandidate]:
    """The links of a prose; pictures that are no links are left out. `header` is above a cell."""
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
        yield LinkCandidate(link, label, identifier, dated, detail, column, is_paper)


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
    return link.bare or words[:4] in ("urn:", "URN:")


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
    others = [each for each in links if each[0] is not main and not each[0].image and each[0].href.strip("#.-/")]
    labelled = (link for link, label in others if label is Label.CODE)
    rest = (link for link, label in others if label is not None or link.href not in shared)
    return next(labelled, None) or next(filter(may_be_code, rest), None)


def find_shared(entries: Iterable[Candidate]) -> frozenset[str]:
    """Return the targets of links without a label that the entries of several papers share."""
    papers: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        own = next((each.link.href for each in entry.links if each.is_paper), None)
        for each in entry.links:
            if (
                own is not None
                and each.label is None
                and each.link.href != own
                and each.link.label.strip("[] ") not in each.link.href
            ):
                papers[each.link.href].add(own)
    return frozenset(href for href, found in papers.items() if len(found) >= _SEVERAL)


_SEVERAL = 3
"""Papers from which on what they share is the code of none of them."""


def learn_link_columns(entries: Iterable[Candidate]) -> dict[int, int]:
    """For each table (group of candidates) the column in which most rows link their paper."""
    tables: dict[int, Counter[int]] = defaultdict(Counter)
    for entry in entries:
        tables[entry.group].update({link.column for link in entry.links if link.is_paper and link.column >= 0})
    return {group: counts.most_common(1)[0][0] for group, counts in tables.items() if counts}


def choose_link(entry: Candidate, title: TitleCandidate | None, columns: Mapping[int, int]) -> LinkCandidate | None:
    """The link to the paper: the one labelled so, else the one on the title, else one that names a paper."""
    if not entry.links:
        return None
    links = [each for each in entry.links if each.link.href and not each.link.href.startswith("#")]
    on_title = [each for each in links if title is not None and each.link is title.link]
    labelled = [each for each in links if each.label is Label.PAPER and not (each.dated and each.detail)]
    titled = [each for each in on_title if each.is_paper]
    if titled:  # `[Title](...) [DOI]`: the DOI is a second way to the same paper
        labelled = [each for each in labelled if each.link.label.strip().casefold() != "doi"]
    unlabelled = [each for each in links if each.is_paper and each.label in (None, Label.HERE)]
    column = columns.get(entry.group, -1)
    by_preference = (
        [each for each in labelled if each.is_paper]
        or labelled
        or titled
        or [each for each in unlabelled if each.column == column >= 0]
        or on_title
        or unlabelled
        or [each for each in links if each.label is Label.HERE]
        or [each for each in links if shows_address(each.link) and not each.detail]
        or [each for each in links if each.is_paper and not each.detail]  # whatever its words are
        or _find_below([each for each in links if shows_address(each.link)], entry)
    )
    return by_preference[0] if by_preference else None


def _find_below(addresses: list[LinkCandidate], entry: Candidate) -> list[LinkCandidate]:
    """The addresses that are all that a line below an entry has."""
    below = {prose.text.strip() for prose in entry.details} if addresses else set()
    return [each for each in addresses if each.link.label.strip() in below]


def named_paper(entry: Entry) -> tuple[Link, Identifier] | None:
    """The paper on arXiv that the entry is about, with the link that names it: the main one, or the title's own."""
    if entry.title is None:
        return None
    titled = (link for link in entry.links if not link.image and link.span.contains(entry.title.span))
    for link in (*((entry.link,) if entry.link else ()), *titled):
        identifier = identify(link.href).identifier
        if identifier is not None and identifier.scheme is Scheme.ARXIV:
            return link, identifier
    return None


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
