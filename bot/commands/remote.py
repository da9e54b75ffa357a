"""A pull request comes in; its lists as they are and as they were go out, read through GitHub's API as data.

Nothing is checked out. The configuration is that of the branch that the change shall go into: a change has no say
in how it is judged.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from bot import files
from bot.errors import CANNOT_RUN, BotError
from bot.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from bot.github.api import GitHub
    from bot.github.model import ChangedFile, Pull
    from bot.linter.config import Config
    from bot.listing import Listing

_TOP = Path("/repository").absolute()
"""Where the repository would be; the disk is never asked."""
_WILD = frozenset("*?[")
_MOST_LISTS = 100


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists of a pull request."""

    config: Config
    files: tuple[ChangedFile, ...]
    """All files that the change adds or touches."""
    now: tuple[Text, ...]
    """The lists at the head, by their paths in the repository."""
    then: tuple[Text, ...]
    """Those that there were at the merge base, by the paths that they have now."""
    head: Tree
    base: Tree
    notes: tuple[str, ...] = ()
    """What could not be looked at, and why, in sentences."""


class Tree:
    """What stands at a commit; `ask` is asked when it is first of use, and once."""

    def __init__(self, ask: Callable[[], frozenset[str] | None]) -> None:
        self._ask = ask

    @cached_property
    def names(self) -> frozenset[str] | None:
        """Files and folders; None where there are more than GitHub tells."""
        return self._ask()

    def missing(self, listings: Iterable[Listing]) -> frozenset[tuple[str, str]] | None:
        """Relative targets of lists that do not exist, as `files.missing_targets`; None where nobody can say."""
        try:
            return files.missing_targets(listings, self._holds, _TOP)
        except _UntoldError:
            return None

    def _holds(self, place: str) -> bool:
        """Whether there is something at `place`, or may be: what is behind a link or in a submodule is not told."""
        if self.names is None:
            raise _UntoldError
        name = os.path.relpath(place, _TOP).replace(os.sep, "/")
        if name == "." or name in self.names:
            return True
        parents = (str(each) for each in PurePosixPath(name).parents)
        above = next((each for each in parents if each in self.names), None)
        return above is not None and above not in self._folders

    @cached_property
    def _folders(self) -> frozenset[str]:
        """Folders that something is known to be in."""
        return frozenset(name.rpartition("/")[0] for name in self.names or ())


class _UntoldError(Exception):
    """There are more files than GitHub tells."""


def read_config(github: GitHub, pull: Pull, path: str | None, *, isolated: bool) -> Config:
    """The configuration of the base branch: `path`, else the one of the usual name, else none.

    Raises BotError where `path` is not there, and for what a configuration must not say.
    """
    from bot.linter.config import Config
    from bot.linter.config_file import NAMES, parse

    there = None if isolated or path else github.paths(pull.repository, pull.base)
    usual = tuple(name for name in NAMES if there is None or name in there)
    for name in () if isolated else (PurePosixPath(path).as_posix(),) if path else usual:
        content = github.content(pull.repository, name, pull.base)
        if content is not None:
            return parse(_decoded(name, content).removeprefix("\ufeff"), name, path=Path(name))
    if path and not isolated:
        raise BotError(f"there is no file {path} at {pull.base[:12]}", "--config names a file of the base branch")
    return Config()


def read_lists(github: GitHub, pull: Pull, config: Config) -> Lists:
    """The lists that `config` names, else README.md.

    Raises BotError where none of them is there, neither now nor before the change.
    """
    changed = {each.path: each for each in github.changed_files(pull)}
    head = Tree(lambda: github.paths_now(pull))
    base = Tree(lambda: github.paths_before(pull))
    now: list[Text] = []
    then: list[Text] = []
    notes: list[str] = []
    for path in _paths(config, head, changed):
        text = _text(github, pull, path, notes)
        if text is not None:
            now.append(text)
        old = _old_text(github, pull, path, text, changed.get(path))
        if old is not None:
            then.append(old)
    if not now and not then and not notes:
        names = " or ".join(config.lists or ("README.md",))
        hint = "name the lists under `lists` in .github/paperlist-bot.yml of the base branch"
        raise BotError(f'there is no file "{names}" in {pull.repository}', hint)
    return Lists(config, tuple(changed.values()), tuple(now), tuple(then), head, base, tuple(notes))


def _paths(config: Config, head: Tree, changed: Mapping[str, ChangedFile]) -> Iterable[str]:
    """The lists by name, each once; of a repository too large to tell, a pattern finds changed files alone."""
    from bot.linter.config_file import DEFAULT_LIST

    found: dict[str, None] = {}
    for pattern in config.lists or (DEFAULT_LIST,):
        found.update(dict.fromkeys(_matching(PurePosixPath(pattern).as_posix(), head, changed)))
    if len(found) > _MOST_LISTS:
        message = f"the configuration names {len(found)} lists, and a review looks at {_MOST_LISTS}"
        raise BotError(message, "narrow `lists` in .github/paperlist-bot.yml", CANNOT_RUN)
    return found


def _matching(pattern: str, head: Tree, changed: Mapping[str, ChangedFile]) -> Iterator[str]:
    from bot.linter.config import matches_path

    if not _WILD & {*pattern}:
        yield pattern
        return
    yield from (name for name in sorted(head.names or changed) if matches_path(pattern, name))


def _text(github: GitHub, pull: Pull, path: str, notes: list[str]) -> Text | None:
    content = github.content(pull.repository, path, pull.head)
    if content is None:
        return None
    try:
        return Text(path, content.decode("utf-8"))
    except UnicodeDecodeError:
        notes.append(f"`{path}` was not read: it is not UTF-8.")
        return None


def _old_text(github: GitHub, pull: Pull, path: str, now: Text | None, change: ChangedFile | None) -> Text | None:
    """The list before the change: what it was called then does not matter, and what is gone counts too."""
    if change is None and now is not None:
        return now
    before = path if change is None else change.old_path
    content = None if before is None else github.content(pull.repository, before, pull.merge_base)
    return None if content is None else Text(path, content.decode("utf-8", "replace"))


def _decoded(name: str, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BotError(f"{name} is not UTF-8", "save it as UTF-8") from error
