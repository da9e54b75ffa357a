"""The `citation_*` meta tags of a page, in which publishers tell indexes of papers what it is about.

Google Scholar reads them: https://scholar.google.com/intl/en/scholar/inclusion.html#indexing. Whoever makes a page may
write anything into them: what is kept is short, and only text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.document.html import meta_tags

if TYPE_CHECKING:
    from typing import TypeAlias

Tags: TypeAlias = "tuple[tuple[str, ...], ...]"
"""Pairs of a name in lower case and a text, in the order of the page."""

_NEEDED = "citation_title"
"""A page without it is not the page of a paper."""
_KEPT = frozenset(
    f"citation_{name}"
    for name in "title author authors conference_title conference journal_title inbook_title date publication_date"
    " online_date year doi arxiv_id".split()
)
_MOST_TAGS = 150
_LONGEST = 1_000
"""Characters of one text."""
_AHEAD = 200
"""Characters between the start of a tag and the name in it, at most."""


def read_tags(text: str) -> Tags:
    """The tags of a page that say which paper it is about; none where it does not give the title of one."""
    if _NEEDED not in text:
        return ()
    found: list[tuple[str, ...]] = []
    for name, content in meta_tags(text, max(text.find("citation_") - _AHEAD, 0)):
        if name in _KEPT and content and len(content) <= _LONGEST:
            found.append((name, content))
            if len(found) == _MOST_TAGS:
                break
    return tuple(found) if any(name == _NEEDED for name, _ in found) else ()
