"""`bot add` writes records like those beside them, in each format."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.additions.record_writer import by_category
from bot.data import read
from bot.text import Text
from tests.commands.helpers import run

if TYPE_CHECKING:
    from pathlib import Path

LOCK = (
    '{"id":"arXiv:2305.16291","title":"Voyager: An Open-Ended Embodied Agent with Large Language Models","titles":[],'
    '"authors":["Guanzhi Wang","Yuqi Xie"],"submitted":"2023-05-25","updated":"2023-10-19","comment":null,'
    '"journal_ref":null,"doi":null,"categories":["cs.AI"],"withdrawn":false,"checked":"2026-11-21"}\n'
)
YAML = """\
# the list
Planning:
  - title: "ReAct: Synergizing Reasoning and Acting in Language Models"
    authors: [Shunyu Yao, Jeffrey Zhao]
    url: https://arxiv.org/abs/2210.03629
    date: 2022-10
    venue: ICLR 2023
    code:

  - title: Toolformer
    authors: [Timo Schick]
    url: https://arxiv.org/abs/2302.04761  # meta
    date: 2023-02
    code: https://github.com/a/b

  - title: MemGPT
    authors: [Charles Packer]
    url: https://arxiv.org/abs/2310.08560
    date: 2023-10
    code:
"""
KEYED = """\
react:
  title: "ReAct: Synergizing Reasoning and Acting in Language Models"
  authors:
    - Shunyu Yao
  links:
    - {name: code, url: "https://github.com/a/b"}
    - name: paper
      url: https://arxiv.org/pdf/2210.03629v2
  published: 2022/10/01
reflexion:
  title: Reflexion
  authors:
    - Noah Shinn
  links:
    - name: paper
      url: https://arxiv.org/pdf/2303.11366
  published: 2023/03/20
"""
CSV = (
    "Title;Authors;Venue;Year;Month;arXiv;Read;Topic\r\n"
    '"ReAct; x";A B, C D;ICLR 2023;2022;10;2210.03629;no;Planning\r\n'
    "Reflexion;E F;arXiv 2022;2023;03;2303.11366;no;Memory\r\n"
    "MemGPT;A B;arXiv;2023;10;2310.08560;no;Planning"
)
BIBTEX = """\
@inproceedings{yao2022react,
  title     = {{ReAct}: Synergizing Reasoning and Acting},
  author    = {Yao, Shunyu and Zhao, Jeffrey},
  booktitle = {ICLR},
  year      = {2022},
  month     = oct,
  url       = {https://arxiv.org/abs/2210.03629},
}
"""
EPRINT = """\
@misc{shinn2023reflexion, title={Reflexion}, author="Noah Shinn", eprint={2303.11366}, archivePrefix={arXiv},
  primaryClass={cs.CL}, year=2023}
"""
CASES = {
    "YAML": (
        "papers.yaml",
        YAML,
        (),
        """
  - title: "Voyager: An Open-Ended Embodied Agent with Large Language Models"
    authors: [Guanzhi Wang, Yuqi Xie]
    url: https://arxiv.org/abs/2305.16291
    date: 2023-05
    code:
""",
    ),
    "YAML with keys, a list of links": (
        "papers.yaml",
        KEYED,
        (),
        """\
voyager:
  title: "Voyager: An Open-Ended Embodied Agent with Large Language Models"
  authors:
    - Guanzhi Wang
    - Yuqi Xie
  links:
    - name: paper
      url: https://arxiv.org/pdf/2305.16291
  published: 2023/05/25
""",
    ),
    "YAML in brackets": (
        "papers.yaml",
        "- {title: ReAct, pdf: 'https://arxiv.org/pdf/2210.03629', year: 2022}\n",
        (),
        """\
- {title: "Voyager: An Open-Ended Embodied Agent with Large Language Models", pdf: 'https://arxiv.org/pdf/2305.16291', year: 2023}
""",  # noqa: E501
    ),
    "CSV": (
        "papers.csv",
        CSV,
        ("--section", "memory"),
        "\r\nVoyager: An Open-Ended Embodied Agent with Large Language Models;Guanzhi Wang, Yuqi Xie;arXiv 2023;2023;05;2305.16291;no;Memory",  # noqa: E501
    ),
    "BibTeX of a conference": (
        "papers.bib",
        BIBTEX,
        (),
        """\
@misc{wang2023voyager,
  title     = {Voyager: An Open-Ended Embodied Agent with Large Language Models},
  author    = {Wang, Guanzhi and Xie, Yuqi},
  year      = {2023},
  month     = may,
  url       = {https://arxiv.org/abs/2305.16291},
}
""",
    ),
    "BibTeX of preprints": (
        "papers.bib",
        EPRINT,
        (),
        """\
@misc{wang2023voyager, title={Voyager: An Open-Ended Embodied Agent with Large Language Models}, author="Guanzhi Wang and Yuqi Xie", eprint={2305.16291}, archivePrefix={arXiv}, primaryClass={cs.AI}, year=2023}
""",  # noqa: E501
    ),
}


@pytest.mark.parametrize(("path", "content", "options", "expected"), CASES.values(), ids=CASES)
def test_a_record_like_those_beside_it(
    path: str, content: str, options: tuple[str, ...], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "papers.lock.jsonl").write_text(LOCK)
    (tmp_path / path).write_bytes(content.encode())
    done = run("add", "2305.16291", path, "--offline", *options)
    assert (done.code, done.err) == (0, "")
    after = (tmp_path / path).read_bytes().decode()
    assert after.replace(expected, "", 1) == content
    assert run("add", "2305.16291", path, "--offline").out.startswith("arXiv:2305.16291 is listed at papers.")


@pytest.mark.parametrize(
    ("path", "content", "title", "expected"),
    [
        ("papers.csv", CSV, "=HYPERLINK(1)", ";'=HYPERLINK(1);"),
        ("papers.csv", CSV, "a\uff1b;=cmd", '"a\uff1b;\'=cmd";'),
        ("papers.bib", BIBTEX, "^^5cinput ^^M ~", r"{\textasciicircum{}\textasciicircum{}5cinput"),
    ],
)
def test_hostile_titles(
    path: str, content: str, title: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    old = "Voyager: An Open-Ended Embodied Agent with Large Language Models"
    (tmp_path / "papers.lock.jsonl").write_text(LOCK.replace(old, title))
    (tmp_path / path).write_bytes(content.encode())
    done = run("add", "2305.16291", path, "--offline", *(["--section", "memory"] if path.endswith("csv") else []))
    after = (tmp_path / path).read_bytes().decode()
    assert (done.code, done.err, expected in f";{after[len(content.rstrip()) :].lstrip()}", "^^" in after) == (
        *(0, "", True, False),
    ), after


def test_which_section_is_asked_where_a_field_divides_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "papers.lock.jsonl").write_text(LOCK)
    (tmp_path / "papers.csv").write_bytes(CSV.encode())
    done = run("add", "2305.16291", "papers.csv", "--offline", "--section", "Web")
    assert (done.code, (tmp_path / "papers.csv").read_bytes().decode()) == (1, CSV)


def test_categories_as_sections() -> None:
    listing = by_category(read(Text("papers.csv", CSV)))
    assert [(section.heading, section.entries) for section in listing.sections] == [
        ("", ()),
        ("Planning", (0, 2)),
        ("Memory", (1,)),
    ]
