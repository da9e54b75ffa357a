"""Any text comes back from every writer, through our readers and those of other programs: equal, and as a text.

Each run makes its texts from numbers: a hundred for each writer, 400 with `--hypothesis-profile thorough`, and 10,000
with `--hypothesis-profile all`, which takes an hour.
"""

from __future__ import annotations

import csv
import html
import io
import json
import random
import re
import unicodedata
from collections import Counter
from dataclasses import replace
from datetime import date
from functools import cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import feedparser  # type: ignore[import-untyped]
import pytest
import yaml
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from pybtex.database import parse_string  # type: ignore[import-untyped]

from bot.additions.request import Request
from bot.data import read
from bot.data.writing import disarm_cell
from bot.exports.bibliography import ExportedList, Work, WorkLink
from bot.exports.page import render_page
from bot.exports.references import make_references, render_bibtex, render_csl
from bot.exports.writers import Addition, Export, render_csv, render_feed, render_json, render_jsonl
from bot.github.model import Comment
from bot.linter.config import Config
from bot.linter.survey import Survey
from bot.papers.dates import PartialDate
from bot.papers.identity import read_paper
from bot.papers.names import AuthorList
from bot.papers.record import Record
from bot.rules import RULES
from bot.submissions.answer import Outcome, Place, State, find_answer, render_answer
from bot.text import Text, one_line, shorten
from tests.additions.test_addition import make
from tests.additions.test_records import BIBTEX, CSV, EPRINT, KEYED, YAML
from tests.commands.helpers import TODAY
from tests.exports.lists import SMALL, export
from tests.exports.test_page import PAGE, data_of
from tests.reports.test_markdown_escaping import ATTACKS, LIVE, MARKDOWN, rendered
from tests.reports.test_pages import HOSTILE
from tests.reviews import test_hostile as reviews
from tests.submissions.test_answer import SEAL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BATCH = 4
"""Texts of one example: 2,500 examples are 10,000 texts."""
ONE_BY_ONE = settings(phases=[Phase.explicit, Phase.reuse, Phase.generate])
"""A number has no smaller one that makes a simpler text."""
PIECES = (
    *(words for words, _ in ATTACKS.values()),
    *HOSTILE,
    *r"""\input{/etc/passwd} \write18{id} ^^5c ^^M $^^5cinput$ $\alpha$ $x^{2}$ ^ ~ { } {} {{x}} \ \\ % %5E $ & # _
    =cmd = + - @SUM(1) ＝ ＋ － ＠ ; ;= , | || ` ``` ~~~ " "" ' '' [ ] ]( ( ) < > <b> </td> <!-- --> ]]> &amp; &#60;
    !!python/object/apply:os.system *a &a <<: --- ... null true yes 1e3 0x1f 2024-01-01 12:30 : ? ! - * 1. @misc{a,
    @comment{ -- \'e \"{o} é ß ﬁ 漢字 العربية 👩‍🔬 İ ı ſ A a The of GPT-4 LLaMA 3D C++ R&D 100% a_b {{7*7}} ${x}
    %(a)s \u0041 and others et al. van Jr. gh-1 GH-1 #1 octo/list#1 ::error:: ##[error] Learning Agents""".split(),
    *(" ", "  ", "\t", "\n", "\r\n", "\x00", "\x0b", "\x1b[31m", "\x85", "\xa0", "\u200b", "\u2028", "\u202e"),
    "\u3000",
    *("\ufeff", "\ufdd0", "\ufffe", "\U0001ffff", "\ud800", "\U000e0041", "e\u0301", "# x", "a # b", "a: b", '" # "'),
)
_RANGES = ((1, 127), (128, 0x2FFF), (0x3000, 0xD7FF), (0xE000, 0xFFFF), (0x10000, 0x10FFFF))


def make_texts(seed: int) -> Iterator[str]:
    """Hostile pieces, and characters of all scripts; half of them in the middle of a title."""
    source = random.Random(seed)
    for _ in range(BATCH):
        pieces = [
            source.choice(PIECES)
            if source.random() < 0.7
            else "".join(chr(source.randint(*source.choice(_RANGES))) for _ in range(source.randint(1, 4)))
            for _ in range(source.randint(1, 8))
        ]
        text = source.choice(("", " ")).join(pieces)
        yield f"Learning {text} Agents" if source.random() < 0.5 else text


def letters(text: str) -> str:
    """What must not be lost, whatever stands around it."""
    return "".join(char for char in unicodedata.normalize("NFKC", text).casefold() if char.isalnum())


def listed(text: str, author: str = "Baian Chen") -> tuple[ExportedList, Work]:
    """A list that says the text wherever an entry can."""
    (each,) = export(SMALL)
    work = replace(
        each.works[0],
        title=text,
        comment=text,
        stated_venue=text,
        affiliation=text,
        stated_authors=AuthorList((author, "Ada Lovelace")),
        sections=(text,),
        links=(WorkLink(text, "https://pages.example/x"),),
    )
    return each._replace(works=(work, each.works[1])), work


def check_csv(text: str) -> None:
    each, work = listed(text)
    content = render_csv([each])
    first, second = csv.DictReader(io.StringIO(content, newline=""), strict=True)
    assert first["title"] == first["comment"] == first["affiliation"] == disarm_cell(text)
    assert first["title"].replace("'", "") == text.replace("'", "")
    assert first["section"] == disarm_cell(work.section)
    assert second["title"] == each.works[1].title
    title = f"Paper {text} End"  # signs alone are no title, and a link alone is read as one
    back = read(Text("papers.csv", render_csv([listed(title)[0]]))).entries
    assert [letters(entry.title.value) for entry in back if entry.title] == [letters(title), letters(second["title"])]


def check_bibtex(text: str) -> None:
    title = f"Paper {text} End"  # a link alone is read as one
    each, _ = listed(title, author=text)
    content = render_bibtex(make_references([each]))
    assert "^^" not in content
    assert not re.search(r"\\(?:input|write|include|openin|openout|def|csname)", content)
    entries = parse_string(content, "bibtex").entries
    assert len(entries) == 2
    people = next(iter(entries.values())).persons["author"]
    assert (len(people), str(people[1])) == (2, "Lovelace, Ada")
    first, _ = read(Text("papers.bib", content)).entries
    assert first.title is not None
    assert first.title.value.replace("—", "---").replace("–", "--") == title.replace("—", "---").replace("–", "--")


def check_json(text: str) -> None:
    each, _ = listed(text)
    (first, _) = json.loads(render_csl(make_references([each])))
    assert (first["title"], first["author"][0]) == (text, {"family": "Chen", "given": "Baian"})
    source = yaml.safe_dump([{"title": f"Paper {text}", "arxiv": "2310.05915"}, {"title": "B", "arxiv": "2303.11366"}])
    lists = export(source, path="papers.yaml")
    for content in (render_json([each.listing for each in lists]), *render_jsonl(lists).splitlines()[:1]):
        found = json.loads(content)
        title = found["entries"][0]["title"] if "entries" in found else found["title"]
        assert letters(title) == letters(f"Paper {text}")


def check_atom(text: str) -> None:
    _, work = listed(text, author=text)
    given = Export((), text, date(2026, 11, 23), "https://github.com/o/r", "o")
    found = feedparser.parse(
        render_feed(given, "a", (Addition(work, 86_400, "k"),)), sanitize_html=False, resolve_relative_uris=False
    )
    assert not found.bozo
    (entry,) = found.entries
    assert (found.feed.title, entry.title) == (f"{text}: what is new", text)
    assert entry.summary == f"{text} · {text}"
    assert (entry.authors[0].name, entry.tags[0].term) == (text, work.section)
    assert [link.title for link in entry.links if link.rel == "related"] == [text]


class Tags(HTMLParser):
    """Counts the elements of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter()
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.counts[tag] += 1
        assert not [name for name, _ in attrs if name.startswith("on")]


@cache
def usual_tags() -> Counter[str]:
    return Tags(render_page(replace(PAGE, title="x"), [listed("x")[0]])).counts


def check_page(text: str) -> None:
    page = render_page(replace(PAGE, title=text), [listed(text)[0]])
    first = data_of(page)["entries"][0]
    short = shorten(text, 40)
    assert (first[0], first[7], first[8], first[9]) == (text, short, text, [[short, "https://pages.example/x"]])
    assert Tags(page).counts == usual_tags()


def check_answer(text: str) -> None:
    """The answer to a proposal: its words are words, and its hidden line is read."""
    path = "README.md"
    outcome = Outcome(State.READY, "arXiv:2310.05915", text, path, 5, text, f"* {one_line(text)}", text, text)
    outcome = replace(outcome, notes=(text,), sections=((text, 0.5), ("B", 0.4)), unknown=("the venue",))
    body = render_answer(outcome, Place("octo/list", 7, "c" * 40), SEAL, None)
    page = rendered(body.partition("\n")[2])
    assert {tag.removeprefix("/") for tag in page.tags} <= {"p", "code", "span", "pre"}
    assert not [words for words in page.words if LIVE.search(words)]
    assert letters(one_line(text)) in letters(page.code)
    found = find_answer([Comment("IC_1", 1, body, is_ours=True)], SEAL)
    assert found is not None
    assert found[1].state is State.READY


def check_review(text: str) -> None:
    for body in reviews.bodies(text, " ".join(text.split())):
        reviews.check(body)


LISTS = {
    "README.md": make("* [{name}: {rest}](https://arxiv.org/abs/{id}), {one}, {two}. [[code](https://a.org/{name})]\n"),
    "table.md": "# Agents\n\n| Title | Authors | Date |\n| --- | --- | --- |\n"
    + make("| [{name}: {rest}](https://arxiv.org/abs/{id}) | {one}, {two} | {year}-{month} |\n").partition("\n\n")[2],
    "papers.yaml": YAML,
    "keyed.yaml": KEYED,
    "papers.csv": CSV,
    "papers.bib": BIBTEX,
    "eprint.bib": EPRINT,
}
"""Lists to which a paper with a text as title and author is added."""


def check_added(path: str, text: str) -> None:
    """The paper is there with its title, others are as before, and nothing of it is markup; or it is declined."""
    content, paper = LISTS[path], read_paper("2405.00451")
    assert paper is not None
    record = Record(
        text,
        authors=(text, "Ada Lovelace"),
        preprint=True,
        identifier=paper.identifier,
        address=paper.address,
        date=PartialDate(2024, 5, 1),
    )
    survey = Survey(TODAY)
    request = Request([Text(path, content)], Config().plan(RULES), survey)
    request.add(paper.name, paper, {paper: record}, "Planning" if path == "papers.csv" else None)
    (result,) = request.results
    if result.status != "added":
        assert request.text.content == content
        return
    before, after = survey.read([Text(path, content), request.text])
    (new,) = (entry for entry in after.entries if entry.work == paper.identifier)
    titles = [entry.title.value for entry in after.entries if entry.title is not None and entry is not new]
    assert titles == [entry.title.value for entry in before.entries if entry.title is not None]
    assert new.title is not None
    # Of `Name: Rest` the rest may be read as the title; what follows reads the whole. Entities may be those of a page.
    shown = next((each for each in (text, html.unescape(text)) if _ends_in(each, new.title.value)), "")
    assert shown
    READERS[path.partition(".")[2]](content, request.text.content, letters(one_line(shown)))


def _ends_in(text: str, title: str) -> bool:
    return letters(one_line(text)).endswith(letters(title))


def read_markdown(before: str, after: str, title: str) -> None:
    old, new = (Tags(MARKDOWN.render(content)).counts for content in (before, after))
    assert title in letters("".join(rendered(after).words))
    assert {*(new - old)} <= {"li", "a", "tr", "td"}
    assert new["a"] - old["a"] <= 2
    assert new["tr"] * 3 == new["td"] + new["th"] or not new["tr"]


def read_yaml(before: str, after: str, title: str) -> None:
    old, new = yaml.safe_load(before), yaml.safe_load(after)
    old, new = (list(each.get("Planning", each.values())) for each in (old, new))
    added: list[Any] = [each for each in new if each not in old]
    assert (len(added), len(new)) == (1, len(old) + 1)
    assert letters(added[0]["title"]) == title
    assert all(isinstance(name, str) for name in added[0]["authors"])


def read_csv(before: str, after: str, title: str) -> None:
    old, new = (list(csv.reader(io.StringIO(text, newline=""), delimiter=";", strict=True)) for text in (before, after))
    (added,) = (row for row in new if row not in old)
    assert len(added) == len(old[0])
    assert letters(added[0]) == title
    assert not [cell for cell in added if cell[:1] in tuple("=+-@＝＋－＠")]


def read_bibtex(before: str, after: str, title: str) -> None:
    old, new = (parse_string(content, "bibtex").entries for content in (before, after))
    assert len(new) == len(old) + 1
    assert "^^" not in after
    assert not re.search(r"\\(?:input|write)", after)


READERS: dict[str, Callable[[str, str, str], None]] = {
    "md": read_markdown,
    "yaml": read_yaml,
    "csv": read_csv,
    "bib": read_bibtex,
}
WRITERS: dict[str, Callable[[str], None]] = {
    "CSV": check_csv,
    "BibTeX": check_bibtex,
    "JSON": check_json,
    "Atom": check_atom,
    "page": check_page,
    "answer": check_answer,
    "review": check_review,
}


@pytest.mark.parametrize("writer", WRITERS)
@ONE_BY_ONE
@given(seed=st.integers(0, 2**32))
def test_any_text_comes_back(writer: str, seed: int) -> None:
    for text in make_texts(seed):
        if shown := one_line(text):
            WRITERS[writer](text if writer in ("answer", "review") else shown)


@ONE_BY_ONE
@given(seed=st.integers(0, 2**32))
def test_any_text_is_added_as_it_is(seed: int) -> None:
    """Each text goes into another kind of list."""
    for number, text in enumerate(make_texts(seed), seed):
        check_added([*LISTS][number % len(LISTS)], text)


@pytest.mark.parametrize("path", LISTS)
def test_a_title_without_words_is_written_where_it_is_read_as_one(path: str) -> None:
    check_added(path, "...")


def test_markup_as_a_title_is_escaped_though_an_author_is_called_so() -> None:
    check_added("README.md", "\u200b<img src=x onerror=y>")
