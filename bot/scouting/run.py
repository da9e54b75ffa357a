"""One run on the issue with candidates: follow what people did, offer what they chose, show what is new."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.github.pulls import is_open
from bot.scouting.feeds import Feed, join_feeds
from bot.scouting.issue import choose_fate, write
from bot.scouting.state import ScoutState, advance, apply_answers, forget_listed, refuse

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.github.kept_issue import KeptIssue
    from bot.scouting.reading import ReadFeeds
    from bot.scouting.target import Target
    from bot.text import Text


@dataclass(frozen=True, slots=True)
class IssueRun:
    """What a run on the issue works with."""

    kept: KeptIssue[ScoutState]
    target: Target
    found: ReadFeeds
    offer: Callable[[Text, Text], int | None]
    """Offers the changed list in a pull request; its number, None where there was nothing to offer."""
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
        shown = Feed("shown", tuple(each.paper for each in state.shown))
        scouted = self.target.scout(join_feeds([*self.found.feeds, shown]))
        return advance(state, scouted, self.now, keep=bool(self.found.problems))
