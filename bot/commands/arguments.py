"""Pieces of the command line that several commands share."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, HelpFormatter
from typing import TYPE_CHECKING, NoReturn

from bot.errors import BotError

if TYPE_CHECKING:
    from argparse import Action, _ArgumentGroup
    from collections.abc import Collection, Iterable


_FOLDED = {
    "--config": "--config FILE, --isolated",
    "--online": "--online, --offline",
    "--fix": "--fix, --unsafe-fixes",
    "--select": "--select, --ignore RULES",
}
"""Options whose line in the help stands for the next one too, which is hidden."""
_ALONE = frozenset({("bot sweep", "--fix")})
"""Commands, and options of theirs that stand for themselves."""


class Formatter(HelpFormatter):
    """Help of one line per option, in 80 columns however wide the terminal is."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30, width=80)

    def _format_action_invocation(self, action: Action) -> str:
        option = action.option_strings[0] if action.option_strings else ""
        folded = _FOLDED.get(option) if (self._prog, option) not in _ALONE else None
        return folded or super()._format_action_invocation(action)


class Parser(ArgumentParser):
    """A parser whose errors are BotErrors, with the command's help as the way out."""

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print."""
        raise BotError(message, f"{self.prog} --help shows what there is")


def add_sources(group: _ArgumentGroup) -> None:
    """The options that say where the configuration is."""
    group.add_argument("--config", metavar="FILE", help="configuration (.github/paperlist-bot.yml), or none")
    group.add_argument("--isolated", action="store_true", help=SUPPRESS)


def add_facts(group: _ArgumentGroup) -> None:
    """The options that say whether, and whom, the world is asked."""
    choice = group.add_mutually_exclusive_group()
    choice.add_argument("--online", action="store_true", help="gather facts; or make do with kept answers")
    choice.add_argument("--offline", action="store_true", help=SUPPRESS)
    group.add_argument("--allow-address", action="append", metavar="CIDR", help="a network to ask though not public")
    group.add_argument("--cache", metavar="FILE", help="kept answers (in the user's cache folder)")


def add_help(group: _ArgumentGroup) -> None:
    """The option that shows the help, in a group of the command's own."""
    group.add_argument("-h", "--help", action="help", help="show this page")


def slugs(option: str, given: Iterable[str], known: Collection[str]) -> frozenset[str]:
    """The rules that an option names, with commas between them. Raises BotError for an unknown one."""
    from bot.text import suggestion

    named = [slug.strip() for words in given for slug in words.split(",") if slug.strip()]
    for slug in named:
        if slug not in known:
            message = f'{option}: there is no rule "{slug}"{suggestion(slug, known, "rule")}'
            raise BotError(message, "bot explain lists the rules")
    if not named:
        raise BotError(f"{option} names no rule", "bot explain lists the rules")
    return frozenset(named)
