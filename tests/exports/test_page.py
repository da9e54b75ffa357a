"""The page of a list, as text: whole, with nothing foreign in it and nothing that could act."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.exports.bibliography import WorkLink
from bot.exports.page import Page, render_page
from bot.exports.references import make_references, render_bibtex
from tests.exports.lists import DAY, SMALL, export
from tests.reports.test_pages import HOSTILE, Reader

GOLDEN = Path(__file__).parent / "page.html"
PAGE = Page("Papers on agents", DAY, "https://github.com/o/r", (("BibTeX", "papers.bib"),), "feed.atom")
URLS = ("javascript:alert(1)", "data:text/html,x", "//evil.example", "https://x.example/\u202ey", " https://x.example")


def hostile(words: str) -> str:
    (each,) = export(SMALL.replace("Training", f"Training {words}".replace("\n", " ")))
    url = f"https://pages.example/{words}"
    work = replace(each.works[0], title=words or "x", comment=words, stated_venue=words, links=(WorkLink(words, url),))
    return render_page(replace(PAGE, title=words, source=words), [each._replace(works=(work, *each.works[1:]))])


def data_of(page: str) -> Any:
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    return json.loads(text)


def menus(page: str) -> dict[str, list[str]]:
    found = re.findall(r'<select id="(\w+)".*?</select>', page, re.DOTALL)
    parts = {name: page.partition(f'<select id="{name}"')[2].partition("</select>")[0] for name in found}
    return {name: re.findall(r"<option[^>]*>(.*?)</option>", part) for name, part in parts.items()}


def bibtex_of(page: str) -> str:
    (text,) = re.findall(r'<script type="text/plain" id="bibtex">(.*?)</script>', page)
    return zlib.decompress(b64decode(text)).decode()


def test_page_is_as_expected(regenerate: bool) -> None:
    """Compressed text is not the same everywhere, and so is read."""
    page = render_page(PAGE, export(SMALL))
    bibtex = bibtex_of(page)
    page = re.sub(r'(?<=id="bibtex">)[^<]*', bibtex.replace("\0", "\n"), page)
    if regenerate:
        GOLDEN.write_text(page, encoding="utf-8")
    assert page == GOLDEN.read_text(encoding="utf-8")


def test_menus() -> None:
    assert menus(render_page(PAGE, export(SMALL))) == {
        "section": ["All sections", "Training (3)", "\u2003Mathematics (1)", "Tools (2)"],
        "venue": ["All venues", "ICLR (1)", "KDD (1)", "NeurIPS (1)"],
        "order": ["As in the list", "Newest first", "Oldest first", "By title"],
    }


def test_several_lists_are_sections() -> None:
    lists = (*export(SMALL), *export("# More papers\n\n* [RoFormer](https://arxiv.org/abs/2104.09864)\n", path="b.md"))
    assert menus(render_page(PAGE, lists))["section"] == [
        "All sections",
        "Papers on agents (5)",
        "\u2003Training (3)",
        "\u2003\u2003Mathematics (1)",
        "\u2003Tools (2)",
        "More papers (1)",
    ]


@pytest.mark.parametrize(
    ("title", "label", "shown"),
    [
        ("", "code", ["code", "https://a.org/x"]),
        ("", "", ["https://a.org/x"] * 2),
        ("A Title", "code", ["A Title", ""]),
    ],
)
def test_an_entry_without_a_title_is_shown_by_its_first_link(title: str, label: str, shown: list[str]) -> None:
    (each,) = export(SMALL)
    work = replace(each.works[0], title=title, url="", links=(WorkLink(label, "https://a.org/x"),))
    page = render_page(PAGE, [each._replace(works=(work, *each.works[1:]))])
    assert data_of(page)["entries"][0][:2] == shown


def test_records_are_grouped_by_what_they_say() -> None:
    rows = "title,arxiv,topic\nRoFormer,2104.09864,Attention\nFireAct,2310.05915,Agents\nReflexion,2303.11366,Agents\n"
    page = render_page(PAGE, export(rows, path="papers.csv"))
    assert menus(page)["section"] == ["All sections", "Attention (1)", "Agents (2)"]
    assert [entry[2] for entry in data_of(page)["entries"]] == [0, 1, 1]


def test_the_bibtex_of_each_entry_is_that_of_the_export() -> None:
    lists = export(
        f"{SMALL}\n## Again\n\n* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"
    )
    page = render_page(PAGE, lists)
    texts, entries = bibtex_of(page).split("\0"), data_of(page)["entries"]
    assert "\n".join(texts) == render_bibtex(make_references(lists))
    assert [(entry[12], entry[13]) for entry in entries] == [
        ("", 0),
        ("", 1),
        ("", 2),
        ("doi:10.1145/2939672.2939785", 3),
        ("entry:" + entries[4][12].partition(":")[2], -1),
        ("arXiv:2310.05915~2", 0),
    ]


def test_the_menu_counts_itself() -> None:
    page = render_page(PAGE, export(SMALL.replace("## Tools", "## Tools (12)").replace("## Training", "## (1)")))
    assert menus(page)["section"] == ["All sections", "(1) (3)", "\u2003Mathematics (1)", "Tools (2)"]


def test_a_menu_with_one_choice_is_left_out() -> None:
    page = render_page(PAGE, export("* [RoFormer](https://arxiv.org/abs/2104.09864)\n"))
    assert list(menus(page)) == ["order"]


@pytest.mark.parametrize("words", HOSTILE)
def test_what_others_wrote_is_data(words: str) -> None:
    found, harmless = Reader(hostile(words)), Reader(hostile("harmless"))
    assert Counter(found.tags) == Counter(harmless.tags)
    assert {name for name, _ in found.attributes} <= {name for name, _ in harmless.attributes}
    first = data_of(hostile(words))["entries"][0]
    assert first[0].startswith(words[:10])
    assert not re.search("[\x00\x1b\u202e\u2066]", hostile(words).partition('id="data">')[0])


def test_data_cannot_end_its_element() -> None:
    text = hostile("</script><!-- <script> \u2028 &amp;")
    (block,) = re.findall(r'id="data">(.*?)</script>', text, re.DOTALL)
    assert "<" not in block
    assert data_of(text)["entries"][0][0] == "</script><!-- <script> \u2028 &amp;"


@pytest.mark.parametrize("url", URLS)
def test_only_the_web_is_linked(url: str) -> None:
    lists = export(f"* [RoFormer: Enhanced Transformer](https://arxiv.org/abs/2104.09864) [code](<{url}>)\n")
    entry = data_of(render_page(replace(PAGE, source=url), lists))["entries"][0]
    assert (entry[1], entry[9]) == ("https://arxiv.org/abs/2104.09864", [])


def test_nothing_is_loaded() -> None:
    page = render_page(PAGE, export(SMALL))
    reader = Reader(page)
    loading = {"src", "srcset", "action", "background", "poster", "style"}
    assert loading & {name for name, _ in reader.attributes} == set()
    assert {"img", "iframe", "object", "form", "base"} & set(reader.tags) == set()
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert not re.search(
        r"url\(|@import|https?:|fetch|import\s*\(|XMLHttp|eval|innerHTML|insertAdjacent|document\.write", style + script
    )


def test_the_policy_allows_our_style_and_script_alone() -> None:
    (policy,) = re.findall(r'Content-Security-Policy" content="(.*?)"', render_page(PAGE, export(SMALL)))
    assert re.fullmatch(
        r"default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; base-uri 'none'; form-action 'none'",
        policy,
    )


def test_ids_are_unique_and_references_lead_somewhere() -> None:
    reader = Reader(render_page(PAGE, export(SMALL)))
    ids = [value for name, value in reader.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    named = {each for name, value in reader.attributes if name == "for" for each in value.split()}
    assert named <= set(ids)
