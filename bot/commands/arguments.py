"""Options that several commands share, and how their help looks."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, HelpFormatter
from typing import TYPE_CHECKING, NoReturn

from bot.errors import BotError

if TYPE_CHECKING:
    from argparse import Action, Namespace, _ArgumentGroup
    from collections.abc import Collection, Iterable

    from bot.console import Console


_COMBINED = {
    "--config": "--config FILE, --isolated",
    "--online": "--online, --offline",
    "--fix": "--fix, --unsafe-fixes",
    "--select": "--select, --ignore RULES",
}
"""Options whose line in the help stands for the next one too, which is hidden."""
_SEPARATE = frozenset({("bot sweep", "--fix")})
"""Commands whose option of that name has its own line."""


SEVERITIES = ("error", "warning", "note")


class Formatter(HelpFormatter):
    """Help of one line per option, in 80 columns however wide the terminal is."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30, width=80)

    def _format_action_invocation(self, action: Action) -> str:
        option = action.option_strings[0] if action.option_strings else ""
        combined = _COMBINED.get(option) if (self._prog, option) not in _SEPARATE else None
        return combined or super()._format_action_invocation(action)


class Parser(ArgumentParser):
    """A parser whose errors are BotErrors, with the command's help as the way out."""

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print."""
        raise BotError(message, f"{self.prog} --help shows what there is")


def add_files(group: _ArgumentGroup) -> None:
    """The lists that a command reads."""
    group.add_argument("files", nargs="*", metavar="FILES", help="Markdown, - for standard input (README.md)")


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


def add_help(group: _ArgumentGroup) -> None:
    """The option that shows the help, in a group of the command's own."""
    group.add_argument("-h", "--help", action="help", help="show this page")


def read_slugs(option: str, given: Iterable[str], known: Collection[str]) -> frozenset[str]:
    """The rules that an option names, with commas between them. Raises BotError for an unknown one."""
    from bot.text import suggestion

    named = [slug.strip() for value in given for slug in value.split(",") if slug.strip()]
    for slug in named:
        if slug not in known:
            message = f'{option}: there is no rule "{slug}"{suggestion(slug, known, "rule")}'
            raise BotError(message, "bot explain lists the rules")
    if not named:
        raise BotError(f"{option} needs a rule", "bot explain lists the rules")
    return frozenset(named)
