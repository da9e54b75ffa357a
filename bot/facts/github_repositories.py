"""Repositories of code: which ones papers name, and whether GitHub has them, under what name, and archived or not.

GraphQL: https://docs.github.com/en/graphql/reference/queries#repository; a query of 100 repositories costs one
of the 1,000 points an hour that a workflow's token has. Renames are followed by default.

Hugging Face: `/api/papers/<id>` of https://huggingface.co/docs/hub/api, one paper in each question; `githubRepo` is the
address that authors gave there. A paper that nobody linked there has no page, which is an answer too.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias
from urllib.parse import quote

from bot.facts.model import Absent, CodeFact, Repository, RepositoryFact, Unknown, text_of
from bot.facts.services import Client, Reply, ServiceResponse, Terms
from bot.links import LinkStatus
from bot.papers.identifiers import Identifier, Scheme, identify
from bot.papers.record import Evidence, Record
from bot.papers.similarity import names_one_paper, title_key
from bot.papers.urls import split_url
from bot.papers.witnesses import CodeClaim, CodeState, Witness
from bot.text import json_text, lazy_pattern

CONTROL = Identifier(Scheme.GITHUB, "octocat/hello-world")
"""A repository that exists, where the list has none: GitHub's own example. An answer without it proves nothing."""
GITHUB_BATCH = 100
GITHUB_INTERVAL = 0.25
"""Seconds between requests."""
RECHECK_SECONDS = 5.0
"""Seconds before repositories that seem to be gone are asked about again."""
_REFUSED = frozenset({401, 403, 429})
_PAUSE = 60.0
"""Seconds to wait after a refusal that does not say how long."""
_TOO_LONG = frozenset({500, 502, 504})
"""What GitHub answers to a query that takes it too long."""
_SPENT = frozenset({"RATE_LIMITED", "RATE_LIMIT"})
"""What GitHub calls it when a token has no points left, now and before."""
README_BATCH = 25
"""Repositories in one question where their READMEs come along."""
_READMES = {"md": "README.md", "small": "readme.md", "rst": "README.rst", "plain": "README"}
_CONTENT = " isEmpty isPrivate" + "".join(
    f' {alias}: object(expression: "HEAD:{name}") {{ ... on Blob {{ text }} }}' for alias, name in _READMES.items()
)
NO_PAPERS: Mapping[Identifier, Sequence[Record]] = {}
_NAME = lazy_pattern(r"[A-Za-z0-9_-]{1,100}/[A-Za-z0-9._-]{1,100}")


@dataclass(frozen=True, slots=True)
class Reading:
    """What one answer says: facts for some repositories, and why not for all."""

    facts: Mapping[Identifier, Repository]
    missing: frozenset[Identifier] = frozenset()
    """Repositories that GitHub says are not there."""
    problem: str = ""
    final: bool = False
    """Asking again is useless: the token is refused, or spent."""


@dataclass(slots=True)
class RepositoryLookup:
    """Asks GitHub's GraphQL API at `address` about repositories, and fills `facts` as they become known.

    Repositories that seem to be gone are asked about twice, the second time together with one that exists.
    """

    address: str
    token: str
    client: Client
    facts: dict[Identifier, RepositoryFact]
    on_repositories: Callable[[Sequence[Repository]], None] = lambda _found: None
    """Called with what each answer holds."""
    missing: dict[Identifier, Evidence] = field(default_factory=dict)
    """Repositories that GitHub did not find when it was asked first."""
    papers: Mapping[Identifier, Sequence[Record]] = field(default_factory=dict)
    """The papers that READMEs are searched for; where there are none, no README is asked for."""

    def run(self, repositories: Iterable[Identifier]) -> None:
        """Ask about all of them. Raises `Stopped`."""
        valid = []
        for each in dict.fromkeys(repositories):
            if _NAME.fullmatch(each.value):
                valid.append(each)
            else:
                self.facts[each] = Unknown("not a valid repository name")
        self._ask(valid)
        if self.missing and self.client.is_of_use:
            self.client.rest(RECHECK_SECONDS)
            known = (each for each, fact in self.facts.items() if isinstance(fact, Repository))
            self._ask(tuple(self.missing), control=next(known, CONTROL))

    def _ask(self, repositories: Sequence[Identifier], control: Identifier | None = None) -> None:
        """Ask about all, each time about `control` as well where there is one."""
        size = (README_BATCH if self.papers else GITHUB_BATCH) - (control is not None)
        starts = range(0, len(repositories), size)
        batches = deque(tuple(repositories[start : start + size]) for start in starts)
        headers = {"Authorization": f"bearer {self.token}", "Accept": "application/vnd.github+json"}
        unknown = Unknown("no time left to ask GitHub")
        while batches and self.client.may_ask():
            batch = batches.popleft()
            asked = batch if control is None or control in batch else (*batch, control)
            answer = self.client.post(self.address, {"query": query(asked, self.papers)}, headers)
            reading = read_repositories(answer, asked, self.papers)
            self.client.rest(_rest(answer) if reading.problem else 0.0)
            if reading.problem:
                unknown = Unknown(reading.problem, (Evidence(answer.time, answer.url, answer.status),))
                self.client.count(useful=False)
                if reading.final:
                    self.client.give_up()
                is_too_long = answer.status in _TOO_LONG or (answer.status == 200 and answer.problem)
                batches.extendleft(_halves(batch) if is_too_long else (batch,))
                continue
            self.client.count(useful=True)
            self._settle(batch, reading, answer, control)
            self.on_repositories(tuple(reading.facts.values()))
        for batch in batches:
            for each in batch:
                self.facts.setdefault(each, unknown)

    def _settle(
        self, batch: Sequence[Identifier], reading: Reading, answer: ServiceResponse, control: Identifier | None
    ) -> None:
        """Note what an answer says; without the `control` in it, it never proves that something is gone."""
        for each in batch:
            is_missing = each in reading.missing
            seen = Evidence(answer.time, answer.url, answer.status, "GitHub: NOT_FOUND" if is_missing else "")
            if each in reading.facts:
                self.facts[each] = reading.facts[each]
            elif not is_missing:
                self.facts[each] = Unknown("GitHub gave no clear answer", (seen,))
            elif control is None:
                self.missing[each] = seen
                self.facts[each] = Unknown("GitHub said only once that there is no such repository", (seen,))
            elif control not in reading.facts:
                reason = f"GitHub does not find {control.value} either, although it exists"
                self.facts[each] = Unknown(reason, (self.missing[each], seen))
            else:
                self.facts[each] = Absent((self.missing[each], seen))


def read_repositories(
    answer: ServiceResponse, asked: Sequence[Identifier], papers: Mapping[Identifier, Sequence[Record]] = NO_PAPERS
) -> Reading:
    """What GitHub's answer to `query(asked, papers)` says."""
    if answer.problem:
        return Reading({}, problem=f"GitHub: {answer.problem}")
    if answer.status != 200:
        return Reading({}, problem=f"GitHub answered {answer.status}", final=answer.status == 401)
    try:
        body = json.loads(json_text(answer.body))
        data, errors = body.get("data") or {}, body.get("errors") or []
        kinds = {str((each.get("path") or [""])[0]): str(each.get("type", "")) for each in errors}
    except (ValueError, AttributeError, TypeError, IndexError, RecursionError):
        return Reading({}, problem="GitHub's answer cannot be read")
    if not isinstance(data, dict):
        return Reading({}, problem="GitHub's answer cannot be read")
    if _SPENT & set(kinds.values()):
        return Reading({}, problem="the rate limit of this token is exhausted", final=True)
    if errors and not data:
        return Reading({}, problem="GitHub rejected the request")
    evidence = Evidence(answer.time, answer.url, answer.status, f"asked with {len(asked) - 1} others")
    facts = {}
    for index, each in enumerate(asked):
        if (repository := _read_repository(each, data.get(f"r{index}"), evidence, papers)) is not None:
            facts[each] = repository
    missing = {each for index, each in enumerate(asked) if kinds.get(f"r{index}") == "NOT_FOUND"}
    return Reading(facts, frozenset(missing - facts.keys()))


def query(repositories: Iterable[Identifier], papers: Mapping[Identifier, Sequence[Record]] = NO_PAPERS) -> str:
    """The question about up to 100 repositories, each under an alias of its own, with READMEs for papers."""
    lines = []
    for index, each in enumerate(repositories):
        owner, _, name = each.value.partition("/")
        names = f"owner: {json.dumps(owner)}, name: {json.dumps(name)}"
        more = _CONTENT if each in papers else ""
        lines.append(f"  r{index}: repository({names}) {{ nameWithOwner isArchived{more} }}")
    return "query {\n" + "\n".join(lines) + "\n}"


def _rest(answer: ServiceResponse) -> float:
    if answer.retry_after is not None:
        return answer.retry_after
    return _PAUSE if answer.status in _REFUSED else 2.0


def _halves(batch: tuple[Identifier, ...]) -> tuple[tuple[Identifier, ...], ...]:
    """GitHub gives up on queries that take it too long; the second half first, as `extendleft` reverses."""
    middle = len(batch) // 2
    return (batch[middle:], batch[:middle]) if middle else (batch,)


def _read_repository(
    identifier: Identifier, data: object, evidence: Evidence, papers: Mapping[Identifier, Sequence[Record]]
) -> Repository | None:
    match data:
        case {"nameWithOwner": str(name), "isArchived": bool(archived), **rest} if "/" in name:
            moved = name if name.lower() != identifier.value.lower() else None
            found = Repository(identifier, name, archived, moved, evidence=(evidence,))
            return _with_content(found, rest, papers[identifier]) if identifier in papers else found
    return None


def _with_content(repository: Repository, data: Mapping[object, object], papers: Sequence[Record]) -> Repository:
    """The repository, with the papers that its README names."""
    blobs = (data.get(alias) for alias in _READMES)
    texts = [text for blob in blobs if isinstance(blob, dict) and isinstance(text := blob.get("text"), str)]
    named = dict.fromkeys(paper.arxiv for paper in papers if any(names_paper(text, paper) for text in texts))
    return replace(
        repository,
        is_empty=data.get("isEmpty") is True,
        is_private=data.get("isPrivate") is True,
        names=tuple(named) if len(named) <= _MOST_NAMED else (),
        is_list=any(map(is_list, texts)),
    )


Pages: TypeAlias = "dict[Identifier, str]"
"""The address of the code, as the page of a paper at Hugging Face gives it; empty if it gives none."""

HUGGING_FACE_INTERVAL = 0.65
"""Seconds between requests: 500 in five minutes are allowed to strangers."""
_LONGEST_ADDRESS = 300
_LONGEST_README = 60_000
"""Characters: the title comes first, and how to cite the paper last."""
_MOST_PAPERS = 30
"""Papers on arXiv that a README may name and still be that of one of them; with more it is a list."""
_MOST_NAMED = 10
"""Papers that a README may name and still say whose code it is: its own, and those that it builds on."""
_ARXIV_ID = lazy_pattern(r"(?<![\d.])\d{4}\.\d{4,5}(?![\d.]\d)")


HUGGING_FACE = "Hugging Face"
ONE_BY_ONE = Terms(largest=1)
"""It has no question about several papers."""


@dataclass(frozen=True, slots=True)
class HuggingFace:
    """The pages about papers below `address`."""

    address: str
    client: Client

    def ask(self, names: Sequence[str]) -> Reply[str]:
        """The address of the code of a paper on arXiv; empty if none is given."""
        (name,) = names
        answer = self.client.get(f"{self.address}/{quote(name, safe='')}", accept="application/json")
        if answer.status == 404 and not answer.problem:
            answer = replace(answer, status=200, body=b"{}")
        is_page = isinstance(answer.json, dict)
        return Reply({name: text_of(answer.fields.get("githubRepo"))[:_LONGEST_ADDRESS]} if is_page else {}, answer)


class NamedCode(NamedTuple):
    """A repository on GitHub that a source names."""

    identifier: Identifier
    source: str
    page: str
    witness: Witness


def find_named_code(paper: Record, page: str | None, project: LinkStatus | None = None) -> tuple[NamedCode, ...]:
    """The repositories that the authors, Hugging Face and the project page name; `page` is what the second says."""
    from bot.facts.model import read_statements

    value = paper.arxiv
    named = (
        (read_statements(paper).code, "arXiv", f"https://arxiv.org/abs/{value}", Witness.AUTHORS),
        (page or "", "Hugging Face", f"https://huggingface.co/papers/{value}", Witness.HUB),
        *(
            (text, "project page", each.url, Witness.HUB if _is_on_hub(each.url) else Witness.PAGE)
            for each in filter(None, [project])
            for name, text in each.tags
            if name == "code"
        ),
    )
    found = (
        NamedCode(code, source, where, witness)
        for address, source, where, witness in named
        if address and (code := identify(address).identifier) is not None
    )
    return tuple(each for each in found if each.identifier.scheme is Scheme.GITHUB)


def _is_on_hub(url: str) -> bool:
    """Whether a page is at Hugging Face, where whoever has an account makes it, as they name the code of a paper."""
    parts = split_url(url)
    return parts is not None and f".{parts.host}".endswith((".huggingface.co", ".hf.co", ".hf.space"))


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
    return CodeClaim(f"https://github.com/{name}", named.source, _state(fact, paper), named.page, named.witness)


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


def _stands_in(name: str, text: str) -> bool:
    """Whether an id or a DOI is in a text, and not as a part of another one: `cs/0101001` of `physics/0101001`."""
    return re.search(rf"(?<![\w-]){re.escape(name)}(?:v\d+)?(?:\.pdf)?(?!\w|[./-]\w)", text) is not None


def is_list(readme: str) -> bool:
    """Whether the README of a repository names so many papers that it is a list of them."""
    return len(set(_ARXIV_ID.findall(_cut(readme)))) > _MOST_PAPERS


def _cut(readme: str) -> str:
    half = _LONGEST_README // 2
    return readme if len(readme) <= _LONGEST_README else f"{readme[:half]}\n{readme[-half:]}"


def names_paper(readme: str, paper: Record) -> bool:
    """Whether the README of a repository names a paper by its id, its DOI or its title, and few others."""
    text = _cut(readme)
    ids = set(_ARXIV_ID.findall(text))
    if len(ids) > _MOST_NAMED:
        return False
    if paper.arxiv in ids or ("/" in paper.arxiv and _stands_in(paper.arxiv, text)):
        return True
    if paper.doi and _stands_in(paper.doi.lower(), text.lower()):
        return True
    words = title_key(text)
    return any(names_one_paper(title) and title_key(title) in words for title in paper.all_titles)
