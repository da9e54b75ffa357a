"""References in the citation styles of many fields: a complete one explains itself, and needs no siblings."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.listing import read
from bot.listing.values import entry_object
from bot.text import Text

TITLE = "Seasonal drift of small rivers in wide valleys"
STYLES = {
    "APA": "Lee, A., & Chen, B. ({year}). {title}. *Journal of River Studies*, *12*(2), 101–120.",
    "APA with a bare year": "Lee, A. and Chen, B. {year}. {title}. Journal of River Studies, 12, 101-120.",
    "Harvard": "Lee, A. and Chen, B., {year}. {title}. Journal of River Studies, 12(2), pp.101-120.",
    "Vancouver": "Lee A, Chen B. {title}. Journal of River Studies. {year};12(2):101-20.",
    "ACS": "Lee, A.; Chen, B. {title}. *Journal of River Studies* **{year}**, *12*, 101−120.",
    "Nature": "Lee, A. & Chen, B. {title}. *Journal of River Studies* **12**, 101–120 ({year}).",
    "GB/T 7714": "[3] Lee A, Chen B. {title}[J]. Journal of River Studies, {year}, 12(2): 101-120.",
    "GB/T 7714 online": "[3] Lee A, Chen B. {title}[EB/OL]. Journal of River Studies, {year}, 12(2): 101-120.",
    "ACM": "A. Lee and B. Chen. {year}. {title}. J. River Stud. 12, 2, Article 101 ({year}), 26 pages.",
    "APS": "A. Lee and B. Chen, {title}, J. River Stud. **12**, 101 ({year}).",
    "IEEE": 'A. Lee and B. Chen, "{title}," *J. River Stud.*, vol. 12, no. 2, pp. 101–120, {year}.',
    "dblp": "A. Lee, B. Chen. {title}. J. River Stud. 12(2): 101-120 ({year})",
    "law": "A. Lee & B. Chen, *{title}*, 12 J. River Stud. 101 ({year}).",
    "link": "[Lee, A., & Chen, B. ({year}). {title}. *Journal of River Studies*, *12*(2), 101–120.](https://a.org/x)",
}


def read_references(style: str, count: int) -> list[tuple[object, ...]]:
    """Title, authors, date and venue of references in a short list under a heading that says nothing."""
    items = "".join(f"- {STYLES[style].format(year=2011 + n, title=TITLE)}\n" for n in range(count))
    listing = read(parse(Text("list.md", f"# Rivers\n\n## Valleys\n\n{items}")))
    found = [entry_object(listing, entry) for entry in listing.entries]
    return [(each["title"], each["authors"], each["date"], each["venue"]) for each in found]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("count", [4, 12])
def test_references(style: str, count: int) -> None:
    initials = ("A Lee", "B Chen") if style in ("Vancouver", "GB/T 7714", "GB/T 7714 online") else ("A. Lee", "B. Chen")
    venue = "J. River Stud" if "J. River" in STYLES[style] else "Journal of River Studies"
    assert read_references(style, count) == [(TITLE, [*initials], str(2011 + n), venue) for n in range(count)]


@pytest.mark.parametrize("count", [1, 4])
@pytest.mark.parametrize(
    "title",
    [
        pytest.param(TITLE, id="words"),
        pytest.param("Overview of the {n}th Workshop on Small Rivers", id="a workshop"),
        pytest.param("River{n}Net: Following the seasonal drift of small rivers", id="a name before a colon"),
    ],
)
@pytest.mark.parametrize(
    "behind",
    [
        "Association for River Studies, Foo City, Bar, 101–120.",
        "Association for River Studies, Foo City,\n  Bar, 101–120.",
        "Association for River Studies, New York, NY, USA, 101–120. https://doi.org/10.1145/1234.{n}",
    ],
)
def test_a_publisher_behind_the_proceedings_is_no_title(behind: str, title: str, count: int) -> None:
    space = "\n  " if "\n" in behind else " "
    venue = "Proceedings of the 12th Conference on River Studies"
    style = f"- Ann Lee and Bo Chen. 2020. {title}. In{space}{venue}. {behind}\n"
    text = "".join(style.format(n=n) for n in range(4, 4 + count))
    listing = read(parse(Text("list.md", f"# Rivers\n\n## Valleys\n\n{text}")))
    found = [entry_object(listing, entry) for entry in listing.entries]
    assert [(each["title"], each["authors"], each["venue"]) for each in found] == [
        (title.format(n=n), ["Ann Lee", "Bo Chen"], venue) for n in range(4, 4 + count)
    ]


EASTERN = {
    "GB/T 7714": ("李明, 王伟. {}[J]. 水利学报, 2019, 12(2): 101-120.", "河流季节性漂移的研究方法综述", "水利学报"),
    "wide marks": ("李明，王伟．{}．水利学报，2019，12(2)：101-120．", "河流季节性漂移的研究方法综述", "水利学报"),
    "Japanese": (
        "李明, 王伟. {}. 日本河川学会論文集, vol.12, 2019.",
        "小さな河川の季節変動に関する研究",
        "日本河川学会論文集",
    ),
    "Japanese, in": (
        "李明, 王伟. {}. In 河川学会 第12回大会, 2019.",
        "小さな河川の季節変動に関する研究",
        "河川学会 第12回大会",
    ),
    "Japanese, commas": (
        "李明, 王伟, {}, 河川学会第12回大会, 2019.",
        "小さな河川の季節変動に関する研究",
        "河川学会第12回大会",
    ),
    "Korean": (
        "李明, 王伟 (2019). {}. 한국하천학회지, 12(2), 101-120.",
        "한국 하천의 계절 변화 연구",
        "한국하천학회지",
    ),
}


@pytest.mark.parametrize("style", EASTERN)
@pytest.mark.parametrize("count", [1, 4])
def test_references_in_writing_without_capitals(style: str, count: int) -> None:
    form, title, venue = EASTERN[style]
    text = "".join(f"- {form.format(f'{title}{n}')}\n" for n in "甲乙丙丁"[:count])
    listing = read(parse(Text("list.md", f"# Rivers\n\n## Valleys\n\n{text}")))
    found = [entry_object(listing, entry) for entry in listing.entries]
    assert [(each["title"], each["authors"], each["date"], each["venue"], each["kind"]) for each in found] == [
        (f"{title}{n}", ["李明", "王伟"], "2019", venue, "paper") for n in "甲乙丙丁"[:count]
    ]


@pytest.mark.parametrize(
    "style",
    [
        pytest.param("[{n}] LEE A, CHEN B. {title}[J]. River Studies, {year}, 12(2): 101-120.", id="GB/T 7714"),
        pytest.param("Ann Lee, Bo Chen. {title}. River Stud. 12(2): 101-120 ({year})", id="full names"),
        pytest.param('Ann Lee, Bo Chen. "{title}" River Studies 12: 101 ({year}).', id="in quotes"),
    ],
)
def test_paragraphs_with_the_volume_of_a_journal_are_references(style: str) -> None:
    text = "".join(f"{style.format(n=n, year=2011 + n, title=TITLE)}\n\n" for n in range(1, 7))
    found = read(parse(Text("list.md", f"# Reading\n\n## References\n\n{text}"))).entries
    assert [each.title.value if each.title else None for each in found] == [TITLE] * 6


@pytest.mark.parametrize("style", ["APA", "Vancouver", "ACS", "Nature"])
def test_a_cell_that_is_a_reference_is_read_as_one(style: str) -> None:
    rows = "".join(
        f"| Task {n} | Press a key when a dot is shown. Measures attention. "
        f"| {STYLES[style].format(year=2001 + n, title=f'{TITLE} {word}')} | [go](https://a.org/{n}) |\n"
        for n, word in enumerate(("alpha", "beta", "gamma", "delta", "eta", "zeta"))
    )
    text = f"# Tasks\n\n| Task | Description | Key reference | Links |\n|---|---|---|---|\n{rows}"
    listing = read(parse(Text("list.md", text)))
    found = [entry_object(listing, entry) for entry in listing.entries]
    assert [(each["title"], each["venue"]) for each in found] == [
        (f"{TITLE} {word}", "Journal of River Studies") for word in ("alpha", "beta", "gamma", "delta", "eta", "zeta")
    ]


TITLES = (
    "A Field Study of Rivers with Much Sand",
    "Maps of Small Valleys in the North",
    "Seed Dispersal and Forest Recovery",  # which reads as two names
    "Pollen Limits in Meadows below the Tree Line",
    "Leaf Traits and Drought Survival",
    "On the Age of Hedges between Farms",
)
NAMES = ("Ann Lee", "Bo Chen and Fumi Ito", "Ann Lee, Bo Chen and Eva Dahl")


@pytest.mark.parametrize(
    "style",
    [
        pytest.param("Lee, A., & Chen, B. ({year}). {title}. *Rivers*, *12*(2), 10-19. {url}", id="APA, address"),
        pytest.param(
            "Lee, A., & Chen, B. ({year}). [{title}]({url}). *Rivers*, *12*(2), 10-19.", id="APA, title linked"
        ),
        pytest.param("Lee, A., & Chen, B. ({year}). {title}. *Rivers*, *12*(2). [[PDF]]({url})", id="APA, label"),
        pytest.param("Lee A, Chen B. {title}. Rivers. {year};12(2):101-20. {url}", id="Vancouver"),
        pytest.param("Lee et al {year} {title}. Journal of Rivers", id="others, year"),
        pytest.param("{names}. {year}. {title}. Rivers 12, 2 ({year}), 10-19. {url}", id="ACM"),
        pytest.param('"{title}" by {names}, Journal of Rivers ({year})', id="quoted title, authors"),
        pytest.param("{title} - {names} (Journal of Rivers, {year})", id="title, authors"),
        pytest.param("{title} - *{names}, {year}*", id="title, authors in italics"),
        pytest.param("({year}) {names}. {title}. Journal of Rivers.", id="year, authors"),
        pytest.param("{year} | {title} | {names} | Journal of Rivers", id="year, title"),
    ],
)
def test_paragraphs_that_are_references_are_entries_also_where_a_title_reads_as_names(style: str) -> None:
    text = "".join(
        style.format(title=title, year=2011 + n, url=f"https://doi.org/10.1000/r{n}", names=NAMES[n % 3]) + "\n\n"
        for n, title in enumerate(TITLES)
    )
    found = read(parse(Text("list.md", f"# Reading\n\nWhat we read in our group.\n\n## Rivers\n\n{text}"))).entries
    assert [each.title.value if each.title else None for each in found] == [*TITLES]


@pytest.mark.parametrize(
    "paragraph",
    [
        pytest.param("This page was made by Ann Lee, Bo Chen and Eva Dahl in {year}, with help.", id="sentence"),
        pytest.param("Talk on rivers and maps by Ann Lee, Bo Chen, {year}, was long ago in the old town.", id="talk"),
        pytest.param("Last changed {year} - Ann Lee, Bo Chen", id="change"),
    ],
)
def test_paragraphs_with_names_and_a_year_are_no_references(paragraph: str) -> None:
    papers = "".join(f"- [{title}](https://doi.org/10.1000/r{n})\n" for n, title in enumerate(TITLES))
    text = "".join(f"{paragraph.format(year=2011 + n)}\n\n" for n in range(4))
    found = read(parse(Text("list.md", f"# Reading\n\n{text}## Rivers\n\n{papers}"))).entries
    assert [each.title.value if each.title else None for each in found] == [*TITLES]


@pytest.mark.parametrize("others", ["et al", "et al."])
def test_a_year_without_marks_behind_others_is_before_the_title(others: str) -> None:
    items = "".join(f"- Lee {others} {2011 + n} {title}. Journal of Rivers\n" for n, title in enumerate(TITLES))
    listing = read(parse(Text("list.md", f"# Reading\n\n## Papers\n\n{items}")))
    found = [entry_object(listing, entry) for entry in listing.entries]
    assert [(each["title"], each["date"]) for each in found] == [
        (title, str(2011 + n)) for n, title in enumerate(TITLES)
    ]


def test_references_below_headings_that_read_like_titles_are_the_entries() -> None:
    subjects = ("Maps", "Fatigue", "Hands", "Eyes", "Rules")
    text = "# Seminar\n\n" + "".join(
        f"#### {each} of people who work with machines\n\n"
        f"Lee, A. B., & Chen, C. (2019). {TITLE} of {each}. Journal of Rivers, 3(2), 1-9. [PDF](https://a.org/{each}.pdf)\n\n"
        for each in subjects
    )
    listing = read(parse(Text("list.md", text)))
    assert [each.title.value if each.title else None for each in listing.entries] == [
        f"{TITLE} of {each}" for each in subjects
    ]


@pytest.mark.parametrize("style", [each for name, each in STYLES.items() if name != "link"])
def test_references_to_the_titles_in_the_headings_above_them_belong_to_these(style: str) -> None:
    text = "# Notes\n\n## Rivers\n\n" + "".join(
        f"### {title}\n\n{style.format(year=2011 + n, title=title.capitalize())}\n\nNotes:\n\n1. It is old.\n\n"
        for n, title in enumerate(CITED)
    )
    listing = read(parse(Text("list.md", text)))
    found = [entry_object(listing, entry) for entry in listing.entries]
    assert [(str(each["title"]).casefold(), each["date"], each["section"]) for each in found] == [
        (title.casefold(), str(2011 + n), "Rivers") for n, title in enumerate(CITED)
    ]


def test_headings_over_several_references_are_none_though_the_first_one_repeats_its_words() -> None:
    text = "# Notes\n\n" + "".join(
        f"### {topic}\n\nLee, A., & Chen, B. (2019). {topic} in Cold Water. *Journal of Rivers*, *1*(2), 1-9.\n\n"
        f"Diaz, C., & Fox, D. (2018). Boats for {TITLE}. *Journal of Rivers*, *1*(1), 9-12.\n\n"
        for topic in CITED
    )
    listing = read(parse(Text("list.md", text)))
    assert [listing.sections[each.section].heading for each in listing.entries] == [
        each for each in CITED for _ in "12"
    ]


PEOPLE = ("Ann Lee", "Bo Chen", "Cara Diaz", "Dan Fox", "Eva Grant")
CITED = (
    "Reading Old Maps of Rivers that Moved",
    "A Study of Questions Nobody Answered",
    "Planning with Small Models of the World",
    "Why Bridges Like Short Sentences",
    "Tools for Robots that Ask for Help",
    "Rewards that Need No Labels",
)


@pytest.mark.parametrize(
    ("link", "authors"),
    [
        pytest.param("{full}. {title} ({year})", "full", id="names, a stop"),
        pytest.param("{full}: {title}", "full", id="names, a colon"),
        pytest.param("{full}: {title}. River Studies 21(2): 101-120 ({year})", "full", id="with a journal"),
        pytest.param("({year}) {full}. {title}. Journal of River Studies.", "full", id="behind a year"),
        pytest.param("{family} et al. {title}. In *ICML'21*.", "family", id="et al."),
        pytest.param("(Foo) {family} et al. {title}. In *ICML'21*.", "family", id="behind an institution"),
        pytest.param("{family} et al., {year}. {title}", "family", id="et al., a comma and a year"),
        pytest.param("{pair} ({year}) {title}. River Studies 21:101-120", "pair", id="two families"),
        pytest.param("{title} - {full} (ICML, {year})", "full", id="names behind a dash"),
        pytest.param("**{title} — {family} et al. (ICML, {year})**", "family", id="bold"),
    ],
)
def test_references_on_links_are_read_as_others(link: str, authors: str) -> None:
    lines, expected = [], []
    for number, title in enumerate(CITED):
        named = [PEOPLE[number % 5], PEOPLE[(number + 2) % 5]]
        families = [name.split()[1] for name in named]
        expected.append((title, {"full": named, "pair": families, "family": families[:1]}[authors]))
        values = {"full": ", ".join(named), "family": families[0], "pair": " & ".join(families)}
        words = link.format(**values, title=title, year=2011 + number)
        lines.append(f"- [{words}](https://arxiv.org/abs/15{number + 10}.01000)\n")
    listing = read(parse(Text("list.md", "# Rivers\n\n" + "".join(lines))))
    found = [entry_object(listing, entry) for entry in listing.entries]
    assert [(each["title"], each["authors"]) for each in found] == expected


TITLES_WITH_COMMAS = (
    "Ask, Answer, and Learn: Questions for Small Models",
    "Maps, Rivers, and Bridges: A Survey of What Moves",
    "Stop, Look and Listen: Robots in Noisy Rooms",
    "Graph Networks: A Study of Old Maps",
    "Deep Learning - What Nobody Asked about It",
)


@pytest.mark.parametrize("references", [0, 6])
def test_titles_with_commas_on_links_stay_whole(references: int) -> None:
    """Also where other links of the list are references."""
    cited = [f"{PEOPLE[n % 5]}, {PEOPLE[(n + 1) % 5]}. {title} (2015)" for n, title in enumerate(CITED[:references])]
    links = [
        f"- [{words}](https://arxiv.org/abs/1510.010{n:02})\n" for n, words in enumerate([*cited, *TITLES_WITH_COMMAS])
    ]
    found = read(parse(Text("list.md", "# Rivers\n\n" + "".join(links)))).entries
    titles = tuple(each.title.value for each in found if each.title)
    assert titles == (*CITED[:references], *TITLES_WITH_COMMAS)


@pytest.mark.parametrize(
    ("reference", "title", "venue"),
    [
        pytest.param(
            "{by} {title}. Foo Reports, 4(3), 70–79. https://doi.org/10.1000/{n}",
            "Small rivers of {place}",
            "Foo Reports",
            id="plain",
        ),
        pytest.param(
            "{by} {title} Studies in Foo, 4. https://doi.org/10.1000/{n}",
            "What do maps of {place} show?",
            "Studies in Foo",
            id="asked",
        ),
        pytest.param(
            "{by} {title} Studies in\nFoo, 4. https://doi.org/10.1000/{n}",
            "What do maps of {place} show?",
            "Studies in Foo",
            id="wrapped",
        ),
        pytest.param(
            "{by} _{title}_. Retrieved from [{url}](https://{url})", "Old Rivers ({place} 1.3)", None, id="address"
        ),
        pytest.param(
            "{by} {title}. Retrieved May 1, 2017, from [{url}](http://www.{url})",
            "Rivers of {place}",
            None,
            id="Retrieved",
        ),
        pytest.param(
            "{by} _{title}_. Bar: [URN: urn:nbn:de:7-1](https://a.org/urn:nbn:de:7-1)",
            "Rivers of {place}",
            None,
            id="URN",
        ),
        pytest.param(
            "Lee, A. (Ed.) (2016). _{title}_. [{url}](https://{url})", "The rivers of {place}", None, id="Ed."
        ),
    ],
)
@pytest.mark.parametrize("note", ["", "* It is the only one of these maps on which all rivers of the land are.\n"])
def test_the_title_is_in_the_reference(reference: str, title: str, venue: str | None, note: str) -> None:
    """And not in the notes below it, nor on the link that shows its address."""
    places = ("Foo", "Bar", "Baz", "Qux", "Quux")
    text = "".join(
        ("#### " if note and "\n" not in reference else "")
        + reference.format(
            n=n, by="Lee, A., & Chen, B. (2016).", url=f"a.org/b/{n},_c_d-e_f.pdf", title=title.format(place=place)
        )
        + f"\n\n{note}\n"
        for n, place in enumerate(places)
    )
    listing = read(parse(Text("list.md", f"# Maps\n\n## Rivers\n\n{text}")))
    found = [entry_object(listing, entry) for entry in listing.entries]
    assert [(each["title"], each["venue"], each["date"]) for each in found] == [
        (title.format(place=place), venue, "2016") for place in places
    ]
