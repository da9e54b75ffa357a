"""Links come in; what several rules ask of them, and the fix that writes another URL, go out."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from bot.linter.diagnostics import Edit, Fix, Safety

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.document import Link
    from bot.linter.rule import Context
    from bot.listing import Listing
    from bot.text import Span

_TEMPLATE = re.compile(
    r"\bcontribut(?:e|ing|ions?|ors?)\b|^\W*(?:paper |entry |list )?(?:templates?|formats?)\W*$",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(
    r"(?:https?:/{1,2})?(?:www\.)?(?:link|url|href|to-?do|tbd|tba|tbc|n/?a|none|null|coming[-_ ]?soon"
    r"|placeholder"
    r"|(?:paper|code|project|pdf|arxiv|github|your|insert|add)[-_ ](?:paper|code|project|link|url|here|page)"
    r"(?:[-_ ]here)?|x{3,}|\?{1,5}|\.{3,}|…|_+|-{1,5})/?"
    r"|https?://(?:www\.)?github\.com/(?:x{3,}|(?:your|user)-?_?(?:user)?name|owner|user)"
    r"(?:/(?:x{3,}|repo(?:sitory)?(?:-?_?name)?|your-?_?repo))?/?|https?://",
    re.IGNORECASE,
)


def write_url(link: Link, url: str, safety: Safety = Safety.SAFE, title: str = "") -> Fix | None:
    """The fix that makes `link` lead to `url`; None for a reference link, whose URL stands elsewhere."""
    if link.url_span is None:
        return None
    return Fix(title or f"Write {url}", (Edit(link.url_span, url),), safety)


def place_of(link: Link) -> Span:
    """What a diagnostic about the URL of `link` points at: the URL, or the link where it stands elsewhere."""
    return link.url_span if link.url_span is not None and len(link.url_span) else link.span


def hyperlinks(listing: Listing) -> Iterator[Link]:
    """All links of the document but images, in order of place."""
    return (link for link in listing.document.links if not link.image)


def quoted_url(url: str, longest: int = 80) -> str:
    """The URL in backquotes, cut where it is longer than `longest` characters."""
    return f"`{url}`" if len(url) <= longest else f"`{url[: longest - 1]}…`"


class TemplateSections:
    """The sections that show how an entry is written: what looks wrong there stands for something."""

    def __init__(self, listing: Listing) -> None:
        spans = (section.span for section in listing.sections if _TEMPLATE.search(section.heading))
        self._spans = sorted(spans)

    def hold(self, span: Span) -> bool:
        """Whether `span` lies in one of them."""
        index = bisect_right(self._spans, span)
        return any(each.contains(span) for each in self._spans[max(index - 1, 0) : index + 1])


def is_placeholder(target: str) -> bool:
    """Whether a target is a word that stands for one, as `TODO`, `link` or `https://xxx`."""
    return _PLACEHOLDER.fullmatch(target) is not None


def is_there(listing: Listing, context: Context, target: str) -> bool:
    """Whether a relative target is known to exist beside the list."""
    if context.missing_files is None or ":" in target or target.startswith(("#", "/")):
        return False
    return (listing.text.path, target) not in context.missing_files
