"""A host or an address comes in, in any spelling; whether it belongs to the public internet goes out.

The address is judged, never the string, because resolvers read `2130706433`, `0x7f.1` and `0` as addresses too.
`ipaddress` alone is not enough: it calls multicast, NAT64 and the metadata server of Azure global.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

_NAT64 = IPv6Network("64:ff9b::/96")
_CLOSED: tuple[Network, ...] = tuple(
    ip_network(text)
    for text in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *("192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"),
        *("198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3", "168.63.129.16/32"),
        *("::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16"),
        *("3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"),
    )
)
"""Special-purpose blocks (IANA registries, RFC 6890), tunnels into IPv4, and Azure's host at 168.63.129.16."""


def read_address(host: str) -> Address | None:
    """The address that a host is by itself, in any spelling a resolver takes; None for a name."""
    text = host.removeprefix("[").removesuffix("]").rstrip(".")
    if ":" not in text and not text.rpartition(".")[2][:1].isdigit():
        return None  # the last part of a name is never a number
    try:
        return ip_address(text)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(text)) if text.isascii() and " " not in text else None
    except OSError:
        return None


def unwrap(address: Address) -> Address:
    """The IPv4 address behind an IPv4-mapped or NAT64 one (RFC 4291 2.5.5.2, RFC 6052 2.1); else the same."""
    if isinstance(address, IPv4Address):
        return address
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return IPv4Address(int(address) & 0xFFFFFFFF) if address in _NAT64 else address


def is_public(address: Address) -> bool:
    """Whether anyone on the internet could ask that address."""
    inner = unwrap(address)
    if not inner.is_global or inner.is_multicast or inner.is_reserved or inner.is_unspecified:
        return False
    return not is_within(inner, _CLOSED)


def is_within(address: Address, networks: tuple[Network, ...]) -> bool:
    """Whether the address, or the IPv4 address behind it, lies in one of the networks."""
    inner = unwrap(address)
    return any(inner in network for network in networks if network.version == inner.version)
