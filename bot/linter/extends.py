"""Configurations that extend another one: how that is named, and what both say together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

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


class Source(NamedTuple):
    """The text of a configuration, and its name in messages."""

    name: str
    text: str


def is_repository(reference: str) -> bool:
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
