"""How the examples of rules are described: with which facts they are found."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.facts.model import Absent, Facts, Repository, Unknown
from bot.links import LinkState
from bot.papers.record import Record
from bot.rules.works import cite
from bot.text import join

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.linter.rule import Bad

_STATES = {
    LinkState.OK: "works",
    LinkState.MOVED: "has moved",
    LinkState.DEAD: "is dead",
    LinkState.BLOCKED: "blocks bots",
    LinkState.UNCERTAIN: "gives no clear answer",
    LinkState.SKIPPED: "was not visited",
}


def condition_of(example: Bad) -> str:
    """The facts with which an example is found; empty for the rules that need none."""
    known = [*_described(example)] if example.facts is not None else []
    return f", if {join(known, 'and')}" if known else ""


def _described(example: Bad) -> Iterator[str]:
    """The facts of an example, one clause each."""
    facts = example.facts or Facts()
    for url, status in facts.links.items():
        target = f" to `{status.target}`" if status.target and status.state is LinkState.MOVED else ""
        yield f"`{url}` {_STATES[status.state]}{target} ({re.sub('[()]', '', status.reason)})"
    for identifier, paper in facts.papers.items():
        name = cite(identifier)
        if isinstance(paper, Record):
            yield from _described_paper(name, paper, example.text)
        else:
            yield _doubt(name, paper)
    works = ((name, each) for name, each in facts.works.items() if isinstance(each, Record))
    yield from (f'{name} was published in "{work.venue}"' for name, work in works)
    for identifier, repository in facts.repositories.items():
        if not isinstance(repository, Repository):
            yield _doubt(identifier.value, repository)
        elif repository.moved_to:
            written = re.search(re.escape(identifier.value), example.text, re.IGNORECASE)
            yield f"`{written[0] if written else identifier.value}` is now `{repository.moved_to}`"
        else:
            yield f"`{repository.name}` is {'' if repository.archived else 'not '}archived"


def _doubt(name: str, fact: Absent | Unknown) -> str:
    return f"{name} does not exist" if isinstance(fact, Absent) else f"nothing is known about {name} ({fact.reason})"


def _described_paper(name: str, paper: Record, text: str) -> Iterator[str]:
    earlier = "".join(f', earlier "{title}"' for title in paper.titles or ())
    if paper.authors and paper.title in text:
        yield f"the authors of {name} are {join(paper.authors, 'and')}"
    elif not paper.comment or paper.title not in text:
        yield f'{name} is titled "{paper.title}"{earlier}'
    if paper.comment:
        yield f'the authors of {name} comment "{paper.comment}"'
    if paper.withdrawn:
        yield "its last version is empty"
