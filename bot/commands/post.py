"""`bot post`: review the pull request of a finished lint that could not write, as that of a fork.

It has permissions that the lint had not, so that it trusts nothing of that run: the pull request is found by what
GitHub says about the run, the lists are read at its head and checked again, and of the report only dead links count.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass, replace
from pathlib import Path

from bot.commands.parsers import ConfigOptions, Output, add_help, add_outputs, add_sources, make_options
from bot.console import Console
from bot.errors import CANNOT_RUN, BotError
from bot.facts.model import Facts
from bot.github import GitHubError
from bot.github.client import Client, open_client
from bot.github.events import RunEvent, read_artifact, read_job_event
from bot.github.pulls import Trees, find_pull
from bot.linter.engine import Plan
from bot.linter.rule import Need, NotRun
from bot.reports import write_job_summary, write_outputs
from bot.reports.json import LARGEST, UnusableError, dead_links_only, read_states
from bot.reviews.change import check_change, compare, publish, read_config, read_lists
from bot.rules import RULES

ARTIFACT = "paperlist-bot-report"
"""The name of the report that the workflow with the lint uploads."""

_TRUSTED = frozenset({"dead-link"})
"""Rules about facts whose facts are taken from the report; new addresses of pages or titles of papers are not."""


@dataclass(frozen=True, slots=True)
class Options:
    """How the review of a finished run is posted."""

    sources: ConfigOptions
    outputs: tuple[Output, ...]
    report: str | None = None
    """The file of the report; None for the artifact of the run."""
    dry_run: bool = False


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    run = parser.add_argument_group("run")
    run.add_argument("--report", metavar="FILE", help="read the report from a file, not from the artifact")
    add_sources(run)
    run.add_argument("--dry-run", action="store_true", help="show what would be posted, post nothing")
    add_outputs(run)
    add_help(run)


def read_options(args: Namespace) -> Options:
    """Read the command line. Raises BotError for an output that is not valid."""
    return make_options(Options, args)


def run(options: Options, console: Console) -> int:
    """Post, and say what was posted: 0 whatever was found, for the lint has failed already where it should."""
    event = read_job_event(console.environ)
    if not isinstance(event, RunEvent):
        message = "the event is not workflow_run" if event else "there is no workflow_run event"
        raise BotError(message, "run it on workflow_run events, from the default branch")
    if not event.is_own or event.kind != "pull_request":
        console.say("The finished run was not for a pull request of this repository: nothing to post.")
        return 0
    with open_client(console.environ) as client:
        pull = find_pull(client, event)
        if pull is None:
            commit = event.commit[:12]
            console.say(f"No open pull request has {commit} at its head: it was closed, or pushed to. Nothing to post.")
            return 0
        trees = Trees(client, pull)
        config = read_config(trees, options.sources.config, isolated=options.sources.isolated)
        facts, notes = _read_facts(options, client, event)
        lists = read_lists(trees, config)
        change = compare(lists, config, console)
        plan, not_run = _without_untrusted(config.plan(RULES))
        checked, report = check_change(
            pull, change, plan, facts, console, notes=notes, not_run=not_run, failing=config.fail_on
        )
        write_outputs(options.outputs, report)
        for note in (*lists.notes, *notes):
            console.say(f"warning: {note}")
        if not options.dry_run:
            write_job_summary(report, console)  # the page of the job has the report whatever becomes of posting it
        publish(client, change, checked, console, dry_run=options.dry_run)
    return 0


def _read_facts(options: Options, client: Client, event: RunEvent) -> tuple[Facts | None, tuple[str, ...]]:
    """The facts that are taken from the report, and what to say where it cannot be used."""
    try:
        data = (
            _read_file(options.report)
            if options.report
            else read_artifact(client, event.repository, event.run, ARTIFACT)
        )
        if data is None:
            return None, ("The lint left no report: links were not checked.",)
        states = read_states(data)
    except UnusableError as error:
        return None, (f"The report of the lint was not used, {error}: links were not checked.",)
    except GitHubError:
        return None, ("The report of the lint was not downloaded: links were not checked.",)
    return (None if states is None else dead_links_only(states)), ()


def _read_file(path: str) -> bytes:
    try:
        with Path(path).open("rb") as stream:
            return stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise BotError(f"{path} cannot be read: {error}", "check the path given to --report", CANNOT_RUN) from error


def _without_untrusted(plan: Plan) -> tuple[Plan, tuple[NotRun, ...]]:
    """The plan without the rules whose facts would come from the report, and these."""
    untrusted = tuple(each for each in plan.rules if each.rule.needs & Need.FACTS and each.rule.slug not in _TRUSTED)
    rules = tuple(each for each in plan.rules if each not in untrusted)
    reason = "facts in the report of a fork's lint are not trusted"
    return replace(plan, rules=rules), tuple(NotRun(each.rule.slug, reason) for each in untrusted)
