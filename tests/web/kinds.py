"""The kinds of answers that real hosts give, and the state that a link must get for each."""

from __future__ import annotations

import gzip
import time
from dataclasses import dataclass
from email.utils import formatdate
from typing import TYPE_CHECKING

from bot.links import LinkState
from tests.web.server import page, reset

if TYPE_CHECKING:
    from tests.web.server import Behaviour, Visit

FINE = page()
HANG = 20.0
"""Seconds; longer than our client waits."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A way to answer, at `/<name>`, and the state of a link with this answer."""

    name: str
    behave: Behaviour
    state: LinkState
    reason: str = ""
    """Text that the reason must contain."""
    listed: bool = False
    """Whether it is one of the 22 alive or blocked kinds with which link checkers were compared."""

    @property
    def path(self) -> str:
        return f"/{self.name}"


def always(answer: bytes) -> Behaviour:
    return lambda _: answer


def once(answer: bytes | Behaviour) -> Behaviour:
    """This answer the first time, and a page from then on."""
    return lambda visit: FINE if visit.number > 1 else answer if isinstance(answer, bytes) else answer(visit)


def first_times(count: int, answer: bytes) -> Behaviour:
    return lambda visit: FINE if visit.number > count else answer


def unless_get(answer: bytes) -> Behaviour:
    return lambda visit: page(kind="application/pdf") if visit.method == "GET" else answer


def go(status: int, location: str) -> bytes:
    return page(status, b"", f"Location: {location}")


def titled(title: str, status: int = 200, *headers: str) -> bytes:
    return page(status, f"<html><head><title>{title}</title></head><body>Text.</body></html>".encode(), *headers)


def close(visit: Visit) -> None:
    """An empty reply."""


def hang(visit: Visit) -> bytes:
    visit.stopped.wait(HANG)
    return FINE


def drip_head(visit: Visit) -> None:
    visit.drip(FINE, 0.2)


def drip_body(visit: Visit) -> None:
    head, _, body = page(200, b"<title>A page</title>" + b"x" * 500).partition(b"\r\n\r\n")
    visit.send(head + b"\r\n\r\n")
    visit.drip(body, 0.2)


def endless_head(visit: Visit) -> None:
    visit.send(b"HTTP/1.1 200 OK\r\n")
    while not visit.stopped.is_set():
        visit.send(b"X-Filler: " + b"x" * 1_000 + b"\r\n")


def endless_line(visit: Visit) -> None:
    visit.send(b"HTTP/1.1 200 OK\r\nX-Filler: ")
    while not visit.stopped.is_set():
        visit.send(b"x" * 10_000)


def endless_body(visit: Visit) -> None:
    visit.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<title>A page</title>")
    while not visit.stopped.is_set():
        visit.send(b"<p>" + b"x" * 10_000)


def truncated(visit: Visit) -> None:
    visit.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000\r\n\r\n<title>A page</title>")


def garbage(visit: Visit) -> None:
    visit.send(b"SSH-2.0-OpenSSH_9.6\r\n")


def chunked(visit: Visit) -> bytes:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
    return head + b"15\r\n<title>A page</title>\r\n0\r\n\r\n"


def until_date(visit: Visit) -> bytes:
    return page(429, b"", f"Retry-After: {formatdate(time.time() + 2, usegmt=True)}")


def endless_chain(visit: Visit) -> bytes:
    """`/endless-chain`, `/endless-chain/1`, `/endless-chain/2`, and so on."""
    step = visit.path.rpartition("/")[2]
    return go(302, f"/endless-chain/{int(step) + 1 if step.isdigit() else 1}")


def short_chain(visit: Visit) -> bytes:
    step = visit.path.rpartition("/")[2]
    number = int(step) + 1 if step.isdigit() else 1
    return go(302, f"/short-chain/{number}") if number < 6 else FINE


BOMB = gzip.compress(b"<title>A page</title>" + bytes(20 * 2**20))
OK, MOVED, DEAD = LinkState.OK, LinkState.MOVED, LinkState.DEAD
BLOCKED, UNCERTAIN = LinkState.BLOCKED, LinkState.UNCERTAIN

ALIVE: tuple[Kind, ...] = (
    Kind("fine", always(FINE), OK),
    Kind("once-500", once(page(500)), OK, listed=True),
    Kind("once-502", once(page(502)), OK, listed=True),
    Kind("once-503", once(page(503)), OK, listed=True),
    Kind("once-503-wait", once(page(503, b"", "Retry-After: 1")), OK),
    Kind("once-reset", once(reset), OK, listed=True),
    Kind("once-empty", once(close), OK, listed=True),
    Kind("once-404", once(page(404)), OK),
    Kind("once-hanging", once(hang), OK),
    Kind("once-429", once(page(429)), OK, listed=True),
    Kind("once-429-wait", once(page(429, b"", "Retry-After: 1")), OK, listed=True),
    Kind("once-429-date", once(until_date), OK),
    Kind("once-429-reset", once(page(429, b"", "X-RateLimit-Reset: 1")), OK),
    Kind("last-of-quota", always(page(200, b"x", "RateLimit-Remaining: 0", "RateLimit-Reset: 1")), OK),
    Kind("twice-502", first_times(2, page(502)), OK),
    Kind("head-403.pdf", unless_get(page(403)), OK, listed=True),
    Kind("head-404.pdf", unless_get(page(404)), OK, listed=True),
    Kind("head-405.pdf", unless_get(page(405)), OK, listed=True),
    Kind("head-503.pdf", unless_get(page(503)), OK),
    Kind("head-reset.pdf", lambda visit: FINE if visit.method == "GET" else reset(visit), OK),
    Kind("file.pdf", always(page(kind="application/pdf")), OK),
    Kind("partial", always(page(206)), OK),
    Kind("no-content", always(page(204, b"")), OK),
    Kind("chunked", chunked, OK),
    Kind("truncated", truncated, OK),
    Kind("dripping-body", drip_body, OK),
    Kind("endless-body", endless_body, OK),
    Kind("bomb", always(page(200, BOMB, "Content-Encoding: gzip")), OK),
    Kind("not-gzip", always(page(200, b"plain", "Content-Encoding: gzip")), OK),
    Kind("odd-charset", always(page(200, b"\xff\xfe", kind="text/html; charset=nonsense")), OK),
    Kind("quotes-the-phrase", always(titled("How to design a helpful page for 404s")), OK),
    Kind("302", always(go(302, "/fine")), OK, listed=True),
    Kind("307", always(go(307, "/fine")), OK),
    Kind("301-then-302", lambda visit: go(301, "/302"), OK),
    Kind("short-chain", short_chain, OK),
    Kind("301-once", once(go(301, "/fine")), OK),
    Kind("301", always(go(301, "/fine")), MOVED),
    Kind("308", always(go(308, "/fine")), MOVED),
    Kind("301-accents", always(go(301, "/fine?q=caf\u00e9")), MOVED),
)
WALLS: tuple[Kind, ...] = (
    Kind("403-cloudflare", always(page(403, b"", "cf-mitigated: challenge")), BLOCKED, "cf-mitigated", listed=True),
    Kind("403", always(page(403)), BLOCKED, "403", listed=True),
    Kind("418", always(page(418)), BLOCKED, "418", listed=True),
    Kind("401", always(page(401)), BLOCKED, "401", listed=True),
    Kind("402", always(page(402)), BLOCKED, "402"),
    Kind("407", always(page(407)), BLOCKED, "407"),
    Kind("451", always(page(451)), BLOCKED, "451", listed=True),
    Kind("999", always(page(999)), BLOCKED, "999", listed=True),
    Kind("202-aws", always(page(202, b"", "x-amzn-waf-action: challenge")), BLOCKED, "x-amzn-waf", listed=True),
    Kind("405-aws", always(page(405, b"", "x-amzn-waf-action: captcha")), BLOCKED, "x-amzn-waf"),
    Kind("403-datadome", always(page(403, b"", "X-DataDome: blocked")), BLOCKED, "datadome"),
    Kind("429-vercel", always(page(429, b"", "x-vercel-mitigated: challenge")), BLOCKED, "vercel"),
    Kind("503-cloudflare", always(titled("Just a moment...", 503, "Server: cloudflare")), BLOCKED, "Just a"),
    Kind("200-challenge", always(titled("Making sure you&#39;re not a bot!")), BLOCKED, "not a bot"),
    Kind("404-challenge", always(page(404, b"", "cf-mitigated: challenge")), BLOCKED, "cf-mitigated"),
    Kind("302-to-wall", always(go(302, "/403")), BLOCKED, "403"),
)
UNCLEAR: tuple[Kind, ...] = (
    Kind("429-for-ever", always(page(429)), UNCERTAIN, "limits", listed=True),
    Kind("503-for-ever", always(page(503)), UNCERTAIN, "503", listed=True),
    Kind("503-for-an-hour", always(page(503, b"", "Retry-After: 3600")), UNCERTAIN, "503"),
    Kind("hanging", hang, UNCERTAIN, "in time", listed=True),
    Kind("dripping-head", drip_head, UNCERTAIN, "in time"),
    Kind("endless-head", endless_head, UNCERTAIN),
    Kind("endless-line", endless_line, UNCERTAIN),
    Kind("reset", reset, UNCERTAIN, "closed early"),
    Kind("garbage", garbage, UNCERTAIN),
    Kind("400", always(page(400)), UNCERTAIN, "400"),
    Kind("406", always(page(406)), UNCERTAIN, "406"),
    Kind("202-empty", always(page(202, b"")), UNCERTAIN, "202"),
    Kind("302-nowhere", always(page(302, b"")), UNCERTAIN, "302"),
    Kind("302-to-404", always(go(302, "/404")), UNCERTAIN, "temporarily"),
    Kind("302-to-file", always(go(302, "file:///etc/passwd")), UNCERTAIN, "not checked"),
    Kind("302-to-gopher", always(go(302, "gopher://127.0.0.1/")), UNCERTAIN, "not checked"),
    Kind("302-to-port", always(go(302, "http://127.0.0.1:99999/")), UNCERTAIN, "not checked"),
    Kind("endless-chain", endless_chain, UNCERTAIN, "more than 10 times"),
)
LOOPS: tuple[Kind, ...] = (
    Kind("loop", always(go(302, "/loop")), UNCERTAIN, "loop"),
    Kind("loop-with-mark", always(go(301, "/loop-with-mark#top")), UNCERTAIN, "loop"),
    Kind("loop-of-two", lambda visit: go(302, "/other-of-two"), UNCERTAIN, "loop"),
)
SOFT: tuple[Kind, ...] = (
    Kind("200-not-found", always(titled("Page not found - Example University")), UNCERTAIN, "Page not found"),
    Kind("302-to-root", always(go(302, "/")), UNCERTAIN, "start page"),
    Kind("404-application", always(titled("My Project", 404, "Server: GitHub.com")), UNCERTAIN, "My Project"),
    Kind("301-to-root", always(go(301, "/")), UNCERTAIN, "start page"),
    Kind("302-to-login", always(go(302, "/login?next=/302-to-login")), UNCERTAIN, "login"),
    Kind("302-to-error", always(go(302, "/errors/404.html")), UNCERTAIN, "error page"),
)
GONE: tuple[Kind, ...] = (
    Kind("404", always(page(404)), DEAD, "404"),
    Kind("410", always(page(410)), DEAD, "410"),
    Kind("301-to-404", always(go(301, "/404")), DEAD, "404"),
    Kind("308-to-410", always(go(308, "/410")), DEAD, "410"),
)
KINDS = (*ALIVE, *WALLS, *UNCLEAR, *LOOPS, *SOFT, *GONE)

PAPER_TITLE = "On Pages That Say What They Are About"
PAPER = page(
    body=f"""<title>A page</title><meta name="citation_title" content="{PAPER_TITLE}">
<meta name="citation_author" content="Lovelace, Ada"><meta name="citation_publication_date" content="2024/03/05">
<meta name="citation_conference_title" content="Conference on Pages">""".encode()
)
_BY_NAME = {kind.name: kind.behave for kind in KINDS} | {
    "other-of-two": always(go(302, "/loop-of-two")),
    "paper": always(PAPER),
}


def behave(visit: Visit) -> bytes | None:
    """All kinds, by the first part of the path; any other path is a page."""
    name = visit.path.partition("?")[0].split("/")[1]
    return _BY_NAME.get(name, always(FINE))(visit)
