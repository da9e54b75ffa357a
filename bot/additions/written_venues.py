"""Write where a paper was published as its siblings have theirs: in their place, spelling and form."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from bot.additions.code_links import Example, Sibling, Siblings, agree, settle
from bot.additions.style import closes
from bot.additions.tree import Placed, Run, Unit, find_place, find_unit, insert
from bot.linter.diagnostics import Edit
from bot.listing import Entry, Listing
from bot.listing.shapes import Shape, read_shape
from bot.listing.skeleton import Fact, Slot, Words
from bot.papers.dates import PartialDate, find_dates, write_date
from bot.papers.venues import JOURNALS, find_known_venues, find_venues, spellings_of
from bot.rules.prose import has_full_name
from bot.text import Span, lazy_pattern

FEWEST = 2
"""Entries with a venue from which a list is one that names venues."""
_YEAR = lazy_pattern(r"(?<!\d)(?:19|20)?\d\d(?!\d)")
_FULL_YEAR = lazy_pattern(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_YEAR_BESIDE = lazy_pattern(r"^(?:19|20)\d\d[-_ /]|[ ,'’(-]{0,3}(?<!\d)(?:19|20)?\d\d(?!\d)\)?")
_FULL_AND_SHORT = lazy_pattern(r"[^()\[\]]{15,} (?=\([A-Z][^()\d]{1,15}\W*\d*\))")
"""A venue in full, with its usual name in brackets after it: `International Conference on Machine Learning (ICML)`."""
_CLOSING_YEAR = lazy_pattern(r"[ ,(]{1,3}(?P<year>(?:19|20)\d\d)[).]{0,2}$|['’](?P<short>\d\d)$")
_BESIDE = lazy_pattern(
    r"\b(?:workshops?|findings|companion|adjunct|extended abstracts?|demos?|demonstrations?|tutorials?)\b",
    re.IGNORECASE,
)
_WORDS_IN_FULL = 3
"""Words that a name has at least that is not an acronym."""
_MONTH = lazy_pattern(
    r"\b(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}\.?,? (?:\d{1,2}(?:st|nd|rd|th)?,? )?"
    r"(?=['’]?(?:19|20)?\d\d(?!\d))"
)
"""The month in front of a year."""
_OF_PREPRINT = lazy_pattern(r"\[(?:[a-z-]+(?:[.:][A-Za-z-]+)?,? ?)+\]|0[1-9]|1[0-2]")
"""What is put after an id or a preprint: `[cs.CL]`, `[cs, stat]`, the month."""
_CLOSE = lazy_pattern(r"[\s,.:;*_`'’(\[-]{0,4}")
"""What may be between a venue and its year."""
_LEAD = lazy_pattern(r"(?:[^\W\d]{1,6}\.|[^\W\d]+(?: [^\W\d]+){0,3})[ \t]+")
"""Words that lead up to a venue: `Proc.`, `Accepted by`, and no sentence."""
_SAME_DIGITS = 3.0
"""How much more an edit weighs whose year has as many digits as the old one."""


_VENUES = frozenset({Shape.PERIODICAL, Shape.CAPITALS, Shape.FEW_CAPITALS, Shape.ACRONYM, Shape.VENUE})
"""What the names of venues look like."""


class Venue(NamedTuple):
    """What is written: the usual name, the year, and the part of it, such as `workshop`."""

    name: str
    year: int | None
    track: str = ""


def read_venue(words: str, year: int | None = None) -> Venue:
    """A venue in any words: `The 12th ICLR (Oral), 2024`; `year` is that of words without one.

    What is held beside a conference, or is a part of it that has words of its own, keeps its words.
    """
    known = find_known_venues(words)
    if known and (not _BESIDE.search(words) or (known[0].track and known[0].text == words.strip())):
        own = next((each.year for each in known if each.year), None) or next(map(int, _FULL_YEAR.findall(words)), year)
        return Venue(known[0].name, own, known[0].track)
    closing = _CLOSING_YEAR.search(words)
    if closing is None:
        return Venue(words.strip(), year)
    return Venue(words[: closing.start()].strip(), int(closing["year"] or f"20{closing['short']}"))


def says_venue(text: str, words: str) -> bool:
    """Whether a text names a venue: by any of its names, or in its own words."""
    known = {each.name for each in find_known_venues(words)}
    return read_venue(words).name in text or any(each.name in known for each in find_known_venues(text))


def names_venue(listing: Listing, entry: Entry) -> bool:
    """Whether the entry or a heading above it says where the paper was published, in whatever words."""
    section = listing.sections[entry.section]
    text = listing.text[entry.span]
    title = entry.title
    if title is not None and entry.span.start <= title.span.start:
        start, end = title.span.start - entry.span.start, title.span.end - entry.span.start
        text = f"{text[:start]} {text[end:]}"
    text = _URL.sub(" ", text)
    if find_known_venues(text) or any(map(_heads_venue, (section.heading, *section.path))):
        return True
    venue = entry.parts.venue or entry.venue
    if venue is not None and re.search(r"[^\W\d_]{2}", venue.value) and not _says_preprint(venue.value):
        return True
    return has_full_name(text)


def _heads_venue(heading: str) -> bool:
    """Whether a heading says where the papers below were published: `ICML 2025`, and not `ICML, ICLR`."""
    return len({each.name for each in find_known_venues(heading)}) == 1


_URL = lazy_pattern(r"https?://[^\s)\]\"'>]+")
_PREPRINT = lazy_pattern(r"preprint|arxiv|corr\b|rxiv|submitted|under review|openreview", re.IGNORECASE)


def _says_preprint(text: str) -> bool:
    """Whether it is called a preprint, or by its date alone."""
    return _PREPRINT.search(text) is not None or any(each.text == text.strip(" *_`") for each in find_dates(text))


def write_venue(siblings: Siblings, sibling: Sibling, venue: Venue) -> Edit | None:
    """The edit that writes the venue into an entry; None if no sibling shows how."""
    examples = siblings.examples(sibling, "venue", _find_venue)
    if len(examples) < FEWEST:
        return None
    name = spell(venue.name, tuple(each.unit.text for each in examples), siblings.venues)
    leads = _find_leads(examples, is_journal=venue.name in JOURNALS)
    examples = [each._replace(unit=_with_lead(each.unit, leads)) for each in examples]
    runs = sibling.runs()
    venue = venue._replace(name=name)
    edits = ((_write(sibling, runs, each, venue), each.weight * settle(runs, each).weight) for each in examples)
    return agree(sibling, ((edit, weight * _least_change(sibling, edit)) for edit, weight in edits))


def _find_leads(examples: list[Example], *, is_journal: bool) -> frozenset[str]:
    """The words that lead up to several venues of a kind: `Proc.`, and not who publishes one of them, as `IEEE`."""
    venues: defaultdict[str, set[str]] = defaultdict(set)
    for each in examples:
        lead, known = _lead(each.unit), find_venues(each.unit.text)  # alone, a short name may be no venue
        name = known[0].name if known else each.unit.text
        if lead and (name in JOURNALS) is is_journal and not any(map(str.isupper, lead.split())):
            venues[lead].add(name)
    return frozenset(lead for lead, names in venues.items() if len(names) > 1)


def _lead(unit: Unit) -> str:
    """The words directly before, on the same side of all commas."""
    atom = unit.run.atoms[unit.first - 1] if unit.first else None
    is_lead = atom is not None and isinstance(atom.node, Words) and _LEAD.fullmatch(atom.text.lstrip() + unit.before())
    return atom.text.strip() if atom is not None and is_lead else ""


def _with_lead(unit: Unit, leads: frozenset[str]) -> Unit:
    return unit._replace(first=unit.first - 1) if _lead(unit) in leads else unit


def _least_change(sibling: Sibling, edit: Edit | None) -> float:
    """How much more an edit weighs after which the year has as many digits as before, where a list has both forms."""
    if edit is None:
        return 1.0
    old, new = _YEAR.search(sibling.tree.source[edit.span.start : edit.span.end]), _YEAR.search(edit.new)
    return _SAME_DIGITS if old is not None and new is not None and len(old[0]) == len(new[0]) else 1.0


def _find_venue(sibling: Sibling) -> Unit | None:
    """Where an entry names its venue, with its year and the words that lead up to it."""
    part = next((each for each in sibling.tree.walk() if _is(each, Slot.VENUE)), None)
    known = find_venues(part.text) if part is not None else ()
    if part is None or len({each.name for each in known}) != 1 or any(each.track for each in known):
        return None
    if part.text.count(")") > part.text.count("("):  # words that are not part of it open a bracket
        return None
    return _with_year(_in_label(part) or find_unit(sibling.tree, part, is_row=sibling.is_row))


def _in_label(part: Placed) -> Unit | None:
    """A venue that a link has as its words."""
    link = part.parent
    while link is not None and not link.is_link:
        link = link.parent
    if link is None:
        return None
    run = Run(link.atoms, Span(link.inner[0].start, link.inner[-1].end), "label", -1, link.source)
    shell = part.shell
    return Unit(run, run.atoms.index(shell), run.atoms.index(shell) + 1) if shell in run.atoms else None


def _with_year(unit: Unit | None) -> Unit | None:
    """With the year beside it, where that is a date of its own."""
    if unit is None or _YEAR.search(unit.text):
        return unit
    run, last = unit.run, unit.last
    if last < len(run.atoms) and _is_year(run.atoms[last].core) and _CLOSE.fullmatch(unit.behind()):
        return unit._replace(last=last + 1)
    return unit


def _is_year(placed: Placed) -> bool:
    """Whether it is a year alone."""
    return _is(placed, Slot.DATE) and _YEAR.fullmatch(placed.text) is not None


def _is(placed: Placed, slot: Slot) -> bool:
    return isinstance(placed.node, Fact) and placed.node.slot is slot


def render(written: str, venue: Venue, date: PartialDate | None = None) -> str:
    """A venue as `written` names another one, with the year in its form, and none if it shows none."""
    text, full = _dated(written, venue, date), ""
    if pair := _FULL_AND_SHORT.match(text):
        usual = next((each.name for each in find_known_venues(venue.name)), venue.name)
        full, venue = _in_full(venue.name, usual), venue._replace(name=usual)
        text = text[pair.end() :] if full else text[pair.end() + 1 :].replace(")", "", 1)
    known = find_known_venues(text)
    mention = text[known[0].start : known[0].end] if known else text
    track = f" {venue.track.capitalize()}" if venue.track else ""
    named = mention.replace(_name_in(mention), "\x00", 1)
    named = named.replace("\x00,", f"\x00{track},", 1) if "\x00," in named else f"{named}{track}"
    text = text.replace(mention, named, 1)
    if venue.year is None:
        text = _YEAR_BESIDE.sub("", text)
    else:
        text = _YEAR.sub(lambda found: str(venue.year)[-len(found[0]) :], text, count=1)
    return full + text.replace("\x00", venue.name)


def _in_full(name: str, usual: str) -> str:
    """The full name of a venue, as it is before its usual one in brackets."""
    full = name if _is_full(name) else max(spellings_of(usual), key=len)
    return f"{full} " if full != usual and _is_full(full) else ""


def _is_full(name: str) -> bool:
    """Whether a venue is called by its full name, which is not an acronym."""
    return len(name.split()) >= _WORDS_IN_FULL


def _dated(written: str, venue: Venue, date: PartialDate | None) -> str:
    """With the month of the paper, where the year of the venue is its year; without one where nothing says it."""
    if date is not None and date.month and date.year == venue.year and _MONTH.search(written):
        for found in find_dates(written):
            if own := write_date(date, found.format, found.padded is not False):
                return f"{written[: found.start]}{own}{written[found.end :]}"
    return _MONTH.sub("", written)


_NAME = lazy_pattern(r"(?:(?:19|20)\d\d\W?)?(?P<name>.*?[^\W\d_])(?=\W{0,5}(?:19|20)?\d\d$|\W*$)", re.DOTALL)


def _name_in(written: str) -> str:
    """The name of a venue without its date; a bracket that opens in it closes in it: `NeurIPS (D&B)`."""
    written = _MONTH.sub("", written)
    match = _NAME.match(written)
    name = match["name"] if match else written
    return f"{name})" if name.count("(") > name.count(")") and written[len(name) :].startswith(")") else name


def spell(name: str, *texts: tuple[str, ...]) -> str:
    """A venue by the name that most of the texts have for it, those of the first group before others.

    One that they do not name is called by its usual name, or in full where they do so with most others.
    """
    for spellings in map(_spellings, texts):
        if name in spellings:
            return spellings[name]
    written = [each for spellings in map(_spellings, texts) for each in spellings.values()]
    are_full = 2 * sum(map(_is_full, written)) > len(written)
    return max(spellings_of(name), key=len) if are_full else name


@lru_cache(maxsize=16)
def _spellings(texts: tuple[str, ...]) -> dict[str, str]:
    """The name of each venue as most of some texts have it."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for mention in chain.from_iterable(map(find_venues, texts)):
        if mention.words or mention.track:  # `ICLR RLGM 2019`, `EMNLP findings`
            continue
        found[mention.name][_name_in(mention.text)] += 1
    return {name: written.most_common(1)[0][0] for name, written in found.items()}


def _write(sibling: Sibling, runs: list[Run], example: Example, venue: Venue) -> Edit | None:
    unit = example.unit
    is_apart = unit.last - unit.first > 1 and _is_year(unit.run.atoms[unit.last - 1].core)
    if is_apart and str(venue.year) in _years_alone(sibling).values():
        example = example._replace(unit=unit._replace(last=unit.last - 1))  # the entry has its year already
    text = render(example.unit.text, venue)
    if not _is_whole(text, example.unit, venue.year) or (
        not _YEAR.search(text) and _has_other_year(sibling, example, venue.year)
    ):
        return None
    if not _keeps_preprint(example.unit) and (place := _find_preprint(sibling, example)) is not None:
        return Edit(*_replace(_with_same_lead(place, example.unit), example.unit, text))
    if example.unit.run.opener == "label":
        return None
    home = settle(runs, example)
    goal = find_place(home.run, home.unit)
    if any(_may_be_venue(each, home.unit) for each in home.run.atoms[max(goal - 1, 0) : goal + 1]):
        return None
    return Edit(*insert(home.run, goal, home.unit, f"{home.opening}{text}{home.closing}"))


def _is_whole(text: str, unit: Unit, year: int | None) -> bool:
    """Whether brackets close, and the year, and no other, is where the example has one."""
    years, others = _YEAR.findall(text), _YEAR.findall(unit.text)
    is_own = all(str(year).endswith(each) for each in years)
    return closes(text, unit.text) and is_own and bool(years) == bool(others)


def _has_other_year(sibling: Sibling, example: Example, year: int | None) -> bool:
    """Whether an entry has another year alone where the example has a year: it would be read as that of the venue."""
    own, others = _years_alone(sibling), _years_alone(example.sibling)
    return any(column in others and not str(year).endswith(text) for column, text in own.items())


def _years_alone(sibling: Sibling) -> dict[int, str]:
    """The years that stand for themselves, by the column."""
    parts = filter(_is_year, sibling.tree.walk())
    units = (find_unit(sibling.tree, each, is_row=sibling.is_row) for each in parts)
    return {each.run.column: each.run.atoms[each.first].core.text for each in units if each is not None}


def _with_same_lead(place: Unit, unit: Unit) -> Unit:
    """With the words that lead up to it, where the example has the same: `In arXiv`."""
    lead, first = unit.run.atoms[unit.first], place.first - 1
    has_lead = first >= 0 and isinstance(lead.node, Words) and place.run.atoms[first].text == lead.text
    return place._replace(first=first) if has_lead else place


def _replace(place: Unit, unit: Unit, text: str) -> tuple[Span, str]:
    """The edit that puts the text of a unit in a place: where both are in the same brackets, these stay."""
    there, atom = place.run.atoms[place.first], unit.run.atoms[unit.first]
    if there.opener and there.opener == unit.run.opener != place.run.opener and place.last - place.first == 1:
        return Span(there.inner[0].start, there.inner[-1].end), text
    if atom.opener and atom.opener == place.run.opener and unit.last - unit.first == 1:
        return place.span, text[atom.inner[0].start - atom.start : len(text) - (atom.end - atom.inner[-1].end)]
    return place.span, text


def _keeps_preprint(unit: Unit) -> bool:
    """Whether an entry says beside its venue that it is a preprint too: `arXiv 24.12.11 (AAAI 2025)`.

    A link that is called `arXiv` says where it leads.
    """
    atoms = (*unit.run.atoms[: unit.first], *unit.run.atoms[unit.last :])
    own = (each for atom in atoms for each in atom.walk() if not atom.core.is_link or any(map(str.isdigit, each.text)))
    return any(_is(each, Slot.PREPRINT) for each in own)


def _may_be_venue(atom: Placed, unit: Unit) -> bool:
    """Whether words there may be an unknown venue, set off as that of the example is."""
    core, shell = atom.core, unit.run.atoms[unit.first]
    has_date = bool(atom.opener) and [each.role for each in core.atoms] == ["words", Slot.DATE]
    if atom.opener != shell.opener or not (isinstance(core.node, Words) or core.role == Slot.AUTHORS or has_date):
        return False
    shape = read_shape(core.text)
    has_no_authors = bool(shell.opener) or Slot.AUTHORS not in unit.run.roles
    return has_date or shape in _VENUES or (shape is Shape.NAME and has_no_authors)


def _find_preprint(sibling: Sibling, example: Example) -> Unit | None:
    """Where the entry says that it is a preprint, in the place in which the example has its venue."""
    best: tuple[int, Unit] | None = None
    example_has_date = any(_is(each, Slot.DATE) for each in example.sibling.tree.walk())
    for part in sibling.tree.walk():
        is_only_date = _is(part, Slot.DATE) and not example_has_date
        if not (_is(part, Slot.PREPRINT) or is_only_date):
            continue
        unit = _in_label(part) or find_unit(sibling.tree, part, is_row=sibling.is_row)
        if unit is None or (unit.run.opener == "label") != (example.unit.run.opener == "label"):
            continue
        if unit.run.column != example.unit.run.column:
            continue
        unit = _with_date(unit, has_year=_YEAR.search(example.unit.text) is not None)
        score = _context(unit, example.unit) + 2 * _is(part, Slot.PREPRINT)
        if is_only_date and (score < 3 or not (_is_year(part) or unit.run.column >= 0)):
            continue
        if best is None or score > best[0]:
            best = score, unit
    return best[1] if best is not None else None


def _context(one: Unit, other: Unit) -> int:
    mine, others = one.run.roles, other.run.roles
    score = 2 * (one.run.opener == other.run.opener)
    score += mine[: one.first][-1:] == others[: other.first][-1:]
    return score + (mine[one.last :][:1] == others[other.last :][:1])


def _with_date(unit: Unit, *, has_year: bool) -> Unit:
    """With the id directly after it, and the date, where a venue is with its year."""
    run, last = unit.run, unit.last
    while last < len(run.atoms) and _names_preprint(run.atoms[last]) and _CLOSE.fullmatch(unit.behind()):
        last += 1
        unit = unit._replace(last=last)
    if has_year and last < len(run.atoms) and run.atoms[last].role == Slot.DATE and _CLOSE.fullmatch(unit.behind()):
        return unit._replace(last=last + 1)
    return unit


def _names_preprint(atom: Placed) -> bool:
    """Whether it names a preprint: `arXiv`, an id, what arXiv puts after it, the month of `arXiv 2024, 05`."""
    return _is(atom.core, Slot.PREPRINT) or atom.role == Slot.ID or _OF_PREPRINT.fullmatch(atom.text) is not None
