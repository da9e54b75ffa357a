"""`bot explain`: the documentation of a rule, or without a name the table of all rules."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import getdoc
from typing import TYPE_CHECKING

from bot.commands.parsers import add_help, make_options
from bot.errors import BotError
from bot.linter.rule import Bad, summary_of
from bot.linter.rule import options as options_of
from bot.rules import RULES
from bot.rules.documentation import condition_of
from bot.text import suggestion

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator, Sequence

    from bot.console import Console
    from bot.linter.rule import Rule


@dataclass(frozen=True, slots=True)
class Options:
    """The rule to explain; None for the table of all."""

    rule: str | None = None


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    rules = parser.add_argument_group("rules")
    rules.add_argument("rule", nargs="?", metavar="RULE", help="such as duplicate-entry; none lists all rules")
    add_help(rules)


def read_options(args: Namespace) -> Options:
    """The options of the command line. Raises BotError for an unknown rule."""
    slugs = [rule.slug for rule in RULES]
    if args.rule is not None and args.rule not in slugs:
        message = f'there is no rule "{args.rule}"{suggestion(args.rule, slugs, "rule")}'
        raise BotError(message, "bot explain lists the rules")
    return make_options(Options, args)


def run(args: Namespace, console: Console) -> int:
    """Print the page of one rule, or the table of all of them."""
    options = read_options(args)
    lines = _table(RULES) if options.rule is None else _page(next(r for r in RULES if r.slug == options.rule))
    console.report("".join(f"{line}\n" for line in lines))
    return 0


def _severity(rule: Rule) -> str:
    return str(rule.severity) if rule.enabled else "off"


def _table(rules: Sequence[Rule]) -> Iterator[str]:
    widest = max(len(rule.slug) for rule in rules)
    for rule in rules:
        yield f"{rule.slug:{widest}}  {_severity(rule):7}  {summary_of(rule)}"


def _page(rule: Rule) -> Iterator[str]:
    yield f"{rule.slug} ({_severity(rule)})"
    yield ""
    yield getdoc(type(rule)) or ""
    found = options_of(rule)
    if found:
        yield "\nOptions:"
    for option in found:
        yield f"  {option.name} (default: {_shown(option.default)}): {option.description}"
    yield from _examples(rule)


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _examples(rule: Rule) -> Iterator[str]:
    for example in rule.examples:
        if isinstance(example, Bad):
            yield f"\nFound{condition_of(example)}:"
            yield from _indented(example.text)
            if example.fixed is not None:
                yield "\nFixed:"
                yield from _indented(example.fixed)
            return


def _indented(text: str) -> Iterator[str]:
    for line in text.rstrip("\n").split("\n"):
        yield f"    {line}" if line else ""
