"""`bot init`: lists come in; a configuration that says what they do, and workflows, go to the disk and the reader."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bot.commands.arguments import add_help
from bot.errors import BotError
from bot.text import plural

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Mapping, Sequence

    from bot.commands.init_config import Initial
    from bot.console import Console
    from bot.listing import Listing
    from bot.text import Text


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    lists = parser.add_argument_group("lists")
    lists.add_argument("files", nargs="*", metavar="FILES", help="Markdown (README.md)")
    written = parser.add_argument_group("what is written")
    written.add_argument("--workflow", action="store_true", help="workflows of GitHub Actions too")
    written.add_argument("--force", action="store_true", help="overwrite what is there")
    written.add_argument("--dry-run", action="store_true", help="show it, write nothing")
    add_help(written)


@dataclass(frozen=True, slots=True)
class _Learned:
    """The lists as read, and what a first configuration should say of them."""

    texts: tuple[Text, ...]
    named: tuple[str, ...]
    """The lists as the configuration that is there names them."""
    listings: tuple[Listing, ...]
    initial: Initial


def run(args: Namespace, console: Console) -> int:
    """Learn from the lists, write `.github/paperlist-bot.yml`, and print what was written.

    With `--workflow` the workflows too, and a page for contributors. A repository that has such a page keeps it, even
    with `--force`: it holds the words of a person. What it could say is printed then.
    """
    from bot.linter.config import NAMES, find_config

    top = _top(args.files)
    config = find_config(Path(args.files[0]) if args.files else Path()) or top / NAMES[0]
    branch = _branch(top) if args.workflow else ""
    workflows = _workflows(top, branch) if args.workflow else {}
    wanted = [config, *workflows]
    targets = wanted if args.force or args.dry_run else _missing(wanted)
    learned = _learn(args.files, config, console)
    contents = {config: _configuration(learned, config, console)} if config in targets else {}
    contents |= {path: words for path, words in workflows.items() if path in targets}
    remarks = _remarks(learned) if config in targets else ()
    aside: tuple[str, ...] = ()
    if args.workflow:
        page, words, taken = _page(top, learned, branch)
        if taken:
            aside, wanted = (f"#{words}",), [*wanted, page]
        else:
            contents[page] = words
    if not args.dry_run:
        _write(contents, console)
        remarks += tuple(f"{_shown(kept)} exists and was kept" for kept in wanted if kept not in contents)
    console.report("\n".join((*contents.values(), *aside)))
    for remark in remarks:
        console.say(remark)
    return 0


def _branch(top: Path) -> str:
    from bot.git import default_branch

    return default_branch(str(top))


def _workflows(top: Path, branch: str) -> dict[Path, str]:
    from bot.commands.init_templates import render_workflows

    return {top / name: words for name, words in render_workflows(branch).items()}


def _page(top: Path, learned: _Learned, branch: str) -> tuple[Path, str, bool]:
    """Where the page for contributors is or goes, what it should say, and whether there is one."""
    from bot.commands.init_templates import NAME, find_contributing, render_contributing

    there = find_contributing(top)
    return there or top / NAME, render_contributing(learned.listings, learned.initial, branch), there is not None


def _learn(paths: Sequence[str], config: Path, console: Console) -> _Learned:
    """What the lists do; without `paths` they are those that the file `config` names now."""
    from bot.commands.init_config import learn
    from bot.commands.sources import Survey, read_sources
    from bot.linter.config import load_config
    from bot.rules import RULES

    named = load_config(config, RULES).lists if config.exists() and not paths else ()
    sources = read_sources(paths, None, config_path=str(config) if named else None, isolated=not named)
    listings, context = Survey(console.today)(sources.texts)
    return _Learned(sources.texts, named, listings, learn(listings, context))


def _configuration(learned: _Learned, config: Path, console: Console) -> str:
    """What the lists do, as the content of the file `config`."""
    from bot.commands.init_config import render

    lists = learned.named or [_pattern(text.path, config.parent.parent) for text in learned.texts]
    return render(learned.initial, lists, console.today)


def _remarks(learned: _Learned) -> tuple[str, ...]:
    """What to say beside the configuration."""
    files, errors = ", ".join(_shown(Path(text.path)) for text in learned.texts), learned.initial.errors
    remarks = []
    if not learned.initial.papers:
        remarks = [f"warning: the bot reads no papers in {files}", "hint: name the files of the list: bot init FILES"]
    if errors:
        remarks.append(f"{plural(errors, 'error')} in {files} will fail the run until fixed: bot lint")
    return tuple(remarks)


def _top(paths: Sequence[str]) -> Path:
    """The top of the repository of the first list; outside of one this folder, or the one that holds all lists."""
    from bot.files import STDIN

    if STDIN in paths:
        raise BotError("a configuration names files, not standard input", "name the files of the list")
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
    names = " and ".join(filter(None, (", ".join(map(_shown, wanted[:-1])), _shown(wanted[-1]))))
    verb = "exists" if len(wanted) == 1 else "exist"
    raise BotError(f"{names} {verb} already", "--force overwrites, --dry-run shows what would be written")


def _write(contents: Mapping[Path, str], console: Console) -> None:
    """Write the files, none where one of them refuses."""
    from bot import files

    old = [path for path in contents if os.path.lexists(path)]
    for path in old:
        files.check_writable(_shown(path))
    for path, content in contents.items():
        if path in old:
            files.write(_shown(path), content)
        else:
            files.create(path, content)
        console.say(f"wrote {_shown(path)}")


def _shown(path: Path) -> str:
    """The path from the current folder, where it lies below."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)
