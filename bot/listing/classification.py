"""Which entries are about papers: by the evidence in each, by the entries around it and those written alike."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from bot.document.model import IMAGE_CHARACTER
from bot.judgement import Case, Verdict, always, judge
from bot.listing.choices import Draft
from bot.listing.evidence import (
    LONG,
    Evidence,
    could_be_paper,
    could_be_written_so,
    has_capitals,
    has_own_title,
    is_among_others,
    is_said_of_paper,
    lists_data,
    names_model,
    says_medium,
    weigh_evidence,
)
from bot.listing.labels import Label
from bot.listing.links import shows_address
from bot.listing.others import is_post, names_product
from bot.listing.parts import ITEMS, Carrier, Kind
from bot.listing.scores import FieldKind
from bot.listing.sections import ABOUT_LIST, OTHER_SECTION, PAPERS_SECTION
from bot.listing.shapes import LAST_LETTER
from bot.listing.titles import SHORT, TITLED
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence


_MIN_PAPERS = 3
"""Papers that a section must hold to count for the other entries in it."""

_MOST = 0.6
"""The share of papers around an entry above which an entry without evidence is taken for one too."""

_SOME = 0.3
"""The same for an entry with weak evidence under a heading that announces something else."""

_FEW, _THIRD, _HALF = 0.25, 1 / 3, 0.5
"""The share of papers directly beside an entry without a link from which it is one too: of a title in a column or with
its capitals, and of other words."""

_NEARLY_ALL, _MIN_ALIKE = 0.75, 5
"""The share of papers among entries that are written alike, and how many, from which the others are papers too."""

_SIGNS = frozenset({FieldKind.AUTHORS, FieldKind.VENUE, FieldKind.DATE})

_ALL_BUT_FEW, _MIN_LINKED = 0.95, 20
"""The share of papers among the titles on links of a list, and how many, from which the others are papers too."""

_MIN_OF_CARRIER = 10
"""Papers in one carrier from which it may have a habit of its own."""

_LABELLED = 0.3
"""The share of papers with a link labelled `paper` above which another link means that there is none."""

_FILE = lazy_pattern(
    r"https://github\.com/([^/]+/[^/]+)/(?:blob|tree)/(?!.*\.pdf$)", re.IGNORECASE, needs=("blob", "tree")
)
"""The address of a file or a folder in a repository."""
_FEWEST_FILES = 3
_ELSEWHERE = ("#", "//", "mailto:")


def classify(entries: Sequence[Draft]) -> list[Verdict[Kind]]:
    """The kind of each entry and why, by its evidence and by its neighbours."""
    weighed = _weigh(entries)
    _weigh_bare(entries, weighed)
    _weigh_products(entries, weighed)
    _weigh_editions(entries, weighed)
    evidence = [each.value for each in weighed]
    has_papers = _has_papers(entries, evidence)
    found = [each is Evidence.STRONG or (each is Evidence.WEAK and has_papers) for each in evidence]
    forms = [_form_of(entry) for entry in entries]
    sections = [entry.candidate.section for entry in entries]
    in_section, sure = _count(sections, found), _count(sections, [each is Evidence.STRONG for each in evidence])
    alike = _count([None if _is_open_row(each) else form for each, form in zip(entries, forms, strict=True)], found)
    places = [_place_of(entry) for entry in entries]
    beside = _count(places, found)
    around_titles = [_section_of(entry) for entry in entries]
    linked = _count([_is_linked_title(entry) or None for entry in entries], found).get(True, _NO_PAPERS)
    papers = [entry for entry, is_paper in zip(entries, found, strict=True) if is_paper]
    said = _Papers(sum([not _SIGNS.isdisjoint(entry.aligned.slots) for entry in papers]), len(papers))
    around = _count([(entry.candidate.section, entry.candidate.carrier) for entry in entries], found)
    kinds = (
        judge(
            _KINDS,
            _Placed(
                entry,
                each,
                in_section[entry.candidate.section],
                sure[entry.candidate.section],
                len(in_section) > 1,
                alike.get(form, _NO_PAPERS),
                max(beside.get(place, _NO_PAPERS), around.get(home, _NO_PAPERS)),
                has_papers,
                linked.are_most(_ALL_BUT_FEW, _MIN_LINKED),
                said.are_most(_NEARLY_ALL, _MIN_LINKED),
            ),
        )
        for entry, each, form, place, home in zip(entries, evidence, forms, places, around_titles, strict=True)
    )
    return [
        Verdict(each.value, own.reason) if each.reason in _BY_EVIDENCE else each
        for each, own in zip(kinds, weighed, strict=True)
    ]


def _has_papers(entries: Sequence[Draft], evidence: Sequence[Evidence]) -> bool:
    """Whether a list is one of papers, where its headings do not say that something else follows."""
    own = [pair for pair in zip(entries, evidence, strict=True) if not pair[0].is_in_section_of_others]
    strong, weak = (sum([each is kind for _, each in own]) for kind in (Evidence.STRONG, Evidence.WEAK))
    titled = sum([entry.title is not None and entry.title.score >= TITLED for entry, _ in own])
    share = _THIRD if strong >= _MIN_PAPERS else _HALF
    return 10 * strong >= len(own) or (weak + strong >= 5 and weak + strong >= share * titled)


def _weigh(entries: Sequence[Draft]) -> list[Verdict[Evidence]]:
    """The evidence in each entry; among entries with links to papers a short name is that of a paper too."""
    labelled, about_list = _find_labelled(entries), _find_about_list(entries)
    groups = [entry.candidate.group for entry in entries]
    found = [Verdict(Evidence.AGAINST, "is in a section about the list itself")] * len(entries)
    nicknamed = [_goes_by_nicknames(entries)] * len(entries)
    for _ in range(2):
        for number, entry in enumerate(entries):
            if found[number].value is Evidence.AGAINST and entry.candidate.section not in about_list:
                is_labelled = entry.candidate.carrier in labelled
                found[number] = weigh_evidence(entry, labelled=is_labelled, nicknamed=nicknamed[number])
        strong = _count(groups, [each.value is Evidence.STRONG for each in found])
        nicknamed = [strong[group].are_most(_NEARLY_ALL, _MIN_ALIKE) for group in groups]
    return found


class _Papers(NamedTuple):
    """How many of several entries are papers."""

    papers: int
    total: int

    def are_most(self, share: float, least: int = _MIN_PAPERS) -> bool:
        """Whether these are enough to count, and more than a share of all."""
        return self.papers >= least and self.papers > share * self.total


_NO_PAPERS = _Papers(0, 0)


def _count(keys: Sequence[Hashable], are_papers: Sequence[bool]) -> dict[Hashable, _Papers]:
    """The papers of the entries with each key, None left out."""
    total = Counter([key for key in keys if key is not None])
    papers = Counter([key for key, is_paper in zip(keys, are_papers, strict=True) if is_paper])
    return {key: _Papers(papers[key], count) for key, count in total.items()}


def _form_of(entry: Draft) -> Hashable:
    """How an entry is written: its table, or what sets its title off; whether it has links, and what else it says.

    Titles on links without an address are written alike, whatever their length.
    """
    slots = frozenset(entry.aligned.slots)
    if entry.candidate.carrier is Carrier.ROW:
        return (entry.candidate.columns, slots & _SIGNS)
    if entry.title is not None and entry.title.link is not None and not entry.title.link.href:
        return (entry.candidate.carrier, entry.title.role, entry.link is not None)
    if entry.title is None or (slots.isdisjoint(_SIGNS - {FieldKind.DATE}) and not entry.announced):
        return None
    is_bare = entry.link is not None and shows_address(entry.link.link)
    return (entry.candidate.carrier, entry.title.role, bool(entry.candidate.links), is_bare, slots & _SIGNS)


def _is_open_row(entry: Draft) -> bool:
    """Whether a row says where and when its title appeared, and has no link yet, which its siblings have."""
    is_said = {FieldKind.DATE, FieldKind.VENUE} <= {*entry.aligned.slots}
    return entry.candidate.carrier is Carrier.ROW and is_said and not entry.candidate.links


def _place_of(entry: Draft) -> Hashable:
    """The entries directly beside an entry that say as much of their papers, whatever they link to."""
    candidate, title = entry.candidate, entry.title
    if title is None or title.score < TITLED:
        return None
    return candidate.group, candidate.carrier, title.column, frozenset(entry.aligned.slots) & _SIGNS


def _section_of(entry: Draft) -> Hashable:
    """The entries of its section in the same carrier, for one that is nothing but a title with its capitals."""
    candidate, slots = entry.candidate, frozenset(entry.aligned.slots)
    is_alone = candidate.carrier in ITEMS and _SIGNS.isdisjoint(slots) and _is_bare(entry)
    words = candidate.head.text.replace(IMAGE_CHARACTER, " ").split() if is_alone else []
    is_title = 2 * sum([each[0].isupper() for each in words]) >= len(words) > 0 and max(map(max, words)) < LAST_LETTER
    return (candidate.section, candidate.carrier) if is_title else None


def _is_linked_title(entry: Draft) -> bool:
    """Whether an entry is nothing but a long title on its link."""
    is_long = entry.title is not None and entry.title.score >= LONG
    return is_long and entry.links_title and {*entry.aligned.slots} == {FieldKind.TITLE}


def _share_beside(entry: Draft) -> float:
    """The share of papers directly beside an entry from which it counts as one, though it lacks their link."""
    is_unlinked, is_row = _is_bare(entry), entry.candidate.carrier is Carrier.ROW
    title, link = entry.title, entry.link
    is_elsewhere = is_among_others(entry) or any(map(is_post, entry.candidate.links))
    if is_elsewhere or title is None or title.score < (TITLED if is_unlinked and is_row else LONG):
        return 1.0
    if is_unlinked or (link is not None and link.label is Label.HERE):
        return _FEW if is_unlinked and (is_row or has_capitals(entry)) else _HALF
    return (_NEARLY_ALL if entry.links_title else _HALF) if has_capitals(entry) else 1.0


def _find_own_files(entries: Iterable[Draft]) -> str | None:
    """The repository that most links to files lead into: that of the list itself, where its notes are."""
    links = (each.link.href for entry in entries for each in entry.candidate.links)
    found = Counter([match[1] for url in links if (match := _FILE.match(url))])
    own, count = next(iter(found.most_common(1)), (None, 0))
    return own if count >= _FEWEST_FILES and 2 * count > found.total() else None


def _is_bare(entry: Draft, own: str | None = None) -> bool:
    """Whether an entry is a title without a link, or with links to files beside the list: notes on a paper.

    `own` is the repository of these files, where links to them are written as addresses.
    """
    if entry.title is None or entry.title.score < TITLED:
        return False
    links = [each.link.href for each in entry.candidate.links]
    others = [url for url in links if (match := _FILE.match(url)) is None or match[1] != own]
    return not any("://" in url or url.startswith(_ELSEWHERE) or OTHER_SECTION.search(url) for url in others)


def _weigh_bare(entries: Sequence[Draft], weighed: list[Verdict[Evidence]]) -> None:
    """Take titles without links for papers where they are announced and most of a section, and few papers are linked.

    Most of them have the capitals of titles: what explains a list in several sentences has not.
    """
    pairs, own = list(enumerate(entries)), _find_own_files(entries)
    evidence = [each.value for each in weighed]
    bare = {
        number
        for number, entry in pairs
        if evidence[number] and entry.announced and _is_bare(entry, own)
        if not (evidence[number] >= Evidence.WEAK and entry.candidate.links)
    }
    papers = [number in bare or each >= Evidence.WEAK for number, each in enumerate(evidence)]
    linked = sum([bool(entry.candidate.links) for number, entry in pairs if papers[number] and number not in bare])
    if 2 * sum(has_capitals(entries[number]) for number in bare) <= len(bare):
        return
    in_section = _count([entry.candidate.section for entry in entries], papers)
    for number in bare:
        entry = entries[number]
        around, has_notes = in_section[entry.candidate.section], bool(entry.candidate.links)
        if (has_notes or len(bare) > linked) and around.are_most(_MOST, 1 if has_notes else _MIN_PAPERS):
            weighed[number] = Verdict(Evidence.STRONG, "is a title without a link, as most here")


def _weigh_products(entries: Sequence[Draft], weighed: list[Verdict[Evidence]]) -> None:
    """Take no name in a table of data or software for a paper where one row or another is about none."""
    products = [number for number, entry in enumerate(entries) if names_product(entry)]
    without = {
        entries[number].candidate.group
        for number in products
        if weighed[number].value is Evidence.AGAINST or not entries[number].candidate.names_paper
    }
    for number in products:
        if entries[number].candidate.group in without:
            weighed[number] = Verdict(Evidence.AGAINST, "is a name in a table of data or software")


def _weigh_editions(entries: Sequence[Draft], weighed: list[Verdict[Evidence]]) -> None:
    """Take links on the same short name with other years, side by side, for the editions of an event."""
    found: dict[Hashable, dict[str, list[int]]] = {}
    for number, entry in enumerate(entries):
        title, date = entry.title, entry.date.readings[0].text if entry.date is not None else None
        if weighed[number].value is Evidence.STRONG or title is None or title.link is None or title.score >= SHORT:
            continue
        if date is not None and date in title.link.label:
            years = found.setdefault((entry.candidate.group, title.text.casefold()), {})
            years.setdefault(date, []).append(number)
    for years in found.values():
        for number in (number for same in years.values() for number in same if len(years) > 1):
            weighed[number] = Verdict(Evidence.AGAINST, "is an edition of an event, with others beside it")


def _find_about_list(entries: Sequence[Draft]) -> frozenset[int]:
    """The sections about the list itself: their heading says so, and an example or the list's own paper is in them.

    Under `Contact-rich manipulation` or `Citation recommendation` there are more papers.
    """
    sections = {entry.candidate.section for entry in entries if ABOUT_LIST.search(entry.heading)}
    papers = Counter(
        entry.candidate.section
        for entry in entries
        if entry.candidate.section in sections
        and entry.link is not None
        and entry.link.is_paper
        and entry.title is not None
        and entry.title.score >= TITLED
    )
    return frozenset(section for section in sections if papers[section] < _MIN_PAPERS)


def _find_labelled(entries: Sequence[Draft]) -> frozenset[Carrier]:
    """The carriers whose papers have a link labelled as such; carriers with few papers do as all others do."""
    papers: Counter[Carrier] = Counter()
    labelled: Counter[Carrier] = Counter()
    for entry in entries:
        if entry.link is not None:
            carrier = entry.candidate.carrier
            labelled[carrier] += entry.link.label is Label.PAPER
            papers[carrier] += entry.link.is_paper or entry.link.label is Label.PAPER
    all_do = labelled.total() > _LABELLED * papers.total()
    return frozenset(
        carrier
        for carrier in Carrier
        if (labelled[carrier] > _LABELLED * papers[carrier] if papers[carrier] >= _MIN_OF_CARRIER else all_do)
    )


def _goes_by_nicknames(entries: Sequence[Draft]) -> bool:
    """Whether most links to papers are on short names: then these name the papers, not the models in them."""
    papers = [entry for entry in entries if entry.title is not None and entry.link is not None and entry.link.is_paper]
    nicknames = sum([entry.links_title and entry.title is not None and entry.title.score < SHORT for entry in papers])
    return len(papers) >= _MIN_OF_CARRIER and nicknames > _MOST * len(papers)


def _is_announced(entry: Draft) -> bool:
    """Whether its own heading announces papers, or one around it does and it has a link that is called one."""
    is_called = entry.announced and entry.link is not None and entry.link.label is Label.PAPER
    return is_called or PAPERS_SECTION.search(entry.heading) is not None


class _Placed(NamedTuple):
    """An entry among those around it."""

    entry: Draft
    evidence: Evidence
    in_section: _Papers
    sure: _Papers
    """Those with strong evidence in its section."""
    is_divided: bool
    """Whether the list has other sections: the heading over all its entries is its title."""
    alike: _Papers
    """Among the entries that are written like it."""
    beside: _Papers
    """Among those directly beside it that say as much as it does."""
    has_papers: bool
    """Whether the list as a whole has papers."""
    are_linked: bool
    """Whether nearly all that are nothing but a title on a link are papers."""
    are_said: bool
    """Whether nearly all papers of the list say by whom, when or where they were published."""


def _names_nothing(entry: Draft) -> bool:
    """Whether an entry is a short name without authors, venue and date."""
    is_name = entry.title is not None and entry.title.score < TITLED and entry.date is None
    return is_name and _SIGNS.isdisjoint(entry.aligned.slots)


def _share_around(entry: Draft) -> float:
    """The share of papers around an entry with weak evidence from which it is one too."""
    is_called = entry.link is not None and entry.link.label is Label.PAPER
    return _HALF if entry.is_in_other_section and not is_called else _SOME


def _comes_second(entry: Draft) -> bool:
    """Whether an entry leads to something else before a paper, and says neither by whom nor, but in a row, when."""
    first = next((each for each in entry.candidate.links if each.link.href and not each.dated), None)
    if first is None or entry.link in (None, first) or entry.links_title or FieldKind.AUTHORS in entry.aligned.slots:
        return False
    is_undated = entry.date is None or entry.candidate.carrier is Carrier.ROW
    return is_undated and not (first.is_paper or first.label is Label.PAPER)


_SHOWN, _NOT_SHOWN = "shows that it is a paper", "shows nothing of a paper"
_BY_EVIDENCE = frozenset({_SHOWN, _NOT_SHOWN})
"""What the evidence in the entry says more exactly."""
_KINDS: tuple[Case[_Placed, Kind], ...] = (
    Case(
        "names a model, in a section with few papers",
        lambda it: it.evidence >= Evidence.WEAK and not it.in_section.are_most(_SOME, 0) and names_model(it.entry),
        Kind.OTHER,
    ),
    Case(
        "links something else first and a paper second, in a section of something else",
        lambda it: (
            it.is_divided and (it.entry.is_in_section_of_others or lists_data(it.entry)) and _comes_second(it.entry)
        ),
        Kind.OTHER,
    ),
    Case(_SHOWN, lambda it: it.evidence is Evidence.STRONG, Kind.PAPER),
    Case(
        "is a short name without what nearly all papers of the list have",
        lambda it: it.evidence is Evidence.WEAK and it.are_said and not it.sure.papers and _names_nothing(it.entry),
        Kind.OTHER,
    ),
    Case("says that it is something else", lambda it: it.evidence and says_medium(it.entry), Kind.OTHER),
    Case(
        "may be a paper, under a heading that announces papers",
        lambda it: it.evidence is Evidence.WEAK and _is_announced(it.entry),
        Kind.PAPER,
    ),
    Case(
        "may be a paper, but the list has no papers",
        lambda it: it.evidence is Evidence.WEAK and not it.has_papers,
        Kind.OTHER,
    ),
    Case(
        "may be a paper, in a section of something else with few sure papers",
        lambda it: (
            it.evidence is Evidence.WEAK
            and it.is_divided
            and (it.entry.is_in_section_of_others or lists_data(it.entry))
            and not it.sure.are_most(_SOME)
        ),
        Kind.OTHER,
    ),
    Case(
        "may be a paper, and the entries around it are papers",
        lambda it: it.evidence is Evidence.WEAK and it.in_section.are_most(_share_around(it.entry)),
        Kind.PAPER,
    ),
    Case(
        "has only a link like those of papers, and hardly any other entry has one",
        lambda it: (
            it.evidence is Evidence.WEAK
            and it.is_divided
            and not it.sure.papers
            and it.in_section.total >= _MIN_ALIKE
            and not it.in_section.are_most(_SOME, 0)
            and _SIGNS.isdisjoint(it.entry.aligned.slots)
        ),
        Kind.OTHER,
    ),
    Case(
        "may be a paper, but the heading announces something else",
        lambda it: it.evidence is Evidence.WEAK and it.entry.is_in_other_section,
        Kind.OTHER,
    ),
    Case("may be a paper", lambda it: it.evidence is Evidence.WEAK, Kind.PAPER),
    Case(
        "looks like its neighbours, which are papers",
        lambda it: it.evidence is Evidence.NONE and it.in_section.are_most(_MOST) and could_be_paper(it.entry),
        Kind.PAPER,
    ),
    Case(
        "is written like other entries, which are papers",
        lambda it: (
            it.evidence is Evidence.NONE
            and it.alike.are_most(_NEARLY_ALL, _MIN_ALIKE)
            and (could_be_written_so(it.entry) or (_is_open_row(it.entry) and not is_among_others(it.entry)))
        ),
        Kind.PAPER,
    ),
    Case(
        "is a title on a link, like nearly all papers of the list",
        lambda it: (
            it.evidence is Evidence.NONE
            and it.are_linked
            and _is_linked_title(it.entry)
            and could_be_paper(it.entry)
            and has_capitals(it.entry)
        ),
        Kind.PAPER,
    ),
    Case(
        "has a title like those of the papers beside it",
        lambda it: it.evidence is Evidence.NONE and it.beside.are_most(_share_beside(it.entry)),
        Kind.PAPER,
    ),
    Case(
        "has a long title of its own, and the entries around it are papers",
        lambda it: it.evidence is Evidence.NONE and it.in_section.are_most(_MOST) and has_own_title(it.entry),
        Kind.PAPER,
    ),
    Case(
        "says what papers say, and the entries around it are papers",
        lambda it: it.evidence is Evidence.NONE and it.in_section.are_most(_MOST) and is_said_of_paper(it.entry),
        Kind.PAPER,
    ),
    Case(_NOT_SHOWN, always, Kind.OTHER),
)
