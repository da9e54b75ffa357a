"""The one issue of scout: its text with the hidden state, what people did to it, and what it needs.

It is edited in place, closed when there is nothing to look at, and opened again for new candidates. Titles come from
strangers: they are escaped, so that they show and do nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.errors import BotError
from bot.github.boxes import NO_BOXES, Boxes, mark, read_boxes
from bot.github.hidden_text import UNSEALED
from bot.github.model import LARGEST_BODY, Close, Create, Edit, IssueChangedError, Reopen, comparable, size_of
from bot.papers.landing_pages import find_page
from bot.reports.markdown import code, escape
from bot.scouting.model import read_id
from bot.scouting.state import ScoutState, dump, load
from bot.text import fitting, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.github.model import Issue, IssueAction
    from bot.github.seal import Seal
    from bot.scouting.state import Proposed

TITLE = "Paper list: candidates"
LABEL = "paperlist-bot"
MARKER = "<!-- paperlist-bot:v1 scout "
"""How the body begins, and what tells the issue from all others."""
_STAMP = lazy_pattern(r"<!-- paperlist-bot:v1 scout time=(\d{1,12}) -->")
_HEAD = """\
Papers that are like the list and are not in it yet. Tick those that belong in it: the next run adds them in one pull
request. What you remove here, or leave unticked when you close this issue, is not proposed again.
"""
_LONGEST_TITLE = 200
_LONGEST_NOTE = 300
_MOST_NOTES = 10


@dataclass(frozen=True, slots=True)
class ScoutIssue:
    """What was read from the body of the issue."""

    time: int = 0
    state: ScoutState | None = None
    boxes: Boxes = NO_BOXES
    problem: str = ""
    """What is wrong with the state."""


def read(body: str, seal: Seal = UNSEALED) -> ScoutIssue:
    """What the body of the issue holds. The caller checks that the issue is ours."""
    stamp = _STAMP.search(body)
    time = int(stamp[1]) if stamp else 0
    try:
        state = load(body, seal)
    except BotError as error:
        return ScoutIssue(time, None, read_boxes(body), f"{error.message}: what was declined may be proposed again")
    problem = "" if state is not None else "the hidden part of the issue was removed: what was declined is forgotten"
    return ScoutIssue(time, state, read_boxes(body), problem)


def choose(issues: Sequence[Issue], seal: Seal = UNSEALED) -> tuple[Issue, ScoutIssue]:
    """Of several issues of ours, the open one that was written last; the oldest of equals."""
    contents = [(each, read(each.body, seal._replace(number=each.number))) for each in issues]
    return max(contents, key=lambda pair: (pair[0].is_open, pair[1].time, -pair[0].number))


def write(state: ScoutState, notes: Sequence[str] = (), seal: Seal = UNSEALED, largest: int = LARGEST_BODY) -> str:
    """The body of the issue, in at most `largest` characters; what does not fit is left out of text and state."""
    block = dump(state, seal)
    head = f"{MARKER}time={state.time} -->\n{_HEAD}"
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
    issues: Sequence[Issue], state: ScoutState, body: str, base: ScoutIssue | None, *, is_new: bool
) -> tuple[IssueAction, ...]:
    """What to do, in this order. `base` is what was read before the run (None: there was no issue).

    `is_new` says whether something is proposed that was not before. Raises IssueChangedError if somebody wrote to the
    issue since it was read.
    """
    has_items = bool(state.shown or state.chosen)
    if not issues:
        return (Create(TITLE, body),) if has_items else ()
    chosen, now = choose(issues)
    if base is None or now.time > base.time or now.boxes != base.boxes:
        raise IssueChangedError
    actions: list[IssueAction] = []
    if comparable(chosen.body) != comparable(body) or chosen.title != TITLE:
        actions.append(Edit(chosen.number, TITLE, body))
    if is_new and not chosen.is_open:
        actions.append(Reopen(chosen.number))
    if not has_items and chosen.is_open:
        actions.append(Close(chosen.number))
    doubles = (each.number for each in issues if each.is_open and each.number != chosen.number)
    return (*actions, *map(Close, doubles))


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
    return f"- [{'x' if ticked else ' '}] {' · '.join(parts)} {mark(proposed.key)}\n"
