from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from threading import Event

import pytest

from bot import files
from bot.console import Console
from bot.errors import CANNOT_RUN, USAGE, BotError
from bot.files import LARGEST, check_writable, create, read, with_slashes, write, write_back
from bot.text import Text


@pytest.mark.parametrize(
    "content",
    ["", "a", "\ufeffa\r\nb\rc\n\n", "\x00\x1b\u2028", "世界 😀\n"],
    ids=["empty", "no newline", "BOM and line ends", "odd characters", "beyond ASCII"],
)
def test_written_files_can_be_read_again(content: str, tmp_path: Path) -> None:
    path = tmp_path / "list.md"
    path.write_bytes(b"before")
    write(str(path), content)
    assert path.read_bytes() == content.encode()
    assert read(str(path)) == Text(str(path), content)
    assert [each.name for each in tmp_path.iterdir()] == ["list.md"]


def test_standard_input() -> None:
    assert read("-", BytesIO(b"\xef\xbb\xbf* a\r\n")) == Text("-", "\ufeff* a\r\n")


def fails(path: str, stdin: BytesIO | None = None) -> tuple[str, str, int]:
    with pytest.raises(BotError) as caught:
        read(path, stdin)
    return caught.value.message, caught.value.hint, caught.value.code


def test_unreadable_files(tmp_path: Path) -> None:
    missing, folder, latin, wide = (str(tmp_path / name) for name in ("no.md", "docs", "latin.md", "wide.md"))
    (tmp_path / "docs").mkdir()
    (tmp_path / "latin.md").write_bytes(b"one\r\ntwo\rth\xe9\n")
    (tmp_path / "wide.md").write_bytes("a".encode("utf-16"))
    assert [fails(missing), fails(f"{latin}/x.md"), fails(folder), fails(latin), fails(wide), fails("-")] == [
        (f"file not found: {missing}", "check the path and the current folder", USAGE),
        (f"file not found: {latin}/x.md", "check the path and the current folder", USAGE),
        (f"{folder} is a folder", f"name a file in it, such as {folder}/README.md", USAGE),
        (
            f"{latin} is not UTF-8: byte 0xe9 at offset 11 (line 3)",
            "save it as UTF-8, or name another file if it is binary",
            CANNOT_RUN,
        ),
        (f"{wide} is UTF-16, not UTF-8", "save it as UTF-8", CANNOT_RUN),
        ("standard input is not available", "name a file", CANNOT_RUN),
    ]


def test_other_read_errors(tmp_path: Path) -> None:
    assert fails("a\0b")[0] == "a\0b cannot be read: embedded null byte"
    assert fails(f"{tmp_path}/{'a' * 300}")[0].endswith("cannot be read: File name too long")
    assert fails("-", BytesIO(b"a" * (LARGEST + 1)))[0] == "standard input is larger than 20,000,000 bytes"


def test_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "list.md"
    path.write_bytes(b"a")
    path.chmod(0o640)
    write(str(path), "b")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"b", 0o640)


def test_a_file_that_cannot_be_written_is_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "list.md"
    path.write_bytes(b"a")
    path.chmod(0o444)
    link = tmp_path / "link.md"
    link.symlink_to(path)
    messages = []
    for each in (path, link, tmp_path, tmp_path / "gone.md"):
        for action in (check_writable, lambda name: write(name, "b")):
            with pytest.raises(BotError) as caught:
                action(str(each))
            messages.append(caught.value.message)
    assert messages[::2] == messages[1::2]
    assert messages[::2] == [
        f"{path} is read-only",
        f"{link} is a symbolic link, which writing would replace",
        f"{tmp_path} is not a file that can be written",
        f"file not found: {tmp_path}/gone.md",
    ]
    assert path.read_bytes() == b"a"
    assert link.is_symlink()


@pytest.mark.parametrize(
    ("path", "separator", "expected"),
    [
        (r"papers\README.md", "\\", "papers/README.md"),
        (r"C:\papers\README.md", "\\", "C:/papers/README.md"),
        (r"odd\name.md", "/", r"odd\name.md"),
        ("-", "\\", "-"),
    ],
    ids=["Windows", "drive", "a name elsewhere", "standard input"],
)
def test_paths_in_reports(path: str, separator: str, expected: str) -> None:
    assert with_slashes(path, separator) == expected


@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="root may write everywhere")
def test_a_read_only_folder(tmp_path: Path) -> None:
    path = tmp_path / "list.md"
    path.write_bytes(b"a")
    tmp_path.chmod(0o555)
    with pytest.raises(BotError, match="cannot be written: permission denied"):
        write(str(path), "b")
    tmp_path.chmod(0o755)


def test_the_folders_of_a_new_file_are_created(tmp_path: Path) -> None:
    path = tmp_path / ".github" / "workflows" / "a.yml"
    create(path, "a: é\n")
    assert path.read_bytes() == "a: é\n".encode()
    assert [each.name for each in path.parent.iterdir()] == ["a.yml"]


def refused_new(path: Path) -> str:
    with pytest.raises(BotError) as caught:
        create(path, "new")
    assert caught.value.code == CANNOT_RUN
    return caught.value.message


def test_a_new_file_overwrites_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.yml"
    path.write_text("old")
    assert refused_new(path) == f"{path} already exists"
    assert (path.read_text(), [each.name for each in tmp_path.iterdir()]) == ("old", ["a.yml"])


def test_a_file_in_place_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / ".github").write_text("old")
    assert refused_new(tmp_path / ".github" / "a.yml") == f"{tmp_path / '.github'} already exists"


def test_a_dangling_link_is_not_followed(tmp_path: Path) -> None:
    path = tmp_path / "a.yml"
    path.symlink_to(tmp_path / "elsewhere")
    assert refused_new(path) == f"{path} already exists"
    assert not (tmp_path / "elsewhere").exists()


def test_of_writers_at_the_same_time_none_is_lost(tmp_path: Path) -> None:
    """A text that was written stays, and who was too late is told."""
    path = tmp_path / "list.md"
    path.write_text("")
    problems: list[str] = []

    def add(line: str) -> bool:
        before = read(str(path)).content
        try:
            write(str(path), f"{before}{line}\n", expected=before)
        except BotError as error:
            problems.append(error.message)
            return False
        return True

    lines = [f"{number}" for number in range(200)]
    with ThreadPoolExecutor(8) as pool:
        written = [line for line, is_written in zip(lines, pool.map(add, lines), strict=True) if is_written]
    assert written
    assert sorted(path.read_text().split()) == sorted(written)
    assert {*problems} <= {f"{path} was changed while the bot was running"}
    assert [each.name for each in tmp_path.iterdir()] == ["list.md"]


def test_a_file_that_another_run_writes_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was left over by a killed run is removed; one that is still written to is not taken over."""
    path, lock = tmp_path / "list.md", tmp_path / ".paperlist-bot-list.md.lock"
    path.write_text("a")
    monkeypatch.setattr(time, "monotonic", iter(range(0, 1_000, 5)).__next__)
    with files._taken(lock):
        os.utime(lock, (0, 0))  # however long ago: a run may be suspended
        with pytest.raises(BotError) as caught:
            write(str(path), "b")
        assert caught.value.message == f"another run writes to this folder: {lock} is locked"
        assert (path.read_text(), lock.exists()) == ("a", True)
    lock.touch()
    write(str(path), "b")
    assert (path.read_text(), [each.name for each in tmp_path.iterdir()]) == ("b", ["list.md"])


def test_a_run_that_was_suspended_for_long_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between its look at the list and its turn to replace it, nobody else takes its lock over."""
    path = tmp_path / "list.md"
    path.write_text("a")
    suspended, resumed, fsync = Event(), Event(), os.fsync

    def suspend(handle: int) -> None:
        fsync(handle)
        os.utime(tmp_path / ".paperlist-bot-list.md.lock", (0, 0))
        suspended.set()
        resumed.wait(10)

    with ThreadPoolExecutor() as pool:
        monkeypatch.setattr(os, "fsync", suspend)
        first = pool.submit(write, str(path), "ab", expected="a")
        assert suspended.wait(10)
        monkeypatch.setattr(os, "fsync", fsync)
        second = pool.submit(write, str(path), "ac", expected="a")
        time.sleep(0.2)
        assert not second.done()
        resumed.set()
        first.result(10)
        with pytest.raises(BotError, match="was changed while the bot was running"):
            second.result(10)
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("list.md", "ab")]


def test_a_folder_in_the_place_of_the_new_file_is_named(tmp_path: Path) -> None:
    path, taken = tmp_path / "list.md", tmp_path / ".paperlist-bot-list.md.new"
    path.write_text("a")
    taken.mkdir()
    with pytest.raises(BotError) as caught:
        write(str(path), "b")
    assert (caught.value.message, path.read_text()) == (f"{taken} is a folder", "a")


def test_more_than_is_read_of_a_list_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that are too long for a list are merged line by line."""
    monkeypatch.setattr(files, "LARGEST", 3)
    path = tmp_path / "list.md"
    path.write_bytes(b"abcde\xff")
    with pytest.raises(BotError, match="was changed while"):
        write(str(path), "b", expected="abcde")
    write(str(path), "b", expected="abcde\udcff")
    assert path.read_text() == "b"


@pytest.mark.skipif(sys.platform == "win32", reason="needs symbolic links")
def test_a_link_in_the_place_of_a_lock_is_not_followed(tmp_path: Path) -> None:
    path = tmp_path / "list.md"
    path.write_text("a")
    (tmp_path / ".paperlist-bot-list.md.lock").symlink_to(tmp_path / "made")
    with pytest.raises(BotError, match="cannot be written"):
        write(str(path), "b")
    assert (path.read_text(), (tmp_path / "made").exists()) == ("a", False)


def test_what_is_in_the_place_of_a_temporary_file_is_not_followed(tmp_path: Path) -> None:
    """A repository may hold a link of that name."""
    path, other = tmp_path / "list.md", tmp_path / "other"
    for each in (path, other):
        each.write_text("a")
    (tmp_path / ".paperlist-bot-list.md.new").symlink_to(other)
    write(str(path), "b")
    assert (path.read_text(), other.read_text()) == ("b", "a")


def test_what_was_written_before_a_failure_is_named(tmp_path: Path) -> None:
    """As where the disk is full after the first of two lists."""
    paths = [str(tmp_path / name) for name in ("a.md", "b.md", "c.md")]
    for path in paths:
        Path(path).write_text("old")
    before = [Text(path, "old" if path != paths[2] else "another") for path in paths]
    with pytest.raises(BotError) as raised:
        write_back(before, [Text(path, "new") for path in paths], Console())
    assert raised.value.message == (
        f"{paths[2]} was changed while the bot was running; {paths[0]}, {paths[1]} were written before"
    )
    assert [read(path).content for path in paths] == ["new", "new", "old"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a named pipe")
def test_a_pipe_is_read_once_somebody_writes_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = tmp_path / "list.md"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        sent = pool.submit(pipe.write_text, "* a\n")
        assert read(str(pipe)).content == "* a\n"
        sent.result(10)
    monkeypatch.setattr(files, "_LONGEST_WAIT", 0.05)
    message, hint, code = fails(str(pipe))
    assert (message, code) == (f"{pipe} is a pipe to which nothing writes", CANNOT_RUN)
    assert hint == "name a file, or write to the pipe"
