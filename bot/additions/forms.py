"""In what form an entry is written: what it says, in which order, whatever brackets are around it."""

from __future__ import annotations

from itertools import chain, groupby
from typing import TYPE_CHECKING, NamedTuple

from bot.additions.code_links import Siblings
from bot.additions.tree import Placed, Run, main_lines
from bot.document.model import MARKDOWN
from bot.listing.skeleton import Group, Slot
from bot.text import Span, lazy_pattern, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.additions.code_links import Sibling
    from bot.listing import Entry, Listing

_SHOWN = 40
"""Entries, the nearest first, that show what words entries have; more where none of these says the same things."""
_TOLD, _LINKED = "told", "title with a link"
_MARKS, _FIXED = frozenset({"words"}), frozenset({Slot.TITLE, _LINKED, Slot.NUMBER})
"""What says something of a paper that cannot be known, and what no entry is without."""
_VALUES = frozenset({Slot.DATE, Slot.VENUE})
"""What lists have a form of their own for."""
_NAME = lazy_pattern(r"[^\W\d_]+(?:[ &/.-]+[^\W\d_]+)*")
_LONGEST = 80
_ENDS = {"": "edge", "|": "edge of the cell", "\n": "edge of the line", _TOLD: "authors or venue", _LINKED: "title"}
"""What messages call the ends of a separator."""
_VALUE = lazy_pattern(r"https?://[^\s)\"'>|]+|\d+|(?<=[\w\"']) [\w-]+=(?:\"[^\"]*\"|'[^']*')")
"""What a separator holds of one paper: addresses, numbers, attributes of tags."""
_BLANKS = lazy_pattern(r"\s+")
_MOST_LABEL = 3
"""More words than these say something of one paper."""


class Forms:
    """The forms of the entries of a list, each read when it is first asked for."""

    def __init__(self, listing: Listing) -> None:
        self._siblings = Siblings(listing)
        self._read: dict[int, _Form] = {}

    def _near(self, entry: Entry) -> Iterator[_Form]:
        for each in self._siblings.near(entry):
            sibling = self._siblings.of(each) if each.span.start not in self._read else None
            if sibling is not None:
                self._read[each.span.start] = _read(sibling)
            if each.span.start in self._read:
                yield self._read[each.span.start]

    def find_unlike(self, listing: Listing, entry: Entry) -> Unlike | None:
        """What no entry is written like that is near to a new one, which is in `listing`.

        Each has words that the new one has not, or sets its parts off otherwise, the nearest before those that are far.
        """
        sibling = Siblings(listing).of(entry) if listing.document.format is MARKDOWN else None
        if sibling is None:
            return None
        own, others, has_words = _read(sibling), list[_Form](), False
        unseen = {leaf.role for leaf in own.leaves}
        new = dict.fromkeys(own.joints)
        for each in self._near(entry):
            others.append(each)
            has_words = has_words or has_form(own.leaves, each.leaves)
            new = {joint: None for joint in new if joint not in each.joints}
            if has_words and not new:
                return None
            unseen -= {leaf.role for leaf in each.leaves}
            if not (has_words or unseen) and len(others) >= _SHOWN:
                break
        if not others or not has_words:
            return Unlike(others[0].entry) if others else None
        lacking = next((each for each in new if not may_be_shown(each, [other.joints for other in others])), None)
        return Unlike(others[0].entry, lacking) if lacking is not None else None


class Leaf(NamedTuple):
    """What a place of an entry holds, whatever brackets are around it."""

    role: str
    is_optional: bool
    """Whether an entry that says nothing of it is written in the same form."""


class Joint(NamedTuple):
    """Two parts of an entry that are beside each other, and what is between them."""

    above: str
    gap: str
    below: str


class Unlike(NamedTuple):
    """The nearest entry where none has the form of a new one, and what none shows; nothing where words are lacking."""

    entry: Entry
    joint: Joint | None = None

    @property
    def reason(self) -> str:
        """What a person is told."""
        named = shorten(self.entry.title_text, _LONGEST)
        if self.joint is None:
            return f'entries such as "{named}" have words that nobody gave'
        above, gap, below = self.joint
        if above == below in _VALUES:
            return f'entries such as "{named}" write the {above} otherwise'
        marks = f'"{gap.strip()}"' if gap.strip() else "nothing"
        ends = f"{_ENDS.get(above, above)} and {_ENDS.get(below, below)}"
        return f'entries such as "{named}" do not have {marks} between {ends}'


class _Form(NamedTuple):
    entry: Entry
    leaves: tuple[Leaf, ...]
    joints: tuple[Joint, ...]


def _read(sibling: Sibling) -> _Form:
    """What an entry says, in order: facts, links and words. All cells of a row but the title's may be empty."""
    tree, parts = sibling.tree, sibling.entry.parts
    of_paper = (*sibling.entry.authors, parts.affiliation, parts.venue, parts.citations, parts.comment)
    told = [Span(*(at - sibling.offset for at in each.span)) for each in of_paper if each is not None]
    main = main_lines(lines := Run(tree.atoms, tree.span, "", -1, tree.source))
    found: list[Leaf] = []
    joints: list[Joint] = []
    last, end = "", 0
    for (role, _), group in groupby(chain.from_iterable(map(_leaves, tree.atoms)), lambda each: _key(each, told)):
        leaves = list(group)
        gap, text = tree.source[end : leaves[0].start], tree.source[leaves[0].start : leaves[-1].end]
        end = leaves[-1].end
        if role == Slot.DATE and last == Slot.VENUE and gap and not gap.strip(" ,'’"):
            joints.append(_value(last, joints.pop().gap + gap + text))
            continue  # the year of a venue, apart from it where that is not a known one
        is_apart = sibling.is_row or lines.line(leaves[0].start) not in main
        joints += _joints(last, gap, role, is_apart=is_apart)
        if role in _VALUES:
            joints.append(_value(role, text))
        is_long = sum(len(each.text.split()) for each in leaves) > _MOST_LABEL
        is_optional = (role not in _MARKS or is_apart or is_long) and role not in _FIXED
        found += [Leaf(role, is_optional)] * (1 if role in (*_MARKS, _TOLD) else len(leaves))
        last = role
    joints += _joints(last, tree.source[end:], "", is_apart=sibling.is_row)
    return _Form(sibling.entry, tuple(found), tuple(joints))


def _value(role: str, text: str) -> Joint:
    """How a date or a venue is written, whatever its words and numbers are."""
    return Joint(role, _bare(_NAME.sub("w", _VALUE.sub("0", text))), role)


def _joints(above: str, gap: str, below: str, *, is_apart: bool) -> Iterator[Joint]:
    """What is between two parts; what is in another cell, or on a line of notes, is beside the edge of that."""
    gap = _VALUE.sub("0", gap)
    edge = "|" if "|" in gap else "\n" if "\n" in gap else ""
    if is_apart and edge:
        yield Joint(above, _bare(gap.partition(edge)[0]), edge if edge == "|" else "")
        yield Joint(edge, _bare(gap.rpartition(edge)[2]), below)
    else:
        yield Joint(above, _bare(gap), below)


def _bare(gap: str) -> str:
    return _BLANKS.sub(lambda found: "\n" if "\n" in found[0] else "", gap)


def may_be_shown(joint: Joint, others: Sequence[Sequence[Joint]]) -> bool:
    """Whether no entry has these two parts beside each other, and one would set them off so without what is between."""
    if any((each.above, each.below) == (joint.above, joint.below) for other in others for each in other):
        return False
    return joint.above == joint.below or any(_shows_without(joint, other) for other in others)


def _shows_without(joint: Joint, other: Sequence[Joint]) -> bool:
    """Whether an entry without some of its parts sets two off so: with what is left before them and after them."""
    ends = (at for at, each in enumerate(other) if each.above == joint.above != each.below)
    first = next(ends, len(other))
    befores, behinds = other[first : first + 1], [each for each in other[first:] if each.below == joint.below]
    return any(
        before.gap.startswith(joint.gap[:at]) and behind.gap.endswith(joint.gap[at:])
        for before in befores
        for behind in behinds
        for at in range(len(joint.gap) + 1)
    )


def _key(leaf: Placed, told: Sequence[Span]) -> tuple[str, Placed | None]:
    """What a leaf is, and for words also what they are in: those beside each other there are one."""
    if leaf.role == Slot.TITLE and leaf.is_link:
        return _LINKED, None
    if leaf.role == Slot.AUTHORS or (leaf.role == "words" and any(span.overlaps(leaf.span) for span in told)):
        return _TOLD, None
    return leaf.role, leaf.parent if leaf.role == "words" else None


def _leaves(placed: Placed) -> Iterator[Placed]:
    core = placed.core
    if isinstance(core.node, Group) and not core.is_link and core.opener != "![" and core.atoms:
        for each in core.atoms:
            yield from _leaves(each)
    else:
        yield core


def has_form(own: Sequence[Leaf], other: Sequence[Leaf]) -> bool:
    """Whether an entry is written as another one, which may say more: words go with the fact that they announce."""
    own = [leaf for leaf in own if leaf.role != "words" or not leaf.is_optional]  # the rest of very many authors
    place, has_words = 0, False
    for leaf in other:
        if place < len(own) and own[place].role == leaf.role and not has_words:
            place += 1
        elif leaf.is_optional and (place == len(own) or own[place].role != leaf.role):
            has_words = False
        elif leaf.role == "words" and not has_words:
            has_words = True
        else:
            return False
    return place == len(own) and not has_words
