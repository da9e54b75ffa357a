"""Findings that want a comment in the diff come in; comments go out, one for all that share a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.pulls import InlineComment
from bot.reviews.markers import MOST, comment_marker
from bot.reviews.suggestions import suggestion
from bot.reviews.wording import LARGEST, described, plural, suggested, told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.reviews.anchors import Lines
    from bot.reviews.findings import Finding
    from bot.reviews.subject import Subject
    from bot.reviews.suggestions import Suggestion

_RESERVE = 200


@dataclass(frozen=True, slots=True)
class Group:
    """Findings of one file whose lines overlap; a comment can hold one suggestion, so that they share it."""

    lines: Lines
    findings: tuple[Finding, ...]
    """The gravest first."""

    @property
    def path(self) -> str:
        """The file that they are in."""
        return self.findings[0].diagnostic.path

    @property
    def prints(self) -> tuple[str, ...]:
        """Their fingerprints."""
        return tuple(each.fingerprint for each in self.findings[:MOST])


def group(findings: Iterable[Finding]) -> tuple[Group, ...]:
    """The findings that may carry a comment, grouped; groups and findings the gravest first."""
    placed = [(each.diagnostic.path, each.lines, each) for each in findings if each.lines is not None]
    members: list[Finding] = []
    groups: list[Group] = []
    wide: tuple[str, Lines] | None = None
    for path, lines, finding in sorted(placed, key=lambda row: row[:2]):
        if wide is not None and wide[0] == path and lines.first <= wide[1].last:
            wide = (path, wide[1].union(lines))
        else:
            groups.extend(_closed(wide, members))
            wide, members = (path, lines), []
        members.append(finding)
    groups.extend(_closed(wide, members))
    return tuple(sorted(groups, key=lambda each: each.findings[0].rank))


def _closed(wide: tuple[str, Lines] | None, members: list[Finding]) -> Iterator[Group]:
    if wide is not None:
        yield Group(wide[1], tuple(sorted(members, key=lambda each: each.rank)))


def comment(group: Group, subject: Subject, taken: Sequence[tuple[str, Lines]]) -> InlineComment:
    """The comment on a group; without a suggestion where one on lines of it stands already, as `taken` tells."""
    offer = None
    if not any(path == group.path and _overlap(lines, group.lines) for path, lines in taken):
        fixes = tuple(each.diagnostic.fix for each in group.findings if each.reach and each.diagnostic.fix)
        offer = suggestion(fixes, group.findings[0].source)
    lines = offer.lines if offer else next((each.anchor for each in group.findings if each.anchor), group.lines)
    return InlineComment(
        path=group.path,
        line=lines.last,
        body=_body(group, subject, offer),
        start_line=lines.first if lines.first < lines.last else None,
    )


def _overlap(one: Lines, other: Lines) -> bool:
    return one.first <= other.last and other.first <= one.last


def _body(group: Group, subject: Subject, offer: Suggestion | None) -> str:
    head = f"{comment_marker(group.prints, subject.pull.head)}\n"
    tail = f"\n\n{offer.markdown}" if offer else ""
    room = LARGEST - len(head) - len(tail) - _RESERVE
    said: list[str] = []
    for paragraph in _paragraphs(group, subject, offer):
        room -= len(paragraph) + 2
        if room < 0:
            break
        said.append(paragraph)
    left = len(group.findings) - len(said)
    if left:
        said.append(f"And {plural(left, 'more finding')} on the same lines.")
    paragraphs = "\n\n".join(said)
    return f"{head}{paragraphs}{tail}"


def _paragraphs(group: Group, subject: Subject, offer: Suggestion | None) -> Iterator[str]:
    shown = {frozenset(fix.edits) for fix in offer.applied} if offer else set()
    for finding in group.findings:
        fix = finding.diagnostic.fix
        words = ""
        if fix is not None:
            words = suggested(fix) if frozenset(fix.edits) in shown else described(fix)
        yield f"{told(finding, subject)}  \n{words}" if words else told(finding, subject)
