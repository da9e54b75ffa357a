"""A JSON Schema and a value come in; whether the value surely meets the schema goes out.

Importing jsonschema takes longer than reading a list of a hundred entries, and most values are as they should be.
This module knows the plain keywords, exactly, and says yes where they hold; for all else jsonschema is asked.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from operator import ge, le
from typing import TypeAlias

LONGEST_TEXT = 2_000
"""Patterns are not tried on longer texts (characters): a slow pattern must not cost the run."""

REFUSALS = (re.error, OverflowError, RecursionError)
"""What compiling a pattern raises when it is none."""


@cache
def compile_pattern(pattern: str) -> re.Pattern[str]:
    """The compiled pattern; raises one of `REFUSALS`. Python's doubts about a `[[` in it are not shown."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        return re.compile(pattern)


def is_pattern(text: str) -> bool:
    """Whether `text` is a regular expression."""
    try:
        compile_pattern(text)
    except REFUSALS:
        return False
    return True


def occurs(pattern: str, text: str) -> bool:
    """Whether `pattern` matches somewhere in `text`; of a text that is too long nothing is said against it."""
    return len(text) > LONGEST_TEXT or compile_pattern(pattern).search(text) is not None


Check: TypeAlias = Callable[[object, object, Mapping[str, object], Mapping[str, object]], bool]
"""A keyword's check: value, demand of the keyword, the schema it stands in, the schema that `$ref` starts from."""

_SILENT = frozenset(
    "$schema $id $comment $defs title description examples default deprecated errorMessage then else".split()
)
"""Keywords that demand nothing by themselves."""


class _UnsureError(Exception):
    """The schema or the value is not of the plain kind."""


def surely_meets(schema: Mapping[str, object], value: object) -> bool:
    """True where `value` meets `schema`; False where it does not, or where that cannot be told here."""
    try:
        return _holds(schema, value, schema)
    except (_UnsureError, RecursionError):
        return False


def _holds(schema: object, value: object, root: Mapping[str, object]) -> bool:
    if isinstance(schema, bool):
        return schema
    here = _mapping(schema)
    root = here if "$id" in here else root
    return all(_check(name)(value, demand, here, root) for name, demand in here.items() if name not in _SILENT)


def _check(keyword: str) -> Check:
    if keyword not in _CHECKS:
        raise _UnsureError
    return _CHECKS[keyword]


def _mapping(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise _UnsureError
    return value


def _sequence(value: object) -> list[object]:
    if not isinstance(value, list):
        raise _UnsureError
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_TYPES: Mapping[object, Callable[[object], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "number": _is_number,
    "integer": lambda value: _is_number(value) and not (isinstance(value, float) and value % 1),
}


def _type(value: object, demand: object, *_: object) -> bool:
    return any(_TYPES[name](value) for name in (demand if isinstance(demand, list) else [demand]))


def _same(one: object, other: object) -> bool:
    """Equality as JSON has it: 1 is 1.0, but neither is true."""
    if isinstance(one, list | dict) and isinstance(other, list | dict) and one and other:
        raise _UnsureError
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def _enum(value: object, demand: object, *_: object) -> bool:
    return any(_same(value, each) for each in _sequence(demand))


def _unique(value: object, demand: object, *_: object) -> bool:
    if not isinstance(value, list) or not demand:
        return True
    texts = [each for each in value if isinstance(each, str)]
    if len(texts) < len(value):
        raise _UnsureError
    return len(set(texts)) == len(texts)


def _format(value: object, demand: object, *_: object) -> bool:
    if demand != "regex":
        raise _UnsureError
    return not isinstance(value, str) or is_pattern(value)


def _bound(kind: type[str | list[object] | dict[str, object]], within: Callable[[int, int], bool]) -> Check:
    def check(value: object, demand: object, *_: object) -> bool:
        if not isinstance(demand, int):
            raise _UnsureError
        return not isinstance(value, kind) or within(len(value), demand)

    return check


def _limit(within: Callable[[float, float], bool]) -> Check:
    def check(value: object, demand: object, *_: object) -> bool:
        if not isinstance(demand, int | float):
            raise _UnsureError
        return not isinstance(value, int | float) or isinstance(value, bool) or within(value, demand)

    return check


def _required(value: object, demand: object, *_: object) -> bool:
    return not isinstance(value, dict) or all(key in value for key in _sequence(demand))


def _properties(value: object, demand: object, _: object, root: Mapping[str, object]) -> bool:
    known = _mapping(demand)
    if not isinstance(value, dict):
        return True
    return all(_holds(known[key], item, root) for key, item in value.items() if key in known)


def _additional(value: object, demand: object, schema: Mapping[str, object], root: Mapping[str, object]) -> bool:
    if "patternProperties" in schema:
        raise _UnsureError
    known = _mapping(schema.get("properties", {}))
    if not isinstance(value, dict):
        return True
    return all(_holds(demand, item, root) for key, item in value.items() if key not in known)


def _names(value: object, demand: object, _: object, root: Mapping[str, object]) -> bool:
    return not isinstance(value, dict) or all(_holds(demand, key, root) for key in value)


def _items(value: object, demand: object, schema: Mapping[str, object], root: Mapping[str, object]) -> bool:
    if "prefixItems" in schema:
        raise _UnsureError
    return not isinstance(value, list) or all(_holds(demand, item, root) for item in value)


def _if(value: object, demand: object, schema: Mapping[str, object], root: Mapping[str, object]) -> bool:
    return _holds(schema.get("then" if _holds(demand, value, root) else "else", True), value, root)


def _reference(value: object, demand: object, _: object, root: Mapping[str, object]) -> bool:
    """Only `#/$defs/name` is followed here."""
    start, _, name = str(demand).rpartition("/")
    definitions = _mapping(root.get("$defs", {}))
    if start != "#/$defs" or name not in definitions or "~" in name or "%" in name:
        raise _UnsureError
    return _holds(definitions[name], value, root)


_CHECKS: Mapping[str, Check] = {
    "type": _type,
    "enum": _enum,
    "const": lambda value, demand, *_: _same(value, demand),
    "pattern": lambda value, demand, *_: not isinstance(value, str) or occurs(str(demand), value),
    "format": _format,
    "uniqueItems": _unique,
    "minLength": _bound(str, ge),
    "maxLength": _bound(str, le),
    "minItems": _bound(list, ge),
    "maxItems": _bound(list, le),
    "minProperties": _bound(dict, ge),
    "maxProperties": _bound(dict, le),
    "minimum": _limit(ge),
    "maximum": _limit(le),
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "propertyNames": _names,
    "items": _items,
    "allOf": lambda value, demand, _, root: all(_holds(each, value, root) for each in _sequence(demand)),
    "anyOf": lambda value, demand, _, root: any(_holds(each, value, root) for each in _sequence(demand)),
    "not": lambda value, demand, _, root: not _holds(demand, value, root),
    "if": _if,
    "$ref": _reference,
}
