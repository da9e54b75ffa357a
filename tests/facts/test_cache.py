"""Answers are cached, shared, and never worth a crash."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot.facts.cache import Cache, CachedText, default_path

if TYPE_CHECKING:
    from pathlib import Path


def test_answers_come_back(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "answers.sqlite"
    cache = Cache(path)
    cache.save("paper", {"a": "one", "b": "two"}, 10.0)
    cache.save("link", {"a": "link"}, 11.0)
    cache.close()
    again = Cache(path)
    assert again.load("paper", ["a", "b", "c"]) == {"a": CachedText("one", 10.0), "b": CachedText("two", 10.0)}
    assert again.load("link", ["a"]) == {"a": CachedText("link", 11.0)}
    assert again.load("repository", ["a"]) == {}
    assert again.load("paper", []) == {}
    again.close()


def test_many_names_at_once() -> None:
    cache = Cache(None)
    names = {f"name {index}": str(index) for index in range(2_500)}
    cache.save("link", names, 1.0)
    assert len(cache.load("link", names)) == 2_500
    cache.close()


def test_later_answer_stays() -> None:
    cache = Cache(None)
    cache.save("link", {"a": "new"}, 20.0)
    cache.save("link", {"a": "old"}, 10.0)
    assert cache.load("link", ["a"]) == {"a": CachedText("new", 20.0)}
    cache.save("link", {"a": "newest"}, 30.0)
    assert cache.load("link", ["a"]) == {"a": CachedText("newest", 30.0)}
    cache.close()


@pytest.mark.parametrize("content", [b"this is no database, and long enough to be sure", b"SQLite format 3\x00" * 50])
def test_broken_file_is_set_aside(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "answers.sqlite"
    path.write_bytes(content)
    warnings: list[str] = []
    cache = Cache(path, warnings.append)
    cache.save("link", {"a": "x"}, 1.0)
    assert cache.load("link", ["a"]) == {"a": CachedText("x", 1.0)}
    cache.close()
    (aside,) = tmp_path.glob("answers.sqlite.broken-*")
    assert aside.read_bytes() == content
    assert warnings == [f"the cache was broken; it is now {aside}"]
    with closing(Cache(path)) as again:
        assert again.load("link", ["a"]) == {"a": CachedText("x", 1.0)}


def test_file_that_breaks_under_way_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite"
    with closing(Cache(path)) as cache:
        cache.save("link", {f"{index}": "x" * 500 for index in range(500)}, 1.0)
    warnings: list[str] = []
    broken = bytearray(path.read_bytes())
    broken[4096:] = b"\xff" * (len(broken) - 4096)
    path.write_bytes(broken)
    with closing(Cache(path, warnings.append)) as cache:
        assert cache.load("link", ["7"]) == {}
        cache.save("link", {"a": "x"}, 1.0)
        assert cache.load("link", ["a"]) == {"a": CachedText("x", 1.0)}
    assert len(warnings) == 1


@pytest.mark.parametrize("kind", ["folder", "file as folder"])
def test_place_that_cannot_be_used_is_done_without(tmp_path: Path, kind: str) -> None:
    (tmp_path / "file").write_text("x")
    path = tmp_path if kind == "folder" else tmp_path / "file" / "answers.sqlite"
    warnings: list[str] = []
    with closing(Cache(path, warnings.append)) as cache:
        cache.save("link", {"a": "x"}, 1.0)
        assert cache.load("link", ["a"]) == {"a": CachedText("x", 1.0)}
    assert len(warnings) == 1
    assert warnings[0].startswith(f"results are not cached: {path}: ")
    assert (tmp_path / "file").read_text() == "x"


def test_locked_file_is_reported_once(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite"
    warnings: list[str] = []
    with closing(Cache(path, warnings.append, wait=0.01)) as cache, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        cache.save("link", {"a": "x"}, 1.0)
        cache.save("link", {"b": "x"}, 1.0)
        other.rollback()
        cache.save("link", {"c": "x"}, 1.0)
        assert cache.load("link", ["a", "b", "c"]) == {"c": CachedText("x", 1.0)}
    assert warnings == ["the cache cannot be used: database is locked"]


def test_closed_cache_takes_nothing(tmp_path: Path) -> None:
    warnings: list[str] = []
    cache = Cache(tmp_path / "answers.sqlite", warnings.append)
    cache.close()
    cache.save("link", {"a": "x"}, 1.0)
    assert cache.load("link", ["a"]) == {}
    assert (warnings, [each.name for each in tmp_path.iterdir()]) == ([], ["answers.sqlite"])


def test_two_processes_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite"
    code = (
        "import sys\nfrom pathlib import Path\nfrom bot.facts.cache import Cache\n"
        "cache = Cache(Path(sys.argv[1]), sys.stderr.write)\n"
        "for index in range(60):\n    cache.save('link', {f'{sys.argv[2]}-{index}': 'x'}, 1.0)\n"
        "cache.close()\n"
    )
    runs = [subprocess.Popen([sys.executable, "-c", code, str(path), name], stderr=subprocess.PIPE) for name in "abc"]
    assert [run.communicate()[1] for run in runs] == [b"", b"", b""]
    with closing(Cache(path)) as cache:
        names = [f"{name}-{index}" for name in "abc" for index in range(60)]
        assert len(cache.load("link", names)) == 180


def test_processes_that_make_the_file_at_the_same_time_share_it(tmp_path: Path) -> None:
    """SQLite does not wait for another process that is turning a new file's journal into a log."""
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom bot.facts.cache import Cache\n"
        "print(flush=True)\nstart = float(sys.stdin.readline())\n"
        "for number in range(12):\n"
        "    while time.time() < start + number / 20:\n        pass\n"
        "    cache = Cache(Path(sys.argv[1]) / str(number), sys.stderr.write)\n"
        "    cache.save('link', {sys.argv[2]: 'x'}, 1.0)\n    cache.close()\n"
    )
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    runs = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path), name], **pipes) for name in "abcd"]  # type: ignore[call-overload]
    for run in runs:
        run.stdout.readline()
    start = b"%f\n" % (time.time() + 0.05)
    for run in runs:
        run.stdin.write(start)
        run.stdin.flush()
    assert [run.communicate()[1] for run in runs] == [b""] * 4
    for number in range(12):
        with closing(Cache(tmp_path / str(number))) as cache:
            assert set(cache.load("link", "abcd")) == set("abcd")


def test_file_lies_in_the_folder_for_caches() -> None:
    assert default_path().name == "answers.sqlite"
    assert "paperlist-bot" in default_path().parts


@pytest.mark.parametrize(
    "change", ["time = 'noon'", "time = 9e18", "time = -1.0", "time = 9e999", "text = x'ff00'", "time = x''"]
)
def test_what_nobody_put_there_is_not_given_out(tmp_path: Path, change: str) -> None:
    path = tmp_path / "answers.sqlite"
    with closing(Cache(path)) as cache:
        cache.save("paper", {"a": "one"}, 10.0)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE answers SET {change}")
    with closing(Cache(path)) as cache:
        assert cache.load("paper", ["a"]) == {}
