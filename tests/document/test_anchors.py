"""The anchors that GitHub gives a document."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.document import parse
from bot.document.anchors import Anchors, slug
from bot.text import Text


def anchors(text: str) -> Anchors:
    return Anchors(parse(Text("README.md", text)))


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("Agent Framework Design", "agent-framework-design"),
        ("Agents & Tools", "agents--tools"),
        ("1.1 Behavior Cloning (Good Behavior)", "11-behavior-cloning-good-behavior"),
        ("RL + Search", "rl--search"),
        ("snake_case and kebab-case", "snake_case-and-kebab-case"),
        ("What's New?", "whats-new"),
        ("🚀 News", "-news"),
        ("⚙️ Settings", "️-settings"),
        ("中文 列表", "中文-列表"),
        ("Übersicht: Größe", "übersicht-größe"),
        ("Vision–Language", "visionlanguage"),
        ("C++ / C#", "c--c"),
        ("`code` and **bold**", "code-and-bold"),
        ("[linked](https://a.org) words", "linked-words"),
        ("Awesome [![badge](https://a.org/b.svg)](https://a.org)", "awesome-"),
        ("A &amp; B", "a--b"),
        ("Ends in #hash ##", "ends-in-hash"),
        ("Emph*as*is", "emphasis"),
        ("5 · Planning", "5--planning"),
        ("Part Ⅳ ② Ⓐ", "part-ⅳ--ⓐ"),
        (":rocket: News", "rocket-news"),
        ("A<br>B", "ab"),
        ("a‿b", "a‿b"),
    ],
)
def test_anchor_of_a_heading(heading: str, name: str) -> None:
    assert anchors(f"# {heading}\n").names == (name,)
    assert anchors(f"# {heading}\n").has(name)


@pytest.mark.parametrize(
    ("heading", "fragment", "nearest"),
    [
        ("USENIX Security2022 Papers", "usenix-sec22-papers", "usenix-security2022-papers"),
        ("Agents for Games", "3-agents-for-games", "agents-for-games"),
        ("Papers 2023 on Agents", "papers-2024-on-agents", None),
        ("ICML23 Papers on Agents", "icml2023-papers-on-agents", "icml23-papers-on-agents"),
        ("ICML23 Papers on Agents", "icml2024-papers-on-agents", None),
        ("12 Game Agents", "300-game-agents", "12-game-agents"),
        ("2024 Game Agents", "2023-game-agents", None),
        ("3 Agents", "5-agents", None),
        ("3 Game Agents", "5-game-agents", "3-game-agents"),
        ("5 Old Tool Agents", "3-big-tool-agents", None),
        ("Planning Agents", "planning-2023-agents", None),
        ("Game Agents", "game-data-agents", "game-agents"),
        ("Trait Agents", "train-agents", None),
        ("Agents", "-", None),
    ],
)
def test_nearest_of_one(heading: str, fragment: str, nearest: str | None) -> None:
    assert anchors(f"# {heading}\n\n# Other things\n").nearest(fragment) == nearest


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("# A\n## A\n### a\n", ("a", "a-1", "a-2"), id="numbered from the second on"),
        pytest.param("A\n===\n\nB b\n---\n", ("a", "b-b"), id="underlined"),
        pytest.param('# A\n\n<h2 align="center">B <b>c</b></h2>\n\n# D\n', ("a", "b-c", "d"), id="HTML"),
        pytest.param("```\n# not a heading\n```\n\n# A\n", ("a",), id="fence"),
        pytest.param("<!--\n# not a heading\n-->\n\n# A\n", ("a",), id="comment"),
        pytest.param("* # A\n> # B\n", ("a", "b"), id="in a list, in a quotation"),
        pytest.param("no heading\n", (), id="none"),
    ],
)
def test_anchors_of_a_document(text: str, names: tuple[str, ...]) -> None:
    assert anchors(text).names == names


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        pytest.param('<a name="papers"></a>\n', "papers", id="name"),
        pytest.param("<a id='papers'></a>\n", "papers", id="single quotes"),
        pytest.param("<div id=papers>\n", "papers", id="no quotes"),
        pytest.param('words <span id="papers">in</span> the line\n', "papers", id="inline"),
        pytest.param('<h2 class="x" id="papers">Some</h2>\n', "papers", id="heading with its own"),
        pytest.param('<a name="user-content-papers"></a>\n', "papers", id="prefixed"),
        pytest.param("# Papers\n", "user-content-papers", id="asked for with the prefix"),
        pytest.param("# 中文\n", "%E4%B8%AD%E6%96%87", id="percent-encoded"),
        pytest.param("# Papers\n", "Papers", id="upper case"),
        pytest.param('<a name="Papers"></a>\n', "Papers", id="a name in upper case"),
        pytest.param("## Papers {#own}\n", "own", id="a name in braces"),
        pytest.param("", "", id="the page"),
        pytest.param("", "top", id="top"),
        pytest.param("", "readme", id="readme"),
        pytest.param("", "fn-1", id="footnote"),
        pytest.param("", "L10-L20", id="lines"),
    ],
)
def test_has(text: str, fragment: str) -> None:
    assert anchors(text).has(fragment)


@pytest.mark.parametrize(
    ("text", "fragment", "near"),
    [
        pytest.param("# 🚀 News\n", "news", "-news", id="without the emoji's dash"),
        pytest.param("# News 🚀\n", "news", "news-", id="without the dash at the end"),
        pytest.param("# ⚙️ Core\n", "-core", "️-core", id="variation selector"),
        pytest.param("# 🚩Citation\n", "-citation", "citation", id="a dash too many"),
        pytest.param("# A & B\n", "a-b", "a--b", id="squeezed dashes"),
        pytest.param("# Off:Target\n", "off:target", "offtarget", id="punctuation kept"),
        pytest.param("# :rocket: News\n", "news", "rocket-news", id="shortcode"),
        pytest.param("# 🤖 Agents\n## Agents\n", "agents-1", "agents", id="counted as other renderers do"),
        pytest.param('<a name="my-papers"></a>\n', "my--papers", "my-papers", id="of a name"),
        pytest.param("# 🤖 Agents\n## Agents\n", "agents-0", None, id="counted from none on"),
        pytest.param("# Papers\n", "posters", None, id="another word"),
        pytest.param("# Papers\n", "papers-1", None, id="one of two, where there is one"),
    ],
)
def test_nearly(text: str, fragment: str, near: str | None) -> None:
    found = anchors(text)
    assert not found.has(fragment)
    assert found.nearly(fragment) == near


@pytest.mark.parametrize(
    ("fragment", "nearest"),
    [
        ("specific-topcs", "specific-topics"),
        ("contribution", "contributors"),
        ("tuning-agents-2", "tuning-agents"),
        ("zzz", None),
        ("2d-tracking", None),
        ("unsupervised-learning", None),
        ("tools-for-using-agents", None),
        ("planing", "planning-2024"),
        ("planning-2023", None),
    ],
)
def test_nearest(fragment: str, nearest: str | None) -> None:
    found = anchors(
        "# Specific Topics\n# Contributors\n# Tuning Agents\n# Prompting Agents\n# 3D Tracking\n# Supervised Learning\n"
        "# Tools for Deploying Agents\n# Planning 2024\n"
    )
    assert found.nearest(fragment) == nearest


@pytest.mark.parametrize(
    ("above", "heading", "count", "nearest"),
    [
        pytest.param("# Agents {}\n", "Agents Planning", 7, "agents-planning", id="eight that share a word"),
        pytest.param("# Agents {}\n", "Agents Planning", 8, None, id="nine"),
        pytest.param("# X{}\n", "Contributors", 199, "contributors", id="two hundred that share none"),
        pytest.param("# X{}\n", "Contributors", 200, None, id="one more"),
    ],
)
def test_so_many_are_compared(above: str, heading: str, count: int, nearest: str | None) -> None:
    found = anchors("".join(map(above.format, range(count))) + f"# {heading}\n")
    assert found.nearest({"Contributors": "contribution"}.get(heading, "agents-planing")) == nearest


@pytest.mark.parametrize(
    ("others", "nearest"),
    [
        ("", "deep-agents-new"),
        ("# Tools New\n", "deep-agents-new"),
        ("# Tools\n# Tools New\n", None),
    ],
)
def test_words_that_tell_two_kinds_of_sections_apart(others: str, nearest: str | None) -> None:
    assert anchors(f"# Deep Agents New\n{others}").nearest("deep-agents") == nearest


def test_headings_of_fragments_and_of_links() -> None:
    text = "# Papers\n\n[Papers](#p) [Other](#o) [**Papers**](#q)\n\n# [Maps](#m)\n\n[Maps](#x) [](#y)\n"
    found = anchors(text)
    named = [found.named(link) for link in found.document.links]
    assert [each and each.text for each in named] == ["Papers", None, "Papers", None, "Maps", None]
    headings = [found.heading(each) for each in ("Papers", "papers", "user-content-papers", "x")]
    assert [each and each.text for each in headings] == ["Papers", "Papers", "Papers", None]


@pytest.mark.parametrize(("linked", "nearest"), [((), "tuning-agents"), (("tuning-agents",), None)])
def test_a_section_with_more_words_that_is_linked_already_is_another_one(
    linked: tuple[str, ...], nearest: str | None
) -> None:
    assert anchors("# Tuning Agents\n").nearest("agents", linked) == nearest


@pytest.mark.parametrize(
    ("fragment", "linked", "nearest"),
    [
        ("metrics-2", ("metrics", "metrics-1"), None),
        ("game-agents-1", ("game-agents",), None),
        ("game-agents-1", (), "game-agents"),
    ],
)
def test_one_of_several_sections_of_one_name_is_none_that_is_linked_already(
    fragment: str, linked: tuple[str, ...], nearest: str | None
) -> None:
    text = "# Metrics\n\n# Metrics\n\n# Game Agents\n"
    assert anchors(text).nearest(fragment, linked) == nearest


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40))
def test_slug_is_one_word_in_lower_case(text: str) -> None:
    name = slug(text)
    assert " " not in name
    assert slug(name) == name
