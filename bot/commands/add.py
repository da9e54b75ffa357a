"""`bot add`: write papers into a list, each in the list's own style at its place."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from bot import files
from bot.additions.given import NOTHING_GIVEN, PARTS, Given, read_given
from bot.additions.insertion import MOST_COMMITS
from bot.additions.request import Request, Result
from bot.commands.parsers import FactOptions, ListOptions, add_address, add_help, add_sources, make_options, read_asking
from bot.commands.sources import Sources, gather_records, load_beside, read_sources
from bot.console import Console
from bot.errors import BotError
from bot.facts.model import RecordFact
from bot.files import relative_path
from bot.git import Commit, read_history
from bot.linter.config import list_files
from bot.linter.survey import Survey
from bot.ordering.places import resolve
from bot.papers.identity import NamedPaper, read_paper
from bot.progress import step
from bot.reports.patch import render_diff
from bot.rules import RULES
from bot.text import Text, escape_controls, shorten

_MARKDOWN = (".md", ".markdown", ".mdown", ".mkd")
_MOST_PAPERS = 500
"""Papers of one request."""
_MOST_NAMED = 5
"""Lists in one message."""
_SHOWN = 300
_LONGEST_ANSWER = 100


@dataclass(frozen=True, slots=True)
class Options:
    """Which papers to add to which list, and how what is known about them is asked for."""

    lists: ListOptions
    facts: FactOptions
    papers: tuple[str, ...] = ()
    """Each once, as somebody named it."""
    given: Given = NOTHING_GIVEN
    """What is said of the only one by hand."""
    as_is: str = ""
    """A line of somebody's, in place of papers."""
    section: str | None = None
    dry_run: bool = False
    format: str = "plain"

    @property
    def path(self) -> str | None:
        """The list, or a folder with lists; None for the configuration's."""
        return next(iter(self.lists.files), None)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    papers = parser.add_argument_group("papers")
    papers.add_argument(
        "papers", nargs="*", metavar="ID|URL... [FILE]", help="papers, then the list or its folder (README.md)"
    )
    papers.add_argument("--section", metavar="NAME", help='where they go, such as "Planning" or "Papers > 2024"')
    papers.add_argument("--as-is", default="", metavar="LINE", help="a line of yours, checked and put where it belongs")
    papers.add_argument("--dry-run", action="store_true", help="show what would change, write nothing")
    papers.add_argument("--offline", action="store_true", help="send no request: papers.lock.jsonl and cached answers")
    papers.add_argument("--cache", metavar="FILE", help="keep cached answers in this file")
    papers.add_argument("--format", choices=("plain", "json"), default="plain", metavar="NAME", help="plain, json")
    add_address(papers)
    add_sources(papers)
    add_help(papers)
    known = parser.add_argument_group("what no service knows about one paper, or gets wrong")
    for name, what in PARTS.items():
        known.add_argument(f"--{name}", default="", metavar=name.upper(), help=what)


def read_options(args: Namespace) -> Options:
    """The options of the command line. Raises BotError if no paper is named, or two lists are."""
    given = read_given({name: getattr(args, name) for name in PARTS})
    papers, path = _split(args.papers, given, args.as_is)
    lists = make_options(ListOptions, args, files=(path,) if path is not None else ())
    return make_options(Options, args, lists=lists, facts=read_asking(args), papers=tuple(papers), given=given)


def run(options: Options, console: Console) -> int:
    """Add papers; 0 if all are in the list afterwards, 1 if one was declined."""
    sources = read_sources(options.lists, console.stdin)
    if options.format == "json" and sources.stdin is not None and not options.dry_run:
        raise BotError("the list goes to standard output, so --format json cannot", "add --dry-run, or name the file")
    survey = sources.survey(console, rereads=True)
    target = _choose_list(sources.texts, options.section, survey, options.path)
    texts = (target, *read_others(sources, target, console))
    is_terminal = console.stdin is not None and console.stdin.isatty() and console.stderr.isatty()
    can_ask = options.format == "plain" and sources.stdin is None and is_terminal
    ask = partial(_ask, console) if can_ask else None
    request = Request(list(texts), sources.config.plan(RULES), survey, ask, _read_commits(target), given=options.given)
    records = _gather(options, request, target, console)
    papers = {name: _name(name, options.given) for name in options.papers}
    for number, (name, paper) in enumerate(papers.items()):
        step(f"Adding {name}", number, len(papers), "paper")
        request.add(name, paper, records, options.section)
    if options.as_is:
        request.add_line(options.as_is, options.section)
    if request.text != target and not options.dry_run:
        files.write_back([target], [request.text], console, sources.stdin)
    if options.format == "json":
        console.report(f"{json.dumps(request.as_json(), ensure_ascii=False, indent=2)}\n")
    else:
        _show(request, target, options, console, from_stdin=sources.stdin is not None)
    return int(any(result.status == "declined" for result in request.results))


def _read_commits(target: Text) -> tuple[Commit, ...]:
    """The last commits of the list; none if it is not in a repository."""
    try:
        return read_history(target.path, MOST_COMMITS).commits if target.path != files.STDIN else ()
    except BotError:
        return ()


def _name(name: str, given: Given) -> NamedPaper | None:
    """The paper that a name means; what is given by hand may be about any page."""
    return given.paper if name in (given.url, given.title) else read_paper(name)


def _gather(options: Options, request: Request, target: Text, console: Console) -> dict[NamedPaper, RecordFact]:
    """What is known about the papers that are not in the list; a page whose title is given is not asked about."""
    given = options.given
    named = (_name(name, given) for name in options.papers)
    missing = [each for each in dict.fromkeys(named) if each is not None and not request.lists(each)]
    asked = [each for each in missing if not given.needs_no_record(each)]
    records = dict(gather_records(options.facts, asked, load_beside([target.path]), console)) if asked else {}
    if given != NOTHING_GIVEN:
        for each in missing:
            if (fact := given.complete(each, records.get(each))) is not None:
                records[each] = fact
    return records


def _split(arguments: Sequence[str], given: Given, as_is: str) -> tuple[list[str], str | None]:
    """The papers, each once, and the file, which may stand anywhere among them."""
    named = [each for each in arguments if _is_file(each)]
    if len(named) > 1:
        raise BotError(f"papers are added to one list, and {len(named)} files are named", "name one of them")
    papers = [each for each in dict.fromkeys(arguments) if each not in named]
    if as_is:
        if papers or given != NOTHING_GIVEN:
            raise BotError("--as-is has the whole entry", "leave out the papers and what is said of them")
        return [], named[0] if named else None
    if not papers and (page := given.url or given.title):
        papers = [page]
    if given.url and papers != [given.url]:
        raise BotError("--url is the page of a paper without an id", f"leave it out, or {shorten(papers[0], _SHOWN)}")
    if given != NOTHING_GIVEN and len(papers) > 1:
        raise BotError(
            "--title and the like describe one paper, and several are named", "add the others in a run of their own"
        )
    if not papers:
        raise BotError("no paper is named", "name an arXiv id or a URL: bot add 2401.12345")
    if len(papers) > _MOST_PAPERS:
        raise BotError(f"more than {_MOST_PAPERS} papers in one request", "add them in parts")
    return papers, named[0] if named else None


def _is_file(argument: str) -> bool:
    if argument == files.STDIN:
        return True
    if "://" in argument or read_paper(argument) is not None:
        return False
    return argument.lower().endswith(_MARKDOWN) or files.is_file(argument) or files.is_folder(argument)


def _choose_list(texts: Sequence[Text], section: str | None, survey: Survey, path: str | None) -> Text:
    """The one of several lists with the section, else the first that the configuration names.

    Raises BotError for a folder with several lists where the section does not tell.
    """
    if len(texts) == 1:
        return texts[0]
    listings = survey.read(texts) if section is not None else ()
    found = [each.text for each in listings if section is not None and resolve(each, section).section is not None]
    if len(found) == 1:
        return found[0]
    if path is None:
        return texts[0]
    if section is None:
        raise BotError(f"{path} holds {len(texts)} lists", "name one of them, or a section with --section")
    names = ", ".join(files.shown(each.path) for each in found[:_MOST_NAMED])
    where = f"several lists in {path} have a section" if found else f"no list in {path} has a section"
    raise BotError(f'{where} "{section}"', f"name one of them: {names}" if found else "see bot entries --format json")


def read_others(sources: Sources, target: Text, console: Console) -> list[Text]:
    """The other lists of the folder and of the configuration, which may hold a paper already.

    Those that cannot be read are named.
    """
    found = [each for each in sources.texts if each is not target]
    known = {os.path.realpath(each.path) for each in sources.texts}
    for path in list_files(sources.config) if sources.config.lists else ():
        if os.path.realpath(path) in known:
            continue
        try:
            found.append(files.read(relative_path(path)))
        except BotError as error:
            console.say(f"warning: {error.message}: papers in it are not seen")
    return found


def _ask(console: Console, paper: str, named: Sequence[tuple[str, float]]) -> int | None:
    """The index of the section that a person chooses by its number; None for any other answer."""
    console.say(shorten(escape_controls(paper), _SHOWN))
    for number, (name, score) in enumerate(named, 1):
        console.say(f"  {number}  {escape_controls(name)} ({score:.2f})")
    console.say(f"Which section? 1 to {len(named)}, or Enter for none of these")
    answer = console.stdin.readline(_LONGEST_ANSWER).decode(errors="replace").strip() if console.stdin else ""
    return int(answer) - 1 if answer in {str(number) for number in range(1, len(named) + 1)} else None


def _show(request: Request, before: Text, options: Options, console: Console, *, from_stdin: bool) -> None:
    """Say what became of each paper; with --dry-run the change as a diff."""
    if options.dry_run:
        console.report(render_diff([before], [request.text], console))
    show_results(request.results, console, aside=from_stdin or options.dry_run, would=options.dry_run)


def show_results(results: Sequence[Result], console: Console, *, aside: bool, would: bool = False) -> None:
    """Say what became of each paper, or `would` become; `aside` of the report, on standard error."""
    for each in results:
        line = escape_controls(f"{each.id}{_outcome(each, would=would)}")
        console.report(f"{shorten(line, _SHOWN)}\n", aside=aside)
        for note in each.notes:
            console.say(f"{escape_controls(each.id)}: {note}")


def _outcome(result: Result, *, would: bool) -> str:
    """What became of a paper, as the rest of a sentence; `would` for a run that writes nothing."""
    if result.status == "declined":
        return f" declined: {result.reason}"
    place = f" at {files.shown(result.path)}:{result.line}" if result.path is not None else ""
    where = f', in "{result.section}"' if result.section else ""
    verb = "is listed" if result.status == "listed" else "would be added" if would else "added"
    return f" {verb}{place}{where}"
