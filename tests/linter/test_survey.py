from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from bot.document import parse
from bot.files import read
from bot.linter.survey import Survey, missing_targets
from bot.listing import read as read_listing

if TYPE_CHECKING:
    from pathlib import Path


TARGETS = {
    "LICENSE": False,
    "docs/guide.md": False,
    "./docs/": False,
    "docs/guide.md#top": False,
    "docs/guide.md?raw=true": False,
    "docs/two%20words.md": False,
    "docs": False,
    "dangling.md": False,
    "": False,
    "#papers": False,
    "?tab=readme": False,
    "https://example.org/x": False,
    "mailto:a@example.org": False,
    "//example.org/x": False,
    "LICENCE": True,
    "docs/guide.md/x": True,
    "docs/other.md#top": True,
    "docs/../gone.png": True,
    "docs/%E4%B8%96.md": True,
}


def list_in(folder: Path, targets: dict[str, bool]) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "list.md"
    path.write_text("".join(f"* [a](<{target}>) ![b](<{target}>)\n" for target in targets))
    return str(path)


def missing_in(path: str) -> frozenset[tuple[str, str]]:
    return missing_targets([read_listing(parse(read(path)))])


def expected(path: str, targets: dict[str, bool]) -> frozenset[tuple[str, str]]:
    return frozenset((path, target) for target, is_missing in targets.items() if is_missing)


def files_in(folder: Path) -> None:
    (folder / "docs").mkdir()
    for name in ("LICENSE", "docs/guide.md", "docs/two words.md"):
        (folder / name).write_text("")
    (folder / "dangling.md").symlink_to("nowhere")


def test_missing_targets_beside_a_list(tmp_path: Path) -> None:
    files_in(tmp_path)
    targets = TARGETS | {"/LICENSE": False, "/gone": False, "../gone": False, "../../issues": False}
    path = list_in(tmp_path, targets)
    assert missing_in(path) == expected(path, targets)


def test_missing_targets_in_a_repository(tmp_path: Path) -> None:
    top = tmp_path / "repository"
    (top / ".git").mkdir(parents=True)
    files_in(top)
    targets = {
        "/LICENSE": False,
        "/docs/guide.md#a": False,
        "../LICENSE": False,
        "../../issues": False,
        "../../../x": False,
        "/../x": False,
        "/gone": True,
        "../gone": True,
        "../docs2/guide.md": True,
    }
    path = list_in(top / "lists", targets)
    assert missing_in(path) == expected(path, targets)


def test_lists_in_no_repository_are_known(tmp_path: Path) -> None:
    (tmp_path / "repository" / ".git").mkdir(parents=True)
    paths = [list_in(tmp_path / name, {"a.png": True}) for name in ("repository", "folder")]
    _, context = Survey(date(2026, 11, 21))([read(path) for path in paths])
    assert context.apart == {paths[1]}


def test_missing_targets_of_several_lists(tmp_path: Path) -> None:
    paths = [list_in(tmp_path / name, {"a.png": True}) for name in ("one", "two")]
    (tmp_path / "two" / "a.png").write_text("")
    listings = [read_listing(parse(read(path))) for path in paths]
    assert missing_targets(listings) == {(paths[0], "a.png")}


def test_a_target_with_a_nul_character(tmp_path: Path) -> None:
    path = list_in(tmp_path, {"a%00b": False, "a" * 5000: True})
    assert missing_in(path) == {(path, "a" * 5000)}
