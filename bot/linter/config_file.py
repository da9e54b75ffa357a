"""The path of a list comes in; its configuration file is found, read and checked, and a Config goes out."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from bot.errors import BotError
from bot.files import read as read_file
from bot.linter.config import Choice, Config, EntryPolicy, Ignore, Overrides
from bot.linter.diagnostics import Severity
from bot.linter.rule import OFF, rule_schema, severity_of
from bot.papers.dates import DateFormat
from bot.papers.identifiers import ArxivForm
from bot.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.linter.rule import Rule
    from bot.linter.schema import Problem
    from bot.linter.yaml_reader import Located

NAMES = (".github/paperlist-bot.yml", ".github/paperlist-bot.yaml")
"""Where the configuration stands, from the top of the repository."""
DEFAULT_LIST = "README.md"
"""The file that is read where neither the command line nor the configuration names one."""

_HINT = "docs/configuration.md describes every key"
_MANY = 10
"""So many problems are shown at once."""


def find(start: Path) -> Path | None:
    """The configuration file of `start`, a list or a folder: beside it or above, up to the repository's top.

    Outside of a repository only the folder itself is looked in. Raises BotError where a folder holds two.
    """
    folder = start if start.is_dir() else start.parent
    above = (folder.resolve(), *folder.resolve().parents)
    top = next((index for index, each in enumerate(above) if (each / ".git").exists()), 0)
    for each in above[: top + 1]:
        found = [each / name for name in NAMES if (each / name).is_file()]
        if len(found) > 1:
            raise BotError(f"two configuration files stand side by side: {_shown(found[0])} and .yaml", "keep one")
        if found:
            return found[0]
    return None


def load(path: Path | None, rules: Sequence[Rule] = RULES) -> Config:
    """The configuration in the file at `path`, or the default one for None.

    Raises BotError, naming file and line, where the file cannot be read or says what is not understood.
    """
    if path is None:
        return Config()
    folder = path.resolve().parent
    root = folder.parent if folder.name == ".github" else folder
    return parse(_content(path), _shown(path), path=path, root=root, rules=rules)


def parse(
    text: str,
    name: str,
    *,
    path: Path | None = None,
    root: Path = Path(),
    rules: Sequence[Rule] = RULES,
) -> Config:
    """The configuration that the YAML `text` says; `name` is what errors call it."""
    from bot.linter.schema import Validator
    from bot.linter.yaml_reader import read

    located = read(text, name)
    if located.value is None:
        return Config(path, root)
    problems = Validator(config_schema(rules)).problems(located.value) or _in_own_schema(located.value)
    if problems:
        raise BotError(_report(problems, located, name), _HINT)
    return _config(cast("Mapping[str, object]", located.value), located, path, root)


def list_files(config: Config) -> tuple[Path, ...]:
    """The files of `lists`, each once, in order. Raises BotError for a pattern that no file matches."""
    found: dict[Path, None] = {}
    for pattern in config.lists or (DEFAULT_LIST,):
        matches = _matching(config.root, pattern)
        if not matches:
            where = f"{_shown(config.path)}: " if config.path and config.lists else ""
            hint = "name the list on the command line, or under `lists` in .github/paperlist-bot.yml"
            raise BotError(f'{where}there is no file "{pattern}" in {config.root.resolve()}', hint)
        found.update(dict.fromkeys(matches))
    return tuple(found)


def _matching(root: Path, pattern: str) -> list[Path]:
    """The files that `pattern` matches; none for one that pathlib refuses (`a**`)."""
    try:
        return sorted(path for path in root.glob(pattern) if path.is_file())
    except ValueError:
        return []


def config_schema(rules: Iterable[Rule], *, described: bool = False) -> dict[str, object]:
    """The schema of the file, with what these `rules` take; `described` adds the words an editor shows."""
    from bot.linter.schema import load as load_schema

    schema = dict(load_schema("config"))
    known = {rule.slug: rule_schema(rule, described=described) for rule in rules}
    definitions, properties = dict(_part(schema, "$defs")), dict(_part(schema, "properties"))
    conventions = dict(_part(properties, "conventions"))
    formats = dict(_part(conventions, "properties"))
    definitions["rule"] = {**_part(definitions, "rule"), "enum": list(known)}
    formats["date_format"] = {**_part(formats, "date_format"), "enum": [each.value for each in DateFormat]}
    properties["conventions"] = {**conventions, "properties": formats}
    properties["rules"] = {**_part(properties, "rules"), "properties": known}
    return {**schema, "properties": properties, "$defs": definitions}


def _content(path: Path) -> str:
    try:
        return read_file(_shown(path)).content.removeprefix("\ufeff")
    except BotError as error:
        raise BotError(error.message, "the configuration could not be read") from error


def _shown(path: Path) -> str:
    """The path as a person in the current folder would write it."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return os.fspath(path)


def _report(problems: Iterable[Problem], located: Located, name: str) -> str:
    """One problem a line, in the order of the file."""
    lines = sorted((located.line(problem.path), problem.message) for problem in problems)
    shown = [f"{name}:{line}: {message}" for line, message in lines[:_MANY]]
    more = [f"and {len(lines) - _MANY} more"] if len(lines) > _MANY else []
    return "\n".join(shown + more)


def _in_own_schema(value: object) -> tuple[Problem, ...]:
    """What is wrong with the JSON Schema under `entry.schema`."""
    from bot.linter.schema import Problem, schema_problems

    own = _part(_part(value, "entry"), "schema")
    if not own:
        return ()
    prefix = ("entry", "schema")
    return tuple(Problem((*prefix, *each.path), each.message) for each in schema_problems(own))


def _config(value: Mapping[str, object], located: Located, path: Path | None, root: Path) -> Config:
    """The values of a file that meets the schema."""
    entry, conventions = _part(value, "entry"), _part(value, "conventions")
    fail_on = severity_of(_text(value, "fail_on") or OFF)
    return Config(
        path=path,
        root=root,
        lists=_texts(value, "lists"),
        choices=tuple(_choice(slug, said) for slug, said in _part(value, "rules").items()),
        ignores=tuple(_ignore(each, index, located) for index, each in enumerate(_items(value, "ignore"))),
        entry=EntryPolicy(
            required=_texts(entry, "required"),
            patterns=tuple((part, str(pattern)) for part, pattern in _part(entry, "patterns").items()),
            venues=_texts(entry, "venues"),
            schema=_part(entry, "schema") or None,
        ),
        conventions=_overrides(conventions),
        fail_on=fail_on or Severity.ERROR,
        exempt_sections=_texts(_part(value, "sections"), "exempt"),
    )


def _choice(slug: str, said: object) -> Choice:
    options = {"severity": said} if isinstance(said, str) else dict(cast("Mapping[str, object]", said))
    word = options.pop("severity", None)
    severity = None if word is None else severity_of(str(word))
    return Choice(slug, word == OFF, severity, tuple(options.items()))


def _ignore(said: object, index: int, located: Located) -> Ignore:
    texts = {key: str(value) for key, value in cast("Mapping[str, object]", said).items()}
    return Ignore(**texts, line=located.line(("ignore", index)))


def _overrides(conventions: Mapping[str, object]) -> Overrides:
    date_format, arxiv_form = _text(conventions, "date_format"), _text(conventions, "arxiv_form")
    return Overrides(
        date_format=DateFormat(date_format) if date_format else None,
        order=cast("Literal['newest-first', 'oldest-first', 'none'] | None", _text(conventions, "order")),
        arxiv_form=ArxivForm(arxiv_form) if arxiv_form else None,
    )


def _part(value: object, key: str) -> Mapping[str, object]:
    part = value.get(key) if isinstance(value, Mapping) else None
    return part if isinstance(part, Mapping) else {}


def _items(value: Mapping[str, object], key: str) -> tuple[object, ...]:
    items = value.get(key)
    return tuple(items) if isinstance(items, list) else ()


def _texts(value: Mapping[str, object], key: str) -> tuple[str, ...]:
    return tuple(str(item) for item in _items(value, key))


def _text(value: Mapping[str, object], key: str) -> str | None:
    text = value.get(key)
    return None if text is None else str(text)
