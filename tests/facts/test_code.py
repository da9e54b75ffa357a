"""Where the code of papers is: who names it, what is there, and how it is asked."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.facts.arxiv_records import read_feed
from bot.facts.github_repositories import (
    ONE_BY_ONE,
    HuggingFace,
    RepositoryLookup,
    find_named_code,
    is_list,
    judge_code,
    names_paper,
)
from bot.facts.model import Absent, Repository, Unknown
from bot.facts.services import ask_in_batches
from bot.links import LinkState, LinkStatus
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record
from bot.papers.witnesses import CodeState, Witness
from tests.facts.helpers import GRAPHQL, arxiv, client, ids
from tests.services.registries import FakePages
from tests.services.transport import Ask, Say, session_with

PAGES = "http://pages.example/api/papers"
FIREACT = Record("FireAct: Toward Language Agent Fine-tuning", identifier=arxiv("2310.05915"), doi="10.1000/A")
NAME = Identifier(Scheme.GITHUB, "anchen1011/fireact")


def test_papers_are_asked_about_one_by_one() -> None:
    pages = FakePages({ids(1)[0]: "https://github.com/a/b", ids(2)[1]: None})
    found: dict[str, str] = {}
    ask_in_batches(HuggingFace(PAGES, client(session_with({PAGES: pages}))), ids(3), found.update, ONE_BY_ONE)
    assert found == {ids(1)[0]: "https://github.com/a/b", ids(2)[1]: "", ids(3)[2]: ""}
    assert pages.requests == ids(3)


def test_a_service_that_gives_no_answers_is_left_alone() -> None:
    pages = FakePages(faults=[Say(500)] * 9)
    found: dict[str, str] = {}
    service = HuggingFace(PAGES, client(session_with({PAGES: pages})))
    problem = ask_in_batches(service, ids(9), found.update, ONE_BY_ONE, "Hugging Face").problem
    assert (found, len(pages.requests), problem) == ({}, 3, "Hugging Face answered 500")


@pytest.mark.parametrize("body", [b"", b"[]", b"null", b'{"githubRepo": 3}', b"[" * 100_000])
def test_other_shapes_name_no_code(body: bytes) -> None:
    pages = FakePages(faults=[Say(200, body)])
    found = HuggingFace(PAGES, client(session_with({PAGES: pages}))).ask(["2310.05915"]).found
    assert found in ({}, {"2310.05915": ""})


FEED = """<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/2310.05915v1</id><title>A</title>
<summary>{}</summary></entry></feed>"""


@pytest.mark.parametrize(
    ("abstract", "code"),
    [
        ("Code: https://github.com/a/b.", "https://github.com/a/b"),
        ("Code: https://github.com/a/b.git, see https://github.com/a/b", "https://github.com/a/b"),
        ("https://github.com/a/b builds on https://github.com/c/d", ""),
        ("No code.", ""),
    ],
)
def test_the_only_repository_of_an_abstract_is_its_code(abstract: str, code: str) -> None:
    assert read_feed(FEED.format(abstract).encode()).records[0].code == code


def test_who_names_a_repository() -> None:
    paper = replace(FIREACT, code="https://github.com/anchen1011/FireAct")
    named = find_named_code(paper, "https://github.com/Other/Name/")
    assert [(each.identifier.value, each.source) for each in named] == [
        ("anchen1011/fireact", "arXiv"),
        ("other/name", "Hugging Face"),
    ]
    assert find_named_code(FIREACT, "https://example.org/a/b") == ()


@pytest.mark.parametrize(
    ("page", "witness"),
    [
        ("https://example.org/project", Witness.PAGE),
        ("https://ann.github.io/project", Witness.PAGE),
        ("https://huggingface.co/spaces/ann/project", Witness.HUB),
        ("https://ann-project.static.hf.space/", Witness.HUB),
        ("https://hf.co/ann", Witness.HUB),
        ("https://nothuggingface.co/ann", Witness.PAGE),
    ],
)
def test_a_page_at_hugging_face_is_no_second_source(page: str, witness: Witness) -> None:
    project = LinkStatus(page, LinkState.OK, tags=(("code", "https://github.com/ann/code"),))
    named = find_named_code(FIREACT, "https://github.com/ann/code", project)
    assert [each.witness for each in named] == [Witness.HUB, witness]


STATES = {
    "not asked": (None, CodeState.UNKNOWN),
    "no answer": (Unknown("GitHub answered 502"), CodeState.UNKNOWN),
    "gone": (Absent(), CodeState.GONE),
    "private": (Repository(NAME, "anchen1011/FireAct", is_private=True), CodeState.GONE),
    "emptied": (Repository(NAME, "anchen1011/FireAct", is_empty=True, names=("2310.05915",)), CodeState.EMPTY),
    "of another paper": (Repository(NAME, "anchen1011/FireAct", names=("2310.00001",)), CodeState.PRESENT),
    "of this one": (Repository(NAME, "anchen1011/FireAct", names=("2310.05915",)), CodeState.NAMED),
    "a list": (Repository(NAME, "a/awesome", names=("2310.05915",), is_list=True), CodeState.OTHER),
    "archived": (Repository(NAME, "anchen1011/FireAct", archived=True, names=("2310.05915",)), CodeState.NAMED),
}


@pytest.mark.parametrize(("fact", "state"), STATES.values(), ids=STATES)
def test_what_is_there(fact: Repository | Absent | Unknown | None, state: CodeState) -> None:
    claims = judge_code(FIREACT, "https://github.com/anchen1011/fireact", {NAME: fact} if fact else {})
    assert isinstance(claims, tuple)
    assert [each.state for each in claims] == [state]


def test_a_repository_that_was_transferred_has_its_present_address() -> None:
    moved = Repository(NAME, "lab/FireAct", moved_to="lab/FireAct", names=("2310.05915",))
    claims = judge_code(FIREACT, "https://github.com/anchen1011/fireact", {NAME: moved})
    assert isinstance(claims, tuple)
    assert claims[0].address == "https://github.com/lab/FireAct"


def test_who_was_not_asked_leaves_it_unknown() -> None:
    assert isinstance(judge_code(FIREACT, None, {}), Unknown)
    assert judge_code(FIREACT, "", {}) == ()


READMES = {
    "its id": ("Code of https://arxiv.org/abs/2310.05915v2.", True),
    "its DOI": ("doi:10.1000/a", True),
    "the beginning of another DOI": ("doi:10.1000/ab", False),
    "the beginning of the DOI of a part": ("doi:10.1000/a.17", False),
    "its DOI at the end of a sentence": ("See 10.1000/a.\n", True),
    "its title": ("# FireAct — Toward Language Agent Fine-Tuning\n", True),
    "its title in a heading with marks": ("**FireAct:** Toward *Language* Agent Fine-tuning", True),
    "another id": ("https://arxiv.org/abs/2310.05916", False),
    "part of a number": ("12310.059155", False),
    "nothing": ("", False),
    "its id among eleven": (" ".join(f"2310.{number:05}" for number in range(5_909, 5_920)), False),
    "its id among ten": (" ".join(f"2310.{number:05}" for number in range(5_909, 5_919)), True),
    "a long text": ("x" * 2_000_000 + " 2310.05915", True),
}


@pytest.mark.parametrize(("readme", "is_named"), READMES.values(), ids=READMES)
def test_what_readmes_name(readme: str, is_named: bool) -> None:
    assert names_paper(readme, FIREACT) is is_named


@pytest.mark.parametrize(
    ("readme", "is_named"),
    [
        ("arxiv.org/pdf/cs/0101001v1.pdf", True),
        ("arxiv.org/abs/cs/0101001", True),
        ("physics/0101001", False),
        ("cs/01010012", False),
    ],
)
def test_an_old_id_is_no_part_of_another(readme: str, is_named: bool) -> None:
    assert names_paper(readme, Record("Agents", identifier=arxiv("cs/0101001"))) is is_named


def test_a_readme_that_names_many_papers_is_a_list() -> None:
    assert is_list(" ".join(f"2310.{number:05}" for number in range(5_900, 5_950)))
    assert not is_list("2310.05915, 2310.05916 and 2310.05917, and 2310.05915 again " * 30)


def test_short_titles_name_nothing() -> None:
    assert not names_paper("Attention is nice", Record("Attention", identifier=arxiv("2310.05915")))


class ReadmeHub:
    """GitHub with READMEs by the names of repositories."""

    def __init__(self, readmes: dict[str, str], faults: list[Say] | None = None) -> None:
        self.readmes, self.faults = readmes, faults or []
        self.questions: list[str] = []

    def answer(self, ask: Ask) -> Say:
        question = str(json.loads(ask.body)["query"])
        self.questions.append(question)
        if self.faults:
            return self.faults.pop(0)
        data = {}
        for line in question.splitlines()[1:-1]:
            alias, name = line.split(":")[0].strip(), "/".join(line.split('"')[1:4:2])
            readme = self.readmes.get(name)
            blob = {"text": readme} if readme is not None else None
            data[alias] = {
                "nameWithOwner": name,
                "isArchived": False,
                "isEmpty": not readme,
                "isPrivate": False,
                "md": blob,
            }
        return Say(200, json.dumps({"data": data}).encode())


def look_up(hub: ReadmeHub, count: int = 1) -> dict[Identifier, Repository | Absent | Unknown]:
    names = [Identifier(Scheme.GITHUB, f"a/b{number}") for number in range(count)]
    facts: dict[Identifier, Repository | Absent | Unknown] = {}
    papers = dict.fromkeys(names, (FIREACT,))
    RepositoryLookup(GRAPHQL, "token", client(session_with({GRAPHQL: hub})), facts, papers=papers).run(names)
    return facts


def test_readmes_are_asked_for_in_batches() -> None:
    hub = ReadmeHub({"a/b0": "2310.05915", "a/b1": "", "a/b2": "else"})
    facts = look_up(hub, 60)
    assert [question.count("repository(") for question in hub.questions] == [25, 25, 10]
    found = [facts[Identifier(Scheme.GITHUB, f"a/b{number}")] for number in range(3)]
    assert [(each.names, each.is_empty) for each in found if isinstance(each, Repository)] == [
        (("2310.05915",), False),
        ((), True),
        ((), False),
    ]


def test_an_answer_that_is_too_long_is_divided() -> None:
    hub = ReadmeHub({"a/b0": "2310.05915"}, faults=[Say(502)])
    assert all(isinstance(each, Repository) for each in look_up(hub, 4).values())
    assert [question.count("repository(") for question in hub.questions] == [4, 2, 2]
