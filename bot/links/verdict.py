"""What follows from the answers about one link: the next request, or the verdict and its evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import urljoin

from bot.links import LinkState
from bot.links.address_guard import NotAllowedError, read_target
from bot.links.connections import GET, HEAD, Failure, FailureKind, FetchResult, Response, cookies_for
from bot.links.responses import Kind, is_page, read_page, read_wait, stand_in, wants_head
from bot.links.scheduler import StopReason, policy_of
from bot.papers.record import Evidence
from bot.papers.urls import is_redirector

PERMANENT = frozenset({301, 308})
_REDIRECTS = PERMANENT | {300, 302, 303, 307}


@dataclass(frozen=True, slots=True)
class RequestHistory:
    """All answers about `url` so far: one tuple for each time that it was followed from the start."""

    url: str
    passes: tuple[tuple[FetchResult, ...], ...] = ()

    def with_answer(self, answer: FetchResult, *, again: bool) -> RequestHistory:
        """The history with one more answer, which begins a new pass if `again`."""
        if again or not self.passes:
            return RequestHistory(self.url, (*self.passes, (answer,)))
        return RequestHistory(self.url, (*self.passes[:-1], (*self.passes[-1], answer)))

    @property
    def answers(self) -> tuple[FetchResult, ...]:
        """All answers in order."""
        return tuple(answer for one in self.passes for answer in one)


def read_evidence(history: RequestHistory) -> tuple[Evidence, ...]:
    """What was seen, request by request; an address that was not asked is not named, because it may be private."""
    return tuple(
        Evidence(answer.time, answer.url, answer.status, _note(answer))
        if isinstance(answer, Response)
        else Evidence(answer.time, answer.url, None, f"{answer.method}, {explain(answer)}")
        for answer in history.answers
        if not (isinstance(answer, Failure) and answer.kind is FailureKind.NOT_ALLOWED)
    )


def read_tags(history: RequestHistory) -> tuple[tuple[str, ...], ...]:
    """What the page that was reached says about the paper that it is about."""
    tags = (each.tags for each in reversed(history.answers) if isinstance(each, Response) and not is_redirect(each))
    return next((each for each in tags if each), ())


def _note(response: Response) -> str:
    page = read_page(response)
    decides = page.kind in {Kind.WALL, Kind.SOFT} and not is_redirect(response)
    return f"{response.method}, {page.reason}" if decides else response.method


def redirect_chain(one: tuple[FetchResult, ...]) -> tuple[FetchResult, ...]:
    """The hops of a pass: of several tries at one URL the last counts; a redirect from a URL to itself is a hop."""
    chain: list[FetchResult] = []
    for answer in one:
        last = chain[-1] if chain else None
        if last is not None and last.url == answer.url and not (isinstance(last, Response) and is_redirect(last)):
            chain[-1] = answer
        else:
            chain.append(answer)
    return tuple(chain)


def reached_page(passes: tuple[tuple[FetchResult, ...], ...]) -> bool:
    """Whether one of them led to a page."""
    ends = (one[-1] for one in passes)
    return any(isinstance(end, Response) and not is_redirect(end) and read_page(end).kind is Kind.FINE for end in ends)


def is_redirect(response: Response) -> bool:
    """Whether a response leads elsewhere."""
    return response.status in _REDIRECTS and bool(response.headers.get("location", "").strip())


def is_permanent(chain: tuple[FetchResult, ...]) -> bool:
    """Whether all redirects of a chain are permanent."""
    return all(isinstance(hop, Response) and hop.status in PERMANENT for hop in chain[:-1])


def is_loop(url: str, chain: tuple[FetchResult, ...]) -> bool:
    """Whether the chain has visited `url` before; one more visit with a new cookie is allowed."""
    before = [place for place, hop in enumerate(chain) if sent_url(hop.url) == sent_url(url)]
    if not before:
        return False
    return len(before) > 1 or cookies_for(url, chain) == cookies_for(url, chain[: before[0]])


def location(response: Response) -> str | None:
    """Where a response redirects to; None for what is never asked."""
    try:
        url = urljoin(response.url, response.headers.get("location", "").strip().replace(" ", "%20"))
        read_target(url)
    except (ValueError, NotAllowedError):
        return None
    return url


def sent_url(url: str) -> str:
    """The URL as it is sent, which tells whether two are the same; raises `NotAllowedError`."""
    return read_target(url).url


def explain(failure: Failure) -> str:
    """Why there was no response, as text."""
    return f"{failure.kind}: {failure.note}" if failure.note else str(failure.kind)


_SEEN_ONCE = "redirects permanently, seen once"
_RETRIED = frozenset({FailureKind.RESET, FailureKind.REFUSED, FailureKind.TLS, FailureKind.BROKEN})
_RETRIED_ONCE = frozenset({FailureKind.TIMEOUT, FailureKind.LOOKUP})
_LONGEST_WAIT = 60.0


@dataclass(frozen=True, slots=True)
class LinkLimits:
    """How much is done for one link; times in seconds."""

    link: float = 30.0
    """All its requests together."""
    request: float = 10.0
    """One request, redirects not counted."""
    waits: tuple[float, ...] = (5.0, 15.0)
    """Before the second and later tries after a reset, a fault of the server and the like."""
    timeouts: int = 2
    """Tries at a host that does not answer: two, because each of them costs a whole `request`; and at a name that
    cannot be looked up, because without a network all names are such."""
    too_many: int = 4
    """Tries at a host that answers 429; how long to wait is up to its queue."""
    confirm: float = 5.0
    """Between the first and the second time that a page is not found."""
    hops: int = 10


@dataclass(frozen=True, slots=True)
class NextRequest:
    """The request to send next, `wait` seconds from now; `again`: the link is followed from the start."""

    url: str
    method: str = GET
    wait: float = 0.0
    again: bool = False
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """The state of the link, the reason, and its new address."""

    state: LinkState
    reason: str
    target: str | None = None


Step: TypeAlias = NextRequest | Verdict


_UNASKED = frozenset({StopReason.FULL, StopReason.POINTLESS, StopReason.TIME, StopReason.STOPPED})


def first_step(url: str) -> Step:
    """The first request for a link, or why there is none."""
    try:
        read_target(url)
    except NotAllowedError as refusal:
        return Verdict(LinkState.SKIPPED, str(refusal))
    return NextRequest(url, HEAD if wants_head(url) else GET, again=True)


def next_step(history: RequestHistory, limits: LinkLimits) -> Step:
    """What follows from the answers so far; there is at least one."""
    step = _confirm_move(history) if reached_page(history.passes[:-1]) else _follow(history, limits)
    if isinstance(step, Verdict) or seconds_left(history, limits) > 0:
        return step
    if reached_page(history.passes):
        return Verdict(LinkState.OK, _SEEN_ONCE)
    return Verdict(LinkState.UNCERTAIN, f"no clear answer within {limits.link:.0f} s")


def seconds_left(history: RequestHistory, limits: LinkLimits) -> float:
    """How long the next request may take; less than half a second is none."""
    left = limits.link - sum(answer.seconds for answer in history.answers)
    return min(left, limits.request) if left >= 0.5 else 0.0


def close(history: RequestHistory, stop_reason: StopReason) -> Verdict:
    """The verdict on a link that is asked no more."""
    if reached_page(history.passes):
        return Verdict(LinkState.OK, _SEEN_ONCE)
    if stop_reason is StopReason.WALL:
        return Verdict(LinkState.BLOCKED, stop_reason)
    if not history.passes and stop_reason in _UNASKED:
        return Verdict(LinkState.SKIPPED, stop_reason)
    return Verdict(LinkState.UNCERTAIN, stop_reason)


def _follow(history: RequestHistory, limits: LinkLimits) -> Step:
    answer = history.passes[-1][-1]
    if isinstance(answer, Failure):
        return _after_failure(history, answer, limits)
    if is_redirect(answer):
        return _after_redirect(history, answer, limits)
    if answer.method == HEAD and answer.status != 429 and (not 200 <= answer.status < 300 or is_page(answer)):
        return NextRequest(answer.url)
    page = read_page(answer)
    match page.kind:
        case Kind.FINE:
            return _after_fine(history, page.reason)
        case Kind.GONE:
            return _after_gone(history, page.reason, limits)
        case Kind.WALL:
            return Verdict(LinkState.BLOCKED, page.reason)
        case Kind.LIMITED:
            return _after_refusal(history, answer, limits)
        case Kind.FAULT:
            return _try_again(history, answer, page.reason, limits)
        case _:
            return Verdict(LinkState.UNCERTAIN, page.reason)


def _after_redirect(history: RequestHistory, answer: Response, limits: LinkLimits) -> Step:
    url = location(answer)
    if url is None:
        return Verdict(LinkState.UNCERTAIN, "redirects to a URL that is not checked")
    chain = redirect_chain(history.passes[-1])
    if is_loop(url, chain):
        return Verdict(LinkState.UNCERTAIN, "redirects in a loop")
    if len(chain) > limits.hops:
        return Verdict(LinkState.UNCERTAIN, f"redirects more than {limits.hops} times")
    return NextRequest(url, answer.method)


def _after_fine(history: RequestHistory, reason: str) -> Step:
    chain = redirect_chain(history.passes[-1])
    if len(chain) == 1:
        return Verdict(LinkState.OK, reason)
    if other := stand_in(history.url, chain[-1].url):
        return Verdict(LinkState.UNCERTAIN, f"redirects to {other}")
    if not is_permanent(chain):
        return Verdict(LinkState.OK, "redirects temporarily")
    if sent_url(chain[-1].url) == sent_url(history.url):
        return Verdict(LinkState.OK, "redirects to itself with a cookie")
    if is_redirector(history.url):
        return Verdict(LinkState.OK, "redirects, as this URL is meant to")
    return NextRequest(history.url, chain[0].method, again=True)


def _confirm_move(history: RequestHistory) -> Step:
    """The second pass of a link that redirects permanently: what answered in the first is not asked again."""
    answer = history.passes[-1][-1]
    before = [sent_url(each.url) for each in redirect_chain(history.passes[-2])]
    url = location(answer) if isinstance(answer, Response) and answer.status in PERMANENT else None
    if url is None or sent_url(url) not in before:
        return Verdict(LinkState.OK, "redirects inconsistently")
    if sent_url(url) != before[-1]:
        return NextRequest(url, answer.method)
    return Verdict(LinkState.MOVED, "redirects permanently, seen twice", url)


def _after_gone(history: RequestHistory, reason: str, limits: LinkLimits) -> Step:
    chain = redirect_chain(history.passes[-1])
    where = "" if len(chain) == 1 else "redirects to a missing page: "
    if not is_permanent(chain):
        return Verdict(LinkState.UNCERTAIN, f"redirects temporarily to a missing page: {reason}")
    if not policy_of(read_target(chain[-1].url).host).candid:
        return Verdict(LinkState.UNCERTAIN, f"{where}{reason}, on a host that hides pages from bots")
    if len(history.passes) > 1:
        return Verdict(LinkState.DEAD, f"{where}{reason}, asked twice")
    return NextRequest(history.url, wait=limits.confirm, again=True, fresh=True)


def _after_refusal(history: RequestHistory, answer: Response, limits: LinkLimits) -> Step:
    refused = sum(isinstance(each, Response) and each.status == 429 for each in history.answers)
    if refused >= limits.too_many:
        return Verdict(LinkState.UNCERTAIN, f"limits requests: status 429, {refused} times")
    return NextRequest(answer.url, answer.method)


def _after_failure(history: RequestHistory, failure: Failure, limits: LinkLimits) -> Step:
    match failure.kind:
        case FailureKind.NOT_ALLOWED if len(redirect_chain(history.passes[-1])) > 1:
            return Verdict(LinkState.UNCERTAIN, f"redirects to a URL that is not checked: {failure.note}")
        case FailureKind.NOT_ALLOWED:
            return Verdict(LinkState.SKIPPED, failure.note)
        case FailureKind.NO_NAME:
            return _after_gone(history, failure.kind, limits)
        case kind if kind in _RETRIED_ONCE:
            tries = sum(isinstance(each, Failure) and each.kind in _RETRIED_ONCE for each in history.answers)
            if tries < limits.timeouts:
                return NextRequest(failure.url, wait=limits.waits[0] if limits.waits else 0.0)
        case kind if kind in _RETRIED:
            return _try_again(history, failure, explain(failure), limits)
    return Verdict(LinkState.UNCERTAIN, explain(failure))


def _try_again(history: RequestHistory, answer: FetchResult, reason: str, limits: LinkLimits) -> Step:
    tries = sum(map(_may_pass, history.answers))
    asked = (read_wait(answer) or 0.0) if isinstance(answer, Response) else 0.0
    if tries > len(limits.waits) or asked > _LONGEST_WAIT:
        return Verdict(LinkState.UNCERTAIN, reason if tries == 1 else f"{reason}, {tries} times")
    return NextRequest(answer.url, wait=max(limits.waits[tries - 1], asked))


def _may_pass(answer: FetchResult) -> bool:
    if isinstance(answer, Failure):
        return answer.kind in _RETRIED
    return answer.method == GET and not is_redirect(answer) and read_page(answer).kind is Kind.FAULT
