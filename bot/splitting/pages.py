"""The texts after a split: one page for each section that moves, and the list with a stub in its place."""

from __future__ import annotations

import html
import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote

from bot.document import parse
from bot.document.anchors import Anchors, slug
from bot.linter.diagnostics import Edit, Fix
from bot.linter.fixes import apply
from bot.reports.markdown import escape
from bot.text import Span, Text, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from bot.document import Document, Link
    from bot.document.anchors import Heading
    from bot.splitting.split import Branch

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
    """The texts that a split makes of `document`, of which `branches` move to files in `folder`.

    `taken` are the paths of files that exist, relative to the folder of the list.
    """

    def __init__(self, document: Document, branches: Sequence[Branch], folder: str, taken: Collection[str]) -> None:
        self._document, self._anchors = document, Anchors(document)
        self._name = posixpath.basename(document.text.path.replace("\\", "/"))
        self._newline = document.text.newline
        self._paths = dict(zip(branches, _name_files(branches, folder, taken), strict=True))
        self._explicit: dict[str, frozenset[str]] = {}
        self._moved: dict[int, _Place] = {}
        for branch, path in self._paths.items():
            anchors = Anchors(parse(Text(path, document.text[branch.span])))
            self._explicit[path] = frozenset(anchors.explicit)
            there = anchors.names
            inside = self._headings_in(branch.span)
            if len(there) == len(inside):  # else they are read in another way there: their links lead to the list
                self._moved |= {each.span.start: _Place(path, name) for each, name in zip(inside, there, strict=True)}

    def make_pages(self) -> tuple[Page, ...]:
        """The new files, in order."""
        return tuple(Page(path, branch, self._page(branch, path)) for branch, path in self._paths.items())

    def make_list(self) -> str:
        """The list with a stub for each section that moved; all anchors are there, so links stay as they are."""
        bodies = [branch.body for branch in self._paths]
        stubs = (Edit(branch.body, self._stub(branch, path)) for branch, path in self._paths.items())
        content = self._with_definitions(_apply(self._document.text.content, stubs))
        after = Anchors(parse(Text(self._document.text.path, content)))
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
        known = {match[1].casefold(): match[0] for match in _DEFINITION.finditer(self._document.text.content)}
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
