"""`bot scout --issue`: read what people did to the issue, offer what they chose, and show the new candidates."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import quote

from bot.additions.request import Request
from bot.commands.arguments import read_asking
from bot.commands.facts import load_beside
from bot.commands.named_papers import gather_records
from bot.commands.scout_feeds import read_feeds
from bot.errors import CANNOT_RUN
from bot.facts.services import read_services
from bot.github.branches import offer_texts
from bot.github.client import open_client
from bot.github.hidden_text import KEY
from bot.github.kept_issue import KeptIssue, retry
from bot.github.model import repository_of
from bot.github.pulls import is_open
from bot.links.clock import SystemClock
from bot.papers.identity import name_identified
from bot.papers.record import Record
from bot.rules import RULES
from bot.scouting.feeds import Feed, join_feeds
from bot.scouting.issue import KIND, choose_fate, write
from bot.scouting.scout import scout
from bot.scouting.state import ScoutState, advance, apply_answers, forget_listed, refuse

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from bot.commands.scout_feeds import ReadFeeds
    from bot.commands.sources import Sources
    from bot.console import Console
    from bot.linter.survey import Survey
    from bot.listing import Listing
    from bot.scouting.state import Proposed
    from bot.text import Text

BRANCH = "paperlist-bot/scout"
PULL_TITLE = "Add papers from the candidates"
_BODY = """\
Adds papers that were ticked in the issue with candidates. Later runs update this pull request, unless somebody else
commits to its branch. Close it, and its papers are not proposed again.
"""
_SAMPLE = 100
"""The list's newest papers, whose categories say what to read at arXiv."""
_MOST_CATEGORIES = 4
_FEWEST = 0.1
"""The share of these papers from which a category is one of the list's."""
_RESULTS = 500
"""Papers of an answer of arXiv: its largest category has about 200 a day."""


def run_issue(args: Namespace, texts: Sequence[Text], sources: Sources, survey: Survey, console: Console) -> int:
    """One run: 3 where no source could be read; what people did is followed all the same."""
    repository = repository_of(console.environ)
    listing = survey.read(texts[:1])[0]
    names = args.feeds or default_feeds(listing, args, console)
    found = read_feeds(names, args, console)
    for problem in found.problems:
        console.say(f"warning: {problem}")
    with open_client(console.environ) as client:
        kept = KeptIssue(client, repository, KIND, console.environ.get(KEY, "").encode())
        retry(
            lambda: _advance(kept, args, texts, sources, survey, found, console),
            "somebody keeps changing the issue",
            "run one scout at a time",
        )
    return 0 if found.feeds else CANNOT_RUN


def _advance(
    kept: KeptIssue[ScoutState],
    args: Namespace,
    texts: Sequence[Text],
    sources: Sources,
    survey: Survey,
    found: ReadFeeds,
    console: Console,
) -> None:
    """Follow what people did, then bring the issue up to date."""
    state, problem, present = ScoutState(), "", kept.load()
    if present is not None:
        issue, content = present
        state = apply_answers(content.state or state, content.boxes, is_open=issue.is_open)
        problem = content.problem
    listing, *others = survey.read(texts)
    known = scout(listing, [each.paper for each in (*state.shown, *state.chosen)], others)
    state = forget_listed(state, [each.paper for each in known.listed])
    if state.pull and not is_open(kept.client, kept.repository, state.pull):
        state = refuse(state)
    state = _offer(state, args, texts, sources, survey, console)
    before = {each.key for each in state.shown}
    if found.feeds:
        shown = Feed("shown", tuple(each.paper for each in state.shown))
        scouted = scout(listing, join_feeds([*found.feeds, shown]), others)
        now = int((console.clock or SystemClock()).now())
        state = advance(state, scouted, now, keep=bool(found.problems))
    notes = [f"Not read this time: {problem}" for problem in found.problems]
    if problem:
        notes.append(problem)
    is_new = any(each.key not in before for each in state.shown)
    kept.save(lambda seal: write(state, notes, seal), lambda now: choose_fate(state, now, is_new=is_new))
    console.say(f"Scout: {len(state.shown)} candidates, {len(state.chosen)} chosen.")


def _offer(
    state: ScoutState, args: Namespace, texts: Sequence[Text], sources: Sources, survey: Survey, console: Console
) -> ScoutState:
    """The state after what was chosen is in one pull request; what cannot be added says why."""
    if not state.chosen:
        return replace(state, pull=0)
    request = Request(list(texts), sources.config.plan(RULES), survey)
    named = {each: name_identified(each.paper.identifier) for each in state.chosen}
    wanted = [each for each in named.values() if each is not None]
    records = gather_records(read_asking(args), wanted, load_beside([texts[0].path]), console)
    problems: dict[Proposed, str] = {}
    for each, paper in named.items():
        request.add(each.id, paper, records, each.section)
        result = request.results[-1]
        problems[each] = result.reason or "" if result.status == "declined" else ""
    chosen = tuple(replace(each, problem=problems[each]) for each in state.chosen)
    pull = None
    if request.text != texts[0]:
        pull = offer_texts([texts[0]], [request.text], BRANCH, PULL_TITLE, _BODY, console.environ, console.say)
    return replace(state, chosen=chosen, pull=pull.number if pull is not None else state.pull)


def default_feeds(listing: Listing, args: Namespace, console: Console) -> list[str]:
    """Hugging Face's daily papers, and what is new in the arXiv categories that the list's own papers have."""
    services = read_services(console.environ)
    feeds = [services.daily_papers]
    categories = _find_categories(listing, args, console)
    if categories:
        query = quote(" OR ".join(f"cat:{each}" for each in categories))
        order = "sortBy=submittedDate&sortOrder=descending"
        feeds.append(f"{services.arxiv}?search_query={query}&{order}&max_results={_RESULTS}")
    return feeds


def _find_categories(listing: Listing, args: Namespace, console: Console) -> list[str]:
    """The categories of the list's newest papers, the most usual first."""
    works = sorted({each.work for each in listing.papers if each.work is not None and each.announced is not None})
    named = [paper for each in works[-_SAMPLE:] if (paper := name_identified(each)) is not None]
    records = gather_records(read_asking(args), named, load_beside([listing.text.path]), console)
    known = [fact for fact in records.values() if isinstance(fact, Record) and fact.categories]
    return usual_categories(known)


def usual_categories(records: Sequence[Record]) -> list[str]:
    """The primary categories that many of these papers have, the most usual first."""
    counts = Counter(each.categories[0] for each in records)
    usual = [name for name, count in counts.items() if count >= _FEWEST * len(records)]
    return sorted(usual, key=lambda name: (-counts[name], name))[:_MOST_CATEGORIES]
