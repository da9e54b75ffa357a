"""Renews the tables of options in docs/commands.md: `python -m tests.commands.options_page --write`."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bot.commands.parsers import SUMMARIES, list_actions, make_command_parser

if TYPE_CHECKING:
    from argparse import Action
    from collections.abc import Iterator, Sequence

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"
_TABLES = re.compile(r"(?<=<!-- options -->\n).*?(?=<!-- end of options -->)", re.DOTALL)


def main(arguments: Sequence[str]) -> int:
    """Write the page, or say with 1 that it is stale."""
    before = PAGE.read_text(encoding="utf-8")
    after = renew(before)
    if "--write" in arguments:
        PAGE.write_text(after, encoding="utf-8")
        return 0
    return int(before != after)


def renew(page: str) -> str:
    """The page with the options as they are now."""
    return _TABLES.sub(lambda _: f"\n{render()}\n", page)


def render() -> str:
    """A heading and a table for each command, in the order of the help."""
    return "\n".join(f"### bot {name}\n\n{summary}.\n\n{_table(name)}" for name, summary in _sentences())


def _sentences() -> Iterator[tuple[str, str]]:
    for name, summary in SUMMARIES.items():
        yield name, f"{summary[0].upper()}{summary[1:]}"


def _table(command: str) -> str:
    rows = (
        f"| {_invocation(each)} | {_cell(each.help or '')} |\n" for each in list_actions(make_command_parser(command))
    )
    return "".join(["| option | meaning |\n| --- | --- |\n", *rows])


def _invocation(action: Action) -> str:
    """The names of an option with its value, or the name of an argument."""
    value = str(action.metavar or "")
    if action.nargs == "+":
        value = f"{value} ..."
    if not action.option_strings:
        return f"`{value}`"
    *others, last = (f"`{each}`" for each in action.option_strings)
    with_value = f"`{last[1:-1]} {value}`" if value and action.nargs != 0 else last
    return ", ".join([*others, with_value])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
