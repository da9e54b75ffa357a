"""`bot split`: sections of a list that is too long for GitHub, in files of their own."""

from __future__ import annotations

import os
import posixpath
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bot import files
from bot.commands.parsers import ListOptions, add_help, make_options
from bot.commands.sources import read_sources
from bot.console import Console
from bot.data import find_format
from bot.document import Wordings, parse
from bot.errors import BotError
from bot.linter.config import NAMES as CONFIG_NAMES
from bot.linter.config import Config, list_files
from bot.listing import read
from bot.merging.splitting import MOST_FILES, Branch, Split, split
from bot.progress import step
from bot.rules.whole_page import LIMIT
from bot.text import Text, escape_controls, plural, shorten

_FOLDER = "papers"
_ENOUGH = 50
"""The percentage of what GitHub shows that a list is split down to."""
_TOO_LONG = 90
"""The percentage from which a list is split without an option that asks for it."""

_LONGEST_TITLE = 60
"""Characters of a heading in messages."""


@dataclass(frozen=True, slots=True)
class Options:
    """Which list to split, how far, and where its sections go."""

    file: str | None = None
    section: tuple[str, ...] = ()
    """Headings of the sections that move; none for the largest ones."""
    percent: int | None = None
    """Of what GitHub shows: down to here; None if the list is to be split only if it is too long."""
    files: int = MOST_FILES
    """The most new files."""
    folder: str = _FOLDER
    """Relative to that of the list, with slashes."""
    dry_run: bool = False


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    lists = parser.add_argument_group("lists")
    lists.add_argument("file", nargs="?", metavar="FILE", help="the list (default: README.md)")
    sections = parser.add_argument_group("sections")
    sections.add_argument(
        "--section", action="append", default=[], metavar="NAME", help="move the sections of this name"
    )
    sections.add_argument(
        "--percent", type=int, metavar="N", help=f"move sections until the list has N percent of {LIMIT:,} bytes"
    )
    sections.add_argument(
        "--files", type=int, default=MOST_FILES, metavar="N", help=f"write at most N files (default: {MOST_FILES})"
    )
    output = parser.add_argument_group("output")
    output.add_argument(
        "--folder", default=_FOLDER, metavar="FOLDER", help=f"put the files here, beside the list (default: {_FOLDER})"
    )
    output.add_argument("--dry-run", action="store_true", help="show what would move, write nothing")
    add_help(output)


def read_options(args: Namespace) -> Options:
    """The options of the command line. Raises BotError for standard input, and for what is not valid."""
    if args.file == files.STDIN:
        raise BotError("bot split writes files, so it cannot read standard input", "name a file")
    if args.percent is not None and args.percent not in range(100):
        raise BotError("--percent must be a number from 0 to 99", f"leave it out for {_ENOUGH}")
    if args.files < 1:
        raise BotError("--files must be 1 or more", f"leave it out for {MOST_FILES}")
    return make_options(Options, args, folder=_read_folder(args.folder))


def run(options: Options, console: Console) -> int:
    """Split and write; 0 if all moved that had to or nothing had to, else 1."""
    sources = read_sources(ListOptions(files=(options.file,) if options.file else ()))
    text = _require_markdown(sources.texts)
    size, titles = len(text.content.encode()), options.section
    if size * 100 <= (_TOO_LONG if options.percent is None else options.percent) * LIMIT and not titles:
        share = f"{size:,} bytes, {100 * size // LIMIT} % of what GitHub shows"
        console.report(f"{escape_controls(text.path)} has {share}: nothing to split.\n")
        return 0
    most = LIMIT * (_ENOUGH if options.percent is None else options.percent) // 100
    home = Path(text.path).parent
    taken = _list_names(home, options.folder)
    step(f"Reading {text.path}")
    result = split(read(parse(text, Wordings())), most, options.folder, taken, titles, options.files)
    if titles and not result.pages and not result.kept and not result.reason:
        raise BotError(f"{text.path} has no section with entries of that name", "see bot entries --format json")
    if result.pages and not options.dry_run:
        files.check_writable(text.path)
        files.check_inside(home / options.folder, home)
        for page in result.pages:
            files.save(home / page.path, page.content)
        files.write(text.path, result.content, expected=text.content)
    console.report(_summary(text, result, options))
    if result.pages and not options.dry_run:
        _report_unread(text, result, sources.config, console)
    is_done = not result.kept if titles else len(result.content.encode()) <= LIMIT
    return 0 if result.pages and is_done else 1


def _require_markdown(texts: Sequence[Text]) -> Text:
    """The one list. Raises BotError for several, or one in another format."""
    if len(texts) > 1:
        raise BotError("bot split works on one list, and there are several", "name one of them")
    if (form := find_format(texts[0])) is not None:
        raise BotError(f"{texts[0].path} is {form}, and bot split divides Markdown", "name a list in Markdown")
    return texts[0]


def _read_folder(name: str) -> str:
    folder = posixpath.normpath(files.with_slashes(name))
    if folder.startswith(("/", "..")) or Path(name).is_absolute():
        raise BotError(f"--folder {name} is outside of the list's folder", "name a folder beside or below the list")
    return folder


def _list_names(home: Path, folder: str) -> frozenset[str]:
    """The paths of what is in the folder, relative to `home`."""
    try:
        return frozenset(f"{folder}/{each.name}" for each in (home / folder).iterdir())
    except OSError:
        return frozenset()


def _summary(text: Text, result: Split, options: Options) -> str:
    """A line for each section that moved or had to stay, and one on the list."""
    moved = "would move" if options.dry_run else "moved"
    home = Path(text.path).parent
    lines = [
        f"{_where(text, page.branch)} {moved} to {home / page.path}: {plural(page.branch.entries, 'entry')}, "
        f"{len(page.content.encode()):,} bytes"
        for page in result.pages
    ]
    lines += [f"{_where(text, each.branch)} stays: {each.reason}" for each in result.kept]
    if result.reason:
        lines.append(f"{text.path} cannot be split: {result.reason}")
        lines += ["--section NAME moves only the sections of that name"] if not options.section else []
    elif not (result.pages or result.kept):
        lines.append(f"{text.path} has no more sections that can be moved")
    if len(result.pages) >= options.files and len(result.content.encode()) > LIMIT:
        lines.append(f"{plural(options.files, 'file')} are the most at once: --files {2 * options.files} allows more")
    before, after = len(text.content.encode()), len(result.content.encode())
    lines.append(f"{text.path}: {before:,} bytes, {'then' if options.dry_run else 'now'} {after:,}")
    return "".join(f"{escape_controls(line)}\n" for line in lines)


def _where(text: Text, branch: Branch) -> str:
    return f"“{shorten(branch.title, _LONGEST_TITLE)}” (line {text.line_at(branch.heading.start)})"


def _find_lists(config: Config) -> tuple[Path, ...]:
    """The lists that the bot reads by itself; none if the configuration names none that exists."""
    try:
        return list_files(config)
    except BotError:
        return ()


def _report_unread(text: Text, result: Split, config: Config, console: Console) -> None:
    """Say so where the new files are not among the lists that the bot reads by itself."""
    files_of_sections = [(Path(text.path).parent / page.path).resolve() for page in result.pages]
    known = {path.resolve() for path in _find_lists(config)}
    if not known.issuperset(files_of_sections):
        folder = os.path.relpath(files_of_sections[0].parent, config.root.resolve())
        pattern = files.with_slashes(os.path.normpath(f"{folder}/*.md"))
        console.say(f"note: to have the new files checked too, name {pattern} under `lists` in {CONFIG_NAMES[0]}")
