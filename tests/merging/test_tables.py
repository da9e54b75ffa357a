"""Tables whose columns one side changes, and counts beside conflicts."""

from __future__ import annotations

import pytest

from bot.merging.three_way import merge
from bot.text import Text

HEAD = "# P\n\n| Paper | Year |\n|---|---|\n"
WIDER = "# P\n\n| Paper | Year | Code |\n|---|---|---|\n"
ROW = "| [WebRL: Training LLM Web Agents](https://arxiv.org/abs/2411.02337) | 2025 |\n"
NEW = "| [MemAgent: Reshaping Long-Context LLM](https://arxiv.org/abs/2507.02259) | 2025 |\n"


def content(base: str, ours: str, theirs: str) -> str:
    merged = merge(Text("b", base), Text("o", ours), Text("t", theirs))
    assert merged is not None
    assert merged.conflicts
    return merged.content


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        pytest.param(HEAD + NEW + ROW, WIDER + ROW.replace(" |\n", " | - |\n"), id="a row at the top"),
        pytest.param(WIDER + ROW.replace(" |\n", " | - |\n"), HEAD + NEW + ROW, id="by the other side"),
        pytest.param(HEAD + ROW + NEW, WIDER + ROW.replace(" |\n", " | - |\n"), id="a row at the end"),
    ],
)
def test_a_header_and_the_rule_below_it_stay_together(ours: str, theirs: str) -> None:
    assert content(HEAD + ROW, ours, theirs).startswith(WIDER)


def test_a_conflict_of_one_entry_counts_once() -> None:
    head, line = "# L\n\n## Agents ({})\n\n", "- [{}](https://arxiv.org/abs/2411.0233{}) {}\n"
    web, old = line.format("WebRL: Training LLM Web Agents", 7, "{}"), line.format("MemAgent: Long Contexts", 1, "")
    one, two = (line.format(title, at, "") for at, title in enumerate(("DigiRL: Control of Devices", "ArCHer"), 2))
    merged = content(
        head.format(2) + web.format("2023") + old,
        head.format(3) + web.format("ICLR 2024") + old + one,
        head.format(3) + web.format("ICML 2024") + old + two,
    )
    assert "## Agents (4)" in merged
