"""Where sweeps keep their state: a file, or the one issue of a repository, with what people did to it.

One that a person closed stays closed until something new is found. A state that was lost, and is too young to call
anything dead, closes nothing while links fail.

Lists come from strangers: their text is escaped, so that it shows and does nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias
from urllib.parse import quote

from bot.errors import BotError
from bot.files import read_optional, save
from bot.github.client import open_client
from bot.github.hidden_text import KEY, UNSEALED, Seal
from bot.github.kept_issue import Content, Fate, KeptIssue, Kind, mark_item
from bot.github.model import LARGEST_BODY, line_url, repository_of, size_of, web_server
from bot.links import Tally
from bot.reports.markdown import code, escape
from bot.sweeps.advance import SweepOutcome, apply_ticks, discard_future
from bot.sweeps.history import FAILING_AGAIN, SPAN
from bot.sweeps.items import Item, ItemKind, describe_state
from bot.sweeps.state import BLOCK, Location, State, day_of, dump, fit, is_fine, load, load_hidden
from bot.text import fitting, lazy_pattern, plural

KIND = Kind(
    "Paper list: links and papers to look at",
    "sweep name=e3b0c442",
    BLOCK,
    load_hidden,
    "failures are counted from zero",
)
YOUNG = SPAN + FAILING_AGAIN
"""A state of so many seconds, or more, has seen three strikes of whatever is dead."""

_LEAST_STATE = 30_000
"""The least number of characters for the state, if it needs them."""
_RESERVE = 500
"""For the text that depends on what does not fit."""
_MOST_NOTES = 10
_MOST_PLACES = 3
_LONGEST_LINK = 500
"""Longer addresses are cut and not linked (characters)."""
_LONGEST_TEXT = 160
_ARCHIVE = "https://web.archive.org/web/*/"
_REFERENCE = lazy_pattern(r"https?://(www\.)?github\.com/[^/]+/[^/]+/(issues|pull|commit|discussions|compare)\b")
"""Addresses that GitHub mentions on their own pages when they are linked here."""
_HEADINGS = {
    ItemKind.DEAD: ("Dead", "Each link definitely failed at least three times, over a week or more."),
    ItemKind.MOVED: ("Moved", "These redirect permanently. `bot sweep --fix` writes the new addresses."),
    ItemKind.PAPERS: ("Papers", "arXiv's records of these papers differ from the list."),
    ItemKind.REPOSITORIES: (
        "Repositories",
        "Old names of renamed repositories only redirect until somebody else takes them.",
    ),
}
_BOXES = {
    ItemKind.DEAD: "it is alive",
    ItemKind.MOVED: "keep the old address",
    ItemKind.PAPERS: "the entry is right",
    ItemKind.REPOSITORIES: "leave it as it is",
}
"""What a tick means."""


@dataclass(frozen=True, slots=True)
class Site:
    """Where the lists can be read: `blob` is the address of the commit's files, without a final slash."""

    blob: str | None = None
    page: str = ""
    """The address of the page of `bot report`; empty if there is none."""

    def link(self, place: Location) -> str:
        """The place as Markdown, with a link to its line where there is a site."""
        text = f"{place.path}:{place.line}"
        if self.blob is None:
            return code(text)
        return f"[{escape(text)}]({line_url(self.blob, place.path, place.line)})"


_Lines: TypeAlias = dict[ItemKind, list[str]]


def write(outcome: SweepOutcome, site: Site, largest: int = LARGEST_BODY, seal: Seal = UNSEALED) -> str:
    """The body of the issue, in at most `largest` characters: marker, report, and the hidden state.

    Long reports are cut between items, the state by what matters least; both are mentioned.
    """
    stamp = KIND.stamp(outcome.state.time)
    lines = _item_lines(outcome, site)
    room = largest - len(stamp) - _frame(outcome, lines, site)
    wanted = sum(size_of(line) for each in lines.values() for line in each)
    stored, block = fit(outcome.state, max(min(_LEAST_STATE, room // 2), room - wanted), seal)
    shown = _cut(lines, room - len(block))
    left_out = len(outcome.state.records) - len(stored.records)
    return f"{stamp}{_report(outcome, shown, lines, site)}{_trimmed(stored, left_out)}\n{block}\n"


def write_report(outcome: SweepOutcome, site: Site, largest: int | None = None) -> str:
    """The whole report, for a file or the page of a job; `largest` characters at most."""
    lines = _item_lines(outcome, site)
    shown = lines if largest is None else _cut(lines, largest - _frame(outcome, lines, site))
    return _report(outcome, shown, lines, site)


def choose_fate(outcome: SweepOutcome, now: Content[State] | None) -> Fate:
    """What is to become of the issue that has the content `now`; None if there is no issue."""
    state = outcome.state
    if now is None:
        is_worth_storing = bool(state.findings) or any(not is_fine(record) for record in state.records.values())
        return Fate.OPEN if outcome.items else Fate.CLOSE if is_worth_storing else Fate.STAY
    if outcome.items:
        is_new = any(item.reported > now.time for item in outcome.items)
        return Fate.OPEN if is_new or not now.time else Fate.STAY
    return Fate.STAY if outcome.watched and _is_young(outcome) else Fate.CLOSE


def item_line(item: Item, site: Site) -> str:
    """One item of a task list; its box says what a tick means."""
    return f"- [ ] {_BOXES[item.kind]} · {' · '.join(_clauses(item, site))} {mark_item(item.id)}\n"


def _is_young(outcome: SweepOutcome) -> bool:
    runs = outcome.state.runs
    return runs[-1].time - runs[0].time < YOUNG if runs else True


def _clauses(item: Item, site: Site) -> Iterator[str]:
    if item.places:
        more = f" and {len(item.places) - _MOST_PLACES} more" if len(item.places) > _MOST_PLACES else ""
        yield f"{', '.join(site.link(place) for place in item.places[:_MOST_PLACES])}{more}"
        if item.places[0].label:
            yield escape(item.places[0].label, _LONGEST_TEXT)
    if item.kind is ItemKind.MOVED:
        yield f"{_link(item.url)} → {_link(item.moved_to or '')}"
    else:
        yield _link(item.url)
    yield escape(item.message, _LONGEST_TEXT) + (f" (`{item.rule}`)" if item.rule else "")
    if item.is_dead:
        yield f"failed {item.strikes} times since {day_of(item.since)}"
        yield f"[archived copy]({_destination(item.copy)})" if item.copy else _search(item.url)
    else:
        yield f"since {day_of(item.since)}"


def _search(url: str) -> str:
    """Where archived copies would be."""
    return f"[archived copies]({_destination(_ARCHIVE + url)})" if len(url) <= _LONGEST_LINK else "no archived copy"


def _link(url: str) -> str:
    """A URL to follow; as code where it is not a web address, too long, or would be mentioned on another page."""
    is_web = url.startswith(("http://", "https://"))
    if not is_web or len(url) > _LONGEST_LINK or _REFERENCE.match(url):
        return code(url, _LONGEST_TEXT)
    return f"[{escape(url, _LONGEST_TEXT)}]({_destination(url)})"


def _destination(url: str) -> str:
    """A URL as the target of a link in Markdown: nothing in it can end the link."""
    return quote(url, safe="%/:?#[]@!$&'*+,;=~-._", errors="replace").replace("&", "&amp;")


def _frame(outcome: SweepOutcome, lines: _Lines, site: Site) -> int:
    """The size of the report without its items (characters)."""
    return size_of(_report(outcome, {kind: [] for kind in ItemKind}, lines, site)) + _RESERVE


def _item_lines(outcome: SweepOutcome, site: Site) -> _Lines:
    lines: _Lines = {kind: [] for kind in ItemKind}
    for item in outcome.items:
        lines[item.kind].append(item_line(item, site))
    return lines


def _cut(lines: _Lines, room: int) -> _Lines:
    """The first lines of each section; a section that needs less than its share leaves the rest to the others."""
    needs = {kind: sum(map(size_of, each)) for kind, each in lines.items()}
    shown: _Lines = {}
    for left, kind in enumerate(sorted(needs, key=lambda kind: needs[kind])):
        share = max(room, 0) // (len(needs) - left)
        shown[kind] = fitting(lines[kind], share, size_of)
        room -= sum(map(size_of, shown[kind]))
    return shown


def _report(outcome: SweepOutcome, shown: _Lines, lines: _Lines, site: Site) -> str:
    return "\n".join((_summary(outcome, site), *_remarks(outcome), *_sections(shown, lines), *_record(outcome)))


def _summary(outcome: SweepOutcome, site: Site) -> str:
    state = outcome.state
    tally = state.runs[-1].tally if state.runs else Tally()
    counts = [f"{tally.total:,} links and papers followed"]
    if tally.blocked:
        counts.append(
            f"{tally.blocked:,} blocked by their hosts, {outcome.newly_blocked:,} of them since the last sweep"
        )
    if outcome.watched:
        counts.append(f"{outcome.watched:,} failing, not yet reported as dead")
    page = (
        f"[Charts and tables]({_destination(site.page)})" if site.page else "Charts: `bot report --issue --html FILE`"
    )
    first = f"Sweep of {day_of(state.time)}: {describe_state(state, outcome.items)}."
    return f"{first}\n\n{'; '.join(counts)}. {page}.\n"


def _remarks(outcome: SweepOutcome) -> Iterator[str]:
    if outcome.outage:
        outage = escape(outcome.outage)
        yield f"> The failures of this sweep do not count, probably the network was down: {outage}.\n"
    for note in outcome.notes[:_MOST_NOTES]:
        yield f"> {escape(note, 200)}\n"


def _sections(shown: _Lines, lines: _Lines) -> Iterator[str]:
    for kind in ItemKind:
        if lines[kind]:
            heading, text = _HEADINGS[kind]
            more = len(lines[kind]) - len(shown[kind])
            rest = f"\n{more:,} more are in the full report of the run.\n" if more else ""
            yield f"### {heading} ({len(lines[kind]):,})\n\n{text}\n\n{''.join(shown[kind])}{rest}"


def _record(outcome: SweepOutcome) -> Iterator[str]:
    state = outcome.state
    if outcome.items:
        yield "Tick a box to hide the item for 90 days.\n"
    if state.called:
        share = f" ({100 * state.wrong / state.called:.1f} %)" if state.wrong else ""
        wrong = f"{state.wrong:,} ticked as alive{share}" if state.wrong else "none ticked as alive"
        called = plural(state.called, "link")
        yield f"Of {called} reported as dead so far: {wrong}, {state.returned:,} came back.\n"


def _trimmed(stored: State, left_out: int) -> str:
    if not stored.trimmed.failing:
        return ""
    return (
        f"\nThe state in this issue is full: {left_out:,} links do not fit, {stored.trimmed.failing:,} of them"
        " failing. These have failed longest and are counted from zero. Use `--state FILE` to keep all.\n"
    )


@dataclass(slots=True)
class FileStore:
    """A file of JSON, one link a line, which may be under version control; without one every sweep is the first."""

    path: Path | None
    say: Callable[[str], None] = lambda _: None
    url: str = ""

    def load(self, now: int) -> State:
        """The state in the file; that before the first sweep where there is no file, which is said.

        Raises BotError if the file could not be written either: before the sweep, not after it.
        """
        if self.path is None:
            return State()
        text = read_optional(self.path)
        if text is None:
            if not self.path.parent.is_dir():
                raise BotError(f"folder not found: {self.path.parent}", "create it, or check the path of --state")
            self.say(f"{self.path} does not exist yet: this first sweep creates it.")
        return discard_future(load(text or "", str(self.path)), now)

    def save(self, outcome: SweepOutcome) -> None:
        """Replace the file."""
        if self.path is not None:
            save(self.path, dump(outcome.state))


@dataclass(slots=True)
class IssueStore:
    """The issue of a repository, with its report and, unless it is in a `file`, the hidden state."""

    issue: KeptIssue[State]
    site: Site
    file: FileStore

    @property
    def url(self) -> str:
        """The page of the issue; empty if there is none."""
        return self.issue.url

    def load(self, now: int) -> State:
        """The state, from the file or the hidden part, with the ticks of the issue applied."""
        state = self.file.load(now)
        found = self.issue.load()
        if found is None:
            return state
        content = found[1]
        if self.file.path is None:
            if content.problem:
                self.file.say(f"warning: {content.problem}")
            state = discard_future(content.state or State(), now)
        return apply_ticks(state, content.boxes.ticked, now)

    def save(self, outcome: SweepOutcome) -> None:
        """Write the file, and bring the issue up to date."""
        actions = self.issue.plan(
            lambda seal: write(outcome, self.site, seal=seal), lambda now: choose_fate(outcome, now)
        )
        self.file.save(outcome)
        self.issue.carry_out(actions)


Store: TypeAlias = FileStore | IssueStore
"""Where the state is between two sweeps: loaded with what people ticked applied; each raises BotError as it says."""


@contextmanager
def open_store(
    path: Path | None, environ: Mapping[str, str], say: Callable[[str], None], *, issue: bool, page: str = ""
) -> Iterator[Store]:
    """The store that a sweep was given: a file, the issue, both or none.

    Raises BotError if the environment lacks something for it.
    """
    file = FileStore(path, say)
    if issue:
        with open_issue(environ, file, page) as store:
            yield store
    else:
        yield file


@contextmanager
def open_issue(environ: Mapping[str, str], file: FileStore | None = None, page: str = "") -> Iterator[IssueStore]:
    """The issue of the job's repository. Raises BotError if the environment lacks a repository or a token."""
    repository = repository_of(environ)
    with open_client(environ) as client:
        issue = KeptIssue(client, repository, KIND, environ.get(KEY, "").encode())
        yield IssueStore(issue, site_of(environ, page), file or FileStore(None))


def issue_address(repository: str) -> str:
    """Where the issue of a repository, given by its own address, is found."""
    search = f'is:issue in:title "{KIND.title}"'
    return f"{repository}/issues?q={quote(search)}"


def site_of(environ: Mapping[str, str], page: str = "") -> Site:
    """Where the lists can be read as they are in this run, and the page of `bot report`."""
    repository = environ.get("GITHUB_REPOSITORY", "")
    commit = environ.get("GITHUB_SHA") or "HEAD"
    return Site(f"{web_server(environ)}/{repository}/blob/{commit}" if repository else None, page)
