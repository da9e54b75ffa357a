from __future__ import annotations

import subprocess
from time import process_time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.reports.patch import PatienceMatcher, unified_diff
from bot.text import Text

if TYPE_CHECKING:
    from pathlib import Path

TEN = "".join(f"line {number}\n" for number in range(1, 11))


def test_unified_diff() -> None:
    after = TEN.replace("line 2\n", "line two\n").replace("line 9\n", "")
    assert unified_diff(Text("docs/list.md", TEN), after) == (
        "--- a/docs/list.md\n+++ b/docs/list.md\n"
        "@@ -1,10 +1,9 @@\n line 1\n-line 2\n+line two\n line 3\n line 4\n line 5\n line 6\n"
        " line 7\n line 8\n-line 9\n line 10\n"
    )


def test_nothing_changed_nothing_shown() -> None:
    assert unified_diff(Text("list.md", TEN), TEN) == ""


@pytest.mark.parametrize(
    ("path", "header"),
    [
        ("list.md", "--- a/list.md\n+++ b/list.md\n"),
        ("/srv/list.md", "--- /srv/list.md\n+++ /srv/list.md\n"),
        ("my list.md", "--- a/my list.md\t\n+++ b/my list.md\t\n"),
        ('a"\n.md', '--- "a/a\\"\\n.md"\n+++ "b/a\\"\\n.md"\n'),
    ],
    ids=["plain", "absolute", "space", "odd characters"],
)
def test_names(path: str, header: str) -> None:
    assert unified_diff(Text(path, "a\n"), "b\n") == f"{header}@@ -1,1 +1,1 @@\n-a\n+b\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(TEN, TEN.replace("line 5", "line five"), id="one line"),
        pytest.param(TEN * 3, "top\n" + TEN * 3 + "bottom\n", id="insertions at both ends"),
        pytest.param(TEN, "", id="all gone"),
        pytest.param("", TEN, id="from nothing"),
        pytest.param("a\nb", "a\nb\n", id="final newline added"),
        pytest.param("a\nb\n", "a\nB", id="final newline taken"),
        pytest.param("\ufeffa\r\nb\r\nc\r\n", "\ufeffa\r\nB\r\nc\r\n", id="BOM and CRLF"),
        pytest.param("a\rb\rc", "a\rB\rc", id="CR alone"),
        pytest.param("a\u2028b\x0bc\x85d\nsame\n", "a\u2028B\x0bc\x85d\nsame\n", id="what splitlines splits"),
        pytest.param(TEN * 30, TEN * 15 + "new\n" + TEN * 15, id="repeated lines"),
        pytest.param(TEN, "line 8\n" + TEN.replace("line 8\n", ""), id="moved line"),
    ],
)
def test_git_applies_it(before: str, after: str, tmp_path: Path) -> None:
    file = tmp_path / "list.md"
    file.write_bytes(before.encode())
    subprocess.run(
        ["git", "-c", "core.autocrlf=false", "apply", "--whitespace=nowarn", "-"],
        input=unified_diff(Text("list.md", before), after).encode(),
        cwd=tmp_path,
        check=True,
        env={"GIT_CEILING_DIRECTORIES": str(tmp_path.parent), "PATH": "/usr/bin:/bin:/usr/local/bin"},
    )
    assert file.read_bytes() == after.encode()


LINES = st.lists(st.sampled_from(["a", "b", "c", "d", "e", ""]) | st.text("xyz", max_size=3), max_size=25)


@given(LINES, LINES)
def test_changes_lead_from_the_old_lines_to_the_new(old: list[str], new: list[str]) -> None:
    made: list[str] = []
    position = 0
    for tag, start, end, new_start, new_end in PatienceMatcher(old, new).get_opcodes():
        assert (start, new_start) == (position, len(made))
        made += old[start:end] if tag == "equal" else new[new_start:new_end]
        assert len(made) == new_end
        position = end
    assert (position, made) == (len(old), new)


def test_a_large_file_with_few_changes_takes_moments() -> None:
    lines = [f"* [{number}] A title that differs {number}\n\n" for number in range(120_000)]
    before = "".join(lines)
    lines[10], lines[60_000], lines[119_990] = "first\n", "", lines[119_990] + "more\n"
    start = process_time()
    diff = unified_diff(Text("list.md", before), "".join(lines))
    assert diff.count("@@ -") == 3
    assert process_time() - start < 10


def test_lines_that_all_look_alike_take_moments() -> None:
    start = process_time()
    assert unified_diff(Text("list.md", "\n" * 200_000), "a\n" + "\n" * 100_000 + "b\n" + "\n" * 100_000)
    assert process_time() - start < 10
