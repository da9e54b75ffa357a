from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.document import parse
from bot.document.anchors import Anchors
from bot.listing import read
from bot.merging.splitting import split
from bot.text import Text
from tests.sample_list import LINES

if TYPE_CHECKING:
    from bot.listing import Listing

FIRST, SECOND, THIRD, FOURTH = ("".join(LINES[start : start + 3]) for start in (0, 3, 6, 9))
LIST = f"""# Agents

[Planning](#planning) [Tools](#tools) [Web](#web) [Notes](#notes)

## Planning

See [the survey](docs/survey.md), [tools](#tools) and [below](#search).

### Search

{FIRST}
### Web

{SECOND}
## Tools

![overview](img/tools.png)

{THIRD}
## Web

{FOURTH}
## Notes

Send a pull request; see [the web](#web-1) and [planning](#planning).
"""
PLANNING = f"""[Agents](../README.md#planning)

## Planning

See [the survey](../docs/survey.md), [tools](../README.md#tools) and [below](#search).

### Search

{FIRST}
### Web

{SECOND.rstrip()}
"""
AFTER = f"""# Agents

[Planning](#planning) [Tools](#tools) [Web](#web) [Notes](#notes)

## Planning

[Planning](papers/planning.md)

<a id="search"></a>[Search](papers/planning.md#search) · <a id="web"></a>[Web](papers/planning.md#web)

## Tools

![overview](img/tools.png)

{THIRD}
## Web

<a id="web-1"></a>

{FOURTH}
## Notes

Send a pull request; see [the web](#web-1) and [planning](#planning).
"""


def listing(content: str, path: str = "README.md") -> Listing:
    return read(parse(Text(path, content)))


def test_a_section_moves_with_links_that_lead_where_they_led() -> None:
    result = split(listing(LIST), 0, "papers", (), ("Planning",))
    assert [(page.path, page.content) for page in result.pages] == [("papers/planning.md", PLANNING)]
    assert (result.content, result.kept, result.reason) == (AFTER, (), "")


@pytest.mark.parametrize(
    ("most", "moved"),
    [
        pytest.param(2_000, [], id="short enough"),
        pytest.param(1_300, ["papers/planning.md"], id="the largest section"),
        pytest.param(1_000, ["papers/planning.md", "papers/tools.md"], id="as many as are needed"),
        pytest.param(0, ["papers/planning.md", "papers/tools.md", "papers/web.md"], id="all with entries"),
    ],
)
def test_the_largest_sections_move(most: int, moved: list[str]) -> None:
    assert [page.path for page in split(listing(LIST), most, "papers", ()).pages] == moved


def test_a_second_run_moves_nothing() -> None:
    first = split(listing(LIST), 0, "papers", ())
    second = split(listing(first.content), 0, "papers", [page.path for page in first.pages])
    assert (second.content, second.pages) == (first.content, ())


@pytest.mark.parametrize("outer", ["## Tools\n", "### Search\n"])
def test_what_an_earlier_split_left_stays(outer: str) -> None:
    """A section with a link to the folder, and those that it is in."""
    before = listing(LIST.replace(outer, f"{outer}\n[More](papers/more.md)\n"))
    kept = {"Tools"} if "Tools" in outer else {"Search", "Planning"}
    assert [page.branch.title for page in split(before, 0, "papers", (), ("Tools", "Search")).pages] == [
        title for title in ("Search", "Tools") if title not in kept
    ]
    moved = [page.path for page in split(before, 0, "papers", ()).pages]
    assert moved == [f"papers/{name.lower()}.md" for name in ("Planning", "Tools", "Web") if name not in kept]


@pytest.mark.parametrize(
    ("heading", "href", "there"),
    [
        pytest.param("Web", "#web", "#web", id="a section in it"),
        pytest.param("Web", "#web-1", "../README.md#web-1", id="one that stays"),
        pytest.param("Planning", "#planning-1", "#planning-1", id="of one name in it"),
        pytest.param("工具", "#工具", "#工具", id="of any script"),
        pytest.param("Agents", "#agents-1", "#agents", id="the first of its name there"),
        pytest.param("Web", "#else", "#else", id="none"),
        pytest.param("Web", "#at", "../README.md#at", id="an anchor that stays"),
        pytest.param("Web", "#here", "#here", id="one in it"),
        pytest.param("Web", "", "", id="nothing"),
        pytest.param("Web", "/a.md", "/a.md", id="the top of the repository"),
        pytest.param("Web", "?tab=a", "?tab=a", id="a query"),
        pytest.param("Web", "mailto:a@e.org", "mailto:a@e.org", id="a scheme"),
        pytest.param("Web", "a:b/c.md", "a:b/c.md", id="a short one"),
        pytest.param("Web", "1a.md", "../1a.md", id="a file"),
    ],
)
def test_links_lead_where_they_led(heading: str, href: str, there: str) -> None:
    content = LIST.replace("### Web", f'### {heading}\n\n<a id="here"></a>[it]({href})')
    content = content.replace("## Notes", '## Notes\n\n<a id="at"></a>')
    (page,) = split(listing(content), 0, "papers", (), ("Planning",)).pages
    assert f"[it]({there})" in page.content


def test_the_heading_of_the_whole_page_stays() -> None:
    assert split(listing(f"# Agents\n\n{''.join(LINES)}"), 0, "papers", ()).pages == ()


@pytest.mark.parametrize(
    ("taken", "path"),
    [
        pytest.param([], "papers/tools.md", id="free"),
        pytest.param(["papers/Tools.md"], "papers/tools-2.md", id="taken, in other capitals"),
        pytest.param(["papers/tools.md", "papers/tools-2.md"], "papers/tools-3.md", id="taken twice"),
    ],
)
def test_no_file_is_overwritten(taken: list[str], path: str) -> None:
    assert [page.path for page in split(listing(LIST), 0, "papers", taken, ("tools",)).pages] == [path]


@pytest.mark.parametrize(
    ("heading", "path"),
    [
        pytest.param("工具 Tools!", "papers/工具-tools.md", id="letters of any script"),
        pytest.param("../../etc/passwd", "papers/etcpasswd.md", id="a path"),
        pytest.param("🔥🔥", "papers/section.md", id="no letters"),
        pytest.param("x" * 300, f"papers/{'x' * 60}.md", id="long"),
    ],
)
def test_files_are_named_by_their_headings(heading: str, path: str) -> None:
    content = LIST.replace("## Tools", f"## {heading}")
    assert path in [page.path for page in split(listing(content), 0, "papers", ()).pages]


def test_definitions_of_links_are_taken_along() -> None:
    content = f"{LIST.replace('img/tools.png)', 'img/tools.png) [about][1]')}\n[1]: https://example.org/about\n"
    (page,) = split(listing(content), 0, "papers", (), ("Tools",)).pages
    assert page.content.endswith("\n\n[1]: https://example.org/about\n")


def test_line_ends_stay() -> None:
    result = split(listing(LIST.replace("\n", "\r\n")), 0, "papers", (), ("Planning",))
    assert (result.content, result.pages[0].content) == (AFTER.replace("\n", "\r\n"), PLANNING.replace("\n", "\r\n"))


UNTITLED = "".join(f"* [{n}] [A Title {n}](https://arxiv.org/abs/{n}.19446)\n" for n in (2402, 2409)) + "- x\n\n"


@pytest.mark.parametrize(
    ("content", "title", "kept", "reason"),
    [
        pytest.param(
            LIST.replace("## Tools\n", "## Tools\n\n<details>\n").replace("## Notes\n", "</details>\n\n## Notes\n"),
            "Tools",
            "<details> begins or ends in it",
            "",
            id="HTML that goes on behind it",
        ),
        pytest.param(
            LIST.replace("## Planning", "## Planning\n\n[1]: https://e.org/1").replace(
                "## Tools", "## Tools\n\n[it][1]\n\n[1]: https://e.org/2"
            ),
            "Tools",
            "its links would lead elsewhere",
            "",
            id="a label defined above and in it",
        ),
        pytest.param(
            f"# Web\n\n[1]: https://e.org/\n{UNTITLED}\n# B\n\n{FIRST}{SECOND}",
            "Web",
            "its entries would be read differently in a file of their own",
            "",
            id="what is read as the entries of other sections are",
        ),
        pytest.param(
            f"# Agents\n\n## Tools\n\n- x\n\n## Web\n\n{FIRST}",
            "Web",
            "",
            "without the sections that were to move, the other entries would be read differently",
            id="what would be read differently without it",
        ),
    ],
)
def test_what_keeps_a_section_in_place(content: str, title: str, kept: str, reason: str) -> None:
    result = split(listing(content), 0, "papers", (), (title,))
    assert (result.content, result.pages, result.reason) == (content, (), reason)
    assert [(each.branch.title, each.reason) for each in result.kept] == ([(title, kept)] if kept else [])


def test_hostile_headings_are_shown_as_they_are() -> None:
    content = LIST.replace("## Tools", "## ](javascript:x) <img src=x> @all [t")
    result = split(listing(content), 0, "papers", ())
    hrefs = [link.href for link in parse(Text("README.md", result.content)).links]
    assert not [href for href in hrefs if href.startswith("javascript")]


sections = st.lists(
    st.tuples(
        st.integers(1, 4),
        st.sampled_from(("Web", "Tools", "Search & more", "工具", "Web")),
        st.lists(st.sampled_from(LINES), max_size=4),
        st.sampled_from(
            ("", "See [it](#web) and [that](#tools-1).\n\n", "![](img/x.png)\n\n", "<div>\n\n", "* * *\n\n")
        ),
    ),
    max_size=8,
)


@given(sections, st.integers(0, 2_000))
def test_nothing_is_lost(parts: list[tuple[int, str, list[str], str]], most: int) -> None:
    content = "".join(f"{'#' * level} {title}\n\n{words}{''.join(lines)}\n" for level, title, lines, words in parts)
    before = listing(content)
    result = split(before, most, "papers", ())
    after = [listing(result.content), *(listing(page.content, page.path) for page in result.pages)]
    works = [Counter(entry.work for each in lists for entry in each.entries) for lists in ([before], after)]
    assert works[0] == works[1]
    assert all(map(Anchors(after[0].document).has, Anchors(before.document).names))
    targets = {page.path: Anchors(parse(Text(page.path, page.content))) for page in result.pages}
    for link in after[0].document.links:
        path, _, fragment = link.href.partition("#")
        assert path not in targets or not fragment or targets[path].has(fragment)
