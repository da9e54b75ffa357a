"""`bot export`: export lists as JSON, CSV, BibTeX, CSL, an Atom feed, or a searchable page."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.commands.parsers import FactOptions, ListOptions, add_facts, add_help, add_lists, make_options, warn_of_unused
from bot.commands.sources import gather_facts, load_beside, read_lists, require_entries, say_left_out, say_unreached
from bot.console import Console
from bot.errors import BotError
from bot.exports.bibliography import read_works
from bot.exports.writers import FORMATS, Export, render, render_site
from bot.facts.model import Facts
from bot.facts.questions import collect_questions
from bot.files import STDIN, check_folder, is_file, save
from bot.git import find_repository
from bot.github.model import web_server
from bot.linter.rule import Need
from bot.listing import Listing
from bot.papers.urls import is_web_url
from bot.text import join

_FORMS = {".bib": "bibtex", ".csl.json": "csl", ".xml": "atom"} | {f".{name}": name for name in FORMATS}
"""Formats by the ends of file names, the longer before the shorter."""


@dataclass(frozen=True, slots=True)
class Options:
    """Which lists to give back, as what, and where to."""

    lists: ListOptions
    facts: FactOptions
    format: str = "json"
    output: str | None = None
    """A file, in place of standard output."""
    site: str | None = None
    """A folder that takes the page and all other formats."""
    url: str = ""
    """Where the site will be, with a slash at the end; empty if that is not known."""
    title: str | None = None


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_lists(parser)
    output = parser.add_argument_group("output")
    output.add_argument("--format", choices=tuple(FORMATS), metavar="NAME", help=join(tuple(FORMATS), "or"))
    output.add_argument(
        "--output", type=check_folder, metavar="FILE", help="write to this file instead of standard output"
    )
    output.add_argument("--site", metavar="FOLDER", help="write the page, the feed and the other formats there")
    output.add_argument("--url", metavar="URL", help="the URL the site will have, for its feed")
    output.add_argument("--title", metavar="TITLE", help="the name of the list, for page and feed")
    facts = parser.add_argument_group("facts")
    add_facts(facts)
    add_help(output)


def read_options(args: Namespace) -> Options:
    """The options of the command line. Raises BotError for those that contradict each other."""
    if args.url and not is_web_url(args.url):
        raise BotError(f"--url: {args.url} is not a URL", "write it as https://example.org/list/")
    if args.site is not None and args.output is not None:
        raise BotError("--site writes several files, --output one", "leave out one of them")
    if args.site is not None and args.format is not None:
        raise BotError("--site writes several formats", "leave out --format")
    if args.site is not None and is_file(args.site):
        raise BotError(f"--site: {args.site} is a file, not a folder", "name a folder, or a new one")
    file = (args.output or "").lower()
    form = args.format or next((form for end, form in _FORMS.items() if file.endswith(end)), "json")
    return make_options(Options, args, format=form, url=f"{args.url.rstrip('/')}/" if args.url else "")


def run(options: Options, console: Console) -> int:
    """Write the lists in another format; 3 if they hold no entries."""
    warn_of_unused(options.facts, console)
    sources = read_lists(options.lists, console)
    listings = sources.survey(console).read(sources.texts)
    require_entries(listings)
    lock = load_beside([text.path for text in sources.texts])
    gathered = gather_facts(options.facts, collect_questions(listings), Need.PAPERS, console, lock=lock)
    lists = read_works(listings, gathered.facts or Facts(), console.today)
    server = web_server(console.environ)
    repository = _repository(console.environ, server, sources.texts[0].path)
    export = Export(
        lists,
        options.title or join([each.title for each in lists], "and"),
        console.today,
        f"{server}/{repository}" if repository else "",
        repository.partition("/")[0],
        options.url,
        lambda message: console.say(f"warning: {message}"),
    )
    if options.site is not None:
        contents = render_site(export)
        _write({Path(options.site) / name: content for name, content in contents.items()}, listings)
        console.say(f"Wrote {join(sorted(contents), 'and')} to {Path(options.site)}.")
    elif options.output is not None:
        _write({Path(options.output): render(options.format, export)}, listings)
        console.say(f"Wrote {options.output}.")
    else:
        console.report(render(options.format, export))
    if options.site is not None or options.format in ("bibtex", "csl"):
        say_left_out(listings, console)
    say_unreached(gathered, console)
    return gathered.code


def _write(contents: Mapping[Path, str], listings: Sequence[Listing]) -> None:
    """Write files. Raises BotError, before any is written, where a list itself would be overwritten."""
    lists = {Path(listing.text.path).resolve() for listing in listings if listing.text.path != STDIN}
    for path in contents:
        if path.resolve() in lists:
            raise BotError(f"{path} is the list itself, and is not overwritten", "name another file or folder")
    for path, content in contents.items():
        save(path, content)


def _repository(environ: Mapping[str, str], server: str, path: str) -> str:
    """`owner/name` of the repository, as far as the environment or a clone names it."""
    name = environ.get("GITHUB_REPOSITORY", "")
    if name.count("/") == 1:
        return name
    return find_repository(str(Path(path).parent), server) if path != STDIN else ""
