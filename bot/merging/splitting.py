"""Split a list: which sections move to files, and the proof that nothing was lost; the rest is left where it is."""

from __future__ import annotations

import html
import posixpath
import re
from bisect import bisect_left
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import quote, unquote

from bot.document import Block, BlockKind, Document, Link, parse
from bot.document.anchors import Anchors, Heading, slug
from bot.document.model import IMAGE_CHARACTER
from bot.linter.diagnostics import Edit, Fix, apply
from bot.listing import Entry, Kind, Listing, read
from bot.listing.parts import Carrier
from bot.progress import step
from bot.reports.markdown import escape
from bot.text import Span, Text, lazy_pattern

_LEAST = 250
"""Bytes of a section from which moving it is worth a file: what is left in its place has about 200."""
_STUB = 200
"""About the bytes of what is left in place of a section."""
MOST_FILES = 60
"""Files of one split, unless more are asked for."""
_MOST_OF_THE_LIST = 0.5
"""A section with more of the list than this is divided by its own subsections."""
_TAG = lazy_pattern(r"<(/?)(details|table|div|center|ul|ol|blockquote|pre)\b[^<>]*>", re.IGNORECASE)


class Branch(NamedTuple):
    """A heading with all below it, down to the next heading of its level or above."""

    heading: Span
    """The lines of the heading."""
    title: str
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
            span, _, title = headings[first]
            following = first + 1
            while following < last and headings[following][0].start < ends[first]:
                following += 1
            body = Span(_line_after(content, span.end), ends[first])
            count = bisect_left(starts, body.end) - bisect_left(starts, body.start)
            if count and span.start not in own:
                size = _size(content[body.start : body.end])
                is_page = not first or following > first + 1
                yield Branch(span, title, body, count, size, is_page, tuple(make(first + 1, following)))
            first = following

    return tuple(make(0, len(headings)))


def walk(branches: Iterable[Branch]) -> Iterator[Branch]:
    """All branches, outer ones before those inside them."""
    for branch in branches:
        yield branch
        yield from walk(branch.children)


def choose(
    branches: Sequence[Branch], too_many: int, whole: int, left_out: Collection[Branch] = (), files: int = MOST_FILES
) -> tuple[Branch, ...]:
    """The branches to move so that a list of `whole` bytes gets shorter by `too_many`: the largest, in order of place.

    All of them where that is not enough, but no more than `files`; never those `left_out`.
    """
    chosen: list[Branch] = []
    for branch in sorted(_divide(branches, whole), key=lambda each: (-each.size, each.span)):
        if too_many <= 0 or len(chosen) == files:
            break
        if branch.size > _LEAST and branch not in left_out:
            chosen.append(branch)
            too_many -= branch.size - _STUB
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
    """Why the text of a branch cannot be cut out: what begins in it and ends after it; empty if nothing does."""
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
    """The start of the line after the one that ends at `offset`."""
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


def split(
    listing: Listing,
    most: int,
    folder: str,
    taken: Collection[str],
    titles: Collection[str] = (),
    files: int = MOST_FILES,
) -> Split:
    """Move sections to files in `folder` until the list has at most `most` bytes; with `titles`, just those sections.

    `taken` are the paths of files that exist, relative to the folder of the list; there are no more than `files` new
    ones.
    """
    content = listing.text.content
    whole = _size(content)
    branches = find_branches(listing)
    pointers = [link.span for link in listing.document.links if link.href.startswith(f"{folder}/")]
    kept: list[Kept] = []
    losses: dict[Page, str] = {}
    excess = whole - most
    while True:
        left_out = {each.branch for each in kept}
        # What links to the folder already is what an earlier split left.
        left_out |= {branch for branch in walk(branches) if any(map(branch.body.contains, pointers))}
        if titles:
            chosen = tuple(each for each in choose_named(branches, titles) if each not in left_out)
        else:
            chosen = choose(branches, excess, whole, left_out, files)
        if not chosen:
            return Split(content, (), tuple(kept))
        pages = Pages(listing.document, chosen, folder, taken)
        made = pages.make_pages()
        for number, page in enumerate(made):
            step("Checking", number, len(made), "section")
            if page not in losses:
                losses[page] = _find_loss(listing, page, pages)
        if failed := [Kept(page.branch, losses[page]) for page in made if losses[page]]:
            kept += failed
            continue
        step(f"Reading {listing.text.path} as it would be")
        after = read(parse(Text(listing.text.path, pages.make_list()), listing.document.wordings))
        left = _size(after.text.content) - most
        excess = sum(branch.size - _STUB for branch in chosen) + left  # the stubs are longer than thought
        if titles or left <= 0 or choose(branches, excess, whole, left_out, files) == chosen:
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
    there = read(parse(Text(page.path, page.content), listing.document.wordings))
    span = page.branch.span
    before = [entry for entry in listing.entries if span.contains(entry.span)]
    if list(map(_essence, there.entries)) != list(map(_essence, before)):
        return "its entries would be read differently in a file of their own"
    if list(Anchors(there.document).names) != pages.anchors_on(page.path):
        return "its headings would be read differently in a file of their own"
    wanted = [pages.target(link, page.path) for link in listing.document.links if span.contains(link.span)]
    if [link.href for link in there.document.links][1:][: len(wanted)] != wanted:
        return "its links would lead elsewhere"
    return ""


def _find_loss_in_list(listing: Listing, after: Listing, pages: Iterable[Page]) -> str:
    """Why what remains of the list is not as it was; empty if it is."""
    bodies = [page.branch.body for page in pages]
    remaining = [entry for entry in listing.entries if not any(body.contains(entry.span) for body in bodies)]
    if list(map(_essence, after.entries)) != list(map(_essence, remaining)):
        return "without the sections that were to move, the other entries would be read differently"
    anchors = Anchors(after.document)
    before = Anchors(listing.document)
    if not all(map(anchors.has, (*before.names, *before.explicit))):
        return "anchors of the list would be lost"
    return ""


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


_DEFINITION = lazy_pattern(r"^ {0,3}\[([^\[\]\n]{1,200})\]:[^\r\n]*", re.MULTILINE)
"""A line that says where `[text][label]` leads, or what a footnote says."""
_LABEL = lazy_pattern(r"\[([^\[\]\n]{1,200})\]")
_SAME_EVERYWHERE = lazy_pattern(r"[A-Za-z][A-Za-z0-9+.\-]*:|/|\?")
"""The start of a target that is the same whatever page it is on: a scheme, a host, the top of the repository."""
_LONGEST_NAME = 60
"""Characters of a file's name."""


class Page(NamedTuple):
    """A new file with one section of the list."""

    path: str
    """Relative to the folder of the list, with slashes."""
    branch: Branch
    content: str


class _Place(NamedTuple):
    """Where a heading of the list is after the split."""

    path: str
    anchor: str


class Pages:
    """The texts that a split makes of `document`: its `branches` move to files in `folder`.

    `taken` are the paths of files that exist, relative to the folder of the list.
    """

    def __init__(self, document: Document, branches: Sequence[Branch], folder: str, taken: Collection[str]) -> None:
        self._document, self._anchors = document, Anchors(document)
        self._name = posixpath.basename(document.text.path.replace("\\", "/"))
        self._newline = document.text.newline
        found = _DEFINITION.finditer(document.text.content)
        self._definitions = {match[1].casefold(): match[0] for match in found}
        self._paths = dict(zip(branches, _name_files(branches, folder, taken), strict=True))
        self._explicit: dict[str, frozenset[str]] = {}
        self._moved: dict[int, _Place] = {}
        for branch, path in self._paths.items():
            headings, explicit = self._anchors.cut(branch.span)
            self._explicit[path] = frozenset(explicit)
            self._moved |= {each.span.start: _Place(path, each.name) for each in headings}

    def anchors_on(self, path: str) -> list[str]:
        """The anchors of the headings on the page at `path`, in order."""
        return [place.anchor for _, place in sorted(self._moved.items()) if place.path == path]

    def make_pages(self) -> tuple[Page, ...]:
        """The new files, in order."""
        return tuple(Page(path, branch, self._page(branch, path)) for branch, path in self._paths.items())

    def make_list(self) -> str:
        """The list with a stub for each section that moved; all anchors are there, so links stay as they are."""
        bodies = [branch.body for branch in self._paths]
        stubs = (Edit(branch.body, self._stub(branch, path)) for branch, path in self._paths.items())
        content = self._with_definitions(_apply(self._document.text.content, stubs))
        after = Anchors(parse(Text(self._document.text.path, content), self._document.wordings))
        stayed = [each for each in self._anchors.headings if not any(body.contains(each.span) for body in bodies)]
        anchors = [
            Edit(Span(new.span.end, new.span.end), f"{self._newline}{self._newline}{_anchor(old.name)}")
            for old, new in zip(stayed, after.headings, strict=False)
            if not after.has(old.name)
        ]
        return _apply(content, anchors)

    def target(self, link: Link, path: str) -> str:
        """The target of a link of the list as it is written on the page at `path`."""
        href = link.href
        if not href or _SAME_EVERYWHERE.match(href):
            return href
        if not href.startswith("#"):
            return posixpath.join(_upwards(path), href)
        name, heading = unquote(href[1:]), self._anchors.heading(href[1:])
        place = self._moved.get(heading.span.start) if heading is not None else None
        if place is not None and place.path == path:
            return href if name == place.anchor else f"#{quote(place.anchor)}"
        is_in_list = heading is not None or (name in self._anchors.explicit and name not in self._explicit[path])
        return f"{self._list_from(path)}{href}" if is_in_list else href

    def _headings_in(self, span: Span) -> list[Heading]:
        return [heading for heading in self._anchors.headings if span.contains(heading.span)]

    def _page(self, branch: Branch, path: str) -> str:
        """A link back to the list, then the section as it is, with its links led to where they led."""
        newline, start = self._newline, branch.span.start
        edits = (
            Edit(Span(link.url_span.start - start, link.url_span.end - start), target)
            for link in self._document.links
            if link.url_span is not None and branch.span.contains(link.span)
            for target in [self.target(link, path)]
            if target != link.href
        )
        section = _apply(self._document.text[branch.span], edits).rstrip()
        heading, *_ = self._headings_in(branch.span)
        title = next((each.text for each in self._anchors.headings if each.text.strip()), self._name)
        back = f"[{escape(title)}]({self._list_from(path)}#{quote(heading.name)})"
        return self._with_definitions(f"{back}{newline}{newline}{section}{newline}")

    def _stub(self, branch: Branch, path: str) -> str:
        """What is left below the heading: a link to the page, and its subsections; all with the anchors they had."""
        children = {child.heading.start for child in branch.children if child.entries > 1}
        items, others = [], []
        for heading in self._headings_in(branch.body):
            place = self._moved.get(heading.span.start)
            if heading.span.start in children and place is not None:
                target = f"{place.path}#{quote(place.anchor)}"
                items.append(f"{_anchor(heading.name)}[{escape(heading.text.strip())}]({target})")
            else:
                others.append(_anchor(heading.name))
        others += map(_anchor, sorted(self._explicit[path]))
        # A paragraph: a bulleted list of links would be read as entries.
        shown = f"[{escape(branch.title) or path}]({path}){''.join(others)}"
        subsections = f"{self._newline * 2}{' · '.join(items)}" if items else ""
        return f"{self._newline}{shown}{subsections}{self._newline * 2}"

    def _list_from(self, path: str) -> str:
        """The path of the list as a page writes it."""
        return posixpath.join(_upwards(path), quote(self._name))

    def _with_definitions(self, content: str) -> str:
        """The text with those definitions of the whole list that it uses and does not have."""
        known = self._definitions
        if not known:
            return content
        own = {match[1].casefold() for match in _DEFINITION.finditer(content)}
        used = {match[1].casefold() for match in _LABEL.finditer(content)}
        if missing := [line for label, line in known.items() if label in used - own]:
            return f"{content.rstrip()}{self._newline}{self._newline}{self._newline.join(missing)}{self._newline}"
        return content


def _name_files(branches: Sequence[Branch], folder: str, taken: Collection[str]) -> Iterator[str]:
    """A free path in `folder` for each branch, made of its heading."""
    used = {path.casefold() for path in taken}
    for branch in branches:
        base = re.sub(r"-{2,}", "-", slug(branch.title))[:_LONGEST_NAME].strip("-_") or "section"
        name, number = base, 1
        while f"{folder}/{name}.md".casefold() in used:
            number += 1
            name = f"{base}-{number}"
        path = posixpath.normpath(f"{folder}/{name}.md")
        used.add(path.casefold())
        yield path


def _upwards(path: str) -> str:
    """The way from the folder of the page at `path` to that of the list."""
    return posixpath.relpath(".", posixpath.dirname(path) or ".")


def _anchor(name: str) -> str:
    """An anchor that links to `#name` find. Names are letters, digits, `-` and `_`, or come from such an attribute."""
    return f'<a id="{html.escape(name)}"></a>'


def _apply(content: str, edits: Iterable[Edit]) -> str:
    return apply(content, [Fix("", (edit,)) for edit in edits]).content
