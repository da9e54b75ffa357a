"""Options that several commands share."""

from __future__ import annotations

from argparse import SUPPRESS
from typing import TYPE_CHECKING

from bot.errors import BotError
from bot.text import suggestion

if TYPE_CHECKING:
    from argparse import Namespace, _ArgumentGroup
    from collections.abc import Collection, Iterable

    from bot.console import Console


SEVERITIES = ("error", "warning", "note")


def add_files(group: _ArgumentGroup) -> None:
    """The lists that a command reads."""
    group.add_argument("files", nargs="*", metavar="FILES", help="Markdown, - for standard input (README.md)")
    group.add_argument("--stdin-filename", metavar="FILE", help=SUPPRESS)


def add_sources(group: _ArgumentGroup) -> None:
    """The options that say where the configuration is."""
    group.add_argument("--config", metavar="FILE", help="configuration (.github/paperlist-bot.yml), or none")
    group.add_argument("--isolated", action="store_true", help=SUPPRESS)


def add_facts(group: _ArgumentGroup) -> None:
    """The options about facts: whether to gather them, and from where."""
    choice = group.add_mutually_exclusive_group()
    choice.add_argument("--online", action="store_true", help="gather facts; or use cached answers only")
    choice.add_argument("--offline", action="store_true", help=SUPPRESS)
    group.add_argument("--allow-address", action="append", metavar="CIDR", help="a network to allow though not public")
    group.add_argument("--cache", metavar="FILE", help="cached answers (in the user's cache folder)")


def warn_of_unused(args: Namespace, console: Console) -> None:
    """Warn of options that do nothing, because no request is sent."""
    if args.allow_address and not args.online:
        console.say("warning: --allow-address does nothing without --online: no request is sent")


def add_table_format(group: _ArgumentGroup) -> None:
    """The option that shows a table as JSON."""
    group.add_argument(
        "--format", choices=("table", "json"), default="table", metavar="NAME", help="table, json (table)"
    )


def add_help(group: _ArgumentGroup) -> None:
    """The option that shows the help, in a group of the command's own."""
    group.add_argument("-h", "--help", action="help", help="show this page")


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
