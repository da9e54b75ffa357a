from __future__ import annotations

from datetime import date

import pytest

from bot.document import parse
from bot.linter.diagnostics import Diagnostic, Edit, Fix, Safety, Severity, apply
from bot.linter.headings import follow_counts, fragment_links, take_links_along
from bot.listing import Listing, read
from bot.text import Span, Text

TODAY = date(2026, 11, 21)
SAFE, UNSAFE = Safety.SAFE, Safety.UNSAFE


def after_fix(content: str, *others: str) -> tuple[str, Safety]:
    """The list after a fix that writes 8 for its first 7, and how safe that is."""
    at = Span(content.index("7"), content.index("7") + 1)
    listing = read(parse(Text("docs/list.md", content)))
    beside = [read(parse(Text(f"docs/{number}.md", other))) for number, other in enumerate(others)]
    found = Diagnostic("count", Severity.WARNING, "docs/list.md", at, "!", Fix("Write 8", (Edit(at, "8"),)))
    (after,) = take_links_along(listing, (listing, *beside), [found])
    assert after.fix is not None
    return apply(content, [after.fix]).content, after.fix.safety


@pytest.mark.parametrize(
    ("before", "after", "safety"),
    [
        pytest.param("## A (7)\n", "## A (8)\n", SAFE, id="nobody links to the heading"),
        pytest.param("[x](#b)\n\n## A (7)\n\n## B\n", "[x](#b)\n\n## A (8)\n\n## B\n", SAFE, id="a link to another"),
        pytest.param("[A](#a-0)\n\n## A 7\n", "[A](#a-0)\n\n## A 8\n", SAFE, id="a link that is broken already"),
        pytest.param(
            "[A](#a)\n\n## A [7](https://x.org)\n", "[A](#a)\n\n## A [8](https://x.org)\n", SAFE, id="no match"
        ),
        pytest.param("## A\n\n[7](#a)\n", "## A\n\n[8](#a)\n", SAFE, id="an edit outside of headings"),
        pytest.param(
            "## A <!-- 7 -->\n\n[x](#a-)\n", "## A <!-- 8 -->\n\n[x](#a-)\n", SAFE, id="words that do not show"
        ),
    ],
)
def test_a_fix_that_no_link_follows_stays_as_it_is(before: str, after: str, safety: Safety) -> None:
    assert after_fix(before) == (after, safety)


@pytest.mark.parametrize(
    ("link", "after"),
    [
        ("[A](#a-{})", "[A](#a-{})"),
        ("[A](#A-{})", "[A](#a-{})"),
        ("[A](#user-content-a-{})", "[A](#a-{})"),
        ("[A](list.md#a-{})", "[A](list.md#a-{})"),
        ("[A](../docs/list.md#a-{})", "[A](../docs/list.md#a-{})"),
        ('<a href="#a-{}">A</a>', '<a href="#a-{}">A</a>'),
        ("[A](#a-%{})", "[A](#a-{})"),
    ],
    ids=["plain", "capitals", "with GitHub's prefix", "by file", "by path", "HTML", "encoded"],
)
@pytest.mark.parametrize("heading", ["## A {}", "A {}\n---", "<h2>A {}</h2>"], ids=["ATX", "setext", "HTML"])
def test_links_to_a_heading_are_taken_along(link: str, after: str, heading: str) -> None:
    old = "37" if "%" in link else "7"
    text = f"{heading.format(7)}\n\n{link.format(old)} and {link.format(old)}\n"
    then = f"{heading.format(8)}\n\n{after.format(8)} and {after.format(8)}\n"
    assert after_fix(text) == (then, UNSAFE)


@pytest.mark.parametrize(
    "content",
    ["## A 7\n\n[A][1]\n\n[1]: #a-7\n", "## A 7\n\n[A](https://github.com/o/r#a-7)\n"],
    ids=["a reference", "by the address of the page"],
)
def test_links_that_cannot_be_edited_make_the_fix_unsafe(content: str) -> None:
    assert after_fix(content) == (content.replace("A 7", "A 8"), UNSAFE)


def test_a_link_from_another_list_makes_the_fix_unsafe() -> None:
    assert after_fix("## A 7\n", "[A](list.md#a-7)\n") == ("## A 8\n", UNSAFE)
    assert after_fix("## A 7\n", "[A](#a-7)\n") == ("## A 8\n", SAFE)


@pytest.mark.parametrize("content", ["## A 7\n\n## A 8\n\n[x](#a-8)\n", "## A 7\n\n## A 7\n\n[x](#a-7-1)\n"])
def test_anchors_that_other_headings_share_make_the_fix_unsafe(content: str) -> None:
    assert after_fix(content)[1] is UNSAFE


def test_paths_of_links_with_a_fragment() -> None:
    links = "[a](#a) [b](b.md#b) [c](./list.md#c) [d](../x/d.md#d) [e](https://x.org#e) [f](f.md) ![g](#g)"
    listing = read(parse(Text("docs\\list.md", links)))
    found = [(each.link.label, each.path, each.fragment) for each in fragment_links(listing)]
    assert found == [("a", "", "a"), ("b", "docs/b.md", "b"), ("c", "", "c"), ("d", "x/d.md", "d"), ("e", None, "e")]


def test_a_count_that_a_link_to_another_anchor_repeats_stays() -> None:
    """The link would go on saying the old number: nobody is helped by half."""

    def write(anchor: str, more: str) -> Listing:
        names = ("Acting", "Planning", "Memory", "Tools", "Safety")
        contents = "".join(f"- [{name} (1)](#{anchor or name.lower() + '-1'})\n" for name in names)
        sections = "".join(
            f"## {name} (1)\n\n- [{name} of Agents in Practice](https://arxiv.org/abs/2401.0000{number})\n\n"
            for number, name in enumerate(names)
        )
        return read(parse(Text("README.md", f"# Agents\n\n{contents}\n{sections}{more}")))

    added = "- [Safety of Agents at Home](https://arxiv.org/abs/2402.00001)\n"
    assert [fix.edits[0].new for fix in follow_counts(write("", ""), write("", added))] == ["2"]
    assert list(follow_counts(write("top", ""), write("top", added))) == []


@pytest.mark.parametrize(
    ("badge", "new"),
    [
        pytest.param("![p](https://img.shields.io/badge/papers-5-blue)", ["6"], id="in the text"),
        pytest.param("![p](https://img.shields.io/badge/papers-5-blue5)", [], id="the number twice"),
        pytest.param("![p][b]\n\n[b]: https://img.shields.io/badge/papers-5-blue", [], id="elsewhere in the text"),
        pytest.param("![p](https://img.shields.io/badge/papers-4-blue)", [], id="a number that was wrong"),
    ],
)
def test_badges_that_count(badge: str, new: list[str]) -> None:
    def write(count: int) -> Listing:
        lines = (f"- [Agents of Kind {number}](https://arxiv.org/abs/2401.0000{number})\n" for number in range(count))
        return read(parse(Text("README.md", f"# Agents\n\n{badge}\n\n{''.join(lines)}")))

    assert [fix.edits[0].new for fix in follow_counts(write(5), write(6))] == new
