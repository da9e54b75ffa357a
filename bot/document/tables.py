"""Markdown that lists need read otherwise, or sooner, than markdown-it does: tables, most lines, addresses of links.

The rows of tables are read as lines: markdown-it makes 15 tokens of each row of five cells, 4 KB of them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace, mdTrim
from markdown_it.helpers import parseLinkDestination, parseLinkLabel, parseLinkTitle
from markdown_it.parser_block import RuleFuncBlockType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.html_block import html_block
from markdown_it.rules_block.table import MAX_AUTOCOMPLETED_CELLS, escapedSplit, getLine
from markdown_it.rules_block.table import table as read_head

from bot.document.html import RunBuilder, make_run
from bot.document.model import Link, OffsetMap, RunKind, Style
from bot.text import lazy_pattern

_ELEMENT = lazy_pattern(r"</?(?!(?:pre|script|style|textarea)\b)[a-zA-Z]", re.IGNORECASE)
_ANY_TAGS = lazy_pattern(r"<(/?)(?!(?:br|hr|img|input)\b)[a-zA-Z][^<>]*(?<!/)>")
_BULLETS = ("* ", "- ", "+ ", "*\t", "-\t", "+\t")
_NUMBER = lazy_pattern(r"[0-9]{1,9}[.)][ \t]")
_DELIMITER = lazy_pattern(r"[|:+ \t-]+")


_BEGINNINGS = {
    "fence": "`~",
    "blockquote": ">",
    "heading": "#",
    "html_block": "<",
    "hr": "*-_",
    "list": "*+-0123456789",
    "reference": "[",
}
"""What each line begins with that such a block begins with: of most lines markdown-it need not ask its rules."""


def ask_few_rules(markdown: MarkdownIt) -> None:
    """Make markdown-it ask those of its rules about a line that its first character is for, all in one call."""
    rules = [each for each in markdown.block.ruler.__rules__ if each.enabled]
    markdown.block.ruler.__cache__ = {
        chain: [_ask([(each.fn, each.name) for each in rules if not chain or chain in each.alt])]
        for chain in {"", *(alt for each in rules for alt in each.alt)}
    }


def _ask(rules: list[tuple[RuleFuncBlockType, str]]) -> RuleFuncBlockType:
    """One rule in place of several: whether the first of them that a line may be for is met."""
    by_sign = {
        sign: tuple([_quick(rule, name) for rule, name in rules if sign in _BEGINNINGS.get(name, sign)])
        for sign in ("", *"".join(_BEGINNINGS.values()))
    }
    others = tuple([_quick(rule, name) for rule, name in rules if name not in _BEGINNINGS])

    def ask(state: StateBlock, first: int, end: int, silent: bool) -> bool:
        start = state.bMarks[first] + state.tShift[first]
        sign = state.src[start : start + 1]
        for rule in by_sign.get(sign, others):  # noqa: SIM110 (half the time of `any`)
            if rule(state, first, end, silent):
                return True
        return False

    return ask


def _quick(rule: RuleFuncBlockType, name: str) -> RuleFuncBlockType:
    """A rule of markdown-it that says no sooner, where that is sure; that for headings reads paragraphs of one line."""

    def is_code(state: StateBlock, first: int, end: int, silent: bool) -> bool:
        return state.sCount[first] - state.blkIndent > 3 and rule(state, first, end, silent)

    def read_line(state: StateBlock, first: int, end: int, silent: bool) -> bool:
        below = first + 1
        start, stop, indent = state.bMarks[below] + state.tShift[below], state.eMarks[below], state.sCount[below]
        if below < state.lineMax and start < stop:
            is_outside = 0 <= indent < state.blkIndent and (state.listIndent < 0 or indent < state.listIndent + 4)
            may_be_item = is_outside and state.src[start] in "*+-0123456789"
            if not (
                may_be_item and (state.src[start : start + 2] in _BULLETS or _NUMBER.match(state.src, start, stop))
            ):
                return rule(state, first, end, silent)
        opening, inline = state.push("paragraph_open", "p", 1), state.push("inline", "", 0)
        state.push("paragraph_close", "p", -1)
        opening.map, inline.map, inline.children = [first, below], [first, below], []
        inline.content = mdTrim(state.src[state.bMarks[first] + state.tShift[first] : state.eMarks[first]])
        state.line, state.parentType = below, "paragraph"  # as the rules leave it
        return True

    def is_reference(state: StateBlock, first: int, end: int, silent: bool) -> bool:
        start = state.bMarks[first] + state.tShift[first]
        label, closing, behind = state.src[start + 1 : state.eMarks[first]].partition("]")
        is_other = "\\" not in label and ("[" in label or (closing and behind[:1] != ":"))
        return not is_other and rule(state, first, end, silent)

    def is_rule(state: StateBlock, first: int, end: int, silent: bool) -> bool:
        start, stop = state.bMarks[first] + state.tShift[first], state.eMarks[first]
        may_be = state.src[stop - 1] in "*-_ \t" and not state.src[start:stop].strip("*-_ \t")
        return may_be and rule(state, first, end, silent)

    own = {"code": is_code, "lheading": read_line, "reference": is_reference, "hr": is_rule}
    return own.get(name, rule)


_NOT_IN_PLAIN = frozenset((*map(chr, range(33)), *"\x7f()<\\&"))
"""What Markdown reads otherwise than as a part of a URL; most have none of it."""


class _Destination(NamedTuple):
    """What markdown-it says about a URL: whether it is one, where it ends, and what it is."""

    ok: bool
    pos: int
    str: str


def read_destination(string: str, pos: int, maximum: int) -> _Destination:
    """markdown-it's function, which goes through a URL character by character."""
    end = string.find(")", pos, maximum)
    if end > pos and _NOT_IN_PLAIN.isdisjoint(plain := string[pos:end]):
        return _Destination(True, end, plain)
    found = parseLinkDestination(string, pos, maximum)
    return _Destination(found.ok, found.pos, found.str)


class Helpers:
    """The functions that markdown-it's rules for links use."""

    parseLinkLabel = staticmethod(parseLinkLabel)  # noqa: N815 (the names are markdown-it's)
    parseLinkTitle = staticmethod(parseLinkTitle)  # noqa: N815
    parseLinkDestination = staticmethod(read_destination)  # noqa: N815


_INLINE = lazy_pattern(r"</?(?:a|b|em|font|i|img|small|span|strong|su[bp]|u)\b", re.IGNORECASE)


def read_as_kramdown(markdown: MarkdownIt) -> None:
    """Make markdown-it find blocks as kramdown does, which Jekyll renders pages with."""
    markdown.block.ruler.at("table", _read_rows, {"alt": ["paragraph", "reference"]})
    markdown.block.ruler.at("html_block", _read_html, {"alt": ["paragraph", "reference", "blockquote"]})


def _read_html(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """markdown-it's rule for HTML, which is over where other lines are right below tags that are all closed.

    What is within lines, as `<span>` is, begins no block.
    """
    if _INLINE.match(getLine(state, first).lstrip()) or not html_block(state, first, end, silent):
        return False
    if silent or not _ELEMENT.match(getLine(state, first).lstrip()):
        return True
    token, opened = state.tokens[-1], 0
    for line in range(first, state.line):
        text = getLine(state, line)
        if "<!--" in text:
            break
        if line > first and not opened and not text.lstrip().startswith("<"):
            token.map, state.line = [first, line], line
            break
        opened += sum(-1 if match[1] else 1 for match in _ANY_TAGS.finditer(text))
    return True


def _read_rows(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """The rule for tables, and for rows without a head that each begin with a bar."""
    if read_table(state, first, end, silent):
        return True
    line, rows = first, []
    while not silent and line < end and (row := _row_at(state, line, end)).startswith("|") and row.count("|") > 1:
        rows.append((line, row))
        line += 1
    rows = [(number, row) for number, row in rows if not _DELIMITER.fullmatch(row)]
    if not rows:
        return False
    opening = state.push("table_open", "table", 1)
    opening.map, opening.meta["rows"] = [first, line], rows
    state.push("table_close", "table", -1)
    state.line = line
    return True


def read_table(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """markdown-it's rule for tables: its tokens for the head, and the lines of the rows below as `rows` of the first.

    Each is (index of the line, the line without blanks around it); `split_row` gives the cells.
    """
    below = first + 1
    start = state.bMarks[below] + state.tShift[below]
    if below < end and (state.src[start] not in "|-:" or state.src[start : state.eMarks[below]].strip("|-: \t")):
        return False
    count = len(state.tokens)
    if not read_head(state, first, min(end, first + 2), silent):
        return False
    if silent:
        return True
    opening = state.tokens[count]
    columns = sum([token.type == "inline" for token in state.tokens[count:]])
    rows: list[tuple[int, str]] = []
    missing = 0
    above, state.parentType = state.parentType, "table"
    line = first + 2
    while line < end and (row := _row_at(state, line, end)):
        missing += columns - len(split_row(row))
        if missing > MAX_AUTOCOMPLETED_CELLS:
            break
        rows.append((line, row))
        line += 1
    state.parentType = above
    opening.meta["rows"] = rows
    opening.map = [first, line]
    state.line = line
    return True


def _row_at(state: StateBlock, line: int, end: int) -> str:
    """The row in a line without blanks around it; empty if the table ends before it."""
    if state.sCount[line] < state.blkIndent:
        return ""
    row = mdTrim(getLine(state, line))
    if not row.startswith("|"):  # nothing that ends a table begins with a bar
        interrupting = state.md.block.ruler.getRules("blockquote")
        if any(rule(state, line, end, True) for rule in interrupting):
            return ""
    return "" if state.is_code_block(line) else row


def split_row(row: str) -> list[str]:
    """The contents of the cells of a row, a bar after a backslash being a part of one."""
    cells = escapedSplit(row) if "\\" in row else row.split("|")
    if cells and not cells[0]:
        del cells[0]
    if cells and not cells[-1]:
        del cells[-1]
    return [mdTrim(cell) for cell in cells]


_PLAIN_URL = r"[^\s()<>\\\x00-\x1f\x7f]*"
_PLAIN_TAG = r"<(?:/[a-zA-Z][a-zA-Z0-9-]*|[a-zA-Z][a-zA-Z0-9-]*(?: +[a-zA-Z_][a-zA-Z0-9_.-]*=\"[^\"<>\[\]\n]*\")* ?/?)>"
_PLAIN_PART = lazy_pattern(
    rf"(\*+|_+)|(?<! )( *)\n|({_PLAIN_TAG})|!\[([^\[\]]*)\]\(({_PLAIN_URL})\)"
    rf"|\[((?:[^\[\]!]|!(?!\[)|!\[[^\[\]]*\]\({_PLAIN_URL}\))*)\]\(({_PLAIN_URL})\)"
)
"""Signs of emphasis; a line end; a tag; a picture; a link, whose words may hold pictures."""
_SIGNS, _LINE_END, _TAG, _PICTURE, _LINK = 1, 2, 3, 5, 7
"""The last group of each."""
_ANY_OTHER = lazy_pattern(rf"[\\`]|&#?\w+;|\n[ \t]|<(?!{_PLAIN_TAG[1:]})")
"""Whatever else could mean something to Markdown or to HTML: an escape, code, an entity, a comment."""
_Parts: TypeAlias = "list[tuple[re.Match[str], _Parts]]"


def add_plain_lines(builder: RunBuilder, content: str, offset_map: OffsetMap) -> bool:
    """Add words, links, pictures, emphasis and tags without markdown-it, which takes five times as long.

    Returns whether it did: anything that could mean something else to Markdown is left to markdown-it.
    """
    parts = None if _ANY_OTHER.search(content) else _find_parts(content, 0, len(content))
    if parts is not None:
        _add_parts(builder, content, offset_map, (0, len(content)), parts)
    return parts is not None


def _find_parts(content: str, start: int, end: int) -> _Parts | None:
    """What is not a word in a line, or in the words of a link; None if there is more than one way to read it."""
    found: _Parts = []
    opened: list[str] = []
    cursor = start
    for match in _PLAIN_PART.finditer(content, start, end):
        first, last = match.regs[0]
        if match.lastindex == _SIGNS:
            is_pair = _read_signs(content, match, end, opened)
            if is_pair is None:
                return None
            if is_pair:
                found.append((match, []))
            continue
        if match.lastindex in (_LINE_END, _TAG):
            found.append((match, []))
            continue
        gap, cursor = content[cursor:first], last
        is_link = match.lastindex == _LINK
        inner = _find_parts(content, *match.span(6)) if is_link and not _INNER.isdisjoint(match[6]) else []
        if inner is None or "](" in gap or "![" in gap or (is_link and gap[-1:] == "!"):
            return None
        found.append((match, inner))
    return None if opened or "](" in content[cursor:end] or "![" in content[cursor:end] else found


_INNER = frozenset("*_!<\n")
_SPACE, _MARK, _LETTER = range(3)


@lru_cache(maxsize=1_024)
def _kind_of(character: str) -> int:
    if isWhiteSpace(ord(character)):
        return _SPACE
    return _MARK if isMdAsciiPunct(ord(character)) or isPunctChar(character) else _LETTER


def _read_signs(content: str, match: re.Match[str], end: int, opened: list[str]) -> bool | None:
    """Whether signs open emphasis, or close what was opened last, as CommonMark says; None if that is not sure."""
    first, last = match.span()
    before = _kind_of(content[first - 1]) if first else _SPACE
    behind = _kind_of(content[last]) if last < end else _SPACE
    opens = behind != _SPACE and (behind == _LETTER or before != _LETTER)
    closes = before != _SPACE and (before == _LETTER or behind != _LETTER)
    if content[first] == "_":
        opens, closes = opens and (not closes or before == _MARK), closes and (not opens or behind == _MARK)
    sign = match[0]
    if not (opens or (closes and opened)):
        return False
    if last - first > len("**") or (closes and opened[-1:] != [sign] and sign[0] in "".join(opened)):
        return None
    if closes and opened[-1:] == [sign]:
        opened.pop()
    elif opens:
        opened.append(sign)
    else:
        return False
    return True


def _add_parts(
    builder: RunBuilder, content: str, offset_map: OffsetMap, within: tuple[int, int], parts: _Parts
) -> None:
    cursor, end = within
    for match, inner in parts:
        first, last = match.regs[0]
        if cursor < first:
            builder.add_words(content[cursor:first], offset_map, cursor)
        cursor = last
        if match.lastindex == _SIGNS:
            builder.style ^= Style.ITALIC if last - first == 1 else Style.BOLD
        elif match.lastindex == _LINE_END:
            kind = RunKind.BREAK if len(match[_LINE_END]) > 1 else RunKind.WRAP
            builder.add_line_end(offset_map.span(match.end(_LINE_END), last), kind)
        elif match.lastindex == _TAG:
            builder.add_tag(offset_map.span(first, last), match[0])
        else:
            _add_link(builder, content, offset_map, match, inner)
    if cursor < end:
        builder.add_words(content[cursor:end], offset_map, cursor)


def _add_link(builder: RunBuilder, content: str, offset_map: OffsetMap, match: re.Match[str], inner: _Parts) -> None:
    """Add a picture, or a link with its words."""
    at = (match.lastindex or _LINK) - 1
    whole, label, address = [offset_map.span(*match.regs[group]) for group in (0, at, at + 1)]
    link = Link(whole, match[at], label, match[at + 1], address, at < _PICTURE)
    if link.image:
        builder.add_image(link)
    elif not inner:
        style = builder.style if link.label else 0
        builder.runs.append(make_run((RunKind.TEXT, label, link.label, style, link, None, "")))
    else:
        count, builder.link_is_open = len(builder.runs), True
        _add_parts(builder, content, offset_map, match.span(at), inner)
        builder.link_is_open = False
        builder.close_link(link, count)
