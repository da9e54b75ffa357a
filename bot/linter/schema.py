"""Validate values against JSON Schemas, with messages in plain English.

Importing jsonschema costs about 0.1 s: it is imported for the first value that is validated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast
from urllib.parse import unquote

from bot.errors import BotError
from bot.text import compile_pattern, nearest, occurs, shorten, suggestion

if TYPE_CHECKING:
    from jsonschema import FormatChecker, ValidationError
    from jsonschema.protocols import Validator as Compiled

    Keyword: TypeAlias = Callable[..., Iterator[ValidationError]]

MOST_NODES = 2_000
"""Most parts of a user's schema, each counted as often as `$ref` leads to it: each entry is compared with all of them,
which takes up to 7 microseconds a part."""
_PATTERN = 20
"""Parts that a pattern counts as: it takes up to a megabyte."""
_MANY = 12
"""Longer lists of allowed values are not shown."""
_LONG = 60
"""Longer values are cut in messages (characters)."""
_YEAR = " '’0123456789-"
"""A year after a name does not help to find the intended name."""

_TYPES = {
    "string": "text",
    "array": "a list",
    "object": "a mapping of keys to values",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "nothing",
}

_BOUNDS = {
    "minItems": "must have at least {} items",
    "maxItems": "must have at most {} items",
    "minProperties": "must have at least {} keys",
    "minLength": "must have at least {} characters",
    "maxLength": "must have at most {} characters",
    "minimum": "must be at least {}",
    "maximum": "must be at most {}",
}


class Problem(NamedTuple):
    """One thing that is wrong with a value; `path` leads to it, by keys and by indexes from 0."""

    path: tuple[str | int, ...]
    message: str


class Validator:
    """A schema (draft 2020-12) prepared once for any number of values; it never fetches a reference.

    Patterns use RE2, which matches in linear time, unless the schema is our `own`.
    """

    def __init__(self, schema: Mapping[str, object], *, own: bool = False) -> None:
        self.schema = schema
        self._keywords = {} if own else {"pattern": _linear_pattern}

    def problems(self, value: object) -> tuple[Problem, ...]:
        """All that is wrong with `value`, in the order of the schema.

        Raises BotError if the schema refers to itself endlessly.
        """
        return tuple(dict.fromkeys(self._problems(value)))

    def first_problem(self, value: object) -> Problem | None:
        """The first of `problems`; it ends the search: a large value may be wrong in a million places."""
        return next(self._problems(value), None)

    def is_valid(self, value: object) -> bool:
        """Whether `value` is valid; stops at the first error, however large the value is."""
        return _compile(self.schema, self._keywords | {"anyOf": _any_of}).is_valid(value)  # type: ignore[arg-type]

    def _problems(self, value: object) -> Iterator[Problem]:
        try:
            for error in self._compiled.iter_errors(value):  # type: ignore[arg-type]
                yield from _explain(error)
        except RecursionError as error:
            raise BotError("the schema refers to itself without end", "remove the circular $ref") from error

    @cached_property
    def _compiled(self) -> Compiled:
        return _compile(self.schema, self._keywords)


def problems(schema: str | Mapping[str, object], value: object) -> tuple[Problem, ...]:
    """What is wrong with `value` by `schema`: one of ours by its name (`"entry"`), or any other."""
    return (validator(schema) if isinstance(schema, str) else Validator(schema)).problems(value)


@cache
def validator(name: str) -> Validator:
    """The validator of `schemas/<name>.schema.json`."""
    schema = load(name)
    inlined = _inline(schema, cast("Mapping[str, object]", schema.get("$defs", {})))
    return Validator(cast("Mapping[str, object]", inlined), own=True)


def _inline(schema: object, definitions: Mapping[str, object]) -> object:
    """The schema with each `$ref` replaced by its definition, as jsonschema resolves it again for each value.

    Our own schemas do not refer to themselves.
    """
    if isinstance(schema, list):
        return [_inline(each, definitions) for each in schema]
    if not isinstance(schema, dict):
        return schema
    inlined = {key: _inline(each, definitions) for key, each in schema.items() if key not in {"$ref", "$defs"}}
    if "$ref" in schema:
        inlined |= cast("dict[str, object]", _inline(definitions[schema["$ref"].removeprefix("#/$defs/")], definitions))
    return inlined


@cache
def load(name: str) -> Mapping[str, object]:
    """The content of `schemas/<name>.schema.json`, from the wheel or from the checkout."""
    import json
    from importlib.resources import files
    from pathlib import Path

    shipped = files("bot") / "schemas"
    folder = shipped if shipped.is_dir() else Path(__file__).parents[2] / "schemas"
    content = json.loads((folder / f"{name}.schema.json").read_text(encoding="utf-8"))
    assert isinstance(content, dict)  # noqa: S101 - the file is ours, and a test checks it
    return content


def schema_problems(schema: Mapping[str, object]) -> tuple[Problem, ...]:
    """What is wrong with a user's schema: its size, its form, its patterns, and the targets of its `$ref`."""
    from jsonschema import Draft202012Validator

    if _count_nodes(schema, schema, {}) > MOST_NODES:
        kinds = f"a pattern counts as {_PATTERN}, patternProperties as all"
        return (Problem((), f"has more than {MOST_NODES:,} parts, each counted as often as $ref leads to it; {kinds}"),)
    return Validator(Draft202012Validator.META_SCHEMA, own=True).problems(schema) or tuple(_lost_references(schema))


def _count_nodes(node: object, root: object, counted: dict[int, int]) -> int:
    """How many parts there are below a part, each counted as often as a `$ref` leads to it; an `enum` is one.

    One that leads back to a part around it counts as one: it is followed no deeper than the value goes.
    """
    if not isinstance(node, dict | list):
        return 1
    if id(node) not in counted:
        counted[id(node)] = 1
        below = [each for key, each in node.items() if key != "enum"] if isinstance(node, dict) else list(node)
        if isinstance(node, dict) and isinstance(reference := node.get("$ref"), str):
            below.append(_resolve(reference, root))
        # jsonschema compares the keys of patternProperties by Python's own patterns, which can take for ever.
        own = MOST_NODES if "patternProperties" in node else _PATTERN if "pattern" in node else 1
        counted[id(node)] = min(own + sum(_count_nodes(each, root, counted) for each in below), MOST_NODES + 1)
    return counted[id(node)]


def _resolve(reference: str, root: object) -> object:
    """The part that a JSON pointer names; nothing if there is none."""
    here = root
    for step in unquote(reference.removeprefix("#")).split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        if isinstance(here, dict):
            here = here.get(step)
        elif isinstance(here, list) and step.isdecimal() and int(step) < len(here):
            here = here[int(step)]
        else:
            return None
    return here


def _compile(schema: Mapping[str, object], keywords: Mapping[str, Keyword]) -> Compiled:
    """The default registry of jsonschema would fetch the target of a `$ref`: this one only knows the drafts."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend
    from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

    kind: type[Compiled] = extend(Draft202012Validator, dict(keywords))  # type: ignore[no-untyped-call]
    return kind(schema, registry=REGISTRY, format_checker=_formats())


def _any_of(compiled: Compiled, branches: Sequence[object], value: object, _: object) -> Iterator[ValidationError]:
    """`anyOf` of jsonschema collects every error of every branch: gigabytes for a list of a million wrong items."""
    from jsonschema import ValidationError

    if not any(compiled.evolve(schema=branch).is_valid(value) for branch in branches):  # type: ignore[arg-type]
        yield ValidationError("matches none of the schemas")


def _linear_pattern(_: Compiled, pattern: str, value: object, __: object) -> Iterator[ValidationError]:
    if isinstance(value, str) and not occurs(pattern, value):
        from jsonschema import ValidationError

        yield ValidationError("does not match")


@cache
def _formats() -> FormatChecker:
    from jsonschema import FormatChecker

    formats = FormatChecker(formats=())
    checks = formats.checks("regex", raises=ValueError)
    checks(lambda text: not isinstance(text, str) or bool(compile_pattern(text)))
    return formats


def _lost_references(schema: Mapping[str, object]) -> Iterator[Problem]:
    from jsonschema_specifications import REGISTRY
    from referencing.exceptions import Unresolvable
    from referencing.jsonschema import DRAFT202012

    resolver = REGISTRY.resolver_with_root(DRAFT202012.create_resource(schema))
    for path, reference in _references(schema):
        if not reference.startswith("#"):
            yield Problem(path, f'"{reference}" is outside of the schema; copy its target to "$defs"')
            continue
        try:
            resolver.lookup(reference)
        except Unresolvable:
            yield Problem(path, f'"{reference}" does not exist in the schema')


def _references(schema: object) -> Iterator[tuple[tuple[str | int, ...], str]]:
    pending: list[tuple[tuple[str | int, ...], object]] = [((), schema)]
    while pending:
        path, here = pending.pop()
        if isinstance(here, dict):
            pending.extend(((*path, key), item) for key, item in here.items())
        elif isinstance(here, list):
            pending.extend(((*path, index), item) for index, item in enumerate(here))
        elif isinstance(here, str) and path[-1:] in {("$ref",), ("$dynamicRef",)}:
            yield path, here


def _explain(error: ValidationError) -> Iterator[Problem]:
    """The problems that make up one error; a schema's own `errorMessage` replaces our message."""
    path, schema = tuple(error.absolute_path), _schema_of(error)
    match str(error.validator):
        case _ if isinstance(own := schema.get("errorMessage"), str):
            yield Problem(path, own)
        case "required":
            where = f" in {_name(error)}" if path else ""
            missing = (key for key in _items(error.validator_value) if key not in _items(error.instance))
            yield from (Problem(path, f'"{key}" is missing{where}') for key in missing)
        case "additionalProperties":
            yield from _explain_unknown_keys(error)
        case "anyOf" | "oneOf":
            yield from _explain_forms(error)
        case keyword:
            yield Problem(path, f"{_name(error)} {_reason(keyword, error)}")


def _explain_unknown_keys(error: ValidationError) -> Iterator[Problem]:
    """`propertyNames.title` of the schema names the keys of a mapping: rules, options."""
    schema, path = _schema_of(error), tuple(error.absolute_path)
    names, known = schema.get("propertyNames"), _items(schema.get("properties", {}))
    noun = str(names.get("title", "key")) if isinstance(names, Mapping) else "key"
    where = f" in {_name(error)}" if path and noun == "key" else ""
    for key in _items(error.instance):
        if key not in known:
            hint = suggestion(str(key), map(str, known), noun)
            yield Problem((*path, str(key)), f'unknown {noun} "{key}"{where}{hint}')


def _explain_forms(error: ValidationError) -> Iterator[Problem]:
    """The closest of several allowed forms: that of the value's own type."""
    branches = [tuple(group) for _, group in groupby(error.context or (), lambda each: each.relative_schema_path[0])]
    wrong_types = [
        [each for each in branch if each.validator == "type" and each.absolute_path == error.absolute_path]
        for branch in branches
    ]
    fitting = [branch for branch, wrong in zip(branches, wrong_types, strict=True) if not wrong]
    if fitting:
        for each in min(fitting, key=len):
            yield from _explain(each)
        return
    wanted = [name for wrong in wrong_types for each in wrong for name in _items(each.validator_value)]
    yield Problem(tuple(error.absolute_path), f"{_name(error)} {_wrong_type(error.instance, wanted)}")


def _reason(keyword: str, error: ValidationError) -> str:
    """What is wrong, as the end of a sentence that starts with the value's name."""
    value, demand = error.instance, error.validator_value
    match keyword:
        case "type":
            return _wrong_type(value, _items(demand))
        case "enum" | "const":
            return _not_listed(value, _items(demand))
        case "pattern":
            return _not_matching(value, demand, _schema_of(error))
        case "format":
            return f"is not a valid regular expression: {error.cause}"
        case "uniqueItems":
            return "has the same value twice"
        case _ if keyword in _BOUNDS:
            is_empty = demand == 1 and value in ("", [], {})
            return "is empty" if is_empty else _BOUNDS[keyword].format(demand)
    return f"is not valid: {error.cause or error.message}"


def _wrong_type(value: object, demand: Sequence[object]) -> str:
    wanted = list(dict.fromkeys(_TYPES.get(str(name), str(name)) for name in demand))
    either = " or ".join(wanted) if len(wanted) < 3 else f"{', '.join(wanted[:-1])} or {wanted[-1]}"
    if value is None:
        return f"has no value; it must be {either}"
    types = ((bool, "true or false"), (str, "text"), (int | float, "a number"), (list, "a list"))
    found = next((name for kind, name in types if isinstance(value, kind)), "a mapping")
    quotable = set(wanted) <= {"text", "nothing"} and isinstance(value, int | float)
    return f"must be {either}, not {found}{'; put it in quotes' if quotable else ''}"


def _not_listed(value: object, allowed: Sequence[object]) -> str:
    hint = _hint(nearest(str(value), [each for each in allowed if isinstance(each, str)]))
    if len(allowed) == 1:
        return f"is {_shown(value)}; it must be {_shown(allowed[0])}"
    if len(allowed) > _MANY:
        return f"is {_shown(value)}, which is not a known value{hint}"
    return f"is {_shown(value)}; it must be one of {', '.join(map(_shown, allowed))}{hint}"


def _not_matching(value: object, pattern: object, schema: Mapping[str, object]) -> str:
    """`title` of the schema says what the pattern means, `examples` shows valid values."""
    title, examples = schema.get("title"), _items(schema.get("examples", []))
    rest = f"is not a {title}" if title else f"does not match the pattern {pattern}"
    reason = f"is {_shown(value)}, which {rest}"
    names = [example for example in examples if isinstance(example, str)]
    meant = nearest(str(value).rstrip(_YEAR), names)
    return f"{reason}; for example {_shown(names[0])}" if meant is None and names else f"{reason}{_hint(meant)}"


def _hint(meant: str | None) -> str:
    return "" if meant is None else f'; did you mean "{meant}"?'


def _name(error: ValidationError) -> str:
    """The value's name, as the start of a sentence."""
    steps = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path)
    return f'"{steps.removeprefix(".")}"' if steps else "the top level"


def _shown(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "true", False: "false"}[value]
    return f'"{shorten(value, _LONG - 2)}"' if isinstance(value, str) else shorten(str(value), _LONG)


def _items(value: object) -> tuple[object, ...]:
    return tuple(value) if isinstance(value, list | dict) else (value,)


def _schema_of(error: ValidationError) -> Mapping[str, object]:
    return error.schema if isinstance(error.schema, Mapping) else {}
