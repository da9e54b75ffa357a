"""The skeleton of an entry with the place of each of its nodes in the source, and what each node is."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from bot.listing.links import Label, is_code_host, read_badge, read_link_label
from bot.listing.skeleton import Fact, Group, Separator, Slot, Words, divide
from bot.text import Span, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.additions.marks import Source
    from bot.listing.skeleton import Node

_COMMENT = lazy_pattern(r"<!--.*?-->", re.DOTALL)
_ADDRESS = lazy_pattern(r"""https?://[^\s"'<>)\]]+""")
_TAG = lazy_pattern(r"<[A-Za-z][^<>]*>")
_WORD = lazy_pattern(r"[^\W_]")


@dataclass(eq=False)
class Placed:
    """A node of an entry: where it is, and what it holds."""

    node: Node
    start: int
    end: int
    source: str
    """That of the whole entry."""
    parent: Placed | None = None
    inner: list[Placed] = field(default_factory=list)
    """What a pair of marks or brackets holds; of a link its words."""
    target: list[Placed] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The node as it is written."""
        return self.source[self.start : self.end]

    @property
    def span(self) -> Span:
        """Where it is in the source of its entry."""
        return Span(self.start, self.end)

    @property
    def opener(self) -> str:
        """What opens it: `[`, `(`, `**`, a tag; nothing for what is no pair."""
        if not isinstance(self.node, Group) or not self.node.opening:
            return ""
        first = self.node.opening[0]
        text = first.text if isinstance(first, Separator) else ""
        name = re.match(r"<\w+", text)
        return name[0] if name else text

    @property
    def is_link(self) -> bool:
        """Whether it leads somewhere."""
        return isinstance(self.node, Group) and (self.node.target is not None or self.opener == "<a")

    @cached_property
    def atoms(self) -> tuple[Placed, ...]:
        """What it holds but for punctuation and blanks."""
        return tuple(each for each in self.inner if _says_something(each.node))

    @cached_property
    def core(self) -> Placed:
        """What is left of it without pairs that hold but one thing; a link is one thing."""
        return self.atoms[0].core if not self.is_link and self.opener != "![" and len(self.atoms) == 1 else self

    @cached_property
    def shell(self) -> Placed:
        """It, with all pairs around that hold nothing else."""
        outer = self.parent
        is_alone = outer is not None and outer.parent is not None and not outer.is_link and len(outer.atoms) == 1
        return outer.shell if outer is not None and is_alone else self

    @property
    def address(self) -> str:
        """Where it leads."""
        if isinstance(self.node, Fact) and self.node.slot is Slot.OTHER_URL:
            return self.text
        if not isinstance(self.node, Group):
            return ""
        place = "".join(each.text for each in self.target) if self.target else self.text.partition(">")[0]
        found = _ADDRESS.search(place)
        return found[0] if found else ""

    @property
    def words(self) -> str:
        """What a reader sees of it."""
        if not isinstance(self.node, Group):
            return self.text
        return "".join(each.words for each in self.inner).strip()

    @cached_property
    def role(self) -> str:
        """What it is: a fact of the paper, a link of some kind, or words."""
        return _role(self.core)

    def walk(self) -> Iterator[Placed]:
        """It, and what it holds, outer ones first."""
        yield self
        for each in self.inner:
            yield from each.walk()


def _says_something(node: Node) -> bool:
    return not isinstance(node, Separator) and not (isinstance(node, Words) and not _WORD.search(node.text))


def _role(core: Placed) -> str:
    node = core.node
    if isinstance(node, Fact):
        if node.slot is Slot.OTHER_URL and is_code_host(node.text):
            return "code"
        return str(Slot.VENUE if node.slot is Slot.PREPRINT else node.slot)
    if isinstance(node, Words):
        return "words"
    if isinstance(node, Separator):
        return ""
    slots = [each.node.slot for each in core.walk() if isinstance(each.node, Fact)]
    if Slot.TITLE in slots or Slot.REST in slots:
        return str(Slot.TITLE)
    if core.opener == "![":
        return "code" if names_repository(core.address) else "image"
    if core.is_link:
        return _role_of_link(core)
    return "group" if core.atoms else "tag"


def _role_of_link(link: Placed) -> str:
    facts = [each.node for each in (*link.target, *link.walk()) if isinstance(each.node, Fact)]
    if any(fact.slot is Slot.URL for fact in facts) or (
        link.opener == "<a" and any(isinstance(each, Fact) and each.slot is Slot.URL for each in _opening(link))
    ):
        return "paper"
    label = read_label(link)
    if label is Label.CODE or (label in (None, Label.HERE) and is_code_host(link.address)):
        return "code"
    return f"link {label or ''}"


def _opening(link: Placed) -> Sequence[Node]:
    return link.node.opening if isinstance(link.node, Group) else ()


def read_label(link: Placed) -> Label | None:
    """What the words, or the badge, of a link announce."""
    picture = next((each for each in link.walk() if each.opener == "!["), None)
    if picture is None:
        return read_link_label(_TAG.sub("", link.words).strip("[]() *_`\\"))
    shown = read_badge(picture.words, picture.address)
    return read_link_label(shown) or next(filter(None, map(read_link_label, shown.split()[:2])), None)


_REPOSITORY = lazy_pattern(
    r"github\.com/([\w.-]+/[\w.-]+)|(?:shields\.io/github|badgen\.net/github)/[\w/-]*?/([\w.-]+/[\w.-]+)", re.IGNORECASE
)


def names_repository(address: str) -> bool:
    """Whether a picture is drawn from a repository: its stars, its last commit."""
    return _REPOSITORY.search(address) is not None


def plant(source: Source) -> Placed | None:
    """The tree of an entry: its root holds all lines. None for one that cannot be divided."""
    text = _COMMENT.sub(lambda found: " " * len(found[0]), source.text)
    lines = divide(text, source.marks)
    if not lines:
        return None
    root = Placed(Group((), (), ""), 0, len(text), source.text)
    at = 0
    for line in lines:
        for node in (*line.margin, *line.nodes, *((Separator(line.end),) if line.end else ())):
            child = _place(node, at, root)
            root.inner.append(child)
            at = child.end
    return root if at == len(text) else None


def _place(node: Node, start: int, parent: Placed) -> Placed:
    placed = Placed(node, start, start, parent.source, parent)
    if not isinstance(node, Group):
        placed.end = start + len(node.text)
        return placed
    at = start + sum(map(_length, node.opening))
    at = _place_all(node.children, at, placed, placed.inner)
    if node.target is not None:
        at = _place_all(node.target, at + len("]("), placed, placed.target)
    placed.end = at + len(node.closing)
    return placed


def _place_all(nodes: Sequence[Node], at: int, parent: Placed, into: list[Placed]) -> int:
    for node in nodes:
        child = _place(node, at, parent)
        into.append(child)
        at = child.end
    return at


def _length(node: Node) -> int:
    if not isinstance(node, Group):
        return len(node.text)
    inner = sum(map(_length, (*node.opening, *node.children, *(node.target or ()))))
    return inner + len(node.closing) + (0 if node.target is None else len("]("))
