"""Fixes that edit a heading, whose anchor changes with its words: the links that lead there are taken along."""

from __future__ import annotations

import posixpath
from bisect import bisect_right
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote

from bot.document import parse
from bot.document.anchors import Anchors
from bot.linter.diagnostics import Edit, Fix, Safety
from bot.text import Span, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.document import Link
    from bot.document.anchors import Heading
    from bot.linter.diagnostics import Diagnostic
    from bot.listing import Listing


class FragmentLink(NamedTuple):
    """A link to a place in a page: `path` is empty for the list's own, None for a page on the web."""

    link: Link
    path: str | None
    fragment: str


def fragment_links(listing: Listing) -> Iterator[FragmentLink]:
    """The links of a list that lead to a place in a page; the paths are those of files, as the run names them."""
    own = normal_path(listing.text.path)
    for link in listing.document.links:
        path, mark, fragment = link.href.partition("#")
        if not mark or link.image:
            continue
        if ":" in path or "?" in path:
            yield FragmentLink(link, None, fragment)
        else:
            target = posixpath.normpath(posixpath.join(posixpath.dirname(own), unquote(path))) if path else own
            yield FragmentLink(link, "" if target == own else target, fragment)


def normal_path(path: str) -> str:
    """The path of a list in the form that `fragment_links` has."""
    return posixpath.normpath(path.replace("\\", "/"))


def take_links_along(
    listing: Listing, listings: Sequence[Listing], diagnostics: Iterable[Diagnostic]
) -> Iterator[Diagnostic]:
    """The diagnostics; a fix that changes an anchor edits the links to it, and is not safe where there are any.

    Not safe, since links from other pages are not known: where one's own table of contents links to the section,
    others may.
    """
    headings = _Headings(listing, listings)
    for diagnostic in diagnostics:
        fix = diagnostic.fix and headings.follow(diagnostic.fix)
        yield diagnostic if fix is diagnostic.fix else replace(diagnostic, fix=fix)


def take_along(listing: Listing, fixes: Iterable[Fix]) -> Iterator[Fix]:
    """The fixes of one list with the links to the anchors that they change."""
    return map(_Headings(listing, (listing,)).follow, fixes)


class _Headings:
    """The headings of a list, and the links to them from all lists of the run; each is found when first needed."""

    def __init__(self, listing: Listing, listings: Sequence[Listing]) -> None:
        self._listing, self._listings = listing, listings

    @cached_property
    def _headings(self) -> tuple[Heading, ...]:
        return Anchors(self._listing.document).headings

    @cached_property
    def _starts(self) -> list[int]:
        return [heading.span.start for heading in self._headings]

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(heading.name for heading in self._headings)

    @cached_property
    def _links(self) -> dict[str, list[Link | None]]:
        """The links by the anchor they lead to; None for one that cannot be edited, or that another page has."""
        found: dict[str, list[Link | None]] = {}
        own = normal_path(self._listing.text.path)
        for listing in self._listings:
            for link, path, fragment in fragment_links(listing):
                is_editable = listing is self._listing and path == "" and link.url_span is not None
                if path is None or path == (own if listing is not self._listing else ""):
                    name = unquote(fragment).removeprefix("user-content-").lower()
                    found.setdefault(name, []).append(link if is_editable else None)
        return found

    def follow(self, fix: Fix) -> Fix:
        """The fix with edits of the links to the headings whose anchors it changes."""
        edits = list(fix.edits)
        is_safe = True
        for heading in {self._heading_at(edit.span) for edit in fix.edits} - {None}:
            assert heading is not None  # noqa: S101 - subtracted
            old, new = self._anchors(heading, fix)
            if old == new:
                continue
            is_plain = heading.name == old and f"{old}-1" not in self._names and new not in self._names
            links = self._links.get(heading.name, []) if is_plain else list(self._links)
            is_safe = is_safe and not links
            if is_plain and new is not None:
                edits += [_lead_to(self._listing.text, link, new) for link in self._links.get(old, ()) if link]
        if is_safe:
            return fix
        title = fix.title if len(edits) == len(fix.edits) else f"{fix.title}, and update the links to the section"
        return Fix(title, tuple(edits), Safety.UNSAFE)

    def _heading_at(self, span: Span) -> Heading | None:
        index = bisect_right(self._starts, span.start) - 1
        return self._headings[index] if index >= 0 and self._headings[index].span.contains(span) else None

    def _anchors(self, heading: Heading, fix: Fix) -> tuple[str, str | None]:
        """The anchors before and after the fix, of the heading alone; None if it ends as no heading."""
        from bot.linter.diagnostics import apply  # few fixes touch a heading

        span = heading.span
        inside = (
            Edit(Span(edit.span.start - span.start, edit.span.end - span.start), edit.new)
            for edit in fix.edits
            if span.contains(edit.span)
        )
        source = self._listing.text[span]
        old, new = (
            Anchors(parse(Text("", text))).names
            for text in (source, apply(source, [Fix(fix.title, tuple(inside))]).content)
        )
        return old[0] if old else heading.name, new[0] if len(new) == 1 else None


def _lead_to(text: Text, link: Link, name: str) -> Edit:
    assert link.url_span is not None  # noqa: S101 - only such links are taken along
    span = link.url_span
    old = text[span]
    start = span.start + old.index("#") + 1 if "#" in old else span.start
    return Edit(Span(start, span.end), quote(name) if "%" in old else name)
