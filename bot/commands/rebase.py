"""`bot rebase`: merge the base branch into the branch of a pull request, the lists entry by entry.

It answers `/rebase` in a comment of the pull request. Nothing is checked out: files are read through the API, as data.
The branch gets a commit with two parents and is never rewritten.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass

from bot.commands import review
from bot.commands.parsers import add_facts, add_help, add_outputs, add_sources, make_options
from bot.console import Console
from bot.errors import CANNOT_RUN, BotError
from bot.github import GitHubError
from bot.github.branches import may_write
from bot.github.client import Client, open_client
from bot.github.events import CommentEvent, read_job_event
from bot.github.issues import post_comment
from bot.github.model import Pull
from bot.github.pulls import Trees, read_pull
from bot.reviews.branch_merge import Rebase, Status, is_command, merge_base_branch, write_answer
from bot.reviews.change import read_config


@dataclass(frozen=True, slots=True)
class Options:
    """How the base branch is merged."""

    review: review.Options
    """How the merge is reviewed; its configuration is that of the merge too."""
    dry_run: bool


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    rebase = parser.add_argument_group("merge")
    rebase.add_argument("--dry-run", action="store_true", help="show the answer, push and post nothing")
    add_sources(rebase)
    reviewed = parser.add_argument_group("review of the merged list")
    add_facts(reviewed)
    add_outputs(reviewed)
    add_help(reviewed)


def read_options(args: Namespace) -> Options:
    """Read the command line. Raises BotError for an output that is not valid, before anything is merged."""
    return Options(make_options(review.Options, args), args.dry_run)


def run(options: Options, console: Console) -> int:
    """Do what the comment asks for and answer it; 0 whatever the answer is, 3 if it could not be given."""
    event = read_job_event(console.environ)
    if not isinstance(event, CommentEvent):
        raise BotError("the event is not a comment", "run it on issue_comment events, from the default branch")
    if not is_command(event):
        console.say("The comment is not /rebase of a pull request: nothing to do.")
        return 0
    with open_client(console.environ) as client:
        if not _may_ask(client, event):
            console.say("The comment is neither by the author of the pull request nor by somebody with write access.")
            return 0
        pull = read_pull(client, event.repository, event.number)
        where = options.review.sources
        config = read_config(Trees(client, pull), where.config, isolated=where.isolated)
        rebase = merge_base_branch(client, pull, config, dry_run=options.dry_run)
        answer = write_answer(rebase)
        console.report(answer)
        if options.dry_run:
            return 0
        if rebase.status is Status.UPDATED:
            _follow_up(client, pull, rebase, answer, options.review, console)
        else:
            post_comment(client, pull.repository, pull.number, answer)
    return 0


def _follow_up(
    client: Client, pull: Pull, rebase: Rebase, answer: str, options: review.Options, console: Console
) -> None:
    """Answer, and review what was merged. Raises BotError, which says that the merge is made, where one of them fails.

    A push with the token of a job starts no other one, so that nothing else would review the merge.
    """
    failures = []
    try:
        post_comment(client, pull.repository, pull.number, answer)
    except GitHubError as error:
        failures.append(error.message)
    try:
        review.review(client, pull.repository, pull.number, options, console)
    except BotError as error:
        failures.append(error.message)
    if failures:
        made = f"{rebase.base_branch} is merged into {rebase.branch}, with commit {rebase.commit}"
        raise BotError(
            f"{made}; what failed after that: {'; '.join(failures)}",
            f"the merge stays; bot review --repo {pull.repository} --pull {pull.number} reviews it again",
            CANNOT_RUN,
        )


def _may_ask(client: Client, event: CommentEvent) -> bool:
    is_author = bool(event.author) and event.commenter == event.author
    return is_author or may_write(client, event.repository, event.commenter)
