"""One record for each work, whatever the source."""

from __future__ import annotations

import pytest

from bot.facts.crossref import read_crossref_work
from bot.facts.datacite import read_datacite_work
from bot.facts.model import (
    Facts,
    Unrecorded,
    find_published_venue,
    find_record,
    read_statements,
    record_of_page,
    records_of_pages,
)
from bot.links import LinkState, LinkStatus
from bot.papers.dates import PartialDate
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record, VenueKind

ADAM = Identifier(Scheme.ARXIV, "1412.6980")
PAGE = "https://proceedings.mlr.press/v37/ioffe15.html"


def test_arxiv() -> None:
    paper = Record(
        "Adam: A Method for Stochastic Optimization",
        ("Adam",),
        identifier=ADAM,
        version=9,
        date=PartialDate(2014, 12, 22),
        updated=PartialDate(2017, 1, 30),
        comment="Published as a conference paper at ICLR 2015",
        authors=("Diederik P. Kingma", "Jimmy Ba"),
    )
    assert read_statements(paper) == Record(
        title="Adam: A Method for Stochastic Optimization",
        titles=("Adam",),
        authors=("Diederik P. Kingma", "Jimmy Ba"),
        venue="Published as a conference paper at ICLR 2015",
        year=2014,
        years=(2014, 2015, 2017),
        source="arXiv",
        preprint=True,
        identifier=ADAM,
        address="https://arxiv.org/abs/1412.6980",
        date=PartialDate(2014, 12, 22),
        updated=PartialDate(2017, 1, 30),
        version=9,
        comment="Published as a conference paper at ICLR 2015",
        withdrawn=False,
    )


@pytest.mark.parametrize(
    ("comment", "confirmed", "code", "withdrawn"),
    [
        pytest.param("Code: https://github.com/a/b.git, 9 pages", False, "https://github.com/a/b", False, id="code"),
        pytest.param("This paper has been withdrawn", None, "", True, id="claimed"),
        pytest.param("Withdrawn from a journal", False, "", False, id="denied"),
        pytest.param("", True, "", True, id="confirmed"),
    ],
)
def test_what_authors_say_in_their_comment(comment: str, confirmed: bool | None, code: str, withdrawn: bool) -> None:
    record = read_statements(Record("Adam", None, identifier=ADAM, comment=comment, withdrawn=confirmed))
    assert (record.code, record.withdrawn) == (code, withdrawn)


def test_a_workshop_is_kept_with_its_conference() -> None:
    paper = Record(
        "Adam", None, identifier=ADAM, comment="Workshop on Optimization at NeurIPS 2015, 9 pages. Code: later"
    )
    assert read_statements(paper).venue == "Workshop on Optimization at NeurIPS 2015, 9 pages"


CROSSREF = {
    "DOI": "10.1145/2988450.2988454",
    "type": "proceedings-article",
    "title": ["Wide &amp; Deep <i>Learning</i>"],
    "subtitle": ["For Recommender Systems"],
    "author": [
        {"given": "Heng-Tze", "family": "Cheng", "sequence": "first"},
        {"name": "Google Research", "sequence": "additional"},
    ],
    "container-title": ["Proceedings of the 1st Workshop on Deep Learning for Recommender Systems"],
    "issued": {"date-parts": [[2016, 9, 15]]},
    "published-online": {"date-parts": [[2015, 12]]},
    "published-print": {"date-parts": [[None]]},
}


def test_crossref() -> None:
    assert read_crossref_work(CROSSREF) == Record(
        title="Wide & Deep Learning",
        titles=("Wide & Deep Learning: For Recommender Systems",),
        authors=("Heng-Tze Cheng", "Google Research"),
        venue="Proceedings of the 1st Workshop on Deep Learning for Recommender Systems",
        year=2016,
        years=(2015, 2016),
        source="Crossref",
        identifier=Identifier(Scheme.DOI, "10.1145/2988450.2988454"),
        doi="10.1145/2988450.2988454",
        address="https://doi.org/10.1145/2988450.2988454",
        date=PartialDate(2015, 12),
        venue_kind=VenueKind.PROCEEDINGS,
    )


@pytest.mark.parametrize(
    ("issued", "online", "date"),
    [
        pytest.param([2016, 9, 15], [2016, 12], PartialDate(2016, 9, 15), id="the earlier one"),
        pytest.param([2016, 9, 15, 12], [2017], PartialDate(2016, 9, 15), id="an hour, too"),
        pytest.param([2016], [2016, 12, 1], PartialDate(2016, 12, 1), id="the one that says more"),
        pytest.param([2016, 13, 1], [2017], PartialDate(2016), id="a wrong month"),
        pytest.param([2015, 2, 30], [None], PartialDate(2015, 2), id="a wrong day"),
        pytest.param([0], ["2015"], None, id="none"),
    ],
)
def test_the_date_of_a_work(issued: list[object], online: list[object], date: PartialDate | None) -> None:
    dates = {"issued": {"date-parts": [issued]}, "published-online": {"date-parts": [online]}}
    record = read_crossref_work({**CROSSREF, **dates})
    assert record is not None
    assert record.date == date


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"title": []},
        {"title": [""]},
        {"title": "text"},
        {"title": [7]},
        {"title": None},
        {"title": ["Computer Vision"], "type": "proceedings"},
    ],
    ids=["nothing", "no title", "an empty one", "text", "a number", "null", "a volume"],
)
def test_crossref_without_a_title(message: dict[str, object]) -> None:
    assert read_crossref_work(message) is None


HELD = "proceedings proceedings-series journal journal-volume journal-issue book-series book-set component grant"


@pytest.mark.parametrize("held", [*HELD.split(), "peer-review"])
def test_what_holds_works_is_no_paper(held: str) -> None:
    assert read_crossref_work({"title": ["T"], "type": held}) is None


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("journal-article", VenueKind.JOURNAL),
        ("book-chapter", VenueKind.BOOK),
        ("book-section", VenueKind.BOOK),
        ("report", VenueKind.UNKNOWN),
    ],
)
def test_kinds_of_venues(written: str, kind: VenueKind) -> None:
    assert read_crossref_work({"title": ["T"], "type": written}) == Record("T", source="Crossref", venue_kind=kind)


def test_crossref_of_another_shape() -> None:
    message = {"title": ["T"], "author": [{"given": 1}, "x"], "issued": [], "container-title": {}, "event": "ICML"}
    assert read_crossref_work(message) == Record("T", source="Crossref")


def test_preprint_of_a_server() -> None:
    message = {"title": ["T"], "type": "posted-content", "institution": [{"name": "bioRxiv"}]}
    assert read_crossref_work(message) == Record("T", venue="bioRxiv", source="Crossref", preprint=True)


def test_datacite() -> None:
    attributes = {
        "doi": "10.5281/ZENODO.1",
        "titles": [{"title": "A Data Set"}, {"title": "Ein Datensatz", "titleType": "TranslatedTitle"}],
        "creators": [{"name": "Müller, Ada"}, {"givenName": "B.", "familyName": "Cole"}, {"name": "A Lab"}],
        "publicationYear": 2021,
        "container": {"title": "Scientific Data"},
    }
    assert read_datacite_work(attributes) == Record(
        title="A Data Set",
        titles=("Ein Datensatz",),
        authors=("Ada Müller", "B. Cole", "A Lab"),
        venue="Scientific Data",
        year=2021,
        years=(2021,),
        source="DataCite",
        preprint=True,
        identifier=Identifier(Scheme.DOI, "10.5281/zenodo.1"),
        address="https://doi.org/10.5281/zenodo.1",
        date=PartialDate(2021),
    )
    assert read_datacite_work({"titles": "x"}) is None
    assert read_datacite_work({**attributes, "types": {"resourceTypeGeneral": "Dataset"}}) is None


def test_a_journal_reference_needs_no_year() -> None:
    named = find_published_venue(Record("T", journal_reference="NeurIPS"))
    assert named is not None
    assert (named.name, named.year) == ("NeurIPS", None)
    assert find_published_venue(Record("T", comment="NeurIPS")) is None


def page(*tags: tuple[str, ...]) -> Record | None:
    return record_of_page(LinkStatus(PAGE, LinkState.OK, tags=tags))


def test_page() -> None:
    record = page(
        ("citation_title", "Batch Normalization"),
        ("citation_author", "Ioffe, Sergey"),
        ("citation_author", "Christian Szegedy"),
        ("citation_conference_title", "International Conference on Machine Learning"),
        ("citation_online_date", "2014/12/01"),
        ("citation_publication_date", "2015/06/01"),
    )
    assert record == Record(
        title="Batch Normalization",
        authors=("Sergey Ioffe", "Christian Szegedy"),
        venue="International Conference on Machine Learning",
        year=2015,
        years=(2014, 2015),
        source="its page on proceedings.mlr.press",
        identifier=Identifier(Scheme.PMLR, "v37/ioffe15"),
        address=PAGE,
        date=PartialDate(2014, 12, 1),
        venue_kind=VenueKind.PROCEEDINGS,
    )
    assert page(("citation_author", "A B")) is None


@pytest.mark.parametrize(
    ("tag", "kind"),
    [
        ("citation_conference", VenueKind.PROCEEDINGS),
        ("citation_journal_title", VenueKind.JOURNAL),
        ("citation_inbook_title", VenueKind.BOOK),
    ],
)
def test_venues_of_pages(tag: str, kind: VenueKind) -> None:
    record = page(("citation_title", "T"), (tag, "Somewhere"))
    assert record is not None
    assert (record.venue, record.venue_kind) == ("Somewhere", kind)


def test_years_of_pages() -> None:
    tags = [(f"citation_{name}", f"20{10 + place}") for place, name in enumerate(("online_date", "year", "date"))]
    for count in range(1, 4):
        record = page(("citation_title", "T"), *tags[:count], ("citation_x", "2000"), ("a", "b", "c"))
        assert record is not None
        assert (record.year, record.years) == (2009 + count, tuple(range(2010, 2010 + count)))


def test_authors_in_one_tag() -> None:
    record = page(("citation_title", "T"), ("citation_authors", "Ioffe, Sergey; Szegedy, Christian"))
    assert record is not None
    assert record.authors == ("Sergey Ioffe", "Christian Szegedy")


def test_hidden_authors_are_not_known() -> None:
    record = page(("citation_title", "T"), ("citation_author", "Anonymous Author"))
    assert record is not None
    assert record.authors == ()


def test_what_pages_say() -> None:
    def status(url: str, title: str) -> LinkStatus:
        return LinkStatus(url, LinkState.OK, tags=(("citation_title", title),) if title else ())

    first = status(PAGE, "Batch Normalization")
    others = [status(PAGE.replace("https", "http"), "Other"), status("https://a.org/", "")]
    assert {name: each.title for name, each in records_of_pages([first, *others]).items()} == {
        "pmlr:v37/ioffe15": "Batch Normalization"
    }


def test_the_record_behind_a_link() -> None:
    doi, url = "10.1145/3292500.3330648", "https://dl.acm.org/doi/10.1145/3292500.3330648"
    registered = Record("By Crossref", source="Crossref")
    assert find_record(Facts(works={doi: registered}), url) == registered
    assert find_record(Facts(works={doi: Unrecorded("nobody has one")}), url) is None
    assert find_record(Facts(), url) is None
    assert (
        find_record(Facts({ADAM: Record("Adam", None, identifier=ADAM)}), "https://arxiv.org/pdf/1412.6980") is not None
    )
