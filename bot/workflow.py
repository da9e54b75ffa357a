"""The name of the default branch comes in; a workflow of GitHub Actions that lints the list goes out."""

from __future__ import annotations

import json
import re

PATH = ".github/workflows/paperlist-bot.yml"
"""Where the workflow stands, from the top of the repository."""

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*")
_WORKFLOW = """\
# Written by `bot init --workflow`: lints the list on every pull request, and on {branch}.
name: Paper list

on:
  pull_request:
  push:
    branches: [{branch}]

permissions: {{}}

jobs:
  lint:
    name: Lint the list
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
        with:
          persist-credentials: false
      - uses: actions/setup-python@5fda3b95a4ea91299a34e894583c3862153e4b97 # v7.0.0
        with:
          python-version: "3.13"
      - run: pip install paperlist-bot
      - run: bot lint --format github
"""


def render(branch: str) -> str:
    """The workflow for a repository whose default branch is `branch`; actions are pinned to commits."""
    return _WORKFLOW.format(branch=branch if _PLAIN.fullmatch(branch) else json.dumps(branch))
