"""Read the file of a configuration, and those that it extends."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from bot import files
from bot.errors import CANNOT_RUN, BotError
from bot.files import check_inside, shown_path
from bot.files import read as read_file
from bot.linter.config import NAMES, OFF, Config, EntryPolicy, Ignore, Overrides, RuleConfig
from bot.linter.diagnostics import Severity
from bot.linter.rule import Rule, rule_schema
from bot.linter.schema import Problem, Validator
from bot.listing import Kind
from bot.papers.dates import DateFormat
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeAlias

    from bot.data.yaml import Located
    from bot.github.client import Client

    Fetch: TypeAlias = Callable[[str], "Source"]
    """Reads the configuration that `extends` names: a repository, or a path from the top of one's own."""

_HINT = "https://github.com/paperlist-bot/paperlist-bot/blob/main/docs/configuration.md describes every key"
_MANY = 10
"""The number of problems that are shown at once."""
MOST = 5
"""Configurations one after the other."""
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


def load_config(path: Path | None, rules: Iterable[Rule], fetch_repository: Fetch | None = None) -> Config:
    """The configuration in the file at `path`, or the default one for None.

    `fetch_repository` reads that of another repository, where the file extends one.
    Raises BotError with file and line if the file cannot be read or is not valid.
    """
    if path is None:
        return Config()
    content = _content(path)
    folder = path.resolve().parent
    root = folder.parent if folder.name == ".github" else folder

    def fetch(reference: str) -> Source:
        if not names_repository(reference):
            check_inside(root / reference, root)
            return Source(shown_path(root / reference), _content(root / reference))
        if fetch_repository is None:
            raise BotError(f"{shown_path(path)} extends {reference}, which cannot be read here", "name a file instead")
        return fetch_repository(reference)

    return parse_config(content, shown_path(path), rules, path=path, root=root, fetch=fetch)


def parse_config(
    text: str,
    name: str,
    rules: Iterable[Rule],
    *,
    path: Path | None = None,
    root: Path = Path(),
    fetch: Fetch | None = None,
) -> Config:
    """The configuration in the YAML `text`, which errors call `name`, with those that it extends, read by `fetch`."""
    schema = Validator(config_schema(rules))
    located = _read_valid(text, name, schema)
    if located is None:
        return Config(path, root)
    own = value = cast("Mapping[str, object]", located.value)
    names, reference, is_shared = [name], _text(own, "extends"), False
    while reference is not None:
        if fetch is None or (is_shared and not names_repository(reference)):
            raise BotError(f"{names[-1]} extends {reference}, which cannot be read from there", "name owner/repository")
        source, is_shared = fetch(reference), names_repository(reference)
        names.append(source.name)
        if source.name in names[:-1] or len(names) > MOST:
            raise BotError(f"{' extends '.join(names)}: in a circle, or more than five", "remove one `extends`")
        read = _read_valid(source.text, source.name, schema)
        base = cast("Mapping[str, object]", read.value) if read is not None else {}
        value, reference = inherit(value, base), _text(base, "extends")
    return _config(value, len(_items(own, "ignore")), located, path, root)


def _read_valid(text: str, name: str, schema: Validator) -> Located | None:
    """The values of a file; None for an empty one. Raises BotError for one that is not valid."""
    from bot.data.yaml import read

    located = read(text, name)
    if located.value is None:
        return None
    if problems := schema.problems(located.value) or _in_own_schema(located.value):
        raise BotError(_report(problems, located, name), _HINT)
    return located


def config_schema(rules: Iterable[Rule]) -> dict[str, object]:
    """The schema of the file, with the options of `rules` and the descriptions that an editor shows."""
    from bot.linter.schema import load as load_schema

    schema = dict(load_schema("config"))
    known = {rule.slug: rule_schema(rule) for rule in rules}
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
        return read_file(shown_path(path)).content.removeprefix("\ufeff")
    except BotError as error:
        raise BotError(error.message, "the configuration could not be read") from error


def _report(problems: Iterable[Problem], located: Located, name: str) -> str:
    """One problem per line, in the order of the file."""
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


def _config(value: Mapping[str, object], own: int, located: Located, path: Path | None, root: Path) -> Config:
    """The values of a valid file; `own` of its ignores are its own, the others those of what it extends."""
    entry, sections, fail_on = _part(value, "entry"), _part(value, "sections"), _text(value, "fail_on")
    return Config(
        path=path,
        root=root,
        lists=_texts(value, "lists"),
        rules=tuple(_rule_config(slug, each) for slug, each in _part(value, "rules").items()),
        ignores=tuple(
            _ignore(each, index, located if index < own else None) for index, each in enumerate(_items(value, "ignore"))
        ),
        entry=EntryPolicy(
            required=_texts(entry, "required"),
            patterns=tuple((part, str(pattern)) for part, pattern in _part(entry, "patterns").items()),
            venues=_texts(entry, "venues"),
            schema=_part(entry, "schema") or None,
        ),
        conventions=Overrides.read(_part(value, "conventions")),
        fail_on=Severity[fail_on.upper()] if fail_on else Severity.ERROR,
        exempt_sections=_texts(sections, "exempt"),
        kinds=tuple(
            (each, kind)
            for key, kind in (("papers", Kind.PAPER), ("others", Kind.OTHER))
            for each in _texts(sections, key)
        ),
        fields=tuple((role, _names_of(each)) for role, each in _part(value, "fields").items()),
    )


def _names_of(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else (str(value),)


def _rule_config(slug: str, value: object) -> RuleConfig:
    options = {"severity": value} if isinstance(value, str) else dict(cast("Mapping[str, object]", value))
    severity = options.pop("severity", None)
    known = None if severity in (None, OFF) else Severity[str(severity).upper()]
    return RuleConfig(slug, off=severity == OFF, severity=known, options=tuple(options.items()))


def _ignore(value: object, index: int, located: Located | None) -> Ignore:
    texts = {key: str(value) for key, value in cast("Mapping[str, object]", value).items()}
    return Ignore(**texts, line=located.line(("ignore", index)) if located is not None else 0)


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
    ignores = [each for config in (own, base) for each in _items(config, "ignore")]
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


def fetch_shared(repository: str, environ: Mapping[str, str] = os.environ) -> Source:
    """The configuration at the top of a repository's default branch, from GitHub or the copy of an earlier run.

    Raises BotError if there is none, or where GitHub does not answer and no copy of the last 30 days exists.
    """
    from hashlib import sha256

    from bot.facts.cache import default_path
    from bot.facts.services import GITHUB as API
    from bot.github import GitHubError, NotFoundError
    from bot.github.client import Client, Timing

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
    """The configuration at the top of a repository's default branch. Raises BotError if there is none."""
    from bot.github import NotFoundError
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
