"""What lists do, learned from them, and the configuration and the pages for people and for coding agents that say it.

A run with the configuration finds what a run without it finds, except in lists too short to learn from alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from pathlib import Path
from shlex import quote

from bot.data.writing import quote_scalar
from bot.document import Link
from bot.errors import BotError
from bot.linter.config import Config, Overrides
from bot.linter.diagnostics import Diagnostic, Severity
from bot.linter.engine import Plan, check
from bot.linter.rule import Context, Rule
from bot.listing import Convention, Entry, Listing
from bot.listing.model import MIN_ENTRIES, MIN_SHARE
from bot.listing.values import entry_object
from bot.papers.urls import split_url
from bot.reports.markdown import block
from bot.setup.workflows import INSTALL, RUN
from bot.text import Text, group_pairs, join, lazy_pattern, plural

REQUIRED = 0.98
"""A part is required if at least this share of the papers have it."""

_REQUIRABLE = ("title", "url", "date", "venue", "affiliation")
_PARTS = (*_REQUIRABLE, "arxiv", "citations", "comment")
_ROLES = "title authors date year month day venue arxiv doi url code section comment affiliation citations".split()
"""The keys under `fields` in a configuration."""
_LONGEST_MODEL = 600
"""Characters of an entry that is shown as a model."""
_WORDS = lazy_pattern(r"\w+(?:[\s'’.-]+\w+)*")


@dataclass(frozen=True, slots=True)
class Habit:
    """A convention that the configuration can name, with its support in all lists."""

    key: str
    value: str
    followers: int
    total: int
    adds: int
    """Findings that naming it would add to those of a run that learns it."""
    is_learned: bool = True
    """Whether a run learns the same from each of the lists by itself."""

    @property
    def is_firm(self) -> bool:
        """Whether so many entries follow it that it is a habit."""
        return self.total >= MIN_ENTRIES and self.followers >= MIN_SHARE * self.total

    @property
    def is_adopted(self) -> bool:
        """Whether it is a habit, and naming it changes nothing today."""
        return self.is_firm and self.adds <= 0


@dataclass(frozen=True, slots=True)
class Share:
    """How many of the papers have a part."""

    part: str
    count: int
    total: int

    @property
    def is_required(self) -> bool:
        """Whether a paper without the part is an exception."""
        return self.part in _REQUIRABLE and self.total >= MIN_ENTRIES and self.count >= REQUIRED * self.total


@dataclass(frozen=True, slots=True)
class ListProfile:
    """All that a first configuration says."""

    papers: int
    sections: int
    """Those that hold papers."""
    habits: tuple[Habit, ...]
    shares: tuple[Share, ...]
    errors: int = 0
    """Findings that fail a run today."""
    model: str = ""
    """The source of an entry that shows how the others are written."""
    fields: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """For records: what fields say, and their names, the most frequent one first."""


def learn(listings: Sequence[Listing], context: Context, rules: Sequence[Rule]) -> ListProfile:
    """What the lists do, and what `rules` find in them."""
    shares = tuple(_shares(listings))
    habits = tuple(_habits(listings, context, rules))
    named = overrides(habit for habit in habits if habit.is_adopted and not habit.is_learned)
    found = check(listings, Config(conventions=named).plan(rules), context).diagnostics
    return ListProfile(
        papers=sum(1 for listing in listings for _ in listing.papers),
        sections=sum(1 for listing in listings for _ in {entry.section for entry in listing.papers}),
        habits=habits,
        shares=shares,
        errors=sum(each.severity is Severity.ERROR for each in found),
        model=_model(listings, found),
        fields=tuple(_fields(listings)),
    )


def overrides(habits: Iterable[Habit]) -> Overrides:
    """The habits as a configuration names them."""
    return Overrides.read({habit.key: habit.value for habit in habits})


def _fields(listings: Iterable[Listing]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """What the fields of records say, as the bot reads them."""
    values = [value for listing in listings for value in listing.document.values if value.role]
    counts = Counter((value.role, value.name) for value in values)
    for role in _ROLES:
        names = [name for (each, name), _ in counts.most_common() if each == role]
        folded = dict.fromkeys(name.casefold() for name in names)
        if folded:
            yield role, tuple(next(name for name in names if name.casefold() == each) for each in folded)


def _shares(listings: Iterable[Listing]) -> Iterable[Share]:
    papers = [entry_object(listing, entry) for listing in listings for entry in listing.papers]
    for part in _PARTS:
        yield Share(part, sum(paper[part] not in (None, "", []) for paper in papers), len(papers))


def _habits(listings: Sequence[Listing], context: Context, rules: Sequence[Rule]) -> Iterable[Habit]:
    for field in fields(Overrides):
        concerned = [rule for rule in rules if field.name in {each.name for each in fields(rule)}]
        learned = _count(listings, context, Config().plan(concerned))
        found = [getattr(listing.conventions, field.name) for listing in listings]
        habit = _join(field.name, [each for each in found if each is not None])
        if habit is not None:
            named = _count(listings, context, Config(conventions=overrides([habit])).plan(concerned))
            is_learned = all(each is not None and _is_same(each, habit) for each in found)
            yield replace(habit, adds=named - learned, is_learned=is_learned)


def _is_same(learned: Convention[str], habit: Habit) -> bool:
    """Whether a list follows a habit so clearly that a run learns it from this list alone."""
    own = Habit(habit.key, str(learned.value), learned.followers, learned.total, 0)
    return own.is_firm and own.value == habit.value


def _join(key: str, found: Sequence[Convention[str]]) -> Habit | None:
    """The convention that most entries of all lists follow; a list is counted for its own alone."""
    followers: dict[str, int] = {}
    for each in found:
        followers[each.value] = followers.get(each.value, 0) + each.followers
    if not followers:
        return None
    value = max(followers, key=followers.__getitem__)
    return Habit(key, str(value), followers[value], sum(each.total for each in found), 0)


def _count(listings: Sequence[Listing], context: Context, plan: Plan) -> int:
    return sum(len(each.parts) for each in check(listings, plan, context).diagnostics) if plan.rules else 0


def _model(listings: Iterable[Listing], found: Iterable[Diagnostic]) -> str:
    """The entry that shows best how entries are written: one in the most common form, without any finding.

    Of several the shortest of those that say most; empty if each has a finding.
    """
    flawed = group_pairs((each.path, each.span) for each in found)
    forms: dict[str, list[tuple[int, int, str]]] = {}
    for listing in listings:
        spans = flawed.get(listing.text.path, [])
        for entry in listing.papers:
            text = listing.text[entry.span]
            if len(text) > _LONGEST_MODEL or "<!--" in text or any(entry.span.overlaps(each) for each in spans):
                continue
            if not all(map(_names_host, entry.links)):  # where all entries do it, nothing is found
                continue
            paper = entry_object(listing, entry)
            said = sum(paper[part] not in (None, "", []) for part in _PARTS)
            forms.setdefault(_form(listing, entry), []).append((-said, len(text), text))
    if not forms:
        return ""
    most_common = max(forms.values(), key=len)
    return min(most_common)[-1]


def _names_host(link: Link) -> bool:
    parts = split_url(link.href)
    return parts is None or not parts.host or "." in parts.host


def _form(listing: Listing, entry: Entry) -> str:
    """How an entry is written: its marks, with a letter for each word, or for all of a part."""
    parts = (entry.title, entry.date, entry.venue, entry.parts.affiliation, entry.parts.comment, *entry.authors)
    spans = [each.span for each in parts if each is not None]
    spans += [each.url_span for each in entry.links if each.url_span is not None]
    text, at, pieces = listing.text.content, entry.span.start, []
    for span in sorted(spans):
        if at <= span.start and span.end <= entry.span.end:
            pieces += [text[at : span.start], "p"]
            at = span.end
    return _WORDS.sub("w", "".join([*pieces, text[at : entry.span.end]]))


_HOME = "https://raw.githubusercontent.com/paperlist-bot/paperlist-bot/main"

_SUPPORT = {
    "date_format": "dates use this format",
    "order": "neighbours with different dates are in this order",
    "arxiv_form": "links to arXiv have this form",
}


def render_config(profile: ListProfile, lists: Sequence[str], today: date) -> str:
    """The configuration for `lists`, patterns relative to the top of the repository, as of `today`."""
    named = f"{plural(profile.papers, 'paper')} in {plural(profile.sections, 'section')}"
    head = (
        f"# yaml-language-server: $schema={_HOME}/schemas/config.schema.json\n"
        f"# Written by `bot init` on {today.isoformat()} from {named}. Edit it freely: all keys are optional.\n"
        "# https://github.com/paperlist-bot/paperlist-bot/blob/main/docs/configuration.md describes all keys.\n"
        "# The bot learns in each run how the list is written. Remove a `#` only to set it yourself.\n"
    )
    files = "".join(f"  - {quote_scalar(name)}\n" for name in lists)
    return "\n".join(
        [
            head,
            f"# The files of the list, checked together; ** matches any folders.\nlists:\n{files}",
            *_conventions(profile.habits),
            *_entry(profile.shares),
            *_field_names(profile.fields),
        ]
    )


def _field_names(found: Iterable[tuple[str, tuple[str, ...]]]) -> Iterator[str]:
    lines = []
    for role, names in found:
        written = ", ".join(map(quote_scalar, names))
        lines.append((False, f"{role}: {written if len(names) == 1 else f'[{written}]'}", ""))
    yield from _block(
        "Which fields of the records say what; of several the first that a record has.", "fields", "", lines
    )


def _entry(shares: Iterable[Share]) -> Iterator[str]:
    lines = [
        (False, f"- {share.part}", _support(share.count, share.total, "papers"))
        for share in shares
        if share.is_required
    ]
    yield from _block("Parts that every paper must have; at present no part is required.", "entry", "required", lines)


def _conventions(habits: Iterable[Habit]) -> Iterator[str]:
    lines = [
        (habit.is_adopted and not habit.is_learned, f"{habit.key}: {quote_scalar(habit.value)}", _reason(habit))
        for habit in habits
    ]
    yield from _block("How the list is written.", "conventions", "", lines)


def _block(head: str, key: str, inner: str, lines: Sequence[tuple[bool, str, str]]) -> Iterator[str]:
    """A key with its lines, each active or commented out; if none is active, the key is commented out too."""
    if not lines:
        return
    is_used = any(on for on, _, _ in lines)
    keys = f"{key}:\n" if not inner else f"{key}:\n  {inner}:\n"
    indent = "    " if inner else "  "
    body = keys + "".join(_line(f"{indent}{'' if on or not is_used else '# '}{text}", note) for on, text, note in lines)
    yield f"# {head}\n" + (body if is_used else "".join(f"# {line}\n" for line in body.splitlines()))


def _reason(habit: Habit) -> str:
    support = _support(habit.followers, habit.total, _SUPPORT[habit.key])
    if not habit.is_firm:
        return f"{support}: too {'few' if habit.total < MIN_ENTRIES else 'mixed'} to tell"
    if not habit.is_adopted:
        return f"{support}; setting it would find {habit.adds:,} more"
    return support if habit.is_learned else f"{support}; not each list shows it by itself"


def _support(followers: int, total: int, noun: str) -> str:
    return f"{followers:,} of {total:,} {noun}"


def _line(text: str, comment: str) -> str:
    return f"{text}  # {comment}\n" if comment else f"{text}\n"


FOLDERS = (".github", "", "docs")
"""Where GitHub looks for the file, relative to the top of the repository; the first one found counts."""
CONTRIBUTING = "CONTRIBUTING.md"

_NOUNS = {"title": "a title", "url": "a link", "date": "a date", "venue": "a venue", "affiliation": "an affiliation"}
_ORDERS = {"newest-first": "Newest papers come first.", "oldest-first": "Oldest papers come first."}
_FORMS = {
    "abs": "Links to arXiv lead to the abstract page: `https://arxiv.org/abs/...`.",
    "pdf": "Links to arXiv lead to the PDF: `https://arxiv.org/pdf/...`.",
}
_CHECK = f"""\
[paperlist-bot](https://github.com/paperlist-bot/paperlist-bot) checks every pull request. It comments
on lines that look wrong; **Commit suggestion** applies a suggested fix. To check your change in a clone:

```sh
{RUN} lint --base origin/<branch>
```

{INSTALL}
Add `--fix` to apply the safe fixes. If the bot is wrong about an entry, say so in the pull request, or add
`<!-- bot: allow RULE - reason -->` at the end of the entry, with the name of the rule.
"""


def find_contributing(top: Path) -> Path | None:
    """The page for contributors of the repository at `top`, with any extension and case; None if there is none."""
    for folder in FOLDERS:
        place = top / folder
        names = sorted(each.name for each in place.iterdir()) if place.is_dir() else []
        for name in names:
            if name.partition(".")[0].casefold() == "contributing":
                return place / name
    return None


def render_contributing(profile: ListProfile, branch: str) -> str:
    """What an entry must look like, with an example and the habits of the lists, and what the bot does."""
    example = render_example(profile)
    parts = ["# Contributing\n", *([example] if example else [])]
    rules = "".join(f"- {line}\n" for line in render_habits(profile))
    parts += [rules] if rules else []
    parts.append(_CHECK.replace("<branch>", branch))
    return "\n".join(parts)


def render_example(profile: ListProfile) -> str:
    """A sentence with an entry of the lists as a block of code; empty without one to follow."""
    example = "\n".join(profile.model.splitlines())
    return f"An entry looks like this:\n\n{block(example, 'markdown')}\n" if example else ""


def render_habits(profile: ListProfile) -> Iterator[str]:
    """What all entries have in common, in sentences."""
    required = [_NOUNS[share.part] for share in profile.shares if share.is_required]
    if required:
        yield f"Every paper has {join(required, 'and')}."
    habits = {habit.key: habit.value for habit in profile.habits if habit.is_adopted}
    if "date_format" in habits:
        yield f"Dates are written `{habits['date_format']}`."
    if habits.get("order") in _ORDERS:
        yield _ORDERS[habits["order"]]
    if habits.get("arxiv_form") in _FORMS:
        yield _FORMS[habits["arxiv_form"]]


AGENTS = "AGENTS.md"
"""At the top of the repository, where agents look: https://agents.md."""

_START, _END = "<!-- paperlist-bot:agents -->", "<!-- /paperlist-bot:agents -->"
_MARKER = lazy_pattern(rf"(?<![^\r\n])({_START}|{_END})(?![^\r\n])")

_STEPS = """\
- {install}
- To add a paper, run `{run} add 2401.12345 --section "NAME"`. It takes title, date and authors from arXiv, writes the
  entry in the list's style and order, or says where the paper is listed already. `--format json` is for programs.
- Never write a title, an id or a date from memory. Do not change entries that the task is not about.
- After each change run `{run} lint --base {branch} --fix`. You are done when the exit code is 0.
  Correct the remaining findings from the paper's own page; do not suppress them.
"""


def render_agents(profile: ListProfile, branch: str) -> str:
    """The part of AGENTS.md that is ours, from its first marker to its last; lines end at line feeds."""
    habits = " ".join(render_habits(profile))
    steps = _STEPS.format(install=INSTALL, run=RUN, branch=quote(branch))
    parts = ("## Adding and changing papers\n", render_example(profile), f"- {habits}\n{steps}" if habits else steps)
    body = "\n".join(part for part in parts if part)
    return f"{_START}\n{body}{_END}"


def put_agents(content: str, section: str) -> str:
    """The content of AGENTS.md with `section` in place of the one that is there, else at the end.

    Everything else stays as it is, line ends too. Raises BotError if it is not clear what is ours.
    """
    newline = Text(AGENTS, content).newline
    section = section.replace("\n", newline)
    markers = tuple(_MARKER.finditer(content))
    if [match[0] for match in markers] == [_START, _END]:
        return content[: markers[0].start()] + section + content[markers[1].end() :]
    if markers:
        hint = f"keep one line {_START} and, below it, one line {_END}, or delete both"
        raise BotError(f"{AGENTS} has markers of the bot that do not fit together", hint)
    if not content:
        return section + newline
    above = content if content.endswith(("\n", "\r")) else content + newline
    return above + newline + section + newline
