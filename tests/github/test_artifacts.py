"""The report that a run has left: every byte of it was chosen by whoever made the run."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

import pytest

from bot.github import ForbiddenError, InvalidResponseError, TooLargeError
from bot.github.events import read_artifact, unpack
from tests.github.scenarios import LIST, fork

if TYPE_CHECKING:
    from tests.github.conftest import Bench

NAME = "paperlist-bot-report"
REPORT = b'{"version": 1}'


def test_report_comes_from_behind_a_redirect_without_the_token(plain: Bench) -> None:
    fake, github = plain.open(fork())
    assert read_artifact(github, LIST, 77, NAME) == REPORT
    assert [visit.authorized for visit in fake.visits] == [True, True, False]


def test_requests_for_a_report(bench: Bench) -> None:
    """Prism would follow the redirect itself, and is given none."""
    fake, github = bench.open(fork())
    if bench.is_proxied:
        with pytest.raises(InvalidResponseError):
            read_artifact(github, LIST, 77, NAME)
    else:
        assert read_artifact(github, LIST, 77, NAME) == REPORT
    paths = [visit.path.partition("?")[0].removeprefix(f"/repos/{LIST}/actions/") for visit in fake.visits]
    assert paths[0] == "runs/77/artifacts"
    assert paths[1].endswith("/zip")


def test_which_artifact_is_meant(plain: Bench) -> None:
    world = fork()
    world.keep_artifact(LIST, 77, f"{NAME}-other", {"report.json": b"other"})
    world.keep_artifact(LIST, 78, NAME, {"report.json": b"another run"})
    _, github = plain.open(world)
    assert read_artifact(github, LIST, 77, NAME) == REPORT
    assert read_artifact(github, LIST, 79, NAME) is None
    assert read_artifact(github, LIST, 77, "nothing") is None
    world.keep_artifact(LIST, 77, NAME, {"report.json": b"the run was run again"})
    assert read_artifact(github, LIST, 77, NAME) == b"the run was run again"


def test_expired_report(plain: Bench) -> None:
    world = fork()
    world.repositories[LIST].artifacts[0].expired = True
    _, github = plain.open(world)
    assert read_artifact(github, LIST, 77, NAME) is None


def test_report_beyond_reason(plain: Bench) -> None:
    world = fork()
    world.repositories[LIST].artifacts[0].data = b"\0" * 2_000_001
    _, github = plain.open(world)
    with pytest.raises(TooLargeError, match="2,000,001 bytes"):
        read_artifact(github, LIST, 77, NAME)


def test_token_that_may_not_see_runs(bench: Bench) -> None:
    world = fork()
    world.repositories[LIST].private = True
    _, github = bench.open(world, "sweep-token")
    with pytest.raises(ForbiddenError):
        read_artifact(github, LIST, 77, NAME)


def packed(*members: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return stream.getvalue()


def encrypted(data: bytes) -> bytes:
    """The same archive, whose heads say that it is encrypted."""
    changed = bytearray(data)
    changed[6] |= 1
    changed[data.index(b"PK\1\2") + 8] |= 1
    return bytes(changed)


BAD = {
    "nothing": b"",
    "no archive": b"PK no archive",
    "no member": packed(),
    "two members": packed(("a", b"1"), ("b", b"2")),
    "folder": packed(("a/", b"")),
    "packed in another way": packed(("a", b"1"), method=zipfile.ZIP_LZMA),
    "cut off": packed(("a", b"1" * 99))[:-30],
    "damaged": packed(("a", b"some words"), method=zipfile.ZIP_STORED).replace(b"words", b"wards"),
    "encrypted": encrypted(packed(("a", b"1"))),
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD)
def test_archives_that_are_rejected(data: bytes) -> None:
    with pytest.raises(InvalidResponseError, match="artifact"):
        unpack("report", data)


def test_archive_that_swells() -> None:
    """What its head says of its size is not relied on."""
    honest = packed(("a", b"\0" * 60_000_000))
    lying = honest.replace((60_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    assert len(honest) < 100_000
    with pytest.raises(TooLargeError, match="unpacks to more"):
        unpack("report", honest)
    with pytest.raises((TooLargeError, InvalidResponseError)):
        unpack("report", lying)


@pytest.mark.parametrize("name", ["report.json", "../../etc/passwd", "/abs", "a\\b", "x" * 300], ids=range(5))
def test_names_of_members_do_not_matter(name: str) -> None:
    assert unpack("report", packed((name, REPORT))) == REPORT
