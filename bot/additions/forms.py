"""In what form an entry is written: what it says, in which order, whatever brackets are around it."""

from __future__ import annotations

from itertools import chain, groupby, islice
from typing import TYPE_CHECKING, NamedTuple

from bot.additions.code_links import Siblings
from bot.additions.tree import Placed, Run, main_lines
from bot.document.model import MARKDOWN
from bot.listing.skeleton import Group, Slot
from bot.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.additions.code_links import Sibling
    from bot.listing import Entry, Listing

_SHOWN = 40
"""Entries, the nearest first, that show in what forms entries are written."""
_TOLD = "told"
_MOST_LABEL = 3
"""More words than these say something of one paper."""


def find_unlike(listing: Listing, entry: Entry) -> Entry | None:
    """The nearest entry, where none near is written in the form of the new one: each says what that one does not."""
    siblings = Siblings(listing)
    sibling = siblings.of(entry) if listing.document.format is MARKDOWN else None
    if sibling is None:
        return None
    own = _leaves_of(sibling)
    near = islice(filter(None, map(siblings.of, siblings.near(entry))), _SHOWN)
    nearest = next(near, None)
    if nearest is None or any(has_form(own, _leaves_of(each)) for each in chain((nearest,), near)):
        return None
    return nearest.entry


class Leaf(NamedTuple):
    """What a place of an entry holds, whatever brackets are around it."""

    role: str
    is_optional: bool
    """Whether an entry that says nothing of it is written in the same form."""


def _leaves_of(sibling: Sibling) -> tuple[Leaf, ...]:
    """What an entry says, in order: facts, links and words. All cells of a row but the title's may be empty."""
    tree, parts = sibling.tree, sibling.entry.parts
    of_paper = (*sibling.entry.authors, parts.affiliation, parts.venue, parts.citations, parts.comment)
    told = [Span(*(at - sibling.offset for at in each.span)) for each in of_paper if each is not None]
    lines = Run(tree.atoms, tree.span, "", -1, tree.source)
    main = main_lines(lines)
    found: list[Leaf] = []
    last: Placed | None = None
    for (role, _), group in groupby(chain.from_iterable(map(_leaves, tree.atoms)), lambda each: _key(each, told)):
        leaves = list(group)
        above, last = last, leaves[-1]
        between = tree.source[above.end : last.start] if role == Slot.DATE and above is not None else ""
        if above is not None and above.role == Slot.VENUE and between and not between.strip(" ,'’"):
            continue  # the year of a venue, apart from it where that is not a known one
        is_apart = sibling.is_row or lines.line(leaves[0].start) not in main
        is_long = sum(len(each.text.split()) for each in leaves) > _MOST_LABEL
        is_optional = (role != "words" or is_apart or is_long) and role not in (Slot.TITLE, Slot.NUMBER)
        found += [Leaf(role, is_optional)] * (1 if role in ("words", _TOLD) else len(leaves))
    return tuple(found)


def _key(leaf: Placed, told: Sequence[Span]) -> tuple[str, Placed | None]:
    """What a leaf is, and for words also what they are in: those beside each other there are one."""
    if leaf.role in ("words", Slot.AUTHORS) and any(span.overlaps(leaf.span) for span in told):
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
