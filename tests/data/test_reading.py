"""What one record says: its links and which of them leads to the paper, its date, venue and authors, and its kind."""

from __future__ import annotations

import pytest

from bot.data import read_records
from bot.listing import Entry, Kind
from bot.text import Text

REACT = "https://arxiv.org/abs/2210.03629"
DOI = "https://doi.org/10.1145/3359591.3359735"
CODE = "https://github.com/a/b"
PAGE, OTHER = "https://a.org/x", "https://a.org/y"


def entry(form: str, content: str) -> Entry:
    """The first record of a file."""
    return read_records(Text("papers", content), form).entries[0]


def bibtex(fields: str, kind: str = "misc") -> Entry:
    return entry("BibTeX", f"@{kind}{{a, title={{X}}, author={{Ann Lee}}, {fields}}}")


def yaml(fields: str) -> Entry:
    return entry("YAML", f"- title: X\n  {fields}\n- title: Y\n  authors: Bo Wu\n")


@pytest.mark.parametrize(
    ("fields", "date"),
    [
        pytest.param("year=2020", "2020", id="year"),
        pytest.param("year=2020, month=jan", "2020-01", id="month"),
        pytest.param("year=2020, month=jan, day=3", "2020-01-03", id="day"),
        pytest.param("year=2020, month=jan, day={31st}", "2020-01", id="no number of a day"),
        pytest.param("year=2020, month=feb, day=31", "2020", id="no such day"),
        pytest.param("year=2020, month=foo, day=3", "2020", id="no such month"),
        pytest.param("year={2020-05}, month=jan", "2020-05", id="a year with its month"),
        pytest.param("year={soon}, month=jan", "", id="no year"),
        pytest.param("month=jan, day=3", "", id="a month alone"),
        pytest.param("date={2020-01-02}, year=2021", "2020-01-02", id="a date before a year"),
        pytest.param("date={soon}, year=2021", "2021", id="a date that is none"),
        pytest.param("date={2020-01-02T10:00}", "2020-01-02", id="with its time"),
        pytest.param("date={2020-01-02 10}", "", id="with a number behind"),
    ],
)
def test_dates(fields: str, date: str) -> None:
    found = bibtex(fields).date
    assert (found.text if found is not None else "") == date


@pytest.mark.parametrize(
    ("fields", "links", "main"),
    [
        pytest.param("eprint={2210.03629}", [REACT], REACT, id="eprint"),
        pytest.param("eprint={arXiv: 2210.03629}", [REACT], REACT, id="eprint with its scheme"),
        pytest.param("eprint={cs/0112017}", ["https://arxiv.org/abs/cs/0112017"], "", id="an old eprint"),
        pytest.param("eprint={22}", [], "", id="no eprint"),
        pytest.param(f"eprint={{{REACT}}}", [REACT], REACT, id="an eprint as an address"),
        pytest.param(
            "eprint={2210.0362}, archivePrefix={arXiv}", [REACT[:-1]], REACT[:-1], id="a malformed eprint of arXiv"
        ),
        pytest.param("eprint={2210.0362}, eprinttype={hal}", [], "", id="an eprint of another server"),
        pytest.param("eprint={2210.0362}", [], "", id="an eprint of an unnamed server"),
        pytest.param("arxiv={2210.0362}", [REACT[:-1]], REACT[:-1], id="a malformed id in a field for them"),
        pytest.param("doi={DOI: 10.1145/3359591.3359735}", [DOI], DOI, id="DOI"),
        pytest.param(f"doi={{{DOI}}}", [DOI], DOI, id="a DOI as an address"),
        pytest.param("doi={10.1/x}", [], "", id="no DOI"),
        pytest.param("doi={n/a}", [], "", id="words for no DOI"),
        pytest.param(
            "doi={1145/3359591.3359735}", [DOI.replace("10.", "")], DOI.replace("10.", ""), id="a DOI without 10."
        ),
        pytest.param("journal={arXiv preprint arXiv:2210.03629v2}", [REACT], REACT, id="arXiv in the venue"),
        pytest.param("journal={CoRR abs/2210.03629}", [REACT], REACT, id="abs in the venue"),
        pytest.param("journal={ICML}", [], "", id="a venue"),
        pytest.param(f"url={{{PAGE}}}, pdf={{{REACT}}}", [PAGE, REACT], REACT, id="the paper before a page"),
        pytest.param(f"url={{{PAGE}}}, pdf={{{OTHER}}}", [PAGE, OTHER], PAGE, id="the first of two pages"),
        pytest.param(f"note={{{PAGE}}}", [PAGE], "", id="a page in a note"),
        pytest.param(f"note={{{REACT}}}", [REACT], REACT, id="the paper in a note"),
        pytest.param(f"note={{{DOI}}}, url={{{REACT}}}", [DOI, REACT], REACT, id="the field for it before a note"),
        pytest.param(f"note={{{DOI}}}, x={{{REACT}}}", [DOI, REACT], DOI, id="the first of two others"),
        pytest.param(f"abstract={{{REACT}}}", [REACT], "", id="another paper in the abstract"),
        pytest.param(f"abstract={{see {REACT}}}", [], "", id="in a sentence of the abstract"),
        pytest.param(f"code={{{CODE}}}, url={{{PAGE}}}", [CODE, PAGE], PAGE, id="code"),
    ],
)
def test_links(fields: str, links: list[str], main: str) -> None:
    found = bibtex(fields)
    assert [link.href for link in found.links] == links
    assert (found.link.href if found.link is not None else "") == (main or (links[0] if "cs/0112017" in fields else ""))


@pytest.mark.parametrize(
    ("fields", "links", "main"),
    [
        pytest.param("arxiv: 123", ["https://arxiv.org/abs/123"], "https://arxiv.org/abs/123", id="three digits"),
        pytest.param("arxiv: 12", [], "", id="two digits"),
        pytest.param("id: 2210.03629", [REACT], REACT, id="an id of arXiv"),
        pytest.param("id: 12345", [], "", id="another id"),
        pytest.param(f"paper: A name\n  pdf: {REACT}", [REACT], REACT, id="a name beside a title"),
        pytest.param("www: www.a.org/x", ["https://www.a.org/x"], "", id="without a scheme"),
        pytest.param("abstract: www.a.org/x", [], "", id="without a scheme in a text"),
        pytest.param(f"description: '[u]({PAGE})'", [], "", id="Markdown in a text"),
        pytest.param(f"resources: '[u]({PAGE}), [paper]({OTHER})'", [PAGE, OTHER], OTHER, id="Markdown"),
        pytest.param(f"links:\n    page: {OTHER}\n    paper: {PAGE}", [OTHER, PAGE], PAGE, id="a label"),
        pytest.param(f"code:\n    paper: {PAGE}", [PAGE], "", id="a label below code"),
        pytest.param(f"links:\n    page: {OTHER}", [OTHER], "", id="another label"),
        pytest.param(f"code: {CODE}\n  url: {REACT}", [CODE, REACT], REACT, id="code"),
        pytest.param(f"code: {REACT}\n  url: {PAGE}", [REACT, PAGE], REACT, id="a paper as code"),
        pytest.param(f"title2: '[X]({PAGE})'\n  authors: '{PAGE}'", [PAGE, PAGE], "", id="authors as an address"),
    ],
)
def test_links_of_mappings(fields: str, links: list[str], main: str) -> None:
    found = yaml(f"venue: ICML\n  {fields}")
    assert [link.href for link in found.links] == links
    assert (found.link.href if found.link is not None else "") == main


@pytest.mark.parametrize(
    ("fields", "authors"),
    [
        pytest.param("authors: Ann Lee and Bo Wu", ["Ann Lee and Bo Wu"], id="text"),
        pytest.param("authors: [Ann Lee, Bo Wu]", ["Ann Lee; Bo Wu"], id="names"),
        pytest.param("authors:\n  - {given: Ann, family: Lee}\n  - {last: Wu, first: Bo}", ["Ann Lee; Wu"], id="parts"),
        pytest.param("authors:\n  - family: Wu\n  - name: Li, Bo\n    affiliation: Z", ["Wu; Bo Li"], id="name"),
        *(
            pytest.param(f"authors:\n  - {{{given}: Ann, {family}: Lee}}\n  - name: Wu", ["Ann Lee; Wu"], id=given)
            for given, family in (("first", "last"), ("firstname", "lastname"), ("Given Name", "family"))
        ),
        *(
            pytest.param(f"authors:\n  - {label}: Lee, Ann\n  - {label}: Wu", ["Ann Lee; Wu"], id=label)
            for label in ("name", "full name", "author")
        ),
        pytest.param("authors: []", [], id="nobody"),
    ],
)
def test_authors(fields: str, authors: list[str]) -> None:
    found = yaml(fields)
    assert [each.value for each in found.authors] == authors
    assert found.columns == ("title", *(["authors"] if authors else []))


@pytest.mark.parametrize(
    ("fields", "authors"),
    [
        ("author={Lee, Ann and Wu, Bo}", "Ann Lee; Bo Wu"),
        (r"author={Lee, Ann AND M{\"u}ller, Bo and others}", "Ann Lee; Bo Müller; et al."),
        ("author={{The Team}}", "The Team"),
    ],
)
def test_authors_in_bibtex(fields: str, authors: str) -> None:
    assert [each.value for each in entry("BibTeX", f"@misc{{a, title={{X}}, {fields}}}").authors] == [authors]


@pytest.mark.parametrize(
    ("fields", "kind", "expected"),
    [
        pytest.param("", "misc", Kind.PAPER, id="without a link"),
        pytest.param(f"url={{{CODE}}}", "misc", Kind.PAPER, id="a repository with authors"),
        pytest.param(f"url={{{CODE}}}", "software", Kind.OTHER, id="software"),
        pytest.param(f"url={{{REACT}}}", "software", Kind.PAPER, id="software with its paper"),
        *(pytest.param("", kind, Kind.OTHER, id=f"of type {kind}") for kind in ("dataset", "manual", "online")),
    ],
)
def test_kinds(fields: str, kind: str, expected: Kind) -> None:
    assert bibtex(fields, kind).kind is expected


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        pytest.param(f"X,,{CODE},", Kind.OTHER, id="a repository"),
        pytest.param(f"X,,{CODE},ICML", Kind.PAPER, id="a repository with a venue"),
        pytest.param(f"X,,{PAGE},", Kind.PAPER, id="a page"),
        pytest.param("X,,,", Kind.PAPER, id="a title"),
        pytest.param(f",Ann Lee,{PAGE},", Kind.OTHER, id="no title"),
        pytest.param(",Ann Lee,,", None, id="neither title nor link"),
    ],
)
def test_kinds_beside_papers(row: str, kind: Kind | None) -> None:
    rows = ["title,authors,url,venue", row, f"Y,,{REACT},", f"Z,,{REACT},"]
    entries = read_records(Text("papers.csv", "\n".join(rows)), "CSV").entries
    assert [each.kind for each in entries] == [*([kind] if kind is not None else []), Kind.PAPER, Kind.PAPER]


@pytest.mark.parametrize(
    ("fields", "title", "venue"),
    [
        ("title: '[X Y](https://a.org)'\n  venue: '*ICML*'", "X Y", "ICML"),
        ("title: '**X Y.**'\n  venue: [A, B]", "X Y.", "A"),
        ("title: 'X [Y](https://a.org)'\n  venue: https://a.org", "X [Y](https://a.org)", None),
        ("title: ' X\n\n    Y '\n  name: Z", "X Y", None),
    ],
)
def test_titles_and_venues(fields: str, title: str, venue: str | None) -> None:
    found = entry("YAML", f"- {fields}\n  authors: Ann Lee\n")
    assert (found.title and found.title.value) == title
    assert (found.fields and found.fields.venue and found.fields.venue.value) == venue


@pytest.mark.parametrize(
    ("titled", "papers", "count"),
    [
        pytest.param(20, 1, 20, id="one of twenty names a paper"),
        pytest.param(21, 1, 0, id="one of twenty-one"),
        pytest.param(2, 0, 0, id="none"),
    ],
)
def test_a_list_of_papers_names_papers(titled: int, papers: int, count: int) -> None:
    rows = [f"T{number},{REACT if number < papers else PAGE}" for number in range(titled)]
    assert len(read_records(Text("a.csv", "\n".join(["title,url", *rows])), "CSV").entries) == count


@pytest.mark.parametrize(
    ("without", "titles"), [(2, ["T", "T"]), (3, ["T", "T", "N", "N", "N"])], ids=["half", "fewer"]
)
def test_names_are_titles_where_few_records_have_one(without: int, titles: list[str]) -> None:
    rows = [*[f"T,N,{REACT}"] * 2, *[f",N,{REACT}"] * without]
    entries = read_records(Text("a.csv", "\n".join(["title,name,url", *rows])), "CSV").entries
    assert [each.title.value for each in entries if each.title is not None] == titles


@pytest.mark.parametrize(
    ("names", "title"), [(("title", "name"), "T"), (("name", "title"), "N"), (("name",), "N")], ids="012"
)
def test_the_first_of_the_fields_that_are_named_is_read(names: tuple[str, ...], title: str) -> None:
    content = f"title,name,url\nT,N,{REACT}\n"
    found = read_records(Text("a.csv", content), "CSV", {"title": names}).entries[0].title
    assert found is not None
    assert found.value == title


@pytest.mark.parametrize(
    ("values", "links"),
    [
        ((PAGE, "b.org/y"), [PAGE, "b.org/y"]),
        ((PAGE, "b.org/y", "c.org/z"), [PAGE]),
        (("b.org/y",), []),
        ((PAGE, "one/two", "one/two"), [PAGE]),
        (("htps://a.org/x", "b.org/y"), ["htps://a.org/x", "b.org/y"]),
        ((f"{PAGE} (see)", "b.org/y"), ["b.org/y"]),
    ],
    ids=["half", "fewer", "none", "no address", "a slip in it", "words behind it"],
)
def test_an_address_without_a_scheme_where_half_have_one(values: tuple[str, ...], links: list[str]) -> None:
    rows = "".join(f"T,Ann Lee,{each}\n" for each in values)
    entries = read_records(Text("a.csv", f"title,authors,site\n{rows}"), "CSV").entries
    assert [link.href for each in entries for link in each.links] == links
