"""What would become of a proposed paper: `bot add`, tried on the lists of the default branch."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from bot.additions.request import Request
from bot.facts.lock import NO_LOCK, lock_path, make_lock, read_lines
from bot.github.pulls import read_file
from bot.papers.record import Record, one_line
from bot.rules import RULES
from bot.submissions.answer import Outcome, State
from bot.submissions.form import find_section
from bot.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

    from bot.additions.request import Result
    from bot.facts.lock import Lock
    from bot.facts.model import RecordFact
    from bot.github.client import Client
    from bot.github.model import Pull
    from bot.linter.config import Config
    from bot.linter.survey import Survey
    from bot.listing import Entry, Listing
    from bot.papers.identity import NamedPaper
    from bot.reviews.change import Lists

    LookUp: TypeAlias = Callable[[Sequence[NamedPaper], Lock], Mapping[NamedPaper, RecordFact]]
    """What is known of papers: by a lock file, else by services and their pages."""

_STATES = {"added": State.READY, "listed": State.LISTED, "declined": State.DECLINED}
_FEWEST = 3
"""Entries of a section from which it shows what an entry has."""


class Trial(NamedTuple):
    """What would become of a paper, and the list with it; None where it cannot be added as things are."""

    outcome: Outcome
    after: Text | None = None


class CurrentLists(NamedTuple):
    """The lists at the newest commit of the default branch, and how papers are looked up."""

    client: Client
    commit: Pull
    config: Config
    lists: Lists
    survey: Survey
    look_up: LookUp
    say: Callable[[str], None]

    def listings(self) -> tuple[Listing, ...]:
        """What was read, in the order of the lists."""
        return self.survey.read(self.lists.now)

    def has(self, paper: NamedPaper) -> bool:
        """Whether one of the lists has a paper."""
        return self._request(self.lists.now).lists(paper)

    def try_paper(self, paper: NamedPaper, section: str, notes: tuple[str, ...] = ()) -> Trial:
        """Try to add a paper, to the section of that name where there is one, else to the first list with papers."""
        index = next((n for n, listing in enumerate(self.listings()) if any(listing.papers)), 0)
        wanted = None
        if section:
            found = find_section(self.listings(), section)
            if found is None:
                notes += (f'There is no section "{section}" in the list.',)
            else:
                index, wanted = found
        texts = (self.lists.now[index], *(text for n, text in enumerate(self.lists.now) if n != index))
        request = self._request(texts)
        records = {} if request.lists(paper) else self._ask(paper, texts[0].path)
        fact = records.get(paper)
        record = fact if isinstance(fact, Record) else Record("")
        request.add(paper.name, paper, records, wanted)
        outcome = self._outcome(request, request.results[-1], record, notes)
        if outcome.state is State.READY:
            return Trial(outcome, request.text)
        if outcome.state is State.UNCLEAR and outcome.sections:
            request = self._request(texts)
            request.add(paper.name, paper, records, outcome.sections[0][0])
            best = self._outcome(request, request.results[-1], record, notes)
            if best.state is State.READY:
                return Trial(replace(best, state=State.UNCLEAR, sections=outcome.sections))
        return Trial(outcome)

    def _request(self, texts: Sequence[Text]) -> Request:
        return Request(list(texts), self.config.plan(RULES), self.survey)

    def _ask(self, paper: NamedPaper, path: str) -> Mapping[NamedPaper, RecordFact]:
        """What is known of a paper: by the lock file beside the list, else by services and its page."""
        name, lock = lock_path(path).as_posix(), NO_LOCK
        content = read_file(self.client, self.commit.repository, name, self.commit.head)
        if content is not None:
            lines = read_lines(Text(name, content.decode("utf-8", "replace")))
            lock = make_lock(lines.papers.values())
            if lines.bad:
                self.say(f"warning: {name}, line {lines.bad[0].number}: {lines.bad[0].problem}: not used")
        return self.look_up([paper], lock)

    def _outcome(self, request: Request, result: Result, record: Record, notes: tuple[str, ...]) -> Outcome:
        """What a request says; of a paper that is listed the title is that of its entry."""
        is_unclear = result.id in request.unclear
        state = State.UNCLEAR if is_unclear else _STATES[result.status]
        text = result.text or ""
        return Outcome(
            state,
            paper=result.id,
            title=text if state is State.LISTED else one_line(record.title),
            path=result.path or "",
            line=result.line or 0,
            section=result.section or "",
            text=text if state is State.READY else "",
            source=record.source,
            reason="" if is_unclear else result.reason or "",
            sections=tuple(request.proposals.get(result.id, ())),
            unknown=self._find_unknown(request.text, result.line or 0) if state is State.READY else (),
            notes=notes,
        )

    def _find_unknown(self, after: Text, line: int) -> tuple[str, ...]:
        """What most papers of the section have, and the new one, at that line, has not."""
        (listing,) = self.survey.read([after])
        entry = next((each for each in listing.papers if listing.text.line_at(each.span.start) == line), None)
        if entry is None:
            return ()
        beside = [each for each in listing.papers if each.section == entry.section and each is not entry]
        if len(beside) < _FEWEST:
            return ()
        own = _parts(entry)
        return tuple(
            part
            for part in _PARTS
            if part not in own and 2 * sum(part in _parts(each) for each in beside) > len(beside)
        )


_PARTS = ("date", "venue", "affiliation", "citations", "comment", "more links")


def _parts(entry: Entry) -> frozenset[str]:
    """Which of the parts an entry has."""
    parts = entry.parts
    present = (
        entry.date is not None,
        parts.venue is not None,
        parts.affiliation is not None,
        parts.citations is not None,
        parts.comment is not None,
        len(entry.links) > 1,
    )
    return frozenset(part for part, is_there in zip(_PARTS, present, strict=True) if is_there)
