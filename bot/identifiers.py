"""A URL comes in; what it names, how it is spelled and what is wrong with it go out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote

from bot.arxiv_ids import MALFORMED, NONCANONICAL, ArxivId, Problem, read_arxiv_id, split_arxiv_id
from bot.date_formats import PartialDate
from bot.schemes import Identifier, Scheme, name_work
from bot.urls import Url, split_url, strip_tracking, unwrap

if TYPE_CHECKING:
    from datetime import date

__all__ = [
    "MALFORMED",
    "NONCANONICAL",
    "ArxivForm",
    "Identifier",
    "Problem",
    "Scheme",
    "Target",
    "arxiv_month",
    "arxiv_order",
    "canonical_url",
    "corrected_url",
    "identify",
    "is_future",
    "strip_tracking",
]


class ArxivForm(StrEnum):
    """Which page of a paper on arXiv; every page but these three is OTHER."""

    ABS = "abs"
    PDF = "pdf"
    HTML = "html"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Target:
    """What a URL names. For the pages of arXiv itself `form` says which page; for other sites' it is None.

    `suggestion` is the id that was meant where the URL has it wrong and only one reading is possible.
    """

    url: str
    identifier: Identifier | None = None
    version: int | None = None
    form: ArxivForm | None = None
    problems: tuple[Problem, ...] = ()
    suggestion: str | None = None


_LONGEST = 4_096
"""Characters of the longest URL that is looked into."""

_BARE = re.compile(r"(?:www\.)?(?:arxiv\.org|doi\.org|openreview\.net)/", re.IGNORECASE)
_SAME_SITE = re.compile(
    r"(?:(?:www|export|browse|web\d|aps|lanl|xxx|de|cn|es|il|in|jp|ru|uk|tw|br|fr|za|au|kr)\.)?arxiv\.org"
    r"|(?:xxx|arxiv)\.lanl\.gov|xxx\.itp\.ac\.cn"
)
_FORMS = {"abs": ArxivForm.ABS, "pdf": ArxivForm.PDF, "html": ArxivForm.HTML}
_OTHER_PAGES = frozenset(
    {"ps", "src", "e-print", "format", "tb", "bibtex", "dvi", "cits", "refs", "trackback", "show-email"}
)
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
_PREFIX = re.compile(r"\s*arxiv\s*[:.]\s*", re.IGNORECASE)
_FIGURE = re.compile(r"([0-9]{4}\.[0-9]{4,5}(?:v[0-9]+)?)/.+", re.DOTALL)


@lru_cache(maxsize=65_536)
def identify(url: str) -> Target:
    """What `url` names, by its text alone. Any string is accepted; nothing is ever raised."""
    text = url.strip()
    if len(text) > _LONGEST:
        return Target(url)
    inner = unwrap(text)
    if inner is not None:
        return _identify(url, inner.strip(), (Problem.WRAPPED,))
    return _identify(url, text, ())


def is_future(identifier: Identifier, today: date) -> bool:
    """Whether an arXiv id is of a month that has not begun anywhere: one day is allowed for time zones."""
    order = arxiv_order(identifier)
    tomorrow = today + timedelta(days=1)
    return order is not None and order[:2] > (tomorrow.year, tomorrow.month)


def arxiv_order(identifier: Identifier) -> tuple[int, int, int] | None:
    """Year, month and sequence number, by which arXiv ids sort; None for other schemes."""
    return split_arxiv_id(identifier.value) if identifier.scheme is Scheme.ARXIV else None


def arxiv_month(identifier: Identifier) -> PartialDate | None:
    """The month in which arXiv announced the paper; None for other schemes."""
    order = arxiv_order(identifier)
    return None if order is None else PartialDate(order[0], order[1])


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
    """The URL with the suggested id in the place of the malformed one; None without a suggestion."""
    if target.suggestion is None or target.form not in _FORMS.values():
        return None
    return f"https://arxiv.org/{target.form}/{target.suggestion}"


def _identify(url: str, text: str, problems: tuple[Problem, ...]) -> Target:
    if parts := split_url(text):
        return _identify_page(url, parts, problems)
    if _BARE.match(text) and (parts := split_url("https://" + text)):
        return _identify_page(url, parts, (*problems, Problem.NO_SCHEME))
    if prefix := _PREFIX.match(text):
        return _identify_mirror(url, text[prefix.end() :], (*problems, Problem.NO_SCHEME))
    if text[:4].lower() == "doi:":
        return _identify_page(url, Url("https", "doi.org", "/" + text[4:].strip(), "", ""), (Problem.NO_SCHEME,))
    return Target(url, problems=problems)


def _identify_page(url: str, parts: Url, problems: tuple[Problem, ...]) -> Target:
    if parts.scheme not in {"http", "https", ""}:
        return Target(url, problems=problems)
    if _SAME_SITE.fullmatch(parts.host):
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
    return Target(url, name_work(host, parts.path, parts.query), problems=problems)


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
            return Target(url)
    if form is not ArxivForm.PDF and (figure := _FIGURE.fullmatch(rest)):
        form, rest = ArxivForm.OTHER, figure[1]
    if prefix := _PREFIX.match(rest):
        problems += (Problem.ID_PREFIX,)
        rest = rest[prefix.end() :]
    parsed = read_arxiv_id(rest)
    problems += tuple(_in_form(one, form) for one in parsed.problems) + _extras(parsed, parts)
    identifier = Identifier(Scheme.ARXIV, parsed.value) if parsed.value else None
    target = Target(url, identifier, parsed.version, form, problems, parsed.suggestion)
    if problems or canonical_url(target) in {None, url}:
        return target
    return Target(url, identifier, parsed.version, form, (Problem.SPELLING,))


def _split_path(path: str) -> tuple[str, str, bool]:
    """The first part of a path on arXiv, the rest decoded, and whether slashes were doubled."""
    inner = unquote(path).split("/")[1:]
    kept = [part for part in inner if part]
    if kept[:2] == ["ftp", "arxiv"]:
        kept = ["pdf", kept[-1]]
    return (kept[0] if kept else ""), "/".join(kept[1:]), "" in inner[:-1]


def _in_form(problem: Problem, form: ArxivForm) -> Problem:
    wrong_suffix = problem is Problem.PDF_SUFFIX and form is ArxivForm.ABS
    return Problem.ABS_WITH_PDF_SUFFIX if wrong_suffix else problem


def _extras(parsed: ArxivId, parts: Url) -> tuple[Problem, ...]:
    """What else a URL of arXiv carries beside the id."""
    kept = strip_tracking(parts.query)
    extras = (
        (Problem.VERSION, parsed.version is not None),
        (Problem.TRACKING, kept != parts.query),
        (Problem.QUERY, bool(kept)),
        (Problem.FRAGMENT, bool(parts.fragment)),
    )
    return tuple(problem for problem, there in extras if there)
