"""Where the code of papers is: whom their abstracts and Hugging Face name, and what is in those repositories.

Hugging Face: `/api/papers/<id>` of https://huggingface.co/docs/hub/api, one paper in each question; `githubRepo` is the
address that authors gave there. A paper that nobody linked there has no page, which is an answer too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias
from urllib.parse import quote

from bot.facts.model import Absent, CodeFact, Repository, RepositoryFact, Unknown, text_of
from bot.facts.services import Client, ServiceResponse
from bot.links import LinkStatus
from bot.papers.identifiers import Identifier, Scheme, identify
from bot.papers.record import Record
from bot.papers.similarity import names_one_paper, title_key
from bot.papers.witnesses import CodeClaim, CodeState
from bot.text import lazy_pattern

Pages: TypeAlias = "dict[Identifier, str]"
"""The address of the code, as the page of a paper at Hugging Face gives it; empty where it gives none."""

HUGGING_FACE_INTERVAL = 0.65
"""Seconds between requests: 500 in five minutes are allowed to strangers."""
_LONGEST_ADDRESS = 300
_LONGEST_README = 60_000
"""Characters: the title comes first, and how to cite the paper last."""
_MOST_PAPERS = 30
"""Papers on arXiv that a README may name and still be that of one of them; with more it is a list."""
_ARXIV_ID = lazy_pattern(r"(?<![\d.])\d{4}\.\d{4,5}(?![\d.]\d)")


@dataclass(frozen=True, slots=True)
class HuggingFace:
    """The pages about papers below `address`."""

    address: str
    client: Client

    def ask(self, paper: Identifier) -> tuple[str | None, ServiceResponse]:
        """The address of the code of a paper, empty where none is given; None where there was no answer."""
        answer = self.client.get(f"{self.address}/{quote(paper.value, safe='')}", accept="application/json")
        if answer.status == 404 and not answer.problem:
            self.client.count(useful=True)
            return "", answer
        self.client.count(useful=answer.is_useful)
        try:
            found = json.loads(answer.text)
        except (ValueError, RecursionError):
            found = None
        return (text_of(found.get("githubRepo"))[:_LONGEST_ADDRESS] if isinstance(found, dict) else None), answer


@dataclass(slots=True)
class CodeLookup:
    """Asks Hugging Face about papers, and fills `pages` as answers come."""

    papers: Sequence[Identifier]
    pages: Pages
    service: HuggingFace
    on_found: Callable[[Mapping[Identifier, str]], None] = lambda _found: None
    problem: str = field(default="", init=False)
    """Why a question was not answered."""

    def run(self) -> None:
        """Ask about all of them. Raises `Stopped`."""
        for paper in self.papers:
            if not self.service.client.may_ask():
                return
            address, answer = self.service.ask(paper)
            if address is None:
                self.problem = answer.complaint("Hugging Face")
                continue
            self.pages[paper] = address
            self.on_found({paper: address})


class NamedCode(NamedTuple):
    """A repository on GitHub that a source names."""

    identifier: Identifier
    source: str
    page: str


def find_named_code(paper: Record, page: str | None, project: LinkStatus | None = None) -> tuple[NamedCode, ...]:
    """The repositories that the authors, Hugging Face and the project page name; `page` is what the second says."""
    from bot.facts.model import read_statements

    value = paper.arxiv
    named = (
        (read_statements(paper).code, "arXiv", f"https://arxiv.org/abs/{value}"),
        (page or "", "Hugging Face", f"https://huggingface.co/papers/{value}"),
        *(
            (text, "project page", each.url)
            for each in filter(None, [project])
            for name, text in each.tags
            if name == "code"
        ),
    )
    found = ((identify(address).identifier, source, where) for address, source, where in named if address)
    return tuple(NamedCode(each, *rest) for each, *rest in found if each is not None and each.scheme is Scheme.GITHUB)


def judge_code(
    paper: Record,
    page: str | None,
    repositories: Mapping[Identifier, RepositoryFact],
    project: LinkStatus | None = None,
) -> CodeFact:
    """The repositories that sources name for a paper, with what GitHub knows of them."""
    named = find_named_code(paper, page, project)
    claims = tuple(_claim(each, paper, repositories.get(each.identifier)) for each in named)
    if not claims and page is None:  # who has claims need not be asked
        return Unknown("Hugging Face was not asked, or gave no answer")
    return claims


def _claim(named: NamedCode, paper: Record, fact: RepositoryFact | None) -> CodeClaim:
    name = fact.name if isinstance(fact, Repository) else named.identifier.value
    return CodeClaim(f"https://github.com/{name}", named.source, _state(fact, paper), named.page)


def _state(fact: RepositoryFact | None, paper: Record) -> CodeState:
    match fact:
        case Absent():
            return CodeState.GONE
        case Repository(is_private=True):
            return CodeState.GONE
        case Repository(is_empty=True):
            return CodeState.EMPTY
        case Repository(is_list=True):
            return CodeState.OTHER
        case Repository(names=names):
            return CodeState.NAMED if paper.arxiv in names else CodeState.PRESENT
    return CodeState.UNKNOWN


def is_list(readme: str) -> bool:
    """Whether the README of a repository names so many papers that it is a list of them."""
    return len(set(_ARXIV_ID.findall(_cut(readme)))) > _MOST_PAPERS


def _cut(readme: str) -> str:
    half = _LONGEST_README // 2
    return readme if len(readme) <= _LONGEST_README else f"{readme[:half]}\n{readme[-half:]}"


def names_paper(readme: str, paper: Record) -> bool:
    """Whether the README of a repository names a paper by its id, its DOI or its title."""
    text = _cut(readme)
    ids = set(_ARXIV_ID.findall(text))
    if paper.arxiv in ids or (paper.arxiv and "/" in paper.arxiv and paper.arxiv in text):
        return True
    if paper.doi and re.search(rf"{re.escape(paper.doi.lower())}(?![\w])", text.lower()):
        return True
    words = title_key(text)
    return any(names_one_paper(title) and title_key(title) in words for title in paper.all_titles)
