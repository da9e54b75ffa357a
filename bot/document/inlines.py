"""The content of a block comes in, runs with exact offsets into the text go out.

markdown-it does not say where in a line a link or a word stands. Its inline rules are run here by a parser of
the same grammar that notes, for every token, the offsets it was read from.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it.helpers import parseLinkDestination
from markdown_it.parser_inline import ParserInline

from bot.document.model import Link, Run, RunKind, Style
from bot.document.plain import fold_plain

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.helpers.parse_link_destination import _Result
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

    from bot.document.html import Folder
    from bot.document.places import Places

_LONGEST = 200_000
"""Characters; a longer paragraph is no entry of a list and is kept as plain words."""
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


class PlacingParser(ParserInline):
    """markdown-it's inline parser, which asks only the rules that can match, and notes where they did."""

    def __init__(self) -> None:
        super().__init__()
        self.terminator_re = re.compile(r"[\n\\`*_\[\]!<&]")
        rules = dict(zip(self.ruler.get_all_rules(), self.ruler.getRules(""), strict=True))
        self.by_character = {
            character: tuple((rules[name], _PLACERS.get(name, _place_last)) for name in names.split())
            for character, names in _RULES.items()
        }
        self.label_end = 0
        """Where the innermost label read last ends: the offset of its `]`."""

    def tokenize(self, state: StateInline) -> None:
        """Read tokens up to `state.posMax`."""
        source, end, deepest = state.src, state.posMax, state.md.options["maxNesting"]
        while state.pos < end:
            start = state.pos
            if state.level < deepest and self._match(state, source[start]):
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
        """Step over one token."""
        position = state.pos
        if position in state.cache:
            state.pos = state.cache[position]
            return
        rules = self.by_character.get(state.src[position])
        if rules is None and state.src[position] != "]":
            stop = self.terminator_re.search(state.src, position + 1, state.posMax)
            state.pos = stop.start() if stop else state.posMax
        elif state.level >= state.md.options["maxNesting"]:
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


_PLAIN_DESTINATION = re.compile(r"[^\s()<>\\&\x00-\x1f\x7f]+(?=[\s)])")


class _Found:
    """What markdown-it's own function answers."""

    __slots__ = ("ok", "pos", "str")

    def __init__(self, pos: int, text: str) -> None:
        self.ok, self.pos, self.str = True, pos, text


def find_destination(source: str, start: int, end: int) -> _Found | _Result:
    """A link's destination; the plain ones, without escapes and brackets, in one step instead of one a character."""
    plain = _PLAIN_DESTINATION.match(source, start, end + 1)
    if plain is not None and plain.end() <= end:
        return _Found(plain.end(), plain[0])
    return parseLinkDestination(source, start, end)


_BREAKS = {"softbreak": RunKind.WRAP, "hardbreak": RunKind.BREAK}
_EMPHASIS = {"em": Style.ITALIC, "strong": Style.BOLD}


def fold_inlines(folder: Folder, content: str, places: Places, markdown: MarkdownIt, env: dict[str, object]) -> None:
    """Read `content` as inline Markdown and give `folder` its runs."""
    if len(content) > _LONGEST:
        folder.text(places.span(0, len(content)), content)
        return
    if len(places.starts) == 1 and "references" not in env and fold_plain(folder, content, places):
        return
    tokens: list[Token] = []
    markdown.inline.parse(content, markdown, env, tokens)
    cursor, opening, first = 0, None, 0
    for token in tokens:
        if token.type == "text":
            folder.words(token.content, places, cursor)
            cursor += len(token.content)
            continue
        start, cursor = token.meta["at"]
        if token.type == "link_open":
            opening, first = token, len(folder.runs)
            folder.link_is_open = True
        elif token.type == "link_close" and opening is not None:
            folder.link_is_open = False
            label = (opening.meta["at"][1], start)
            if len(folder.runs) == first:  # a link without words still stands where it stands
                folder.runs.append(Run(RunKind.TEXT, places.span(*label), ""))
            folder.close_link(_link(token, str(opening.attrs["href"]), label, content, places), first)
        elif token.tag in _EMPHASIS:
            folder.style = folder.style ^ _EMPHASIS[token.tag]
            cursor += token.type == "strong_close"
        else:
            _fold_leaf(folder, token, content, places)


def _fold_leaf(folder: Folder, token: Token, content: str, places: Places) -> None:
    start, end = token.meta["at"]
    span = places.span(start, end)
    if token.type == "html_inline":
        folder.tag(span, token.content)
    elif token.type == "image":
        label = (start + 2, start + 2 + len(token.content))
        folder.image(_link(token, str(token.attrs["src"]), label, content, places))
    elif token.type in _BREAKS:
        folder.line_end(span, _BREAKS[token.type])
    elif token.type == "code_inline":
        _fold_code(folder, content, start, end, places)
    else:
        folder.text(span, token.content)


def _fold_code(folder: Folder, content: str, start: int, end: int, places: Places) -> None:
    """Add the words between backticks, line ends as blanks, without the one blank on both sides that sets them off."""
    ticks = len(content[start:end]) - len(content[start:end].lstrip("`"))
    start, end = start + ticks, end - ticks
    if content[start] == content[end - 1] and content[start] in " \n" and content[start:end].strip(" \n"):
        start, end = start + 1, end - 1
    for span, first, last in places.pieces(start, end):
        folder.text(span, content[first:last].replace("\n", " "), Style.CODE)


def _link(token: Token, href: str, label: tuple[int, int], content: str, places: Places) -> Link:
    """The link or image that ends with `token`; `label` is the range of its label in `content`."""
    image = token.type == "image"
    start = label[0] - (2 if image else 1)
    end = token.meta["at"][1]
    label_span = places.span(*label)
    words = content[label[0] : label[1]]
    if content[start] == "<":
        return Link(places.span(start, end), words, label_span, href, label_span, bare=True)
    url_span = None
    if content.startswith("(", label[1] + 1):
        begin = label[1] + 2
        while begin < end and content[begin] in " \t\n":
            begin += 1
        found = find_destination(content, begin, end)
        stop = found.pos if found.ok else begin
        if (found.str if found.ok else "") == href:
            pointed = content.startswith("<", begin) and found.ok
            url_span = places.span(begin + pointed, stop - pointed)
    return Link(places.span(start, end), words, label_span, href, url_span, image)
