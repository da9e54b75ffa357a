"""`bot sweep`: lists and the memory of earlier sweeps come in; what is dead, moved or wrong by now goes out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bot.commands.arguments import add_help, add_sources
from bot.commands.outputs import add_outputs, read_outputs
from bot.errors import CANNOT_RUN, INTERRUPTED, BotError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from bot.commands.sweep_check import Shard
    from bot.console import Console
    from bot.sweeps.observations import Part

_MINUTES = 20.0
_MOST_SHARDS = 256
"""Jobs that a matrix of GitHub Actions may have."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    lists = parser.add_argument_group("lists")
    lists.add_argument("files", nargs="*", metavar="FILES", help="Markdown (README.md)")
    add_sources(lists)
    memory = parser.add_argument_group("memory and report")
    memory.add_argument("--state", metavar="FILE", help="the memory: read, and written at the end")
    memory.add_argument("--issue", action="store_true", help="keep memory and report in an issue on GitHub")
    add_outputs(memory)
    asking = parser.add_argument_group("asking")
    asking.add_argument("--budget", type=float, default=_MINUTES, metavar="MINUTES", help="for asking (20)")
    asking.add_argument("--allow-address", action="append", metavar="CIDR", help="a network to ask though not public")
    asking.add_argument("--shard", metavar="I/N", help="ask about one of N parts of the hosts only")
    asking.add_argument("--part", metavar="FILE", help="write what was seen, for --merge")
    asking.add_argument("--merge", nargs="+", metavar="PART", help="ask nobody; make one sweep of parts")
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument("--fix", action="store_true", help="write moved links and venues into the lists")
    fixes.add_argument("--open-pull-request", action="store_true", help="offer these as a pull request")
    add_help(fixes)


def run(args: Namespace, console: Console) -> int:
    """Sweep, and say what is to be looked at: 1 where that is as bad as the failing grade, 0 with `--issue`."""
    from bot.commands.sweep_check import Lookout, Scope
    from bot.commands.sweep_lists import Judge, open_memory, read_lists, read_parts
    from bot.commands.sweep_report import Swept, exit_code, offer, tell
    from bot.console import with_bot_now

    _check(args)
    console = with_bot_now(console)
    shard = read_shard(args.shard)
    parts = read_parts(args.merge) if args.merge else ()
    lists = read_lists(args, console)
    lookout = Lookout(args, console)
    looked = None
    with open_memory(args, console) as memory:
        state = memory.read(lookout.now)
        if not parts:
            looked = lookout.look(lists, Scope(state, shard))
            parts = (looked.part,)
            if args.part:
                code = _write_part(Path(args.part), looked.part, console)
                return INTERRUPTED if lookout.is_stopped else code
        if lookout.is_stopped and not any(part.observations for part in parts):
            lookout.progress.say("warning: interrupted before anything was seen; the memory is as it was")
            return INTERRUPTED
        outcome = memory.write(Judge(parts, lists.inventory(), lookout.ask_again))
    swept = Swept(lists, lookout, looked, outcome, memory.url)
    tell(args, console, swept)
    if not lookout.is_stopped:  # who breaks a run off does not want it to write
        offer(args, console, swept)
    return exit_code(args, swept)


def _write_part(path: Path, part: Part, console: Console) -> int:
    from bot.files import save
    from bot.sweeps.storage import dump_part

    save(path, dump_part(part))
    console.say(f"Saw {len(part.observations):,} links and papers; wrote {path}.")
    return 0 if part.has_network else CANNOT_RUN


def read_shard(words: str | None) -> Shard:
    """The value of `--shard`, as `2/4`; the whole without one. Raises BotError for anything else."""
    from bot.commands.sweep_check import Shard

    if words is None:
        return Shard()
    number, _, count = words.partition("/")
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count) <= _MOST_SHARDS):
        hint = f"write it as --shard 1/4, with {_MOST_SHARDS} parts at most"
        raise BotError(f"--shard {words} is no part of a whole", hint)
    return Shard(int(number), int(count))


def _check(args: Namespace) -> None:
    """Raise BotError for options that do not go together."""
    read_outputs(args.output)
    if args.shard and not args.part:
        raise BotError("--shard asks about a part of the links", "add --part FILE, and --merge all parts later")
    if args.part and args.merge:
        raise BotError("--part writes what --merge reads", "leave one of them out")
    if args.part and (args.fix or args.open_pull_request):
        raise BotError("a part mends nothing", "give --fix or --open-pull-request to the job that merges")
    if args.fix and args.open_pull_request:
        raise BotError("--fix writes the lists here, --open-pull-request on GitHub", "leave one of them out")
    if not 0 < args.budget <= 24 * 60:
        raise BotError("--budget is no time", "write minutes, such as --budget 20")
    if "-" in args.files:
        raise BotError("a sweep reads files, not standard input", "name the list by its path")
