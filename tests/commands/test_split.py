from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.helpers import run
from tests.exports.lists import write_long
from tests.merging.test_splitting import AFTER, LIST, PLANNING
from tests.sample_list import LINES

LONG = LIST.replace("## Notes\n", f"## Notes\n\n<!-- {'and so on ' * 52_000}-->\n")

pytestmark = pytest.mark.usefixtures("folder")


def test_a_named_section_is_written_to_a_file() -> None:
    Path("README.md").write_text(LIST, encoding="utf-8")
    done = run("split", "--section", "planning")
    assert (done.code, done.err) == (
        0,
        "note: to have the new files checked too, name papers/*.md under `lists` in .github/paperlist-bot.yml\n",
    )
    assert done.out == (
        f"“Planning” (line 5) moved to papers/planning.md: 6 entries, {len(PLANNING.encode()):,} bytes\n"
        f"README.md: {len(LIST.encode()):,} bytes, now {len(AFTER.encode()):,}\n"
    )
    assert (Path("README.md").read_text(), Path("papers/planning.md").read_text()) == (AFTER, PLANNING)


def test_a_list_in_another_folder() -> None:
    path = Path("some lists/\x1b[31magents.md")
    path.parent.mkdir()
    path.write_text(LIST, encoding="utf-8")
    done = run("split", str(path), "--section", "planning")
    note = "note: to have the new files checked too, name some lists/papers/*.md under `lists` in "
    assert (done.code, done.err) == (0, f"{note}.github/paperlist-bot.yml\n")
    assert done.out == (
        "“Planning” (line 5) moved to some lists/papers/planning.md: 6 entries, 777 bytes\n"
        f"some lists/␛[31magents.md: {len(LIST.encode()):,} bytes, now {path.stat().st_size:,}\n"
    )


def test_a_dry_run_writes_nothing() -> None:
    Path("README.md").write_text(LIST, encoding="utf-8")
    done = run("split", "--section", "Planning", "--dry-run")
    assert (done.code, done.out.splitlines()[0]) == (
        0,
        "“Planning” (line 5) would move to papers/planning.md: 6 entries, 759 bytes",
    )
    assert (Path("README.md").read_text(), Path("papers").exists()) == (LIST, False)


def test_a_short_list_is_left_alone() -> None:
    Path("README.md").write_text(LIST, encoding="utf-8")
    done = run("split")
    assert (done.code, done.out) == (
        0,
        f"README.md has {len(LIST.encode()):,} bytes, 0 % of what GitHub shows: nothing to split.\n",
    )


def test_a_list_that_stays_too_long_is_an_error() -> None:
    Path("README.md").write_text(LONG, encoding="utf-8")
    assert run("split").code == 1


KINDS = """# Memory

| Kind | What is kept |
| --- | --- |
| Episodes | what happened, and when |
| Skills | what worked |

## Papers

| Date | Title | Paper |
| --- | --- | --- |
| 2026-04 | Searching What Was Said Long Ago in Many Long Conversations | [paper](https://arxiv.org/abs/2604.00901) |
| 2026-01 | Boxes in Boxes: Keeping Topics Together in Long Memories | [paper](https://arxiv.org/abs/2601.03785) |
| 2026-01 | Forgetting What Was Never Asked For in Many Conversations | [paper](https://arxiv.org/abs/2601.00702) |
"""
"""A table without links is read as a list only where there is no other."""
DIFFERENTLY = "without the sections that were to move, the other entries would be read differently"


def test_a_list_that_would_be_read_differently_afterwards_is_left_alone() -> None:
    Path("README.md").write_text(KINDS, encoding="utf-8")
    done = run("split", "--percent", "0")
    assert (done.code, done.out.splitlines()[:2]) == (
        1,
        [f"README.md cannot be split: {DIFFERENTLY}", "--section NAME moves only the sections of that name"],
    )
    assert Path("README.md").read_text() == KINDS


def test_a_list_whose_sections_have_moved_is_left_alone() -> None:
    Path("README.md").write_text(KINDS.partition("## Papers")[0] + "* [Papers](papers/papers.md)\n", encoding="utf-8")
    done = run("split", "--percent", "0")
    assert (done.code, done.out.splitlines()[0]) == (1, "README.md has no more sections that can be moved")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["--section", "Robots"], "see bot entries --format json", id="how to see sections"),
        pytest.param(["--section", "Robots"], "has no section with entries of that name", id="unknown section"),
        pytest.param(["--folder", "../papers"], "is outside of the list's folder", id="folder outside"),
        pytest.param(["--percent", "100"], "--percent must be a number from 0 to 99", id="percent"),
        pytest.param(["-"], "bot split writes files", id="standard input"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str) -> None:
    Path("README.md").write_text(LIST, encoding="utf-8")
    done = run("split", *arguments)
    assert (done.code, message in done.err, Path("README.md").read_text()) == (2, True, LIST)


def test_records_are_not_divided() -> None:
    Path("papers.yaml").write_text("- title: FireAct\n  url: https://arxiv.org/abs/2310.05915\n", encoding="utf-8")
    done = run("split", "papers.yaml", "--percent", "0")
    assert (done.code, "papers.yaml is YAML, and bot split divides Markdown" in done.err) == (2, True)


def test_lint_finds_nothing_new_afterwards() -> None:
    Path("README.md").write_text(f"# Agents\n\n## Planning\n\n{''.join(LINES[:6])}\n## Tools\n\n{''.join(LINES[6:])}")
    assert run("split", "--percent", "0").code == 0
    done = run("lint", "README.md", "papers")
    assert done.code == 0


def test_no_more_files_are_written_than_wanted() -> None:
    comment = f"<!-- {'words ' * 90_000}-->\n\n"  # so that the list stays too long
    title, sections = write_long(120, per_section=10).split("\n\n", 1)
    Path("README.md").write_text(f"{title}\n\n{comment}{sections}", encoding="utf-8")
    done = run("split", "--percent", "1", "--files", "5")
    assert (done.code, len(list(Path("papers").iterdir()))) == (1, 5)
    assert done.out.splitlines()[-2] == "5 files are the most at once: --files 10 allows more"
    assert run("split", "--files", "0").err.startswith("error: --files must be 1 or more\n")


def test_nothing_is_written_through_a_link_out_of_the_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    Path("README.md").write_text(LIST, encoding="utf-8")
    outside = tmp_path_factory.mktemp("outside")
    Path("papers").symlink_to(outside)
    done = run("split", "--section", "planning")
    assert (done.code, done.err.splitlines()[0]) == (2, "error: papers is not in the working tree of the repository")
    assert (Path("README.md").read_text(), list(outside.iterdir())) == (LIST, [])
