"""Write the link to the code of a paper as its siblings have theirs: the nearest entries of its kind show how."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property
from heapq import merge
from itertools import chain, islice
from typing import NamedTuple

from bot.additions.marks import find_sources
from bot.additions.tree import (
    Placed,
    Run,
    Unit,
    common,
    find_home,
    find_place,
    find_runs,
    find_unit,
    fit,
    insert,
    plant,
    read_label,
    weigh,
)
from bot.linter.diagnostics import Edit
from bot.listing import Carrier, Entry, Kind, Listing
from bot.listing.labels import Label, read_link_label, split_badge
from bot.listing.links import label_of, may_be_code
from bot.listing.skeleton import Fact, Group, Slot, Words, plain, source_of, walk
from bot.papers.identifiers import Scheme
from bot.papers.venues import find_known_venues
from bot.text import Span, group_pairs, lazy_pattern

MODELS = 12
"""Entries that one is written after."""
_LOOKED = 400
"""Entries that are looked at for them, the nearest first."""
_OWN = 2.0
"""The weight of a model in the section of the entry; others weigh 1."""


class Sibling(NamedTuple):
    """An entry with its tree; offsets of the tree count from `offset`."""

    entry: Entry
    tree: Placed
    offset: int

    @property
    def is_row(self) -> bool:
        """Whether it is a row of a table."""
        return self.entry.carrier is Carrier.ROW

    def runs(self) -> list[Run]:
        """What is beside each other in it."""
        return list(find_runs(self.tree, is_row=self.is_row))


class Example(NamedTuple):
    """A sibling that has what an entry lacks, and the place of that in it."""

    sibling: Sibling
    unit: Unit
    weight: float = 1.0


class Home(NamedTuple):
    """The run of an entry in which a unit of another one would be, and the brackets that it takes along."""

    run: Run
    unit: Unit
    """What would be there: the unit, or the brackets around it where the entry has none such."""
    opening: str = ""
    closing: str = ""

    @property
    def weight(self) -> float:
        """How much more an example says about it."""
        return fit(self.run, self.unit)


def settle(runs: list[Run], example: Example) -> Home:
    """Where the unit of an example goes."""
    unit, source = example.unit, example.unit.run.source
    if (home := find_home(runs, unit)) is not None:
        return Home(home, unit)
    pair = unit.run.atoms[unit.first].parent if unit.run.opener else None
    around = find_unit(example.sibling.tree, pair, is_row=example.sibling.is_row) if pair is not None else None
    if pair is None or around is None:
        return Home(runs[0], unit)
    opening, closing = source[pair.start : pair.inner[0].start], source[pair.inner[-1].end : pair.end]
    return Home(find_home(runs, around) or runs[0], around, opening, closing)


def venues_of(listing: Listing) -> tuple[str, ...]:
    """What the entries of a list name as their venues."""
    venues = (each.parts.venue or each.venue for each in listing.entries)
    return tuple(each.value for each in venues if each is not None and find_known_venues(each.value))


class Siblings:
    """The entries of one list, each divided when it is first asked for."""

    def __init__(self, listing: Listing) -> None:
        self.listing = listing
        self._trees: dict[int, Sibling | None] = {}
        self._units: dict[tuple[str, int], Unit | None] = {}

    @cached_property
    def venues(self) -> tuple[str, ...]:
        """What its entries name as their venues."""
        return venues_of(self.listing)

    @cached_property
    def cells(self) -> Counter[str]:
        """How often its rows have a cell with these words and nothing else."""
        rows = (self.listing.text[each.span] for each in self.listing.entries if each.carrier is Carrier.ROW)
        return Counter(cell.strip() for row in rows for cell in row.split("|"))

    def of(self, entry: Entry) -> Sibling | None:
        """An entry with its tree; None for one that cannot be divided."""
        key = entry.span.start
        if key not in self._trees:
            self._trees[key] = self._divide(entry)
        return self._trees[key]

    def _divide(self, entry: Entry) -> Sibling | None:
        for source in find_sources(self.listing, [entry]):
            tree = plant(source)
            if tree is not None:
                return Sibling(entry, tree, entry.span.end - len(source.text))
        return None

    def examples(self, sibling: Sibling, kind: str, find: Callable[[Sibling], Unit | None]) -> list[Example]:
        """The nearest entries with a unit of some kind, those of its own section first."""
        found: list[Example] = []
        for each in self.near(sibling.entry):
            other = self.of(each)
            unit = self._unit(other, kind, find) if other is not None else None
            if other is not None and unit is not None:
                found.append(Example(other, unit, _weight(sibling, other)))
            if len(found) == MODELS:
                break
        return found

    @cached_property
    def _alike(self) -> dict[tuple[object, ...], list[Entry]]:
        """The entries that others may be written after, by what they have in common; and again by their sections."""
        papers = [each for each in self.listing.entries if _is_titled_paper(each)]
        return group_pairs((key, each) for each in papers for key in (_kind_of(each), (*_kind_of(each), each.section)))

    def near(self, entry: Entry) -> Iterator[Entry]:
        """The entries that are as alike, those of its own section first, the nearest first."""
        own = _around(self._alike.get((*_kind_of(entry), entry.section), []), entry)
        all_of_kind = _around(self._alike.get(_kind_of(entry), []), entry)
        return islice(chain(own, (each for each in all_of_kind if each.section != entry.section)), _LOOKED)

    def _unit(self, sibling: Sibling, kind: str, find: Callable[[Sibling], Unit | None]) -> Unit | None:
        key = kind, sibling.entry.span.start
        if key not in self._units:
            self._units[key] = find(sibling)
        return self._units[key]


def _is_titled_paper(entry: Entry) -> bool:
    is_paper = entry.kind is Kind.PAPER or (entry.work is not None and entry.work.scheme is Scheme.ARXIV)
    return is_paper and entry.title is not None


def _kind_of(entry: Entry) -> tuple[object, ...]:
    """What entries have in common that are written alike."""
    return entry.carrier, len(entry.columns)


def _around(entries: list[Entry], entry: Entry) -> Iterator[Entry]:
    """The entries of a list in order of place, the nearest to one first, without that."""
    place = bisect_left(entries, entry.span.start, key=lambda each: each.span.start)
    above = (entries[index] for index in range(place - 1, -1, -1))
    below = (entries[index] for index in range(place, len(entries)))
    near = merge(above, below, key=lambda each: abs(each.span.start - entry.span.start))
    return (each for each in near if each is not entry)


def _weight(one: Sibling, other: Sibling) -> float:
    """How much an entry says about how another one is written: by place, and by what both have."""
    mine, others = (tuple(each.role for each in sibling.tree.atoms) for sibling in (one, other))
    alike = common(mine, others) / max(sum(map(weigh, mine)), sum(map(weigh, others)), 1)
    return (_OWN if one.entry.section == other.entry.section else 1.0) * (0.4 + alike**4)


def agree(sibling: Sibling, options: Iterator[tuple[Edit | None, float]]) -> Edit | None:
    """The edit that weighs most over all models; of equal ones the nearest."""
    weights: defaultdict[Edit | None, float] = defaultdict(float)
    for edit, weight in options:
        weights[edit] += weight
    best = max(weights, key=lambda edit: round(weights[edit], 6), default=None)
    return _fill_up(sibling, best) if best is not None else None


def _fill_up(sibling: Sibling, edit: Edit) -> Edit:
    """The edit in the room of blanks that fill up its cell: one stays at least, two alone fill up none.

    A single one ends no line.
    """
    start, end, least = edit.span.start, edit.span.end, int(sibling.is_row)
    blanks = (_PADDING if sibling.is_row else _LAST_BLANK).match(sibling.tree.source, end)
    if blanks is None:
        return edit
    new = edit.new.rstrip()
    left = max(blanks.end() - start - len(new), least)
    return Edit(Span(start, blanks.end()), new + " " * (left if len(blanks[0]) > _HABIT else min(left, _HABIT)))


FEWEST = 1
"""Entries with a link to code from which a list is one that names code."""
UNKNOWN = frozenset("- – — -- N/A n/a NA None none / TBD tbd × ✗ ❌ x X ?".split()) | {""}
"""How tables mark what is not there."""
FRAMEWORKS = frozenset(
    "pytorch torch tensorflow tf tf2 keras caffe caffe2 jax mxnet theano lua matlab chainer paddle flax".split()
)
"""What links to code are called by where a list tells in what the code is written."""
_SHORT = {"tf": "tensorflow", "tf2": "tensorflow", "torch": "pytorch", "caffe2": "caffe"}
_NAMED, _OTHER = 4.0, 0.1
_OFTEN = 3
_MOST_WORDS = 2
"""Of what marks that there is no code."""
_WORD = lazy_pattern(r"[^\W_]+")
_LAST_BLANK = lazy_pattern(r" (?=\r?\n|$)")
_PADDING = lazy_pattern(r" {2,}(?=\|)")
"""What fills up a cell."""
_HABIT = 2
"""Blanks that may be at the end of every cell."""
_CLOSE = lazy_pattern(r"[\s:：]{0,3}")
_SLUG = lazy_pattern(r"https?://(?:www\.)?[\w.-]+/([\w.-]+/[\w.-]+?)(?:\.git)?(?:[/?#].*)?", re.IGNORECASE)


def names_code(entry: Entry) -> bool:
    """Whether an entry links to code already."""
    others = (each for each in entry.links if each is not entry.link)
    return any(map(may_be_code, entry.links)) or any(
        label_of(each) is Label.CODE and bool(each.href.strip("#")) for each in others
    )


def write_code(siblings: Siblings, sibling: Sibling, address: str) -> Edit | None:
    """The edit that puts the address into an entry; None if no sibling shows how."""
    examples = _without_names(siblings.examples(sibling, "code", _find_code))
    if len(examples) < FEWEST:
        return None
    runs, marks = sibling.runs(), UNKNOWN | _find_marks(siblings, sibling, examples)
    options = (
        (_graft(runs, each, address, marks), each.weight * _suits(runs, each, address, marks)) for each in examples
    )
    return agree(sibling, options)


def _find_marks(siblings: Siblings, sibling: Sibling, examples: list[Example]) -> frozenset[str]:
    """How the list marks that there is no code: by a word that is alone in several cells, in place of a link."""
    columns = {each.unit.run.column for each in examples if _is_alone(each.unit)}
    cells = [each.atoms[0].text for each in sibling.runs() if each.column in columns - {-1} and len(each.atoms) == 1]
    words = (each for each in cells if len(each.split()) <= _MOST_WORDS and not _words(each) & FRAMEWORKS)
    return frozenset(each for each in words if "](" not in each and siblings.cells[each] >= _OFTEN)


def _suits(runs: list[Run], example: Example, address: str, marks: frozenset[str]) -> float:
    """How well an example suits: a link to another framework was not checked, a cell of its own shows no separator."""
    named = _frameworks(example)
    suits = 1.0 if not named else _NAMED if _spelled_out(named) & _spelled_out(_words(slug_of(address))) else _OTHER
    suits *= settle(runs, example).weight
    return suits * (_OTHER if _is_alone(example.unit) and _find_shared(runs, example.unit, marks) else 1.0)


def _is_alone(unit: Unit) -> bool:
    """Whether it is all that a cell holds."""
    return unit.run.column >= 0 and unit.last - unit.first == len(unit.run.atoms)


def _find_shared(runs: list[Run], unit: Unit, marks: frozenset[str]) -> Run | None:
    """The cell in which a link to code would be beside something else."""
    home = find_home(runs, unit)
    is_shared = home is not None and any(each.text not in marks for each in home.atoms)
    return home if is_shared and home is not None and home.column >= 0 else None


def _frameworks(example: Example) -> set[str]:
    """The frameworks that the words of a link name."""
    link = next(filter(_is_code, _nodes(example.unit)))
    return _words(" ".join(each.text for each in link.inner)) & FRAMEWORKS


def _words(text: str) -> set[str]:
    return {each.casefold() for each in _WORD.findall(text)}


def _spelled_out(words: set[str]) -> set[str]:
    return {_SHORT.get(each, each) for each in words}


def _without_names(examples: list[Example]) -> list[Example]:
    """The examples without those whose link has a label that few have: it tells what is behind, such as `C++`."""
    links = [(each, next(node for node in _nodes(each.unit) if _is_code(node))) for each in examples]
    labels = Counter(link.words.casefold() for _, link in links)
    return [
        each
        for each, link in links
        if _announces_code(link) or _frameworks(each) or labels[link.words.casefold()] > max(len(links) / 2, 1)
    ]


def _announces_code(link: Placed) -> bool:
    """Whether the words of a link hold for any paper, or are the name of the repository, which is replaced."""
    name = slug_of(link.address).partition("/")[2]
    words = link.words.strip("[]() *_`\\")
    is_address = words.endswith(slug_of(link.address))
    return is_address or words == name or read_label(link) is not None or not any(map(str.isalpha, words))


def _nodes(unit: Unit) -> Iterator[Placed]:
    for atom in unit.run.atoms[unit.first : unit.last]:
        yield from atom.walk()


def _find_code(sibling: Sibling) -> Unit | None:
    """The link to the code of an entry, with the badges of that repository beside it."""
    link = next(filter(_is_code, sibling.tree.walk()), None)
    slug = slug_of(link.address) if link is not None else ""
    unit = find_unit(sibling.tree, link, is_row=sibling.is_row) if link is not None and slug else None
    if unit is None:
        return None
    first, last = unit.first, unit.last
    while last < len(unit.run.atoms) and slug.lower() in unit.run.atoms[last].text.lower():
        last += 1
    while first and slug.lower() in unit.run.atoms[first - 1].text.lower():
        first -= 1
    if first and _announces(unit.run.atoms[first - 1]) and _CLOSE.fullmatch(unit._replace(first=first).before()):
        first -= 1
    return unit._replace(first=first, last=last)


def _is_code(placed: Placed) -> bool:
    """Whether it is the link itself, and no picture."""
    is_link = placed.core is placed and placed.opener != "![" and not _is_literal(placed)
    return is_link and placed.role == "code" and bool(placed.address)


def _is_literal(placed: Placed) -> bool:
    """Whether it is in code, where nothing is a link."""
    outer = placed.parent
    return outer is not None and (outer.opener.startswith("`") or _is_literal(outer))


def _announces(atom: Placed) -> bool:
    """Whether words lead up to code: `Code:`, `The source code is`."""
    return isinstance(atom.core.node, Words) and any(
        read_link_label(word) is Label.CODE for word in atom.core.text.split()
    )


def slug_of(address: str) -> str:
    """The owner and name of a repository; empty for another page."""
    match = _SLUG.fullmatch(address)
    return match[1] if match else ""


def _render(example: Example, address: str) -> str:
    """The unit of an example with another repository."""
    link = next(each for each in _nodes(example.unit) if slug_of(each.address))
    return with_repository(example.unit.text, link.address, address, link.words)


def with_repository(text: str, old: str, new: str, label: str) -> str:
    """Links to a repository, and badges of it, with another one; `label` may tell in what the old one is written."""
    slug, own = slug_of(old), slug_of(new)
    text = text.replace(old, new)
    if slug and own:
        text = re.sub(re.escape(slug), lambda _: own, text, flags=re.IGNORECASE)
        name, mine = slug.partition("/")[2], own.partition("/")[2]
        if len(name) > 3 and not read_link_label(name):
            text = re.sub(rf"(?<![\w/.-]){re.escape(name)}(?![\w/-])", lambda _: mine, text)
    for each in (word for word in _words(label) & FRAMEWORKS if not _spelled_out({word}) & _spelled_out(_words(own))):
        text = re.sub(rf"(?<![^\W_]){each}(?![^\W_])", _say_code, text, count=1, flags=re.IGNORECASE)
        text = re.sub(r"\bcode[ -](?=code\b)", "", text, flags=re.IGNORECASE)  # `PyTorch code`
    return text


def replace_code(group: Group, old: str, new: str) -> tuple[str, bool]:
    """A link or a picture of a repository with another one, and whether its words hold for any paper; else nothing."""
    facts = [node for node in walk([group]) if isinstance(node, Fact)]
    is_link = group.target is not None or any(isinstance(node, Fact) for node in group.opening)
    slug = slug_of(old).casefold() or "\0"
    is_code = any(node.text == old or slug in node.text.casefold() for node in facts)
    if not (is_link and is_code) or any(node.slot is not Slot.OTHER_URL for node in facts):
        return "", False
    label, written = plain(group.children), source_of(group)
    has_picture = "![" in written or "<img" in written
    shown = [" ".join(split_badge(node.text)) for node in facts] if has_picture else [label]
    is_label = all(not words or read_link_label(words.strip("[]() *_`")) for words in shown)
    return with_repository(written, old, new, label), is_label


def _say_code(framework: re.Match[str]) -> str:
    """The word for any code, in the case of that which names a framework."""
    return "CODE" if framework[0].isupper() else "Code" if framework[0][0].isupper() else "code"


def _graft(runs: list[Run], example: Example, address: str, marks: frozenset[str]) -> Edit:
    text = _render(example, address)
    if (blank := next(_find_blanks(runs, example.unit, marks), None)) is not None:
        return Edit(*_fill(blank, example.unit, text))
    if _is_alone(example.unit) and (shared := _find_shared(runs, example.unit, marks)) is not None:
        end = shared.atoms[-1].end
        return Edit(Span(end, end), f" {text}")
    home = settle(runs, example)
    goal = find_place(home.run, home.unit)
    if any(each.text in marks for each in home.run.atoms[goal : goal + 1]):  # `Code: N/A`
        return Edit(home.run.atoms[goal].span, text)
    return Edit(*insert(home.run, goal, home.unit, f"{home.opening}{text}{home.closing}"))


def _find_blanks(runs: list[Run], unit: Unit, marks: frozenset[str]) -> Iterator[Unit]:
    """Where an entry keeps room for its code: `[Code]` without address, a cell with a dash."""
    for run in runs:
        if run.column == unit.run.column and not run.opener and run.column >= 0 and len(run.atoms) <= 1:
            text = run.source[run.span.start : run.span.end].strip(" \t[]()*_`")
            if text in marks and not unit.run.opener:
                yield Unit(run, 0, len(run.atoms))
    for run in runs:
        for place, atom in enumerate(run.atoms):
            if atom.shell is atom and _is_blank(atom.core):
                yield Unit(run, place, place + 1)


def _is_blank(core: Placed) -> bool:
    if isinstance(core.node, Words):
        return read_link_label(core.text.strip("[]() *_`\\")) is Label.CODE
    return core.is_link and not core.address and read_link_label(core.words.strip("[]() *_`")) is Label.CODE


def _fill(blank: Unit, unit: Unit, text: str) -> tuple[Span, str]:
    if blank.last > blank.first:
        return blank.span, text
    before, behind = (each if not each.strip() else " " for each in (unit.before(), unit.behind()))
    return blank.run.span, f"{before}{text}{behind}"
