"""`bot update`: bring entries up to date, in the style of their list: venues, code, and what a person decides."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from bot import files
from bot.commands.parsers import FactOptions, ListOptions, add_asking, add_help, add_lists, make_options, read_asking
from bot.commands.sources import Gathered, gather_facts, load_beside, read_lists, require_entries, say_unreached
from bot.console import Console
from bot.document.model import MARKDOWN
from bot.errors import BotError
from bot.facts import Depth
from bot.facts.model import Facts, Unknown
from bot.facts.questions import collect_entry_questions
from bot.linter.rule import Need
from bot.listing import Listing
from bot.papers.dates import read_day
from bot.reports.patch import render_diff
from bot.text import Text, escape_controls, plural, shorten, suggestion
from bot.updates.plan import Choice, Item, Outcome, Subject, update

_SHOWN = 300
_MOST_OPEN = 50
"""What is not decided that is shown."""


@dataclass(frozen=True, slots=True)
class Options:
    """Which entries are brought up to date, in what, and how what is known about them is asked for."""

    lists: ListOptions
    facts: FactOptions
    only: frozenset[Subject] = frozenset(Subject)
    visits_links: bool = False
    """Whether the pages behind links are visited: where `--only` names links, for it takes long."""
    since: date | None = None
    diff: bool = False
    pull_request: bool = False


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_lists(parser)
    what = parser.add_argument_group("entries")
    names = ",".join(Subject)
    what.add_argument("--only", metavar="WHAT", help=f"update only these: {names}")
    what.add_argument("--since", metavar="DATE", help="only papers since then: 2025, 2025-03 or 2025-03-01")
    what.add_argument("--diff", action="store_true", help="show what would change, write nothing")
    what.add_argument(
        "--pull-request", action="store_true", help="offer it as a pull request of the Action's repository"
    )
    facts = parser.add_argument_group("facts")
    add_asking(facts, offline="send no request: papers.lock.jsonl and cached answers")
    add_help(facts)


def read_options(args: Namespace) -> Options:
    """The options of the command line. Raises BotError for those that are not valid."""
    only = read_subjects(args.only)
    visits_links = args.only is not None and Subject.LINK in only
    given: dict[str, object] = {"only": only, "visits_links": visits_links, "since": read_since(args.since)}
    if args.diff and args.pull_request:
        raise BotError("--diff writes nothing, and --pull-request does", "leave out one of them")
    return make_options(Options, args, facts=read_asking(args), **given)


def read_subjects(given: str | None) -> frozenset[Subject]:
    """What `--only` names. Raises BotError for anything else."""
    if given is None:
        return frozenset(Subject)
    named = [each.strip() for each in given.split(",") if each.strip()]
    for each in named:
        if each not in list(Subject):
            message = f'--only: there is no "{each}"{suggestion(each, list(Subject), "name")}'
            raise BotError(message, f"name one or more of {','.join(Subject)}")
    if not named:
        raise BotError("--only needs a name", f"name one or more of {','.join(Subject)}")
    return frozenset(map(Subject, named))


def read_since(given: str | None) -> date | None:
    """The first day that `--since` names. Raises BotError for no date."""
    if given is None:
        return None
    found = read_day(given)
    if found is None or not found.year:
        raise BotError(f'--since: "{given}" is not a date', "write it as 2025, 2025-03 or 2025-03-01")
    return date(found.year, found.month or 1, found.day or 1)


def run(options: Options, console: Console) -> int:
    """Bring entries up to date; 0 whatever was found, 3 if no service could be asked."""
    sources = read_lists(options.lists, console)
    survey = sources.survey(console)
    listings = survey.read(sources.texts)
    _require_markdown(listings)
    require_entries(listings)
    lock = load_beside([text.path for text in sources.texts])
    questions = collect_entry_questions(entry for listing in listings for entry in listing.papers)
    needs = Need.PAPERS | Need.LINKS if options.visits_links else Need.PAPERS
    gathered = gather_facts(options.facts, questions, needs, console, lock=lock, depth=Depth.NEWS)
    choice = _choose(options, console)
    outcome = update(sources.texts, survey.read_one, gathered.facts or Facts(), choice)
    if options.pull_request:
        _offer(sources.texts, outcome, console, is_complete=_is_complete(gathered))
    elif options.diff:
        console.report(render_diff(sources.texts, outcome.texts, console))
    else:
        files.write_back(sources.texts, outcome.texts, console, sources.stdin)
    _show(outcome, console, aside=options.diff or sources.stdin is not None)
    say_unreached(gathered, console)
    return gathered.code


def _require_markdown(listings: Sequence[Listing]) -> None:
    """Raise BotError for lists of records."""
    for each in listings:
        if each.document.format is not MARKDOWN:
            message = f"{files.shown(each.text.path)}: bot update writes lists in Markdown, not records"
            raise BotError(message, "name the list in Markdown, or change the records by hand")


def _choose(options: Options, console: Console) -> Choice:
    """What is to be brought up to date; in a pull request not too much at a time, and nothing that was turned down."""
    choice = Choice(options.only, options.since)
    if not options.pull_request:
        return choice
    from bot.github.client import open_client
    from bot.github.hidden_text import KEY
    from bot.github.model import repository_of
    from bot.updates.pull import MOST, read_declined

    key = console.environ.get(KEY, "").encode()
    with open_client(console.environ) as client:
        declined = read_declined(client, repository_of(console.environ), key, console.say)
    return replace(choice, most=MOST, declined=declined)


def _is_complete(gathered: Gathered) -> bool:
    """Whether all that were asked gave an answer, about each paper."""
    facts = gathered.facts or Facts()
    return not gathered.code and not facts.silent and not any(isinstance(it, Unknown) for it in facts.papers.values())


def _offer(before: Sequence[Text], outcome: Outcome, console: Console, *, is_complete: bool) -> None:
    """Open the pull request, or bring it up to date; where nothing is left to change, an open one is closed.

    A run in which a service gave no answer closes none: it may know of less.
    """
    from bot.github.branches import close_pull, offer_texts
    from bot.github.client import open_client
    from bot.github.hidden_text import KEY, Seal
    from bot.github.model import repository_of
    from bot.updates.pull import BRANCH, CLOSED, TITLE, render_body

    repository = repository_of(console.environ)
    if outcome.written:
        seal = Seal(repository, 0, console.environ.get(KEY, "").encode())
        render = partial(render_body, outcome, seal)
        offer_texts(before, outcome.texts, BRANCH, TITLE, render, console.environ, console.say)
        return
    pull = None
    if is_complete:
        with open_client(console.environ) as client:
            pull = close_pull(client, repository, BRANCH, CLOSED)
    console.say(f"Nothing to change: {f'closed {pull.url}' if pull else 'no pull request'}.")


def _show(outcome: Outcome, console: Console, *, aside: bool) -> None:
    """Say what was written, then what was not decided; `aside` of the report, on standard error."""
    for each in outcome.written:
        console.report(f"{_shown(describe(each))}\n", aside=aside)
    console.say(f"{plural(len(outcome.written), 'change')}, {len(outcome.open):,} not decided.")
    for each in outcome.open[:_MOST_OPEN]:
        console.say(_shown(f"  {describe(each)}: {each.reason}"))
    if len(outcome.open) > _MOST_OPEN:
        console.say(f"  and {len(outcome.open) - _MOST_OPEN:,} more")


def describe(item: Item) -> str:
    """One change in a line: where, what, and who says so."""
    old, sources = f'"{item.old}" -> ' if item.old else "", ", ".join(each.name for each in item.sources)
    return f'{files.shown(item.path)}:{item.line} {item.subject} {old}"{item.value}" ({sources})'


def _shown(line: str) -> str:
    return shorten(escape_controls(line), _SHOWN)
