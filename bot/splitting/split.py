"""Split a list: which sections move to files, and the proof that nothing was lost; the rest is left where it is."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from bot.document import BlockKind, parse
from bot.document.anchors import Anchors
from bot.document.model import IMAGE_CHARACTER
from bot.listing import Kind, read
from bot.listing.parts import Carrier
from bot.splitting.pages import Pages
from bot.text import Span, Text, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence

    from bot.document import Block
    from bot.listing import Entry, Listing
    from bot.splitting.pages import Page

_LEAST = 250
"""Bytes of a section from which moving it is worth a file: what is left in its place has about 200."""
_MOST_OF_THE_LIST = 0.5
"""A section with more of the list than this is divided by its own subsections."""
_TAG = lazy_pattern(r"<(/?)(details|table|div|center|ul|ol|blockquote|pre)\b[^<>]*>", re.IGNORECASE)


class Branch(NamedTuple):
    """A heading with all below it, down to the next heading of its level or above."""

    heading: Span
    """The lines of the heading."""
    title: str
    level: int
    body: Span
    """What is below the heading, from the start of a line to the start of a line or the end of the text."""
    entries: int
    """Entries whose own heading is not the branch's: those that would move."""
    size: int
    """Bytes of the body."""
    is_page: bool
    """Whether it is the first heading, or has others in it: with most of the list it is that of the whole page."""
    children: tuple[Branch, ...] = ()

    @property
    def span(self) -> Span:
        """Heading and body."""
        return Span(self.heading.start, self.body.end)


def find_branches(listing: Listing) -> tuple[Branch, ...]:
    """The outermost branches with entries, each with those inside it; entries that are headings make none."""
    document, content = listing.document, listing.text.content
    starts = [entry.span.start for entry in listing.entries]
    own = {entry.span.start for entry in listing.entries if entry.carrier is Carrier.HEADING}
    headings = [
        (document.lines_span(block.first, block.last), block.level, _title(block))
        for block in document.blocks
        if block.kind is BlockKind.HEADING
    ]
    ends = _ends([(span.start, level) for span, level, _ in headings], len(content))

    def make(first: int, last: int) -> Iterator[Branch]:
        """The branches of `headings[first:last]`, which all are in one branch or in none."""
        while first < last:
            span, level, title = headings[first]
            following = first + 1
            while following < last and headings[following][0].start < ends[first]:
                following += 1
            body = Span(_line_after(content, span.end), ends[first])
            count = bisect_left(starts, body.end) - bisect_left(starts, body.start)
            if count and span.start not in own:
                size = len(content[body.start : body.end].encode(errors="replace"))
                is_page = not first or following > first + 1
                yield Branch(span, title, level, body, count, size, is_page, tuple(make(first + 1, following)))
            first = following

    return tuple(make(0, len(headings)))


def walk(branches: Iterable[Branch]) -> Iterator[Branch]:
    """All branches, outer ones before those inside them."""
    for branch in branches:
        yield branch
        yield from walk(branch.children)


def choose(
    branches: Sequence[Branch], too_many: int, whole: int, left_out: Collection[Branch] = ()
) -> tuple[Branch, ...]:
    """The branches to move so that a list of `whole` bytes gets shorter by `too_many`: the largest, in order of place.

    All of them where that is not enough; never those `left_out`.
    """
    chosen: list[Branch] = []
    for branch in sorted(_divide(branches, whole), key=lambda each: (-each.size, each.span)):
        if too_many <= 0:
            break
        if branch.size > _LEAST and branch not in left_out:
            chosen.append(branch)
            too_many -= branch.size
    return tuple(sorted(chosen, key=lambda each: each.span))


def choose_named(branches: Sequence[Branch], titles: Collection[str]) -> tuple[Branch, ...]:
    """The branches with these headings, in any capitals; outer ones rather than those inside them."""
    wanted = {title.casefold().strip() for title in titles}
    found: list[Branch] = []
    for branch in branches:
        if branch.title.casefold() in wanted:
            found.append(branch)
        else:
            found += choose_named(branch.children, titles)
    return tuple(found)


def find_obstacle(listing: Listing, branch: Branch) -> str:
    """Why the text of a branch cannot be cut out: what begins in it and ends behind it; empty if nothing does."""
    opened: dict[str, int] = {}
    for tag in _TAG.finditer(listing.text[branch.body]):
        name = tag[2].lower()
        opened[name] = opened.get(name, 0) + (-1 if tag[1] else 1)
    if unbalanced := sorted(name for name, count in opened.items() if count):
        return f"<{unbalanced[0]}> begins or ends in it"
    return ""


def _divide(branches: Sequence[Branch], whole: int) -> Iterator[Branch]:
    """The branches that may move: where one has most of the list, those inside it."""
    for branch in branches:
        if branch.is_page and branch.size > _MOST_OF_THE_LIST * whole:
            yield from _divide(branch.children, whole)
        else:
            yield branch


def _title(block: Block) -> str:
    return block.prose.text.replace(IMAGE_CHARACTER, "").strip() if block.prose is not None else ""


def _ends(headings: Sequence[tuple[int, int]], length: int) -> list[int]:
    """Where the branch of each heading, given by start and level, ends."""
    ends = [length] * len(headings)
    inside: list[int] = []
    for index, (start, level) in enumerate(headings):
        while inside and headings[inside[-1]][1] >= level:
            ends[inside.pop()] = start
        inside.append(index)
    return ends


def _line_after(content: str, offset: int) -> int:
    """The start of the line behind the one that ends at `offset`."""
    if content.startswith("\r\n", offset):
        return offset + 2
    return min(offset + 1, len(content))


class Kept(NamedTuple):
    """A section that was to move and cannot, with the reason."""

    branch: Branch
    reason: str


class Split(NamedTuple):
    """The list after a split, the new files, and what could not move; without pages the list is as it was."""

    content: str
    pages: tuple[Page, ...] = ()
    kept: tuple[Kept, ...] = ()
    reason: str = ""
    """Why nothing can be moved, where that is because of the whole list."""


def split(listing: Listing, most: int, folder: str, taken: Collection[str], titles: Collection[str] = ()) -> Split:
    """Move sections to files in `folder` until the list has at most `most` bytes; with `titles`, just those sections.

    `taken` are the paths of files that exist, relative to the folder of the list.
    """
    content = listing.text.content
    whole = _size(content)
    branches = find_branches(listing)
    pointers = [link.span for link in listing.document.links if link.href.startswith(f"{folder}/")]
    kept: list[Kept] = []
    excess = whole - most
    while True:
        left_out = {each.branch for each in kept}
        # What links to the folder already is what an earlier split left.
        left_out |= {branch for branch in walk(branches) if any(map(branch.body.contains, pointers))}
        if titles:
            chosen = tuple(each for each in choose_named(branches, titles) if each not in left_out)
        else:
            chosen = choose(branches, excess, whole, left_out)
        if not chosen:
            return Split(content, (), tuple(kept))
        pages = Pages(listing.document, chosen, folder, taken)
        made = pages.make_pages()
        if failed := [Kept(page.branch, reason) for page in made if (reason := _find_loss(listing, page, pages))]:
            kept += failed
            continue
        after = read(parse(Text(listing.text.path, pages.make_list())))
        left = _size(after.text.content) - most
        excess = sum(branch.size for branch in chosen) + max(left, 0)  # the stubs are longer than thought
        if titles or left <= 0 or choose(branches, excess, whole, left_out) == chosen:
            break
    if reason := _find_loss_in_list(listing, after, made):
        return Split(content, (), tuple(kept), reason)
    return Split(after.text.content, made, tuple(kept))


def _size(content: str) -> int:
    return len(content.encode(errors="replace"))


def _find_loss(listing: Listing, page: Page, pages: Pages) -> str:
    """Why the section is not the same on its page; empty if it is."""
    if obstacle := find_obstacle(listing, page.branch):
        return obstacle
    there = read(parse(Text(page.path, page.content)))
    span = page.branch.span
    before = [entry for entry in listing.entries if span.contains(entry.span)]
    if list(map(_essence, there.entries)) != list(map(_essence, before)):
        return "its entries would be read differently in a file of their own"
    wanted = [pages.target(link, page.path) for link in listing.document.links if span.contains(link.span)]
    if [link.href for link in there.document.links][1:][: len(wanted)] != wanted:
        return "its links would lead elsewhere"
    return ""


def _find_loss_in_list(listing: Listing, after: Listing, pages: Iterable[Page]) -> str:
    """Why what remains of the list is not as it was; empty if it is."""
    bodies = [page.branch.body for page in pages]
    remaining = [entry for entry in listing.entries if not _is_in(bodies, entry.span)]
    if list(map(_essence, after.entries)) != list(map(_essence, remaining)):
        return "the other entries would be read differently without it"
    anchors = Anchors(after.document)
    before = Anchors(listing.document)
    if not all(map(anchors.has, (*before.names, *before.explicit))):
        return "anchors of the list would be lost"
    return ""


def _is_in(bodies: Iterable[Span], span: Span) -> bool:
    return any(body.contains(span) for body in bodies)


def _essence(entry: Entry) -> Hashable:
    """What an entry says, wherever it is.

    Of one that names no work only that it is there: how such words are read depends on those around, and its text is
    moved as it is.
    """
    if entry.kind is not Kind.PAPER or entry.work is None:
        return entry.carrier, len(entry.links)
    title = entry.title.value if entry.title is not None else None
    date = entry.date.value if entry.date is not None else None
    return entry.carrier, title, entry.work, entry.identifiers, date, len(entry.links)
