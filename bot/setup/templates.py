"""The configuration and the page for contributors that `bot init` writes."""

from __future__ import annotations

import re
from shlex import quote
from typing import TYPE_CHECKING

from bot.data.writing import quote_scalar
from bot.errors import BotError
from bot.listing.conventions import MIN_ENTRIES
from bot.setup.workflows import RUN
from bot.text import Text, join, lazy_pattern, plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import date
    from pathlib import Path

    from bot.setup.profile import Habit, ListProfile, Share


_HOME = "https://raw.githubusercontent.com/paperlist-bot/paperlist-bot/main"

_SUPPORT = {
    "date_format": "dates use this format",
    "order": "neighbours with different dates are in this order",
    "arxiv_form": "links to arXiv have this form",
}


def render_config(profile: ListProfile, lists: Sequence[str], today: date) -> str:
    """The configuration for `lists`, patterns relative to the top of the repository, as of `today`."""
    named = f"{plural(profile.papers, 'paper')} in {plural(profile.sections, 'section')}"
    head = (
        f"# yaml-language-server: $schema={_HOME}/schemas/config.schema.json\n"
        f"# Written by `bot init` on {today.isoformat()} from {named}. Edit it freely: all keys are optional.\n"
        "# https://github.com/paperlist-bot/paperlist-bot/blob/main/docs/configuration.md describes all keys.\n"
        "# How the list is written the bot learns in each run: take a `#` away only to decide it yourself.\n"
    )
    files = "".join(f"  - {quote_scalar(name)}\n" for name in lists)
    return "\n".join(
        [
            head,
            f"# The files of the list, checked together; ** matches any folders.\nlists:\n{files}",
            *_conventions(profile.habits),
            *_entry(profile.shares),
            *_fields(profile.fields),
        ]
    )


def _fields(found: Iterable[tuple[str, tuple[str, ...]]]) -> Iterator[str]:
    lines = []
    for role, names in found:
        written = ", ".join(map(quote_scalar, names))
        lines.append((False, f"{role}: {written if len(names) == 1 else f'[{written}]'}", ""))
    yield from _block(
        "Which fields of the records say what; of several the first that a record has.", "fields", "", lines
    )


def _entry(shares: Iterable[Share]) -> Iterator[str]:
    lines = [
        (False, f"- {share.part}", _support(share.count, share.total, "papers"))
        for share in shares
        if share.is_required
    ]
    yield from _block(
        "The parts that every paper must have; today none must.",
        "entry",
        "required",
        lines,
    )


def _conventions(habits: Iterable[Habit]) -> Iterator[str]:
    lines = [
        (habit.is_adopted and not habit.is_learned, f"{habit.key}: {quote_scalar(habit.value)}", _reason(habit))
        for habit in habits
    ]
    yield from _block("How the list is written.", "conventions", "", lines)


def _block(head: str, key: str, inner: str, lines: Sequence[tuple[bool, str, str]]) -> Iterator[str]:
    """A key with its lines, each active or commented out; if none is active, the key is commented out too."""
    if not lines:
        return
    is_used = any(on for on, _, _ in lines)
    keys = f"{key}:\n" if not inner else f"{key}:\n  {inner}:\n"
    indent = "    " if inner else "  "
    body = keys + "".join(_line(f"{indent}{'' if on or not is_used else '# '}{text}", note) for on, text, note in lines)
    yield f"# {head}\n" + (body if is_used else "".join(f"# {line}\n" for line in body.splitlines()))


def _reason(habit: Habit) -> str:
    support = _support(habit.followers, habit.total, _SUPPORT[habit.key])
    if not habit.is_firm:
        return f"{support}: too {'few' if habit.total < MIN_ENTRIES else 'mixed'} to tell"
    if not habit.is_adopted:
        return f"{support}; setting it finds {habit.adds:,} more"
    return support if habit.is_learned else f"{support}; not each list shows it by itself"


def _support(followers: int, total: int, noun: str) -> str:
    return f"{followers:,} of {total:,} {noun}"


def _line(text: str, comment: str) -> str:
    return f"{text}  # {comment}\n" if comment else f"{text}\n"


FOLDERS = (".github", "", "docs")
"""Where GitHub looks for the file, relative to the top of the repository; the first one found counts."""
CONTRIBUTING = "CONTRIBUTING.md"

_NOUNS = {"title": "a title", "url": "a link", "date": "a date", "venue": "a venue", "affiliation": "an affiliation"}
_ORDERS = {"newest-first": "Newest papers come first.", "oldest-first": "Oldest papers come first."}
_FORMS = {
    "abs": "Links to arXiv lead to the abstract page: `https://arxiv.org/abs/...`.",
    "pdf": "Links to arXiv lead to the PDF: `https://arxiv.org/pdf/...`.",
}
_CHECK = f"""\
Every pull request is checked by [paperlist-bot](https://github.com/paperlist-bot/paperlist-bot). It
comments on lines that look wrong; **Commit suggestion** applies a suggested fix. To run it in a clone:

```sh
{RUN} lint --base origin/<branch>
```

Add `--fix` to apply the safe fixes. If it is wrong about an entry, say so in the pull request, or add
`<!-- bot: allow RULE - reason -->` at the end of the entry, with the name of the rule.
"""


def find_contributing(top: Path) -> Path | None:
    """The page for contributors of the repository at `top`, with any extension and case; None if there is none."""
    for folder in FOLDERS:
        place = top / folder
        names = sorted(each.name for each in place.iterdir()) if place.is_dir() else []
        for name in names:
            if name.partition(".")[0].casefold() == "contributing":
                return place / name
    return None


def render_contributing(profile: ListProfile, branch: str) -> str:
    """What an entry must look like, with an example and the habits of the lists, and what the bot does."""
    example = render_example(profile)
    parts = ["# Contributing\n", *([example] if example else [])]
    rules = "".join(f"- {line}\n" for line in render_habits(profile))
    parts += [rules] if rules else []
    parts.append(_CHECK.replace("<branch>", branch))
    return "\n".join(parts)


def render_example(profile: ListProfile) -> str:
    """A sentence with an entry of the lists as a block of code; empty without one to follow."""
    example = "\n".join(profile.model.splitlines())
    if not example:
        return ""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", example)), 0)
    return f"An entry looks like this:\n\n{fence}markdown\n{example}\n{fence}\n"


def render_habits(profile: ListProfile) -> Iterator[str]:
    """What all entries have in common, in sentences."""
    required = [_NOUNS[share.part] for share in profile.shares if share.is_required]
    if required:
        yield f"Every paper has {join(required, 'and')}."
    habits = {habit.key: habit.value for habit in profile.habits if habit.is_adopted}
    if "date_format" in habits:
        yield f"Dates are written `{habits['date_format']}`."
    if habits.get("order") in _ORDERS:
        yield _ORDERS[habits["order"]]
    if habits.get("arxiv_form") in _FORMS:
        yield _FORMS[habits["arxiv_form"]]


AGENTS = "AGENTS.md"
"""At the top of the repository, where agents look: https://agents.md."""

_START, _END = "<!-- paperlist-bot:agents -->", "<!-- /paperlist-bot:agents -->"
_MARKER = lazy_pattern(rf"(?<![^\r\n])({_START}|{_END})(?![^\r\n])")

_STEPS = """\
- To add a paper, run `{run} add 2401.12345 --section "NAME"`. It takes title, date and authors from arXiv, writes the
  entry like its neighbours at its place, and says where a paper is listed already. `--format json` is for programs.
- Never write a title, an id or a date from memory, and leave entries alone that the task is not about.
- After each change run `{run} lint --base {branch} --fix`. Done means exit code 0: correct what is left from the page
  of the paper; do not suppress it.
"""


def render_agents(profile: ListProfile, branch: str) -> str:
    """The part of AGENTS.md that is ours, from its first marker to its last; lines end at line feeds."""
    habits = " ".join(render_habits(profile))
    steps = _STEPS.format(run=RUN, branch=quote(branch))
    parts = ("## Adding and changing papers\n", render_example(profile), f"- {habits}\n{steps}" if habits else steps)
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
