"""Lists with one very long line, as programs and attackers write them: it is checked in time that grows as it does."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tests.commands.helpers import run

if TYPE_CHECKING:
    from pathlib import Path

LONGEST = 6.0
"""Seconds of processor time; a second is needed, and what is not linear takes 8 to 40."""
LIST = "# List\n\n## Papers\n\n* [Known Paper of Agents](https://arxiv.org/abs/2201.00001) (ICLR'23)\n"
LINES = {
    "one word": "x" * 200_000,
    "a link": f"* [Title of this](https://a.example/{'x' * 200_000})",
    "control characters": "* " + "\0" * 300_000,
    "control characters at the ends of lines": "* a" + "  \0\n" * 30_000,
    "asterisks": "*a **b " * 150_000,
}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_long_line_is_checked_in_linear_time(line: str, folder: Path) -> None:
    (folder / "README.md").write_text(f"{LIST}{line}\n")
    start = time.process_time()
    done = run("lint", "README.md", "--isolated", "--exit-zero", "--verbose")
    assert (done.code, time.process_time() - start < LONGEST) == (0, True)
    assert max(map(len, done.out.splitlines())) < 400
