"""Words come in; HTML that shows them, and does nothing else, goes out.

`Markup` is HTML that is safe to put together. Only this module makes it from words, and there they are escaped:
whatever a list or a server wrote, it is text here.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NewType

from bot.papers.urls import split_url
from bot.text import escape_controls

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Markup = NewType("Markup", str)

LONGEST = 400
"""Characters of words that somebody else wrote; more is cut."""
_VOID = frozenset({"meta", "input", "br", "rect", "line"})
_WEB = frozenset({"http", "https"})


def text(words: str) -> Markup:
    """`words` as they are, but for what steers programs or turns the reading direction."""
    shown = words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"
    return Markup(escape(escape_controls(shown), quote=True))


def tag(name: str, attributes: Mapping[str, str] | None = None, *children: Markup) -> Markup:
    """An element; attributes are escaped, children are what they are."""
    given = "".join(
        f' {key}="{escape(escape_controls(value), quote=True)}"' for key, value in (attributes or {}).items()
    )
    if name in _VOID and not children:
        return Markup(f"<{name}{given}>" if name in {"meta", "input", "br"} else f"<{name}{given}/>")
    return Markup(f"<{name}{given}>{''.join(children)}</{name}>")


def join(parts: Iterable[Markup], between: str = "") -> Markup:
    """The parts, one after the other."""
    return Markup(between.join(parts))


def link(url: str, words: str | None = None, label: str | None = None) -> Markup:
    """A link to a page of the web, `words` by default its address; words alone for any other address."""
    shown = tag("bdi", None, text(url if words is None else words))
    parts = split_url(url)
    if parts is None or parts.scheme not in _WEB or not parts.host or escape_controls(url) != url:
        return shown
    attributes = {"href": url, "rel": "nofollow noreferrer noopener"}
    return tag("a", attributes | ({"aria-label": label} if label else {}), shown)
