"""An item comes in; the line of Markdown that reports it goes out.

Lists come from strangers: what they say is escaped, so that it shows and does nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING
from urllib.parse import quote

from bot.errors import BotError
from bot.github.model import LARGEST_BODY
from bot.reports.markdown import code, escape
from bot.sweeps.issue_state import fit, unpack
from bot.sweeps.items import ItemKind
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.sweeps.advance import SweepOutcome
    from bot.sweeps.items import Item
    from bot.sweeps.state import Location, State


_ARCHIVE = "https://web.archive.org/web/*/"
_LONGEST_LINK = 500
"""Characters; a longer address is shown in part, and cannot be followed."""
_LONGEST_WORDS = 160
_MOST_PLACES = 3
_REFERENCE = lazy_pattern(r"https?://(www\.)?github\.com/[^/]+/[^/]+/(issues|pull|commit|discussions|compare)\b")
"""Addresses that GitHub notes over there when they are linked here."""
_BOXES = {
    ItemKind.DEAD: "it is alive",
    ItemKind.MOVED: "keep the old address",
    ItemKind.PAPERS: "it is right as it is",
    ItemKind.REPOSITORIES: "leave it",
}


@dataclass(frozen=True, slots=True)
class Site:
    """Where the lists can be read: `blob` is the address of the commit's files, without a final slash."""

    blob: str | None = None

    def link(self, place: Location) -> str:
        """The place as Markdown, with a link to its line where there is a site."""
        words = f"{place.path}:{place.line}"
        if self.blob is None:
            return code(words)
        return f"[{escape(words)}]({self.blob}/{quote(place.path)}?plain=1#L{place.line})"


def item_line(item: Item, site: Site) -> str:
    """One item of a task list; its box says what a tick means."""
    return f"- [ ] {_BOXES[item.kind]} · {' · '.join(_clauses(item, site))} <!-- item={item.id} -->\n"


def day_of(time: int) -> str:
    """The day of a time, in UTC."""
    return f"{datetime.fromtimestamp(time, UTC):%Y-%m-%d}"


def _clauses(item: Item, site: Site) -> Iterator[str]:
    if item.places:
        more = f" and {len(item.places) - _MOST_PLACES} more" if len(item.places) > _MOST_PLACES else ""
        yield f"{', '.join(site.link(place) for place in item.places[:_MOST_PLACES])}{more}"
        if item.places[0].label:
            yield escape(item.places[0].label, _LONGEST_WORDS)
    if item.kind is ItemKind.MOVED:
        yield f"{_link(item.url)} → {_link(item.moved_to or '')}"
    else:
        yield _link(item.url)
    yield escape(item.words, _LONGEST_WORDS) + (f" (`{item.rule}`)" if item.rule else "")
    if item.is_dead:
        yield f"failed {item.strikes} times since {day_of(item.since)}"
        yield f"[archived copy]({_destination(item.copy)})" if item.copy else _search(item.url)
    else:
        yield f"since {day_of(item.since)}"


def _search(url: str) -> str:
    """Where archived copies would be."""
    return f"[archived copies]({_destination(_ARCHIVE + url)})" if len(url) <= _LONGEST_LINK else "no archived copy"


def _link(url: str) -> str:
    """A URL to click at; as code where it is no web address, too long, or would be noted elsewhere."""
    is_web = url.startswith(("http://", "https://"))
    if not is_web or len(url) > _LONGEST_LINK or _REFERENCE.match(url):
        return code(url, _LONGEST_WORDS)
    return f"[{escape(url, _LONGEST_WORDS)}]({_destination(url)})"


def _destination(url: str) -> str:
    """A URL as the target of a link in Markdown: nothing in it can end the link."""
    kept = quote(url, safe="%/:?#[]@!$&'*+,;=~-._", errors="replace")
    return kept.replace("&", "&amp;")


TITLE = "Paper list: links and papers to look at"
"""Always the same: a change of title would be noted in the issue every week."""
LABEL = "paperlist-bot"

_LEAST_MEMORY = 30_000
"""What the memory gets of them at least, if it wants so much."""
_RESERVE = 500
"""For words that depend on what does not fit."""
_MOST_NOTES = 10
_STAMP = lazy_pattern(r"<!-- paperlist-bot:v1 sweep name=([0-9a-f]{8}) time=(\d{1,12}) -->")
_TICK = lazy_pattern(r"[\s>]*[-*+]\s+\[[xX]\]")
_ITEM = lazy_pattern(r"<!-- item=([0-9a-f]{16}) -->")
_ONE = {ItemKind.PAPERS: "paper", ItemKind.REPOSITORIES: "repository"}
_HEADINGS = {
    ItemKind.DEAD: ("Dead", "Each failed at least three times over a week or longer, for certain."),
    ItemKind.MOVED: ("Moved", "They redirect for good. `bot sweep --fix` writes the new addresses."),
    ItemKind.PAPERS: ("Papers", "What arXiv says of them is not what the list says."),
    ItemKind.REPOSITORIES: ("Repositories", "Renamed ones lead on only until somebody takes the old name."),
}


@dataclass(frozen=True, slots=True)
class IssueContent:
    """What was read from the body of an issue of ours."""

    time: int = 0
    """When the sweep that wrote it was; 0 where that cannot be told."""
    state: State | None = None
    ticks: frozenset[str] = frozenset()
    """The ids of ticked items."""
    problem: str = ""
    """Why there is no state, for people."""


def marker(name: str = "") -> str:
    """What tells the issue from others, also of the same bot: `name` is that of the sweep, where there are several."""
    return f"<!-- paperlist-bot:v1 sweep name={_name(name)} "


def write(
    outcome: SweepOutcome, site: Site, name: str = "", *, remember: bool = True, largest: int = LARGEST_BODY
) -> str:
    """The body of the issue, in at most `largest` characters: marker, report, and the hidden state to `remember`.

    Long lists are cut between items, the memory by what matters least; both are said.
    """
    stamp = f"{marker(name)}time={outcome.state.time} -->\n"
    lines = _lines(outcome, site)
    room = largest - len(stamp) - _frame(outcome, lines)
    if not remember:
        return f"{stamp}{_report(outcome, _cut(lines, room), lines)}"
    wanted = sum(_size(line) for each in lines.values() for line in each)
    kept, block = fit(outcome.state, max(min(_LEAST_MEMORY, room // 2), room - wanted))
    shown = _cut(lines, room - len(block))
    left_out = len(outcome.state.records) - len(kept.records)
    return f"{stamp}{_report(outcome, shown, lines)}{_trimmed(kept, left_out)}\n{block}\n"


def write_report(outcome: SweepOutcome, site: Site, largest: int | None = None) -> str:
    """The whole report, for a file or the page of a job; `largest` characters at most."""
    lines = _lines(outcome, site)
    return _report(outcome, lines if largest is None else _cut(lines, largest - _frame(outcome, lines)), lines)


def read(body: str) -> IssueContent:
    """What the body of an issue holds, whatever a person did to it. That it is ours is for the caller to check."""
    stamp = _STAMP.search(body)
    ticks = frozenset(
        match[1] for line in body.splitlines() if _TICK.match(line) and (match := _ITEM.search(line)) is not None
    )
    time = int(stamp[2]) if stamp else 0
    try:
        state = unpack(body)
    except BotError as error:
        return IssueContent(time, None, ticks, error.message)
    return IssueContent(time, state, ticks, "" if state else "the hidden part of the issue is gone")


def _frame(outcome: SweepOutcome, lines: dict[ItemKind, list[str]]) -> int:
    """Characters that the report takes without its items."""
    return _size(_report(outcome, {kind: [] for kind in ItemKind}, lines)) + _RESERVE


def _lines(outcome: SweepOutcome, site: Site) -> dict[ItemKind, list[str]]:
    lines: dict[ItemKind, list[str]] = {kind: [] for kind in ItemKind}
    for item in outcome.items:
        lines[item.kind].append(item_line(item, site))
    return lines


def _cut(lines: dict[ItemKind, list[str]], room: int) -> dict[ItemKind, list[str]]:
    """The first lines of each section; a section that needs less than its share leaves the rest to the others."""
    needs = {kind: sum(map(_size, each)) for kind, each in lines.items()}
    shown: dict[ItemKind, list[str]] = {}
    for left, kind in enumerate(sorted(needs, key=lambda kind: needs[kind])):
        share = max(room, 0) // (len(needs) - left)
        shown[kind] = _first(lines[kind], share)
        room -= sum(map(_size, shown[kind]))
    return shown


def _first(lines: Sequence[str], room: int) -> list[str]:
    kept = []
    for line in lines:
        room -= _size(line)
        if room < 0:
            break
        kept.append(line)
    return kept


def _report(outcome: SweepOutcome, shown: dict[ItemKind, list[str]], lines: dict[ItemKind, list[str]]) -> str:
    return "\n".join((_summary(outcome), *_remarks(outcome), *_sections(shown, lines), *_record(outcome)))


def _summary(outcome: SweepOutcome) -> str:
    tally = outcome.state.runs[-1].tally if outcome.state.runs else None
    total = f"{tally.total:,} links and papers" if tally is not None else "Nothing"
    blocked = (
        f" {tally.blocked:,} let only people in, {outcome.newly_blocked:,} of them since the last sweep."
        if (tally is not None and tally.blocked)
        else ""
    )
    are = "is" if outcome.watched == 1 else "are"
    watched = f" {outcome.watched:,} did not answer well, and {are} watched." if outcome.watched else ""
    counts = [
        f"{count:,} {_ONE.get(kind, kind) if count == 1 else kind}"
        for kind in ItemKind
        if (count := sum(item.kind is kind for item in outcome.items))
    ]
    found = ", ".join(counts) if counts else "nothing to look at"
    return f"Sweep of {day_of(outcome.state.time)}: {total}, {found}.{blocked}{watched}\n"


def _remarks(outcome: SweepOutcome) -> Iterator[str]:
    if outcome.discarded:
        words = escape(outcome.discarded)
        yield f"> The failures of this sweep do not count, because they are probably our own: {words}.\n"
    for note in outcome.notes[:_MOST_NOTES]:
        yield f"> {escape(note, 200)}\n"


def _sections(shown: dict[ItemKind, list[str]], lines: dict[ItemKind, list[str]]) -> Iterator[str]:
    for kind in ItemKind:
        if lines[kind]:
            heading, words = _HEADINGS[kind]
            more = len(lines[kind]) - len(shown[kind])
            rest = f"\nAnd {more:,} more, in the full report of the run.\n" if more else ""
            yield f"### {heading} ({len(lines[kind]):,})\n\n{words}\n\n{''.join(shown[kind])}{rest}"


def _record(outcome: SweepOutcome) -> Iterator[str]:
    state = outcome.state
    if outcome.items:
        yield "A ticked box leaves that item alone for 90 days.\n"
    if state.called:
        share = f" ({100 * state.wrong / state.called:.1f} %)" if state.wrong else ""
        wrong = f"people found {state.wrong:,} alive{share}" if state.wrong else "people found none alive"
        links = "link" if state.called == 1 else "links"
        back = f"{state.returned:,} came back"
        yield f"Our own record: of {state.called:,} {links} called dead so far, {wrong}, {back}.\n"


def _trimmed(kept: State, left_out: int) -> str:
    if not kept.trimmed.failing:
        return ""
    return (
        f"\nThe memory in this issue is full: {left_out:,} links are not in it, {kept.trimmed.failing:,} of them"
        " failing. Those have failed longest, and are counted anew. `--state FILE` has room for all.\n"
    )


def _size(line: str) -> int:
    """Characters as GitHub counts them."""
    return len(line.encode("utf-16-le", "replace")) // 2


def _name(name: str) -> str:
    return sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
