"""The one issue of scout: its text with the hidden state, what people did to it, and what it needs.

It is opened again for new candidates alone. Titles come from strangers: they are escaped, so that they show and do
nothing else.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING

from bot.codec import CodecError, from_json, to_json
from bot.errors import BotError
from bot.github.hidden_text import UNSEALED, Seal, pack
from bot.github.kept_issue import Boxes, Content, Fate, KeptIssue, Kind, mark_item
from bot.github.model import LARGEST_BODY, size_of
from bot.github.pulls import is_open
from bot.papers.identity import find_page, read_id
from bot.reports.markdown import code, escape
from bot.scouting.feeds import FeedPaper, ReadFeeds, join_feeds
from bot.text import Text, fitting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bot.scouting.comparison import Candidate, Scouted, Target

BLOCK = "scout-state"
"""What the hidden block of the issue is called."""
MOST_SHOWN = 30
"""Candidates in the issue: more are not read."""
_MOST_DECLINED = 2_000
"""The latest ones; 1,000 take about 12,000 characters of an issue."""
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Proposed:
    """A paper that the issue shows."""

    id: str
    title: str
    section: str | None = None
    score: float = 0.0
    like: str = ""
    """The title of the entry that it is nearest to."""
    problem: str = ""
    """Why it could not be added, though it was chosen."""

    @property
    def key(self) -> str:
        """What its box is called."""
        return sha256(self.id.encode()).hexdigest()[:16]

    @property
    def paper(self) -> FeedPaper:
        """The paper, to be ranked again with those of the next feeds."""
        return FeedPaper(read_id(self.id), self.title, name=self.id)


@dataclass(frozen=True, slots=True)
class ScoutState:
    """The papers of the issue, the best first, and the keys of those that are never proposed again."""

    time: int = 0
    shown: tuple[Proposed, ...] = ()
    chosen: tuple[Proposed, ...] = ()
    """What people ticked and the list does not have yet."""
    declined: tuple[str, ...] = ()
    pull: int = 0
    """The number of the pull request with the chosen ones; 0 if there is none."""


def dump(state: ScoutState, seal: Seal) -> str:
    """The state as the hidden part of the issue."""
    return pack(BLOCK, json.dumps(to_json(state), separators=(",", ":")), seal)


def load(text: str) -> ScoutState:
    """The state in the text of the hidden part. Raises BotError if somebody changed it."""
    try:
        return from_json(ScoutState, json.loads(text))
    except (CodecError, ValueError, RecursionError):
        raise BotError("the hidden part of the issue was edited", "nothing to do: the state starts over") from None


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
        fewer = replace(state, chosen=state.chosen[: len(chosen)], shown=state.shown[: len(shown)])
        block = dump(fewer, seal)
    pull = f"In #{state.pull}.\n\n" if state.pull else ""
    sections = (*_section("Chosen", chosen, pull), *_section("Candidates", shown))
    return "\n".join((head, *sections)) + f"{foot}\n{block}\n"


def choose_fate(state: ScoutState, now: Content[ScoutState] | None, *, is_new: bool) -> Fate:
    """What is to become of the issue that has the content `now`; None if there is no issue."""
    if state.shown or state.chosen:
        return Fate.OPEN if now is None or is_new else Fate.STAY
    return Fate.STAY if now is None else Fate.CLOSE


def _section(heading: str, lines: Sequence[str], text: str = "") -> Iterator[str]:
    if lines:
        yield f"### {heading} ({len(lines)})\n\n{text}{''.join(lines)}"


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


def apply_answers(state: ScoutState, boxes: Boxes, *, is_open: bool) -> ScoutState:
    """The state after what people did: a tick chooses; a line that was removed is never proposed again.

    Neither is what was not ticked when the issue was closed. Where a choice was taken back, the paper is a candidate.
    """
    chosen = [each for each in (*state.chosen, *state.shown) if each.key in boxes.ticked]
    left = [each for each in (*state.shown, *state.chosen) if each.key in boxes.present - boxes.ticked]
    removed = [each.key for each in (*state.shown, *state.chosen) if each.key not in boxes.present]
    closed = [] if is_open else [each.key for each in left]
    return replace(
        state,
        shown=tuple(left) if is_open else (),
        chosen=tuple(chosen),
        declined=_joined(state.declined, (*removed, *closed)),
    )


def refuse(state: ScoutState) -> ScoutState:
    """The state after the pull request was closed: what the list does not have of it is never proposed again."""
    keys = [each.key for each in state.chosen]
    return replace(state, chosen=(), declined=_joined(state.declined, keys), pull=0)


def forget_listed(state: ScoutState, listed: Sequence[FeedPaper]) -> ScoutState:
    """The state without the papers that the list has by now."""
    ids = {each.id for each in listed}
    return replace(
        state,
        shown=tuple(each for each in state.shown if each.id not in ids),
        chosen=tuple(each for each in state.chosen if each.id not in ids),
    )


def advance(state: ScoutState, scouted: Scouted, time: int, *, keep: bool) -> ScoutState:
    """The state with the best of the new candidates; with `keep` all that were shown stay, however they rank now.

    So a source that is down discards nothing.
    """
    state = forget_listed(state, [each.paper for each in scouted.listed])
    out = {*state.declined, *(each.key for each in state.chosen)}
    ranked = [
        proposed
        for each in scouted.new
        if not each.unlike and each.paper.identifier is not None and (proposed := propose(each)).key not in out
    ]
    before = {each.key for each in state.shown}
    stay = [each for each in ranked if keep and each.key in before]
    keys = {each.key for each in ranked}
    lost = [each for each in state.shown if keep and each.key not in keys]
    others = [each for each in ranked if not (keep and each.key in before)]
    room = max(MOST_SHOWN - len(stay) - len(lost), 0)
    shown = sorted((*stay, *lost, *others[:room]), key=lambda each: (-each.score, each.id))
    return replace(state, time=time, shown=tuple(shown))


def propose(candidate: Candidate) -> Proposed:
    """A candidate as the issue shows it."""
    like = candidate.nearest[0].title if candidate.nearest else ""
    title = candidate.paper.title[:_LONGEST]
    return Proposed(candidate.paper.id or "", title, candidate.section, round(candidate.score, 2), like[:_LONGEST])


def _joined(declined: Sequence[str], more: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*declined, *more)))[-_MOST_DECLINED:]


@dataclass(frozen=True, slots=True)
class IssueRun:
    """What a run on the issue works with."""

    kept: KeptIssue[ScoutState]
    target: Target
    found: ReadFeeds
    offer: Callable[[Text, Text], int | None]
    """Offers the changed list in a pull request; its number, None if there was nothing to offer."""
    now: int

    def carry_out(self) -> ScoutState:
        """Bring the issue up to date; its new state. Raises IssueChangedError if somebody wrote to it meanwhile."""
        answered, problem = self._follow_answers()
        offered = self._offer_chosen(self._settle(answered))
        state = self._show_new(offered)
        notes = [f"Not read this time: {each}" for each in self.found.problems]
        if problem:
            notes.append(problem)
        before = {each.key for each in offered.shown}
        is_new = any(each.key not in before for each in state.shown)
        self.kept.save(lambda seal: write(state, notes, seal), lambda now: choose_fate(state, now, is_new=is_new))
        return state

    def _follow_answers(self) -> tuple[ScoutState, str]:
        """The state with what people did to the issue, and what is wrong with what was stored."""
        present = self.kept.load()
        if present is None:
            return ScoutState(), ""
        issue, content = present
        return apply_answers(content.state or ScoutState(), content.boxes, is_open=issue.is_open), content.problem

    def _settle(self, state: ScoutState) -> ScoutState:
        """The state without what the list has by now, nor what a pull request had that was closed."""
        known = self.target.scout([each.paper for each in (*state.shown, *state.chosen)])
        state = forget_listed(state, [each.paper for each in known.listed])
        if state.pull and not is_open(self.kept.client, self.kept.repository, state.pull):
            return refuse(state)
        return state

    def _offer_chosen(self, state: ScoutState) -> ScoutState:
        """The state after what was chosen is in one pull request; what cannot be added says why."""
        if not state.chosen:
            return replace(state, pull=0)
        request = self.target.add((each.paper, each.section) for each in state.chosen)
        chosen = tuple(
            replace(each, problem=result.reason or "" if result.status == "declined" else "")
            for each, result in zip(state.chosen, request.results, strict=True)
        )
        before = self.target.texts[0]
        number = self.offer(before, request.text) if request.text != before else None
        return replace(state, chosen=chosen, pull=state.pull if number is None else number)

    def _show_new(self, state: ScoutState) -> ScoutState:
        """The state with the best of what the feeds name; a feed that could not be read discards nothing."""
        if not self.found.feeds:
            return state
        shown = [each.paper for each in state.shown]
        scouted = self.target.scout(join_feeds([*self.found.feeds, shown]))
        return advance(state, scouted, self.now, keep=bool(self.found.problems))
