"""The answers about one link come in; how it was redirected, and the evidence to show, go out."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urljoin

from bot.facts import Evidence
from bot.network.answers import Answer, Failure, Reply, Trouble
from bot.network.cookies import cookies_for
from bot.network.guard import NotAllowedError, read_target
from bot.network.pages import Kind, read_page

PERMANENT = frozenset({301, 308})
_REDIRECTS = PERMANENT | {300, 302, 303, 307}


@dataclass(frozen=True, slots=True)
class Trail:
    """All answers about `url` so far: one tuple for each time that it was followed from the start."""

    url: str
    passes: tuple[tuple[Answer, ...], ...] = ()

    def with_answer(self, answer: Answer, *, again: bool) -> Trail:
        """The trail with one more answer, which begins a new pass if `again`."""
        if again or not self.passes:
            return Trail(self.url, (*self.passes, (answer,)))
        return Trail(self.url, (*self.passes[:-1], (*self.passes[-1], answer)))

    @property
    def answers(self) -> tuple[Answer, ...]:
        """All answers in order."""
        return tuple(answer for one in self.passes for answer in one)


def read_evidence(trail: Trail) -> tuple[Evidence, ...]:
    """What was seen, request by request; an address that was not asked is not named, because it may be private."""
    return tuple(
        Evidence(answer.time, answer.url, answer.status, _note(answer))
        if isinstance(answer, Reply)
        else Evidence(answer.time, answer.url, None, f"{answer.method}, {explain(answer)}")
        for answer in trail.answers
        if not (isinstance(answer, Failure) and answer.trouble is Trouble.NOT_ALLOWED)
    )


def _note(reply: Reply) -> str:
    page = read_page(reply)
    decides = page.kind in {Kind.WALL, Kind.SOFT} and not redirects(reply)
    return f"{reply.method}, {page.mark}" if decides else reply.method


def chain_of(one: tuple[Answer, ...]) -> tuple[Answer, ...]:
    """The hops of a pass: of several tries at one URL the last counts; a redirect from a URL to itself is a hop."""
    chain: list[Answer] = []
    for answer in one:
        last = chain[-1] if chain else None
        if last is not None and last.url == answer.url and not (isinstance(last, Reply) and redirects(last)):
            chain[-1] = answer
        else:
            chain.append(answer)
    return tuple(chain)


def ends_well(passes: tuple[tuple[Answer, ...], ...]) -> bool:
    """Whether one of them led to a page."""
    ends = (one[-1] for one in passes)
    return any(isinstance(end, Reply) and not redirects(end) and read_page(end).kind is Kind.FINE for end in ends)


def redirects(reply: Reply) -> bool:
    """Whether a reply leads elsewhere."""
    return reply.status in _REDIRECTS and bool(reply.headers.get("location", "").strip())


def is_permanent(chain: tuple[Answer, ...]) -> bool:
    """Whether all redirects of a chain are meant for good."""
    return all(isinstance(hop, Reply) and hop.status in PERMANENT for hop in chain[:-1])


def is_loop(url: str, chain: tuple[Answer, ...]) -> bool:
    """Whether the chain came by `url` before; once it may come by again, with a cookie that it had not then."""
    before = [place for place, hop in enumerate(chain) if sent_url(hop.url) == sent_url(url)]
    if not before:
        return False
    return len(before) > 1 or cookies_for(url, chain) == cookies_for(url, chain[: before[0]])


def location(reply: Reply) -> str | None:
    """Where a reply redirects to; None for what is never asked."""
    try:
        url = urljoin(reply.url, reply.headers.get("location", "").strip().replace(" ", "%20"))
        read_target(url)
    except (ValueError, NotAllowedError):
        return None
    return url


def sent_url(url: str) -> str:
    """The URL as it is sent, which tells whether two are the same; raises `NotAllowedError`."""
    return read_target(url).url


def explain(failure: Failure) -> str:
    """Why there was no reply, for people."""
    return f"{failure.trouble}: {failure.note}" if failure.note else str(failure.trouble)
