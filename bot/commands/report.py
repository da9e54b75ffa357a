"""`bot report`: the memory of a list's sweeps comes in; its health goes out, in a few lines or as a page of HTML."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bot.commands.arguments import add_help
from bot.errors import CANNOT_RUN, BotError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Mapping

    from bot.commands.console import Console
    from bot.reports.page import Picture
    from bot.sweeps import State

SUMMARY = "show what sweeps have learned, as a page of HTML"

_STDOUT = "-"
_SITE = "https://github.com"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    memory = parser.add_argument_group("memory")
    memory.add_argument("state", nargs="?", metavar="STATE", help="the file that bot sweep --state has written")
    memory.add_argument("--issue", action="store_true", help="take the memory from the issue on GitHub")
    page = parser.add_argument_group("page")
    page.add_argument("--html", metavar="FILE", help="write a page that needs nothing else; - for standard output")
    page.add_argument("--title", metavar="WORDS", help="what the list is called (the repository)")
    add_help(page)


def run(args: Namespace, console: Console) -> int:
    """Write the page, or sum up; a dead link is no failure here."""
    from bot.commands.pictures import picture_of

    if (args.state is None) is not args.issue:
        raise BotError(
            "the report is made of one memory", "name the file that bot sweep --state wrote, or give --issue"
        )
    state = _from_issue(console) if args.issue else _from_file(Path(args.state))
    title = args.title or _title(args.state, console.environ)
    picture = picture_of(state, title, _site(console.environ))
    if args.html is None:
        console.report(_summary(picture))
        return 0
    from bot.commands.storing import put
    from bot.reports.page import render

    page = render(picture)
    if args.html == _STDOUT:
        console.report(page)
        return 0
    put(Path(args.html), page)
    console.say(f"Wrote {args.html}.")
    return 0


def _summary(picture: Picture) -> str:
    """The figures, a line each."""
    now = picture.now
    alive = "nobody was asked yet" if now.alive is None else f"{int(now.alive * 10) / 10:g} % alive"
    others = ("moved", "dead", "blocked", "uncertain", "skipped")
    counted = [f"{getattr(now, state):,} {state}" for state in others if getattr(now, state)]
    lines = [
        f"{picture.title}, as of {picture.day.isoformat()}",
        f"{now.total:,} links in {picture.papers:,} papers: {', '.join([alive, *counted])}",
        f"{len(picture.sweeps):,} sweeps; {picture.reported:,} links called dead, {picture.alarms:,} of them wrongly",
    ]
    return "".join(f"{line}\n" for line in lines)


def _from_file(path: Path) -> State:
    from bot.commands.storing import get
    from bot.sweeps.storage import load

    text = get(path)
    if text is None:
        raise BotError(f"there is no file {path}", f"bot sweep --state {path} makes it")
    return load(text, str(path))


def _from_issue(console: Console) -> State:
    """What the hidden part of the issue holds; that may be less than all, where the list is long."""
    from bot.clock import SystemClock
    from bot.commands.remembering import IssueMemory
    from bot.commands.reviewing import open_github
    from bot.commands.sweeping import repository_of, site_of

    environ, clock = console.environ, console.clock or SystemClock()
    repository = repository_of(environ)
    with open_github(environ) as github:
        state = IssueMemory(github, repository, site_of(environ), lambda _words: None).read(int(clock.now()))
    if not state.runs:
        raise BotError(f"there is no issue of a sweep in {repository}", "bot sweep --issue makes it", CANNOT_RUN)
    return state


def _title(path: str | None, environ: Mapping[str, str]) -> str:
    here = Path(path or ".").absolute()
    return environ.get("GITHUB_REPOSITORY") or (here.parent if path else here).name or "A list"


def _site(environ: Mapping[str, str]) -> str:
    """Where files of the repository are shown, as far as the environment tells."""
    repository = environ.get("GITHUB_REPOSITORY", "")
    server = environ.get("GITHUB_SERVER_URL") or _SITE
    return f"{server}/{repository}/blob/HEAD" if repository.count("/") == 1 else ""
