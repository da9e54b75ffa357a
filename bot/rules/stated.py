"""The rules `wrong-authors` and `wrong-year`: authors and years of entries that are not on record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from bot.facts.model import Facts
from bot.judgement import Case, always, judge
from bot.listing import Entry, Listing, Span
from bot.listing.values import section_path
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.names import split_name
from bot.papers.record import Record
from bot.papers.similarity import normalise
from bot.papers.venues import find_venues
from bot.rules.api import Bad, Context, Diagnostic, Findings, Good, Rule, Severity
from bot.rules.prose import full_text
from bot.rules.works import Recorded, describe_authors, recorded_entries, title_span
from bot.text import group_pairs, lazy_pattern

if TYPE_CHECKING:
    from bot.listing.claims import ClaimedAuthors, ClaimedVenue
    from bot.listing.parts import Place
    from bot.papers.differences import Comparison

_ADAM = Identifier(Scheme.ARXIV, "1412.6980")
_TITLE = "Adam: A Method for Stochastic Optimization"
_ENTRY = f"* [{_TITLE}](https://arxiv.org/abs/1412.6980) by "
_FACTS = Facts({_ADAM: Record(_TITLE, None, identifier=_ADAM, authors=("Diederik P. Kingma", "Jimmy Ba"))})

_FEWEST = 3
"""Comparisons from which a list itself shows whether the names in one place of its entries are authors."""
_CONFIRMED = 0.4
"""The share of entries in which at least one name must be on record for the names to be those of authors."""
_MANY, _RARELY = 10, 0.1
"""Entries without "et al.", and the share of them that may name the first authors alone where that is not a habit."""
_STRICT = 3
"""Names, each of two words or more, that a list must have in one place that cannot show what they are."""


class _Compared(NamedTuple):
    entry: Entry
    claimed: ClaimedAuthors
    record: Record
    comparison: Comparison


class WrongAuthors(Rule):
    """An entry names authors who did not write the linked paper, or leaves some out without saying so.

    Check the link, and copy the names from the message.

    Only a note: a single name, of several, that is not on record, because arXiv and publishers do not always agree; a
    family name with its letters in another order (`Fabroni` for `Fraboni`).

    Not reported:

    - initials, given and family names in another order, lost accents, "et al.", the first author alone;
    - the first authors, if the list often names only these;
    - names where other entries have no authors.
    """

    severity = Severity.WARNING
    reason = "the record of the paper names others"
    examples = (
        Bad(_ENTRY + "Grace Hopper and Ada Lovelace\n", facts=_FACTS),
        Good(_ENTRY + "D. Kingma and J. Ba\n", facts=_FACTS),
        Good(_ENTRY + "Kingma et al.\n", facts=_FACTS),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per entry."""
        from bot.papers.differences import Difference

        found = [pairs for recorded in recorded_entries(listing, context) if (pairs := _compare(recorded))]
        shown, in_full, always = _confirmed_places(found), _lists_all(found), _always_lists_all(found)
        fine = {Difference.NONE} if always else {Difference.NONE, Difference.CUT}
        for pairs in found:
            if any(pair.comparison.difference in fine or _names_the_rest(pair) for pair in pairs):
                continue
            counting = [
                pair for pair in pairs if pair.claimed.certain or shown.get(pair.claimed.place, _is_strict(pair))
            ]
            if not counting:
                continue
            each = min(counting, key=_seriousness)
            names = each.claimed.authors
            message = (
                f"the list says {describe_authors(names.names, more=names.more)};"
                f" {each.record.source} has {describe_authors(each.record.authors)}{_explain(each.comparison)}"
            )
            yield self.at(listing, each.claimed.span, message, is_note=_is_minor(each, in_full=in_full, always=always))


def _compare(recorded: Recorded) -> tuple[_Compared, ...]:
    """All names in the entry beside all records; nothing if there is nothing to compare."""
    from bot.listing.claims import read_claims  # needed with facts only
    from bot.papers.differences import compare_authors

    records = [record for record in recorded.records if record.authors]
    if not records or not recorded.is_described():
        return ()
    return tuple(
        _Compared(recorded.entry, claimed, record, compare_authors(claimed.authors, record.authors))
        for claimed in read_claims(recorded.entry).authors
        for record in records
        if normalise(" ".join(claimed.authors.names)) not in normalise(record.venue)  # `Machine Learning` is a journal
    )


def _confirmed_places(found: Iterable[Iterable[_Compared]]) -> dict[Place, bool]:
    """For each place that the list shows it of: whether names there are those of authors."""
    matched = group_pairs((pair.claimed.place, pair.comparison.matched > 0) for pairs in found for pair in pairs)
    return {place: sum(each) >= _CONFIRMED * len(each) for place, each in matched.items() if len(each) >= _FEWEST}


def _is_strict(pair: _Compared) -> bool:
    """Whether names are those of people although the list does not show what it has in their place."""
    names = pair.claimed.authors.names
    return len(names) >= _STRICT and all(" " in name for name in names) and not pair.claimed.place.is_bracketed


def _names_the_rest(pair: _Compared) -> bool:
    """Whether the authors that are left out are elsewhere in the entry, apart from the others."""
    from bot.papers.differences import Difference

    if pair.comparison.difference not in (Difference.CUT, Difference.MISSING):
        return False
    words = Counter(normalise(full_text(pair.entry)).split())
    words.subtract(normalise(" ".join(pair.claimed.authors.names)).split())
    return all(words[normalise(split_name(name).family).rpartition(" ")[2]] > 0 for name in pair.comparison.names)


def _seriousness(pair: _Compared) -> tuple[int, int]:
    from bot.papers.differences import Difference

    order = (
        *(Difference.NONE, Difference.SPELLING, Difference.CUT, Difference.ONE, Difference.MISSING),
        *(Difference.JOINED, Difference.SEVERAL, Difference.FIRST, Difference.OTHERS),
    )
    return order.index(pair.comparison.difference), -pair.comparison.matched


def _lists_all(found: Sequence[Iterable[_Compared]]) -> bool:
    """Whether the list names all authors of most papers."""
    full = sum(any(_is_full(pair) for pair in pairs) for pairs in found)
    return full >= _FEWEST and full >= _CONFIRMED * len(found)


def _always_lists_all(found: Sequence[Iterable[_Compared]]) -> bool:
    """Whether the list names all authors of many papers, and hardly ever the first ones alone without saying so."""
    from bot.papers.differences import Difference

    whole = [tuple(pairs) for pairs in found if not any(pair.claimed.authors.more for pair in pairs)]
    full = sum(any(_is_full(pair) for pair in pairs) for pairs in whole)
    cut = sum(all(pair.comparison.difference is Difference.CUT for pair in pairs) for pairs in whole)
    return len(whole) >= _MANY and full >= _CONFIRMED * len(whole) and cut <= _RARELY * len(whole)


def _is_full(pair: _Compared) -> bool:
    named, known = len(pair.claimed.authors.names), len(pair.record.authors)
    return pair.comparison.matched == named == known > 1


def _is_minor(pair: _Compared, *, in_full: bool, always: bool) -> bool:
    """Whether sources that do not agree, or another habit of the list, may explain the difference."""
    from bot.papers.differences import Difference

    if pair.comparison.difference is Difference.CUT:
        return not pair.claimed.certain
    if pair.comparison.difference is Difference.MISSING:
        was_added = pair.record.preprint and len(pair.comparison.names) == 1 and not always  # by a later version
        return was_added or (len(pair.claimed.authors.names) == 1 and not in_full)
    return pair.comparison.difference in (Difference.ONE, Difference.SPELLING)


def _explain(comparison: Comparison) -> str:
    from bot.papers.differences import Difference

    match comparison.difference:
        case Difference.MISSING | Difference.CUT:
            return f"; {describe_authors(comparison.names)} left out"
        case Difference.JOINED:
            return f"; a comma is missing or a name too many in {describe_authors(comparison.names)}"
        case Difference.SPELLING:
            return f"; is {describe_authors(comparison.names)} misspelt?"
        case Difference.FIRST:
            return "; another author is the first"
        case Difference.ONE | Difference.SEVERAL:
            return f"; not {describe_authors(comparison.names)}"
    return ""


_RESNET = "Deep Residual Learning for Image Recognition"
_PUBLISHED = f"* [{_RESNET}](https://doi.org/10.1109/cvpr.2016.90)"
_VENUE = "2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)"
_RECORD = Record(_RESNET, venue=_VENUE, year=2016, years=(2016,), source="Crossref")
_PUBLICATION = Facts(works={"10.1109/cvpr.2016.90": _RECORD})

_YEAR = lazy_pattern(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_LATE = 1
"""Years after the latest one on record that a list may still give, for proceedings that appear later."""
_PREPRINT = 4
"""Years before the first one on record in which a preprint may have appeared."""


_FEWEST_HEADED, _USUAL = 3, 0.75
"""This many entries under years, and this share of them, must fit their records for the headings to be claims."""


class _Wrong(NamedTuple):
    span: Span
    year: int
    known: int
    severity: Severity | None = None


class WrongYear(Rule):
    """An entry gives a year in which the paper cannot have been published.

    Check which version the entry means, and write the year from the message. Beside a conference, the year must be that
    of the conference. Otherwise it may be up to four years earlier than the publication, as that of a preprint, or one
    year later.

    For an entry without a year, the rule takes the year of its heading, if such headings are right for at least three
    entries, and for three quarters of those below them.

    Not reported: dates of papers on arXiv, which `date-mismatch` checks.
    """

    severity = Severity.WARNING
    reason = "the record of the paper has another year"
    examples = (
        Bad(_PUBLISHED + " (CVPR 2018)\n", facts=_PUBLICATION),
        Bad(_PUBLISHED + " (2019)\n", facts=_PUBLICATION),
        Good(_PUBLISHED + " (CVPR'16)\n", facts=_PUBLICATION),
        Good(_PUBLISHED + " (2015)\n", facts=_PUBLICATION),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per entry."""
        headed: list[tuple[Recorded, _Wrong | None]] = []
        fitting = 0
        for each in recorded_entries(listing, context):
            if not (known := _years(each)) or not each.is_described():
                continue
            wrong = next(_find(each, context.today.year), None)
            if wrong is not None:
                yield self._report(listing, each, wrong, "the list says")
            elif (year := _year_of_headings(listing, each.entry)) is not None:
                fitting += known[0] - _LATE <= year <= known[-1] + _LATE
                headed.append((each, _judge_year(each, year, title_span(each.entry), context.today.year)))
        for each, wrong in headed if fitting >= max(_FEWEST_HEADED, _USUAL * len(headed)) else ():
            if wrong is not None:
                yield self._report(listing, each, wrong, "the heading says")

    def _report(self, listing: Listing, recorded: Recorded, wrong: _Wrong, says: str) -> Diagnostic:
        message = f"{says} {wrong.year}; {recorded.record.source} has {wrong.known}"
        return self.at(listing, wrong.span, message, severity=wrong.severity)


def _year_of_headings(listing: Listing, entry: Entry) -> int | None:
    """The year that is a whole heading over an entry which has no year itself."""
    from bot.listing.claims import read_claims  # needed with facts only

    claims = read_claims(entry)
    if entry.date is not None or claims.years or any(venue.year for venue in claims.venues):
        return None
    years = [words for words in section_path(listing, entry) if _YEAR.fullmatch(words.strip())]
    return int(years[0]) if len(years) == 1 else None


def _find(recorded: Recorded, today: int) -> Iterator[_Wrong]:
    """The years of an entry that do not fit."""
    from bot.listing.claims import read_claims  # needed with facts only

    claims = read_claims(recorded.entry)
    years = _years(recorded)
    known = recorded.record.year or years[-1]
    for venue in claims.venues:
        if venue.year is None:
            continue
        if venue.year > today + _LATE:
            yield _Wrong(venue.span, venue.year, known)
        else:
            yield from _judge_venue(recorded, venue, venue.year, years)
    if not any(venue.year for venue in claims.venues):
        yield from filter(None, (_judge_year(recorded, claimed.year, claimed.span, today) for claimed in claims.years))


def _judge_year(recorded: Recorded, year: int, span: Span, today: int) -> _Wrong | None:
    """A year without a venue that does not fit."""
    years = _years(recorded)
    is_preprint = all(record.preprint for record in recorded.records)
    late = year > (today if is_preprint else min(years[-1], today)) + _LATE
    early = not is_preprint and year < years[0] - _PREPRINT
    return _Wrong(span, year, recorded.record.year or years[-1]) if late or early else None


def _years(recorded: Recorded) -> list[int]:
    return sorted({year for record in recorded.records for year in record.years})


class _Claim:
    """A year beside a venue, and a record."""

    def __init__(self, venue: ClaimedVenue, year: int, record: Record) -> None:
        self.venue, self.year, self.record = venue, year, record
        name = venue.mention.name if venue.mention is not None else ""
        self.same = [each for each in find_venues(record.venue) if each.name == name]

    @cached_property
    def stated(self) -> list[int]:
        """The years that the venue on record has in its name."""
        years = [int(match[0]) for match in _YEAR.finditer(self.record.venue)]
        return years or [each.year for each in self.same if each.year]

    def is_of_track(self) -> bool:
        return any(each.track for each in (self.venue.mention, *self.same) if each is not None)

    def is_within(self, margin: int) -> bool:
        """Whether the year is one on record, or so near to it."""
        return self.record.years[0] - margin <= self.year <= self.record.years[-1] + margin


class _Fit(Enum):
    """How a year beside a venue fits a record."""

    FITS = auto()
    OTHER_EDITION = auto()
    NEAR = auto()
    FAR = auto()


_FITS: tuple[Case[_Claim, _Fit], ...] = (
    Case("the record is for another venue", lambda it: not it.same, _Fit.FITS),
    Case("a workshop or a track has years of its own", _Claim.is_of_track, _Fit.FITS),
    Case("it is the year of the conference on record", lambda it: it.year in it.stated, _Fit.FITS),
    Case("the conference on record is of another year", lambda it: it.stated, _Fit.OTHER_EDITION),
    Case("no year of a publication is on record", lambda it: not it.record.years or it.record.preprint, _Fit.FITS),
    Case("it is a year on record", lambda it: it.is_within(0), _Fit.FITS),
    Case("proceedings appear in the years around a conference", lambda it: it.is_within(_LATE), _Fit.NEAR),
    Case("the paper was published in another year", always, _Fit.FAR),
)


def _judge_venue(recorded: Recorded, venue: ClaimedVenue, year: int, years: list[int]) -> Iterator[_Wrong]:
    """A year beside a venue: that of the same conference on record, or of the preprint where the venue is arXiv."""
    if venue.mention is None:
        return
    if venue.mention.preprint:
        if all(record.preprint for record in recorded.records) and not years[0] <= year <= years[-1] + _LATE:
            yield _Wrong(venue.span, year, years[0])
        return
    for record in recorded.records:
        claim = _Claim(venue, year, record)
        fit = judge(_FITS, claim).value
        if fit is _Fit.OTHER_EDITION:
            yield _Wrong(venue.span, year, claim.stated[0])
        elif fit is not _Fit.FITS:
            severity = Severity.NOTE if fit is _Fit.NEAR else None
            yield _Wrong(venue.span, year, record.year or record.years[-1], severity)
