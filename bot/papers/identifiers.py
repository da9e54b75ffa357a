"""The paper, repository or video that a URL names, from the URL alone: no page is ever fetched."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote, unquote

from bot.papers.arxiv_ids import MALFORMED, ArxivId, Problem, month_of_id, read_arxiv_id, split_arxiv_id
from bot.papers.dates import PartialDate
from bot.papers.similarity import is_one_slip
from bot.papers.urls import (
    DOI_HOSTS,
    Url,
    cut_doi,
    find_doi,
    inner_url,
    is_doi,
    searched_url,
    split_url,
    strip_session,
    strip_tracking,
    unwrap,
)
from bot.text import StrEnum, lazy_pattern


class Scheme(StrEnum):
    """Whose identifiers these are."""

    ARXIV = "arxiv"
    DOI = "doi"
    OPENREVIEW = "openreview"
    ACL = "acl"
    PMLR = "pmlr"
    NEURIPS = "neurips"
    ICLR = "iclr"
    MLSYS = "mlsys"
    CVF = "cvf"
    IACR = "iacr"
    BIORXIV = "biorxiv"
    SEMANTIC_SCHOLAR = "s2"
    HAL = "hal"
    IEEE = "ieee"
    USENIX = "usenix"
    AAAI = "aaai"
    IJCAI = "ijcai"
    JMLR = "jmlr"
    VLDB = "vldb"
    ISCA = "isca"
    VIRTUAL = "virtual"
    PUBMED = "pubmed"
    PMC = "pmc"
    ELSEVIER = "pii"
    SSRN = "ssrn"
    PAPERS_WITH_CODE = "pwc"
    GITHUB = "github"
    HUGGINGFACE = "huggingface"
    YOUTUBE = "youtube"


_NOT_PAPERS = frozenset({Scheme.GITHUB, Scheme.HUGGINGFACE, Scheme.YOUTUBE})


@dataclass(frozen=True, slots=True, order=True)
class Identifier:
    """The name of a work, the same whatever URL leads to it: scheme and value within the scheme."""

    scheme: Scheme
    value: str

    @property
    def is_paper(self) -> bool:
        """False for what goes with papers: repositories, models, data sets, videos."""
        return self.scheme not in _NOT_PAPERS

    def __hash__(self) -> int:
        return hash(self.value)

    def __str__(self) -> str:
        return f"{self.scheme}:{self.value}"


_Rule = tuple[Scheme, str, str]
"""Scheme, pattern of the whole path with its query, and the value as a template of the pattern's groups."""

_HEX = r"[0-9a-f]{8,40}"
_PROCEEDINGS = rf"/paper(?:_files/paper)?/(\d{{4}})/(?:hash|file)/({_HEX})-.*"
_GITHUB_PAGES = (
    "topics|orgs|features|sponsors|marketplace|settings|apps|search|collections|about|trending|login|explore"
    "|users|notifications|pricing|site|contact|security|enterprise|customer-stories|readme|join|stars"
    "|user-attachments|advisories|solutions|resources|codespaces|events|copilot|github-copilot|models|mcp|edu|new"
    "|nonprofit|dashboard|account|organizations|issues|pulls|discussions|watching|sessions|logout|signup|team"
    "|partners|newsroom|open-source|accelerator|why-github|premium-support|trust-center"
)
_HUB_PAGES = "docs|blog|papers|collections|models|tasks|learn|chat|join|login|settings|organizations|posts|api"
_VIRTUAL = r"/virtual/(\d{4})/(?:loc/[\w-]+/)?(?:poster|oral|spotlight)/(\d+)(?:[/?].*)?"
_PII = r"/.*/(?:PII)?(S[\dX]{4}-?[\dX]{4}(?:%28|\W)*\d\d(?:%29|\W)*\d{5}-?[\dX])(?:\W.*)?"
_HAL = r"/((?:hal|tel|inria|cea|lirmm|halshs|pasteur|insu|in2p3|ensl)-\d{7,8})(?:v\d+)?(?:/.*)?"

_RULES: dict[str, tuple[_Rule, ...]] = {
    "openreview.net": ((Scheme.OPENREVIEW, r"/(?:forum|pdf|attachment|revisions)\?(?:.*&)?id=([\w-]+).*", r"\1"),),
    "aclanthology.org": ((Scheme.ACL, r"/(?:(?:papers|pdf)/(?:\w/\w\d\d/)?)?([\w.-]+)(?:/.*)?", r"\1"),),
    "aclweb.org": ((Scheme.ACL, r"/anthology(?:-new)?/(?:papers/)?(?:\w/\w\d\d/)?([\w.-]+)(?:/.*)?", r"\1"),),
    "proceedings.mlr.press": ((Scheme.PMLR, r"/(v\d+|r\d+)/([\w-]+?)(?:\.html|\.pdf|/.*)?", r"\1/\2"),),
    "raw.githubusercontent.com": ((Scheme.PMLR, r"/mlresearch/(v\d+)/\w+/assets/([\w-]+)/.*", r"\1/\2"),),
    "papers.nips.cc": (
        (Scheme.NEURIPS, _PROCEEDINGS, r"\1/\2"),
        (Scheme.NEURIPS, r"/paper/(?:\d{4}/file/)?(\d{1,4})-.*", r"\1"),
    ),
    "proceedings.neurips.cc": (
        (Scheme.NEURIPS, _PROCEEDINGS, r"\1/\2"),
        (Scheme.NEURIPS, r"/paper/(\d{1,4})-.*", r"\1"),
    ),
    "datasets-benchmarks-proceedings.neurips.cc": ((Scheme.NEURIPS, _PROCEEDINGS, r"\1/\2"),),
    "proceedings.iclr.cc": ((Scheme.ICLR, _PROCEEDINGS, r"\1/\2"),),
    "proceedings.mlsys.org": ((Scheme.MLSYS, _PROCEEDINGS, r"\1/\2"),),
    "openaccess.thecvf.com": ((Scheme.CVF, r"/content.*/([^/]+_\d{4})_(?:paper|supplemental)\.(?:html|pdf)", r"\1"),),
    "ecva.net": ((Scheme.CVF, r"/papers/(eccv_\d{4})/.*/(\d+)(?:_ECCV_\d{4}_paper)?\.(?:pdf|php)", r"\1/\2"),),
    "eprint.iacr.org": ((Scheme.IACR, r"/(\d{4})/(\d{1,4})(?:\.pdf|\.ps|/.*)?", r"\1/\2"),),
    "semanticscholar.org": ((Scheme.SEMANTIC_SCHOLAR, r"/paper/(?:[^/]*/)?([0-9a-f]{40})(?:[/?].*)?", r"\1"),),
    "api.semanticscholar.org": ((Scheme.SEMANTIC_SCHOLAR, r"/CorpusID:(\d+)", r"CorpusID:\1"),),
    "hal.science": ((Scheme.HAL, _HAL, r"\1"),),
    "hal.inria.fr": ((Scheme.HAL, _HAL, r"\1"),),
    "inria.hal.science": ((Scheme.HAL, _HAL, r"\1"),),
    "hal.archives-ouvertes.fr": ((Scheme.HAL, _HAL, r"\1"),),
    "ieeexplore.ieee.org": (
        (Scheme.IEEE, r"/(?:abstract/)?document/(\d+)(?:[/?].*)?", r"\1"),
        (Scheme.IEEE, r"/(?:stamp/stamp\.jsp|xpls?/.*|iel\w+/.*)\?(?:.*&)?arnumber=0*(\d+).*", r"\1"),
        (Scheme.IEEE, r"/ielx?\d/\d+/\d+/0*(\d+)\.pdf", r"\1"),
    ),
    "usenix.org": (
        (Scheme.USENIX, r"/conference/([\w-]+)/(?:technical-sessions/)?presentation/([\w-]+)/?", r"\1/\2"),
        (Scheme.USENIX, r"/system/files/(?:conference/[\w-]+/)?([a-z]+\d\d)-(?:paper-)?([\w-]+?)\.pdf", r"\1/\2"),
    ),
    "ojs.aaai.org": ((Scheme.AAAI, r"/index\.php/(\w+)/article/(?:view|download)/(\d+)(?:/.*)?", r"\1/\2"),),
    "aaai.org": (
        (Scheme.AAAI, r"/ojs/index\.php/(\w+)/article/(?:view|download)/(\d+)(?:/.*)?", r"\1/\2"),
        (Scheme.AAAI, r"/ocs/index\.php/\w+/(\w+)/paper/(?:view|viewPaper|download)/(\d+)(?:/.*)?", r"ocs/\1/\2"),
    ),
    "neurips.cc": ((Scheme.VIRTUAL, _VIRTUAL, r"neurips/\1/\2"),),
    "icml.cc": ((Scheme.VIRTUAL, _VIRTUAL, r"icml/\1/\2"),),
    "iclr.cc": ((Scheme.VIRTUAL, _VIRTUAL, r"iclr/\1/\2"),),
    "ijcai.org": ((Scheme.IJCAI, r"/proceedings/(\d{4})/0*(\d+)(?:\.pdf)?/?", r"\1/\2"),),
    "jmlr.org": (
        (Scheme.PMLR, r"/proceedings/papers/(v\d+)/([\w-]+)\.(?:html|pdf)", r"\1/\2"),
        (Scheme.JMLR, r"/papers/v(?:olume)?(\d+)/([\w-]+)(?:\.html|/[\w-]+\.pdf)", r"v\1/\2"),
    ),
    "vldb.org": ((Scheme.VLDB, r"/pvldb/vol(?:ume)?/?(\d+)/([\w-]+)\.pdf", r"\1/\2"),),
    "isca-speech.org": ((Scheme.ISCA, r"/archive/(?:pdfs/)?(\w+_\d{4})/(\w+)\.(?:html|pdf)", r"\1/\2"),),
    "isca-archive.org": ((Scheme.ISCA, r"/(\w+_\d{4})/(\w+)\.(?:html|pdf)", r"\1/\2"),),
    "pubmed.ncbi.nlm.nih.gov": ((Scheme.PUBMED, r"/(\d+)(?:[/?].*)?", r"\1"),),
    "ncbi.nlm.nih.gov": (
        (Scheme.PUBMED, r"/pubmed/(\d+)(?:[/?].*)?", r"\1"),
        (Scheme.PMC, r"/(?:pmc/)?articles/PMC(\d+)(?:[/?].*)?", r"\1"),
    ),
    "pmc.ncbi.nlm.nih.gov": ((Scheme.PMC, r"/articles/PMC(\d+)(?:[/?].*)?", r"\1"),),
    "sciencedirect.com": ((Scheme.ELSEVIER, r"/science/article/(?:abs/)?pii/([SB]?\w{15,20})(?:\W.*)?", r"\1"),),
    "cell.com": ((Scheme.ELSEVIER, _PII, r"\1"),),
    "thelancet.com": ((Scheme.ELSEVIER, _PII, r"\1"),),
    "ssrn.com": ((Scheme.SSRN, r"/abstract=(\d+)", r"\1"),),
    "papers.ssrn.com": ((Scheme.SSRN, r"/(?:sol3/)?papers\.cfm\?(?:.*&)?abstract_id=(\d+).*", r"\1"),),
    "paperswithcode.com": ((Scheme.PAPERS_WITH_CODE, r"/paper/([\w-]+)(?:[/?].*)?", r"\1"),),
    "github.com": (
        (Scheme.GITHUB, rf"/(?!(?:{_GITHUB_PAGES})/)([\w-]+)/([\w.-]+?)(?:\.git)?(?:[^\w.-].*)?", r"\1/\2"),
    ),
    "huggingface.co": (
        (Scheme.HUGGINGFACE, r"/(datasets|spaces)/([\w.-]+/[\w.-]+)(?:[/?].*)?", r"\1/\2"),
        (Scheme.HUGGINGFACE, rf"/(?!(?:{_HUB_PAGES})/)([\w.-]+/[\w.-]+)(?:[/?].*)?", r"\1"),
    ),
    "youtube.com": ((Scheme.YOUTUBE, r"/watch\?(?:.*&)?v=([\w-]{6,}).*", r"\1"),),
    "youtu.be": ((Scheme.YOUTUBE, r"/([\w-]{6,})(?:\?.*)?", r"\1"),),
}
_ALIASES = {
    "nips.cc": "neurips.cc",
    "hf.co": "huggingface.co",
    "aclanthology.info": "aclanthology.org",
    "anthology.aclweb.org": "aclanthology.org",
    "m.youtube.com": "youtube.com",
    "papers.neurips.cc": "papers.nips.cc",
}
_IN_DOIS = "/:;._-"
"""What a DOI has unchanged in an address; brackets would end a link in Markdown."""
_PAGES = {Scheme.ARXIV: "https://arxiv.org/abs/", Scheme.GITHUB: "https://github.com/"}
_UNFILLED = lazy_pattern(r"(?:[/.]\d*x{3}|-\d*x{4})x*(?![^\W_])|(?:[/.](?:n{4,}|tb[acd]|todo))+$")
"""The part of a DOI that was to be filled in later, as in `10.1145/3776xxx`."""
_BIORXIV = lazy_pattern(r"10\.(?:1101|64898)/(?:\d{4}\.\d\d\.\d\d\.)?\d{6,8}(?:v\d+)?")


def identify_page(host: str, path: str, query: str) -> Identifier | None:
    """What a page of `host` (in lower case, without `www.`) is about; None if its URL does not name it.

    `query` is empty or begins with `?`.
    """
    host = _ALIASES.get(host, host)
    while "//" in path:
        path = path.replace("//", "/")
    path = strip_session(path)
    if host in DOI_HOSTS:
        return identify_doi(unquote(path[1:]))
    for scheme, pattern, value in _RULES.get(host, ()):
        if match := re.fullmatch(pattern, path + query):
            return _name(scheme, match.expand(value))
    return identify_doi(doi) if (doi := find_doi(host, path, query)) is not None else None


def identify_doi(text: str) -> Identifier | None:
    """The identifier of a DOI: that of bioRxiv and of the ACL Anthology where they issued it."""
    if (doi := cut_doi(text)) is None:
        return None
    if _BIORXIV.fullmatch(doi):
        return Identifier(Scheme.BIORXIV, re.sub(r"v\d+$", "", doi))
    if doi.startswith("10.18653/v1/"):
        return _name(Scheme.ACL, doi.removeprefix("10.18653/v1/"))
    return Identifier(Scheme.DOI, doi)


def read_doi(url: str) -> str | None:
    """The DOI that a URL of doi.org leads to, in lower case as DOIs compare; None for other URLs."""
    parts = split_url(url.strip())
    if parts is None or parts.host not in DOI_HOSTS:
        return None
    doi = unquote(parts.path).lstrip("/").lower()
    return doi if is_doi(doi) else None


def parse_identifier(text: str) -> Identifier | None:
    """The identifier whose `str` is `text`; None if that begins with no scheme."""
    scheme, _, value = text.partition(":")
    return Identifier(Scheme(scheme), value) if any(scheme == each.value for each in Scheme) else None


def page_url(identifier: Identifier) -> str:
    """Where a person finds an arXiv paper or a repository on GitHub; KeyError for other schemes."""
    return _PAGES[identifier.scheme] + identifier.value


def doi_url(doi: str) -> str:
    """The address of a DOI at doi.org."""
    return f"https://doi.org/{quote(doi, safe=_IN_DOIS)}"


def _name(scheme: Scheme, value: str) -> Identifier | None:
    if scheme is Scheme.USENIX:
        value = re.sub(r"^sec(?=\d\d/)", "usenixsecurity", value)
    if scheme in {Scheme.GITHUB, Scheme.HUGGINGFACE, Scheme.PMLR, Scheme.PAPERS_WITH_CODE, Scheme.USENIX}:
        value = value.lower()
    elif scheme is Scheme.DOI:
        return identify_doi(value)
    elif scheme is Scheme.ELSEVIER:
        value = re.sub(r"\W", "", unquote(value))
    elif scheme is Scheme.IACR:
        year, _, number = value.partition("/")
        value = f"{year}/{int(number):03}"
    elif scheme is Scheme.ACL:
        match = re.match(r"(\d{4}\.\w+-\w+\.\d+)|([A-Za-z]\d\d-\d{4,5})", value)
        if match is None:
            return None
        value = match[1].lower() if match[1] else match[2].upper()
    return Identifier(scheme, value)


class ArxivForm(StrEnum):
    """Which page of a paper on arXiv; every page but these three is OTHER."""

    ABS = "abs"
    PDF = "pdf"
    HTML = "html"
    OTHER = "other"


class Target(NamedTuple):
    """What a URL names. `form` is the page of arXiv that it leads to; None for other sites.

    `suggestion` is the id that was meant where the URL has it wrong and only one reading is possible.
    """

    url: str
    identifier: Identifier | None = None
    version: int | None = None
    form: ArxivForm | None = None
    problems: tuple[Problem, ...] = ()
    suggestion: str | None = None


_MAX_URL = 4_096
"""Characters; longer URLs are not read."""

_BARE = lazy_pattern(
    r"(?:www\.)?(?:arxiv\.org|doi\.org|openreview\.net)/",
    re.IGNORECASE,
    needs=("arxiv.org", "doi.org", "openreview.net"),
)
_SAME_SITE = lazy_pattern(
    r"(?:(?:www|export|browse|download|web\d|aps|lanl|xxx|de|cn|es|il|in|jp|ru|uk|tw|br|fr|za|au|kr)\.)?arxiv\.org"
    r"|(?:www\.)?arxiv\.com"
    r"|(?:xxx|arxiv)\.lanl\.gov|xxx\.itp\.ac\.cn"
)
_CORNELL = "128.84."
"""The network that arXiv's servers long were in: what has an id of arXiv in its path there is arXiv."""
_FORMS = {"abs": ArxivForm.ABS, "pdf": ArxivForm.PDF, "html": ArxivForm.HTML}
_OTHER_PAGES = frozenset(
    {"ps", "src", "e-print", "format", "tb", "bibtex", "dvi", "cits", "refs", "trackback", "show-email"}
)
_NO_PAGES = frozenset({"paper", "papers", "pdfs", "abstract", "abstracts", "article"})
"""What people write for `abs` and `pdf`, beside slips of these."""
_GLUED_FORM = lazy_pattern(r"(?:abs|pdf)[^\w/]?(?=\d{4}\.\d)", re.IGNORECASE)
_SUFFIX = frozenset({Problem.PDF_SUFFIX})
_ID = r"([^/]+(?:/\d[^/]*)?)"
_MIRRORS = {
    "ar5iv.org": rf"/(?:abs|html|pdf)/{_ID}/?",
    "ar5iv.labs.arxiv.org": rf"/(?:abs|html|pdf)/{_ID}/?",
    "alphaxiv.org": rf"/(?:\w\w/)?(?:abs|overview|pdf|html|audio|resources)/{_ID}/?",
    "huggingface.co": r"/papers/([^/]+?)(?:\.md)?/?",
    "hf.co": r"/papers/([^/]+?)(?:\.md)?/?",
    "scirate.com": rf"/arxiv/{_ID}/?",
    "arxiv-vanity.com": rf"/papers/{_ID}/?",
    "arxiv-sanity.com": rf"/{_ID}/?",
    "papers.cool": rf"/arxiv/{_ID}/?",
    "emergentmind.com": rf"/papers/{_ID}/?",
    "semanticscholar.org": rf"/arxiv/{_ID}/?",
    "api.semanticscholar.org": rf"/arxiv:{_ID}",
    "adsabs.harvard.edu": r"/abs/\d{4}arXiv(\d{4}\.?\d{4,5})\w",
    "ui.adsabs.harvard.edu": r"/abs/\d{4}arXiv(\d{4}\.?\d{4,5})\w(?:/.*)?",
    "doi.org": r"/10\.48550/(arxiv\.?.*)",
    "dx.doi.org": r"/10\.48550/(arxiv\.?.*)",
}
_LOOSE_ON_MIRRORS = frozenset(
    {Problem.NO_IDENTIFIER, Problem.LEADING_TEXT, Problem.TRAILING_TEXT, Problem.UNKNOWN_ARCHIVE}
)
_PREFIX = lazy_pattern(r"\s*arxiv\s*[:.]\s*", re.IGNORECASE, needs=("arxiv",))
_FIGURE = lazy_pattern(r"([0-9]{4}\.[0-9]{4,5}(?:v[0-9]+)?)/.+", re.DOTALL, needs="/")
_USUAL = lazy_pattern(r"https://arxiv\.org/(abs|pdf|html)/(\d{4}\.\d{4,5})", re.ASCII)


@lru_cache(maxsize=16_384)
def identify(url: str) -> Target:
    """What `url` names, by its text alone. Any string is accepted; nothing is ever raised."""
    if (usual := _USUAL.fullmatch(url)) is not None and not read_arxiv_id(usual[2]).problems:
        return Target(url, Identifier(Scheme.ARXIV, usual[2]), None, _FORMS[usual[1]])
    text = url.strip()
    if len(text) > _MAX_URL:
        return Target(url)
    if (inner := unwrap(text)) is not None:
        return _identify(url, inner.strip(), (Problem.WRAPPED,))
    if (searched := searched_url(text)) is not None:
        return _identify(url, searched.strip(), (Problem.PLACEHOLDER,))
    return _identify(url, text, ())


def is_future(identifier: Identifier, today: date) -> bool:
    """Whether an arXiv id is of a month that has not begun anywhere: one day is allowed for time zones."""
    order, tomorrow = arxiv_order(identifier), today + timedelta(days=1)
    return order is not None and order[:2] > (tomorrow.year, tomorrow.month)


def arxiv_order(identifier: Identifier) -> tuple[int, int, int] | None:
    """Year, month and sequence number, by which arXiv ids sort; None for other schemes."""
    return split_arxiv_id(identifier.value) if identifier.scheme is Scheme.ARXIV else None


def arxiv_month(identifier: Identifier) -> PartialDate | None:
    """The month in which arXiv announced the paper; None for other schemes."""
    return month_of_id(identifier.value) if identifier.scheme is Scheme.ARXIV else None


def canonical_url(target: Target, form: ArxivForm | None = None, *, keep_version: bool = False) -> str | None:
    """The best URL of the same page of arXiv, or of the paper's page in `form`.

    None for other sites' pages (unless `form` asks for arXiv's), and where the id is not certain.
    """
    form = form or target.form
    if form not in _FORMS.values() or not MALFORMED.isdisjoint(target.problems):
        return None
    if target.identifier is None or target.identifier.scheme is not Scheme.ARXIV:
        return None
    version = f"v{target.version}" if keep_version and target.version else ""
    return f"https://arxiv.org/{form}/{target.identifier.value}{version}"


def corrected_url(target: Target) -> str | None:
    """The URL with the suggested id in place of the malformed one; None without a suggestion."""
    if target.suggestion is None or target.form not in _FORMS.values():
        return None
    return f"https://arxiv.org/{target.form}/{target.suggestion}"


def _identify(url: str, text: str, problems: tuple[Problem, ...]) -> Target:
    if (inner := inner_url(text)) is not None and (parts := split_url(inner)):
        return Target(url, _identify_page(url, parts, ()).identifier, problems=problems)
    if parts := split_url(text):
        return _identify_page(url, parts, problems)
    if _BARE.match(text) and (parts := split_url("https://" + text)):
        return _identify_page(url, parts, (*problems, Problem.NO_SCHEME))
    if prefix := _PREFIX.match(text):
        return _identify_mirror(url, text[prefix.end() :], (*problems, Problem.NO_SCHEME))
    doi = text[4:].strip() if text[:4].lower() == "doi:" else text
    if doi != text or is_doi(text):
        return _identify_page(url, Url("https", "doi.org", "/" + doi, "", ""), (Problem.NO_SCHEME,))
    return Target(url, problems=problems)


def _identify_page(url: str, parts: Url, problems: tuple[Problem, ...]) -> Target:
    if parts.scheme not in {"http", "https", ""}:
        return Target(url, problems=problems)
    if _SAME_SITE.fullmatch(parts.host) or (
        parts.host.startswith(_CORNELL) and identify(f"https://arxiv.org{parts.path}").identifier is not None
    ):
        if parts.scheme == "http":
            problems += (Problem.HTTP,)
        if parts.host != "arxiv.org":
            problems += (Problem.WWW_OR_MIRROR_HOST,)
        return _identify_arxiv(url, parts, problems)
    host = parts.host.removeprefix("www.")
    if host in {"example.com", "example.org", "example.net"}:
        return Target(url, problems=(*problems, Problem.PLACEHOLDER))
    if strip_tracking(parts.query) != parts.query:
        problems += (Problem.TRACKING,)
    pattern = _MIRRORS.get(host)
    if pattern and (match := re.fullmatch(pattern, unquote(parts.path), re.IGNORECASE | re.DOTALL)):
        return _identify_mirror(url, match[1], problems)
    found = identify_page(host, parts.path, parts.query)
    if found is not None and found.scheme is Scheme.DOI and _UNFILLED.search(found.value):
        found, problems = None, (*problems, Problem.PLACEHOLDER)
    return Target(url, found, problems=problems)


def _identify_mirror(url: str, text: str, problems: tuple[Problem, ...]) -> Target:
    """A page elsewhere about a paper on arXiv: the page is as good as any, only the id may be wrong."""
    prefix = _PREFIX.match(text)
    parsed = read_arxiv_id(text[prefix.end() :] if prefix else text)
    wrong = tuple(one for one in parsed.problems if one in MALFORMED and one not in _LOOSE_ON_MIRRORS)
    value = parsed.value
    if wrong == (Problem.WRONG_SEPARATOR,):
        wrong, value = (), parsed.suggestion
    identifier = Identifier(Scheme.ARXIV, value) if value else None
    return Target(url, identifier, parsed.version, None, problems + wrong, parsed.suggestion if wrong else None)


def _identify_arxiv(url: str, parts: Url, problems: tuple[Problem, ...]) -> Target:
    kind, rest, doubled = _split_path(parts.path)
    if doubled:
        problems += (Problem.DOUBLE_SLASH,)
    form = _FORMS.get(kind.lower()) or (ArxivForm.OTHER if kind.lower() in _OTHER_PAGES else None)
    if form is None:
        form, rest = ArxivForm.ABS, f"{kind}/{rest}" if rest else kind
        problems += (Problem.NO_FORM,)
        if read_arxiv_id(rest).value is None:
            return _identify_mistaken(url, kind.lower(), rest)
    if form is not ArxivForm.PDF and (figure := _FIGURE.fullmatch(rest)):
        form, rest = ArxivForm.OTHER, figure[1]
    if prefix := _PREFIX.match(rest):
        problems += (Problem.ID_PREFIX,)
        rest = rest[prefix.end() :]
    parsed = read_arxiv_id(rest)
    problems += tuple(_in_form(one, form) for one in parsed.problems) + _extras(parsed, parts)
    identifier = Identifier(Scheme.ARXIV, parsed.value) if parsed.value else None
    target = Target(url, identifier, parsed.version, form, problems, parsed.suggestion)
    is_usual = problems or canonical_url(target) in {None, url}
    return target if is_usual else target._replace(problems=(Problem.SPELLING,))


def _identify_mistaken(url: str, kind: str, path: str) -> Target:
    """What a URL leads to whose path arXiv does not have: `/paper/2310.05915` was meant to be `/abs/2310.05915`."""
    glued = _GLUED_FORM.match(path)
    parsed = read_arxiv_id(path[glued.end() :] if glued else path.rpartition("/")[2])
    slips = [form for name, form in _FORMS.items() if path.count("/") == 1 and is_one_slip(kind, name)]
    is_plain = parsed.version is None and {*parsed.problems} <= _SUFFIX
    if parsed.value is None or not is_plain or not (glued or slips or kind in _NO_PAGES):
        return Target(url)
    form = (*slips, ArxivForm.ABS)[0]
    return Target(url, Identifier(Scheme.ARXIV, parsed.value), None, form, (Problem.NO_PAGE,), parsed.value)


def _split_path(path: str) -> tuple[str, str, bool]:
    """The first part of a path on arXiv, the rest decoded, and whether slashes were doubled."""
    parts = unquote(path).split("/")[1:]
    filled = [part for part in parts if part]
    if filled[:2] == ["ftp", "arxiv"]:
        filled = ["pdf", filled[-1]]
    return (filled[0] if filled else ""), "/".join(filled[1:]), "" in parts[:-1]


def _in_form(problem: Problem, form: ArxivForm) -> Problem:
    return Problem.ABS_WITH_PDF_SUFFIX if (problem, form) == (Problem.PDF_SUFFIX, ArxivForm.ABS) else problem


def _extras(parsed: ArxivId, parts: Url) -> tuple[Problem, ...]:
    """What else a URL of arXiv carries beside the id."""
    query = strip_tracking(parts.query)
    extras = (
        (Problem.VERSION, parsed.version is not None),
        (Problem.TRACKING, query != parts.query),
        (Problem.QUERY, bool(query)),
        (Problem.FRAGMENT, bool(parts.fragment)),
    )
    return tuple(problem for problem, there in extras if there)
