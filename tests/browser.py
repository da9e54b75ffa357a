"""Open pages in a real browser: headless Chromium, controlled over its debugging pipe.

The protocol: https://chromedevtools.github.io/devtools-protocol/. Messages are JSON, each ended by a NUL byte.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

AXE = next(filter(Path.is_file, map(Path, (os.environ.get("AXE_CORE", ""), "node_modules/axe-core/axe.min.js"))), None)
"""The script of axe-core, where it is installed or named."""
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
_FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--mute-audio"),
    *("--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage"),
)
_SECONDS = 60.0
_LAUNCHER = (
    "import fcntl, os, sys\n"
    "ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]\n"
    "os.dup2(ends[0], 3)\n"
    "os.dup2(ends[1], 4)\n"
    "os.execv(sys.argv[3], sys.argv[3:])"
)
"""The browser reads commands from 3 and writes answers to 4."""


@dataclass
class Tab:
    """One tab; `events` are what the browser reported, `requests` the addresses it tried to load."""

    writer: int
    reader: int
    session: str | None = None
    events: list[dict[str, Any]] = field(default_factory=list)
    _left: bytes = b""
    _number: int = 0

    def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """Run one command and return its result."""
        self._number += 1
        command: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.writer, json.dumps(command).encode() + b"\0")
        while True:
            message = self._receive()
            if message.get("id") == self._number:
                assert "error" not in message, message["error"]
                result: dict[str, Any] = message["result"]
                return result
            self.events.append(message)

    def open(self, page: Path | str) -> None:
        """Load a file or an address and wait until it is loaded."""
        self.events.clear()
        self.call("Page.navigate", url=page if isinstance(page, str) else page.as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._receive())

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        found = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def press(self, key: str, code: int, text: str = "") -> None:
        """Press and release a key."""
        keys = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.call("Input.dispatchKeyEvent", type="keyDown", **keys, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **keys)

    def show(self, *, width: int = 1280, height: int = 900, dark: bool = False) -> None:
        """Set the window size and the colour scheme."""
        phone = width < 600
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def picture(self) -> bytes:
        """The whole page as PNG."""
        taken = self.call("Page.captureScreenshot", captureBeyondViewport=True)
        return base64.b64decode(taken["data"])

    @property
    def requests(self) -> list[str]:
        """What the browser tried to load since the page was opened."""
        wanted = [event for event in self.events if event.get("method") == "Network.requestWillBeSent"]
        return [str(event["params"]["request"]["url"]) for event in wanted]

    @property
    def log(self) -> list[str]:
        """What the browser logged: script errors, violations of the content security policy."""
        kinds = ("Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled")
        return [json.dumps(event["params"]) for event in self.events if event.get("method") in kinds]

    def _receive(self) -> dict[str, Any]:
        end = time.monotonic() + _SECONDS
        while b"\0" not in self._left:
            ready, _, _ = select.select([self.reader], [], [], max(end - time.monotonic(), 0.0))
            assert ready, "the browser does not answer"
            piece = os.read(self.reader, 2**20)
            assert piece, "the browser went away"
            self._left += piece
        received, _, self._left = self._left.partition(b"\0")
        message: dict[str, Any] = json.loads(received)
        return message


@contextmanager
def browser(folder: Path) -> Iterator[Tab]:
    """A browser with one tab, whose profile is in `folder`."""
    assert CHROMIUM is not None
    to_read, to_write = os.pipe()
    from_read, from_write = os.pipe()
    command = [CHROMIUM, *_FLAGS, "--remote-debugging-pipe", f"--user-data-dir={folder}", "about:blank"]
    with subprocess.Popen(
        [sys.executable, "-c", _LAUNCHER, str(to_read), str(from_write), *command],
        pass_fds=(to_read, from_write),
        stderr=subprocess.DEVNULL,
    ) as process:
        os.close(to_read)
        os.close(from_write)
        try:
            yield _first_tab(Tab(to_write, from_read))
        finally:
            process.terminate()
            process.wait(_SECONDS)
            os.close(to_write)
            os.close(from_read)


def _first_tab(tab: Tab) -> Tab:
    target = tab.call("Target.createTarget", url="about:blank")["targetId"]
    tab.session = tab.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    for domain in ("Page", "Network", "Log", "Runtime"):
        tab.call(f"{domain}.enable")
    return tab
