"""Where in the text of a list an entry goes, what sets it off from its neighbours, and how a date heading is opened.

That is where the last ones went, by the list's own history; its order only suggests it.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from bot.additions.marks import find_number
from bot.document.anchors import slug
from bot.git import Commit, find_added
from bot.linter.diagnostics import Edit
from bot.linter.suppressions import find_comment_lines
from bot.listing import ITEMS, Carrier, Entry, Listing, Order, Section
from bot.listing.values import arxiv_of
from bot.ordering.order import MARGIN
from bot.ordering.places import (
    DateSection,
    Sorting,
    SortKey,
    find_peers,
    find_place,
    indentation,
    key_of,
    sorting_of,
    without_count,
)
from bot.papers.dates import PartialDate, rewrite_date
from bot.papers.identity import name_on_lines
from bot.text import Span, Text, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from bot.document import Link

MOST_COMMITS = 300
"""Commits that are asked for what they added."""
_LAST = 8
"""Additions to a section that show where the next one goes."""
_MORE = 2
"""How many more of them than the order of the section another way must explain: one may be an exception."""
_FEWEST = 3
"""Fewer additions to a section than these are joined by the last ones to other sections."""
_SHARE = 0.6
"""The share of them that must have gone one way for it to outweigh the order of the section."""
_SHARE_OF_PINNED = 0.75
"""The same for a way that leaves entries at an end, such as a survey above all others: often these are exceptions."""


class _Addition(NamedTuple):
    """An entry as it was added: those that were there before, and how many of them it was put below."""

    there: tuple[SortKey, ...]
    own: SortKey
    place: int


class Goal(NamedTuple):
    """Where a new entry goes, and whether it follows the one above or precedes that below.

    That differs where words are between the two.
    """

    place: int
    """Its index among its peers."""
    follows: bool


def choose_index(
    listing: Listing, peers: Sequence[Entry], key: SortKey, commits: Sequence[Commit], declared: Order | None
) -> Goal:
    """The place of a new entry among its peers: in order, or so far from an end as the last ones went.

    That is unless the order explains as many of them; one that the maintainers declare is not questioned.
    """
    sorting = sorting_of(listing)
    in_order = find_place([key_of(entry) for entry in peers], key, sorting, declared)
    last = _last_additions(listing, peers, commits) if declared is None else []
    if not last:
        return Goal(in_order, follows=False)
    hits = sum(find_place(each.there, _as_known(each.own, key), sorting) == each.place for each in last)
    from_top = Counter(each.place for each in last)
    from_end = Counter(len(each.there) - each.place for each in last)
    ways = [(count, -pinned, ends is from_end) for ends in (from_top, from_end) for pinned, count in ends.items()]
    most, pinned, is_end = max(ways)
    more = 1 if most == len(last) >= _FEWEST else _MORE  # a way without an exception needs no more than that
    if most < max(hits + more, (_SHARE_OF_PINNED if pinned else _SHARE) * len(last)):
        return Goal(in_order, follows=False)
    return Goal(max(len(peers) + pinned, 0) if is_end else min(-pinned, len(peers)), follows=True)


def _as_known(own: SortKey, new: SortKey) -> SortKey:
    """What sorts an entry, without what is not known about the new one."""
    return SortKey(own.date if new.date else (), own.number if new.number else ())


def _last_additions(listing: Listing, peers: Sequence[Entry], commits: Sequence[Commit]) -> list[_Addition]:
    """The last additions to a section; with those to others where these are few."""
    if not commits:
        return []  # the menu of a form asks for each section, and knows no commits
    names = {name for entry in listing.entries if (name := _name(entry))}
    ages = {name: age for age, (_, added) in enumerate(find_added(names, commits)) for name in added}
    own = list(islice(_additions_to(peers, ages), _LAST))
    if len(own) < _FEWEST:
        sections = [each for index, each in enumerate(listing.sections) if index != peers[0].section]
        others = (islice(_additions_to(find_peers(listing, each), ages), _LAST) for each in sections)
        own += sorted(chain.from_iterable(others), key=lambda pair: pair[0])
    return [each for _, each in own[:_LAST]]


def _name(entry: Entry) -> str:
    """The name of an entry on the lines of its list; empty for one without a link."""
    return name_on_lines(arxiv_of(entry) or "", entry.link.href if entry.link is not None else "")


def _additions_to(peers: Sequence[Entry], ages: dict[str, int]) -> Iterator[tuple[int, _Addition]]:
    """The additions to a section by their age in commits, the latest first; one for each commit.

    The first entry of a section is left out, because it has no neighbour; entries without a link are left out, because
    their age is unknown.
    """
    known = [(ages.get(name, MOST_COMMITS), entry) for entry in peers if (name := _name(entry))]
    for age in sorted({age for age, _ in known if age < MOST_COMMITS}):
        first = next(index for index, (each, _) in enumerate(known) if each == age)
        there = [(index, key_of(entry)) for index, (each, entry) in enumerate(known) if each > age]
        if there:
            own = key_of(known[first][1])
            yield age, _Addition(tuple(key for _, key in there), own, sum(index < first for index, _ in there))


_BREAK = lazy_pattern(r"(?:([-*_])[ \t]*(?:\1[ \t]*){2,}|<br\s*/?>|<hr\s*/?>)")
_HARD_BREAK = lazy_pattern(r"(?: {2,}|[ \t]*\\)$")
_MOST_GAP = 4
"""Lines between two entries that set them off; more are a text of their own."""


_TABLE_LINE = lazy_pattern(r"[ \t:|]*-[ \t:|-]*")
_NUMBER = lazy_pattern(r"\d[\d,. ]*(?<=\d)")
_SHARE_OF_STEPS = 0.9
"""The share of date headings that must be in order for a new one to have a place among them."""
_MOST_STEP = 2
"""From one number to the next, where an entry between was taken out."""
_MOST_LEAD = 4
"""Lines between a heading and its first entry that a new section takes over."""


class Place(NamedTuple):
    """Where an entry goes: between two neighbours, or where a section has none."""

    offset: int
    before: str
    """What is written before the entry, and after it."""
    behind: str
    above: int
    """How many of `peers` are above."""
    peers: tuple[Entry, ...]


class NewSection(NamedTuple):
    """A date heading that is not there yet: its edits without the entry, and the place for the entry."""

    heading: str
    place: Place
    before: str
    """What is written before the entry at that place."""
    behind: str
    contents: tuple[Edit, ...]
    """The entry in the table of contents."""
    model: int
    """The section that it is modelled on."""


def locate(
    listing: Listing, section: Section, key: SortKey, declared: Order | None = None, commits: Sequence[Commit] = ()
) -> Place:
    """Find where a paper goes in a section; `commits` are the last ones of the list, the newest first."""
    if not (peers := find_peers(listing, section)):
        return _first_place(listing, section)
    return _between(listing, section, peers, choose_index(listing, peers, key, commits, declared))


def number_at(listing: Listing, place: Place) -> int | None:
    """The number of a new entry where its neighbours are numbered: one more than that of the one above."""
    numbers = [_number_of(listing, entry) for entry in place.peers]
    above = numbers[place.above - 1] if place.above else None
    below = numbers[place.above] if place.above < len(numbers) else None
    known = [number for number in numbers if number is not None]
    is_counted = bool(place.peers) and place.peers[0].carrier not in (Carrier.ROW, Carrier.PARAGRAPH)
    if is_counted and len(known) > 1 and len(set(known)) == 1:
        return known[0]  # each item has the same number: Markdown counts
    step = -1 if len(known) > 1 and known[0] > known[-1] else 1
    if not is_counted and not _runs(known, len(numbers), step):
        return None
    if above is not None:
        return max(above + step, 0)
    return None if below is None else max(below - min(step, 0), 0)


def _number_of(listing: Listing, entry: Entry) -> int | None:
    """The number of an item, a heading or a row."""
    start = listing.text.line_around(entry.span.start).start
    found = find_number(entry.carrier, listing.text[Span(start, entry.span.end)])
    return int(found[1]) if found is not None else None


def _runs(numbers: Sequence[int], entries: int, step: int) -> bool:
    """Whether nearly all entries are numbered, each soon after the one above: no citations, and no years."""
    steps = [step * (below - above) for above, below in pairwise(numbers)]
    return (
        len(steps) > 1
        and len(numbers) >= _SHARE_OF_STEPS * entries
        and sum(0 < each <= _MOST_STEP for each in steps) >= _SHARE_OF_STEPS * len(steps)
        and 2 * steps.count(1) >= len(steps)
    )


def _between(listing: Listing, section: Section, peers: tuple[Entry, ...], goal: Goal) -> Place:
    """The place above the peer of an index, or below the one before it."""
    index, text, newline = goal.place, listing.text, listing.text.newline
    suppressing = find_comment_lines(listing).suppressing
    hard, *lines = _learn_gap(listing, peers, suppressing)
    gap = "".join(f"{line}{newline}" for line in lines)
    if index < len(peers) and not (goal.follows and index):
        offset = text.line_starts[_first_line(text, peers[index], suppressing) - 1]
        if text.content.startswith("\ufeff", offset):
            offset += 1
        return Place(offset, "", f"{hard}{newline}{gap}", index, peers)
    last = _last_line(listing, section, peers[index - 1])
    notes = set(_note_marks(text, peers))
    while last < text.line_at(section.span.end) and text[text.line_span(last + 1)].strip(MARGIN)[:1] in notes:
        last += 1
    end = text.line_span(last).end
    own = text.content[end : text.line_starts[last]] if last < len(text.line_starts) else newline
    is_broken = text.content.endswith(hard, 0, end)
    return Place(end, f"{'' if is_broken else hard}{own}{gap}", hard if is_broken else "", index, peers)


def _first_place(listing: Listing, section: Section) -> Place:
    """The place in a section without entries: below what it holds, above the sections inside."""
    text = listing.text
    inner = [each.span.start for each in listing.sections if each.span.start > section.span.start]
    end = min([section.span.end, *(start - 1 for start in inner if start <= section.span.end)])
    last = _last_written(text, text.line_at(max(end, section.heading_span.end)), text.line_at(section.heading_span.end))
    blanks = Counter(
        text.line_at(entries[0].span.start) - text.line_at(each.heading_span.end) - 1
        for each in listing.sections
        if each.level and (entries := listing.in_section(each))
    )
    usual = blanks.most_common(1)[0][0] if blanks else 1
    blank = text.newline * (1 + (usual if 0 <= usual <= _MOST_GAP else 1))
    return Place(text.line_span(last).end, blank, "", 0, ())


def _last_written(text: Text, line: int, first: int) -> int:
    """The last line down to this one that is not blank; none is looked at above the `first`."""
    while line > first and not text[text.line_span(line)].strip():
        line -= 1
    return line


def _first_line(text: Text, entry: Entry, suppressing: Collection[int]) -> int:
    """Find the first line of an entry: that of the comments above it which suppress findings in it."""
    line = text.line_at(entry.span.start)
    while line - 1 in suppressing:
        line -= 1
    return line


def _last_line(listing: Listing, section: Section, entry: Entry) -> int:
    """The last line of an entry with what is nested in it, or what goes on below it up to a break."""
    text = listing.text
    last = _without_breaks(text, text.line_at(entry.span.start), text.line_at(entry.span.end))
    end = min(text.line_at(section.span.end), len(text.line_starts))
    margin = indentation(text, text.line_at(entry.span.start))
    for line in range(last + 1, end + 1):
        if not text[text.line_span(line)].strip(MARGIN):
            continue
        if entry.carrier not in ITEMS or indentation(text, line) <= margin:
            break
        last = line
    return last


def _note_marks(text: Text, peers: Sequence[Entry]) -> Iterator[str]:
    """What the words begin with that are right below entries, as far in as these, without being a part of them."""
    for above, below in pairwise(peers):
        line, first = text.line_at(above.span.end) + 1, text.line_at(below.span.start)
        words = text[text.line_span(line)].strip(MARGIN) if line < first else ""
        if words and indentation(text, line) == indentation(text, first) and not _BREAK.fullmatch(words):
            yield words[0]


def _without_breaks(text: Text, first: int, last: int) -> int:
    """The last line of an entry above the breaks and comments that it ends with."""
    while last > first:
        line = text[text.line_span(last)].strip()
        start = last
        if line.endswith("-->"):
            while start > first and "<!--" not in text[text.line_span(start)]:
                start -= 1
            if not text[text.line_span(start)].lstrip().startswith("<!--"):
                return last
        elif line and not _BREAK.fullmatch(line):
            return last
        last = start - 1
    return last


def _learn_gap(listing: Listing, peers: Sequence[Entry], suppressing: Collection[int]) -> tuple[str, ...]:
    """Learn what breaks the line between two entries, and the lines there: those of the section, else of the list."""
    sections = (find_peers(listing, each) for each in listing.sections)
    alike = (entries for entries in sections if entries and entries[0].carrier is peers[0].carrier)
    for group in ([peers], alike):
        if gaps := Counter(gap for entries in group for gap in _gaps(listing.text, entries, suppressing)):
            return gaps.most_common(1)[0][0]
    return ("",)


def _gaps(text: Text, peers: Sequence[Entry], suppressing: Collection[int]) -> Iterable[tuple[str, ...]]:
    """Find what breaks the line between neighbours in a paragraph, and the lines there, blank or thematic breaks."""
    for above, below in pairwise(peers):
        first, last = text.line_at(above.span.end) + 1, _first_line(text, below, suppressing) - 1
        lines = [text[text.line_span(line)] for line in range(first, last + 1)] if last - first < _MOST_GAP else None
        if lines is not None and all(not line.strip(MARGIN) or _BREAK.fullmatch(line.strip()) for line in lines):
            is_text = above.carrier is Carrier.PARAGRAPH and not lines
            found = _HARD_BREAK.search(text[above.span]) if is_text else None
            yield (found[0] if found else "", *(line.strip() for line in lines))


def insert(place: Place, text: str) -> Edit:
    """The edit that writes an entry."""
    return Edit(Span(place.offset, place.offset), f"{place.before}{text}{place.behind}")


def open_section(listing: Listing, sections: Sequence[DateSection], date: PartialDate) -> NewSection | None:
    """A new heading for a date, in the order of the others; None if these have no order, or none to copy."""
    if not sections or len(date.parts) < len(sections[0].date.parts):
        return None
    precision = len(sections[0].date.parts)
    keys = [SortKey(each.date.parts) for each in sections]
    steps = [one.date > other.date for one, other in pairwise(keys) if one != other]
    falling = sum(steps)
    if steps and max(falling, len(steps) - falling) < _SHARE_OF_STEPS * len(steps):
        return None
    order = Order.NEWEST_FIRST if 2 * falling >= len(steps) else Order.OLDEST_FIRST
    at = find_place(keys, SortKey(date.parts[:precision]), Sorting(), order)
    model = sections[min(at, len(sections) - 1)]
    heading, mention = listing.sections[model.section].heading, model.mention
    new = rewrite_date(mention, date)
    if new is None:
        return None
    behind = heading[mention.end :]
    if behind != without_count(behind):
        behind = _NUMBER.sub("1", behind, count=1)
    return _place_heading(listing, sections, at, model, heading[: mention.start] + new + behind)


def _place_heading(
    listing: Listing, sections: Sequence[DateSection], at: int, model: DateSection, written: str
) -> NewSection | None:
    text, newline = listing.text, listing.text.newline
    section = listing.sections[model.section]
    source = text[section.heading_span]
    if source.count(section.heading) != 1 or not section.entries:
        return None
    heading = source.replace(section.heading, written)
    first = text.line_at(listing.entries[section.entries[0]].span.start)
    lead = [text[text.line_span(line)] for line in range(text.line_at(section.heading_span.end) + 1, first)]
    if len(lead) > _MOST_LEAD or not all(_may_copy(lead, line) for line in range(len(lead))):
        lead = [""]
    begin = f"{heading}{newline}{''.join(f'{line}{newline}' for line in lead)}"
    if at < len(sections):
        start = text.line_starts[text.line_at(listing.sections[sections[at].section].span.start) - 1]
        behind = newline * (1 + max(_blanks_above(listing, sections[min(at + 1, len(sections) - 1)].section), 0))
    else:
        last = listing.sections[sections[-1].section]
        line = _last_written(text, text.line_at(last.span.end), text.line_at(last.heading_span.end))
        start, behind = text.line_span(line).end, ""
        begin = newline * (1 + max(_blanks_above(listing, model.section), 0)) + begin
    contents = tuple(_contents(listing, model, written, below=at == len(sections)))
    return NewSection(written, Place(start, "", "", 0, ()), begin, behind, contents, model.section)


def _may_copy(lead: Sequence[str], index: int) -> bool:
    """Whether a line above the first entry of a section is blank, or belongs to the head of a table."""
    line = lead[index]
    is_head = index + 1 < len(lead) and _TABLE_LINE.fullmatch(lead[index + 1]) is not None and "|" in line
    return not line.strip() or (_TABLE_LINE.fullmatch(line) is not None and "|" in line) or is_head


def _blanks_above(listing: Listing, index: int) -> int:
    """The blank lines above a heading."""
    above = listing.text.line_at(listing.sections[index].span.start) - 1
    return above - _last_written(listing.text, above, 0)


def _contents(listing: Listing, model: DateSection, written: str, *, below: bool) -> Iterator[Edit]:
    """The new line of the table of contents, where the model's heading has one of its own there."""
    text, heading = listing.text, listing.sections[model.section].heading
    anchor = slug(heading)
    links: list[Link] = [
        link for link in listing.document.links if link.href == f"#{anchor}" and link.url_span is not None
    ]
    if len(links) != 1:
        return
    link = links[0]
    line = text.line_at(link.span.start)
    span = text.line_span(line)
    if not span.contains(link.span) or link.url_span is None or text[link.label_span].count(heading) != 1:
        return
    if any(span.overlaps(other.span) for other in listing.document.links if other is not link):
        return
    label = text[link.label_span].replace(heading, written)
    target = text[link.url_span].replace(f"#{anchor}", f"#{slug(written)}")
    pieces = (Span(span.start, link.label_span.start), Span(link.label_span.end, link.url_span.start))
    new = f"{text[pieces[0]]}{label}{text[pieces[1]]}{target}{text[Span(link.url_span.end, span.end)]}"
    if below:
        yield Edit(Span(span.end, span.end), f"{text.newline}{new}")
    else:
        yield Edit(Span(span.start, span.start), f"{new}{text.newline}")
