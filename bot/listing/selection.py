"""Which candidates are entries, and what belongs to each; the list as a whole decides what its blocks are.

Headings are entries where most headings of their level name a paper, a nested bullet is a detail where its parent has
the title, a paragraph is an entry where paragraphs like it are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from itertools import islice, pairwise, takewhile
from typing import TYPE_CHECKING

from bot.listing.candidates import (
    FEWEST_SIGNS,
    FIELD_NAME,
    MIN_PAPERS,
    Heading,
    Status,
    are_parts,
    are_titles,
    begins_with_names,
    begins_with_title,
    ends_in_labels,
    has_own_words,
    has_paper_label,
    has_titled_paper,
    heads_paper,
    is_bare_title,
    is_credit,
    is_dated,
    is_reference,
    lead_of,
    name_field,
    names_pair,
    only_credits,
    only_names,
    signs_of_paper,
)
from bot.listing.links import is_publication
from bot.listing.paragraphs import select_paragraphs
from bot.listing.parts import ITEMS, Carrier
from bot.listing.sections import heads_rows, heads_siblings
from bot.listing.shapes import LINKS, Mark, Shape
from bot.listing.skipped import leave_out_contents, leave_out_news
from bot.listing.titles import NICKNAME, SHORT, TITLED, Role
from bot.papers.titles import score_title

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from bot.listing.candidates import Candidate, Outline
    from bot.listing.titles import TitleCandidate

_SHARE_OF_CREDITS, _SHARE_OF_GROUPS = 0.5, 0.25
_MOST_LINES = 20
"""The most lines below a summary, or a name over fields, that is an entry."""
_MOST_RECORDS, _FEWEST_FIELDS = 0.6, 3
"""The share of headings with a named field from which it is one of a record, and of its fields that a record has."""


def select_entries(outline: Outline) -> list[Candidate]:
    """The candidates that are entries, in order, with their details joined to them; no two share a line."""
    leave_out_news(outline)
    leave_out_contents(outline)
    _select_headings(outline)
    _select_summaries(outline)
    _join_credits(outline)
    _select_titled_lists(outline)
    _select_items(outline)
    select_paragraphs(outline, Carrier.PARAGRAPH)
    select_paragraphs(outline, Carrier.HTML)
    for row in outline.undecided(Carrier.ROW):
        is_empty = not row.links and not any(map(str.isalpha, row.head.text))
        row.status = Status.NO_ENTRY if is_empty or heads_rows(outline, row) else Status.ENTRY
    return _separate(outline)


def _separate(outline: Outline) -> list[Candidate]:
    """The entries without those that begin on a line of another one.

    Each ends before the next one or a heading, and with the `<details>` that it begins in.
    """
    entries: dict[int, Candidate] = {}
    for candidate in outline.candidates:
        if candidate.status is Status.ENTRY:
            entries.setdefault(candidate.first, candidate)
    stops = sorted({*entries, *(heading.first for heading in outline.headings if heading.opens_section)})
    folded = sorted(((each.first, each.last) for each in outline.details), reverse=True)
    around: list[tuple[int, int]] = []
    for first in sorted(entries):
        while folded and folded[-1][0] <= first:
            around.append(folded.pop())
        while around and around[-1][1] < first:
            around.pop()
        following = bisect_right(stops, first)
        ends = [*stops[following : following + 1], *(last + 1 for _, last in around[-1:])]
        if ends and entries[first].last >= min(ends):
            outline.end_before(entries[first], min(ends))
    return [entries[first] for first in sorted(entries)]


def _select_headings(outline: Outline) -> None:
    """Headings are entries on a level where at least half of them name or hold just one paper."""
    levels: dict[int, list[int]] = defaultdict(list)
    for number, heading in enumerate(outline.headings):
        if heading.candidate is not None and heading.candidate.status is Status.UNDECIDED:
            heading.candidate.status = Status.NO_ENTRY
            levels[heading.level].append(number)
    counts = Counter(heading.prose.text for heading in outline.headings)
    dividers = {text for text, count in counts.items() if count >= MIN_PAPERS}
    for numbers in levels.values():
        for number in _find_entries(outline, numbers, dividers):
            _select_heading(outline, number, dividers)
    section = 0
    for number, heading in enumerate(outline.headings):
        if heading.opens_section:
            section = number
        elif heading.candidate is not None and heading.candidate.status is Status.ENTRY:
            heading.candidate.section = section  # a heading that is an entry is in the section before it


def _find_entries(outline: Outline, numbers: list[int], dividers: Container[str]) -> list[int]:
    """The headings of a level that are entries."""
    holding = {
        number for number in numbers if _holds_paper(outline.headings[number], _find_divided(outline, number, dividers))
    }
    if len(holding) < MIN_PAPERS or 2 * len(holding) < len(numbers):
        names = [number for number in numbers if outline.headings[number].prose.text not in dividers]
        over = {number for number in names if _is_over_fields(outline.headings[number])}
        are_most = len(over) >= MIN_PAPERS and 2 * len(over) >= len(names)
        records = _find_records(outline, names, over, dividers) if are_most else set()
        return sorted(records) or _find_titles(outline, numbers)
    holding |= _find_records(outline, numbers, holding, dividers)
    are_most = 3 * len(holding) > 2 * len(numbers)
    return [number for number in numbers if number in holding or (are_most and _is_like_entry(outline, number))]


def _find_titles(outline: Outline, numbers: list[int]) -> list[int]:
    """The headings of a level that are titles, if nearly all are, with words of their own below at most."""
    found: dict[int, str] = {}
    for number in numbers:
        heading, following = outline.headings[number], outline.headings[number + 1 : number + 2]
        is_last = not following or following[0].level <= heading.level
        title = heading.candidate.best_title() if heading.candidate is not None else None
        if title is not None and title.score >= TITLED and is_last and not _holds_list(heading):
            found[number] = title.text
    return [*found] if are_titles([*found.values()], len(numbers)) else []


def _holds_list(heading: Heading) -> bool:
    """Whether papers are listed below a heading, more than one where their titles are plain words.

    What is directly below and repeats the heading only says by whom, when and where it was published.
    """
    title = heading.prose.text.strip(" .").casefold()
    repeats = any(title in each.head.text.casefold() for each in heading.below[:1])
    below = heading.below[repeats:]
    return any(map(_is_listed, below)) or sum(map(ends_in_labels, below)) > 1


def _is_listed(candidate: Candidate) -> bool:
    """Whether a candidate below a heading is more than a note on it: a row, a reference, or a title with a link."""
    is_linked = any(title.link is not None and title.score >= TITLED for title in candidate.titles)
    return candidate.carrier is Carrier.ROW or is_linked or is_reference(candidate) or has_titled_paper(candidate)


def _find_records(outline: Outline, numbers: list[int], holding: set[int], dividers: Container[str]) -> set[int]:
    """The headings with the same named fields below, each once, as most of those that hold a paper have."""
    named: dict[int, set[str]] = {}
    for number in numbers:
        below = (*outline.headings[number].below, *_find_divided(outline, number, dividers))
        names = Counter(match[1].casefold() for each in below for match in FIELD_NAME.finditer(each.head.text))
        named[number] = {name for name, count in names.items() if count == 1}
    times = Counter(name for number in holding for name in named[number])
    usual = {name for name, count in times.items() if count > _MOST_RECORDS * len(holding)}
    if len(usual) < _FEWEST_FIELDS:
        return set()
    return {number for number in numbers if len(named[number] & usual) > _MOST_RECORDS * len(usual)}


def _is_over_fields(heading: Heading) -> bool:
    """Whether what is below a heading names one paper or a few by named fields, and none by its title: `Paper: ...`."""
    papers = [each for each in heading.below if each.names_paper] if len(heading.below) <= _MOST_LINES else []
    return 0 < len(papers) <= _FEWEST_FIELDS and all(name_field(each) and not has_titled_paper(each) for each in papers)


def _select_heading(outline: Outline, number: int, dividers: Container[str]) -> None:
    """Make a heading an entry, with what is below it and the lower headings that only divide that."""
    heading = outline.headings[number]
    if heading.candidate is None:
        return
    heading.candidate.absorb(heading.below)
    heading.opens_section = False
    end = heading.end
    for below in range(number + 1, len(outline.headings)):
        inner = outline.headings[below]
        if inner.level <= heading.level or (inner.prose.text not in dividers and _holds_paper(inner)):
            break
        heading.candidate.absorb(inner.below)
        inner.opens_section = False
        end = inner.end
    heading.candidate.last = max(heading.candidate.last, outline.last_text_line(heading.first, end))


def _is_like_entry(outline: Outline, number: int) -> bool:
    """Whether a heading without a link to a paper is an entry where nearly all headings of its level are.

    A short one is where a date is below.
    """
    heading = outline.headings[number]
    candidate = heading.candidate
    below = [each for each in heading.below if each.status is not Status.NO_ENTRY]
    is_any_dated = any(map(is_dated, below))
    title = candidate.best_title() if candidate is not None else None
    score = title.score if title is not None else score_title(heading.prose.text.strip("[] "))
    if candidate is None or score < (SHORT if is_any_dated else TITLED):
        return False
    if any(following.level > heading.level for following in outline.headings[number + 1 : number + 2]):
        return False
    is_labelled = any(link.label is not None for each in (candidate, *below) for link in each.links)
    return (is_any_dated or is_labelled or is_dated(candidate)) and not any(map(has_titled_paper, below))


def _find_divided(outline: Outline, number: int, dividers: Container[str]) -> list[Candidate]:
    """What is below the lower headings that only divide what is below this one: many others have the same ones."""
    level = outline.headings[number].level
    below = takewhile(
        lambda each: each.level > level and each.prose.text in dividers, islice(outline.headings, number + 1, None)
    )
    return [candidate for heading in below for candidate in heading.below]


def _holds_paper(heading: Heading, divided: Sequence[Candidate] = ()) -> bool:
    """Whether the heading reads as a title and nothing below has a title and a paper of its own."""
    candidate = heading.candidate
    title = candidate.best_title() if candidate is not None else None
    if candidate is None or title is None or title.score < TITLED:
        return False
    linked = any(not link.link.href.startswith("#") and link.label is None for link in candidate.links)
    below = [each for each in (*heading.below, *divided) if each.status is not Status.NO_ENTRY]
    papers = sum(each.names_paper for each in below)
    own = 0 if candidate.names_paper else sum(map(has_own_words, below))
    if sum(map(heads_paper, below)) > 1 or 2 * own > max(len(below), 2):
        return False
    if sum(len(signs_of_paper(each)) >= FEWEST_SIGNS for each in below) > 1:
        return False
    if any(has_titled_paper(each) or (ends_in_labels(each) and not names_pair(each)) for each in below):
        return linked and candidate.names_paper and papers <= 2
    if linked or candidate.names_paper or not 0 < papers <= 3:
        return linked or candidate.names_paper
    # `## May 2: Topic` over the papers of a seminar
    return not any(each.names_paper and title.text not in each.head.text and is_reference(each) for each in below)


def _select_summaries(outline: Outline) -> None:
    """Summaries are entries where at least a few name a paper, or most hold just one; else they head what is below."""
    summaries = [each for each in outline.undecided(Carrier.HTML) if each.level]
    are_linked = sum(each.names_paper for each in summaries) >= MIN_PAPERS
    found = {each.index for each in summaries if are_linked and each.links}
    holding = {each.index for each in summaries if _is_record(outline, each)}
    if len(holding) >= max(MIN_PAPERS, _SHARE_OF_CREDITS * len(summaries)):
        found |= holding
    for summary in summaries:
        if summary.status is Status.NO_ENTRY:
            continue
        if summary.index in found and summary.titles:
            summary.absorb(outline.candidates[index] for index in summary.inside)
        else:
            summary.status = Status.NO_ENTRY


def _is_record(outline: Outline, summary: Candidate) -> bool:
    """Whether a summary is a title over a few lines on one paper."""
    below = [outline.candidates[index] for index in summary.inside[: _MOST_LINES + 1]]
    heading = Heading(summary.head, summary.first, summary.last, summary.level, summary, below)
    return len(below) <= _MOST_LINES and _holds_paper(heading)


def _join_credits(outline: Outline) -> None:
    """Join paragraphs of authors to the title below where authors come first: no title is above the first ones."""
    paragraphs = outline.undecided(Carrier.PARAGRAPH)
    named = {each.index for each in paragraphs if only_names(each)}
    pairs = [(first, second) for first, second in pairwise(paragraphs) if _are_neighbours(first, second)]
    above = [(first, second) for first, second in pairs if first.index in named and second.index not in named]
    below = sum(second.index in named and first.index not in named for first, second in pairs)
    sure = sum(is_credit(first) or len(first.head_fields()) > 1 for first, _ in above)
    if len(above) > below and sure >= max(MIN_PAPERS, _SHARE_OF_CREDITS * len(above)):
        for credit, title in above:
            title.take_credit(credit)


def _are_neighbours(first: Candidate, second: Candidate) -> bool:
    """Whether nothing is between two candidates of one section."""
    return first.index + 1 == second.index and first.section == second.section


def _select_titled_lists(outline: Outline) -> None:
    """Paragraphs that are nothing but a title are entries where fields such as `Paper: ...` are below them."""
    paragraphs = outline.undecided(Carrier.PARAGRAPH)
    titles = [each for each in paragraphs if is_bare_title(each)]
    leads = frozenset(
        lead for lead, count in Counter(map(lead_of, filter(ends_in_labels, paragraphs))).items() if count >= MIN_PAPERS
    )
    directly = [next(outline.after(each), None) for each in titles]
    credited = sum(each is not None and begins_with_names(each) for each in directly)
    is_credited = credited >= max(MIN_PAPERS, _SHARE_OF_CREDITS * len(titles))
    below = [_fields_below(outline, each, leads, is_credited=is_credited) for each in titles]
    papers = [sum(each.names_paper for each in fields) for fields in below]
    of_paper = sum(count > 0 for count in papers)
    if of_paper < MIN_PAPERS or sum(count > 1 for count in papers) > _SHARE_OF_GROUPS * of_paper:
        return  # too few, or the titles name groups of papers
    for title, fields in zip(titles, below, strict=True):
        if any(each.links for each in fields) or (
            is_credited and fields and (is_credit(fields[0]) or names_pair(fields[0]))
        ):
            title.absorb(fields)


def _fields_below(
    outline: Outline, title: Candidate, leads: Container[tuple[object, ...]], *, is_credited: bool
) -> list[Candidate]:
    """The fields below a title: items and lines without a title of their own, up to the next title.

    Where titles are credited, a paragraph of authors and venue is directly below each. What begins as one of `leads`
    is a title itself.
    """
    found: list[Candidate] = []
    for each in outline.after(title):
        if each.section != title.section or each.status is not Status.UNDECIDED:
            break
        is_byline = is_credited and not found and each.carrier is Carrier.PARAGRAPH
        if each.carrier in (Carrier.ROW, Carrier.HTML) or has_titled_paper(each):
            break
        if (ends_in_labels(each) or _begins_with_bold_title(each)) and not is_byline:
            break
        if (lead := lead_of(each)) and lead in leads:
            break
        if each.carrier is Carrier.PARAGRAPH and is_bare_title(each):
            break
        found.append(each)
    return found


def _begins_with_bold_title(candidate: Candidate) -> bool:
    """Whether a paragraph with a link begins with a title in bold."""
    bold = (each for each in candidate.titles if each.role is Role.BOLD and each.score >= TITLED)
    return bool(candidate.links) and any(each.start == 0 for each in bold) and not is_credit(candidate)


def _select_items(outline: Outline) -> None:
    """Items are entries, except for those that only head others, or only add to another one."""
    names = _nest_fields(outline)
    noted = _find_noted(outline) | _find_tagged(outline, names)
    for item in outline.candidates:
        if item.carrier not in ITEMS or item.status is Status.NO_ENTRY:
            continue
        children = [child for child in item.children if child.status is not Status.NO_ENTRY]
        if not item.children:
            has_words = item.head.text.strip() or item.links or item.details
            item.status = Status.ENTRY if has_words and not heads_siblings(outline, item) else Status.NO_ENTRY
        elif item.index in noted or _has_details(item, children):
            item.absorb([each for child in children if not _stands_alone(item, child) for each in _family(child)])
        else:
            outline.end_before(item, item.children[0].first)
            is_entry = item.names_paper and bool(item.head.text.strip())
            is_entry = is_entry or any(_is_written_like(item, child) for child in children)
            item.status = Status.ENTRY if is_entry else Status.NO_ENTRY


def _nest_fields(outline: Outline) -> Counter[str]:
    """Nest items with a named field in the one above where others with that name are nested, and these too little.

    Returns how many nested items have a field of each name.
    """
    items = [each for each in outline.candidates if each.carrier in ITEMS]
    names = {each.index: match[1] for each in items if (match := FIELD_NAME.match(each.head.text))}
    nested = {child.index for each in items for child in each.children}
    counts = Counter(name for index, name in names.items() if index in nested)
    above: Candidate | None = None
    for item in items:
        if item.index in nested:
            continue
        if counts[names.get(item.index, "")] < MIN_PAPERS:
            above = item
        elif above is not None and above.group == item.group and above.links:
            above.children.append(item)
    return counts


def _find_tagged(outline: Outline, names: Counter[str]) -> set[int]:
    """The items that only tag a paper, where most do: nested in each are its title, named fields and links."""
    parents = [each for each in outline.candidates if each.carrier in ITEMS and each.children]
    titles = {each.index: title for each in parents if (title := _find_tagged_title(each, names)) is not None}
    papers = [each for each in parents if each.index in titles and any(child.names_paper for child in each.children)]
    sure = sum(titles[each.index].score >= TITLED for each in papers)
    return set(titles) if sure >= MIN_PAPERS and 2 * sure > len(parents) else set()


def _find_tagged_title(item: Candidate, names: Counter[str]) -> TitleCandidate | None:
    """The title that is nested in an item without any, if only named fields and links are beside it."""
    others = [child for child in item.children if not _is_field(child, names)]
    own = item.best_title()
    if item.links or (own is not None and own.score >= TITLED) or len(others) != 1 or others[0].links:
        return None
    return others[0].best_title(Role.ITALIC)


def _is_field(item: Candidate, names: Counter[str]) -> bool:
    """Whether an item is a field with one of these names, or nothing but links."""
    match = FIELD_NAME.match(item.head.text)
    is_named = match is not None and names[match[1]] >= MIN_PAPERS
    return is_named or all(each.mark in LINKS for each in item.head_fields())


def _find_noted(outline: Outline) -> set[int]:
    """The items without a link that are titles over notes, where nearly all items are whose title is set off alike."""
    titled: dict[Role, list[tuple[Candidate, str]]] = defaultdict(list)
    for item in outline.candidates:
        if item.carrier not in ITEMS or not item.children or item.links:
            continue
        title = item.best_title(Role.ITALIC)
        if title is not None and title.score >= TITLED:
            titled[title.role].append((item, title.text))
    noted: set[int] = set()
    for role, items in titled.items():
        found = {
            item.index: text
            for item, text in items
            if 2 * sum(_is_cited(child, role) for child in item.children) <= len(item.children)
        }
        noted |= set(found) if are_titles([*found.values()], len(items)) else set()
    return noted


def _is_cited(child: Candidate, role: Role) -> bool:
    """Whether a nested item is about a paper of its own, not about the one above it."""
    titles = (each for each in child.titles if each.score >= TITLED and not each.text[0].islower())
    return (
        any(title.role is role or _links_paper(child, title) for title in titles)
        or is_credit(child)
        or len(signs_of_paper(child) - {Role.LINKED}) > 1
    )


def _links_paper(candidate: Candidate, title: TitleCandidate) -> bool:
    """Whether a title is on a link to what looks like a publication."""
    return any(each.link is title.link and is_publication(each) for each in candidate.links)


def _family(candidate: Candidate) -> list[Candidate]:
    """A candidate and all that is nested in it."""
    return [candidate, *(each for child in candidate.children for each in _family(child))]


def _has_details(item: Candidate, children: list[Candidate]) -> bool:
    """Whether the nested items belong to this one: it has the title, they have none with a paper."""
    is_italic = all(field.mark is Mark.ITALIC for field in item.head_fields())
    title = item.best_title() if is_italic else item.best_title(Role.ITALIC)
    if title is None:
        return False
    own = [child for child in children if not names_pair(child)]
    papers = sum(has_titled_paper(child) or (not item.links and ends_in_labels(child)) for child in own)
    if item.names_paper and title.score >= SHORT:
        return 2 * papers <= len(children) or title.score >= TITLED
    labelled = any(map(has_paper_label, children)) or (len(children) == 1 and only_credits(children[0]))
    if title.score >= (NICKNAME if labelled else TITLED) and are_parts(children, labelled=labelled):
        return True
    if title.score < TITLED:
        return not papers and bool(children) and (bool(item.links) or (labelled and title.score >= SHORT))
    is_linked = sum(any(link.is_paper and link.link.bare for link in child.links) for child in children) == 1
    return not papers and (labelled or is_linked or bool(item.links) or is_dated(item))


def _is_written_like(parent: Candidate, child: Candidate) -> bool:
    """Whether a nested item has its title as its parent does, and what says that it is of a paper, as its parent."""
    kept, own = signs_of_paper(parent), signs_of_paper(child)
    return len(own) >= FEWEST_SIGNS and kept - {Shape.VENUE} <= own and not kept.isdisjoint((Shape.NAMES, Shape.YEAR))


def _stands_alone(parent: Candidate, child: Candidate) -> bool:
    """Whether a nested item is an entry beside its parent: it opens with the title and link of another paper."""
    if _is_written_like(parent, child):
        return True
    if {each.identifier for each in child.links if each.is_paper} <= {each.identifier for each in parent.links}:
        return False
    link, *others = child.links
    is_name = not others and link.label is None and not link.link.bare and len(child.head_fields()) == 1
    return is_name or (has_titled_paper(child) and begins_with_title(child))
