"""The workflows of GitHub Actions that `bot init` writes."""

from __future__ import annotations

import json

from bot import __version__
from bot.scouting.proposals import KIND
from bot.text import lazy_pattern

VERSION = "v0.1.0"
COMMIT = "00c0d171fe2375eb1484eccb988b712fe56f7984"
"""The release that workflows use, as the pages show it; before the first one, a commit that does what they describe.

A commit cannot name itself, so between two releases this names the last one. `.ci/pin COMMIT VERSION` renews it, here
and on the pages; for the package of a release that happens before it is built (CONTRIBUTING.md).
"""
IS_RELEASED = False
"""Whether the package index has the package; `.ci/pin` says so, after the first release."""
SHOWN_VERSION = VERSION if IS_RELEASED else f"before {VERSION}"
"""What the comment behind the pinned commit says."""
RUN = f"uvx paperlist-bot@{__version__}" if IS_RELEASED else "bot"
"""How pages that are written call the program."""
LINT = ".github/workflows/paperlist-bot.yml"
"""The workflow that checks, from the top of the repository."""
REVIEW = ".github/workflows/paperlist-bot-review.yml"
"""The workflow that posts the review."""
SUBMISSIONS = ".github/workflows/paperlist-bot-submissions.yml"
"""The workflow that answers issues."""
PUBLISH = ".github/workflows/paperlist-bot-publish.yml"
"""The workflow that puts the list on GitHub Pages."""
SCOUT = ".github/workflows/paperlist-bot-scout.yml"
"""The workflow that keeps the issue with candidates."""
UPDATE = ".github/workflows/paperlist-bot-update.yml"
"""The workflow that keeps the pull request with what is new of the papers."""
ACTION = f"paperlist-bot/paperlist-bot@{COMMIT}"
"""The Action, at a commit: a tag can be moved."""

_PLAIN_BRANCH = lazy_pattern(r"[A-Za-z][A-Za-z0-9_./-]*")
_TEMPLATES = {
    LINT: """\
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
""",
    REVIEW: """\
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
""",
    SUBMISSIONS: """\
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
    concurrency: # neither other accounts nor edits may push a waiting approval aside
      group: >-
        paper-submission-${{ github.event.issue.number }}-${{ github.event.sender.id }}-
        ${{ github.event.label.name || github.event_name }}
      cancel-in-progress: false
    permissions:
      contents: write # the lists, and the branch of an approved paper
      issues: write # the answer
      pull-requests: write # the pull request of an approved paper, and its review
    steps:
      - uses: <action>
        with:
          command: submit
""",
    PUBLISH: """\
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
""",
    SCOUT: """\
# Written by `bot init --scout`. Keeps one issue with papers that the list may want, renewed once a week. Anyone who may
# edit the issue can tick papers; a tick starts a run that opens one pull request with them.
name: Paper list candidates

on:
  schedule:
    - cron: "43 4 * * 2"
  workflow_dispatch:
  issues:
    types: [edited]

permissions: {}

concurrency:
  group: paper-list-scout
  cancel-in-progress: false

jobs:
  scout:
    name: Scout
    # Of all edited issues only that of the bot, edited by a person.
    if: >-
      github.event_name != 'issues' ||
      (github.event.sender.type != 'Bot' && github.event.issue.user.type == 'Bot' &&
      startsWith(github.event.issue.body, '<marker>'))
    runs-on: ubuntu-latest
    timeout-minutes: 20
    permissions:
      contents: write # the branch with the papers that were ticked
      issues: write # the one issue with the candidates
      pull-requests: write # the pull request with the papers that were ticked
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          persist-credentials: false
      - uses: <action>
        with:
          command: scout
""",
    UPDATE: """\
# Written by `bot init --update`. Keeps one pull request with venues and code published since for the list's papers.
name: Paper list updates

on:
  schedule:
    - cron: "17 5 * * 3"
  workflow_dispatch:

permissions: {}

concurrency:
  group: paper-list-update
  cancel-in-progress: false

jobs:
  update:
    name: Update
    runs-on: ubuntu-latest
    timeout-minutes: 60
    permissions:
      contents: write # the branch with the changes
      pull-requests: write # the one pull request, and those that were closed
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          persist-credentials: false
      - uses: <action>
        with:
          command: update
""",
}


def render_workflow(path: str, branch: str = "") -> str:
    """The workflow for that path, in a repository whose default branch is `branch`.

    All actions are pinned to commits, with the version in a comment.
    """
    named = branch if _PLAIN_BRANCH.fullmatch(branch) else json.dumps(branch)
    filled = {"<action>": f"{ACTION} # {SHOWN_VERSION}", "<lint>": LINT, "<marker>": KIND.marker, "<branch>": named}
    text = _TEMPLATES[path]
    for name, value in filled.items():
        text = text.replace(name, value)
    return text
