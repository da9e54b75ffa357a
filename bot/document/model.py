"""A Markdown document as values: blocks, runs of words, links and comments, each with its exact span."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
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


class Prose:
    """The runs of one paragraph, heading, cell or piece of HTML, and their text as one string.

    Most cells of a table are one plain run, and a row has the runs of its cells: `PlainProse` and `JoinedProse` make
    their runs on access, since these take ten times the memory of the text.
    """

    __slots__ = ("_runs", "_starts", "styles", "text")

    def __init__(self, runs: tuple[Run, ...]) -> None:
        starts: list[int] = []
        length = styles = 0
        for run in runs:
            starts.append(length)
            length += len(run.value)
            styles |= run.style
        self.text = "".join([run.value for run in runs])
        self.styles = styles
        """All styles that occur."""
        self._runs = runs
        self._starts = tuple(starts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Prose) and self.runs == other.runs

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Prose({self.runs!r})"

    @property
    def is_plain(self) -> bool:
        """Whether it is one run of words, without links and styles, for sure."""
        return False

    @property
    def runs(self) -> tuple[Run, ...]:
        """The runs, in order."""
        return self._runs

    @property
    def starts(self) -> tuple[int, ...]:
        """Offset into `text` of each run."""
        return self._starts

    @property
    def start(self) -> int | None:
        """The offset in the source where the first run begins; None for a prose without runs."""
        return self._runs[0].span.start if self._runs else None

    @property
    def end(self) -> int:
        """The offset in the source where the last run ends; 0 for a prose without runs."""
        return self._runs[-1].span.end if self._runs else 0

    def run_at(self, offset: int) -> int:
        """The index of the run that holds the character at `offset` of `text`."""
        return max(bisect_right(self.starts, offset) - 1, 0)

    def span(self, start: int, end: int) -> Span:
        """The source span of `text[start:end]`; raises IndexError for a prose without runs."""
        starts, runs = self.starts, self.runs
        first = max(bisect_right(starts, start) - 1, 0)
        run = runs[first]
        outer, offset = run.span, starts[first]
        verbatim = len(run.value) == outer.end - outer.start
        begin = outer.start + start - offset if verbatim else outer.start
        if end - offset > len(run.value):  # the words go on in a later run
            last = max(bisect_right(starts, max(end - 1, start)) - 1, 0)
            run = runs[last]
            outer, offset = run.span, starts[last]
            verbatim = len(run.value) == outer.end - outer.start
        finish = outer.start + end - offset if verbatim else outer.end
        return Span(begin, max(finish, begin))

    def links(self) -> Iterator[Link]:
        """The links and images of this prose, each once, in order; an image before the link around it."""
        seen: Link | None = None
        for run in self.runs:
            if run.image is not None:
                yield run.image
            if run.link is not None and run.link is not seen:
                seen = run.link
                yield run.link

    def has_kind(self, kind: RunKind) -> bool:
        """Whether there is a run of that kind; the break between two cells is none."""
        return any(run.kind is kind for run in self._runs)


class PlainProse(Prose):
    """Words without links and styles, as they are in the source; never empty."""

    __slots__ = ("_start",)

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.styles = Style.PLAIN
        self._start = start

    @property
    def is_plain(self) -> bool:
        return True

    @property
    def runs(self) -> tuple[Run, ...]:
        return (Run(RunKind.TEXT, Span(self._start, self.end), self.text),)

    @property
    def starts(self) -> tuple[int, ...]:
        return (0,)

    @property
    def start(self) -> int | None:
        return self._start

    @property
    def end(self) -> int:
        return self._start + len(self.text)

    def span(self, start: int, end: int) -> Span:
        return Span(self._start + start, self._start + max(end, start))

    def links(self) -> Iterator[Link]:
        return iter(())

    def has_kind(self, kind: RunKind) -> bool:
        return kind is RunKind.TEXT


class JoinedProse(Prose):
    """Proses one after the other, a break between each two that are not empty: the cells of a row.

    Few rows are asked for the runs of all their cells.
    """

    __slots__ = ("_proses",)

    def __init__(self, proses: tuple[Prose, ...]) -> None:
        self._proses = proses
        self.text = "\n".join([each.text for each in proses if each.start is not None])
        self.styles = Style.PLAIN
        for each in proses:
            self.styles |= each.styles

    @property
    def runs(self) -> tuple[Run, ...]:
        if not hasattr(self, "_runs"):
            joined: list[Run] = []
            for each in self._proses:
                runs = each.runs
                if joined and runs:
                    end = joined[-1].span.end
                    joined.append(Run(RunKind.BREAK, Span(end, end), "\n"))
                joined += runs
            super().__init__(tuple(joined))
        return self._runs

    @property
    def starts(self) -> tuple[int, ...]:
        return self._starts if self.runs else ()

    @property
    def start(self) -> int | None:
        return next((each.start for each in self._proses if each.start is not None), None)

    @property
    def end(self) -> int:
        return max([each.end for each in self._proses], default=0)

    def links(self) -> Iterator[Link]:
        return chain.from_iterable(each.links() for each in self._proses)

    def has_kind(self, kind: RunKind) -> bool:
        return any(each.has_kind(kind) for each in self._proses)


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


class Format(NamedTuple):
    """What a list is written in."""

    name: str
    comment: tuple[str, str] | None
    """What begins and ends a comment; None where the format has none."""
    has_comments_inside: bool = True
    """Whether a comment may be inside of an entry."""


MARKDOWN = Format("Markdown", ("<!-- ", " -->"))


class Value(NamedTuple):
    """A value in a file of records: what is between its quotes, and the character that begins it.

    `quote` is empty for a value without quotes, `|` or `>` for a block of YAML, `[` for one inside brackets of YAML.
    """

    span: Span
    quote: str
    name: str
    """The name of its field, as written."""
    key: Span
    """Where that name is; empty where a header has it."""
    role: str
    """What it says, as `bot.data.fields` has it; empty where that is not known."""


class Flaw(NamedTuple):
    """Why a part of a file of records is not read as it is meant."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its structure."""

    text: Text
    blocks: tuple[Block, ...]
    links: tuple[Link, ...]
    """Every link and image of the document, HTML ones included, in order of place."""
    comments: tuple[Comment, ...]
    format: Format = MARKDOWN
    values: tuple[Value, ...] = ()
    """For records: where the values are, in order and apart."""
    flaws: tuple[Flaw, ...] = ()
    """For records: what is wrong with the file itself, in order."""

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
