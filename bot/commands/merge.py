"""`bot merge`: one list from two changed versions of it, entry by entry; git's merge driver for lists."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bot import files
from bot.commands.arguments import add_help
from bot.document.formats import find_other_format
from bot.errors import BotError
from bot.text import Text, escape_controls, plural

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from bot.console import Console
    from bot.merging.three_way import Conflict

_MARKER_SIZES = range(1, 201)
"""Characters of a conflict marker; git uses 7, and more for merges inside of merges."""
_LABELS = ("ours", "theirs")


class Result(NamedTuple):
    """A merged file."""

    content: str
    conflicts: tuple[Conflict, ...] = ()
    lines: int = 0
    """For a merge line by line: its conflicts."""
    reason: str = ""
    """Why the files were merged line by line; empty where they were not."""

    @property
    def is_clean(self) -> bool:
        """Whether nothing is left to a person."""
        return not self.conflicts and not self.lines


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    lists = parser.add_argument_group("lists")
    lists.add_argument("base", metavar="BASE", help="the list that both sides began with")
    lists.add_argument("ours", metavar="OURS", help="the list with the changes of one side")
    lists.add_argument("theirs", metavar="THEIRS", help="the list with the changes of the other side")
    output = parser.add_argument_group("output")
    output.add_argument("--output", metavar="FILE", help="write the result here instead of to OURS")
    output.add_argument("--marker-size", type=int, default=7, metavar="N", help="length of a conflict marker")
    output.add_argument("--format", choices=("plain", "json"), default="plain", metavar="NAME", help="plain or json")
    add_help(output)


def run(args: Namespace, console: Console) -> int:
    """Merge and write; 0 where everything was merged, 1 where conflicts are left."""
    if args.marker_size not in _MARKER_SIZES:
        raise BotError("--marker-size is a number from 1 to 200", "leave it out for 7")
    if files.STDIN in (args.base, args.ours, args.theirs, args.output):
        raise BotError("bot merge reads files, not standard input", "name three files")
    output = args.output or args.ours
    if output == args.ours:
        files.check_writable(output)
    result = _merge_files(args.base, args.ours, args.theirs, args.marker_size)
    if output == args.ours:
        files.write(output, result.content)
    else:
        files.save(Path(output), result.content)
    console.report(_json(result) if args.format == "json" else _plain(result))
    return 0 if result.is_clean else 1


def _merge_files(base: str, ours: str, theirs: str, marker_size: int) -> Result:
    """The files at three paths, merged entry by entry where they are lists, else line by line. Raises BotError."""
    paths = (base, ours, theirs)
    try:
        texts = files.read(base), files.read(ours), files.read(theirs)
    except BotError as error:
        if not all(map(files.is_file, paths)):
            raise
        was, one, two = (Path(path).read_bytes() for path in paths)
        return _merge_bytes((was, one, two), marker_size, error.message)
    return merge_versions(texts, marker_size)


def merge_versions(texts: tuple[Text, Text, Text], marker_size: int) -> Result:
    """Base, ours and theirs, merged entry by entry where they are lists, else line by line. Raises BotError."""
    for text in texts:
        if (name := find_other_format(text.path, text.content)) is not None:
            return merge_by_lines(texts, marker_size, f"{text.path} is {name}, not Markdown")
    return _merge_lists(texts, marker_size)


def _merge_lists(texts: tuple[Text, Text, Text], marker_size: int) -> Result:
    from bot.merging.rendering import Markers
    from bot.merging.three_way import merge

    merged = merge(*texts, markers=Markers(*_LABELS, marker_size))
    if merged is None:
        return merge_by_lines(texts, marker_size, "no entries were found in it")
    if not merged.conflicts and not merged.doubt:
        return Result(merged.content)
    lines = None if any(each.is_certain for each in merged.conflicts) else _try_lines(texts, marker_size)
    if lines is not None and not lines.lines and merged.accepts(lines.content):
        # What git merges without a conflict is not made one.
        return lines
    if not merged.doubt:
        return Result(merged.content, merged.conflicts)
    lines = lines or merge_by_lines(texts, marker_size, merged.doubt)
    return lines._replace(lines=max(lines.lines, 1), reason=merged.doubt)


def _try_lines(texts: tuple[Text, Text, Text], marker_size: int) -> Result | None:
    """The texts merged line by line; None where git cannot."""
    try:
        return merge_by_lines(texts, marker_size, "")
    except BotError:
        return None


def merge_by_lines(texts: tuple[Text, Text, Text], marker_size: int, reason: str = "") -> Result:
    """Base, ours and theirs, merged as git does it. Raises BotError where it cannot, as for binary files."""
    base, ours, theirs = (text.content.encode("utf-8", "surrogateescape") for text in texts)
    return _merge_bytes((base, ours, theirs), marker_size, reason)


def _merge_bytes(contents: tuple[bytes, bytes, bytes], marker_size: int, reason: str) -> Result:
    from bot.git import merge_lines

    merged = merge_lines(*contents, labels=_LABELS, marker_size=marker_size)
    return Result(merged.content.decode("utf-8", "surrogateescape"), lines=merged.conflicts, reason=reason)


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
