"""The rule `stray-tag`: HTML tags without their partner."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from bot.judgement import Case, always, judge
from bot.listing import Listing, Span
from bot.rules.api import Bad, Context, Findings, Fix, Good, Rule, Safety, Severity
from bot.rules.prose import places_of
from bot.text import lazy_pattern

_TAG = lazy_pattern(
    r"<(/?)([a-z][a-z0-9]*)(?=[\s/>])(?:=[^\s\"'<>=][^\s<>]*|[^<>\"']|\"[^\"<]*\"|'[^'<]*')*+>", re.IGNORECASE
)
"""A value without quotes may hold one."""
_UNQUOTED_END = lazy_pattern(r"=[^\s\"'<>=]*/>$", needs="=")
"""A value without quotes takes the slash after it: `<a href=https://a.org/>` stays open."""
_TO_ITSELF = lazy_pattern(
    r"(?=.*\bhref=[\"']?#(?P<name>[\w:.-]+))(?=.*\b(?:id|name)=[\"']?(?P=name)[\"'\s>])", re.IGNORECASE | re.DOTALL
)
"""A link that marks a place, and leads there."""
_MAY_STAY_OPEN = frozenset("dd dt li p tbody td tfoot th thead tr".split())
_PAIRED = _MAY_STAY_OPEN | frozenset(
    "a b big blockquote center code del details div em font h1 h2 h3 h4 h5 h6 i ins kbd mark ol pre q s samp small span"
    " strike strong sub summary sup table tt u ul".split()
)
"""What GitHub renders in pairs; other names in angle brackets may be words: `<eos>`."""
_UNSEEN = frozenset("big center font span u".split())
"""What GitHub leaves out of its pages, or shows as the words around it."""
_GO_ON = frozenset("a b big code del em font i s small strike strong tt u".split())
"""What browsers open again after the end of the element around it."""
_LEFT = lazy_pattern(
    r"<(?:div|p)(?:\s+(?:align=[\"']?left[\"']?|(?:id|name)\s*=\s*[\"']?[^\s\"'<>]+[\"']?|(?!hidden)[a-z]+(?=[\s>])))*\s*>",
    re.IGNORECASE,
)
"""What looks on the page as if it were not there: `<div>`, `<div aligncenter>`."""
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
_IN_LINE = _HEADINGS | frozenset(
    "b big center code del em font i ins mark s small strike strong sub summary sup tt u".split()
)
"""What never holds an element of the same kind."""
_WALLS = {"li": ("ol", "ul"), **dict.fromkeys("tbody td tfoot th thead tr".split(), ("table",))}
"""A closing tag does not belong to an element outside of these."""
_SINGLE = ("!", "img", "br", "hr", "http")
"""What begins a comment, an element without content, or an address."""
_DEEPEST = 100
_FAR = 200
"""Characters of a line that are looked at."""
_NEW_BLOCK = lazy_pattern(r"\n[ \t]*(?:\n|(?:[-*+|>#]|\d{1,9}[.)])[ \t])")
"""What ends the words of an element: an empty line, another item."""

_BODY = lazy_pattern(r"^ {0,3}(?:#{1,6}|[-*+]|\d{1,9}[.)]) |^(?:=+|-+) *$|<h[1-6]\b", re.MULTILINE | re.IGNORECASE)
"""What begins a heading or a list: what is opened before the first of them and stays open wraps the whole page."""


class _Tag(NamedTuple):
    name: str
    span: Span
    closing: bool
    self_closing: bool
    may_stay_open: bool
    """HTML closes it itself, or it is an anchor: an `<a>` without a link."""
    line: int
    """Where the line begins that it is in."""
    is_ended: bool = False
    """The element around it ends."""


class StrayTag(Rule):
    """An HTML tag has no partner: `<details>` that is never closed, or `</b>` without `<b>`.

    An element that is never closed goes on to the end of the page: everything below it is bold, centred, or hidden. A
    comment that is never closed is reported as an error. Add the missing tag, or remove the stray one.

    Only a note, because the page looks the same:

    - a closing tag without an opening one;
    - an element around the whole page, or one that ends with the cell, heading or element around it;
    - a plain `<div>` or `<span>`, and tags that GitHub leaves out (`<font>`, `<center>`, `<big>`, `<u>`).

    Not reported: tags in code, and elements that need no closing tag, such as `<li>` and `<p>`.
    """

    severity = Severity.WARNING
    reason = "browsers end a comment at its end mark alone"
    examples = (
        Bad("* <b>[WebRL](https://arxiv.org/abs/2411.02337) (Tsinghua)\n"),
        Bad("* [WebRL](https://arxiv.org/abs/2411.02337) (Tsinghua)</li>\n"),
        Bad("<details>\n<summary>2024</summary>\n\n* [WebRL](https://arxiv.org/abs/2411.02337)\n"),
        Good("* <b>[WebRL](https://arxiv.org/abs/2411.02337)</b> `</tr>` <eos>\n"),
        Good("<ul>\n<li>[WebRL](https://arxiv.org/abs/2411.02337)\n</ul>\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per tag without a partner."""
        content = listing.text.content
        if "<" not in content:
            return
        tags = list(_read_tags(content)) if _may_have_tags(content) else []
        places = places_of(listing)
        if any(_find_unmatched(tags, content)):
            first = _BODY.search(content)
            begin = first.start() if first is not None else 0
            for tag, message, meant in _find_unmatched(
                [tag for tag in tags if not (places.is_code(tag.span) or places.is_comment(tag.span))], content
            ):
                fix = Fix.write(tag.span, meant, Safety.UNSAFE) if meant else None
                harm = judge(_HARMLESS, _Found(tag, listing.text[tag.span], meant, begin, content))
                yield self.at(listing, tag.span, message, fix=fix, severity=harm.value, reasons=(harm.reason,))
        start = content.rfind("<!--")
        if start >= 0 and "-->" not in content[start:] and not places.is_code(Span(start, start + 1)):
            span = Span(start, start + len("<!--"))
            severity = Severity.ERROR if any(each in content[start:] for each in ("](", "href")) else Severity.NOTE
            message = "this comment is never closed; on GitHub it hides the rest of the page"
            yield self.at(listing, span, message, severity=severity)


class _Found(NamedTuple):
    """A tag without a partner, in its list."""

    tag: _Tag
    text: str
    meant: str
    begin: int
    """Where the first heading or list of the page begins."""
    content: str

    def holds_the_page(self) -> bool:
        return not self.tag.closing and self.tag.span.end <= self.begin

    def changes_nothing(self) -> bool:
        return not self.tag.closing and not self.meant and _LEFT.fullmatch(self.text) is not None

    def is_left_out(self) -> bool:
        return self.tag.closing and not self.meant

    def is_ended(self) -> bool:
        line = self.content[self.tag.line : self.tag.line + _FAR].lstrip()
        is_in_heading = line.startswith("#") and self.tag.name not in _GO_ON
        is_in_cell = line.startswith("|") and not self.meant
        is_open = not self.tag.closing and (is_in_cell or self.tag.is_ended or self.is_ended_by_heading())
        return is_in_heading or is_open

    def is_ended_by_heading(self) -> bool:
        """Whether it is a heading, with nothing but HTML between it and the next one."""
        body = _BODY.search(self.content, self.tag.span.end) if self.tag.name in _HEADINGS else None
        if body is None or not body[0].strip().lower().startswith(("#", "<h")):
            return False
        lines = self.content[self.tag.span.end : body.start()].split("\n")
        return all(not line.strip() or line.lstrip().startswith("<") for line in lines)

    def leads_to_itself(self) -> bool:
        return not self.tag.closing and self.tag.name == "a" and _TO_ITSELF.match(self.text) is not None


_HARMLESS: tuple[Case[_Found, Severity | None], ...] = (
    Case("it holds the whole page, so this may be meant", _Found.holds_the_page, Severity.NOTE),
    Case("what is below it is on the left all the same", _Found.changes_nothing, Severity.NOTE),
    Case("the page does not show this tag", lambda it: it.tag.name in _UNSEEN, Severity.NOTE),
    Case("browsers leave it out", _Found.is_left_out, Severity.NOTE),
    Case("the cell, the heading or the element around it ends it", _Found.is_ended, Severity.NOTE),
    Case("it points to itself, and the next link ends it", _Found.leads_to_itself, Severity.NOTE),
    Case("the page shows that it is missing", always, None),
)
"""Why a reader of the page may see nothing of it."""


class _Unmatched(NamedTuple):
    tag: _Tag
    message: str
    meant: str = ""
    """The tag that was meant, where that is clear."""


def _may_have_tags(content: str) -> bool:
    """Whether there may be a tag that needs a partner; in most lists there are only images and comments."""
    return any(not piece.startswith(_SINGLE) for piece in islice(content.split("<"), 1, None))


def _read_tags(content: str) -> Iterator[_Tag]:
    line = last = 0
    for match in _TAG.finditer(content):
        name = match[2].lower()
        if name in _PAIRED and content[match.start() - 1 : match.start()] != "\\":
            is_anchor = name == "a" and "href" not in match[0].lower()
            may_stay_open = is_anchor or name in _MAY_STAY_OPEN
            span = Span(match.start(), match.end())
            line = max(line, content.rfind("\n", last, span.start) + 1)
            last = span.start
            is_empty = match[0].endswith("/>") and _UNQUOTED_END.search(match[0]) is None
            yield _Tag(name, span, bool(match[1]), is_empty, may_stay_open, line)


def _find_unmatched(tags: Iterable[_Tag], content: str) -> Iterator[_Unmatched]:
    """The tags without a partner; elements that overlap do no harm."""
    opened: list[_Tag] = []
    crossed: dict[str, list[_Tag]] = {}
    for tag in tags:
        if tag.closing:
            if (wrong := _close(tag, opened, crossed)) is not None:
                yield wrong
        elif not tag.self_closing:
            opened.append(tag)
            if len(opened) > _DEEPEST:
                crossed.setdefault(opened[0].name, []).append(opened.pop(0))
        elif opened and opened[-1].name == tag.name and not tag.may_stay_open and not _has_attributes(tag, content):
            yield _meant_to_close(opened.pop(), tag)
    yield from _find_unclosed(
        [each for each in (*chain.from_iterable(crossed.values()), *opened) if not each.may_stay_open], content
    )


def _close(tag: _Tag, opened: list[_Tag], crossed: dict[str, list[_Tag]]) -> _Unmatched | None:
    """Close the element that a closing tag belongs to; those opened within it may be closed later."""
    index = _partner(opened, tag.name)
    if index is not None:
        for each in opened[index + 1 :]:
            if each.name not in _MAY_STAY_OPEN:
                crossed.setdefault(each.name, []).append(each._replace(is_ended=each.name not in _GO_ON))
        del opened[index:]
    elif opened and tag.name in _HEADINGS and opened[-1].name in _HEADINGS:
        name = opened.pop().name
        return _Unmatched(tag, f"`</{tag.name}>` closes `<{name}>`", f"</{name}>")
    elif crossed.get(tag.name):
        crossed[tag.name].pop()
    else:
        return _Unmatched(tag, f"`</{tag.name}>` closes nothing")
    return None


def _find_unclosed(tags: Sequence[_Tag], content: str) -> Iterator[_Unmatched]:
    """What is never closed; of two in one line, or of words in one item, the second closes the first."""
    before: _Tag | None = None
    for tag in (*sorted(tags, key=lambda each: each.span), None):
        if before is None:
            before = tag
        elif tag is not None and before.name == tag.name and _are_in_one_element(before, tag, content):
            yield _meant_to_close(before, tag)
            before = None
        else:
            yield _Unmatched(before, f"`<{before.name}>` is never closed")
            before = tag


def _has_attributes(tag: _Tag, content: str) -> bool:
    """Whether a tag has attributes, so that it is not a closing one: a place, `<div id='a'/>`; the width of a
    column.
    """
    return "=" in content[tag.span.start : tag.span.end]


def _are_in_one_element(before: _Tag, tag: _Tag, content: str) -> bool:
    """Whether two equal tags may be meant to hold the words between them."""
    is_in_item = tag.name in _IN_LINE and _NEW_BLOCK.search(content, before.span.end, tag.span.start) is None
    return not _has_attributes(tag, content) and (is_in_item or tag.line == before.line)


def _meant_to_close(opening: _Tag, tag: _Tag) -> _Unmatched:
    message = f"this opens another `<{tag.name}>`; `</{opening.name}>` closes the one before it"
    return _Unmatched(tag, message, f"</{opening.name}>")


def _partner(opened: Sequence[_Tag], name: str) -> int | None:
    """The index of the element that a closing tag closes."""
    for index in range(len(opened) - 1, -1, -1):
        if opened[index].name == name:
            return index
        if opened[index].name in _WALLS.get(name, ()):
            return None
    return None
