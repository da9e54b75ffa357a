from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.linter.schema import problems
from tests.commands.helpers import run

FIRST = """\
# Papers

## Agents

* [2310] ⭐️ [FireAct: Toward Language Agent Fine-tuning](http://arxiv.org/abs/2310.05915) (ICLR 24 | NTU, 107)
* [2502] [Training a Generally Curious Agent](https://arxiv.org/pdf/2502.17543) ([code](https://github.com/x/y))
  [a comment]
* [1700] [World of Bits](https://proceedings.mlr.press/v70/shi17a.html)
* [Awesome lists](https://github.com/sindresorhus/awesome)
"""


@pytest.fixture(autouse=True)
def folder(folder: Path) -> Path:
    Path("README.md").write_text(FIRST)
    Path("empty.md").write_text("")
    return folder


def test_json() -> None:
    done = run("entries", "--format", "json")
    value = json.loads(done.out)
    assert (done.code, done.err, value["file"]) == (0, "", "README.md")
    assert [
        (each["line"], each["end_line"], each["kind"], each["arxiv"], each["date"]) for each in value["entries"]
    ] == [
        (5, 5, "paper", "2310.05915", "2023-10"),
        (6, 7, "paper", "2502.17543", "2025-02"),
        (8, 8, "paper", None, None),
        (9, 9, "other", None, None),
    ]
    assert value["entries"][0] == {
        "line": 5,
        "end_line": 5,
        "section": "Agents",
        "section_path": ["Papers", "Agents"],
        "kind": "paper",
        "title": "FireAct: Toward Language Agent Fine-tuning",
        "arxiv": "2310.05915",
        "identifiers": ["arxiv:2310.05915"],
        "url": "http://arxiv.org/abs/2310.05915",
        "code": None,
        "date": "2023-10",
        "authors": [],
        "venue": "ICLR",
        "affiliation": "NTU",
        "citations": 107,
        "marks": ["⭐️"],
        "comment": None,
        "links": [{"label": "FireAct: Toward Language Agent Fine-tuning", "url": "http://arxiv.org/abs/2310.05915"}],
    }
    assert [problems("entry", each) for each in value["entries"]] == [()] * 4


def test_json_of_several_lists_is_a_list() -> None:
    value = json.loads(run("entries", "empty.md", "README.md", "--format", "json").out)
    assert [(each["file"], len(each["entries"])) for each in value] == [("empty.md", 0), ("README.md", 4)]


def test_table() -> None:
    assert run("entries", "README.md", "empty.md").out == (
        "README.md: 3 papers, 1 other entries\n"
        "     5  2023-10     2310.05915    FireAct: Toward Language Agent Fine-tuning\n"
        "     6  2025-02     2502.17543    Training a Generally Curious Agent\n"
        "     8  -           -             World of Bits\n"
        "     9  -           (other)       Awesome lists\n"
        "\n"
        "empty.md: 0 papers, 0 other entries\n"
    )


def test_standard_input() -> None:
    assert run("entries", "-", stdin=b"* [a\x1b](https://arxiv.org/abs/2310.05915)\n").out.endswith("a␛\n")


def test_a_missing_list() -> None:
    done = run("entries", "no.md")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: file not found: no.md\n")


NEWS = """\
# News

* [2025/06] [ToolRL](https://arxiv.org/abs/2504.13958) is out

"""


def test_skipped() -> None:
    Path("README.md").write_text(NEWS + FIRST)
    assert run("entries", "--skipped").out == (
        "README.md: 1 of 4 links to papers outside entries\n"
        'line 3: news, in "News"\n'
        "     3  2025-06     2504.13958    ToolRL\n"
    )
    value = json.loads(run("entries", "--skipped", "--format", "json").out)
    assert len(value["entries"]) == 4
    assert value["skipped"] == [
        {
            "line": 3,
            "end_line": 3,
            "section": "News",
            "reason": "news",
            "links": [
                {
                    "line": 3,
                    "title": "ToolRL",
                    "identifier": "arxiv:2504.13958",
                    "url": "https://arxiv.org/abs/2504.13958",
                    "date": "2025-06",
                }
            ],
        }
    ]
