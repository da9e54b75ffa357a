"""The pull request of an update: its text, and what is remembered of those that were closed without a merge.

Titles, venues and addresses come from strangers: they are escaped, so that they show and do nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from bot.errors import BotError
from bot.github.client import Client
from bot.github.hidden_text import Seal, pack, unpack
from bot.github.model import LARGEST_BODY, size_of
from bot.github.pulls import list_from_branch
from bot.reports.markdown import block, code, escape
from bot.text import fitting, shorten
from bot.updates.plan import Item, Outcome

BRANCH = "paperlist-bot/update"
TITLE = "Bring entries up to date"
MOST = 50
"""Entries of one pull request."""
_BLOCK = "updates"
_MOST_OPEN = 30
_FRAME = 500
"""Characters for what is around the parts of its text."""
_HEAD = "| entry | change | sources |\n| --- | --- | --- |"
_LONGEST_TITLE = 150
_LONGEST_LINE = 1_000
_LONGEST_ADDRESS = 200
"""Of a link; a longer one stays out of the text."""
_LEAD = (
    "Sources say this about the papers, and the list did not. Two of them agree on each venue; each repository names"
    " its paper. Merge this, or add commits of your own: the bot then leaves the branch alone. Closed without a merge,"
    " it is not proposed again until sources say something else."
)

CLOSED = "Nothing is left to change: the list says all of this now, or sources no longer do. Closed by the bot.\n"
"""The text of a pull request that has become empty; nothing is remembered as turned down."""


def render_body(outcome: Outcome, seal: Seal, left: frozenset[str] = frozenset()) -> str:
    """The text of the pull request without what is in the lists `left` out, with its hidden memory at the end.

    The memory gets its room before all else, and is after the texts of strangers, which may look like it.
    """
    written, undecided = (
        [each for each in items if each.path not in left] for items in (outcome.written, outcome.open)
    )
    shown = [each for each in undecided if each.value][:_MOST_OPEN]
    hidden = pack(_BLOCK, json.dumps(sorted({each.key for each in (*written, *shown)})), seal)
    held = f"{outcome.held:,} more are left for the next one: at most {MOST} entries at a time." if outcome.held else ""
    room = LARGEST_BODY - _FRAME - size_of(_LEAD + held + hidden)
    rows = fitting(map(_row, written), room, size_of)
    cut = f"{len(written) - len(rows):,} more changes are in the files: there is no room here."
    folded = _undecided(shown, len(undecided), room - sum(map(size_of, rows)))
    parts = (_LEAD, _HEAD + "".join(rows), cut if len(rows) < len(written) else "", held, folded, hidden)
    return "\n\n".join(filter(None, parts)) + "\n"


def _row(item: Item) -> str:
    place = code(f"{item.path}:{item.line}")
    return f"\n| {escape(item.title, _LONGEST_TITLE)} ({place}) | {_change(item)} | {_sources(item)} |"


def _change(item: Item) -> str:
    old = f"{code(item.old, _LONGEST_TITLE)} → " if item.old else ""
    return f"{item.subject}: {old}{code(item.value, _LONGEST_TITLE)}"


def _sources(item: Item) -> str:
    return ", ".join(
        f"[{escape(each.name, _LONGEST_TITLE)}]({each.address})" if _is_address(each.address) else escape(each.name)
        for each in item.sources
    )


def _is_address(text: str) -> bool:
    """Whether an address can be in a link of Markdown as it is, and leaves room for other changes."""
    is_plain = text.startswith("https://") and text.isascii() and text.isprintable()
    return is_plain and len(text) <= _LONGEST_ADDRESS and not set(text) & set(" ()<>|\\")


def _undecided(items: Sequence[Item], total: int, room: int) -> str:
    """What was not decided, as a list with the lines to paste; as much as there is room for."""
    found = "".join(fitting(map(_open_item, items), room, size_of))
    return f"<details><summary>Not decided ({total:,})</summary>\n{found}\n</details>" if found else ""


def _open_item(item: Item) -> str:
    text = f"\n- {escape(item.title, _LONGEST_TITLE)} ({code(f'{item.path}:{item.line}')}): {_change(item)}"
    text += f" — {escape(item.reason)} ({_sources(item)})\n"
    return text + (f"\n{block(shorten(item.paste, _LONGEST_LINE), 'markdown')}\n" if item.paste else "")


def read_declined(client: Client, repository: str, key: bytes, say: Callable[[str], None]) -> frozenset[str]:
    """The keys of what the bot's pull requests proposed that were closed without a merge."""
    found: set[str] = set()
    for each in list_from_branch(client, repository, BRANCH, "CLOSED"):
        if not each.is_ours:
            continue
        try:
            text = unpack(_BLOCK, each.body, Seal(repository, each.number, key))
        except BotError as error:
            say(f"warning: pull request {each.number}: {error.message}: what it proposed may be proposed again")
            continue
        found |= _read_keys(text or "[]")
    return frozenset(found)


def _read_keys(text: str) -> set[str]:
    try:
        value = json.loads(text)
    except ValueError:
        return set()
    return {each for each in value if isinstance(each, str)} if isinstance(value, list) else set()
