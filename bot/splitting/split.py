"""Split a list: sections to files, and the proof that nothing was lost; what cannot be proved is left where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.document import parse
from bot.document.anchors import Anchors
from bot.listing import Kind, read
from bot.splitting.branches import choose, choose_named, find_branches, find_obstacle, walk
from bot.splitting.pages import Pages
from bot.text import Span, Text

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable

    from bot.listing import Entry, Listing
    from bot.splitting.branches import Branch
    from bot.splitting.pages import Page


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
