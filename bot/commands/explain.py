"""`bot explain`: the documentation of a rule, the table of all rules, or what the bot read and found at a place."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from inspect import getdoc

from bot.commands.parsers import FactOptions, ListOptions, add_help, add_sources, make_options
from bot.console import Console
from bot.errors import BotError
from bot.files import shown
from bot.linter.rule import Bad, Need, Rule, summary_of
from bot.linter.rule import options as options_of
from bot.rules import RULES
from bot.rules.documentation import condition_of
from bot.text import lazy_pattern, plural, suggestion

_PLACE = lazy_pattern(r"(.+?):([0-9]{1,9})(?::[0-9]{1,9})?", re.DOTALL)
"""A file and a line, with or without a column, as lint prints them."""


@dataclass(frozen=True, slots=True)
class Options:
    """The rules to explain, none for the table of all; or the place, and the rules that are asked about it."""

    lists: ListOptions = field(default_factory=ListOptions)
    """The list of the place."""
    line: int | None = None
    rules: tuple[str, ...] = ()
    format: str = "plain"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    rules = parser.add_argument_group("rules and locations")
    rules.add_argument(
        "names", nargs="*", metavar="RULE", help="such as duplicate-entry; with FILE:LINE, findings there"
    )
    add_sources(rules)
    rules.add_argument("--format", choices=("plain", "json"), default="plain", metavar="NAME", help="plain or json")
    add_help(rules)


def read_options(args: Namespace) -> Options:
    """The options of the command line. Raises BotError for an unknown rule."""
    slugs = [rule.slug for rule in RULES]
    place = next(filter(None, map(_PLACE.fullmatch, args.names)), None)
    names = [name for name in args.names if place is None or name != place[0]]
    for name in names:
        if name not in slugs:
            message = f'there is no rule "{name}"{suggestion(name, slugs, "rule")}'
            raise BotError(message, "bot explain lists the rules; bot explain FILE:LINE explains a line of a list")
    if place is None:
        if args.format == "json":
            raise BotError("--format json is for a location", "bot explain FILE:LINE --format json")
        return make_options(Options, args, rules=tuple(names))
    lists = make_options(ListOptions, args, files=(place[1],))
    return make_options(Options, args, lists=lists, line=int(place[2]), rules=tuple(names))


def run(options: Options, console: Console) -> int:
    """Print the pages of rules, the table of all of them, or what is known about a place."""
    if options.line is not None:
        console.report(_explain_place(options, options.line, console))
        return 0
    by_slug = {rule.slug: rule for rule in RULES}
    pages = [_page(by_slug[name]) for name in dict.fromkeys(options.rules)] or [_table(RULES)]
    console.report("\n\n".join("".join(f"{line}\n" for line in page) for page in pages))
    return 0


def _explain_place(options: Options, line: int, console: Console) -> str:
    """What was read, found and dropped at a line of a list. Raises BotError if the list has no such line."""
    from bot.commands.sources import gather_facts, load_beside, read_lists
    from bot.reports.explanation import explain, render_explanation, render_explanation_json

    sources = read_lists(options.lists, console)
    text, *_ = sources.texts
    if not 0 < line <= len(text.line_starts):
        raise BotError(f"{shown(text.path)} has no line {line}", f"it has {plural(len(text.line_starts), 'line')}")
    plan = sources.config.plan(RULES, select=options.rules or None)
    survey = sources.survey(console)
    if (lock := load_beside([text.path])) is not None:
        from bot.facts.questions import collect_questions

        questions = collect_questions(survey.read(sources.texts))
        gathered = gather_facts(FactOptions(), questions, plan.needs & Need.FACTS, console, lock=lock, quiet=True)
        survey = replace(survey, facts=gathered.facts)
    (listing, *_), context = survey(sources.texts)
    explanation = explain(listing, line, plan, context, options.rules)
    return render_explanation_json(explanation) if options.format == "json" else render_explanation(explanation)


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
    return "not set" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _examples(rule: Rule) -> Iterator[str]:
    for example in rule.examples:
        if isinstance(example, Bad):
            yield f"\nExample{condition_of(example)}:"
            yield from _indented(example.text)
            if example.fixed is not None:
                yield "\nWith the fix:"
                yield from _indented(example.fixed)
            return


def _indented(text: str) -> Iterator[str]:
    for line in text.rstrip("\n").split("\n"):
        yield f"    {line}" if line else ""
