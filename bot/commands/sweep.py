"""`bot sweep`: load the state, check the links that are due, confirm which are dead, save the next state, report."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import chain, repeat
from pathlib import Path

from bot.commands.online import ProgressDisplay, sigterm_as_interrupt
from bot.commands.parsers import (
    ListOptions,
    Output,
    add_address,
    add_color,
    add_help,
    add_outputs,
    add_sources,
    make_options,
    read_outputs,
)
from bot.commands.sources import read_sources
from bot.console import Console, with_bot_now
from bot.errors import CANNOT_RUN, INTERRUPTED, BotError
from bot.files import read_optional, save, write_back
from bot.github.branches import offer_texts
from bot.github.kept_issue import retry
from bot.links.address_guard import Network
from bot.links.clock import Clock
from bot.papers.urls import is_web_url
from bot.reports import append_job_summary, render, write_outputs
from bot.reports.run import Report
from bot.sweeps.advance import NO_NETWORK, SweepOutcome, advance_confirmed, check_clock, suspects
from bot.sweeps.checking import (
    FinishedSweep,
    Lists,
    Shard,
    SweepNetwork,
    build_report,
    choose_due,
    describe,
    fix_lists,
    make_part,
    survey_lists,
)
from bot.sweeps.history import Part, dump_part, load_part, merge
from bot.sweeps.issue import Store, open_store, site_of, write_report
from bot.sweeps.state import State
from bot.text import plural

_MINUTES = 20.0
_MOST_SHARDS = 256
"""The most jobs in a matrix of GitHub Actions."""
_BYTES_OF_CHARACTER = 4
"""At most."""
BRANCH = "paperlist-bot/sweep"
TITLE = "Update moved links and venues"
_BODY = """\
Updates permanently moved links and renamed repositories, writes arXiv links in their canonical form, and adds venues
to entries that said arXiv. Nothing but these URLs and venues is changed.

Later sweeps update this pull request, unless somebody else commits to its branch.
"""


@dataclass(frozen=True, slots=True)
class Options:
    """What a sweep is asked for."""

    lists: ListOptions
    outputs: tuple[Output, ...]
    seconds: float
    """For all requests."""
    shard: Shard
    state: Path | None
    part: Path | None
    """Where the results of a shard go; nothing is saved then."""
    issue: bool = False
    """Keep state and report in an issue."""
    allow_address: tuple[Network, ...] = ()
    merge: tuple[str, ...] = ()
    """The parts of shards; nothing is checked then."""
    fix: bool = False
    open_pull_request: bool = False
    page: str = ""
    """The address of the page of `bot report`."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    lists = parser.add_argument_group("lists")
    lists.add_argument("files", nargs="*", metavar="FILES", help="lists, or folders with lists")
    add_sources(lists)
    state = parser.add_argument_group("state and report")
    state.add_argument("--state", metavar="FILE", help="load and save the state in this file")
    state.add_argument("--issue", action="store_true", help="keep the state and the report in a GitHub issue")
    state.add_argument("--page", default="", metavar="URL", help="the page of bot report, for the issue to link")
    add_outputs(state)
    checks = parser.add_argument_group("checks")
    limit = f"time limit for all requests ({_MINUTES:g})"
    checks.add_argument("--budget", type=float, default=_MINUTES, metavar="MINUTES", help=limit)
    add_address(checks)
    checks.add_argument("--shard", metavar="I/N", help="check only part I of N of the hosts")
    checks.add_argument("--part", metavar="FILE", help="write the results to this file, for --merge")
    checks.add_argument("--merge", nargs="+", metavar="PART", help="check nothing; merge these parts into one sweep")
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument("--fix", action="store_true", help="fix moved links and venues in the lists")
    fixes.add_argument("--open-pull-request", action="store_true", help="open a pull request with these fixes")
    add_color(fixes)
    add_help(fixes)


def read_options(args: Namespace) -> Options:
    """Read the command line. Raises BotError for options that are not valid, or do not go together."""
    outputs = read_outputs(args.output)
    _check_options(args)
    state, part = (Path(each) if each else None for each in (args.state, args.part))
    shard, seconds = _read_shard(args.shard), args.budget * 60.0
    return make_options(Options, args, outputs=outputs, state=state, part=part, shard=shard, seconds=seconds)


def run(options: Options, console: Console) -> int:
    """Sweep, and report: 1 if a finding reaches the failing severity, 0 with `--issue`."""
    console = with_bot_now(console)
    parts = _read_parts(options.merge)
    sources = read_sources(options.lists)
    lists = survey_lists(sources.config, sources.texts, sources.survey(console))
    clock = console.clock or Clock()
    progress = ProgressDisplay(console, clock, in_logs=True)
    with (
        closing(SweepNetwork(options.seconds, options.allow_address, clock, progress, console.environ)) as network,
        open_store(options.state, console.environ, console.say, issue=options.issue, page=options.page) as store,
    ):
        facts = None
        lists.check_not_empty()
        state = store.load(network.now)
        if not parts:
            questions = choose_due(lists, state, options.shard, network.now)
            with sigterm_as_interrupt():
                facts = network.check(questions, options.shard)
            parts = (make_part(lists, options.shard, facts, network),)
            if options.part is not None:
                return _write_part(options.part, parts[0], network, console)
        if network.is_stopped and not any(part.observations for part in parts):
            progress.say("warning: interrupted before anything was checked; the state is unchanged")
            return INTERRUPTED
        outcome = _advance(store, state, lists, parts, network)
        sweep = FinishedSweep(lists, outcome, facts, store.url, network.is_stopped)
        report = build_report(sweep)
        _print(console, sweep, report, options, progress)
        if not network.is_stopped:  # an interrupted run writes no lists
            _write_fixes(options, console, sweep, network)
        return _exit_code(options, sweep, report)


def _advance(store: Store, state: State, lists: Lists, parts: Sequence[Part], network: SweepNetwork) -> SweepOutcome:
    """Advance the state by what was observed, and save it."""
    result, inventory, time = merge(parts), lists.inventory(), max(part.time for part in parts)
    check_clock(state, time)
    with sigterm_as_interrupt():
        confirmations = network.confirm(suspects(state, result, inventory, time))
    following = partial(advance_confirmed, result=result, inventory=inventory, now=time, confirmations=confirmations)
    return _save(store, state, following, network.now)


def _save(store: Store, state: State, following: Callable[[State], SweepOutcome], now: int) -> SweepOutcome:
    """Save the next state; if another run has saved in the meantime, start from its state."""
    states = chain((state,), (store.load(now) for _ in repeat(None)))

    def attempt() -> SweepOutcome:
        outcome = following(next(states))
        store.save(outcome)
        return outcome

    return retry(attempt, "another run keeps changing the issue", "run one sweep at a time")


def _write_part(path: Path, part: Part, network: SweepNetwork, console: Console) -> int:
    save(path, dump_part(part))
    console.say(f"Checked {len(part.observations):,} links and papers; wrote {path}.")
    if network.is_stopped:
        return INTERRUPTED
    return 0 if part.has_network else CANNOT_RUN


def _print(console: Console, sweep: FinishedSweep, report: Report, options: Options, progress: ProgressDisplay) -> None:
    """Print the findings and a summary, and write the outputs and the page of the job."""
    color, width = console.has_color(console.stdout), console.width(console.stdout)
    text = render("plain", report, verbose=True, color=color, width=width)
    console.report(text)
    write_outputs(options.outputs, report, verbose=True)
    site = site_of(console.environ, options.page)
    append_job_summary(console, lambda room: write_report(sweep.outcome, site, room // _BYTES_OF_CHARACTER))
    for message in describe(sweep):
        progress.say(message)


def _write_fixes(options: Options, console: Console, sweep: FinishedSweep, network: SweepNetwork) -> None:
    """Write the fixes into the lists or into a pull request, if the command line says so."""
    if not (options.fix or options.open_pull_request):
        return
    before, after = sweep.lists.texts, fix_lists(sweep, network.look_up)
    changed = sum(old.content != new.content for old, new in zip(before, after, strict=True))
    if options.fix:
        write_back(before, after, console)
        console.say(f"Changed {plural(changed, 'list')}." if changed else "Nothing to fix.")
    elif changed:
        offer_texts(before, after, BRANCH, TITLE, lambda _: _BODY, console.environ, console.say)


def _exit_code(options: Options, sweep: FinishedSweep, report: Report) -> int:
    """3 if the network did not work, 130 after an interruption, otherwise 1 for findings of the failing severity."""
    if sweep.outcome.outage == NO_NETWORK:
        return CANNOT_RUN
    if sweep.is_stopped:
        return INTERRUPTED
    if options.issue:
        return 0
    return int(any(each.severity >= sweep.lists.config.fail_on for each in report.diagnostics))


def _read_parts(names: Sequence[str]) -> tuple[Part, ...]:
    """The parts in these files. Raises BotError for one that cannot be read, or that does not belong to the others."""
    parts = []
    for name in names:
        text = read_optional(Path(name))
        if text is None:
            raise BotError(f"file not found: {name}", "bot sweep --shard I/N --part FILE writes it")
        parts.append(load_part(text, name))
    try:
        if parts:
            merge(parts)
    except ValueError as error:
        raise BotError(f"--merge: {error}", "give all parts of one sweep, each once") from error
    return tuple(parts)


def _read_shard(value: str | None) -> Shard:
    """The value of `--shard`, such as `2/4`; all links without one. Raises BotError for anything else."""
    if value is None:
        return Shard()
    number, _, count = value.partition("/")
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count) <= _MOST_SHARDS):
        message = f"--shard {value} is not valid: in I/N, I must be from 1 to N, and N at most {_MOST_SHARDS}"
        raise BotError(message, "write it as --shard 1/4")
    return Shard(int(number), int(count))


def _check_options(args: Namespace) -> None:
    """Raise BotError for options that are not valid, or do not go together."""
    if args.page and not is_web_url(args.page):
        raise BotError(f"--page {args.page} is not a URL", "write it as https://name.github.io/list/health.html")
    if args.shard and not args.part:
        raise BotError("--shard needs --part FILE", "merge all parts with --merge afterwards")
    if args.part and args.merge:
        raise BotError("--part and --merge cannot be combined", "--part writes the files that --merge reads")
    if args.part and (args.fix or args.open_pull_request):
        raise BotError("--part cannot be combined with --fix or --open-pull-request", "use these with --merge")
    if args.fix and args.open_pull_request:
        raise BotError("--fix and --open-pull-request cannot be combined", "use one of them")
    if not 0 < args.budget <= 24 * 60:
        raise BotError("--budget must be greater than 0 and at most 1440 minutes", "write it as --budget 20")
    if "-" in args.files:
        raise BotError("a sweep cannot read standard input", "name the list by its path")
