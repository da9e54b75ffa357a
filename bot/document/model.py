"""A document as values: what it is written in, and blocks, runs of words, links and comments with exact spans."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, chain
from pathlib import PurePath
from typing import ClassVar, NamedTuple, TypeAlias, cast

from bot.text import Span, StrEnum, Text, lazy_pattern, make_span

Wording: TypeAlias = "dict[object, object]"
"""What was read of proses that say the same, by what it is."""


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

    __slots__ = ("end", "runs", "segmented", "start", "starts", "styles", "text", "wording")
    is_plain: ClassVar[bool] = False
    """Whether it is one run of words, without links and styles, for sure."""
    segmented: object
    """How the reader of lists cut it, once it did."""
    wording: Wording | None
    """Where several versions of a list are read: what follows from its words and marks, wherever it is."""

    def __init__(self, runs: tuple[Run, ...], wording: Wording | None = None) -> None:
        self.wording = wording
        styles = 0
        for run in runs:
            styles |= run.style
        self.text = "".join(values := [run.value for run in runs])
        self.styles = styles
        """All styles that occur."""
        self.runs = runs
        """The runs, in order."""
        self.starts = tuple(accumulate(map(len, values[:-1]), initial=0)) if runs else ()
        """Offset into `text` of each run."""
        self.start = runs[0].span.start if runs else None
        """The offset in the source where the first run begins; None for a prose without runs."""
        self.end = runs[-1].span.end if runs else 0
        """The offset in the source where the last run ends; 0 for a prose without runs."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Prose) and self.runs == other.runs

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Prose({self.runs!r})"

    def run_at(self, offset: int) -> int:
        """The index of the run that holds the character at `offset` of `text`."""
        return max(bisect_right(self.starts, offset) - 1, 0)

    def span(self, start: int, end: int) -> Span:
        """The source span of `text[start:end]`; raises IndexError for a prose without runs."""
        starts, runs = self.starts, self.runs
        run = runs[first := bisect_right(starts, start) - (start >= 0)]
        outer, offset, size = run.span, starts[first], len(run.value)
        verbatim = size == outer.end - outer.start
        begin = outer.start + start - offset if verbatim else outer.start
        if end - offset > size:  # the words go on in a later run
            last = max(bisect_right(starts, max(end - 1, start)) - 1, 0)
            run = runs[last]
            outer, offset = run.span, starts[last]
            verbatim = len(run.value) == outer.end - outer.start
        finish = outer.start + end - offset if verbatim else outer.end
        return make_span((begin, max(begin, finish)))

    def links(self) -> Iterable[Link]:
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
        return kind in [run.kind for run in self.runs]


class _LateProse(Prose):
    """A prose that makes its runs when they are first asked for: few are."""

    __slots__ = ()

    def __getattr__(self, name: str) -> object:
        if name not in ("runs", "starts"):
            raise AttributeError(name)
        super().__init__(tuple(self._make_runs()), self.wording)
        return object.__getattribute__(self, name)

    def _make_runs(self) -> Iterable[Run]:
        raise NotImplementedError


class PlainProse(_LateProse):
    """Words without links and styles, as they are in the source; never empty."""

    __slots__ = ()
    is_plain = True

    def __init__(self, text: str, start: int, wording: Wording | None = None) -> None:
        self.text = text
        self.wording = wording
        self.styles = Style.PLAIN
        self.start = start
        self.end = start + len(text)

    def _make_runs(self) -> Iterable[Run]:
        return (Run(RunKind.TEXT, make_span((self.end - len(self.text), self.end)), self.text),)

    def span(self, start: int, end: int) -> Span:
        offset = self.end - len(self.text)
        return make_span((offset + start, offset + max(end, start)))

    def links(self) -> Iterable[Link]:
        return ()

    def has_kind(self, kind: RunKind) -> bool:
        return kind is RunKind.TEXT


class JoinedProse(_LateProse):
    """Proses one after the other, a break between each two that are not empty: the cells of a row."""

    __slots__ = ("_proses",)

    def __init__(self, proses: tuple[Prose, ...]) -> None:
        self._proses = proses
        full = [each for each in proses if each.start is not None]
        wordings = [each.wording for each in full if each.wording is not None]
        self.wording = None
        if wordings and len(wordings) == len(full):  # what follows from such cells in a row is kept with the first
            self.wording = cast("Wording", wordings[0].setdefault(tuple(map(id, wordings)), {}))
        self.text = "\n".join([each.text for each in full])
        self.styles = Style.PLAIN
        for each in full:
            self.styles |= each.styles
        self.start = full[0].start if full else None
        self.end = max([each.end for each in full], default=0)

    def _make_runs(self) -> Iterable[Run]:
        joined: list[Run] = []
        for each in self._proses:
            if joined and each.runs:
                end = joined[-1].span.end
                joined.append(Run(RunKind.BREAK, Span(end, end), "\n"))
            joined += each.runs
        return joined

    def links(self) -> Iterable[Link]:
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
    """One block with what it holds; `first` and `last` are its line numbers, from 1, without blank ones at the end."""

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


class Known(NamedTuple):
    """A prose that was read, the comments in it, and where its source began."""

    prose: Prose
    comments: tuple[Comment, ...]
    start: int


class Wordings:
    """The proses of the versions of a list: what is the same in several is read once, as long as this is kept."""

    __slots__ = ("_known", "_plain")

    def __init__(self) -> None:
        self._plain: dict[str, Wording] = {}
        self._known: dict[object, dict[object, Known]] = {}

    def of_plain(self, words: str) -> Wording:
        """What words without marks say."""
        return self._plain.setdefault(words, {})

    def under(self, definitions: object) -> dict[object, Known]:
        """By their source the proses that were read where these are the definitions of labels."""
        return self._known.setdefault(definitions, {})


class Format(NamedTuple):
    """What a list is written in."""

    name: str
    comment: tuple[str, str] | None
    """What begins and ends a comment; None if the format has none."""
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
    """Where that name is; empty if a header has it."""
    role: str
    """What it says, as `bot.data.fields` has it; empty if that is not known."""


class Definition(NamedTuple):
    """The address of a label of reference links, `[label]: https://...`, and its line."""

    label: str
    """As labels compare, whatever their case and spaces."""
    href: str
    line: int


class Flaw(NamedTuple):
    """Why a part of a file of records is not read as it is meant; a `minor` one by some programs only."""

    span: Span
    message: str
    minor: bool = False


@dataclass(frozen=True)
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
    definitions: tuple[Definition, ...] = ()
    """For Markdown: those of labels, in order; of several with one label the first counts."""
    wordings: Wordings | None = field(default=None, compare=False, repr=False)
    """What other versions of the text may share with it."""

    @cached_property
    def all_blocks(self) -> tuple[Block, ...]:
        """All blocks, outer ones before what they hold, in order."""
        return tuple(walk(self.blocks))

    def lines_span(self, first: int, last: int) -> Span:
        """The span of whole lines without the first one's indentation and the last one's line end."""
        start, stop = self.text.line_span(first)
        words = self.text.content[start:stop].lstrip(" \t>\ufeff")
        return make_span((stop - len(words), stop if first == last else self.text.line_span(last).end))


def walk(blocks: tuple[Block, ...]) -> list[Block]:
    """All blocks, outer ones before what they hold, in order."""
    return [each for block in blocks for each in ((block, *walk(block.children)) if block.children else (block,))]


class OffsetMap:
    """Maps offsets in a block's content to offsets in the text, piece by piece, each piece unbroken."""

    def __init__(self, starts: list[int], targets: list[int]) -> None:
        self.starts, self.targets, self._is_unbroken = starts, targets, len(starts) == 1

    def span(self, start: int, end: int) -> Span:
        """The source span of `content[start:end]`; the end belongs to the line of its last character."""
        if self._is_unbroken:
            shift = self.targets[0] - self.starts[0]
            return make_span((shift + start, shift + max(start, end)))
        last = end - 1 if end > start else start
        first = bisect_right(self.starts, start) - 1
        final = bisect_right(self.starts, last) - 1 if self.starts[first + 1 : first + 2] <= [last] else first
        begin = self.targets[first] + start - self.starts[first]
        return make_span((begin, self.targets[final] + last - self.starts[final] + (end > start)))

    def pieces(self, start: int, end: int) -> list[tuple[Span, int, int]]:
        """The unbroken pieces of `content[start:end]`: the span of each, and its own start and end."""
        if start < end and self._is_unbroken:
            return [(self.span(start, end), start, end)]
        index = bisect_right(self.starts, start)
        found: list[tuple[Span, int, int]] = []
        while start < end:
            stop = min(end, self.starts[index]) if index < len(self.starts) else end
            target = self.targets[index - 1] + start - self.starts[index - 1]
            found.append((make_span((target, target + stop - start)), start, stop))
            start, index = stop, index + 1
        return found


YAML, CSV, TSV, BIBTEX, FRONT_MATTER = "YAML", "CSV", "TSV", "BibTeX", "front matter"
"""The formats of records that `bot.data` reads."""

_BY_SUFFIX = {
    YAML: (".yaml", ".yml"),
    "JSON": (".json", ".jsonl", ".ndjson", ".ipynb"),
    CSV: (".csv",),
    TSV: (".tsv",),
    BIBTEX: (".bib", ".bibtex"),
    "a citation file": (".cff",),
    "reStructuredText": (".rst",),
    "HTML": (".html", ".htm", ".xhtml"),
    "XML": (".xml",),
    "TOML": (".toml",),
    "LaTeX": (".tex",),
    "Org": (".org",),
    "AsciiDoc": (".adoc", ".asciidoc"),
}
_MARKDOWN = (".md", ".markdown", ".mdown", ".mkd", ".mkdn", ".mdx", ".rmd", ".qmd")
_ENOUGH = 3
"""Lines or links in the form of another format from which a file is in it."""
_MOST = 0.8
"""The share of lines that have the form of YAML from which a file is YAML: lists in Markdown have `key: value` too."""
_HEAD = 4_000
"""Characters in which an HTML page has begun."""

_MARKDOWN_LINK = lazy_pattern(r"\]\(|^#{1,6} ", re.MULTILINE)
_COMMENT = lazy_pattern(r"<!--.*?-->|<\?xml.*?\?>", re.DOTALL, needs=("<!--", "<?xml"))
_HTML = lazy_pattern(r"\s*<(?:!doctype html|html)\b", re.IGNORECASE, needs=("<!doctype html", "<html"))
_BIBTEX = lazy_pattern(r"^@[a-z]+\s*\{\s*[^\s,{}]+,\s*$", re.IGNORECASE | re.MULTILINE)
_YAML_LINE = lazy_pattern(r"[ ]*(?:- +)*[A-Za-z_][\w-]*:(?:$| .*)|[ ]+- \S.*|---|#.*")
_YAML_RECORD = lazy_pattern(r"^( *)- [A-Za-z_][\w-]*:.*\n\1  [A-Za-z_][\w-]*:", re.MULTILINE)
_RST = lazy_pattern(r"^\.\. [\w-]+::|`[^`<>]+<https?://[^<>\s]+>`_", re.MULTILINE, needs=("::", "`_"))
_ORG = lazy_pattern(r"\[\[https?://[^\[\]]+\]\[[^\[\]]+\]\]", needs=("[[http",))
_TABLE_HEAD = lazy_pattern(r"[\w .-]{1,40}", re.ASCII)
_TABLE_COLUMNS = frozenset(
    {"title", "url", "link", "doi", "year", "authors", "author", "arxiv", "venue", "abstract", "id"}
)


def find_other_format(path: str, content: str) -> str | None:
    """The format of a file that is surely not Markdown; None for anything else.

    A file that is named as Markdown is Markdown. What a name such as `papers.txt` leaves open its content decides.
    """
    suffix = PurePath(path).suffix.casefold()
    if suffix in _MARKDOWN:
        return None
    for name, suffixes in _BY_SUFFIX.items():
        if suffix in suffixes:
            return name
    return _find_by_content(content.removeprefix("\ufeff"))


def _find_by_content(content: str) -> str | None:
    if _HTML.match(_COMMENT.sub("", content[:_HEAD])):
        return "HTML"
    if content.lstrip()[:1] in ("{", "[") and _is_json(content):
        return "JSON"
    links = len(_MARKDOWN_LINK.findall(content))
    for name, pattern in ((BIBTEX, _BIBTEX), ("reStructuredText", _RST), ("Org", _ORG)):
        if len(pattern.findall(content)) >= max(_ENOUGH, links):
            return name
    if links:
        return None
    lines = [line for line in content.splitlines() if line.strip()]
    if len(lines) >= _ENOUGH and _YAML_RECORD.search(content):
        return YAML if sum(_YAML_LINE.fullmatch(line) is not None for line in lines) >= _MOST * len(lines) else None
    return next((name for name, mark in ((CSV, ","), (TSV, "\t")) if _is_table(lines, mark)), None)


def _is_json(content: str) -> bool:
    import json  # few files begin so

    try:
        json.loads(content)
    except (ValueError, RecursionError):
        return False
    return True


def _is_table(lines: list[str], mark: str) -> bool:
    """Whether the first line names at least three columns, one as lists of papers do, and the next ones fill them."""
    heads = [head.strip(' "').casefold() for head in lines[0].split(mark)] if lines else []
    return (
        len(heads) >= _ENOUGH
        and len(lines) >= _ENOUGH
        and all(map(_TABLE_HEAD.fullmatch, heads))
        and not _TABLE_COLUMNS.isdisjoint(heads)
        and all(line.count(mark) >= len(heads) - 1 for line in lines[1:_ENOUGH])
    )
