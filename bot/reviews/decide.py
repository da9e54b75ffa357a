"""A subject and the conversation about it come in; what to post, edit and fold away goes out.

Deciding again once that is done gives nothing more to do, at the same head and with the same findings.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.linter.diagnostics import Severity
from bot.pulls import Review, Summary
from bot.reviews.earlier import look_back, spoken_of
from bot.reviews.findings import find
from bot.reviews.inline import comment, group
from bot.reviews.overview import Overview, render
from bot.reviews.undecided import undecided
from bot.reviews.wording import plural

if TYPE_CHECKING:
    from bot.pulls import Comment, Conversation
    from bot.reviews.subject import Subject


def decide(subject: Subject, conversation: Conversation) -> Review:
    """What to write under the pull request, seen from what stands there.

    Errors and warnings on lines of the diff are commented there, with a suggestion where the fix is one stretch
    of such lines; all of them stand in the summary, which is edited and never written twice. What a live comment
    says already is left alone, and so is what a person has resolved, answered, folded away or deleted. Comments
    on what is no longer found are folded away, but not where nobody could say this time. A change without findings
    about which nothing was said gets nothing.
    """
    findings = find(subject)
    open_ones = tuple(each for each in findings if each.diagnostic.severity > Severity.NOTE)
    found = frozenset(each.fingerprint for each in open_ones)
    unsure = undecided(subject, spoken_of(conversation) - found)
    earlier = look_back(conversation, found | unsure, subject.pull.head)
    fresh = [each for each in open_ones if each.fingerprint not in earlier.standing | earlier.settled]
    chosen = group(fresh)[: max(0, subject.most - earlier.live)]
    taken = [
        (each.diagnostic.path, each.lines)
        for each in open_ones
        if each.lines and each.fingerprint in earlier.suggesting
    ]
    comments = tuple(comment(each, subject, taken) for each in chosen)
    posted = {fingerprint for each in chosen for fingerprint in each.prints}
    overview = Overview(
        open=tuple(each for each in open_ones if each.fingerprint not in earlier.settled),
        settled=tuple(each for each in open_ones if each.fingerprint in earlier.settled),
        notes=tuple(each for each in findings if each.diagnostic.severity == Severity.NOTE),
        unsure=len(unsure & earlier.standing),
        threaded=frozenset(earlier.standing | earlier.settled | posted),
    )
    count = sum(len(each.findings) for each in chosen)
    return Review(
        body=f"{plural(count, 'finding')} in the lines of this change." if comments else "",
        comments=comments,
        minimizations=earlier.minimizations,
        summary=_summary(overview, subject, earlier.summary),
    )


def fold(subject: Subject, conversation: Conversation) -> Review:
    """The same findings in the summary alone: what to write where GitHub has refused the comments in the diff."""
    return decide(replace(subject, most=0), conversation)


def _summary(overview: Overview, subject: Subject, standing: Comment | None) -> Summary | None:
    if standing is None and not overview.open:
        return None
    body = render(overview, subject)
    return None if standing is not None and _trimmed(standing.body) == _trimmed(body) else Summary(body, standing)


def _trimmed(body: str) -> str:
    """A body without what GitHub may change about it: ends of lines, and blanks there."""
    return "\n".join(line.rstrip() for line in body.replace("\r\n", "\n").split("\n")).strip()
