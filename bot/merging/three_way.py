"""A three-way merge of lists, entry by entry."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from bot.document import parse
from bot.listing import read
from bot.merging.counts import Census, with_values
from bot.merging.decisions import CERTAIN, decide
from bot.merging.losses import (
    find_double,
    find_doubt,
    find_items,
    find_lost,
    find_lost_link,
    find_stray,
    is_read_alike,
)
from bot.merging.nodes import Family
from bot.merging.outline import ItemKind, read_lines, read_outline
from bot.merging.rendering import MARKERS, Renderer
from bot.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.listing import Listing
    from bot.merging.outline import Outline
    from bot.merging.rendering import Markers, Rendering


class Conflict(NamedTuple):
    """Lines of the result between git's markers."""

    line: int
    end_line: int
    section: str
    """The heading above it."""
    title: str
    """The paper; empty for other lines."""
    reason: str

    @property
    def is_certain(self) -> bool:
        """Whether it is one even if no line was changed by both sides: a paper would be listed twice, for example."""
        return self.reason in CERTAIN


@dataclass(frozen=True, slots=True)
class Merged:
    """The result of a merge."""

    content: str
    conflicts: tuple[Conflict, ...] = ()
    doubt: str = ""
    """Why the result must not be taken; empty where it may be."""
    family: Family | None = None

    def accepts(self, content: str) -> bool:
        """Whether another result has the links that the sides want."""
        return self.family is not None and not find_lost_link(self.family, _read("", content))


def merge(base: Text, ours: Text, theirs: Text, markers: Markers = MARKERS) -> Merged | None:
    """The list with the changes of both sides; None where no version has an entry."""
    if ours.content in (base.content, theirs.content):
        return Merged(theirs.content)
    if theirs.content == base.content:
        return Merged(ours.content)
    listings = tuple(_read(text.path, text.content) for text in (base, ours, theirs))
    if not any(listing.entries for listing in listings):
        return None
    merged, is_read_alike = _merge(listings, markers, read_outline)
    if merged.conflicts and not is_read_alike:
        lines, _ = _merge(listings, markers, read_lines)
        if not lines.conflicts and not lines.doubt and not find_stray(listings[1:], _read("", lines.content)):
            return lines
    return merged


def _read(path: str, content: str) -> Listing:
    return read(parse(Text(path, content)))


def _merge(
    listings: tuple[Listing, ...], markers: Markers, outline: Callable[[Listing], Outline]
) -> tuple[Merged, bool]:
    """The merge of what `outline` makes of lists, and whether they are read alike where there are conflicts."""
    family = Family(*map(outline, listings))
    fates, numbering, counts = decide(family)
    rendering = Renderer(family, fates, numbering, markers).render()
    if counts:
        items = outline(_read("", rendering.content))
        places = find_items(rendering, items)
        census = Census(items.listing)
        for node in counts.keys() & places.keys():
            found = counts[node]
            values = [str(census.count(count.counter, items.items[places[node]].section)) for count in found]
            fates[node] = replace(fates[node], text=with_values(fates[node].text or "", found, values))
        rendering = Renderer(family, fates, numbering, markers).render()
    conflicts = tuple(_conflicts(family, rendering))
    if conflicts:
        doubt = find_lost(family, fates, rendering.content)
    else:
        result = _read("", rendering.content)
        doubt = find_doubt(family, fates, rendering, outline(result)) or find_double(listings[1:], result)
    in_doubt = [block.first for block in rendering.blocks if block.reason]
    return Merged(rendering.content, conflicts, doubt, family), is_read_alike(family, in_doubt)


def _conflicts(family: Family, rendering: Rendering) -> Iterator[Conflict]:
    text = Text("", rendering.content)
    section = ""
    for block, start in zip(rendering.blocks, rendering.starts, strict=True):
        item = family.any_item(block.first)
        if item.kind is ItemKind.SECTION:
            section = item.plain
        if block.reason:
            line = text.line_at(start)
            yield Conflict(line, line + block.text.count("\n"), section, item.name, block.reason)
