"""What groups entries on the page is a section: headings, summaries, bold lines and topic bullets."""

from __future__ import annotations

import re

import pytest

from bot.document import parse
from bot.listing import Listing, read
from bot.listing.values import entry_object
from bot.text import Text

REACT = "[ReAct: Synergizing Reasoning and Acting in Language Models](https://arxiv.org/abs/2210.03629)"
REFLEXION = "[Reflexion: Language Agents with Verbal Reinforcement Learning](https://arxiv.org/abs/2303.11366)"
TOOLFORMER = "[Toolformer: Language Models Can Teach Themselves to Use Tools](https://arxiv.org/abs/2302.04761)"
VOYAGER = "[Voyager: An Open-Ended Embodied Agent with Large Language Models](https://arxiv.org/abs/2305.16291)"
NAMES = {"A": REACT, "B": REFLEXION, "C": TOOLFORMER, "D": VOYAGER}


def load(content: str) -> Listing:
    """A list in which each of `{A}` to `{D}` is the link to a paper, and `<2024>...</>` are details with a summary."""
    content = re.sub(r"<([A-Z0-9][^<>]*)>", r"<details>\n<summary>\1</summary>\n\n", content).replace(
        "</>", "</details>\n"
    )
    for letter, link in NAMES.items():
        content = content.replace(f"{{{letter}}}", link)
    return read(parse(Text("README.md", content)))


def places(content: str) -> dict[str, str]:
    """For each entry about a paper the section it is in, after those around it."""
    listing = load(content)
    found = {}
    for entry in listing.papers:
        section = listing.sections[entry.section]
        letter = next((letter for letter, link in NAMES.items() if entry.work and entry.work.value in link), "?")
        found[letter] = " > ".join((*section.path, section.heading))
    return found


SHAPES = {
    "a summary": ("# Papers\n\n<2024>- {A}\n\n</>\n- {B}\n", {"A": "Papers > 2024", "B": "Papers"}),
    "a summary in bold on the line of its details": (
        "# Papers\n\n<details open><summary><b>2024</b></summary>\n\n- {A}\n\n</>",
        {"A": "Papers > 2024"},
    ),
    "a heading in a summary ends with the details": (
        "# Papers\n\n<details>\n<summary><h3>2024</h3></summary>\n\n- {A}\n\n</>\n- {B}\n",
        {"A": "Papers > 2024", "B": "Papers"},
    ),
    "headings inside of details": (
        "## Papers\n\n<2024>- {A}\n\n### May\n\n- {B}\n\n### June\n\n- {C}\n\n</>\n- {D}\n",
        {"A": "Papers > 2024", "B": "Papers > 2024 > May", "C": "Papers > 2024 > June", "D": "Papers"},
    ),
    "headings without a space behind their signs": (
        "# Papers\n\n##Planning\n- {A}\n\n###May 2024\n{B}\n\n#Tools\n\n- {C}\n\n## Other\n\n#few #tags\n\n- {D}\n",
        {"A": "Papers > Planning", "B": "Papers > Planning > May 2024", "C": "Tools", "D": "Tools > Other"},
    ),
    "a summary that says what a click does": (
        "# Papers\n\n- {A}\n\n<Click to see all 12 papers>- {B}\n\n</>",
        {"A": "Papers", "B": "Papers"},
    ),
    "details in details": (
        "# Papers\n\n<2024><May>- {A}\n\n</>\n- {B}\n\n</>",
        {"A": "Papers > 2024 > May", "B": "Papers > 2024"},
    ),
    "nested topic bullets": (
        "# Papers\n\n- Planning\n  - {A}\n  - Search\n    - {B}\n  - {C}\n- {D}\n",
        {"A": "Papers > Planning", "B": "Papers > Planning > Search", "C": "Papers > Planning", "D": "Papers"},
    ),
    "topics in numbered items": (
        "# Papers\n\n1. Planning\n   - {A}\n   - {B}\n2. **Tools**:\n   - {C}\n",
        {"A": "Papers > Planning", "B": "Papers > Planning", "C": "Papers > Tools"},
    ),
    "bullets with a colon": (
        "# Papers\n\n- Planning:\n- {A}\n- {B}\n- Tools：\n- {C}\n\n## Other\n\n- {D}\n",
        {"A": "Papers > Planning", "B": "Papers > Planning", "C": "Papers > Tools", "D": "Papers > Other"},
    ),
    "bold lines": (
        "# Papers\n\n**Planning:**\n\n- {A}\n\n**Tools (2)**\n- {B}\n- {C}\n\n## Other\n\n- {D}\n",
        {"A": "Papers > Planning", "B": "Papers > Tools (2)", "C": "Papers > Tools (2)", "D": "Papers > Other"},
    ),
    "bold lines above paragraphs": (
        "# Papers\n\n**Planning**\n\n{A}. Yao.\n\n{B}. Shinn.\n\n**Tools**\n\n{C}. Schick.\n\n{D}. Wang.\n",
        {"A": "Papers > Planning", "B": "Papers > Planning", "C": "Papers > Tools", "D": "Papers > Tools"},
    ),
    "a bold line above topics": (
        "# Papers\n\n**2024**\n\n- Planning\n  - {A}\n- {B}\n\n**2023**\n\n- {C}\n",
        {"A": "Papers > 2024 > Planning", "B": "Papers > 2024", "C": "Papers > 2023"},
    ),
    "a bold remark": ("# Papers\n\n**We add papers every week.**\n\n- {A}\n", {"A": "Papers"}),
    "a bold remark in brackets": ("# Papers\n\n**(sorted by date)**\n\n- {A}\n", {"A": "Papers"}),
    "a bold link": ("# Papers\n\n**[A survey of agents](https://example.org)**\n\n- {A}\n", {"A": "Papers"}),
    "bold labels inside of entries": (
        "# Papers\n\n### {A}\n\n**Abstract**\n\n### {B}\n\n**Abstract**\n\n### {C}\n\n**Abstract**\n",
        {"A": "Papers", "B": "Papers", "C": "Papers"},
    ),
    "fields below an entry": (
        "# Papers\n\n- {A}\n  - Yao\n  - **Code**:\n    - [code](https://github.com/ysymyth/ReAct)\n- {B}\n",
        {"A": "Papers", "B": "Papers"},
    ),
    "lines in italics below bold lines": (
        "# Papers\n\n**Graphs**\n\n*Supervised:*\n\n- {A}\n\n*Others*\n\n- {B}\n\n**Sets**\n\n- {C}\n",
        {"A": "Papers > Graphs > Supervised", "B": "Papers > Graphs > Others", "C": "Papers > Sets"},
    ),
    "lines without a style above lists": (
        "# Papers\n\n## Games\nBayesian Games\n- {A}\n\nGames (repeated)\n- {B}\n\n## Others\n\n- {C}\n",
        {"A": "Papers > Games > Bayesian Games", "B": "Papers > Games > Games (repeated)", "C": "Papers > Others"},
    ),
    "one line in italics, where others are elsewhere": (
        "# Papers\n\n## X\n\n*Graphs*\n\n- {A}\n\n*Sets*\n\n- {B}\n\n## Y\n\n*Walks: a kind of graphs*\n\n- {C}\n",
        {"A": "Papers > X > Graphs", "B": "Papers > X > Sets", "C": "Papers > Y > Walks: a kind of graphs"},
    ),
    "one line in italics is a remark": ("# Papers\n\n*Sorted by date*\n\n- {A}\n", {"A": "Papers"}),
    "lines in italics that are sentences": (
        "# Papers\n\n*All about agents.*\n\n- {A}\n\n*All about tools.*\n\n- {B}\n",
        {"A": "Papers", "B": "Papers"},
    ),
    "lines without a style that announce lists": (
        "# Papers\n\nWe have read these:\n\n- {A}\n\nNot read yet:\n\n- {B}\n",
        {"A": "Papers", "B": "Papers"},
    ),
    "bullets in bold inside a bold line": (
        "# Papers\n\n**Agents**\n\n- **ICSE 2025**\n  - {A}\n- **ASE 2024**\n  - {B}\n\n**Tools**\n\n- {C}\n",
        {"A": "Papers > Agents > ICSE 2025", "B": "Papers > Agents > ASE 2024", "C": "Papers > Tools"},
    ),
    "a heading behind a dash": ("# Papers\n\n## - 3D Registration\n\n- {A}\n", {"A": "Papers > 3D Registration"}),
    "above the first heading": (
        "- Planning\n  - {A}\n- {B}\n\n# Other\n\n- {C}\n",
        {"A": "Planning", "B": "", "C": "Other"},
    ),
}


@pytest.mark.parametrize(("content", "expected"), SHAPES.values(), ids=SHAPES)
def test_groups(content: str, expected: dict[str, str]) -> None:
    assert places(content) == expected


def test_groups_without_entries_are_no_sections() -> None:
    listing = load("# Papers\n\n**Note**\n\nRead this.\n\n## Topics\n\n- {A}\n\n<Star history>Nothing.\n\n</>")
    assert [section.heading for section in listing.sections] == ["", "Papers", "Topics"]


def test_levels_and_kinds() -> None:
    listing = load("## Papers\n\n- Planning\n  - {A}\n\n**Tools**\n\n- {B}\n\n<Old>- {C}\n\n</>")
    assert [(str(each.kind), each.level, each.outer) for each in listing.sections] == [
        ("heading", 0, -1),
        ("heading", 2, 0),
        ("topic bullet", 3, 1),
        ("bold line", 3, 1),
        ("summary", 4, 3),
    ]
    assert [listing.text[each.heading_span] for each in listing.sections[2:]] == [
        "- Planning",
        "**Tools**",
        "<details>\n<summary>Old</summary>",
    ]


def test_deep_and_many_groups_take_linear_time() -> None:
    depth = 400
    deep = "".join(f"<Level {n}>- {REACT}\n\n" for n in range(depth)) + "</>\n" * depth
    listing = load("# Papers\n\n" + deep)
    assert max(len(section.path) for section in listing.sections) < 50


def test_codes_of_emoji_are_no_words_of_a_path() -> None:
    listing = load("# Papers\n\n## :memo:Agents:robot::tada:\n\n- {A}\n- {B}\n\n## Ratio 1:2:3\n\n- {A}\n")
    found = [entry_object(listing, entry)["section_path"] for entry in listing.papers]
    assert found == [["Papers", "Agents"], ["Papers", "Agents"], ["Papers", "Ratio 1:2:3"]]


@pytest.mark.parametrize(
    ("contents", "path"),
    [
        pytest.param("Contents\n========\n\n* [Agents](#agents)\n* [Tools](#tools)\n", ["Agents"], id="underlined"),
        pytest.param("# 目录\n\n[Agents](#agents) | [Tools](#tools)\n", ["Agents"], id="other words"),
        pytest.param("# Contents\n\nAll that we read.\n", ["Contents", "Agents"], id="no links"),
        pytest.param("# Papers\n\n[Agents](#agents), [how to](HELP.md)\n", ["Papers", "Agents"], id="other links"),
    ],
)
def test_a_table_of_contents_is_not_around_what_is_below_it(contents: str, path: list[str]) -> None:
    listing = load(
        f"# What to Read\n\n[Contents](#contents)\n\n{contents}\n## Agents\n\n- {{A}}\n\n## Tools\n\n- {{B}}\n"
    )
    assert entry_object(listing, listing.papers[0])["section_path"] == path


def test_the_first_heading_names_the_list_also_above_links_into_the_page() -> None:
    listing = load("# What to Read\n\n[Agents](#agents) [Tools](#tools)\n\n## Agents\n\n- {A}\n\n## Tools\n\n- {B}\n")
    assert entry_object(listing, listing.papers[0])["section_path"] == ["What to Read", "Agents"]


@pytest.mark.parametrize(("bullet", "below"), [("Planning", []), ("**Planning**", ["Planning"])])
def test_a_topic_bullet_groups_entries_and_is_in_their_path_where_it_is_in_bold(bullet: str, below: list[str]) -> None:
    listing = load(f"# Papers\n\n## Agents\n\n- {bullet}\n  - {{A}}\n  - {{B}}\n")
    found = [entry_object(listing, entry) for entry in listing.papers]
    expected = ("Planning", ["Papers", "Agents", *below])
    assert [(each["section"], each["section_path"]) for each in found] == [expected] * 2


@pytest.mark.parametrize("line", ["{year}", "VLDB {year}", "**VLDB {year}**"])
def test_a_line_of_a_venue_and_its_year_says_where_and_when_what_is_below_appeared(line: str) -> None:
    head = "| Title |\n|--|\n"
    content = "".join(
        f"{line.format(year=year)}\n\n{head}| {first} |\n| {second} |\n\n"
        for year, first, second in (("2019", "{A}", "{B}"), ("2020", "{C}", "{D}"))
    )
    listing = load(f"# Papers\n\n{content}")
    found = [entry_object(listing, entry) for entry in listing.papers]
    if "VLDB" in line:
        assert [(each["venue"], each["date"]) for each in found] == [("VLDB", "2019")] * 2 + [("VLDB", "2020")] * 2
    assert [each["section_path"] for each in found[:2]] == [["Papers", "VLDB 2019"] if "*" in line else ["Papers"]] * 2
