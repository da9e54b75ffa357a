"""Lists cut to pieces are read too, and whatever is read stands where it says it stands."""

from __future__ import annotations

import html
import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.document import Wordings, parse
from bot.listing import SectionKind, read
from bot.listing.model import SectionIndex
from bot.text import Span, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.listing import Entry, Listing

LISTS = [path.read_bytes().decode() for path in sorted(Path(__file__).with_name("lists").glob("*.md"))]
SNIPPETS = (
    *("[", "]", "(", ")", "](", "*", "**", "`", "<", ">", "|", "\\|", '"', "“", "\\", "&amp;", "\0", "\ufeff", "é"),
    *("<b>", "</b>", "<br>", '<a href="u">', "</a>", "<p>", "<td>", "<tr>", "</tr>", "<table>", "<!--", "-->"),
    *("<details>", "</details>", "<summary>", "</summary>", "[t](u)", "![a](b)", "https://arxiv.org/abs/2503.02197"),
    *("\n", "\n\n", "\r\n", "\r", "\t", "    ", "\n- ", "\n1. ", "\n> ", "\n## ", "\n---\n", "\n===\n", "\n```\n"),
    *("2020", "(ICML 2020)", "[2503]", "\n|a|b|\n|-|-|\n", "\n[x]: y\n", "\n###### "),
)
EDITS = st.lists(
    st.one_of(
        st.tuples(st.just("insert"), st.integers(0, 10_000), st.sampled_from(SNIPPETS)),
        st.tuples(st.just("delete"), st.integers(0, 10_000), st.integers(1, 60)),
        st.tuples(st.just("repeat"), st.integers(0, 10_000), st.integers(1, 5)),
        st.tuples(
            st.just("indent"), st.integers(0, 10_000), st.sampled_from(("", " ", "  ", "    ", "> ", "- ", "# "))
        ),
        st.tuples(st.just("append"), st.integers(0, 10_000), st.sampled_from(LISTS)),
    ),
    max_size=8,
)


def mutate(content: str, edits: list[tuple[str, int, str | int]]) -> str:
    """`content` with some characters and lines put in, taken out, repeated or indented."""
    for kind, place, value in edits:
        at = place % (len(content) + 1)
        if isinstance(value, int):
            if kind == "delete":
                content = content[:at] + content[at + value :]
                continue
            lines = content.split("\n")
            first = at % len(lines)
            content = "\n".join([*lines[:first], *lines[first : first + value] * 2, *lines[first + value :]])
        elif kind == "indent":
            lines = content.split("\n")
            lines[at % len(lines)] = value + lines[at % len(lines)].lstrip()
            content = "\n".join(lines)
        else:
            content = content[:at] + value + content[at:]
    return content


def fields(entry: Entry) -> Iterator[tuple[str, Span]]:
    """Everything an entry says, as value and place."""
    parts = entry.parts
    for part in (entry.title, parts.venue, parts.affiliation, parts.citations, parts.comment, *parts.marks):
        if part is not None:
            yield part.value, part.span
    if entry.date is not None:
        yield entry.date.text, entry.date.span


def squeeze(words: str) -> str:
    """Words without blanks, escapes undone, images left out."""
    return re.sub(r"[\s\ufffc\0\ufffd]|\\(?=[!-/:-@\[-`{-~])", "", html.unescape(words))


def is_within(words: str, source: str) -> bool:
    """Whether the characters of `words` stand in `source` in their order, with nothing but markup between them."""
    characters = iter(source)
    return all(character in characters for character in words)


def hold_sections(listing: Listing) -> None:
    """Sections are in order and apart or one in another; each entry is in the innermost one."""
    sections = listing.sections
    assert sorted(index for section in sections for index in section.entries) == list(range(len(listing.entries)))
    assert all(first.span.start <= second.span.start for first, second in pairwise(sections))
    for index, section in enumerate(sections[1:], 1):
        around = sections[section.outer]
        assert 0 <= section.outer < index
        assert around.span.end <= section.span.start or around.span.contains(section.span)
        assert section.span.contains(section.heading_span)
        assert section.kind is SectionKind.HEADING or around.span.contains(section.span)
    at = SectionIndex(sections).at
    assert all(at(entry.span.start) == entry.section for entry in listing.entries)


def hold(listing: Listing) -> None:
    text = listing.text
    assert all(first.span.end <= second.span.start for first, second in pairwise(listing.entries))
    hold_sections(listing)
    for entry in listing.entries:
        assert Span(0, len(text.content)).contains(entry.span)
        assert listing.sections[entry.section].span.contains(entry.span)
        assert all(entry.span.contains(link.span) for link in entry.links)
        for value, span in fields(entry):
            assert entry.span.contains(span)
            assert is_within(squeeze(value), squeeze(text[span]))
    hold_skipped(listing)


def hold_skipped(listing: Listing) -> None:
    """Every line with a link to a paper is in an entry or in exactly one skipped block."""
    text = listing.text
    blocks = [block.span for block in listing.skipped]
    assert all(first.end <= second.start for first, second in pairwise(blocks))
    assert not any(block.overlaps(entry.span) for block in blocks for entry in listing.entries)
    for block in listing.skipped:
        assert all(block.span.contains(mention.link.span) for mention in block.mentions)
        assert listing.sections[block.section].span.contains(block.span)
    for match in re.finditer(r"(?<!\S)https://arxiv\.org/abs/2503\.02197(?!\S)", text.content):
        places = [*blocks, *(entry.span for entry in listing.entries)]
        assert sum(place.contains(Span(*match.span())) for place in places) == 1


@given(st.sampled_from(LISTS), EDITS, st.sampled_from(("\n", "\r\n", "\r")))
def test_mutilated_lists_are_read(content: str, edits: list[tuple[str, int, str | int]], newline: str) -> None:
    hold(read(parse(Text("README.md", mutate(content, edits).replace("\n", newline)))))


@given(st.lists(st.sampled_from((*SNIPPETS, "words", " ", "Title of a paper: ", "2024-05")), max_size=50).map("".join))
def test_any_text_is_read(content: str) -> None:
    hold(read(parse(Text("README.md", content))))


@pytest.mark.parametrize(
    "content",
    [
        "# A\n\n ## [T](https://arxiv.org/abs/2503.02197), see <b>there</b>, and so on\n\n* [a](b)\n",
        "# A\n\n<details><summary>B</summary>\n\n* [T](https://arxiv.org/abs/2503.02197)\n</details> and\nmore.\n",
    ],
    ids=["indented heading", "entry behind the end of what is folded away"],
)
def test_lists_that_broke_an_invariant_once(content: str) -> None:
    hold(read(parse(Text("README.md", content))))


@given(st.sampled_from(LISTS), st.sampled_from(("\r\n", "\r")), st.booleans())
def test_line_ends_and_a_byte_order_mark_change_nothing(content: str, newline: str, marked: bool) -> None:
    plain = read(parse(Text("README.md", content)))
    other = read(parse(Text("README.md", "\ufeff" * marked + content.replace("\n", newline))))
    for one, two in zip(plain.entries, other.entries, strict=True):
        assert (one.kind, one.work, one.link and one.link.href) == (two.kind, two.work, two.link and two.link.href)
        assert (one.title and one.title.value, one.date and one.date.text) == (
            two.title and two.title.value,
            two.date and two.date.text,
        )
        assert plain.text.line_at(one.span.start) == other.text.line_at(two.span.start)
        assert plain.text.line_at(one.span.end) == other.text.line_at(two.span.end)


@given(st.sampled_from(LISTS), EDITS, EDITS)
def test_what_versions_share_is_read_as_it_is_read_alone(
    content: str, before: list[tuple[str, int, str | int]], after: list[tuple[str, int, str | int]]
) -> None:
    wordings = Wordings()
    for version in (content, mutate(content, before), mutate(content, after)):
        shared, alone = (parse(Text("README.md", version), each) for each in (wordings, None))
        assert shared == alone
        assert read(shared) == read(alone)
        assert repr(read(shared).entries) == repr(read(alone).entries)  # also the fields that entries do not compare
