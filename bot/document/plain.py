"""A line of plain words and plain links comes in; its runs go out, without the cost of a Markdown parser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.document.model import Link, Run, RunKind, Style

if TYPE_CHECKING:
    from bot.document.html import Folder
    from bot.document.places import Places

_PLAIN_LINK = re.compile(r"\[([^\[\]]*)\]\(([^\s()<>\\&\x00-\x1f\x7f]*)\)")
_MARKUP = re.compile(r"[\\`*_<!\n]|\]\(|&#?\w+;")
"""Whatever could mean something to Markdown or to HTML: marks, half a link, an entity, a line end."""


def fold_plain(folder: Folder, content: str, places: Places) -> bool:
    """Fold a line of plain words and plain links without markdown-it, which takes five times as long.

    Answers whether it did: anything that could mean something else to Markdown is left to markdown-it.
    """
    links = list(_PLAIN_LINK.finditer(content))
    gaps = zip([0, *(link.end() for link in links)], [*(link.start() for link in links), len(content)], strict=True)
    if any(_MARKUP.search(content, start, end) for start, end in gaps):
        return False
    if any(_MARKUP.search(content, *link.span(1)) for link in links):
        return False
    cursor = 0
    for found in links:
        folder.words(content[cursor : found.start()], places, cursor)
        label = places.span(*found.span(1))
        link = Link(places.span(*found.span()), found[1], label, found[2], places.span(*found.span(2)))
        folder.runs.append(Run(RunKind.TEXT, label, found[1], Style.PLAIN, link))
        cursor = found.end()
    folder.words(content[cursor:], places, cursor)
    return True
