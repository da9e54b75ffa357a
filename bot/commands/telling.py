"""What a sweep comes to goes in; the findings at their places in the lists, as every report shows them, go out."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.linter.diagnostics import Diagnostic, Severity
from bot.rules import RULES
from bot.rules.links import place_of
from bot.sweeps import Kind, target_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.linter.config import Config
    from bot.listing import Listing
    from bot.sweeps import Item, Outcome

_RULES = {Kind.DEAD: "dead-link", Kind.MOVED: "moved-link"}


def findings_of(listings: Sequence[Listing], outcome: Outcome, config: Config) -> tuple[Diagnostic, ...]:
    """A diagnostic for each line with a link that is reported, graded as the configuration has it."""
    grades = grades_of(config)
    by_target: dict[str, list[Item]] = {}
    for item in outcome.items:
        by_target.setdefault(item.target, []).append(item)
    found = (each for listing in listings for each in _in_listing(listing, by_target, grades))
    return tuple(sorted(found, key=lambda each: (each.path, each.span, each.rule)))


def grades_of(config: Config) -> dict[str, Severity]:
    """How bad a finding of each rule is, also of those that the configuration turns off."""
    grades = {rule.slug: rule.severity for rule in RULES}
    chosen = {setting.rule.slug: setting.severity for setting in config.settings() if setting.severity is not None}
    return grades | chosen


def _in_listing(
    listing: Listing, by_target: Mapping[str, Sequence[Item]], grades: Mapping[str, Severity]
) -> Iterator[Diagnostic]:
    seen: set[tuple[str, int]] = set()
    for link in listing.document.links:
        target = target_of(link.href)
        line = listing.text.line_at(link.span.start)
        if target is None or target not in by_target or (target, line) in seen:
            continue
        seen.add((target, line))
        for item in by_target[target]:
            if item.kind is Kind.PAPERS and (listing.text.path, line) not in {(at.path, at.line) for at in item.places}:
                continue  # another entry names the same paper, and rightly
            rule = item.rule or _RULES[item.kind]
            grade = grades.get(rule, Severity.NOTE)
            yield Diagnostic(rule, grade, listing.text.path, place_of(link), _words(item))


def _words(item: Item) -> str:
    since = f"{datetime.fromtimestamp(item.since, UTC):%Y-%m-%d}"
    if item.kind is Kind.DEAD:
        copy = f"; archived copy: {item.copy}" if item.copy else ""
        return f"the link is dead: {item.words}; failing since {since}{copy}"
    if item.kind is Kind.MOVED:
        return f"the page has moved to {item.moved_to}; seen since {since}"
    return item.words
