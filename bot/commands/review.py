"""`bot review`: a pull request comes in; what it does to the lists is said under it, once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bot.commands.arguments import add_facts, add_help, add_sources
from bot.commands.outputs import add_outputs, outputs, write_outputs
from bot.errors import CANNOT_RUN, INTERRUPTED, BotError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Mapping, Sequence

    from bot.commands.online import Gathered
    from bot.commands.pull_request import Judged
    from bot.console import Console
    from bot.github.api import GitHub
    from bot.github.events import PullEvent, RunEvent
    from bot.github.model import Pull
    from bot.linter.config import Config
    from bot.linter.engine import Plan
    from bot.listing import Entry

_GRADES = ("error", "warning", "note")
_HINT = "run it on pull_request events, or name one: --repo owner/name --pull N"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    pull = parser.add_argument_group("pull request")
    pull.add_argument("--repo", metavar="OWNER/NAME", help="the repository (that of the event)")
    pull.add_argument("--pull", metavar="N", type=int, help="the number (that of the event)")
    add_sources(pull)
    add_facts(parser.add_argument_group("facts"))
    findings = parser.add_argument_group("findings")
    findings.add_argument("--fail-on", choices=_GRADES, metavar="GRADE", help=f"{', '.join(_GRADES)} (error)")
    findings.add_argument("--dry-run", action="store_true", help="show what would be posted, post nothing")
    add_outputs(findings)
    add_help(findings)


def run(args: Namespace, console: Console) -> int:
    """Review, and say what was posted: 0 where nothing at or above the failing grade was caused, else 1."""
    from bot.commands.pull_request import open_github

    outputs(args.output)
    repository, number = _target(args, console.environ)
    with open_github(console.environ) as github:
        pull = github.pull(repository, number)
        if not pull.is_open:
            console.say(f"{repository}#{number} is closed: nothing to review.")
            return 0
        return _review(args, github, pull, console)


def _review(args: Namespace, github: GitHub, pull: Pull, console: Console) -> int:
    from bot.commands.pull_request import WEB, compare, judge, plan_of, read_config, read_lists

    config = read_config(github, pull, args.config, isolated=args.isolated)
    plan = plan_of(config)
    lists = read_lists(github, pull, config)
    for note in lists.notes:
        console.say(f"error: {note}")
    comparison = compare(pull, lists, plan, console.today)
    learned = _learn(args, comparison.entries, plan, console)
    late = ("Not everything was asked: the time was up.",) if learned.code == CANNOT_RUN else ()
    web = console.environ.get("GITHUB_SERVER_URL") or WEB
    judged = judge(comparison, learned.facts, web=web, notes=late)
    write_outputs(outputs(args.output), judged.report)
    if learned.code == INTERRUPTED:  # who breaks a run off does not want it to write
        return INTERRUPTED
    if not _post(args, github, judged, console):
        return 0
    return _exit_code(args, config, judged) or learned.code or (CANNOT_RUN if lists.notes else 0)


def _post(args: Namespace, github: GitHub, judged: Judged, console: Console) -> bool:
    """Post it, or show it; what GitHub does not take stands beside the lines and on the page of the job.

    False where the pull request has moved on, and nothing was said.
    """
    from bot.commands.outputs import annotate, summarise
    from bot.commands.pull_request import post, preview, story
    from bot.github.errors import GitHubError
    from bot.github.model import Fate
    from bot.reviews import decide

    pull = judged.subject.pull
    try:
        if args.dry_run:
            console.report(preview(pull, decide(judged.subject, github.conversation(pull))))
            return True
        posted = post(github, judged.subject)
    except GitHubError as error:
        console.say(f"warning: the review was not posted: {error.message}")
        annotate(judged.report, console)
        summarise(judged.report, console)
        return True
    console.report(f"{story(pull, posted)}\n")
    for note in posted.outcome.notes:
        console.say(f"warning: {note}")
    if posted.outcome.fate is Fate.SUPERSEDED:
        return False
    summarise(judged.report, console)
    return True


def _learn(args: Namespace, entries: Sequence[Entry], plan: Plan, console: Console) -> Gathered:
    """What the world says of entries that are new or changed, where it is to be asked."""
    from bot.commands.online import Gathered, gather_facts, warn_of_unused
    from bot.linter.rule import Need

    warn_of_unused(args, console)
    needs = plan.needs & Need.FACTS
    if not needs or not (args.online or args.offline):
        return Gathered()
    from bot.facts.questions import collect_entry_questions

    return gather_facts(args, collect_entry_questions(entries), needs, console)


def _exit_code(args: Namespace, config: Config, judged: Judged) -> int:
    from bot.linter.diagnostics import Severity

    failing = Severity[args.fail_on.upper()] if args.fail_on else config.fail_on
    return int(any(diagnostic.severity >= failing for diagnostic in judged.report.diagnostics))


def _target(args: Namespace, environ: Mapping[str, str]) -> tuple[str, int]:
    """Repository and number: as the command line names them, else as the event does."""
    from bot.github.events import PullEvent, is_repository

    if args.pull is not None:
        repository = args.repo or environ.get("GITHUB_REPOSITORY", "")
        if not is_repository(repository) or args.pull < 1:
            raise BotError("--pull names a pull request of a repository", "write --repo owner/name --pull N")
        return repository, args.pull
    if args.repo is not None:
        raise BotError("--repo names no pull request", "write --repo owner/name --pull N")
    event = event_of(environ)
    if not isinstance(event, PullEvent):
        raise BotError("the event is about no pull request" if event else "there is no pull request", _HINT)
    return event.repository, event.number


def event_of(environ: Mapping[str, str]) -> PullEvent | RunEvent | None:
    """The event of GitHub Actions that this process runs for; None outside of a job, and for other events."""
    from bot.github.events import LARGEST_EVENT, read_event

    name = environ.get("GITHUB_EVENT_PATH")
    if not name:
        return None
    try:
        with Path(name).open("rb") as stream:
            return read_event(stream.read(LARGEST_EVENT))
    except (OSError, ValueError) as error:
        raise BotError(f"the event cannot be read: {error}", _HINT) from error
