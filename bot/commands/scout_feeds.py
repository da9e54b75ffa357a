"""Reads the feeds of `bot scout`, from files and from the web, and asks arXiv for papers with known titles."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from bot import files
from bot.errors import CANNOT_RUN, BotError
from bot.scouting.feeds import read_feed
from bot.text import Text, plural

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from bot.console import Console
    from bot.papers.identifiers import Identifier
    from bot.scouting.feeds import Feed

_SEARCH_SECONDS = 600.0
"""For all titles; at arXiv's pace that is 200 of them."""


class ReadFeeds(NamedTuple):
    """The feeds that could be read, and why others could not, as messages say it."""

    feeds: tuple[Feed, ...]
    problems: tuple[str, ...]


def is_url(name: str) -> bool:
    """Whether a feed is asked for on the web."""
    return name.lower().startswith(("https://", "http://"))


def read_feeds(names: Sequence[str], args: Namespace, console: Console) -> ReadFeeds:
    """The feeds of these names: files, `-` for standard input, and URLs. Raises BotError for a file that is not one."""
    feeds, problems = [], []
    urls = [name for name in names if is_url(name)]
    if urls and args.offline:
        raise BotError(f"--offline: {urls[0]} cannot be read", "name saved files, or leave out --offline")
    texts = _download(urls, args, console)
    for name in dict.fromkeys(names):
        text = texts.get(name) if is_url(name) else files.read(name, console.stdin)
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


def _download(urls: Sequence[str], args: Namespace, console: Console) -> dict[str, Text | str]:
    """What is at the URLs, or why it could not be read."""
    if not urls:
        return {}
    from bot.commands.online import read_networks
    from bot.facts.arxiv import ARXIV_INTERVAL
    from bot.facts.services import read_services
    from bot.links.address_guard import Guard
    from bot.links.clock import SystemClock
    from bot.links.transport import download, open_context

    guard, context = Guard(read_networks(args.allow_address or ())), open_context(console.environ)
    arxiv, clock = read_services(console.environ).arxiv, console.clock or SystemClock()
    answers = {}
    for url in urls:
        if url.startswith(arxiv):
            clock.sleep(ARXIV_INTERVAL)
        answers[url] = download(url, guard, context)
    return {url: answer.problem or Text(url, answer.text) for url, answer in answers.items()}


def find_identifiers(titles: Sequence[str], args: Namespace, console: Console) -> dict[str, Identifier]:
    """The papers on arXiv that have these titles; one request every three seconds."""
    from bot.commands.online import cache_path, sigterm_as_interrupt
    from bot.commands.progress import ProgressDisplay
    from bot.facts.arxiv import ARXIV_INTERVAL
    from bot.facts.arxiv_search import find_titles
    from bot.facts.cache import Cache, CachedFacts, default_path
    from bot.facts.client import Client, open_session
    from bot.facts.services import read_services
    from bot.links.clock import Deadline, Pace, Stopped, SystemClock
    from bot.links.transport import open_context

    clock = console.clock or SystemClock()
    progress = ProgressDisplay(console, clock)
    found: dict[str, Identifier] = {}
    context = open_context(console.environ)
    path = default_path() if args.cache is None else cache_path(args.cache)
    with (
        closing(Cache(path, lambda message: progress.say(f"warning: {message}"))) as cache,
        open_session(context) as session,
        sigterm_as_interrupt(),
    ):
        cached = CachedFacts(cache, clock.now())
        pace = Pace(
            ARXIV_INTERVAL,
            clock,
            first=cached.remaining_wait("arxiv", ARXIV_INTERVAL),
            rested=lambda: cached.save_answer_time("arxiv", clock.now()),
        )
        client = Client(session, clock, pace, Deadline(clock, _SEARCH_SECONDS), service="arXiv")
        try:
            found = find_titles(
                titles,
                read_services(console.environ).arxiv,
                client,
                lambda done: progress.update("papers", done, len(titles)),
            )
        except (Stopped, KeyboardInterrupt):
            raise BotError("interrupted", "", CANNOT_RUN) from None
    progress.say(f"arXiv: found {len(found):,} of {plural(len(titles), 'title')}.")
    return found
