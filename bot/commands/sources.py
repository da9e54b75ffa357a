"""What a command works on: its configuration, its lists, and the facts for a run.

Facts are those of the lock files beside the lists, and what services and the cache know of the rest. Most lists have no
lock file, and most runs send no request: what either needs is imported where it is used.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bot import files
from bot.document import Wordings
from bot.errors import CANNOT_RUN, BotError
from bot.linter.config import Config, find_config, find_lists, list_files
from bot.linter.rule import Need
from bot.linter.survey import Survey, is_markdown
from bot.listing import Kind
from bot.text import Text, list_first, plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import BinaryIO

    from bot.commands.parsers import ConfigOptions, FactOptions, ListOptions
    from bot.console import Console
    from bot.facts import Depth
    from bot.facts.lock_file import Lock
    from bot.facts.model import Facts, RecordFact
    from bot.facts.questions import Questions
    from bot.listing import Listing
    from bot.papers.identifiers import Identifier
    from bot.papers.identity import NamedPaper


_MOST_NAMES = 10
"""Lists of a folder that are named."""


class Sources(NamedTuple):
    """The configuration, and the content of the lists."""

    config: Config
    texts: tuple[Text, ...]
    stdin: str | None = None
    """The path that the text of standard input has; None if it was not read."""

    def survey(self, console: Console, *, rereads: bool = False) -> Survey:
        """What reads the lists, each once, as their configuration says; with `rereads` further versions of them too."""
        return Survey(console.today, config=self.config, wordings=Wordings() if rereads else None)


def read_sources(options: ListOptions, stdin: BinaryIO | None = None) -> Sources:
    """Read the configuration and the lists: those named, else those that the configuration names, else README.md.

    Of a folder the lists are read that `find_lists` finds. The configuration is searched for upwards from the first
    list, unless the options say where it is. Raises BotError for what cannot be read.
    """
    paths: Sequence[str] = options.files
    stdin_name = options.stdin_filename
    if stdin_name is not None:
        paths = _with_stdin(paths, stdin_name)
    named, paths = paths, _expand_folders(paths, options)
    texts = [files.read(path, stdin) for path in _deduplicate(paths)]
    if stdin_name is not None:
        stdin_name = files.with_slashes(stdin_name)
        texts = [Text(stdin_name, text.content) if text.path == files.STDIN else text for text in texts]
        named = [stdin_name if path == files.STDIN else path for path in named]
    config = _read_config(named, options)
    if not paths:
        texts = [files.read(path) for path in _deduplicate(map(files.relative_path, list_files(config)))]
    _refuse_other_formats(texts, config)
    from_stdin = stdin_name or (files.STDIN if files.STDIN in paths else None)
    return Sources(config, tuple(texts), from_stdin)


def _expand_folders(paths: Sequence[str], options: ConfigOptions) -> list[str]:
    """The paths with the lists of each folder in its place."""
    expanded = []
    for path in paths:
        if path != files.STDIN and files.is_folder(path):
            config = _read_config((path,), options)
            expanded += [files.relative_path(each) for each in find_lists(Path(path), config)]
        else:
            expanded.append(path)
    return expanded


def read_lists(options: ListOptions, console: Console, *, quiet: bool = False) -> Sources:
    """The lists that the command line names; which ones a folder holds is said, unless `quiet`."""
    sources = read_sources(options, console.stdin)
    if any(files.is_folder(path) for path in options.files) and not quiet:
        console.say(f"Lists: {list_first([files.shown(text.path) for text in sources.texts], _MOST_NAMES)}.")
    return sources


def require_entries(listings: Sequence[Listing]) -> None:
    """Raise BotError where no list has an entry: nothing was read."""
    if not any(listing.entries for listing in listings):
        paths = [files.shown(listing.text.path) for listing in listings]
        message = f"no entries found in {list_first(paths, _MOST_NAMES)}"
        raise BotError(message, "bot entries --skipped shows what is left out", CANNOT_RUN)


def say_left_out(listings: Sequence[Listing], console: Console, *, asked: bool = False) -> None:
    """Say how many entries are about something else than papers, and how to see them.

    Where links are `asked` about, only those without any count, or with one to a repository.
    """
    others = (each for own in listings for each in own.entries if each.kind is Kind.OTHER)
    count = sum(not asked or each.link is None or (each.work is not None and not each.work.is_paper) for each in others)
    if count:
        verb, command = ("is", "are")[count > 1], "bot entries lists them as (other), bot explain FILE:LINE says why"
        console.say(f"{plural(count, 'entry')} {verb} not about papers, and left out: {command}.")


def _with_stdin(paths: Sequence[str], name: str) -> Sequence[str]:
    """The paths with `-` among them. Raises BotError if the file itself, or only others, are named."""
    if paths and files.STDIN not in paths:
        raise BotError("--stdin-filename needs standard input, but only files are named", "add - to the files")
    if os.path.realpath(name) in map(os.path.realpath, (path for path in paths if path != files.STDIN)):
        raise BotError(f"{name} is both standard input and a file to read", "name it once")
    return paths or (files.STDIN,)


def _refuse_other_formats(texts: Iterable[Text], config: Config) -> None:
    """Raise BotError for a list in a format that is not read, and for a file of records that is not valid."""
    for text in texts:
        if not is_markdown(text):
            from bot.data import check as check_records  # most lists are Markdown

            check_records(text, dict(config.fields))


def _read_config(paths: Sequence[str], options: ConfigOptions) -> Config:
    if options.isolated:
        return Config()
    named = [path for path in paths if path != files.STDIN]
    path = Path(options.config) if options.config is not None else find_config(Path(named[0]) if named else Path())
    if path is None:
        return Config()
    from bot.linter.config_reader import fetch_shared, load_config  # most lists have no configuration
    from bot.rules import RULES

    return load_config(path, RULES, fetch_shared)


def _deduplicate(paths: Iterable[str]) -> list[str]:
    """One path for each file, however often and by whatever names it is given."""
    found: dict[str, str] = {}
    for path in paths:
        found.setdefault(path if path == files.STDIN else os.path.realpath(path), files.with_slashes(path))
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Gathered:
    """The answers, and the exit code that the requests call for: 0 if all were sent."""

    facts: Facts | None = None
    code: int = 0


def find_locks(paths: Sequence[str]) -> list[Path]:
    """The lock files beside these lists."""
    return [path for path in (files.beside(each, files.LOCK_FILE) for each in paths) if files.is_file(path)]


def load_beside(paths: Sequence[str], base: str | None = None) -> Lock | None:
    """What the lock files beside these lists say; None if there are none. Raises BotError for an unreadable one.

    They are those of the revision `base`, if one is named: a change cannot vouch for itself.
    """
    if base is None:
        for path in (locks := find_locks(paths)):
            files.check_inside(path, path.parent)
        texts = tuple(files.read(str(path)) for path in locks)
    else:
        from bot.git import read_at

        texts = read_at(
            base, [str(each) for each in dict.fromkeys(files.beside(path, files.LOCK_FILE) for path in paths)]
        ).texts
    if not texts:
        return None
    from bot.facts.lock_file import load_lock

    return load_lock(texts)


def gather_facts(
    options: FactOptions,
    questions: Questions,
    needs: Need,
    console: Console,
    *,
    lock: Lock | None = None,
    quiet: bool = False,
    depth: Depth | None = None,
) -> Gathered:
    """The answers to `questions` of the kinds that are needed; without `--online` and `--offline` those of `lock`.

    Nobody is asked about what `lock` has; `depth` says how much is asked, if it is more than what is on record.
    """
    if not needs:
        return Gathered()
    if options.is_wanted:
        from bot.commands.online import ask
        from bot.facts import Depth

        depth = depth or Depth.RECORDS
        return Gathered(*ask(options, questions, needs, console, lock=lock, quiet=quiet, depth=depth))
    return Gathered(_recall(lock, questions, console) if lock and Need.PAPERS in needs else None)


def say_unreached(gathered: Gathered, console: Console) -> None:
    """Say so where nothing could be reached: it is the reason of the exit code."""
    if gathered.facts is not None and gathered.facts.unreached:
        from bot.reports.run import describe_unreached

        console.say(f"error: {describe_unreached(gathered.facts.unreached)}")


def gather_records(
    options: FactOptions, papers: Sequence[NamedPaper], lock: Lock | None, console: Console
) -> Mapping[NamedPaper, RecordFact]:
    """What is known about papers: what the lock file has, else what services, their cached answers and pages say.

    All are asked about in one run, in batches where services have them; with `--offline` no service is asked.
    """
    from bot.facts.lock_file import NO_LOCK
    from bot.facts.model import Unknown
    from bot.facts.questions import Questions
    from bot.papers.identity import name_work
    from bot.papers.record import Record

    found: dict[NamedPaper, RecordFact] = {}
    lock = lock or NO_LOCK
    for each in papers:
        fact = lock.papers.get(each.arxiv) if each.arxiv is not None else lock.works.get(name_work(each.address))
        if isinstance(fact, Record):
            found[each] = _record(each, fact)
    missing = [each for each in papers if each not in found]
    if not missing:
        return found
    addresses = tuple(dict.fromkeys(each.address for each in missing if each.arxiv is None))
    on_arxiv: dict[Identifier, tuple[str, ...]] = {each.arxiv: () for each in missing if each.arxiv is not None}
    questions = Questions(on_arxiv, addresses, frozenset(addresses))
    facts = gather_facts(options, questions, Need.PAPERS, console).facts
    if facts is not None:
        for each in missing:
            known = facts.papers.get(each.arxiv) if each.arxiv is not None else facts.works.get(name_work(each.address))
            found[each] = _record(each, known) if known is not None else Unknown("no service was asked")
    return found


def _recall(lock: Lock, questions: Questions, console: Console) -> Facts:
    """What a lock file answers of the questions."""
    from datetime import UTC, datetime, time

    from bot.facts.lock_renewal import answer_from_lock
    from bot.facts.questions import plan_queries

    queries = plan_queries(questions, repositories=False, links=False)
    return answer_from_lock(lock, queries, datetime.combine(console.today, time(), UTC).timestamp())


def _record(paper: NamedPaper, fact: RecordFact) -> RecordFact:
    """The record of a fact, with the address that was named: a publisher's page, if it is not on arXiv."""
    from bot.facts.model import read_statements
    from bot.papers.record import Record

    if not isinstance(fact, Record):
        return fact
    if paper.arxiv is not None:
        return read_statements(fact)
    return replace(fact, identifier=paper.identifier, address=paper.address)
