"""The workflows of GitHub Actions that `bot init` writes."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from bot import __version__
from bot.text import lazy_pattern

VERSION = "v0.1.0"
COMMIT = "4a7a3fbb0fd74079e12b6f67ec0979320315450b"
"""The release that workflows use, as the pages show it; before the first one, a commit that does what they describe.

A commit cannot name itself, so between two releases this names the last one. `.ci/pin COMMIT VERSION` renews it, here
and on the pages; for the package of a release that happens before it is built (CONTRIBUTING.md).
"""
IS_RELEASED = False
"""Whether the package index has the package; `.ci/pin` says so, after the first release."""
SHOWN_VERSION = VERSION if IS_RELEASED else "pinned commit; no release yet"
"""What the comment after the pinned commit says."""
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
SWEEP = ".github/workflows/paperlist-bot-sweep.yml"
"""The workflow that checks all links once a week."""
REBASE = ".github/workflows/paperlist-bot-rebase.yml"
"""The workflow that merges the base branch into a pull request."""
ACTION = f"paperlist-bot/paperlist-bot@{COMMIT}"
"""The Action, at a commit: a tag can be moved."""
INSTALL = (
    "`uvx` comes with [uv](https://docs.astral.sh/uv/)."
    if IS_RELEASED
    else f"To install `bot`, run `pipx install git+https://github.com/{ACTION}`."
)
"""How pages that are written say what `RUN` needs."""

_PLAIN_BRANCH = lazy_pattern(r"[A-Za-z][A-Za-z0-9_./-]*")
_PIN = lazy_pattern(r"@[0-9a-f]{40} # .*")
_SEAL = "# bot init renews this file as long as nobody has changed it: "
_TEMPLATES = Path(__file__).parent / "templates"


def render_workflow(path: str, branch: str = "") -> str:
    """The workflow for that path, in a repository whose default branch is `branch`.

    All actions are pinned to commits, with the version in a comment.
    """
    from bot.scouting.proposals import KIND  # and with it the library for GitHub, which few runs need

    named = branch if _PLAIN_BRANCH.fullmatch(branch) else json.dumps(branch)
    filled = {"<action>": f"{ACTION} # {SHOWN_VERSION}", "<lint>": LINT, "<marker>": KIND.marker, "<branch>": named}
    text = (_TEMPLATES / Path(path).name).read_text("utf-8")
    for name, value in filled.items():
        text = text.replace(name, value)
    return f"{text}{_SEAL}{_checksum(text)}\n"


def is_unchanged(text: str) -> bool:
    """Whether a workflow is as some version of the bot wrote it, but for newer versions of the actions that it uses."""
    body, seal, checksum = text.rpartition(_SEAL)
    return bool(seal) and checksum.strip() == _checksum(body)


def _checksum(text: str) -> str:
    return sha256(_PIN.sub("@", text).encode("utf-8", "surrogatepass")).hexdigest()[:12]
