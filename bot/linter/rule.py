"""What a run knows of a rule beside its findings: the grade it was given, or why it could not run."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from abc import ABC, abstractmethod
from dataclasses import dataclass, fields, replace
from enum import Flag, StrEnum, auto
from itertools import pairwise
from types import NoneType, UnionType
from typing import TYPE_CHECKING, ClassVar, Literal, Union, get_args, get_origin

from bot.linter.diagnostics import Diagnostic, Fix, Related, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from bot.facts.model import Facts
    from bot.listing import Catalog, Listing
    from bot.text import Span


@dataclass(frozen=True, slots=True)
class Setting:
    """A rule that shall run, its options set; a rule that is off has no setting."""

    rule: Rule
    severity: Severity | None = None
    """The grade that the configuration gives the rule; None keeps the rule's own."""


@dataclass(frozen=True, slots=True)
class NotRun:
    """A rule that was asked for and could not run; `reason` is a clause ("the links were not visited")."""

    slug: str
    reason: str


class Need(Flag):
    """What a rule must be given beside the list itself; without it the rule is not run, and the report says so."""

    NOTHING = 0
    FILES = auto()
    """Which relative targets exist beside the list."""
    PAPERS = auto()
    LINKS = auto()
    REPOSITORIES = auto()


@dataclass(frozen=True, slots=True)
class Good:
    """A list that the rule is silent on: `text` holds whole lines of Markdown."""

    text: str
    facts: Facts | None = None
    """What the world answered; an example without it is one of a rule that needs no facts."""


@dataclass(frozen=True, slots=True)
class Bad:
    """A list that the rule speaks up on once, and what its fix makes of it (None: no fix offered)."""

    text: str
    fixed: str | None = None
    facts: Facts | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """What is known around a listing: today's date, the other lists of the run, the files beside it."""

    today: date
    catalog: Catalog
    missing_files: frozenset[tuple[str, str]] | None = None
    """Pairs of list path and relative target (as written) that do not exist; None where nobody looked."""
    facts: Facts | None = None
    """What the world answered about papers, repositories and links; None where nobody asked."""


@dataclass(frozen=True)
class Rule(ABC):
    """One thing that can be wrong with a list. Fields of a subclass are its options.

    The subclass's docstring is its published page (what, why, how to mend); `examples` are its first tests.
    """

    slug: ClassVar[str]
    severity: ClassVar[Severity]
    enabled: ClassVar[bool] = True
    """False for a rule that only runs when the configuration or `--select` names it."""
    needs: ClassVar[Need] = Need.NOTHING
    examples: ClassVar[tuple[Good | Bad, ...]] = ()

    @abstractmethod
    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield what is wrong with `listing`."""

    def at(
        self,
        listing: Listing,
        span: Span,
        message: str,
        *,
        fix: Fix | None = None,
        related: tuple[Related, ...] = (),
        severity: Severity | None = None,
    ) -> Diagnostic:
        """A diagnostic of this rule; `severity` grades one finding apart from the rule's own grade."""
        return Diagnostic(self.slug, severity or self.severity, listing.text.path, span, message, fix, related)


OFF = "off"
"""The word that turns a rule off, beside the severities."""

_PLAIN: dict[object, str] = {bool: "boolean", int: "integer", float: "number", str: "string"}


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a rule: a field that a configuration file can set."""

    name: str
    annotation: object
    """The type of the field, resolved."""
    default: object

    @property
    def schema(self) -> dict[str, object]:
        """The JSON Schema of the values that set it."""
        schema = _schema_of(self.annotation)
        assert schema is not None  # noqa: S101 - `options` takes no other fields
        return schema

    def value(self, json: object) -> object:
        """The field's value for a value of JSON that meets the schema."""
        return _value_of(self.annotation, json)


def options(rule: Rule) -> tuple[Option, ...]:
    """The options of `rule`: its fields of the types that JSON can say, in the order they are written."""
    found = []
    for field in fields(rule):
        annotation = _resolved(type(rule), field.name, field.type)
        if _schema_of(annotation) is not None:
            found.append(Option(field.name, annotation, getattr(rule, field.name)))
    return tuple(found)


def set_options(rule: Rule, values: Mapping[str, object]) -> Rule:
    """`rule` with its options set to `values` of JSON, which meet their schemas."""
    known = {option.name: option for option in options(rule)}
    return replace(rule, **{name: known[name].value(value) for name, value in values.items()})


def rule_schema(rule: Rule, *, described: bool = False) -> dict[str, object]:
    """The JSON Schema of what a configuration file may say about `rule`; `described` reads its source too."""
    severity = {"$ref": "#/$defs/severity"}
    words = descriptions(rule) if described else {}
    said: dict[str, object] = {"severity": severity}
    for option in options(rule):
        text = {"description": words[option.name]} if option.name in words else {}
        default = {} if option.default is None else {"default": _json_of(option.default)}
        said[option.name] = text | option.schema | default
    mapping = {
        "type": "object",
        "additionalProperties": False,
        "propertyNames": {"title": "option"},
        "minProperties": 1,
        "properties": said,
    }
    summary: dict[str, object] = {"description": summary_of(rule)} if described else {}
    return summary | {"anyOf": [severity, mapping]}


def summary_of(rule: Rule) -> str:
    """The first sentence of the rule's page."""
    first_paragraph = " ".join((inspect.getdoc(type(rule)) or "").split("\n\n")[0].split())
    return re.split(r"(?<=[.?!]) (?=[A-Z`])", first_paragraph, maxsplit=1)[0]


def descriptions(rule: Rule) -> dict[str, str]:
    """What each option means, by its name: the string that stands below the field in the source."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(type(rule))))
    body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef))
    found = {}
    for statement, following in pairwise(body):
        match statement, following:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                found[name] = " ".join(words.split())
    return found


def severity_of(word: str) -> Severity | None:
    """The severity that a configuration file means by `word`; None for `off`."""
    return None if word == OFF else Severity[word.upper()]


def _resolved(rule: type[Rule], name: str, annotation: object) -> object:
    """The type that an annotation names; the text itself where it is only known to a type checker."""
    if not isinstance(annotation, str):
        return annotation
    owner = next(each for each in rule.__mro__ if name in inspect.get_annotations(each))
    try:
        return eval(annotation, vars(sys.modules[owner.__module__]))  # noqa: S307 - our own source
    except NameError:
        return annotation


def _schema_of(annotation: object) -> dict[str, object] | None:
    if annotation in _PLAIN:
        return {"type": _PLAIN[annotation]}
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return {"type": "string", "enum": [member.value for member in annotation]}
    if get_origin(annotation) is Literal:
        return {"type": "string", "enum": list(get_args(annotation))}
    if get_origin(annotation) is tuple and get_args(annotation) == (str, ...):
        return {"type": "array", "items": {"type": "string", "minLength": 1}}
    wrapped = _without_none(annotation)
    return None if wrapped is None else _schema_of(wrapped)


def _without_none(annotation: object) -> object | None:
    """`X` for `X | None`: a file leaves such an option out to mean None."""
    if get_origin(annotation) not in (Union, UnionType):
        return None
    rest = [each for each in get_args(annotation) if each is not NoneType]
    return rest[0] if len(rest) == 1 else None


def _value_of(annotation: object, json: object) -> object:
    annotation = _without_none(annotation) or annotation
    if isinstance(json, list):
        return tuple(json)
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return annotation(str(json))
    return float(json) if annotation is float and isinstance(json, int) else json


def _json_of(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
