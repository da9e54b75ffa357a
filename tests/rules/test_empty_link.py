"""Links that lead nowhere, or that no reader sees."""

from __future__ import annotations

import time

import pytest

from bot.linter.diagnostics import Safety, Severity
from bot.rules.empty_link import EmptyLink
from tests.rules.helpers import findings, fixed, marked, placed

RULE = EmptyLink()
PAPER = "[FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)"


@pytest.mark.parametrize(
    ("text", "words", "message"),
    [
        pytest.param(f"* {PAPER} [code]()\n", "[code]()", "this link has no target", id="no target"),
        pytest.param(f"* {PAPER} [code]( )\n", "[code]( )", "this link has no target", id="blank target"),
        pytest.param(f"* {PAPER} [code](#)\n", "[code](#)", "this link has no target", id="top of the page"),
        pytest.param(
            f'* {PAPER} <a href="">code</a>\n',
            '<a href="">code</a>',
            "this link has no target",
            id="HTML without target",
        ),
        pytest.param(
            "* [](https://a.org/b) Agents\n",
            "[](https://a.org/b)",
            "this link has no text, so readers cannot see it",
            id="no text",
        ),
        pytest.param(
            f"* {PAPER} [](https://a.org/b)\n",
            "[](https://a.org/b)",
            "this link has no text, so readers cannot see it",
            id="no text behind a paper",
        ),
        pytest.param(
            '* <a href="https://a.org/b"></a> Agents\n',
            '<a href="https://a.org/b"></a>',
            "this link has no text, so readers cannot see it",
            id="HTML without text",
        ),
        pytest.param("![map]()\n", "![map]()", "this picture has no source", id="picture"),
        pytest.param(
            "* 2018/?? [FireAct: Toward Agents]() [code](https://a.org/b)\n",
            "[FireAct: Toward Agents]()",
            "this link has no target",
            id="a month that is not known",
        ),
    ],
)
def test_finds(text: str, words: str, message: str) -> None:
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.WARNING)]
    assert marked(text, found) == [words]
    assert [(each.message, each.fix) for each in found] == [(message, None)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param(f"* {PAPER}\n* [A Survey of Agents](#)\n", "[A Survey of Agents](#)", id="title"),
        pytest.param(
            f"| Paper | Link |\n| --- | --- |\n| {PAPER} | |\n| A Survey of Agents | [arXiv](#) |\n",
            "[arXiv](#)",
            id="row",
        ),
    ],
)
def test_finds_links_to_the_top_that_are_all_of_an_entry(text: str, words: str) -> None:
    found = findings(RULE, text)
    assert [each.severity for each in found] == [Severity.WARNING]
    assert marked(text, found) == [words]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f"* {PAPER} []() and more\n", f"* {PAPER} and more\n", id="within the line"),
        pytest.param(f"* {PAPER} [ ]()\n", f"* {PAPER}\n", id="end of the line"),
        pytest.param("* []() Agents\n", "*  Agents\n", id="behind the bullet: its blank stays"),
    ],
)
def test_takes_out_what_is_empty_altogether(text: str, expected: str) -> None:
    found = findings(RULE, text)
    assert [each.fix and each.fix.safety for each in found] == [Safety.SAFE]
    assert fixed(text, found) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"* {PAPER} [code](https://github.com/a/b)\n", id="in order"),
        pytest.param("[![pull requests welcome](https://a.org/b.svg)]()\n", id="badge"),
        pytest.param("[![](https://a.org/b.svg)](https://a.org)\n", id="badge without words"),
        pytest.param("[back to top](#)\n", id="top of the page outside of entries"),
        pytest.param(f"* {PAPER}\n* [Back to the table of contents](#)\n", id="item that leads to the top"),
        pytest.param("* [Papers About Agents and Tools](#)\n", id="contents"),
        pytest.param("* a list of options: [] (), [ ] ()\n", id="no link"),
        pytest.param('<a name="top"></a>\n', id="anchor"),
        pytest.param('<a href="https://a.org">\n<img src="https://a.org/b.png">\n</a>\n', id="picture in HTML"),
        pytest.param("## Contributing\n\n* [title]() [code]()\n", id="template"),
        pytest.param(f"<!-- * {PAPER} []() -->\n", id="comment"),
    ],
)
def test_leaves_alone(text: str) -> None:
    assert findings(RULE, text) == []


def dated(number: int, date: str) -> str:
    return f"* {date} [Paper About Agents, Number {number}](https://arxiv.org/abs/2310.{number:05})\n"


def labelled(marks: str, good: str, bad: str) -> str:
    return "".join(dated(number, bad if mark == "x" else good) for number, mark in enumerate(marks, 1))


@pytest.mark.parametrize(
    ("text", "warnings", "notes"),
    [
        pytest.param(labelled("xxxxxxxxxx..", "[2023/10]", "[2023/10]()"), 0, 1, id="most entries"),
        pytest.param(labelled("x..x.x..x.x.", "2023", "[[PKU]]()"), 0, 1, id="two fifths"),
        pytest.param(labelled("xxxx........", "2023", "[code]()"), 4, 0, id="four entries"),
        pytest.param(labelled("x...x...x...x...x...", "2023", "[code]()"), 0, 1, id="all links with a label"),
        pytest.param(labelled("x...x...x...x...x...", "[code](https://x.dev)", "[code]()"), 5, 0, id="few of a label"),
        pytest.param(
            labelled("xxxxxxx...x.", '<a href="u"> </a>', '<a href=""> </a>'),
            0,
            1,
            id="unseen, with a target or without",
        ),
        pytest.param(labelled("x...x...", "[code](https://x.dev)", "[Coming soon]()"), 0, 2, id="says so"),
        pytest.param(labelled("x...", "", "[代码 (即将开源)]()"), 0, 1, id="says so in Chinese"),
        pytest.param(labelled("x...", "", "[code]() (soon)"), 0, 1, id="says so beside it"),
        pytest.param(labelled("x...", "", "[⬆](#) [Back to top](#)"), 0, 0, id="to the top"),
        pytest.param(
            "".join(f"- [Part {n}]()\n" for n in "ABCDEF") + "\n## More\n\n" + labelled("....", "", ""),
            0,
            1,
            id="contents",
        ),
        pytest.param("".join(f"- [Part {n}]()\n" for n in "ABC") + labelled("....", "", ""), 3, 0, id="few of them"),
        pytest.param(
            "".join(f"* [{title}]() (2021)\n" for title in ("A Title of Nine Words that Nobody Has Linked",) * 5)
            + "".join(f"* [Another Title of Many Words, Part {n}]() (2021)\n" for n in "ABCD")
            + labelled("." * 12, "", ""),
            0,
            1,
            id="a title that several have names no slot",
        ),
    ],
)
def test_habits(text: str, warnings: int, notes: int) -> None:
    severities = [each.severity for each in findings(RULE, text)]
    assert (severities.count(Severity.WARNING), severities.count(Severity.NOTE)) == (warnings, notes)


def test_an_empty_link_alone_in_its_line_makes_room() -> None:
    text = f"* {PAPER}\n\n[]()\n\n* {PAPER}\n"
    assert [(each.message, each.severity) for each in findings(RULE, text)] == [
        ("this link has neither text nor target", Severity.NOTE)
    ]


def test_no_empty_item_is_left_over() -> None:
    text = f"* {PAPER}\n* []()\n"
    [found] = findings(RULE, text)
    assert (found.message, found.fix) == ("this link has neither text nor target", None)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        pytest.param("[FireAct Tunes Agents]()\n\n[](https://arxiv.org/abs/2310.05915)\n", 1, id="a paragraph below"),
        pytest.param("[FireAct Tunes Agents]() [ ](https://arxiv.org/abs/2310.05915)\n", 1, id="beside it"),
        pytest.param("[FireAct Tunes Agents]()\n---\n[](https://arxiv.org/abs/2310.05915)\n", 1, id="below a heading"),
        pytest.param("- [FireAct Tunes Agents]()\n- [](https://arxiv.org/abs/2310.05915)\n", 2, id="two items"),
        pytest.param("[FireAct Tunes Agents]() or [](https://arxiv.org/abs/2310.05915)\n", 2, id="words between"),
        pytest.param("[]() [](https://arxiv.org/abs/2310.05915)\n", 2, id="neither has text"),
    ],
)
def test_two_halves_of_a_link_are_one_finding(text: str, count: int) -> None:
    found = findings(EmptyLink(), text)
    assert len(found) == count
    if count == 1:
        assert found[0].fix is not None
        assert found[0].fix.safety is Safety.UNSAFE
        assert fixed(text, found) == "[FireAct Tunes Agents](https://arxiv.org/abs/2310.05915)\n"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("* [ReAct](https://arxiv.org/abs/2210.03629) [[code]()] (soon)\n", id="soon, behind it"),
        pytest.param("* [ReAct of the Agents]() todo\n* [ReAct](https://arxiv.org/abs/2210.03629)\n", id="to do"),
        pytest.param(
            "* [ReAct](https://arxiv.org/abs/2210.03629) [code](), *paper and code coming soon*\n", id="to come"
        ),
        pytest.param("* [????/??] **ReAct of the Agents** [[paper]()] [[demo](https://a.org/b)]\n", id="no date yet"),
        pytest.param("## [Agents]()\n\n* [ReAct](https://arxiv.org/abs/2210.03629)\n", id="heading"),
    ],
)
def test_what_is_meant_is_a_note(text: str) -> None:
    assert [each.severity for each in findings(RULE, text)] == [Severity.NOTE]


@pytest.mark.parametrize("label", ["-", "--", "\u2013", "/", "?"])
def test_a_mark_of_nothing_is_a_note(label: str) -> None:
    text = f"* {PAPER} [{label}]() (Princeton)\n"
    assert placed(text, findings(RULE, text)) == [(1, Severity.NOTE)]


def test_the_row_for_the_next_entry_is_a_note() -> None:
    head = "| Paper | Date | Links |\n| --- | --- | --- |\n"
    rows = [
        "| ReAct | 2022.10 | [[paper](https://arxiv.org/abs/2210.03629)] |\n",
        "| - | 2025.00 | [[paper]()] [[code]()] |\n",
        "| FireAct | 2023.10 | [[paper](https://arxiv.org/abs/2310.05915)] [[code]()] |\n",
    ]
    text = head + "".join(rows)
    expected = [(4, Severity.NOTE), (4, Severity.NOTE), (5, Severity.WARNING)]
    assert placed(text, findings(EmptyLink(), text)) == expected


def test_a_row_with_a_title_is_no_form() -> None:
    head = "| Year | Title |\n| --- | --- |\n"
    found = [
        findings(EmptyLink(), f"{head}| 2024 | [{title}]() |\n") for title in ("Paper", "Agents that Learn from Words")
    ]
    assert [[each.severity for each in one] for one in found] == [[Severity.NOTE], [Severity.WARNING]]


def test_the_form_for_the_next_entry_is_a_note() -> None:
    assert [each.severity for each in findings(EmptyLink(), "* [**** () <br /> ** <br />]()\n")] == [Severity.NOTE]


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        pytest.param("* []()\n", Severity.WARNING, id="an item without words"),
        pytest.param("* [](#)\n", Severity.WARNING, id="to the top"),
        pytest.param("* [WebRL](https://arxiv.org/abs/2411.02337) []()\n", Severity.NOTE, id="beside words"),
        pytest.param("* [[]()] [__``__]\n", Severity.NOTE, id="a form"),
        pytest.param("* [notes, ongoing]()\n", Severity.NOTE, id="not yet done"),
        pytest.param('<td>&ensp;<a href="#"></a></td>\n', Severity.NOTE, id="a cell without words"),
        pytest.param("* [](https://arxiv.org/abs/2411.02337) WebRL\n", Severity.WARNING, id="to a page"),
    ],
)
def test_what_nobody_misses_is_a_note(text: str, severity: Severity) -> None:
    assert [each.severity for each in findings(EmptyLink(), text)] == [severity]


@pytest.mark.parametrize(
    ("text", "severities"),
    [
        pytest.param(f"* {PAPER} [[no code]()]\n", [Severity.NOTE], id="says that there is none"),
        pytest.param(f"* {PAPER} [slides]() in the future\n", [Severity.NOTE], id="says so behind it"),
        pytest.param(f"* {PAPER} [[Scholar--]]()\n", [Severity.NOTE], id="a mark behind the label"),
        pytest.param(f"* {PAPER} [code_to_be_updated]()\n", [Severity.NOTE], id="words joined by underscores"),
        pytest.param("[[paper]()] [[code]()] [cited]\n", [Severity.NOTE] * 2, id="how entries are written"),
        pytest.param("* (2019-CVPR) [[paper]()] [[code]()]\n", [Severity.NOTE] * 2, id="when and where alone"),
        pytest.param("> **[PDF]()** - PDF link\n", [Severity.NOTE], id="a legend"),
        pytest.param(f"* {PAPER} [[code]( )]\n", [Severity.WARNING], id="a target of blanks"),
        pytest.param("* [Agents]( ) [[code]( )]\n", [Severity.NOTE] * 2, id="a form with targets of blanks"),
        pytest.param("* WebRL [[paper]()] [[code]()]\n", [Severity.WARNING] * 2, id="a name"),
        pytest.param("* [Agents Walk in the Woods]() [[code]()]\n", [Severity.WARNING] * 2, id="a title"),
        pytest.param(f"* [[code]()] [[data]()] {PAPER}\n", [Severity.WARNING] * 2, id="before a paper"),
    ],
)
def test_what_says_so_and_forms_are_notes(text: str, severities: list[Severity]) -> None:
    assert [each.severity for each in findings(RULE, text)] == severities


@pytest.mark.parametrize("link", ["[code]() ", "[code](#) "])
def test_a_line_of_many_such_links_is_read_once(link: str) -> None:
    before = time.process_time()
    findings(RULE, f"* {PAPER} {link * 4_000}\n")
    assert time.process_time() - before < 3
