"""The name of the default branch comes in; the workflows of GitHub Actions that check a list go out."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from bot import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

LINT = ".github/workflows/paperlist-bot.yml"
"""Where the workflow that checks stands, from the top of the repository."""
REVIEW = ".github/workflows/paperlist-bot-review.yml"
"""Where the workflow that writes the review stands."""
ACTION = f"paperlist-bot/paperlist-bot@v{__version__}"
"""The release of the Action that goes with this version of the bot."""

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*")
_LINT = """\
# Written by `bot init --workflow`: checks what a pull request changes in the list, and the whole list on <branch>.
# It may read and nothing else, so that it can run on what a stranger wrote.
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
          fetch-depth: 0 # the history tells what the change added from what was there
          persist-credentials: false
      - id: bot
        uses: <action>
        with:
          online: ${{ github.event_name == 'pull_request' }}
      - name: Keep the report for the review
        if: ${{ !cancelled() && github.event_name == 'pull_request' && steps.bot.outputs.report != '' }}
        uses: actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1
        with:
          name: paperlist-bot-report
          path: ${{ steps.bot.outputs.report }}
          retention-days: 3
"""
_REVIEW = """\
# Written by `bot init --workflow`: writes the review of a pull request that paperlist-bot.yml has checked.
# It checks nothing out and runs nothing of the change: what it needs, the bot reads through the API, as data.
name: Paper list review

on: # zizmor: ignore[dangerous-triggers] no checkout, no code of the change; its report is parsed as data
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
      actions: read # the report that the other workflow kept
      contents: read # the configuration of the branch that it goes into, and the lists as the change has them
      pull-requests: write # the review, and folding away what is mended
    steps:
      - uses: <action>
        with:
          command: post
"""


def render(branch: str) -> Mapping[str, str]:
    """The workflows by their paths, for a repository whose default branch is `branch`: the lint, then the review.

    The actions of GitHub are pinned to commits, ours to a release, which does not move either.
    """
    named = branch if _PLAIN.fullmatch(branch) else json.dumps(branch)
    return {LINT: _fill(_LINT).replace("<branch>", named), REVIEW: _fill(_REVIEW)}


def _fill(words: str) -> str:
    return words.replace("<action>", ACTION).replace("<lint>", LINT)
