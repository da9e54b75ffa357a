"""When the entries of a list were added to it, told from what the commits of its file added and removed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bot.papers.identifiers import identify
from bot.papers.urls import split_url
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.exports.works import ExportedList, Work
    from bot.git import Commit

_ARXIV_ID = lazy_pattern(r"(?<![\d.])\d{4}\.\d{4,5}(?!\d)")
_URL = lazy_pattern(r"https?://[^\s<>\"'|\\\[\]{}]{1,2000}", re.IGNORECASE)
_CLOSING = ").,;:*_`"
_MOST_CLOSING = 8
_LONGEST_LINE = 20_000
"""Characters of a line that are searched for links."""


class Addition(NamedTuple):
    """A work and when it came into its list, in seconds since the epoch."""

    work: Work
    time: int
    key: str
    """What names the work, in this and in every later feed."""


def find_additions(each: ExportedList, commits: Iterable[Commit], most: int) -> tuple[Addition, ...]:
    """The works that were added last, the newest first, and those of one commit in the order of the list.

    A work is added by the newest commit that adds a line with its identifier or address and removes none with it:
    what was only moved or edited is older. An entry without a link cannot be followed and is left out.
    """
    open_keys: dict[str, Work] = {}
    for work in each.works:
        if key := key_of(work):
            open_keys.setdefault(key, work)
    places = {id(work): place for place, work in enumerate(each.works)}
    found: list[Addition] = []
    for commit in commits:
        added = {key for line in commit.added for key in _keys(line)} & open_keys.keys()
        if added:
            added -= {key for line in commit.removed for key in _keys(line)}
        new = [Addition(open_keys.pop(key), commit.time, key) for key in added]
        found += sorted(new, key=lambda addition: places[id(addition.work)])
        if len(found) >= most or not open_keys:
            break
    return tuple(found[:most])


def key_of(work: Work) -> str:
    """The arXiv id of the paper, else its DOI, else its address; empty for an entry without a link."""
    if _ARXIV_ID.fullmatch(work.arxiv):
        return work.arxiv
    return _name_of(work.url or next((link.url for link in work.links), ""))


def _keys(line: str) -> Iterator[str]:
    """All that `key_of` could give for an entry on this line."""
    text = line[:_LONGEST_LINE]
    yield from _ARXIV_ID.findall(text)
    for match in _URL.finditer(text):
        yield _name_of(match[0])
        # A bracket may close the link in Markdown or belong to the address.
        yield _name_of(match[0].partition(")")[0])
        url = match[0]
        for _ in range(_MOST_CLOSING):
            if url[-1] in _CLOSING:
                url = url[:-1]
                yield _name_of(url)


def _name_of(url: str) -> str:
    """What a URL names, the same in all its spellings; itself without scheme and trailing slash else."""
    identifier = identify(url).identifier
    if identifier is not None:
        return str(identifier)
    parts = split_url(url)
    return f"{parts.host}{parts.path.rstrip('/')}{parts.query}{parts.fragment}" if parts is not None else ""
