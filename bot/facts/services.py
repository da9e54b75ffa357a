"""The services that the bot asks: their addresses, and how one is asked, at its pace and within the time of the run."""

from __future__ import annotations

import json
import re
import ssl
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Generic, NamedTuple, Protocol, TypeVar
from urllib.parse import urlencode, urlsplit

from bot.errors import BotError
from bot.links.address_guard import USUAL_LIMITS, Anywhere, Limits
from bot.links.clock import Clock, Deadline, Pace
from bot.links.connections import GET, POST, FailureKind, Request
from bot.links.responses import read_retry_after
from bot.links.transport import LARGEST_WHOLE, Session
from bot.papers.urls import split_url
from bot.text import json_text, lazy_pattern

GITHUB = "https://api.github.com"
_MAIL = lazy_pattern(r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Services:
    """Where to ask; the defaults are the public services."""

    arxiv: str = "https://export.arxiv.org/api/query"
    oai: str = "https://oaipmh.arxiv.org/oai"
    datacite: str = "https://api.datacite.org/dois"
    handles: str = "https://doi.org/api/handles"
    crossref: str = "https://api.crossref.org/works"
    wayback: str = "https://web.archive.org/cdx/search/cdx"
    semantic_scholar: str = "https://api.semanticscholar.org/graph/v1/paper/batch"
    semantic_scholar_key: str | None = field(default=None, repr=False)
    """None if there is none, or if it must not be sent to that address."""
    papers_pages: str = "https://huggingface.co/api/papers"
    """Where Hugging Face has its pages about papers."""
    daily_papers: str = "https://huggingface.co/api/daily_papers?limit=100"
    graphql: str = f"{GITHUB}/graphql"
    token: str | None = field(default=None, repr=False)
    """For GitHub; None if there is none, or if it must not be sent to that address."""
    mailto: str | None = None
    """A mail address for Crossref and DataCite, which give better service to clients that name one."""


CONNECTIVITY_PROBES = (
    "https://www.wikipedia.org/",
    "https://www.python.org/",
    "https://www.debian.org/",
    "https://www.w3.org/",
    "https://www.iana.org/",
)
"""Pages of five owners that are practically always there: where most of them fail, it is our network."""
_PROBES = "BOT_CONNECTIVITY_PROBES"
"""Addresses with spaces between, or `none`."""


def read_probes(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The connectivity probes that the environment names, else the usual ones; raises BotError for an invalid URL."""
    urls = environment.get(_PROBES, "").split()
    if not urls:
        return CONNECTIVITY_PROBES
    if urls == ["none"]:
        return ()
    for url in urls:
        parts = split_url(url)
        if parts is None or parts.scheme not in {"http", "https"} or not parts.host:
            raise BotError(f"{_PROBES} is not a valid URL: {url}", "write URLs separated by spaces, or none")
    return tuple(dict.fromkeys(urls))


def read_services(environment: Mapping[str, str]) -> Services:
    """The addresses that the environment names, and GitHub's token; raises BotError for an invalid URL."""
    default = Services()
    graphql = _graphql(environment)
    token = environment.get("GITHUB_TOKEN") or environment.get("GH_TOKEN") or None
    return Services(
        arxiv=_address(environment, "BOT_ARXIV_API", default.arxiv),
        oai=_address(environment, "BOT_ARXIV_OAI", default.oai),
        datacite=_with_end(_address(environment, "BOT_DATACITE_API", default.datacite), "dois"),
        handles=_with_end(_address(environment, "BOT_DOI_API", default.handles), "handles"),
        crossref=_with_end(_address(environment, "BOT_CROSSREF_API", default.crossref), "works"),
        wayback=_address(environment, "BOT_WAYBACK_API", default.wayback),
        daily_papers=_address(environment, "BOT_DAILY_PAPERS_API", default.daily_papers),
        semantic_scholar=(scholar := _address(environment, "BOT_SEMANTIC_SCHOLAR_API", default.semantic_scholar)),
        semantic_scholar_key=_key(environment) if _may_know_key(scholar, default.semantic_scholar) else None,
        papers_pages=_address(environment, "BOT_HUGGING_FACE_API", default.papers_pages),
        graphql=graphql,
        token=token if _knows_public_repositories(graphql) else None,
        mailto=_mailto(environment),
    )


def _key(environment: Mapping[str, str]) -> str | None:
    text = environment.get("SEMANTIC_SCHOLAR_API_KEY", "").strip()
    return text if text.isascii() and text.isprintable() and text else None


def _may_know_key(address: str, public: str) -> bool:
    """Whether a key may be sent there: to the service itself, or to a stand-in on loopback."""
    return address == public or is_loopback(urlsplit(address).hostname or "")


def _mailto(environment: Mapping[str, str]) -> str | None:
    text = environment.get("BOT_MAILTO", "").strip()
    if text and _MAIL.fullmatch(text) is None:
        raise BotError(
            f"BOT_MAILTO is not a valid email address: {text}", "write one such as name@example.org, or unset it"
        )
    return text or None


def _graphql(environment: Mapping[str, str]) -> str:
    """Runners name both addresses of GitHub; where only the API's was changed, the other follows it."""
    default = f"{GITHUB}/graphql"
    named = _address(environment, "GITHUB_GRAPHQL_URL", default)
    api = _address(environment, "GITHUB_API_URL", GITHUB)
    if named != default or api == GITHUB:
        return named
    return f"{api.removesuffix('/v3')}/graphql"


def _address(environment: Mapping[str, str], name: str, default: str) -> str:
    text = environment.get(name, "").strip().rstrip("/")
    if not text:
        return default
    if "@" in text:
        raise BotError(f"{name} must not contain a user name or a password", "they would be shown in reports")
    try:
        parts = urlsplit(text)
        valid = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        valid = False
    if not valid:
        raise BotError(f"{name} is not a valid URL: {text}", "write a URL such as https://host/path, or unset it")
    return text


def _with_end(address: str, end: str) -> str:
    return address if address.endswith(f"/{end}") else f"{address}/{end}"


def _knows_public_repositories(address: str) -> bool:
    """Whether lists' links can be asked about there, and a token sent: GitHub itself, or a stand-in on loopback.

    A company's own GitHub does not know the repositories of github.com: they would all seem to be gone.
    """
    parts = urlsplit(address)
    host = parts.hostname or ""
    return is_loopback(host) or (parts.scheme == "https" and host == "api.github.com")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


SILENCE_SECONDS = 60.0
"""Between two parts of an answer."""
WHOLE_SECONDS = 120.0
"""A response that is not complete after this time is dropped, even if data keeps arriving."""
MAX_BYTES = LARGEST_WHOLE
_PROBLEMS = {
    FailureKind.TIMEOUT: "no answer in time",
    FailureKind.TLS: "no secure connection",
    FailureKind.CERTIFICATE: "no secure connection",
    FailureKind.BROKEN: "the answer was incomplete",
}
UNREACHABLE = "could not connect"
MOST_FAILURES = 3
"""Useless answers in a row after which a service is not asked again."""
_DIVISIBLE = frozenset({400, 413, 414, 500})
"""What a service says when one name or the length of a request is the trouble."""
_BUSY = frozenset({429, 502, 503, 504})
"""What a service says to whom it will answer later."""


@dataclass(frozen=True, slots=True)
class ServiceResponse:
    """The response of a service: `status` is None if there was none; `problem` says why there is no usable body."""

    url: str
    """As asked, with its query."""
    time: float
    """When the answer was complete, in seconds since the epoch."""
    status: int | None
    body: bytes = b""
    problem: str = ""
    retry_after: float | None = None
    """Seconds that the service asks to be left alone."""

    @property
    def is_useful(self) -> bool:
        """Whether the service answered what was asked."""
        return self.status == 200 and not self.problem

    def complaint(self, service: str) -> str:
        """Why the service that is called so was of no use; empty if it was."""
        if self.is_useful:
            return ""
        return f"{service} answered {self.status}" if self.status and not self.problem else f"{service}: {self.problem}"

    @property
    def json(self) -> object:
        """What the JSON of a useful response stands for; None for any other response."""
        return read_json(self.body) if self.is_useful else None

    @property
    def fields(self) -> Mapping[str, object]:
        """The fields of the object that the JSON is; none for anything else."""
        return fields if isinstance(fields := self.json, dict) else {}


def read_json(body: bytes) -> object:
    """What the JSON that a stranger sends stands for; None for anything else."""
    try:
        return json.loads(json_text(body))
    except (ValueError, RecursionError):
        return None


Found = TypeVar("Found", covariant=True)


class Reply(NamedTuple, Generic[Found]):
    """What a service has on record, by the names that were asked for, and the response that says so."""

    found: Mapping[str, Found]
    response: ServiceResponse


class Terms(NamedTuple):
    """How a service takes questions: about so many names and so many characters at once, at most."""

    largest: int = 50
    longest: int = 2_500
    """With more, some servers in between find an address too long."""
    pause: float | None = None
    """Seconds before a batch that was turned away for a while is asked again, where the service names none; None: it
    is not.
    """


REGISTRY = Terms()


class Service(Protocol[Found]):
    """A service that has records of things: names in, records out."""

    @property
    def client(self) -> Client:
        """How it is asked."""

    def ask(self, names: Sequence[str]) -> Reply[Found]:
        """Ask once about all these names; what the service does not know is missing. Raises `Stopped`."""


class Answered(NamedTuple):
    """The names in the questions that a service answered, and why it did not answer the last one of the others."""

    names: set[str]
    problem: str = ""


def ask_in_batches(
    service: Service[Found],
    names: Sequence[str],
    on_found: Callable[[Mapping[str, Found]], None],
    terms: Terms = REGISTRY,
    title: str = "",
) -> Answered:
    """Ask about all; a batch that the service does not accept is asked in halves. Raises `Stopped`.

    `on_found` gets what each answer holds; `title` is how messages call the service.
    """
    client = service.client
    answered: set[str] = set()
    problem = ""
    batches = list(reversed(list(_divide(names, terms))))
    while batches and client.may_ask():
        batch = batches.pop()
        found, response = service.ask(batch)
        client.count(useful=response.is_useful)
        if response.is_useful:
            answered.update(batch)
            on_found(found)
            continue
        problem = response.complaint(title)
        if response.status in _DIVISIBLE and len(batch) > 1:
            middle = len(batch) // 2
            batches += [batch[middle:], batch[:middle]]
        elif terms.pause is not None and response.status in _BUSY:
            client.rest(response.retry_after or terms.pause)
            batches.append(batch)
    return Answered(answered, problem)


def _divide(names: Sequence[str], terms: Terms) -> Iterator[list[str]]:
    """Batches of so many names and so many characters at most."""
    batch: list[str] = []
    length = 0
    for name in names:
        if batch and (len(batch) == terms.largest or length + len(name) > terms.longest):
            yield batch
            batch, length = [], 0
        batch.append(name)
        length += len(name) + len(",doi:")
    if batch:
        yield batch


@dataclass(slots=True)
class Client:
    """Asks one service, at its pace, until the deadline of the run. Not to be shared by threads; its session may be."""

    session: Session
    clock: Clock
    pace: Pace
    deadline: Deadline
    seconds: float = WHOLE_SECONDS
    """The time limit of a request."""
    service: str = ""
    network: NetworkWatch | None = None
    """Gets the outcome of the requests, under the name `service`."""
    failures: int = field(default=0, init=False)
    """Useless answers in a row."""

    def has_time(self) -> bool:
        """Whether the next request may go out before the deadline."""
        return self.deadline.allows(self.pace)

    def may_ask(self) -> bool:
        """Whether there is time, and the service was of use lately."""
        return self.is_of_use and self.has_time()

    @property
    def is_of_use(self) -> bool:
        """Whether one of the last answers was of use."""
        return self.failures < MOST_FAILURES

    def count(self, *, useful: bool) -> None:
        """Note whether an answer was of use: a service whose answers are not is left alone."""
        self.failures = 0 if useful else self.failures + 1

    def give_up(self) -> None:
        """Leave the service alone: asking again is useless."""
        self.failures = MOST_FAILURES

    def rest(self, seconds: float) -> None:
        """Let the next request wait for so many seconds from now, or for the interval of the pace if that is more."""
        self.pace.rest(seconds)

    def get(self, url: str, parameters: Mapping[str, str] | None = None, accept: str = "*/*") -> ServiceResponse:
        """Ask with GET when the pace allows; never raises for what the network does, but `Stopped`."""
        if parameters:
            url = f"{url}{'&' if '?' in url else '?'}{urlencode(parameters)}"
        return self._ask(url, GET, {"Accept": accept})

    def post(self, url: str, content: Mapping[str, object], headers: Mapping[str, str]) -> ServiceResponse:
        """Send JSON with POST when the pace allows; never raises for what the network does, but `Stopped`."""
        body = json.dumps(content).encode()
        return self._ask(url, POST, {"Content-Type": "application/json", **headers}, body)

    def _ask(self, url: str, method: str, headers: Mapping[str, str], body: bytes | None = None) -> ServiceResponse:
        self.pace.wait()
        network, connect = self.network, USUAL_LIMITS.connect
        limits = Limits(network.connect_seconds(connect) if network else connect, SILENCE_SECONDS)
        request = Request(url, method, self.seconds, headers=headers, body=body, limits=limits)
        answer = self.session.read(request, MAX_BYTES, network.note_connection if network else None)
        now = self.clock.now()
        if network is not None:
            network.note(self.service, answered=answer.status is not None)
        problem = answer.problem if answer.kind is None else _PROBLEMS.get(answer.kind, UNREACHABLE)
        wait = read_retry_after(answer.headers.get("retry-after", ""), now)
        self.pace.rest(wait or 0.0)
        return ServiceResponse(answer.url, now, answer.status, answer.body, problem, wait)


def open_session(context: ssl.SSLContext | None = None) -> Session:
    """A session for services, which may be anywhere. Raises BotError as `open_context` does."""
    return Session(Anywhere(), context)


CONNECT_SECONDS = 3.0
"""How long a service may take to accept a connection while nothing has answered yet."""
PROBE_SECONDS = 2.0
"""How long the connectivity probes may take."""
DOUBTED_AFTER = 1.0
"""Seconds without any answer after which the connectivity probes are asked."""
DOWN_AFTER = 3.5
"""Seconds after which services that accepted no connection count as failed: some resolvers never answer."""


class NetworkWatch:
    """Notes what answers, and asks the connectivity probes when nothing does. Safe to call from several threads.

    `probe` says whether any connectivity probe answers. The network is down if none does, nothing else answered,
    and everything that was asked has failed. One answer settles it for the whole run.
    """

    def __init__(
        self, probe: Callable[[], bool], doubted_after: float = DOUBTED_AFTER, down_after: float = DOWN_AFTER
    ) -> None:
        self._probe = probe
        self._doubted_after, self._down_after = doubted_after, down_after
        self._asked: frozenset[str] = frozenset()
        self._failed: set[str] = set()
        self._has_answer = False
        self._is_connected = False
        self._probing: threading.Thread | None = None
        self._probe_answers: bool | None = None
        self._started = 0.0

    def begin(self, asked: Collection[str]) -> None:
        """The run begins to ask these services."""
        self._asked, self._started = frozenset(asked), time.monotonic()

    def note_connection(self) -> None:
        """A service has accepted a connection: it may be slow, but it is there."""
        self._is_connected = True

    def note(self, service: str, *, answered: bool) -> None:
        """A request to a service has ended, with an answer of whatever kind or without one."""
        if answered:
            self._has_answer = True
        else:
            self._failed.add(service)

    def connect_seconds(self, usual: float) -> float:
        """How long the next request may take to connect."""
        return usual if self._has_answer else min(usual, CONNECT_SECONDS)

    def is_down(self) -> bool:
        """Whether nothing can be reached, as far as is known now; never waits."""
        if self._has_answer or not self._asked:
            return False
        seconds = time.monotonic() - self._started
        has_failed = self._asked <= self._failed
        if self._probing is None and (has_failed or seconds >= self._doubted_after):
            self._probing = threading.Thread(target=self._ask_probes, daemon=True)
            self._probing.start()
        is_silent = seconds >= self._down_after and not self._is_connected
        return self._probe_answers is False and (has_failed or is_silent)

    def was_down(self) -> bool:
        """The same once all requests have ended; waits for the probes."""
        self.is_down()
        if self._probing is not None and not self._has_answer:
            self._probing.join(2 * PROBE_SECONDS)
        return self.is_down()

    def _ask_probes(self) -> None:
        self._probe_answers = self._probe()
