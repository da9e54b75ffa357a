"""Reads the feeds of `bot scout`, from files and from the web, and asks arXiv for papers with known titles.

What asks is imported where it asks: feeds may be files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from bot import files
from bot.errors import CANNOT_RUN, BotError
from bot.facts.services import read_services
from bot.scouting.feeds import read_feed
from bot.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import BinaryIO

    from bot.facts.cache import Cache
    from bot.links.address_guard import Network
    from bot.links.clock import Clock
    from bot.papers.identifiers import Identifier
    from bot.scouting.feeds import Feed

_SEARCH_SECONDS = 600.0
"""For all titles; at arXiv's pace that is 200 of them."""
_RESULTS = 500
"""Papers of an answer of arXiv: its largest category has about 200 a day."""


class ReadFeeds(NamedTuple):
    """The feeds that could be read, and why others could not, as messages say it."""

    feeds: tuple[Feed, ...]
    problems: tuple[str, ...]


def is_url(name: str) -> bool:
    """Whether a feed is asked for on the web."""
    return name.lower().startswith(("https://", "http://"))


def name_default_feeds(categories: Sequence[str], environ: Mapping[str, str]) -> tuple[str, ...]:
    """Hugging Face's daily papers, and what is new in these categories of arXiv."""
    services = read_services(environ)
    if not categories:
        return (services.daily_papers,)
    query = quote(" OR ".join(f"cat:{each}" for each in categories))
    order = "sortBy=submittedDate&sortOrder=descending"
    return services.daily_papers, f"{services.arxiv}?search_query={query}&{order}&max_results={_RESULTS}"


def read_feeds(
    names: Sequence[str], stdin: BinaryIO | None, download: Callable[[Sequence[str]], Mapping[str, Text | str]] | None
) -> ReadFeeds:
    """The feeds of these names: files, `-` for standard input, and URLs, which `download` gets; None for no requests.

    Raises BotError for a file that is not a feed.
    """
    urls = [name for name in names if is_url(name)]
    if urls and download is None:
        raise BotError(f"--offline: {urls[0]} cannot be read", "name saved files, or leave out --offline")
    texts = download(urls) if urls and download is not None else {}
    feeds, problems = [], []
    for name in dict.fromkeys(names):
        text = texts.get(name) if is_url(name) else files.read(name, stdin)
        if isinstance(text, Text):
            try:
                feeds.append(read_feed(text))
            except BotError as error:
                if not is_url(name):
                    raise
                problems.append(error.message)
        elif text is not None:
            problems.append(f"{name}: {text}")
    return ReadFeeds(tuple(feeds), tuple(problems))


def download_feeds(
    urls: Iterable[str], allowed: tuple[Network, ...], clock: Clock, environ: Mapping[str, str]
) -> dict[str, Text | str]:
    """What is at the URLs, or why it could not be read."""
    from bot.facts.arxiv import ARXIV_INTERVAL
    from bot.links.address_guard import Guard
    from bot.links.transport import download, open_context

    guard, context = Guard(allowed), open_context(environ)
    arxiv = read_services(environ).arxiv
    answers = {}
    for url in urls:
        if url.startswith(arxiv):
            clock.sleep(ARXIV_INTERVAL)
        answers[url] = download(url, guard, context)
    return {url: answer.problem or Text(url, answer.text) for url, answer in answers.items()}


def find_identifiers(
    titles: Sequence[str], cache: Cache, clock: Clock, environ: Mapping[str, str], on_progress: Callable[[int], None]
) -> dict[str, Identifier]:
    """The papers on arXiv that have these titles; one request every three seconds."""
    from bot.facts.arxiv import ARXIV_INTERVAL, find_titles
    from bot.facts.cache import CachedFacts
    from bot.facts.client import Client, open_session
    from bot.links.clock import Deadline, Pace, Stopped
    from bot.links.transport import open_context

    with open_session(open_context(environ)) as session:
        cached = CachedFacts(cache, clock.now())
        pace = Pace(
            ARXIV_INTERVAL,
            clock,
            first=cached.remaining_wait("arxiv", ARXIV_INTERVAL),
            rested=lambda: cached.save_answer_time("arxiv", clock.now()),
        )
        client = Client(session, clock, pace, Deadline(clock, _SEARCH_SECONDS), service="arXiv")
        try:
            return find_titles(titles, read_services(environ).arxiv, client, on_progress)
        except (Stopped, KeyboardInterrupt):
            raise BotError("interrupted", "", CANNOT_RUN) from None
