"""Why each field of an entry is what it is: what told its slot, and in what the entry is unlike its siblings.

The list is read again for it, as `bot.listing.parser` reads it: only who asks for one place needs the reasons.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from bot.document.model import IMAGE_CHARACTER
from bot.listing.outline import find_candidates
from bot.listing.parser import settle
from bot.listing.parts import Carrier
from bot.listing.scores import FIRST, SLOTS, TITLE, Basis, FieldKind, header_of, read_header, score_step
from bot.listing.selection import select_entries
from bot.listing.shapes import PERSONAL, Mark, Shape
from bot.listing.siblings import label, learn_siblings
from bot.listing.wholes import make_siblings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.document import Document
    from bot.listing.candidates import Candidate
    from bot.listing.model import Entry
    from bot.listing.shapes import Field
    from bot.listing.siblings import Aligned, Model, Skeletons
    from bot.listing.vocabulary import Item

_FEWEST_SIBLINGS, _NEARLY_ALL, _HARDLY_ANY = 5, 0.8, 0.1
"""Entries beside one that tell what is usual there, and the shares of them that have something and have it not."""
_FEWEST_TOLD, _MOST_REASONS = 0.5, 2
"""How much more likely than the next best slot something must make a slot to be a reason (a natural logarithm)."""
_COMPARED = (FieldKind.TITLE, FieldKind.AUTHORS, FieldKind.VENUE, FieldKind.DATE)

_LOOKS = {
    Shape.YEAR: "is a year",
    Shape.DATE: "is a date",
    Shape.NUMBER: "is a number",
    Shape.ADDRESS: "is an address",
    Shape.LABEL: "is the label of a link",
    Shape.OTHERS: "ends a list of names",
    Shape.VENUE: "is a known venue",
    Shape.PERIODICAL: "has words that venues have",
    Shape.NAMES: "looks like names",
    Shape.CREDIT: "has names as references write them",
    Shape.NAME: "looks like a name",
    Shape.INITIALS: "has initials",
    Shape.WORD: "is one capitalised word",
    Shape.ACRONYM: "is an acronym",
    Shape.WORDS: "has four or more words",
    Shape.CAPITALS: "has four or more capitalised words",
    Shape.FEW: "has few words",
    Shape.FEW_CAPITALS: "has few words, all capitalised",
    Shape.REST: "is what follows a venue",
    Shape.PROSE: "is a sentence",
}
_MARKED = {
    Mark.NONE: "not set off",
    Mark.LINK: "on a link",
    Mark.TAG: "on a link in brackets",
    Mark.BOLD: "in bold",
    Mark.ITALIC: "in italics",
    Mark.QUOTE: "in quotes",
    Mark.ROUND: "in round brackets",
    Mark.SQUARE: "in square brackets",
    Mark.CODE: "in code",
}


class FieldReading(NamedTuple):
    """A field of an entry: its words, what it was taken for, and why."""

    kind: FieldKind
    words: str
    instead: FieldKind | None
    """What it would have been otherwise; None where more than the field itself decided."""
    reasons: tuple[str, ...]
    """The largest first, each what follows "it"."""


class EntryReading(NamedTuple):
    """What was read in an entry, field by field, and in what the entry is unlike those beside it."""

    fields: tuple[FieldReading, ...] = ()
    unlike: tuple[str, ...] = ()


def explain_entry(document: Document, entry: Entry) -> EntryReading:
    """Read the list again, and tell why the fields of an entry are what they are. A record has no such fields."""
    if entry.carrier is Carrier.RECORD:
        return EntryReading()
    candidates = select_entries(find_candidates(document))
    place = (entry.head.start, [cell.start for cell in entry.cells])
    number = next(n for n, each in enumerate(candidates) if place == (each.head.start, [c.start for c in each.cells]))
    siblings = make_siblings(candidates)
    skeletons, model = learn_siblings(siblings)
    told = dict(zip(map(_place_of, siblings[number].fields), _tell_slots(skeletons, model, number), strict=True))
    read, _ = settle(candidates, label(siblings, skeletons, model))
    found = tuple(_join_fields(candidates[number], read[number], told))
    return EntryReading(found, tuple(_find_unlike(candidates, read, number)))


def _place_of(field: Field) -> tuple[int, int, int]:
    return field.place, field.start, field.end


def _join_fields(
    candidate: Candidate, read: Aligned, told: Mapping[tuple[int, int, int], FieldReading]
) -> Iterator[FieldReading]:
    """One reading for fields of one kind behind one another, such as authors, with the reasons of the first."""
    runs: list[tuple[FieldKind, list[Field]]] = []
    for field, kind in zip(read.fields, read.slots, strict=True):
        if runs and kind is runs[-1][0] is not FieldKind.LINK and field.place == runs[-1][1][-1].place:
            runs[-1][1].append(field)
        else:
            runs.append((kind, [field]))
    for kind, fields in runs:
        own = told.get(_place_of(fields[0]))
        if own is None or own.kind is not kind:
            own = FieldReading(kind, "", None, ("is what a whole line or column has in other entries",))
        text = candidate.prose_of(candidate.column_of(fields[0].place)).text[fields[0].start : fields[-1].end]
        yield own._replace(words=" ".join(text.replace(IMAGE_CHARACTER, "(picture)").split()))


def _tell_slots(skeletons: Skeletons, model: Model, number: int) -> Iterator[FieldReading]:
    """What the items of an entry were read as, one by one, with the reasons; a run of alike fields has them once."""
    skeleton = skeletons.of[number]
    slots = model.read(skeleton.items)
    for index, length in enumerate(skeleton.lengths):
        scores = _weigh(model, skeleton.items, slots, index)
        slot = slots[index]
        totals = {each: sum(own[each] for _, own in scores) for each in range(len(SLOTS)) if each != slot}
        if TITLE in slots:
            totals.pop(TITLE, None)  # an entry has one
        best = max(totals, key=lambda each: totals[each])
        gains = sorted(((own[slot] - own[best], text) for text, own in scores if text), reverse=True)
        reasons = tuple([text for gain, text in gains[:_MOST_REASONS] if gain >= _FEWEST_TOLD])
        reading = FieldReading(SLOTS[slot], "", SLOTS[best] if reasons else None, reasons)
        for _ in range(length):
            yield reading


def _weigh(model: Model, items: Sequence[Item], slots: Sequence[int], index: int) -> list[tuple[str, Sequence[float]]]:
    """What tells the slot of an item, in words, with the scores of all slots; no words where it tells by itself."""
    item = items[index]
    found: list[tuple[str, Sequence[float]]] = [
        (_words_of(basis, item, slots[index], model), own) for basis, own in model.weigh(item).items()
    ]
    every = range(len(SLOTS))
    if index == 0:
        found.append(("begins the entry", FIRST))
    else:
        before = slots[index - 1]
        words = (
            f"follows the {SLOTS[before]}" if before != slots[index] else f"goes on from the {SLOTS[before]} before it"
        )
        found.append((words, [score_step(item.before, before, each) for each in every]))
    if index + 1 < len(items):
        sign, behind = items[index + 1].before, slots[index + 1]
        words = f"is before the {SLOTS[behind]}" if behind != slots[index] else ""
        found.append((words, [score_step(sign, each, behind) for each in every]))
    return found


def _words_of(basis: Basis, item: Item, slot: int, model: Model) -> str:
    place = item.place
    match basis:
        case Basis.SHAPE:
            return _LOOKS[item.shape]
        case Basis.MARK:
            return f"is {_MARKED[item.mark]}"
        case Basis.REPEATED:
            return "has words that other entries have too"
        case Basis.ANONYMOUS:
            return "is in a list that names no authors"
        case Basis.PLACE:
            header = header_of(place)
            return f'is below "{header}"' if read_header(header) == slot else "is like what other entries have there"
        case Basis.SIBLINGS:
            held = model.held[place, item.shape in PERSONAL]
            total = held.total()  # one is the field itself
            return f"stands where {held[slot]} of {total} fields are {SLOTS[slot]}" if total > 1 else ""


def _find_unlike(candidates: Sequence[Candidate], read: Sequence[Aligned], number: int) -> Iterator[str]:
    """In what an entry is unlike those directly beside it: what it has not, or alone has, and how that is set off."""
    group = candidates[number].group
    marks = [_find_marks(own) for each, own in zip(candidates, read, strict=True) if each.group == group]
    own, count = _find_marks(read[number]), len(marks)
    if count < _FEWEST_SIBLINGS:
        return
    for kind in _COMPARED:
        having = Counter([each[kind] for each in marks if kind in each])
        total = having.total()
        if kind not in own:
            if total >= _NEARLY_ALL * count:
                yield f"it has no {kind}; {total} of {count} entries there have"
            continue
        if total <= _HARDLY_ANY * count:
            yield f"it has {kind}; {total} of {count} entries there have"
        [(usual, most)] = having.most_common(1)
        if own[kind] is not usual and most >= _NEARLY_ALL * count:
            yield f"its {kind} is {_MARKED[own[kind]]}; in {most} of {count} entries there it is {_MARKED[usual]}"


def _find_marks(entry: Aligned) -> dict[FieldKind, Mark]:
    """How the first field of each slot is set off."""
    found: dict[FieldKind, Mark] = {}
    for field, kind in zip(entry.fields, entry.slots, strict=True):
        found.setdefault(kind, field.mark)
    return found
