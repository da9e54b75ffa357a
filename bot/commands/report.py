"""`bot report`: what sweeps have found in a list, as a few lines or an HTML page, or what is known about its links."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bot.commands.parsers import (
    FactOptions,
    ListOptions,
    add_facts,
    add_help,
    add_sources,
    add_stdin,
    add_table_format,
    make_options,
    read_facts,
    warn_of_unused,
)
from bot.console import Console
from bot.errors import CANNOT_RUN, BotError
from bot.files import is_file, read, read_optional, save
from bot.links.clock import Clock

if TYPE_CHECKING:
    from bot.sweeps.state import State

_STDOUT = "-"


@dataclass(frozen=True, slots=True)
class PageOptions:
    """The state of sweeps that is reported, and as what."""

    state: Path | None
    """None for that of the issue."""
    html: str | None
    title: str | None


@dataclass(frozen=True, slots=True)
class LinkOptions:
    """The lists whose links are shown, and where what is known about them is from."""

    lists: ListOptions
    facts: FactOptions
    format: str


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    state = parser.add_argument_group("state")
    text = "a file of bot sweep --state; with --links, lists"
    state.add_argument("files", nargs="*", metavar="STATE|FILES", help=text)
    state.add_argument("--issue", action="store_true", help="read the state from the issue on GitHub")
    page = parser.add_argument_group("page")
    page.add_argument("--html", metavar="FILE", help="write an HTML page; - is standard output")
    page.add_argument("--title", metavar="TITLE", help="the name of the list")
    links = parser.add_argument_group("links")
    links.add_argument("--links", action="store_true", help="show what is known about each link of the lists")
    add_stdin(links)
    add_sources(links)
    add_facts(links)
    add_table_format(links)
    add_help(links)


def read_options(args: Namespace) -> PageOptions | LinkOptions:
    """Read the command line. Raises BotError for options that do not go together."""
    page = (args.issue, args.html, args.title)
    if args.links:
        if any(page):
            raise BotError("--links cannot be combined with --issue, --html or --title", "leave them out")
        facts = read_facts(args, offline=not args.online)
        return LinkOptions(make_options(ListOptions, args), facts, args.format)
    lists = (args.stdin_filename, args.config, args.isolated, args.online, args.offline, args.allow_address, args.cache)
    if any(lists) or args.format != "table":
        raise BotError("options about lists and facts need --links", "bot report --links README.md shows its links")
    if len(args.files) + args.issue != 1:
        raise BotError("give exactly one state", "a file written by bot sweep --state, or --issue")
    return PageOptions(None if args.issue else Path(args.files[0]), args.html, args.title)


def run(options: PageOptions | LinkOptions, console: Console) -> int:
    """Show what is known; a dead link is not a failure here."""
    return _show_links(options, console) if isinstance(options, LinkOptions) else _show_state(options, console)


def _show_state(options: PageOptions, console: Console) -> int:
    """Write the page, or sum up."""
    from bot.git import find_repository
    from bot.github.model import web_server
    from bot.reports.pages import render
    from bot.sweeps.checking import health_of, summarize
    from bot.sweeps.issue import issue_address

    state, issue = _read_issue(console) if options.state is None else (_read_file(options.state), "")
    folder = (options.state or Path()).absolute()
    folder = folder.parent if options.state else folder
    repository = console.environ.get("GITHUB_REPOSITORY") or find_repository(str(folder), web_server(console.environ))
    title = options.title or repository or _read_title(state) or folder.name or "A list"
    address = f"{web_server(console.environ)}/{repository}" if repository.count("/") == 1 else ""
    if address and not issue:
        issue = issue_address(address)
    health = health_of(state, title, f"{address}/blob/HEAD" if address else "", issue)
    if options.html is None:
        console.report(summarize(health))
        return 0
    if options.html == _STDOUT:
        console.report(render(health))
    else:
        save(Path(options.html), render(health))
        console.say(f"Wrote {options.html}.")
    return 0


def _show_links(options: LinkOptions, console: Console) -> int:
    """Print what is known about links; without `--online` that is what earlier runs gathered."""
    from bot.commands.sources import gather_facts, load_beside, read_lists, say_unreached
    from bot.facts.questions import collect_questions
    from bot.linter.rule import Need
    from bot.reports.json import render_facts
    from bot.reports.run import render_links

    sources = read_lists(options.lists, console)
    listings = sources.survey(console).read(sources.texts)
    warn_of_unused(options.facts, console)
    lock = load_beside([text.path for text in sources.texts])
    gathered = gather_facts(options.facts, collect_questions(listings), Need.FACTS, console, lock=lock)
    if gathered.facts is None:
        return gathered.code
    if options.format == "json":
        console.report(render_facts(gathered.facts))
    else:
        width = console.width(console.stdout) if console.stdout.isatty() else None
        console.report(render_links(gathered.facts, listings, width))
    say_unreached(gathered, console)
    return gathered.code


def _read_file(path: Path) -> State:
    from bot.sweeps.state import load

    text = read_optional(path)
    if text is None:
        raise BotError(f"file not found: {path}", f"bot sweep --state {path} creates it")
    return load(text, str(path))


def _read_issue(console: Console) -> tuple[State, str]:
    """What the hidden part of the issue holds, and its address; that may be less than all, where the list is long."""
    from bot.sweeps.issue import open_issue

    clock = console.clock or Clock()
    with open_issue(console.environ) as store:
        state = store.load(int(clock.now()))
    if not state.runs:
        repository = store.issue.repository
        raise BotError(f"there is no issue of a sweep in {repository}", "bot sweep --issue creates it", CANNOT_RUN)
    return state, store.url


def _read_title(state: State) -> str:
    """The title of the list that the state is of, where it is a file here; else empty."""
    from bot.data import read as read_list
    from bot.listing.values import title_of

    paths = sorted({each.path for places in state.census.places.values() for each in places})
    if len(paths) != 1 or not is_file(paths[0]):
        return ""
    try:
        return title_of(read_list(read(paths[0])))
    except BotError:  # what sweeps found is shown also where the list cannot be read any more
        return ""
