"""A listing comes in; which of its places are plain prose, neither link nor code nor comment, goes out."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

from bot.document import BlockKind, Style, walk
from bot.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.listing import Listing


class Places:
    """Where in a document something stands; nothing is gathered before it is asked for."""

    def __init__(self, listing: Listing) -> None:
        self._document = listing.document

    def is_prose(self, span: Span) -> bool:
        """Whether `span` shares no character with a link, an image, code or a comment."""
        return not any(self._overlaps(spans, span) for spans in (self._links, self._comments, self._code))

    @cached_property
    def _links(self) -> tuple[Span, ...]:
        """The links that are written as such; a bare URL may be part of one that went wrong."""
        return _merged(link.span for link in self._document.links if not link.bare)

    @cached_property
    def _comments(self) -> tuple[Span, ...]:
        return _merged(comment.span for comment in self._document.comments)

    @cached_property
    def _code(self) -> tuple[Span, ...]:
        return _merged(self._code_spans())

    def _code_spans(self) -> Iterator[Span]:
        text = self._document.text
        for block in walk(self._document.blocks):
            if block.kind is BlockKind.CODE:
                yield Span(text.line_span(block.first).start, text.line_span(block.last).end)
            for prose in (*((block.prose,) if block.prose else ()), *block.cells):
                yield from (run.span for run in prose.runs if run.style & Style.CODE)

    @staticmethod
    def _overlaps(spans: tuple[Span, ...], span: Span) -> bool:
        index = bisect_right(spans, span.start, key=lambda each: each.start)
        return any(each.overlaps(span) for each in spans[max(index - 1, 0) : index + 1])


def _merged(spans: Iterator[Span]) -> tuple[Span, ...]:
    """The spans in order, those that overlap made one."""
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start < merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return tuple(merged)
