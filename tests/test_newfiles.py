from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.errors import CANNOT_RUN, BotError
from bot.files import create

if TYPE_CHECKING:
    from pathlib import Path


def test_the_folders_are_made_too(tmp_path: Path) -> None:
    path = tmp_path / ".github" / "workflows" / "a.yml"
    create(path, "a: é\n")
    assert path.read_bytes() == "a: é\n".encode()
    assert [each.name for each in path.parent.iterdir()] == ["a.yml"]


def refused(path: Path) -> str:
    with pytest.raises(BotError) as caught:
        create(path, "new")
    assert caught.value.code == CANNOT_RUN
    return caught.value.message


def test_what_is_there_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.yml"
    path.write_text("old")
    assert refused(path) == f"{path} is in the way"
    assert (path.read_text(), [each.name for each in tmp_path.iterdir()]) == ("old", ["a.yml"])


def test_a_file_where_a_folder_is_wanted(tmp_path: Path) -> None:
    (tmp_path / ".github").write_text("old")
    assert refused(tmp_path / ".github" / "a.yml") == f"{tmp_path / '.github'} is in the way"


def test_a_link_that_leads_nowhere_is_not_followed(tmp_path: Path) -> None:
    path = tmp_path / "a.yml"
    path.symlink_to(tmp_path / "elsewhere")
    assert refused(path) == f"{path} is in the way"
    assert not (tmp_path / "elsewhere").exists()
