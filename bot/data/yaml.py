"""Read YAML: configurations into plain values with the line of each of them, lists into records with exact spans.

This module imports yaml: import it where a YAML file is at hand, not before.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

import yaml

from bot.data.fields import (
    FORMATS,
    GROUP_NAMES,
    NAMES_OF_LISTS,
    YAML,
    Heading,
    Item,
    Leaf,
    Names,
    Role,
    Source,
    find_url,
    folded,
    role_of,
)
from bot.document.model import FRONT_MATTER, Comment, Flaw, Format
from bot.errors import CANNOT_RUN, USAGE, BotError
from bot.text import Span, Text, lazy_pattern

LONGEST = 200_000
"""A longer file is refused (characters): the reader is slow, and no configuration is that long."""
MOST_VALUES = 20_000
"""A file may stand for so many values, aliases written out: nine of nine of nine are soon a billion."""
DEEPEST = 200
"""Values one within another."""

_TOO_DEEP = "exceeded maximum nesting depth"
"""What libyaml says from its version 0.2.6 on: it then refuses deep values itself, as it scans."""

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
        root = _Loader(text).get_single_node()
        reader = _Reader(name)
        value = None if root is None else reader.read(root, ())
        return Located(value, reader.lines)


@contextmanager
def readable(name: str, line_of: Callable[[yaml.Mark], int], levels: str, code: int) -> Iterator[None]:
    """Raise BotError with name and line where the YAML that is read within is not valid; `levels` is a hint."""
    try:
        yield
    except yaml.MarkedYAMLError as error:
        if error.problem == _TOO_DEEP:
            raise BotError(f"{name}: nested too deep", levels, code) from error
        mark = error.problem_mark or error.context_mark
        reason = ", ".join(filter(None, (error.context, error.problem)))
        place = f"{name}:{line_of(mark) if mark else 1}"
        raise BotError(f"{place}: not valid YAML: {reason}", "fix this line or the one above it", code) from error
    except yaml.YAMLError as error:
        raise BotError(f"{name}: not valid YAML: {' '.join(str(error).split())}", "", code) from error
    except RecursionError as error:
        raise BotError(f"{name}: nested too deep", levels, code) from error


class _Bounded:
    """A loader that refuses deep values while it composes them: libyaml itself would crash the process."""

    _depth = 0

    def descend_resolver(self, parent: yaml.Node | None, index: object) -> None:  # noqa: ARG002 - as in yaml
        """Enter one more value."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise RecursionError

    def ascend_resolver(self) -> None:
        """Leave a value."""
        self._depth -= 1


class _Loader(_Bounded, yaml.SafeLoader):
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
        self.lines: dict[tuple[str | int, ...], int] = {}

    def read(self, node: yaml.Node, path: tuple[str | int, ...]) -> object:
        self._left -= 1
        if self._left < 0:
            raise BotError(f"{self._name}: expands to more than {MOST_VALUES:,} values", "use fewer aliases")
        self.lines.setdefault(path, node.start_mark.line + 1)
        if isinstance(node, yaml.MappingNode) and node.tag == _TAG + "map":
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode) and node.tag == _TAG + "seq":
            return [self.read(item, (*path, index)) for index, item in enumerate(node.value)]
        return self._scalar(node, node.tag.removeprefix(_TAG))

    def _mapping(self, node: yaml.MappingNode, path: tuple[str | int, ...]) -> dict[str, object]:
        values: dict[str, object] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise self._error(key_node, "a key must be text", "write `key: value`")
            key = str(self._scalar(key_node, "str"))
            if key in values:
                first = self.lines[(*path, key)]
                raise self._error(key_node, f'"{key}" is repeated', f"it is already on line {first}")
            self.lines[(*path, key)] = key_node.start_mark.line + 1
            values[key] = self.read(value_node, (*path, key))
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


_LEVELS = "a list of papers needs ten levels"
_DEEPEST = 40
"""Collections one inside another, beyond which nothing is read."""
_MORE_BY_ALIASES = 100_000
"""Values that aliases may repeat; nine of nine of nine are soon a billion."""
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_COMMENT = lazy_pattern(r"(?:^|(?<=[ \t\r\n]))#[^\r\n]*")
_FRONT_MATTER = lazy_pattern(r"\ufeff?---[ \t]*(?:\r\n|\n|\r)")
_CLOSING = lazy_pattern(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE)


class _RecordLoader(_Bounded, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """The fast one, where there is one."""


class _Pair(NamedTuple):
    """A key of a mapping with its value."""

    key: yaml.ScalarNode
    value: yaml.Node

    @property
    def name(self) -> str:
        return str(self.key.value)


class _Group(NamedTuple):
    heading: Heading
    keyed: bool
    """Whether it is named by the key that leads to it."""


def read_yaml(text: Text, names: Names) -> Source:
    """The records of a YAML file. Raises BotError if it is not valid."""
    start = 1 if text.content.startswith("\ufeff") else 0
    return _RecordReader(text, Span(start, len(text.content)), names).read(YAML)


def read_front_matter(text: Text, names: Names) -> Source:
    """The record that the front matter of a Markdown file is."""
    span = front_matter_span(text.content)
    if span is None:
        return Source(FORMATS[FRONT_MATTER], ())
    return _RecordReader(text, span, names).read(FORMATS[FRONT_MATTER])


def front_matter_span(content: str) -> Span | None:
    """Where the YAML at the top of a Markdown file is; None if there is none."""
    opening = _FRONT_MATTER.match(content)
    closing = _CLOSING.search(content.replace("\r", "\n"), opening.end()) if opening else None
    return Span(opening.end(), closing.start()) if opening and closing else None


class _RecordReader:
    def __init__(self, text: Text, span: Span, names: Names) -> None:
        self.text, self.span, self.names = text, span, names
        self.records: list[tuple[Item, tuple[_Group, ...]]] = []
        self.flaws: list[Flaw] = []
        self.left = len(text.content) + _MORE_BY_ALIASES
        self.scalars: list[Span] = []

    def read(self, form: Format) -> Source:
        for root in self._compose():
            self._find(root, (), 0, self._span(root).start)
        ordered = sorted(self.records, key=lambda each: each[0].span)
        records = tuple(
            record._replace(groups=tuple(group.heading for group in groups)) for record, groups in _own_groups(ordered)
        )
        return Source(form, records, tuple(self._comments()), tuple(sorted(set(self.flaws))))

    def _compose(self) -> Iterator[yaml.Node]:
        content, path = self.text[self.span], self.text.path
        with readable(path, lambda mark: self.text.line_at(self.span.start + mark.index), _LEVELS, CANNOT_RUN):
            for root in yaml.compose_all(content, Loader=_RecordLoader):
                if root is not None:
                    yield root

    def _find(self, node: yaml.Node, groups: tuple[_Group, ...], depth: int, start: int) -> None:
        """Find the records in a node, which begins at `start`, its key or its dash included."""
        self._count()
        if depth > _DEEPEST:
            return
        if isinstance(node, yaml.SequenceNode):
            for item in node.value:
                self._find(item, groups, depth + 1, self._start(item))
        elif isinstance(node, yaml.MappingNode):
            pairs = self._pairs(node)
            if self._is_record(pairs):
                self._add_record(node, pairs, groups, start)
                return
            inner = self._named_group(node, pairs, groups, start)
            for pair in pairs:
                if not isinstance(pair.value, yaml.ScalarNode):
                    place = self._span(pair.key)
                    heading = Heading(pair.name, place, Span(place.start, self._end(pair.value)))
                    says_nothing = folded(pair.name) in NAMES_OF_LISTS or self._is_one_record(pair.value)
                    outer = inner if says_nothing else (*inner, _Group(heading, keyed=True))
                    self._find(pair.value, outer, depth + 1, place.start)

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise BotError(f"{self.text.path}: aliases stand for too many values", "use fewer aliases", CANNOT_RUN)

    def _pairs(self, node: yaml.MappingNode) -> list[_Pair]:
        """The keys of a mapping with their values; those of `<<` come last, where the mapping has no own one."""
        found: dict[str, _Pair] = {}
        merged: list[_Pair] = []
        for key, value in node.value:
            self._count()
            if not isinstance(key, yaml.ScalarNode):
                continue
            if key.value == "<<" and not key.style:
                bases = value.value if isinstance(value, yaml.SequenceNode) else [value]
                for base in bases:
                    inside = base.value if isinstance(base, yaml.MappingNode) else ()
                    merged += [_Pair(each, other) for each, other in inside if isinstance(each, yaml.ScalarNode)]
                continue
            pair = _Pair(key, value)
            if pair.name in found:
                line = self.text.line_at(self._span(found[pair.name].key).start)
                # As most readers do, the last one counts.
                message = f'the field "{pair.name}" is repeated; the first one is on line {line}'
                self.flaws.append(Flaw(self._span(key), message))
            found[pair.name] = pair
        for pair in merged:
            self._count()
            found.setdefault(pair.name, pair)
        return list(found.values())

    def _is_one_record(self, node: yaml.Node) -> bool:
        return isinstance(node, yaml.MappingNode) and self._is_record(self._pairs(node))

    def _is_record(self, pairs: Sequence[_Pair]) -> bool:
        """Whether a mapping has a title, and holds more than other records do."""
        roles = {role_of(pair.name, self.names) for pair in pairs if _has_value(pair.value)}
        if not any(
            role_of(pair.name, self.names) in (Role.TITLE, Role.NAME) and _is_words(pair.value) for pair in pairs
        ):
            return False
        holds = roles & {Role.AUTHORS, Role.ARXIV, Role.DOI, Role.VENUE, Role.DATE, Role.YEAR, Role.LINK, Role.CODE}
        linked = any(isinstance(pair.value, yaml.ScalarNode) and find_url(pair.value.value) for pair in pairs)
        return bool(holds) or linked or not any(_holds_mappings(pair.value) for pair in pairs)

    def _named_group(
        self, node: yaml.MappingNode, pairs: Sequence[_Pair], groups: tuple[_Group, ...], start: int
    ) -> tuple[_Group, ...]:
        """The groups of what is in a mapping that says what it groups, as `name: Planning`."""
        for pair in pairs:
            if folded(pair.name) in GROUP_NAMES and _is_words(pair.value):
                heading = Heading(str(pair.value.value), self._span(pair.value), Span(start, self._end(node)))
                keyed = groups[-1:] and groups[-1].keyed and groups[-1].heading.span.end == heading.span.end
                return (*(groups[:-1] if keyed else groups), _Group(heading, keyed=False))
        return groups

    def _add_record(
        self, node: yaml.MappingNode, pairs: Sequence[_Pair], groups: tuple[_Group, ...], start: int
    ) -> None:
        end = self._end(node)
        line = self.text.line_around(max(end - 1, start))
        rest = self.text.content[end : line.end].strip()
        whole = Span(start, line.end if not rest or rest.startswith("#") else end)
        leaves = [leaf for pair in pairs for leaf in self._leaves(pair, whole)]
        self.records.append((Item(whole, tuple(leaves)), groups))

    def _leaves(self, pair: _Pair, whole: Span) -> Iterator[Leaf]:
        place = self._span(pair.key)
        if not whole.contains(place):
            place = Span(whole.start, whole.start)
        is_named = role_of(pair.name, self.names) is not Role.AUTHORS
        for label, node in self._scalars(pair.value, pair.name, 0, is_named=is_named):
            outer = self._span(node)
            if not whole.start <= outer.start <= whole.end:  # an alias: the value is elsewhere
                yield Leaf(pair.name, label, str(node.value).strip(), place, "*", False, place)
                continue
            span, quote = self._inner(node, outer)
            words = str(node.value).strip() if node.style or node.value not in _NULLS else ""
            self.scalars.append(outer)
            yield Leaf(pair.name, label, words, span, quote, self.text[span] == words, place)

    def _inner(self, node: yaml.ScalarNode, outer: Span) -> tuple[Span, str]:
        """What is between the quotes of a scalar, and its quote."""
        raw = self.text[outer]
        quote = node.style or ""
        start, end = outer.start, outer.end
        if quote in ("'", '"') and quote in raw:
            start, end = outer.start + raw.index(quote) + 1, outer.start + raw.rindex(quote)
        elif quote in ("|", ">"):
            start = min([*(outer.start + raw.find(mark) + 1 for mark in "\n\r" if mark in raw), outer.end])
        elif raw[:1] in ("&", "!"):  # an anchor or a tag in front
            start += raw.rfind(str(node.value)) if str(node.value) in raw else 0
        words = self.text.content[start:end]
        start += len(words) - len(words.lstrip())
        return Span(start, max(start, end - (len(words) - len(words.rstrip())))), quote

    def _scalars(
        self, node: yaml.Node, label: str, depth: int, *, is_named: bool
    ) -> Iterator[tuple[str, yaml.ScalarNode]]:
        """The scalars of a field, each with what names it: with `is_named` a name beside an address is its label."""
        self._count()
        if isinstance(node, yaml.ScalarNode):
            yield label, node
        elif depth > _DEEPEST:
            return
        elif isinstance(node, yaml.SequenceNode):
            for item in node.value:
                yield from self._scalars(item, label, depth + 1, is_named=is_named)
        elif isinstance(node, yaml.MappingNode):
            pairs = self._pairs(node)
            words = next((p for p in pairs if folded(p.name) in GROUP_NAMES | {"type"} and _is_words(p.value)), None)
            has_url = any(isinstance(pair.value, yaml.ScalarNode) and find_url(pair.value.value) for pair in pairs)
            if not (is_named and has_url):
                words = None
            for pair in pairs:
                if pair is not words:
                    name = str(words.value.value) if words is not None else pair.name
                    yield from self._scalars(pair.value, name, depth + 1, is_named=is_named)

    def _span(self, node: yaml.Node) -> Span:
        return Span(node.start_mark.index + self.span.start, node.end_mark.index + self.span.start)

    def _start(self, item: yaml.Node) -> int:
        """Where an item of a sequence begins: at its dash, if it is on the same line."""
        start = self._span(item).start
        line = self.text.line_starts[self.text.line_at(start) - 1]
        before = self.text.content[line:start]
        dash = before.rfind("-")
        return line + dash if dash >= 0 and not before.strip(" -\t") else start

    def _end(self, node: yaml.Node) -> int:
        """Where a node ends, without what is below it."""
        for _ in range(_DEEPEST):
            if not isinstance(node, yaml.CollectionNode) or node.flow_style or not node.value:
                break
            last = node.value[-1]
            inner = last[1] if isinstance(last, tuple) else last
            key = last[0] if isinstance(last, tuple) else node
            if inner.start_mark.index < key.start_mark.index:  # an alias, whose place is elsewhere
                end = self._span(key if key.end_mark.index > node.start_mark.index else node).end
                return self.text.line_around(end).end if isinstance(last, tuple) else end
            node = inner
        span = self._span(node)
        return span.start + len(self.text[span].rstrip())

    def _comments(self) -> Iterator[Comment]:
        spans = sorted(self.scalars)
        starts = [span.start for span in spans]
        position = self.span.start
        while match := _COMMENT.search(self.text.content, position, self.span.end):
            index = bisect_right(starts, match.start()) - 1
            if index < 0 or spans[index].end <= match.start():
                yield Comment(Span(*match.span()), match[0][1:])
                position = match.end()
            else:
                position = spans[index].end


def _own_groups(records: Sequence[tuple[Item, tuple[_Group, ...]]]) -> Iterator[tuple[Item, tuple[_Group, ...]]]:
    """The records without the groups that hold all of them, and are named by their key only."""
    common: tuple[_Group, ...] = records[0][1] if records else ()
    for _, groups in records:
        common = tuple(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], zip(common, groups, strict=False)))
    for record, groups in records:
        lead = tuple(group for group in groups[: len(common)] if not group.keyed)
        yield record, (*lead, *groups[len(common) :])


def _has_value(node: yaml.Node) -> bool:
    return not isinstance(node, yaml.ScalarNode) or bool(node.style) or node.value not in _NULLS


def _is_words(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and bool(str(node.value).strip()) and _has_value(node)


def _holds_mappings(node: yaml.Node) -> bool:
    """Whether a value holds mappings in a sequence, here or one level further down."""
    inner = [node, *(value for _, value in node.value)] if isinstance(node, yaml.MappingNode) else [node]
    sequences = [each for each in inner if isinstance(each, yaml.SequenceNode)]
    return any(isinstance(item, yaml.MappingNode) for each in sequences for item in each.value)
