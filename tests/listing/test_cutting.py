"""A prose is cut into fields by its marks alone."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.listing.cutting import cut_fields
from bot.listing.segments import split_segments
from bot.text import Text


def fields_of(line: str) -> list[tuple[str, str, str, str]]:
    prose = parse(Text("list.md", line)).blocks[0].prose
    assert prose is not None
    return [(each.before, str(each.mark), str(each.shape), each.words) for each in cut_fields(split_segments(prose))]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param(
            "[SoK: Practices for Fuzzing, 2024](https://a.org/p.pdf)",
            [
                ("^", "link", "acronym", "SoK"),
                ("=:", "link", "few words", "Practices for Fuzzing"),
                ("=,", "link", "year", "2024"),
            ],
            id="a year in a link",
        ),
        pytest.param(
            "N. Wang, D. Yeung, Learning a Compact Image Representation, VIS 2021.",
            [
                ("^", "", "names", "N. Wang"),
                (",", "", "names", "D. Yeung"),
                (",", "", "words", "Learning a Compact Image Representation"),
                (",", "", "acronym", "VIS"),
                (" ", "", "year", "2021"),
            ],
            id="names, a title, an unknown venue",
        ),
        pytest.param(
            "KDD'16 Deep Network Walks over Maps [Paper](https://a.org/b)",
            [
                ("^", "", "known venue", "KDD"),
                (" ", "", "year", "'16"),
                (" ", "", "words", "Deep Network Walks over Maps"),
                ("[ ", "link", "label", "Paper"),
            ],
            id="only a space between a venue with a year, and a title",
        ),
        pytest.param(
            "**Walks over Maps of Small Cities (DSAA 2019)**",
            [
                ("^", "bold", "words", "Walks over Maps of Small Cities"),
                ("~ ", "round brackets", "acronym", "DSAA"),
                (" ", "round brackets", "year", "2019"),
            ],
            id="an unknown venue with a year, within bold words",
        ),
        pytest.param(
            "**Walks over Maps of Small Cities (from 2000 to 2019)**",
            [("^", "bold", "words", "Walks over Maps of Small Cities (from 2000 to 2019)")],
            id="a time in brackets within bold words",
        ),
        pytest.param(
            "CVPR 2020 Workshop on Deep Network Walks",
            [("^", "", "words for a venue", "CVPR 2020 Workshop on Deep Network Walks")],
            id="a workshop",
        ),
        pytest.param(
            "2019 CVPR Learning to Act with Small Models",
            [
                ("^", "", "year", "2019"),
                (" ", "", "known venue", "CVPR"),
                (" ", "", "words", "Learning to Act with Small Models"),
            ],
            id="a year and a known venue before a title",
        ),
        pytest.param(
            "[CVPR 2019 Learning to Act with Small Models](https://a.org/b)",
            [
                ("^", "", "known venue", "CVPR"),
                (" ", "", "year", "2019"),
                ("[ ", "link", "words", "Learning to Act with Small Models"),
            ],
            id="a known venue and a year before a title in a link",
        ),
        pytest.param(
            "KDD'16 foo2bar: Learning to Act",
            [
                ("^", "", "known venue", "KDD"),
                (" ", "", "year", "'16"),
                (" ", "", "few words", "foo2bar"),
                (":", "", "few words", "Learning to Act"),
            ],
            id="a known venue and a year before the name of a title",
        ),
        pytest.param(
            "arXiv'21 A Study of Small Things",
            [
                ("^", "", "known venue", "arXiv"),
                (" ", "", "year", "'21"),
                (" ", "", "words", "A Study of Small Things"),
            ],
            id="an archive and a year before a title",
        ),
        pytest.param(
            "CVPR 2019 Workshop on Acting with Small Models",
            [("^", "", "words for a venue", "CVPR 2019 Workshop on Acting with Small Models")],
            id="the name of a workshop",
        ),
        pytest.param(
            "Graph networks for robots, Ann Lee, Bo Chen, and Cara Diaz, River Studies 2019",
            [
                ("^", "", "words", "Graph networks for robots"),
                (",", "", "names", "Ann Lee"),
                (",", "", "names", "Bo Chen"),
                (",", "", "names", "and Cara Diaz"),
                (",", "", "few capitalised words", "River Studies"),
                (" ", "", "year", "2019"),
            ],
            id="what looks like a name behind the last of several",
        ),
        pytest.param(
            "Lee-Diaz C. Seasonal drift of small rivers. *J River* 2019.",
            [
                ("^", "", "credit", "Lee-Diaz C"),
                (".", "", "words", "Seasonal drift of small rivers"),
                (".", "italic", "names", "J River"),
                (" ", "", "year", "2019"),
            ],
            id="one author, and the year behind a style",
        ),
        pytest.param(
            "`Journal of Rivers 21` [Learning to Act](https://a.org/b)",
            [
                ("^", "code", "words for a venue", "Journal of Rivers"),
                (" ", "code", "year", "21"),
                ("[ ", "link", "few words", "Learning to Act"),
            ],
            id="two digits of a year in code",
        ),
        pytest.param(
            "[J. Foo. A 2023] [BAR] [Maps for Planning](https://a.org/b)",
            [
                ("^", "square brackets", "words for a venue", "J. Foo. A"),
                (" ", "square brackets", "year", "2023"),
                (" ", "square brackets", "acronym", "BAR"),
                ("[ ", "link", "few words", "Maps for Planning"),
            ],
            id="a venue cut off in square brackets",
        ),
        pytest.param(
            "Tuning Large Language Models (LLMs) for Robots (ICRA 2020) [[Paper](https://a.org/b)]",
            [
                ("^", "", "words", "Tuning Large Language Models (LLMs) for Robots"),
                (" ", "round brackets", "known venue", "ICRA"),
                (" ", "round brackets", "year", "2020"),
                ("[ ", "link in brackets", "label", "Paper"),
            ],
            id="brackets inside a title, and behind it",
        ),
        pytest.param(
            "Tuning Large Language Models for Robots (FOOBAR'24) [link to paper](https://a.org/b)",
            [
                ("^", "", "words", "Tuning Large Language Models for Robots"),
                (" ", "round brackets", "acronym", "FOOBAR"),
                (" ", "round brackets", "year", "'24"),
                ("[ ", "link", "label", "link to paper"),
            ],
            id="an unknown venue in brackets before small letters on a link",
        ),
        pytest.param(
            "Tuning Large Language Models for Robots (Foo Lab)[paper](https://a.org/b)",
            [
                ("^", "", "words", "Tuning Large Language Models for Robots"),
                (" ", "round brackets", "name", "Foo Lab"),
                ("[ ", "link", "label", "paper"),
            ],
            id="a link right behind brackets",
        ),
        pytest.param(
            "Tuning Large Language Models for Robots（Foo Lab） [paper](https://a.org/b)",
            [
                ("^", "", "words", "Tuning Large Language Models for Robots"),
                (" ", "round brackets", "name", "Foo Lab"),
                ("[ ", "link", "label", "paper"),
            ],
            id="brackets that are wide enough without a space",
        ),
        pytest.param(
            "Tuning Large Language Models（LLMs）for Robots, ICRA",
            [
                ("^", "", "capitalised words", "Tuning Large Language Models（LLMs）for Robots"),
                (",", "", "known venue", "ICRA"),
            ],
            id="such brackets within a title",
        ),
        pytest.param(
            "Doe, Jane and Roe, Ann. A Study of **Maps** for Planning, slow or fast (J. Foo. Bar. 2019)",
            [
                ("^", "", "credit", "Doe, Jane and Roe, Ann"),
                (".", "", "words", "A Study of Maps for Planning"),
                ("+", "", "few words", "slow or fast"),
                (" ", "round brackets", "words for a venue", "J. Foo. Bar."),
                (" ", "round brackets", "year", "2019"),
            ],
            id="names as in BibTeX, a stressed word, a phrase that goes on, an abbreviated journal",
        ),
        pytest.param(
            "[Slow **Reasoning** Models for **Road** Maps](https://a.org/b) Planning (**ABC**) [[ABC]](https://a.org/c)",
            [
                ("^", "link", "words", "Slow Reasoning Models for Road Maps"),
                ("~ ", "", "capitalised word", "Planning"),
                (" ", "round brackets", "acronym", "ABC"),
                ("[ ", "link in brackets", "acronym", "ABC"),
            ],
            id="stressed words of a link, names in brackets",
        ),
        pytest.param(
            "[Slow Models for Maps](https://a.org/b) _2021_ published in _Foo Letters_ and at **CVPR** as a poster",
            [
                ("^", "link", "words", "Slow Models for Maps"),
                ("~ ", "italic", "year", "2021"),
                (" ", "", "few words", "published in"),
                (" ", "italic", "words for a venue", "Foo Letters"),
                ("+", "", "few words", "and at"),
                (" ", "bold", "known venue", "CVPR"),
                ("~ ", "", "few words", "as a poster"),
            ],
            id="styles that set off",
        ),
        pytest.param(
            "Slow Models for Maps..Ann Lee et.al. [pdf](https://a.org/b)",
            [
                ("^", "", "words", "Slow Models for Maps"),
                (".", "", "names", "Ann Lee et.al"),
                ("[.", "link", "label", "pdf"),
            ],
            id="two full stops",
        ),
        pytest.param(
            "Al Lee, ... Bo Chen, USENIX '09: [arXiv:2210.13695 (2022)](https://a.org/b)",
            [
                ("^", "", "name", "Al Lee"),
                (",", "", "name", "Bo Chen"),
                (",", "", "acronym", "USENIX"),
                (" ", "", "year", "'09"),
                ("[:", "link", "known venue", "arXiv"),
                ("= ", "link", "year", "2022"),
            ],
            id="names left out, a label with a year, an archive with an id",
        ),
        pytest.param(
            "ECO: \"Efficient Convolution Operators for Tracking\" CVPR. [[Paper]](https://a.org/b)",
            [
                ("^", "", "acronym", "ECO"),
                ("“:", "quotes", "words", "\"Efficient Convolution Operators for Tracking\""),
                ("~ ", "", "known venue", "CVPR"),
                ("[.", "link", "label", "[Paper]"),
            ],
            id="quotes",
        ),
        pytest.param(
            "*Ann Lee, Bo Chen*. Journal of Foo [J].",
            [
                ("^", "italic", "name", "Ann Lee"),
                (",", "italic", "name", "Bo Chen"),
                (".", "", "words for a venue", "Journal of Foo"),
                (" ", "square brackets", "rest", "J"),
            ],
            id="a full stop behind another style",
        ),
        pytest.param(
            "A Study of Maps and Roads\tAnn Lee, Bo Chen, VIS-2019",
            [
                ("^", "", "words", "A Study of Maps and Roads"),
                ("|", "", "name", "Ann Lee"),
                (",", "", "name", "Bo Chen"),
                (",", "", "acronym", "VIS"),
                ("-", "", "year", "2019"),
            ],
            id="a tab",
        ),
        pytest.param(
            "[TC 2022] Conference: CoFOO 2020, USENIX ATC'16",
            [
                ("^", "square brackets", "acronym", "TC"),
                (" ", "square brackets", "year", "2022"),
                (" ", "", "label", "Conference"),
                (":", "", "acronym", "CoFOO"),
                (" ", "", "year", "2020"),
                (",", "", "known venue", "USENIX ATC"),
                (" ", "", "year", "'16"),
            ],
            id="two capitals are no name, what announces a venue is none, a body belongs to its venue",
        ),
        pytest.param(
            "[ICMLA 22]Rules for Maps and Roads, TGRS19",
            [
                ("^", "square brackets", "acronym", "ICMLA"),
                (" ", "square brackets", "year", "22"),
                (" ", "", "words", "Rules for Maps and Roads"),
                (",", "", "acronym", "TGRS"),
                (" ", "", "year", "19"),
            ],
            id="two digits behind an acronym",
        ),
        pytest.param(
            "**FooNet** **[Some Lab]** A Study of Maps in small towns",
            [
                ("^", "bold", "acronym", "FooNet"),
                ("~ ", "square brackets", "name", "Some Lab"),
                (" ", "", "words", "A Study of Maps in small towns"),
            ],
            id="a tag in bold",
        ),
        pytest.param(
            "Deep Walks over Maps(**ABC**) [paper](https://a.org/c)",
            [
                ("^", "", "words", "Deep Walks over Maps"),
                (" ", "round brackets", "acronym", "ABC"),
                ("[ ", "link", "label", "paper"),
            ],
            id="a name in bold and brackets before a link without brackets",
        ),
        pytest.param(
            "Team at QRST 2025: A Study of Maps and Roads",
            [("^", "", "few words", "Team at QRST 2025"), (":", "", "words", "A Study of Maps and Roads")],
            id="a year within a title",
        ),
        pytest.param(
            "[Read, Attend, and Code: Learning the Words of Physicians](https://a.org/b)",
            [
                ("^", "link", "few words", "Read"),
                ("=,", "link", "capitalised word", "Attend"),
                ("=,", "link", "few words", "and Code"),
                ("=:", "link", "words", "Learning the Words of Physicians"),
            ],
            id="a label within a longer link",
        ),
        pytest.param(
            '"Maps and Roads in Small Towns." Roxo, Tiago, and Hugo Lee.',
            [
                ("^", "quotes", "words", '"Maps and Roads in Small Towns."'),
                ("~ ", "", "names", "Roxo"),
                (",", "", "names", "Tiago"),
                (",", "", "name", "and Hugo Lee"),
            ],
            id="the first name as MLA has it",
        ),
    ],
)  # fmt: skip
def test_fields(line: str, expected: list[tuple[str, str, str, str]]) -> None:
    assert fields_of(line) == expected


def test_the_last_digits_of_an_id_are_no_year_even_where_the_text_ends() -> None:
    """Offsets behind the name of the archive were those from its start, beyond the end of the text."""
    assert fields_of("Jane Doe et al. arXiv:1912.11960")[1:] == [
        (".", "", "known venue", "arXiv"),
        (" ", "", "address", ":1912.11960"),
    ]
