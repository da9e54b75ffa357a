from __future__ import annotations

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.commands.helpers import run
from tests.repositories import repository
from tests.sample_list import LINES

HEAD = "# Agents\n\n"
BASE = HEAD + "".join(LINES[2:8])
OURS = HEAD + "".join(LINES[1:8])
THEIRS = HEAD + LINES[0] + "".join(LINES[2:8])
BOTH = HEAD + "".join(LINES[:8])
CHANGED = BASE.replace("PAG:", "PAG,")
OTHERWISE = BASE.replace("PAG:", "PAG -")
SIDES = LINES[2].replace("PAG:", "PAG,"), LINES[2].replace("PAG:", "PAG -")
CONFLICT = f"{HEAD}<<<<<<< ours\n{SIDES[0]}=======\n{SIDES[1]}>>>>>>> theirs\n{''.join(LINES[3:8])}"

pytestmark = pytest.mark.usefixtures("folder")


def write(base: str = BASE, ours: str = OURS, theirs: str = THEIRS) -> tuple[str, str, str]:
    names = "base.md", "ours.md", "theirs.md"
    for name, content in zip(names, (base, ours, theirs), strict=True):
        Path(name).write_bytes(content.encode("utf-8", "surrogateescape"))
    return names


def test_the_result_goes_to_ours() -> None:
    done = run("merge", *write())
    assert (done.code, done.out, done.err) == (0, "Merged without conflicts.\n", "")
    assert (Path("ours.md").read_text(), Path("theirs.md").read_text()) == (BOTH, THEIRS)


def test_the_result_goes_to_another_file() -> None:
    assert run("merge", *write(), "--output", "merged.md").code == 0
    assert (Path("merged.md").read_text(), Path("ours.md").read_text()) == (BOTH, OURS)


def test_conflicts_are_left_in_markers() -> None:
    done = run("merge", *write(BASE, CHANGED, OTHERWISE))
    assert done.code == 1
    assert (
        done.out
        == "line 3: both sides changed it: PAG, Multi-Turn Reinforced LLM Self-Correction\n1 conflict left to you.\n"
    )
    assert Path("ours.md").read_text() == CONFLICT


def test_markers_have_the_length_that_git_asks_for() -> None:
    run("merge", *write(BASE, CHANGED, OTHERWISE), "--marker-size", "9")
    assert "\n<<<<<<<<< ours\n" in Path("ours.md").read_text()
    assert run("merge", *write(), "--marker-size", "0").code == 2


def test_json() -> None:
    done = run("merge", *write(BASE, CHANGED, OTHERWISE), "--format", "json")
    assert json.loads(done.out) == {
        "status": "conflicts",
        "method": "entries",
        "reason": None,
        "conflicts": [
            {
                "line": 3,
                "end_line": 7,
                "section": "# Agents",
                "title": "PAG, Multi-Turn Reinforced LLM Self-Correction",
                "reason": "both sides changed it",
            }
        ],
    }
    assert json.loads(run("merge", *write(), "--format", "json").out)["status"] == "merged"


LINES_OF_TEXT = [f"line {number}" for number in range(30)]


def text(*changed: int) -> str:
    return "".join(f"{line}{' changed' * (number in changed)}\n" for number, line in enumerate(LINES_OF_TEXT))


@pytest.mark.parametrize(
    ("mark", "reason"),
    [("", "no entries were found in it"), ("\udcff\n", "base.md is not UTF-8: byte 0xff at offset 0 (line 1)")],
    ids=["no list", "not UTF-8"],
)
def test_what_is_not_read_is_merged_line_by_line(mark: str, reason: str) -> None:
    done = run("merge", *write(mark + text(), mark + text(3), mark + text(20)))
    assert done.code == 0
    assert done.out.startswith(f"Merged line by line, not entry by entry: {reason}")
    assert Path("ours.md").read_bytes() == (mark + text(3, 20)).encode("utf-8", "surrogateescape")
    done = run("merge", *write(mark + text(), mark + text(3), mark + text(3, 20).replace("3 changed", "3 new")))
    assert (done.code, done.out.splitlines()[-1]) == (1, "1 conflict left to you.")
    assert "<<<<<<< ours\nline 3 changed\n=======\nline 3 new\n>>>>>>> theirs" in Path("ours.md").read_text("latin-1")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a named pipe")
def test_a_side_that_changes_during_the_merge_is_not_overwritten() -> None:
    """The other side comes through a pipe, that is after ours was read."""
    names = write()
    Path("theirs.md").unlink()
    os.mkfifo("theirs.md")
    later = OURS + LINES[9]

    def change() -> None:
        with Path("theirs.md").open("wb") as stream:
            Path("ours.md").write_text(later)
            stream.write(THEIRS.encode())

    with ThreadPoolExecutor() as pool:
        changed = pool.submit(change)
        done = run("merge", *names)
        changed.result(10)
    assert done.err.startswith("error: ours.md was changed while the bot was running")
    assert (done.code, Path("ours.md").read_text()) == (3, later)


def test_binary_files_are_left_alone() -> None:
    names = write("\0\udcff", "\0\udcff1", "\0\udcff2")
    done = run("merge", *names)
    reason = "base.md is not UTF-8: byte 0xff at offset 1 (line 1)"
    assert (done.code, done.err.splitlines()[0]) == (3, f"error: {reason}; git cannot merge binary files")
    assert Path("ours.md").read_bytes() == b"\0\xff1"


def test_wrong_usage() -> None:
    assert run("merge", "base.md", "ours.md").code == 2
    write()
    done = run("merge", "base.md", "ours.md", "missing.md")
    assert done.code == 2
    assert "missing.md" in done.err
    assert run("merge", "base.md", "-", "theirs.md").code == 2
    assert Path("ours.md").read_text() == OURS


def test_git_merges_lists_with_the_driver(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo")
    (repo.folder / ".gitattributes").write_text("*.md merge=paperlist\n")
    command = "import sys; from bot.cli import main; sys.exit(main(sys.argv[1:]))"
    python = Path(sys.executable).as_posix()
    repo.git("config", "merge.paperlist.driver", f'"{python}" -c "{command}" merge %O %A %B --marker-size %L')
    repo.commit(a=BASE)
    repo.git("switch", "--quiet", "--create", "work")
    repo.commit(a=THEIRS)
    repo.git("switch", "--quiet", "main")
    repo.commit(a=OURS)
    repo.git("merge", "--quiet", "work", "-m", "both")
    assert (repo.folder / "a.md").read_text() == BOTH
