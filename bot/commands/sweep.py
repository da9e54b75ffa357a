"""`bot sweep`: load the state, check the links that are due, confirm which are dead, save the next state, report."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING

from bot.commands.arguments import add_address, add_color, add_help, add_sources
from bot.commands.outputs import add_outputs, read_outputs
from bot.commands.sweep_check import Shard, SweepNetwork, choose_due, make_part, read_lists
from bot.commands.sweep_report import FinishedSweep, build_report, exit_code, print_report, write_fixes
from bot.console import with_bot_now
from bot.errors import CANNOT_RUN, INTERRUPTED, BotError
from bot.files import read_optional, save
from bot.github.kept_issue import retry
from bot.sweeps.advance import advance_confirmed, check_clock, suspects
from bot.sweeps.observations import merge
from bot.sweeps.storage import dump_part, load_part
from bot.sweeps.store import open_store

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Sequence

    from bot.console import Console
    from bot.sweeps.advance import SweepOutcome
    from bot.sweeps.observations import Part
    from bot.sweeps.state import State
    from bot.sweeps.store import Store

_MINUTES = 20.0
_MOST_SHARDS = 256
"""The most jobs in a matrix of GitHub Actions."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    lists = parser.add_argument_group("lists")
    lists.add_argument("files", nargs="*", metavar="FILES", help="lists in Markdown, or folders")
    add_sources(lists)
    state = parser.add_argument_group("state and report")
    state.add_argument("--state", metavar="FILE", help="load and save the state in this file")
    state.add_argument("--issue", action="store_true", help="keep the state and the report in a GitHub issue")
    add_outputs(state)
    checks = parser.add_argument_group("checks")
    limit = f"time limit for all requests ({_MINUTES:g})"
    checks.add_argument("--budget", type=float, default=_MINUTES, metavar="MINUTES", help=limit)
    add_address(checks)
    checks.add_argument("--shard", metavar="I/N", help="check only part I of N of the hosts")
    checks.add_argument("--part", metavar="FILE", help="write the results for --merge")
    checks.add_argument("--merge", nargs="+", metavar="PART", help="check nothing; merge these parts into one sweep")
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument("--fix", action="store_true", help="fix moved links and venues in the lists")
    fixes.add_argument("--open-pull-request", action="store_true", help="open a pull request with these fixes")
    add_color(fixes)
    add_help(fixes)


def run(args: Namespace, console: Console) -> int:
    """Sweep, and report: 1 if a finding reaches the failing severity, 0 with `--issue`."""
    outputs = read_outputs(args.output)
    _check_options(args)
    console = with_bot_now(console)
    shard = _read_shard(args.shard)
    parts = _read_parts(args.merge or ())
    lists = read_lists(args, console)
    with closing(SweepNetwork(args, console)) as network:
        facts = None
        with open_store(
            Path(args.state) if args.state else None, console.environ, console.say, issue=args.issue
        ) as store:
            lists.check_not_empty()
            state = store.load(network.now)
            if not parts:
                questions = choose_due(lists, state, shard, network.now)
                facts = network.check(questions, shard)
                parts = (make_part(lists, shard, facts, network),)
                if args.part:
                    return _write_part(Path(args.part), parts[0], network, console)
            if network.is_stopped and not any(part.observations for part in parts):
                network.progress.say("warning: interrupted before anything was checked; the state is unchanged")
                return INTERRUPTED
            result, inventory, time = merge(parts), lists.inventory(), max(part.time for part in parts)
            check_clock(state, time)
            confirmations = network.confirm(suspects(state, result, inventory, time))
            following = partial(
                advance_confirmed, result=result, inventory=inventory, now=time, confirmations=confirmations
            )
            outcome = _save(store, state, following, network.now)
        sweep = FinishedSweep(lists, network, outcome, facts, store.url)
        report = build_report(sweep)
        print_report(console, sweep, report, outputs)
        if not network.is_stopped:  # an interrupted run writes no lists
            write_fixes(args, console, sweep)
        return exit_code(args, sweep, report)


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
    """Raise BotError for options that do not go together."""
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
