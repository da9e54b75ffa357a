"""The rule `wrong-title`: a title in which words are others than in that of the paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.facts.model import Facts
from bot.listing import Listing
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record
from bot.papers.similarity import Match, compare_titles, is_comparable
from bot.rules.api import Bad, Context, Findings, Good, Need, Rule, Severity
from bot.rules.recorded import (
    ALIKE,
    Recorded,
    are_companions,
    describe_title,
    has_other_name,
    has_title_elsewhere,
    match_titles,
    names_authors,
    recorded_entries,
    shares_name,
    titles_of,
    written_title,
)

if TYPE_CHECKING:
    from bot.papers.differences import TitleDifference

_FIREACT = Identifier(Scheme.ARXIV, "2310.05915")
_TITLE = "FireAct: Toward Language Agent Fine-tuning"
_URL = "https://arxiv.org/abs/2310.05915"
_FACTS = Facts({_FIREACT: Record(_TITLE, identifier=_FIREACT)})

_RETYPED = 2
"""Words in which a slip of the pen differs at most; authors change more of them when they rename a paper."""
_FEWEST = 10
_MOST = 0.4
"""Where so large a share of at least so many titles differ, the list does not copy titles."""


class _Found(NamedTuple):
    recorded: Recorded
    message: str
    severity: Severity | None


class WrongTitle(Rule):
    """The title of an entry is nearly that of the paper, and some words are others.

    Readers who search for it find nothing. The message has the title on record; copy it, and check that the link leads
    to the paper that is meant: versions with another number in their name are other papers.

    A title that breaks off in the middle of a word was cut when it was pasted.

    Case, accents, LaTeX, punctuation, a dropped subtitle, an alias in front and titles of earlier versions are fine.
    Endings, small words and typing errors are notes. A title that is entirely another one is reported here if the
    authors are those on record, else by `wrong-paper`.
    """

    slug = "wrong-title"
    severity = Severity.WARNING
    needs = Need.PAPERS
    examples = (
        Bad(f"* [FireAct: Toward Language Agent Pre-training]({_URL})\n", facts=_FACTS),
        Bad(f"* [FireAct: Towards Language Agents Fine-tuning]({_URL})\n", facts=_FACTS),
        Bad(f"* [FireAct: Toward Language Agent Fine-tunin]({_URL})\n", facts=_FACTS),
        Good(f"* [Toward language agent finetuning]({_URL})\n", facts=_FACTS),
        Good(f"* [{_TITLE} (Oral)]({_URL})\n", facts=_FACTS),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per entry."""
        compared, found = 0, []
        for recorded in recorded_entries(listing, context):
            compared += 1
            if (each := _judge(recorded)) is not None:
                found.append(each)
        differing = sum(each.severity is None for each in found)
        doubtful = compared >= _FEWEST and differing > _MOST * compared
        for each in found:
            title = each.recorded.entry.title
            if title is not None:
                yield self.at(listing, title.span, each.message, severity=Severity.NOTE if doubtful else each.severity)


def _judge(recorded: Recorded) -> _Found | None:
    """What is wrong with the title of an entry; None where nothing is, or nobody can say."""
    from bot.papers.differences import Degree, find_cut, find_difference

    entry, record = recorded.entry, recorded.record
    written = written_title(entry)
    if record.titles is None or not is_comparable(written):
        return None
    titles = [title for each in recorded.records for title in titles_of(each)]
    if any(compare_titles(alias, title) is Match.SAME for alias in entry.aliases for title in titles):
        return None
    has = f"{record.source} has {describe_title(record.title)}"
    if all(are_companions(written, title) for title in titles):
        return _Found(recorded, f"the name on record has another number: {has}", None)
    if match_titles(written, titles) is Match.DIFFERENT:
        if not names_authors(recorded) or has_other_name(recorded) or has_title_elsewhere(recorded):
            return None
        severity = Severity.NOTE if any(shares_name(written, title) for title in titles) else None
        return _Found(recorded, f"the paper of these authors has another title: {has}", severity)
    if cut := next((word for title in titles if (word := find_cut(written, title))), ""):
        return _Found(recorded, f'the title breaks off in the middle of a word, "{cut}": {has}', None)
    near = [find_difference(written, title) for title in titles if compare_titles(written, title) in ALIKE]
    least = min(near, key=lambda each: each.degree, default=None)
    if least is None or least.degree is Degree.NONE:
        return None
    words = f'"{least.written}"' if least.written else f'no "{least.official}"'
    is_minor = least.degree is not Degree.WORDS or (record.preprint and _may_be_published(recorded, least))
    severity = Severity.NOTE if is_minor else None
    return _Found(recorded, f"the title on record differs: the list has {words}; {has}", severity)


def _may_be_published(recorded: Recorded, difference: TitleDifference) -> bool:
    """Whether the published version may have the title: one that differs from the preprint's in several words."""
    from bot.listing.claims import read_claims

    is_published = any(each.mention is None or not each.mention.preprint for each in read_claims(recorded.entry).venues)
    return is_published and max(len(difference.written.split()), len(difference.official.split())) > _RETYPED
