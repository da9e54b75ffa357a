"""The rule `schema-violation`: entries that violate the configured schema."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.listing import Entry, Listing, Span
from bot.listing.values import entry_object, venue_of
from bot.rules import FIREACT
from bot.rules.api import Bad, Context, Findings, Good, Rule, Severity
from bot.rules.link_targets import target_span, templates_of
from bot.rules.works import title_span

if TYPE_CHECKING:
    from bot.linter.schema import Problem, Validator


@dataclass(frozen=True, eq=False)
class SchemaViolation(Rule):
    """An entry about a paper does not meet the requirements under `entry` in the configuration.

    These requirements say which parts each paper must have, how a part is written, and which venues are allowed.
    Without them, the rule reports nothing. In the example, the list requires a date (`required: [date]`).

    Not reported: entries that are not papers.
    """

    can_be_habit = False
    severity = Severity.ERROR
    reason = "the configuration of the list asks for it"
    examples = (
        Bad(f"* {FIREACT}\n"),
        Good(f"* [2310] {FIREACT}\n"),
    )

    entry_schema: Validator | None = None
    """The schema for the object of every paper, made from the keys under `entry` in the configuration."""

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per entry and requirement."""
        if self.entry_schema is None:
            return
        templates = templates_of(listing)
        for entry in listing.papers:
            context.check_time()
            if templates.contain(entry.span):
                continue
            written = {"venue": venue_of(listing, entry, entry.parts)}  # with its year, as patterns may ask for it
            for problem in self.entry_schema.problems(entry_object(listing, entry) | written):
                yield self.at(listing, _place(entry, problem), problem.message)


def _place(entry: Entry, problem: Problem) -> Span:
    """The part of the entry that the problem is about, or its title if the part is missing."""
    match problem.path:
        case ("links", int(index), *_) if index < len(entry.links):
            return target_span(entry.links[index])
        case ("marks", int(index), *_) if index < len(entry.parts.marks):
            return entry.parts.marks[index].span
        case ("arxiv" | "url" | "identifiers", *_) if entry.link is not None:
            return target_span(entry.link)
        case ("date", *_) if entry.date is not None:
            return entry.date.span
        case ("venue" | "affiliation" | "citations" | "comment" as name, *_):
            part = getattr(entry.parts, name)
            return part.span if part is not None else title_span(entry)
    return title_span(entry)
