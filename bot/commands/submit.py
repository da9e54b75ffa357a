"""`bot submit`: answer the issue in which somebody proposes a paper, and open the pull request once it is approved."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import dataclass

from bot.commands import review
from bot.commands.parsers import (
    ConfigOptions,
    FactOptions,
    add_asking,
    add_help,
    add_outputs,
    add_sources,
    make_options,
    read_asking,
    read_facts,
    read_outputs,
)
from bot.commands.sources import gather_records
from bot.console import Console
from bot.errors import BotError
from bot.github.client import open_client
from bot.github.events import CommentEvent, IssueEvent, read_job_event
from bot.github.issues import read_opened_issue
from bot.submissions.answer import APPROVE_LABEL, Task, read_task
from bot.submissions.submission import Settings, Submission


@dataclass(frozen=True, slots=True)
class Options:
    """Which issue is answered, and how."""

    repo: str | None
    """The repository and the number of the issue; without them, those of the event."""
    issue: int | None
    settings: Settings
    facts: FactOptions
    review: review.Options
    """How the pull request is reviewed that is made."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    issue = parser.add_argument_group("issue")
    issue.add_argument("--repo", metavar="OWNER/NAME", help="the repository, by default that of the event")
    issue.add_argument("--issue", metavar="N", type=int, help="answer this issue, by default that of the event")
    issue.add_argument(
        "--approve-label", metavar="NAME", default=APPROVE_LABEL, help="the label that approves (approved)"
    )
    issue.add_argument(
        "--per-author", metavar="N", type=int, default=1, help="answer N open issues of one author (1; 0: all)"
    )
    add_sources(issue)
    facts = parser.add_argument_group("facts")
    add_asking(facts, offline="send no request about papers")
    output = parser.add_argument_group("output")
    output.add_argument("--dry-run", action="store_true", help="show what would be posted, post nothing")
    add_outputs(output)
    add_help(output)


def read_options(args: Namespace) -> Options:
    """Read the command line. Raises BotError for what is not valid."""
    outputs = read_outputs(args.output)
    if args.per_author < 0:
        raise BotError("--per-author must not be negative", "0 means no limit")
    own = review.Options(make_options(ConfigOptions, args), read_facts(args, offline=True), outputs)
    return Options(args.repo, args.issue, make_options(Settings, args), read_asking(args), own)


def run(options: Options, console: Console) -> int:
    """Answer, and open the pull request: 0 if all was done that was asked for, else 1."""
    task = _read_task(options, console.environ)
    if task is None:
        console.say("The event asks for nothing: the bot looks at issues and at /approve, not at other programs.")
        return 0
    with open_client(console.environ) as client:
        issue = read_opened_issue(client, task.repository, task.number)
        if not issue.is_open:
            console.say(f"{task.repository}#{task.number} is closed: nothing to do.")
            return 0
        submission = Submission(
            options.settings,
            client,
            issue,
            task,
            lambda papers, lock: gather_records(options.facts, papers, lock, console),
            lambda number: review.review(client, task.repository, number, options.review, console),
            console,
        )
        return submission.work()


def _read_task(options: Options, environ: Mapping[str, str]) -> Task | None:
    """What is asked for, by the command line or by the event. Raises BotError if there is neither."""
    if (named := review.read_number("--issue", options.repo, options.issue, environ)) is not None:
        return Task(*named)
    event = read_job_event(environ)
    if not isinstance(event, CommentEvent | IssueEvent):
        message = "the event is not about an issue" if event else "there is no issue"
        raise BotError(message, "run it on issues and issue_comment, or name one: --repo owner/name --issue N")
    return read_task(event, options.settings.approve_label)
