"""A JSON Schema and a value come in; what is wrong with the value goes out, each problem with its path."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING

from bot.errors import BotError
from bot.explanations import Breach, Problem, explain
from bot.patterns import REFUSALS, compile_pattern, occurs
from bot.quickcheck import surely_meets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jsonschema import FormatChecker, ValidationError
    from jsonschema.protocols import Validator as Compiled

__all__ = ["Problem", "Validator", "load", "problems", "schema_problems", "validator"]


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
    folder = shipped if shipped.is_dir() else Path(__file__).parents[1] / "schemas"
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
