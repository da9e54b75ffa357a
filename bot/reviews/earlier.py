"""A conversation and today's fingerprints come in; which of our comments stand, and which to fold away, go out.

Ours is what our account wrote *and* our marker opens: other workflows of a repository write by the same name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.github.model import Minimization, Reason
from bot.reviews.findings import read_mark, read_summary
from bot.reviews.suggestions import has_suggestion

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.github.model import Comment, Conversation, Thread
    from bot.reviews.findings import Mark


@dataclass(frozen=True, slots=True)
class Earlier:
    """What was said before, seen from what is found now."""

    standing: frozenset[str]
    """Fingerprints of findings that a live comment speaks of."""
    settled: frozenset[str]
    """Fingerprints of findings that a person has resolved, answered, folded away or deleted."""
    suggesting: frozenset[str]
    """Those of standing or settled findings whose comment suggests a mend, and still can."""
    live: int
    """Comments in the diff that stand and wait for somebody."""
    minimizations: tuple[Minimization, ...]
    summary: Comment | None
    """The summary to edit."""


def look_back(conversation: Conversation, found: frozenset[str], head: str) -> Earlier:
    """Judge our earlier comments by `found`, the fingerprints of today, at the commit `head`."""
    summaries = [each for each in conversation.comments if each.is_ours and read_summary(each.body) is not None]
    summary = next((each for each in summaries if not each.is_minimized), summaries[0] if summaries else None)
    ours = tuple(_ours(conversation))
    judge = _Judge(found, head)
    judge.learn(ours, read_summary(summary.body) if summary else None)
    for thread, mark in ours:
        judge.look(thread, mark)
    spare = (each for each in summaries if each is not summary and not each.is_minimized)
    return Earlier(
        standing=frozenset(judge.standing),
        settled=frozenset(judge.settled),
        suggesting=frozenset(judge.suggesting),
        live=judge.live,
        minimizations=(*judge.minimizations, *(Minimization(each.id, Reason.OUTDATED) for each in spare)),
        summary=summary,
    )


def spoken_of(conversation: Conversation) -> frozenset[str]:
    """The fingerprints of all findings that our comments in the diff speak of."""
    return frozenset(each for _, mark in _ours(conversation) for each in mark.prints)


def _ours(conversation: Conversation) -> Iterator[tuple[Thread, Mark]]:
    for thread in conversation.threads:
        first = thread.comments[0] if thread.comments else None
        mark = read_mark(first.body) if first and first.is_ours else None
        if mark is not None:
            yield thread, mark


def _is_closed(thread: Thread) -> bool:
    """Whether a person has resolved or answered a thread."""
    return thread.is_resolved or _is_answered(thread)


def _is_answered(thread: Thread) -> bool:
    return any(not each.is_ours for each in thread.comments[1:])


def _is_taken(thread: Thread, mark: Mark, still: frozenset[str]) -> bool:
    """Whether the suggestion of a thread was committed: GitHub resolves it then, whatever else the comment said."""
    mended = len(still) < len(mark.prints)
    return mended and thread.is_resolved and not _is_answered(thread) and has_suggestion(thread.comments[0].body)


class _Judge:
    """Goes through our threads, first to learn what people have settled, then to see what stands."""

    def __init__(self, found: frozenset[str], head: str) -> None:
        self._found, self._head = found, head
        self.standing: set[str] = set()
        self.settled: set[str] = set()
        self.suggesting: set[str] = set()
        self.minimizations: list[Minimization] = []
        self.live = 0

    def learn(self, ours: Sequence[tuple[Thread, Mark]], known: frozenset[str] | None) -> None:
        """What a person has closed is closed, whichever comment it was said in.

        `known` is what the last summary says to have a thread. We fold no comment whose findings are known and
        said nowhere else: then a person did. A known finding without any thread was deleted by a person.
        """
        seen = {each for _, mark in ours for each in mark.prints}
        unfolded = {each for thread, mark in ours if not thread.comments[0].is_minimized for each in mark.prints}
        for thread, mark in ours:
            prints = self._found.intersection(mark.prints)
            if _is_taken(thread, mark, prints):
                continue
            if _is_closed(thread):
                self.settled |= prints
                if not thread.is_resolved and not thread.is_outdated and has_suggestion(thread.comments[0].body):
                    self.suggesting |= prints
            elif thread.comments[0].is_minimized:
                folded = prints - unfolded
                self.settled |= folded if known is None else folded & known
        self.settled |= ((known or frozenset()) & self._found) - seen

    def look(self, thread: Thread, mark: Mark) -> None:
        """Let a comment stand, or fold it away."""
        first = thread.comments[0]
        still = self._found.intersection(mark.prints)
        if first.is_minimized or thread.is_resolved:
            return
        if not still:
            self._fold(first, Reason.RESOLVED)
        elif _is_closed(thread):
            return
        elif not still - self.standing - self.settled or self._is_stale(thread, mark, still):
            self._fold(first, Reason.OUTDATED)
        else:
            self.live += 1
            self.standing |= still
            if has_suggestion(first.body):
                self.suggesting |= still

    def _is_stale(self, thread: Thread, mark: Mark, still: frozenset[str]) -> bool:
        """Whether a comment must be said anew: its lines are gone, or it would also mend what is mended already.

        At the commit that it was posted at there is nothing new to say.
        """
        if mark.head == self._head:
            return False
        return thread.is_outdated or (len(still) < len(mark.prints) and has_suggestion(thread.comments[0].body))

    def _fold(self, comment: Comment, reason: Reason) -> None:
        self.minimizations.append(Minimization(comment.id, reason))
