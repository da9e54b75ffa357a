"""Configurations that extend another one: how that is named and read, and what both say together.

That of another repository is asked for once a day; few lists need what that imports.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from bot import files
from bot.errors import CANNOT_RUN, BotError
from bot.linter.config import NAMES
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import TypeAlias

    from bot.github.client import Client

    Fetch: TypeAlias = Callable[[str], "Source"]
    """Reads the configuration that `extends` names: a repository, or a path from the top of one's own."""

MOST = 5
"""Configurations one behind the other."""
_REPOSITORY = lazy_pattern(r"[A-Za-z0-9-]{1,39}/[A-Za-z0-9._-]{1,100}")
_SUFFIXES = (".yml", ".yaml")
_MERGED = ("rules", "entry", "conventions", "sections")
"""Keys whose parts are inherited one by one."""
_OWN = ("lists", "extends")
"""Keys that say something about one repository only."""
_FRESH = 86_400.0
"""Seconds for which a copy is used without asking whether it is the newest."""
_USABLE = 30 * _FRESH
"""Seconds for which a copy is used where GitHub does not answer."""


class Source(NamedTuple):
    """The text of a configuration, and its name in messages."""

    name: str
    text: str


def names_repository(reference: str) -> bool:
    """Whether `extends` names a repository (`owner/name`), and not a file."""
    return _REPOSITORY.fullmatch(reference) is not None and not reference.endswith(_SUFFIXES)


def inherit(own: Mapping[str, object], base: Mapping[str, object]) -> dict[str, object]:
    """What a configuration says with what it extends: its own word counts, and both lists of ignores.

    The options of a rule are inherited one by one, so that `date-mismatch: error` keeps the `months` of the base.
    """
    found = {key: value for key, value in base.items() if key not in _OWN} | dict(own)
    for key in _MERGED:
        if isinstance(ours := own.get(key), Mapping) and isinstance(theirs := base.get(key), Mapping):
            found[key] = _merge_rules(ours, theirs) if key == "rules" else _merge_parts(ours, theirs)
    ignores = [each for config in (own, base) for each in _as_list(config.get("ignore"))]
    return found | ({"ignore": ignores} if ignores else {})


def _merge_rules(own: Mapping[str, object], base: Mapping[str, object]) -> dict[str, object]:
    found = dict(base)
    for slug, value in own.items():
        found[slug] = {**_as_options(base.get(slug, {})), **_as_options(value)} if slug in base else value
    return found


def _merge_parts(own: Mapping[str, object], base: Mapping[str, object]) -> dict[str, object]:
    """The parts of both, and of `patterns` each; a `schema` is one part."""
    found = {**base, **own}
    if isinstance(ours := own.get("patterns"), Mapping) and isinstance(theirs := base.get("patterns"), Mapping):
        found["patterns"] = {**theirs, **ours}
    return found


def _as_options(value: object) -> Mapping[str, object]:
    """The configuration of a rule as a mapping; a severity may be written alone."""
    return value if isinstance(value, Mapping) else {"severity": value}


def _as_list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def fetch_shared(repository: str, environ: Mapping[str, str] = os.environ) -> Source:
    """The configuration at the top of a repository's default branch, from GitHub or the copy of an earlier run.

    Raises BotError where there is none, or where GitHub does not answer and no copy of the last 30 days exists.
    """
    from hashlib import sha256

    from bot.facts.cache import default_path
    from bot.facts.services import GITHUB as API
    from bot.github.client import Client, Timing
    from bot.github.errors import GitHubError, NotFoundError

    api = environ.get("GITHUB_API_URL") or API
    copy = default_path().parent / "shared" / f"{sha256(f'{api} {repository.lower()}'.encode()).hexdigest()}.yml"
    age = _age(copy)
    if age is None or age > _FRESH:
        try:
            with Client(api, environ.get("GITHUB_TOKEN", "").strip() or None, Timing(longest_wait=0)) as client:
                source = read_shared(client, repository)
        except NotFoundError:
            raise
        except GitHubError as error:
            if age is None or age > _USABLE:
                hint = "run again with a connection, or copy the file and name its path after `extends`"
                raise BotError(f"extends: {repository} could not be read: {error.message}", hint, CANNOT_RUN) from error
        else:
            _keep(copy, source.text)
            return source
    return Source(f"{repository}:{NAMES[0]}", files.read(str(copy)).content)


def read_shared(client: Client, repository: str) -> Source:
    """The configuration at the top of a repository's default branch. Raises BotError where there is none."""
    from bot.github.errors import NotFoundError
    from bot.github.pulls import read_file

    for name in NAMES:
        if (content := read_file(client, repository, name)) is not None:
            return Source(f"{repository}:{name}", content.decode("utf-8", "replace").removeprefix("\ufeff"))
    raise NotFoundError(f"extends: {repository} has no {NAMES[0]}", "check the name, and that the token can access it")


def _age(copy: Path) -> float | None:
    """Seconds since a copy was written; None if there is none."""
    try:
        return max(time.time() - copy.stat().st_mtime, 0.0)
    except OSError:
        return None


def _keep(copy: Path, text: str) -> None:
    try:
        files.save(copy, text)
    except BotError:
        return  # the next run asks again
