"""Add a paper to a list: its entry in the style of those beside it, at its place, and proof that it reads as it is
meant.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from bot.additions.code_links import names_code, venues_of
from bot.additions.insertion import Place, insert, locate, number_at, open_section
from bot.additions.marks import find_sources
from bot.additions.style import Habits, find_blanks, find_topics, fixed_words
from bot.additions.template import has_markup, write_drafts
from bot.additions.written_venues import read_venue, spell
from bot.document.model import MARKDOWN
from bot.linter.diagnostics import Edit
from bot.listing import ITEMS, Carrier, Catalog, Entry, Kind, Listing, Order, Section
from bot.listing.model import ListedEntry
from bot.listing.values import arxiv_of
from bot.ordering.places import DateSection, SortKey, covers, date_sections, find_date, find_dated, path_of, sort_key
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.similarity import names_one_paper, title_key
from bot.papers.titles import coined_head
from bot.papers.urls import is_web_url, split_url, strip_tracking
from bot.papers.venues import find_known_venues, names_archive
from bot.text import shorten

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.git import Commit
    from bot.papers.record import Record

_MODELS = 10
"""Entries that a new one is modelled on."""
_OTHERS = 20
"""Further entries that tell what belongs to all of them from what the models say about their papers."""
_ROWS = 200
"""Rows that show what stands in a cell for what is not known."""
_FEWEST_MODELS = 3
"""Entries with a venue in a section from which these alone show what their dates are."""
_LOOKED = 40
"""Entries of the section, and of others, that models are chosen from."""
_OTHER_SITE, _ELSEWHERE, _WITHOUT_AUTHORS, _NEXT_BEST = 2.0, 0.6, 0.5, 1.0
"""What it costs a model that its address has another form, that it is in another section, and that it has no authors,
beside 1 for each other thing that it or the new entry alone has."""
_SHARE_WITHOUT_LINKS = 0.1
"""The share of papers with links up to which a list is one without."""
_SHOWN = 80
_EDGES = ".,;: "
_PAUSES = frozenset(",?!")


class Option(NamedTuple):
    """One way to write the entry: the edits, that of the entry first, and its text."""

    edits: tuple[Edit, ...]
    text: str
    start: int
    """Where the text begins once the edits are made."""
    heading: str = ""
    """The date heading that is opened for it."""


class Written(NamedTuple):
    """The list with the entry, written in one way."""

    option: Option
    listing: Listing
    entry: Entry


def find_listed(
    catalog: Catalog, identifier: Identifier | None, titles: Sequence[str], address: str = ""
) -> ListedEntry | None:
    """The entry of a paper that is in one of the lists already: by any address of it, or by a title of its own.

    A paper whose `address` names nothing is found by that.
    """
    entries = [ListedEntry(listing, entry) for listing in catalog.listings for entry in listing.entries]
    if identifier is not None:
        named = next((each for each in entries if each.entry.work == identifier), None)
        named = named or next((each for each in entries if identifier in each.entry.identifiers), None)
        value = identifier.value if identifier.scheme is Scheme.ARXIV else None
        named = named or next((each for each in entries if value and arxiv_of(each.entry) == value), None)
    else:
        named = next((each for each in entries if address and _is_linked(each.entry, address)), None)
    if named is not None:
        return named
    for title in titles:
        if names_one_paper(title) and (found := catalog.by_title.get(title_key(title))):
            return found[0]
    return None


def address_as(listing: Listing, typed: str, address: str) -> str:
    """The address that somebody typed, unless the list links more pages of the kind of the paper's own page."""
    kinds = Counter(_kind_of_page(entry.link.href) for entry in listing.entries if entry.link is not None)
    usual, own = kinds[_kind_of_page(address)], kinds[_kind_of_page(typed)] if is_web_url(typed) else 0
    return strip_tracking(typed) if is_web_url(typed) and own >= usual else address


def _kind_of_page(url: str) -> tuple[str, str, bool]:
    """The host of an address, the first word of its path, and whether it is a file: `openreview.net`, `forum`."""
    parts = split_url(url)
    if parts is None:
        return ("", "", False)
    word = parts.path.strip("/").partition("/")[0]
    return (parts.host, word if word.isalpha() else "", parts.path.lower().endswith(".pdf"))


def find_section(listing: Listing, index: int, record: Record) -> int:
    """The section itself; of one without entries that of the date inside, or the only one inside that has any."""
    if listing.sections[index].entries:
        return index
    if record.date is not None and (dated := find_dated(date_sections(listing, index), record.date)) is not None:
        return dated.section
    inside = find_inside(listing, index)
    return inside[0] if len(inside) == 1 and find_date(listing.sections[inside[0]].heading) is None else index


def find_inside(listing: Listing, index: int) -> list[int]:
    """The sections with entries inside one, at any depth."""
    path = path_of(listing.sections[index])
    return [n for n, each in enumerate(listing.sections) if each.entries and each.path[: len(path)] == path]


def find_missing_date(listing: Listing, index: int, record: Record) -> str:
    """What the dates of a section show and no source says about this paper: `date`, `month`, `day` or nothing.

    In an empty section the list as a whole counts; where its sections are headed by dates, these do. Entries with a
    venue may have no more than its year.
    """
    date, headed = record.date, date_sections(listing, index)
    entries: Sequence[Entry] = listing.in_section(listing.sections[index]) or listing.entries
    if record.venue:
        published = ([entry for entry in each if _is_published(entry)] for each in (entries, listing.entries))
        entries = next((each for each in published if len(each) >= _FEWEST_MODELS), entries)
    dates = [entry.date.value for entry in entries if entry.date is not None and entry.date.value is not None]
    if len(headed) > 1:
        dates = [each.date for each in headed]
    elif 2 * len(dates) <= len(entries):
        return ""
    usual = Counter(len(date.parts) for date in dates).most_common(1)[0][0]
    known = len(date.parts) if date is not None else 0
    return ("date", "month", "day")[known] if known < usual else ""


def names_venue(entry: Entry) -> bool:
    """Whether an entry says where its paper is published."""
    return entry.venue is not None and not names_archive(entry.venue.value)


def _is_published(entry: Entry) -> bool:
    return entry.venue is not None and bool(find_known_venues(entry.venue.value))


def find_options(
    listing: Listing,
    index: int,
    record: Record,
    declared: Order | None = None,
    category: str = "",
    commits: Sequence[Commit] = (),
) -> list[Option]:
    """The ways to write a paper into a section, the best first; none if the list has no entry to learn from.

    A section that holds nothing but sections of dates gets a new one where that of the paper is missing. The
    `category` is that of a record in a list that a field divides, and `commits` are the last ones of the list.
    """
    section = listing.sections[index]
    dated = date_sections(listing, index) if not section.entries else ()
    if record.date is not None and len(dated) > 1 and find_dated(dated, record.date) is None:
        return list(_in_new_section(listing, dated, record))
    if (
        find_date(section.heading) is None
        and not section.entries
        and any(each.outer == index and each.entries for each in listing.sections)
    ):
        return []
    place = locate(listing, section, _key_in(section, record), declared, commits)
    if listing.document.format is MARKDOWN:
        texts = _write(listing, place, record)
    else:
        from bot.additions.record_writer import write_records  # most lists are Markdown

        models = _models(*_near(listing, place), record)
        texts = list(dict.fromkeys(write_records(listing, models, record, category)))
    return [_at(place, text) for text in texts]


def place_line(
    listing: Listing, index: int, line: str, record: Record, order: Order | None = None, commits: Sequence[Commit] = ()
) -> Option:
    """A line of somebody's at the place of its paper in a section."""
    section = listing.sections[index]
    return _at(locate(listing, section, _key_in(section, record), order, commits), line)


def _at(place: Place, text: str) -> Option:
    return Option((insert(place, text),), text, place.offset + len(place.before))


def _key_in(section: Section, record: Record) -> SortKey:
    """What sorts a paper in a section; nothing in one headed by another date, such as that of its conference."""
    headed = find_date(section.heading)
    is_other = headed is not None and record.date is not None and not covers(headed[1], record.date)
    return SortKey() if is_other else sort_key(record.date, record.identifier)


def _in_new_section(listing: Listing, dated: Sequence[DateSection], record: Record) -> Iterator[Option]:
    assert record.date is not None  # noqa: S101 - its caller looks
    new = open_section(listing, dated, record.date)
    if new is None:
        return
    place = new.place._replace(peers=listing.in_section(listing.sections[new.model]))
    for text in _write(listing, place, record):
        edit = Edit(insert(place, "").span, f"{new.before}{text}{new.behind}")
        moved = sum(len(each.new) for each in new.contents if each.span.start <= place.offset)
        yield Option((edit, *new.contents), text, place.offset + len(new.before) + moved, new.heading)


def _write(listing: Listing, place: Place, record: Record) -> list[str]:
    """The texts of the entry, the best first; those that escape what Markdown would obey in the title come last."""
    peers, elsewhere = _near(listing, place)
    nearest = _models(peers, elsewhere, record)
    models = find_sources(listing, nearest)
    near = [*peers, *elsewhere]
    others = (entry for entry in near if entry not in nearest)
    beside = [entry for entry in peers[:_ROWS] if entry not in nearest]
    # The nearest may be about one topic.
    apart = find_sources(listing, beside[:: max(len(beside) // _OTHERS, 1)])
    fixed = fixed_words(models, find_sources(listing, islice(others, _OTHERS)), apart)
    number = number_at(listing, place)
    names = venues_of(listing) if record.venue else ()
    habits = Habits(fixed, find_blanks(near[:_ROWS]), find_topics((*models, *apart)))
    venue = read_venue(record.venue, record.year) if record.venue else None
    venue = venue._replace(name=spell(venue.name, names)) if venue is not None else None
    # Formulas and single signs are mostly written as they are; what is struck through is read as if it was not.
    ways = (True,) if record.title.count("~") > 1 else (False, True) if has_markup(record.title) else (False,)
    drafts = chain.from_iterable(write_drafts(models, record, number, venue, habits, escapes_title=way) for way in ways)
    margin = _margin(listing, place.peers[max(place.above - 1, 0)]) if place.peers else None
    return list(dict.fromkeys(_indented(draft, margin) for draft in drafts))


def _margin(listing: Listing, entry: Entry) -> str | None:
    """What is before the marker of an item; None for what is not an item."""
    if entry.carrier not in ITEMS:
        return None
    margin = listing.text.content[listing.text.line_around(entry.span.start).start : entry.span.start]
    return margin if not margin.strip() else None


def _indented(text: str, margin: str | None) -> str:
    """The lines of an entry, moved so that the first has this margin."""
    own = text[: len(text) - len(text.lstrip(" \t"))]
    if margin is None or own == margin:
        return text
    lines = text.splitlines(keepends=True)
    return "".join(margin + line.removeprefix(own) if line.strip() else line for line in lines)


def _models(peers: Sequence[Entry], others: Sequence[Entry], record: Record) -> list[Entry]:
    """Of the entries near a place those that a new one is modelled on: those that say what it says, and no more.

    Those of its section (`peers`) come first, and of these the nearest.
    """
    near = [(entry, 0.0) for entry in peers[:_LOOKED]] + [(entry, _ELSEWHERE) for entry in others[:_LOOKED]]
    costs = [(_misfit(entry, record) + cost, index) for index, (entry, cost) in enumerate(near)]
    ranked = sorted(costs)[:_MODELS]
    fits = sum(cost - ranked[0][0] < _NEXT_BEST for cost, _ in ranked)
    return [near[index][0] for _, index in ranked[: max(fits, _FEWEST_MODELS)]]


def _misfit(entry: Entry, record: Record) -> float:
    """How much an entry says that a new one does not, and the other way round; authors may be known and not wanted."""
    has_authors, is_named = bool(entry.authors), bool(record.authors)
    is_there = _is_on_arxiv(entry)
    beside = bool(record.arxiv) and not is_there and any(each.scheme is Scheme.ARXIV for each in entry.identifiers)
    cost = _OTHER_SITE * (is_there != bool(record.arxiv)) - beside
    cost += names_venue(entry) != bool(record.venue)
    cost += bool(record.code) and not names_code(entry)  # one that nobody told of is not lacking
    cost += entry.date is not None and record.date is None
    return cost + (has_authors and not is_named) + _WITHOUT_AUTHORS * (is_named and not has_authors)


def _near(listing: Listing, place: Place) -> tuple[list[Entry], list[Entry]]:
    """The entries of a section that are written as those around a place, and those of others, the nearest first."""
    carrier, columns = (place.peers[0].carrier, len(place.peers[0].columns)) if place.peers else (None, 0)
    inside = {entry.span for entry in place.peers}
    apart = (
        entry
        for entry in listing.entries
        if (entry.carrier is carrier if carrier is not None else entry.carrier is not Carrier.ROW)
        and len(entry.columns) == columns
        and entry.span not in inside
    )
    is_linked = links_papers(listing)
    return _nearest(place.peers, place.offset, is_linked=is_linked), _nearest(apart, place.offset, is_linked=is_linked)


def _is_model(entry: Entry, *, is_linked: bool) -> bool:
    is_paper = entry.kind is Kind.PAPER or _is_on_arxiv(entry)
    return is_paper and entry.title is not None and (not is_linked or entry.link is not None or _is_on_arxiv(entry))


def links_papers(listing: Listing) -> bool:
    """Whether entries link their papers, as those of nearly all lists do: one without a link is not a model there."""
    papers = listing.papers
    return not papers or sum(bool(each.links) for each in papers) > _SHARE_WITHOUT_LINKS * len(papers)


def _is_on_arxiv(entry: Entry) -> bool:
    """Whether an entry is known by its arXiv id, which may be there without a link: `arXiv:2401.12345`."""
    return entry.work.scheme is Scheme.ARXIV if entry.work is not None else arxiv_of(entry) is not None


def _nearest(entries: Iterable[Entry], offset: int, *, is_linked: bool) -> list[Entry]:
    models = (entry for entry in entries if _is_model(entry, is_linked=is_linked))
    return sorted(models, key=lambda entry: abs(entry.span.start - offset))


def find_new_entry(before: Listing, after: Listing, option: Option) -> Entry | None:
    """The only entry more that a list with a text has, in that text."""
    end = option.start + len(option.text)
    inside = [entry for entry in after.entries if option.start <= entry.span.start < end]
    return inside[0] if len(inside) == 1 == len(after.entries) - len(before.entries) else None


def find_added(before: Listing, after: Listing, option: Option, record: Record) -> Entry | str:
    """The new entry where the list reads as meant: with one entry more, of that paper; else what is read otherwise."""
    entry = find_new_entry(before, after, option)
    if entry is None:
        return "it would not be read as one entry"
    if not (_is_of(entry, record) or not (entry.links or links_papers(before))):
        found = (
            entry.work.value if entry.work is not None else entry.link.href if entry.link is not None else "no paper"
        )
        return f"its link would be read as that of {found}"
    if entry.title is None:
        return "it would be read without a title"
    name = coined_head(record.title)
    rest = record.title.partition(":")[2] if name else ""
    titles = (record.title, rest, "" if rest.strip() in option.text else name)
    if any(title and _is_read(title, entry.title.value) for title in titles):
        return entry
    return f'its title would be read as "{shorten(entry.title.value, _SHOWN)}"'


def _is_of(entry: Entry, record: Record) -> bool:
    """Whether an entry names a paper by the same id or address."""
    if entry.work is not None:
        return entry.work == record.identifier
    if record.arxiv:
        return arxiv_of(entry) == record.arxiv
    return record.identifier is None and bool(record.address) and _is_linked(entry, record.address)


def _is_linked(entry: Entry, address: str) -> bool:
    return any(link.href == address for link in entry.links)


def _is_read(title: str, value: str) -> bool:
    """Whether a title was read as it is: to the letter where it has signs that Markdown may obey.

    One that the list reads up to a comma or a question mark is read so whoever writes it.
    """
    if has_markup(title):
        return "".join(title.split()).strip(_EDGES) == "".join(value.split()).strip(_EDGES)
    rest = title.removeprefix(value) if len(value.split()) > 1 else title
    is_cut = rest != title and (rest[:1] in _PAUSES or (value[-1:] in _PAUSES and rest[:1] == " "))
    return is_cut or title_key(title) == title_key(value)
