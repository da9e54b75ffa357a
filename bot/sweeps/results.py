"""What a sweep found, at its places in the lists: the findings as a report, messages, and the fixed lists."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import quote

from bot.facts.model import Facts
from bot.facts.questions import Questions, collect_questions
from bot.links.model import LinkState, LinkStatus, Share, Tally
from bot.linter.diagnostics import Diagnostic, Safety, Severity
from bot.linter.fixing import fix
from bot.reports.pages import Dead, Health, Month, Moved, Place, Sweep
from bot.reports.run import Report
from bot.rules import RULES
from bot.rules.link_targets import target_span
from bot.sweeps.advance import NO_NETWORK
from bot.sweeps.items import ItemKind, list_items, target_of
from bot.sweeps.state import day_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from bot.listing import Listing
    from bot.sweeps.advance import SweepOutcome
    from bot.sweeps.checking import Lists
    from bot.sweeps.items import Item
    from bot.sweeps.state import State
    from bot.text import Text

_RULES = {ItemKind.DEAD: "dead-link", ItemKind.MOVED: "moved-link"}
_RULES_OF_FACTS = frozenset({"moved-repository", "published-venue"})
_FIXES = (
    (("noncanonical-link",), Safety.SAFE),
    (("moved-link", *_RULES_OF_FACTS), Safety.UNSAFE),
)
"""Rules whose fixes a sweep writes; of the first only those that change nothing but the spelling."""


@dataclass(frozen=True, slots=True)
class FinishedSweep:
    """A sweep whose state is saved; `facts` is None if other jobs checked the links."""

    lists: Lists
    outcome: SweepOutcome
    facts: Facts | None
    url: str = ""
    """The page of the issue, where there is one."""
    is_stopped: bool = False
    """Whether a person, or the runner, ended its requests."""


def build_report(sweep: FinishedSweep) -> Report:
    """The findings of the sweep as a report like any other: one for each line with a link that is reported."""
    by_target: dict[str, list[Item]] = {}
    for item in sweep.outcome.items:
        by_target.setdefault(item.target, []).append(item)
    # Also of rules that the configuration turns off.
    severities = {rule.slug: rule.severity for rule in RULES}
    severities |= {each.rule.slug: each.severity for each in sweep.lists.plan.rules if each.severity is not None}
    found = [each for listing in sweep.lists.listings for each in _diagnostics(listing, by_target, severities)]
    found.sort(key=lambda each: (each.path, each.span, each.rule))
    slugs = {each.rule for each in found}
    rules = tuple(rule for rule in RULES if rule.slug in slugs)
    return Report(
        sweep.lists.texts,
        tuple(found),
        rules=rules,
        facts=sweep.facts,
        notes=_notes(sweep),
        is_unchecked=sweep.outcome.outage == NO_NETWORK,
    )


def _notes(sweep: FinishedSweep) -> tuple[str, ...]:
    """Why the report does not say that everything is fine."""
    if sweep.outcome.outage == NO_NETWORK:
        return ("Nothing was checked: none of the connectivity probes answered. Are you offline?",)
    return (f"The failures of this sweep do not count: {sweep.outcome.outage}.",) if sweep.outcome.outage else ()


def _diagnostics(
    listing: Listing, by_target: Mapping[str, Sequence[Item]], severities: Mapping[str, Severity]
) -> Iterator[Diagnostic]:
    path = listing.text.path
    seen: set[tuple[str, int]] = set()
    for link in listing.document.links:
        target = target_of(link.href)
        line = listing.text.line_at(link.span.start)
        if target is None or target not in by_target or (target, line) in seen:
            continue
        seen.add((target, line))
        for item in by_target[target]:
            if item.kind is ItemKind.PAPERS and (path, line) not in {(at.path, at.line) for at in item.places}:
                continue  # another entry links to the same paper correctly
            rule = item.rule or _RULES[item.kind]
            yield Diagnostic(rule, severities.get(rule, Severity.NOTE), path, target_span(link), _message(item))


def _message(item: Item) -> str:
    if item.kind is ItemKind.DEAD:
        copy = f"; archived copy: {item.copy}" if item.copy else ""
        return f"`{item.url}` is dead: {item.message}; failing since {day_of(item.since)}{copy}"
    if item.kind is ItemKind.MOVED:
        return f"the page has moved to {item.moved_to}; first seen on {day_of(item.since)}"
    return item.message


def describe(sweep: FinishedSweep) -> Iterator[str]:
    """What a person is told in the end, a line each."""
    yield from sweep.outcome.notes
    outcome = sweep.outcome
    if sweep.is_stopped:
        yield "warning: interrupted; results so far are saved"
    elif sweep.facts is not None and sweep.facts.interrupted:
        yield "warning: the time limit was reached; the next sweep starts with what is left"
    run = outcome.state.runs[-1]
    watched = f"; {outcome.watched:,} failing, not yet reported as dead" if outcome.watched else ""
    summary = f"Sweep: checked {run.asked:,} of {run.tally.total:,} links and papers{watched}"
    yield f"{summary}; the issue is {sweep.url}" if sweep.url else f"{summary}."


def fix_lists(sweep: FinishedSweep, look_up: Callable[[Questions], Facts]) -> tuple[Text, ...]:
    """The fixed texts. After a merge, the few facts that the fixes need are looked up."""
    lists, facts = sweep.lists, sweep.facts
    if facts is None:
        questions = _questions_for_fixes(sweep.outcome, lists.listings)
        facts = look_up(questions) if questions.papers or questions.links else Facts()
    survey = replace(lists.survey, facts=_reported(sweep.outcome, lists.listings, facts))
    texts: Sequence[Text] = lists.texts
    for rules, safety in _FIXES:
        texts = fix(texts, lists.plan.only(rules), survey, safety).texts
    return tuple(texts)


def _questions_for_fixes(outcome: SweepOutcome, listings: Sequence[Listing]) -> Questions:
    wanted = {item.target for item in outcome.items if item.rule in _RULES_OF_FACTS}
    everything = collect_questions(listings)
    papers = {each: titles for each, titles in everything.papers.items() if str(each) in wanted}
    return Questions(papers, tuple(url for url in everything.links if target_of(url) in wanted))


def _reported(outcome: SweepOutcome, listings: Sequence[Listing], facts: Facts) -> Facts:
    """The facts that the sweep reports: moves seen often enough, and items that nobody has ticked."""
    moved = {item.target: item for item in outcome.items if item.kind is ItemKind.MOVED}
    links = {}
    for listing in listings:
        for link in listing.document.links:
            item = moved.get(target_of(link.href) or "")
            if item is not None and item.moved_to is not None and link.href not in links:
                links[link.href] = LinkStatus(link.href, LinkState.MOVED, item.message, (), item.moved_to)
    reported = {item.target for item in outcome.items if item.rule in _RULES_OF_FACTS}
    return Facts(
        papers=MappingProxyType({each: fact for each, fact in facts.papers.items() if str(each) in reported}),
        repositories=MappingProxyType(
            {each: fact for each, fact in facts.repositories.items() if str(each) in reported}
        ),
        links=MappingProxyType(links),
    )


def health_of(state: State, title: str, site: str = "") -> Health:
    """The health of the list after the last sweep of `state`.

    `site` is where files of the repository are shown, as `https://github.com/owner/name/blob/HEAD`; without one,
    places are not links. What a person ticked as alive is left out, as in the issue.
    """
    census = state.census
    items = list_items(state, census.places, state.time)
    return Health(
        title=title,
        day=day_of(state.time),
        now=state.runs[-1].tally if state.runs else Tally(),
        papers=census.papers,
        sweeps=tuple(Sweep(day_of(run.time), run.tally) for run in state.runs if not run.discarded),
        sections=tuple(Share(each.name or "–", each.tally) for each in census.sections),
        hosts=census.hosts,
        months=tuple(Month(each.year, each.month, each.papers) for each in census.months),
        dead=tuple(_dead(item, site) for item in items if item.kind is ItemKind.DEAD),
        moved=tuple(_moved(item, site) for item in items if item.kind is ItemKind.MOVED),
        false_alarms=state.wrong,
        reported=state.called,
    )


def summarize(health: Health) -> str:
    """The figures, a line each."""
    now = health.now
    alive = "nothing was checked yet" if now.alive is None else f"{int(now.alive * 10) / 10:g} % alive"
    others = ("moved", "dead", "blocked", "uncertain", "skipped")
    counts = [f"{getattr(now, state):,} {state}" for state in others if getattr(now, state)]
    sweeps, dead, wrong = len(health.sweeps), health.reported, health.false_alarms
    lines = [
        f"{health.title}, as of {health.day.isoformat()}",
        f"{now.total:,} links in {health.papers:,} papers: {', '.join([alive, *counts])}",
        f"{sweeps:,} sweeps; {dead:,} links reported as dead, {wrong:,} of them alive",
    ]
    return "".join(f"{line}\n" for line in lines)


def _dead(item: Item, site: str) -> Dead:
    place, section = _place(item, site)
    return Dead(item.url, place, section, day_of(item.since), item.message, item.copy)


def _moved(item: Item, site: str) -> Moved:
    place, section = _place(item, site)
    return Moved(item.url, item.moved_to or "", place, section, day_of(item.since))


def _place(item: Item, site: str) -> tuple[Place, str]:
    """The first place of an item, and the heading that it is under."""
    if not item.places:
        return Place("–"), ""
    first = item.places[0]
    url = f"{site}/{quote(first.path.removeprefix('./'))}?plain=1#L{first.line}" if site else None
    return Place(f"{first.path}:{first.line}", url), first.section
