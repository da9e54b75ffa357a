"""References as BibTeX: escaped, and read by pybtex and biber without a warning."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pybtex.database import parse_string  # type: ignore[import-untyped]

from bot.data.bibtex import encode
from bot.exports.references import Reference, ReferenceKind, make_references, render_bibtex
from bot.papers.dates import PartialDate
from bot.papers.names import AuthorList
from tests.exports.lists import SMALL, export

if TYPE_CHECKING:
    from pathlib import Path

FIREACT = Reference(
    "arXiv:2310.05915",
    ReferenceKind.PREPRINT,
    "FireAct: Toward Language Agent Fine-tuning",
    AuthorList(("Baian Chen", "Ludwig van den Berg", "Martin King Jr.", "Gemini Team", "Us and Them"), more=True),
    stated_venue="R&D Workshop",
    year=2023,
    date=PartialDate(2023, 10, 9),
    arxiv="2310.05915",
    category="cs.CL",
    doi="10.1000/a_b",
    url="https://arxiv.org/abs/2310.05915?a={b}",
)
XGBOOST = Reference(
    "doi:10.1145/2939672.2939785", ReferenceKind.PAPER, "XGBoost", AuthorList(("Tianqi Chen",)), "KDD 2016", year=2016
)


def test_fields() -> None:
    assert render_bibtex([FIREACT, XGBOOST]) == (
        "@misc{arXiv:2310.05915,\n"
        "  title = {{FireAct}: Toward Language Agent Fine-tuning},\n"
        "  author = {Chen, Baian and van den Berg, Ludwig and King, Jr., Martin"
        " and {Gemini Team} and {Us and Them} and others},\n"
        "  howpublished = {R\\&D Workshop},\n"
        "  year = {2023},\n"
        "  month = oct,\n"
        "  eprint = {2310.05915},\n"
        "  archivePrefix = {arXiv},\n"
        "  primaryClass = {cs.CL},\n"
        "  doi = {10.1000/a_b},\n"
        "  url = {https://arxiv.org/abs/2310.05915?a=%7Bb%7D},\n"
        "}\n"
        "\n"
        "@inproceedings{doi:10.1145/2939672.2939785,\n"
        "  title = {{XGBoost}},\n"
        "  author = {Chen, Tianqi},\n"
        "  booktitle = {KDD 2016},\n"
        "  year = {2016},\n"
        "}\n"
    )


def test_without_authors_an_entry_claims_no_kind_that_must_have_them() -> None:
    assert render_bibtex([replace(XGBOOST, authors=AuthorList(()))]).startswith(
        "@misc{doi:10.1145/2939672.2939785,\n  title = {{XGBoost}},\n  howpublished = {KDD 2016},\n"
    )


def test_a_title_is_latex() -> None:
    assert "  title = {{$\\tau$}-bench: 5\\% of {BERT}},\n" in render_bibtex(
        [replace(XGBOOST, title=r"$\tau$-bench: 5% of BERT")]
    )


@given(st.text(alphabet=st.sampled_from("aB1 \\{}$%&#_^~\"@,=é世'"), max_size=60), st.text(max_size=40))
def test_any_text_is_one_entry(text: str, name: str) -> None:
    title, author = " ".join(text.split()), " ".join(name.split())
    authors = AuthorList((author,) if author else ())
    found = parse_string(render_bibtex([replace(FIREACT, title=title, authors=authors), XGBOOST]), "bibtex")
    assert list(found.entries) == [FIREACT.key, XGBOOST.key]
    assert encode(title).replace("\\", "").count("\n") == 0


@given(st.text(alphabet=st.sampled_from("^$5cx{}\\ ~"), max_size=40))
def test_no_text_has_the_two_signs_that_tex_takes_for_any_other(text: str) -> None:
    words = " ".join(text.split())
    address = f"https://a.org/{words}"
    one = replace(FIREACT, title=words, venue=words, category=words, doi=words, url=address, stated_venue=words)
    written = render_bibtex([one])
    assert "^^" not in written
    (url,) = (line for line in written.splitlines() if line.startswith("  url"))
    assert not set(url.removeprefix("  url = {").removesuffix("},")) & set("^\\{} ")


def lists() -> str:
    nobody = replace(XGBOOST, key="a", authors=AuthorList(()))
    kinds = [replace(XGBOOST, key=f"k{kind}", kind=kind) for kind in ReferenceKind]
    return render_bibtex([FIREACT, XGBOOST, nobody, *kinds, *make_references(export(SMALL))[1:3]])


def test_pybtex_reads_it() -> None:
    found = parse_string(lists(), "bibtex")
    first = found.entries[FIREACT.key]
    assert [str(person) for person in first.persons["author"]] == [
        *("Chen, Baian", "van den Berg, Ludwig", "King, Jr., Martin", "{Gemini Team}", "{Us and Them}", "others")
    ]
    assert first.fields["month"] == "October"
    keys = list(found.entries)
    assert (keys[0], keys[-1], len(keys)) == (FIREACT.key, "arXiv:2409.02392", 5 + len(ReferenceKind))


@pytest.mark.skipif(shutil.which("biber") is None, reason="there is no biber; apt-get install biber")
def test_biber_has_no_complaints(tmp_path: Path) -> None:
    (tmp_path / "papers.bib").write_text(lists(), encoding="utf-8")
    command = ["biber", "--tool", "--validate-datamodel", "papers.bib"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    said = f"{done.stdout}{done.stderr}"
    assert (done.returncode, [line for line in said.splitlines() if "WARN" in line or "ERROR" in line]) == (0, [])
