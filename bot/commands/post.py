"""`bot post`: a finished run of a lint comes in; its pull request is reviewed by those who may write.

It runs with rights that the run had not, so that it trusts nothing of it: the pull request is found by what GitHub
says of the run, the lists are read at its head and checked anew, and of the report no more than dead links counts.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bot.commands.arguments import add_help, add_sources
from bot.commands.outputs import add_outputs, outputs, write_outputs
from bot.errors import CANNOT_RUN, BotError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from bot.commands.pull_request import Judged
    from bot.console import Console
    from bot.facts.model import Facts
    from bot.github.api import GitHub
    from bot.github.events import RunEvent
    from bot.github.model import Pull
    from bot.linter.engine import Plan
    from bot.linter.rule import NotRun

SUMMARY = "post the review of a lint that may not write"
ARTIFACT = "paperlist-bot-report"
"""What the workflow that lints calls its report."""

_BELIEVED = frozenset({"dead-link"})
"""Rules about facts that a report has a say in; where a page has moved to, or what a paper is called, it has none."""
_HINT = "run it on workflow_run events, from the default branch"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    run = parser.add_argument_group("run")
    run.add_argument("--report", metavar="FILE", help="the report of the lint (the artifact of its run)")
    add_sources(run)
    run.add_argument("--dry-run", action="store_true", help="show what would be posted, post nothing")
    add_outputs(run)
    add_help(run)


def run(args: Namespace, console: Console) -> int:
    """Post, and say what was posted: 0 whatever was found, for the lint has failed already where it should."""
    from bot.commands.pull_request import open_github

    outputs(args.output)
    event = _event(console)
    if not event.is_own or event.kind != "pull_request":
        console.say("The run that has ended was none for a pull request of this repository: nothing to post.")
        return 0
    with open_github(console.environ) as github:
        pull = github.find_pull(
            event.repository, event.head_repository, event.head_repository_id, event.branch, event.commit, event.number
        )
        if pull is None:
            commit = event.commit[:12]
            console.say(f"No open pull request has {commit} at its head: it was closed, or pushed to. Nothing to post.")
            return 0
        return _post(args, github, pull, event, console)


def _event(console: Console) -> RunEvent:
    from bot.commands.review import event_of
    from bot.github.events import RunEvent

    event = event_of(console.environ)
    if not isinstance(event, RunEvent):
        raise BotError("the event is about no run of a workflow" if event else "there is no event", _HINT)
    return event


def _post(args: Namespace, github: GitHub, pull: Pull, event: RunEvent, console: Console) -> int:
    from bot.commands.pull_request import WEB, compare, judge, plan_of, read_config, read_lists

    config = read_config(github, pull, args.config, isolated=args.isolated)
    facts, notes = _facts(args, github, event)
    plan, left_out = _trusted(plan_of(config))
    lists = read_lists(github, pull, config)
    comparison = compare(pull, lists, plan, console.today)
    web = console.environ.get("GITHUB_SERVER_URL") or WEB
    judged = judge(comparison, facts, web=web, notes=notes, not_run=left_out)
    write_outputs(outputs(args.output), judged.report)
    for note in (*lists.notes, *notes):
        console.say(f"warning: {note}")
    _say(args, github, judged, console)
    return 0


def _say(args: Namespace, github: GitHub, judged: Judged, console: Console) -> None:
    """Post it, or show it; the page of the job has it whatever becomes of that. Raises GitHubError."""
    from bot.commands.outputs import summarise
    from bot.commands.pull_request import post, preview, story
    from bot.reviews import decide

    pull = judged.subject.pull
    if args.dry_run:
        console.report(preview(pull, decide(judged.subject, github.conversation(pull))))
        return
    summarise(judged.report, console)
    posted = post(github, judged.subject)
    console.report(f"{story(pull, posted)}\n")
    for note in posted.outcome.notes:
        console.say(f"warning: {note}")


def _facts(args: Namespace, github: GitHub, event: RunEvent) -> tuple[Facts | None, tuple[str, ...]]:
    """What is believed of the report, and what to say where it cannot be used."""
    from bot.github.errors import GitHubError
    from bot.reports.json import UnusableError, believed, read_states

    try:
        data = _read(args.report) if args.report else github.report(event.repository, event.run, ARTIFACT)
        if data is None:
            return None, ("The lint left no report: links were not checked.",)
        states = read_states(data)
    except UnusableError as error:
        return None, (f"The report of the lint was not used, {error}: links were not checked.",)
    except GitHubError:
        return None, ("The report of the lint cannot be had: links were not checked.",)
    return (None if states is None else believed(states)), ()


def _read(path: str) -> bytes:
    from bot.reports.json import LARGEST

    try:
        with Path(path).open("rb") as stream:
            return stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise BotError(f"{path} cannot be read: {error}", "check the path given to --report", CANNOT_RUN) from error


def _trusted(plan: Plan) -> tuple[Plan, tuple[NotRun, ...]]:
    """The plan without the rules that would have to believe the report, and these."""
    from bot.linter.rule import Need, NotRun

    def is_trusted(slug: str, asks: bool) -> bool:
        return not asks or slug in _BELIEVED

    kept = tuple(each for each in plan.rules if is_trusted(each.rule.slug, bool(each.rule.needs & Need.FACTS)))
    reason = "what the report of a fork's lint says of it is not believed"
    left_out = tuple(NotRun(each.rule.slug, reason) for each in plan.rules if each not in kept)
    return replace(plan, rules=kept), left_out
