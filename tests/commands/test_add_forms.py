"""What a person gives of a paper is written in the form of the list, or the answer says what is left out."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.commands.helpers import run

TITLE = "Purring Everything with Cats"
TABLE = """# Attacks

## Multi-modal

| Time | Title | Venue | Paper | Code |
|---|---|---|---|---|
| 2025.02 | **Jailbreaking with Pictures of Words** | arXiv | [link](https://arxiv.org/abs/2502.01111) |  |
| 2024.11 | **Red Teaming of Vision Models** | arXiv | [link](https://arxiv.org/abs/2411.03333) | [link](https://github.com/b/red) |
| 2024.09 | **Typed Words as Pictures** | AAAI'26 | [link](https://arxiv.org/abs/2409.04444) | [link](https://github.com/c/typed) |
| 2024.06 | **Safety of Models That See** | NeurIPS'24 | [link](https://arxiv.org/abs/2406.05555) |  |
| 2024.03 | **Pictures Against Alignment** | ICML'24 | [link](https://arxiv.org/abs/2403.06666) | [link](https://github.com/d/pics) |
"""  # noqa: E501
HTML = """# Agents

<table>
<tr><th>Title</th><th>Venue</th><th>Link</th><th>Code</th></tr>
<tr><td>Growing Agents from Seeds</td><td>ICLR 2024</td><td><a href="https://arxiv.org/abs/2401.01111">paper</a></td><td><a href="https://github.com/a/seeds">code</a></td></tr>
<tr><td>Agents That Teach</td><td>ICML 2024</td><td><a href="https://arxiv.org/abs/2402.01112">paper</a></td><td>-</td></tr>
<tr><td>Memory for Walking Agents</td><td>arXiv</td><td><a href="https://arxiv.org/abs/2403.01113">paper</a></td><td>-</td></tr>
</table>
"""  # noqa: E501
LABELS = """# Robots

- [ICRA 2024](https://openreview.net/forum?id=aaa1), Walking While Carrying, [github](https://github.com/a/walk)
- [CoRL 2023](https://openreview.net/forum?id=aaa2), Opening Doors with Hands
- [RSS 2023](https://openreview.net/forum?id=aaa3), Dexterous Steps
- [arXiv 2023.05](https://arxiv.org/abs/2305.01143), Falling Safely
"""
MONTHS = """# Robots

* "Walking While Carrying", *ICRA, May 2024*. [[Paper](https://arxiv.org/abs/2402.01111)]
* "Opening Doors with Hands", *CoRL, Nov 2023*. [[Paper](https://arxiv.org/abs/2306.01112)]
* "Falling Safely", *arXiv, Mar 2023*. [[Paper](https://arxiv.org/abs/2303.01113)]
"""
IN_FULL = """# Robots

- **Walking While Carrying.** International Conference on Machine Learning (ICML), 2023. [paper](https://arxiv.org/abs/2302.01111)
- **Opening Doors with Hands.** Advances in Neural Information Processing Systems (NeurIPS), 2022. [paper](https://arxiv.org/abs/2206.01112)
- **Falling Safely.** Advances in Neural Information Processing Systems (NeurIPS), 2021. [paper](https://arxiv.org/abs/2103.01113)
"""
YEARS = """# Papers

## 2023

- [Growing Agents from Seeds](https://arxiv.org/abs/2301.01111)
- [Agents That Teach](https://arxiv.org/abs/2302.01112)

## 2022

- [Memory for Walking Agents](https://arxiv.org/abs/2203.01113)
- [Tools That Learn Themselves](https://arxiv.org/abs/2204.01114)
"""
COUNTED = YEARS.replace("## 2023", "## 2023 (2 papers)").replace("## 2022", "## 2022 (2 papers)")
PLAIN = """# Databases

## Indexes

* The Case for Learned Index Structures (SIGMOD 2018)
* ALEX: An Updatable Adaptive Learned Index (SIGMOD 2020)
* The PGM-index: A Fully-dynamic Compressed Learned Index (VLDB 2020)
"""
CSV = """title,venue,date,link
ReAct: Synergizing,ICLR 2023,2022-10,https://arxiv.org/abs/2210.03629
Reflexion: Language Agents,NeurIPS 2023,2023-03,https://arxiv.org/abs/2303.11366
Voyager: An Agent,,2023-05,https://arxiv.org/abs/2305.16291
"""
ID = "2503.01234"


def _row(venue: str, code: str = "") -> str:
    return f"| 2025.03 | **{TITLE}** | {venue} | [link](https://arxiv.org/abs/{ID}) | {code} |"


@pytest.mark.parametrize(
    ("name", "content", "arguments", "line"),
    [
        *(
            pytest.param("list.md", TABLE, (ID, "--venue", venue), _row("ICLR'25"), id=f"a venue given as {venue}")
            for venue in ("ICLR'25", "ICLR 2025", "ICLR 2025 Oral", "The Thirteenth ICLR, 2025")
        ),
        pytest.param(
            "list.md",
            TABLE,
            (ID, "--code", "https://github.com/x/cats"),
            _row("arXiv", "[link](https://github.com/x/cats)"),
            id="code in its column",
        ),
        pytest.param("list.md", TABLE, (ID,), _row("arXiv"), id="the month of the id"),
        pytest.param(
            "list.md",
            HTML,
            (ID, "--venue", "ICLR'25"),
            f"<tr><td>{TITLE}</td><td>ICLR 2025</td>"
            f'<td><a href="https://arxiv.org/abs/{ID}">paper</a></td><td>-</td></tr>',
            id="a row of HTML keeps its cells",
        ),
        pytest.param(
            "list.md",
            LABELS,
            ("https://openreview.net/forum?id=bbb1", "--venue", "ICLR 2025", "--date", "2025"),
            f"- [ICLR 2025](https://openreview.net/forum?id=bbb1), {TITLE}",
            id="a venue as the label of a link",
        ),
        pytest.param(
            "list.md",
            MONTHS,
            (ID, "--venue", "ICLR 2025", "--date", "2025-04"),
            f'* "{TITLE}", *ICLR, Apr 2025*. [[Paper](https://arxiv.org/abs/{ID})]',
            id="the month of a venue",
        ),
        pytest.param(
            "list.md",
            IN_FULL,
            (ID, "--venue", "ICML 2025"),
            f"- **{TITLE}.** International Conference on Machine Learning (ICML), 2025."
            f" [paper](https://arxiv.org/abs/{ID})",
            id="a venue in full with its usual name",
        ),
        pytest.param(
            "list.md", PLAIN, ("--venue", "VLDB'25"), f"* {TITLE} (VLDB 2025)", id="a list without links"
        ),
        pytest.param(
            "list.csv",
            CSV,
            (ID, "--venue", "ICLR'25"),
            f"{TITLE},ICLR 2025,2025-03,https://arxiv.org/abs/{ID}",
            id="a record",
        ),
        pytest.param(
            "list.md", YEARS, (ID,), f"- [{TITLE}](https://arxiv.org/abs/{ID})", id="a year gets its heading"
        ),
    ],
)  # fmt: skip
def test_what_is_given(folder: Path, name: str, content: str, arguments: tuple[str, ...], line: str) -> None:
    path = folder / name
    path.write_text(content)
    done = run("add", *arguments, name, "--title", TITLE, "--offline")
    assert (done.code, [each for each in path.read_text().splitlines() if TITLE in each]) == (0, [line]), done.out


@pytest.mark.parametrize(
    ("content", "arguments", "said"),
    [
        (YEARS, (ID, "--section", "2022"), 'the section is "2022", and the paper is of 2025'),
        (COUNTED, (ID, "--section", "2022"), 'the section is "2022 (2 papers)", and the paper is of 2025'),
        (
            YEARS.replace("## 2022", "## NeurIPS 2022"),
            (ID, "--section", "NeurIPS 2022"),
            'the section is "NeurIPS 2022", and the paper is of 2025',
        ),
        (PLAIN, (ID, "--venue", "VLDB 2025"), "URL: not in the entry, as the entries of this list have no links"),
    ],
)
def test_what_somebody_should_know(folder: Path, content: str, arguments: tuple[str, ...], said: str) -> None:
    (folder / "list.md").write_text(content)
    done = run("add", *arguments, "list.md", "--title", TITLE, "--offline")
    assert f"arXiv:{ID}: {said}" in done.err.splitlines()


@pytest.mark.parametrize("name", ["multi-modal", "#multi-modal", "Attacks > Multi-modal", "attacks multi"])
def test_sections_are_named_in_many_ways(folder: Path, name: str) -> None:
    content = TABLE.replace("Multi-modal", "Attacks That Are Multi-modal" if " multi" in name else "Multi-modal")
    (folder / "list.md").write_text(f"{content}\n## Others\n\n{content.partition('modal')[2].lstrip()}")
    done = run("add", ID, "list.md", "--title", TITLE, "--section", name, "--offline", "--dry-run")
    assert "would be added at list.md:7" in done.err, done.err


def test_examples_of_the_documentation(folder: Path) -> None:
    """Those that name no paper that a service must be asked about."""
    page = (Path(__file__).parents[2] / "docs" / "adding.md").read_text()
    examples = [line for line in re.findall(r"(?m)^bot (add .*)$", page) if "--title" in line]
    (folder / "README.md").write_text(
        "# Agents\n\n## Planning\n\n"
        "- [2024-05] [Growing Agents](https://arxiv.org/abs/2405.01111), Cy Dill, Eve Fox\n"
        "- [2024-03] [Agents That Teach](https://arxiv.org/abs/2403.01112), Gus Hall, Ira Jones\n"
    )
    assert examples
    for example in examples:
        done = run(*shlex.split(example, comments=True), "--offline")
        assert done.code == 0, done.out
