"""The name of the default branch comes in; the workflows of GitHub Actions that check a list go out."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from bot import __version__
from bot.listing.model import entry_object
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from bot.commands.init_config import Initial
    from bot.listing import Listing


LINT = ".github/workflows/paperlist-bot.yml"
"""Where the workflow that checks stands, from the top of the repository."""
REVIEW = ".github/workflows/paperlist-bot-review.yml"
"""Where the workflow that writes the review stands."""
ACTION = f"paperlist-bot/paperlist-bot@v{__version__}"
"""The release of the Action that goes with this version of the bot."""

_PLAIN = lazy_pattern(r"[A-Za-z][A-Za-z0-9_./-]*")
_LINT = """\
# Written by `bot init --workflow`. Checks what a pull request changes in the list, and the whole list on <branch>.
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
          fetch-depth: 0 # the history tells what is new in the change
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
# Written by `bot init --workflow`. Posts the review of a pull request that paperlist-bot.yml has checked.
# It neither checks out nor runs anything of the change: the bot reads what it needs through the API, as data.
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


def render_workflows(branch: str) -> Mapping[str, str]:
    """The workflows by their paths, for a repository whose default branch is `branch`: the lint, then the review.

    The actions of GitHub are pinned to commits, ours to a release, which does not move either.
    """
    named = branch if _PLAIN.fullmatch(branch) else json.dumps(branch)
    return {LINT: _fill(_LINT).replace("<branch>", named), REVIEW: _fill(_REVIEW)}


def _fill(words: str) -> str:
    return words.replace("<action>", ACTION).replace("<lint>", LINT)


FOLDERS = (".github", "", "docs")
"""Where GitHub looks for the file, from the top of the repository; the first that has one counts."""
NAME = "CONTRIBUTING.md"

_LONGEST = 600
"""Characters of an example."""
_NOUNS = {"title": "a title", "url": "a link", "date": "a date", "venue": "a venue", "affiliation": "an affiliation"}
_ORDERS = {"newest-first": "Newest papers come first.", "oldest-first": "Oldest papers come first."}
_FORMS = {
    "abs": "Links to arXiv lead to the page of the abstract: `https://arxiv.org/abs/...`.",
    "pdf": "Links to arXiv lead to the PDF: `https://arxiv.org/pdf/...`.",
}
_CHECK = f"""\
Every pull request is read by [paperlist-bot](https://github.com/paperlist-bot/paperlist-bot). It says beside the line
what looks wrong, and where it knows the mend, **Commit suggestion** takes it. To see it beforehand, in a clone:

```sh
pipx run --spec git+https://github.com/paperlist-bot/paperlist-bot@v{__version__} bot lint --base origin/<branch>
```

With `--fix` it mends what it can. If it is wrong about an entry, say so in the pull request, or put
`<!-- bot: allow RULE - reason -->` at the end of the entry, with the name of the rule that the finding has.
"""


def find_contributing(top: Path) -> Path | None:
    """The file that contributors of the repository at `top` are shown, whatever its ending and case; None: no such."""
    for folder in FOLDERS:
        place = top / folder
        names = sorted(each.name for each in place.iterdir()) if place.is_dir() else []
        for name in names:
            if name.partition(".")[0].casefold() == "contributing":
                return place / name
    return None


def render_contributing(listings: Sequence[Listing], initial: Initial, branch: str) -> str:
    """What an entry must look like, by an example and the habits of the lists, and what the bot does."""
    example = _example(listings)
    parts = ["# Contributing\n"]
    if example:
        fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", example)), 0)
        parts.append(f"An entry looks like this:\n\n{fence}markdown\n{example}\n{fence}\n")
    rules = "".join(f"- {line}\n" for line in _rules(initial))
    parts += [rules] if rules else []
    parts.append(_CHECK.replace("<branch>", branch))
    return "\n".join(parts)


def _rules(initial: Initial) -> Iterator[str]:
    required = [_NOUNS[share.part] for share in initial.shares if share.required]
    if required:
        yield f"Every paper has {_join(required)}."
    habits = {habit.key: habit.value for habit in initial.habits if habit.kept}
    if "date_format" in habits:
        yield f"Dates are written `{habits['date_format']}`."
    if habits.get("order") in _ORDERS:
        yield _ORDERS[habits["order"]]
    if habits.get("arxiv_form") in _FORMS:
        yield _FORMS[habits["arxiv_form"]]


def _join(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _example(listings: Iterable[Listing]) -> str:
    """The shortest of the entries that say most, which shows the shape and nothing unusual; "" for none."""
    best, rank = "", (0, 0)
    for listing in listings:
        for entry in listing.papers:
            words = listing.text[entry.span]
            paper = entry_object(listing, entry)
            having = sum(paper[part] not in (None, "", []) for part in _NOUNS)
            if len(words) <= _LONGEST and (having, -len(words)) > rank and "<!--" not in words:
                best, rank = words, (having, -len(words))
    return "\n".join(best.splitlines())
