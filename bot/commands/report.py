"""`bot report`: what sweeps have found in a list, as a few lines or as an HTML page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from bot.commands.arguments import add_help
from bot.errors import CANNOT_RUN, BotError
from bot.files import read_optional, save
from bot.github.model import web_server
from bot.links.clock import SystemClock
from bot.links.model import Share, Tally
from bot.reports import html
from bot.reports.html import Dead, Health, Month, Moved, Place, Sweep
from bot.sweeps.items import ItemKind, list_items
from bot.sweeps.state import day_of
from bot.sweeps.storage import load
from bot.sweeps.store import open_issue

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Mapping

    from bot.console import Console
    from bot.sweeps.items import Item
    from bot.sweeps.state import State

_STDOUT = "-"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    state = parser.add_argument_group("state")
    state.add_argument("state", nargs="?", metavar="STATE", help="a file written by bot sweep --state")
    state.add_argument("--issue", action="store_true", help="read the state from the issue on GitHub")
    page = parser.add_argument_group("page")
    page.add_argument("--html", metavar="FILE", help="write an HTML page; - is standard output")
    page.add_argument("--title", metavar="TITLE", help="the name of the list")
    add_help(page)


def run(args: Namespace, console: Console) -> int:
    """Write the page, or sum up; a dead link is not a failure here."""
    if (args.state is None) is not args.issue:
        raise BotError("give exactly one state", "a file written by bot sweep --state, or --issue")
    state = _from_issue(console) if args.issue else _from_file(Path(args.state))
    health = health_of(state, args.title or _title(args.state, console.environ), _site(console.environ))
    if args.html is None:
        console.report(_summary(health))
    elif args.html == _STDOUT:
        console.report(html.render(health))
    else:
        save(Path(args.html), html.render(health))
        console.say(f"Wrote {args.html}.")
    return 0


def health_of(state: State, title: str, site: str = "") -> Health:
    """The health of the list after the last sweep of `state`.

    `site` is where files of the repository are shown, as `https://github.com/owner/name/blob/HEAD`; without one,
    places are not links. What a person ticked as alive is left out, as in the issue.
    """
    census = state.census
    items = list_items(state, census.places, state.time)
    return Health(
        title=title,
        day=day_of(state.time),
        now=state.runs[-1].tally if state.runs else Tally(),
        papers=census.papers,
        sweeps=tuple(Sweep(day_of(run.time), run.tally) for run in state.runs if not run.discarded),
        sections=tuple(Share(each.name or "–", each.tally) for each in census.sections),
        hosts=census.hosts,
        months=tuple(Month(each.year, each.month, each.papers) for each in census.months),
        dead=tuple(_dead(item, site) for item in items if item.kind is ItemKind.DEAD),
        moved=tuple(_moved(item, site) for item in items if item.kind is ItemKind.MOVED),
        false_alarms=state.wrong,
        reported=state.called,
    )


def _dead(item: Item, site: str) -> Dead:
    place, section = _place(item, site)
    return Dead(item.url, place, section, day_of(item.since), item.message, item.copy)


def _moved(item: Item, site: str) -> Moved:
    place, section = _place(item, site)
    return Moved(item.url, item.moved_to or "", place, section, day_of(item.since))


def _place(item: Item, site: str) -> tuple[Place, str]:
    """The first place of an item, and the heading that it is under."""
    if not item.places:
        return Place("–"), ""
    first = item.places[0]
    url = f"{site}/{quote(first.path.removeprefix('./'))}?plain=1#L{first.line}" if site else None
    return Place(f"{first.path}:{first.line}", url), first.section


def _summary(health: Health) -> str:
    """The figures, a line each."""
    now = health.now
    alive = "nothing was checked yet" if now.alive is None else f"{int(now.alive * 10) / 10:g} % alive"
    others = ("moved", "dead", "blocked", "uncertain", "skipped")
    counts = [f"{getattr(now, state):,} {state}" for state in others if getattr(now, state)]
    sweeps, dead, wrong = len(health.sweeps), health.reported, health.false_alarms
    lines = [
        f"{health.title}, as of {health.day.isoformat()}",
        f"{now.total:,} links in {health.papers:,} papers: {', '.join([alive, *counts])}",
        f"{sweeps:,} sweeps; {dead:,} links reported as dead, {wrong:,} of them alive",
    ]
    return "".join(f"{line}\n" for line in lines)


def _from_file(path: Path) -> State:
    text = read_optional(path)
    if text is None:
        raise BotError(f"file not found: {path}", f"bot sweep --state {path} creates it")
    return load(text, str(path))


def _from_issue(console: Console) -> State:
    """What the hidden part of the issue holds; that may be less than all, where the list is long."""
    clock = console.clock or SystemClock()
    with open_issue(console.environ) as store:
        state = store.load(int(clock.now()))
    if not state.runs:
        raise BotError(
            f"there is no issue of a sweep in {store.issue.repository}", "bot sweep --issue creates it", CANNOT_RUN
        )
    return state


def _title(path: str | None, environ: Mapping[str, str]) -> str:
    here = Path(path or ".").absolute()
    return environ.get("GITHUB_REPOSITORY") or (here.parent if path else here).name or "A list"


def _site(environ: Mapping[str, str]) -> str:
    """Where files of the repository are shown, as far as the environment names it."""
    repository = environ.get("GITHUB_REPOSITORY", "")
    return f"{web_server(environ)}/{repository}/blob/HEAD" if repository.count("/") == 1 else ""
