"""The host and path of a URL come in; the paper, repository or video that they name goes out.

Every rule reads the URL alone: what a page says is never needed. arXiv is read in `identifiers`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import unquote


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
    ),
    "usenix.org": (
        (Scheme.USENIX, r"/conference/([\w-]+)/(?:technical-sessions/)?presentation/([\w-]+)/?", r"\1/\2"),
        (
            Scheme.USENIX,
            r"/system/files/(?:conference/[\w-]+/)?([a-z]+\d\d)-(?:paper-)?([\w-]+?)\.pdf",
            r"\1/\2",
        ),
    ),
    "ojs.aaai.org": ((Scheme.AAAI, r"/index\.php/(\w+)/article/(?:view|download)/(\d+)(?:/.*)?", r"\1/\2"),),
    "aaai.org": (
        (Scheme.AAAI, r"/ojs/index\.php/(\w+)/article/(?:view|download)/(\d+)(?:/.*)?", r"\1/\2"),
        (
            Scheme.AAAI,
            r"/ocs/index\.php/\w+/(\w+)/paper/(?:view|viewPaper|download)/(\d+)(?:/.*)?",
            r"ocs/\1/\2",
        ),
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
    "sciencedirect.com": ((Scheme.ELSEVIER, r"/science/article/(?:abs/)?pii/(S?\w{15,17})(?:[/?].*)?", r"\1"),),
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
    "nature.com": ((Scheme.DOI, r"/articles/((?:s|nature|nat|n)[\w.-]+?)(?:\.pdf|[/?].*)?", r"10.1038/\1"),),
}
_ALIASES = {
    "nips.cc": "neurips.cc",
    "hf.co": "huggingface.co",
    "aclanthology.info": "aclanthology.org",
    "anthology.aclweb.org": "aclanthology.org",
    "m.youtube.com": "youtube.com",
    "papers.neurips.cc": "papers.nips.cc",
}
_DOI_IN_PATH = re.compile(r"/(10\.\d{4,9}/\S+)")
_DOI_PAGE = re.compile(r"(?:full[.-])?(?:pdf|text)|full|fulltext|abstract|abs|meta|epdf|html|summary|tables")
_BIORXIV = re.compile(r"10\.1101/(?:\d{4}\.\d\d\.\d\d\.)?\d{6,8}(?:v\d+)?")


def name_work(host: str, path: str, query: str) -> Identifier | None:
    """What a page of `host` (in lower case, without `www.`) is about; None where its URL does not say.

    `query` is empty or begins with `?`.
    """
    host = _ALIASES.get(host, host)
    path = re.sub(r"//+", "/", path)
    if host in {"doi.org", "dx.doi.org"}:
        return name_doi(unquote(path[1:]))
    for scheme, pattern, value in _RULES.get(host, ()):
        if match := re.fullmatch(pattern, path + query):
            return _name(scheme, match.expand(value))
    if "/10." in path and (match := _DOI_IN_PATH.search(unquote(path))):
        return name_doi(_without_pages(match[1]))
    return None


def name_doi(text: str) -> Identifier | None:
    """The identifier of a DOI: that of bioRxiv and of the ACL Anthology where they issued it."""
    doi = text.strip().rstrip(".,;:'\"`*/").lower()
    if not re.fullmatch(r"10\.\d{4,9}/\S+", doi):
        return None
    if doi.endswith(")") and "(" not in doi:
        doi = doi.rstrip(")")
    if _BIORXIV.fullmatch(doi):
        return Identifier(Scheme.BIORXIV, re.sub(r"v\d+$", "", doi))
    if doi.startswith("10.18653/v1/"):
        return _name(Scheme.ACL, doi.removeprefix("10.18653/v1/"))
    return Identifier(Scheme.DOI, doi)


def _without_pages(doi: str) -> str:
    """A DOI as a publisher's URL holds it, without the page of the article that follows it."""
    parts = doi.rstrip("/").split("/")
    keep = 3 if parts[0] in {"10.1093", "10.1088"} else 2
    while len(parts) > keep and (_DOI_PAGE.fullmatch(parts[-1].lower()) or parts[0] == "10.1093"):
        parts.pop()
    last = re.sub(r"(?:v\d+)?(?:\.(?:full|abstract|short|pdf|full-text|supplementary-material))+$", "", parts[-1])
    return "/".join([*parts[:-1], last])


def _name(scheme: Scheme, value: str) -> Identifier | None:
    if scheme is Scheme.USENIX:
        value = re.sub(r"^sec(?=\d\d/)", "usenixsecurity", value)
    if scheme in {Scheme.GITHUB, Scheme.HUGGINGFACE, Scheme.PMLR, Scheme.PAPERS_WITH_CODE, Scheme.USENIX}:
        value = value.lower()
    elif scheme is Scheme.DOI:
        return name_doi(value)
    elif scheme is Scheme.IACR:
        year, _, number = value.partition("/")
        value = f"{year}/{int(number):03}"
    elif scheme is Scheme.ACL:
        match = re.match(r"(\d{4}\.\w+-\w+\.\d+)|([A-Za-z]\d\d-\d{4,5})", value)
        if match is None:
            return None
        value = match[1].lower() if match[1] else match[2].upper()
    return Identifier(scheme, value)
