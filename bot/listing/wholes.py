"""Titles that are all of a line, a cell or a link: where those of siblings are, one with commas or a colon is too."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.scores import FieldKind
from bot.listing.shapes import BAR, BY, GROUPS, LINES, LINKS, RUNS, SPACE, START, TITLE_SHAPES, WITHIN, Mark, Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.listing.candidates import Candidate
    from bot.listing.parts import Carrier
    from bot.listing.shapes import Field
    from bot.listing.siblings import Aligned

_FEWEST, _SHARE = 5, 0.6
"""Stretches with a title, and the share of them that are nothing else, from which the others are titles as a whole."""
_MOST_OF_NAME = 4
"""Words."""
_MAY_BE_PART = (TITLE_SHAPES - {Shape.PERIODICAL}) | {Shape.LABEL, Shape.YEAR, Shape.NUMBER}
_APART = frozenset({START, BAR, *LINES})
_ELSEWHERE = (FieldKind.AUTHORS, FieldKind.VENUE, FieldKind.DATE)
"""What an entry has once: in its title only if it is nowhere else."""


class _Place(NamedTuple):
    """Where a stretch is, as siblings share it."""

    carrier: Carrier
    place: int
    line: int
    mark: Mark


class _Stretch(NamedTuple):
    """Fields beside each other that nothing but separators and brackets divide, and the place of the first one."""

    first: int
    last: int
    place: _Place


def find_whole_titles(candidates: Sequence[Candidate], read: Sequence[Aligned]) -> list[Aligned]:
    """Take all of a stretch for the title where siblings have nothing else there, if the rest has its own place."""
    stretches = [_find_stretch(each.carrier, own) for each, own in zip(candidates, read, strict=True)]
    titled, filled = Counter[_Place](), Counter[_Place]()
    for own, stretch in zip(read, stretches, strict=True):
        if stretch is not None:
            titled[stretch.place] += 1
            filled[stretch.place] += _is_filled(own, stretch)
    usual = {place for place, count in filled.items() if count >= max(_FEWEST, _SHARE * titled[place])}
    return [
        _fill(candidate, own, stretch)
        if stretch is not None and stretch.place in usual and _may_fill(own, stretch)
        else own
        for candidate, own, stretch in zip(candidates, read, stretches, strict=True)
    ]


def _find_stretch(carrier: Carrier, entry: Aligned) -> _Stretch | None:
    """Find the stretch that the title of an entry is in."""
    if FieldKind.TITLE not in entry.slots:
        return None
    fields, index = entry.fields, entry.slots.index(FieldKind.TITLE)
    first = last = index
    while first and _goes_on(entry, first):
        first -= 1
    while last + 1 < len(fields) and _goes_on(entry, last + 1):
        last += 1
    while first < index and (fields[first].mark in GROUPS or fields[first].shape not in TITLE_SHAPES):
        first += 1
    while fields[last].mark is Mark.ROUND and last > first:
        last -= 1  # `Title (in Chinese)`
    line = sum(each.before in LINES for each in fields[: first + 1] if each.place == fields[first].place)
    return _Stretch(first, last, _Place(carrier, fields[first].place, line, fields[first].mark))


def _goes_on(entry: Aligned, index: int) -> bool:
    """Whether a field is in one stretch with the one before it."""
    last, field = entry.fields[index - 1 : index + 1]
    if field.before in _APART or field.place != last.place or not (_may_be_part(field) and _may_be_part(last)):
        return False
    if field.mark is Mark.ROUND or last.mark is Mark.ROUND:
        is_inner = field.mark is last.mark or field.mark in RUNS or last.mark in RUNS
        return not is_inner and field.before[-1:] in " :"
    if field.before[-1:] in ".;":
        return False
    if Mark.CODE in (field.mark, last.mark) or (field.mark is Mark.SQUARE and field.before == SPACE):
        return False
    if field.mark in LINKS or field.mark is Mark.BOLD:
        return field.mark is last.mark and field.before[:1] == WITHIN
    return field.mark is last.mark


def _may_be_part(field: Field) -> bool:
    """Whether a field may be a part of a title: no venue, and no year that brackets set off."""
    return field.shape in (TITLE_SHAPES if field.mark in GROUPS else _MAY_BE_PART)


def _is_filled(entry: Aligned, stretch: _Stretch) -> bool:
    return all(slot is FieldKind.TITLE for slot in entry.slots[stretch.first : stretch.last + 1])


def _may_fill(entry: Aligned, stretch: _Stretch) -> bool:
    """Whether each field that is not in the title has its place elsewhere in the entry."""
    inside, last = range(stretch.first, stretch.last + 1), entry.fields[stretch.last]
    if last.shape not in TITLE_SHAPES or _is_filled(entry, stretch):
        return False
    slots = entry.slots[stretch.first : stretch.last + 2]
    is_last = len(slots) <= len(inside) or entry.fields[stretch.last + 1].before in _APART
    if (
        not is_last
        and slots[-1] is slots[-2]
        and (
            (slots[-1] is FieldKind.VENUE and " " not in last.words)
            or (slots[-1] is FieldKind.AUTHORS and _is_short(last))
        )
    ):
        return False  # `Title, Proc. ICML`, `Title, Ann Lee, et al.`
    own = zip(entry.fields[stretch.first : stretch.last + 1], slots, strict=False)
    is_plain = stretch.place.mark is Mark.NONE
    if any(
        slot is FieldKind.AUTHORS and (_is_short(field) if field is last else is_plain and not _is_phrase(field))
        for field, slot in own
    ):
        return False
    others = {slot for index, slot in enumerate(entry.slots) if index not in inside}
    return all(slot not in _ELSEWHERE or slot in others for slot in (entry.slots[index] for index in inside))


def _is_short(last: Field) -> bool:
    """Whether what a stretch ends with behind a comma is no longer than a name."""
    is_listed = last.before[-1:] == "," and last.words[:4] != "and "
    return is_listed and last.words.count(" ") < _MOST_OF_NAME


def _is_phrase(field: Field) -> bool:
    """Whether names among plain words are none: one word, or more than a name has, or "by" is before them."""
    return field.words.count(" ") not in range(1, _MOST_OF_NAME) or field.before[-1:] == BY


def _fill(candidate: Candidate, entry: Aligned, stretch: _Stretch) -> Aligned:
    """Make one field, the title, of a stretch."""
    first, last = entry.fields[stretch.first], entry.fields[stretch.last]
    text = candidate.prose_of(candidate.column_of(first.place)).text
    title = first._replace(shape=Shape.WORDS, end=last.end, words=text[first.start : last.end])
    fields = (*entry.fields[: stretch.first], title, *entry.fields[stretch.last + 1 :])
    slots = (*entry.slots[: stretch.first], FieldKind.TITLE, *entry.slots[stretch.last + 1 :])
    return entry._replace(fields=fields, slots=slots, is_whole=True)
