"""Changed lists of a checkout, offered as a pull request of the bot."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from bot.github.branches import open_or_update_pull
from bot.github.client import open_client
from bot.github.model import NewContent, repository_of
from bot.github.pulls import read_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.console import Console
    from bot.github.branches import OpenPull
    from bot.text import Text


def offer(
    before: Sequence[Text], after: Sequence[Text], branch: str, title: str, body: str, console: Console
) -> OpenPull | None:
    """Open or update the pull request; a list that has changed in the meantime is left to the next run."""
    repository = repository_of(console.environ)
    contents: list[NewContent] = []
    with open_client(console.environ) as client:
        for old, new in zip(before, after, strict=True):
            if old.content == new.content:
                continue
            path = _path_in_repository(old.path)
            if read_file(client, repository, path) != old.content.encode("utf-8"):
                console.say(f"warning: {path} differs from the default branch and is left out of the pull request")
                continue
            contents.append(NewContent(path, new.content))
        if not contents:
            return None
        pull = open_or_update_pull(client, repository, branch, tuple(contents), title, body)
    console.say(f"Pull request: {pull.url}" if pull else "The default branch has these changes already.")
    return pull


def _path_in_repository(path: str) -> str:
    """The path of a file from the top of its repository: the nearest folder above with a `.git`, else this folder."""
    absolute = Path(path).absolute()
    top = next((each for each in absolute.parents if os.path.lexists(each / ".git")), Path.cwd())
    return os.path.relpath(absolute, top).replace(os.sep, "/")
