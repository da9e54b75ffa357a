"""What a first configuration should say comes in; the YAML that a maintainer reads and edits goes out."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from bot.initial import WORTH_SHOWING, Group
from bot.listing.conventions import FEWEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import date

    from bot.initial import Habit, Initial, Share, Standing

_HOME = "https://raw.githubusercontent.com/paperlist-bot/paperlist-bot/main"

_WIDTH = 110

_GROUPS = {
    Group.FAILING: "Errors that stand in the list: `bot lint` fails until they are mended, or allowed with a reason.",
    Group.BROKEN: "What the list breaks today stays a warning. Once it is mended, write error.",
    Group.HOLDING: "What the list keeps today: from now on it is an error to break it.",
    Group.UNLIFTED: "Nothing is found today, and a warning is enough: no new entry is to blame.",
    Group.NOTED: "Notes, shown with --verbose only.",
}
_SUPPORT = {
    "date_format": "dates are written so",
    "order": "neighbours of different date stand so",
    "arxiv_form": "links to arXiv lead there",
}
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./' -]*")
_WORDS = frozenset({"null", "true", "false"})

_FAIL_ON = """\
# The least severity that fails the run: error, warning or note.
fail_on: error
"""
_IGNORE = """\
# Findings that are known and meant to stay, each with its reason:
# ignore:
#   - rule: duplicate-entry
#     match: words of the entry
#     reason: the survey belongs to both groups
"""


def render(initial: Initial, lists: Sequence[str], today: date) -> str:
    """The configuration for `lists`, patterns from the top of the repository, as it stands `today`."""
    named = f"{_count(initial.papers, 'paper')} in {_count(initial.sections, 'section')}"
    head = (
        f"# yaml-language-server: $schema={_HOME}/schemas/config.schema.json\n"
        f"# Learned by `bot init` on {today.isoformat()} from {named}. Yours to edit: every key may be left out.\n"
        "# docs/configuration.md of paperlist-bot describes them all.\n"
    )
    files = "".join(f"  - {scalar(name)}\n" for name in lists)
    return "\n".join(
        [
            head,
            f"# The files that hold the list, linted together; ** stands for any folders.\nlists:\n{files}",
            *_rules(initial),
            *_entry(initial.shares),
            *_conventions(initial.habits),
            _FAIL_ON,
            _IGNORE,
        ]
    )


def scalar(words: str) -> str:
    """`words` as YAML reads them back as text, quoted where it must be."""
    plain = _PLAIN.fullmatch(words) and words.lower() not in _WORDS and not words.endswith(" ")
    return words if plain else json.dumps(words, ensure_ascii=False).replace("\x7f", "\\x7f")


def _rules(initial: Initial) -> Iterator[str]:
    head = (
        "# How much each rule weighs: error fails the run, warning does not, note is shown with --verbose, off.\n"
        "# `bot explain RULE` says what a rule finds, and how to mend it.\n"
    )
    if not initial.standings:
        return
    blocks = []
    for group, words in _GROUPS.items():
        lines = [_standing(each) for each in initial.standings if each.group is group]
        if lines:
            blocks.append(f"  # {words}\n{''.join(lines)}")
    blocks += _others("With --online only, at their own weights", initial.not_run)
    blocks += _others("Off until they are named", initial.off)
    yield f"{head}rules:\n" + "\n".join(blocks)


def _others(head: str, slugs: Sequence[str]) -> Iterator[str]:
    """Rules that are not weighed, in a comment that fits a page."""
    import textwrap

    if slugs:
        words = f"{head}: {', '.join(slugs)}."
        lines = textwrap.wrap(words, _WIDTH, break_on_hyphens=False)
        yield "".join(f"  # {line}\n" for line in lines)


def _standing(standing: Standing) -> str:
    counts = {"error": standing.errors, "warning": standing.warnings, "note": standing.notes}
    found = [_count(number, noun) for noun, number in counts.items() if number]
    if standing.fixable:
        found.append(f"`bot lint --fix` mends {standing.fixable:,}")
    weaker = "weaker cases: " if standing.group is Group.HOLDING and found else ""
    return _line(f"  {standing.slug}: {standing.weight}", weaker + ", ".join(found))


def _entry(shares: Iterable[Share]) -> Iterator[str]:
    shown = [share for share in shares if share.required or share.having > WORTH_SHOWING * share.total]
    lines = [
        (share.required, f"- {share.part}", _support(share.having, share.total, "papers"))
        for share in sorted(shown, key=lambda share: not share.required)
    ]
    yield from _block("What every paper must have. `bot entries` shows what the bot reads.", "entry", "required", lines)


def _conventions(habits: Iterable[Habit]) -> Iterator[str]:
    lines = [(habit.kept, f"{habit.key}: {scalar(habit.value)}", _reason(habit)) for habit in habits]
    head = "How the list is written. What is not named here is learned from the list in each run."
    yield from _block(head, "conventions", "", lines)


def _block(head: str, key: str, inner: str, lines: Sequence[tuple[bool, str, str]]) -> Iterator[str]:
    """A key with its lines, each said or only shown; where none is said, the key is only shown too."""
    if not lines:
        return
    said = any(on for on, _, _ in lines)
    keys = f"{key}:\n" if not inner else f"{key}:\n  {inner}:\n"
    indent = "    " if inner else "  "
    body = keys + "".join(_line(f"{indent}{'' if on or not said else '# '}{words}", note) for on, words, note in lines)
    yield f"# {head}\n" + (body if said else "".join(f"# {line}\n" for line in body.splitlines()))


def _reason(habit: Habit) -> str:
    support = _support(habit.followers, habit.total, _SUPPORT[habit.key])
    if not habit.firm:
        return f"{support}: too {'few' if habit.total < FEWEST else 'mixed'} to tell"
    return support if habit.kept else f"{support}; named, it finds {habit.adds:,} more"


def _support(followers: int, total: int, noun: str) -> str:
    return f"{followers:,} of {total:,} {noun}"


def _line(words: str, comment: str) -> str:
    return f"{words}  # {comment}\n" if comment else f"{words}\n"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
