"""What a sweep checks, how, and what it found: lists, links that are due, requests, findings at their places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from bot.errors import CANNOT_RUN, BotError
from bot.facts.cache import Cache
from bot.facts.confirmation import BUDGET, confirm_dead
from bot.facts.gather import Options, World, gather
from bot.facts.model import Confirmation, Facts
from bot.facts.questions import Questions, collect_questions, plan_queries
from bot.facts.services import open_session, read_probes, read_services
from bot.github.model import line_url
from bot.links import LinkState, LinkStatus, Share, Tally
from bot.links.address_guard import Network
from bot.links.checker import LinkOptions, check_links
from bot.links.checker import Progress as LinkProgress
from bot.links.clock import Clock
from bot.links.scheduler import StopReason
from bot.links.transport import open_context
from bot.linter.config import Config
from bot.linter.diagnostics import Diagnostic, Safety, Severity
from bot.linter.engine import Plan, check, visible
from bot.linter.fixing import fix
from bot.linter.rule import Context
from bot.linter.suppressions import Suppressions
from bot.linter.survey import Survey
from bot.listing import Listing
from bot.reports.pages import Health, Place, ReportedLink, Sweep
from bot.reports.run import Report
from bot.rules import RULES
from bot.rules.link_targets import target_span
from bot.rules.visits import is_to_check
from bot.sweeps.advance import NO_NETWORK, SweepOutcome
from bot.sweeps.history import Part, due, has_network, read_observations
from bot.sweeps.items import (
    FIXED,
    Inventory,
    Item,
    ItemKind,
    describe_state,
    list_items,
    read_findings,
    shard_of_url,
    take_inventory,
    target_of,
    url_of,
)
from bot.sweeps.items import RULES as LISTED_RULES
from bot.sweeps.state import RuleFinding, State, day_of
from bot.text import Text, group_pairs, join, plural


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists of a sweep, and which of their links it checks."""

    config: Config
    plan: Plan
    texts: tuple[Text, ...]
    listings: tuple[Listing, ...]
    survey: Survey
    context: Context
    urls: frozenset[str]
    """The links to check: those for which neither a comment nor the configuration suppresses `dead-link`."""

    def check_not_empty(self) -> None:
        """Raise BotError if there is no link in any of the lists."""
        if not any(listing.document.links for listing in self.listings):
            names = join([text.path for text in self.texts], "and")
            raise BotError(
                f"no links found in {names}",
                "name the list on the command line, or under `lists` in the configuration",
                CANNOT_RUN,
            )

    def inventory(self) -> Inventory:
        """The places of the targets that are checked."""
        everything = take_inventory(self.listings)
        targets = {target_of(url) for url in self.urls}
        places = {target: found for target, found in everything.places.items() if target in targets}
        return replace(everything, places=places)


def survey_lists(config: Config, texts: tuple[Text, ...], survey: Survey) -> Lists:
    """The lists in `texts`, with the links that `dead-link` would report if they were dead."""
    listings, context = survey(texts)
    plan = config.plan(RULES)
    return Lists(config, plan, texts, listings, survey, context, _checked_urls(listings, plan))


def _checked_urls(listings: Sequence[Listing], plan: Plan) -> frozenset[str]:
    """The URLs that `dead-link` would report if they were dead; all of them where the rule is off."""
    found = plan.only(("dead-link",)).rules
    if not found:
        return frozenset(link.href for listing in listings for link in listing.document.links)
    urls: set[str] = set()
    for listing in listings:
        links = {target_span(link): link for link in listing.document.links if is_to_check(link)}
        reports = [found[0].rule.at(listing, span, "the link is dead") for span in links]
        urls.update(links[each.span].href for each in visible(listing, reports, Suppressions(listing), plan))
    return frozenset(urls)


@dataclass(frozen=True, slots=True)
class Shard:
    """Which part of the links a job checks, of how many."""

    number: int = 1
    count: int = 1


def choose_due(lists: Lists, state: State, shard: Shard, now: int) -> Questions:
    """The targets that are due and in this shard, those checked longest ago first, in case the time runs out."""
    everything = collect_questions(lists.listings)
    urls = [
        url
        for url in due(state, everything.links, now)
        if url in lists.urls and shard_of_url(url, shard.count) == shard.number
    ]

    def checked(url: str) -> int:
        record = state.records.get(target_of(url) or "")
        return record.checked if record is not None else 0

    return Questions(everything.papers if shard.number == 1 else {}, tuple(sorted(urls, key=checked)))


def make_part(lists: Lists, shard: Shard, facts: Facts, network: SweepNetwork) -> Part:
    """The observations of this job, as stored in a part and in the state."""
    answered = replace(facts, links={url: status for url, status in facts.links.items() if _is_answered(status)})
    findings: tuple[RuleFinding, ...] = ()
    if shard.number == 1:
        found = check(lists.listings, lists.plan.only(LISTED_RULES), replace(lists.context, facts=facts)).diagnostics
        findings = read_findings(lists.listings, found)
    return Part(
        time=network.now,
        observations=tuple(replace(each, time=network.now) for each in read_observations(answered)),
        findings=findings,
        probes=network.probes,
        shard=shard.number,
        shards=shard.count,
        interrupted=network.is_stopped or facts.interrupted,
    )


def _is_answered(status: LinkStatus) -> bool:
    """Whether the state tells something about the page, unlike a lack of time or a host that is left alone."""
    if status.reason in {StopReason.TIME, StopReason.STOPPED}:
        return False
    return bool(status.evidence) or status.state is not LinkState.UNCERTAIN


class Progress(Protocol):
    """Shows how far a sweep is."""

    def update(self, kind: str, done: int, total: int) -> None:
        """Note how many of a kind of request are done."""

    def update_links(self, progress: LinkProgress) -> None:
        """Note how far the check of pages is."""


class SweepNetwork:
    """The requests of one sweep, with its clock, its progress and its time limit."""

    def __init__(
        self, seconds: float, allowed: tuple[Network, ...], clock: Clock, progress: Progress, environ: Mapping[str, str]
    ) -> None:
        """`seconds` is the limit for all requests. Raises BotError for an environment with addresses not valid."""
        self.clock = clock
        self.now = int(clock.now())
        self.probes: tuple[LinkState, ...] = ()
        """The answers of the connectivity probes that were asked."""
        self._progress = progress
        self._seconds = seconds
        self._end = clock.elapsed() + seconds
        self._probe_urls = read_probes(environ)
        self._allowed = allowed
        self._context = open_context(environ)
        # Cached answers would hide changes; the state of the sweeps is cache enough.
        self._world = World(
            services=read_services(environ),
            cache=Cache(None),
            clock=clock,
            check_pages=lambda urls: self._check_pages(urls, progress.update_links),
            open_session=lambda: open_session(self._context),
        )

    def close(self) -> None:
        """Let go of the answers of this run."""
        self._world.cache.close()

    @property
    def is_stopped(self) -> bool:
        """Whether Ctrl-C, or SIGTERM, ended the requests."""
        return self.clock.is_stopped()

    def check(self, questions: Questions, shard: Shard) -> Facts:
        """The answers to `questions`; none if the connectivity probes fail, which are asked first.

        Ctrl-C ends the requests: the answers so far are returned.
        """
        self._probe()
        if not has_network(self.probes):
            return Facts(asked_at=self.now)
        # GitHub's API is for the first shard: the others check its pages alone, and hold no token.
        services = self._world.services if shard.number == 1 else replace(self._world.services, token=None)
        return self._gather(questions, replace(self._world, services=services), self._seconds_left())

    def confirm(self, suspects: Mapping[str, int]) -> dict[str, Confirmation]:
        """What second sources say about targets that are about to be called dead, as far as there is time to ask them.

        `suspects` has the time of the first strike of each.
        """
        if not suspects:
            return {}
        urls = {url_of(target): since for target, since in suspects.items()}
        found: dict[str, Confirmation] = {}
        try:
            found = confirm_dead(
                urls,
                self._world,
                max(self._seconds_left(), BUDGET),
                lambda done: self._progress.update("confirmations", done, len(suspects)),
            )
        except KeyboardInterrupt:
            self.clock.stop()
        return {target: found[url] for target in suspects if (url := url_of(target)) in found}

    def look_up(self, questions: Questions) -> Facts:
        """The answers to a few more questions, with the same time limit again."""
        return self._gather(questions, self._world, self._seconds)

    def _gather(self, questions: Questions, world: World, seconds: float) -> Facts:
        return gather(plan_queries(questions), world, Options(budget=seconds), self._progress.update)

    def _probe(self) -> None:
        if not self._probe_urls:
            return
        try:
            statuses = self._check_pages(self._probe_urls)
        except KeyboardInterrupt:
            self.clock.stop()
            return
        self.probes = tuple(statuses[url].state for url in self._probe_urls)

    def _check_pages(
        self, urls: Sequence[str], progress: Callable[[LinkProgress], None] | None = None
    ) -> dict[str, LinkStatus]:
        options = LinkOptions(self._allowed, budget=self._seconds_left())
        return check_links(urls, options=options, on_progress=progress, clock=self.clock, context=self._context)

    def _seconds_left(self) -> float:
        return max(self._end - self.clock.elapsed(), 0.0)


_RULES = {ItemKind.DEAD: "dead-link", ItemKind.MOVED: "moved-link"}
_FIXES = ((("noncanonical-link",), Safety.SAFE), (("moved-link", *FIXED), Safety.UNSAFE))
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
    by_target = group_pairs((item.target, item) for item in sweep.outcome.items)
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
    """The closing summary for a person, line by line."""
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
    wanted = {item.target for item in outcome.items if item.rule in FIXED}
    everything = collect_questions(listings)
    papers = {each: titles for each, titles in everything.papers.items() if str(each) in wanted}
    return Questions(papers, tuple(url for url in everything.links if target_of(url) in wanted))


def _reported(outcome: SweepOutcome, listings: Sequence[Listing], facts: Facts) -> Facts:
    """The facts that the sweep reports: moves seen often enough, and items that are not ticked."""
    moved = {item.target: item for item in outcome.items if item.kind is ItemKind.MOVED}
    links = {}
    for listing in listings:
        for link in listing.document.links:
            item = moved.get(target_of(link.href) or "")
            if item is not None and item.moved_to is not None and link.href not in links:
                links[link.href] = LinkStatus(link.href, LinkState.MOVED, item.message, (), item.moved_to)
    reported = {item.target for item in outcome.items if item.rule in FIXED}
    return Facts(
        papers={each: fact for each, fact in facts.papers.items() if str(each) in reported},
        repositories={each: fact for each, fact in facts.repositories.items() if str(each) in reported},
        links=links,
    )


def health_of(state: State, title: str, site: str = "", issue: str = "") -> Health:
    """The health of the list after the last sweep of `state`.

    `site` is where files of the repository are shown, as `https://github.com/owner/name/blob/HEAD`; without one,
    places are not links. `issue` is the address of the issue of the sweeps. What a person ticked as alive is left
    out, as in the issue.
    """
    census = state.census
    items = list_items(state, census.places, state.time)
    return Health(
        title=title,
        day=day_of(state.time),
        now=state.runs[-1].tally if state.runs else Tally(),
        papers=census.papers,
        overview=describe_state(state, items),
        issue=issue,
        sweeps=tuple(Sweep(day_of(run.time), run.tally) for run in state.runs if not run.discarded),
        sections=tuple(Share(each.name or "–", each.tally) for each in census.sections),
        hosts=census.hosts,
        months=census.months,
        dead=tuple(_reported_link(item, site) for item in items if item.kind is ItemKind.DEAD),
        moved=tuple(_reported_link(item, site) for item in items if item.kind is ItemKind.MOVED),
        others=tuple(
            _reported_link(item, site) for item in items if item.kind in {ItemKind.PAPERS, ItemKind.REPOSITORIES}
        ),
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
        f"{health.overview[:1].upper()}{health.overview[1:]}.",
        f"{plural(now.total, 'link')} in {plural(health.papers, 'paper')}: {', '.join([alive, *counts])}",
        f"{plural(sweeps, 'sweep')}; {plural(dead, 'link')} reported as dead, {wrong:,} of them alive",
    ]
    return "".join(f"{line}\n" for line in lines)


def _reported_link(item: Item, site: str) -> ReportedLink:
    """A dead or moved link at its first place, and under the heading there."""
    place, section = Place("–"), ""
    if item.places:
        first = item.places[0]
        url = line_url(site, first.path, first.line) if site else None
        place, section = Place(f"{first.path}:{first.line}", url), first.section
    return ReportedLink(item.url, place, section, day_of(item.since), item.message, item.copy, item.moved_to or "")
