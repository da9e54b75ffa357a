"""The Atom feed: read by feedparser, with names that stay."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import date
from xml.etree import ElementTree

import feedparser  # type: ignore[import-untyped]
import pytest

from bot.exports.bibliography import Work, WorkLink
from bot.exports.writers import MOST_ENTRIES, Addition, Export, order_additions, render_feed
from bot.listing.parts import Kind
from bot.papers.names import AuthorList

ATOM = "{http://www.w3.org/2005/Atom}"
WORK = Work(
    "README.md",
    5,
    ("Training", "Imitation"),
    Kind.PAPER,
    "FireAct: Fine-tuning & more",
    "https://arxiv.org/abs/2310.05915",
    (WorkLink("code", "https://github.com/anchen1011/FireAct"),),
    arxiv="2310.05915",
    stated_venue="ICLR 2024",
    stated_authors=AuthorList(("Baian Chen",)),
    comment="500 trajectories are enough.",
)
EXPORT = Export((), "Papers", date(1970, 1, 2))
HOSTILE = '<script>alert(1)</script> & "quotes" \x00\x0b\ufffe\udcff ]]> &amp;'


def feed(*works: Work, origin: str = "a") -> str:
    additions = tuple(Addition(work, 86_400 * (9 - n), f"k{n}") for n, work in enumerate(works))
    return render_feed(replace(EXPORT, repository="https://github.com/o/r", owner="o"), origin, additions)


def test_a_reader_finds_everything() -> None:
    found = feedparser.parse(feed(WORK))
    assert (found.bozo, found.version, found.feed.title) == (False, "atom10", "Papers: what is new")
    assert (found.feed.updated, found.feed.link) == ("1970-01-10T00:00:00Z", "https://github.com/o/r")
    (entry,) = found.entries
    assert (entry.title, entry.link, entry.author) == (WORK.title, WORK.url, "Baian Chen")
    assert (entry.updated, entry.published) == ("1970-01-10T00:00:00Z",) * 2
    assert entry.summary == "ICLR 2024 · 500 trajectories are enough."
    assert [(link.rel, link.href) for link in entry.links] == [
        ("alternate", WORK.url),
        ("related", "https://github.com/anchen1011/FireAct"),
    ]
    assert [tag.term for tag in entry.tags] == ["Training > Imitation"]


def test_what_rfc_4287_asks_for_is_there() -> None:
    """Each feed and each entry has exactly one id, title and date, and somebody who wrote it."""
    root = ElementTree.fromstring(feed(WORK, replace(WORK, title="", stated_authors=AuthorList(()))))
    for element in (root, *root.findall(f"{ATOM}entry")):
        assert [len(element.findall(ATOM + name)) for name in ("id", "title", "updated")] == [1, 1, 1]
        assert element.findtext(f"{ATOM}title")
        assert str(element.findtext(f"{ATOM}id")).startswith("urn:uuid:")
        uuid.UUID(str(element.findtext(f"{ATOM}id"))[9:])
    assert root.findtext(f"{ATOM}author/{ATOM}name") == "o"


def test_nobody_is_named_who_is_not_known() -> None:
    assert "<author>" not in render_feed(EXPORT, "a", ())


def test_names_stay_and_differ() -> None:
    first, again, elsewhere = (feedparser.parse(feed(WORK, WORK, origin=origin)) for origin in ("a", "a", "b"))
    names = [[found.feed.id, *(entry.id for entry in found.entries)] for found in (first, again, elsewhere)]
    assert names[0] == names[1]
    assert len({*names[0], *names[2]}) == 6


@pytest.mark.parametrize("words", [HOSTILE, "\u202e", "x" * 9_999])
def test_hostile_words_are_words(words: str) -> None:
    link = f"https://pages.example/?{words}"
    text = feed(replace(WORK, title=words or "x", url=link, comment=words, links=(WorkLink(words, link),)))
    found = feedparser.parse(text)
    assert found.bozo is False
    assert "<script" not in text
    assert len(found.entries) == 1


def test_no_entries() -> None:
    found = feedparser.parse(render_feed(EXPORT, "a", ()))
    assert (found.bozo, found.feed.updated, found.entries) == (False, "1970-01-02T00:00:00Z", [])


def test_the_newest_come_first_and_each_once() -> None:
    ordered = [each.time for each in order_additions([Addition(WORK, n, str(n % 150)) for n in range(300)])]
    assert ordered == list(range(299, 299 - MOST_ENTRIES, -1))
