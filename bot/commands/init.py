"""`bot init`: lists come in; a configuration that says what they do goes to the disk and to the reader."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from bot.commands.arguments import add_help
from bot.errors import BotError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Mapping, Sequence

    from bot.commands.console import Console

SUMMARY = "write a configuration that says what the list does"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    lists = parser.add_argument_group("lists")
    lists.add_argument("files", nargs="*", metavar="FILES", help="Markdown (README.md)")
    written = parser.add_argument_group("what is written")
    written.add_argument("--workflow", action="store_true", help="a workflow of GitHub Actions too")
    written.add_argument("--force", action="store_true", help="overwrite what is there")
    written.add_argument("--dry-run", action="store_true", help="show it, write nothing")
    add_help(written)


def run(args: Namespace, console: Console) -> int:
    """Learn from the lists, write `.github/paperlist-bot.yml`, and print what was written."""
    from bot import workflow
    from bot.configfile import NAMES, find
    from bot.revisions import default_branch

    top = _top(args.files)
    existing = find(Path(args.files[0]) if args.files else Path())
    config, flow = existing or top / NAMES[0], top / workflow.PATH
    wanted = [config, flow] if args.workflow else [config]
    targets = wanted if args.force or args.dry_run else _missing(wanted)
    contents: dict[Path, str] = {}
    remarks: tuple[str, ...] = ()
    if config in targets:
        contents[config], remarks = _configuration(args.files, config, console)
    if flow in targets:
        contents[flow] = workflow.render(default_branch(str(top)))
    if not args.dry_run:
        _write(contents, console)
        remarks += tuple(f"{_shown(kept)} stands there already and was kept" for kept in wanted if kept not in contents)
    console.report("\n".join(contents.values()))
    for remark in remarks:
        console.say(remark)
    return 0


def _configuration(paths: Sequence[str], config: Path, console: Console) -> tuple[str, tuple[str, ...]]:
    """What the lists do, as the content of the file `config`, and what to say beside it.

    Without `paths` the lists are those that the file names now.
    """
    from bot.commands.sources import Survey, gather
    from bot.configfile import load
    from bot.initial import learn
    from bot.initialtext import render

    named = load(config).lists if config.exists() and not paths else ()
    sources = gather(paths, None, config_path=str(config) if named else None, isolated=not named)
    initial = learn(*Survey(console.today)(sources.texts))
    files = ", ".join(_shown(Path(text.path)) for text in sources.texts)
    remarks = []
    if not initial.papers:
        remarks = [f"warning: the bot reads no papers in {files}", "hint: name the files of the list: bot init FILES"]
    if initial.errors:
        many = "1 error stands" if initial.errors == 1 else f"{initial.errors:,} errors stand"
        remarks.append(f"{many} in {files}, and will fail the run until mended: bot lint")
    lists = named or [_pattern(text.path, config.parent.parent) for text in sources.texts]
    return render(initial, lists, console.today), tuple(remarks)


def _top(paths: Sequence[str]) -> Path:
    """The top of the repository of the first list; outside of one this folder, or the one that holds all lists."""
    from bot.files import STDIN

    if STDIN in paths:
        raise BotError("a configuration names files, and standard input is none", "name the files of the list")
    folders = [Path(path).absolute().parent for path in paths or ("README.md",)]
    above = (folders[0], *folders[0].parents)
    top = next((each for each in above if os.path.lexists(each / ".git")), None)
    here = Path.cwd()
    if top is None and all(each.is_relative_to(here) for each in folders):
        return here
    return top or Path(os.path.commonpath(folders))


def _pattern(path: str, root: Path) -> str:
    """The pattern under `lists` that means the file at `path`, and no other."""
    from glob import escape

    try:
        name = Path(os.path.realpath(path)).relative_to(root.resolve()).as_posix()
    except ValueError as error:
        message = f"{path} lies outside of {root}"
        raise BotError(message, "a configuration names files of its own repository") from error
    if "\\" in name or not name.isprintable():
        raise BotError(f"{path!r} cannot be named in a configuration", "give the file a plainer name")
    return escape(name)


def _missing(wanted: Sequence[Path]) -> list[Path]:
    """Those that are not there yet; raises BotError where all of them are."""
    missing = [path for path in wanted if not os.path.lexists(path)]
    if missing:
        return missing
    names = " and ".join(map(_shown, wanted))
    stand = "stands" if len(wanted) == 1 else "stand"
    raise BotError(f"{names} {stand} there already", "--force overwrites, --dry-run shows what would be written")


def _write(contents: Mapping[Path, str], console: Console) -> None:
    """Write the files, none where one of them refuses."""
    from bot import files
    from bot.newfiles import create

    old = [path for path in contents if os.path.lexists(path)]
    for path in old:
        files.check_writable(_shown(path))
    for path, content in contents.items():
        if path in old:
            files.write(_shown(path), content)
        else:
            create(path, content)
        console.say(f"wrote {_shown(path)}")


def _shown(path: Path) -> str:
    """The path from the current folder, where it lies below."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)
