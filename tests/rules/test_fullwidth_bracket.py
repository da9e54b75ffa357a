"""Full-width brackets in lists of either kind."""

from __future__ import annotations

import pytest

from bot.rules.fullwidth_bracket import FullwidthBracket
from tests.rules.helpers import findings, fixed

LIST = "".join(f"* [Agents of Kind {n}](https://arxiv.org/abs/2310.{n:05}) (PKU) (good)\n" for n in range(1, 7))
LINK = "* [FireAct](https://arxiv.org/abs/2310.05915)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(f"{LINK} （PKU）\n", f"{LINK} (PKU)\n", id="a pair"),
        pytest.param(f"{LINK}（PKU）good\n", f"{LINK} (PKU) good\n", id="the room it brought"),
        pytest.param("* （*ICLR'24*) " + LINK[2:] + "\n", "* (*ICLR'24*) " + LINK[2:] + "\n", id="half a pair"),
        pytest.param(f"{LINK} （a (b) c）\n", f"{LINK} (a (b) c)\n", id="a pair around another"),
        pytest.param(
            f"{LINK} [a](u)[b](u)[c](u) (a)（b）\n", f"{LINK} [a](u)[b](u)[c](u) (a) (b)\n", id="behind a bracket"
        ),
        pytest.param(f"{LINK} （a） （b）\n", f"{LINK} (a) (b)\n", id="two pairs in a line"),
    ],
)
def test_fixed(before: str, after: str) -> None:
    found = findings(FullwidthBracket(), LIST + before)
    assert len(found) == 1
    assert fixed(LIST + before, found) == LIST + after


def test_brackets_glued_as_others_are() -> None:
    text = LIST.replace(") (", ")(") + f"{LINK}（PKU）\n"
    assert fixed(text, findings(FullwidthBracket(), text)) == LIST.replace(") (", ")(") + f"{LINK}(PKU)\n"


NAMES = "* [FireAct](https://arxiv.org/abs/2310.05915), Ann Lee, Bo Hu, and others\n" * 5


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("Ann Lee，Bo Hu", "Ann Lee, Bo Hu", id="between names"),
        pytest.param("Ann Lee， Bo Hu", "Ann Lee, Bo Hu", id="with a space"),
        pytest.param("Ann Lee，Bo Hu，Cy Wu", "Ann Lee, Bo Hu, Cy Wu", id="two in a line"),
        pytest.param("论文，代码", "论文，代码", id="in Chinese"),
        pytest.param("Agent，论文", "Agent，论文", id="before Chinese"),
        pytest.param("Agent，Tool 的论文", "Agent，Tool 的论文", id="in a Chinese sentence"),
    ],
)
def test_commas(before: str, after: str) -> None:
    text = f"{NAMES}{LINK}, {before}\n"
    found = findings(FullwidthBracket(), text)
    assert (fixed(text, found), len(found)) == (f"{NAMES}{LINK}, {after}\n", before != after)
    assert findings(FullwidthBracket(), text.replace(", ", "，")) == []


def test_a_column_with_semicolons() -> None:
    row = f"| Agents, Tools and Tasks {LINK[2:]} | MIT{{}} PKU |\n"
    text = f"| Paper | Where |\n| --- | --- |\n{row.format(';') * 12}{row.format('，')}"
    assert fixed(text, findings(FullwidthBracket(), text)) == text.replace("MIT， PKU", "MIT; PKU")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"{LINK} （北京大学）\n", id="around Chinese"),
        pytest.param(f"{LINK} 提出（PKU）\n", id="behind Chinese"),
        pytest.param(f"{LINK} （PKU） 提出\n", id="before Chinese, with a space"),
        pytest.param("* [FireAct]（https://arxiv.org/abs/2310.05915）\n", id="a link that went wrong"),
        pytest.param(f"{LINK} `（a）`\n", id="code"),
        pytest.param(f"{LINK} （never closed\n", id="no pair"),
    ],
)
def test_silent(text: str) -> None:
    assert findings(FullwidthBracket(), LIST + text) == []


def test_a_list_that_mixes_them_has_no_habit() -> None:
    mixed = LIST.replace("(good)", "（good）")
    assert findings(FullwidthBracket(), mixed) == []
    assert findings(FullwidthBracket(), f"{LINK} (a) （b）\n") == []


@pytest.mark.parametrize(("words", "count"), [("先搜索 DFS（Depth-first Search）和其他", 0), ("DFS（Depth-first）", 1)])
def test_two_in_a_sentence_of_a_language_that_writes_them(words: str, count: int) -> None:
    assert len(findings(FullwidthBracket(), f"{LIST}{LINK} {words}\n")) == count


def test_a_link_that_lacks_its_bracket_is_reported_by_another_rule() -> None:
    text = LIST + "* [WebRL: Web Agents](https://arxiv.org/abs/2411.02337）\n"
    assert findings(FullwidthBracket(), text) == []
