"""The options in docs/commands.md are those of the program."""

from __future__ import annotations

import re

import pytest

from bot.commands.parsers import SUMMARIES, list_actions, make_command_parser
from tests.commands.options_page import PAGE, main, renew

RENEW = "run `python -m tests.commands.options_page --write` and commit what it changes"


def test_the_page_is_current() -> None:
    assert main([]) == 0, RENEW


@pytest.mark.parametrize("command", SUMMARIES)
def test_every_option_of_every_command_is_listed(command: str) -> None:
    section = re.search(rf"^### bot {command}\n(.*?)(?=^###? |\Z)", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert section
    options = [option for action in list_actions(make_command_parser(command)) for option in action.option_strings]
    assert [option for option in options if f"`{option}" not in section[1]] == []


@pytest.mark.parametrize("command", SUMMARIES)
def test_every_option_is_explained(command: str) -> None:
    assert [action.dest for action in list_actions(make_command_parser(command)) if not action.help] == []


def test_prose_around_the_tables_stays() -> None:
    page = "# Before\n\n<!-- options -->\nold\n<!-- end of options -->\n\nAfter.\n"
    renewed = renew(page)
    assert renewed.startswith("# Before\n\n<!-- options -->\n\n### bot lint\n")
    assert renewed.endswith("|\n\n<!-- end of options -->\n\nAfter.\n")
    assert renew(renewed) == renewed
