"""What a rule is, what it needs, how it is tried by examples, and which options it takes."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass, field, fields, replace
from enum import Flag, StrEnum, auto
from types import NoneType
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

from bot.judgement import Hearing, Outcome
from bot.linter.diagnostics import Diagnostic, Fix, Related, Safety, Scope, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date
    from typing import Never

    from bot.facts.model import Facts
    from bot.linter.engine import Stopwatch
    from bot.linter.suppressions import Suppression
    from bot.listing import Catalog, Entry, Link, Listing
    from bot.listing.parts import Part
    from bot.text import Span

T = TypeVar("T")


class Need(Flag):
    """What a rule needs beside the list itself; without it the rule is not run, and the report names it."""

    NOTHING = 0
    FILES = auto()
    """Which relative targets exist beside the list."""
    PAPERS = auto()
    LINKS = auto()
    REPOSITORIES = auto()
    MARKDOWN = auto()
    """The signs of Markdown; a rule that needs them does not run on a list that is written as records."""
    RECORDS = auto()
    """A list that is written as records, with its own mistakes."""
    SOURCE = auto()
    """The records that a list in Markdown is generated from."""
    SCHEMA = auto()
    """What a configuration says about entries."""
    COMMENTS = auto()
    """Comments that are for the bot."""
    NAME = auto()
    """That the configuration or the command line names the rule, which is off by default."""
    LISTS = MARKDOWN | RECORDS | SOURCE | SCHEMA | COMMENTS | NAME
    """What a list has or lacks: without it a rule finds nothing, and no report mentions that it did not run."""
    FACTS = PAPERS | LINKS | REPOSITORIES
    """All that only a request can answer."""


class Good(NamedTuple):
    """A list in which the rule finds nothing: whole lines of Markdown, or of what the suffix of `path` says."""

    text: str
    facts: Facts | None = None
    """None if the rule needs no facts."""
    path: str = "README.md"
    source: str = ""
    """The records in YAML that the list is generated from."""


class Bad(NamedTuple):
    """A list in which the rule finds one thing, and what its fix makes of it (None: no fix offered)."""

    text: str
    fixed: str | None = None
    facts: Facts | None = None
    path: str = "README.md"
    source: str = ""
    """The records in YAML that the list is generated from."""


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """What a rule may know beside the list itself."""

    today: date
    catalog: Catalog
    """All lists of the run."""
    missing_files: frozenset[tuple[str, str]] | None = None
    """Pairs of list path and relative target (as written) that do not exist; None if they are not known."""
    facts: Facts | None = None
    """About papers, repositories and links; None if none were gathered."""

    sources: Mapping[str, Listing] = field(default_factory=dict)
    """For the paths of lists that are generated from records: these."""

    stopwatch: Stopwatch | None = None
    """Once its time is up, no rule is begun; None if there is no limit."""

    dropped: list[Diagnostic] | None = None
    """Collects what rules suspected and dropped, with the objections as reasons; None if that is not asked for."""

    apart: frozenset[str] = frozenset()
    """The paths of lists that are in no repository: the files that they name may lie elsewhere."""

    def check_time(self) -> None:
        """Raise BotError once the time of the run is up."""
        if self.stopwatch is not None:
            self.stopwatch.check()

    @property
    def may_stop(self) -> bool:
        """Whether rules for which there is no time are left out; otherwise the run fails."""
        return self.stopwatch is not None and self.stopwatch.may_stop

    @property
    def known(self) -> Facts:
        """The facts; empty if none were gathered."""
        if self.facts is not None:
            return self.facts
        from bot.facts.model import Facts  # most runs have some, or ask for none

        return Facts()


def option(default: T, description: str, *, minimum: int | None = None, maximum: int | None = None) -> T:
    """A field of a rule that a configuration file can set.

    Its type is `bool`, `int`, `float`, `str`, `Literal`, a `StrEnum` or `tuple[str, ...]`, each also with `| None`,
    and is imported at run time. A number needs the least value that makes sense, and the greatest where there is one.
    """
    return field(default=default, metadata={"description": description, "minimum": minimum, "maximum": maximum})


_ACCEPT_HABITS = {
    "description": "Write one note for what the list does so often that it is a habit; `false` reports each case.",
    "minimum": None,
    "maximum": None,
}


@dataclass(frozen=True, eq=False)
class Rule:
    """One thing that can be wrong with a list. Fields of a subclass made with `option` can be configured.

    The subclass's docstring is its published page (what, why, how to fix it); `examples` are its first tests. It says
    what is wrong in one or more of the hooks: `check_list`, `check_entry`, `check_link`.
    """

    slug: ClassVar[str]
    severity: ClassVar[Severity]
    reason: ClassVar[str] = ""
    """Why a finding that is not a note is right, where it names no reasons of its own."""
    scope: ClassVar[Scope] = Scope.ENTRY
    enabled: ClassVar[bool] = True
    """False for a rule that only runs when the configuration or `--select` names it."""
    needs: ClassVar[Need] = Need.NOTHING
    examples: ClassVar[tuple[Good | Bad, ...]] = ()
    can_be_habit: ClassVar[bool] = True
    """False for a rule whose findings are mistakes, however many places have them in common."""
    is_broken: ClassVar[bool] = False
    """True for a rule whose errors do not work on the page: where so many have one form, they are one error."""

    accept_habits: bool = field(default=True, kw_only=True, metadata=_ACCEPT_HABITS)

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield what is wrong with `listing`: what the hooks below find. A rule overrides those that it needs."""
        yield from self.check_list(listing, context)
        own, is_timed = type(self), context.stopwatch is not None
        if own.check_entry is not Rule.check_entry:
            for entry in listing.entries:
                if is_timed:
                    context.check_time()
                yield from self.check_entry(entry, listing, context)
        if own.check_link is not Rule.check_link:
            for link in listing.document.links:
                yield from self.check_link(link, listing, context)

    def check_list(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield what is wrong with the list as a whole, or with its parts beside each other."""
        del listing, context
        yield from ()

    def check_entry(self, entry: Entry, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield what is wrong with one entry."""
        del entry, listing, context
        yield from ()

    def check_link(self, link: Link, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield what is wrong with one link, also of an image."""
        del link, listing, context
        yield from ()

    def check_suppression(
        self, listing: Listing, comment: Suppression, unused: frozenset[Part], known: frozenset[str]
    ) -> Iterator[Diagnostic]:
        """Yield what is wrong with a suppression comment, once all rules have checked the list.

        `unused` holds the slugs that suppressed nothing though their rules ran, `known` all slugs that a comment
        may name. Most rules check no comments.
        """
        del listing, comment, unused, known
        yield from ()

    @property
    def has_habits(self) -> bool:
        """Whether what it finds can be a habit of a list; what records and requests say never is."""
        return self.can_be_habit and not self.needs & Need.FACTS

    def places(self, listing: Listing, form: str) -> Places:
        """Return the places that could have a form of this rule's findings: the entries, unless a rule says other."""
        del form
        return Places("entries", tuple([entry.span for entry in listing.entries]))

    def at(
        self,
        listing: Listing,
        span: Span,
        message: str,
        *,
        fix: Fix | None = None,
        new: str | None = None,
        related: tuple[Related, ...] = (),
        severity: Severity | None = None,
        target: str | None = None,
        reasons: tuple[str, ...] = (),
        forms: tuple[str, ...] | None = None,
        is_note: bool = False,
    ) -> Diagnostic:
        """A diagnostic of this rule; `severity` and `is_note` are for one that weighs more or less than its others.

        Where `new` says what to write at the span, that is an unsafe fix.
        """
        fix = fix if new is None else Fix.write(span, new, Safety.UNSAFE)
        weight, path = (Severity.NOTE if is_note else severity or self.severity), listing.text.path
        reasons = reasons or ((self.reason,) if self.reason and weight > Severity.NOTE else ())
        return Diagnostic(self.slug, weight, path, span, message, fix, related, self.scope, target, reasons, forms)

    def decide(self, suspicion: Diagnostic, hearing: Hearing, context: Context) -> tuple[Diagnostic, ...]:
        """The finding for a suspicion that has been weighed: as it is, or as a note; none if it is dropped.

        What is dropped is kept for `explain`, if that asks.
        """
        if hearing.outcome is Outcome.DROPPED:
            if context.dropped is not None:
                context.dropped.append(replace(suspicion, reasons=hearing.objections))
            return ()
        reasons = (*hearing.reasons, *hearing.reservations)
        severity = suspicion.severity if hearing.outcome is Outcome.SURE else Severity.NOTE
        return (replace(suspicion, severity=severity, reasons=reasons),)


class ActiveRule(NamedTuple):
    """A rule that the configuration turns on, its options set."""

    rule: Rule
    severity: Severity | None = None
    """The severity that the configuration gives the rule; None keeps the rule's own."""
    named: bool = False
    """True if the configuration or the command line names the rule: then the fixes of its notes are wanted."""


class Places(NamedTuple):
    """The places of a list that could have a form, in order, and what they are called: `entries`."""

    name: str
    spans: tuple[Span, ...]


class NotRun(NamedTuple):
    """A rule that could not run; `reason` is a clause ("the links were not visited")."""

    slug: str
    reason: str


TIME_UP = "the time was up"
"""The reason for rules that were not finished."""


_TYPES: dict[object, str] = {bool: "boolean", int: "integer", float: "number", str: "string"}


class Option(NamedTuple):
    """One option of a rule: a field that a configuration file can set."""

    name: str
    annotation: object
    """The type of the field, resolved."""
    default: object
    description: str
    minimum: int | None = None
    maximum: int | None = None

    @property
    def schema(self) -> dict[str, object]:
        """The JSON Schema of the values that set it."""
        bounds = {"minimum": self.minimum, "maximum": self.maximum}
        return _schema_of(self.annotation) | {name: bound for name, bound in bounds.items() if bound is not None}

    def value(self, json: object) -> object:
        """The field's value for a value of JSON that meets the schema."""
        annotation = _without_none(self.annotation)
        if isinstance(json, list):
            return tuple(json)
        if isinstance(annotation, type) and issubclass(annotation, StrEnum):
            return annotation(str(json))
        return float(json) if annotation is float and isinstance(json, int) else json


def options(rule: Rule) -> tuple[Option, ...]:
    """The options of `rule`, in the order they are written."""
    found = [each for each in fields(rule) if "description" in each.metadata]
    first, *own = found  # all rules have the first one
    found = [*own, *([first] if rule.has_habits else [])]
    types = get_type_hints(type(rule)) if found else {}
    return tuple(Option(each.name, types[each.name], getattr(rule, each.name), **each.metadata) for each in found)


def set_options(rule: Rule, values: Mapping[str, object]) -> Rule:
    """`rule` with its options set to `values` of JSON, which meet their schemas."""
    if not values:
        return rule
    known = {option.name: option for option in options(rule)}
    return set_fields(rule, {name: known[name].value(value) for name, value in values.items()})


def set_fields(rule: Rule, values: Mapping[str, object]) -> Rule:
    """`rule` with these values of its fields."""
    return replace(rule, **cast("Mapping[str, Never]", values))


def rule_schema(rule: Rule) -> dict[str, object]:
    """The JSON Schema of what a configuration file may hold for `rule`."""
    severity = {"$ref": "#/$defs/severity"}
    properties: dict[str, object] = {"severity": severity}
    for each in options(rule):
        default = list(each.default) if isinstance(each.default, tuple) else each.default
        shown = {} if default is None else {"default": default}
        properties[each.name] = {"description": each.description} | each.schema | shown
    mapping = {
        "type": "object",
        "additionalProperties": False,
        "propertyNames": {"title": "option"},
        "minProperties": 1,
        "properties": properties,
    }
    return {"description": summary_of(rule), "anyOf": [severity, mapping]}


def summary_of(rule: Rule) -> str:
    """The first sentence of the rule's page."""
    first_paragraph = " ".join((inspect.getdoc(type(rule)) or "").split("\n\n")[0].split())
    return re.split(r"(?<=[.?!]) (?=[A-Z`])", first_paragraph, maxsplit=1)[0]


def _schema_of(annotation: object) -> dict[str, object]:
    annotation = _without_none(annotation)
    if annotation in _TYPES:
        return {"type": _TYPES[annotation]}
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return {"type": "string", "enum": [member.value for member in annotation]}
    if get_origin(annotation) is Literal:
        return {"type": "string", "enum": list(get_args(annotation))}
    if get_origin(annotation) is tuple and get_args(annotation) == (str, ...):
        return {"type": "array", "items": {"type": "string", "minLength": 1}}
    raise TypeError(f"an option cannot be of type {annotation}")


def _without_none(annotation: object) -> object:
    """`X` for `X | None`: a file leaves such an option out to mean None."""
    of_types = get_args(annotation)
    rest = [each for each in of_types if each is not NoneType]
    return rest[0] if NoneType in of_types and len(rest) == 1 else annotation
