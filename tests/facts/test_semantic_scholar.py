"""Where an index says that papers were published: its answers, whole, hostile and refused, and how it is asked."""

from __future__ import annotations

import json

import pytest

from bot.facts.semantic_scholar import Indexed, SemanticScholar, ask_index, read_answer, read_paper
from bot.facts.services import ServiceResponse
from bot.papers.identifiers import Identifier
from bot.papers.record import VenueKind
from bot.papers.witnesses import Track
from tests.facts.helpers import arxiv, client, ids
from tests.services.registries import FakeScholar
from tests.services.transport import Say, session_with

SCHOLAR = "http://scholar.example/graph/v1/paper/batch"

KEYS = {
    "a conference": ("conf/icml/HoM24", {}, ("ICML", 2024, Track.MAIN)),
    "under an old name": ("conf/nips/VaswaniSPUJGKP17", {}, ("NeurIPS", 2017, Track.MAIN)),
    "of the last century": ("conf/nips/CaruanaLG00", {}, ("NeurIPS", 2000, Track.MAIN)),
    "before it": ("conf/nips/LeCunBDHHHJ89", {}, ("NeurIPS", 1989, Track.MAIN)),
    "a year in full": ("conf/icml/2024", {}, ("ICML", 2024, Track.MAIN)),
    "a letter behind the year": ("conf/cvpr/WangL24a", {}, ("CVPR", 2024, Track.MAIN)),
    "a journal": ("journals/tmlr/HoM24", {}, ("TMLR", 2024, Track.MAIN)),
    "a preprint": ("journals/corr/abs-2310-05915", {}, None),
    "no year": ("conf/icml/HoMetal", {}, None),
    "not a key": ("conf/icml/<b>24", {}, None),
    "a conference with Findings": ("conf/emnlp/HoM23", {}, ("EMNLP", 2023, None)),
    **{
        f"{name}, which has the same keys": (f"conf/{name.lower()}/HoM23", {}, (name, 2023, None))
        for name in "ACL NAACL EACL AACL IJCNLP COLING".split()
    },
    "whose id tells": ("conf/emnlp/HoM23", {"ACL": "2023.emnlp-main.12"}, ("EMNLP", 2023, Track.MAIN)),
    "that it is Findings": ("conf/emnlp/HoM23", {"ACL": "2023.findings-emnlp.1"}, ("EMNLP", 2023, Track.FINDINGS)),
    "or a demo": ("conf/emnlp/HoM23", {"DOI": "10.18653/v1/2023.emnlp-demo.1"}, ("EMNLP", 2023, Track.DEMO)),
    "a workshop by its DOI": ("conf/cvpr/HoM23", {"DOI": "10.1109/CVPRW59228.2023.01"}, ("CVPR", 2023, Track.WORKSHOP)),
}


@pytest.mark.parametrize(("key", "others", "venue"), KEYS.values(), ids=KEYS)
def test_keys_of_dblp(key: str, others: dict[str, str], venue: tuple[str, int, Track | None] | None) -> None:
    claim = read_paper({"title": "A", "externalIds": {"DBLP": key, **others}}, "2310.05915").venue
    assert (claim and (claim.venue, claim.year, claim.track)) == venue


NAMES = {
    "its usual name": ("International Conference on Learning Representations", {}, "ICLR"),
    "another name": ("Neural Information Processing Systems", {"alternate_names": ["NeurIPS", "NIPS"]}, "NeurIPS"),
    "not known": ("Symposium on Optics", {}, "Symposium on Optics"),
    "arXiv": ("arXiv.org", {}, None),
    "a preprint server": ("Social Science Research Network", {}, None),
    "none": ("", {}, None),
}


@pytest.mark.parametrize(("venue", "more", "name"), NAMES.values(), ids=NAMES)
def test_names_of_venues(venue: str, more: dict[str, object], name: str | None) -> None:
    paper = {"venue": venue, "publicationVenue": {"name": venue, **more}, "year": 2023, "externalIds": {}}
    claim = read_paper(paper, "2310.05915").venue
    assert (claim and claim.venue) == name
    assert claim is None or claim.year is None, "its year is that of the preprint as often as not"


def test_a_journal_article_is_recognised() -> None:
    claim = read_paper({"venue": "Optica", "publicationTypes": ["JournalArticle"]}, "2310.05915").venue
    assert claim is not None
    assert (claim.kind, claim.track) == (VenueKind.JOURNAL, Track.MAIN)
    paper = {"venue": "EMNLP", "publicationTypes": ["JournalArticle"]}
    kinds = {(): (VenueKind.JOURNAL, Track.MAIN), ("Conference",): (VenueKind.UNKNOWN, None)}
    for more, kind in kinds.items():
        claim = read_paper({**paper, "publicationTypes": ["JournalArticle", *more]}, "2310.05915").venue
        assert claim is not None
        assert (claim.kind, claim.track) == kind


def test_another_paper_says_nothing() -> None:
    paper = {"externalIds": {"ArXiv": "2310.00001", "DBLP": "conf/icml/HoM24"}}
    assert read_paper(paper, "2310.05915") == Indexed()


@pytest.mark.parametrize(
    "paper",
    [
        {"venue": "V" * 10_000},
        {"venue": "<script>|\n| <!-- x"},
        {"venue": ["ICML"], "externalIds": "x", "publicationVenue": [], "publicationTypes": 3},
        {"venue": None, "externalIds": {"DBLP": 5, "DOI": {}, "ACL": None}, "paperId": "../x"},
        {"publicationVenue": {"name": 3, "alternate_names": [None, {}] * 500}},
    ],
)
def test_hostile_papers_stay_data(paper: dict[str, object]) -> None:
    claim = read_paper(paper, "2310.05915").venue
    assert claim is None or (len(claim.venue) <= 1_000 and "\n" not in claim.venue)


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b"[null]", b"[" * 100_000, b'[1, "x"]', b'[{"title": 1}]'])
def test_other_shapes_hold_nothing(body: bytes) -> None:
    found = read_answer(ServiceResponse("http://x", 1.0, 200, body), ["2310.00001", "2310.00002"])
    assert found == {}


def look_up(count: int, scholar: FakeScholar, key: str | None = None) -> tuple[str, dict[str, str]]:
    """Why no answer came, and the venues by paper; empty for a paper without."""
    asking = client(session_with({SCHOLAR: scholar}), 3.0)
    papers = [arxiv(value) for value in ids(count)]
    found: dict[Identifier, Indexed] = {}
    problem = ask_index(papers, SemanticScholar(SCHOLAR, asking, key), found.update)
    return problem, {paper.value: each.venue.venue if each.venue else "" for paper, each in found.items()}


def test_a_thousand_papers_are_two_questions() -> None:
    known = {value: {"externalIds": {"DBLP": "conf/icml/HoM24"}} for value in ids(1_000)[:700]}
    scholar = FakeScholar(known)
    _, venues = look_up(1_000, scholar)
    assert [len(each) for each in scholar.requests] == [500, 500]
    assert len(venues) == 1_000
    assert sum(map(bool, venues.values())) == 700


def test_that_no_paper_is_known_is_an_answer() -> None:
    scholar = FakeScholar()
    problem, venues = look_up(3, scholar)
    assert venues == dict.fromkeys(ids(3), "")
    assert (problem, len(scholar.requests)) == ("", 1)


def test_a_key_is_sent_where_there_is_one() -> None:
    scholar = FakeScholar()
    look_up(1, scholar, "secret")
    look_up(1, scholar)
    assert [headers.get("x-api-key") for headers in scholar.headers] == ["secret", None]


def test_who_is_turned_away_asks_again() -> None:
    scholar = FakeScholar({ids(1)[0]: {"externalIds": {"DBLP": "conf/icml/HoM24"}}}, faults=[Say(429), Say(503)])
    _, venues = look_up(1, scholar)
    assert venues == {ids(1)[0]: "ICML"}
    assert len(scholar.requests) == 3


def test_who_is_turned_away_three_times_gives_up() -> None:
    scholar = FakeScholar(faults=[Say(429)] * 5)
    problem, venues = look_up(900, scholar)
    assert (venues, problem, len(scholar.requests)) == ({}, "Semantic Scholar answered 429", 3)


def test_a_question_that_is_not_accepted_is_divided() -> None:
    known = {value: {"venue": "ICML"} for value in ids(4)}
    scholar = FakeScholar(known, faults=[Say(400, b'{"error": "Unrecognized id"}')])
    _, venues = look_up(4, scholar)
    assert venues == dict.fromkeys(ids(4), "ICML")
    assert [len(each) for each in scholar.requests] == [4, 2, 2]


def test_the_question_has_the_papers_in_its_body() -> None:
    bodies: list[bytes] = []
    session = session_with({SCHOLAR: FakeScholar()})
    service = SemanticScholar(SCHOLAR, client(session))
    reply = service.ask(["2310.05915", "cs/0112017"])
    bodies.append(reply.response.body)
    assert json.loads(bodies[0]) == [None, None]
    assert "fields=" in reply.response.url
