"""Read YAML into plain values, and remember the line of each of them; what is wrong with YAML that cannot be read.

This module imports yaml: import it where a YAML file is at hand, not before.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import yaml

from bot.errors import USAGE, BotError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

LONGEST = 200_000
"""A longer file is refused (characters): the reader is slow, and no configuration is that long."""
MOST_VALUES = 20_000
"""A file may stand for so many values, aliases written out: nine of nine of nine are soon a billion."""

_TAG = "tag:yaml.org,2002:"


@dataclass(frozen=True, slots=True)
class Located:
    """A value of texts, numbers, truth values, lists and mappings, and where in the file its parts are."""

    value: object
    lines: Mapping[tuple[str | int, ...], int]
    """Lines, counted from 1, by the keys and indexes that lead to a part; a key stands for its value."""

    def line(self, path: tuple[str | int, ...]) -> int:
        """The line of the part at `path`, or of the nearest one around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def read(text: str, name: str) -> Located:
    """The value of the YAML `text`, which errors call `name`.

    Only what JSON has is read: dates, `yes`, `off` and `0425` stay text. A key occurs once in its mapping.
    Raises BotError, with name and line, for anything else.
    """
    if len(text) > LONGEST:
        raise BotError(f"{name}: longer than {LONGEST:,} characters", "a configuration needs only a page or two")
    with readable(name, lambda mark: mark.line + 1, "a configuration needs five levels", USAGE):
        node = _Loader(text).get_single_node()
        return _Reader(name).read(node)


@contextmanager
def readable(name: str, line_of: Callable[[yaml.Mark], int], levels: str, code: int) -> Iterator[None]:
    """Raise BotError with name and line where the YAML that is read within is not valid; `levels` is a hint."""
    try:
        yield
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reason = ", ".join(filter(None, (error.context, error.problem)))
        place = f"{name}:{line_of(mark) if mark else 1}"
        raise BotError(f"{place}: not valid YAML: {reason}", "fix this line or the one above it", code) from error
    except yaml.YAMLError as error:
        raise BotError(f"{name}: not valid YAML: {' '.join(str(error).split())}", "", code) from error
    except RecursionError as error:
        raise BotError(f"{name}: nested too deep", levels, code) from error


class _Loader(yaml.SafeLoader):
    """YAML 1.1 takes `off` for false, `0425` for 277, `2024-01-02` for a date; this takes what JSON has."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 - as in yaml


for _type, _pattern, _first in (
    ("null", r"(?:~|null|)\Z", ("~", "n", "")),
    ("bool", r"(?:true|false)\Z", ("t", "f")),
    ("int", r"-?(?:0|[1-9][0-9]{0,17})\Z", tuple("-0123456789")),
    ("float", r"-?(?:0|[1-9][0-9]{0,17})\.[0-9]{1,18}\Z", tuple("-0123456789")),
):
    _Loader.add_implicit_resolver(_TAG + _type, re.compile(_pattern), _first)


class _Reader:
    """Makes values of nodes, and counts them."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._left = MOST_VALUES
        self._lines: dict[tuple[str | int, ...], int] = {}

    def read(self, root: yaml.Node | None) -> Located:
        value = None if root is None else self._value(root, ())
        return Located(value, self._lines)

    def _value(self, node: yaml.Node, path: tuple[str | int, ...]) -> object:
        self._left -= 1
        if self._left < 0:
            raise BotError(f"{self._name}: expands to more than {MOST_VALUES:,} values", "use fewer aliases")
        self._lines.setdefault(path, node.start_mark.line + 1)
        if isinstance(node, yaml.MappingNode) and node.tag == _TAG + "map":
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode) and node.tag == _TAG + "seq":
            return [self._value(item, (*path, index)) for index, item in enumerate(node.value)]
        return self._scalar(node, node.tag.removeprefix(_TAG))

    def _mapping(self, node: yaml.MappingNode, path: tuple[str | int, ...]) -> dict[str, object]:
        values: dict[str, object] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise self._error(key_node, "a key must be text", "write `key: value`")
            key = str(self._scalar(key_node, "str"))
            if key in values:
                first = self._lines[(*path, key)]
                raise self._error(key_node, f'"{key}" is repeated', f"it is already on line {first}")
            self._lines[(*path, key)] = key_node.start_mark.line + 1
            values[key] = self._value(value_node, (*path, key))
        return values

    def _scalar(self, node: yaml.Node, type_name: str) -> object:
        if not isinstance(node, yaml.ScalarNode) or type_name not in _SCALARS:
            tag = node.tag.replace(_TAG, "!!")
            raise self._error(node, f"the tag {tag} is not supported", "remove the tag")
        try:
            return _SCALARS[type_name](str(node.value))
        except ValueError as error:
            raise self._error(node, f"this is not a valid {type_name}", "write it without tag and escapes") from error

    def _error(self, node: yaml.Node, reason: str, hint: str) -> BotError:
        return BotError(f"{self._name}:{node.start_mark.line + 1}: {reason}", hint)


_SCALARS: dict[str, Callable[[str], object]] = {
    "null": lambda _: None,
    "bool": lambda text: text == "true",
    "int": int,
    "float": float,
    "str": lambda text: text.encode("utf-16", "surrogatepass").decode("utf-16"),
}
