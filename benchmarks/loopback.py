"""The servers for `links.py`: hosts with TLS and latency, and a query API like arXiv's.

    python benchmarks/loopback.py FOLDER NAMES PORT API_PORT [SILENT]

Serves on all loopback addresses, with a certificate for NAMES from its own authority, FOLDER/ca.pem. One page in
SILENT gets no answer. FOLDER/titles.txt has an arXiv id and a title per line. On SIGUSR1 it prints as JSON how
many connections and requests there were since the last time.
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
import ssl
import subprocess
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from xml.sax.saxutils import escape

BODY = b"<!doctype html><title>A page of the loopback web</title>" + b"<p>Some words of a page.</p>\n" * 280
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n" % len(BODY)
FASTEST, SLOWEST = 0.080, 0.150
"""Seconds that a page takes; they depend only on its number, so that they are the same for all clients."""
API_SECONDS = 1.0
API_PAUSE = 3.0
"""Seconds from the end of an answer to the next request; an earlier one gets a 429."""
CONTROL = ("1706.03762", "Attention Is All You Need")

COUNTS: Counter[str] = Counter()


def latency(path: bytes) -> float:
    """The seconds that a page takes."""
    digits = re.sub(rb"\D", b"", path) or b"0"
    return FASTEST + (SLOWEST - FASTEST) * (int(digits[-6:]) * 7919 % 1000) / 1000


class Page(asyncio.Protocol):
    """One connection to a host with pages."""

    transport: asyncio.Transport

    def __init__(self, silent: int) -> None:
        self._silent = silent
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        COUNTS["connections"] += 1

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while b"\r\n\r\n" in self._buffer:
            head, _, self._buffer = self._buffer.partition(b"\r\n\r\n")
            method, path = head.split(b" ", 2)[:2]
            COUNTS["requests"] += 1
            if self._silent and path.startswith(b"/p/") and int(path[3:]) % self._silent == 0:
                continue
            answer = OK if method == b"HEAD" else OK + BODY
            close = b"connection: close" in head.lower()
            asyncio.get_running_loop().call_later(latency(path), self._reply, answer, close)

    def _reply(self, answer: bytes, close: bool) -> None:
        if not self.transport.is_closing():
            self.transport.write(answer)
            if close:
                self.transport.close()


class Api:
    """arXiv's query API: one second per answer, three seconds between them."""

    def __init__(self, titles: dict[str, str]) -> None:
        self._titles = titles
        self._free = 0.0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer all requests of a connection."""
        while head := await _head(reader):
            COUNTS["api"] += 1
            status, body = await self._ask(head.split(" ", 2)[1])
            lines = (f"HTTP/1.1 {status} X", "Content-Type: application/atom+xml", f"Content-Length: {len(body)}")
            writer.write("\r\n".join((*lines, "", "")).encode() + body)
            await writer.drain()
        writer.close()

    async def _ask(self, path: str) -> tuple[int, bytes]:
        if time.monotonic() < self._free:
            COUNTS["refused"] += 1
            return 429, b"Rate exceeded."
        await asyncio.sleep(API_SECONDS)
        query = parse_qs(urlsplit(path).query)
        names = [name.partition("v")[0] for name in query.get("id_list", [""])[0].split(",")]
        found = [_entry(name, self._titles[name]) for name in names if name in self._titles]
        self._free = time.monotonic() + API_PAUSE
        return 200, _feed(found[: int(query.get("max_results", ["10"])[0])])


async def _head(reader: asyncio.StreamReader) -> str:
    try:
        return (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except (asyncio.IncompleteReadError, ConnectionError):
        return ""


def _entry(name: str, title: str) -> str:
    return (
        f"<entry><id>http://arxiv.org/abs/{name}v1</id><title>{escape(title)}</title>"
        "<updated>2023-05-01T17:00:00Z</updated><published>2023-05-01T17:00:00Z</published>"
        "<author><name>Ada Lovelace</name></author></entry>"
    )


def _feed(entries: list[str]) -> bytes:
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns="http://www.w3.org/2005/Atom">'
        f"<id>x</id><opensearch:totalResults>{len(entries)}</opensearch:totalResults>{''.join(entries)}</feed>"
    ).encode()


def _print_counts() -> None:
    print(json.dumps(COUNTS), flush=True)
    COUNTS.clear()


def make_certificates(folder: Path, names: str) -> ssl.SSLContext:
    """Make a certificate authority and a certificate for these names."""
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    _openssl(folder, "req", "-x509", *curve, "-days", "9", "-subj", "/CN=Benchmark", "-keyout", "ca.key",
             "-out", "ca.pem", "-addext", "keyUsage=critical,keyCertSign")  # fmt: skip
    _openssl(folder, "req", *curve, "-subj", "/CN=hosts", "-keyout", "web.key", "-out", "web.csr")
    alternatives = ",".join(f"DNS:{name}" for name in names.split(","))
    (folder / "web.ext").write_text(f"subjectAltName={alternatives}\n", encoding="utf-8")
    _openssl(folder, "x509", "-req", "-in", "web.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-set_serial", "1",
             "-days", "9", "-extfile", "web.ext", "-out", "web.pem")  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "web.pem", folder / "web.key")
    return context


def _openssl(folder: Path, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


async def serve(context: ssl.SSLContext, port: int, api_port: int, titles: dict[str, str], silent: int) -> None:
    """Serve until the process ends."""
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, _print_counts)
    await loop.create_server(partial(Page, silent), "0.0.0.0", port, ssl=context, backlog=4096)
    await asyncio.start_server(Api(titles).answer, "127.0.0.1", api_port)
    print("ready", flush=True)
    await asyncio.Event().wait()


def main() -> None:
    name, names, port, api_port, *silent = sys.argv[1:]
    folder = Path(name)
    context = make_certificates(folder, names)
    known = dict([CONTROL])
    for line in (folder / "titles.txt").read_text(encoding="utf-8").splitlines():
        identifier, _, title = line.partition(" ")
        known[identifier] = title
    asyncio.run(serve(context, int(port), int(api_port), known, int(silent[0]) if silent else 0))


if __name__ == "__main__":
    main()
