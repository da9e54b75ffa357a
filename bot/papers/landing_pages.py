"""The page about a paper, by its identifier or by a link to its PDF: what is known is told there, not in the PDF."""

from __future__ import annotations

import re

from bot.papers.identifiers import Identifier, Scheme, doi_url, identify, page_url
from bot.papers.urls import split_url
from bot.text import lazy_pattern

_PAGES = {
    Scheme.OPENREVIEW: "https://openreview.net/forum?id={0}",
    Scheme.ACL: "https://aclanthology.org/{0}/",
    Scheme.PMLR: "https://proceedings.mlr.press/{0}.html",
    Scheme.JMLR: "https://jmlr.org/papers/{0}.html",
    Scheme.IJCAI: "https://www.ijcai.org/proceedings/{0}",
    Scheme.IACR: "https://eprint.iacr.org/{0}",
    Scheme.HAL: "https://hal.science/{0}",
    Scheme.USENIX: "https://www.usenix.org/conference/{1}/presentation/{2}",
}
"""Where the identifier alone gives the address: as a whole, or in its parts around a slash."""
_REWRITTEN = {
    Scheme.NEURIPS: (r"/file/(.*)-Paper(-[\w-]*)?\.pdf$", r"/hash/\1-Abstract\2.html"),
    Scheme.CVF: (r"/papers/([^/]+)\.pdf$", r"/html/\1.html"),
    Scheme.AAAI: (r"/article/download/(\d+)(?:/.*)?$", r"/article/view/\1"),
    Scheme.ISCA: (r"\.pdf$", ".html"),
}
_REWRITTEN[Scheme.ICLR] = _REWRITTEN[Scheme.MLSYS] = _REWRITTEN[Scheme.NEURIPS]
"""Where the page is beside the PDF: what to replace in the address, and with what."""
_FILE = lazy_pattern(r"\.pdf$|/e?pdf\b|/download/|/document$", re.IGNORECASE)


def find_page(identifier: Identifier) -> str | None:
    """The page about a paper, where its identifier alone gives the address."""
    if identifier.scheme is Scheme.ARXIV:
        return page_url(identifier)
    if identifier.scheme in (Scheme.DOI, Scheme.BIORXIV):
        return doi_url(identifier.value)
    page = _PAGES.get(identifier.scheme, "").format(identifier.value, *identifier.value.split("/"), "", "")
    return page if identify(page).identifier == identifier else None


def find_landing_page(url: str) -> str | None:
    """The page about the paper whose PDF is at `url`; None for an address that is a page, or of other sites."""
    identifier, parts = identify(url).identifier, split_url(url)
    if identifier is None or parts is None or _FILE.search(parts.path) is None:
        return None
    if identifier.scheme is not Scheme.ARXIV and (page := find_page(identifier)) is not None:
        return page
    if (rewrite := _REWRITTEN.get(identifier.scheme)) is None:
        return None
    path, count = re.subn(*rewrite, parts.path)
    found = f"{parts.scheme}://{parts.host}{path}"
    return found if count and identify(found).identifier == identifier else None
