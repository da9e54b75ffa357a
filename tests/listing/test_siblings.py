"""What the fields of an entry are is told by its siblings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.document import parse
from bot.listing import read
from bot.listing.values import entry_object
from bot.papers.names import find_lists, names_of
from bot.text import Text

TITLES = (
    *("Learning to Act One Step at a Time", "Planning with Small Models of the World"),
    *("Agents that Remember What They Read", "Tools for Robots that Ask for Help"),
    *("Searching Large Graphs on One Machine", "Scaling Laws of Simple Controllers"),
    *("A Study of Questions Nobody Answered", "Rewards that Need No Labels"),
    *("Why Deep Networks Like Short Sentences", "Speech without Words in Noisy Rooms"),
    *("Maps that Draw Themselves Twice", "Proofs by Machines for People"),
)
NAMES = ("Ann Lee", "Bo Chen", "Cara Diaz", "Dan Fox", "Eva Grant")
VENUES = ("VIS", "Eurofoo", "Pattern Recognit.", "QRST")


def read_objects(text: str) -> list[dict[str, object]]:
    """What a list says of each entry."""
    listing = read(parse(Text("list.md", text)))
    return [dict(entry_object(listing, entry)) for entry in listing.entries]


def parts_of(template: str, titles: tuple[str, ...] = TITLES) -> list[tuple[object, object, object, object]]:
    """Title, authors, venue and date of each entry of a list that is written as `template` says."""
    lines = []
    for number, title in enumerate(titles):
        first, second = NAMES[number % 5], NAMES[(number + 2) % 5]
        values = {"first": first, "second": second, "venue": VENUES[number % 4], "year": 2015 + number % 5}
        lines.append(template.format(title=title, number=number, **values))
    listing = read(parse(Text("list.md", "# Papers\n\n" + "\n".join(lines) + "\n")))
    found = [entry_object(listing, entry) for entry in listing.entries]
    return [(each["title"], each["authors"], each["venue"], each["date"]) for each in found]


def expected(*, has_year_in_venue: bool = True) -> list[tuple[object, object, object, object]]:
    found: list[tuple[object, object, object, object]] = []
    for number, title in enumerate(TITLES):
        year = str(2015 + number % 5)
        venue = VENUES[number % 4].rstrip(".")
        authors = [NAMES[number % 5], NAMES[(number + 2) % 5]]
        found.append((title, authors, f"{venue} {year}" if has_year_in_venue else venue, year))
    return found


def test_venues_that_no_table_knows_are_those_where_siblings_have_venues() -> None:
    found = parts_of("* {first} and {second}, {title}, {venue} {year}. [[pdf](https://a.org/{number})]")
    assert [(title, authors, date) for title, authors, _, date in found] == [
        (title, authors, date) for title, authors, _, date in expected()
    ]
    assert [str(venue).rstrip(".").split(" 20")[0] for _, _, venue, _ in found] == [
        VENUES[number % 4].rstrip(".") for number in range(len(TITLES))
    ]


@pytest.mark.parametrize(
    "template",
    [
        pytest.param("* [{title}] [[scholar]](https://a.org/{number})", id="one word on a link in all entries"),
        pytest.param(
            "**[{venue}{year}]** {title}, [[Paper](https://arxiv.org/abs/2001.000{number:02})]\n",
            id="a label at the end of paragraphs",
        ),
    ],
)
def test_labels_are_no_part_of_titles(template: str) -> None:
    assert [title for title, *_ in parts_of(template)] == list(TITLES)


def test_a_year_at_the_end_of_each_link_is_no_part_of_the_titles() -> None:
    found = parts_of("* [{title}, {year}](https://arxiv.org/abs/2001.000{number:02})")
    assert [(title, date) for title, _, _, date in found] == [
        (title, str(2015 + number % 5)) for number, title in enumerate(TITLES)
    ]


@pytest.mark.parametrize(("years", "is_part"), [("(2010-2020)", True), ("(2020)", False)])
def test_a_range_of_years_is_a_part_of_a_title_whose_date_is_elsewhere(years: str, is_part: bool) -> None:
    odd = f"Foos of the Last Decade {years}"
    rows = [
        f"{2010 + n} | {title} <br> *Foo Sciences* | [pdf](https://a.org/{n})" for n, title in enumerate((odd, *TITLES))
    ]
    found = read_objects("Year | Title | Link\n--- | --- | ---\n" + "\n".join(rows))
    assert found[0]["title"] == (odd if is_part else odd.partition(" (")[0])


def test_an_address_names_no_venue() -> None:
    text = "".join(f"* {title} https://a.org/2016_icml_{n}.pdf\n" for n, title in enumerate(TITLES))
    assert {each["venue"] for each in read_objects(text)} == {None}


def test_the_year_of_a_heading_is_the_date_of_its_entries() -> None:
    text = "# Papers\n\n## 2021\n\n" + "".join(
        f"* [{title}](https://arxiv.org/abs/2001.00001)\n" for title in TITLES[:3]
    )
    listing = read(parse(Text("list.md", text)))
    assert [entry_object(listing, entry)["date"] for entry in listing.entries] == ["2021"] * 3


def read_titles(text: str) -> list[object]:
    listing = read(parse(Text("list.md", text)))
    return [entry_object(listing, entry)["title"] for entry in listing.entries]


def names_for(number: int) -> tuple[str, ...]:
    return tuple(NAMES[(number + step) % 5] for step in (0, 2, 3))


def write_list(template: str, *, titles: tuple[str, ...] = TITLES, separator: str = "\n") -> str:
    """A list with an entry for each title."""
    values = (
        {"title": title, "number": f"{number:02}", "n": number, "authors": ", ".join(names_for(number))}
        for number, title in enumerate(titles)
    )
    return "# Papers\n\n" + separator.join(template.format(**each) for each in values) + "\n"


SHORT = ("PointFoo", "MeshBar")


def test_a_paragraph_like_those_that_open_entries_opens_one_with_a_short_title_too() -> None:
    template = ":gem: <b>{title} (2019)</b> [[Paper]](https://arxiv.org/abs/2001.000{number})[[Code]](https://a.org)\n"
    text = write_list(template) + write_list(template.replace("arxiv.org/abs/2001", "b.org/")[2:], titles=SHORT)[9:]
    text = text.replace("em: <b>", ":gem: <b>").replace(":g:gem:", ":gem:")
    assert read_titles(text) == [f"{title} (2019)" if "(" in title else title for title in (*TITLES, *SHORT)]


@pytest.mark.parametrize(
    "template",
    [
        pytest.param(
            "**{title}** ![](https://img.shields.io/badge/a-b)\n\n"
            "*{authors}. VLDB, 2021.* [[paper](https://a.org/{number}.pdf)]\n",
            id="a paragraph of authors and venue below a title belongs to it",
        ),
        pytest.param(
            "### Net{n}\n**{title}**\n{authors}\n"
            "- pdf: [https://arxiv.org/abs/2001.000{number}](https://arxiv.org/abs/2001.000{number})\n"
            "- code: [official : https://github.com/a/b{n}](https://github.com/a/b{n})\n",
            id="a title with its authors in the next line has the links below",
        ),
        pytest.param(
            'Ann Lee, Bo Chen "{title}" [[paper]](https://arxiv.org/abs/2001.000{number})<br>',
            id="each line of a paragraph that has a paper is an entry",
        ),
        pytest.param(
            "[{title}](https://arxiv.org/abs/2001.001{number})<br>",
            id="each line of a paragraph that is a link on a title is an entry",
        ),
        pytest.param(
            "* [[Foo{n}][KDD 19][Lab] {title}](https://a.org/{number}.pdf)",
            id="tags in a link are no part of its title",
        ),
    ],
)
def test_each_entry_has_its_title(template: str) -> None:
    assert read_titles(write_list(template)) == list(TITLES)


def test_a_bold_line_above_several_papers_heads_them() -> None:
    items = "".join(
        f"\n**Topic {topic}**\n"
        + "".join(
            f"- Lee, A. 2016. {title}. [pdf](https://arxiv.org/pdf/16{topic:02}.0000{n})\n"
            for n, title in enumerate(part)
        )
        for topic, part in enumerate((TITLES[:3], TITLES[3:6], TITLES[6:9], TITLES[9:]), 1)
    )
    assert read_titles("# Papers\n" + items) == list(TITLES)


def test_brackets_within_a_title_are_a_part_of_it() -> None:
    titles = (*TITLES[:-1], "TinyMap: A (Not So) Small Model of the World")
    rows = write_list("| {title} | VIS 20{number} | [link](https://a.org/{number}) |", titles=titles)
    table = rows.replace("\n\n", "\n\n| Title | Venue | Link |\n| --- | --- | --- |\n", 1)
    assert read_titles(table) == list(titles)


def test_a_date_within_the_bold_words_is_no_part_of_the_title() -> None:
    line = "**(20{number}-05) {title}** [[paper](https://arxiv.org/abs/2001.001{number})]\n"
    assert read_titles(write_list(line)) == list(TITLES)


def test_capitalised_words_behind_names_and_title_are_a_venue() -> None:
    template = (
        "- Lee A, Chen B ({year}). “{title}.” _{second} Sciences_, *22*, 175-184. "
        "doi:[10.1016/j.ins](https://doi.org/10.1016/{number})"
    )
    assert [venue for _, _, venue, _ in parts_of(template)] == [
        f"{NAMES[(number + 2) % 5]} Sciences" for number in range(len(TITLES))
    ]


def test_nested_items_that_are_written_as_their_parents_are_entries() -> None:
    items = write_list("* {title} (20{number}). [Paper](https://a.org/{number}.pdf)")
    for first in ("Planning", "Scaling"):
        items = items.replace(f"\n* {first}", f"\n  * {first}", 1)
    assert read_titles(items) == list(TITLES)


def test_headings_with_the_same_headings_below_are_entries() -> None:
    template = """## {title}

### General information
**Authors**: Ann Lee<br>
**Paper**: Available [here](https://arxiv.org/abs/2001.001{number})<br>
**Code**: none

### Technical information
**Model**: foo
"""
    assert read_titles(write_list(template)) == list(TITLES)


def test_a_link_on_its_own_address_is_the_link_of_the_entry() -> None:
    line = "* {title} - [https://a.org/{number}.pdf](https://a.org/{number}.pdf)"
    listing = read(parse(Text("list.md", write_list(line))))
    assert [entry.link.href if entry.link else None for entry in listing.entries] == [
        f"https://a.org/{number:02}.pdf" for number in range(len(TITLES))
    ]


def test_tags_hold_a_name_a_venue_and_its_year() -> None:
    line = "* [[{first}][KDD {n:02}][{second}] {title}](https://a.org/{number}.pdf)"
    lines = [
        line.format(
            first=f"Foo{title[0]}", second=NAMES[number % 5].split()[0], n=10 + number, number=number, title=title
        )
        for number, title in enumerate(TITLES)
    ]
    listing = read(parse(Text("list.md", "# Papers\n\n" + "\n".join(lines) + "\n")))
    found = [entry_object(listing, entry) for entry in listing.entries]
    assert [(each["title"], each["date"]) for each in found] == [
        (title, str(2010 + number)) for number, title in enumerate(TITLES)
    ]
    assert [each["venue"] for each in found] == ["KDD"] * len(TITLES)


def test_short_names_are_titles_where_most_papers_have_them() -> None:
    names = tuple(f"Foo{letter}" for letter in "ABCDEFGHIJKL")
    template = "* [{title}](https://arxiv.org/abs/2001.001{number}) (diffusion; lee20arxiv): https://a.org/{number}/"
    listing = read(parse(Text("list.md", write_list(template, titles=names))))
    found = [entry_object(listing, entry) for entry in listing.entries]
    assert [(each["title"], each["kind"]) for each in found] == [(name, "paper") for name in names]


def test_a_title_over_its_authors_and_its_address_is_an_entry() -> None:
    items = "".join(
        f"* **{title}** |\n  * {', '.join(NAMES[:3])}\n  * Foo University, Institute of Bars\n"
        f"  * [VIS2024] https://arxiv.org/abs/2401.000{number:02}\n  * zero-shot, tools\n"
        for number, title in enumerate(TITLES)
    )
    assert read_titles(f"# Papers\n\n{items}") == list(TITLES)


@pytest.mark.parametrize("joint", [", in", " in"])
def test_the_word_that_leads_to_a_venue_is_no_part_of_the_title(joint: str) -> None:
    text = write_list(f"- {{title}}{joint} *QRST*, 2020. [[paper](https://a.org/{{number}})]")
    assert read_titles(text) == list(TITLES)


@pytest.mark.parametrize(
    "template",
    [
        pytest.param(
            "- [{title}](https://a.org/{number}.pdf)— a look at maps,\n  and at roads of all kinds", id="dash"
        ),
        pytest.param("**{n}. {title}**\n\nLink: https://arxiv.org/abs/2001.001{number}\n\n- A map.\n", id="bold line"),
        pytest.param("- {title}, *Lee et. al. 2018* [pdf](https://a.org/{number}.pdf)", id="et. al."),
    ],
)
def test_titles_end_before_what_is_behind_or_below_them(template: str) -> None:
    assert read_titles(write_list(template)) == list(TITLES)


def test_two_words_in_quotation_marks_are_a_title() -> None:
    titles = ("Factor maps", "Small hills", *TITLES)
    lines = write_list(
        '- Lee, Ann. "{title}." Foo Letters (FL), 2010. [pdf](https://a.org/{number}.pdf)', titles=titles
    )
    assert read_titles(lines) == list(titles)


def test_a_name_in_bold_before_the_link_on_the_title_is_no_part_of_it() -> None:
    names = ("AVHBench", "H-POPE", "Tri-He", "VL-Doubt", "CMM", "FIHA")
    entries = [
        f"+ **{names[number % 6]}** [{title}](https://arxiv.org/abs/2401.000{number:02}) (Jan. {number + 1:02}, 2024)\n"
        f"  [![arXiv](https://img.shields.io/badge/arXiv-b31b1b.svg)](https://arxiv.org/abs/2401.000{number:02})\n"
        for number, title in enumerate(TITLES)
    ]
    assert read_titles("# Papers\n\n" + "\n".join(entries)) == list(TITLES)


def test_commas_stay_in_titles_where_no_entry_names_authors() -> None:
    titles = tuple(
        f"{title}, {other.split()[0]}, and {other}" for title, other in zip(TITLES, TITLES[::-1], strict=True)
    )
    text = write_list("- arXiv 2020.01, {title}, [website](https://a.org/{number})", titles=titles)
    assert read_titles(text) == list(titles)


@pytest.mark.parametrize(
    ("headings", "link", "venue", "date"),
    [
        pytest.param("## CVPR 2024\n\n### Best Paper", "[arXiv]", "CVPR", "2024", id="around the section"),
        pytest.param(
            "## Symposium on Security (SOS)\n\n### 2019 (5 papers)",
            "[pdf]",
            "Symposium on Security (SOS)",
            "2019",
            id="divided by years",
        ),
        pytest.param("## Vision\n\n### Before 2020", "[pdf]", None, None, id="a bound"),
        pytest.param(
            "## Vision",
            "[![Paper](https://img.shields.io/badge/Paper-CVPR%202024-red.svg)]",
            "CVPR",
            "2024",
            id="a badge",
        ),
        pytest.param("## ICML19", "[pdf]", "ICML", "2019", id="a glued year of two digits"),
        pytest.param("## ICML-19", "[pdf]", "ICML", "2019", id="a hyphen before two digits"),
        pytest.param("## 19'ICML", "[pdf]", "ICML", "2019", id="two digits in front"),
        pytest.param("## ICML\n\n### foo2019", "[pdf]", "ICML", "2019", id="any word before its year"),
        pytest.param("## ICML 2019 Oral", "[pdf]", "ICML Oral", "2019", id="a year between words"),
    ],
)
def test_venue_and_date_of_headings_and_badges(headings: str, link: str, venue: str | None, date: str | None) -> None:
    items = "".join(f"* {title}. {link}(https://openreview.net/forum?id=abc{n})\n" for n, title in enumerate(TITLES))
    listing = read(parse(Text("list.md", f"# Papers\n\n{headings}\n\n{items}")))
    found = [entry_object(listing, entry) for entry in listing.entries]
    assert {(each["venue"], each["date"]) for each in found} == {(venue, date)}


@pytest.mark.parametrize(("digits", "date"), [("2001", "2020-01"), ("2505", "2025-05"), ("2023", "2023")])
def test_four_digits_on_a_badge_of_arxiv_are_a_month_where_the_id_says_so(digits: str, date: str) -> None:
    badge = f"![arXiv'{digits}](https://img.shields.io/badge/arXiv'{digits}-red)"
    found = read_objects(f"# Papers\n\n* {TITLES[0]}. {badge} [pdf](https://arxiv.org/abs/2001.00001)\n")
    assert [(each["venue"], each["date"]) for each in found] == [("arXiv", date)]


@pytest.mark.parametrize(
    ("words", "date"),
    [("Feb 21, 2019", "2019-02-21"), ("February, 2019", "2019-02"), ("2019-Feb", "2019-02"), ("Spring 2019", "2019")],
)
def test_a_month_is_no_venue(words: str, date: str) -> None:
    found = parts_of(f"* [{{title}}](https://arxiv.org/abs/1902.000{{number:02}}) ({words})")
    assert {(venue, own) for _, _, venue, own in found} == {(None, date)}


def test_the_month_that_a_sentence_below_a_title_begins_with_is_no_venue() -> None:
    papers = [f"**{title}** [[pdf](https://a.org/{n}.pdf)]\n\n" for n, title in enumerate(TITLES)]
    papers.insert(3, "In September 2019, the Quxley Institute announced that it had found a way to do this.\n\n")
    assert {each["venue"] for each in read_objects("# Papers\n\n" + "".join(papers))} == {None}


@pytest.mark.parametrize("names", ["{} · {}", "{} | {}", "{} / {}", "{} (MIT), {} (Foo)", "{} (MIT), {} (CMU)"])
@pytest.mark.parametrize(
    "template",
    [
        "* [{title}](https://a.org/{number}.pdf). {names}. VIS {year}",
        "* **{title}**  \n  *{names}*  \n  [[paper](https://a.org/{number}.pdf)]",
    ],
)
def test_bars_between_authors_and_brackets_behind_them(template: str, names: str) -> None:
    pairs = [(f"Ann {letter}ee", f"Bo {letter}ang") for letter in "BCDFGHKLMNPR"]
    lines = (
        template.format(title=title, number=number, year=2015 + number % 5, names=names.format(*pairs[number]))
        for number, title in enumerate(TITLES)
    )
    found = read_objects("# Papers\n\n" + "\n".join(lines) + "\n")
    assert [(each["title"], each["authors"]) for each in found] == [
        (title, [first, second]) for title, (first, second) in zip(TITLES, pairs, strict=True)
    ]


def test_authors_behind_the_colon_of_each_link() -> None:
    assert [
        (title, authors) for title, authors, *_ in parts_of("* [{title}: {first} et al.](https://a.org/{number})")
    ] == [(title, [NAMES[number % 5]]) for number, title in enumerate(TITLES)]


FAMILIES = ("Lee", "Chen", "Diaz", "Fox", "Grant", "Hu", "Ito", "Jung", "Kim", "Lu", "Ma", "Ng")
GIVEN = ("Ann", "Bo", "Cara", "Dan B", "Eva", "Flo", "Gus", "Ned", "Ina", "Joe", "Kai", "Lea")


@pytest.mark.parametrize(
    ("more", "template", "shown"),
    [
        pytest.param(0, "{family}, {given}", "{given} {family}", id="family name first"),
        pytest.param(0, "{given}, {family}", "{given} {family}", id="given name first"),
        pytest.param(1, "{family}", "{family}", id="family names alone"),
    ],
)
def test_all_lists_show_what_single_words_between_commas_are(more: int, template: str, shown: str) -> None:
    people = [dict(zip(("family", "given"), each, strict=True)) for each in zip(FAMILIES, GIVEN, strict=True)]
    groups = [[people[(number + k) % 12] for k in range(2 + more * (number % 2))] for number in range(len(TITLES))]
    lines = (
        f"* [{title}](https://a.org/{n}.pdf). *{', '.join(template.format(**each) for each in group)}*. VIS 2019"
        for n, (title, group) in enumerate(zip(TITLES, groups, strict=True))
    )
    found = read_objects("# Papers\n\n" + "\n".join(lines) + "\n")
    assert [each["authors"] for each in found] == [[shown.format(**each) for each in group] for group in groups]


MANY = [f"{given} {family}" for family in FAMILIES[:5] for given in ("Ann", "Bo", "Cara", "Eva", "Flo")]


@pytest.mark.parametrize(
    ("written", "names"),
    [
        pytest.param("Holm, T.", ["T. Holm"], id="one, family name and initial"),
        pytest.param("Holm-Berg, Jean-Luc", ["Jean-Luc Holm-Berg"], id="one, family name first"),
        pytest.param("Holm, Torben Aage", ["Torben Aage Holm"], id="one, two given names"),
        pytest.param("*ann holm, Bo Chen, Cara Diaz*", ["ann holm", "Bo Chen", "Cara Diaz"], id="small letters, first"),
        pytest.param(
            "Bo Chen and ann holm and Cara Diaz", ["Bo Chen", "ann holm", "Cara Diaz"], id="small letters, amid others"
        ),
        pytest.param(" and ".join(MANY), MANY, id="many"),
        pytest.param(
            " and ".join([*MANY[:4], "Rain", *MANY[4:8]]), [*MANY[:4], "Rain", *MANY[4:8]], id="one name of one word"
        ),
    ],
)
def test_authors_are_where_siblings_have_them_behind_by(written: str, names: list[str]) -> None:
    authors = [*["Bo Chen and Cara Diaz"] * 8, *["Chen, Bo and Diaz, Cara"] * 3, written]
    lines = (
        f"* **{title}**, by {each}, *in Journal of Rivers*, 201{n % 9}, [[URL]](https://a.org/{n}.pdf)"
        for n, (title, each) in enumerate(zip(TITLES, authors, strict=True))
    )
    found = read_objects("# Papers\n\n" + "\n".join(lines) + "\n")
    assert [each["authors"] for each in found] == [["Bo Chen", "Cara Diaz"]] * 11 + [names]
    assert {each["venue"] for each in found} == {"Journal of Rivers"}


@pytest.mark.parametrize(
    ("template", "authors"),
    [
        pytest.param("**{title}**, by {names}, *in Proceedings of VIS, Foo Bay, Bar City, Baz*, 2019", 2, id="by"),
        pytest.param("**Building Maps by {title}**, {names}, *in Journal of Rivers*, 2019", 2, id="by in a title"),
    ],
)
def test_what_is_behind_by_are_the_authors(template: str, authors: int) -> None:
    lines = (f"* {template.format(title=title, names='Bo Chen and Cara Diaz')}" for title in TITLES)
    found = read_objects("# Papers\n\n" + "\n".join(lines) + "\n")
    assert [each["authors"] for each in found] == [["Bo Chen", "Cara Diaz"][:authors]] * 12


LISTED = tuple(zip(GIVEN, FAMILIES, strict=True))


@pytest.mark.parametrize(
    ("name", "joint"),
    [
        pytest.param("{1}, {0}", "; ", id="family names first, between semicolons"),
        pytest.param("{0} {1} (Foo University)", ", ", id="places in brackets"),
        pytest.param("{0} {1} (Institute of Foo, Bar)", ", ", id="a comma in brackets"),
        pytest.param("{0} {1} (Institute of Foo (IFO))", ", ", id="brackets in brackets"),
    ],
)
def test_names_below_a_heading_are_authors(name: str, joint: str) -> None:
    groups = [[LISTED[(number + k) % 12] for k in range(1 + number % 4)] for number in range(len(TITLES))]
    lines = (
        f"### {title}\n\n**Authors:** {joint.join(name.format(*each) for each in group)}\n\n"
        f"**URL:** https://arxiv.org/abs/2001.000{n}{n % 10}\n"
        for n, (title, group) in enumerate(zip(TITLES, groups, strict=True), 10)
    )
    found = read_objects("# Papers\n\n" + "\n".join(lines))
    assert [(each["title"], each["authors"]) for each in found] == [
        (title, [" ".join(each) for each in group]) for title, group in zip(TITLES, groups, strict=True)
    ]


ALONE = ("Lee, Chen", "Chen", "Diaz, Fox, Solar-Lee", "Fox, Grant and Van Lee", "Grant & Lee", "Lee")


@pytest.mark.parametrize(
    "template",
    [
        pytest.param("* {names}: [{title}](https://a.org/{number}). FMCAD'1{digit}", id="before a link"),
        pytest.param("* [{names} (201{digit}) {title}](https://a.org/{number})", id="on the link, before the year"),
        pytest.param("* {names}. 201{digit}. *{title}.* Foo Press", id="before the year and an italic title"),
    ],
)
def test_family_names_alone_before_the_title(template: str) -> None:
    lines = [
        template.format(title=title, number=number, names=ALONE[number % 6], digit=number % 5)
        for number, title in enumerate(TITLES)
    ]
    assert [(each["title"], each["authors"], each["date"]) for each in read_objects("\n".join(lines))] == [
        (title, [*names_of(ALONE[number % 6]).names], f"201{number % 5}") for number, title in enumerate(TITLES)
    ]


@pytest.mark.parametrize("behind", [". *ACL, 2014.*", ". *2014.*", ". Journal of Hills, 2014"])
def test_family_names_alone_between_the_title_and_the_venue(behind: str) -> None:
    names = ("Lee et al", "Chen & Diaz", "Grant, Fox, Solar", "Lee et al", "Ito & Roe", "Chen, Moss, Grant, Doe")
    lines = [f"* [{title}](https://a.org/{n}) - {names[n]}{behind}" for n, title in enumerate(TITLES[:6])]
    found = [each["authors"] for each in read_objects("\n".join(lines))]
    assert (found[2], found[5]) == (["Grant", "Fox", "Solar"], ["Chen", "Moss", "Grant", "Doe"])


def test_a_word_before_the_colon_of_a_title_is_no_name() -> None:
    heads = "Flamingo Lynx Orca Heron Badger Otter Crane Finch Beaver Magpie Raven Osprey".split()
    lines = [f"* {heads[number]}: {title} [[pdf](https://a.org/{number})]" for number, title in enumerate(TITLES)]
    assert [(each["title"], each["authors"]) for each in read_objects("\n".join(lines))] == [
        (f"{heads[number]}: {title}", []) for number, title in enumerate(TITLES)
    ]


@pytest.mark.parametrize(
    "template",
    [
        pytest.param('{n}. {name}, Roe Fay "{title}" 2015 [link](https://a.org/{n}.pdf).', id="several names"),
        pytest.param("{n}. {name}, '{title}' [link](https://a.org/{n}.pdf)", id="a name and a comma"),
        pytest.param("{n}. {name}, ‘{title}’, [link](https://a.org/{n}.pdf)", id="typographic marks"),
    ],
)
def test_quotation_marks_set_titles_off_from_the_names_right_before_them(template: str) -> None:
    titles = [*TITLES, "Small Rivers", "What ‘old maps’ show of rivers"]
    lines = [template.format(n=n, name=f"Ann {chr(65 + n)}oster", title=title) for n, title in enumerate(titles)]
    found = read_objects("\n".join(lines))
    assert [each["title"] for each in found] == titles
    rest = ["Roe Fay"] * ("Roe Fay" in template)
    assert [each["authors"] for each in found] == [[f"Ann {chr(65 + n)}oster", *rest] for n in range(len(titles))]


def test_titles_in_single_quotation_marks() -> None:
    titles = ("It's Time to Ask: Who Draws?", *TITLES)
    lines = [f"* {NAMES[number % 5]} et al. (2019) '{each}', ICML." for number, each in enumerate(titles)]
    assert [(each["title"], each["venue"]) for each in read_objects("\n".join(lines))] == [
        (each, "ICML") for each in titles
    ]


@pytest.mark.parametrize("mark", ["◼️", "▪", "🔹", "🔥"])
def test_a_mark_behind_titles(mark: str) -> None:
    assert [title for title, *_ in parts_of(f"* [[Link](https://a.org/{{number}})] {{title}} {mark}")] == list(TITLES)


METHODS = ("FooNet", "BarGPT", "QuxQA", "Few Shots", "Foo-VL", "ZipBERT", "QRS-8K", "MixMap", "LoopX", "Graph Ordering")
TEAMS = (
    *("Foo", "UC Berkeley", "Bar Labs", "QRS", "Qux", "Foo AI", "MIT", "Foo, Bar", "UT Austin", "Zip", "Google"),
    "Mip",
)


@pytest.mark.parametrize(
    "template",
    [
        pytest.param('* **{name}:** "{title}" ([Paper](https://a.org/{n}.pdf)) - *(May 2019)*', id="a name in bold"),
        pytest.param("* [{yymm}] [{name}] [{title}](https://arxiv.org/abs/{yymm}.00001)", id="a name in brackets"),
        pytest.param(
            "- **{name}** **[{team}]** {title} · Foo [[paper](https://a.org/{n}.pdf)]", id="a team in brackets"
        ),
    ],
)
def test_what_is_set_off_names_authors_only_where_it_does_in_most_entries(template: str) -> None:
    lines = (
        template.format(title=title, name=METHODS[n % 10], team=TEAMS[n], n=n, yymm=1901 + n)
        for n, title in enumerate(TITLES)
    )
    found = read_objects("# Papers\n\n" + "\n".join(lines) + "\n")
    assert [(each["title"], each["authors"]) for each in found] == [(title, []) for title in TITLES]


TOPICS = ("Deep Networks", "Noisy Rooms", "Simple Controllers", "Large Graphs", "Foo University")


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        pytest.param("- {title} · {topic} [[pdf](https://a.org/{number})]", (), id="topics behind the title"),
        pytest.param(
            "- [{title}](https://a.org/{number}). *{first} and {second}*. ({topic})",
            ("first", "second"),
            id="names, and topics behind them",
        ),
        pytest.param(
            "- [{title}](https://a.org/{number}) - {first}{others} ({year}).", ("first",), id="one name and a year"
        ),
        pytest.param(
            "- {inverted}. [{title}](https://a.org/{number}), VIS, {year}.", ("first", "second"), id="two names"
        ),
    ],
)
def test_words_of_the_titles_are_nobody_s_names(template: str, expected: tuple[str, ...]) -> None:
    lines, names = [], []
    for number, title in enumerate(TITLES):
        people = {"first": NAMES[number % 5], "second": NAMES[(number + 2) % 5], "others": " et al" * (number % 3 > 0)}
        given, family = people["first"].split()
        values = {"topic": TOPICS[number % 5], "inverted": f"{family}, {given}, and {people['second']}", **people}
        lines.append(template.format(title=title, number=number, year=2011 + number, **values))
        names.append([people[each] for each in expected])
    listing = read(parse(Text("list.md", "# Papers\n\n" + "\n".join(lines) + "\n")))
    found = [entry_object(listing, entry) for entry in listing.entries]
    assert [(each["title"], each["authors"]) for each in found] == list(zip(TITLES, names, strict=True))


@pytest.mark.parametrize(
    "template",
    [
        pytest.param(
            "- [VIS'15] [[**{short}**](https://a.org/{number})] {title} [[code](https://b.org/{number})]", id="tag"
        ),
        pytest.param(
            "- **[{title}]** {first}, {second}. VIS, {year}. [[pdf](https://a.org/{number})]", id="bold brackets"
        ),
        pytest.param(
            "- {title} [[pdf](https://a.org/{number})] [[ann/{short}](https://github.com/ann/{number})]", id="a"
        ),
        pytest.param("- **{short}**: [{title}](https://a.org/{number})", id="a name in bold"),
        pytest.param("- {year} - {short} - [{title}](https://a.org/{number})", id="a year and a name"),
        pytest.param("- {short} :star:: [{title}](https://a.org/{number}) (ICML {year})", id="a name and a star"),
        pytest.param("- [{title}](https://a.org/{number})\n  {short}{year}", id="a key in the next line"),
        pytest.param("- [[{short}]](https://a.org/{number}) {title}, VIS {year}", id="brackets within the link"),
    ],
)
def test_a_name_before_the_title_is_no_part_of_it(template: str) -> None:
    shorts = ("FooNet", "BarGAN", "QuxNet", "ZapBERT")
    lines = [
        template.format(
            title=title, short=shorts[number % 4], number=number, year=2015, first=NAMES[number % 5], second="Al Bo"
        )
        for number, title in enumerate(TITLES)
    ]
    listing = read(parse(Text("list.md", "# Papers\n\n" + "\n".join(lines) + "\n")))
    assert [each.title.value if each.title else None for each in listing.entries] == list(TITLES)


@pytest.mark.parametrize(
    ("label", "date"),
    [
        pytest.param("发表时间: {}-01-14", "{}-01-14", id="Chinese"),
        pytest.param("发表时间：{}-01-14", "{}-01-14", id="a wide colon"),
        pytest.param("|**Time:{}**|", "{}", id="bold, without a space"),
        pytest.param("| Published: {}-01-14", "{}-01-14", id="one word"),
        pytest.param("(Publication date: {}-01-14)", "{}-01-14", id="two words"),
    ],
)
def test_what_is_before_a_colon_says_what_follows(label: str, date: str) -> None:
    found = parts_of("* [{title}](https://arxiv.org/abs/2001.000{number:02}) " + label.format("{year}"))
    dates = [date.format(2015 + number % 5) for number in range(len(TITLES))]
    assert found == [(title, [], None, each) for title, each in zip(TITLES, dates, strict=True)]


def test_names_behind_colons_in_links() -> None:
    found = parts_of("* [{title}: {first}, Roe K. Poe](https://example.org/{number})")
    names = [[NAMES[number % 5], "Roe K. Poe"] for number in range(len(TITLES))]
    assert found == [(title, both, None, None) for title, both in zip(TITLES, names, strict=True)]


def test_short_years_behind_the_names() -> None:
    found = parts_of("* [{title}](https://example.org/{number}). Doe J, Roe R. '{number:02}.")
    years = [f"20{number:02}" for number in range(len(TITLES))]
    assert found == [(title, ["J Doe", "R Roe"], None, year) for title, year in zip(TITLES, years, strict=True)]


FORMS = [
    pytest.param("({}, 2024)", "202104 arXiv", "arXiv", "2021-04", id="year and month in front"),
    pytest.param("({}, 2024)", "arXiv'21.06", "arXiv", "2021-06", id="a short year and month"),
    pytest.param("| {} 2024 |", "arxiv2020.07", "arxiv", "2020-07", id="a glued year and month"),
    pytest.param("| {} 2024 |", "arXiv Jan 2026", "arXiv", "2026-01", id="a month in words"),
    pytest.param("| {} 2024 |", "arXiv23", "arXiv", "2023", id="a glued year"),
    pytest.param("({}'2024)", "Sensors'2023", "Sensors", "2023", id="an apostrophe before a long year"),
    pytest.param("[{}'2024]", "DM&CP'2016", "DM&CP", "2016", id="an apostrophe behind two names"),
    pytest.param("[{} 24]", "Applied Intelligence 20", "Applied Intelligence", "2020", id="a short year"),
    pytest.param("[{} 24]", "6GSEC 21", "6GSEC", "2021", id="a digit in front"),
    pytest.param("`{}(2024)`", "Information Systems(2021)", "Information Systems", "2021", id="a year in code"),
    pytest.param("({} 2024)", "19'ICML", "ICML", "2019", id="a short year in front"),
    pytest.param("[2024{}]", "2019QRST", "QRST", "2019", id="a year glued in front"),
    pytest.param("({}, 2024)", "preprint; Journal of Foos, 2020", "Journal of Foos", "2020", id="behind a preprint"),
]


@pytest.mark.parametrize(("siblings", "written", "venue", "date"), FORMS)
def test_forms_of_venues_and_dates(siblings: str, written: str, venue: str, date: str) -> None:
    slots = [siblings.format(("ICML", "KDD", "CVPR")[number % 3]) for number in range(len(TITLES) - 1)]
    opening, closing = siblings[0], siblings[-1]
    own = written if written.startswith(opening) else f"{opening}{written}{closing}"
    lines = (
        f"| [{title}](https://arxiv.org/abs/2001.000{number:02}) {slot}"
        if opening == "|"
        else f"- {title} {slot} [[paper](https://arxiv.org/abs/2001.000{number:02})]"
        for number, (title, slot) in enumerate(zip(TITLES, [*slots, own], strict=True))
    )
    head = "| Title | Venue |\n| --- | --- |\n" if opening == "|" else ""
    listing = read(parse(Text("list.md", f"# Papers\n\n{head}" + "\n".join(lines) + "\n")))
    found = [entry_object(listing, entry) for entry in listing.entries]
    assert [each["title"] for each in found] == list(TITLES)
    assert (found[0]["venue"], found[-1]["venue"], found[-1]["date"]) == (found[0]["venue"], venue, date)


def test_an_archive_of_the_line_comes_before_that_of_the_heading() -> None:
    items = "".join(f"* {title}. arXiv 2208.0000{n}. [pdf](https://a.org/{n})\n" for n, title in enumerate(TITLES[:9]))
    listing = read(parse(Text("list.md", f"# Papers\n\n## ArXiv and Workshops\n\n{items}")))
    assert {entry_object(listing, entry)["venue"] for entry in listing.entries} == {"arXiv"}


@pytest.mark.parametrize("target", ["#", ".", "-"])
def test_a_link_to_nothing_is_no_code(target: str) -> None:
    listing = read(
        parse(Text("list.md", f"* {TITLES[0]}. [[pdf](https://arxiv.org/abs/2001.00001)] [[code]({target})]\n"))
    )
    assert [entry_object(listing, entry)["code"] for entry in listing.entries] == [None]


def test_a_title_behind_its_venue_has_the_links_below() -> None:
    template = (
        "**VIS {year}** {title}\n\nArxiv: <https://arxiv.org/abs/2101.0{number:04}> Code: <https://b.org/{number}>\n"
    )
    assert [title for title, *_ in parts_of(template)] == list(TITLES)


def test_entries_are_read_alike_each_time() -> None:
    """Whatever the order of sets is in a process."""
    template = "* {title}. {first}, {second}. {venue}, {year}. [[pdf](https://a.org/{number})]"
    code = f"import json; from tests.listing.test_siblings import parts_of; print(json.dumps(parts_of({template!r})))"
    top = Path(__file__).parents[2]
    for seed in ("1", "2"):
        environ = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", code], cwd=top, env=environ, capture_output=True, check=True)
        assert json.loads(done.stdout) == json.loads(json.dumps(parts_of(template)))


@pytest.mark.parametrize(("repeated", "is_part"), [(4, False), (0, True)])
def test_names_before_colons_are_no_part_of_titles_where_titles_begin_with_them_again(
    repeated: int, is_part: bool
) -> None:
    titles = {f"Foo{n}Net": f"Foo{n}Net {title}" if n < repeated else title for n, title in enumerate(TITLES)}
    items = [f"- {name}: **{title}**. [[pdf]](https://a.org/{name}.pdf)\n" for name, title in titles.items()]
    expected = [f"{name}: {title}" if is_part else title for name, title in titles.items()]
    assert [each["title"] for each in read_objects("# Maps\n\n" + "".join(items))] == expected


@pytest.mark.parametrize(("repeated", "is_name"), [(4, False), (0, True)])
def test_titles_in_brackets_behind_their_names(repeated: int, is_name: bool) -> None:
    titles = {f"Foo{n}Net": f"Foo{n}Net: {title}" if n < repeated else title for n, title in enumerate(TITLES)}
    items = [
        f"- **{name}** ({title}) [[paper](https://a.org/{name}.pdf)] (ICML 2020)\n" for name, title in titles.items()
    ]
    found = [(each["title"], each["date"]) for each in read_objects("# Maps\n\n" + "".join(items))]
    assert found == [(name if is_name else title, "2020") for name, title in titles.items()]


FRAMES = [
    pytest.param("- [({year}) {title}](https://example.org/{number}.pdf)", id="a year in brackets before the title"),
    pytest.param("- [(ICML {year}) {title}](https://example.org/{number}.pdf)", id="a venue in brackets before it"),
    pytest.param("- {title} ICML {year} [pdf](https://example.org/{number}.pdf)", id="a venue directly behind it"),
    pytest.param("- **{title}** **ICML {year}** [pdf](https://example.org/{number}.pdf)", id="a venue in bold too"),
    pytest.param(
        '- A. Lee, B. Chen "{title}" In ICML, {year} [pdf](https://e.org/{number})', id="names without a sign"
    ),
    pytest.param('- **ICML {year}** "{title}" Ann Lee et al. [pdf](https://e.org/{number})', id="names behind"),
    pytest.param("- {title}\n  - Wei Zhang, Jun Li, ICML {year} [pdf](https://e.org/{number})", id="two names nested"),
    pytest.param("- *{title}*\n  - (Wei Zhang, Jun Li) {year}, [pdf](https://e.org/{number})", id="a title in italics"),
    pytest.param("- [{title}](https://e.org/{number}.pdf): *Wei Zhang, Jun Li*, {year}", id="names behind a colon"),
    pytest.param("- {year}: {title} `maps` \n  [pdf](https://example.org/{number}.pdf)", id="a tag behind the title"),
]


@pytest.mark.parametrize("template", FRAMES)
def test_what_is_around_a_title_is_no_part_of_it(template: str) -> None:
    found = [(title, date) for title, _, _, date in parts_of(template)]
    assert found == [(title, str(2015 + number % 5)) for number, title in enumerate(TITLES)]


def test_family_names_first_are_those_of_people_behind_by_and_before_what_is_no_name() -> None:
    by = ("by Doe, Jane and Roe, Ann, ", "Doe, Jane and Roe, Ann and 3Köhl, Bo. ")
    items = [f"- **{title}**, {by[0]}*in Maps*, 2019, [[URL]](https://a.org/{n})\n" for n, title in enumerate(TITLES)]
    found = read_objects("# Maps\n\n" + "".join(items))
    assert [each["authors"] for each in found] == [["Jane Doe", "Ann Roe"]] * len(TITLES)
    assert [each.group() for each in find_lists(by[1])] == ["Doe, Jane and Roe, Ann"]


def test_a_line_may_end_behind_the_first_word_of_a_title() -> None:
    by = "Doe, J., Roe, A. B., and Poe, E."
    items = [f"- {by} {title}. In *VIS*, 2019.\n" for title in TITLES]
    found = read_objects("# Maps\n\n" + "".join(items[2:]) + items[1].replace("Planning ", "Planning\n"))
    assert (found[-1]["title"], found[-1]["authors"]) == (TITLES[1], ["J. Doe", "A. B. Roe", "E. Poe"])


def test_what_is_behind_by_is_no_venue() -> None:
    titles = [*TITLES, "Standard River Localization in Images by Radial Component"]
    rows = [f"| {title} [[ISBI 2014]](https://a.org/{n}.pdf) | - |\n" for n, title in enumerate(titles)]
    found = read_objects("# Maps\n\n| Papers | Notes |\n|--|--|\n" + "".join(rows))
    assert [(each["title"], each["venue"]) for each in found] == [(title, "ISBI") for title in titles]


def test_a_column_of_notes_names_no_authors() -> None:
    notes = ("Sliding Window, Haar Features, Map Search", "Map Search, Transfer Learning", "Eye Tracking, Heat Map")
    rows = "".join(
        f"| {title} [[MAPS 2018]](https://a.org/{n}.pdf) | {notes[n % 3]} |\n" for n, title in enumerate(TITLES)
    )
    found = read_objects(f"# Maps\n\n| Papers & Code | Notes |\n|--|--|\n{rows}")
    assert [(each["title"], each["authors"]) for each in found] == [(title, []) for title in TITLES]


def test_a_column_of_titles_names_no_authors() -> None:
    surveys = [
        "Fields for Rivers: A Survey of Tasks, Datasets, Models, and Challenges",
        "A Survey on Rain: Datasets, Metrics, Models and Challenges",
    ]
    others = [
        "A Comprehensive Survey of Rivers",
        "Large Models Meet Small Ones: A Survey",
        "Rivers in Law: A Survey",
        "Law in Rivers: A Survey",
    ]
    rows = "".join(
        f"| {title} | 2025 | arXiv | https://arxiv.org/abs/2001.000{n:02} | - |\n"
        for n, title in enumerate([*surveys, *others])
    )
    head = "| Title | Year | Venue | Link | Tasks |\n| --- | --- | --- | --- | --- |\n"
    listing = read(parse(Text("list.md", f"# Papers\n\n{head}{rows}")))
    assert [each.title.value if each.title else None for each in listing.entries] == [*surveys, *others]
    assert [each.authors for each in listing.entries] == [()] * 6


def test_short_names_before_titles_are_no_venues_because_one_is() -> None:
    names = ["KDD" if n == 7 else f"LA{chr(65 + n)}{chr(90 - n)}" for n in range(24)]
    ends = ("NIPS 2020", "2020", "2019", "ICML 2019")
    found = read_objects(
        "".join(
            f"* [{names[n]}] <[{title}](https://arxiv.org/abs/2001.000{n:02})> "
            f"by Ann L{chr(97 + n)}e, Bo C{chr(97 + n)}n, {ends[n % 4]}.\n"
            for n, title in enumerate(TITLES * 2)
        )
    )
    assert [each["venue"] for each in found] == ["NIPS", None, None, "ICML"] * 6


def test_short_names_in_bold_are_no_titles_above_published_ones() -> None:
    found = read_objects(
        "# Papers\n\n"
        + "".join(
            f"* **R{chr(65 + n)}Net** [[Paper](https://arxiv.org/abs/2001.000{n:02})][[Code](https://a.org/{n})] @Lab\n"
            f"  <br/> {title} (ICCV 2021)\n\n"
            for n, title in enumerate(TITLES)
        )
    )
    assert [(each["title"], each["venue"]) for each in found] == [(title, "ICCV") for title in TITLES]


def test_remarks_in_one_place_are_no_venues_because_a_few_are() -> None:
    remarks = ["flow matching", "LORA", "a codec in two parts", "Watermarking", "*CVPR*", "speech from noisy rooms"]
    items = "".join(
        f"* **{title}** [[paper](https://arxiv.org/abs/2001.000{n:02})] *{remarks[n % 6] if n != 10 else 'KDD'}*\n"
        for n, title in enumerate(TITLES * 2)
    ).replace("**CVPR**", "*a longer remark on what it is for*")
    listing = read(parse(Text("list.md", f"# Papers\n\n{items}")))
    found = [entry_object(listing, entry)["venue"] for entry in listing.entries]
    assert found == [*[None] * 10, "KDD", *[None] * 13]


@pytest.mark.parametrize("sign", ["-", "_"])
def test_a_venue_may_be_glued_between_a_short_year_and_the_title(sign: str) -> None:
    venues = [("NSDI", "OSDI", "QRST")[n % 3] for n in range(len(TITLES))]
    items = "".join(
        f"- {16 + n % 8}{sign}{venue}{sign}{title}\n"
        for n, (venue, title) in enumerate(zip(venues, TITLES, strict=True))
    )
    listing = read(parse(Text("list.md", f"# Papers\n\n## Selected Readings\n\n{items}")))
    found = [entry_object(listing, entry) for entry in listing.entries]
    assert [(each["title"], each["venue"], each["date"]) for each in found] == [
        (title, venue, f"20{16 + n % 8}") for n, (venue, title) in enumerate(zip(venues, TITLES, strict=True))
    ]


@pytest.mark.parametrize(
    "rest",
    [
        pytest.param(" It works. [link](https://a.org/{n})\n", id="notes behind"),
        pytest.param("\n\nIt works, as {authors} say.\n\n- So it does.\n", id="notes below"),
    ],
)
def test_references_in_bold_are_entries(rest: str) -> None:
    text = write_list("**Lee, A. & Chen, B. (2019). {title}. *Minds*, {n}(2).**" + rest)
    listing = read(parse(Text("list.md", "Read this first.\n\n" + text)))
    found = [entry_object(listing, entry) for entry in listing.entries]
    assert [(each["kind"], each["title"]) for each in found] == [("paper", title) for title in TITLES]
    assert [(each["authors"], each["date"]) for each in found] == [(["A. Lee", "B. Chen"], "2019")] * len(TITLES)


@pytest.mark.parametrize("template", ["[[{year}-{venue}]](https://a.org/{n}) **{title}**", "{year}-{venue}: {title}"])
def test_a_dash_may_join_a_year_and_its_venue(template: str) -> None:
    venues = [("NeurIPS", "ICCV", "ECCV", "QRST")[n % 4] for n in range(len(TITLES))]
    items = "".join(
        f"- {template.format(year=2015 + n, venue=venue, title=title, n=n)} [pdf](https://arxiv.org/abs/2001.000{n:02})\n"
        for n, (venue, title) in enumerate(zip(venues, TITLES, strict=True))
    )
    found = read_objects(f"# Papers\n\n{items}")
    assert [(each["title"], each["venue"], each["date"]) for each in found] == [
        (title, venue, f"{2015 + n}") for n, (venue, title) in enumerate(zip(venues, TITLES, strict=True))
    ]


@pytest.mark.parametrize(
    ("heading", "venue"),
    [
        ("IJCAI-2026", "IJCAI"),
        ("[KDD 2024](#contents)", "KDD"),
        ("International Conference on Foos 2024", "International Conference on Foos"),
        ("Symposium on Security (S&P)", "Symposium on Security (S&P)"),
        ("Journal Club", None),
        ("Survey/Review", None),
        ("Reviewing the top 25 papers of International Conference on Computer Vision 2019", None),
        ("Papers from the Offline workshop NeurIPS 2021", None),
    ],
)
def test_headings_that_name_venues(heading: str, venue: str | None) -> None:
    items = "".join(f"- [{title}](https://arxiv.org/abs/2001.000{n:02})\n" for n, title in enumerate(TITLES))
    assert {each["venue"] for each in read_objects(f"# Papers\n\n## {heading}\n\n{items}")} == {venue}


def test_names_behind_the_commas_of_links_are_authors_where_most_words_there_are() -> None:
    names = ("Ann Lee", "B. K. Chen", "Cara Diaz")
    items = "".join(
        f"[{title}, {names[n % 3]}, {names[(n + 1) % 3]}, KDD {2010 + n}](https://a.org/{n}.pdf)\n\n"
        for n, title in enumerate(TITLES)
    )
    found = read_objects(f"# Papers\n\n{items}")
    assert [(each["title"], each["authors"], each["date"]) for each in found] == [
        (title, [names[n % 3], names[(n + 1) % 3]], f"{2010 + n}") for n, title in enumerate(TITLES)
    ]


def test_a_journal_without_any_mark_is_what_siblings_have_behind_the_year() -> None:
    venues = ("Nat Rev Neurosci", "Nature", "Science", "Neuron", "Physiol Rev")
    items = "".join(
        f"- [{title}](https://a.org/{n}), Lee A & Chen BK, {2010 + n}, {venues[n % 5]}\n"
        for n, title in enumerate(TITLES)
    )
    found = read_objects(f"# Recommended Reading\n\n{items}")
    assert [(each["authors"], each["venue"]) for each in found] == [
        (["A Lee", "BK Chen"], venues[n % 5]) for n in range(len(TITLES))
    ]


def test_the_name_of_a_journal_goes_on_behind_the_word_that_names_another() -> None:
    venues = ("Nature Genetics", "Science Translational Medicine", "Cell Reports Medicine", "Nature")
    items = "".join(f"* **{2010 + n} {venues[n % 4]}** - {title}\n" for n, title in enumerate(TITLES))
    found = read_objects(f"# Representative Publications\n\n{items}")
    assert [(each["title"], each["venue"]) for each in found] == [
        (title, venues[n % 4]) for n, title in enumerate(TITLES)
    ]


@pytest.mark.parametrize(
    ("template", "venue"),
    [
        pytest.param("* [{title} at QRST {year}](https://a.org/{number})", "QRST", id="a venue behind at, on the link"),
        pytest.param("* {title} at QRST {year} [[pdf]](https://a.org/{number})", "QRST", id="a venue behind at"),
        pytest.param("* {title} {year} [[pdf]](https://a.org/{number})", None, id="a year"),
        pytest.param("* [{title} - FooConf {year}](https://a.org/{number})", "FooConf", id="a venue behind a dash"),
    ],
)
@pytest.mark.parametrize("count", [6, len(TITLES)])
def test_what_all_entries_have_behind_the_title_is_no_part_of_it(template: str, venue: str | None, count: int) -> None:
    found = parts_of(template, TITLES[:count])
    assert [(title, date) for title, _, _, date in found] == [
        (title, str(2015 + number % 5)) for number, title in enumerate(TITLES[:count])
    ]
    assert {str(each).split(" 20")[0] for _, _, each, _ in found} == {str(venue)}


@pytest.mark.parametrize(
    "template",
    [
        pytest.param("* {authors}. (2019). {title}. *Machine Minds*, 3(2).", id="journal in italics"),
        pytest.param("* {authors}. 2019. {title}. Journal of Minds.", id="no marks"),
    ],
)
def test_a_few_references_that_are_written_alike_are_enough(template: str) -> None:
    assert read_titles(write_list(template, titles=TITLES[:4])) == list(TITLES[:4])


@pytest.mark.parametrize(
    ("closing", "venue", "date"),
    [
        ("(NSDI'20)", "NSDI", "2020"),
        ("(2005)", None, "2005"),
        ("(Quux, 2018.03)", None, "2018-03"),
        ("[KDD]", "KDD", None),
    ],
)
def test_brackets_that_end_a_link_say_when_and_where(closing: str, venue: str | None, date: str | None) -> None:
    items = "".join(f"- (Topic) [{title} {closing}](https://a.org/{n}.pdf)\n" for n, title in enumerate(TITLES))
    found = read_objects(f"# Papers\n\n{items}")
    assert [(each["title"], each["venue"], each["date"]) for each in found] == [
        (title, venue, date) for title in TITLES
    ]


def test_references_that_only_link_themselves_are_entries() -> None:
    items = "".join(
        f"* <a id='key{n}' href='#key{n}'>A. B. Lee, C. Diaz, *{title}*, ICST {2010 + n}.</a>\n"
        for n, title in enumerate(TITLES)
    )
    found = read_objects(f"# Publications\n\n{items}")
    assert [(each["kind"], each["title"], each["authors"]) for each in found] == [
        ("paper", title, ["A. B. Lee", "C. Diaz"]) for title in TITLES
    ]


def test_a_sentence_beside_names_is_nobody_s_name() -> None:
    notes = ("一种在小模型上进行规划的方法", "即Step Planning更有利于训练", "讨论Small Worlds是如何帮助规划的")
    lines = (
        f"+ [{title}](https://a.org/{number}.pdf) | {notes[number % 3]} | {NAMES[number % 5]} et al,2016"
        for number, title in enumerate(TITLES)
    )
    found = read_objects("# Papers\n\n" + "\n".join(lines) + "\n")
    assert [each["authors"] for each in found] == [[NAMES[number % 5]] for number in range(len(TITLES))]


def test_a_link_on_a_whole_reference_sets_off_none_of_its_fields() -> None:
    text = write_list("* [Lee, A. & Chen, B. (2019). {title}. *Journal of Minds*, {n}(2).](https://a.org/{n})")
    listing = read(parse(Text("list.md", text)))
    found = [entry_object(listing, entry) for entry in listing.entries]
    assert [(each["title"], each["date"], each["kind"]) for each in found] == [(t, "2019", "paper") for t in TITLES]


@pytest.mark.parametrize("name", ["OptimusKG", "Quux"])
def test_nested_labels_belong_to_the_name_above(name: str) -> None:
    item = (
        f"- **{name} (arXiv 2026)**\n  - Lee, Ann, Bo Chen & Cara Diaz.\n  - [[Paper]](https://arxiv.org/pdf/2601.00001)\n"
        "  - [[Dataset Download]](https://a.org/data)\n  - [[Construction Code]](https://github.com/a/b)\n"
    )
    assert [
        (each["title"], each["date"], each["identifiers"], each["code"]) for each in read_objects(f"# Graphs\n\n{item}")
    ] == [(name, "2026", ["arxiv:2601.00001"], "https://github.com/a/b")]


def test_a_column_headed_venue_has_venues_in_small_letters() -> None:
    venues = ("ndss", "ccs", "sp", "quux")
    rows = "".join(
        f"{n} | {2000 + n} | {venues[n % 4]} | {title}. | Ann Lee, Bo K. Chen | [paper](https://a.org/{n}.pdf)\n"
        for n, title in enumerate(TITLES)
    )
    head = "&#35; | year | venue | title | authors | links\n---|---|---|---|---|---\n"
    assert [each["venue"] for each in read_objects(f"# Papers\n\n{head}{rows}")] == [venues[n % 4] for n in range(12)]


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        pytest.param(("arXiv", "arXiv", "arXiv"), [None, None, None], id="only a server of preprints"),
        pytest.param(("arXiv", "CVPR", "arXiv"), ["arXiv", "CVPR", "arXiv"], id="where others have a venue"),
        pytest.param(("arXiv", "Demo page", "bioRxiv"), [None, None, None], id="other links name no venue"),
        pytest.param(("bioRxiv preprint", "arXiv", "arXiv"), [None, None, None], id="with the word for it"),
        pytest.param(("arXiv 2024.01", "arXiv", "arXiv"), ["arXiv", None, None], id="one with its date"),
    ],
)
def test_labels_of_links_are_venues_where_they_name_some(labels: tuple[str, ...], expected: list[str | None]) -> None:
    lines = "".join(
        f"- **{title}**\n  - Authors: {NAMES[n % 5]}, {NAMES[(n + 1) % 5]}\n"
        f"  - Links: [{labels[n % 3]}](https://arxiv.org/abs/2401.{n:05}) | [PDF](https://arxiv.org/pdf/2401.{n:05})\n"
        for n, title in enumerate(TITLES)
    )
    assert [each["venue"] for each in read_objects(f"# Papers\n\n{lines}")] == expected * 4


@pytest.mark.parametrize(
    ("other", "expected"),
    [pytest.param("Other", None, id="beside other headings"), pytest.param("ICLR 2024", "arXiv", id="beside venues")],
)
def test_a_heading_that_names_a_server_of_preprints(other: str, expected: str | None) -> None:
    first, second = (
        "".join(f"- [{title}](https://arxiv.org/abs/2401.{n:05})\n" for n, title in enumerate(titles, start))
        for titles, start in ((TITLES[:6], 1), (TITLES[6:], 7))
    )
    found = read_objects(f"# Papers\n\n## arXiv\n\n{first}\n## {other}\n\n{second}")
    assert {each["venue"] for each in found[:6]} == {expected}


@pytest.mark.parametrize(
    ("written", "venue"),
    [
        pytest.param("In Proceedings of CHI 2016", "CHI", id="a known one"),
        pytest.param("In the proceedings of the QXPS 2016", "QXPS", id="an unknown one"),
        pytest.param("Proceedings of the IRE 2016", "Proceedings of the IRE", id="a journal"),
        pytest.param("arXiv preprint arXiv:1601.00001 (2016)", "arXiv preprint", id="a preprint"),
        pytest.param("Quxley reviews 41 (2016)", "Quxley reviews", id="its volume"),
        pytest.param("The Lancet 41 (2016)", "The Lancet", id="the volume of a known one"),
    ],
)
def test_what_is_around_the_name_of_a_venue(written: str, venue: str) -> None:
    lines = "".join(
        f'- {NAMES[n % 5]}, {NAMES[(n + 1) % 5]}. "{title}." {written}.\n' for n, title in enumerate(TITLES)
    )
    assert {each["venue"] for each in read_objects(f"# Papers\n\n{lines}")} == {venue}


def test_a_decade_stays_in_a_title() -> None:
    titles = tuple(f"{title} in the 2020s" if n % 3 == 0 else title for n, title in enumerate(TITLES))
    found = parts_of("- [{title}](https://a.example/{number}) {first}, {second}", titles)
    assert [each[0] for each in found] == list(titles)


def test_a_venue_that_looks_like_a_name_has_its_date_behind_it() -> None:
    names = ("River Protocols", "Kettle Systems", "Bridge Methods")
    venues = [names[n // 4] if n % 4 == 3 else ("NeurIPS", "ICLR", "bioRxiv")[n % 4] for n in range(len(TITLES))]
    lines = "".join(
        f"- [**M{n}**] {title} (*{venues[n]}* {'2022.08' if n % 4 == 3 else '2022.10'}) [[Paper](https://a.example/{n})]\n"
        for n, title in enumerate(TITLES)
    )
    found = read_objects(f"# Papers\n\n{lines}")
    assert [(each["authors"], each["venue"]) for each in found] == [([], each) for each in venues]


def test_several_words_and_a_year_in_bold_brackets_are_a_venue_as_they_are_beside_them() -> None:
    venues = [("ICML", "KDD", "CVPR")[n % 3] for n in range(len(TITLES))]
    venues[4] = "The Quxley Health Data Science"
    lines = "".join(
        f"- **[{venues[n]}, 2024]** {title} [[paper]](https://a.org/{n})\n" for n, title in enumerate(TITLES)
    )
    found = [(each["title"], each["venue"], each["date"]) for each in read_objects(f"# Papers\n\n{lines}")]
    assert found == [(title, venue, "2024") for title, venue in zip(TITLES, venues, strict=True)]


def test_an_item_without_words_has_no_fields() -> None:
    text = write_list("- {title} [[arXiv](https://arxiv.org/abs/2001.001{number})]") + "- ...\n"
    assert read_titles(text) == [*TITLES, None]


def test_several_words_before_a_title_in_bold_only_lead_up_to_it() -> None:
    leads = ("The first study of what they do", "A good summary of many of these", "One of the most read papers here")
    items = (f"- {leads[n % 3]}: **{title}** (Lee et al. {2001 + n}).\n" for n, title in enumerate(TITLES))
    assert read_titles("# Papers\n\n" + "".join(items)) == list(TITLES)


@pytest.mark.parametrize(
    "template",
    [
        "* {title} (*{body}*) [[paper](https://a.org/{n}.pdf)]",
        "* **{title}** <br> Team: {body}. [[pdf](https://a.org/{n})]",
    ],
)
def test_institutions_behind_titles_are_no_authors(template: str) -> None:
    bodies = ("Foo University", "University of Bar", "Baz Research", "Qux Institute")
    items = (template.format(title=title, body=bodies[n % 4], n=n) + "\n" for n, title in enumerate(TITLES))
    assert [each["authors"] for each in read_objects("# Papers\n\n" + "".join(items))] == [[] for _ in TITLES]


def test_what_is_hidden_behind_a_title_in_italics_is_no_part_of_it() -> None:
    words = "We ask what they need, and how long they need it. We show that few of them need much. " * 4
    rows = (
        f"| *{title}*<span>{words}</span> | Ann Lee, Bo Chen | [link](https://a.org/{n}) | {2001 + n} |\n"
        for n, title in enumerate(TITLES)
    )
    found = read_objects("# Papers\n\n| Title | Authors | Link | Year |\n|--|--|--|--|\n" + "".join(rows))
    assert [each["title"] for each in found] == list(TITLES)


@pytest.mark.parametrize(
    "labels",
    [("Authors: ", "Venue: ", "Date: "), ("**Authors:** ", "**Published in:** ", "**Year**: ")],
    ids=["plain", "bold"],
)
@pytest.mark.parametrize("lead", ["  \n  ", "\n  - "], ids=["lines", "items"])
def test_labels_announce_fields_as_words_over_a_column_do(lead: str, labels: tuple[str, str, str]) -> None:
    venues = ("Kettle", "MobiRiver", "Bridge & Tunnel Letters")
    lines = "".join(
        f"- [{title}](https://a.example/{n}){lead}{labels[0]}{NAMES[n % 5]}{lead}{labels[1]}{venues[n % 3]}"
        f"{lead}{labels[2]}{2010 + n}\n"
        for n, title in enumerate(TITLES)
    )
    found = [(each["authors"], each["venue"], each["date"]) for each in read_objects(f"# Papers\n\n{lines}")]
    assert found == [([NAMES[n % 5]], venues[n % 3], str(2010 + n)) for n in range(len(TITLES))]


@pytest.mark.parametrize("number", ["({n})", "{n}、", "（{n}）"])
def test_numbers_glued_to_titles_are_no_part_of_these(number: str) -> None:
    lines = "".join(
        number.format(n=n + 1) + f"{title} [paper](https://a.example/{n})\n\n" for n, title in enumerate(TITLES)
    )
    assert [each["title"] for each in read_objects(f"# Papers\n\n{lines}")] == list(TITLES)


@pytest.mark.parametrize(
    ("words", "is_name"), [("Foo{n}Net: {title}", True), ("Foo{n}Net is a tool for {title}", False)]
)
def test_linked_names_before_dashes_are_no_titles_where_titles_begin_with_them_again(words: str, is_name: bool) -> None:
    texts = [(words if n < 4 else "{title}").format(n=n, title=title) for n, title in enumerate(TITLES)]
    items = (f"- [Foo{n}Net](https://arxiv.org/abs/2001.0{n:04}) - {text}\n" for n, text in enumerate(texts))
    found = read_titles("# Maps\n\n" + "".join(items))
    assert found == (texts if is_name else [f"Foo{n}Net" for n in range(len(TITLES))])


@pytest.mark.parametrize("title", ["“{title}”", "**{title}**", '["{title}"](https://b.example/{n})'])
@pytest.mark.parametrize("behind", ["[paper](https://a.example/{n})", "([pdf](https://a.example/{n}))"])
def test_tags_in_code_between_titles_and_links_are_no_part_of_these(behind: str, title: str) -> None:
    tags = ("survey", "benchmark", "theory")
    lines = "".join(
        f"- {title.format(title=each, n=n)} `{tags[n % 3]}` {behind.format(n=n)}\n" for n, each in enumerate(TITLES)
    )
    assert [each["title"] for each in read_objects(f"# Papers\n\n{lines}")] == list(TITLES)


def test_single_words_behind_a_title_are_family_names_where_others_name_several_authors() -> None:
    others, alone = ("Ann Lee, Bo Chen", "Lee et al.", "Fox et al."), ("Grant", "Okoye", "Ito")
    by = [alone[n // 4] if n % 4 == 3 else others[n % 4] for n in range(len(TITLES))]
    lines = "".join(f"- [{title}](https://a.example/{n}) - {by[n]} ({2010 + n})\n" for n, title in enumerate(TITLES))
    found = [each["authors"] for each in read_objects(f"# Papers\n\n{lines}")]
    assert found[3::4] == [[name] for name in alone]


def test_the_short_name_of_a_workshop_behind_the_year_belongs_to_the_venue() -> None:
    lines = "".join(
        f"- [{title}](https://a.example/{n}), NeurIPS 2021 FOO Workshop\n" for n, title in enumerate(TITLES)
    )
    found = [(each["venue"], each["date"]) for each in read_objects(f"# Papers\n\n{lines}")]
    assert found == [("NeurIPS FOO Workshop", "2021")] * len(TITLES)


@pytest.mark.parametrize(
    "template",
    [
        pytest.param(
            "- [{title}](https://arxiv.org/abs/2401.000{number:02})\n  A short look at small maps.", id="link"
        ),
        pytest.param("- [**{title}**](https://a.org/{number}.pdf)\n  This work, of 2019, asks for help.", id="bold"),
    ],
)
def test_a_sentence_in_the_line_below_a_link_is_no_part_of_the_title(template: str) -> None:
    assert [title for title, *_ in parts_of(template)] == list(TITLES)


def test_a_title_in_italics_behind_a_name_in_the_same_bold_words() -> None:
    lines = [
        f"- **{NAMES[number % 5]}{' et al.' * (number % 2)} – *{title}* ({2010 + number})**\n  A look at small maps.\n"
        for number, title in enumerate(TITLES)
    ]
    found = read_objects("# Papers\n\n" + "\n".join(lines))
    assert [(each["title"], each["authors"]) for each in found] == [
        (title, [NAMES[number % 5]]) for number, title in enumerate(TITLES)
    ]


def test_the_end_of_a_title_that_is_listed_twice_is_no_venue() -> None:
    text = "# Papers\n\n" + "".join(
        f"- Ann Lee, Bo Chen, *{title}* (2015)\n" for title in (*TITLES, "Maps: Drawing all the roads twice") * 2
    )
    assert [each["venue"] for each in read_objects(text)] == [None] * 2 * (len(TITLES) + 1)


@pytest.mark.parametrize("institution", ["Foo University", "Bar Inc.", "Foo University "])
def test_a_mark_behind_the_institution_of_the_first_author(institution: str) -> None:
    rows = "".join(
        f"| {number} | {title} | Ann Lee ({institution})*; Bo Chen (Foo University); Cara Diaz ({institution}) |\n"
        for number, title in enumerate(TITLES)
    )
    found = read_objects(f"# Papers\n\n| Id | Title | Authors |\n| --- | --- | --- |\n{rows}")
    assert [each["authors"] for each in found] == [["Ann Lee", "Bo Chen", "Cara Diaz"]] * len(TITLES)


def test_short_names_are_titles_where_siblings_have_theirs_beside_remarks() -> None:
    names = ("FooNet", "Barformer", "Qux-2", "MapVLA")
    titles = [names[number % 4] + str(number) if number % 3 else title for number, title in enumerate(TITLES * 2)]
    text = "# Papers\n\n" + "".join(
        f"- **{title}** ({2015 + number % 9}), {NAMES[number % 5].split()[1]} et al. "
        f"[pdf](https://arxiv.org/abs/2401.000{number:02}) - Fast maps of roads with {number} small corrections.\n"
        for number, title in enumerate(titles)
    )
    assert [each["title"] for each in read_objects(text)] == titles


@pytest.mark.parametrize("opening", ["(", "（", " ("])
def test_brackets_glued_to_the_end_of_a_link_say_when_and_where(opening: str) -> None:
    items = "".join(f"- [{title}{opening}CVPR2020)](https://a.org/{n}.pdf)\n" for n, title in enumerate(TITLES))
    found = read_objects(f"# Papers\n\n{items}")
    assert [(each["title"], each["venue"], each["date"]) for each in found] == [
        (title, "CVPR", "2020") for title in TITLES
    ]


@pytest.mark.parametrize("others", [("Lee, Ann et al.", "Fox, Dan et al."), ("Ito, Mia et al.", "Roe et al.")])
def test_two_words_are_one_name_where_others_are_joined_with_the_family_name_first(others: tuple[str, ...]) -> None:
    by = ["Chen, Bo and Diaz, Cara" if n % 3 == 0 else others[n % 2] for n in range(len(TITLES))]
    lines = "".join(f"{n}. {title}. {by[n]}. CVPR {2010 + n}\n" for n, title in enumerate(TITLES))
    found = [each["authors"] for each in read_objects(f"# Papers\n\n{lines}")]
    name = [" ".join(reversed(each.removesuffix(" et al.").split(", "))) for each in others]
    assert found == [["Bo Chen", "Cara Diaz"] if n % 3 == 0 else [name[n % 2]] for n in range(len(TITLES))]


def test_the_day_of_the_last_change_of_a_repository_is_not_the_date_of_its_paper() -> None:
    lines = "".join(
        f"- [**{title}**](https://a.example/{n}) ({2010 + n}) by *{NAMES[n % 5]}* <https://github.com/foo/bar{n}> "
        f"⭐ {n + 7} | 🐛 {n} | 🌐 Python | 📅 2026-05-{n + 10}\n"
        for n, title in enumerate(TITLES)
    )
    assert [each["date"] for each in read_objects(f"# Papers\n\n{lines}")] == [f"{2010 + n}" for n in range(12)]


def test_one_character_is_no_venue() -> None:
    rows = "".join(
        f"| {title} | {('CVPR 2024', '无', 'ICCV 2023')[n % 3]} | [pdf](https://a.example/{n}.pdf) |\n"
        for n, title in enumerate(TITLES)
    )
    found = [each["venue"] for each in read_objects(f"# Papers\n\n| 标题 | 会议 | 链接 |\n|---|---|---|\n{rows}")]
    assert found == ["CVPR", None, "ICCV"] * 4


def test_what_begins_with_a_small_letter_behind_a_dash_is_no_title() -> None:
    names = [f"{NAMES[n % 5].split()[1]}Net-{n}" for n in range(len(TITLES))]
    lines = "".join(
        f"- **{name}** — small maps of {NAMES[n % 5]} and other places. [pdf](https://arxiv.org/abs/2401.000{n:02})\n"
        for n, name in enumerate(names)
    )
    assert [each["title"] for each in read_objects(f"# Papers\n\n{lines}")] == names


def test_a_sentence_in_the_place_of_authors_names_nobody() -> None:
    by = ["Authors not named on the first page" if n % 3 == 0 else f"{NAMES[n % 5]}, Ito {n} Roe" for n in range(12)]
    lines = "".join(
        f"- **{title}**\n  - **Author(s):** {by[n]}\n  - [pdf](https://arxiv.org/abs/2401.000{n:02})\n"
        for n, title in enumerate(TITLES)
    )
    assert [each["authors"] for each in read_objects(f"# Papers\n\n{lines}")][::3] == [[]] * 4


def test_an_institution_before_et_al() -> None:
    lines = "".join(
        f"- **{title}.** *{NAMES[n % 5]} ( Foo University) et al. arXiv.* [[paper](https://a.example/{n}.pdf)]\n"
        for n, title in enumerate(TITLES)
    )
    found = [each["authors"] for each in read_objects(f"# Papers\n\n{lines}")]
    assert found == [[NAMES[n % 5]] for n in range(len(TITLES))]


@pytest.mark.parametrize(
    ("title", "line"),
    [
        pytest.param("A Tool with a Plan: Basics, New Goals, and Open Ends", "{}", id="commas"),
        pytest.param("A Survey of Plans and Open Ends", "A Survey of Plans and\n  Open Ends", id="the end of a line"),
    ],
)
def test_the_words_of_a_title_go_on_in_a_list_without_authors(title: str, line: str) -> None:
    others = "".join(
        f"* {each} [arXiv 2023] [[paper](https://arxiv.org/abs/2301.{number:05})]\n"
        for number, each in enumerate(TITLES)
    )
    entry = f"* {line.format(title)} [arXiv 2024] [[paper](https://arxiv.org/abs/2401.00001)]\n"
    found = read_objects(f"# Papers\n\n{others}{entry}")[-1]
    assert (found["title"], found["authors"]) == (title, [])


def test_tags_in_code_are_no_names() -> None:
    rows = "".join(
        f"|{title}|ICLR 2024|[paper](https://arxiv.org/abs/2301.{number:05})|`Pool.` `{'FR'[number % 2]}S.`|\n"
        for number, title in enumerate(TITLES)
    )
    found = read_objects(f"# Papers\n\n|Title|Venue|Link|Tags|\n|---|---|---|---|\n{rows}")
    assert {tuple(each["authors"]) for each in found if isinstance(each["authors"], list)} == {()}


def test_what_several_papers_link_without_saying_so_is_a_tool_that_they_use() -> None:
    lines = "".join(
        f"* [{title}](https://arxiv.org/abs/2301.{number:05}),"
        f" env: [Foo](https://github.com/foo/{'foo' if number < 9 else number})\n"
        for number, title in enumerate(TITLES)
    )
    labelled = "* [Plans](https://arxiv.org/abs/2401.00001) [code](https://github.com/foo/foo)\n"
    found = [each["code"] for each in read_objects(f"# Papers\n\n{lines}{labelled}")]
    own = [f"https://github.com/foo/{number}" for number in (9, 10, 11)]
    assert found == [None] * 9 + own + ["https://github.com/foo/foo"]


@pytest.mark.parametrize(("label", "is_code"), [("data", False), ("Dataset", False), ("demo", True), ("Foo", True)])
def test_data_is_no_code_wherever_it_is_kept(label: str, is_code: bool) -> None:
    text = f"# Papers\n\n* [{TITLES[0]}](https://arxiv.org/abs/2401.00001) [[{label}](https://github.com/foo/bar)]\n"
    assert read_objects(text)[0]["code"] == ("https://github.com/foo/bar" if is_code else None)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param("Poe, Edgar, 2019", ["Edgar Poe"], id="one author"),
        pytest.param(
            "Poe, Eve and Lee, Ann and Cox, Bo 2019", ["Eve Poe", "Ann Lee", "Bo Cox"], id="no comma before the year"
        ),
        pytest.param("Poe, Edgar and Kim Lee and Cox, Bo, 2019", ["Edgar Poe", "Kim Lee", "Bo Cox"], id="a lost comma"),
        pytest.param("P{\\'o}e, Edgar and L{\\v{s}}, Bo, 2019", ["Edgar P{'o}e", "Bo L{\\v{s}}"], id="TeX"),
        pytest.param("Poe, Edgar and Cox III, Bo and Lee, Ann, 2019", ["Edgar Poe", "Bo Cox III", "Ann Lee"], id="III"),
        pytest.param("Poe, Edgar B. and Van Cox, Ann, 2019", ["Edgar B. Poe", "Ann Van Cox"], id="an initial amid"),
        pytest.param("Poe, Edgar and Cox, Ann (Annie), 2019", ["Edgar Poe", "Ann Cox"], id="a nickname"),
        pytest.param(
            "Ann Lee, Bo Chen, Ed H. Chi, 2019.", ["Ann Lee", "Bo Chen", "Ed H. Chi"], id="a name like a venue"
        ),
    ],
)
def test_pieces_of_names_are_no_venues(written: str, expected: list[str]) -> None:
    people = [f"{family}, {given} and Li, Bo, 2018" for family, given in zip(FAMILIES, GIVEN, strict=True)]
    lines = (
        f"* [{title}](https://a.org/{n}.pdf), {by}\n"
        for n, (title, by) in enumerate(zip(TITLES, (*people[1:], written), strict=True))
    )
    found = read_objects("# Papers\n\n" + "".join(lines))
    assert [found[-1][each] for each in ("authors", "venue", "date")] == [expected, None, "2019"]


def test_the_year_that_ends_a_title_is_part_of_it_where_the_date_is_behind_the_names() -> None:
    titles = [f"{TITLES[0]} at WMT 2020", f"{TITLES[1]} in the Foo Workshop 2019", *TITLES[2:]]
    items = [f"* [{title}](https://a.org/{n}.pdf), Ann Lee, Bo Li, 2021\n" for n, title in enumerate(titles)]
    found = read_objects("# Papers\n\n" + "".join(items))
    assert [(each["title"], each["date"]) for each in found] == [(title, "2021") for title in titles]


def test_names_in_pairs_are_family_names_first_where_other_entries_show_it() -> None:
    people = [f"{family}, {given}" for family, given in zip(FAMILIES, GIVEN, strict=True)]
    listed = [f"{people[0]}, {people[1]} A, {people[2]} and {people[3]}", *people[4:], *people[:2]]
    lines = (
        f"- [**{title}**](https://a.org/{n}), (2017) by *{by}* [[bib]](b.bib)\n"
        for n, (title, by) in enumerate(zip(TITLES, listed, strict=False))
    )
    several = [
        f"- [**{title}**](https://b.org/{n}), (2018) by *{', '.join(people[n : n + 3])} and {people[n + 3]}*\n"
        for n, title in enumerate(TITLES[:4])
    ]
    found = read_objects("# Papers\n\n" + "".join((*lines, *several)))
    assert found[0]["authors"] == [f"{GIVEN[n]}{' A' if n == 1 else ''} {FAMILIES[n]}" for n in range(4)]


@pytest.mark.parametrize(("year", "expected"), [("2024", {None}), ("2021", {"2021"})])
def test_the_year_of_a_heading_counts_where_the_ids_below_agree(year: str, expected: set[str | None]) -> None:
    items = "".join(
        f"* {title}. [pdf](https://arxiv.org/abs/2{n % 2}05.0000{n})\n" for n, title in enumerate(TITLES[:8])
    )
    assert {each["date"] for each in read_objects(f"# Papers of {year}\n\n{items}")} == expected


@pytest.mark.parametrize(
    ("line", "title", "venue"),
    [
        ("- *[{title}](https://a.org/{n})*, by Ann Lee, in French ({year}).", "{title}", None),
        ("- *[{title}](https://a.org/{n})*, edited by Ann Lee ({year}).", "{title}", None),
        ("- **Foo {n}**, [{title}](https://a.org/{n}), Proc. ICML, {year}.", "{title}", "Proc. ICML"),
        (
            '- [Reading Maps: "Foo Kinds", and the Rivers of {n} Lands](https://a.org/{n}) - A. Lee ({year}). *Cell*',
            'Reading Maps: "Foo Kinds", and the Rivers of {n} Lands',
            "Cell",
        ),
        ("- [FooNet](https://github.com/a/b{n}) [{title}](https://arxiv.org/abs/1901.0000{n})", "{title}", None),
    ],
    ids=["a language", "an editor", "a name in bold", "a quotation within a title", "a repository before the paper"],
)
def test_what_is_beside_a_title_is_neither_it_nor_a_venue(line: str, title: str, venue: str | None) -> None:
    items = "".join(line.format(title=each, n=n, year=2010 + n) + "\n" for n, each in enumerate(TITLES[:9]))
    found = [(each["title"], each["venue"]) for each in read_objects(f"# Papers\n\n{items}")]
    assert found == [(title.format(title=each, n=n), venue) for n, each in enumerate(TITLES[:9])]


def test_the_last_of_several_names_before_a_year_in_brackets_is_no_venue() -> None:
    items = "".join(
        f"- [{title}](https://a.org/{n}) — {'Ann Lee' if n else 'Eve Cox'}, Bo Chen ({2010 + n}). *Science*\n"
        for n, title in enumerate(TITLES[:3])
    )
    found = [(each["authors"], each["venue"]) for each in read_objects(f"# Papers\n\n{items}")]
    assert found == [([name, "Bo Chen"], "Science") for name in ("Eve Cox", "Ann Lee", "Ann Lee")]


def test_a_year_and_a_venue_of_several_words_in_brackets_on_a_link_are_a_label() -> None:
    venues = ("nature machine intelligence", "PR", "MICCAI", "NIPS", "JBHI")
    items = "".join(
        f"- [[{2010 + n}-{venues[n % 5]}]](https://a.org/{n}) **{title}**\n" for n, title in enumerate(TITLES)
    )
    found = [(each["title"], each["venue"], each["date"]) for each in read_objects(f"# Papers\n\n{items}")]
    assert found == [(title, venues[n % 5], str(2010 + n)) for n, title in enumerate(TITLES)]


def test_a_tool_in_the_words_below_an_entry_is_not_its_code() -> None:
    said = "Recommended: [FooAlign](https://github.com/foo/align) is the fastest of these tools."
    lines = f"- [{TITLES[0]}](https://doi.org/10.1000/1)\n  - {said}\n- [{TITLES[1]}](https://doi.org/10.1000/2)\n"
    lines += "  - [Code](https://github.com/foo/bar)\n"
    assert [each["code"] for each in read_objects(f"# Papers\n\n{lines}")] == [None, "https://github.com/foo/bar"]


def test_what_a_line_begins_with_before_an_address_is_a_label() -> None:
    items = "".join(
        f"#### {title}\n\nhttps://arxiv.org/abs/2001.0000{n}\n\n解析：https://a.org/{n}\n\n"
        for n, title in enumerate(TITLES[:9], 1)
    )
    assert [each["authors"] for each in read_objects(f"# Papers\n\n{items}")] == [[]] * 9


@pytest.mark.parametrize("authors", [55, 120])
def test_a_venue_behind_a_hundred_authors(authors: int) -> None:
    names = [f"{chr(65 + number % 26)}nn {chr(65 + number // 26)}lee" for number in range(authors)]
    line = (
        f"- [Maps of Small Cities by Many Hands](https://arxiv.org/abs/2401.00001). {', '.join(names)}. *ICLR 2024*.\n"
    )
    listing = read(parse(Text("list.md", f"# Papers\n\n{line}")))
    found = entry_object(listing, listing.entries[0])
    assert (found["venue"], found["date"], found["authors"]) == ("ICLR", "2024", names)
