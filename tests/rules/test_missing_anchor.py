"""Links to sections that do not exist."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.linter.diagnostics import Safety, Severity
from bot.linter.rule import Context
from bot.listing import Catalog, read
from bot.rules.missing_targets import MissingAnchor
from bot.text import Text
from tests.rules.helpers import TODAY, findings, fixed, marked, placed

RULE = MissingAnchor()
LIST = "## Behavior Cloning\n\n* paper\n\n## 🚀 News\n\n* paper\n\n## A & B\n\n* paper\n"
NAMES = '<a id="far-maps)"></a> <a id=\'near"\'></a>\n'


@pytest.mark.parametrize(
    ("link", "target", "message", "expected"),
    [
        pytest.param(
            "[cloning](#behaviour-cloning)",
            "#behaviour-cloning",
            "no section `#behaviour-cloning` in this file; did you mean `#behavior-cloning`?",
            "[cloning](#behavior-cloning)",
            id="spelling",
        ),
        pytest.param(
            '<a href="#cloning-behavior">cloning</a>',
            "#cloning-behavior",
            "no section `#cloning-behavior` in this file",
            None,
            id="HTML",
        ),
        pytest.param("[posters](#posters)", "#posters", "no section `#posters` in this file", None, id="nothing near"),
        pytest.param(
            "[maps](#far-maps)",
            "#far-maps",
            "no section `#far-maps` in this file; did you mean `#far-maps)`?",
            "[maps](#far-maps%29)",
            id="a name with a bracket, which would end the address",
        ),
        pytest.param(
            '<a href="#near">maps</a>',
            "#near",
            'no section `#near` in this file; did you mean `#near"`?',
            '<a href="#near%22">maps</a>',
            id="a name with a quotation mark, which would end the attribute",
        ),
    ],
)
def test_finds(link: str, target: str, message: str, expected: str | None) -> None:
    text = f"* {link}\n\n{LIST}{NAMES}"
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.ERROR)]
    assert marked(text, found) == [target]
    assert found[0].message == message
    if expected is None:
        assert found[0].fix is None
    else:
        assert found[0].fix is not None
        assert found[0].fix.safety is Safety.UNSAFE
        assert fixed(text, found) == f"* {expected}\n\n{LIST}{NAMES}"
        assert not findings(RULE, fixed(text, found))


@pytest.mark.parametrize(
    ("fragment", "meant"), [("news", "-news"), ("a-b", "a--b"), ("BehaviorCloning", "behavior-cloning")]
)
def test_what_other_programs_may_know_is_a_note_only_where_one_renders_the_page(fragment: str, meant: str) -> None:
    for head, severity in (
        ("", Severity.ERROR),
        ("[TOC]\n\n", Severity.NOTE),
        ("+++\ntitle = 'Papers'\n+++\n\n", Severity.NOTE),
        ("---\nlayout: page\n---\n\n", Severity.NOTE),
    ):
        text = f"{head}* [there](#{fragment})\n\n{LIST}"
        found = findings(RULE, text)
        assert [each.severity for each in found] == [severity]
    assert fixed(text, found) == text.replace(f"#{fragment}", f"#{meant}")
    nowhere = findings(RULE, text.replace(f"#{fragment}", "#posters"))
    assert [each.severity for each in nowhere] == [Severity.ERROR]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"* [cloning](#behavior-cloning) [news](#-news) [both](#a--b)\n\n{LIST}", id="in order"),
        pytest.param(f"* [back to top](#top) [or here](#)\n\n{LIST}", id="top"),
        pytest.param("* [papers](#papers)\n\n<a name='papers'></a>\n", id="named anchor"),
        pytest.param("* [papers](#papers)\n\n## All that we read {#papers}\n", id="named in braces"),
        pytest.param("* [other page](https://a.org/b#posters)\n", id="other site"),
        pytest.param("* [other file](docs/a.md#posters)\n", id="file that nobody read"),
        pytest.param("<!-- [posters](#posters) -->\n", id="comment"),
        pytest.param("`[posters](#posters)`\n", id="code"),
        pytest.param("![posters](#posters)\n", id="picture"),
    ],
)
def test_leaves_alone(text: str) -> None:
    assert findings(RULE, text) == []


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("more.md#agents", None),
        ("./more.md#agents", None),
        ("more.md#posters", "no section `#posters` in `more.md`"),
        ("../docs/more.md#agent", "no section `#agent` in `../docs/more.md`; did you mean `#agents`?"),
        ("list.md#more", "no section `#more` in `list.md`"),
    ],
)
def test_sections_of_other_lists(target: str, message: str | None) -> None:
    listings = [
        read(parse(Text(path, text)))
        for path, text in (("docs/list.md", f"[there]({target})\n"), ("docs/more.md", "# Agents\n"))
    ]
    found = RULE.check(listings[0], Context(TODAY, Catalog(tuple(listings))))
    assert [each.message for each in found] == ([] if message is None else [message])


def test_many_missing_anchors_are_found_without_suggestions() -> None:
    text = "".join(f"* [a](#behaviour-cloning-{number})\n" for number in range(30)) + f"\n{LIST}"
    found = findings(RULE, text)
    assert len(found) == 30
    assert [each.fix is None for each in found] == [False] * 20 + [True] * 10


@pytest.mark.parametrize(
    ("fragment", "headings", "meant"),
    [
        pytest.param("5-Agents-for-Games", ("6 Agents for Games",), "6-agents-for-games", id="another section number"),
        pytest.param("5-agents-for-games", ("6 Agents for Games", "7 Agents for Games"), None, id="two such sections"),
        pytest.param("agents-for-games-2023", ("Agents for Games 2024",), None, id="another year"),
        pytest.param("2017-others", ("2018 Others", "Others"), None, id="without the year"),
        pytest.param(
            "language-games",
            ("Language Games Overview", "Agents Overview", "Agents"),
            None,
            id="another kind of section than the rest",
        ),
        pytest.param(
            "language-games", ("Language Games Overview", "Agents"), "language-games-overview", id="more words"
        ),
        pytest.param(
            "fuzzing-games-usenix-sec22",
            ("Fuzzing Games (USENIX Security2022)",),
            "fuzzing-games-usenix-security2022",
            id="a venue's short form",
        ),
        pytest.param("fuzzing-games-sec22", ("Fuzzing Games Security2023",), None, id="the venue of another year"),
        pytest.param("agents-with-gpt35", ("Agents with GPT40",), None, id="another model"),
        pytest.param("games", ("1、[Games ](#top)",), "1games-", id="a number, and a space at the end"),
    ],
)
def test_numbers_that_may_differ(fragment: str, headings: tuple[str, ...], meant: str | None) -> None:
    text = f"[there](#{fragment})\n\n" + "".join(f"## {heading}\n\nPapers.\n\n" for heading in headings)
    (found,) = findings(RULE, text)
    assert (found.fix.safety if found.fix else None) == (Safety.UNSAFE if meant else None)
    if meant:
        assert fixed(text, [found]).startswith(f"[there](#{meant})\n")


def test_a_section_with_a_link_of_its_own_is_not_meant() -> None:
    text = "* [Methods](#methods)\n  * [Common](#common-methods)\n\n## Methods\n\nAll.\n"
    assert [(each.message, each.fix) for each in findings(RULE, text)] == [
        ("no section `#common-methods` in this file", None)
    ]
    (found,) = findings(RULE, text.replace("* [Methods](#methods)\n", ""))
    assert found.fix is not None


def test_an_anchor_is_reported_once_with_a_fix_of_all_its_links() -> None:
    text = "* [Up](#contribution)\n* [Tools](#tools)\n* [Up](#contribution)\n\n## Contributors\n\nAll.\n"
    one, other = findings(MissingAnchor(), text)
    assert one.message == "no section `#contribution` in this file (2 links); did you mean `#contributors`?"
    assert placed(text, [one, other]) == [(1, Severity.ERROR), (2, Severity.ERROR)]
    assert fixed(text, [one]) == text.replace("contribution", "contributors")


def test_further_links_to_an_anchor_are_named() -> None:
    text = "".join(f"## [Part {number}](#contents)\n\n* paper\n\n" for number in range(3))
    (found,) = findings(RULE, text)
    assert found.message == "no section `#contents` in this file (3 links)"
    assert [text[each.span.start : each.span.end] for each in found.related] == ["#contents", "#contents"]


def test_a_heading_that_links_itself_is_a_note() -> None:
    text = (
        "# Papers\n\n## [Year - 2015](#2015)\n\n* [FireAct](https://arxiv.org/abs/2310.05915)\n\n## [2014](#content)\n"
        "\n## [9.5 Maps](#9.4)\n"
    )
    assert placed(text, findings(RULE, text)) == [(3, Severity.NOTE), (7, Severity.ERROR), (9, Severity.NOTE)]


@pytest.mark.parametrize(
    ("link", "severity"),
    [
        pytest.param('<a href="#more"></a>', Severity.NOTE, id="nothing to see"),
        pytest.param('<a href="#more"><img src="a.png"></a>', Severity.ERROR, id="a picture"),
        pytest.param("[![](a.png)](#more)", Severity.ERROR, id="a picture in Markdown"),
    ],
)
def test_a_link_that_nobody_sees_is_a_note(link: str, severity: Severity) -> None:
    assert [each.severity for each in findings(MissingAnchor(), f"# Papers\n\nOne {link} word.\n")] == [severity]


@pytest.mark.parametrize(
    ("item", "meant"),
    [
        pytest.param("[Query Rewrite](#query-write)", "#query-rewrite", id="the nearest is no other"),
        pytest.param("[**Query Rewrite**](#contents)", "#query-rewrite", id="in bold, and nothing like it"),
        pytest.param('<a href="#write">Query Rewrite</a>', "#query-rewrite", id="in HTML"),
        pytest.param("[Data](#write)", None, id="two sections have that heading"),
    ],
)
def test_the_text_of_an_item_says_which_section_is_meant(item: str, meant: str | None) -> None:
    text = f"* {item}\n\n## Query Rewrite\n\n* a\n\n## Data\n\n* b\n\n## Data\n\n* c\n"
    found = findings(RULE, text)
    assert [each.severity for each in found] == [Severity.ERROR]
    assert [each.fix and each.fix.edits[0].new for each in found] == [meant]


def test_anchors_of_another_renderer_are_one_error() -> None:
    names = [f"Part {number:02}" for number in range(8)]
    contents = "".join(f"* [{name}](#{name.lower().replace(' ', '-')})\n" for name in names)
    text = f"{contents}* [All](#all)\n\n" + "".join(f"## {name} :\n\nPapers.\n\n" for name in names)
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.ERROR), (9, Severity.ERROR)]
    assert found[0].message.startswith("8 of 8 links to sections: the anchor differs in dashes or signs from")
    assert len(found[0].related) == 7
    assert fixed(text, found).startswith("* [Part 00](#part-00-)\n* [Part 01](#part-01-)\n")


def test_a_few_anchors_with_other_signs_are_an_error_each() -> None:
    names = range(4)
    text = "".join(f"* [Part {name}](#part{name})\n" for name in names)
    text += "".join(f"\n## Part {name}\n\nPapers.\n" for name in names)
    assert [each.message[:18] for each in findings(RULE, text)] == [f"no section `#part{name}" for name in names]
