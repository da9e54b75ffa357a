"""What a review is about, as values: the pull request, its lists at the head, and what was found in them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

from bot.linter.diagnostics import Safety
from bot.papers.titles import normalise
from bot.reviews.positions import Lines, Source, read_sources
from bot.reviews.suggestions import reach
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.facts.model import Facts
    from bot.github.model import ChangedFile, Pull
    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import NotRun
    from bot.listing import Entry, Listing
    from bot.text import Span


MOST_COMMENTS = 25
"""Comments in the diff that stand at a time: GitHub names no limit, and people read no more."""


class Chore(StrEnum):
    """What a change does that only mends the list."""

    SORTING = "sorts entries"
    DEDUPLICATION = "takes out what stood there twice"
    LINKS = "mends links"


@dataclass(frozen=True, slots=True)
class Subject:
    """All that `decide` must know beside what was said before."""

    pull: Pull
    files: tuple[ChangedFile, ...]
    listings: tuple[Listing, ...]
    """The lists as they are at the head, by their paths in the repository; each diagnostic is of one of them."""
    diagnostics: tuple[Diagnostic, ...]
    """What the change caused; notes are among them."""
    older: int = 0
    """How many findings are older than the change."""
    not_run: tuple[NotRun, ...] = ()
    facts: Facts | None = None
    """What the world answered, where it was asked."""
    notes: tuple[str, ...] = ()
    """Sentences for the summary: what was not checked, and why."""
    chore: Chore | None = None
    web: str = "https://github.com"
    """Where people see the repository: scheme and host, as in `GITHUB_SERVER_URL`."""
    pages: str | None = None
    """The address of the page that tells of the rules; a rule's name is its anchor."""
    most: int = MOST_COMMENTS
    """How many comments may stand in the diff; with 0 all that is found goes into the summary."""
    safety: Safety = Safety.UNSAFE
    """The least safety of a fix that is suggested; a person looks before a suggestion becomes a commit."""


_Value = TypeVar("_Value")

_OF_THE_FILE = frozenset({"oversized-readme"})
"""Rules that speak of a file as a whole: the line that they point to has nothing to do with it."""


def fingerprints(diagnostics: Iterable[Diagnostic], listings: Iterable[Listing]) -> tuple[str, ...]:
    """Sixteen hexadecimal digits for each of `diagnostics`, in their order; no two are equal."""
    subjects = {listing.text.path: Subjects(listing) for listing in listings}
    given = [(each, (each.rule, each.path, subjects[each.path].of(each.rule, each.span))) for each in diagnostics]
    counts: dict[tuple[str, str, str], int] = {}
    prints = [""] * len(given)
    for index in sorted(range(len(given)), key=lambda index: given[index][0].span):
        key = given[index][1]
        counts[key] = ordinal = counts.get(key, -1) + 1
        prints[index] = fingerprint(*key, ordinal)
    return tuple(prints)


def fingerprint(rule: str, path: str, subject: str, ordinal: int) -> str:
    """That of one finding, the `ordinal`-th of its kind."""
    whole = "\0".join(("v1", rule, path, subject, str(ordinal)))
    return sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:16]


class Subjects:
    """What the findings of one list are about."""

    def __init__(self, listing: Listing) -> None:
        self._listing = listing
        self._entries = tuple(entry.span.start for entry in listing.entries)
        self._sections = tuple(section.span.start for section in listing.sections)

    def of(self, rule: str, span: Span) -> str:
        """What a finding of `rule` at `span` is about."""
        if rule in _OF_THE_FILE:
            return "file"
        entry = _last(self._listing.entries, self._entries, span)
        if entry is not None and span.start <= entry.span.end:
            return self._name(entry)
        section = _last(self._listing.sections, self._sections, span)
        if section is not None and section.heading and section.heading_span.contains(span):
            return _folded("section", *section.path, section.heading)
        return self._words(span)

    def _name(self, entry: Entry) -> str:
        if entry.work is not None:
            return f"work\n{entry.work}"
        title = normalise(entry.title.value) if entry.title is not None else ""
        return f"title\n{title}" if title else self._words(entry.span)

    def _words(self, span: Span) -> str:
        text = self._listing.text
        return _folded("line", text[text.line_span(text.line_at(span.start))])


def _last(values: Sequence[_Value], starts: Sequence[int], span: Span) -> _Value | None:
    """The last of `values` that begins no later than `span`."""
    index = bisect_right(starts, span.start) - 1
    return values[index] if index >= 0 else None


def _folded(*words: str) -> str:
    """Words without the blanks around and between them, which are often what is wrong."""
    return "\n".join(" ".join(each.split()) for each in words)


MOST = 500
"""Fingerprints in one marker; no conversation holds so many threads of ours."""

_PRINTS = r"[0-9a-f]{16}(?:,[0-9a-f]{16})*"
_COMMENT = lazy_pattern(rf"\s*<!-- paperlist-bot:v1 fp=({_PRINTS}) sha=([0-9a-f]+) -->")
_SUMMARY = lazy_pattern(rf"\s*<!-- paperlist-bot:v1 summary(?: fp=({_PRINTS}))? -->")
_HASH = lazy_pattern(r"[0-9a-f]{4,64}")


@dataclass(frozen=True, slots=True)
class Mark:
    """What the marker of a comment in the diff tells."""

    prints: tuple[str, ...]
    """Fingerprints of the findings that it speaks of."""
    head: str
    """The commit at which it was posted; GitHub itself forgets that after a force-push."""


def comment_marker(prints: Iterable[str], head: str) -> str:
    """The first line of a comment in the diff."""
    sha = head if _HASH.fullmatch(head) else "0000"
    return f"<!-- paperlist-bot:v1 fp={','.join(prints)} sha={sha} -->"


def summary_marker(prints: Iterable[str]) -> str:
    """The first line of the summary; `prints` are those of the findings that have a thread in the diff."""
    known = ",".join(sorted(prints)[:MOST])
    return f"<!-- paperlist-bot:v1 summary{f' fp={known}' if known else ''} -->"


def read_mark(body: str) -> Mark | None:
    """What the marker of a comment in the diff says; None for a comment without one."""
    match = _COMMENT.match(body)
    return Mark(tuple(match[1].split(",")), match[2]) if match else None


def read_summary(body: str) -> frozenset[str] | None:
    """The fingerprints that a summary names; None for a comment that is no summary."""
    match = _SUMMARY.match(body)
    if match is None:
        return None
    return frozenset(match[1].split(",")) if match[1] else frozenset()


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic, and where and how it can be told."""

    diagnostic: Diagnostic
    fingerprint: str
    source: Source
    line: int
    """Where it begins in the file at the head."""
    related: tuple[int, ...]
    """Where the places begin that it speaks of, in their order; 0 in a file that nobody has read."""
    anchor: Lines | None
    """The line that a comment on it may stand on."""
    reach: Lines | None
    """The lines that its fix rewrites, where it can be suggested."""

    @property
    def lines(self) -> Lines | None:
        """The lines that a comment on it takes."""
        return self.reach or self.anchor

    @property
    def rank(self) -> tuple[int, str, int]:
        """What to order by: the gravest first, then by place."""
        return -self.diagnostic.severity, self.diagnostic.path, self.diagnostic.span.start


def find(subject: Subject) -> tuple[Finding, ...]:
    """All findings of a subject, the gravest first."""
    texts = ((listing.text.path, listing.text.content) for listing in subject.listings)
    sources = read_sources(texts, subject.files)
    prints = fingerprints(subject.diagnostics, subject.listings)
    found = (
        _finding(diagnostic, fingerprint, sources, subject)
        for diagnostic, fingerprint in zip(subject.diagnostics, prints, strict=True)
    )
    return tuple(sorted(found, key=lambda each: each.rank))


def _finding(diagnostic: Diagnostic, fingerprint: str, sources: Mapping[str, Source], subject: Subject) -> Finding:
    source = sources[diagnostic.path]
    return Finding(
        diagnostic,
        fingerprint,
        source,
        source.line_at(diagnostic.span.start),
        tuple(
            sources[each.path].line_at(each.span.start) if each.path in sources else 0 for each in diagnostic.related
        ),
        source.anchor(diagnostic.span),
        reach(diagnostic, source, subject.safety),
    )
