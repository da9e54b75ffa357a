"""The findings of a pull request: their fingerprints, which survive pushes, and their lines in the diff.

Comments carry the fingerprints of their findings in a hidden marker; both formats must stay readable.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from bot.facts.model import Facts
from bot.github.hidden_text import START, HiddenLine, Seal
from bot.github.model import SUMMARY_MARKER, WEB, ChangedFile, Pull
from bot.linter.diagnostics import Diagnostic, Safety, Severity
from bot.linter.rule import NotRun
from bot.listing import Entry, Listing
from bot.listing.model import ListedEntry
from bot.papers.similarity import normalise
from bot.reviews.diff import Source, read_sources, replaced_lines
from bot.reviews.proposals import NO_PROPOSALS, Proposals
from bot.text import Lines, Span, StrEnum, lazy_pattern

MOST_COMMENTS = 25
"""Active comments in the diff: GitHub names no limit, and people read no more."""
MOST_FINGERPRINTS = 500
"""In one marker; no conversation has so many threads of ours."""

_FINGERPRINTS = r"[0-9a-f]{16}(?:,[0-9a-f]{16})*"
_COMMENT = HiddenLine("comment", START, (("fp", _FINGERPRINTS), ("sha", r"[0-9a-f]+")))
_SUMMARY = HiddenLine("summary", SUMMARY_MARKER, (("fp", rf"(?:{_FINGERPRINTS})?"),))
_HASH = lazy_pattern(r"[0-9a-f]{4,64}")


class Maintenance(StrEnum):
    """The kinds of change that only maintain the list."""

    SORTING = "sorts entries"
    DEDUPLICATION = "removes duplicate entries"
    LINKS = "fixes links"


@dataclass(frozen=True, slots=True)
class CheckedPull:
    """A pull request whose lists were checked: all that `decide` must know beside the conversation."""

    pull: Pull
    files: tuple[ChangedFile, ...]
    listings: tuple[Listing, ...]
    """The lists at the head, by their paths in the repository; each diagnostic is of one of them."""
    diagnostics: tuple[Diagnostic, ...]
    """What the change caused; notes are among them."""
    added: tuple[ListedEntry, ...] = ()
    """The entries that the change adds, in `listings`."""
    preexisting: int = 0
    """How many errors and warnings are older than the change."""
    not_run: tuple[NotRun, ...] = ()
    facts: Facts | None = None
    """None if none were gathered."""
    notes: tuple[str, ...] = ()
    """Sentences for the summary: what was not checked, and why."""
    maintenance: Maintenance | None = None
    proposals: Proposals = NO_PROPOSALS
    """The added papers that other open pull requests add, too."""
    web: str = WEB
    """Where people see the repository: scheme and host."""
    rules_page: str | None = None
    """The address of the page about the rules; the name of a rule is its anchor."""
    most: int = MOST_COMMENTS
    """How many active comments there may be in the diff; with 0 everything goes into the summary."""
    safety: Safety = Safety.UNSAFE
    """The least safety of a fix that is suggested; a person checks a suggestion before it becomes a commit."""
    failing: Severity = Severity.ERROR
    """The least severity of a finding that fails the run."""
    key: bytes = field(default=b"", repr=False)
    """The secret that seals the markers."""

    @property
    def seal(self) -> Seal:
        """What ties the markers to this pull request."""
        return Seal(self.pull.repository, self.pull.number, self.key)


def fingerprints(diagnostics: Iterable[Diagnostic], listings: Iterable[Listing]) -> tuple[str, ...]:
    """Sixteen hexadecimal digits for each of `diagnostics`, in their order; no two are equal."""
    places = {listing.text.path: Places(listing) for listing in listings}
    given = [(each, (each.rule, each.path, places[each.path].key(each.span, each.target))) for each in diagnostics]
    counts: dict[tuple[str, str, str], int] = {}
    found = [""] * len(given)
    for index in sorted(range(len(given)), key=lambda index: given[index][0].span):
        key = given[index][1]
        counts[key] = ordinal = counts.get(key, -1) + 1
        found[index] = fingerprint(*key, ordinal)
    return tuple(found)


def fingerprint(rule: str, path: str, place: str, ordinal: int) -> str:
    """That of the `ordinal`-th finding of a rule at one place."""
    whole = "\0".join(("v1", rule, path, place, str(ordinal)))
    return sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:16]


class Places:
    """Names for the places of one list, by what is there and not by line: they survive when lines move."""

    def __init__(self, listing: Listing) -> None:
        self._listing = listing

    def key(self, span: Span, target: str | None = None) -> str:
        """The name of the place of a finding: its paper, title, section, line, or the file."""
        if target == "":
            return "file"
        entry, sections = self._listing.entry_at(span.start), self._listing.sections
        if entry is not None:
            return self._entry_key(entry)
        section = sections[max(bisect_right(sections, span.start, key=lambda each: each.span.start) - 1, 0)]
        if section.heading and section.heading_span.contains(span):
            return _joined("section", *section.path, section.heading)
        return self._line_key(span)

    def _entry_key(self, entry: Entry) -> str:
        if entry.work is not None:
            return f"work\n{entry.work}"
        title = normalise(entry.title_text)
        return f"title\n{title}" if title else self._line_key(entry.span)

    def _line_key(self, span: Span) -> str:
        text = self._listing.text
        return _joined("line", text[text.line_around(span.start)])


def _joined(*texts: str) -> str:
    """Texts without the spaces around and between their words, which are often what is wrong."""
    return "\n".join(" ".join(each.split()) for each in texts)


@dataclass(frozen=True, slots=True)
class CommentMarker:
    """The hidden marker of a comment in the diff."""

    fingerprints: tuple[str, ...]
    head: str
    """The commit at which it was posted; GitHub itself forgets that after a force-push."""


def write_comment_marker(fingerprints: Iterable[str], head: str, seal: Seal) -> str:
    """The first line of a comment in the diff."""
    return _COMMENT.write((",".join(fingerprints), head if _HASH.fullmatch(head) else "0000"), seal)


def write_summary_marker(fingerprints: Iterable[str], seal: Seal) -> str:
    """The first line of the summary, with the findings that have a thread in the diff."""
    return _SUMMARY.write((",".join(sorted(fingerprints)[:MOST_FINGERPRINTS]),), seal)


def read_comment_marker(body: str, seal: Seal) -> CommentMarker | None:
    """The marker of a comment in the diff; None for a comment without one of ours."""
    found = _COMMENT.read(body, seal)
    return CommentMarker(tuple(found[0].split(",")), found[1]) if found is not None else None


def read_summary_marker(body: str, seal: Seal) -> frozenset[str] | None:
    """The fingerprints in the marker of a summary; None for a comment without one of ours."""
    found = _SUMMARY.read(body, seal)
    return None if found is None else frozenset(found[0].split(",") if found[0] else ())


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic with its fingerprint and its lines."""

    diagnostic: Diagnostic
    fingerprint: str
    source: Source
    line: int
    """Where it begins in the file at the head."""
    related: tuple[int, ...]
    """The lines of the diagnostic's related places, in their order; 0 in a file that was not read."""
    anchor: Lines | None
    """The line that a comment on it can be on."""
    replaced: Lines | None
    """The lines that its fix replaces, where it can be suggested."""

    @property
    def lines(self) -> Lines | None:
        """The lines that a comment on it takes."""
        return self.replaced or self.anchor

    @property
    def rank(self) -> tuple[int, str, int]:
        """What to order by: severity, then place."""
        return -self.diagnostic.severity, self.diagnostic.path, self.diagnostic.span.start


def list_findings(checked: CheckedPull) -> tuple[Finding, ...]:
    """All findings, the most severe first."""
    texts = ((listing.text.path, listing.text.content) for listing in checked.listings)
    sources = read_sources(texts, checked.files)
    pairs = zip(checked.diagnostics, fingerprints(checked.diagnostics, checked.listings), strict=True)
    found = (_locate(diagnostic, fingerprint, sources, checked.safety) for diagnostic, fingerprint in pairs)
    return tuple(sorted(found, key=lambda each: each.rank))


def _locate(diagnostic: Diagnostic, fingerprint: str, sources: Mapping[str, Source], safety: Safety) -> Finding:
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
        replaced_lines(diagnostic, source, safety),
    )
