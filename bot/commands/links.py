"""`bot links`: the state of each link of a list, one line a link, the worst first."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.commands.arguments import (
    FactOptions,
    ListOptions,
    add_facts,
    add_files,
    add_help,
    add_sources,
    add_table_format,
    make_options,
    warn_of_unused,
)
from bot.commands.facts import gather_facts, load_beside
from bot.commands.sources import read_lists
from bot.facts.questions import collect_questions
from bot.linter.rule import Need
from bot.linter.survey import Survey
from bot.reports.json import fact_objects
from bot.reports.model import describe_unreached
from bot.text import escape_controls, fit

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator, Sequence

    from bot.console import Console
    from bot.facts.model import Facts
    from bot.listing import Listing

_ORDER = ("dead", "moved", "uncertain", "blocked", "skipped", "ok")
"""States, those that need attention first."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    lists = parser.add_argument_group("lists")
    add_files(lists)
    add_sources(lists)
    facts = parser.add_argument_group("facts")
    add_facts(facts)
    add_table_format(facts)
    add_help(facts)


def run(args: Namespace, console: Console) -> int:
    """Print what is known; without `--online` that is what earlier runs gathered. A dead link is no failure."""
    sources = read_lists(make_options(ListOptions, args), console)
    listings, _ = Survey(console.today, config=sources.config)(sources.texts)
    options = make_options(FactOptions, args, offline=not args.online)
    warn_of_unused(options, console)
    lock = load_beside([text.path for text in sources.texts])
    gathered = gather_facts(options, collect_questions(listings), Need.FACTS, console, lock=lock)
    if gathered.facts is not None:
        width = console.width(console.stdout) if console.stdout.isatty() else None
        console.report(
            _json(gathered.facts)
            if args.format == "json"
            else "".join(f"{line}\n" for line in _table(gathered.facts, listings, width))
        )
    if gathered.facts is not None and gathered.facts.unreached:
        console.say(f"error: {describe_unreached(gathered.facts.unreached)}")
    return gathered.code


def _json(facts: Facts) -> str:
    """The facts as in the report of `bot lint`."""
    return f"{json.dumps({'version': 1, 'facts': fact_objects(facts)}, indent=2)}\n"


def _table(facts: Facts, listings: Sequence[Listing], width: int | None) -> Iterator[str]:
    """State, place, URL and reason of each link, by state and then by place; cut to `width` columns."""
    places = _places(listings)
    rows = sorted(facts.links.values(), key=lambda status: _ORDER.index(status.state.value))
    widest = max((len(places[status.url]) for status in rows), default=0)
    for status in rows:
        start = f"{status.state.value:9}  {places[status.url]:{widest}}  {status.url}"
        target = f" -> {status.target}" if status.target else ""
        line = escape_controls(f"{start}{target}{f'  ({status.reason})' if status.reason else ''}")
        yield line if width is None else fit(line, width)


def _places(listings: Sequence[Listing]) -> dict[str, str]:
    """Path and line of the first link to each URL."""
    places: dict[str, str] = {}
    for listing in listings:
        for link in listing.document.links:
            if link.href not in places:
                places[link.href] = f"{listing.text.path}:{listing.text.line_at(link.span.start)}"
    return places
