"""The pull request of an update: its text, and what is remembered of those that were closed without a merge.

Titles, venues and addresses come from strangers: they are escaped, so that they show and do nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence

from bot.errors import BotError
from bot.github.client import Client
from bot.github.hidden_text import Seal, pack, unpack
from bot.github.pulls import list_declined
from bot.reports.markdown import block, code, escape
from bot.text import shorten
from bot.updates.plan import Item, Outcome

BRANCH = "paperlist-bot/update"
TITLE = "Bring entries up to date"
MOST = 50
"""Entries of one pull request."""
_BLOCK = "updates"
_MOST_OPEN = 30
_LARGEST = 60_000
"""Characters of its text; GitHub takes 65,536."""
_LONGEST_TITLE = 150
_LONGEST_LINE = 1_000
_LEAD = (
    "What sources say of these papers, and the list did not. Two of them agree on each venue; each repository names its"
    " paper. Merge this, or add commits of your own: the bot then leaves the branch alone. Closed without a merge, it"
    " is not proposed again until sources say something else."
)

CLOSED = "Nothing is left to change: the list says all of this by now, or sources no longer do. Closed by the bot.\n"
"""The text of a pull request that has become empty; nothing is remembered as turned down."""


def render_body(outcome: Outcome, seal: Seal) -> str:
    """The text of the pull request, with its hidden memory at the end."""
    shown = [each for each in outcome.open if each.value][:_MOST_OPEN]
    memory = json.dumps(sorted({each.key for each in (*outcome.written, *shown)}))
    hidden = pack(_BLOCK, memory, seal)
    table = "\n".join(_rows(outcome.written))
    parts = [_LEAD, table]
    if outcome.held:
        parts.append(f"{outcome.held:,} more are left for the next one: at most {MOST} entries at a time.")
    room = _LARGEST - len(hidden) - sum(map(len, parts))
    if undecided := _undecided(shown, len(outcome.open), room):
        parts.append(undecided)
    return "\n\n".join((*parts, hidden)) + "\n"


def _rows(items: Sequence[Item]) -> Iterator[str]:
    yield "| entry | change | sources |\n| --- | --- | --- |"
    for each in items:
        place = code(f"{each.path}:{each.line}")
        yield f"| {escape(each.title, _LONGEST_TITLE)} ({place}) | {_change(each)} | {_sources(each)} |"


def _change(item: Item) -> str:
    old = f"{code(item.old, _LONGEST_TITLE)} → " if item.old else ""
    return f"{item.subject}: {old}{code(item.value, _LONGEST_TITLE)}"


def _sources(item: Item) -> str:
    return ", ".join(
        f"[{escape(each.name, _LONGEST_TITLE)}]({each.address})" if _is_address(each.address) else escape(each.name)
        for each in item.sources
    )


def _is_address(text: str) -> bool:
    """Whether an address can stand in a link of Markdown as it is."""
    return text.startswith("https://") and text.isascii() and text.isprintable() and not set(text) & set(" ()<>|\\")


def _undecided(items: Sequence[Item], total: int, room: int) -> str:
    """What was not decided, as a list with the lines to paste; as much as there is room for."""
    written = f"<details><summary>Not decided ({total:,})</summary>\n"
    size = 0
    for each in items:
        item = f"\n- {escape(each.title, _LONGEST_TITLE)} ({code(f'{each.path}:{each.line}')}): {_change(each)}"
        item += f" — {escape(each.reason)} ({_sources(each)})\n"
        if each.paste:
            item += f"\n{block(shorten(each.paste, _LONGEST_LINE), 'markdown')}\n"
        if len(written) + len(item) > room:
            break
        written += item
        size += 1
    return f"{written}\n</details>" if size else ""


def read_declined(client: Client, repository: str, key: bytes, say: Callable[[str], None]) -> frozenset[str]:
    """The keys of what pull requests proposed that were closed without a merge."""
    found: set[str] = set()
    for number, body in list_declined(client, repository, BRANCH):
        try:
            text = unpack(_BLOCK, body, Seal(repository, number, key))
        except BotError as error:
            say(f"warning: pull request {number}: {error.message}: what it proposed may be proposed again")
            continue
        found |= _read_keys(text or "[]")
    return frozenset(found)


def _read_keys(text: str) -> set[str]:
    try:
        value = json.loads(text)
    except ValueError:
        return set()
    return {each for each in value if isinstance(each, str)} if isinstance(value, list) else set()
