"""Decide what to write to a pull request: comments, a summary, and which older comments to minimize.

A comment is ours where our account wrote it *and* our marker, sealed for this pull request, opens it: other workflows
of the repository use the same account. What a person with write access has resolved, replied to, minimized or deleted
is settled, and never posted again; replies of others, and threads that the author resolves, leave a finding open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import NamedTuple, TypeAlias

from bot.document import Link
from bot.github.hidden_text import Seal
from bot.github.model import Comment, Conversation, Minimization, Reason, Review, Summary, Thread, comparable
from bot.judgement import Case, always, judge
from bot.links import LinkState
from bot.linter.diagnostics import Safety, Severity
from bot.linter.rule import Need
from bot.listing import Entry, Listing
from bot.papers.similarity import normalise
from bot.reviews.added import Outcome, describe_added
from bot.reviews.comments import SummaryContent, group, write_comment, write_summary
from bot.reviews.diff import has_suggestion
from bot.reviews.findings import (
    CheckedPull,
    CommentMarker,
    Finding,
    Maintenance,
    Places,
    fingerprint,
    list_findings,
    read_comment_marker,
    read_summary_marker,
)
from bot.rules import RULES
from bot.text import lazy_pattern, plural

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


_COUNT = lazy_pattern(r"\d{1,9}[.)][ \t]+|\|[ \t]*\d{1,5}[ \t]*(?=\|)")
"""The number of an item or a row, which moving changes."""
_UNKNOWN = frozenset({LinkState.UNCERTAIN, LinkState.SKIPPED})
_MOST_ALIKE = 3
"""Findings of one rule at one place."""
MANY_ADDED = 10
"""Added entries from which their table is enough: comments on each of them are more than anybody reads."""
_MOST_COMMENTS_IN_TABLE_MODE = 10
"""Active comments in the diff beside a table of the added entries, which has all that they say."""
_MOST_SUGGESTIONS = 5
"""Places with a safe fix that get a suggestion beside such a table; more of them are one run of `bot lint --fix`."""


def decide(checked: CheckedPull, conversation: Conversation) -> Review:
    """What to write to the pull request beside what is there.

    Errors and warnings on lines of the diff get a comment there, with a suggestion where the fix is one stretch of
    such lines; all of them are in the summary, which is edited and never written twice. Findings with an active
    comment are left alone, and so are those that a person with write access has settled: these stay in the summary,
    for they can fail the run. Comments on findings that are gone are minimized, but not where that could not be
    verified this time. A change without findings, now and before, gets nothing.

    The summary has a table of the added entries. Where they are many, only errors and a few safe fixes get a comment.
    The table is also posted without findings if anything was learned from facts.
    """
    findings = list_findings(checked)
    least = min(Severity.WARNING, checked.failing)
    warnings = tuple(each for each in findings if each.diagnostic.severity >= least)
    found = frozenset(each.fingerprint for each in warnings)
    earlier = posted_fingerprints(conversation, checked.seal)
    unverified = _find_unverified(checked, earlier - found)
    posted = compare_with_posted(conversation, found | unverified, checked.pull.head, checked.seal)
    added = describe_added(checked, findings, least)
    is_large = len(added) >= MANY_ADDED
    commented = _choose_for_table(warnings) if is_large else warnings
    most = min(checked.most, _MOST_COMMENTS_IN_TABLE_MODE) if is_large else checked.most
    new = [each for each in commented if each.fingerprint not in posted.active | posted.settled]
    groups = group(new)[: max(0, most - posted.active_comments)]
    suggested = [(it.diagnostic.path, it.lines) for it in warnings if it.lines and it.fingerprint in posted.suggested]
    comments = tuple(write_comment(each, checked, suggested) for each in groups)
    content = SummaryContent(
        open=tuple(each for each in warnings if each.fingerprint not in posted.settled),
        settled=tuple(each for each in warnings if each.fingerprint in posted.settled),
        notes=tuple(each for each in findings if each.diagnostic.severity < least),
        unverified=len(unverified & posted.active),
        threaded=posted.active.union(posted.settled, *(each.fingerprints for each in groups)),
        added=added,
        had_threads=bool(earlier),
    )
    count = sum(len(each.findings) for each in groups)
    return Review(
        body=f"{plural(count, 'finding')} in the lines of this change." if comments else "",
        comments=comments,
        minimizations=posted.minimizations,
        summary=_decide_summary(content, checked, posted.summary),
    )


def _choose_for_table(warnings: Sequence[Finding]) -> Sequence[Finding]:
    """The findings that get a comment beside a table of added entries: errors, and safe fixes if they are few."""
    safe = [each for each in warnings if each.replaced and (fix := each.diagnostic.fix) and fix.safety is Safety.SAFE]
    suggested = {each.fingerprint for each in safe} if len(group(safe)) <= _MOST_SUGGESTIONS else set()
    return [each for each in warnings if each.diagnostic.severity is Severity.ERROR or each.fingerprint in suggested]


def decide_without_comments(checked: CheckedPull, conversation: Conversation) -> Review:
    """The same findings in the summary alone: what to write where GitHub has refused the comments in the diff."""
    return decide(replace(checked, most=0), conversation)


def _decide_summary(content: SummaryContent, checked: CheckedPull, present: Comment | None) -> Summary | None:
    has_news = any(row.outcome not in (Outcome.UNCHECKED, Outcome.LISTED) for row in content.added)
    if present is None and not (content.open or has_news or checked.proposals.found):
        return None
    body = write_summary(content, checked)
    return None if present is not None and comparable(present.body) == comparable(body) else Summary(body, present)


def _find_unverified(checked: CheckedPull, gone: frozenset[str]) -> frozenset[str]:
    """Those of the `gone` findings whose rule did not run, or needed a fact about a link that is not known now."""
    return gone & frozenset(_possible_fingerprints(checked)) if gone else gone


def _possible_fingerprints(checked: CheckedPull) -> Iterator[str]:
    """The fingerprints of all findings about links that could not be made."""
    not_run = {each.slug for each in checked.not_run}
    with_facts = {rule.slug for rule in RULES if rule.needs & Need.FACTS} - not_run
    for listing in checked.listings:
        path, places = listing.text.path, Places(listing)
        for link in listing.document.links:
            key = places.key(link.span)
            for slug in (*not_run, *(with_facts if _is_unknown(link, checked) else ())):
                yield from (fingerprint(slug, path, key, ordinal) for ordinal in range(_MOST_ALIKE))


def _is_unknown(link: Link, checked: CheckedPull) -> bool:
    status = checked.facts.links.get(link.href) if checked.facts is not None else None
    return status is None or status.state in _UNKNOWN


def find_maintenance(old: Sequence[Listing], new: Sequence[Listing]) -> Maintenance | None:
    """The kind of maintenance that a change is; None for any other change, and where files were added or removed."""
    before = {listing.text.path: listing for listing in old}
    pairs = [(before[listing.text.path], listing) for listing in new if listing.text.path in before]
    if len(pairs) != len(new) or len(old) != len(new):
        return None
    pairs = [(one, other) for one, other in pairs if one.text.content != other.text.content]
    if not pairs:
        return None
    if all(_line_counts(one) == _line_counts(other) for one, other in pairs):
        moved = any(_lines(one.text.content) != _lines(other.text.content) for one, other in pairs)
        return Maintenance.SORTING if moved else None
    if all(_without_urls(one) == _without_urls(other) for one, other in pairs):
        return Maintenance.LINKS
    return Maintenance.DEDUPLICATION if _only_removes_duplicates(pairs, new) else None


def _line_counts(listing: Listing) -> Counter[str]:
    """How often each line occurs."""
    return Counter(_lines(listing.text.content))


def _lines(content: str) -> list[str]:
    """The lines that are not blank, without their numbers and the spaces around them."""
    lines = (line.strip() for line in content.split("\n"))
    return [_COUNT.sub("", line, count=1) if _COUNT.match(line) else line for line in lines if line]


def _without_urls(listing: Listing) -> str:
    content = listing.text.content
    spans = sorted(link.url_span or link.span for link in listing.document.links if link.url_span or link.bare)
    pieces, position = [], 0
    for span in spans:
        pieces.append(content[position : max(position, span.start)])
        position = max(position, span.end)
    return "\0".join((*pieces, content[position:]))


def _only_removes_duplicates(pairs: Iterable[tuple[Listing, Listing]], new: Iterable[Listing]) -> bool:
    """Whether nothing was added, and only entries were removed whose papers are still in the lists."""
    remaining = {name for listing in new for entry in listing.entries if (name := _name(entry))}
    for one, other in pairs:
        before, after = _line_counts(one), _line_counts(other)
        if after - before or not _are_entries(before - after, one, remaining):
            return False
    return True


def _are_entries(removed: Counter[str], listing: Listing, remaining: set[str]) -> bool:
    """Whether the removed lines are those of entries whose names remain elsewhere."""
    lines = removed.copy()
    for entry in listing.entries:
        own = Counter(_lines(listing.text[entry.span]))
        if own and own <= lines and _name(entry) in remaining:
            lines -= own
    return not lines


def _name(entry: Entry) -> str:
    if entry.work is not None:
        return str(entry.work)
    return normalise(entry.title_text)
