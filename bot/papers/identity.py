"""Which paper is meant: what people type for one, its page, and its name in lock files, reports and exports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from bot.papers.arxiv_ids import ARCHIVES, read_arxiv_id
from bot.papers.identifiers import (
    Identifier,
    Scheme,
    doi_url,
    identify,
    identify_doi,
    page_url,
    parse_identifier,
    read_doi,
)
from bot.papers.similarity import title_key
from bot.papers.urls import split_url, strip_tracking, unwrap
from bot.text import lazy_pattern


class NamedPaper(NamedTuple):
    """A paper that somebody names."""

    name: str
    """As in lock files, and as results call it: `arXiv:2401.12345`, `doi:10.1/abc`, `openreview:abc`, an address."""
    identifier: Identifier | None
    """None if the address names nothing."""
    address: str
    """The page that is about it, and that an entry links to."""

    @property
    def arxiv(self) -> Identifier | None:
        """Its identifier, where it is on arXiv."""
        return self.identifier if self.identifier is not None and self.identifier.scheme is Scheme.ARXIV else None


def read_paper(text: str) -> NamedPaper | None:
    """The paper that `2401.12345`, `arXiv:2401.12345`, `10.1/abc`, `doi:10.1/abc` or the address of a page names."""
    text = _complete(text.strip())
    identifier = identify(text).identifier or _read_arxiv(text)
    if identifier is not None and identifier.scheme is Scheme.ARXIV:
        return NamedPaper(write_id(identifier), identifier, page_url(identifier))
    if identifier is not None and not identifier.is_paper:
        return None
    doi = text.lower()
    if (by_doi := identify_doi(doi)) is not None:
        return NamedPaper(write_id(doi), by_doi, doi_url(doi))
    parts = split_url(unwrap(text) or text)
    if parts is None or parts.scheme not in {"http", "https"} or "." not in parts.host:
        return None
    address = strip_tracking(unwrap(text) or text)
    address = find_landing_page(address) or address
    return NamedPaper(write_id(name_work(address)), identifier, address)


_TYPED_DOI = lazy_pattern(r"(?:doi:?\s*|info:doi/|urn:doi:)(?=10\.)", re.IGNORECASE)
_TYPED_ARXIV = lazy_pattern(r"(?:arxiv:\s*)?([a-z-]+)(?:\.[a-z]{2})?/(?=\d{4}\.\d{4,5}(?:v\d{1,3})?$)", re.IGNORECASE)
"""An archive before an id that needs none."""


def _complete(text: str) -> str:
    """What people type for a paper, without words before an id, and with the scheme that they leave out of a URL."""
    if (typed := _TYPED_ARXIV.match(text)) is not None and typed[1].lower() in ARCHIVES:
        return text[typed.end() :]
    bare = _TYPED_DOI.sub("", text, count=1) if _TYPED_DOI.match(text) else text
    address = f"https://{bare}"
    is_address = "://" not in bare and "." in bare.partition("/")[0].rstrip("0123456789.")
    found = identify(address).identifier if is_address else None
    return address if found is not None and found.is_paper else bare


def read_id(text: str) -> Identifier | None:
    """The paper that an id or an address names: `2401.12345`, `10.1/abc`, `openreview:abc`, `https://...`."""
    text = text.strip()
    found = identify(text).identifier or identify(f"doi:{text}").identifier or _read_arxiv(text)
    if found is None and (named := parse_identifier(text)) is not None:
        found = named if find_page(named) is not None else None
    return found if found is not None and found.is_paper else None


def _read_arxiv(text: str) -> Identifier | None:
    """A bare id of arXiv."""
    value = read_arxiv_id(text).value
    return Identifier(Scheme.ARXIV, value) if value is not None else None


def name_identified(identifier: Identifier | None) -> NamedPaper | None:
    """The paper of an identifier that gives the address of a page."""
    page = find_page(identifier) if identifier is not None else None
    return read_paper(page) if page is not None else None


def read_name(text: str) -> Identifier | str | None:
    """The paper on arXiv, or the name of another work, that an id means; None for anything else."""
    scheme, _, value = text.partition(":")
    identifier = identify(text).identifier if scheme.lower() in {"arxiv", "http", "https"} else None
    if identifier is not None and identifier.scheme is Scheme.ARXIV:
        return identifier
    if scheme in {"http", "https"}:
        return name_work(text) or None
    if scheme == "doi":
        return value.lower() if identify_doi(value) is not None else None
    other = parse_identifier(text)
    return text if value and other is not None and other.is_paper and other.scheme is not Scheme.ARXIV else None


def write_id(name: Identifier | str) -> str:
    """The id of a paper, or of a work by `name_work`: `arXiv:2401.12345`, `doi:10.1/abc`, `openreview:abc`."""
    if isinstance(name, Identifier):
        return f"arXiv:{name.value}" if name.scheme is Scheme.ARXIV else str(name)
    return f"doi:{name}" if name.startswith("10.") else name


def name_work(url: str) -> str:
    """The name of the work behind a link: its DOI, another identifier, or the address; empty for arXiv and code."""
    if doi := named_doi(url):
        return doi
    identifier = identify(url).identifier
    if identifier is None:
        return strip_tracking(url.strip()).partition("#")[0]
    return str(identifier) if identifier.is_paper and identifier.scheme is not Scheme.ARXIV else ""


def named_doi(url: str) -> str | None:
    """The DOI that a URL names, in lower case, whether it leads to doi.org or to a publisher."""
    if doi := read_doi(url):
        return doi
    identifier = identify(url).identifier
    return identifier.value if identifier is not None and identifier.scheme in {Scheme.DOI, Scheme.BIORXIV} else None


def name_link(url: str) -> str:
    """What a URL names, the same in all its spellings; otherwise the URL without scheme and trailing slash."""
    identifier = identify(url).identifier
    if identifier is not None:
        return str(identifier)
    parts = split_url(url)
    return f"{parts.host}{parts.path.rstrip('/')}{parts.query}{parts.fragment}" if parts is not None else ""


def name_paper(arxiv: str, doi: str, identifier: Identifier | None, title: str) -> str:
    """What two entries of one paper have in common."""
    if arxiv:
        return f"arxiv:{arxiv}"
    if doi:
        return f"doi:{doi}"
    if identifier is not None:
        return str(identifier)
    return f"title:{title_key(title) or title}"


_PAGES_BY_ID = {
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
    page = _PAGES_BY_ID.get(identifier.scheme, "").format(identifier.value, *identifier.value.split("/"), "", "")
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


_ARXIV_ID = lazy_pattern(r"(?<![\d.])\d{4}\.\d{4,5}(?!\d)")
_URL = lazy_pattern(r"https?://[^\s<>\"'|\\\[\]{}]{1,2000}", re.IGNORECASE)
_CLOSERS = ").,;:*_`"
_MOST_CLOSING = 8
_LONGEST_LINE = 20_000
"""Characters of a line that are searched for links."""


def name_on_lines(arxiv: str, url: str) -> str:
    """The name of a paper as lines of lists have it: its arXiv id, else its address; empty if it has neither."""
    return arxiv if _ARXIV_ID.fullmatch(arxiv) else name_link(url) if url else ""


def find_names(line: str) -> Iterator[str]:
    """All that could be the name of a paper on a line."""
    text = line[:_LONGEST_LINE]
    yield from _ARXIV_ID.findall(text)
    for match in _URL.finditer(text):
        yield name_link(match[0])
        # A bracket may close the link in Markdown or belong to the address.
        yield name_link(match[0].partition(")")[0])
        url = match[0]
        for _ in range(_MOST_CLOSING):
            if url[-1] in _CLOSERS:
                url = url[:-1]
                yield name_link(url)
