from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.errors import BotError
from bot.files import find_files, matches_path
from bot.text import compile_pattern, occurs

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        pytest.param("^20", "2025", True, id="match"),
        pytest.param("20$", "2025", False, id="no match"),
        pytest.param("20$", "20\n", False, id="end of the text, not of a line"),
        pytest.param("02", "2025", True, id="within"),
        pytest.param("^(a|aa)+$", "a" * 100_000 + "b", False, id="alternatives, quadratic elsewhere"),
        pytest.param("^(a+)+$", "a" * 100_000 + "b", False, id="nested, exponential elsewhere"),
        pytest.param("^(.*)*(.*)*(.*)*x$", "a" * 100_000, False, id="three stars"),
        pytest.param("^.$", "\ud800", True, id="lone surrogate"),
        pytest.param("^论文$", "论文", True, id="not ASCII"),
    ],
)
def test_occurs(pattern: str, text: str, expected: bool) -> None:
    assert occurs(pattern, text) is expected


@pytest.mark.parametrize(
    "pattern", ["(", "(?=a)b", r"(a)\1", "a{99999}", "[" * 1_000, r"(\pL{1,50}){20}", r"\pL{100}", r"(\pL{1,20}){20}"]
)
def test_what_is_not_linear_or_not_valid_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        compile_pattern(pattern)


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("README.md", "README.md", True),
        ("README.md", "README.md\n", False),
        ("README.md", "docs/README.md", False),
        ("*.md", "README.md", True),
        ("*.md", "docs/README.md", False),
        ("**/*.md", "README.md", True),
        ("**/*.md", "docs/de/README.md", True),
        ("docs/**", "docs/de/README.md", True),
        ("docs/?.md", "docs/a.md", True),
        ("a+(b).md", "a+(b).md", True),
        ("*.md", "a\nb.md", True),
        ("[a].md", "a.md", False),
        ("[[]old] ones.md", "[old] ones.md", True),
        ("[*].md", "*.md", True),
        ("[*].md", "a.md", False),
        ("**/" * 60 + "x.md", "a/" * 500 + "y.md", False),
        ("*a" * 60, "a" * 4_000 + "b", False),
    ],
)
def test_paths(pattern: str, path: str, expected: bool) -> None:
    assert matches_path(pattern, path) is expected


def test_files_are_found_inside_the_repository_alone(tmp_path: Path) -> None:
    root = tmp_path / "list"
    (root / ".git").mkdir(parents=True)
    (root / "docs" / "de").mkdir(parents=True)
    (tmp_path / "secret.md").write_text("outside", "utf-8")
    for name in ("README.md", "docs/a.md", "docs/de/b.md", ".git/c.md"):
        (root / name).write_text("# Papers", "utf-8")
    (root / "out.md").symlink_to(tmp_path / "secret.md")
    (root / "in.md").symlink_to(root / "docs" / "a.md")
    (root / "git.md").symlink_to(root / ".git" / "c.md")
    (root / "itself.md").symlink_to(root / "itself.md")

    def found(pattern: str, start: Path = root) -> list[str]:
        return [path.relative_to(root).as_posix() for path in find_files(start, pattern)]

    assert found("**/*.md") == ["README.md", "docs/a.md", "docs/de/b.md", "in.md"]
    assert found("*.md") == ["README.md", "in.md"]
    assert [found(each) for each in ("out.md", "git.md", "itself.md", ".git/c.md", ".git/*.md")] == [[]] * 5
    assert found("docs/*.md") == ["docs/a.md"]
    assert found("**/" * 60 + "*.md") == found("**/*.md")
    assert found("../../secret.md", root / "docs") == []


def test_a_folder_with_too_many_files_is_not_walked_through(tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"{number}.md").touch()
    assert len(find_files(tmp_path, "*.md", most=5)) == 4
    with pytest.raises(BotError, match="has to search more than 4 files"):
        find_files(tmp_path, "*.md", most=4)


def test_folders_too_deep_for_a_pattern_are_not_walked_through(tmp_path: Path) -> None:
    (tmp_path / "papers" / "deep").mkdir(parents=True)
    for number in range(9):
        (tmp_path / "papers" / "deep" / f"{number}.md").touch()
    listed = tmp_path / "papers" / "a.md"
    listed.touch()
    assert find_files(tmp_path, "*.md", most=3) == []
    assert find_files(tmp_path, "*/*.md", most=3) == find_files(tmp_path, "papers/*.md", most=3) == [listed]
    assert len(find_files(tmp_path, "**/*.md")) == 10
