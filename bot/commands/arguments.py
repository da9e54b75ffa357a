"""Pieces of the command line that several commands share."""

from __future__ import annotations

from argparse import ArgumentParser, HelpFormatter
from typing import TYPE_CHECKING, NoReturn

from bot.errors import BotError

if TYPE_CHECKING:
    from argparse import _ArgumentGroup
    from collections.abc import Collection, Iterable


class Formatter(HelpFormatter):
    """Help of one line per option, in 80 columns however wide the terminal is."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26, width=80)


class Parser(ArgumentParser):
    """A parser whose errors are BotErrors, with the command's help as the way out."""

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print."""
        raise BotError(message, f"{self.prog} --help shows what there is")


def add_sources(group: _ArgumentGroup) -> None:
    """The options that say where the configuration is."""
    group.add_argument("--config", metavar="FILE", help="the configuration (.github/paperlist-bot.yml)")
    group.add_argument("--isolated", action="store_true", help="use no configuration file")


def add_help(group: _ArgumentGroup) -> None:
    """The option that shows the help, in a group of the command's own."""
    group.add_argument("-h", "--help", action="help", help="show this page")


def slugs(option: str, given: Iterable[str], known: Collection[str]) -> frozenset[str]:
    """The rules that an option names, with commas between them. Raises BotError for an unknown one."""
    from bot.nearest import suggestion

    named = [slug.strip() for words in given for slug in words.split(",") if slug.strip()]
    for slug in named:
        if slug not in known:
            message = f'{option}: there is no rule "{slug}"{suggestion(slug, known, "rule")}'
            raise BotError(message, "bot explain lists the rules")
    if not named:
        raise BotError(f"{option} names no rule", "bot explain lists the rules")
    return frozenset(named)
