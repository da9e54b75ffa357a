"""Data files in the shapes that lists have them in: what is read in each record."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.data import read_records
from bot.text import Text
from tests.data.helpers import Row, rows

REACT, REFLEXION = "https://arxiv.org/abs/2210.03629", "https://arxiv.org/abs/2303.11366"
REACT_TITLE = "ReAct: Synergizing Reasoning and Acting in Language Models"
REFLEXION_TITLE = "Reflexion: Language Agents with Verbal Reinforcement Learning"
YAO, SHINN = ("Shunyu Yao", "Jeffrey Zhao"), ("Noah Shinn", "Federico Cassano")

SHAPES = {
    "a sequence of records": (
        "YAML",
        f"""\
# Papers, the newest first
- title: "{REFLEXION_TITLE}"
  authors: [Noah Shinn, Federico Cassano]
  url: {REFLEXION}
  date: 2023-03-20
  venue: NeurIPS 2023

- title: '{REACT_TITLE}'
  authors:
    - Shunyu Yao
    - Jeffrey Zhao
  url: {REACT}
  year: 2022
  month: Oct
""",
        [
            Row(REFLEXION_TITLE, REFLEXION, "2023-03-20", "NeurIPS 2023", SHINN),
            Row(REACT_TITLE, REACT, "2022-10", None, YAO),
        ],
    ),
    "one key with all papers, authors as mappings, links as a list": (
        "YAML",
        f"""\
name: Agents
papers:
  - title: >-
      Reflexion: Language Agents
      with Verbal Reinforcement Learning
    authors:
      - name: Noah Shinn
        affiliation: Northeastern University
      - given: Federico
        family: Cassano
    links:
      - name: code
        url: https://github.com/noahshinn/reflexion
      - name: paper
        url: {REFLEXION}
    conference: NeurIPS
    year: 2023
""",
        [Row(REFLEXION_TITLE, REFLEXION, "2023", "NeurIPS", SHINN, "Agents")],
    ),
    "keys as sections": (
        "YAML",
        f"""\
Planning:
  - {{paper_title: "{REACT_TITLE}", pdf: "{REACT}", published: "2022/10"}}
Memory:
  Verbal:
    - paper_title: "{REFLEXION_TITLE}"
      pdf: {REFLEXION}
""",
        [Row(REACT_TITLE, REACT, "2022-10", section="Planning"), Row(REFLEXION_TITLE, REFLEXION, section="Verbal")],
    ),
    "groups with names": (
        "YAML",
        f"""\
- category: Planning
  description: How agents plan
  papers:
    - title: {REACT_TITLE.replace(":", " -")}
      link: {REACT}
- category: Memory
  papers:
    - title: "{REFLEXION_TITLE}"
      link: {REFLEXION}
""",
        [
            Row(REACT_TITLE.replace(":", " -"), REACT, section="Planning"),
            Row(REFLEXION_TITLE, REFLEXION, section="Memory"),
        ],
    ),
    "a key for each record, ids only": (
        "YAML",
        f"""\
react:
  title: "{REACT_TITLE}"
  arxiv: "2210.03629"
  venue: &iclr ICLR 2023
reflexion:
  title: "{REFLEXION_TITLE}"
  arxiv: arXiv:2303.11366
  venue: *iclr
""",
        [
            Row(REACT_TITLE, "https://arxiv.org/abs/2210.03629", venue="ICLR 2023"),
            Row(REFLEXION_TITLE, "https://arxiv.org/abs/2303.11366", venue="ICLR 2023"),
        ],
    ),
    "comma-separated values": (
        "CSV",
        (
            "\ufeffTitle,Authors,Venue,Date,Paper Link,Code,Category\r\n"
            f'"{REACT_TITLE}","Shunyu Yao, Jeffrey Zhao",ICLR 2023,2022-10,{REACT},,Planning\r\n'
            f'"{REFLEXION_TITLE}",Noah Shinn; Federico Cassano,"NeurIPS, 2023",2023.3,{REFLEXION},'
            "https://github.com/noahshinn/reflexion,Memory\r\n"
        ),
        [
            Row(REACT_TITLE, REACT, "2022-10", "ICLR 2023", YAO, "Planning"),
            Row(REFLEXION_TITLE, REFLEXION, "2023-03", "NeurIPS, 2023", SHINN, "Memory"),
        ],
    ),
    "semicolons, a line end in a value, links in Markdown": (
        "CSV",
        (
            f'Paper;Year;Links\n"ReAct: Synergizing Reasoning\nand Acting in Language Models";2022;[pdf]({REACT})\n'
            f'{REFLEXION_TITLE};2023;"[code](https://github.com/noahshinn/reflexion) [paper]({REFLEXION})"\n'
        ),
        [Row(REACT_TITLE, REACT, "2022"), Row(REFLEXION_TITLE, REFLEXION, "2023")],
    ),
    "tabs": (
        "TSV",
        f"id\tpaper title\tyear\n2210.03629\t{REACT_TITLE}\t2022\n2303.11366\t{REFLEXION_TITLE}\t2023",
        [Row(REACT_TITLE, REACT, "2022"), Row(REFLEXION_TITLE, REFLEXION, "2023")],
    ),
    "BibTeX": (
        "BibTeX",
        f"""\
% Agents
@string{{iclr = "International Conference on Learning Representations"}}
@comment{{none of @these}}
@inproceedings{{yao2023react,
  title = {{{{ReAct}}: {{S}}ynergizing Reasoning and Acting in Language Models}},
  author = "Yao, Shunyu and Zhao, Jeffrey",
  booktitle = iclr # " 2023",
  year = 2022, month = oct,
  url = {{{REACT}}}
}}
@Article(shinn,
  Title = {{{REFLEXION_TITLE}}},
  Author = {{Noah Shinn and Federico Cassano and others}},
  journal = {{arXiv preprint arXiv:2303.11366}},
  year = {{2023}},
)
""",
        [
            Row(REACT_TITLE, REACT, "2022-10", "International Conference on Learning Representations 2023", YAO),
            Row(REFLEXION_TITLE, REFLEXION, "2023", "arXiv preprint arXiv:2303.11366", SHINN),
        ],
    ),
    "front matter": (
        "front matter",
        f"""\
---
layout: paper
title: "{REACT_TITLE}"
author: Shunyu Yao and Jeffrey Zhao
date: 2022-10-06 12:00:00 +0000
arxiv: {REACT}
---

The paper interleaves reasoning and acting.
""",
        [Row(REACT_TITLE, REACT, "2022-10-06", None, YAO)],
    ),
}


@pytest.mark.parametrize(("form", "content", "expected"), SHAPES.values(), ids=SHAPES)
def test_records_are_read(form: str, content: str, expected: list[Row]) -> None:
    assert rows(form, content) == expected


@pytest.mark.parametrize(("form", "content", "expected"), SHAPES.values(), ids=SHAPES)
def test_values_are_where_they_are_said_to_be(form: str, content: str, expected: list[Row]) -> None:
    listing = read_records(Text("papers", content), form)
    spans = [entry.span for entry in listing.entries]
    assert spans == sorted(spans)
    assert all(before.end <= after.start for before, after in pairwise(spans))
    for entry in listing.entries:
        assert entry.title is not None
        assert entry.title.value.split()[0] in content[entry.title.span.start : entry.title.span.end].replace("}", "")
        for link in entry.links:
            assert entry.span.contains(link.span)
            assert link.url_span is None or content[link.url_span.start : link.url_span.end] == link.href


OTHERS = {
    "a workflow": (
        "YAML",
        "name: Lint\non: push\njobs:\n  a:\n    steps:\n      - name: Check\n        uses: a/b@v1\n",
    ),
    "navigation": ("YAML", "main:\n  - title: Home\n    url: /\n  - title: Papers\n    url: /papers\n"),
    "tools": ("YAML", "- name: ruff\n  url: https://github.com/astral-sh/ruff\n- name: uv\n  url: https://x.org/uv\n"),
    "a lock file": ("YAML", "packages:\n  - name: attrs\n    version: 1.2\n  - name: idna\n    version: 3\n"),
    "figures": ("CSV", "month,stars\n2023-01,12\n2023-02,15\n2023-03,17\n"),
    "bookmarks": ("CSV", "title,url\nNews,https://news.example.org\nMail,https://mail.example.org\n"),
    "nothing": ("YAML", ""),
    "a text": ("YAML", "just words\n"),
    "a number": ("YAML", "12\n"),
}


@pytest.mark.parametrize(("form", "content"), OTHERS.values(), ids=OTHERS)
def test_other_files_are_no_lists_of_papers(form: str, content: str) -> None:
    assert rows(form, content) == []


def test_the_configuration_names_fields() -> None:
    content = f"- heading: {REFLEXION_TITLE!r}\n  who: Noah Shinn\n  mirror: https://a.org/1.pdf\n  ours: {REFLEXION}\n"
    names = {"title": ("heading",), "authors": ("Who",), "url": ("ours", "mirror")}
    (entry,) = read_records(Text("papers", content), "YAML", names).entries
    assert entry.title is not None
    assert entry.link is not None
    assert (entry.title.value, entry.link.href, entry.columns[1]) == (REFLEXION_TITLE, REFLEXION, "authors")
