"""`bot entries`: what the bot reads in lists, entry by entry."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass

from bot.commands.parsers import ListOptions, add_help, add_lists, add_table_format, make_options
from bot.commands.sources import read_lists
from bot.console import Console
from bot.exports.writers import render_json
from bot.listing import Listing
from bot.listing.skipped import count_paper_links
from bot.listing.values import entry_object
from bot.text import escape_controls, fit, plural


@dataclass(frozen=True, slots=True)
class Options:
    """The lists, what to show of each, and how."""

    lists: ListOptions
    skipped: bool = False
    format: str = "table"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    lists = add_lists(parser)
    lists.add_argument("--skipped", action="store_true", help="show links to papers outside entries, and why")
    add_table_format(lists)
    add_help(lists)


def read_options(args: Namespace) -> Options:
    """The options of the command line."""
    return make_options(Options, args)


def run(options: Options, console: Console) -> int:
    """Print the entries; a list without entries is not a failure."""
    sources = read_lists(options.lists, console)
    listings = sources.survey(console).read(sources.texts)
    if options.format == "json":
        console.report(render_json(listings, skipped=options.skipped))
    else:
        width, table = console.width(console.stdout), _skipped_table if options.skipped else _table
        console.report("\n".join("".join(f"{line}\n" for line in table(each, width)) for each in listings))
    return 0


def _table(listing: Listing, width: int) -> Iterator[str]:
    """A line for each entry: line number, date, arXiv id and title; `-` where there is none."""
    objects = [entry_object(listing, entry) for entry in listing.entries]
    papers = sum(each["kind"] == "paper" for each in objects)
    yield f"{escape_controls(listing.text.path)}: {papers} papers, {len(objects) - papers} other entries"
    for each in objects:
        what = each["arxiv"] or ("-" if each["kind"] == "paper" else "(other)")
        start = f"{each['line']:>6}  {each['date'] or '-':10}  {what:12}  "
        yield fit(start + escape_controls(str(each["title"] or "-")), width)


def _skipped_table(listing: Listing, width: int) -> Iterator[str]:
    """A line for each block that is in no entry, with its lines and the reason, and one for each link to a paper."""
    total, skipped = count_paper_links([listing])
    yield f"{escape_controls(listing.text.path)}: {skipped:,} of {plural(total, 'link')} to papers outside entries"
    for block in listing.skipped:
        first, last = listing.text.line_at(block.span.start), listing.text.line_at(block.span.end)
        heading = listing.sections[block.section].heading
        lines = f"line {first}" if first == last else f"lines {first}-{last}"
        section = f', in "{heading}"' if heading else ""
        yield fit(escape_controls(f"{lines}: {block.reason}{section}"), width)
        for each in block.mentions:
            what = each.identifier.value if each.identifier is not None else "-"
            start = f"{listing.text.line_at(each.link.span.start):>6}  {each.date.iso() if each.date else '-':10}  "
            yield fit(escape_controls(f"{start}{what:12}  {each.title or '-'}"), width)
