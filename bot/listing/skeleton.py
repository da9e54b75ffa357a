"""The skeleton of an entry: its marks, and the slots between them that hold a fact of its paper, or words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bot.listing.labels import Label, read_link_label
from bot.papers.identifiers import ArxivForm, Scheme, identify
from bot.text import StrEnum, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from bot.papers.dates import DateFormat
    from bot.papers.name_lists import NameStyle


class Slot(StrEnum):
    """A fact of the paper."""

    TITLE = "title"
    REST = "rest of the title"
    """The title without the name that it begins with."""
    NAME = "name"
    """What the title begins with, where it is written apart."""
    URL = "address of the paper"
    OTHER_URL = "another address"
    ID = "arXiv id"
    DATE = "date"
    AUTHORS = "authors"
    PREPRINT = "preprint"
    """Words such as `arXiv`, which say where a preprint is."""
    VENUE = "venue"
    NUMBER = "number"
    """That of the entry in its section."""


class DateStyle(NamedTuple):
    """How a date is written."""

    format: DateFormat
    padded: bool | None


class Mark(NamedTuple):
    """Where a fact is in the source of an entry, and how it is written."""

    start: int
    end: int
    slot: Slot
    style: DateStyle | NameStyle | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of the paper; `text` is how the entry writes it."""

    slot: Slot
    text: str
    style: DateStyle | NameStyle | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """Anything else that is written."""

    text: str


@dataclass(frozen=True, slots=True)
class Separator:
    """Punctuation and blanks."""

    text: str


@dataclass(frozen=True, slots=True)
class Group:
    """What a pair of brackets, quotes, marks or tags holds; for a link also its target, between `](` and `)`."""

    opening: tuple[Node, ...]
    children: tuple[Node, ...]
    closing: str
    target: tuple[Node, ...] | None = None


Node: TypeAlias = Fact | Words | Separator | Group


class Line(NamedTuple):
    """One line of an entry: what is before its text (indentation, marker), the text, and the line end."""

    margin: tuple[Node, ...]
    nodes: tuple[Node, ...]
    end: str


_FIRST, _LAST = 0xE000, 0xF8FF
"""Characters of the private use area stand for facts while a source is divided."""
_PLACEHOLDER = f"{chr(_FIRST)}-{chr(_LAST)}"
_TOKEN = lazy_pattern(
    rf"""(?P<slot>[{_PLACEHOLDER}])
    |(?P<comment><!--.*?-->)
    |(?P<break><(?:br|hr|wbr)\s*/?>|&(?:nbsp|emsp|ensp);|\\(?=$))
    |(?P<tag></?[A-Za-z][^<>]*>)
    |(?P<escape>\\[^\w\s]|(?<![\w:])(?::[a-z][\w+-]+:)+(?![\w:]))
    |(?P<middle>\]\()
    |(?P<open>!?\[|[({{（【“])
    |(?P<close>[\])}}）】”])
    |(?P<pair>"|\*\*\*|\*\*|__|~~|`+|\*|(?<![^\W_])_|_(?![^\W_]))
    |(?P<separator>[ \t]+[-–—|/&·•+][ \t]+|[|,;:，。；：、·•\\]|\.(?=\s|$|[\[\]()*_<`"”{_PLACEHOLDER}]))""",
    re.VERBOSE,
)
_CLOSERS = {"[": "]", "![": "]", "(": ")", "{": "}", "（": "）", "【": "】", "“": "”"}
_SIGNS = frozenset("-–—/&+=~·•…!?'’<>")
_MARGIN = lazy_pattern(
    rf"[ \t>\ufeff]*(?:(?:[-*+]|[\d{_PLACEHOLDER}]{{1,9}}[.)]|\#{{1,6}})[ \t]+)?(?:\[[ xX]\][ \t]+)?"
)
_LINES = lazy_pattern(r"[^\r\n]*(?:\r\n|\n|\r|$)")
_DEEPEST = 12
"""Pairs one inside another; deeper ones are plain separators."""
LONGEST = 8_000
"""Characters of an entry that is taken as a model for others."""


@dataclass(slots=True)
class _Open:
    """A pair that is not closed yet."""

    text: str
    opening: tuple[Node, ...]
    nodes: list[Node] = field(default_factory=list)
    label: list[Node] | None = None
    """For a link whose target has begun: its label."""


def divide(source: str, marks: Sequence[Mark]) -> tuple[Line, ...]:
    """The lines of an entry as nodes; `marks` do not overlap, and are in order.

    Nothing for a source that is too long, or holds characters of the private use area.
    """
    if len(source) > LONGEST or len(marks) > _LAST - _FIRST or re.search(f"[{_PLACEHOLDER}]", source):
        return ()
    pieces, at = [], 0
    for index, mark in enumerate(marks):
        pieces += [source[at : mark.start], chr(_FIRST + index)]
        at = mark.end
    facts = [Fact(mark.slot, source[mark.start : mark.end], mark.style) for mark in marks]
    text = "".join([*pieces, source[at:]])
    return tuple(_line(match[0], facts) for match in _LINES.finditer(text) if match[0])


def _line(text: str, facts: Sequence[Fact]) -> Line:
    body = text.rstrip("\r\n")
    match = _MARGIN.match(body)
    margin = match[0] if match else ""
    pieces = tuple(_pieces(margin, facts))
    if any(isinstance(each, Fact) and each.slot is not Slot.NUMBER for each in pieces):  # `ICLR 2024. [Paper]`
        margin = body[: len(body) - len(body.lstrip(" \t"))]
        pieces = tuple(_pieces(margin, facts))
    return Line(pieces, _nodes(body[len(margin) :], facts), text[len(body) :])


def _pieces(text: str, facts: Sequence[Fact]) -> Iterator[Node]:
    """A piece of source that is kept as it is, except for the facts in it."""
    for part in re.split(f"([{_PLACEHOLDER}])", text):
        if part:
            yield _fact(part, facts) if part >= chr(_FIRST) and part <= chr(_LAST) else Separator(part)


def _fact(placeholder: str, facts: Sequence[Fact]) -> Fact:
    return facts[ord(placeholder) - _FIRST]


def _nodes(text: str, facts: Sequence[Fact]) -> tuple[Node, ...]:
    """The nodes of a line; what does not pair is a separator."""
    stack = [_Open("", ())]
    at = 0
    for match in _TOKEN.finditer(text):
        stack[-1].nodes += _words(text[at : match.start()])
        at = match.end()
        _take(stack, match.lastgroup or "", match[0], facts)
    stack[-1].nodes += _words(text[at:])
    while len(stack) > 1:
        _flatten(stack)
    return tuple(stack[0].nodes)


def _words(text: str) -> Iterator[Node]:
    """Words, and what is around them; a dash or the like alone is not a word."""
    body = text.strip()
    if body and all(sign in _SIGNS for sign in body):
        body = ""
    start = text.index(body) if body else len(text)
    for kind, part in ((Separator, text[:start]), (Words, body), (Separator, text[start + len(body) :])):
        if part:
            yield kind(part)


def _take(stack: list[_Open], kind: str, text: str, facts: Sequence[Fact]) -> None:
    """Take one token."""
    if kind == "slot":
        stack[-1].nodes.append(_fact(text, facts))
    elif kind == "escape":
        stack[-1].nodes.append(Words(text))
    elif kind in ("separator", "break") or (kind == "open" and len(stack) > _DEEPEST):
        stack[-1].nodes.append(Separator(text))
    elif kind == "tag":
        _take_tag(stack, text, facts)
    elif kind == "middle":
        _begin_target(stack)
    elif kind == "close" or (kind == "pair" and _find(stack, lambda each: each.text == text)):
        depth = _find(stack, lambda each: _closer(each) == text)
        _shut(stack, depth, text)
    elif kind != "comment":
        stack.append(_Open(text, (Separator(text),)))


def _begin_target(stack: list[_Open]) -> None:
    """What was opened by `[` is a link: its target begins."""
    depth = _find(stack, lambda each: each.text in ("[", "![") and each.label is None)
    if not depth:
        stack[-1].nodes.append(Separator("]("))
        return
    while len(stack) - 1 > depth:
        _flatten(stack)
    stack[-1].label, stack[-1].nodes = stack[-1].nodes, []


def _take_tag(stack: list[_Open], text: str, facts: Sequence[Fact]) -> None:
    name = re.match(r"</?([A-Za-z][\w-]*)", text)
    tag = f"<{name[1].lower()}" if name else text
    if text.startswith("</"):
        _shut(stack, _find(stack, lambda each: each.text == tag), text)
    elif tag == "<img" or text.endswith("/>"):
        stack[-1].nodes.append(Group(tuple(_pieces(text, facts)), (), ""))
    elif len(stack) <= _DEEPEST:
        stack.append(_Open(tag, tuple(_pieces(text, facts))))
    else:
        stack[-1].nodes += _pieces(text, facts)


def _closer(each: _Open) -> str:
    return ")" if each.label is not None else _CLOSERS.get(each.text, each.text)


def _find(stack: Sequence[_Open], test: Callable[[_Open], bool]) -> int:
    """The innermost open pair that passes a test; 0 for none."""
    return next((index for index in range(len(stack) - 1, 0, -1) if test(stack[index])), 0)


def _shut(stack: list[_Open], depth: int, closing: str) -> None:
    """Close a pair, and flatten what was opened inside it; a separator where there is none."""
    if not depth:
        stack[-1].nodes.append(Separator(closing))
        return
    while len(stack) - 1 > depth:
        _flatten(stack)
    each = stack.pop()
    inner, target = (each.nodes, None) if each.label is None else (each.label, tuple(each.nodes))
    stack[-1].nodes.append(Group(each.opening, tuple(inner), closing, target))


def _flatten(stack: list[_Open]) -> None:
    """What was opened and never closed is a part of what is around it."""
    each = stack.pop()
    label = [] if each.label is None else [*each.label, Separator("](")]
    stack[-1].nodes += [*each.opening, *label, *each.nodes]


def walk(nodes: Sequence[Node], *, into_links: bool = True) -> Iterator[Node]:
    """All nodes, outer ones before what they hold, in order of their source."""
    for node in nodes:
        yield node
        if isinstance(node, Group) and (into_links or node.target is None):
            yield from walk((*node.opening, *node.children, *(node.target or ())), into_links=into_links)


SITE = lazy_pattern(
    r"\b(?:openreview|doi|acl\w*|anthology|(?:the)?cvf|openaccess|ieee|acm|springer|nature|science\w*|elsevier|(?:bio|med)rxiv"
    r"|ssrn|neurips|nips|icml|iclr|cvpr|iccv|eccv|emnlp|naacl|aaai|ijcai|kdd|usenix|p?mlr|[jt]mlr|ecva|hal|eprint|iacr"
    r"|pubmed|semantic ?scholar|thesis|proceedings?|publisher)\b",
    re.IGNORECASE,
)
"""Sites and venues that a link to another paper may name."""


def leads_to_paper(nodes: Iterable[Node]) -> bool:
    """Whether the target of a link is an address of the paper."""
    return any(isinstance(node, Fact) and node.slot is Slot.URL for node in nodes)


def form_of(url: str) -> str:
    """The form of an address of arXiv: `https://arxiv.org/pdf/{id}`; empty for other sites."""
    target = identify(url)
    if target.identifier is None or target.identifier.scheme is not Scheme.ARXIV:
        return ""
    if target.form not in (ArxivForm.ABS, ArxivForm.PDF, ArxivForm.HTML):
        return ""
    suffix = ".pdf" if target.form is ArxivForm.PDF and url.lower().rstrip("?#/").endswith(".pdf") else ""
    return f"https://arxiv.org/{target.form}/{{id}}{suffix}"


def plain(nodes: Iterable[Node]) -> str:
    """What a reader sees of nodes, as text."""
    return "".join(node.text for node in walk(tuple(nodes)) if not isinstance(node, Group)).strip()


def announces_paper(label: str) -> bool:
    """Whether the words of a link stand for the paper itself: `pdf`, `arXiv`, `here`."""
    words = label.strip("[]() *_`")
    return read_link_label(words) in (Label.PAPER, Label.HERE) and not SITE.search(words)


def source_of(node: Node) -> str:
    """A node as it is written."""
    if not isinstance(node, Group):
        return node.text
    opening, children = "".join(map(source_of, node.opening)), "".join(map(source_of, node.children))
    target = "" if node.target is None else f"]({''.join(map(source_of, node.target))}"
    return f"{opening}{children}{target}{node.closing}"


def called_preprints(nodes: Iterable[Node]) -> list[str]:
    """What papers are called as preprints, with the id and the date right behind: `arXiv preprint arXiv:{id}, 2024`."""
    found: list[str] = []
    gap: str | None = None
    for node in nodes:
        if gap is not None and isinstance(node, Separator):
            gap += node.text
            continue
        slot = node.slot if isinstance(node, Fact) else None
        if gap is not None and slot in _BEHIND_PREPRINT and not gap.strip(_BEHIND_PREPRINT[slot]):
            found[-1] += gap + ("{id}" if slot is Slot.ID else source_of(node))
            gap = None if slot is Slot.DATE else ""
        elif slot is Slot.PREPRINT:
            found.append(source_of(node))
            gap = ""
        else:
            gap = None
    return found


_BEHIND_PREPRINT = {Slot.PREPRINT: " ", Slot.ID: " :", Slot.DATE: " ,，'’"}
"""What may follow a preprint as a part of its name, and the signs before that."""


class Links(NamedTuple):
    """The links of an entry to its paper."""

    is_on_title: bool
    differ: bool
    """Whether they lead to different addresses, such as a page and a PDF."""
    names_preprint: bool
    """Whether the entry says apart from its venue that it is a preprint: `arXiv preprint arXiv:2401.00001`."""
    is_on_name: bool
    """Whether the name before the colon of the title is linked, and the rest is not."""
    has_arxiv: bool
    """Whether one of them leads to arXiv."""


def read_links(lines: Sequence[Line]) -> Links:
    """What the links of an entry say that lead to its paper."""
    nodes = list(walk([node for line in lines for node in line.nodes]))
    links = [
        node for node in nodes if isinstance(node, Group) and node.target is not None and leads_to_paper(node.target)
    ]
    addresses = {node.text for link in links for node in link.target or () if isinstance(node, Fact)}
    slots = {node.slot for line in lines for node in line.nodes if isinstance(node, Fact)}
    names_preprint = bool(slots & {Slot.ID, Slot.PREPRINT})
    is_on_title = any(map(holds_title, links))
    named = (node for link in links for node in walk(link.children) if isinstance(node, Fact))
    is_on_name = not is_on_title and any(node.slot is Slot.NAME for node in named)
    has_arxiv = any(map(form_of, addresses))
    return Links(is_on_title, len(addresses) > 1, names_preprint, is_on_name, has_arxiv)


def holds_title(link: Group) -> bool:
    """Whether the words of a link are the title."""
    return any(isinstance(node, Fact) and node.slot in (Slot.TITLE, Slot.REST) for node in walk(link.children))
