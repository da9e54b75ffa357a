"""News, changelogs and contents are told by what they hold; no block is left out for a word in its heading."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.listing import Kind, SkipReason, read
from bot.text import Text

AGENTS = (
    ("ATLaS: Agent Tuning via Learning Critical Steps", "2503.02197"),
    ("FireAct: Toward Language Agent Fine-tuning", "2310.05915"),
    ("AgentTuning: Enabling Generalized Agent Abilities for LLMs", "2310.12823"),
    ("STeCa: Step-level Trajectory Calibration for LLM Agent Learning", "2502.14276"),
)
REASONING = (
    ("Chain-of-Thought Prompting Elicits Reasoning in Large Language Models", "2201.11903"),
    ("Self-Consistency Improves Chain of Thought Reasoning in Language Models", "2203.11171"),
    ("Tree of Thoughts: Deliberate Problem Solving with Large Language Models", "2305.10601"),
)
BULLET = "- [{title}](https://arxiv.org/abs/{id}), 20{yy}\n"
DATED = "- [20{yy}/{mm}] [{title}](https://arxiv.org/abs/{id})\n"
ROW = "| [{title}](https://arxiv.org/abs/{id}) | 20{yy}-{mm} | We train agents on trajectories. |\n"
TABLE = "| Title | Date | Summary |\n| --- | --- | --- |\n"


def entries(pattern: str, papers: tuple[tuple[str, str], ...]) -> str:
    return "".join(pattern.format(title=title, id=each, yy=each[:2], mm=each[2:4]) for title, each in papers)


REST = "## Agents\n\n" + entries(BULLET, AGENTS) + "\n"

LISTS = {
    "table under Latest Research Papers": "## Latest Research Papers\n\n" + TABLE + entries(ROW, REASONING),
    "table under a topic and Latest Works": "## Prompting (& Latest Works)\n\n" + TABLE + entries(ROW, REASONING),
    "table under Updates": "## Updates\n\n" + TABLE + entries(ROW, REASONING),
    "bullets under Latest Papers": "## 🔥 Latest Papers\n\n" + entries(BULLET, REASONING),
    "dated bullets under Recent Updates": "## Recent Updates\n\n" + entries(DATED, REASONING),
    "bullets under News & Papers": "## News & Papers\n\n" + entries(BULLET, REASONING),
    "dated bullets under What's new in 2024": "## What's new in 2024\n\n" + entries(DATED, REASONING),
    "bullets below a heading under Updates": "## Updates\n\n### Reasoning\n\n" + entries(BULLET, REASONING),
    "bullets under Chinese updates": "## 最近更新\n\n" + entries(BULLET, REASONING),
    "a table under Chinese news": "## 最新动态\n\n" + TABLE + entries(ROW, REASONING),
    "topic: news": "## Fake News Detection\n\n" + entries(DATED, REASONING),
    "topic: updates": "## Knowledge Updates\n\n" + entries(BULLET, (*REASONING, AGENTS[0], AGENTS[1], AGENTS[2])),
    "a summary that says Updates": "<details><summary>Updates</summary>\n\n"
    + entries(BULLET, REASONING)
    + "\n</details>\n",
    "descriptions behind the titles": "## Updates\n\n"
    + entries(
        "- [2023/01] **{title}**. We show that it is better than before. [[paper](https://arxiv.org/abs/{id})]\n",
        REASONING,
    ),
    "topic: contact": "## Contact-rich manipulation\n\n" + entries(BULLET, REASONING),
    "topic: citation": "## Citation recommendation\n\n" + entries(BULLET, REASONING),
    "many sections, each with updates": "## May Updates\n\n"
    + entries(DATED, REASONING[:2])
    + "\n## News of June\n\n"
    + entries(DATED, REASONING[2:]),
}


@pytest.mark.parametrize("block", LISTS.values(), ids=LISTS)
def test_papers_are_entries_whatever_their_heading_says(block: str) -> None:
    listing = read(parse(Text("README.md", f"# List\n\n{block}\n{REST}")))
    found = {entry.work.value for entry in listing.papers if entry.work}
    assert found == {each for _, each in (*AGENTS, *REASONING)}
    assert listing.skipped == ()


def test_the_title_of_a_list_announces_no_news() -> None:
    lines = "- {title}. *Doe, Ann and Roe, Bo.* ICLR 20{yy}. [[Paper]](http://doe.example/{id}.pdf)\n\n"
    years = "".join(f"## {2013 + n}\n\n{entries(lines, REASONING[n : n + 1])}" for n in range(3))
    listing = read(parse(Text("README.md", f"# Reading on Agents (weekly updates)\n\n{years}{REST}")))
    titles = [title for title, _ in (*REASONING, *AGENTS)]
    assert [entry.title.value for entry in listing.papers if entry.title] == titles


SURVEY = "https://arxiv.org/abs/2309.14365"
NEWS = {
    "released": f"## News\n\n- [2023/09] We released our survey, check the [paper]({SURVEY}).\n"
    "- [2023/08] First commit.\n",
    "accepted": f"## 🔔 News\n\n- **2024-05-01** [The Rise of Agents: A Survey]({SURVEY}) is accepted by SCIS!\n",
    "repeated": "## News\n\n" + entries("- 20{yy}.{mm}.05: [{title}](https://arxiv.org/abs/{id})\n", AGENTS[:3]),
    "repeated under dates": "## News\n\n- **[2025.03.04]**\n"
    + entries("  - Paper: [{title}](https://arxiv.org/abs/{id})\n", AGENTS),
    "repeated under dated headings": "## Updates\n\n### 2025-03-04\n\n" + entries(BULLET, AGENTS[:2]),
    "a mixture": f"## News\n\n- 2025/03 Added ATLaS.\n- 2023/10 [FireAct](https://arxiv.org/abs/2310.05915)\n"
    f"- 2023/09 Our [survey on agents]({SURVEY}) is out.\n",
    "paragraphs": f"## News\n\n**[09/21/23]** 🚀 We have released a survey. It is on [arXiv]({SURVEY}).\n\n"
    "**[08/21/23]** We have made this list.\n",
    "Chinese": f"## 📢 最新动态\n\n- [2023/09] 我们发布了综述 [The Rise of Agents: A Survey]({SURVEY})\n"
    "- [2023/08] 创建了本仓库\n",
    "Chinese changelog": f"## 更新日志\n\n* 2023年9月14日：新增了 [The Rise of Agents]({SURVEY})\n"
    "* 2023年8月1日：更新了目录\n",
    "a bold line that says so": f"**🔥 News**\n\n- 2023.09.14: We released our [survey]({SURVEY})!\n"
    "- 2023.08.01: Created.\n",
    "a summary that says so": f"<details><summary>Changelog</summary>\n\n"
    f"- 2023.09.14: We added [our survey]({SURVEY})\n\n</details>\n",
    "dated sentences that no heading announces": f"- [2023/09] We released [a survey of agents]({SURVEY}).\n"
    f"- [2023/08] Our paper [The Rise of Agents: A Survey]({SURVEY}) was accepted.\n",
    "changelog": f"## Changelog\n\n- 2023-09-14: added [The Rise of Agents: A Survey]({SURVEY})\n"
    "- 2023-08-01: created\n",
}


@pytest.mark.parametrize("block", NEWS.values(), ids=NEWS)
def test_news_are_no_entries(block: str) -> None:
    listing = read(parse(Text("README.md", f"# List\n\n{block}\n{REST}")))
    assert [entry.work.value for entry in listing.entries if entry.work] == [each for _, each in AGENTS]
    assert {each.reason for each in listing.skipped} == {SkipReason.NEWS}


def test_contents_are_no_entries() -> None:
    contents = "## Contents\n\n- [Agents](#agents)\n  - [Tuning](#tuning)\n\n"
    listing = read(parse(Text("README.md", f"# List\n\n{contents}{REST}")))
    assert [entry.kind for entry in listing.entries] == [Kind.PAPER] * 4


def test_a_list_that_is_nothing_but_updates_is_read() -> None:
    """What is everywhere in a list is the list, whatever it is called."""
    weeks = "".join(
        f"## Updates of week {n}\n\n{entries(DATED, papers)}\n" for n, papers in enumerate((AGENTS, REASONING))
    )
    again = "## Favourites\n\n" + entries(BULLET, AGENTS[:2])
    listing = read(parse(Text("README.md", f"# List\n\n{weeks}{again}")))
    assert len(list(listing.papers)) == 9
