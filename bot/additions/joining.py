"""What became of the parts of a model, joined: what is left out takes the separators along that held it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING

from bot.listing.skeleton import Fact, Group, Separator, Slot, Words, leads_to_paper, source_of, walk
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.listing.skeleton import Line, Node

_DETAILS = frozenset({Slot.DATE, Slot.AUTHORS, Slot.PREPRINT, Slot.VENUE})
"""Facts without which an entry is complete."""
_WORD = lazy_pattern(r"\w+")
_OPENINGS = '<"“‘«「『《'


@dataclass(slots=True)
class Part:
    """What became of a node: its text, None if it is left out."""

    text: str | None
    is_separator: bool = False
    has_fact: bool = False
    is_label: bool = False
    """Words that may announce what is after them."""
    is_prose: bool = False
    """A sentence that is left out: the full stop at its end goes with it."""
    is_rest: bool = False
    """The rest of a title whose name is all of it now: what led to it goes with it."""
    kind: str = ""
    """What kind of node it was, of those that separators are known for."""


def find_tied(nodes: Sequence[Node], parts: Sequence[Part], *, has_venue: bool) -> Iterator[int]:
    """The facts that are left out with the words before them.

    That is what unusual words announce (`Year: 2024` where other entries have none), and a preprint in place of a
    venue that is a part of a phrase (`Proceedings of ACL 2024`). The year goes with its venue in `ICML'2024`.
    """
    before, gap = -1, ""
    for index, node in enumerate(nodes):
        if parts[index].is_separator:
            gap += parts[index].text or ""
            continue
        if isinstance(node, Fact) and node.slot in _DETAILS and before >= 0:
            is_left_out = parts[before].text is None
            is_announced = is_left_out and gap.lstrip().startswith((":", "："))
            is_phrase = node.slot is Slot.VENUE and not (has_venue or gap.strip()) and isinstance(nodes[before], Words)
            known = (each for each in walk([nodes[before]]) if isinstance(each, Fact) and each.slot is not Slot.VENUE)
            is_glued = is_left_out and gap.strip("'’-–") == "" != gap
            if is_phrase or is_glued or (is_announced and not any(known)):
                yield index
        before, gap = index, ""


def find_unstopped(nodes: Sequence[Node], parts: Sequence[Part]) -> Iterator[int]:
    """The authors who lack the `et al.` of the model, whose stop set them off from what is after it: `et al. arXiv`."""
    behind = [index for index, node in enumerate(nodes) if not parts[index].is_separator]
    for index, follower in pairwise(behind):
        node, text, gap = nodes[index], parts[index].text, "".join(map(source_of, nodes[index + 1 : follower]))
        is_stopped = isinstance(node, Fact) and node.slot is Slot.AUTHORS and node.text.endswith(".")
        is_detail = isinstance(nodes[follower], Fact) and parts[follower].text is not None
        if is_stopped and is_detail and text and not text.endswith(".") and gap and not gap.strip():
            yield index


def kind_of(node: Node) -> str:
    """What a node is to what stands beside it: a fact of some kind, in some brackets; words."""
    if isinstance(node, Fact):
        return str(Slot.VENUE if node.slot is Slot.PREPRINT else node.slot)
    if isinstance(node, Words):
        return "words"
    held = "paper" if leads_to_paper(walk([node])) else ""
    facts = [str(each.slot) for each in walk([node]) if isinstance(each, Fact)] if isinstance(node, Group) else []
    opening = source_of(node.opening[0])[:2] if isinstance(node, Group) and node.opening else ""
    return f"{opening}{held or next(iter(facts), '')}"


def find_gaps(lines: Iterable[Sequence[Node]]) -> Iterator[tuple[tuple[str, str], str]]:
    """What is between two parts that are beside each other, by what they are; nothing is an edge."""
    for nodes in lines:
        above, gap = "", ""
        for node in nodes:
            if isinstance(node, Separator):
                gap += node.text
                continue
            yield (above, kind := kind_of(node)), gap
            above, gap = kind, ""
            if isinstance(node, Group):
                yield from find_gaps([node.children])
        yield (above, ""), gap


def join(parts: Sequence[Part], usual: Mapping[tuple[str, str], str], new: set[tuple[str, str]]) -> str:
    """Join the parts that are written, with one separator where something between two was left out.

    That is what `usual`ly separates the two, where others have them beside each other; else the two are `new`.
    """
    items, gaps = [], [""]
    for part in parts:
        if part.is_separator:
            gaps[-1] += part.text or ""
        else:
            items.append(part)
            gaps.append("")
    kept = [(index, item.text) for index, item in enumerate(items) if item.text is not None]
    if not kept:
        return gaps[0]
    lead = gaps[0] if not kept[0][0] else gaps[0] + _find_opening(gaps[kept[0][0]])
    written = lead + kept[0][1]
    for (above, _), (index, text) in pairwise(kept):
        first = max((number for number in range(above + 1, index) if items[number].is_rest), default=above)
        if index - above > 1:
            kinds = items[above].kind, items[index].kind
            if kinds in usual:
                written += usual[kinds] + text
                continue
            new.add(kinds)
        gap = reduce(_merge, gaps[first + 1 : index + 1])
        has_prose = any(item.is_prose for item in items[above + 1 : index])
        written += (gap.removeprefix(".") if has_prose else _drop_stop(written, gap)) + text
    if kept[-1][0] < len(items) - 1 and (end := usual.get((items[kept[-1][0]].kind, ""))) is not None:
        return written + end
    ends_in_prose = any(item.is_prose for item in items[kept[-1][0] + 1 :])
    return written if ends_in_prose else written + _drop_stop(written, gaps[-1])


def _find_opening(gap: str) -> str:
    """The signs at the end of a separator that belong to what is after it: those that something else closes."""
    return gap[len(gap.rstrip(_OPENINGS)) :]


def _merge(before: str, behind: str) -> str:
    """Keep one of the two separators around what was left out: the second, unless it is a blank after `et al.`."""
    is_stop = not behind.strip() and before.strip() in (".", ",", ";")
    return before if not behind or is_stop or before.rstrip().endswith((":", "：")) else behind


def _drop_stop(written: str, gap: str) -> str:
    """A separator without the full stop that would follow a question mark."""
    return gap[1:] if gap.startswith(".") and written.rstrip("*_\"”'’)")[-1:] in ("?", "!", ".") else gap


def without_code(lines: Sequence[Line]) -> Iterator[Line]:
    """The lines outside of blocks of code, which say something of one paper."""
    is_inside = False
    for line in lines:
        is_fence = "".join(map(source_of, line.nodes)).startswith("```")
        is_inside ^= is_fence
        if not (is_inside or is_fence):
            yield line


def says_again(line: Line, text: str, written: Sequence[str]) -> bool:
    """Whether all words of a line are above it: a part of the model that was about another paper left no more."""
    is_above = set(_WORD.findall(text)) <= set(_WORD.findall("".join(written)))
    return is_above and not leads_to_paper(walk(line.nodes))
