"""A JSON Schema and a value come in; what is wrong with the value goes out, in the words of people who write lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING

from bot.errors import BotError
from bot.linter.quickcheck import REFUSALS, compile_pattern, occurs, surely_meets
from bot.text import nearest, suggestion

if TYPE_CHECKING:
    from jsonschema import FormatChecker, ValidationError
    from jsonschema.protocols import Validator as Compiled


_MANY = 12
"""A longer list of allowed values is not shown."""
_LONG = 60
"""A longer value is cut when a message quotes it (characters)."""
_YEAR = " '’0123456789-"
"""A year after a name says nothing about which name was meant."""

_TYPES = {
    "string": "text",
    "array": "a list",
    "object": "a mapping of keys to values",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "nothing",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a value: `path` leads to it, by keys and by indexes from 0."""

    path: tuple[str | int, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Breach:
    """A `value` that does not meet the `demand` of one `keyword` of its schema."""

    path: tuple[str | int, ...]
    keyword: str
    demand: object
    value: object
    schema: Mapping[str, object]
    reason: str
    """Why, in the words of whoever checked."""
    branches: tuple[tuple[Breach, ...], ...] = field(default=())
    """For `anyOf` and `oneOf`: how the value breaks each of the forms it may take."""

    @property
    def name(self) -> str:
        """The value's place, as a sentence begins with it."""
        return _name(self.path)


def explain(breach: Breach) -> Iterator[Problem]:
    """The problems that one breach stands for; a schema's own `errorMessage` goes before our words."""
    own = breach.schema.get("errorMessage")
    if isinstance(own, str):
        yield Problem(breach.path, own)
    elif breach.keyword in _SEVERAL:
        yield from _SEVERAL[breach.keyword](breach)
    else:
        yield Problem(breach.path, _ONE.get(breach.keyword, _other)(breach))


def _name(path: Sequence[str | int]) -> str:
    if not path:
        return "the top level"
    steps = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return f'"{steps.removeprefix(".")}"'


def _shown(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "true", False: "false"}[value]
    shown = f'"{value}"' if isinstance(value, str) else str(value)
    return shown if len(shown) <= _LONG else f"{shown[: _LONG - 2]}…{shown[-1]}"


def _type_of(value: object) -> str:
    types = ((bool, "true or false"), (str, "text"), (int | float, "a number"), (list, "a list"))
    return next((words for kind, words in types if isinstance(value, kind)), "a mapping")


def _items(value: object) -> tuple[object, ...]:
    return tuple(value) if isinstance(value, list | dict) else (value,)


def _either(words: Sequence[str]) -> str:
    unique = list(dict.fromkeys(words))
    return " or ".join(unique) if len(unique) < 3 else f"{', '.join(unique[:-1])} or {unique[-1]}"


def _wrong_type(breach: Breach) -> str:
    wanted = [_TYPES.get(str(name), str(name)) for name in _items(breach.demand)]
    if breach.value is None:
        return f"{breach.name} has no value; it must be {_either(wanted)}"
    must = f"{breach.name} must be {_either(wanted)}, not {_type_of(breach.value)}"
    quotable = set(wanted) <= {"text", "nothing"} and isinstance(breach.value, int | float)
    return f"{must}; put it in quotes" if quotable else must


def _not_listed(breach: Breach) -> str:
    allowed = _items(breach.demand)
    said = f"{breach.name} is {_shown(breach.value)}"
    meant = nearest(str(breach.value), [value for value in allowed if isinstance(value, str)])
    if len(allowed) == 1:
        return f"{said}; it must be {_shown(allowed[0])}"
    if len(allowed) > _MANY:
        return f"{said}, which is none of the {len(allowed)} words known here{_hint(meant)}"
    return f"{said}; it must be one of {', '.join(map(_shown, allowed))}{_hint(meant)}"


def _hint(meant: str | None) -> str:
    return "" if meant is None else f'; did you mean "{meant}"?'


def _not_matching(breach: Breach) -> str:
    """`title` of the schema says what the pattern stands for, `examples` are what it wants."""
    title, examples = breach.schema.get("title"), _items(breach.schema.get("examples", []))
    stands_for = f"no {title}" if title else f"no match for the pattern {breach.demand}"
    said = f"{breach.name} is {_shown(breach.value)}, which is {stands_for}"
    words = [example for example in examples if isinstance(example, str)]
    meant = nearest(str(breach.value).rstrip(_YEAR), words)
    if meant is None and words:
        return f"{said}; for example {_shown(words[0])}"
    return f"{said}{_hint(meant)}"


def _no_pattern(breach: Breach) -> str:
    return f"{breach.name} is no regular expression: {breach.reason}"


def _twice(breach: Breach) -> str:
    return f"{breach.name} holds the same value twice"


def _bound(words: str) -> Callable[[Breach], str]:
    def say(breach: Breach) -> str:
        if breach.demand == 1 and breach.value in ("", [], {}):
            return f"{breach.name} is empty"
        return f"{breach.name} {words.format(breach.demand)}"

    return say


def _other(breach: Breach) -> str:
    return f"{breach.name}: {breach.reason}"


def _missing(breach: Breach) -> Iterator[Problem]:
    where = f" in {breach.name}" if breach.path else ""
    present = _items(breach.value)
    for key in _items(breach.demand):
        if key not in present:
            yield Problem(breach.path, f'"{key}" is missing{where}')


def _unknown(breach: Breach) -> Iterator[Problem]:
    """`propertyNames.title` of the schema says what the keys of a mapping are called: rules, options."""
    names, known = breach.schema.get("propertyNames"), _items(breach.schema.get("properties", {}))
    noun = str(names.get("title", "key")) if isinstance(names, Mapping) else "key"
    where = f" in {breach.name}" if breach.path and noun == "key" else ""
    words = [str(key) for key in known]
    for key in _items(breach.value):
        if key not in known:
            said = f'unknown {noun} "{key}"{where}{suggestion(str(key), words, noun)}'
            yield Problem((*breach.path, str(key)), said)


def _no_form(breach: Breach) -> Iterator[Problem]:
    """Of several forms a value may take, speak of the one it comes nearest to: that of its own type."""
    wrong_types = [[each for each in branch if _is_wrong_type(each, breach)] for branch in breach.branches]
    fitting = [branch for branch, wrong in zip(breach.branches, wrong_types, strict=True) if not wrong]
    if fitting:
        for each in min(fitting, key=len):
            yield from explain(each)
        return
    demands = [name for wrong in wrong_types for each in wrong for name in _items(each.demand)]
    yield Problem(breach.path, _wrong_type(replace(breach, demand=demands)))


def _is_wrong_type(breach: Breach, parent: Breach) -> bool:
    return breach.keyword == "type" and breach.path == parent.path


_ONE: dict[str, Callable[[Breach], str]] = {
    "type": _wrong_type,
    "enum": _not_listed,
    "const": _not_listed,
    "pattern": _not_matching,
    "format": _no_pattern,
    "uniqueItems": _twice,
    "minItems": _bound("must hold {} or more"),
    "maxItems": _bound("may hold no more than {}"),
    "minProperties": _bound("must hold {} or more"),
    "minLength": _bound("must be {} characters long or more"),
    "maxLength": _bound("may be no longer than {} characters"),
    "minimum": _bound("must be {} or more"),
    "maximum": _bound("may be no more than {}"),
}

_SEVERAL: dict[str, Callable[[Breach], Iterator[Problem]]] = {
    "required": _missing,
    "additionalProperties": _unknown,
    "anyOf": _no_form,
    "oneOf": _no_form,
}


class Validator:
    """A schema (draft 2020-12) made ready once for any number of values; it never fetches a reference."""

    def __init__(self, schema: Mapping[str, object]) -> None:
        self.schema = schema

    def problems(self, value: object) -> tuple[Problem, ...]:
        """All that is wrong with `value`, in the order of the schema.

        Raises BotError where the schema refers to itself without end.
        """
        if surely_meets(self.schema, value):
            return ()
        try:
            breaches = [_breach(error) for error in self._compiled.iter_errors(value)]  # type: ignore[arg-type]
        except RecursionError as error:
            raise BotError("the schema refers to itself without end", "take out the circular $ref") from error
        return tuple(dict.fromkeys(problem for breach in breaches for problem in explain(breach)))

    @cached_property
    def _compiled(self) -> Compiled:
        return _compile(self.schema)


def problems(schema: str | Mapping[str, object], value: object) -> tuple[Problem, ...]:
    """What is wrong with `value` by `schema`: one of ours by its name (`"entry"`), or any other."""
    return (validator(schema) if isinstance(schema, str) else Validator(schema)).problems(value)


@cache
def validator(name: str) -> Validator:
    """The validator of `schemas/<name>.schema.json`."""
    return Validator(load(name))


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
    """What is wrong with a schema that a person wrote: its form, its patterns, and where its `$ref` lead."""
    from jsonschema import Draft202012Validator

    return problems(Draft202012Validator.META_SCHEMA, schema) or tuple(_lost_references(schema))


def _compile(schema: Mapping[str, object]) -> Compiled:
    """The default registry of jsonschema would fetch what a `$ref` names: this one knows the drafts only."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend
    from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

    bounded: type[Compiled] = extend(Draft202012Validator, {"pattern": _bounded_pattern})  # type: ignore[no-untyped-call]
    return bounded(schema, registry=REGISTRY, format_checker=_formats())


def _breach(error: ValidationError) -> Breach:
    branches: dict[object, list[Breach]] = {}
    for child in error.context or ():
        branches.setdefault(child.relative_schema_path[0], []).append(_breach(child))
    return Breach(
        path=tuple(error.absolute_path),
        keyword=str(error.validator),
        demand=error.validator_value,
        value=error.instance,
        schema=error.schema if isinstance(error.schema, Mapping) else {},
        reason=str(error.cause or error.message),
        branches=tuple(map(tuple, branches.values())),
    )


def _bounded_pattern(_: Compiled, pattern: str, value: object, __: object) -> Iterator[ValidationError]:
    if isinstance(value, str) and not occurs(pattern, value):
        from jsonschema import ValidationError

        yield ValidationError("does not match")


@cache
def _formats() -> FormatChecker:
    from jsonschema import FormatChecker

    formats = FormatChecker(formats=())
    formats.checks("regex", raises=REFUSALS)(lambda text: not isinstance(text, str) or bool(compile_pattern(text)))
    return formats


def _lost_references(schema: Mapping[str, object]) -> Iterator[Problem]:
    from jsonschema_specifications import REGISTRY
    from referencing.exceptions import Unresolvable
    from referencing.jsonschema import DRAFT202012

    resolver = REGISTRY.resolver_with_root(DRAFT202012.create_resource(schema))
    for path, reference in _references(schema):
        if not reference.startswith("#"):
            yield Problem(path, f'"{reference}" leads out of the schema; put what it names under "$defs" there')
            continue
        try:
            resolver.lookup(reference)
        except Unresolvable:
            yield Problem(path, f'"{reference}" names nothing in the schema')


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
