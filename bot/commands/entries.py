"""`bot entries`: what the bot reads in lists, entry by entry."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.commands.arguments import add_files, add_help, add_sources, add_table_format
from bot.commands.sources import Survey, read_sources
from bot.listing.model import entry_object
from bot.text import escape_controls, fit

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from bot.console import Console
    from bot.listing import Listing


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    lists = parser.add_argument_group("lists")
    add_files(lists)
    add_sources(lists)
    add_table_format(lists)
    add_help(lists)


def run(args: Namespace, console: Console) -> int:
    """Print the entries; a list without entries is no failure."""
    sources = read_sources(args.files, console.stdin, config_path=args.config, isolated=args.isolated)
    listings, _ = Survey(console.today)(sources.texts)
    if args.format == "json":
        console.report(_json(listings))
    else:
        width = console.width(console.stdout)
        console.report("\n".join("".join(f"{line}\n" for line in _table(each, width)) for each in listings))
    return 0


def _json(listings: tuple[Listing, ...]) -> str:
    """One object for one file, a list of them for several."""
    found = [
        {"file": _name(listing.text.path), "entries": [entry_object(listing, entry) for entry in listing.entries]}
        for listing in listings
    ]
    return f"{json.dumps(found[0] if len(found) == 1 else found, indent=2, ensure_ascii=False)}\n"


def _name(path: str) -> str:
    """The path with a sign in the place of bytes that are not UTF-8: JSON has none."""
    return path.encode(errors="surrogateescape").decode(errors="replace")


def _table(listing: Listing, width: int) -> Iterator[str]:
    """A line for each entry: line number, date, arXiv id and title; `-` where there is none."""
    objects = [entry_object(listing, entry) for entry in listing.entries]
    papers = sum(each["kind"] == "paper" for each in objects)
    yield f"{escape_controls(listing.text.path)}: {papers} papers, {len(objects) - papers} other entries"
    for each in objects:
        what = each["arxiv"] or ("-" if each["kind"] == "paper" else "(other)")
        start = f"{each['line']:>6}  {each['date'] or '-':10}  {what:12}  "
        yield fit(start + escape_controls(str(each["title"] or "-")), width)
