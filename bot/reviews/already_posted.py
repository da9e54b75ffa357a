"""What the bot has posted to a pull request already, so that a review does not repeat itself.

A comment is ours where our account wrote it *and* our marker, sealed for this pull request, opens it: other workflows
of the repository use the same account. What a person with write access has resolved, replied to, minimized or deleted
is settled, and never posted again; replies of others, and threads that the author resolves, leave a finding open.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bot.github.model import Minimization, Reason
from bot.judgement import Case, always, judge
from bot.reviews.diff import has_suggestion
from bot.reviews.findings import read_comment_marker, read_summary_marker

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.github.hidden_text import Seal
    from bot.github.model import Comment, Conversation, Thread
    from bot.reviews.findings import CommentMarker

    OurThread: TypeAlias = tuple[Thread, CommentMarker]


@dataclass(frozen=True, slots=True)
class AlreadyPosted:
    """What is posted, compared with what is found now. Findings are given by their fingerprints."""

    active: frozenset[str]
    """Findings with a comment that is still right."""
    settled: frozenset[str]
    """Findings that a person with write access has resolved, replied to, minimized or deleted."""
    suggested: frozenset[str]
    """Those of active or settled findings whose comment has a suggestion that can still be committed."""
    active_comments: int
    minimizations: tuple[Minimization, ...]
    """Our comments that are no longer right."""
    summary: Comment | None
    """The summary to edit."""


class _Comment(Enum):
    """What becomes of one of our comments in the diff."""

    HIDDEN = auto()
    """Nothing: people do not see it."""
    RESOLVED = auto()
    """It is minimized as resolved."""
    LEFT = auto()
    """Nothing: a person takes care of it."""
    OUTDATED = auto()
    """It is minimized; what it says is posted again, unless another comment says it."""
    ACTIVE = auto()


class _Posted(NamedTuple):
    """One of our threads, compared with what is found now."""

    thread: Thread
    marker: CommentMarker
    still: frozenset[str]
    """Those of its findings that are there now."""
    is_covered: bool
    """Whether other comments, or people, have taken care of all of these."""
    head: str


_COMMENTS: tuple[Case[_Posted, _Comment], ...] = (
    Case(
        "it is minimized or resolved",
        lambda our: our.thread.is_resolved or our.thread.comments[0].is_minimized,
        _Comment.HIDDEN,
    ),
    Case("its findings are gone", lambda our: not our.still, _Comment.RESOLVED),
    Case("somebody with write access replied", lambda our: _is_replied(our.thread), _Comment.LEFT),
    Case("others say the same", lambda our: our.is_covered, _Comment.OUTDATED),
    Case("its lines or its suggestion are stale", lambda our: _is_stale(our), _Comment.OUTDATED),
    Case("it is still right", always, _Comment.ACTIVE),
)
_MINIMIZED = {_Comment.RESOLVED: Reason.RESOLVED, _Comment.OUTDATED: Reason.OUTDATED}


def compare_with_posted(conversation: Conversation, found: frozenset[str], head: str, seal: Seal) -> AlreadyPosted:
    """Compare our comments with `found`, the fingerprints of what is found now at the commit `head`."""
    ours = (each for each in conversation.comments if each.is_ours)
    summaries = [each for each in ours if read_summary_marker(each.body, seal) is not None]
    summary = next((each for each in summaries if not each.is_minimized), summaries[0] if summaries else None)
    threads = tuple(_our_threads(conversation, seal))
    settled = _find_settled(threads, found, read_summary_marker(summary.body, seal) if summary else None)
    active: frozenset[str] = frozenset()
    suggested: frozenset[str] = frozenset()
    verdicts: list[tuple[_Comment, Comment]] = []
    for thread, marker in threads:  # of comments that say the same the first one stays
        first, still = thread.comments[0], found.intersection(marker.fingerprints)
        if thread.is_resolved_by_stranger and not _is_committed(thread, marker, still):
            active |= still
        verdict = judge(_COMMENTS, _Posted(thread, marker, still, still <= active | settled, head)).value
        verdicts.append((verdict, first))
        if verdict is _Comment.ACTIVE:
            active |= still
        can_commit = _is_replied(thread) and not thread.is_resolved and not thread.is_outdated
        if (can_commit or verdict is _Comment.ACTIVE) and has_suggestion(first.body):
            suggested |= still
    minimizations = [Minimization(first.id, _MINIMIZED[each]) for each, first in verdicts if each in _MINIMIZED]
    duplicates = (each for each in summaries if each is not summary and not each.is_minimized)
    minimizations += (Minimization(each.id, Reason.OUTDATED) for each in duplicates)
    count = sum(each is _Comment.ACTIVE for each, _ in verdicts)
    return AlreadyPosted(active, settled, suggested, count, tuple(minimizations), summary)


def posted_fingerprints(conversation: Conversation, seal: Seal) -> frozenset[str]:
    """The fingerprints of all findings that our comments in the diff are about."""
    return frozenset(each for _, marker in _our_threads(conversation, seal) for each in marker.fingerprints)


def _our_threads(conversation: Conversation, seal: Seal) -> Iterator[OurThread]:
    for thread in conversation.threads:
        first = thread.comments[0] if thread.comments else None
        marker = read_comment_marker(first.body, seal) if first and first.is_ours else None
        if marker is not None:
            yield thread, marker


def _find_settled(
    threads: Sequence[OurThread], found: frozenset[str], threaded: frozenset[str] | None
) -> frozenset[str]:
    """The findings that a person has settled, in whichever of our comments.

    `threaded` are the findings that have a thread by the last summary. We minimize no comment whose findings are
    among them and in no other comment: then a person did. One of them without any thread was deleted by a person.
    """
    everywhere = {each for _, marker in threads for each in marker.fingerprints}
    shown = {each for thread, marker in threads if not thread.comments[0].is_minimized for each in marker.fingerprints}
    settled: set[str] = set()
    for thread, marker in threads:
        still = found.intersection(marker.fingerprints)
        if _is_committed(thread, marker, still):
            continue
        if _is_replied(thread) or (thread.is_resolved and not thread.is_resolved_by_stranger):
            settled |= still
        elif thread.comments[0].is_minimized:
            hidden = still - shown
            settled |= hidden if threaded is None else hidden & threaded
    return frozenset(settled | (((threaded or frozenset()) & found) - everywhere))


def _is_replied(thread: Thread) -> bool:
    """Whether somebody with write access replied."""
    return any(each.may_settle and not each.is_ours for each in thread.comments[1:])


def _is_committed(thread: Thread, marker: CommentMarker, still: frozenset[str]) -> bool:
    """Whether the suggestion of a thread was committed: GitHub resolves it then, whatever else the comment says."""
    is_fixed = len(still) < len(marker.fingerprints)
    return is_fixed and thread.is_resolved and not _is_replied(thread) and has_suggestion(thread.comments[0].body)


def _is_stale(our: _Posted) -> bool:
    """Whether a comment must be posted again: its lines are gone, or its suggestion also fixes what is fixed already.

    At the commit at which it was posted nothing has changed.
    """
    if our.marker.head == our.head:
        return False
    is_partly_fixed = len(our.still) < len(our.marker.fingerprints)
    return our.thread.is_outdated or (is_partly_fixed and has_suggestion(our.thread.comments[0].body))
