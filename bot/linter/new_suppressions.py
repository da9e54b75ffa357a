"""Write the comments that suppress what is found in lists today, so that a run reports only what is new."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from itertools import groupby
from typing import NamedTuple, TypeAlias

from bot.document import BlockKind
from bot.errors import BotError
from bot.linter.diagnostics import Diagnostic, Edit, Fix, Severity, apply
from bot.linter.engine import CheckResult, Plan, check
from bot.linter.fixing import Checked, ReadLists, State, check_texts, find_harm
from bot.listing import Listing
from bot.text import Span, Text

Groups: TypeAlias = Mapping[tuple[str, int], frozenset[str]]
"""The rules to suppress, by path and line."""

LONGEST_REASON = 200
"""Characters; a comment is on the same line as the entry."""
_UNUSED = "unused-allow"
"""What is wrong with a comment is not suppressed by another comment."""


class _Place(IntEnum):
    """Where a comment is put; the next one is tried where it does not work."""

    BESIDE = 0
    """At the end of the line."""
    ABOVE = 1
    """On its own line above."""
    NOWHERE = 2


class NewSuppressions(NamedTuple):
    """Texts with new comments, the rule of each finding that they suppress, and what is still found."""

    texts: tuple[Text, ...]
    suppressed: tuple[str, ...]
    remaining: CheckResult


def read_reason(reason: str) -> str:
    """`reason` as a comment may hold it. Raises BotError if it is empty, too long, or would end the comment."""
    stripped = reason.strip()
    if not stripped:
        raise BotError("a suppression needs a reason", 'for example: --add-suppressions "before the bot"')
    if len(stripped) > LONGEST_REASON:
        raise BotError(f"the reason has {len(stripped)} characters; at most {LONGEST_REASON} are allowed")
    if not stripped.isprintable() or "--" in stripped or ">" in stripped or stripped.endswith("-"):
        raise BotError("the reason would not fit into a comment", "use one line without `--` and `>`")
    return stripped


def add_suppressions(
    texts: Sequence[Text], plan: Plan, survey: ReadLists, reason: str, *, notes: bool = False
) -> NewSuppressions:
    """Put a comment beside each finding above a note, or each finding with `notes`.

    A comment that does not suppress its finding, or after which something else is found, is put above the line
    instead, or left out. A list that would not read as before keeps all its bytes.
    """
    first = _check_all(texts, plan, survey)
    for listing in first.listings:
        if listing.document.format.comment is None:
            message = f"{listing.text.path} is {listing.document.format.name}, which has no comments"
            raise BotError(message, "name the findings under `ignore` in .github/paperlist-bot.yml")
    groups = _group(first, notes=notes)
    places = dict.fromkeys(groups, _Place.BESIDE)
    lists = [_read_lines(listing) for listing in first.listings]
    while True:
        written = [_insert(each, groups, places, reason) for each in lists]
        then = check_texts([each.text for each in written], plan, survey)
        failed = [key for key in _failures(first, then, groups, written) if places[key] < _Place.NOWHERE]
        if failed:
            places.update((key, _Place(places[key] + 1)) for key in failed)
            continue
        harmed = {each.path for each in find_harm(_state(first), _state(then), entries=True)}
        failed = [key for key, place in places.items() if key[0] in harmed and place < _Place.NOWHERE]
        if not failed:
            break
        # A comment above may split a table: tried without those first.
        above = [key for key in failed if places[key] is _Place.ABOVE]
        places.update(dict.fromkeys(above or failed, _Place.NOWHERE))
    suppressed = tuple(
        each.rule for key, each in _placed(first) if each.rule in groups.get(key, ()) and places[key] < _Place.NOWHERE
    )
    return NewSuppressions(tuple(each.text for each in written), suppressed, then.result)


def _state(checked: Checked) -> State:
    """The lists without notes: what is suppressed may have kept one from being shown."""
    lists, found = checked.state
    return State(lists, tuple(each for each in found if each.severity > Severity.NOTE))


def _placed(checked: Checked) -> Iterator[tuple[tuple[str, int], Diagnostic]]:
    """Each finding with its path and line."""
    for each in _each_place(checked.result.diagnostics):
        yield (each.path, checked.text(each).line_at(each.span.start)), each


def _each_place(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """The findings, that of a habit at each of its places: where one is suppressed, it is shown at the next."""
    for each in found:
        yield from (replace(each, span=part.span, folded=()) for part in each.parts)


def _check_all(texts: Sequence[Text], plan: Plan, survey: ReadLists) -> Checked:
    """Also what is not shown because of a heavier finding at the same place: it would be, once that is suppressed."""
    listings, context = survey(texts)
    found: dict[tuple[str, str, Span], Diagnostic] = {}

    def is_ignored(listing: Listing, each: Diagnostic) -> bool:
        is_known = (each.path, each.rule, each.span) in found
        return is_known or (plan.is_ignored is not None and plan.is_ignored(listing, each))

    result = check(listings, plan, context)
    new = result.diagnostics
    while new:
        found.update(((each.path, each.rule, each.span), each) for each in _each_place(new))
        new = check(listings, replace(plan, is_ignored=is_ignored), context).diagnostics
    return Checked(tuple(listings), result._replace(diagnostics=tuple(found.values())))


def _group(checked: Checked, *, notes: bool) -> Groups:
    wanted = [
        (key, each.rule)
        for key, each in _placed(checked)
        if (notes or each.severity > Severity.NOTE) and each.rule != _UNUSED
    ]
    wanted.sort()
    return {key: frozenset(rule for _, rule in found) for key, found in groupby(wanted, key=lambda pair: pair[0])}


class _Written(NamedTuple):
    """A list with comments, and which of its lines they are alone on."""

    text: Text
    comment_lines: tuple[int, ...]

    def old_line(self, line: int) -> int:
        """The line that `line` was before; for a comment alone on a line the one that it is about."""
        return line - bisect_left(self.comment_lines, line)


class _Lines(NamedTuple):
    """A list, and the lines where a comment cannot be put at the end."""

    text: Text
    comment: tuple[str, str]
    """What begins and ends a comment."""
    headings: frozenset[int]
    ends: Mapping[int, int]
    """For each line at whose end a link goes on, the line where that link ends."""
    outside: Mapping[int, int]
    """For each line of an entry that no comment may be in, its first one."""


def _read_lines(listing: Listing) -> _Lines:
    headings = frozenset(each.first for each in listing.document.all_blocks if each.kind is BlockKind.HEADING)
    form = listing.document.format
    outside = {} if form.has_comments_inside else _first_lines(listing)
    return _Lines(listing.text, form.comment or ("", ""), headings, _open_links(listing), outside)


def _insert(lines: _Lines, groups: Groups, places: Mapping[tuple[str, int], _Place], reason: str) -> _Written:
    text = lines.text
    above: dict[int, set[str]] = {}
    beside: dict[int, set[str]] = {}
    for (path, line), rules in groups.items():
        place = places[path, line]
        if path != text.path or place is _Place.NOWHERE:
            continue
        # In a heading it would change the anchor.
        is_above = place is _Place.ABOVE or line in lines.headings or line in lines.outside
        target = lines.outside.get(line, line) if is_above else line
        (above if is_above else beside).setdefault(target, set()).update(rules)
    if not above and not beside:
        return _Written(text, ())
    opening, closing = lines.comment

    def comment(rules: Iterable[str]) -> str:
        return f"{opening}bot: allow {', '.join(sorted(rules))} - {reason}{closing}"

    edits = [_above(text, line, comment(rules)) for line, rules in above.items()]
    edits += [_beside(text, lines.ends.get(line, line), comment(rules)) for line, rules in beside.items()]
    fixes = [Fix("", (edit,)) for edit in edits]
    alone = tuple(line + number for number, line in enumerate(sorted(above)))
    return _Written(Text(text.path, apply(text.content, fixes).content), alone)


def _first_lines(listing: Listing) -> dict[int, int]:
    """For each line of an entry its first one."""
    found = {}
    for entry in listing.entries:
        lines = listing.text.lines_of(entry.span)
        found.update(dict.fromkeys(lines, lines.first))
    return found


def _open_links(listing: Listing) -> dict[int, int]:
    """For each line at whose end a link goes on, the line where that link ends: a comment belongs after a title."""
    ends = {}
    for link in listing.document.links:
        last = listing.text.line_at(link.span.end)
        ends.update(dict.fromkeys(range(listing.text.line_at(link.span.start), last), last))
    return ends


def _beside(text: Text, line: int, comment: str) -> Edit:
    """The comment at the end of the line; of a row of a table in its last cell."""
    span = text.line_span(line)
    content = text[span].rstrip()
    if content.endswith("|") and not content.endswith("\\|"):
        content = content[:-1].rstrip()
    end = span.start + len(content)
    return Edit(Span(end, end), f" {comment}")


def _above(text: Text, line: int, comment: str) -> Edit:
    span = text.line_span(line)
    start = span.start + text[span].startswith("\ufeff")
    content = text[Span(start, span.end)]
    margin = content[: len(content) - len(content.lstrip(" \t"))]
    return Edit(Span(start, start), f"{margin}{comment}{text.newline}")


def _failures(before: Checked, after: Checked, groups: Groups, written: Sequence[_Written]) -> list[tuple[str, int]]:
    """The lines, as they were, where a comment does not suppress its finding, or leads to another one."""
    old = {(key, each.rule) for key, each in _placed(before)}
    by_path = {each.text.path: each for each in written}
    found: dict[tuple[str, int], None] = {}
    for (path, line), each in _placed(after):
        key = path, by_path[path].old_line(line)
        is_new = each.severity > Severity.NOTE and (key, each.rule) not in old
        if key in groups and (is_new or each.rule in groups[key]):
            found.setdefault(key)
    return list(found)
