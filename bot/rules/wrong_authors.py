"""The rule `wrong-authors`: authors in an entry who did not write the paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bot.facts.model import Facts
from bot.listing import Entry, Listing
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.names import split_name
from bot.papers.record import Record
from bot.papers.similarity import normalise
from bot.rules.api import Bad, Context, Findings, Good, Rule, Severity
from bot.rules.prose import full_text
from bot.rules.works import Recorded, describe_authors, recorded_entries
from bot.text import group_pairs

if TYPE_CHECKING:
    from bot.listing.claims import ClaimedAuthors
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
