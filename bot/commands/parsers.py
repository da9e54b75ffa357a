"""The command lines of all commands, for the program, for shell completion and for docs/commands.md.

Below are the options that several commands share: how they are declared, and the values that are read from a command
line. The module of each command has a `read_options`, which makes its options once; nothing else sees a `Namespace`.
"""

from __future__ import annotations

from argparse import ArgumentParser, HelpFormatter
from dataclasses import dataclass, fields
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, NoReturn, Protocol, TypeVar, cast

from bot import __version__
from bot.errors import BotError
from bot.reports import FORMATS
from bot.text import suggestion

if TYPE_CHECKING:
    from argparse import Action, Namespace, _ArgumentGroup
    from collections.abc import Callable, Collection, Iterable

    from _typeshed import DataclassInstance

    from bot.console import Console
    from bot.links.address_guard import Network
    from bot.linter.diagnostics import Severity

Options = TypeVar("Options", bound="DataclassInstance")

SUMMARIES = {
    "lint": "check lists of papers, and fix mistakes",
    "sort": "put the entries of each section in order",
    "add": "add papers to a list, in its style and order",
    "update": "add venues and code that have appeared, in the list's style",
    "scout": "rank papers from feeds by how similar they are to the list",
    "lock": "save what is known about the papers of a list in a file beside it",
    "merge": "merge two versions of a list, entry by entry",
    "split": "move sections of a list that is too long into files of their own",
    "entries": "show what the bot reads in a list, entry by entry",
    "export": "export lists as JSON, CSV, a feed or a searchable page",
    "init": "write a short configuration; options add workflows, a form and AGENTS.md",
    "explain": "explain a rule, or what was found at a line of a list and why",
    "report": "show the results of sweeps, or what is known about the links of a list",
    "completion": "print a script for shell completion",
    "review": "review a pull request on GitHub",
    "post": "post the review of a lint job with a read-only token",
    "rebase": "merge the base branch into a pull request, entry by entry",
    "submit": "answer a paper proposed in an issue, and open its pull request",
    "sweep": "check all links on a schedule, and keep the results",
}
"""The commands; each is the module of that name in `bot/commands`, imported only when it runs."""
_OF_ACTION = ("review", "post", "rebase", "submit", "sweep")
"""Those that the GitHub Action runs; people run the others."""
_EXTENDS = ", except to download a configuration that yours `extends`"
_REQUESTS = {
    **dict.fromkeys(("lint", "export"), f"It sends requests only with --online{_EXTENDS}."),
    **dict.fromkeys(("sort", "entries", "split", "explain", "init"), f"It sends no request{_EXTENDS}."),
    "report": f"It sends requests only with --online and --issue{_EXTENDS}.",
    **dict.fromkeys(("add", "update", "scout", "lock"), "It asks arXiv and other services, unless --offline is given."),
    **dict.fromkeys(("review", "rebase"), "It asks GitHub, and other services only with --online."),
    "submit": "It asks GitHub, and other services about papers, unless --offline is given.",
    "post": "It asks GitHub.",
    "sweep": "It asks GitHub and other services, and visits the linked pages.",
}
"""Whom a command asks; the others send no request."""
_USAGES = {
    "add": "ID|URL... [FILE] [OPTIONS]",
    "scout": "[--file LIST] --from FEED... [OPTIONS]",
    "merge": "BASE OURS THEIRS [OPTIONS]",
    "split": "[FILE] [OPTIONS]",
    "explain": "[FILE:LINE] [RULE...] [OPTIONS]",
    "review": "[OPTIONS]",
    "post": "[OPTIONS]",
    "rebase": "[OPTIONS]",
    "submit": "[OPTIONS]",
    "report": "[STATE] [OPTIONS]",
    "completion": "SHELL",
}
"""What the first line of a command's help says after its name, where that is not `[FILES] [OPTIONS]`."""


class Command(Protocol[Options]):
    """What the module of a command defines."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the command's arguments."""

    def read_options(self, args: Namespace) -> Options:
        """The options of a command line. Raises BotError for those that are not valid, or contradict each other."""

    def run(self, options: Options, console: Console) -> int:
        """Run the command; its exit code."""


class Formatter(HelpFormatter):
    """Help in 80 columns, however wide the terminal is."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30, width=80)


class Parser(ArgumentParser):
    """A parser whose errors are BotErrors, with the command's help as the way out."""

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print."""
        raise BotError(message, f"{self.prog} --help lists the options")


def list_actions(parser: ArgumentParser) -> list[Action]:
    """The arguments and options of a parser, in order."""
    return parser._actions  # noqa: SLF001 - argparse has no other way


def load_command(name: str) -> Command[DataclassInstance]:
    """The module of the command."""
    return cast("Command[DataclassInstance]", import_module(f"bot.commands.{name}"))


def make_command_parser(name: str) -> Parser:
    """The parser of one command, with all its arguments."""
    summary = SUMMARIES[name]
    parser = Parser(
        f"bot {name}",
        add_help=False,
        allow_abbrev=False,
        usage=f"bot {name} {_USAGES.get(name, '[FILES] [OPTIONS]')}",
        description=f"{summary[0].upper()}{summary[1:]}. {_REQUESTS.get(name, 'It sends no request.')}",
        formatter_class=Formatter,
    )
    load_command(name).add_arguments(parser)
    return parser


def make_parser(*, whole: bool = False) -> Parser:
    """The parser of a command line without a command; `whole` gives it those of all commands."""
    parser = Parser(
        "bot",
        add_help=False,
        usage="bot COMMAND [ARGUMENTS]",
        description="Keep curated lists of research papers correct.",
        epilog="bot help COMMAND explains a command. "
        "Exit codes: 0 success, 1 findings that fail the run, 2 wrong usage, 3 could not run.",
        formatter_class=Formatter,
    )
    if whole:
        commands = parser.add_subparsers(title="commands", metavar="COMMAND")
        for name, summary in SUMMARIES.items():
            load_command(name).add_arguments(commands.add_parser(name, help=summary, add_help=False))
    else:
        groups = [parser.add_argument_group(title) for title in ("commands", "commands that the GitHub Action runs")]
        for name, summary in SUMMARIES.items():
            groups[name in _OF_ACTION].add_argument(name, nargs="?", help=summary)
    options = parser.add_argument_group("options")
    options.add_argument("-h", "--help", action="help", help="show this help")
    options.add_argument("--version", action="version", version=f"paperlist-bot {__version__}", help="show the version")
    return parser


SEVERITIES = ("error", "warning", "note")
COLORS = ("auto", "always", "never")


@dataclass(frozen=True, slots=True)
class ConfigOptions:
    """Where the configuration is, as `add_sources` declares it."""

    config: str | None = None
    """This file, instead of the one that is found."""
    isolated: bool = False
    """Read none."""


@dataclass(frozen=True, slots=True)
class ListOptions(ConfigOptions):
    """The lists that a command reads, as `add_lists` declares them, and their configuration."""

    files: tuple[str, ...] = ()
    """Lists and folders; none for those of the configuration."""
    stdin_filename: str | None = None
    """The file that standard input has the content of."""


@dataclass(frozen=True, slots=True)
class FactOptions:
    """Whether facts are gathered, and from where, as `add_facts` declares it."""

    online: bool = False
    offline: bool = False
    """Read the cache alone."""
    allow_address: tuple[Network, ...] = ()
    """Networks that may be asked though they are not public."""
    cache: str | None = None

    @property
    def is_wanted(self) -> bool:
        """Whether services or the cache are to be asked."""
        return self.online or self.offline


@dataclass(frozen=True, slots=True)
class View:
    """How a run shows what it found."""

    format: str = "plain"
    verbose: bool = False
    quiet: bool = False
    statistics: bool = False
    """Show how many findings each rule has, instead of the findings."""
    show_fixes: bool = False


class Output(NamedTuple):
    """A format, and the file that takes the report in it."""

    form: str
    path: str


def make_options(kind: type[Options], args: Namespace, **given: object) -> Options:
    """A value of `kind`: `given` fields, and those that the command line has by the same name or that commands share.

    What was not given on the command line has the default of its field; several values are a tuple.
    """
    for name in [each.name for each in fields(kind) if each.name not in given]:
        value = _SHARED[name](args) if name in _SHARED else getattr(args, name, None)
        if value is not None:
            given[name] = tuple(value) if isinstance(value, list) else value
    return kind(**given)


def add_asking(group: _ArgumentGroup, offline: str) -> None:
    """The options of a command that asks services unless `--offline` forbids it; what it has then is in the help."""
    group.add_argument("--offline", action="store_true", help=offline)
    group.add_argument("--cache", metavar="FILE", help="keep cached answers in this file")
    add_address(group)


def read_asking(args: Namespace) -> FactOptions:
    """The options about facts of a command that asks for them unless `--offline` forbids it."""
    return read_facts(args, online=not args.offline)


def read_facts(args: Namespace, **given: bool) -> FactOptions:
    """The options about facts. Raises BotError for a network that is none, and for a cache that nothing uses."""
    options = make_options(FactOptions, args, **given)
    if options.cache is not None and not options.is_wanted:
        raise BotError("--cache does nothing without --online or --offline", "add one of them, or leave out --cache")
    return options


def _read_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """The networks that `--allow-address` allows; raises BotError for what is not a valid one."""
    from ipaddress import ip_network  # few lines have the option

    try:
        return tuple(ip_network(text) for text in texts)
    except ValueError as error:
        raise BotError(f"--allow-address: {error}", "write a network such as 10.0.0.0/8, or one IP address") from None


def add_lists(parser: ArgumentParser) -> _ArgumentGroup:
    """The group of the lists that a command reads, and of where their configuration is."""
    group = parser.add_argument_group("lists")
    group.add_argument("files", nargs="*", metavar="FILES", help="lists, or folders with lists; - is standard input")
    add_stdin(group)
    add_sources(group)
    return group


def add_stdin(group: _ArgumentGroup) -> None:
    """The option that names standard input."""
    group.add_argument("--stdin-filename", metavar="FILE", help="the name of the file that standard input holds")


def add_sources(group: _ArgumentGroup) -> None:
    """The options that say where the configuration is."""
    group.add_argument("--config", metavar="FILE", help="read this instead of .github/paperlist-bot.yml")
    group.add_argument("--isolated", action="store_true", help="read no configuration")


def add_facts(group: _ArgumentGroup) -> None:
    """The options about facts: whether to gather them, and from where."""
    choice = group.add_mutually_exclusive_group()
    choice.add_argument("--online", action="store_true", help="ask arXiv and other services, and the linked pages")
    choice.add_argument("--offline", action="store_true", help="use cached answers only")
    add_address(group)
    group.add_argument("--cache", metavar="FILE", help="keep cached answers in this file")


def add_address(group: _ArgumentGroup) -> None:
    """The option that allows networks that are not public."""
    group.add_argument("--allow-address", action="append", metavar="CIDR", help="allow this private network")


def add_fail_on(group: _ArgumentGroup) -> None:
    """The option that sets the failing severity."""
    names = f"{', '.join(SEVERITIES[:-1])} or {SEVERITIES[-1]}"
    group.add_argument("--fail-on", choices=SEVERITIES, metavar="SEVERITY", help=f"lowest severity that fails: {names}")


def read_severity(name: str | None) -> Severity | None:
    """The severity that an option names."""
    from bot.linter.diagnostics import Severity  # help needs none of it

    return None if name is None else Severity[name.upper()]


def add_color(group: _ArgumentGroup) -> None:
    """The option that turns colours on or off."""
    group.add_argument("--color", choices=COLORS, default="auto", metavar="WHEN", help=", ".join(COLORS))


def warn_of_unused(options: FactOptions, console: Console) -> None:
    """Warn of networks that are allowed, where no request is sent."""
    if options.allow_address and not options.online:
        console.say("warning: --allow-address does nothing without --online: no request is sent")


def add_outputs(group: _ArgumentGroup) -> None:
    """The option that puts reports into files; it may be given several times."""
    text = "also write the report to a file"
    group.add_argument("--output", action="append", metavar="FORMAT=FILE", default=[], help=text)


def read_outputs(given: Iterable[str]) -> tuple[Output, ...]:
    """The values of `--output`, as `json=report.json`. Raises BotError for an unknown format, or no file."""
    from bot.files import check_folder  # help needs none of it

    found = []
    for value in given:
        form, _, path = value.partition("=")
        if form not in FORMATS:
            message = f'--output: there is no format "{form}"{suggestion(form, FORMATS, "format")}'
            raise BotError(message, "write it as --output json=report.json")
        if not path:
            raise BotError(f"--output {value} needs a file", f"write it as --output {form}=report")
        found.append(Output(form, check_folder(path)))
    return tuple(found)


_SHARED: dict[str, Callable[[Namespace], object]] = {
    "lists": lambda args: make_options(ListOptions, args),
    "sources": lambda args: make_options(ConfigOptions, args),
    "facts": read_facts,
    "allow_address": lambda args: _read_networks(getattr(args, "allow_address", None) or ()),
    "view": lambda args: make_options(View, args),
    "outputs": lambda args: read_outputs(args.output),
    "fail_on": lambda args: read_severity(getattr(args, "fail_on", None)),
}
"""How fields are read that the options of several commands have."""


def add_table_format(group: _ArgumentGroup) -> None:
    """The option that shows a table as JSON."""
    group.add_argument("--format", choices=("table", "json"), default="table", metavar="NAME", help="table or json")


def add_help(group: _ArgumentGroup) -> None:
    """The option that shows the help, in a group of the command's own."""
    group.add_argument("-h", "--help", action="help", help="show this help")


def read_slugs(option: str, given: Iterable[str], known: Collection[str]) -> frozenset[str]:
    """The rules that an option names, with commas between them. Raises BotError for an unknown one."""
    named = [slug.strip() for value in given for slug in value.split(",") if slug.strip()]
    for slug in named:
        if slug not in known:
            message = f'{option}: there is no rule "{slug}"{suggestion(slug, known, "rule")}'
            raise BotError(message, "bot explain lists the rules")
    if not named:
        raise BotError(f"{option} needs a rule", "bot explain lists the rules")
    return frozenset(named)
