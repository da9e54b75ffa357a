"""A run of a workflow comes in; the bytes of the report that it left go out. Whoever made the run chose all of them."""

from __future__ import annotations

import io
import zlib
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from bot.network.github.addresses import repository_path
from bot.network.github.failures import translated
from bot.network.github.fields import read
from bot.network.github.refusals import Missing, Oversized, Rejected

if TYPE_CHECKING:
    from bot.network.github.wire import Wire

LARGEST = 2_000_000
"""Bytes of the artifact, and of what it unpacks to."""
_BROKEN = (BadZipFile, zlib.error, RuntimeError, ValueError, LookupError, OSError, EOFError)
_KNOWN = frozenset({ZIP_STORED, ZIP_DEFLATED})


def read_report(wire: Wire, repository: str, run_id: int, name: str) -> bytes | None:
    """The one file of the artifact, unpacked in memory. Raises Oversized, and Rejected for what is no such archive."""
    doing = f"report of run {run_id}"
    path = repository_path(repository, "actions", "runs", run_id, "artifacts")
    listed = wire.pages(doing, path, {"name": name}, key="artifacts", most=3)
    newest: tuple[int, int] | None = None
    for each in listed:
        with translated(doing):
            if read(each, str, "name") == name and not read(each, bool, "expired"):
                found = read(each, int, "id"), read(each, int, "size_in_bytes")
                newest = max(newest or found, found)
    if newest is None:
        return None
    number, size = newest
    if size > LARGEST:
        raise Oversized(f"{doing}: {size:,} bytes, more than {LARGEST:,}")
    try:
        path = repository_path(repository, "actions", "artifacts", number, "zip")
        data = wire.download(doing, path, LARGEST, accept="application/vnd.github+json")[1]
    except Missing:
        return None
    return unpack(doing, data)


def unpack(doing: str, data: bytes) -> bytes:
    """The content of the only member; what its head says of its size is not believed."""
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) != 1 or members[0].is_dir() or members[0].compress_type not in _KNOWN:
                raise Rejected(f"{doing}: the artifact is to hold one file, packed as usual")
            with archive.open(members[0]) as stream:
                content = stream.read(LARGEST + 1)
    except _BROKEN as error:
        raise Rejected(f"{doing}: the artifact cannot be read ({type(error).__name__})") from error
    if len(content) > LARGEST:
        raise Oversized(f"{doing}: unpacks to more than {LARGEST:,} bytes")
    return content
