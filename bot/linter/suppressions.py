"""Comments in a list that suppress findings: which rules each of them names, and for which lines.

A comment that says what an entry is about, `<!-- bot: kind paper - reason -->`, is read in the same places.
`<!-- bot: allow slug, other-slug - reason -->` is on an entry's own lines, or on its own line above the
entry (or, where no entry follows, the block) that it applies to. Beside other text it applies to its line.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from bot.document import Comment
from bot.document.model import MARKDOWN
from bot.linter.diagnostics import Diagnostic
from bot.listing import Listing
from bot.listing.parts import Kind, Part
from bot.ordering.order import MARGIN, CommentLines
from bot.text import Lines, Span, Text, group_pairs, lazy_pattern, nearest

_MARK = lazy_pattern(r"\s*bot:[ \t]*allow\b", re.IGNORECASE, needs=("bot:",))
_MISSPELT = lazy_pattern(r"\s*(bot(?::[ \t]*([a-z]+)|[ \t]+allow)\b)[ \t:]*([a-z-]*)", re.IGNORECASE, needs=("bot",))
_OF_ENTRY = lazy_pattern(r"\s*bot:[ \t]*(?:allow|kind)\b", re.IGNORECASE, needs=("bot:",))
"""What a comment begins with that is about what is below it, and moves with that."""
_KIND = lazy_pattern(r"\s*bot:[ \t]*kind[ \t:]+(paper|other)\b", re.IGNORECASE, needs=("bot:",))
_VALUES = {"kind": ("paper", "other"), "order": ("newest-first", "oldest-first", "none")}
"""What may be behind the words that take one of a few."""
_DIRECTIVES = ("allow", *_VALUES)
_SYNONYMS = frozenset({"ignore", "disable", "suppress", "skip", "noqa"})
"""Words of other linters; before the name of one of our rules they are meant for us."""
_SLUG = lazy_pattern(r"[^\s,]+")
_DASHES = "-–—"
_MOST_SLUGS = 100
"""No more slugs are read in one comment; there are fewer rules."""
_SHARE_OF_NOTES = 0.5
_FEW = 80
"""How far the comma between two slugs is searched for (characters)."""


class Suppression(NamedTuple):
    """A comment that suppresses findings: the slugs of their rules, and the lines where they are suppressed."""

    span: Span
    slugs: tuple[Part, ...]
    reason: str
    own_lines: Lines
    """The lines that the comment itself is on."""
    lines: Lines | None
    """None if nothing follows a comment on its own line."""
    misspelt: Part | None = None
    """The text instead of one of `meant`, if that was probably meant; such a comment has no slugs."""
    meant: tuple[str, ...] = ("bot: allow",)


class Suppressions:
    """The suppression comments of a list, and which of their slugs have suppressed a finding so far."""

    def __init__(self, listing: Listing) -> None:
        self.comments = find_suppressions(listing)
        self.misspelt = _find_misspelt(listing)
        self._text = listing.text
        self._used: set[Part] = set()
        self._slugs = group_pairs(
            ((slug.value, lines), slug)
            for comment in self.comments
            for slug in comment.slugs
            for lines in {comment.own_lines, comment.lines or comment.own_lines}
        )
        self._keys = group_pairs(((key[0], line), key) for key in self._slugs for line in key[1])

    def suppress(self, diagnostic: Diagnostic) -> bool:
        """Whether a comment suppresses `diagnostic`; its slug then counts as used."""
        if not self._keys:
            return False
        keys = self._keys.get((diagnostic.rule, self._text.line_at(diagnostic.span.start)), ())
        for key in keys:
            self._used.update(self._slugs.pop(key, ()))
        return bool(keys)

    def unused(self, ran: frozenset[str]) -> frozenset[Part]:
        """The slugs that suppressed nothing although their rules `ran`."""
        slugs = (slug for comment in self.comments for slug in comment.slugs if slug.value in ran)
        return frozenset(slugs) - self._used


def find_suppressions(listing: Listing) -> tuple[Suppression, ...]:
    """The suppression comments of `listing`, in order."""
    found = tuple(filter(is_suppression, listing.document.comments))
    if not found:
        return ()
    index = _LineIndex(listing)
    return tuple(_read(comment, listing.text, index) for comment in found)


def find_kinds(listing: Listing) -> dict[Lines | None, Kind]:
    """What comments such as `<!-- bot: kind paper - reason -->` say about the entries on lines."""
    found = [(each.span, match) for each in listing.document.comments if (match := _KIND.match(each.text)) is not None]
    index = _LineIndex(listing) if found else None
    return {index.lines_for(listing.text.lines_of(at)): Kind(said[1].lower()) for at, said in found if index}


def is_suppression(comment: Comment) -> bool:
    """Whether a comment reads `bot: allow ...`."""
    return _MARK.match(comment.text) is not None


def find_comment_lines(listing: Listing) -> CommentLines:
    """The lines of `listing` that hold comments only."""
    every = _bare_lines(listing)
    above = (each for each in listing.document.comments if _OF_ENTRY.match(each.text) is not None)
    spans = map(listing.text.lines_of, (each.span for each in above))
    suppressing = frozenset(line for lines in spans if every.issuperset(lines) for line in lines)
    if listing.document.format is not MARKDOWN:
        suppressing |= _find_notes(listing, every)
        every = suppressing  # what else is between records may head those below it: nothing moves past it
    return CommentLines(every, suppressing)


def _find_notes(listing: Listing, lines: Collection[int]) -> frozenset[int]:
    """The comment lines right above records, where they are notes on these: where most records have one."""
    notes: set[int] = set()
    noted = 0
    for entry in listing.entries:
        first = line = listing.text.line_at(entry.span.start)
        while line - 1 in lines:
            line -= 1
        notes.update(range(line, first))
        noted += line < first
    return frozenset(notes) if noted >= _SHARE_OF_NOTES * len(listing.entries) else frozenset()


def _find_misspelt(listing: Listing) -> tuple[Suppression, ...]:
    """The comments that were probably meant for the bot but say nothing: `bot: alow`, `bot allow`, `bot: kind tool`."""
    found = []
    for comment in listing.document.comments:
        match = _MISSPELT.match(comment.text)
        values = _VALUES.get((match[2] or "").lower(), ()) if match is not None else ()
        if match is None or match[3].lower() in values or not (values or _means_allow(match)):
            continue
        start = comment.span.start + listing.text[comment.span].find(comment.text) + match.start(1)
        own, words = listing.text.lines_of(comment.span), comment.text[match.start(1) : match.end(3 if values else 1)]
        meant = tuple(f"bot: {match[2].lower()} {each}" for each in values) or ("bot: allow",)
        written = Part(words.rstrip(" \t:"), Span(start, start + len(words.rstrip(" \t:"))))
        found.append(Suppression(comment.span, (), "", own, own, written, meant))
    return tuple(found)


def _means_allow(match: re.Match[str]) -> bool:
    word = (match[2] or "").lower()
    if word in _DIRECTIVES:
        return False
    is_synonym = word in _SYNONYMS and "-" in match[3]
    return not word or is_synonym or nearest(word, _DIRECTIVES) == "allow"


def _read(comment: Comment, text: Text, index: _LineIndex) -> Suppression:
    mark = _MARK.match(comment.text)
    assert mark is not None  # noqa: S101 - as `is_suppression` has it
    slugs: list[Part] = []
    base = comment.span.start + text[comment.span].find(comment.text)
    position = mark.end()
    while len(slugs) < _MOST_SLUGS and (word := _SLUG.search(comment.text, position)):
        if word[0].startswith(tuple(_DASHES)):
            break
        slugs.append(Part(word[0].lower(), Span(base + word.start(), base + word.end())))
        position = word.end()
        if not comment.text[position : position + _FEW].lstrip().startswith(","):
            break
    reason = comment.text[position:].strip(f" \t\r\n,{_DASHES}")
    own = text.lines_of(comment.span)
    return Suppression(comment.span, tuple(slugs), reason, own, index.lines_for(own))


class _LineIndex:
    """What is on which line of a listing: entries, blocks, comments alone."""

    def __init__(self, listing: Listing) -> None:
        self._text = listing.text
        self._bare = _bare_lines(listing)
        self._entries: dict[int, Lines] = {}
        for entry in listing.entries:
            lines = self._text.lines_of(entry.span)
            for line in lines:
                self._entries.setdefault(line, lines)
        self._next = self._next_text()

    def lines_for(self, own: Lines) -> Lines | None:
        """The lines that a comment on `own` applies to."""
        entry = self._entries.get(own.first)
        alone = own.first in self._bare and own.last in self._bare
        if not alone:
            return entry or own
        if entry and (self._indent(own.first) > self._indent(entry.first) or self._next[own.last + 1] <= entry.last):
            return entry
        following = self._next[own.last + 1]
        if following >= len(self._next) - 1:
            return None
        return self._entries.get(following) or self._block(following)

    def _next_text(self) -> list[int]:
        """For each line number the first line from there on with text on it; past the end: one more."""
        count = len(self._text.line_starts)
        following = [count + 1] * (count + 2)
        for line in range(count, 0, -1):
            has_text = line not in self._bare and self._content(line)
            following[line] = line if has_text else following[line + 1]
        return following

    def _content(self, line: int) -> str:
        return self._text[self._text.line_span(line)].strip(MARGIN)

    def _indent(self, line: int) -> int:
        content = self._text[self._text.line_span(line)]
        return len(content) - len(content.lstrip(MARGIN))

    def _block(self, first: int) -> Lines:
        last = first
        if not self._content(first).startswith("#"):
            while self._next[last + 1] == last + 1 and last + 1 not in self._entries and last + 2 < len(self._next):
                last += 1
        return Lines(first, last)


def _bare_lines(listing: Listing) -> frozenset[int]:
    """The lines that hold comments and nothing else."""
    text = listing.text
    outside: dict[int, list[str]] = {}
    position: dict[int, int] = {}
    for comment in listing.document.comments:
        for line in text.lines_of(comment.span):
            span = text.line_span(line)
            start = position.get(line, span.start)
            outside.setdefault(line, []).append(text.content[start : max(start, comment.span.start)])
            position[line] = min(comment.span.end, span.end)
    for line, end in position.items():
        outside[line].append(text.content[end : text.line_span(line).end])
    return frozenset(line for line, pieces in outside.items() if not "".join(pieces).strip(MARGIN))
