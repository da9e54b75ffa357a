"""`bot scout`: from papers that someone else names to candidates for a list."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot import files
from bot.additions.request import Request
from bot.commands.add import read_others, show_results
from bot.commands.arguments import ListOptions, add_address, add_help, add_sources, make_options, read_asking
from bot.commands.facts import load_beside
from bot.commands.named_papers import gather_records
from bot.commands.scout_feeds import find_identifiers, read_feeds
from bot.commands.sources import read_sources
from bot.errors import CANNOT_RUN, BotError
from bot.linter.survey import Survey
from bot.papers.identity import name_identified
from bot.papers.record import Record
from bot.rules import RULES
from bot.scouting.feeds import Feed, join_feeds
from bot.scouting.report import render_json, render_markdown, render_table
from bot.scouting.scout import scout
from bot.text import escape_controls

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Sequence

    from bot.commands.sources import Sources
    from bot.console import Console
    from bot.scouting.model import FeedPaper
    from bot.scouting.scout import Scouted
    from bot.text import Text

_TOP = 20
_MOST_FEEDS = 50


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    papers = parser.add_argument_group("list and feeds")
    papers.add_argument("--file", metavar="LIST", help="the list (that of the configuration, else README.md)")
    papers.add_argument("--from", nargs="+", action="extend", metavar="FEED", dest="feeds", help="files or URLs")
    add_sources(papers)
    candidates = parser.add_argument_group("candidates")
    candidates.add_argument("--top", type=int, metavar="N", help=f"the best N ({_TOP}; in JSON all)")
    candidates.add_argument("--issue", action="store_true", help="keep them in a GitHub issue with boxes to tick")
    candidates.add_argument("--add", action="store_true", help="add them to the list, as bot add does")
    names = ("table", "json", "markdown")
    candidates.add_argument("--format", choices=names, default="table", metavar="NAME", help=", ".join(names))
    requests = parser.add_argument_group("requests")
    requests.add_argument("--offline", action="store_true", help="send no request: feeds are files")
    requests.add_argument("--cache", metavar="FILE", help="cached answers (in the user's cache folder)")
    add_address(requests)
    add_help(requests)


def run(args: Namespace, console: Console) -> int:
    """Rank the papers of the feeds; with --add 1 where one could not be added."""
    _check(args)
    sources = read_sources(make_options(ListOptions, args, files=(args.file,) if args.file is not None else ()))
    survey = Survey(console.today, config=sources.config)
    texts = [sources.texts[0], *read_others(sources, sources.texts[0], console)]
    listing, *others = survey.read(texts)
    if not any(entry.title is not None for entry in listing.papers):
        raise BotError(f"no papers found in {listing.text.path}", "name the list with --file", CANNOT_RUN)
    if args.issue:
        from bot.commands.scout_issue import run_issue

        return run_issue(args, texts, sources, survey, console)
    found = read_feeds(args.feeds, args, console)
    for problem in found.problems:
        console.say(f"warning: {escape_controls(problem)}")
    if not found.feeds:
        raise BotError("no feed could be read", "check the addresses, or save the pages as files", CANNOT_RUN)
    papers = with_titles(join_feeds(found.feeds), args, listing.text.path, console)
    scouted = scout(listing, papers, others)
    scouted = _with_identifiers(scouted, args, lambda better: scout(listing, better, others), console)
    _report(scouted, args, console)
    return _add(scouted, args, texts, sources, survey, console) if args.add else 0


def with_titles(papers: Sequence[FeedPaper], args: Namespace, path: str, console: Console) -> tuple[FeedPaper, ...]:
    """The papers, those of which a feed gives the id alone with the titles that the lock or services know."""
    untitled = ((each, name_identified(each.identifier)) for each in papers if not each.title)
    wanted = {each: named for each, named in untitled if named is not None}
    if not wanted:
        return tuple(papers)
    records = gather_records(read_asking(args), tuple(wanted.values()), load_beside([path]), console)
    titles = {each: fact.title for each, named in wanted.items() if isinstance(fact := records.get(named), Record)}
    return tuple(replace(each, title=titles[each]) if each in titles else each for each in papers)


def _with_identifiers(
    scouted: Scouted, args: Namespace, again: Callable[[Sequence[FeedPaper]], Scouted], console: Console
) -> Scouted:
    """The result with the ids of the best candidates of which only titles were known, where arXiv may be asked."""
    best = [each.paper for each in scouted.new if not each.unlike][: args.top or _TOP]
    titles = [each.title for each in best if each.id is None]
    if args.offline or not titles:
        return scouted
    found = find_identifiers(titles, args, console)
    papers = [each.paper for each in (*scouted.new, *scouted.listed)]
    named = [replace(each, identifier=found[each.title]) if each.title in found else each for each in papers]
    return again(join_feeds([Feed("feeds", tuple(named))])) if found else scouted


def _report(scouted: Scouted, args: Namespace, console: Console) -> None:
    match args.format:
        case "json":
            console.report(render_json(scouted, args.top))
        case "markdown":
            console.report(render_markdown(scouted, args.top or _TOP))
        case _:
            console.report(render_table(scouted, args.top or _TOP, console.width(console.stdout)))


def _add(
    scouted: Scouted, args: Namespace, texts: list[Text], sources: Sources, survey: Survey, console: Console
) -> int:
    """Add the best candidates, each to the section that is proposed for it."""
    before = texts[0]
    request = Request(texts, sources.config.plan(RULES), survey)
    best = [(each, name_identified(each.paper.identifier)) for each in scouted.new if not each.unlike][: args.top]
    wanted = [named for _, named in best if named is not None]
    records = gather_records(read_asking(args), wanted, load_beside([before.path]), console)
    for each, named in best:
        request.add(each.paper.id or each.paper.title, named, records, each.section)
    if request.text != before:
        files.write_back([before], [request.text], console)
    show_results(request.results, console, aside=True)
    return int(any(result.status == "declined" for result in request.results))


def _check(args: Namespace) -> None:
    """Raise BotError for options that are missing or do not go together."""
    if args.issue and (args.add or args.top is not None or args.format != "table"):
        raise BotError("--issue cannot be combined with --add, --top or --format", "leave them out")
    args.feeds = args.feeds or []
    if not args.feeds and not args.issue:
        raise BotError("no feed is named", "name files or URLs: bot scout --from papers.xml")
    if len(args.feeds) > _MOST_FEEDS:
        raise BotError(f"more than {_MOST_FEEDS} feeds", "name fewer, or join them into one file")
    if args.top is not None and args.top < 1:
        raise BotError(f"--top {args.top} is not valid", "write a number from 1 on, such as --top 20")
    if args.add and args.top is None:
        raise BotError("--add needs --top", "say how many papers are to be added, such as --top 5")
    if files.STDIN in (args.file, args.config):
        raise BotError("the list cannot be standard input", "name the list by its path; a feed may be -")
