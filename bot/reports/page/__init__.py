"""A picture of a list's health comes in; one HTML page, which needs nothing else, goes out.

Nothing is loaded from anywhere: style and script are within, and the page forbids all else by a Content Security
Policy that names both by their hashes. The script sorts and filters; without it everything is there as well.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING

from bot.reports.page.markup import Markup, join, tag, text
from bot.reports.page.parts import header, health, losses, months, shares
from bot.reports.page.picture import Dead, Month, Moved, Picture, Place, Share, Sweep, Tally

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Dead", "Month", "Moved", "Picture", "Place", "Share", "Sweep", "Tally", "render"]

_HERE = Path(__file__).parent


def render(picture: Picture) -> str:
    """The page, as the text of an HTML file in UTF-8."""
    style, script = ((_HERE / f"page.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    title = f"{picture.title}: health of the links"
    head = tag(
        "head",
        None,
        Markup("\n"),
        tag("meta", {"charset": "utf-8"}),
        tag("meta", {"http-equiv": "Content-Security-Policy", "content": policy}),
        tag("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}),
        tag("meta", {"name": "color-scheme", "content": "light dark"}),
        tag("meta", {"name": "referrer", "content": "no-referrer"}),
        tag("title", None, text(title)),
        Markup(f"\n<style>{style}</style>\n"),
    )
    # Neither style nor script can be ended early: both are ours, and hold no "</".
    body = tag("body", None, Markup("\n"), *_body(picture), Markup(f"\n<script>{script}</script>\n"))
    return f"<!doctype html>\n{tag('html', {'lang': 'en'}, head, Markup(chr(10)), body)}\n"


def _body(picture: Picture) -> Iterable[Markup]:
    sections = [health(picture), losses(picture), shares(picture), months(picture)]
    yield tag("a", {"class": "skip", "href": "#main"}, text("Skip to the figures"))
    yield header(picture)
    yield Markup("\n")
    yield tag("main", {"id": "main", "tabindex": "-1"}, join(sections, "\n"))
    yield Markup("\n")
    yield tag(
        "footer",
        None,
        tag("p", None, text(_honesty(picture))),
        tag("p", None, text("Made by paperlist-bot. This page loads nothing from anywhere.")),
    )


def _honesty(picture: Picture) -> str:
    """How often the bot was wrong, as far as it was told."""
    if not picture.reported:
        return "The bot has called no link dead so far."
    links = "1 link" if picture.reported == 1 else f"{picture.reported:,} links"
    wrong = "none" if not picture.alarms else f"{picture.alarms:,}"
    return f"The bot has called {links} dead so far; of these, people found {wrong} alive."


def _hash(source: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(source.encode()).digest()).decode()}"
