"""`bot lock`: keep what is known about the papers of a list in `papers.lock.jsonl` beside it, or say what that
lacks.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot import files
from bot.commands.parsers import FactOptions, ListOptions, add_asking, add_help, add_lists, make_options, read_asking
from bot.commands.sources import Sources, read_lists, require_entries, say_left_out
from bot.console import Console
from bot.errors import CANNOT_RUN, INTERRUPTED, BotError
from bot.facts import Depth
from bot.facts.lock_file import Lines, lock_path, read_lines, write_lock
from bot.facts.lock_renewal import MOST_NAMES, find_problems, find_wanted, keep_fresh, renew
from bot.facts.questions import Queries, Questions, collect_questions, plan_queries
from bot.files import relative_path
from bot.linter.config import list_files
from bot.text import Text, escape_controls, group_pairs, list_first, plural

_OTHER_FILE = "delete it, or name another file with --output"


@dataclass(frozen=True, slots=True)
class Options:
    """Which lists, where what is known about their papers is kept, and how it is asked for."""

    lists: ListOptions
    facts: FactOptions
    check: bool = False
    output: str | None = None
    """The lock file, in place of those beside the lists."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_lists(parser)
    output = parser.add_argument_group("lock file")
    output.add_argument("--check", action="store_true", help="say whether it is stale, send no request, write nothing")
    output.add_argument(
        "--output", type=files.check_folder, metavar="FILE", help="write this file (papers.lock.jsonl beside the list)"
    )
    facts = parser.add_argument_group("facts")
    add_asking(facts, offline="send no request: cached answers only")
    add_help(facts)


def read_options(args: Namespace) -> Options:
    """The options of the command line."""
    return make_options(Options, args, facts=read_asking(args))


def run(options: Options, console: Console) -> int:
    """Write or check the lock files; 0 if they are up to date afterwards, 1 if a check finds one stale."""
    sources = read_lists(options.lists, console)
    survey = sources.survey(console)
    codes = []
    for path, texts in _by_lock(sources, options.output, console).items():
        listings = survey.read(texts)
        require_entries(listings)
        questions = collect_questions(listings)
        codes.append(
            _check(path, questions, console) if options.check else _write(path, questions, options.facts, console)
        )
        if not options.check:
            say_left_out(listings, console, asked=True)
    return max(codes, default=0)


def _by_lock(sources: Sources, output: str | None, console: Console) -> Mapping[Path, Sequence[Text]]:
    """The lists by the lock file that is to hold their papers: those that are named, and others beside them.

    Lists of the configuration that share the file of one that is named count, or their lines would go.
    """
    if output is not None:
        return {Path(output): sources.texts}
    found = group_pairs((lock_path(text.path), text) for text in sources.texts)
    if not sources.config.lists:
        return found
    known = {os.path.realpath(text.path) for text in sources.texts}
    places = {os.path.realpath(path): path for path in found}
    for path in map(relative_path, list_files(sources.config)):
        place = places.get(os.path.realpath(lock_path(path)))
        if place is not None and os.path.realpath(path) not in known:
            try:
                found[place].append(files.read(path))
            except BotError as error:
                raise BotError(f"{error.message}: its papers would be removed from {place}", error.hint) from error
            console.say(f"{path} is in the same folder: {place} has its papers too.")
    return found


def _read(path: Path) -> Lines:
    return read_lines(files.read(str(path))) if files.is_file(path) else Lines({})


def _check(path: Path, questions: Questions, console: Console) -> int:
    """Say what is stale; 1 if anything is."""
    lines = _read(path)
    problems = find_problems(path, lines, find_wanted(_plan(questions)))
    for each in problems or [f"{path} is up to date: {plural(len(lines.papers), 'paper')}."]:
        console.report(f"{escape_controls(each)}\n")
    if problems:
        console.say(f"hint: {_OTHER_FILE if lines.is_foreign else 'bot lock brings it up to date'}")
    return int(bool(problems))


def _plan(questions: Questions) -> Queries:
    return plan_queries(questions, repositories=False, links=False)


def _write(path: Path, questions: Questions, options: FactOptions, console: Console) -> int:
    """Bring a lock file up to date."""
    lines = _read(path)
    if lines.is_foreign:
        number, problem = lines.bad[0]
        message = f"{path} is not a lock file, and is not overwritten: line {number}: {problem}"
        raise BotError(message, _OTHER_FILE)
    for number, problem in lines.bad[:MOST_NAMES]:
        console.say(f"warning: {path}, line {number}: {problem}: left out")
    from bot.commands.sources import gather_facts  # a check needs none of it
    from bot.linter.rule import Need

    lock = keep_fresh(lines.papers, console.today)
    gathered = gather_facts(options, questions, Need.PAPERS, console, lock=lock, depth=Depth.LOCK)
    facts, code = gathered.facts, gathered.code
    if facts is None or code == INTERRUPTED or facts.unreached:
        if facts is not None and facts.unreached:
            console.say(f"error: nothing could be reached: {path} was not written")
        return code or CANNOT_RUN
    renewal = renew(lines.papers, find_wanted(_plan(questions)), facts, console.today)
    if renewal.papers or files.is_file(path):
        content = write_lock(renewal.papers)
        if not files.is_file(path) or files.read(str(path)).content != content:
            files.save(path, content)
    counts = {"new": renewal.added, "changed": renewal.changed, "removed": renewal.removed}
    changes = ", ".join(f"{number:,} {name}" for name, number in counts.items() if number) or "no change"
    console.report(f"{escape_controls(str(path))}: {plural(len(renewal.papers), 'paper')} ({changes})\n")
    if renewal.missing:
        console.say(f"warning: unknown, so not in {path}: {list_first(renewal.missing, MOST_NAMES)}")
        if not (options.offline or renewal.added or renewal.changed):
            return CANNOT_RUN
    return code
