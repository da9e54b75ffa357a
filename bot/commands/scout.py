"""`bot scout`: from papers that someone else names to candidates for a list."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from bot import files
from bot.commands.add import read_others, show_results
from bot.commands.parsers import FactOptions, ListOptions, add_asking, add_help, add_sources, make_options, read_asking
from bot.commands.sources import gather_records, load_beside, read_sources
from bot.console import Console
from bot.errors import CANNOT_RUN, BotError
from bot.papers.identifiers import Identifier
from bot.rules import RULES
from bot.scouting.comparison import Scouted, Target, render_json, render_markdown, render_table
from bot.scouting.feeds import ReadFeeds, download_feeds, find_identifiers, join_feeds, name_default_feeds, read_feeds
from bot.text import Text, escape_controls, plural

_TOP = 20
_MOST_FEEDS = 50
BRANCH = "paperlist-bot/scout"
PULL_TITLE = "Add papers from the candidates"
_BODY = """\
Adds papers that were ticked in the issue with candidates. Later runs update this pull request, unless somebody else
commits to its branch. Close it, and its papers are not proposed again.
"""


@dataclass(frozen=True, slots=True)
class Options:
    """What is scouted for which list, and what becomes of it."""

    lists: ListOptions
    facts: FactOptions
    feeds: tuple[str, ...] = ()
    """Files and URLs; none for the default ones of the issue."""
    issue: bool = False
    add: bool = False
    format: str = "table"
    top: int | None = None
    """How many are shown, or added; None for what the format has by default."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    papers = parser.add_argument_group("list and feeds")
    papers.add_argument("--file", metavar="LIST", help="the list (default: as configured, or README.md)")
    papers.add_argument(
        "--from", nargs="+", action="extend", metavar="FEED", dest="feeds", help="feeds of papers: files or URLs"
    )
    add_sources(papers)
    candidates = parser.add_argument_group("candidates")
    candidates.add_argument("--top", type=int, metavar="N", help=f"the best N ({_TOP}; in JSON all)")
    candidates.add_argument("--issue", action="store_true", help="keep them in a GitHub issue with boxes to tick")
    candidates.add_argument("--add", action="store_true", help="add them to the list, as bot add does")
    names = ("table", "json", "markdown")
    candidates.add_argument("--format", choices=names, default="table", metavar="NAME", help=", ".join(names))
    requests = parser.add_argument_group("requests")
    add_asking(requests, offline="send no request; feeds must be files")
    add_help(requests)


def read_options(args: Namespace) -> Options:
    """Read the command line. Raises BotError for options that are missing or do not go together."""
    lists = make_options(ListOptions, args, files=(args.file,) if args.file is not None else ())
    options = make_options(Options, args, lists=lists, facts=read_asking(args))
    if options.issue and (options.add or options.top is not None or options.format != "table"):
        raise BotError("--issue cannot be combined with --add, --top or --format", "leave them out")
    if not options.feeds and not options.issue:
        raise BotError("no feed is named", "name files or URLs: bot scout --from papers.xml")
    if len(options.feeds) > _MOST_FEEDS:
        raise BotError(f"more than {_MOST_FEEDS} feeds", "name fewer, or join them into one file")
    if options.top is not None and options.top < 1:
        raise BotError(f"--top {options.top} is not valid", "write 1 or more, such as --top 20")
    if options.add and options.top is None:
        raise BotError("--add needs --top", "say how many papers are to be added, such as --top 5")
    if files.STDIN in (*options.lists.files, options.lists.config):
        raise BotError("the list cannot be standard input", "name the list by its path; a feed may be -")
    return options


def run(options: Options, console: Console) -> int:
    """Rank the papers of the feeds; with --add 1 if one could not be added."""
    target = read_target(options, console)
    if options.issue:
        return _run_issue(options, target, console)
    found = _read_feeds(options.feeds, options, console)
    for problem in found.problems:
        console.say(f"warning: {escape_controls(problem)}")
    if not found.feeds:
        raise BotError("no feed could be read", "check the URLs, or save the pages as files", CANNOT_RUN)
    scouted = target.scout(target.with_titles(join_feeds(found.feeds)))
    if not options.facts.offline:
        find = partial(_find_identifiers, options=options, console=console)
        scouted = target.with_identifiers(scouted, options.top or _TOP, find)
    console.report(_render(scouted, options, console))
    return _add(scouted, options, target, console) if options.add else 0


def read_target(options: Options, console: Console) -> Target:
    """The list that is scouted for, and how papers are looked up. Raises BotError if it has no papers."""
    sources = read_sources(options.lists)
    survey = sources.survey(console)
    texts = (sources.texts[0], *read_others(sources, sources.texts[0], console))
    target = Target(
        texts,
        sources.config.plan(RULES),
        survey,
        lambda papers: gather_records(options.facts, papers, load_beside([texts[0].path]), console),
    )
    if not any(entry.title is not None for entry in target.listing.papers):
        raise BotError(f"no papers found in {target.listing.text.path}", "name the list with --file", CANNOT_RUN)
    return target


def _read_feeds(names: Sequence[str], options: Options, console: Console) -> ReadFeeds:
    def download(urls: Sequence[str]) -> dict[str, Text | str]:
        from bot.links.clock import Clock

        return download_feeds(urls, options.facts.allow_address, console.clock or Clock(), console.environ)

    return read_feeds(names, console.stdin, None if options.facts.offline else download)


def _find_identifiers(titles: Sequence[str], options: Options, console: Console) -> Mapping[str, Identifier]:
    from bot.commands.online import ProgressDisplay, cache_path, sigterm_as_interrupt
    from bot.facts.cache import Cache, default_path
    from bot.links.clock import Clock

    clock = console.clock or Clock()
    progress = ProgressDisplay(console, clock)
    path = default_path() if options.facts.cache is None else cache_path(options.facts.cache)
    with closing(Cache(path, lambda message: progress.say(f"warning: {message}"))) as cache, sigterm_as_interrupt():
        found = find_identifiers(
            titles, cache, clock, console.environ, lambda done: progress.update("papers", done, len(titles))
        )
    progress.say(f"arXiv: found {len(found):,} of {plural(len(titles), 'title')}.")
    return found


def _render(scouted: Scouted, options: Options, console: Console) -> str:
    match options.format:
        case "json":
            return render_json(scouted, options.top)
        case "markdown":
            return render_markdown(scouted, options.top or _TOP)
        case _:
            return render_table(scouted, options.top or _TOP, console.width(console.stdout))


def _add(scouted: Scouted, options: Options, target: Target, console: Console) -> int:
    """Add the best candidates, each to the section that is proposed for it."""
    best = [each for each in scouted.new if not each.unlike][: options.top]
    request = target.add((each.paper, each.section) for each in best)
    if request.text != target.texts[0]:
        files.write_back([target.texts[0]], [request.text], console)
    show_results(request.results, console, aside=True)
    return int(any(result.status == "declined" for result in request.results))


def _run_issue(options: Options, target: Target, console: Console) -> int:
    """Bring the issue up to date: 3 if no feed could be read; what people did there counts nevertheless."""
    from bot.github.branches import offer_texts
    from bot.github.client import open_client
    from bot.github.hidden_text import KEY
    from bot.github.kept_issue import KeptIssue, retry
    from bot.github.model import repository_of
    from bot.links.clock import Clock
    from bot.scouting.proposals import KIND, IssueRun

    def offer(before: Text, after: Text) -> int | None:
        pull = offer_texts([before], [after], BRANCH, PULL_TITLE, lambda _: _BODY, console.environ, console.say)
        return pull.number if pull is not None else None

    repository = repository_of(console.environ)
    names = options.feeds or name_default_feeds(target.find_categories(), console.environ)
    found = _read_feeds(names, options, console)
    for problem in found.problems:
        console.say(f"warning: {problem}")
    with open_client(console.environ) as client:
        kept = KeptIssue(client, repository, KIND, console.environ.get(KEY, "").encode())
        issue_run = IssueRun(kept, target, found, offer, int((console.clock or Clock()).now()))
        state = retry(issue_run.carry_out, "somebody keeps changing the issue", "run one scout at a time")
    console.say(f"Scout: {len(state.shown)} candidates, {len(state.chosen)} chosen.")
    return 0 if found.feeds else CANNOT_RUN
