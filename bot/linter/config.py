"""What a maintainer decided comes in; the settings of the rules and what to ignore go out."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from bot.linter.diagnostics import Severity
from bot.linter.rule import Setting, set_options
from bot.linter.schema import Validator
from bot.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from bot.linter.rule import Rule
    from bot.papers.dates import DateFormat
    from bot.papers.identifiers import ArxivForm


_NAMES = {
    "arxiv": "arXiv identifier",
    "url": "link to the paper",
    "identifiers": "identifier",
    "links": "link",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """What the file says about one rule; options are as JSON has them, checked against the rule's schema."""

    slug: str
    off: bool = False
    severity: Severity | None = None
    """None where the file does not grade the rule."""
    options: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Ignore:
    """Findings that are known and meant to stay: all that is said here must hold of a finding."""

    rule: str
    reason: str
    path: str | None = None
    match: str | None = None
    url: str | None = None
    line: int = 0
    """The line of the configuration file that says so."""

    def covers(self, rule: str, path: str, words: str, urls: Iterable[str]) -> bool:
        """True for a finding of `rule` in the file `path` (from the repository's top, with forward slashes).

        `words` is the text of the entry, or of the line where there is no entry; `urls` are its addresses.
        """
        return (
            self.rule == rule
            and (self.path is None or matches_path(self.path, path))
            and (self.match is None or _folded(self.match) in _folded(words))
            and (self.url is None or any(_matches_url(self.url, url) for url in urls))
        )


@dataclass(frozen=True, slots=True)
class EntryPolicy:
    """What every entry about a paper must have."""

    required: tuple[str, ...] = ()
    patterns: tuple[tuple[str, str], ...] = ()
    venues: tuple[str, ...] = ()
    schema: Mapping[str, object] | None = None

    def composed(self) -> Mapping[str, object] | None:
        """All of it as one JSON Schema for the objects of `bot entries`; None where nothing is asked."""
        parts = [*self._demands()]
        return {"allOf": parts} if parts else None

    def _demands(self) -> Iterator[Mapping[str, object]]:
        for part in self.required:
            lacks = f"the entry has no {_NAMES.get(part, part)}"
            yield {"properties": {part: {"not": {"enum": [None, "", []]}, "errorMessage": lacks}}}
        for part, pattern in self.patterns:
            yield {"properties": {part: {"pattern": pattern}}}
        if self.venues:
            names = "|".join(re.escape(name) for name in self.venues)
            venue = {"pattern": f"^(?:{names})(?![A-Za-z])", "title": "venue of this list"}
            yield {"properties": {"venue": venue | {"examples": list(self.venues)}}}
        if self.schema is not None:
            # With an identifier of its own, `#/$defs/...` in it leads to its own definitions.
            yield {**self.schema, "$id": "urn:paperlist-bot:own-schema"}


@dataclass(frozen=True, slots=True)
class Overrides:
    """How the list is written where that shall not be learned from it; None: learn it."""

    date_format: DateFormat | None = None
    order: Literal["newest-first", "oldest-first", "none"] | None = None
    arxiv_form: ArxivForm | None = None


@dataclass(frozen=True, slots=True)
class Config:
    """A configuration; without a file everything is at its default."""

    path: Path | None = None
    root: Path = Path()
    """The folder that `lists` and the paths of `ignores` start from: the top of the repository."""
    lists: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    ignores: tuple[Ignore, ...] = ()
    entry: EntryPolicy = EntryPolicy()
    conventions: Overrides = Overrides()
    fail_on: Severity = Severity.ERROR
    exempt_sections: tuple[str, ...] = ()

    def settings(
        self,
        rules: Iterable[Rule] = RULES,
        *,
        select: Collection[str] | None = None,
        ignore: Collection[str] = (),
    ) -> tuple[Setting, ...]:
        """Those of `rules` that shall run, with their options and grades.

        `select` names the ones to run, whether they are on or off; `ignore` names others that shall not.
        """
        choices = {choice.slug: choice for choice in self.choices}
        found = []
        for rule in rules:
            choice = choices.get(rule.slug, Choice(rule.slug))
            runs = self._is_on(rule, choice) if select is None else rule.slug in select
            if runs and rule.slug not in ignore:
                found.append(Setting(self._with_options(rule, choice), choice.severity))
        return tuple(found)

    def ignored(self, rule: str, path: str, words: str, urls: Iterable[str]) -> Ignore | None:
        """The first of `ignores` that covers a finding; as `Ignore.covers`, but for any path to the file."""
        name, addresses = self.name_of(Path(path)), tuple(urls)
        return next((each for each in self.ignores if each.covers(rule, name, words, addresses)), None)

    def name_of(self, path: Path) -> str:
        """`path` from the top of the repository, with forward slashes; unchanged where it lies elsewhere."""
        try:
            return path.resolve().relative_to(self.root.resolve()).as_posix()
        except (ValueError, OSError):
            return path.as_posix()

    def _is_on(self, rule: Rule, choice: Choice) -> bool:
        asked = bool(choice.severity or choice.options or self._conventions_of(rule))
        return not choice.off and (rule.enabled or asked)

    def _with_options(self, rule: Rule, choice: Choice) -> Rule:
        """What the file says of the rule itself goes before what it says of the list."""
        schema = self.entry.composed()
        shared: dict[str, object] = {
            "entry_schema": schema and Validator(schema),
            "exempt_sections": (*getattr(rule, "exempt_sections", ()), *self.exempt_sections),
            **self._conventions_of(rule),
        }
        given = {name: shared[name] for name in shared.keys() & _names(rule) if shared[name] is not None}
        return set_options(replace(rule, **given), dict(choice.options))

    def _conventions_of(self, rule: Rule) -> dict[str, object]:
        """The overridden conventions that are options of `rule`, by the names they share."""
        shared = {name: getattr(self.conventions, name) for name in _names(self.conventions) & _names(rule)}
        return {name: value for name, value in shared.items() if value is not None}


def matches_path(pattern: str, path: str) -> bool:
    """Whether `pattern` (`*`, `**`, `?`) covers `path`, both from the top of the repository, with forward slashes."""
    return _path_pattern(pattern).fullmatch(path) is not None


def _names(record: Rule | Overrides) -> set[str]:
    return {field.name for field in fields(record)}


def _folded(words: str) -> str:
    return " ".join(words.split()).casefold()


def _matches_url(pattern: str, url: str) -> bool:
    """Each piece is looked for from the end of the one before: linear, however many stars there are."""
    first, *rest = pattern.split("*")
    if not rest:
        return url == pattern
    cursor = len(first)
    for piece in rest[:-1]:
        found = url.find(piece, cursor)
        if found < 0:
            return False
        cursor = found + len(piece)
    return url.startswith(first) and url.endswith(rest[-1]) and len(url) - len(rest[-1]) >= cursor


@lru_cache(maxsize=256)
def _path_pattern(pattern: str) -> re.Pattern[str]:
    wildcards = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", pattern)
    return re.compile("".join(wildcards.get(part, re.escape(part)) for part in parts), re.DOTALL)
