"""What `bot init --agents` writes into AGENTS.md for coding agents: how an entry looks, how to add and to check one."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

from bot import __version__
from bot.errors import BotError
from bot.setup.templates import render_example, render_habits
from bot.text import Text, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.linter.profile import ListProfile
    from bot.listing import Listing

AGENTS = "AGENTS.md"
"""At the top of the repository, where agents look: https://agents.md."""

_START, _END = "<!-- paperlist-bot:agents -->", "<!-- /paperlist-bot:agents -->"
_MARKER = lazy_pattern(rf"(?<![^\r\n])({_START}|{_END})(?![^\r\n])")

_STEPS = """\
- Add a paper with the first command below. It takes title, date and authors from arXiv, writes the entry like its
  neighbours at its place, and says where a paper is listed already. NAME is a heading of the list; without
  `--section`, `sections` in the answer proposes some.
- Never write a title, an id or a date from memory, and leave entries alone that the task is not about.
- After each change run the second command: lint, apply, lint. Of each finding in `diagnostics` whose `fix.safety` is
  `safe`, apply all of `fix.edits` or none (offsets from 0: `start` and `end` in characters, `start_byte` and
  `end_byte` in bytes), the last one first, or run it with `--fix`.
- Done means: no safe fix is left, and the exit code is 0. Correct other findings from the paper's page; do not
  suppress them.
"""
_COMMANDS = """\
```sh
uvx paperlist-bot@{version} add 2401.12345 --section "NAME" --format json
uvx paperlist-bot@{version} lint --format json --base {branch}
```
"""


def render_agents(listings: Sequence[Listing], profile: ListProfile, branch: str) -> str:
    """The part of AGENTS.md that is ours, from its first marker to its last; lines end at line feeds."""
    habits = " ".join(render_habits(profile))
    steps = f"- {habits}\n{_STEPS}" if habits else _STEPS
    commands = _COMMANDS.format(version=__version__, branch=quote(branch))
    parts = ("## Adding and changing papers\n", render_example(listings), steps, commands)
    body = "\n".join(part for part in parts if part)
    return f"{_START}\n{body}{_END}"


def put_agents(content: str, section: str) -> str:
    """The content of AGENTS.md with `section` in the place of the one that is there, else at the end.

    Everything else stays as it is, line ends too. Raises BotError where it is not clear what is ours.
    """
    newline = Text(AGENTS, content).newline
    section = section.replace("\n", newline)
    markers = tuple(_MARKER.finditer(content))
    if [match[0] for match in markers] == [_START, _END]:
        return content[: markers[0].start()] + section + content[markers[1].end() :]
    if markers:
        hint = f"keep one line {_START} and, below it, one line {_END}, or delete both"
        raise BotError(f"{AGENTS} has markers of the bot that do not fit together", hint)
    if not content:
        return section + newline
    above = content if content.endswith(("\n", "\r")) else content + newline
    return above + newline + section + newline
