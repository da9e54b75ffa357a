"""The answers about one link come in; how it was redirected, and the evidence to show, go out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias
from urllib.parse import urljoin

from bot.links.address_guard import NotAllowedError, read_target
from bot.links.limits import policy_of, read_wait
from bot.links.model import GET, HEAD, Answer, Evidence, Failure, LinkState, Reply, Trouble
from bot.links.pages import Kind, is_page, read_page, stand_in, wants_head
from bot.links.session import cookies_for
from bot.papers.urls import is_redirector

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


_SEEN_ONCE = "redirects for good, seen once"
_RETRIED = frozenset({Trouble.RESET, Trouble.REFUSED, Trouble.TLS, Trouble.BROKEN})
_RETRIED_ONCE = frozenset({Trouble.TIMEOUT, Trouble.LOOKUP})
_LONGEST_WAIT = 60.0


@dataclass(frozen=True, slots=True)
class Patience:
    """How much is done for one link; times in seconds."""

    link: float = 30.0
    """All its requests together."""
    request: float = 10.0
    """One request, redirects not counted."""
    waits: tuple[float, ...] = (5.0, 15.0)
    """Before the second and later tries after a reset, a fault of the server and the like."""
    timeouts: int = 2
    """Tries at a host that says nothing: two, because each of them costs a whole `request`; and at a name that
    cannot be looked up, because without a network all names are such."""
    refusals: int = 4
    """Tries at a host that says there were too many; how long to wait is up to its queue."""
    confirm: float = 5.0
    """Between the first and the second time that a page is not found."""
    hops: int = 10


@dataclass(frozen=True, slots=True)
class Ask:
    """The request to send next, `wait` seconds from now; `again`: the link is followed from the start."""

    url: str
    method: str = GET
    wait: float = 0.0
    again: bool = False
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of the link, why, and where it has moved to."""

    state: LinkState
    reason: str
    target: str | None = None


Step: TypeAlias = Ask | Verdict


class Closing(StrEnum):
    """Why a host, or all hosts, are asked no more; the values are for people."""

    WALL = "this host turns programs away; it was not asked again"
    LIMITED = "this host limits requests; it was not asked again"
    SILENT = "this host does not answer; it was not asked again"
    FULL = "more links of this host than are asked in one run"
    POINTLESS = "an answer of this host would say nothing"
    TIME = "the time for this run was over"
    STOPPED = "the run was interrupted"


_UNASKED = frozenset({Closing.FULL, Closing.POINTLESS, Closing.TIME, Closing.STOPPED})


def first_step(url: str) -> Step:
    """The first request for a link, or why there is none."""
    try:
        read_target(url)
    except NotAllowedError as refusal:
        return Verdict(LinkState.SKIPPED, str(refusal))
    return Ask(url, HEAD if wants_head(url) else GET, again=True)


def next_step(trail: Trail, patience: Patience) -> Step:
    """What follows from the answers so far; there is at least one."""
    step = _confirm_move(trail) if ends_well(trail.passes[:-1]) else _follow(trail, patience)
    if isinstance(step, Verdict) or seconds_left(trail, patience) > 0:
        return step
    if ends_well(trail.passes):
        return Verdict(LinkState.OK, _SEEN_ONCE)
    return Verdict(LinkState.UNCERTAIN, f"no clear answer within {patience.link:.0f} s")


def seconds_left(trail: Trail, patience: Patience) -> float:
    """How long the next request may take; less than half a second is none."""
    left = patience.link - sum(answer.seconds for answer in trail.answers)
    return min(left, patience.request) if left >= 0.5 else 0.0


def close(trail: Trail, closing: Closing) -> Verdict:
    """The verdict on a link that is asked no more."""
    if ends_well(trail.passes):
        return Verdict(LinkState.OK, _SEEN_ONCE)
    if closing is Closing.WALL:
        return Verdict(LinkState.BLOCKED, closing)
    if not trail.passes and closing in _UNASKED:
        return Verdict(LinkState.SKIPPED, closing)
    return Verdict(LinkState.UNCERTAIN, closing)


def _follow(trail: Trail, patience: Patience) -> Step:
    answer = trail.passes[-1][-1]
    if isinstance(answer, Failure):
        return _after_failure(trail, answer, patience)
    if redirects(answer):
        return _after_redirect(trail, answer, patience)
    if answer.method == HEAD and answer.status != 429 and (not 200 <= answer.status < 300 or is_page(answer)):
        return Ask(answer.url)
    page = read_page(answer)
    match page.kind:
        case Kind.FINE:
            return _after_fine(trail, page.mark)
        case Kind.GONE:
            return _after_gone(trail, page.mark, patience)
        case Kind.WALL:
            return Verdict(LinkState.BLOCKED, page.mark)
        case Kind.LIMITED:
            return _after_refusal(trail, answer, patience)
        case Kind.FAULT:
            return _try_again(trail, answer, page.mark, patience)
        case _:
            return Verdict(LinkState.UNCERTAIN, page.mark)


def _after_redirect(trail: Trail, answer: Reply, patience: Patience) -> Step:
    url = location(answer)
    if url is None:
        return Verdict(LinkState.UNCERTAIN, "redirects to something that is not asked")
    chain = chain_of(trail.passes[-1])
    if is_loop(url, chain):
        return Verdict(LinkState.UNCERTAIN, "redirects in a loop")
    if len(chain) > patience.hops:
        return Verdict(LinkState.UNCERTAIN, f"redirects more than {patience.hops} times")
    return Ask(url, answer.method)


def _after_fine(trail: Trail, mark: str) -> Step:
    chain = chain_of(trail.passes[-1])
    if len(chain) == 1:
        return Verdict(LinkState.OK, mark)
    if reason := stand_in(trail.url, chain[-1].url):
        return Verdict(LinkState.UNCERTAIN, f"redirects to {reason}")
    if not is_permanent(chain):
        return Verdict(LinkState.OK, "redirects for now")
    if sent_url(chain[-1].url) == sent_url(trail.url):
        return Verdict(LinkState.OK, "redirects to itself with a cookie")
    if is_redirector(trail.url):
        return Verdict(LinkState.OK, "redirects, as this address is meant to")
    return Ask(trail.url, chain[0].method, again=True)


def _confirm_move(trail: Trail) -> Step:
    """The second pass of a link that redirects for good: what answered in the first is not asked again."""
    answer = trail.passes[-1][-1]
    before = [sent_url(each.url) for each in chain_of(trail.passes[-2])]
    url = location(answer) if isinstance(answer, Reply) and answer.status in PERMANENT else None
    if url is None or sent_url(url) not in before:
        return Verdict(LinkState.OK, "redirects, not always alike")
    if sent_url(url) != before[-1]:
        return Ask(url, answer.method)
    return Verdict(LinkState.MOVED, "redirects for good, seen twice", url)


def _after_gone(trail: Trail, mark: str, patience: Patience) -> Step:
    chain = chain_of(trail.passes[-1])
    where = "" if len(chain) == 1 else "redirects to a page that is not there: "
    if not is_permanent(chain):
        return Verdict(LinkState.UNCERTAIN, f"redirects for now to a page that is not there: {mark}")
    if not policy_of(read_target(chain[-1].url).host).candid:
        return Verdict(LinkState.UNCERTAIN, f"{where}{mark}, at a host that does not show everybody all it has")
    if len(trail.passes) > 1:
        return Verdict(LinkState.DEAD, f"{where}{mark}, asked twice")
    return Ask(trail.url, wait=patience.confirm, again=True, fresh=True)


def _after_refusal(trail: Trail, answer: Reply, patience: Patience) -> Step:
    refusals = sum(isinstance(each, Reply) and each.status == 429 for each in trail.answers)
    if refusals >= patience.refusals:
        return Verdict(LinkState.UNCERTAIN, f"limits requests: status 429, {refusals} times")
    return Ask(answer.url, answer.method)


def _after_failure(trail: Trail, failure: Failure, patience: Patience) -> Step:
    match failure.trouble:
        case Trouble.NOT_ALLOWED if len(chain_of(trail.passes[-1])) > 1:
            return Verdict(LinkState.UNCERTAIN, f"redirects to what is not asked: {failure.note}")
        case Trouble.NOT_ALLOWED:
            return Verdict(LinkState.SKIPPED, failure.note)
        case Trouble.NO_NAME:
            return _after_gone(trail, failure.trouble, patience)
        case trouble if trouble in _RETRIED_ONCE:
            tries = sum(isinstance(each, Failure) and each.trouble in _RETRIED_ONCE for each in trail.answers)
            if tries < patience.timeouts:
                return Ask(failure.url, wait=patience.waits[0] if patience.waits else 0.0)
        case trouble if trouble in _RETRIED:
            return _try_again(trail, failure, explain(failure), patience)
    return Verdict(LinkState.UNCERTAIN, explain(failure))


def _try_again(trail: Trail, answer: Answer, reason: str, patience: Patience) -> Step:
    tries = sum(map(_may_pass, trail.answers))
    asked = (read_wait(answer) or 0.0) if isinstance(answer, Reply) else 0.0
    if tries > len(patience.waits) or asked > _LONGEST_WAIT:
        return Verdict(LinkState.UNCERTAIN, reason if tries == 1 else f"{reason}, {tries} times")
    return Ask(answer.url, wait=max(patience.waits[tries - 1], asked))


def _may_pass(answer: Answer) -> bool:
    if isinstance(answer, Failure):
        return answer.trouble in _RETRIED
    return answer.method == GET and not redirects(answer) and read_page(answer).kind is Kind.FAULT
