"""`bot review`: check what a pull request changes in its lists, and post the findings to it as a review."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import dataclass

from bot.commands.parsers import (
    ConfigOptions,
    FactOptions,
    Output,
    add_facts,
    add_fail_on,
    add_help,
    add_outputs,
    add_sources,
    make_options,
    warn_of_unused,
)
from bot.commands.sources import Gathered, gather_facts
from bot.console import Console
from bot.errors import CANNOT_RUN, INTERRUPTED, BotError
from bot.facts import Depth
from bot.facts.questions import collect_entry_questions
from bot.github import GitHubError
from bot.github.client import Client, open_client
from bot.github.events import PullEvent, read_job_event
from bot.github.model import PostStatus, is_repository
from bot.github.pulls import Trees, read_pull
from bot.linter.diagnostics import Severity
from bot.linter.rule import Need
from bot.reports import annotate, write_job_summary, write_outputs
from bot.reviews.change import check_change, compare, publish, read_config, read_lists, read_lock_files
from bot.rules import RULES


@dataclass(frozen=True, slots=True)
class Options:
    """How to review a pull request."""

    sources: ConfigOptions
    facts: FactOptions
    outputs: tuple[Output, ...] = ()
    fail_on: Severity | None = None
    """The failing severity, in place of that of the configuration."""
    dry_run: bool = False
    repo: str | None = None
    """The repository and the number of the pull request; without them, those of the event."""
    pull: int | None = None


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    pull = parser.add_argument_group("pull request")
    pull.add_argument("--repo", metavar="OWNER/NAME", help="the repository, by default that of the event")
    pull.add_argument("--pull", metavar="N", type=int, help="the pull request, by default that of the event")
    add_sources(pull)
    add_facts(parser.add_argument_group("facts"))
    findings = parser.add_argument_group("findings")
    add_fail_on(findings)
    findings.add_argument("--dry-run", action="store_true", help="show what would be posted, post nothing")
    add_outputs(findings)
    add_help(findings)


def read_options(args: Namespace) -> Options:
    """The options of the command line. Raises BotError for an output that is not valid."""
    return make_options(Options, args)


def run(options: Options, console: Console) -> int:
    """Review, and say what was posted: 0 if the change causes nothing at or above the failing severity, else 1."""
    repository, number = _target(options, console.environ)
    with open_client(console.environ) as client:
        return review(client, repository, number, options, console)


def review(client: Client, repository: str, number: int, options: Options, console: Console) -> int:
    """Review a pull request, and say what was posted; the exit code."""
    pull = read_pull(client, repository, number)
    if not pull.is_open:
        console.say(f"{repository}#{number} is closed: nothing to review.")
        return 0
    trees = Trees(client, pull)
    config = read_config(trees, options.sources.config, isolated=options.sources.isolated)
    lists = read_lists(trees, config)
    for note in lists.notes:
        console.say(f"error: {note}")
    change, plan = compare(lists, config, console), config.plan(RULES)
    lock, lock_notes = read_lock_files(trees, lists)
    warn_of_unused(options.facts, console)
    questions = collect_entry_questions(change.entries.all)
    with change.stopwatch.paused():
        needs = plan.needs & Need.FACTS
        gathered = gather_facts(options.facts, questions, needs, console, lock=lock, depth=Depth.CLAIMS)
    failing = options.fail_on or config.fail_on
    notes = (*lock_notes, *_notes(gathered))
    checked, report = check_change(pull, change, plan, gathered.facts, console, notes=notes, failing=failing)
    write_outputs(options.outputs, report)
    if gathered.code == INTERRUPTED:  # an interrupted run posts nothing
        return INTERRUPTED
    try:
        status = publish(client, change, checked, console, dry_run=options.dry_run)
    except GitHubError as error:
        console.say(f"warning: the review was not posted: {error.message}")
        annotate(report, console)
        write_job_summary(report, console)
    else:
        if status is PostStatus.SUPERSEDED:
            return 0
        if status is not None:
            write_job_summary(report, console)
    if any(diagnostic.severity >= failing for diagnostic in report.diagnostics):
        return 1
    # Where there were no entries before either, no change to them was left unchecked.
    is_emptied = report.has_read_nothing and any(listing.entries for listing in change.base.listings)
    if is_emptied:
        console.say("error: the lists have no entries any more, so that nothing was checked")
    return gathered.code or (CANNOT_RUN if lists.notes or is_emptied else 0)


def _notes(gathered: Gathered) -> tuple[str, ...]:
    """Why not everything was asked, for the summary of the review."""
    if gathered.facts is not None and gathered.facts.unreached:
        return ("Not everything was asked: nothing could be reached.",)
    return ("Not everything was asked: the time was up.",) if gathered.code == CANNOT_RUN else ()


def read_number(
    option: str, repo: str | None, number: int | None, environ: Mapping[str, str]
) -> tuple[str, int] | None:
    """The repository and the number that `--repo` and `option` name; None if neither is given."""
    hint = f"write --repo owner/name {option} N"
    if number is None and repo is not None:
        raise BotError(f"--repo needs {option}", hint)
    if number is None:
        return None
    repository = repo or environ.get("GITHUB_REPOSITORY", "")
    if not is_repository(repository) or number < 1:
        raise BotError(f"{option} needs a repository and a number", hint)
    return repository, number


def _target(options: Options, environ: Mapping[str, str]) -> tuple[str, int]:
    """Repository and number: as the command line names them, else as the event does."""
    if (named := read_number("--pull", options.repo, options.pull, environ)) is not None:
        return named
    event = read_job_event(environ)
    if not isinstance(event, PullEvent):
        message = "the event is not about a pull request" if event else "there is no pull request"
        raise BotError(message, "run it on pull_request events, or name one: --repo owner/name --pull N")
    return event.repository, event.number
