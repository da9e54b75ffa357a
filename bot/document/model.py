"""A Markdown document as values: blocks, runs of words, links and comments, each with its exact span."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from bot.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.text import Text


class Style:
    """How a run of words is set off from its surroundings: a sum of these.

    Plain numbers, since an enumeration's `&` takes ten times as long and is computed for every run of a list.
    """

    PLAIN = 0
    BOLD = 1
    ITALIC = 2
    CODE = 4


class RunKind(StrEnum):
    """What a run is made of."""

    TEXT = "text"
    IMAGE = "image"
    """`value` is the object replacement character; the picture's own words are `image.label`."""
    WRAP = "wrap"
    """The line ends, the paragraph goes on."""
    BREAK = "break"
    """A line break that the reader sees: `<br>`, a backslash or two spaces at the line's end."""
    TAG = "tag"
    """An HTML tag that begins or ends a block, such as `<td>` or `</summary>`; its name is `tag`."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link or an image. Rules compare `href`; edits touch `url_span`, which a reference link does not have."""

    span: Span
    label: str
    """What the reader sees, as plain text; the `alt` of an image."""
    label_span: Span
    href: str
    url_span: Span | None
    image: bool = False
    bare: bool = False
    """The URL itself is the text: `<https://...>` or a URL in running text."""
    badge: Link | None = None
    """The image inside the link, where the link holds one."""


class Run(NamedTuple):
    """Words in one style. `value` is as long as its span, or stands for it as a whole (an escape, an entity)."""

    kind: RunKind
    span: Span
    value: str
    style: int = Style.PLAIN
    link: Link | None = None
    image: Link | None = None
    tag: str = ""


IMAGE_CHARACTER = "\ufffc"


@dataclass(frozen=True, slots=True)
class Prose:
    """The runs of one paragraph, heading, cell or piece of HTML, and their text as one string."""

    runs: tuple[Run, ...]
    text: str = field(init=False)
    starts: tuple[int, ...] = field(init=False, repr=False)
    """Offset into `text` of each run."""
    styles: int = field(init=False, repr=False)
    """All styles that occur."""

    def __post_init__(self) -> None:
        starts: list[int] = []
        length = styles = 0
        for run in self.runs:
            starts.append(length)
            length += len(run.value)
            styles |= run.style
        object.__setattr__(self, "text", "".join([run.value for run in self.runs]))
        object.__setattr__(self, "starts", tuple(starts))
        object.__setattr__(self, "styles", styles)

    def run_at(self, offset: int) -> int:
        """The index of the run that holds the character at `offset` of `text`."""
        return max(bisect_right(self.starts, offset) - 1, 0)

    def span(self, start: int, end: int) -> Span:
        """The source span of `text[start:end]`; raises IndexError for a prose without runs."""
        starts = self.starts
        first = max(bisect_right(starts, start) - 1, 0)
        run = self.runs[first]
        outer, offset = run.span, starts[first]
        verbatim = len(run.value) == outer.end - outer.start
        begin = outer.start + start - offset if verbatim else outer.start
        if end - offset > len(run.value):  # the words go on in a later run
            last = max(bisect_right(starts, max(end - 1, start)) - 1, 0)
            run = self.runs[last]
            outer, offset = run.span, starts[last]
            verbatim = len(run.value) == outer.end - outer.start
        finish = outer.start + end - offset if verbatim else outer.end
        return Span(begin, max(finish, begin))

    @property
    def end(self) -> int:
        """The offset in the source where the last run ends; 0 for a prose without runs."""
        return self.runs[-1].span.end if self.runs else 0

    def links(self) -> Iterator[Link]:
        """The links and images of this prose, each once, in order; an image before the link around it."""
        seen: Link | None = None
        for run in self.runs:
            if run.image is not None:
                yield run.image
            if run.link is not None and run.link is not seen:
                seen = run.link
                yield run.link


EMPTY_PROSE = Prose(())
"""The prose without words."""


class BlockKind(StrEnum):
    """The pieces that Markdown is made of."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    ITEM = "item"
    TABLE = "table"
    ROW = "row"
    HTML = "html"
    CODE = "code"
    QUOTE = "quote"
    RULE = "rule"


class Block(NamedTuple):
    """One block with what it holds; `first` and `last` are its line numbers, from 1, without blank ones behind."""

    kind: BlockKind
    first: int
    last: int
    prose: Prose | None = None
    children: tuple[Block, ...] = ()
    level: int = 0
    """Depth of a heading, 1 to 6."""
    number: int | None = None
    """The number of an item of an ordered list, as written."""
    cells: tuple[Prose, ...] = ()


class Comment(NamedTuple):
    """An HTML comment; `text` is what is between its marks."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its structure."""

    text: Text
    blocks: tuple[Block, ...]
    links: tuple[Link, ...]
    """Every link and image of the document, HTML ones included, in order of place."""
    comments: tuple[Comment, ...]

    def lines_span(self, first: int, last: int) -> Span:
        """The span of whole lines without the first one's indentation and the last one's line end."""
        start = self.text.line_span(first)
        line = self.text[start]
        indent = len(line) - len(line.lstrip(" \t>\ufeff"))
        return Span(start.start + indent, self.text.line_span(last).end)


def walk(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """All blocks, outer ones before what they hold, in order."""
    for block in blocks:
        yield block
        yield from walk(block.children)


class OffsetMap:
    """Maps offsets in a block's content to offsets in the text, piece by piece, each piece unbroken."""

    def __init__(self, starts: list[int], targets: list[int]) -> None:
        self.starts, self.targets = starts, targets

    def at(self, offset: int) -> int:
        """The offset into the text of the character at `offset` of the content."""
        index = bisect_right(self.starts, offset) - 1
        return self.targets[index] + offset - self.starts[index]

    def span(self, start: int, end: int) -> Span:
        """The source span of `content[start:end]`; the end belongs to the line of its last character."""
        return Span(self.at(start), self.at(max(end - 1, start)) + (end > start))

    def pieces(self, start: int, end: int) -> Iterator[tuple[Span, int, int]]:
        """The unbroken pieces of `content[start:end]`: the span of each, and its own start and end."""
        index = bisect_right(self.starts, start)
        while start < end:
            stop = min(end, self.starts[index]) if index < len(self.starts) else end
            target = self.targets[index - 1] + start - self.starts[index - 1]
            yield Span(target, target + stop - start), start, stop
            start, index = stop, index + 1
