"""What a command works on: its configuration and its lists."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bot import files
from bot.errors import CANNOT_RUN, BotError
from bot.linter.config import Config, find_config, find_lists, list_files
from bot.linter.survey import is_markdown
from bot.text import Text, join

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import BinaryIO

    from bot.commands.arguments import ListOptions
    from bot.console import Console
    from bot.listing import Listing

_MOST_NAMES = 10
"""Lists of a folder that are named."""


class Sources(NamedTuple):
    """The configuration, and the content of the lists."""

    config: Config
    texts: tuple[Text, ...]
    stdin: str | None = None
    """The path that the text of standard input has; None where it was not read."""


def read_sources(options: ListOptions, stdin: BinaryIO | None = None) -> Sources:
    """Read the configuration and the lists: those named, else those that the configuration names, else README.md.

    Of a folder the lists are read that `find_lists` finds. The configuration is searched for upwards from the first
    list, unless the options say where it is. Raises BotError for what cannot be read.
    """
    paths: Sequence[str] = options.files
    config_path, isolated, stdin_name = options.config, options.isolated, options.stdin_filename
    if stdin_name is not None:
        paths = _with_stdin(paths, stdin_name)
    named, paths = paths, expand_folders(paths, config_path, isolated=isolated)
    texts = [files.read(path, stdin) for path in _deduplicate(paths)]
    if stdin_name is not None:
        stdin_name = files.with_slashes(stdin_name)
        texts = [Text(stdin_name, text.content) if text.path == files.STDIN else text for text in texts]
        named = [stdin_name if path == files.STDIN else path for path in named]
    config = _read_config(named, config_path, isolated=isolated)
    if not paths:
        texts = [files.read(path) for path in _deduplicate(map(files.relative_path, list_files(config)))]
    _refuse_other_formats(texts, config)
    from_stdin = stdin_name or (files.STDIN if files.STDIN in paths else None)
    return Sources(config, tuple(texts), from_stdin)


def expand_folders(paths: Sequence[str], config_path: str | None, *, isolated: bool) -> list[str]:
    """The paths with the lists of each folder in its place."""
    expanded = []
    for path in paths:
        if path != files.STDIN and files.is_folder(path):
            config = _read_config((path,), config_path, isolated=isolated)
            expanded += [files.relative_path(each) for each in find_lists(Path(path), config)]
        else:
            expanded.append(path)
    return expanded


def read_lists(options: ListOptions, console: Console, *, quiet: bool = False) -> Sources:
    """The lists that the command line names; which ones a folder holds is said, unless `quiet`."""
    sources = read_sources(options, console.stdin)
    if any(files.is_folder(path) for path in options.files) and not quiet:
        shown, more = [files.shown(text.path) for text in sources.texts[:_MOST_NAMES]], len(sources.texts) - _MOST_NAMES
        console.say(f"Lists: {join([*shown, f'{more:,} more'] if more > 0 else shown, 'and')}.")
    return sources


def require_entries(listings: Sequence[Listing]) -> None:
    """Raise BotError where no list has an entry: nothing was read."""
    if not any(listing.entries for listing in listings):
        paths = [files.shown(listing.text.path) for listing in listings]
        more = [f"{len(paths) - _MOST_NAMES:,} more"] if len(paths) > _MOST_NAMES else []
        message = f"no entries found in {join([*paths[:_MOST_NAMES], *more], 'and')}"
        raise BotError(message, "bot entries --skipped shows what is left out", CANNOT_RUN)


def _with_stdin(paths: Sequence[str], name: str) -> Sequence[str]:
    """The paths with `-` among them. Raises BotError where the file itself, or only others, are named."""
    if paths and files.STDIN not in paths:
        raise BotError("--stdin-filename needs standard input, but only files are named", "add - to the files")
    if os.path.realpath(name) in map(os.path.realpath, (path for path in paths if path != files.STDIN)):
        raise BotError(f"{name} is both standard input and a file to read", "name it once")
    return paths or (files.STDIN,)


def _refuse_other_formats(texts: Iterable[Text], config: Config) -> None:
    """Raise BotError for a list in a format that is not read, and for a file of records that is not valid."""
    for text in texts:
        if not is_markdown(text):
            from bot.data import check as check_records  # most lists are Markdown

            check_records(text, dict(config.fields))


def _read_config(paths: Sequence[str], config_path: str | None, *, isolated: bool) -> Config:
    if isolated:
        return Config()
    named = [path for path in paths if path != files.STDIN]
    path = Path(config_path) if config_path is not None else find_config(Path(named[0]) if named else Path())
    if path is None:
        return Config()
    from bot.linter.config_reader import load_config  # most lists have no configuration
    from bot.linter.extends import fetch_shared
    from bot.rules import RULES

    return load_config(path, RULES, fetch_shared)


def _deduplicate(paths: Iterable[str]) -> list[str]:
    """One path for each file, however often and by whatever names it is given."""
    found: dict[str, str] = {}
    for path in paths:
        found.setdefault(path if path == files.STDIN else os.path.realpath(path), files.with_slashes(path))
    return list(found.values())
