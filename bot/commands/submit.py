"""`bot submit`: answer the issue in which somebody proposes a paper, and open the pull request once it is approved."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from bot.commands.arguments import add_address, add_help, add_sources
from bot.commands.named_papers import read_named
from bot.commands.outputs import add_outputs, read_outputs
from bot.commands.pull_request import read_config, read_lists
from bot.commands.review import review
from bot.commands.sources import Survey
from bot.commands.submit_paper import Shelf, Trial
from bot.errors import BotError
from bot.github.accounts import may_write
from bot.github.branches import open_or_update_pull
from bot.github.client import open_client
from bot.github.errors import GitHubError
from bot.github.events import CommentEvent, IssueEvent, read_job_event
from bot.github.model import NewContent, comparable, is_repository, web_server
from bot.github.opened_issues import list_opened_issues, read_opened_issue, write_comment
from bot.github.pulls import Trees, is_open, read_default_branch
from bot.github.seal import KEY, Seal
from bot.submissions.answer import (
    Marker,
    Outcome,
    Place,
    Row,
    State,
    digest_of,
    find_answer,
    find_refusal,
    render_answer,
    render_refusal,
)
from bot.submissions.form import LABEL, find_linked, find_papers, find_section, read_form
from bot.submissions.pull_request import draft_pull
from bot.submissions.wishes import APPROVE_LABEL, Wish, find_earlier, is_changed, read_wish
from bot.text import escape_controls

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Mapping

    from bot.commands.named_papers import NamedPaper
    from bot.console import Console
    from bot.github.client import Client
    from bot.github.model import Comment, OpenedIssue
    from bot.submissions.form import Form

_PER_AUTHOR = 1


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    issue = parser.add_argument_group("issue")
    issue.add_argument("--repo", metavar="OWNER/NAME", help="the repository, by default that of the event")
    issue.add_argument("--issue", metavar="N", type=int, help="answer this issue, by default that of the event")
    issue.add_argument("--approve-label", metavar="NAME", default=APPROVE_LABEL, help="approves like /approve")
    issue.add_argument("--per-author", metavar="N", type=int, default=_PER_AUTHOR, help="open ones; 0 is no limit")
    add_sources(issue)
    facts = parser.add_argument_group("facts")
    facts.add_argument("--offline", action="store_true", help="send no request about papers")
    facts.add_argument("--cache", metavar="FILE", help="keep cached results in this file")
    add_address(facts)
    output = parser.add_argument_group("output")
    output.add_argument("--dry-run", action="store_true", help="show what would be posted, post nothing")
    add_outputs(output)
    add_help(output)


def run(args: Namespace, console: Console) -> int:
    """Answer, and open the pull request: 0 where all was done that was asked for, else 1."""
    read_outputs(args.output)  # what is wrong with it is said first
    if args.per_author < 0:
        raise BotError("--per-author must not be negative", "0 is no limit")
    wish = _read_wish(args, console.environ)
    if wish is None:
        console.say("The event asks for nothing: the bot looks at issues and at /approve, not at other programs.")
        return 0
    with open_client(console.environ) as client:
        issue = read_opened_issue(client, wish.repository, wish.number)
        if not issue.is_open:
            console.say(f"{wish.repository}#{wish.number} is closed: nothing to do.")
            return 0
        return _Desk(args, client, issue, wish, console).work()


def _read_wish(args: Namespace, environ: Mapping[str, str]) -> Wish | None:
    """What is asked for, by the command line or by the event. Raises BotError where there is neither."""
    if args.issue is not None:
        repository = args.repo or environ.get("GITHUB_REPOSITORY", "")
        if not is_repository(repository) or args.issue < 1:
            raise BotError("--issue needs a repository and a number", "write --repo owner/name --issue N")
        return Wish(repository, args.issue)
    if args.repo is not None:
        raise BotError("--repo needs --issue", "write --repo owner/name --issue N")
    event = read_job_event(environ)
    if not isinstance(event, CommentEvent | IssueEvent):
        message = "the event is not about an issue" if event else "there is no issue"
        raise BotError(message, "run it on issues and issue_comment, or name one: --repo owner/name --issue N")
    return read_wish(event, args.approve_label)


@dataclass(frozen=True)
class _Desk:
    """An open issue, and what is asked for it."""

    args: Namespace
    client: Client
    issue: OpenedIssue
    wish: Wish
    console: Console

    @property
    def seal(self) -> Seal:
        """What ties our comments to this issue."""
        return self._seal_of(self.issue.number)

    def _seal_of(self, number: int) -> Seal:
        return Seal(self.wish.repository, number, self.console.environ.get(KEY, "").encode())

    def work(self) -> int:
        """Do what is asked for; the exit code."""
        form, answer = read_form(self.issue.body), find_answer(self.issue.comments, self.seal)
        is_submission = form is not None or answer is not None or LABEL in self.issue.labels
        if not is_submission and not self._may_propose():
            self.console.say("The issue proposes no paper: nothing to do.")
            return 0
        if self.wish.is_approval and not may_write(self.client, self.wish.repository, self.wish.by):
            return self._refuse()
        shelf = self._read_lists()
        if form is None:
            if not is_submission and not self._names_new_paper(shelf):
                self.console.say("The issue proposes no paper: nothing to do.")
                return 0
            self._answer(Outcome(State.STRAY), shelf)
            return int(self.wish.is_approval)
        if self.wish.is_approval:
            return self._approve(form, shelf)
        return self._answer(self._look(form, shelf).outcome, shelf)

    def _may_propose(self) -> bool:
        """Whether an issue that was not made from the template may propose a paper all the same."""
        return self.wish.is_new and bool(self._find_known())

    def _names_new_paper(self, shelf: Shelf) -> bool:
        """Whether it names papers, and none that is listed: that would be a remark on an entry."""
        papers = self._find_known()
        return bool(papers) and not any(shelf.has(paper) for paper in papers)

    def _find_known(self) -> tuple[NamedPaper, ...]:
        """The papers that the issue links to; any other address may be anything."""
        papers = find_papers(find_linked(self.issue.body), read_named)
        return tuple(paper for paper in papers if paper.identifier is not None)

    def _refuse(self) -> int:
        """Say once that the approval does not count."""
        body, present = render_refusal(self.wish.by, self.seal), find_refusal(self.issue.comments, self.seal)
        self._write(body, present)
        self.console.say(f"{self.wish.by} has no write access: the approval was not followed.")
        return 0

    def _read_lists(self) -> Shelf:
        commit = read_default_branch(self.client, self.wish.repository)
        trees = Trees(self.client, commit)
        config = read_config(self.client, commit, trees, self.args.config, isolated=self.args.isolated)
        lists = read_lists(self.client, commit, trees, config)
        for note in lists.notes:
            self.console.say(f"warning: {note}")
        survey = Survey(self.console.today, find_missing=lists.head.missing, config=config)
        args = Namespace(**{"online": False, **vars(self.args)})
        return Shelf(self.client, commit, config, lists, survey, args, self.console)

    def _look(self, form: Form, shelf: Shelf, section: str = "", notes: tuple[str, ...] = ()) -> Trial:
        """What would become of the paper; `section` counts before that of the form."""
        papers = find_papers(form.names, read_named)
        if len(papers) != 1:
            reason = f"the form names {len(papers)} papers, and it is for one" if papers else "the form names no paper"
            return Trial(Outcome(State.UNREADABLE, reason=f"{reason[0].upper()}{reason[1:]}", notes=notes))
        (paper,) = papers
        earlier = () if self.wish.is_approval else find_earlier(self.issue, self._queue, self.args.per_author)
        if earlier:
            return Trial(Outcome(State.WAITING, paper.name, earlier=earlier))
        return shelf.try_paper(paper, section or form.section, notes)

    def _approve(self, form: Form, shelf: Shelf) -> int:
        """Open the pull request, and review it: pull requests by the token of a job start no workflow."""
        section = self.wish.section
        if is_changed(self.wish, self.issue.body, read_named):
            note = "The issue was edited after the approval: approve it again."
            return self._decline(self._look(form, shelf, notes=(note,)), shelf)
        if section and find_section(shelf.listings(), section) is None:
            note = f'The approval was not followed: there is no section "{section}" in the list.'
            return self._decline(self._look(form, shelf, notes=(note,)), shelf)
        trial = self._look(form, shelf, section)
        if trial.after is None:
            return self._decline(trial, shelf)
        outcome, after = trial.outcome, trial.after
        draft = draft_pull(outcome, self.issue.number, self.issue.author, self.wish.by)
        if self.args.dry_run:
            self.console.report(f"{escape_controls(draft.title)}\n\n{draft.body}")
            return self._answer(outcome, shelf)
        content = (NewContent(after.path, after.content),)
        try:
            made = open_or_update_pull(
                self.client,
                self.wish.repository,
                draft.branch,
                content,
                draft.title,
                draft.body,
                onto=shelf.commit.head,
                trailers=draft.trailers,
            )
        except GitHubError as error:
            note = f"The pull request could not be made: {error.message}."
            self._answer(replace(outcome, notes=(*outcome.notes, note)), shelf)
            raise
        if made is None:
            return self._answer(outcome, shelf)
        self.console.say(f"Pull request: {made.url}")
        self._answer(outcome, shelf, Marker(outcome.state, digest_of(outcome.paper), made.number))
        options = Namespace(**{**vars(self.args), "online": False, "offline": True, "fail_on": None})
        return review(self.client, self.wish.repository, made.number, options, self.console)

    def _decline(self, trial: Trial, shelf: Shelf) -> int:
        self._answer(trial.outcome, shelf)
        self.console.say("The approval was not followed: the answer in the issue says why.")
        return 1

    def _answer(self, outcome: Outcome, shelf: Shelf, pull: Marker | None = None) -> int:
        """Write the answer, or bring it up to date."""
        found = find_answer(self.issue.comments, self.seal)
        rows = self._rows() if outcome.state is not State.STRAY else ()
        same = [row.number for row in rows if row.paper == outcome.paper and row.number != self.issue.number]
        place = Place(
            self.wish.repository,
            self.issue.number,
            shelf.commit.head,
            web_server(self.console.environ),
            self.args.approve_label,
        )
        outcome = replace(outcome, same=tuple(same) if outcome.paper else ())
        if pull is None and found is not None and found[1].pull:
            pull = found[1] if is_open(self.client, self.wish.repository, found[1].pull) else None
        body = render_answer(outcome, place, self.seal, pull, rows)
        self._write(body, found[0] if found else None)
        return 0

    def _write(self, body: str, present: Comment | None) -> None:
        """Post a comment, or edit ours; nothing is sent where it says the same already."""
        if self.args.dry_run:
            self.console.report(body)
        elif present is None or comparable(present.body) != comparable(body):
            url = write_comment(self.client, self.wish.repository, self.issue.number, body, present)
            self.console.say(f"{'Edited' if present else 'Wrote'} the answer: {url}")

    @cached_property
    def _queue(self) -> tuple[OpenedIssue, ...]:
        """The open submissions; asked for once. Strangers fill them with what they like: the answer does without."""
        try:
            opened = list_opened_issues(self.client, self.wish.repository)
        except GitHubError as error:
            self.console.say(f"warning: the open submissions were not read: {error.message}")
            return ()
        return tuple(each for each in opened if read_form(each.body) is not None)

    def _rows(self) -> tuple[Row, ...]:
        """The open submissions as rows of the table."""
        rows = []
        for each in self._queue:
            form = read_form(each.body)
            papers = find_papers(form.names, read_named) if form is not None else ()
            found = find_answer(each.comments, self._seal_of(each.number))
            paper = papers[0].name if len(papers) == 1 else ""
            author = each.author.login if each.author is not None else "ghost"
            rows.append(Row(each.number, author, each.title, paper, found[1] if found else None))
        return tuple(rows)
