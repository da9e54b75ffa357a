"""Titles that are the whole of what sets them off, as those of their siblings are."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.listing import read
from bot.listing.values import entry_object
from bot.text import Text

PLAIN = (
    "Learning Graphs from Human Feedback",
    "Towards Robust Planning for Robots",
    "A Survey of Sparse Attention",
    "On the Limits of Time Series",
    "Deep Retrieval in the Wild",
    "Scaling Code Generation with Trees",
)
WHOLE = (
    *("Graphs, Trees, and Beyond", "Code Generation: Models, Data, and Open Problems"),
    *("Fast, Robust, and Private Edge Caching", "What Makes Graphs Work? An Empirical Study"),
    *("Do Robots Plan? Evidence, Limits, and Questions", "Sparse (and Private) Attention for Robots"),
    *("Scaling Edge Caching - A Review and Outlook", "Private Retrieval by Sparse Trees and Random Walks"),
    "Pareto Archives Evolve Strategies: a Baseline for the Ranking of Trees (PAES)",
)
FORMS = {
    "a line over a line of authors": "- {title}  \n  {authors}. ICML, 2020. [paper]({url})\n",
    "a heading": "### {title}\n\n- {authors}\n- ICML, 2020\n- [paper]({url})\n\n",
    "italics in a line": "- {authors}. *{title}*. ICML, 2020. [paper]({url})\n",
    "a link": "- [{title}]({url})  \n  {authors}, ICML, 2020\n",
    "before a link": "- {title} [[paper]({url})] — 2020 — {authors} — ICML\n",
}


def titles(form: str, written: list[str]) -> list[object]:
    """The titles of a list of such entries."""
    entries = [
        form.format(title=title, authors="Ann Lee, Bo Chen, Cara Diaz", url=f"https://example.org/{number}.pdf")
        for number, title in enumerate(written)
    ]
    listing = read(parse(Text("list.md", "# Papers\n\n## Agents\n\n" + "".join(entries))))
    return [entry_object(listing, entry)["title"] for entry in listing.entries]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("whole", WHOLE)
def test_a_title_is_all_of_what_those_of_its_siblings_are(whole: str, form: str) -> None:
    assert titles(form, [*PLAIN, whole]) == [*PLAIN, whole]


@pytest.mark.parametrize(
    ("odd", "title"),
    [
        ("Planning with Trees, Proc. SID 2017", "Planning with Trees"),
        ("Planning with Trees (in Chinese)", "Planning with Trees"),
        ("Planning with Trees (Oral)", "Planning with Trees"),
    ],
)
def test_what_else_is_there_is_no_part_of_it(odd: str, title: str) -> None:
    found = titles(FORMS["a line over a line of authors"], [*PLAIN, odd])
    assert found == [*PLAIN, title]


@pytest.mark.parametrize(
    "form", ["- [ICML 2020] {title} [[paper]({url})]\n", "- [{title}]({url}). {authors}, ICML 2020\n"]
)
def test_a_year_at_the_end_of_a_title_is_part_of_it_where_the_date_has_a_place_of_its_own(form: str) -> None:
    written = [*PLAIN, "The Robots of Our Team at the Foo Challenge 2018"]
    assert titles(form, written) == written


@pytest.mark.parametrize("count", [5, 12])
@pytest.mark.parametrize(
    ("form", "authors"),
    [
        pytest.param("- [Ann {name} and Bo Chen. {title}. Ocean Tides, {year}.]({url})\n", 2, id="all"),
        pytest.param("- [{title}. Ocean Tides {year}]({url})\n", 0, id="title and venue"),
        pytest.param("- [{title}]({url}), Ann {name}, Bo Chen, ICML {year}\n", 2, id="venue behind names"),
    ],
)
def test_short_lists_with_much_on_a_link_are_read(form: str, authors: int, count: int) -> None:
    family = ("Lee", "Diaz", "Fox", "Grant", "Okoye", "Ito", "Holm", "Nair", "Rossi", "Baker", "Costa", "Sato")
    written = [
        f"{('Learning', 'Planning', 'Scaling')[n % 3]} the {each} Maps of the World" for n, each in enumerate(family)
    ]
    entries = (
        form.format(title=title, name=family[n], year=2010 + n, url=f"https://a.example/{n}")
        for n, title in enumerate(written[:count])
    )
    listing = read(parse(Text("list.md", f"# Papers\n\n{''.join(entries)}")))
    found = [(each["title"], each["authors"]) for each in (entry_object(listing, e) for e in listing.entries)]
    assert found == [(written[n], [f"Ann {family[n]}", "Bo Chen"][:authors]) for n in range(count)]


@pytest.mark.parametrize(
    ("by", "names"),
    [
        pytest.param("Lee,", ["Lee"], id="a family name"),
        pytest.param("de Queiroz,", ["de Queiroz"], id="a family name of two words"),
        pytest.param("{given} Lee", ["{given} Lee"], id="a name without a comma"),
        pytest.param("Lee, Chen, Diaz", ["Lee", "Chen", "Diaz"], id="family names"),
        pytest.param("Lee and Chen,", ["Lee", "Chen"], id="two of them"),
    ],
)
def test_names_between_a_year_and_a_title_on_a_link_are_no_part_of_it(by: str, names: list[str]) -> None:
    given = ("Ann", "Bo", "Cara", "Dan", "Eve", "Fay")
    entries = "".join(
        f"* {2000 + n} {by.format(given=given[n])} [*{title}*](https://a.org/{n}.pdf)\n"
        for n, title in enumerate(PLAIN)
    )
    listing = read(parse(Text("list.md", f"# Papers\n\n{entries}")))
    found = [(each["title"], each["authors"]) for each in (entry_object(listing, e) for e in listing.entries)]
    assert found == [(title, [each.format(given=given[n]) for each in names]) for n, title in enumerate(PLAIN)]


def test_a_name_in_brackets_is_no_part_of_a_short_title_either() -> None:
    line = "- {title}({name}) [[paper](https://a.org/{name}.pdf)]\n"
    titles = [*PLAIN, *(f"{title} Revisited" for title in PLAIN), "Squeeze-and-Excitation Networks"]
    named = {f"{title.split()[-1]}Net{n}": title for n, title in enumerate(titles)}
    entries = "".join(line.format(title=title, name=f"**{name}**") for name, title in named.items())
    listing = read(parse(Text("list.md", f"# Papers\n\n{entries}")))
    assert [entry_object(listing, each)["title"] for each in listing.entries] == [*named.values()]
