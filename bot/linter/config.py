"""The configuration of a list: which rules run, what they ignore, and how its file is found and read."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal, NamedTuple, cast

from bot.document import Link
from bot.errors import BotError
from bot.files import check_inside, find_files, find_top, is_file, is_folder, matches_path, shown_path
from bot.linter.diagnostics import Diagnostic, Severity
from bot.linter.engine import Plan
from bot.linter.rule import ActiveRule, Rule, set_fields, set_options
from bot.listing import Kind, Listing
from bot.papers.dates import DateFormat
from bot.papers.identifiers import ArxivForm

NAMES = (".github/paperlist-bot.yml", ".github/paperlist-bot.yaml")
"""The paths of the configuration, relative to the top of the repository."""
DEFAULT_LIST = "README.md"
"""The file that is read if neither the command line nor the configuration names one."""

_README_FOLDERS = ("", "docs", ".github")
"""Where a repository may have its README.md."""
OFF = "off"
"""Turns a rule off, in place of a severity."""

_NAMES = {"arxiv": "arXiv identifier", "url": "link to the paper", "identifiers": "identifier", "links": "link"}


class RuleConfig(NamedTuple):
    """The configuration of one rule; its options are JSON values, checked against the rule's schema."""

    slug: str
    off: bool = False
    severity: Severity | None = None
    """None if the file gives none."""
    options: tuple[tuple[str, object], ...] = ()


class Ignore(NamedTuple):
    """Known findings that should stay: those that match all fields except the reason."""

    rule: str
    reason: str
    path: str | None = None
    match: str | None = None
    url: str | None = None
    line: int = 0
    """Its line in the configuration file; 0 for one of a file that it extends."""

    def matches(self, rule: str, path: str, text: str, urls: Iterable[str]) -> bool:
        """Whether it covers a finding of `rule` in the file `path` (relative to the repository's top, with forward
        slashes).

        `text` is the text of the entry, or of the line if there is no entry; `urls` are its URLs.
        """
        return (
            self.rule == rule
            and (self.path is None or matches_path(self.path, path))
            and (self.match is None or _folded(self.match) in _folded(text))
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
        """All of it as one JSON Schema for the objects of `bot entries`; None if there is nothing to check."""
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
            venue = {"pattern": f"^(?:{names})(?:[^A-Za-z]|$)", "title": "venue of this list"}
            yield {"properties": {"venue": venue | {"examples": list(self.venues)}}}
        if self.schema is not None:
            # With an identifier of its own, `#/$defs/...` in it leads to its own definitions.
            yield {**self.schema, "$id": "urn:paperlist-bot:own-schema"}


@dataclass(frozen=True, slots=True)
class Overrides:
    """Conventions of the list; None: learned from the list."""

    date_format: DateFormat | None = None
    order: Literal["newest-first", "oldest-first", "none"] | None = None
    arxiv_form: ArxivForm | None = None

    @classmethod
    def read(cls, values: Mapping[str, object]) -> Overrides:
        """Those that a valid configuration names."""
        date_format, form = values.get("date_format"), values.get("arxiv_form")
        return cls(
            date_format=DateFormat(str(date_format)) if date_format else None,
            order=cast("Literal['newest-first', 'oldest-first', 'none'] | None", values.get("order")),
            arxiv_form=ArxivForm(str(form)) if form else None,
        )


@dataclass(frozen=True, slots=True)
class Config:
    """A configuration; without a file all values are defaults."""

    path: Path | None = None
    root: Path = Path()
    """The folder that `lists` and the paths of `ignores` start from: the top of the repository."""
    lists: tuple[str, ...] = ()
    rules: tuple[RuleConfig, ...] = ()
    ignores: tuple[Ignore, ...] = ()
    entry: EntryPolicy = EntryPolicy()
    conventions: Overrides = Overrides()
    fail_on: Severity = Severity.ERROR
    exempt_sections: tuple[str, ...] = ()
    kinds: tuple[tuple[str, Kind], ...] = ()
    """What entries are about, by the headings of their sections."""
    fields: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """For records: the names of the fields that have a role, such as `title`."""

    def plan(
        self, rules: Iterable[Rule], *, select: Collection[str] | None = None, ignore: Collection[str] = ()
    ) -> Plan:
        """The plan of a run with those of `rules` that are on.

        `select` names the rules to run, whether they are on or off; `ignore` names rules that do not run.
        """
        rules = tuple(rules)
        given = {each.slug: each for each in self.rules}
        active = []
        for rule in rules:
            own = given.get(rule.slug, RuleConfig(rule.slug))
            runs = self._is_on(rule, own) if select is None else rule.slug in select
            if runs and rule.slug not in ignore:
                named = select is not None or rule.slug in given
                active.append(ActiveRule(self._with_options(rule, own), own.severity, named))
        known = frozenset(rule.slug for rule in rules)
        return Plan(tuple(active), known, UsedIgnores(self) if self.ignores else None)

    def find_ignores(self, rule: str, path: str, text: str, urls: Iterable[str]) -> tuple[Ignore, ...]:
        """Those of `ignores` that match a finding, like `Ignore.matches`, but by any path to the file."""
        name, addresses = self.name_of(Path(path)), tuple(urls)
        return tuple(each for each in self.ignores if each.matches(rule, name, text, addresses))

    def name_of(self, path: Path) -> str:
        """`path` relative to the top of the repository, with forward slashes; unchanged if it lies elsewhere."""
        try:
            return path.resolve().relative_to(self.root.resolve()).as_posix()
        except (ValueError, OSError):
            return path.as_posix()

    def _is_on(self, rule: Rule, own: RuleConfig) -> bool:
        configured = own.severity or own.options or self._conventions_of(rule)
        return not own.off and (rule.enabled or bool(configured))

    def _with_options(self, rule: Rule, own: RuleConfig) -> Rule:
        """The rule with its options; those of its own configuration take precedence over those of the list."""
        schema = self.entry.composed()
        validator = None
        if schema is not None:
            from bot.linter.schema import Validator  # few configurations say what entries must have

            validator = Validator(schema)
        shared: dict[str, object] = {
            "entry_schema": validator,
            "exempt_sections": (*getattr(rule, "exempt_sections", ()), *self.exempt_sections),
            **self._conventions_of(rule),
        }
        given = {name: shared[name] for name in shared.keys() & _names(rule) if shared[name] is not None}
        return set_options(set_fields(rule, given), dict(own.options))

    def _conventions_of(self, rule: Rule) -> dict[str, object]:
        """The overridden conventions that are options of `rule`, by the names they share."""
        shared = {name: getattr(self.conventions, name) for name in _names(self.conventions) & _names(rule)}
        return {name: value for name, value in shared.items() if value is not None}


class UsedIgnores:
    """Whether one of the `ignores` of a configuration matches a finding, and which have matched any so far."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._rules = frozenset(each.rule for each in config.ignores)
        self._used: set[Ignore] = set()

    def __call__(self, listing: Listing, diagnostic: Diagnostic) -> bool:
        """Whether a finding is ignored."""
        if diagnostic.rule not in self._rules:
            return False
        text, links = _around(listing, diagnostic.span.start)
        urls = [link.href for link in links]
        found = self._config.find_ignores(diagnostic.rule, diagnostic.path, text, urls)
        self._used.update(found)
        return bool(found)

    def unused(self, ran: Collection[str]) -> tuple[Ignore, ...]:
        """The ignores of the file itself that matched nothing although their rules `ran`.

        One that is shared may be for other lists.
        """
        ignores = self._config.ignores
        return tuple(each for each in ignores if each.line and each.rule in ran and each not in self._used)


def _names(record: Rule | Overrides) -> set[str]:
    return {field.name for field in fields(record)}


def _around(listing: Listing, offset: int) -> tuple[str, Sequence[Link]]:
    """Text and links of the entry at `offset`, or of the line if there is no entry."""
    text = listing.text
    entry = listing.entry_at(offset)
    if entry:
        return text[entry.span], entry.links
    line = text.line_around(offset)
    links = listing.document.links
    first = bisect_right(links, line.start - 1, key=lambda link: link.span.start)
    last = bisect_right(links, line.end, key=lambda link: link.span.start)
    return text[line], links[first:last]


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _matches_url(pattern: str, url: str) -> bool:
    """Each piece is searched from the end of the previous one: linear time for any number of stars."""
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


def find_config(start: Path) -> Path | None:
    """The configuration file for `start`, a list or a folder: next to it or above, up to the repository's top.

    Outside of a repository only the folder itself is searched. Raises BotError if a folder holds two.
    """
    folder = start if is_folder(start) else start.parent
    for each in _folders_up(folder):
        found = [each / name for name in NAMES if is_file(each / name)]
        if len(found) > 1:
            raise BotError(f"two configuration files: {shown_path(found[0])} and .yaml", "delete one of them")
        if found:
            check_inside(found[0], each)
            return found[0]
    return None


def list_files(config: Config) -> tuple[Path, ...]:
    """The files of `lists`, each once, in order. Raises BotError for a pattern that no file matches."""
    found: dict[Path, None] = {}
    if not config.lists and (readme := _find_readme_above(config.root)):
        return readme
    for pattern in config.lists or (DEFAULT_LIST,):
        matches = find_files(config.root, pattern)
        if not matches:
            where = f"{shown_path(config.path)}: " if config.path and config.lists else ""
            hint = "name the list on the command line, or under `lists` in .github/paperlist-bot.yml"
            raise BotError(f'{where}no file matches "{pattern}" in {config.root.resolve()}', hint)
        found.update(dict.fromkeys(matches))
    return tuple(found)


def find_lists(folder: Path, config: Config) -> tuple[Path, ...]:
    """The lists of a folder that a command line names: those of the configuration in it, else its README.md.

    A folder without either, such as `papers`, has lists only: all its Markdown files, without those of its folders.
    Raises BotError if it has none.
    """
    inside = folder.resolve()
    if config.lists:
        configured = [path for path in list_files(config) if path.resolve().is_relative_to(inside)]
        if configured:
            return tuple(configured)
    found = find_files(folder, _readme_in(folder) or "*.md")
    if not found:
        raise BotError(
            f"there is no list in the folder {folder}",
            "name its files here, or list them under `lists` in .github/paperlist-bot.yml",
        )
    return tuple(found)


def find_readme(names: Iterable[str]) -> str | None:
    """The one of these paths, relative to the top of the repository, that is the list read by default.

    It is `README.md` in any capitals, at the top, in `docs` or in `.github`, in this order.
    """
    ranked = [
        (_README_FOLDERS.index(folder), file != DEFAULT_LIST, name)
        for name in names
        for folder, _, file in [name.rpartition("/")]
        if file.lower() == DEFAULT_LIST.lower() and folder in _README_FOLDERS
    ]
    return min(ranked)[2] if ranked else None


def _find_readme_above(start: Path) -> tuple[Path, ...]:
    """The README.md of a folder, else of the nearest one above it that has one, up to the repository's top."""
    found = (find_files(each, name) for each in _folders_up(start) if (name := _readme_in(each)) is not None)
    return tuple(next(found, ()))


def _folders_up(start: Path) -> tuple[Path, ...]:
    """The folder and those above it, up to the repository's top; outside of a repository the folder alone."""
    folder = start.resolve()
    top = find_top(folder)
    return tuple(each for each in (folder, *folder.parents) if each.is_relative_to(top))


def _readme_in(root: Path) -> str | None:
    names = []
    for folder in _README_FOLDERS:
        with suppress(OSError):
            names += [f"{folder}/{each.name}".lstrip("/") for each in (root / folder).iterdir() if each.is_file()]
    return find_readme(names)
