"""A year of a made-up web: links that die, flap, wall themselves in and are limited, and a network that fails."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from enum import StrEnum

from bot.facts.model import Confirmation, Facts
from bot.links import LinkState, LinkStatus
from bot.papers.record import Evidence
from bot.sweeps.items import host_of, target_of, url_of

HOUR, DAY = 3_600, 86_400
WEEK = 7 * DAY
START = 1_795_000_000
WEEKS = 52


class Answer(StrEnum):
    """What a link may answer: state, reason and status are those of the bot's own verdicts."""

    FINE = "ok|status 200|200"
    MISSING = "dead|status 404, asked twice|404"
    GONE = "dead|status 410, asked twice|410"
    NO_NAME = "dead|no such name, asked twice|"
    FAULT = "uncertain|status 503, 3 times|503"
    TIMEOUT = "uncertain|no answer in time|"
    LIMITED = "uncertain|limits requests: status 429, 4 times|429"
    WALL = "blocked|status 403|403"

    @property
    def state(self) -> LinkState:
        return LinkState(self.value.split("|")[0])


@dataclass(frozen=True, slots=True)
class Spell:
    """From `start` to `end` (None: for good) the answer is one of `answers`."""

    start: float
    end: float | None
    answers: tuple[Answer, ...]

    def covers(self, time: float) -> bool:
        return self.start <= time and (self.end is None or time < self.end)


@dataclass(slots=True)
class Page:
    """One link and its troubles; `dies` is when it goes for good."""

    url: str
    dies: float | None = None
    death: Answer = Answer.MISSING
    outages: list[Spell] = field(default_factory=list)

    def is_alive(self, time: float) -> bool:
        return self.dies is None or time < self.dies


@dataclass(slots=True)
class World:
    """The web as `seed` has it; all random choices are made from it, in the same order each time."""

    seed: int
    count: int = 1_000
    dying: float = 0.05
    flapping: float = 0.05
    pages: list[Page] = field(init=False)
    times: list[int] = field(init=False)
    hosts: dict[str, list[Spell]] = field(init=False)
    ours: dict[int, str] = field(init=False)
    """By number of the sweep, how our own network fails."""
    passing: set[tuple[str, int]] = field(default_factory=set)
    """Dead pages and sweeps in which they answered with a passing fault."""
    _random: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)
        pick = self._random
        self.times = [START + week * WEEK + pick.randrange(-3 * HOUR, 3 * HOUR) for week in range(WEEKS)]
        self.pages = [self._page(number) for number in range(self.count)]
        names = sorted({host_of(target_of(page.url) or "") for page in self.pages} - {"arxiv.org", "github.com"})
        self.hosts = {name: [self._month(Answer.WALL, Answer.WALL, Answer.TIMEOUT)] for name in pick.sample(names, 6)}
        self.hosts |= {name: [self._month(Answer.LIMITED)] for name in pick.sample(names, 3) if name not in self.hosts}
        for name in ("arxiv.org", "github.com"):
            limited = (self.times[week] - DAY for week in pick.sample(range(WEEKS), 3))
            self.hosts[name] = [Spell(start, start + 2 * DAY, (Answer.LIMITED,)) for start in limited]
        bad = pick.sample(range(4, WEEKS - 6), 3)
        self.ours = dict(zip(bad, ("all", "names", "some"), strict=True))

    def facts(self, sweep: int) -> Facts:
        """What the bot observes in a sweep."""
        time = self.times[sweep]
        links = {page.url: self._status(page, sweep, time) for page in self.pages}
        return Facts(links=links, asked_at=float(time))

    def probes(self, sweep: int) -> tuple[LinkState, ...]:
        """What the pages that are always there answer."""
        return (LinkState.UNCERTAIN if self.ours.get(sweep) in {"all", "names"} else LinkState.OK,) * 5

    def confirmation(self, target: str, since: int, now: int) -> Confirmation:
        """What an archive says: seldom anything, and of a page that was there since, that it was."""
        page = next(page for page in self.pages if target_of(page.url) == target)
        luck = self._random.random()
        if page.is_alive(now) or page.is_alive(since):
            return Confirmation(is_gone=False if luck < 0.3 else None)
        return (
            Confirmation(True, f"https://web.archive.org/web/2026/{url_of(target)}") if luck < 0.2 else Confirmation()
        )

    def can_see(self, page: Page, sweep: int) -> bool:
        """Whether an answer of the page itself was to be had: no wall, no limit, no problem of our own, no fault."""
        spells = self.hosts.get(host_of(target_of(page.url) or ""), ())
        if sweep in self.ours or (page.url, sweep) in self.passing:
            return False
        return not any(spell.covers(self.times[sweep]) for spell in spells)

    def answer(self, page: Page, sweep: int, time: float) -> Answer:
        """What a page answers in a sweep."""
        luck, problem = self._random.random(), self.ours.get(sweep)
        if problem == "all" or (problem == "some" and luck < 0.3):
            return Answer.TIMEOUT
        if problem == "names":
            return Answer.NO_NAME
        spells: list[Spell] = [*self.hosts.get(host_of(target_of(page.url) or ""), ()), *page.outages]
        for spell in spells:
            if spell.covers(time):
                return spell.answers[self._random.randrange(len(spell.answers))]
        if not page.is_alive(time):
            if luck < 0.03:
                self.passing.add((page.url, sweep))
                return Answer.FAULT
            return page.death
        if luck < 0.01:
            return self._random.choice((Answer.FAULT, Answer.TIMEOUT, Answer.TIMEOUT, Answer.MISSING))
        return Answer.FINE

    def _status(self, page: Page, sweep: int, time: int) -> LinkStatus:
        answer = self.answer(page, sweep, time)
        state, reason, status = answer.value.split("|")
        seen = Evidence(time, page.url, int(status) if status else None, "GET")
        return LinkStatus(page.url, LinkState(state), reason, (seen,))

    def _page(self, number: int) -> Page:
        pick, share = self._random, number / self.count
        if share < 0.5:
            url = f"https://arxiv.org/abs/23{1 + number % 12:02}.{10_000 + number}"
        elif share < 0.7:
            url = f"https://github.com/owner{number}/code"
        else:
            url = f"https://host{int(pick.paretovariate(1.0) * 7) % 150}.example/page/{number}"
        page = Page(url)
        if pick.random() < self.dying:
            page.dies = START + pick.uniform(0, (WEEKS - 8) * WEEK)
            page.death = pick.choice((Answer.MISSING, Answer.MISSING, Answer.GONE, Answer.NO_NAME))
            if pick.random() < 0.2:
                page.outages.append(Spell(page.dies - pick.uniform(0, 6) * DAY, page.dies, (Answer.FAULT,)))
        elif pick.random() < self.flapping:
            page.outages += self._flaps()
        return page

    def _flaps(self) -> list[Spell]:
        """Outages of hours or days, every few weeks, in which a page may well seem to be gone."""
        pick, time, spells = self._random, float(START), []
        while time < START + WEEKS * WEEK:
            time += pick.expovariate(1 / (20 * DAY))
            length = pick.uniform(2 * HOUR, 3 * DAY)
            spells.append(Spell(time, time + length, (pick.choice((Answer.FAULT, Answer.TIMEOUT, Answer.MISSING)),)))
            time += length
        return spells

    def _month(self, *answers: Answer) -> Spell:
        start = START + self._random.uniform(0, (WEEKS - 6) * WEEK)
        return Spell(start, start + 30 * DAY, answers)
