"""The targets of links: what is wrong with one, where its diagnostic points, and the fix that rewrites it."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from bot.linter.diagnostics import Fix, Safety
from bot.papers.identifiers import Scheme, identify, page_url
from bot.text import lazy_pattern, shorten

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.document import Link
    from bot.links.model import LinkState, LinkStatus
    from bot.linter.rule import Context
    from bot.listing import Listing
    from bot.text import Span


class Flaw(NamedTuple):
    """What is wrong with a target, and the intended target if it can be derived."""

    message: str
    meant: str | None = None
    certain: bool = False
    """Whether this is the only target that can be meant."""


_SCHEME = lazy_pattern(
    r"(?P<word>[A-Za-z]{3,7})(?P<colon>[:;：]?)(?P<slashes>/{0,4})(?=[\w\[]+[.:\]])(?P<rest>.+)", re.DOTALL
)
_HTTP = lazy_pattern(r"h*t*tt?p*p?s*", re.IGNORECASE)
_TWICE = lazy_pattern(r"(?:https?(?::/*|//+))+(?=https?(?::|//))", re.IGNORECASE)
_JUNK = lazy_pattern(r"(?P<junk>[\\\[(<{\"'“‘「【\s]+)(?P<url>https?://.+)", re.DOTALL | re.IGNORECASE)
_GLUED = lazy_pattern(r"(?<=[A-Za-z0-9)\]},;|])(?<!%[0-9A-Fa-f]{2})https?://", re.IGNORECASE)
_LINK_INSIDE = lazy_pattern(r"\]\(https?://", re.IGNORECASE)
_TLD = "com|org|net|io|edu|gov|ai|dev|cn|uk|de|fr|jp|kr|tw|hk|sg|ch|eu|nl|ca|au|it|es|in|se|at|be|info|me|co"
_HOST = lazy_pattern(rf"(?:www\.[\w-]+(?:\.[\w-]+)*|(?:[\w-]+\.)+(?:{_TLD}))(?::\d+)?/.*", re.DOTALL | re.IGNORECASE)
_BARE_HOST = lazy_pattern(r"www\.[\w-]+(?:\.[\w-]+)+", re.IGNORECASE)
_MAIL = lazy_pattern(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}", re.IGNORECASE)
_CLOSERS = {
    "[": "]",
    "(": ")",
    "<": ">",
    "{": "}",
    '"': '"',
    "'": "'",
    "“": "”",
    "‘": "’",
    "「": "」",
    "【": "】",
}


def find_flaw(target: str) -> Flaw | None:
    """What is wrong with `target`; None for a valid URL and for a path."""
    if match := _TWICE.match(target):
        rest = target[match.end() :]
        inner = find_flaw(rest)
        return Flaw("the scheme is repeated", inner.meant if inner and inner.meant else rest, certain=True)
    if _LINK_INSIDE.search(target):
        return Flaw("the target contains another link")
    if match := _JUNK.fullmatch(target):
        junk = match["junk"].strip()
        message = f"unexpected `{junk}` before the URL" if junk else "unexpected space before the URL"
        return Flaw(message, _without_junk(match), certain=True)
    if flaw := _scheme_flaw(target) or _missing_scheme(target):
        return flaw
    return Flaw("two URLs run together") if _is_glued(target) else None


def _is_glued(target: str) -> bool:
    """Whether a second URL begins right after the first; the query of a page may contain text and URLs."""
    match = _GLUED.search(target)
    if match is None:
        return False
    head = target[: match.start()]
    return "?" not in head or identify(head).identifier is not None


def _without_junk(match: re.Match[str]) -> str:
    url = match["url"]
    for mark in reversed(match["junk"].strip()):
        closer = _CLOSERS.get(mark, "")
        if closer and url.endswith(closer) and url.count(mark) < url.count(closer):
            url = url[: -len(closer)]
    return url


def _scheme_flaw(target: str) -> Flaw | None:
    """A misspelt http or https scheme: `https//`, `https:/`, `hhttps://`, `ttps://`."""
    match = _SCHEME.match(target)
    if match is None or not _HTTP.fullmatch(match["word"]):
        return None
    word, colon, slashes = match["word"].lower(), match["colon"], match["slashes"]
    known = word in {"http", "https"}
    if known and colon == ":" and slashes == "//":
        return None
    if slashes != "//" and not (colon and (slashes or known)):
        return None  # a folder may be called `tts` or `http`
    scheme = "https" if "s" in word else "http"
    return Flaw(f"`{match['word']}{colon}{slashes}` is not a valid scheme", f"{scheme}://{match['rest']}", certain=True)


def _missing_scheme(target: str) -> Flaw | None:
    """A host or an address without a scheme, which browsers take for a file next to the list."""
    if _MAIL.fullmatch(target):
        return Flaw("`mailto:` is missing", f"mailto:{target}", certain=True)
    if re.match(r"arxiv\s*[:.]", target, re.IGNORECASE):
        identifier = identify(target).identifier
        if identifier is not None and identifier.scheme is Scheme.ARXIV:
            return Flaw("the URL has no scheme", page_url(identifier), certain=True)
    if re.match(r"doi:\s*10\.", target, re.IGNORECASE):
        return Flaw("the URL has no scheme", f"https://doi.org/{target[4:].strip()}", certain=True)
    if _HOST.fullmatch(target) or _BARE_HOST.fullmatch(target):
        meant = f"https://{target}"
        return Flaw("the URL has no scheme", meant, certain=identify(meant).identifier is not None)
    return None


_TEMPLATE = lazy_pattern(
    r"\bcontribut(?:e|ing|ions?|ors?)\b|^\W*(?:paper |entry |list )?(?:templates?|formats?)\W*$",
    re.IGNORECASE,
)
_PLACEHOLDER = lazy_pattern(
    r"(?:https?:/{1,2})?(?:www\.)?(?:link|url|href|to-?do|tbd|tba|tbc|n[/.]?a\.?|none|null|coming[-_ ]?soon"
    r"|placeholder"
    r"|(?:paper|code|project|pdf|arxiv|github|your|insert|add)[-_ ](?:paper|code|project|link|url|here|page)"
    r"(?:[-_ ]here)?|x+(?:\.pdf)?|\?{1,5}|\.{3,}|…|_+|-{1,5})/?"
    r"|https?://(?:www\.)?github\.com/(?:x{3,}|(?:your|user)-?_?(?:user)?name|owner|user)"
    r"(?:/(?:x{3,}|repo(?:sitory)?(?:-?_?name)?|your-?_?repo))?/?|https?://"
    r"|https?://(?:dx\.)?doi\.org/10\.x+/.*|https?://openreview\.net/(?:forum|pdf)(?:\?id=(?:x{3,}|to-?do|tbd)?)?",
    re.IGNORECASE,
)


def write_url(link: Link, url: str, safety: Safety = Safety.SAFE) -> Fix | None:
    """The fix that changes the target of `link` to `url`; None for a reference link, whose URL is elsewhere."""
    return Fix.write(link.url_span, url, safety) if link.url_span is not None else None


def target_span(link: Link) -> Span:
    """The span of a diagnostic about the URL of `link`: the URL, or the link if the URL is elsewhere."""
    return link.url_span if link.url_span is not None and len(link.url_span) else link.span


def hyperlinks(listing: Listing) -> Iterator[Link]:
    """All links of the document except images, in order."""
    return (link for link in listing.document.links if not link.image)


def links_in_state(links: Iterable[Link], context: Context, state: LinkState) -> Iterator[tuple[Link, LinkStatus]]:
    """The `links` that a visit found in `state`."""
    for link in links:
        status = context.known.links.get(link.href)
        if status is not None and status.state is state:
            yield link, status


def quoted_url(url: str) -> str:
    """The URL in backquotes, shortened if it is long."""
    return f"`{shorten(url, 80)}`"


class TemplateSections:
    """The sections that show how to write an entry: their links are placeholders on purpose."""

    def __init__(self, listing: Listing) -> None:
        spans = (section.span for section in listing.sections if _TEMPLATE.search(section.heading))
        self._spans = sorted(spans)

    def contain(self, span: Span) -> bool:
        """Whether `span` lies in one of them."""
        index = bisect_right(self._spans, span)
        return any(each.contains(span) for each in self._spans[max(index - 1, 0) : index + 1])


def is_placeholder(target: str) -> bool:
    """Whether a target is a placeholder, such as `TODO`, `link` or `https://xxx`."""
    return _PLACEHOLDER.fullmatch(target) is not None


def exists(listing: Listing, context: Context, target: str) -> bool:
    """Whether a relative target is known to exist next to the list."""
    if context.missing_files is None or ":" in target or target.startswith(("#", "/")):
        return False
    return (listing.text.path, target) not in context.missing_files
