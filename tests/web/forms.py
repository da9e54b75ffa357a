"""Ways to write a URL of this machine or its network, and a listener that must not get a connection from them."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType

PUBLIC = "93.184.216.34"

NUMBERS = ("2130706433", "017700000001", "0x7f000001", "0x7f.1", "0177.0.0.1", "127.1", "127.0.1", "127.0.0.1.")
LITERALS = (
    *("127.0.0.1", "127.255.255.254", "0.0.0.0", "0", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]"),
    *("[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]", "[::127.0.0.1]", "[::7f00:1]"),
    *("[64:ff9b::7f00:1]", "[64:ff9b::127.0.0.1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2002:7f00:1::7f00:1]"),
    *NUMBERS,
)
NEIGHBOURS = (
    *("10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.100.100.200", "168.63.129.16", "198.18.0.1"),
    *("0xa9fea9fe", "2852039166", "0251.0376.0251.0376", "[::ffff:169.254.169.254]", "[fe80::1]", "[fd00:ec2::254]"),
    *("224.0.0.1", "255.255.255.255", "[ff02::1]", "[fec0::1]", "[2001:db8::1]", "192.0.0.192"),
)
"""Metadata services of clouds, private networks, multicast and broadcast."""
LOCAL_NAMES = (
    *("localhost", "LOCALHOST", "localhost.", "a.localhost", "intranet", "printer.local", "x.internal", "b.home.arpa"),
)
STRANGERS = {
    "evil.test": ("127.0.0.1",),
    "evil-six.test": ("::1",),
    "mixed.test": (PUBLIC, "127.0.0.1"),
    "mixed-six.test": (PUBLIC, "::1"),
    "last.test": (*[PUBLIC] * 9, "127.0.0.1"),
    "mapped.test": ("::ffff:127.0.0.1",),
    "nat64.test": ("64:ff9b::7f00:1",),
    "metadata.test": ("169.254.169.254",),
}
"""Names with the addresses that an attacker could give them."""
DISGUISED = {
    "user": "http://a@127.0.0.1:{port}/",
    "user and password": "http://a:b@127.0.0.1:{port}/",
    "public user": "http://93.184.216.34@127.0.0.1:{port}/",
    "public user, encoded": "http://93.184.216.34%40127.0.0.1:{port}/",
    "backslash": "http://127.0.0.1:{port}\\@93.184.216.34/",
    "backslash behind": "http://93.184.216.34\\@127.0.0.1:{port}/",
    "encoded tab": "http://127.0.0.1%09:{port}/",
    "encoded digits": "http://%31%32%37.0.0.1:{port}/",
    "circled digits": "http://①②⑦.⓪.⓪.①:{port}/",
    "ideographic dots": "http://127。0。0。1:{port}/",
    "wide digits": "http://１２７.0.0.1:{port}/",
    "zone": "http://[::1%25lo]:{port}/",
    "no slashes": "http:127.0.0.1:{port}/",
    "three slashes": "http:///127.0.0.1:{port}/",
    "no scheme": "//127.0.0.1:{port}/",
    "gopher": "gopher://127.0.0.1:{port}/_x",
    "file": "file://127.0.0.1:{port}/x",
    "ftp": "ftp://127.0.0.1:{port}/",
    "dict": "dict://127.0.0.1:{port}/x",
    "data": "data:text/html,x",
    "javascript": "javascript:alert(1)",
    "space": "http://127.0.0.1 :{port}/",
    "second line": "http://127.0.0.1:{port}\r\nHost: x/",
    "null": "http://127.0.0.1\x00.example.org:{port}/",
    "fragment before": "http://#@127.0.0.1:{port}/",
    "query before": "http://?@127.0.0.1:{port}/",
}


def resolve(host: str) -> tuple[str, ...]:
    """The answer of an attacker's resolver: unknown names lead to this machine."""
    return STRANGERS.get(host, ("127.0.0.1", "::1"))


class Listener:
    """Listens on all IPv4 and IPv6 addresses of this machine, and counts connections."""

    def __init__(self) -> None:
        self.connections = 0
        both = socket.has_dualstack_ipv6()
        self._socket = socket.create_server(
            ("::" if both else "0.0.0.0", 0),
            family=socket.AF_INET6 if both else socket.AF_INET,
            dualstack_ipv6=both,
            backlog=64,
        )
        self.port: int = self._socket.getsockname()[1]

    def __enter__(self) -> Self:
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()

    def _listen(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.connections += 1
            connection.close()
