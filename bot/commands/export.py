"""`bot export`: give lists back as JSON, CSV, BibTeX, CSL, an Atom feed, or a page to search in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bot.commands.arguments import (
    FactOptions,
    ListOptions,
    add_facts,
    add_files,
    add_help,
    add_sources,
    make_options,
    warn_of_unused,
)
from bot.commands.facts import gather_facts, load_beside
from bot.commands.sources import read_lists, require_entries
from bot.errors import CANNOT_RUN, BotError
from bot.exports.works import read_works
from bot.facts.model import Facts
from bot.facts.questions import collect_questions
from bot.files import STDIN, save
from bot.linter.rule import Need
from bot.linter.survey import Survey
from bot.papers.urls import is_web_url
from bot.text import join

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Mapping, Sequence

    from bot.console import Console
    from bot.exports.feed import Addition
    from bot.exports.works import ExportedList
    from bot.listing import Listing


@dataclass(frozen=True, slots=True)
class Options:
    """Which lists to give back, as what, and where to."""

    lists: ListOptions
    facts: FactOptions
    format: str = "json"
    output: str | None = None
    """A file, in the place of standard output."""
    site: str | None = None
    """A folder that takes the page and all other formats."""
    url: str = ""
    """Where the site will be, with a slash at the end; empty if that is not known."""
    title: str | None = None


class _Export(NamedTuple):
    """Everything that a format is made from."""

    lists: tuple[ExportedList, ...]
    title: str
    console: Console
    url: str = ""
    """Where the files will be, with a slash at the end; empty if that is not known."""

    @property
    def listings(self) -> tuple[Listing, ...]:
        return tuple(each.listing for each in self.lists)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    lists = parser.add_argument_group("lists")
    add_files(lists)
    add_sources(lists)
    output = parser.add_argument_group("output")
    output.add_argument("--format", choices=tuple(_RENDERERS), metavar="NAME", help=join(tuple(_RENDERERS), "or"))
    output.add_argument("--output", metavar="FILE", help="write to this file instead of standard output")
    output.add_argument("--site", metavar="FOLDER", help="write the page, the feed and the other formats there")
    output.add_argument("--url", metavar="URL", help="where the site will be, which its feed then names")
    output.add_argument("--title", metavar="TITLE", help="the name of the list, for page and feed")
    facts = parser.add_argument_group("facts")
    add_facts(facts)
    add_help(output)


def read_options(args: Namespace) -> Options:
    """The options of the command line. Raises BotError for those that contradict each other."""
    if args.url and not is_web_url(args.url):
        raise BotError(f"--url: {args.url} is not an address of the web", "write it as https://example.org/list/")
    if args.site is not None and args.output is not None:
        raise BotError("--site writes several files, --output one", "leave out one of them")
    if args.site is not None and args.format is not None:
        raise BotError("--site writes several formats", "leave out --format")
    return make_options(
        Options,
        args,
        lists=make_options(ListOptions, args),
        facts=make_options(FactOptions, args),
        url=f"{args.url.rstrip('/')}/" if args.url else "",
    )


def run(args: Namespace, console: Console) -> int:
    """Write the lists in another format; 3 where they hold no entries."""
    options = read_options(args)
    warn_of_unused(options.facts, console)
    render = _RENDERERS[options.format]
    sources = read_lists(options.lists, console)
    listings, _ = Survey(console.today, config=sources.config)(sources.texts)
    require_entries(listings)
    lock = load_beside([text.path for text in sources.texts])
    gathered = gather_facts(options.facts, collect_questions(listings), Need.PAPERS, console, lock=lock)
    lists = read_works(listings, gathered.facts or Facts(), console.today)
    export = _Export(lists, options.title or join([each.title for each in lists], "and"), console, options.url)
    if options.site is not None:
        _write_site(Path(options.site), export)
    elif options.output is not None:
        _spare_lists([Path(options.output)], listings)
        save(Path(options.output), render(export))
        console.say(f"Wrote {options.output}.")
    else:
        console.report(render(export))
    return gathered.code


def _write_site(folder: Path, export: _Export) -> None:
    """All formats in a folder, for a server of files; the feed only where git knows when entries were added."""
    contents = {}
    for form, name in _SITE.items():
        try:
            contents[name] = _RENDERERS[form](export)
        except BotError as error:
            if form != "atom":
                raise
            export.console.say(f"warning: no feed: {error.message}")
    has_feed = _SITE["atom"] in contents
    contents["index.html"] = _page(export, [name for name in contents if name != _SITE["atom"]], has_feed=has_feed)
    _spare_lists([folder / name for name in contents], export.listings)
    for name, content in contents.items():
        save(folder / name, content)
    export.console.say(f"Wrote {join(sorted(contents), 'and')} to {folder}.")


def _spare_lists(paths: Sequence[Path], listings: Sequence[Listing]) -> None:
    """Raise BotError where a list itself would be overwritten."""
    lists = {Path(listing.text.path).resolve() for listing in listings if listing.text.path != STDIN}
    for path in paths:
        if path.resolve() in lists:
            raise BotError(f"{path} is the list itself, and is not overwritten", "name another file or folder")


def _json(export: _Export) -> str:
    from bot.exports.tables import render_json

    return render_json(export.listings)


def _jsonl(export: _Export) -> str:
    from bot.exports.tables import render_jsonl

    return render_jsonl(export.listings)


def _csv(export: _Export) -> str:
    from bot.exports.tables import render_csv

    return render_csv(export.lists)


def _bibtex(export: _Export) -> str:
    from bot.exports.bibtex import render_bibtex
    from bot.exports.references import make_references

    return render_bibtex(make_references(export.lists))


def _csl(export: _Export) -> str:
    from bot.exports.csl import render_csl
    from bot.exports.references import make_references

    return render_csl(make_references(export.lists))


def _atom(export: _Export) -> str:
    from bot.exports.feed import MOST_ENTRIES, Feed, find_additions, order_additions, render_feed
    from bot.git import read_history

    found: list[Addition] = []
    origin = ""
    for each in export.lists:
        path = each.listing.text.path
        if path == STDIN:
            raise BotError("a feed needs the history of a file", "name the file of the list", CANNOT_RUN)
        history = read_history(path)
        if not history.origin:
            export.console.say("warning: the clone is shallow: additions before it are not known (fetch-depth: 0)")
        origin = origin or history.origin
        found += find_additions(each, history.commits, MOST_ENTRIES)
    now = int(datetime.combine(export.console.today, time(), UTC).timestamp())
    title = f"{export.title}: what is new"
    page, address = (
        export.url or _repository(export.console.environ),
        f"{export.url}{_SITE['atom']}" if export.url else "",
    )
    return render_feed(Feed(title, origin or export.title, order_additions(found), page, address, now))


def _html(export: _Export) -> str:
    return _page(export, ())


def _page(export: _Export, beside: Sequence[str], *, has_feed: bool = False) -> str:
    from bot.exports.page import Page, render_page

    names = {name: form for form, name in _SITE.items()}
    downloads = tuple((_NAMES[names[name]], name) for name in beside)
    repository = _repository(export.console.environ)
    page = Page(export.title, export.console.today, repository, downloads, _SITE["atom"] if has_feed else "")
    return render_page(page, export.lists)


def _repository(environ: Mapping[str, str]) -> str:
    """The page of the repository, as far as the environment names it."""
    from bot.github.model import web_server

    name = environ.get("GITHUB_REPOSITORY", "")
    return f"{web_server(environ)}/{name}" if name.count("/") == 1 else ""


_RENDERERS: Mapping[str, Callable[[_Export], str]] = {
    "json": _json,
    "jsonl": _jsonl,
    "csv": _csv,
    "bibtex": _bibtex,
    "csl": _csl,
    "atom": _atom,
    "html": _html,
}
_SITE = {
    "bibtex": "papers.bib",
    "csl": "papers.csl.json",
    "csv": "papers.csv",
    "json": "papers.json",
    "atom": "feed.atom",
}
"""What `--site` writes beside the page."""
_NAMES = {"bibtex": "BibTeX", "csl": "CSL-JSON", "csv": "CSV", "json": "JSON"}
"""How the page calls them."""
