"""Lists before and after a change come in; whether it does nothing but one kind of mending goes out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.github.model import Review, Summary
from bot.links.model import LinkState
from bot.linter.diagnostics import Severity
from bot.linter.rule import Need
from bot.papers.titles import normalise
from bot.reviews.comments import comment, group, plural
from bot.reviews.earlier import look_back, spoken_of
from bot.reviews.findings import Chore, Subjects, find, fingerprint
from bot.reviews.summary import Overview, render
from bot.rules import RULES
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.document import Link
    from bot.github.model import Comment, Conversation
    from bot.listing import Entry, Listing
    from bot.reviews.findings import Subject


_COUNT = lazy_pattern(r"\d{1,9}[.)][ \t]+|\|[ \t]*\d{1,5}[ \t]*(?=\|)")
"""The number of an item or a row, which moving changes."""


def find_chore(old: Sequence[Listing], new: Sequence[Listing]) -> Chore | None:
    """The chore that a change is; None for any other change, and where files came or went."""
    before = {listing.text.path: listing for listing in old}
    pairs = [(before[listing.text.path], listing) for listing in new if listing.text.path in before]
    if len(pairs) != len(new) or len(old) != len(new):
        return None
    pairs = [(one, other) for one, other in pairs if one.text.content != other.text.content]
    if not pairs:
        return None
    if all(_line_counts(one) == _line_counts(other) for one, other in pairs):
        moved = any(_lines(one.text.content) != _lines(other.text.content) for one, other in pairs)
        return Chore.SORTING if moved else None
    if all(_without_urls(one) == _without_urls(other) for one, other in pairs):
        return Chore.LINKS
    return Chore.DEDUPLICATION if _only_takes_out(pairs, new) else None


def _line_counts(listing: Listing) -> Counter[str]:
    return _counted(listing.text.content)


def _counted(content: str) -> Counter[str]:
    """How often each line stands there."""
    return Counter(_lines(content))


def _lines(content: str) -> list[str]:
    """The lines without their numbers and the blanks around them; blank ones are none."""
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


def _only_takes_out(pairs: Iterable[tuple[Listing, Listing]], new: Iterable[Listing]) -> bool:
    """Whether nothing came, and what went are entries whose papers are still in the lists."""
    left = {name for listing in new for entry in listing.entries if (name := _name(entry))}
    for one, other in pairs:
        lines, kept = _line_counts(one), _line_counts(other)
        gone = lines - kept
        if kept - lines or not _are_entries(gone, one, left):
            return False
    return True


def _are_entries(gone: Counter[str], listing: Listing, left: set[str]) -> bool:
    """Whether the lines that are gone are those of entries whose names are `left` elsewhere."""
    waiting = gone.copy()
    for entry in listing.entries:
        own = _counted(listing.text[entry.span])
        if own and own <= waiting and _name(entry) in left:
            waiting -= own
    return not waiting


def _name(entry: Entry) -> str:
    if entry.work is not None:
        return str(entry.work)
    return normalise(entry.title.value) if entry.title is not None else ""


_UNKNOWN = frozenset({LinkState.UNCERTAIN, LinkState.SKIPPED})
_MOST_ALIKE = 3
"""Findings of one rule about one thing."""


def undecided(subject: Subject, lost: frozenset[str]) -> frozenset[str]:
    """Those of `lost` whose rule did not run, or asked about a link of which nothing is known now."""
    return lost & frozenset(_possible(subject)) if lost else lost


def _possible(subject: Subject) -> Iterator[str]:
    """The fingerprints of all findings about links that could not be made."""
    left_out = {each.slug for each in subject.not_run}
    asking = {rule.slug for rule in RULES if rule.needs & Need.FACTS} - left_out
    for listing in subject.listings:
        path, subjects = listing.text.path, Subjects(listing)
        for link in listing.document.links:
            name = subjects.of("", link.span)
            for slug in (*left_out, *(asking if _is_unknown(link, subject) else ())):
                yield from (fingerprint(slug, path, name, ordinal) for ordinal in range(_MOST_ALIKE))


def _is_unknown(link: Link, subject: Subject) -> bool:
    status = subject.facts.links.get(link.href) if subject.facts is not None else None
    return status is None or status.state in _UNKNOWN


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
