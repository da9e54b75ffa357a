"""A three-way merge of lists, entry by entry, and the proof that it lost nothing: the result is read again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.document import Wordings, parse
from bot.document.model import find_other_format
from bot.errors import BotError
from bot.git import merge_lines
from bot.listing import Entry, Listing, read
from bot.merging.decisions import CERTAIN, Census, Fate, decide, with_values
from bot.merging.item_tree import ItemKind, ItemTree, plain_text, read_lines, read_tree, section_key
from bot.merging.merged_text import MARKERS, REPLACED, Block, Markers, Renderer, Rendering
from bot.merging.nodes import Family
from bot.progress import step
from bot.text import Text

_LABELS = ("ours", "theirs")


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


class Result(NamedTuple):
    """A merged file."""

    content: str
    conflicts: tuple[Conflict, ...] = ()
    lines: int = 0
    """For a merge line by line: its conflicts."""
    reason: str = ""
    """Why the files were merged line by line; empty if they were not."""

    @property
    def is_clean(self) -> bool:
        """Whether nothing is left to a person."""
        return not self.conflicts and not self.lines


@dataclass(frozen=True, slots=True)
class Merged:
    """The result of a merge."""

    content: str
    conflicts: tuple[Conflict, ...] = ()
    doubt: str = ""
    """Why the result must not be taken; empty if it may be."""
    family: Family | None = None

    def accepts(self, content: str) -> bool:
        """Whether another result has the links that the sides want."""
        return self.family is not None and not _find_lost_link(
            self.family, _read("", content, self.family.trees[0].listing)
        )


def merge_versions(texts: tuple[Text, Text, Text], marker_size: int) -> Result:
    """Base, ours and theirs, merged entry by entry where they are lists, else line by line. Raises BotError."""
    for text in texts:
        if (name := find_other_format(text.path, text.content)) is not None:
            return merge_by_lines(texts, marker_size, f"{text.path} is {name}, not Markdown")
    return _merge_lists(texts, marker_size)


def _merge_lists(texts: tuple[Text, Text, Text], marker_size: int) -> Result:
    merged = merge(*texts, markers=Markers(*_LABELS, marker_size))
    if merged is None:
        return merge_by_lines(texts, marker_size, "no entries were found in it")
    if not merged.conflicts and not merged.doubt:
        return Result(merged.content)
    lines = None if any(each.is_certain for each in merged.conflicts) else _try_lines(texts, marker_size)
    if lines is not None and not lines.lines and merged.accepts(lines.content):
        # What git merges without a conflict is not made one.
        return lines
    if not merged.doubt:
        return Result(merged.content, merged.conflicts)
    lines = lines or merge_by_lines(texts, marker_size, merged.doubt)
    return lines._replace(lines=max(lines.lines, 1), reason=merged.doubt)


def _try_lines(texts: tuple[Text, Text, Text], marker_size: int) -> Result | None:
    """The texts merged line by line; None if git cannot."""
    try:
        return merge_by_lines(texts, marker_size, "")
    except BotError:
        return None


def merge_by_lines(texts: tuple[Text, Text, Text], marker_size: int, reason: str = "") -> Result:
    """Base, ours and theirs, merged as git does it. Raises BotError if it cannot, as for binary files."""
    base, ours, theirs = (text.content.encode("utf-8", "surrogateescape") for text in texts)
    return merge_contents((base, ours, theirs), marker_size, reason)


def merge_contents(contents: tuple[bytes, bytes, bytes], marker_size: int, reason: str) -> Result:
    """What three files hold, merged as git does it, for this `reason`. Raises BotError if it cannot."""
    try:
        merged = merge_lines(*contents, labels=_LABELS, marker_size=marker_size)
    except BotError as error:
        raise BotError(f"{reason}; {error.message}", error.hint, error.code) from error
    return Result(merged.content.decode("utf-8", "surrogateescape"), lines=merged.conflicts, reason=reason)


def merge(base: Text, ours: Text, theirs: Text, markers: Markers = MARKERS) -> Merged | None:
    """The list with the changes of both sides; None if no version has an entry."""
    if ours.content in (base.content, theirs.content):
        return Merged(theirs.content)
    if theirs.content == base.content:
        return Merged(ours.content)
    was = _read(base.path, base.content)
    listings = (was, *(_read(text.path, text.content, was) for text in (ours, theirs)))
    if not any(listing.entries for listing in listings):
        return None
    swapped = (listings[0], listings[2], listings[1])
    merged, is_alike = _merge(listings, markers, read_tree)
    if merged.conflicts and not (is_alike and _merge(swapped, markers, read_tree)[1]):
        lines, other = (_merge(each, markers, read_lines)[0] for each in (listings, swapped))
        is_clean = not any(each.conflicts or each.doubt for each in (lines, other))
        # What depends on which side is ours is for a person to decide.
        if is_clean and _is_placed_alike(listings[1:], lines, other):
            return lines
    return merged


def _is_placed_alike(sides: tuple[Listing, ...], lines: Merged, other: Merged) -> bool:
    """Whether two merges have the same entries in the same sections, each where a side has it."""
    result = _read("", lines.content, sides[0])
    return not _find_stray(sides, result) and _places(result) == _places(_read("", other.content, sides[0]))


def _places(listing: Listing) -> Counter[tuple[str, str | None]]:
    """The sections of all entries, by their titles."""
    return Counter((_heading(listing, each), each.title and each.title.value) for each in listing.entries)


def _read(path: str, content: str, like: Listing | None = None) -> Listing:
    """The list that a text is; what is the same in `like`, another version of it, was read there."""
    step(f"Reading {path or 'the result'}")
    return read(parse(Text(path, content), like.document.wordings if like is not None else Wordings()))


def _merge(
    listings: tuple[Listing, ...], markers: Markers, read_items: Callable[[Listing], ItemTree]
) -> tuple[Merged, bool]:
    """The merge of what `read_items` makes of lists, and whether they are read alike where there are conflicts."""
    step("Merging the entries")
    family = Family(*map(read_items, listings))
    fates, numbering, counts = decide(family)
    rendering = Renderer(family, fates, numbering, markers).render()
    if counts:
        settled = {node: _settle(family, node, fate) for node, fate in fates.items()}
        counted = Renderer(family, settled, numbering, markers).render()
        items = read_items(_read("", counted.content, listings[0]))
        places = _find_items(counted, items)
        census = Census(items.listing)
        for node in counts.keys() & places.keys():
            found = counts[node]
            values = [str(census.count(count.counter, items.items[places[node]].section)) for count in found]
            fates[node] = replace(fates[node], text=with_values(fates[node].text or "", found, values))
        rendering = Renderer(family, fates, numbering, markers).render()
    conflicts = tuple(_conflicts(family, rendering))
    if conflicts:
        doubt = _find_lost(family, fates, rendering.content)
    else:
        result = _read("", rendering.content, listings[0])
        doubt = _find_doubt(family, fates, rendering, read_items(result)) or _find_double(listings[1:], result)
    in_doubt = [block for block in rendering.blocks if block.reason]
    return Merged(rendering.content, conflicts, doubt, family), _is_read_alike(family, in_doubt)


def _settle(family: Family, node: int, fate: Fate) -> Fate:
    """What becomes of a node once a person has kept it: a conflict counts as one entry."""
    kept = family.any_item(node).text
    return fate if fate.text is not None else replace(fate, text=kept)


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


def _find_doubt(family: Family, fates: Mapping[int, Fate], rendering: Rendering, result: ItemTree) -> str:
    """What is wrong with a result without conflicts; empty if nothing is."""
    return (
        _find_lost_link(family, result.listing)
        or _find_lost_line(family, fates, result)
        or _find_misplaced(family, fates, rendering, result)
    )


def _find_lost_link(family: Family, result: Listing) -> str:
    """A link that is there more or less often than the sides want."""
    was, ours, theirs = (Counter(_addresses(tree.listing)) for tree in family.trees)
    found = Counter(_addresses(result))
    joined = _joined_links(family)
    for address in {*was, *ours, *theirs, *found}:
        before, one, two, now = was[address], ours[address], theirs[address], found[address]
        if address in joined:
            least, most = 0, max(before, one, two)
        elif before in (one, two):
            least = most = one + two - before
        else:
            both = one + two - before
            least, most = max(min(one, two, both), 0), max(one, two, both)
        if not least <= now <= most:
            return f"{address} would be there {now} times, not {least}"
    return ""


def _addresses(listing: Listing) -> list[str]:
    """Those of links; the address of a badge may hold a count."""
    return [link.href for link in listing.document.links if not link.image]


def _joined_links(family: Family) -> frozenset[str]:
    """The addresses in what both sides wrote again: of two forms of one address one is left."""
    found: set[str] = set()
    for node in range(1, len(family.nodes)):
        base, ours, theirs = family.items(node)
        if ours is None or theirs is None or ours.plain == theirs.plain:
            continue
        if base is None or base.work not in (ours.work, theirs.work):
            found.update(ours.links, theirs.links)
    return frozenset(found)


def _find_lost_line(family: Family, fates: Mapping[int, Fate], result: ItemTree) -> str:
    """A line that a side deleted and that is back, or one that is gone though no side deleted or changed it."""
    counts = [Counter(_lines(tree.listing.text.content)) for tree in (*family.trees, result)]
    was, ours, theirs, found = counts
    joined = _joined_lines(family, fates)
    for line in {*was, *ours, *theirs, *found} - joined:
        before, one, two, now = was[line], ours[line], theirs[line], found[line]
        if before in (one, two) and now != one + two - before:
            return f"this line would be there {now} times, not {one + two - before}: {line}"
        if one and two and not now:  # each side deleted another one of several alike
            return f"this line would be lost: {line}"
    return ""


def _find_lost(family: Family, fates: Mapping[int, Fate], content: str) -> str:
    """A line that is missing in a result with conflicts: one that is new, or that both sides kept."""
    was, ours, theirs = (set(_lines(tree.listing.text.content)) for tree in family.trees)
    needed = (ours - was) | (theirs - was) | (was & ours & theirs)
    found = set(_lines(content))
    # What was joined may be within a conflict, where only one side is.
    there = {
        node: each for node, each in fates.items() if each.text is not None and found.issuperset(_lines(each.text))
    }
    lost = needed - _joined_lines(family, there) - found
    return f"this line would be lost: {min(lost)}" if lost else ""


def _lines(content: str) -> list[str]:
    return [plain for line in content.splitlines() if (plain := plain_text(line))]


def _joined_lines(family: Family, fates: Mapping[int, Fate]) -> set[str]:
    """The lines that may be gone because they were joined with others."""
    found: set[str] = set()
    for node, fate in fates.items():
        items = [item for item in family.items(node) if item is not None]
        if any(item.plain != plain_text(fate.text or "") for item in items):
            found.update(line for item in items for line in _lines(item.text))
            found.update(_lines(fate.text or ""))
    return found


def _find_items(rendering: Rendering, result: ItemTree) -> dict[int, int]:
    """For each node without a conflict the item of the result that begins where it does."""
    places: dict[int, int] = {}
    length = len(rendering.content) - len(rendering.content.removeprefix("\ufeff"))
    for index, item in enumerate(result.items):
        places[length + len(item.gap)] = index
        length += len(item.gap) + len(item.raw)
    blocks = zip(rendering.blocks, rendering.starts, strict=True)
    found = {block.first: places[start] for block, start in blocks if start in places and not block.reason}
    return {0: 0, **found}


def _find_misplaced(family: Family, fates: Mapping[int, Fate], rendering: Rendering, result: ItemTree) -> str:
    """An item that is read as part of another one, or of another section, than it was put in."""
    found = _find_items(rendering, result)
    for block in rendering.blocks:
        if block.first not in found:
            return f"this would be part of what is above it: {block.text}"
    for node, index in found.items():
        parent = fates[node].parents[0] if node else None
        if parent is not None and found.get(parent) != result.items[index].parent:
            return f"this would be in another section: {family.any_item(node).text}"
    return ""


def _find_double(sides: Sequence[Listing], result: Listing) -> str:
    """A paper that is there more often than on either side."""
    counts = [Counter(entry.work for entry in side.papers) for side in sides]
    for work, count in Counter(entry.work for entry in result.papers).items():
        if work is not None and work.is_paper and count > max(each[work] for each in counts):
            return f"{work} would be there {count} times"
    return ""


def _find_stray(sides: Sequence[Listing], result: Listing) -> str:
    """An entry under a heading that neither side has above it."""
    homes: dict[str, set[str]] = {}
    for side in sides:
        for entry in side.entries:
            homes.setdefault(plain_text(side.text[entry.span]), set()).add(_heading(side, entry))
    known = set().union(*homes.values())
    for entry in result.entries:
        there, heading = homes.get(plain_text(result.text[entry.span])), _heading(result, entry)
        if there and heading in known - there:
            return f"this would be in another section: {result.text[entry.span]}"
    return ""


def _heading(listing: Listing, entry: Entry) -> str:
    return section_key(plain_text(listing.text[listing.sections[entry.section].heading_span]))


def _is_read_alike(family: Family, in_doubt: Iterable[Block]) -> bool:
    """Whether the versions are read alike in these conflicts: no entry of one is a mere line of another.

    Nor is what a side added, or put in place of something, in the base already.
    """
    lines = {line for tree in family.trees[:1] for line in _lines(tree.listing.text.content)}
    for block in in_doubt:
        for node in {block.first, block.last}:
            items = [item for item in family.items(node) if item is not None]
            if len({item.kind for item in items}) > 1:
                return False
            is_new = family.nodes[node].base is None or block.reason == REPLACED
            if is_new and any(lines.issuperset(_lines(item.text)) for item in items):
                return False
    return True
