"""The page about a paper where a link leads to its PDF: what is known of the paper is told there, not in the PDF."""

from __future__ import annotations

import re

from bot.papers.identifiers import Scheme, doi_url, identify
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


def find_landing_page(url: str) -> str | None:
    """The page about the paper whose PDF is at `url`; None for an address that is a page, or of other sites."""
    identifier, parts = identify(url).identifier, split_url(url)
    if identifier is None or parts is None or _FILE.search(parts.path) is None:
        return None
    if identifier.scheme in (Scheme.DOI, Scheme.BIORXIV):
        return doi_url(identifier.value)
    if (page := _PAGES.get(identifier.scheme)) is not None:
        return page.format(identifier.value, *identifier.value.split("/"))
    if (rewrite := _REWRITTEN.get(identifier.scheme)) is None:
        return None
    path, count = re.subn(*rewrite, parts.path)
    found = f"{parts.scheme}://{parts.host}{path}"
    return found if count and identify(found).identifier == identifier else None
