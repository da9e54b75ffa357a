"""What an event asks of the bot, and its answer to a proposal: one comment, edited in place, and a pull request.

Titles and headings come from strangers: they are escaped, so that they show and do nothing else. Of the issue itself
nothing is repeated. The title of the pull request is the message of the commit too, which is not Markdown: what would
do something there is left out, not escaped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from bot.github.branches import LOGIN, is_plain
from bot.github.events import CommentEvent, IssueEvent, JobEvent
from bot.github.hidden_text import START, HiddenLine, Seal
from bot.github.model import WEB, Author, Comment, OpenedIssue, line_url, link_quietly
from bot.reports.markdown import block, code, escape
from bot.submissions.form import LABEL, NAME, TITLE, Form, find_papers, read_form
from bot.text import StrEnum, join, shorten

COMMAND = "/approve"
APPROVE_LABEL = "approved"
_LOOKS = frozenset({"opened", "edited", "reopened"})
_LONGEST_LINE = 300


class Task(NamedTuple):
    """What is asked of the bot for an issue."""

    repository: str
    number: int
    is_approval: bool = False
    """Whether the pull request is to be made; else only the answer."""
    by: str = ""
    """Who approves."""
    section: str = ""
    """The section that the approval names."""
    seen: str = ""
    """The text of the issue when it was approved."""
    time: str = ""
    """When it was approved."""
    is_new: bool = False
    """Whether the issue was just opened."""


def read_task(event: JobEvent | None, label: str) -> Task | None:
    """What an event asks for; None for nothing. Programs ask for nothing: the bot does not answer itself or others."""
    if isinstance(event, CommentEvent):
        return _read_comment(event)
    if not isinstance(event, IssueEvent) or event.is_bot or not event.sender:
        return None
    if event.action in _LOOKS:
        return Task(event.repository, event.number, is_new=event.action == "opened")
    if event.action == "labeled" and event.label.casefold() == label.casefold():
        return Task(event.repository, event.number, is_approval=True, by=event.sender, seen=event.body, time=event.time)
    return None


def _read_comment(event: CommentEvent) -> Task | None:
    """A comment counts as it was written: an edit may be by somebody else."""
    if event.is_bot or event.is_pull or event.action != "created" or not event.commenter:
        return None
    line = event.body.lstrip().partition("\n")[0][:_LONGEST_LINE].strip()
    command, _, section = line.partition(" ")
    if command != COMMAND:
        return None
    section = section.strip().strip('"`').strip()
    return Task(event.repository, event.number, True, event.commenter, section, event.issue_body, event.time)


class Step(StrEnum):
    """What comes next."""

    NOTHING = "nothing"
    """The issue proposes no paper."""
    CHECK = "check"
    """It may propose one: if its papers are not listed, it gets a link to the form."""
    EXPLAIN = "explain"
    """It gets a link to the form."""
    LOOK = "look"
    """It gets an answer."""
    APPROVE = "approve"
    """Its pull request is made, if who asks for it may."""


def choose_step(task: Task, issue: OpenedIssue, *, is_answered: bool, names_papers: bool) -> Step:
    """What comes next for an issue; `names_papers` says whether its text links to papers, wherever."""
    is_meant = is_answered or LABEL in issue.labels
    if read_form(issue.body) is not None:
        return Step.APPROVE if task.is_approval else Step.LOOK
    if is_meant:
        return Step.EXPLAIN
    return Step.CHECK if task.is_new and names_papers else Step.NOTHING


def is_changed(task: Task, body: str, read: Callable[[str], object]) -> bool:
    """Whether the issue proposes something else now, with the text `body`, than when it was approved."""
    before, now = (read_form(each) for each in (task.seen, body))
    return _proposed(before, read) != _proposed(now, read)


def _proposed(form: Form | None, read: Callable[[str], object]) -> tuple[object, ...]:
    return () if form is None else (form.section, form.said, *(find_papers(form.names, read) or form.names))


def find_earlier(issue: OpenedIssue, queue: Sequence[OpenedIssue], most: int) -> tuple[int, ...]:
    """The open submissions of the same author that this one has to wait for; none for those whom the owner trusts.

    `queue` are the open submissions. With `most` of them open, a later one is not looked at.
    """
    if issue.author is None or issue.author.is_trusted or not most:
        return ()
    login = issue.author.login
    earlier = tuple(
        each.number
        for each in queue
        if each.number < issue.number and each.author is not None and each.author.login == login
    )
    return earlier if len(earlier) >= most else ()


_FIELDS = (("state", "[a-z]{1,20}"), ("paper", "[0-9a-f]{16}"), ("pull", r"\d{1,12}"), ("line", "(?:[0-9a-f]{32})?"))
_MARKER = HiddenLine("submission", f"{START} submission", _FIELDS)
_REFUSAL = HiddenLine("refusal", f"{START} refusal")
_NO_PAPER = "0" * 16
_LONGEST_TITLE = 300
LONGEST_ENTRY = 5_000
"""Characters of an entry that is shown."""
_LONGEST_REASON = 500
_MOST_ROWS = 50
_MOST_SAME = 5
_LONGEST_ROW = 60


class State(StrEnum):
    """How far a submission is."""

    READY = "ready"
    """The line is known; somebody has to approve it."""
    UNCLEAR = "unclear"
    """Somebody has to name the section."""
    LISTED = "listed"
    DECLINED = "declined"
    UNREADABLE = "unreadable"
    """The form does not name one paper."""
    WAITING = "waiting"
    """An earlier one of the same author is open."""
    STRAY = "stray"
    """The issue was not made from the template."""


_STATES = {
    State.READY: "waits for approval",
    State.UNCLEAR: "needs a section",
    State.LISTED: "in the list already",
    State.DECLINED: "cannot be added",
    State.UNREADABLE: "names no paper",
    State.WAITING: "waits for an earlier one",
    State.STRAY: "not made with the form",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is known about a proposal; what does not apply is empty."""

    state: State
    paper: str = ""
    """As people write it: `arXiv:2401.12345`."""
    title: str = ""
    path: str = ""
    line: int = 0
    section: str = ""
    text: str = ""
    """The entry that would be added."""
    source: str = ""
    """Where what it says is from: `arXiv`, `its page on example.org`."""
    reason: str = ""
    sections: tuple[tuple[str, float], ...] = ()
    """The sections that fit best, with their scores."""
    unknown: tuple[str, ...] = ()
    """What most entries beside it have, and no source says about this paper."""
    notes: tuple[str, ...] = ()
    """More sentences."""
    earlier: tuple[int, ...] = ()
    """The open issues of the same author."""
    same: tuple[int, ...] = ()
    """The open issues that propose the same paper."""
    pulls: tuple[int, ...] = ()
    """The open pull requests that add it."""
    said: tuple[str, ...] = ()
    """The parts that the form itself says."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the answer is written."""

    repository: str
    number: int
    commit: str = ""
    """The commit that the lists were read at."""
    web: str = WEB
    label: str = APPROVE_LABEL

    @property
    def page(self) -> str:
        """The repository's page."""
        return f"{self.web}/{self.repository}"

    def link(self, number: int) -> str:
        """A link to an issue or pull request."""
        return link_quietly(number, self.repository, self.web)


class Marker(NamedTuple):
    """What the hidden line of an answer says."""

    state: State
    paper: str = _NO_PAPER
    """The first digits of a hash of the paper."""
    pull: int = 0
    """The pull request that was made; 0 for none."""
    line: str = ""
    """The checksum of the line that is shown, as `digest_of_line` makes it."""


class Row(NamedTuple):
    """An open submission in the table."""

    number: int
    author: str
    title: str
    """Of the issue."""
    paper: str
    marker: Marker | None
    """None if it was not answered yet."""


def screen(papers: Sequence[str], earlier: tuple[int, ...]) -> Outcome | None:
    """Why a proposal is not looked at: it does not name one paper, or its author's `earlier` ones are open."""
    if not papers:
        return Outcome(State.UNREADABLE, reason="The form names no paper")
    if len(papers) > 1:
        return Outcome(State.UNREADABLE, reason=f"The form names {len(papers)} papers, and it is for one")
    return Outcome(State.WAITING, papers[0], earlier=earlier) if earlier else None


def make_rows(queue: Iterable[OpenedIssue], read: Callable[[str], str | None], seal: Seal) -> tuple[Row, ...]:
    """The open submissions as rows of the table; `read` names the paper that a word means."""
    rows = []
    for issue in queue:
        form = read_form(issue.body)
        papers = find_papers(form.names, read) if form is not None else ()
        found = find_answer(issue.comments, seal._replace(number=issue.number))
        author = issue.author.login if issue.author is not None else "ghost"
        paper = papers[0] if len(papers) == 1 else ""
        rows.append(Row(issue.number, author, issue.title, paper, found[1] if found else None))
    return tuple(rows)


def digest_of(paper: str) -> str:
    """How a marker names a paper."""
    return _digest(paper) if paper else _NO_PAPER


def digest_of_line(outcome: Outcome) -> str:
    """The checksum of the line that is shown: 16 digits of its place, and as many of its text."""
    return f"{_digest(outcome.path, outcome.section)}{_digest(outcome.text)}" if outcome.text else ""


def is_of_shown(outcome: Outcome, shown: Marker, *, names_section: bool) -> bool:
    """Whether the line is the one that was shown; who names the section has chosen its place."""
    start = 16 if names_section else 0
    return shown.line[start:] == digest_of_line(outcome)[start:]


def _digest(*words: str) -> str:
    return sha256("\0".join(words).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def find_answer(comments: Sequence[Comment], seal: Seal) -> tuple[Comment, Marker] | None:
    """The first of our comments that is an answer to this issue, and what its marker says."""
    for comment in comments:
        found = _MARKER.read(comment.body, seal)
        if found is not None and found[0] in set(State):
            return comment, Marker(State(found[0]), found[1], int(found[2]), found[3])
    return None


def find_refusal(comments: Sequence[Comment], seal: Seal) -> Comment | None:
    """Our comment that refuses an approval."""
    return next((each for each in comments if _REFUSAL.read(each.body, seal) is not None), None)


def render_refusal(login: str, seal: Seal) -> str:
    """The one comment that refuses approvals by people without rights."""
    return (
        f"{_REFUSAL.write((), seal)}\n"
        f"The approval by {code(login)} was not followed: only people with write access to this repository can approve."
        " Further ones change this comment.\n"
    )


def render_answer(outcome: Outcome, place: Place, seal: Seal, pull: Marker | None, rows: Sequence[Row] = ()) -> str:
    """The whole comment; `pull` says which pull request was made, and for which paper. `rows` are the open ones."""
    paper, number = digest_of(outcome.paper), pull.pull if pull is not None else 0
    # The marker keeps the paper that was approved: so that an edit afterwards is seen.
    stored = pull.paper if pull is not None and number else paper
    own = Marker(outcome.state, stored, number, digest_of_line(outcome))
    marker = _MARKER.write((own.state.value, stored, str(number), own.line), seal)
    parts = [*_head(outcome, place, number if stored == paper else 0), *_remarks(outcome, place)]
    if number and stored != paper:
        parts.append(f"#{number} was made for another paper. To replace it there, approve this one.")
    if len(rows) > 1:
        parts.append("\n".join(_table(rows, own, place)))
    return f"{marker}\n" + "\n\n".join(parts) + "\n"


def _head(outcome: Outcome, place: Place, pull: int) -> Iterator[str]:
    """What the outcome is, and what can be done; `pull` is the pull request that was made for it."""
    named = _name(outcome)
    match outcome.state:
        case State.READY:
            yield from _ready(outcome, place, pull)
        case State.UNCLEAR:
            yield from _unclear(outcome)
        case State.LISTED:
            yield f"{named} is {escape(outcome.reason)}: {_where(outcome, place, linked=True)}."
        case State.DECLINED:
            yield f"{named} cannot be added: {escape(outcome.reason, _LONGEST_REASON)}."
            yield "If the form is wrong, edit it: the bot then looks again."
        case State.UNREADABLE:
            yield f"{escape(outcome.reason, _LONGEST_REASON)}. Edit the issue: the bot then looks again."
        case State.WAITING:
            earlier = join([f"#{number}" for number in outcome.earlier], "and")
            yield f"The bot looks at this when {earlier} by the same account is closed and this issue is edited."
        case State.STRAY:
            form = f"{place.page}/issues/new?template={NAME}"
            yield f"To propose a paper for the list, use [the form]({form}): the bot answers with the line to add."


def _ready(outcome: Outcome, place: Place, pull: int) -> Iterator[str]:
    where = _where(outcome, place, linked=False)
    yield f"#{pull} adds {_name(outcome)} to {where}:" if pull else f"{_name(outcome)} would be added to {where}:"
    yield block(shorten(outcome.text, LONGEST_ENTRY), language_of(outcome.path))
    if pull:
        return
    yield (
        f"Somebody with write access makes the pull request by the comment {code(COMMAND)}, or"
        f" {code(f'{COMMAND} SECTION')} for another section, or with the label {code(place.label)}."
    )
    if others := [each for each in outcome.sections if each[0] != outcome.section]:
        yield f"Other sections that fit: {_scores(others)}."


def _unclear(outcome: Outcome) -> Iterator[str]:
    yield f"{_name(outcome)} can be added, but which section it belongs in is not clear."
    if outcome.sections:
        yield f"The best ones: {_scores(outcome.sections)}."
    if outcome.text:
        yield f"In {code(outcome.section)} the entry would be:"
        yield block(shorten(outcome.text, LONGEST_ENTRY), language_of(outcome.path))
    named = f"{COMMAND} {outcome.sections[0][0] if outcome.sections else 'SECTION'}"
    yield f"Somebody with write access makes the pull request by a comment with the section: {code(named)}."


def language_of(path: str) -> str:
    """What GitHub colours an entry as; nothing for a list in another format."""
    return "markdown" if path.lower().endswith((".md", ".markdown")) else ""


def _name(outcome: Outcome) -> str:
    title = f"“{escape(outcome.title, _LONGEST_TITLE)}”" if outcome.title else ""
    return f"{title} ({code(outcome.paper)})" if title else code(outcome.paper)


def _where(outcome: Outcome, place: Place, *, linked: bool) -> str:
    """File, line and section; `linked` where the line is there already."""
    where = f"{outcome.path}:{outcome.line}"
    shown = code(where)
    if linked and place.commit:
        target = line_url(f"{place.page}/blob/{place.commit}", outcome.path, outcome.line)
        shown = f"[{escape(where)}]({target})"
    return f"{shown}, in {code(outcome.section)}" if outcome.section else shown


def _scores(sections: Sequence[tuple[str, float]]) -> str:
    return ", ".join(f"{code(name)} ({score:.2f})" for name, score in sections)


def _remarks(outcome: Outcome, place: Place) -> Iterator[str]:
    said = f"The form gives {join(outcome.said, 'and')}" if outcome.said else ""
    if outcome.text and outcome.source:
        source = escape(outcome.source, _LONGEST_TITLE)
        yield f"{said}. The rest is from {source}." if said else f"What the entry says is from {source}."
    elif said:
        yield f"{said}. No service confirms it."
    if outcome.unknown:
        yield f"Unknown, although most entries beside it have it: {join(outcome.unknown, 'and')}."
    same = [f"#{number}" for number in outcome.same[:_MOST_SAME]]
    same += [f"pull request {place.link(number)}" for number in outcome.pulls[:_MOST_SAME]]
    if same:
        yield f"Also proposed in {join(same, 'and')}."
    yield from (escape(each, _LONGEST_REASON) for each in outcome.notes)


def _table(rows: Sequence[Row], own: Marker, place: Place) -> Iterator[str]:
    yield f"<details><summary>Open submissions ({len(rows):,})</summary>\n"
    yield "| issue | paper | from | state |\n| --- | --- | --- | --- |"
    for row in rows[:_MOST_ROWS]:
        marker = own if row.number == place.number else row.marker
        pull = f", pull request {place.link(marker.pull)}" if marker is not None and marker.pull else ""
        state = "not looked at yet" if marker is None else _STATES[marker.state]
        title = escape(row.title.removeprefix(TITLE).strip(), _LONGEST_ROW)
        named = f"{code(row.paper, _LONGEST_ROW)} {title}" if row.paper else title
        yield f"| {place.link(row.number)} | {named} | {code(row.author)} | {'' if pull else state}{pull[2:]} |"
    if len(rows) > _MOST_ROWS:
        yield f"\n{len(rows) - _MOST_ROWS:,} more are open."
    yield "\n</details>"


class Draft(NamedTuple):
    """A pull request that is to be opened."""

    branch: str
    title: str
    body: str
    trailers: tuple[str, ...]


def draft_pull(outcome: Outcome, number: int, author: Author | None, approver: str) -> Draft:
    """The pull request for the issue `number`, which `author` opened; merging it closes the issue."""
    names = (outcome.title, outcome.paper)
    named = next((each for each in names if is_plain(each)), f"the paper of issue {number}")
    proposed = f"Proposed by {code(author.login)}, approved by {code(approver)}." if author else ""
    unknown = f"Not known: {join(outcome.unknown, 'and')}." if outcome.unknown else ""
    parts = (block(outcome.text, language_of(outcome.path)), proposed, unknown, f"Closes #{number}")
    return Draft(
        f"paperlist-bot/submission-{number}",
        f"Add {named}",
        "\n\n".join(part for part in parts if part) + "\n",
        coauthors(author),
    )


def coauthors(author: Author | None) -> tuple[str, ...]:
    """The line that makes the author of the proposal one of the commit: the address that GitHub gives everybody."""
    if author is None or author.number is None or not LOGIN.fullmatch(author.login):
        return ()
    return (f"Co-authored-by: {author.login} <{author.number}+{author.login}@users.noreply.github.com>",)
