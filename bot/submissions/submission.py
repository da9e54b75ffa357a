"""One proposal, tried on the lists: its answer, its refusal, and its pull request once it is approved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

from bot.additions.given import BY_HAND, NOTHING_GIVEN, Given, read_given
from bot.additions.request import Request, Result
from bot.console import Console
from bot.document import Wordings
from bot.errors import BotError
from bot.facts.lock_file import NO_LOCK, Lock, lock_path, make_lock, read_lines
from bot.facts.model import RecordFact
from bot.github import GitHubError
from bot.github.branches import may_write, open_or_update_pull
from bot.github.client import Client
from bot.github.hidden_text import KEY, Seal
from bot.github.issues import list_opened_issues, write_answer
from bot.github.model import Comment, NewContent, OpenedIssue, Pull, comparable, web_server
from bot.github.pulls import Trees, is_open, read_default_branch, read_file
from bot.linter.config import Config
from bot.linter.survey import Survey
from bot.listing import Entry, Listing
from bot.papers.identity import NamedPaper, read_paper
from bot.papers.record import Record, short_line
from bot.papers.urls import is_web_url
from bot.reviews.change import Lists, read_config, read_lists
from bot.reviews.proposals import Paper, find_proposals
from bot.rules import RULES
from bot.submissions.answer import (
    APPROVE_LABEL,
    LONGEST_ENTRY,
    Marker,
    Outcome,
    Place,
    State,
    Step,
    Task,
    choose_step,
    digest_of,
    draft_pull,
    find_answer,
    find_earlier,
    find_refusal,
    is_changed,
    is_of_shown,
    make_rows,
    render_answer,
    render_refusal,
    screen,
)
from bot.submissions.form import Form, find_linked, find_named, find_papers, read_form
from bot.text import Text, escape_controls

LookUp: TypeAlias = Callable[[Sequence[NamedPaper], Lock], Mapping[NamedPaper, RecordFact]]
"""What is known about papers: by a lock file, else by services and their pages."""

_STATES = {"added": State.READY, "listed": State.LISTED, "declined": State.DECLINED}
_FEWEST = 3
"""Entries of a section from which it shows what an entry has."""


class Trial(NamedTuple):
    """What would become of a paper, and the list with it; None if it cannot be added as things are."""

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

    def try_paper(self, paper: NamedPaper, given: Given, section: str, notes: tuple[str, ...] = ()) -> Trial:
        """Try to add a paper, to the section of that name where there is one, else to the first list with papers."""
        index = next((n for n, listing in enumerate(self.listings()) if any(listing.papers)), 0)
        wanted = None
        if section:
            found = find_named(self.listings(), section)
            if found is None:
                notes += (f'There is no section "{section}" in the list.',)
            else:
                index, wanted = found
        texts = (self.lists.now[index], *(text for n, text in enumerate(self.lists.now) if n != index))
        request = self._request(texts, given)
        records = {} if request.lists(paper) else self._ask(paper, given, texts[0].path)
        fact = records.get(paper)
        record = fact if isinstance(fact, Record) else Record("")
        request.add(paper.name, paper, records, wanted)
        outcome = self._outcome(request, request.results[-1], record, notes)
        if outcome.state is State.READY:
            return Trial(outcome, request.text)
        if outcome.state is State.UNCLEAR and outcome.sections:
            request = self._request(texts, given)
            request.add(paper.name, paper, records, outcome.sections[0][0])
            best = self._outcome(request, request.results[-1], record, notes)
            if best.state is State.READY:
                return Trial(replace(best, state=State.UNCLEAR, sections=outcome.sections))
        return Trial(outcome)

    def find_pulls(self, outcome: Outcome) -> tuple[int, ...]:
        """The open pull requests that add the paper of a proposal, too; none if that is not known."""
        paper = read_paper(outcome.paper) if outcome.text else None
        if paper is None:
            return ()
        papers = {Paper(paper.identifier, outcome.title): outcome.path}
        proposals = find_proposals(self.client, self.commit.repository, papers, self.lists.now, self.survey)
        if proposals.problem:
            self.say(f"warning: the open pull requests were not read: {proposals.problem}")
        return tuple(each.number for _, others in proposals.found for each in others)

    def _request(self, texts: Sequence[Text], given: Given = NOTHING_GIVEN) -> Request:
        return Request(list(texts), self.config.plan(RULES), self.survey, given=given)

    def _ask(self, paper: NamedPaper, given: Given, path: str) -> Mapping[NamedPaper, RecordFact]:
        """What is known about a paper: by the form, the lock file beside the list, else by services and its page."""
        known = {} if given.needs_no_record(paper) else self._look_up(paper, path)
        fact = given.complete(paper, known.get(paper))
        return {paper: fact} if fact is not None else {}

    def _look_up(self, paper: NamedPaper, path: str) -> Mapping[NamedPaper, RecordFact]:
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
        text, reason = result.text or "", "" if is_unclear else result.reason or ""
        if state is State.READY and len(text) > LONGEST_ENTRY:  # what is not shown whole cannot be approved
            state, reason = State.DECLINED, f"its entry would be longer than {LONGEST_ENTRY:,} characters"
        return Outcome(
            state,
            paper=result.id,
            title=text if state is State.LISTED else short_line(record.title),
            path=result.path or "",
            line=result.line or 0,
            section=result.section or "",
            text=text if state is State.READY else "",
            source=record.source if record.source != BY_HAND else "",
            reason=reason,
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
        return tuple(
            part
            for part, read in _PARTS.items()
            if not read(entry) and 2 * sum(bool(read(each)) for each in beside) > len(beside)
        )


_PARTS: dict[str, Callable[[Entry], object]] = {
    "date": lambda entry: entry.date,
    "venue": lambda entry: entry.parts.venue,
    "affiliation": lambda entry: entry.parts.affiliation,
    "citations": lambda entry: entry.parts.citations,
    "comment": lambda entry: entry.parts.comment,
    "more links": lambda entry: len(entry.links) > 1,
}
"""What an entry may have."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How proposals are answered."""

    config: str | None = None
    """The configuration to read, in place of the usual one."""
    isolated: bool = False
    approve_label: str = APPROVE_LABEL
    per_author: int = 1
    """How many open proposals of an account are looked at; 0 for all."""
    dry_run: bool = False
    """Show what would be posted, and post nothing."""


@dataclass(frozen=True)
class Submission:
    """An open issue, what is asked for it, and how the rest of the bot is called for it."""

    settings: Settings
    client: Client
    issue: OpenedIssue
    task: Task
    look_up: LookUp
    review: Callable[[int], int]
    """Reviews the pull request of that number; its exit code."""
    console: Console

    @property
    def seal(self) -> Seal:
        """What ties our comments to this issue."""
        return Seal(self.task.repository, self.issue.number, self.console.environ.get(KEY, "").encode())

    def work(self) -> int:
        """Do what is asked for; the exit code."""
        is_answered = find_answer(self.issue.comments, self.seal) is not None
        # Any other address may be anything.
        linked = [each for each in find_papers(find_linked(self.issue.body), read_paper) if each.identifier is not None]
        step = choose_step(self.task, self.issue, is_answered=is_answered, names_papers=bool(linked))
        must_ask = self.task.is_approval and step is not Step.NOTHING
        if must_ask and not may_write(self.client, self.task.repository, self.task.by):
            return self._refuse()
        current = self._read_lists() if step is not Step.NOTHING else None
        # Who names a paper of the list has a remark on its entry.
        if current is None or (step is Step.CHECK and any(map(current.has, linked))):
            self.console.say("The issue proposes no paper: nothing to do.")
            return 0
        if step in {Step.CHECK, Step.EXPLAIN}:
            self._answer(Outcome(State.STRAY), current)
            return int(self.task.is_approval)
        form = read_form(self.issue.body) or Form(())
        if step is Step.APPROVE:
            return self._approve(form, current)
        self._answer(self._look(form, current).outcome, current)
        return 0

    def _refuse(self) -> int:
        """Say once that the approval does not count."""
        body, present = render_refusal(self.task.by, self.seal), find_refusal(self.issue.comments, self.seal)
        self._write(body, present)
        self.console.say(f"{self.task.by} has no write access: the approval was not followed.")
        return 0

    def _read_lists(self) -> CurrentLists:
        commit = read_default_branch(self.client, self.task.repository)
        trees = Trees(self.client, commit)
        config = read_config(trees, self.settings.config, isolated=self.settings.isolated)
        lists = read_lists(trees, config)
        for note in lists.notes:
            self.console.say(f"warning: {note}")
        survey = Survey(self.console.today, find_missing=lists.head.missing, config=config, wordings=Wordings())
        return CurrentLists(self.client, commit, config, lists, survey, self.look_up, self.console.say)

    def _look(self, form: Form, current: CurrentLists, section: str = "", notes: tuple[str, ...] = ()) -> Trial:
        """What would become of the paper; `section` counts before that of the form."""
        papers = find_papers(form.names, read_paper)
        try:
            given = read_given(dict(form.said), "its field ")
            if not papers and given.title:
                papers, given = _find_page(form, given)
        except BotError as error:
            reason = f"The form cannot be read: {error.message}; {error.hint}"
            return Trial(Outcome(State.UNREADABLE, reason=reason, notes=notes))
        earlier = () if self.task.is_approval else find_earlier(self.issue, self._queue, self.settings.per_author)
        outcome = screen([each.name for each in papers], earlier)
        if outcome is not None:
            return Trial(replace(outcome, notes=notes))
        trial = current.try_paper(papers[0], given, section or form.section, notes)
        said = tuple(name for name, _ in form.said) if trial.outcome.text else ()
        return trial._replace(outcome=replace(trial.outcome, said=said))

    def _approve(self, form: Form, current: CurrentLists) -> int:
        """Open the pull request, and review it: pull requests by the token of a job start no workflow."""
        section = self.task.section
        if is_changed(self.task, self.issue.body, read_paper):
            note = "The issue was edited after the approval: approve it again."
            return self._decline(self._look(form, current, notes=(note,)), current)
        if section and find_named(current.listings(), section) is None:
            note = f'The approval was not followed: there is no section "{section}" in the list.'
            return self._decline(self._look(form, current, notes=(note,)), current)
        trial = self._look(form, current, section)
        if trial.after is None:
            return self._decline(trial, current)
        if not self._was_shown(trial.outcome):
            note = "This line was not shown before: approve it again."
            shown = replace(trial.outcome, notes=(*trial.outcome.notes, note))
            return self._decline(Trial(shown), current)
        outcome, after = trial.outcome, trial.after
        draft = draft_pull(outcome, self.issue.number, self.issue.author, self.task.by)
        if self.settings.dry_run:
            self.console.report(f"{escape_controls(draft.title)}\n\n{draft.body}")
            self._answer(outcome, current)
            return 0
        content = (NewContent(after.path, after.content),)
        try:
            made = open_or_update_pull(
                self.client,
                self.task.repository,
                draft.branch,
                content,
                draft.title,
                draft.body,
                onto=current.commit.head,
                trailers=draft.trailers,
            )
        except GitHubError as error:
            note = f"The pull request could not be made: {error.message}."
            self._answer(replace(outcome, notes=(*outcome.notes, note)), current)
            raise
        if made is None:  # somebody else has added the paper since the lists were read
            return self._decline(trial, current)
        self.console.say(f"Pull request: {made.url}")
        self._answer(outcome, current, Marker(outcome.state, digest_of(outcome.paper), made.number))
        return self.review(made.number)

    def _was_shown(self, outcome: Outcome) -> bool:
        """Whether our answer had this line when the approval was written."""
        found = find_answer(self.issue.comments, self.seal)
        if found is None or found[0].updated > self.task.time:
            return False
        return is_of_shown(outcome, found[1], names_section=bool(self.task.section))

    def _decline(self, trial: Trial, current: CurrentLists) -> int:
        self._answer(trial.outcome, current)
        self.console.say("The approval was not followed: the answer in the issue says why.")
        return 1

    def _answer(self, outcome: Outcome, current: CurrentLists, pull: Marker | None = None) -> None:
        """Write the answer, or bring it up to date."""
        found = find_answer(self.issue.comments, self.seal)
        rows = make_rows(self._queue, _name, self.seal) if outcome.state is not State.STRAY else ()
        same = [row.number for row in rows if row.paper == outcome.paper and row.number != self.issue.number]
        place = Place(
            self.task.repository,
            self.issue.number,
            current.commit.head,
            web_server(self.console.environ),
            self.settings.approve_label,
        )
        if pull is None and found is not None and found[1].pull:
            pull = found[1] if is_open(self.client, self.task.repository, found[1].pull) else None
        own = pull.pull if pull is not None else 0
        pulls = tuple(each for each in current.find_pulls(outcome) if each != own)
        outcome = replace(outcome, same=tuple(same) if outcome.paper else (), pulls=pulls)
        body = render_answer(outcome, place, self.seal, pull, rows)
        self._write(body, found[0] if found else None)

    def _write(self, body: str, present: Comment | None) -> None:
        """Post a comment, or edit ours; nothing is sent where it says the same already."""
        if self.settings.dry_run:
            self.console.report(body)
        elif present is None or comparable(present.body) != comparable(body):
            url = write_answer(self.client, self.task.repository, self.issue.number, body, present)
            self.console.say(f"{'Edited' if present else 'Wrote'} the answer: {url}")

    @cached_property
    def _queue(self) -> tuple[OpenedIssue, ...]:
        """The open submissions; asked for once. Strangers fill them with what they like: the answer does without."""
        try:
            opened = list_opened_issues(self.client, self.task.repository)
        except GitHubError as error:
            self.console.say(f"warning: the open submissions were not read: {error.message}")
            return ()
        return tuple(each for each in opened if read_form(each.body) is not None)


def _find_page(form: Form, given: Given) -> tuple[tuple[NamedPaper, ...], Given]:
    """The one page that a form names, where that is not a paper: a product, with what is said about it."""
    pages = find_papers(form.names, lambda word: word if is_web_url(word) else None)
    if len(pages) != 1:
        return (), given
    page = replace(given, url=pages[0])
    return tuple(each for each in (page.paper,) if each is not None), page


def _name(word: str) -> str | None:
    """The paper that a word means, as people write it."""
    paper = read_paper(word)
    return paper.name if paper is not None else None
