"""A text comes in, its blocks with exactly placed runs go out.

markdown-it says which lines a block covers; each line of a block's content is found again as the tail of its
source line. This module and `inlines` are the only ones that know markdown-it.
"""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from markdown_it import MarkdownIt, helpers

from bot.document.html import Folder, fold_block
from bot.document.inlines import PlacingParser, find_destination, fold_inlines
from bot.document.model import Block, BlockKind, Comment, Prose
from bot.document.places import Places
from bot.text import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    from markdown_it.token import Token

    from bot.text import Text

_FRONT_MATTER = re.compile(
    r"\ufeff?---[ \t]*\n(?:[ \t]*\n|#.*\n){0,20}[\"'\w-]+:(?:[ \t].*)?\n(?:.*\n){0,200}?(?:---|\.\.\.)[ \t]*(?:\n|$)"
)
"""A block between dashes at the top whose first line is a key: else the dashes are a rule."""


def read_blocks(text: Text) -> tuple[tuple[Block, ...], tuple[Comment, ...]]:
    """The blocks of a text and its HTML comments, both in order; YAML front matter is passed over."""
    reader = _Reader(text)
    blocks = reader.read()
    return blocks, tuple(sorted(reader.comments, key=lambda comment: comment.span))


class _AsWritten(MarkdownIt):
    """markdown-it that leaves URLs as written: here they are compared and mended, never rendered."""

    def normalizeLink(self, url: str) -> str:  # noqa: N802 (the name is markdown-it's)
        return url

    def validateLink(self, url: str) -> bool:  # noqa: ARG002, N802
        return True


_HELPERS = cast(
    "ModuleType",
    SimpleNamespace(
        parseLinkLabel=helpers.parseLinkLabel,
        parseLinkTitle=helpers.parseLinkTitle,
        parseLinkDestination=find_destination,
    ),
)
"""markdown-it's helpers, with the one that costs most replaced by a faster one."""


class _Reader:
    """Turns markdown-it's block tokens into blocks."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.lines = [text[text.line_span(line)] for line in range(1, len(text.line_starts) + 1)]
        self.comments: list[Comment] = []
        self.env: dict[str, object] = {}
        self.markdown = _AsWritten("commonmark", {"maxNesting": 60}).enable("table")
        self.markdown.inline = PlacingParser()
        self.markdown.helpers = _HELPERS

    def read(self) -> tuple[Block, ...]:
        source = "\n".join(self.lines)
        if matter := _FRONT_MATTER.match(source):
            source = "\n" * matter[0].count("\n") + source[matter.end() :]
        tokens: list[Token] = []
        if source.startswith("\ufeff"):
            source = " " + source[1:]
        self.markdown.block.parse(source, self.markdown, self.env, tokens)
        return self._until("", iter(tokens))

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
        return Block(BlockKind.PARAGRAPH, *self._range(token), self._prose(inline))

    def holder(self, token: Token, tokens: Iterator[Token]) -> Block:
        kind = _HOLDERS[token.type]
        children = self._until(token.type.replace("_open", "_close"), tokens)
        number = int(token.info) if token.info.isdecimal() else None
        return Block(kind, *self._range(token), children=children, number=number)

    def table(self, token: Token, tokens: Iterator[Token]) -> Block:
        rows: list[Block] = []
        cells: list[Prose] = []
        line = cursor = 0
        for inner in tokens:
            if inner.type == "table_close":
                break
            if inner.type == "tr_open":
                line, cells = (inner.map or [0])[0], []
                cursor = len(self.lines[line]) - len(self.lines[line].lstrip(" \t>|"))
            elif inner.type == "inline":
                cell, cursor = self._cell(inner.content, line, cursor)
                cells.append(cell)
            elif inner.type == "tr_close":
                rows.append(Block(BlockKind.ROW, line + 1, line + 1, cells=tuple(cells)))
        return Block(BlockKind.TABLE, *self._range(token), children=tuple(rows))

    def raw(self, token: Token, _tokens: Iterator[Token]) -> Block:
        first, last = self._range(token)
        if token.type != "html_block":
            return Block(BlockKind.RULE if token.type == "hr" else BlockKind.CODE, first, last)
        span = Span(self.text.line_span(first).start, self.text.line_span(last).end)
        folder = Folder()
        fold_block(folder, self.text[span], span.start)
        self.comments += folder.comments
        return Block(BlockKind.HTML, first, last, Prose(tuple(folder.runs)))

    def _prose(self, inline: Token) -> Prose:
        """The content of a paragraph, a heading or an indented block, each line placed in its source line."""
        starts: list[int] = []
        places: list[int] = []
        offset = 0
        lines = [line.lstrip(" \t") for line in inline.content.rstrip("\n").split("\n")]
        for number, line in enumerate(lines, (inline.map or [0])[0]):
            starts.append(offset)
            places.append(self.text.line_starts[number] + self._column(number, line.rstrip(" \t")))
            offset += len(line) + 1
        return self._fold("\n".join(lines), Places(starts, places))

    def _column(self, number: int, words: str) -> int:
        """Where in line `number` its words begin: they end the line, but for the marks that may close a heading."""
        source = self.lines[number]
        if source.endswith(words, 0, len(source.rstrip(" \t"))):
            return len(source.rstrip(" \t")) - len(words)
        return max(source.find(words), 0)

    def _cell(self, content: str, line: int, cursor: int) -> tuple[Prose, int]:
        """A cell's prose, and where in its line the next cell begins."""
        source = self.lines[line]
        starts: list[int] = []
        places: list[int] = []
        offset = 0
        for number, piece in enumerate(content.split("|")):
            written = f"\\|{piece}" if number else piece  # a pipe inside a cell is written with a backslash
            found = source.find(written, cursor)
            if found < 0:  # no place is better than a wrong one
                return Prose(()), cursor
            shift = 1 if number else 0
            starts.append(offset)
            places.append(self.text.line_starts[line] + found + shift)
            offset += len(written) - shift
            cursor = found + len(written)
        closing = source.find("|", cursor)
        return self._fold(content, Places(starts, places)), closing + 1 if closing >= 0 else len(source)

    def _fold(self, content: str, places: Places) -> Prose:
        folder = Folder()
        fold_inlines(folder, content, places, self.markdown, self.env)
        self.comments += folder.comments
        return Prose(tuple(folder.runs))


def _is_misplaced(code: Token, above: Block, closing: str) -> bool:
    """Whether indented code is the rest of the item above it: code to Markdown, authors and links to everyone else.

    Four blanks under `100. Title` are one too few to be inside the item; seven under `1. Title` are too many.
    """
    return above.kind is BlockKind.LIST or (closing == "list_item_close" and "](" in code.content)


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
