"""`bot add`: write papers into a list, each in the list's own style at its place."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from bot import files
from bot.additions.addition import find_added, find_listed, find_missing_date, find_options, find_section
from bot.additions.homes import name_of, resolve
from bot.additions.insertion import make_outline
from bot.additions.new_findings import find_caused
from bot.additions.proposal import choose, learn_topics, propose
from bot.additions.record import for_list
from bot.additions.records import by_category
from bot.commands.arguments import add_address, add_help, add_sources
from bot.commands.lint_run import make_diff
from bot.commands.locked import load_beside
from bot.commands.named_papers import gather_records, read_named
from bot.commands.sources import Survey, read_sources, relative_path
from bot.errors import BotError
from bot.facts.model import Absent, Record
from bot.linter.config import list_files
from bot.linter.diagnostics import Fix
from bot.linter.fixes import apply
from bot.linter.headings import take_links_along
from bot.listing import Catalog, Order
from bot.papers.titles import title_key
from bot.rules import RULES
from bot.rules.stale_count import StaleCount
from bot.rules.unsorted_section import UnsortedSection, declared_orders
from bot.text import Span, Text, escape_controls, shorten

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Mapping, Sequence

    from bot.additions.addition import Option
    from bot.commands.named_papers import NamedPaper, RecordFact
    from bot.commands.sources import Sources
    from bot.console import Console
    from bot.linter.diagnostics import Diagnostic, Edit
    from bot.linter.engine import Plan
    from bot.listing import Listing

_MARKDOWN = (".md", ".markdown", ".mdown", ".mkd")
_MOST_PAPERS = 500
"""Papers of one request."""
_MOST_OPTIONS = 6
"""Ways to write an entry that are tried: each is read and checked as a whole."""
_MOST_NAMED = 5
"""Lists in one message."""
_SHOWN = 300
_LONGEST_ANSWER = 100


class Result(NamedTuple):
    """What became of one paper; what does not apply is None."""

    id: str
    status: str
    """`added`, `listed` or `declined`."""
    reason: str | None = None
    path: str | None = None
    line: int | None = None
    section: str | None = None
    text: str | None = None


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    papers = parser.add_argument_group("papers")
    papers.add_argument(
        "papers", nargs="*", metavar="ID|URL... [FILE]", help="papers, then the list, or a folder (README.md)"
    )
    papers.add_argument("--section", metavar="NAME", help='where they go, such as "Planning" or "Papers > 2024"')
    papers.add_argument("--dry-run", action="store_true", help="show what would change, write nothing")
    papers.add_argument("--offline", action="store_true", help="send no request: papers.lock.jsonl and cached answers")
    papers.add_argument("--cache", metavar="FILE", help="cached answers (in the user's cache folder)")
    papers.add_argument("--format", choices=("plain", "json"), default="plain", metavar="NAME", help="plain, json")
    add_address(papers)
    add_sources(papers)
    add_help(papers)


def run(args: Namespace, console: Console) -> int:
    """Add papers; 0 where all are in the list afterwards, 1 where one was declined."""
    names, path = _split(args.papers)
    sources = read_sources(
        [path] if path is not None else [], console.stdin, config_path=args.config, isolated=args.isolated
    )
    if args.format == "json" and sources.stdin is not None and not args.dry_run:
        raise BotError(
            "standard output has the list, and no place for --format json", "add --dry-run, or name the file"
        )
    survey = Survey(console.today, config=sources.config)
    target = _choose_list(sources.texts, args.section, survey, path)
    texts = (target, *read_others(sources, target, console))
    can_ask = args.format == "plain" and sources.stdin is None and _is_terminal(console)
    request = Request(list(texts), sources.config.plan(RULES), survey, console if can_ask else None)
    papers = {name: read_named(name) for name in names}
    missing = [each for each in papers.values() if each is not None and not request.lists(each)]
    records = gather_records(args, missing, load_beside([target.path]), console) if missing else {}
    for name, paper in papers.items():
        request.add(name, paper, records, args.section)
    if request.text != target and not args.dry_run:
        write_back(target, request.text, console, sources.stdin)
    if args.format == "json":
        console.report(f"{json.dumps(request.as_json(), ensure_ascii=False, indent=2)}\n")
    else:
        _show(request, target, args, console, from_stdin=sources.stdin is not None)
    return int(any(result.status == "declined" for result in request.results))


def _split(arguments: Sequence[str]) -> tuple[list[str], str | None]:
    """The papers, each once, and the file, which may stand anywhere among them."""
    named = [each for each in arguments if _is_file(each)]
    if len(named) > 1:
        raise BotError(f"papers are added to one list, and {len(named)} files are named", "name one of them")
    papers = [each for each in dict.fromkeys(arguments) if each not in named]
    if not papers:
        raise BotError("no paper is named", "name an arXiv id or an address: bot add 2401.12345")
    if len(papers) > _MOST_PAPERS:
        raise BotError(f"more than {_MOST_PAPERS} papers in one request", "add them in parts")
    return papers, named[0] if named else None


def _is_file(argument: str) -> bool:
    if argument == files.STDIN:
        return True
    if "://" in argument or read_named(argument) is not None:
        return False
    return argument.lower().endswith(_MARKDOWN) or files.is_file(argument) or files.is_folder(argument)


def _choose_list(texts: Sequence[Text], section: str | None, survey: Survey, path: str | None) -> Text:
    """Of several lists the one with the section, else the first that the configuration names.

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
    raise BotError(f'{where} "{section}"', f"name one of them: {names}" if found else "bot entries shows the sections")


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


@dataclass(slots=True)
class Request:
    """Several papers for one list, which is the first of `texts`; each is added to what the one before left."""

    texts: list[Text]
    plan: Plan
    survey: Survey
    terminal: Console | None = None
    """Where a person can be asked which section is meant."""
    results: list[Result] = field(default_factory=list)
    proposals: dict[str, list[tuple[str, float]]] = field(default_factory=dict)
    """The sections that were proposed for a paper, by its name."""
    unclear: set[str] = field(default_factory=set)
    """The papers that were declined because a section must be named."""

    @property
    def text(self) -> Text:
        """The list as it is now."""
        return self.texts[0]

    def lists(self, paper: NamedPaper) -> bool:
        """Whether one of the lists has the paper by now."""
        return find_listed(self._catalog(), paper.identifier, (), paper.address) is not None

    def add(
        self,
        name: str,
        paper: NamedPaper | None,
        records: Mapping[NamedPaper, RecordFact],
        section: str | None,
    ) -> None:
        """Add one paper, or say why not."""
        if paper is None:
            self._decline(name, "not an arXiv id, a DOI or the address of a paper")
            return
        if self._is_listed(paper, ()):
            return
        record = self._record(paper.name, records.get(paper))
        if record is None or self._is_listed(paper, (record.title, *(record.titles or ()))):
            return
        listing = self._listing()
        divided = by_category(listing)
        index = self._choose(paper.name, divided, record, section)
        if index is None:
            return
        if missing := find_missing_date(divided, index, record.date):
            self._decline(paper.name, f"the {missing} of the paper is not known, and other entries show theirs")
        elif divided is not listing:
            self._write(paper.name, listing, 0, record, divided.sections[index].heading)
        else:
            self._write(paper.name, listing, index, record)

    def _listing(self) -> Listing:
        return self.survey.read(self.texts[:1])[0]

    def _decline(self, shown: str, reason: str) -> None:
        self.results.append(Result(shown, "declined", reason))

    def _is_listed(self, paper: NamedPaper, titles: Sequence[str]) -> bool:
        """Whether a list has the paper; then that is its result."""
        found = find_listed(self._catalog(), paper.identifier, titles, paper.address)
        if found is None:
            return False
        listing, entry = found
        title = entry.title.value if entry.title is not None else ""
        known = not titles or title_key(title) in {title_key(each) for each in titles}
        reason = "in the list already" if known else "in the list already, under another title"
        line = listing.text.line_at(entry.span.start)
        where = name_of(listing, entry.section) if listing.sections[entry.section].level else None
        self.results.append(Result(paper.name, "listed", reason, listing.text.path, line, where, title or None))
        return True

    def _catalog(self) -> Catalog:
        return Catalog(self.survey.read(self.texts))

    def _record(self, shown: str, fact: RecordFact | None) -> Record | None:
        """What is known of the paper, where it can be added."""
        if isinstance(fact, Absent):
            self._decline(shown, "arXiv has no such paper")
        elif not isinstance(fact, Record):
            self._decline(shown, f"could not find the title of {shown}{f': {fact.reason}' if fact is not None else ''}")
        elif (record := for_list(fact)).withdrawn:
            self._decline(shown, "the paper is withdrawn")
        elif not record.title:
            self._decline(shown, f"could not find the title of {shown}: {record.source} has an empty one")
        else:
            return record
        return None

    def _choose(self, shown: str, listing: Listing, record: Record, section: str | None) -> int | None:
        """The section that is named, else the one that is clearly the best."""
        if section is not None:
            chosen = resolve(listing, section)
            if chosen.section is None:
                self._decline(shown, chosen.reason)
            return chosen.section
        proposals = propose(learn_topics(listing), record)
        named = [(name_of(listing, each.section), each.score) for each in proposals]
        self.proposals[shown] = named
        clear = choose(proposals)
        if clear is None and self.terminal is not None and named:
            clear = _ask(self.terminal, f"{shown} {record.title}", named, [each.section for each in proposals])
        if clear is None:
            self.unclear.add(shown)
            best = ", ".join(f'"{name}" {score:.2f}' for name, score in named)
            self._decline(shown, f"which section is not clear: name one with --section{f' ({best})' if best else ''}")
        return clear

    def _write(self, shown: str, listing: Listing, index: int, record: Record, category: str = "") -> None:
        """Write the entry in the first way that reads as meant and adds no finding."""
        index = find_section(listing, index, record)
        options = find_options(make_outline(listing), index, record, self._order(listing, index), category)
        reason = f'nothing in the list shows how an entry of "{listing.sections[index].heading}" is written'
        for option in options[:_MOST_OPTIONS]:
            content = apply(listing.text.content, [Fix("Add the paper", option.edits)]).content
            after = self.survey.read([Text(listing.text.path, content)])[0]
            entry = find_added(listing, after, option, record)
            if entry is None:
                reason = "the entry would not read as it is meant"
                continue
            found = self._find_new(listing, after, option)
            if found is not None:
                reason = f"bot lint would find {found.rule}: {found.message}"
                continue
            self.texts[0] = self._with_counts(listing, after)
            self.results = [_moved(each, listing.text, option.edits) for each in self.results]
            line, where = after.text.line_at(entry.span.start), name_of(self._listing(), entry.section)
            self.results.append(Result(shown, "added", None, after.text.path, line, where, option.text))
            return
        self._decline(shown, reason)

    def _order(self, listing: Listing, index: int) -> Order | None:
        """The order that the maintainers declare for a section."""
        option = next((each.rule.order for each in self.plan.rules if isinstance(each.rule, UnsortedSection)), None)
        declared = declared_orders(listing, option)[index]
        return None if declared in (None, "none") else Order(declared)

    def _find_new(self, listing: Listing, after: Listing, option: Option) -> Diagnostic | None:
        listings, context = self.survey(self.texts)
        others = self.survey.read([after.text, *self.texts[1:]])
        before, now = (listings, context), (others, replace(context, catalog=Catalog(others)))
        added = Span(option.start, option.start + len(option.text))
        return find_caused(before, now, self.plan, listing.text.path, added)

    def _with_counts(self, before: Listing, after: Listing) -> Text:
        """The list with the numbers in headings and badges that the addition made wrong."""
        wrong = take_links_along(after, (after,), StaleCount().follow(before, after))
        fixes = [each.fix for each in wrong if each.fix is not None]
        return Text(after.text.path, apply(after.text.content, fixes).content) if fixes else after.text

    def as_json(self) -> dict[str, object]:
        """The results as an object."""
        sections = {
            shown: [{"section": name, "score": score} for name, score in named]
            for shown, named in self.proposals.items()
        }
        return {"added": [each._asdict() for each in self.results], "sections": sections}


def _moved(result: Result, text: Text, edits: Sequence[Edit]) -> Result:
    """A result with its line once edits that add another entry to `text` are made."""
    if result.line is None or result.path != text.path:
        return result
    start = text.line_starts[result.line - 1]
    above = [each for each in edits if each.span.start <= start]
    more = sum(each.new.count("\n") - text[each.span].count("\n") for each in above)
    return result._replace(line=result.line + more)


def _is_terminal(console: Console) -> bool:
    return console.stdin is not None and console.stdin.isatty() and console.stderr.isatty()


def _ask(console: Console, paper: str, named: Sequence[tuple[str, float]], sections: Sequence[int]) -> int | None:
    """The section that a person chooses by its number; None for any other answer."""
    console.say(shorten(escape_controls(paper), _SHOWN))
    for number, (name, score) in enumerate(named, 1):
        console.say(f"  {number}  {escape_controls(name)} ({score:.2f})")
    console.say(f"Which section? 1 to {len(named)}, or Enter for none of these")
    answer = console.stdin.readline(_LONGEST_ANSWER).decode(errors="replace").strip() if console.stdin else ""
    return sections[int(answer) - 1] if answer in {str(number) for number in range(1, len(named) + 1)} else None


def write_back(before: Text, after: Text, console: Console, stdin: str | None) -> None:
    """Write the list; that of standard input goes to standard output."""
    if before.path == stdin:
        console.report(after.content)
    else:
        files.write(before.path, after.content, expected=before.content)


def _show(request: Request, before: Text, args: Namespace, console: Console, *, from_stdin: bool) -> None:
    """Say what became of each paper; with --dry-run the change as a diff."""
    if args.dry_run:
        console.report(make_diff([before], [request.text], console))
    show_results(request.results, console, aside=from_stdin or args.dry_run)


def show_results(results: Sequence[Result], console: Console, *, aside: bool) -> None:
    """Say what became of each paper; `aside` of the report, on standard error."""
    for each in results:
        where = f" {files.shown(each.path)}:{each.line}" if each.path is not None else ""
        words = f', in "{each.section}"' if each.section else ""
        what = f": {each.reason}" if each.status == "declined" else f"{where}{words}"
        line = escape_controls(f"{each.id} {'is ' if each.status == 'listed' else ''}{each.status}{what}")
        console.report(f"{shorten(line, _SHOWN)}\n", aside=aside)
