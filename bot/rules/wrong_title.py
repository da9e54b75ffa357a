"""The rule `wrong-title`: titles in which some words differ from those of the paper."""

from __future__ import annotations

from enum import Enum, auto
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from bot.facts.model import Facts
from bot.judgement import Case, always, judge
from bot.listing import Listing
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record
from bot.papers.similarity import Match, compare_titles, is_comparable, share_name
from bot.rules.api import Bad, Context, Findings, Good, Rule, Severity
from bot.rules.works import ALIKE, Recorded, are_companions, describe_title, match_titles, recorded_entries

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
_EXACT = 0.15
"""Where no larger a share differ, it copies them exactly."""


class _Found(NamedTuple):
    recorded: Recorded
    message: str
    severity: Severity | None
    is_slip: bool = False
    """Whether an ending or a letter is another one: a warning where the list otherwise copies titles exactly."""


class WrongTitle(Rule):
    """The title of an entry is almost that of the paper, but some words differ.

    Readers who search for this title do not find the paper. First check the link: a different number in a name
    (`YOLOv7`, `YOLOv8`) means a different paper. Then copy the title from the message. A title that stops in the middle
    of a word was cut when it was pasted.

    Only a note: differences in endings, short words, or typos. The finding is a warning if the other titles of the list
    are exact, and the paper is published.

    Not reported: case, accents, LaTeX, punctuation, a missing subtitle, a short name before the title (`ReAct: …`), and
    titles of earlier versions. An entirely different title is reported by `wrong-paper`, or here if the authors are
    those on record.
    """

    severity = Severity.WARNING
    reason = "the record of the paper has another title"
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
        exact = compared >= _FEWEST and len(found) <= _EXACT * compared
        for each in found:
            title = each.recorded.entry.title
            severity = Severity.NOTE if doubtful else None if exact and each.is_slip else each.severity
            if title is not None:
                yield self.at(listing, title.span, each.message, severity=severity)


class _Wrong(Enum):
    """What is wrong with a title."""

    NOTHING = auto()
    NUMBER = auto()
    OTHER = auto()
    RENAMED = auto()
    """It is another one, with the name of that on record."""
    CUT = auto()
    WORDS = auto()
    SLIPS = auto()
    """Endings or small words, or what the published version may have."""


class _Written:
    """The title in the list, and those on record."""

    def __init__(self, recorded: Recorded) -> None:
        self.recorded = recorded
        self.title = recorded.title
        self.titles = [title for each in recorded.records for title in each.all_titles]

    def is_unknown(self) -> bool:
        return self.recorded.record.titles is None or not is_comparable(self.title)

    def has_alias(self) -> bool:
        aliases = self.recorded.entry.aliases
        return any(compare_titles(alias, title) is Match.SAME for alias in aliases for title in self.titles)

    @cached_property
    def is_other(self) -> bool:
        """Whether it is entirely another title."""
        return match_titles(self.title, self.titles) is Match.DIFFERENT

    def is_of_authors(self) -> bool:
        """Whether the authors on record wrote no other paper that the entry may mean."""
        recorded = self.recorded
        return recorded.names_authors() and not recorded.has_other_name() and not recorded.has_title_elsewhere()

    def has_other_number(self) -> bool:
        return all(are_companions(self.title, title) for title in self.titles)

    def shares_name(self) -> bool:
        return any(share_name(self.title, title) for title in self.titles)

    @cached_property
    def cut(self) -> str:
        """The beginning of the word in which it breaks off."""
        from bot.papers.differences import find_cut

        return next((word for title in self.titles if (word := find_cut(self.title, title))), "")

    @cached_property
    def difference(self) -> TitleDifference | None:
        """The least difference from a title on record that is like it; None if there is none."""
        from bot.papers.differences import Degree, find_difference

        alike = (title for title in self.titles if compare_titles(self.title, title) in ALIKE)
        found = min((find_difference(self.title, title) for title in alike), key=lambda it: it.degree, default=None)
        return found if found is not None and found.degree is not Degree.NONE else None

    def is_slip(self) -> bool:
        from bot.papers.differences import Degree

        if self.difference is None or self.difference.degree is not Degree.WORDS:
            return True
        return self.recorded.record.preprint and _may_be_published(self.recorded, self.difference)

    def has_typing_error(self) -> bool:
        """Whether the published title has another spelling of the words."""
        from bot.papers.differences import Degree

        is_published = not self.recorded.record.preprint
        return is_published and self.difference is not None and self.difference.degree is Degree.SPELLING


_JUDGEMENTS: tuple[Case[_Written, _Wrong], ...] = (
    Case("one of the titles is not known", _Written.is_unknown, _Wrong.NOTHING),
    Case("another name in the entry is the title on record", _Written.has_alias, _Wrong.NOTHING),
    Case("the name on record has another number", _Written.has_other_number, _Wrong.NUMBER),
    Case("the paper may be another one", lambda it: it.is_other and not it.is_of_authors(), _Wrong.NOTHING),
    Case("the paper was renamed", lambda it: it.is_other and it.shares_name(), _Wrong.RENAMED),
    Case("the paper of these authors has another title", lambda it: it.is_other, _Wrong.OTHER),
    Case("the title breaks off in the middle of a word", lambda it: it.cut, _Wrong.CUT),
    Case("the titles do not differ", lambda it: it.difference is None, _Wrong.NOTHING),
    Case("small words differ, or the published title may", _Written.is_slip, _Wrong.SLIPS),
    Case("words differ", always, _Wrong.WORDS),
)


def _judge(recorded: Recorded) -> _Found | None:
    """What is wrong with the title of an entry; None if nothing is, or that is unclear."""
    written, record = _Written(recorded), recorded.record
    has = f"{record.source} has {describe_title(record.title)}"
    wrong = judge(_JUDGEMENTS, written).value
    if wrong is _Wrong.NOTHING:
        return None
    severity = Severity.NOTE if wrong in (_Wrong.RENAMED, _Wrong.SLIPS) else None
    if wrong is _Wrong.NUMBER:
        return _Found(recorded, f"the name on record has another number: {has}", severity)
    if wrong in (_Wrong.OTHER, _Wrong.RENAMED):
        return _Found(recorded, f"the paper of these authors has another title: {has}", severity)
    if wrong is _Wrong.CUT:
        return _Found(recorded, f'the title breaks off in the middle of a word, "{written.cut}": {has}', severity)
    least = written.difference
    words = "another word" if least is None else f'"{least.written}"' if least.written else f'no "{least.official}"'
    message = f"the title on record differs: the list has {words}; {has}"
    return _Found(recorded, message, severity, written.has_typing_error())


def _may_be_published(recorded: Recorded, difference: TitleDifference) -> bool:
    """Whether the published version may have the title: one that differs from the preprint's in several words."""
    from bot.listing.claims import read_claims

    is_published = any(each.mention is None or not each.mention.preprint for each in read_claims(recorded.entry).venues)
    return is_published and max(len(difference.written.split()), len(difference.official.split())) > _RETYPED
