"""What a command works on: its configuration and its lists, as they are now and as they were before a change."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bot import files
from bot.errors import CANNOT_RUN, BotError
from bot.linter.config import Config, find_config, find_lists, list_files
from bot.linter.config_reader import load_config
from bot.linter.engine import check
from bot.linter.habits import with_old_habits
from bot.linter.survey import is_markdown, missing_targets
from bot.listing import Catalog
from bot.listing.model import ListedEntry, Touch
from bot.rules import RULES
from bot.text import Text, join

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import BinaryIO

    from bot.commands.arguments import ListOptions
    from bot.console import Console
    from bot.facts.model import Facts
    from bot.linter.engine import Plan
    from bot.linter.extends import Source
    from bot.linter.rule import Context
    from bot.linter.survey import FindMissing, Survey
    from bot.listing import Entry, Listing

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
    if config_path is not None:
        return load_config(Path(config_path), RULES, _fetch_shared)
    named = [path for path in paths if path != files.STDIN]
    return load_config(find_config(Path(named[0]) if named else Path()), RULES, _fetch_shared)


def _fetch_shared(repository: str) -> Source:
    """The configuration of another repository; few lists need what this imports."""
    from bot.commands.shared_config import fetch_shared

    return fetch_shared(repository)


def _deduplicate(paths: Iterable[str]) -> list[str]:
    """One path for each file, however often and by whatever names it is given."""
    found: dict[str, str] = {}
    for path in paths:
        found.setdefault(path if path == files.STDIN else os.path.realpath(path), files.with_slashes(path))
    return list(found.values())


class BaseLists(NamedTuple):
    """The lists before the change, and what the rules may know beside them."""

    listings: tuple[Listing, ...]
    context: Context


def read_base(revision: str, texts: Sequence[Text], survey: Survey) -> BaseLists:
    """The lists as they were at `revision`.

    Raises BotError for standard input, which git does not know, and where `git.read_at` does.
    """
    from bot.git import read_at

    paths = [text.path for text in texts]
    if files.STDIN in paths:
        raise BotError("--base compares files, not standard input", "name the files of the list")
    snapshot = read_at(revision, paths)
    return make_base(snapshot.texts, texts, survey, lambda listings: missing_targets(listings, snapshot.contains))


def make_base(before: Sequence[Text], now: Sequence[Text], survey: Survey, find_missing: FindMissing) -> BaseLists:
    """The lists as they were `before`; `find_missing` knows which of their targets were missing then.

    It is called only where something is missing now: else nothing could be older than the change.
    """
    from bot.linter.baseline import with_new_conventions

    listings, context = survey(now)
    old = with_new_conventions(survey.read(before), listings)
    missing = find_missing(old) if context.missing_files else context.missing_files
    return BaseLists(old, replace(context, catalog=Catalog(old), missing_files=missing))


class ChangedEntries(NamedTuple):
    """The entries that a change adds or edits, and those of them that it adds; both in order."""

    all: tuple[Entry, ...]
    added: tuple[ListedEntry, ...]


def find_changed_entries(base: BaseLists, listings: Sequence[Listing]) -> ChangedEntries:
    """The entries of `listings` that are new or changed."""
    from bot.linter.baseline import Comparison, make_baseline

    comparison = Comparison(make_baseline(base.listings, ()), listings)
    touches, added = comparison.touches, comparison.added
    changed = [
        (listing, entry)
        for listing in listings
        for entry in listing.entries
        if touches.get((listing.text.path, entry.span), Touch.NOT) & Touch.EDITED
    ]
    return ChangedEntries(
        tuple(entry for _, entry in changed),
        tuple(ListedEntry(*each) for each in changed if (each[0].text.path, each[1].span) in added),
    )


def with_baseline(plan: Plan, base: BaseLists, facts: Facts | None = None) -> Plan:
    """`plan` for a run that reports only what was changed since `base`; `facts` count for the old lists too."""
    from bot.linter.baseline import make_baseline

    context = replace(base.context, facts=facts)
    plan = replace(plan, rules=with_old_habits(plan.rules, base.listings, context))
    found = check(base.listings, plan, context).diagnostics
    return replace(plan, baseline=make_baseline(base.listings, found))
