"""Read Markdown with exact spans: markdown-it finds the blocks and inlines, and each is placed in the source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import accumulate, pairwise, takewhile
from typing import Any, cast

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from bot.document.html import RunBuilder, add_html
from bot.document.model import (
    EMPTY_PROSE,
    Block,
    BlockKind,
    Comment,
    Definition,
    Known,
    Link,
    OffsetMap,
    PlainProse,
    Prose,
    Run,
    RunKind,
    Style,
    Wordings,
)
from bot.document.moving import move_comments, move_prose
from bot.document.tables import (
    Helpers,
    add_plain_lines,
    ask_few_rules,
    read_as_kramdown,
    read_destination,
    read_table,
    split_row,
)
from bot.text import Span, Text, lazy_pattern, maker

_MARK = lazy_pattern(r"[\n\\`*_\[\]!<&]")
"""Whatever could mean something to Markdown: without these, and without `://`, all is words, whatever references the
document defines."""


_MAX_PARAGRAPH = 200_000
"""Characters; a longer paragraph cannot be an entry and is read as plain words."""
_RULES = {
    "\n": "newline",
    "\\": "escape",
    "`": "backticks",
    "*": "emphasis",
    "_": "emphasis",
    "[": "link",
    "!": "image",
    "<": "autolink html_inline",
    "&": "entity",
}
"""The inline rules that can begin at each character; no other character begins one."""


_DEEPEST = 20
"""Links and images within each other that are read: the end of a label is looked for again at each of these levels."""


class PlacingParser(ParserInline):
    """markdown-it's inline parser, which tries only the rules that can match, and notes where they did."""

    def __init__(self) -> None:
        super().__init__()
        self.terminator_re = _MARK
        rules = dict(zip(self.ruler.get_all_rules(), self.ruler.getRules(""), strict=True))
        self.by_character = {
            character: tuple((rules[name], _PLACERS.get(name, _place_last)) for name in names.split())
            for character, names in _RULES.items()
        }
        self.label_end = 0
        """Where the innermost label read last ends: the offset of its `]`."""

    def tokenize(self, state: StateInline) -> None:
        """Read tokens up to `state.posMax`."""
        source, end = state.src, state.posMax
        while state.pos < end:
            start = state.pos
            if state.level < _DEEPEST and self._match(state, source[start]):
                continue
            stop = self.terminator_re.search(source, start + 1, end)
            state.pos = stop.start() if stop else end
            state.append_pending(source[start : state.pos])
        if state.pending:
            state.pushPending()
        self.label_end = end

    def _match(self, state: StateInline, character: str) -> bool:
        start, count = state.pos, len(state.tokens)
        for rule, place in self.by_character.get(character, ()):
            if rule(state, False):
                if len(state.tokens) > count:  # an unmatched backtick only joins the words before it
                    place(state, count, start, self.label_end)
                return True
        return False

    def skipToken(self, state: StateInline) -> None:  # noqa: N802 (the name is markdown-it's)
        """Step over one token; three times as fast as markdown-it where thousands of brackets stay open."""
        position = state.pos
        if position in state.cache:
            state.pos = state.cache[position]
            return
        rules = self.by_character.get(state.src[position])
        if rules is None and state.src[position] != "]":
            stop = self.terminator_re.search(state.src, position + 1, state.posMax)
            state.pos = stop.start() if stop else state.posMax
        elif state.level >= _DEEPEST:
            state.pos = state.posMax
        else:
            state.level += 1
            if not any(rule(state, True) for rule, _ in rules or ()):
                state.pos += 1
            state.level -= 1
        state.cache[position] = state.pos


def _place_last(state: StateInline, _count: int, start: int, _label_end: int) -> None:
    state.tokens[-1].meta = {"at": (start, state.pos)}


def _place_marks(state: StateInline, _count: int, start: int, _label_end: int) -> None:
    length = state.pos - start
    for index, token in enumerate(state.tokens[-length:], start):  # one token for each `*`
        token.meta = {"at": (index, index + 1)}


def _place_link(state: StateInline, count: int, start: int, label_end: int) -> None:
    opening = state.tokens[count]
    if opening.type != "link_open":  # words read before the link come first
        opening = state.tokens[count + 1]
    opening.meta = {"at": (start, start + 1)}
    state.tokens[-1].meta = {"at": (state.pos - 1 if opening.markup == "autolink" else label_end, state.pos)}


_PLACERS = {"emphasis": _place_marks, "link": _place_link, "autolink": _place_link}


_BREAKS = {"softbreak": RunKind.WRAP, "hardbreak": RunKind.BREAK}
_EMPHASIS = {"em": Style.ITALIC, "strong": Style.BOLD}


def add_inlines(
    builder: RunBuilder, content: str, offset_map: OffsetMap, markdown: MarkdownIt, env: dict[str, object]
) -> None:
    """Read `content` as inline Markdown and give `builder` its runs."""
    if len(content) > _MAX_PARAGRAPH:
        builder.add_text(offset_map.span(0, len(content)), content)
        return
    if "references" not in env and add_plain_lines(builder, content, offset_map):
        return
    tokens: list[Token] = []
    markdown.inline.parse(content, markdown, env, tokens)
    cursor, opening, first = 0, None, 0
    for token in tokens:
        if token.type == "text":
            builder.add_words(token.content, offset_map, cursor)
            cursor += len(token.content)
            continue
        start, cursor = token.meta["at"]
        if token.type == "link_open":
            opening, first = token, len(builder.runs)
            builder.link_is_open = True
        elif token.type == "link_close" and opening is not None:
            builder.link_is_open = False
            label = (opening.meta["at"][1], start)
            if len(builder.runs) == first:  # a link without words has its place too
                builder.runs.append(Run(RunKind.TEXT, offset_map.span(*label), ""))
            builder.close_link(_link(token, str(opening.attrs["href"]), label, content, offset_map), first)
        elif token.tag in _EMPHASIS:
            builder.style = builder.style ^ _EMPHASIS[token.tag]
            cursor += token.type == "strong_close"
        else:
            _add_leaf(builder, token, content, offset_map)


def _add_leaf(builder: RunBuilder, token: Token, content: str, offset_map: OffsetMap) -> None:
    start, end = token.meta["at"]
    span = offset_map.span(start, end)
    if token.type == "html_inline":
        builder.add_tag(span, token.content)
    elif token.type == "image":
        label = (start + 2, start + 2 + len(token.content))
        builder.add_image(_link(token, str(token.attrs["src"]), label, content, offset_map))
    elif token.type in _BREAKS:
        builder.add_line_end(span, _BREAKS[token.type])
    elif token.type == "code_inline":
        _add_code(builder, content, start, end, offset_map)
    else:
        builder.add_text(span, token.content)


def _add_code(builder: RunBuilder, content: str, start: int, end: int, offset_map: OffsetMap) -> None:
    """Add the words between backticks, line ends as spaces, without the one space on both sides that sets them off."""
    ticks = len(content[start:end]) - len(content[start:end].lstrip("`"))
    start, end = start + ticks, end - ticks
    if content[start] == content[end - 1] and content[start] in " \n" and content[start:end].strip(" \n"):
        start, end = start + 1, end - 1
    for span, first, last in offset_map.pieces(start, end):
        builder.add_text(span, content[first:last].replace("\n", " "), Style.CODE)


def _link(token: Token, href: str, label: tuple[int, int], content: str, offset_map: OffsetMap) -> Link:
    """The link or image that ends with `token`; `label` is the range of its label in `content`."""
    image = token.type == "image"
    start = label[0] - (2 if image else 1)
    end = token.meta["at"][1]
    label_span = offset_map.span(*label)
    label_text = content[label[0] : label[1]]
    if content[start] == "<":
        return Link(offset_map.span(start, end), label_text, label_span, href, label_span, bare=True)
    url_span = None
    if content.startswith("(", label[1] + 1):
        begin = label[1] + 2
        while begin < end and content[begin] in " \t\n":
            begin += 1
        found = read_destination(content, begin, end)
        stop = found.pos if found.ok else begin
        if (found.str if found.ok else "") == href:
            pointed = content.startswith("<", begin) and found.ok
            url_span = offset_map.span(begin + pointed, stop - pointed)
    return Link(offset_map.span(start, end), label_text, label_span, href, url_span, image)


_FRONT_MATTER = lazy_pattern(
    r"\ufeff?(---|\+{3})[ \t]*\n(?:[ \t]*\n|#.*\n){0,20}[\"'\w-]+ ?[:=](?:[ \t].*)?\n"
    r"(?:.*\n){0,200}?(?:\1|\.{3})[ \t]*(?:\n|$)"
)
"""A block between dashes, or pluses for TOML, at the top whose first line is a key: else the dashes are a rule."""
_JEKYLL = lazy_pattern(r"^(?:layout|permalink):", re.MULTILINE)
"""What the pages of a site made with Jekyll have; a README that GitHub shows has none."""


def parse_blocks(
    text: Text, wordings: Wordings | None = None
) -> tuple[tuple[Block, ...], tuple[Comment, ...], tuple[Definition, ...]]:
    """The blocks of a text, its HTML comments and its definitions, all in order; front matter is passed over."""
    reader = _Reader(text, wordings)
    blocks = reader.read()
    return blocks, tuple(sorted(reader.comments, key=lambda comment: comment.span)), tuple(reader.definitions())


_LONG_URL = 500
"""Characters; definitions of shorter URLs may be used any number of times."""
_LEAST_BUDGET = 100_000
"""Characters of long URLs that the references of a short file may come to."""


class _AsWritten(MarkdownIt):
    """markdown-it that leaves URLs as written: here they are compared and edited, never rendered."""

    def normalizeLink(self, url: str) -> str:  # noqa: N802 (the name is markdown-it's)
        return url

    def validateLink(self, url: str) -> bool:  # noqa: ARG002, N802
        return True


@cache
def _make_markdown(*, as_kramdown: bool) -> MarkdownIt:
    """markdown-it with our rules; it takes as long to make as to read a short list with."""
    markdown = _AsWritten("commonmark", {"maxNesting": 60}).enable("table")
    markdown.helpers = Helpers  # type: ignore[assignment]
    markdown.block.ruler.at("table", read_table, {"alt": ["paragraph", "reference"]})
    if as_kramdown:
        read_as_kramdown(markdown)
    ask_few_rules(markdown)
    markdown.inline = PlacingParser()
    return markdown


class _References(dict[str, dict[str, str]]):
    """The definitions of reference links; the long ones are found only while the budget lasts, as on GitHub.

    Else a definition of half a file, used on each line of the other half, would make a page as large as its square.
    """

    def __init__(self, definitions: Mapping[str, dict[str, str]], budget: int) -> None:
        super().__init__(definitions)
        self._budget = budget

    def get(self, label: str, default: dict[str, str] | None = None) -> dict[str, str] | None:  # type: ignore[override]
        found = super().get(label, default)
        if found is None or (cost := len(found["href"])) <= _LONG_URL:
            return found
        self._budget -= cost
        return found if self._budget >= 0 else None


class _Reader:
    """Turns markdown-it's block tokens into blocks."""

    def __init__(self, text: Text, wordings: Wordings | None = None) -> None:
        self.text = text
        self.wordings = wordings
        self.known: dict[object, Known] | None = None
        """The proses that are read as they would be here."""
        bounds = pairwise([*text.line_starts, len(text.content)])
        self.lines = [text.content[start:end].rstrip("\r\n") for start, end in bounds]
        self.comments: list[Comment] = []
        self.env: dict[str, object] = {}

    def read(self) -> tuple[Block, ...]:
        source, is_jekyll = "\n".join(self.lines), False
        if source.startswith(("---", "+++", "\ufeff---", "\ufeff+++")) and (matter := _FRONT_MATTER.match(source)):
            source = "\n" * matter[0].count("\n") + source[matter.end() :]
            is_jekyll = _JEKYLL.search(matter[0]) is not None
        self.markdown = _make_markdown(as_kramdown=is_jekyll)
        tokens: list[Token] = []
        if source.startswith("\ufeff"):
            source = " " + source[1:]
        self.markdown.block.parse(source, self.markdown, self.env, tokens)
        if definitions := cast("Mapping[str, dict[str, str]]", self.env.get("references")):
            self.env["references"] = _References(definitions, max(len(source), _LEAST_BUDGET))
        hrefs = {label: each["href"] for label, each in definitions.items()} if definitions else {}
        if self.wordings is not None and max(map(len, hrefs.values()), default=0) <= _LONG_URL:
            self.known = self.wordings.under((is_jekyll, *hrefs.items()))
        return self._until("", iter(tokens))

    def definitions(self) -> list[Definition]:
        """The definitions of labels, those too that an earlier one makes void."""
        first = cast("dict[str, dict[str, Any]]", self.env.get("references", {}))
        others = cast("list[dict[str, Any]]", self.env.get("duplicate_refs", []))
        found = [*first.items(), *((each["label"], each) for each in others)]
        return sorted((Definition(label, it["href"], it["map"][0] + 1) for label, it in found), key=lambda it: it.line)

    def _until(self, closing: str, tokens: Iterator[Token]) -> tuple[Block, ...]:
        """The blocks up to the token of type `closing`."""
        blocks: list[Block] = []
        for token in tokens:
            if token.type == closing:
                break
            if token.type == "code_block" and blocks and _is_misplaced(token, blocks[-1], closing):
                blocks.append(Block(BlockKind.PARAGRAPH, *self._range(token), self._prose(token)))
            elif make := _MAKERS.get(token.type):
                blocks.append(make(self, token, tokens))
        return tuple(blocks)

    def _range(self, token: Token) -> tuple[int, int]:
        """First and last line number of a token, blank lines at the end left out."""
        first, end = token.map or (0, 1)
        while end > first + 1 and not self.lines[end - 1].strip(" \t>"):
            end -= 1
        return first + 1, end

    def leaf(self, token: Token, tokens: Iterator[Token]) -> Block:
        inline = next(tokens)
        next(tokens)
        if token.type == "heading_open":
            return Block(BlockKind.HEADING, *self._range(token), self._prose(inline), level=int(token.tag[1]))
        return _make_block((BlockKind.PARAGRAPH, *self._range(token), self._prose(inline), (), 0, None, ()))

    def holder(self, token: Token, tokens: Iterator[Token]) -> Block:
        kind = _HOLDERS[token.type]
        children = self._until(token.type.replace("_open", "_close"), tokens)
        number = int(token.info) if token.info.isdecimal() else None
        return _make_block((kind, *self._range(token), None, children, 0, number, ()))

    def table(self, token: Token, tokens: Iterator[Token]) -> Block:
        first, _ = token.map or (0, 0)
        header = [
            inner.content
            for inner in takewhile(lambda inner: inner.type != "table_close", tokens)
            if inner.type == "inline"
        ]
        below: list[tuple[int, str]] = token.meta["rows"]
        header = header or [""] * max(len(split_row(row)) for _, row in below)
        rows = [self._row(first, header)]
        for line, row in below:
            cells = split_row(row)[: len(header)]
            rows.append(self._row(line, cells + [""] * (len(header) - len(cells))))
        return Block(BlockKind.TABLE, *self._range(token), children=tuple(rows))

    def _row(self, line: int, contents: list[str]) -> Block:
        """A row of a table with its cells, which are in its line one after the other."""
        source = self.lines[line]
        row = source.lstrip(" \t>")
        cursor = len(source) - len(row.removeprefix("|"))
        cells: list[Prose] = []
        for content in contents:
            cell, cursor = self._cell(content, line, cursor)
            cells.append(cell)
        return Block(BlockKind.ROW, line + 1, line + 1, cells=tuple(cells))

    def raw(self, token: Token, _tokens: Iterator[Token]) -> Block:
        first, last = self._range(token)
        if token.type != "html_block":
            return Block(BlockKind.RULE if token.type == "hr" else BlockKind.CODE, first, last)
        span = Span(self.text.line_span(first).start, self.text.line_span(last).end)
        source = self.text[span]
        prose = self._read(("<", source), span.start, lambda builder: add_html(builder, source, span.start))
        return Block(BlockKind.HTML, first, last, prose)

    def _prose(self, inline: Token) -> Prose:
        """The content of a paragraph, a heading or an indented block, each line placed in its source line."""
        lines = [line.lstrip(" \t") for line in inline.content.rstrip("\n").split("\n")]
        starts = [0, *accumulate([len(line) + 1 for line in lines[:-1]])]
        numbered = enumerate(lines, (inline.map or [0])[0])
        targets = [self.text.line_starts[number] + self._column(number, line) for number, line in numbered]
        return self._make_prose("\n".join(lines), OffsetMap(starts, targets))

    def _column(self, number: int, text: str) -> int:
        """Where in line `number` its words begin: they end the line, except for marks that may close a heading."""
        source = self.lines[number]
        if not (text and source.endswith(text)):
            source, text = source.rstrip(" \t"), text.rstrip(" \t")
        return len(source) - len(text) if source.endswith(text) else max(source.find(text), 0)

    def _cell(self, content: str, line: int, cursor: int) -> tuple[Prose, int]:
        """A cell's prose, and where in its line the next cell begins."""
        source = self.lines[line]
        if "|" not in content and (found := source.find(content, cursor)) >= 0 and self._is_plain(content):
            end = source.find("|", found + len(content)) + 1
            return self._make_plain(content, self.text.line_starts[line] + found), end or len(source)
        starts: list[int] = []
        targets: list[int] = []
        offset = 0
        for number, piece in enumerate(content.split("|")):
            written = f"\\|{piece}" if number else piece  # a pipe inside a cell is written with a backslash
            found = source.find(written, cursor)
            if found < 0:  # no place is better than a wrong one
                return EMPTY_PROSE, cursor
            shift = 1 if number else 0
            starts.append(offset)
            targets.append(self.text.line_starts[line] + found + shift)
            offset += len(written) - shift
            cursor = found + len(written)
        closing = source.find("|", cursor)
        return self._make_prose(content, OffsetMap(starts, targets)), closing + 1 if closing >= 0 else len(source)

    def _make_prose(self, content: str, offset_map: OffsetMap) -> Prose:
        if len(offset_map.starts) == 1 and self._is_plain(content):
            return self._make_plain(content, offset_map.targets[0])
        first, *others = offset_map.targets
        return self._read(
            (content, *[each - first for each in others]),
            first,
            lambda builder: add_inlines(builder, content, offset_map, self.markdown, self.env),
        )

    def _make_plain(self, content: str, start: int) -> Prose:
        return PlainProse(content, start, self.wordings.of_plain(content) if self.wordings is not None else None)

    def _read(self, source: object, at: int, read: Callable[[RunBuilder], None]) -> Prose:
        """The prose, and its comments, that a source is; one that was read before is moved to its place."""
        if self.known is not None and (known := self.known.get(source)) is not None:
            self.comments += move_comments(known.comments, at - known.start)
            return move_prose(known.prose, at - known.start)
        builder = RunBuilder()
        read(builder)
        self.comments += builder.comments
        prose = Prose(tuple(builder.runs), {} if self.known is not None else None)
        if self.known is not None:
            self.known[source] = Known(prose, tuple(builder.comments), at)
        return prose

    def _is_plain(self, content: str) -> bool:
        """Whether content is words and nothing else, whatever the rest of the document defines."""
        return bool(content) and not ("://" in content or _MARK.search(content))


def _is_misplaced(code: Token, above: Block, closing: str) -> bool:
    """Whether indented code is the rest of the item above it: code to Markdown, authors and links to everyone else.

    Four spaces under `100. Title` are one too few to be inside the item; seven under `1. Title` are too many.
    """
    return above.kind is BlockKind.LIST or (closing == "list_item_close" and "](" in code.content)


_make_block = maker(Block)
_HOLDERS = {
    "blockquote_open": BlockKind.QUOTE,
    "bullet_list_open": BlockKind.LIST,
    "ordered_list_open": BlockKind.LIST,
    "list_item_open": BlockKind.ITEM,
}

_MAKERS: dict[str, Callable[[_Reader, Token, Iterator[Token]], Block]] = {
    **dict.fromkeys(("heading_open", "paragraph_open"), _Reader.leaf),
    **dict.fromkeys(_HOLDERS, _Reader.holder),
    **dict.fromkeys(("html_block", "code_block", "fence", "hr"), _Reader.raw),
    "table_open": _Reader.table,
}
