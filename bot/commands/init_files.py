"""The files that `bot init` writes: configuration, workflows of GitHub Actions, page for contributors."""

from __future__ import annotations

import json
import re
import textwrap
from typing import TYPE_CHECKING

from bot import __version__
from bot.commands.init_learn import Group
from bot.listing.conventions import MIN_ENTRIES
from bot.listing.model import entry_object
from bot.release import COMMIT, VERSION
from bot.text import lazy_pattern, plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import date
    from pathlib import Path

    from bot.commands.init_learn import Habit, ListProfile, RuleStatus, Share
    from bot.listing import Listing


WORTH_SHOWING = 0.5
"""The configuration mentions a part if at least this share of the papers have it."""
_HOME = "https://raw.githubusercontent.com/paperlist-bot/paperlist-bot/main"

_WIDTH = 110

_GROUPS = {
    Group.FAILING: "Errors found today: `bot lint` fails until they are fixed or suppressed.",
    Group.BROKEN: "Found today, so only a warning. Change to error once fixed.",
    Group.HOLDING: "Not found today: an error from now on.",
    Group.UNRAISED: "Not found today, and a warning is enough: new entries do not cause it.",
    Group.NOTED: "Notes, only shown with --verbose.",
}
_SUPPORT = {
    "date_format": "dates use this format",
    "order": "neighbours with different dates are in this order",
    "arxiv_form": "links to arXiv have this form",
}
_PLAIN_SCALAR = lazy_pattern(r"[A-Za-z][A-Za-z0-9_./' -]*")
_YAML_KEYWORDS = frozenset({"null", "true", "false"})

_FAIL_ON = """\
# The lowest severity that fails the run: error, warning or note.
fail_on: error
"""
_IGNORE_HELP = """\
# Known findings that should stay, each with a reason:
# ignore:
#   - rule: duplicate-entry
#     match: words of the entry
#     reason: the survey belongs to both groups
"""


def render_config(profile: ListProfile, lists: Sequence[str], today: date) -> str:
    """The configuration for `lists`, patterns relative to the top of the repository, as of `today`."""
    named = f"{plural(profile.papers, 'paper')} in {plural(profile.sections, 'section')}"
    head = (
        f"# yaml-language-server: $schema={_HOME}/schemas/config.schema.json\n"
        f"# Written by `bot init` on {today.isoformat()} from {named}. Edit it freely: all keys are optional.\n"
        "# docs/configuration.md of paperlist-bot describes all keys.\n"
    )
    files = "".join(f"  - {quote_scalar(name)}\n" for name in lists)
    return "\n".join(
        [
            head,
            f"# The files of the list, checked together; ** matches any folders.\nlists:\n{files}",
            *_fields(profile.fields),
            *_rules(profile),
            *_entry(profile.shares),
            *_conventions(profile.habits),
            _FAIL_ON,
            _IGNORE_HELP,
        ]
    )


def quote_scalar(text: str) -> str:
    """`text` as a YAML string, quoted if needed."""
    plain = _PLAIN_SCALAR.fullmatch(text) and text.lower() not in _YAML_KEYWORDS and not text.endswith(" ")
    return text if plain else json.dumps(text, ensure_ascii=False).replace("\x7f", "\\x7f")


def _fields(found: Iterable[tuple[str, tuple[str, ...]]]) -> Iterator[str]:
    lines = []
    for role, names in found:
        written = ", ".join(map(quote_scalar, names))
        lines.append(f"  {role}: {written if len(names) == 1 else f'[{written}]'}\n")
    if lines:
        head = "# Which fields of the records say what; of several the first that a record has."
        yield f"{head}\nfields:\n{''.join(lines)}"


def _rules(profile: ListProfile) -> Iterator[str]:
    head = (
        "# The severity of each rule: error fails the run, warning does not, note is only shown with --verbose, off.\n"
        "# `bot explain RULE` tells what a rule finds and how to fix it.\n"
    )
    if not profile.rules:
        return
    blocks = []
    for group, meaning in _GROUPS.items():
        lines = [_rule_line(each) for each in profile.rules if each.group is group]
        if lines:
            blocks.append(f"  # {meaning}\n{''.join(lines)}")
    blocks += _others("Only with --online, at their default severities", profile.not_run)
    blocks += _others("Off by default", profile.off)
    yield f"{head}rules:\n" + "\n".join(blocks)


def _others(head: str, slugs: Sequence[str]) -> Iterator[str]:
    """Rules without a severity of their own, in a wrapped comment."""
    if slugs:
        lines = textwrap.wrap(f"{head}: {', '.join(slugs)}.", _WIDTH, break_on_hyphens=False)
        yield "".join(f"  # {line}\n" for line in lines)


def _rule_line(status: RuleStatus) -> str:
    counts = {"error": status.errors, "warning": status.warnings, "note": status.notes}
    found = [plural(number, noun) for noun, number in counts.items() if number]
    if status.fixable:
        found.append(f"`bot lint --fix` fixes {status.fixable:,}")
    weaker = "weaker cases: " if status.group is Group.HOLDING and found else ""
    return _line(f"  {status.slug}: {status.severity}", weaker + ", ".join(found))


def _entry(shares: Iterable[Share]) -> Iterator[str]:
    shown = [share for share in shares if share.is_required or share.count > WORTH_SHOWING * share.total]
    lines = [
        (share.is_required, f"- {share.part}", _support(share.count, share.total, "papers"))
        for share in sorted(shown, key=lambda share: not share.is_required)
    ]
    yield from _block(
        "The parts that every paper must have. `bot entries` shows how the bot reads the list.",
        "entry",
        "required",
        lines,
    )


def _conventions(habits: Iterable[Habit]) -> Iterator[str]:
    lines = [(habit.is_adopted, f"{habit.key}: {quote_scalar(habit.value)}", _reason(habit)) for habit in habits]
    head = "How the list is written. What is not set here is learned from the list in each run."
    yield from _block(head, "conventions", "", lines)


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
    return support if habit.is_adopted else f"{support}; setting it finds {habit.adds:,} more"


def _support(followers: int, total: int, noun: str) -> str:
    return f"{followers:,} of {total:,} {noun}"


def _line(text: str, comment: str) -> str:
    return f"{text}  # {comment}\n" if comment else f"{text}\n"


LINT = ".github/workflows/paperlist-bot.yml"
"""The workflow that checks, from the top of the repository."""
REVIEW = ".github/workflows/paperlist-bot-review.yml"
"""The workflow that posts the review."""
SUBMISSIONS = ".github/workflows/paperlist-bot-submissions.yml"
"""The workflow that answers issues."""
PUBLISH = ".github/workflows/paperlist-bot-publish.yml"
"""The workflow that puts the list on GitHub Pages."""
ACTION = f"paperlist-bot/paperlist-bot@{COMMIT}"
"""The Action, at a commit: a tag can be moved."""

_PLAIN_BRANCH = lazy_pattern(r"[A-Za-z][A-Za-z0-9_./-]*")
_LINT = """\
# Written by `bot init --workflow`. Checks what a pull request or a push to <branch> changes in the list.
# Its token is read-only, so that it can run on pull requests from strangers.
name: Paper list

on:
  pull_request:
  push:
    branches: [<branch>]

permissions: {}

concurrency:
  group: paper-list-${{ github.event.pull_request.number || github.ref }}
  cancel-in-progress: true

jobs:
  lint:
    name: Lint
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          fetch-depth: 0 # the full history shows what the change added
          persist-credentials: false
      - id: bot
        uses: <action>
        with:
          online: ${{ github.event_name == 'pull_request' }}
      - name: Upload the report for the review
        if: ${{ !cancelled() && github.event_name == 'pull_request' && steps.bot.outputs.report != '' }}
        uses: actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1
        with:
          name: paperlist-bot-report
          path: ${{ steps.bot.outputs.report }}
          retention-days: 3
"""
_REVIEW = """\
# Written by `bot init --workflow`. Posts the review of a pull request that paperlist-bot.yml checked.
# It does not check out or run code of the change; the bot reads what it needs through the API, as data.
name: Paper list review

on: # zizmor: ignore[dangerous-triggers] no checkout, runs no code of the change, parses its report as data
  workflow_run:
    workflows: [Paper list]
    types: [completed]

permissions: {}

concurrency:
  group: paper-review-${{ github.event.workflow_run.head_repository.id }}-${{ github.event.workflow_run.head_branch }}
  cancel-in-progress: false

jobs:
  post:
    name: Post
    if: >-
      github.event.workflow_run.event == 'pull_request' &&
      contains(github.event.workflow_run.path, '<lint>') &&
      contains(fromJSON('["success", "failure"]'), github.event.workflow_run.conclusion)
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      actions: read # the report that the other workflow uploaded
      contents: read # the configuration of the base branch, and the lists at the head of the change
      pull-requests: write # the review, and hiding comments on what is fixed
    steps:
      - uses: <action>
        with:
          command: post
"""
_SUBMISSIONS = """\
# Written by `bot init --submissions`. Answers papers that people propose in issues, and opens their pull requests.
# What they write reaches the bot as data, in the file of the event; nothing is checked out.
name: Paper submissions

on: # zizmor: ignore[dangerous-triggers] no checkout, runs no code of others, reads issues and comments as data
  issues:
    types: [opened, edited, reopened, labeled]
  issue_comment:
    types: [created]

permissions: {}

jobs:
  submit:
    name: Submit
    if: >-
      github.event.sender.type != 'Bot' && !github.event.issue.pull_request &&
      (github.event.action != 'labeled' || github.event.label.name == 'approved') &&
      (github.event_name == 'issues' || startsWith(github.event.comment.body, '/approve'))
    runs-on: ubuntu-latest
    timeout-minutes: 10
    concurrency: # neither comments that start no job nor edits may push a waiting approval aside
      group: paper-submission-${{ github.event.issue.number }}-${{ github.event.label.name || github.event_name }}
      cancel-in-progress: false
    permissions:
      contents: write # the lists, and the branch of an approved paper
      issues: write # the answer
      pull-requests: write # the pull request of an approved paper, and its review
    steps:
      - uses: <action>
        with:
          command: submit
"""


_PUBLISH = """\
# Written by `bot init --publish`. Puts the list on GitHub Pages after each push to <branch>: a page to search in, a
# feed of what is new, BibTeX and more. In the settings of the repository, the source of Pages must be "GitHub Actions".
name: Paper list page

on:
  push:
    branches: [<branch>]
  workflow_dispatch:

permissions: {}

concurrency:
  group: paper-list-page
  cancel-in-progress: false

jobs:
  build:
    name: Build
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions:
      contents: read # the list and its history
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          fetch-depth: 0 # the history says what is new
          persist-credentials: false
      - id: bot
        uses: <action>
        with:
          command: publish
      - uses: actions/upload-pages-artifact@fc324d3547104276b827a68afc52ff2a11cc49c9 # v5.0.0
        with:
          path: ${{ steps.bot.outputs.site }}

  deploy:
    name: Deploy
    needs: build
    runs-on: ubuntu-latest
    timeout-minutes: 10
    environment:
      name: github-pages
      url: ${{ steps.deploy.outputs.page_url }}
    permissions:
      id-token: write # says to Pages which workflow this is
      pages: write # the new page
    steps:
      - id: deploy
        uses: actions/deploy-pages@cd2ce8fcbc39b97be8ca5fce6e763baed58fa128 # v5.0.0
"""


def render_workflows(branch: str) -> Mapping[str, str]:
    """The workflows by their paths, for a repository whose default branch is `branch`: the lint, then the review.

    All actions are pinned to commits, with the version in a comment.
    """
    return {LINT: _fill(_LINT, branch), REVIEW: _fill(_REVIEW)}


def render_submissions() -> Mapping[str, str]:
    """The workflow that answers papers proposed in issues, by its path."""
    return {SUBMISSIONS: _fill(_SUBMISSIONS)}


def render_publish(branch: str) -> Mapping[str, str]:
    """The workflow that publishes the list when `branch` changes, by its path."""
    return {PUBLISH: _fill(_PUBLISH, branch)}


def _fill(template: str, branch: str = "") -> str:
    named = branch if _PLAIN_BRANCH.fullmatch(branch) else json.dumps(branch)
    return template.replace("<action>", f"{ACTION} # {VERSION}").replace("<lint>", LINT).replace("<branch>", named)


FOLDERS = (".github", "", "docs")
"""Where GitHub looks for the file, relative to the top of the repository; the first one found counts."""
CONTRIBUTING = "CONTRIBUTING.md"

_LONGEST_EXAMPLE = 600
"""Characters of an example."""
_NOUNS = {"title": "a title", "url": "a link", "date": "a date", "venue": "a venue", "affiliation": "an affiliation"}
_ORDERS = {"newest-first": "Newest papers come first.", "oldest-first": "Oldest papers come first."}
_FORMS = {
    "abs": "Links to arXiv lead to the abstract page: `https://arxiv.org/abs/...`.",
    "pdf": "Links to arXiv lead to the PDF: `https://arxiv.org/pdf/...`.",
}
_CHECK = f"""\
Every pull request is checked by [paperlist-bot](https://github.com/paperlist-bot/paperlist-bot). It
comments on lines that look wrong; **Commit suggestion** applies a suggested fix. To run it locally, in a clone:

```sh
uvx paperlist-bot@{__version__} lint --base origin/<branch>
```

Add `--fix` to apply the safe fixes. If it is wrong about an entry, say so in the pull request, or add
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


def render_contributing(listings: Sequence[Listing], profile: ListProfile, branch: str) -> str:
    """What an entry must look like, with an example and the habits of the lists, and what the bot does."""
    example = render_example(listings)
    parts = ["# Contributing\n", *([example] if example else [])]
    rules = "".join(f"- {line}\n" for line in render_habits(profile))
    parts += [rules] if rules else []
    parts.append(_CHECK.replace("<branch>", branch))
    return "\n".join(parts)


def render_example(listings: Iterable[Listing]) -> str:
    """A sentence with an entry of the lists as a block of code; empty without papers."""
    example = _example(listings)
    if not example:
        return ""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", example)), 0)
    return f"An entry looks like this:\n\n{fence}markdown\n{example}\n{fence}\n"


def render_habits(profile: ListProfile) -> Iterator[str]:
    """What all entries have in common, in sentences."""
    required = [_NOUNS[share.part] for share in profile.shares if share.is_required]
    if required:
        yield f"Every paper has {join_with_and(required)}."
    habits = {habit.key: habit.value for habit in profile.habits if habit.is_adopted}
    if "date_format" in habits:
        yield f"Dates are written `{habits['date_format']}`."
    if habits.get("order") in _ORDERS:
        yield _ORDERS[habits["order"]]
    if habits.get("arxiv_form") in _FORMS:
        yield _FORMS[habits["arxiv_form"]]


def join_with_and(items: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join(filter(None, (", ".join(items[:-1]), items[-1])))


def _example(listings: Iterable[Listing]) -> str:
    """The shortest of the entries that say most, which shows the shape and nothing unusual; "" for none."""
    best, rank = "", (0, 0)
    for listing in listings:
        for entry in listing.papers:
            text = listing.text[entry.span]
            paper = entry_object(listing, entry)
            count = sum(paper[part] not in (None, "", []) for part in _NOUNS)
            if len(text) <= _LONGEST_EXAMPLE and (count, -len(text)) > rank and "<!--" not in text:
                best, rank = text, (count, -len(text))
    return "\n".join(best.splitlines())
