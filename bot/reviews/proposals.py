"""Which papers of a change other open pull requests add too.

Their versions of the lists are what strangers wrote: they are read as lists, for a limited time, and nothing of them is
shown but the numbers and ages of the pull requests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from bot.additions.addition import find_listed
from bot.errors import BotError
from bot.github import GitHubError
from bot.github.client import Client
from bot.github.model import Pull
from bot.github.open_pulls import read_open_changes
from bot.linter.engine import Stopwatch
from bot.linter.survey import Survey
from bot.listing import Catalog
from bot.listing.model import ListedEntry
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.identity import find_names
from bot.papers.similarity import names_one_paper, normalise, title_key
from bot.text import Text, plural

MOST_LISTS = 10
"""Lists that are compared: those that the change adds to."""
READING_SECONDS = 20.0
"""For the lists of other pull requests."""


class Paper(NamedTuple):
    """A paper that a change or a proposal adds."""

    work: Identifier | None
    title: str

    @property
    def names(self) -> tuple[str, ...]:
        """What a line that links to it may be found by, as `find_names` writes it."""
        if self.work is None:
            return ()
        return (str(self.work), *([self.work.value] if self.work.scheme is Scheme.ARXIV else []))

    @property
    def key(self) -> str:
        """What its title is found by; empty if that may be another paper's."""
        return title_key(self.title) if names_one_paper(self.title) else ""

    def is_in(self, catalog: Catalog) -> bool:
        """Whether one of the lists has it."""
        return find_listed(catalog, self.work, (self.title,)) is not None


class Proposal(NamedTuple):
    """Another open pull request with a paper."""

    number: int
    age: str
    """How much older or newer it is: `2 days earlier`; empty if that is not known."""


class Proposals(NamedTuple):
    """The papers of a change that others propose too."""

    found: tuple[tuple[Paper, tuple[Proposal, ...]], ...] = ()
    """The newest pull requests first."""
    problem: str = ""
    """Why nothing was compared."""
    unread: tuple[int, ...] = ()
    """Open pull requests whose lists could not be read, or not in time."""
    older: int = 0
    """How many open pull requests were not looked at, since there are so many."""


NO_PROPOSALS = Proposals()


def compare_with_pulls(
    client: Client, pull: Pull, added: Sequence[ListedEntry], before: Sequence[Text], survey: Survey
) -> Proposals:
    """The papers that a pull request adds and others propose too; `before` are the lists that it began from."""
    papers = [each for each in added if each.entry.names_paper]
    branch = pull.branches.base if pull.branches is not None else None
    return find_proposals(
        client,
        pull.repository,
        {Paper(each.entry.work, each.entry.title_text): each.listing.text.path for each in papers},
        before,
        survey,
        number=pull.number,
        branch=branch,
        base=pull.base if pull.base != pull.merge_base else "",
    )


def find_proposals(
    client: Client,
    repository: str,
    papers: Mapping[Paper, str],
    before: Sequence[Text],
    survey: Survey,
    *,
    number: int = 0,
    branch: str | None = None,
    base: str = "",
) -> Proposals:
    """Which of `papers`, given with the path of its list, open pull requests into `branch` add; 2 requests at most.

    `number` is the pull request that they are compared with. A paper that the lists have at the commit `base` by now
    is nobody's proposal. Never raises GitHubError: what is not known is said.
    """
    paths = [*dict.fromkeys(papers.values())][:MOST_LISTS]
    if not paths:
        return NO_PROPOSALS
    try:
        opened = read_open_changes(client, repository, paths, number=number, branch=branch, base=base)
    except GitHubError as error:
        return Proposals(problem=error.message)
    reader = _Reader(before, survey)
    known = reader.find(papers, opened.base) or ()
    wanted = [each for each in papers if each not in known]
    found: dict[Paper, list[Proposal]] = {each: [] for each in wanted}
    unread: list[int] = []
    for each in opened.changes:
        proposed = reader.find(wanted, each.texts)
        if proposed is None or not each.is_whole:
            unread.append(each.number)
        for paper in proposed or ():
            found[paper].append(Proposal(each.number, _age(each.created, opened.created)))
    pairs = tuple((paper, tuple(others)) for paper, others in found.items() if others)
    return Proposals(pairs, "", tuple(unread), opened.older)


class _Reader:
    """Reads versions of lists, as far as they may have a paper, until the time is up."""

    def __init__(self, before: Iterable[Text], survey: Survey) -> None:
        self._old = {line for text in before for line in text.content.splitlines()}
        self._survey, self._stopwatch = survey, Stopwatch(READING_SECONDS)

    def find(self, papers: Iterable[Paper], texts: Iterable[Text]) -> list[Paper] | None:
        """Those of the papers that the texts have; None if they cannot be read."""
        wanted = [*papers]
        try:
            likely = [each for each in texts if self._may_have(each, wanted)]
            # A survey keeps what it has read: a new one for each lets go of the lists of strangers.
            survey = Survey(self._survey.today, stopwatch=self._stopwatch, config=self._survey.config)
            catalog = Catalog(survey.read(likely))
        except BotError:
            return None
        return [each for each in wanted if each.is_in(catalog)]

    def _may_have(self, text: Text, papers: Sequence[Paper]) -> bool:
        """Whether the lines that are new have an address or a title of one of the papers: others need no reader."""
        self._stopwatch.check()
        lines = [line for line in text.content.splitlines() if line not in self._old]
        names = {name for each in papers for name in each.names}
        if any(name in names for line in lines for name in find_names(line)):
            return True
        words = "".join(normalise(line).replace(" ", "") for line in lines)
        return any(each.key in words for each in papers if each.key)


def _age(theirs: str, own: str) -> str:
    """How much earlier or later than our own another pull request was opened; empty if that is not known."""
    try:
        seconds = (datetime.fromisoformat(theirs) - datetime.fromisoformat(own)).total_seconds()
    except (ValueError, TypeError):
        return ""
    unit, length = next((each for each in _UNITS if abs(seconds) >= each[1]), _UNITS[-1])
    return f"{plural(int(abs(seconds)) // length, unit)} {'earlier' if seconds < 0 else 'later'}"


_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60))
