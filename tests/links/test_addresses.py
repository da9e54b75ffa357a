"""Which addresses belong to the public internet, in every spelling."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.links.address_guard import is_public, is_within, read_address, unwrap

LOOPBACK = ip_network("127.0.0.0/8")

NOT_PUBLIC = (
    *("0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.255.254"),
    *("169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.192", "192.0.2.1", "192.88.99.1"),
    *("192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.1.1.1"),
    *("240.0.0.1", "255.255.255.255", "168.63.129.16"),
    *("::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1"),
    *("64:ff9b:1::1", "2002:7f00:1::", "2002:a00:1::1", "2001::1", "2001:db8::1", "3fff::1", "100::1"),
    *("fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "5f00::1", "::ffff:168.63.129.16"),
)
PUBLIC = (
    *("1.1.1.1", "8.8.8.8", "93.184.216.34", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1"),
    *("168.63.129.15", "2606:4700:4700::1111", "2a00:1450:4001::200e", "::ffff:8.8.8.8", "64:ff9b::808:808"),
)


@pytest.mark.parametrize("text", NOT_PUBLIC)
def test_addresses_that_are_never_asked(text: str) -> None:
    assert not is_public(ip_address(text))


@pytest.mark.parametrize("text", PUBLIC)
def test_addresses_that_anyone_can_ask(text: str) -> None:
    assert is_public(ip_address(text))


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("127.0.0.1.", "127.0.0.1"),
        ("2130706433", "127.0.0.1"),
        ("017700000001", "127.0.0.1"),
        ("0x7f000001", "127.0.0.1"),
        ("0x7f.1", "127.0.0.1"),
        ("0177.0.0.1", "127.0.0.1"),
        ("127.1", "127.0.0.1"),
        ("127.0.1", "127.0.0.1"),
        ("0", "0.0.0.0"),
        ("0x0", "0.0.0.0"),
        ("[::1]", "::1"),
        ("::ffff:7f00:1", "::ffff:127.0.0.1"),
        ("example.com", None),
        ("1.example.com", None),
        ("127.0.0.1.example.com", None),
        ("4chan.org", None),
        ("localhost", None),
        ("256.0.0.1", None),
        ("1.2.3.4.5", None),
        ("127.0.0.1 x", None),
        ("", None),
    ],
)
def test_spellings_of_addresses(host: str, address: str | None) -> None:
    assert read_address(host) == (None if address is None else ip_address(address))


def test_opened_networks_hold_addresses_in_disguise() -> None:
    assert is_within(ip_address("::ffff:127.0.0.1"), (LOOPBACK,))
    assert is_within(ip_address("64:ff9b::7f00:1"), (LOOPBACK,))
    assert not is_within(ip_address("::1"), (LOOPBACK,))
    assert is_within(ip_address("::1"), (ip_network("::1/128"), LOOPBACK))
    assert not is_within(ip_address("127.0.0.1"), ())


@given(st.ip_addresses(v=4))
def test_no_disguise_makes_an_address_public(address: IPv4Address) -> None:
    mapped, translated = IPv6Address(f"::ffff:{address}"), IPv6Address(f"64:ff9b::{address}")
    assert unwrap(mapped) == unwrap(translated) == address
    assert is_public(mapped) == is_public(translated) == is_public(address)
    compatible = IPv6Address(int(address))
    six_to_four = IPv6Address((0x2002 << 112) | (int(address) << 80) | 1)
    assert not is_public(compatible)
    assert not is_public(six_to_four)


@given(st.ip_addresses(v=4))
def test_every_spelling_is_the_same_address(address: IPv4Address) -> None:
    number = int(address)
    octets = address.packed
    spellings = (
        str(number),
        hex(number),
        f"0{number:o}",
        ".".join(f"0{octet:o}" for octet in octets),
        ".".join(map(hex, octets)),
        f"{octets[0]}.{number & 0xFFFFFF}",
        f"{octets[0]}.{octets[1]}.{number & 0xFFFF}",
    )
    assert {read_address(spelling) for spelling in spellings} == {address}
