"""The skeleton of an entry with the place of each of its nodes in the source, and what is beside each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from bot.additions.marks import Source
from bot.listing.labels import Label, read_badge, read_link_label
from bot.listing.links import is_code_host
from bot.listing.skeleton import Fact, Group, Node, Separator, Slot, Words, divide
from bot.text import Span, lazy_pattern

_COMMENT = lazy_pattern(r"<!--.*?-->", re.DOTALL)
_ADDRESS = lazy_pattern(r"""https?://[^\s"'<>)\]]+""")
_TAG = lazy_pattern(r"<[A-Za-z][^<>]*>")
_WORD = lazy_pattern(r"[^\W_]")
_TIE = 1e-6
_ALIKE = 2.0
"""Scores nearer to each other than this are equal; how much more a place counts that is set off as the model is."""
_ESCAPED = {"\\[": "\\]", "\\(": "\\)"}


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
        """What opens it: `[`, `(`, `**`, a tag; nothing for what is not a pair."""
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
        """What it holds, without punctuation and blanks."""
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
        role = _role(self.core)
        if role == "group":
            facts = [each.role for each in self.core.atoms if isinstance(each.core.node, Fact)]
            return facts[0] if len(facts) == 1 else role
        return "group" if role == "words" and self.opener else role

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
        words = _TAG.sub("", link.words).strip("[]() *_`\\")
        return read_link_label(words) or read_link_label(words.rstrip("123456789"))
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


class Run(NamedTuple):
    """What is beside each other in an entry: in all its lines, in a cell, or in a pair of brackets."""

    atoms: tuple[Placed, ...]
    span: Span
    opener: str
    """What opens the pair; nothing for the lines and for a cell."""
    column: int
    """Of a row, from 0; -1 for the lines of another entry."""
    source: str

    @property
    def roles(self) -> tuple[str, ...]:
        """What each of its parts is."""
        return tuple(each.role for each in self.atoms)

    def gap(self, place: int) -> Span:
        """What is between two parts, or at the edges."""
        start = self.atoms[place - 1].end if place else self.span.start
        end = self.atoms[place].start if place < len(self.atoms) else self.span.end
        return Span(start, end)

    def line(self, offset: int) -> int:
        """The number of a line in it, from 0."""
        return self.source.count("\n", self.span.start, offset)


class Unit(NamedTuple):
    """Some neighbours of a run that say one thing, such as a link to the code and a badge of its stars."""

    run: Run
    first: int
    last: int
    """The index after the last of them."""

    @property
    def span(self) -> Span:
        """From the first to the last, with the escaped brackets around."""
        start, end = self.run.atoms[self.first].start, self.run.atoms[self.last - 1].end
        source = self.run.source
        while start >= 2 and source[end : end + 2] == _ESCAPED.get(source[start - 2 : start], "\n"):
            start, end = start - 2, end + 2
        return Span(start, end)

    @property
    def text(self) -> str:
        """As it is written."""
        span = self.span
        return self.run.source[span.start : span.end]

    def before(self) -> str:
        """What sets it off from what is before."""
        return self.run.source[self.run.gap(self.first).start : self.span.start]

    def behind(self) -> str:
        """What sets it off from what is after it."""
        return self.run.source[self.span.end : self.run.gap(self.last).end]


def find_runs(tree: Placed, *, is_row: bool) -> Iterator[Run]:
    """All runs of an entry, the outer ones first."""
    tops = list(_cells(tree)) if is_row else [Run(tree.atoms, tree.span, "", -1, tree.source)]
    yield from tops
    for top in tops:
        for atom in top.atoms:
            for each in atom.walk():
                if isinstance(each.node, Group) and each.atoms and not each.is_link:
                    span = Span(each.inner[0].start, each.inner[-1].end)
                    yield Run(each.atoms, span, each.opener, top.column, tree.source)


def _cells(tree: Placed) -> Iterator[Run]:
    """The cells of a row; an edge of `|` opens none."""
    bars = [each for each in tree.inner if isinstance(each.node, Separator) and "|" in each.text]
    edges = [tree.start, *(each.start + each.text.index("|") + 1 for each in bars), tree.end + 1]
    if tree.source[edges[0] : edges[1] - 1].strip():
        edges.insert(0, edges[0])  # no `|` before the first cell
        edges[1] = edges[0]
    edges = edges[1:]
    for column, (start, end) in enumerate(pairwise(edges)):
        atoms = tuple(each for each in tree.atoms if start <= each.start < end)
        yield Run(atoms, Span(start, max(end - 1, start)), "", column, tree.source)


def find_unit(tree: Placed, part: Placed, *, is_row: bool) -> Unit | None:
    """A part as a unit of the run that it is in."""
    shell = part.shell
    for run in find_runs(tree, is_row=is_row):
        if shell in run.atoms:
            place = run.atoms.index(shell)
            return Unit(run, place, place + 1)
    return None


_VAGUE = frozenset({"words", "tag", "group", "image"})
"""Parts that every entry may have anywhere."""


def weigh(role: str) -> float:
    """How much a part of this role says about the place where it is."""
    return 0.1 if role in _VAGUE else 1.0


@lru_cache(maxsize=4096)
def common(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """How much of two runs is alike, in the same order."""
    row = [0.0] * (len(other) + 1)
    for left in one:
        diagonal = 0.0
        for index, right in enumerate(other, 1):
            above = row[index]
            row[index] = max(above, row[index - 1], diagonal + weigh(left) if left == right else 0.0)
            diagonal = above
    return row[-1]


def find_home(runs: Sequence[Run], unit: Unit) -> Run | None:
    """The run of an entry in which a unit of another one would be."""
    alike = [each for each in runs if each.opener == unit.run.opener and each.column == unit.run.column]
    if not unit.run.opener:
        return next(iter(alike), None)
    around = (*unit.run.roles[: unit.first], *unit.run.roles[unit.last :])
    found = max(alike, key=lambda run: common(run.roles, around), default=None)
    least = min(1.0, max(map(weigh, around), default=1.0))  # what tells of a place, where it has such
    return found if found is not None and common(found.roles, around) >= least else None


def find_place(run: Run, unit: Unit) -> int:
    """Between which parts of `run` a unit of another one goes: after as many of those as possible that it is after."""
    roles, before, behind = run.roles, unit.run.roles[: unit.first], unit.run.roles[unit.last :]
    scores = [
        common(roles[:place], before)
        + common(roles[place:], behind)
        + _adjoin(roles[:place][-1:], before[-1:])
        + _adjoin(roles[place:][:1], behind[:1])
        for place in range(len(roles) + 1)
    ]
    places = _places_on_main_line(run) if unit.run.line(unit.span.start) in main_lines(unit.run) else range(len(scores))
    if not _is_in_prose(unit.run.roles, unit.first, unit.last):
        places = [place for place in places if not _is_in_prose(roles, place, place)] or places
    top = max(scores[place] for place in places)
    best = [place for place in places if scores[place] > top - _TIE]
    beside = [place for place in best if place and before and roles[place - 1] == before[-1]]
    beside = beside or [place for place in best if place < len(roles) and behind and roles[place] == behind[0]]
    return _skip_unknown(run, (beside or best)[0], unit)


def _is_in_prose(roles: Sequence[str], first: int, last: int) -> bool:
    """Whether words are on both sides."""
    return roles[:first][-1:] == roles[last:][:1] == ("words",)


_MAIN = frozenset({"paper", "title"})


def main_lines(run: Run) -> range:
    """The lines from that in which a run names the paper first to that in which it does last; others hold notes."""
    lines = [run.line(each.start) for each in run.atoms if each.role in _MAIN] or [0, run.line(run.span.end)]
    return range(lines[0], lines[-1] + 1)


def _places_on_main_line(run: Run) -> list[int]:
    main = main_lines(run)
    places = range(len(run.atoms) + 1)
    starts = (
        run.atoms[place - 1].end if place else run.atoms[0].start if run.atoms else run.span.start for place in places
    )
    return [place for place, start in zip(places, starts, strict=True) if run.line(start) in main]


def fit(run: Run, unit: Unit) -> float:
    """How much more a unit says, with what sets it off, where it is after the same as it would in a run."""
    before, others = run.roles[: find_place(run, unit)][-1:], unit.run.roles[: unit.first][-1:]
    is_alike = before == others or (any(map(_is_link, before)) and any(map(_is_link, others)))
    return _ALIKE if is_alike else 1.0


def _skip_unknown(run: Run, place: int, unit: Unit) -> int:
    """After links and facts on the same line that the other entry has not: what is new comes last."""
    known = {*unit.run.roles}
    while place < len(run.atoms) and run.column < 0:
        gap = run.gap(place)
        role = run.atoms[place].role
        if role in known or role in _VAGUE or "\n" in run.source[gap.start : gap.end]:
            break
        place += 1
    return place


def _adjoin(one: Sequence[str], other: Sequence[str]) -> float:
    """What it adds that two parts are directly beside a place; links are together."""
    if not one or one != other:
        return 0.0
    return 2.0 if _is_link(one[0]) else weigh(one[0])


def _is_link(role: str) -> bool:
    return role in {"paper", "code"} or role.startswith("link")


def insert(run: Run, place: int, unit: Unit, text: str) -> tuple[Span, str]:
    """The edit that writes `text` at a place of a run, set off as `unit` is in its own."""
    before, behind = unit.before(), unit.behind()
    gap = run.gap(place)
    there = run.source[gap.start : gap.end]
    if not run.atoms:  # an empty cell
        return gap, f"{before}{text}{behind}"
    opens_line = "\n" in before and "\n" in there and place < len(run.atoms)
    if (not unit.first or opens_line) and "\n" not in behind:  # it comes first
        return Span(gap.end, gap.end), f"{text}{behind}"
    if not place and "\n" not in before:
        return Span(gap.end, gap.end), f"{text}{before}"
    is_last = place == len(run.atoms) or "\n" in there
    is_between = not is_last and unit.last < len(unit.run.atoms) and "\n" not in behind
    if is_between and there.strip() == before.strip() != behind.strip():
        return Span(gap.end, gap.end), f"{text}{behind}"
    kept = there.partition("\n")[0].rstrip() if is_last else ""
    if kept and before.startswith(kept):  # a full stop stands already
        end = behind.rstrip() if unit.last == len(unit.run.atoms) else ""
        return Span(gap.start + len(kept), gap.start + len(kept)), f"{before[len(kept) :]}{text}{end}"
    return Span(gap.start, gap.start), f"{before}{text}"
