"""`bot merge`: one list from two changed versions of it, entry by entry; git's merge driver for lists."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path

from bot import files
from bot.commands.parsers import add_help, make_options
from bot.console import Console
from bot.errors import BotError
from bot.merging.three_way import Result, merge_contents, merge_versions
from bot.text import escape_controls, plural

_MARKER_SIZES = range(1, 201)
"""Characters of a conflict marker; git uses 7, and more for merges inside of merges."""


@dataclass(frozen=True, slots=True)
class Options:
    """The three versions, where the result goes, and how it is written and reported."""

    base: str
    ours: str
    theirs: str
    output: str
    """The file that takes the result: that of ours, if no other is named."""
    marker_size: int = 7
    format: str = "plain"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    lists = parser.add_argument_group("lists")
    lists.add_argument("base", metavar="BASE", help="the list that both sides began with")
    lists.add_argument("ours", metavar="OURS", help="the list with the changes of one side")
    lists.add_argument("theirs", metavar="THEIRS", help="the list with the changes of the other side")
    output = parser.add_argument_group("output")
    output.add_argument(
        "--output", type=files.check_folder, metavar="FILE", help="write the result here instead of to OURS"
    )
    output.add_argument("--marker-size", type=int, default=7, metavar="N", help="length of a conflict marker")
    output.add_argument("--format", choices=("plain", "json"), default="plain", metavar="NAME", help="plain or json")
    add_help(output)


def read_options(args: Namespace) -> Options:
    """The options of the command line. Raises BotError for a length of no marker, and for standard input."""
    if args.marker_size not in _MARKER_SIZES:
        raise BotError("--marker-size must be a number from 1 to 200", "leave it out for 7")
    if files.STDIN in (args.base, args.ours, args.theirs, args.output):
        raise BotError("bot merge reads files, not standard input", "name three files")
    return make_options(Options, args, output=args.output or args.ours)


def run(options: Options, console: Console) -> int:
    """Merge and write; 0 if everything was merged, 1 if conflicts are left."""
    if options.output == options.ours:
        files.check_writable(options.output)
    result, ours = _merge_files((options.base, options.ours, options.theirs), options.marker_size)
    if options.output == options.ours:
        files.write(options.output, result.content, expected=ours)
    else:
        files.save(Path(options.output), result.content)
    console.report(_json(result) if options.format == "json" else _plain(result))
    return 0 if result.is_clean else 1


def _merge_files(paths: tuple[str, str, str], marker_size: int) -> tuple[Result, str]:
    """The files at three paths, merged entry by entry where they are lists, else line by line; and ours as it was.

    Raises BotError if one of them cannot be read.
    """
    try:
        base, ours, theirs = map(files.read, paths)
    except BotError as error:
        if not all(map(files.is_file, paths)):
            raise
        was, one, two = (Path(path).read_bytes() for path in paths)
        return merge_contents((was, one, two), marker_size, error.message), one.decode("utf-8", "surrogateescape")
    return merge_versions((base, ours, theirs), marker_size), ours.content


def _plain(result: Result) -> str:
    """One line on the whole, and one for each conflict."""
    written = [f"Merged line by line, not entry by entry: {escape_controls(result.reason)}.\n"] if result.reason else []
    for each in result.conflicts:
        what = f": {escape_controls(each.title)}" if each.title else ""
        written.append(f"line {each.line}: {each.reason}{what}\n")
    count = len(result.conflicts) or result.lines
    written.append(f"{plural(count, 'conflict')} left to you.\n" if count else "Merged without conflicts.\n")
    return "".join(written)


def _json(result: Result) -> str:
    found: dict[str, object] = {
        "status": "merged" if result.is_clean else "conflicts",
        "method": "lines" if result.reason else "entries",
        "reason": result.reason or None,
        "conflicts": [
            {
                "line": each.line,
                "end_line": each.end_line,
                "section": each.section or None,
                "title": each.title or None,
                "reason": each.reason,
            }
            for each in result.conflicts
        ],
    }
    return f"{json.dumps(found, indent=2, ensure_ascii=False)}\n"
