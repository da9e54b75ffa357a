from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.helpers import run
from tests.sample_list import LINES, LIST

SHUFFLED = "# Agent training\n\n" + "".join((*LINES[1:], LINES[0])).replace("] [", "]  [", 1)
SORTED = LIST.replace("[2507] [", "[2507]  [")


@pytest.fixture(autouse=True)
def folder(folder: Path) -> Path:
    (folder / "README.md").write_text(SHUFFLED)
    return folder


def test_entries_are_put_in_order_and_nothing_else_is_fixed() -> None:
    done = run("sort")
    assert (done.code, done.out, done.err) == (0, "Fixed 1 finding: unsorted-section 1. All checks passed.\n", "")
    assert Path("README.md").read_text() == SORTED
    assert run("sort", "README.md").out == "All checks passed.\n"


def test_a_diff_writes_nothing() -> None:
    done = run("sort", "--diff")
    assert [line for line in done.out.splitlines() if line[0] in "+-"] == [
        *("--- a/README.md", "+++ b/README.md", f"+{LINES[0].rstrip()}", f"-{LINES[0].rstrip()}")
    ]
    assert (done.err, Path("README.md").read_text()) == ("Would move 1 entry.\n", SHUFFLED)


def test_standard_input_goes_to_standard_output() -> None:
    assert run("sort", "-", stdin=SHUFFLED.encode()).out == SORTED


def test_the_configuration_says_how() -> None:
    Path("bot.yml").write_text("rules: {unsorted-section: off}\nconventions: {order: oldest-first}\n")
    run("sort", "--config", "bot.yml")
    assert Path("README.md").read_text().splitlines()[2:] == [
        line.rstrip() for line in reversed(SORTED.splitlines()[2:])
    ]
    run("sort", "--isolated")
    assert Path("README.md").read_text().splitlines()[-1] == SORTED.splitlines()[2]


def test_wrong_usage() -> None:
    done = run("sort", "--fix")
    assert (done.code, done.err) == (2, "error: there is no option --fix\nhint: bot sort --help lists the options\n")


def test_many_moves_only_when_asked() -> None:
    labels = [f"{2026 - n // 12}-{12 - n % 12:02}" for n in range(80)]
    for n in range(11):
        labels[7 * n + 3] = f"2027-{12 - n:02}"
    text = "".join(f"* [{label}] [{n * 37 % 101} Agents](https://a.org/{n}.pdf)\n" for n, label in enumerate(labels))
    Path("README.md").write_text(text)
    assert run("sort", "--diff").err == "Would move 0 entries; 11 more out of order (see --unsafe-fixes).\n"
    assert "11 fixable with --unsafe-fixes" in run("sort").out
    assert Path("README.md").read_text() == text
    run("sort", "--unsafe-fixes")
    assert [line[3:10] for line in Path("README.md").read_text().splitlines()] == sorted(labels, reverse=True)


def shuffled(*months: int) -> str:
    ids = (f"24{month:02}.01234" for month in months)
    return "".join(f"* [20{each[:2]}-{each[2:4]}] [{each} Agents](https://arxiv.org/abs/{each})\n" for each in ids)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param(
            f"## Planning\n\n{shuffled(3, 9, 1, 12, 4, 7)}\n## Tools\n\n{shuffled(8, 2, 11, 5, 10, 6)}",
            "2 sections not in order of date stayed as before: no order could be learned, or something else sorts them"
            " (conventions.order sets one).",
            id="no order",
        ),
        pytest.param(
            f"## Planning\n\n{shuffled(9, 7, 4, 3)}\n## Tools\n\n{shuffled(8, 2, 11)}",
            "1 section not in order of date stayed as before",
            id="too few entries",
        ),
        pytest.param(
            f"## Planning\n\n<!-- bot: order none -->\n\n{shuffled(3, 9, 1, 12, 4, 7)}", "", id="no order is wanted"
        ),
        pytest.param("* [Agents](https://a.org/1.pdf)\n", "", id="no dates"),
    ],
)
def test_what_could_not_be_sorted_is_said(text: str, line: str) -> None:
    Path("README.md").write_text(text)
    for arguments in ((), ("--diff",)):
        done = run("sort", *arguments)
        assert (done.code, Path("README.md").read_text()) == (0, text)
        said = done.err.replace("Nothing to move.\n", "")
        assert said.startswith(line) if line else not said
