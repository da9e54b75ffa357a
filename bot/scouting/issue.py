"""The one issue of scout: its text with the hidden state, what people did to it, and what it needs.

It is opened again for new candidates alone. Titles come from strangers: they are escaped, so that they show and do
nothing else.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.github.hidden_text import UNSEALED
from bot.github.kept_issue import Content, Fate, Kind, mark_item
from bot.github.model import LARGEST_BODY, size_of
from bot.papers.identity import find_page, read_id
from bot.reports.markdown import code, escape
from bot.scouting.state import BLOCK, ScoutState, dump, load
from bot.text import fitting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.github.hidden_text import Seal
    from bot.github.model import Issue, IssueAction
    from bot.scouting.state import Proposed

KIND = Kind("Paper list: candidates", "scout", BLOCK, load, "what was declined may be proposed again")
_HEAD = """\
Papers that are like the list and are not in it yet. Tick those that belong in it: the next run adds them in one pull
request. What you remove here, or leave unticked when you close this issue, is not proposed again.
"""
_LONGEST_TITLE = 200
_LONGEST_NOTE = 300
_MOST_NOTES = 10


def write(state: ScoutState, notes: Sequence[str] = (), seal: Seal = UNSEALED, largest: int = LARGEST_BODY) -> str:
    """The body of the issue, in at most `largest` characters; what does not fit is left out of text and state."""
    block = dump(state, seal)
    head = f"{KIND.stamp(state.time)}{_HEAD}"
    foot = "".join(f"\n> {escape(note, _LONGEST_NOTE)}\n" for note in notes[:_MOST_NOTES])
    room = largest - len(head) - len(foot) - len(block) - 500
    chosen = fitting((_line(each, ticked=True) for each in state.chosen), room, size_of)
    shown = fitting((_line(each) for each in state.shown), room - sum(map(size_of, chosen)), size_of)
    if len(shown) < len(state.shown) or len(chosen) < len(state.chosen):
        fewer = _cut(state, len(chosen), len(shown))
        block = dump(fewer, seal)
    sections = (*_section("Chosen", chosen, _pull(state)), *_section("Candidates", shown))
    return "\n".join((head, *sections)) + f"{foot}\n{block}\n"


def decide(
    issues: Sequence[Issue], state: ScoutState, body: str, base: Content[ScoutState] | None, *, is_new: bool
) -> tuple[IssueAction, ...]:
    """What to do, as `Kind.decide`; `is_new` says whether something is proposed that was not before."""
    return KIND.decide(issues, body, base, lambda now: choose_fate(state, now, is_new=is_new))


def choose_fate(state: ScoutState, now: Content[ScoutState] | None, *, is_new: bool) -> Fate:
    """What is to become of the issue that has the content `now`; None where there is no issue."""
    if state.shown or state.chosen:
        return Fate.OPEN if now is None or is_new else Fate.STAY
    return Fate.STAY if now is None else Fate.CLOSE


def _cut(state: ScoutState, chosen: int, shown: int) -> ScoutState:
    return replace(state, chosen=state.chosen[:chosen], shown=state.shown[:shown])


def _section(heading: str, lines: Sequence[str], text: str = "") -> Iterator[str]:
    if lines:
        yield f"### {heading} ({len(lines)})\n\n{text}{''.join(lines)}"


def _pull(state: ScoutState) -> str:
    return f"In #{state.pull}.\n\n" if state.pull else ""


def _line(proposed: Proposed, *, ticked: bool = False) -> str:
    identifier = read_id(proposed.id)
    page = find_page(identifier) if identifier is not None else None
    title = escape(proposed.title or proposed.id, _LONGEST_TITLE)
    parts = [f"[{title}]({page})" if page is not None else title]
    if proposed.section:
        parts.append(f"in {code(proposed.section, _LONGEST_TITLE)}")
    if proposed.like:
        parts.append(f"like “{escape(proposed.like, _LONGEST_TITLE)}”")
    if proposed.problem:
        parts.append(f"could not be added: {escape(proposed.problem, _LONGEST_NOTE)}")
    return f"- [{'x' if ticked else ' '}] {' · '.join(parts)} {mark_item(proposed.key)}\n"
