"""What one run of scout leaves to the next: which papers it showed, and what people made of them."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING

from bot.codec import CodecError, from_json, to_json
from bot.errors import BotError
from bot.github.hidden_text import pack
from bot.papers.identity import read_id
from bot.scouting.model import FeedPaper

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.github.hidden_text import Seal
    from bot.github.kept_issue import Boxes
    from bot.scouting.model import Candidate
    from bot.scouting.scout import Scouted

BLOCK = "scout-state"
"""How the hidden block of the issue is called."""
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
