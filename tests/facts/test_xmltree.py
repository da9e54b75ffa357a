"""XML whole and broken, small and without end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.facts.arxiv_records import XmlError, child_text, children, local_name, read_xml


def test_names_and_texts() -> None:
    root = read_xml(b'<a xmlns="urn:x" xmlns:p="urn:y"><p:b> one\n <i>two</i> </p:b><b>three</b><c/></a>')
    assert (local_name(root), [local_name(each) for each in root]) == ("a", ["b", "b", "c"])
    assert [each.tag for each in children(root, "b")] == ["{urn:y}b", "{urn:x}b"]
    assert [child_text(root, name) for name in ("b", "c", "d")] == ["one two", "", None]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"   ",
        b"plain",
        b"<a>",
        b"<a></b>",
        b"<a/><b/>",
        b"<a>&nothing;</a>",
        b"<a>\x00</a>",
        b'<?xml version="1.0" encoding="no-such"?><a/>',
        b"\xff\xfe<\x00a\x00",
        b"<!DOCTYPE a><a/>",
        b'<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>',
        b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
        b"<a>" * 61 + b"</a>" * 61,
        b"<a>" * 100_000,
    ],
    ids=range(15),
)
def test_what_is_no_whole_xml(body: bytes) -> None:
    with pytest.raises(XmlError):
        read_xml(body)


def test_depth_has_an_end() -> None:
    assert local_name(read_xml(b"<a>" * 60 + b"</a>" * 60)) == "a"


@given(st.binary(max_size=60))
def test_nothing_else_is_ever_raised(body: bytes) -> None:
    try:
        read_xml(body)
        read_xml(b"<a>" + body + b"</a>")
    except XmlError:
        pass
