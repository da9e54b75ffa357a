"""Questions about lists come in; facts go out: kept answers where they will do, and the world's where not.

Each target goes to the service that knows: papers to arXiv, repositories to GitHub, DOIs to the handle service,
and only the rest is visited as pages. The services are asked side by side, each at its own pace.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.clock import Stopped
from bot.facts import Facts
from bot.links.transport import open_session
from bot.network.errands import Errands
from bot.network.questions import plan
from bot.network.statuses import judge_links

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

    import requests

    from bot.clock import Clock
    from bot.links.model import LinkStatus
    from bot.linter.rule import Need
    from bot.network.cache import Cache
    from bot.network.questions import Questions
    from bot.network.services import Services

    PageCheck: TypeAlias = Callable[[Sequence[str]], Mapping[str, LinkStatus]]
    """Visits pages, in a thread of its own; called once, and not at all where there is nothing to visit.

    It is to return what it has when the run's clock is stopped.
    """
    Progress: TypeAlias = Callable[[str, int, int], None]
    """Told what is asked about (`papers`, `repositories`, `DOIs`), how many are settled, and of how many.

    Called from several threads, one at a time for each word.
    """


@dataclass(frozen=True, slots=True)
class Options:
    """How far to go."""

    offline: bool = False
    """Use kept answers only, of whatever age."""
    budget: float = 1_200.0
    """Seconds after which no service is asked any more; what is open then stays unknown."""
    pages_without_token: int = 50
    """Repositories whose pages are visited where there is no token for GitHub's API."""
    singles: int = 10
    """Papers about which arXiv's OAI-PMH service is asked one by one, at most."""


@dataclass(frozen=True, slots=True)
class World:
    """What lies outside: everything that a test puts something else in the place of."""

    services: Services
    cache: Cache
    clock: Clock
    check_pages: PageCheck
    open_session: Callable[[], requests.Session] = open_session


DEFAULTS = Options()
_STEP = 0.1
_GRACE = 2.0
"""Seconds that the errands have to come home after the run was broken off."""


def gather(
    questions: Questions,
    needs: Need,
    world: World,
    options: Options = DEFAULTS,
    progress: Progress = lambda _what, _done, _total: None,
) -> Facts:
    """Find out what `needs` asks for. Ctrl-C ends the asking, not the run: what is known by then is returned.

    What the network does is never raised: it makes facts unknown.
    """
    started = world.clock.now()
    errands = Errands(plan(questions, needs), world, options, progress)
    errands.recall()
    interrupted = not options.offline and _run(errands, world.clock)
    reason = "the run was broken off" if interrupted else "no kept answer" if options.offline else ""
    papers, repositories = errands.conclude(reason)
    links = judge_links(errands.plan.links, papers, repositories, errands.answers, reason or "not asked")
    return Facts(
        papers=MappingProxyType(papers),
        repositories=MappingProxyType(repositories),
        links=MappingProxyType(links),
        asked_at=started,
        interrupted=interrupted or (not options.offline and errands.deadline.is_over()),
    )


def _run(errands: Errands, clock: Clock) -> bool:
    """Run every errand in a thread of its own, and wait for all; True when the run was broken off."""
    troubles: list[BaseException] = []
    jobs = [(job, threading.Event()) for job in errands.jobs()]
    begun: list[threading.Event] = []
    try:
        for job, ended in jobs:
            threading.Thread(target=_guarded, args=(job, ended, troubles), daemon=True).start()
            begun.append(ended)
        for ended in begun:
            # In short steps, which Ctrl-C can come between; a join that it breaks off takes the thread for ended.
            while not ended.wait(_STEP):
                pass
    except KeyboardInterrupt:
        clock.stop()
        with suppress(KeyboardInterrupt):  # who says it twice does not want to wait
            end = time.monotonic() + _GRACE
            for ended in begun:
                ended.wait(max(end - time.monotonic(), 0.0))
    if troubles:
        raise troubles[0]
    try:
        clock.sleep(0.0)
    except Stopped:
        return True
    return False


def _guarded(job: Callable[[], None], ended: threading.Event, troubles: list[BaseException]) -> None:
    """Run a job; a mistake of ours must not vanish with its thread."""
    try:
        job()
    except Stopped:
        pass
    except BaseException as error:  # noqa: BLE001 - raised again in the main thread
        troubles.append(error)
    finally:
        ended.set()
