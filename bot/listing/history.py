"""Which commits of a list's file added which entries, told from the links on the lines that they added and removed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.papers.identifiers import Scheme
from bot.papers.identity import name_link
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.git import Commit
    from bot.listing.model import Entry

ARXIV_ID = lazy_pattern(r"(?<![\d.])\d{4}\.\d{4,5}(?!\d)")
_URL = lazy_pattern(r"https?://[^\s<>\"'|\\\[\]{}]{1,2000}", re.IGNORECASE)
_CLOSERS = ").,;:*_`"
_MOST_CLOSING = 8
_LONGEST_LINE = 20_000
"""Characters of a line that are searched for links."""


def find_added(keys: Iterable[str], commits: Iterable[Commit]) -> Iterator[tuple[Commit, frozenset[str]]]:
    """Of these keys those that each commit added, the newest commit first.

    A key is added by the newest commit that adds a line with it and removes none with it: what was only moved or
    edited is older.
    """
    missing = set(keys)
    for commit in commits:
        added = {key for line in commit.added for key in _keys_of(line)} & missing
        if added:
            added -= {key for line in commit.removed for key in _keys_of(line)}
        missing -= added
        yield commit, frozenset(added)
        if not missing:
            return


def name_entry(entry: Entry) -> str:
    """The key of an entry: its arXiv id, else its main link; empty for an entry without a link."""
    if entry.work is not None and entry.work.scheme is Scheme.ARXIV and ARXIV_ID.fullmatch(entry.work.value):
        return entry.work.value
    return name_link(entry.link.href) if entry.link is not None else ""


def _keys_of(line: str) -> Iterator[str]:
    """All that could be the key of an entry on this line."""
    text = line[:_LONGEST_LINE]
    yield from ARXIV_ID.findall(text)
    for match in _URL.finditer(text):
        yield name_link(match[0])
        # A bracket may close the link in Markdown or belong to the address.
        yield name_link(match[0].partition(")")[0])
        url = match[0]
        for _ in range(_MOST_CLOSING):
            if url[-1] in _CLOSERS:
                url = url[:-1]
                yield name_link(url)
