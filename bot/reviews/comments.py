"""Findings come in; the sentences of a comment that tell of them go out, with the list's words escaped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from bot.github.model import InlineComment
from bot.linter.diagnostics import Safety
from bot.reports.markdown import code, escape
from bot.reviews.findings import MOST, comment_marker
from bot.reviews.suggestions import suggestion
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.linter.diagnostics import Fix
    from bot.reviews.findings import Finding, Subject
    from bot.reviews.positions import Lines
    from bot.reviews.suggestions import Suggestion


LARGEST = 60_000
"""Characters of a comment; GitHub refuses more than 65,536."""
MESSAGE = 400
"""Characters of a message; a longer one is cut."""
_TITLE = 200
_MOST_RELATED = 3
_ADDRESS = lazy_pattern(r"https?://[^\s`]+")


def plural(number: int, noun: str) -> str:
    """`1 finding`, `2 findings`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def rule_name(rule: str, subject: Subject) -> str:
    """The name of a rule, as a link to its page where there is one."""
    return f"[{code(rule)}]({subject.pages}#{quote(rule)})" if subject.pages else code(rule)


def place(path: str, line: int, subject: Subject) -> str:
    """A link to a line of the file at the head; `plain=1` since a rendered page has no line numbers."""
    pull = subject.pull
    repository = quote(pull.head_repository or pull.repository)
    address = f"{subject.web.rstrip('/')}/{repository}/blob/{quote(pull.head)}/{quote(path, errors='replace')}"
    return f"[{escape(f'{path}:{line}', _TITLE)}]({address}?plain=1#L{line})"


def told(finding: Finding, subject: Subject) -> str:
    """What is wrong, and where else to look, as a sentence."""
    diagnostic = finding.diagnostic
    grade = str(diagnostic.severity).capitalize()
    words = f"**{grade}** {rule_name(diagnostic.rule, subject)}: {escape(diagnostic.message, MESSAGE)}"
    links = [
        place(each.path, line, subject)
        for each, line in zip(diagnostic.related[:_MOST_RELATED], finding.related, strict=False)
        if line
    ]
    if links:
        words = f"{words} (see {', '.join(links)})"
    return words if words.endswith(("?", "…")) else f"{words}."


def suggested(fix: Fix) -> str:
    """What to know of a fix whose outcome is shown; nothing where it is safe."""
    return "" if fix.safety is Safety.SAFE else f"{_title(fix)}; look before you commit it."


def described(fix: Fix) -> str:
    """What a fix does that is not shown, and how to have it."""
    option = "--fix" if fix.safety is Safety.SAFE else "--unsafe-fixes"
    return f"{_title(fix)} ({code(f'bot lint {option}')} does it)."


def named(fix: Fix) -> str:
    """A fix in few words."""
    return f"{'Fix' if fix.safety is Safety.SAFE else 'Possible fix'}: {_title(fix)}"


def _title(fix: Fix) -> str:
    """What a fix does. An address in it becomes code: people copy it, and outside of code an unseen break is in it."""
    words = fix.title if "`" in fix.title else _ADDRESS.sub(r"`\g<0>`", fix.title)
    return escape(words, _TITLE)


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
