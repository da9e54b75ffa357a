"""What the fields of entries hold: tables of lists, and what each says of its entries."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.listing import read
from bot.listing.values import entry_object
from bot.text import Text

TITLES = (
    "Learning to Act One Step at a Time",
    "Planning with Small Models of the World",
    "Agents that Remember What They Read",
    "Tools for Robots that Ask for Help",
    "Searching Large Graphs on One Machine",
    "Scaling Laws of Simple Controllers",
)


def read_field(text: str, field: str) -> list[object]:
    """One field of each entry of a list."""
    listing = read(parse(Text("list.md", text)))
    return [dict(entry_object(listing, entry))[field] for entry in listing.entries]


@pytest.mark.parametrize(
    ("headings", "venues"),
    [
        (("AAAI", "TPAMI", "MIA"), ["AAAI", "TPAMI", "MIA"]),
        (("ICSE 2024", "TSE 2024", "RE 2023"), ["ICSE", "TSE", "RE"]),
        (("[ICSE 2024](https://icse.org) (2024.04.14-2024.04.20)", "TSE 2024", "ABC"), ["ICSE", "TSE", None]),
        (("AAAI", "TPAMI", "Others"), ["AAAI", "TPAMI", None]),
        (("AAAI", "NLP", "RL"), ["AAAI", None, None]),
        (
            ("Conference on Machine Learning (ICML)", "Symposium on Hills (HILL)", "Small Data Rivers (SDR/R)"),
            ["Conference on Machine Learning (ICML)", "Symposium on Hills (HILL)", "Small Data Rivers (SDR/R)"],
        ),
        (("ICML", "CVPR", "Small Data Rivers (SDR)"), ["ICML", "CVPR", None]),
        (("ICSE", "ICML", "HILLMETRICS"), ["ICSE", "ICML", "HILLMETRICS"]),
    ],
    ids=[
        *("acronyms", "with years", "of other dates", "a word", "topics", "acronyms in brackets"),
        *("a topic in brackets", "a long acronym"),
    ],
)
def test_headings_beside_those_of_venues_name_venues(headings: tuple[str, ...], venues: list[object]) -> None:
    sections = [
        f"## {heading}\n\n- [{title}](https://arxiv.org/abs/2401.0000{number})\n"
        for number, (heading, title) in enumerate(zip(headings, TITLES, strict=False))
    ]
    assert read_field("# Papers\n\n" + "\n".join(sections), "venue") == venues


@pytest.mark.parametrize(
    ("cells", "dates", "venues"),
    [
        (("2023", "", "", "2022", "", ""), ["2023"] * 3 + ["2022"] * 3, [None] * 6),
        (("ICLR 2023", "", "", "CVPR 2022", "", ""), ["2023"] * 3 + ["2022"] * 3, ["ICLR"] * 3 + ["CVPR"] * 3),
        (("2023", "2023", "", "2022", "", ""), ["2023", "2023", None, "2022", None, None], [None] * 6),
    ],
    ids=["years", "venues", "years that some rows lack"],
)
def test_a_cell_above_empty_ones_is_of_several_rows(
    cells: tuple[str, ...], dates: list[object], venues: list[object]
) -> None:
    rows = [
        f"| {cell} | {title} | [paper](https://arxiv.org/abs/2401.0000{number}) |"
        for number, (cell, title) in enumerate(zip(cells, TITLES, strict=True))
    ]
    text = "# Papers\n\n| When | Title | Link |\n|---|---|---|\n" + "\n".join(rows) + "\n"
    assert read_field(text, "date") == dates
    assert read_field(text, "venue") == venues


FORMS = {
    "the first author in bold": (
        "**Ann Lee**, Bo Chen, **Cara Diaz**. {title}. *Journal of Foo*, 2015. [pdf](https://a.org/{n}.pdf)",
        "authors",
        ["Ann Lee", "Bo Chen", "Cara Diaz"],
    ),
    "a key before the authors": (
        'Lee2015\n  Ann Lee and Bo Chen:\n  "[{title}](https://a.org/{n}.pdf)". *Journal of Foo*, 12, 2015.',
        "venue",
        "Journal of Foo",
    ),
    "a venue and its short name": (
        "{title}. Conference on Machine Learning (ICML), 2015. [pdf](https://a.org/{n}.pdf)",
        "venue",
        "Conference on Machine Learning (ICML)",
    ),
    "the number of a report behind a venue": (
        "{title}. Ann Lee and Bo Chen. *in Foology ePrint Archive, Report 2015/096*, 2015. [pdf](https://a.org/{n}.pdf)",
        "venue",
        "Foology ePrint Archive",
    ),
    "what leads up to a venue": (
        "{title}. Ann Lee, Bo Chen. Accepted by ICML, 2015. [pdf](https://a.org/{n}.pdf)",
        "venue",
        "ICML",
    ),
    "findings behind the year of a venue": (
        "[{title}](https://a.org/{n}.pdf). Ann Lee, Bo Chen. ACL 2022 Findings",
        "venue",
        "ACL Findings",
    ),
    "a year in front of a venue": (
        "[{title}](https://a.org/{n}.pdf) - 2019 IEEE Conference on Hills",
        "venue",
        "IEEE Conference on Hills",
    ),
    "the year in brackets": (
        "[{title}](https://a.org/{n}.pdf). In Proceedings of the Conference on Hills (HILL '22)",
        "venue",
        "Proceedings of the Conference on Hills (HILL)",
    ),
    "a volume that could be a month": (
        'Lee, Ann, and Bo Chen. "{title}." Knowledge and Data 11.2 (2007): 155-170. [pdf](https://a.org/{n}.pdf)',
        "date",
        "2007",
    ),
    "a journal behind initials": (
        "[{title}](https://a.org/{n}.pdf), Ann Lee and Bo S. Holmberg. Communications of the ACM 15(3), March 1972.",
        "authors",
        ["Ann Lee", "Bo S. Holmberg"],
    ),
    "a month cut off behind a venue": (
        "[{title}](https://a.org/{n}.pdf)\n  Ann Lee et al., SIGGRAPH Aug. 2024",
        "venue",
        "SIGGRAPH",
    ),
    "a journal cut off on a link": (
        "**{title}** [2025]\n  Ann Lee, Bo Chen.\n  [J. Fob. Phys. (2025)](https://a.org/{n})",
        "venue",
        "J. Fob. Phys",
    ),
    "a name that is a month": (
        "Ann Lee and Jonathan May. 2019. [{title}](https://a.org/{n}.pdf). Journal of Foo.",
        "authors",
        ["Ann Lee", "Jonathan May"],
    ),
    "a conference in italics right behind the title": (
        "[2025/02] **{title}** *Foo Conference on Acoustics, Speech, and Hill Processing 2025* [a](https://a.org/{n})",
        "venue",
        "Foo Conference on Acoustics, Speech, and Hill Processing",
    ),
    "a conference on several subjects": (
        'A. Lee and B. Chen, "{title}," in Foo Conference on Acoustics, Speech and Hill Processing, 2021. [a](https://a.org/{n})',
        "venue",
        "Foo Conference on Acoustics, Speech and Hill Processing",
    ),
    "what leads up to a venue behind a quotation": (
        'A. Lee and B. Chen, "{title}" in Conference of Hills 2021. [pdf](https://a.org/{n}.pdf)',
        "venue",
        "Conference of Hills",
    ),
    "a DOI in a line below": (
        "**{title}** Ann Lee, 2015\n  - DOI: 10.1000/foo.{n}\n  - Summary: long",
        "identifiers",
        ["doi:10.1000/foo.1"],
    ),
    "an id of arXiv behind the venue": (
        "[{title}](https://a.org/{n}.pdf), Ann Lee, Bo Chen, Foo Letters 12, 2015 [arXiv:2401.0000{n}]",
        "identifiers",
        ["arxiv:2401.00001"],
    ),
}


@pytest.mark.parametrize(("written", "field", "expected"), FORMS.values(), ids=FORMS)
def test_forms_of_entries(written: str, field: str, expected: object) -> None:
    lines = [f"- {written.format(title=title, n=number)}" for number, title in enumerate(TITLES, 1)]
    text = "# Papers\n\n" + "\n".join(lines) + "\n"
    assert read_field(text, "title") == [*TITLES]
    assert read_field(text, field)[0] == expected


@pytest.mark.parametrize(
    ("written", "title", "venue"),
    [
        ("2018-ECCV FooGAN: Learning to Act", "FooGAN: Learning to Act", "ECCV"),
        ("2019-ICCV Deep Portraits of a Single Face", "Deep Portraits of a Single Face", "ICCV"),
    ],
)
def test_names_behind_years_and_venues(written: str, title: str, venue: str) -> None:
    lines = [f"- 2017-CVPR {each} [pdf](https://a.org/{n}.pdf)" for n, each in enumerate(TITLES)]
    text = "\n".join(["# Papers", "", *lines, f"- {written} [pdf](https://a.org/9.pdf)", ""])
    assert (read_field(text, "title")[-1], read_field(text, "venue")[-1]) == (title, venue)


def test_a_version_behind_first_letters_stands_within_a_title() -> None:
    title = "Fast Online Operators (FOO v1.0): tools for all"
    lines = [f"- Lee, A., Chen, B. (2015) {each}. *Journal of Foo*, 11, 3-5." for each in (title, *TITLES)]
    assert read_field("# Papers\n\n" + "\n".join(lines), "title")[0] == title


@pytest.mark.parametrize("cell", ["2021", "In"])
def test_years_and_words_that_lead_up_to_venues_are_none(cell: str) -> None:
    venues = ["VLDB", "ICDE", "CIDR", "VLDB", "EDBT", cell]
    rows = [
        f"| {title} | {venue} | [pdf](https://a.org/{venue}.pdf) |" for title, venue in zip(TITLES, venues, strict=True)
    ]
    text = "# Papers\n\n| Title | Venue | Link |\n|---|---|---|\n" + "\n".join(rows) + "\n"
    assert read_field(text, "venue") == [*venues[:-1], None]


COLUMNS: dict[str, tuple[str, list[str], list[object]]] = {
    "a label of the data beside an empty cell": (
        "Data Source | Venue",
        [
            "prices of [Foowire](https://a.org) | ICML 2020",
            "news of [Bar](https://b.org) | WIMS 2019",
            "[Foowire](https://a.org) |",
        ],
        ["ICML", "WIMS", None],
    ),
    "a longer name elsewhere": (
        "Notes | Venue",
        ["Conference on Machine Learning | ICML", "Journal of Rivers | Rivers", "plain | CVPR"],
        ["ICML", "Rivers", "CVPR"],
    ),
    "two venues": (
        "Model | Venue",
        ["a | EMNLP &#124; IJCNLP", "b | CVPR", "c | ICML"],
        ["EMNLP | IJCNLP", "CVPR", "ICML"],
    ),
    "an abbreviated journal": (
        "Model | Venue",
        ["a | [Sci. Hill Inf. Sci. 2023](https://b.org/1)", "b | CVPR 2020", "c | ICML 2021"],
        ["Sci. Hill Inf. Sci", "CVPR", "ICML"],
    ),
    "what is said of it": (
        "Model | Venue",
        ["a | CVPR 2020 (Oral)", "b | CVPR 2021", "c | [ICML 2021](https://b.org) [pdf](https://c.org)"],
        ["CVPR", "CVPR", "ICML"],
    ),
    "a column of labels": (
        "Where | Publication",
        [
            "CVPR 2020 | [pdf](https://b.org/1)",
            "ICML 2021 | [pdf](https://b.org/2)",
            "CVPR 2021 | [pdf](https://b.org/3)",
        ],
        ["CVPR", "ICML", "CVPR"],
    ),
}


@pytest.mark.parametrize(("header", "cells", "venues"), COLUMNS.values(), ids=COLUMNS)
def test_a_column_of_venues_goes_before_other_cells(header: str, cells: list[str], venues: list[object]) -> None:
    rows = [
        f"| [{title}](https://arxiv.org/abs/2001.0000{n}) | {each} |"
        for n, (title, each) in enumerate(zip(TITLES, cells * 2, strict=True))
    ]
    text = f"# Papers\n\n| Title | {header} |\n|---|---|---|\n" + "\n".join(rows) + "\n"
    assert read_field(text, "venue")[:3] == venues


def test_a_period_is_not_when_a_paper_appeared() -> None:
    rows = [
        f"| Lee et al. ({2015 + n}) | [{title}](https://a.org/{n}) | 01/07/201{n} - 02/03/201{n + 1} |"
        for n, title in enumerate(TITLES)
    ]
    text = "# Papers\n\n| Reference | Paper | Time Period |\n|---|---|---|\n" + "\n".join(rows) + "\n"
    assert read_field(text, "date") == [str(2015 + n) for n in range(len(TITLES))]


@pytest.mark.parametrize(
    ("odd", "title", "venue"),
    [
        (
            "Building Maps for Fast, Scalable, and Small Robots, ICRA 2019",
            "Building Maps for Fast, Scalable, and Small Robots",
            "ICRA",
        ),
        ("Quux: Small, Low-cost Robots, Quarry 2019", "Quux: Small, Low-cost Robots", "Quarry"),
        ("Maps of Slow Robots, Journal of Hills, 2019", "Maps of Slow Robots", "Journal of Hills"),
    ],
    ids=["a known venue", "one that siblings have", "a journal"],
)
def test_a_title_keeps_its_commas_before_the_one_venue_that_siblings_have(odd: str, title: str, venue: str) -> None:
    venues = ("OSDI", "Quarry", "VLDB", "ICML", "Quarry", "KDD")
    items = [f"{title}, {venue} 2018" for title, venue in zip(TITLES, venues, strict=True)]
    text = "# Papers\n\n" + "".join(
        f"* {each} [[pdf](https://a.org/{n}.pdf)]\n" for n, each in enumerate([*items, odd])
    )
    assert (read_field(text, "title")[-1], read_field(text, "venue")[-1]) == (title, venue)


@pytest.mark.parametrize(
    ("labels", "venues"),
    [
        (("Hillcraft", "arXiv", "arXiv", "hill.io", "arXiv", "PDF"), [None] * 6),
        (("Hillcraft", "CVPR", "ICML", "KDD", "CVPR", "ICML"), ["Hillcraft", "CVPR", "ICML", "KDD", "CVPR", "ICML"]),
    ],
    ids=["one beside servers", "one among venues"],
)
def test_unknown_words_on_links_are_venues_only_among_venues(labels: tuple[str, ...], venues: list[object]) -> None:
    items = [
        f"* {title}, 2019. ([{label}](https://a.org/{title[:5]}))" for title, label in zip(TITLES, labels, strict=True)
    ]
    assert read_field("# Papers\n\n" + "\n".join(items) + "\n", "venue") == venues


@pytest.mark.parametrize(
    "below",
    [
        'Data: A. Mauve, F. Brown, C. Scarlet, T. Green, "A Set of Many Names of Hills"',
        "Based on: A. Mauve, F. Brown, C. Scarlet, T. Green. A Set of Many Names of Hills",
    ],
)
def test_what_a_line_below_names_by_a_label_of_its_own_is_no_title_and_has_no_authors_of_the_paper(below: str) -> None:
    authors = [
        ["Ann Lee", "Bo Chen"],
        ["Cara Diaz", "Dan Poe"],
        ["Fumi Ito"],
        ["Hugo Rossi"],
        ["Ada Roe"],
        ["Max Poe", "Ina Kim"],
    ]
    lines = [f"1. {', '.join(names)} (2019) - {title}\n" for names, title in zip(authors, TITLES, strict=True)]
    text = "\n".join(["# Papers", "", *lines, f"   {below}", ""])
    assert read_field(text, "title") == [*TITLES]
    assert read_field(text, "authors") == authors
