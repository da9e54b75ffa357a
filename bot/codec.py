"""JSON to dataclasses and back: the types of the fields say what the JSON must contain.

Known types are `str`, `int`, `float`, `bool`, `date` (as `2024-01-31`), enumerations by their value, other dataclasses,
`X | None`, `tuple[X, ...]` (as a list) and `Mapping[str, X]` (as an object). The module of a dataclass imports the
types of its fields at run time, not for type checkers only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, TypeAlias, TypeGuard, TypeVar, cast, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")

_Read: TypeAlias = Callable[[object], object]


class CodecError(ValueError):
    """JSON that does not fit: the text begins with the place, as in `targets.0.strikes: must be a whole number`."""

    def __init__(self, problem: str, path: tuple[str | int, ...] = ()) -> None:
        super().__init__(f"{'.'.join(map(str, path))}: {problem}" if path else problem)
        self.problem = problem
        self.path = path

    def within(self, step: str | int) -> CodecError:
        """The same error, as seen from one level above."""
        return CodecError(self.problem, (step, *self.path))


def from_json(kind: type[T], value: object) -> T:
    """The `kind`, mostly a dataclass, that a value from `json.loads` stands for.

    A missing key takes the field's default, and unknown keys are ignored. Raises CodecError for a value of another
    type, and for a missing key without a default.
    """
    return cast("T", _reader(kind)(value))  # type: ignore[arg-type]  # every type is hashable


def to_json(value: DataclassInstance, *, omit_defaults: bool = True) -> dict[str, object]:
    """The dataclass as an object for `json.dumps`, with its fields in order; without those that have their default."""
    defaults = _defaults(type(value))
    pairs = ((name, getattr(value, name)) for name in defaults)
    return {name: _plain(each, omit_defaults) for name, each in pairs if not omit_defaults or each != defaults[name]}


def _plain(value: object, omit_defaults: bool) -> object:
    match value:
        case Enum():
            return value.value
        case str() | int() | float() | None:
            return value
        case date():
            return value.isoformat()
        case tuple():
            return [_plain(each, omit_defaults) for each in value]
        case Mapping():
            return {key: _plain(each, omit_defaults) for key, each in value.items()}
    return to_json(cast("DataclassInstance", value), omit_defaults=omit_defaults)


@cache
def _defaults(kind: type[DataclassInstance]) -> Mapping[str, object]:
    """The default of each field, or `MISSING`, which no value equals."""
    return {it.name: it.default if it.default_factory is MISSING else it.default_factory() for it in fields(kind)}


@cache
def _reader(kind: object) -> _Read:
    arguments = get_args(kind)
    match get_origin(kind):
        case None if isinstance(kind, type) and is_dataclass(kind):
            return _dataclass_reader(kind)
        case None if isinstance(kind, type) and issubclass(kind, Enum):
            return _enum_reader(kind)
        case None if isinstance(kind, type) and kind in _PLAIN:
            return _PLAIN[kind]
        case origin if origin is UnionType and len(arguments) == 2 and arguments[1] is NoneType:
            return _optional_reader(_reader(arguments[0]))
        case origin if origin is tuple and len(arguments) == 2 and arguments[1] is ...:
            return _tuple_reader(_reader(arguments[0]))
        case origin if origin is Mapping and arguments[0] is str:
            return _mapping_reader(_reader(arguments[1]))
    raise TypeError(f"{kind} cannot be read from JSON")


def _dataclass_reader(kind: type[DataclassInstance]) -> _Read:
    hints = get_type_hints(kind)
    readers = {name: _reader(hints[name]) for name in _defaults(kind)}
    required = [name for name, default in _defaults(kind).items() if default is MISSING]

    def read(value: object) -> object:
        if not isinstance(value, dict):
            raise CodecError("must be an object")
        for name in required:
            if name not in value:
                raise CodecError(f'"{name}" is missing')
        return kind(**{name: _read_at(name, reader, value[name]) for name, reader in readers.items() if name in value})

    return read


def _tuple_reader(item: _Read) -> _Read:
    def read(value: object) -> object:
        if not isinstance(value, list):
            raise CodecError("must be a list")
        return tuple(_read_at(index, item, each) for index, each in enumerate(value))

    return read


def _mapping_reader(item: _Read) -> _Read:
    def read(value: object) -> object:
        if not isinstance(value, dict):
            raise CodecError("must be an object")
        return {key: _read_at(key, item, each) for key, each in value.items()}

    return read


def _read_at(step: str | int, read: _Read, value: object) -> object:
    try:
        return read(value)
    except CodecError as error:
        raise error.within(step) from None


def _optional_reader(inner: _Read) -> _Read:
    return lambda value: None if value is None else inner(value)


def _enum_reader(kind: type[Enum]) -> _Read:
    members = {each.value: each for each in kind}

    def read(value: object) -> object:
        if not isinstance(value, str | int) or value not in members:
            raise CodecError(f"must be one of {', '.join(map(str, members))}")
        return members[value]

    return read


def _scalar_reader(kind: type, is_valid: Callable[[object], bool], name: str) -> _Read:
    def read(value: object) -> object:
        if not is_valid(value):
            raise CodecError(f"must be {name}")
        return kind(value)

    return read


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _read_date(value: object) -> date:
    try:
        return date.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        raise CodecError("must be a date, such as 2024-01-31") from None


_PLAIN: Mapping[type, _Read] = {
    str: _scalar_reader(str, lambda value: isinstance(value, str), "text"),
    # JSON has one kind of number: 1.0 is a whole one.
    int: _scalar_reader(int, lambda value: _is_number(value) and not value % 1, "a whole number"),
    float: _scalar_reader(float, _is_number, "a number"),
    bool: _scalar_reader(bool, lambda value: isinstance(value, bool), "true or false"),
    date: _read_date,
}
