"""What is a whole though marks divide it: references on links, and titles that are all of a line, a cell or a link.

Siblings tell: where theirs are whole references, or have nothing else beside them, so has one with commas or a colon.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import dropwhile, pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.cutting import cut_fields
from bot.listing.scores import FieldKind
from bot.listing.segments import Segment, split_segments, unlink
from bot.listing.shapes import (
    BAR,
    BY,
    GROUPS,
    LEAVING,
    LINES,
    LINKS,
    NAMES,
    OPENING,
    PERSONAL,
    RUNS,
    SPACE,
    START,
    SURE_NAMES,
    TITLE_SHAPES,
    WITHIN,
    Field,
    Mark,
    Shape,
    are_by,
)
from bot.listing.vocabulary import AHEAD, FEWEST_IN_TITLE, Sibling
from bot.papers.names import find_lists
from bot.papers.titles import count_words
from bot.text import lazy_pattern, maker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.document import Prose
    from bot.listing.candidates import Candidate
    from bot.listing.parts import Carrier
    from bot.listing.siblings import Aligned


_FEWEST_WORDS = 5
"""Words of a link that may be a whole reference."""
_FEWEST, _SHARE_SURE, _SHARE = 3, 0.15, 0.4
"""Links that have sure names where references have them, their share of all links of many words, and that of those with
names that may be others' too, from which references are on the links of a list."""
_SAMPLE = 24
"""How many of the links tell first whether there may be references at all."""
_PAIR = lazy_pattern(r"[^\W\d]\S+ (?:&|and) [^\W\d]\S+")
_BEFORE_NAMES = frozenset({"-", BAR, BY, "!", "?"})
_MOST_BEHIND = 5
"""Words of each field behind the names that are behind a title."""


class _LongLink(NamedTuple):
    """The link with the most words in an entry, by its number: the prose and the place that it is in."""

    number: int
    prose: Prose
    place: int
    link: Segment


_make_long = maker(_LongLink)


class _Reference(NamedTuple):
    """The fields of an entry, cut as if its longest link were none, and which of them are on that."""

    fields: tuple[Field, ...]
    inside: range


def make_siblings(candidates: Sequence[Candidate]) -> list[Sibling]:
    """Return the entries as they are compared with each other; whole references on links are plain words."""
    siblings = _join_names([each.sibling() for each in candidates])
    links = [
        found
        for number, (candidate, sibling) in enumerate(zip(candidates, siblings, strict=True))
        if (found := _find_longest(number, candidate, sibling)) is not None
    ]
    few = links[:: max(1, len(links) // _SAMPLE)]
    cut = {each.number: _cut_unlinked(siblings, each) for each in few}
    finders = (_find_behind_names, _find_before_names)
    certain = [each for each in cut.values() if any(find(each, NAMES) is not None for find in finders)]
    if len(certain) < _SHARE_SURE / 2 * len(few):
        return siblings
    cut |= {each.number: _cut_unlinked(siblings, each) for each in links if each.number not in cut}
    for find_title in finders:
        surely = ((each, find_title(each, NAMES)) for each in cut.values())
        sure = [each.fields[title].before[-1:] for each, title in surely if title is not None]
        titles = {number: title for number, each in cut.items() if (title := find_title(each, PERSONAL)) is not None}
        if len(sure) >= max(_FEWEST, _SHARE_SURE * len(links)) and len(titles) >= _SHARE * len(links):
            for number, title in titles.items():
                if cut[number].fields[title].before[-1:] in sure:
                    siblings[number] = siblings[number]._replace(fields=_set_off(cut[number], title))
    return siblings


def _join_names(siblings: list[Sibling]) -> list[Sibling]:
    """Make one name of two words, `Lee, Ann`, where siblings join names with the family name first."""
    listed, others = Counter[tuple[object, ...]](), Counter[object]()
    for fields in (each.fields for each in siblings):
        for index, each in enumerate(fields):
            if each.shape in PERSONAL and each.before != ",":
                may_be_turned = "," in each.words or ")" in each.words
                is_turned = may_be_turned and any(names[0] == each.words for names in find_lists(each.words))
                listed[_signs(fields, index, index)] += is_turned
                others[each[:2]] += not is_turned
    usual = {signs for signs, count in listed.items() if count >= max(_FEWEST, others[signs[0]])}
    return [_join_name(each, usual) for each in siblings] if usual else siblings


def _join_name(sibling: Sibling, usual: set[tuple[object, ...]]) -> Sibling:
    """Make one field of a family name and the given name behind it, if the signs around both are the usual ones."""
    fields = sibling.fields
    for index, (family, given) in enumerate(pairwise(fields)):
        shapes, is_next = {family.shape, given.shape}, given.before == "," and family.mark is given.mark
        if is_next and Shape.WORD in shapes <= {Shape.WORD, Shape.NAME} and _signs(fields, index, index + 1) in usual:
            name = family._replace(shape=Shape.NAMES, end=given.end, words=f"{family.words}, {given.words}")
            return sibling._replace(fields=(*fields[:index], name, *fields[index + 2 :]))
    return sibling


def _signs(fields: Sequence[Field], first: int, last: int) -> tuple[object, ...]:
    """What is around fields: the sign before them, their mark, and the sign, mark and shape of what follows."""
    return (fields[first][:2], *(each[:3] for each in fields[last + 1 : last + 2]))


def _find_longest(number: int, candidate: Candidate, sibling: Sibling) -> _LongLink | None:
    """Find the link with the most words in the head or the cells of an entry, if it has enough of them."""
    places = {each.place for each in sibling.fields}
    found = [
        _make_long((number, prose, place, link))
        for place, prose in enumerate(candidate.cells or (candidate.head,))
        if place in places and not prose.is_plain
        for link in split_segments(prose).links
        if link.link is not None and not link.link.bare
    ]
    longest = max(found, key=lambda each: each.link.end - each.link.start, default=None)
    if longest is None:
        return None
    words = count_words(longest.prose.text[longest.link.start : longest.link.end])
    return longest if words >= _FEWEST_WORDS else None


def _cut_unlinked(siblings: Sequence[Sibling], long: _LongLink) -> _Reference:
    """Cut the words of an entry as if they had no such link."""
    fields, (start, end) = siblings[long.number].fields, long.link[1:3]
    own = [index for index, each in enumerate(fields) if each.place == long.place]
    new = cut_fields(unlink(split_segments(long.prose), long.link), long.place, fields[own[0]].before)
    inside = [index for index, each in enumerate(new) if start <= each.start and each.end <= end]
    if all(new[index].mark in (Mark.BOLD, *GROUPS) for index in inside):  # all of it is bold, which sets nothing off
        for index in inside:
            new[index] = _unmark(new[index])
    first = own[0] + inside[0] if inside else 0
    return _Reference((*fields[: own[0]], *new, *fields[own[-1] + 1 :]), range(first, first + len(inside)))


def _unmark(field: Field) -> Field:
    before = field.before[1:] if field.before[:1] in (WITHIN, LEAVING) else field.before
    return field._replace(before=before, mark=Mark.NONE if field.mark is Mark.BOLD else field.mark)


def _set_off(reference: _Reference, title: int) -> tuple[Field, ...]:
    """Say that a title begins with a field, as if it were on the link, and has names on one side."""
    fields, inside = list(reference.fields), reference.inside
    is_first = all(fields[index].shape in AHEAD for index in range(inside.start, title))
    for index in inside[title - inside.start + 1 :] if is_first else range(inside.start, title):
        field = fields[index]
        if field.shape is Shape.NAME and field.mark is Mark.NONE and field.before[-1:] != ".":
            fields[index] = field._replace(shape=Shape.NAMES)
    if fields[title].mark is Mark.NONE:
        fields[title] = fields[title]._replace(mark=Mark.LINK)
    return tuple(fields)


def _find_behind_names(reference: _Reference, names: frozenset[Shape]) -> int | None:
    """Find the title behind names: `Ann Lee, Bo Chen. Title`, `(2015) Lee et al.: Title`."""
    fields = reference.fields
    inside = [index for index in reference.inside if fields[index].mark not in GROUPS]
    inside = list(dropwhile(lambda index: fields[index].shape in AHEAD, inside))
    if not inside:
        return None
    first, following = fields[inside[0]], fields[inside[0] + 1 : inside[0] + 2]
    if first.shape is Shape.NAME and _is_listed(following):
        names = PERSONAL
    is_dated = bool(following) and following[0].shape is Shape.YEAR and _PAIR.fullmatch(first.words)
    if not is_dated and first.shape not in names:  # `Lee & Chen (2015)`
        return None
    if names is NAMES and not is_dated and not are_by([fields[index] for index in inside], names, FEWEST_IN_TITLE):
        return None
    rest = [index for index in inside[1:] if fields[index].shape not in AHEAD]
    long = [index for index in rest if count_words(fields[index].words) >= FEWEST_IN_TITLE]
    if any(fields[index].before[-1:] != "," for index in long):
        return next(index for index in rest if fields[index].before[-1:] != ",")
    return next((index for index in long if fields[index].shape not in names), None)


def _find_before_names(reference: _Reference, names: frozenset[Shape]) -> int | None:
    """Find the title before names, if little is behind them: `Title - Lee et al. (ICLR, 2015)`."""
    fields = [reference.fields[index] for index in reference.inside]
    for number in range(len(fields) - 1, 0, -1):
        field, before = fields[number], fields[:number]
        may_be_listed = field.shape is Shape.NAME or (field.shape is Shape.WORD and names is PERSONAL)
        is_listed = may_be_listed and _is_listed(fields[number + 1 : number + 2])
        if (field.shape in names or is_listed) and field.before[-1:] in _BEFORE_NAMES:
            words = sum(count_words(each.words) for each in before)
            title = next((index for index, each in enumerate(before) if each.shape not in AHEAD), None)
            return None if title is None or words < FEWEST_IN_TITLE else reference.inside[title]
        if field.mark not in GROUPS and count_words(field.words) > _MOST_BEHIND:
            return None
    return None


def _is_listed(following: Sequence[Field]) -> bool:
    """Whether names follow behind a comma: `Lee, Chen & Diaz`."""
    return bool(following) and following[0].before == "," and following[0].shape in PERSONAL


_FEWEST_TITLED, _SHARE_WHOLE = 5, 0.6
"""Stretches with a title, and the share of them that are nothing else, from which the others are titles as a whole."""
_SELDOM = 1 / 3
"""The share of siblings with a title at a place, up to which a title there is doubtful."""
_UNSURE_SLOTS = frozenset({FieldKind.NAME, FieldKind.NOTE})
_MOST_OF_NAME = 4
"""Words."""
_MAY_BE_PART = (TITLE_SHAPES - {Shape.PERIODICAL}) | {Shape.LABEL, Shape.YEAR, Shape.NUMBER}
_APART = frozenset({START, BAR, *LINES})
_ELSEWHERE = (FieldKind.AUTHORS, FieldKind.VENUE, FieldKind.DATE)
"""What an entry has once: in its title only if it is nowhere else."""


_MAY_NAME = PERSONAL | {Shape.WORD, Shape.ACRONYM, Shape.FEW_CAPITALS}
_BETWEEN_NAMES = frozenset({SPACE, ",", "+", ":"})
_NEXT_LINKS = frozenset({(OPENING + SPACE, Mark.LINK), (OPENING + ",", Mark.LINK)})


class _Place(NamedTuple):
    """Where a stretch is, as siblings share it."""

    carrier: Carrier
    place: int
    line: int
    mark: Mark


class _Start(NamedTuple):
    """What sets the first field of a slot off: its sign, its mark, and how many others in the entry have both."""

    before: str
    mark: Mark
    number: int


_make_start = maker(_Start)


class _Held(NamedTuple):
    """What entries have where the same sets it off: the usual slot, how many titles, and how many in all."""

    usual: FieldKind
    titles: int
    total: int


class _Stretch(NamedTuple):
    """Fields beside each other that nothing but separators and brackets divide, and the place of the first one."""

    first: int
    last: int
    place: _Place


_make_stretch, _make_place = maker(_Stretch), maker(_Place)


def find_whole_titles(candidates: Sequence[Candidate], read: Sequence[Aligned]) -> list[Aligned]:
    """Take all of a stretch for the title where siblings have nothing else there, if the rest has its own place."""
    read = _follow_siblings([_leave_names(_keep_year(_name_authors(each))) for each in read])
    stretches = [_find_stretch(each.carrier, own) for each, own in zip(candidates, read, strict=True)]
    titled, filled = Counter[_Place](), Counter[_Place]()
    for own, stretch in zip(read, stretches, strict=True):
        if stretch is not None:
            titled[stretch.place] += 1
            filled[stretch.place] += _is_filled(own, stretch)
    usual = {place for place, count in filled.items() if count >= max(_FEWEST_TITLED, _SHARE_WHOLE * titled[place])}
    return [
        _fill(candidate, own, stretch)
        if stretch is not None and stretch.place in usual and _may_fill(own, stretch)
        else own
        for candidate, own, stretch in zip(candidates, read, stretches, strict=True)
    ]


def _follow_siblings(read: list[Aligned]) -> list[Aligned]:
    """Take words for the title of an entry where most siblings have theirs, if it has it where hardly any does."""
    starts = [_find_starts(each) for each in read]
    held: dict[_Start, Counter[FieldKind]] = defaultdict(Counter)
    for entry, own in zip(read, starts, strict=True):
        for index, start in own.items():
            held[start][entry.slots[index]] += 1
    usual = {
        start: _Held(counts.most_common(1)[0][0], counts[FieldKind.TITLE], counts.total())
        for start, counts in held.items()
    }
    return [_follow(entry, own, usual) for entry, own in zip(read, starts, strict=True)]


def _find_starts(entry: Aligned) -> dict[int, _Start]:
    """Find the fields that another slot, or nothing, is before, and what sets each of them off."""
    found: dict[int, _Start] = {}
    seen: dict[object, int] = {}
    last = None
    for index, (slot, field) in enumerate(zip(entry.slots, entry.fields, strict=True)):
        if slot is not last:
            sign = field[:2]
            seen[sign] = number = seen[sign] + 1 if sign in seen else 0
            found[index] = _make_start((*sign, number))
            last = slot
    return found


def _follow(entry: Aligned, starts: Mapping[int, _Start], held: Mapping[_Start, _Held]) -> Aligned:
    if FieldKind.TITLE not in entry.slots:
        return entry
    title = entry.slots.index(FieldKind.TITLE)
    field, there = entry.fields[title], held[starts[title]]
    is_listed = title > 0 and entry.slots[title - 1] is FieldKind.AUTHORS and field.before[-1:] in ",:"
    instead = there.usual
    is_seldom = there.titles <= _SELDOM * there.total
    if not (is_listed or is_seldom or field.place or field.shape is Shape.LABEL):
        return entry
    may_be_other = field.mark in LINKS and (instead is FieldKind.VENUE or count_words(field.words) <= _MOST_OF_NAME)
    first = entry.fields[0]
    is_edition = entry.slots[0] is FieldKind.VENUE and first.shape in TITLE_SHAPES and field.mark is Mark.NONE
    is_edition = is_edition and first[:2] == (START, Mark.LINK)  # `[FOO 2021](url) - What it is`
    is_odd = is_seldom and (may_be_other or is_edition)
    below = reversed(entry.fields[: title + 1]) if field.place else ()
    line = next((each for each in below if each.before in LINES), field)
    is_said = line.shape is Shape.LABEL and there.total < _FEWEST  # `Data: Lee et al., "Set of Maps"` below the title
    is_odd, instead = is_odd or is_said, FieldKind.NOTE if is_edition or is_said else instead
    if not (is_listed or is_odd):
        return entry
    usual = [
        index for index, start in starts.items() if held[start].titles >= max(_FEWEST, _SHARE_WHOLE * held[start].total)
    ]
    if is_listed and (before := max(each for each in starts if each < title)) in usual:
        return entry.relabel(before, title, FieldKind.TITLE)  # `Graph Networks, Trees, and Beyond`
    index = next((each for each in usual if entry.slots[each] in _UNSURE_SLOTS or (is_edition and not each)), None)
    if index is None or not is_odd:
        return entry
    moved = entry._replace(slots=tuple([instead if slot is FieldKind.TITLE else slot for slot in entry.slots]))
    last = index + sum(1 for _ in takewhile(lambda slot: slot in _UNSURE_SLOTS, entry.slots[index:]))
    if not index and is_edition:
        last = 1 + sum(1 for _ in takewhile(lambda each: each.before[:1] == WITHIN, entry.fields[1:]))
    return moved.relabel(index, last, FieldKind.TITLE)


def _name_authors(entry: Aligned) -> Aligned:
    """Take names between the year that an entry begins with and the title on a link for authors.

    `2010 Lee, [Maps of Small Rivers](url)`
    """
    if entry.slots[:1] != (FieldKind.DATE,):
        return entry
    first = next(index for index, slot in enumerate((*entry.slots, None)) if slot is not FieldKind.DATE)
    last = first
    while last < len(entry.fields) and entry.slots[last] is FieldKind.TITLE and _may_name(entry.fields[last]):
        last += 1
    linked = [*takewhile(lambda each: each.before[:1] == WITHIN, entry.fields[last + 1 :])]
    is_link = first < last < len(entry.fields) and entry.fields[last][:2] in _NEXT_LINKS
    words = sum(count_words(each.words) for each in (*entry.fields[last : last + 1], *linked))
    if not is_link or entry.slots[last] is not FieldKind.TITLE or words < FEWEST_IN_TITLE:
        return entry
    return entry.relabel(first, last, FieldKind.AUTHORS)


def _leave_names(entry: Aligned) -> Aligned:
    """Take names before a title that are behind it too for authors: `[Lee et al](url): Maps of Rivers, Lee et al.`."""
    index = entry.slots.index(FieldKind.TITLE) if FieldKind.TITLE in entry.slots else len(entry.slots)
    if entry.slots[index + 1 : index + 2] != (FieldKind.TITLE,) or entry.fields[index].shape not in SURE_NAMES:
        return entry
    names = entry.fields[index].words.rstrip(".")
    if all(each.words.rstrip(".") != names for each in entry.in_slot(FieldKind.AUTHORS)):
        return entry
    return entry.relabel(index, index + 1, FieldKind.AUTHORS)


def _may_name(field: Field) -> bool:
    """Whether a plain field may be a name, or one of several."""
    return field.mark is Mark.NONE and field.shape in _MAY_NAME and field.before in _BETWEEN_NAMES


def _keep_year(entry: Aligned) -> Aligned:
    """Take the year that the title on a link ends in for a part of it, if the entry has its date elsewhere."""
    for index, (field, before) in enumerate(zip(entry.fields[1:], entry.slots, strict=False), 1):
        is_year = field[:3] == (WITHIN + SPACE, Mark.LINK, Shape.YEAR) and before is FieldKind.TITLE
        if is_year and FieldKind.DATE in entry.slots[index + 1 :]:
            return entry.relabel(index, index + 1, FieldKind.TITLE)
    return entry


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
    line = sum([each.before in LINES for each in fields[: first + 1] if each.place == fields[first].place])
    return _make_stretch((first, last, _make_place((carrier, fields[first].place, line, fields[first].mark))))


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
    return not [slot for slot in entry.slots[stretch.first : stretch.last + 1] if slot is not FieldKind.TITLE]


def _may_fill(entry: Aligned, stretch: _Stretch) -> bool:
    """Whether each field that is not in the title has its place elsewhere in the entry."""
    inside, last = range(stretch.first, stretch.last + 1), entry.fields[stretch.last]
    is_apart = last.start > entry.fields[stretch.last - 1].end
    is_year = last.shape is Shape.YEAR and last.before[-1:] == SPACE and is_apart  # `The Foo Challenge 2020`
    if not (is_year or last.shape in TITLE_SHAPES) or _is_filled(entry, stretch):
        return False
    own = zip(entry.fields[stretch.first :], entry.slots[stretch.first : stretch.last + 1], strict=False)
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
    """Whether names among plain words are none: one word, or more than a name has."""
    return field.words.count(" ") not in range(1, _MOST_OF_NAME)


def _fill(candidate: Candidate, entry: Aligned, stretch: _Stretch) -> Aligned:
    """Make one field, the title, of a stretch."""
    first, last = entry.fields[stretch.first], entry.fields[stretch.last]
    text = candidate.prose_of(candidate.column_of(first.place)).text
    title = first._replace(shape=Shape.WORDS, end=last.end, words=text[first.start : last.end])
    fields = (*entry.fields[: stretch.first], title, *entry.fields[stretch.last + 1 :])
    slots = (*entry.slots[: stretch.first], FieldKind.TITLE, *entry.slots[stretch.last + 1 :])
    return entry._replace(fields=fields, slots=slots, is_whole=True)
