"""Feeds of arXiv, whole and broken."""

from __future__ import annotations

import pytest

from bot.facts.arxiv_records import Feed, XmlError, read_feed
from bot.papers.dates import PartialDate
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record

HEAD = (
    b"<?xml version='1.0' encoding='UTF-8'?>"
    b'<feed xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">'
    b"<id>https://arxiv.org/api/abc</id><title>arXiv Query</title>"
)
ENTRY = """<entry><id>http://arxiv.org/abs/math.GT/0309136v2</id>
  <title>Knots in
   &lt;Space&gt; &amp; Time</title>
  <updated>2004-01-02T00:00:00Z</updated><published>2003-09-08T17:03:05Z</published>
  <summary>Nothing</summary>
  <author><name>É. Galois</name><arxiv:affiliation>Paris</arxiv:affiliation></author><author><name/></author>
  <arxiv:comment>12 pages,
   accepted</arxiv:comment><arxiv:journal_ref>Ann. 1</arxiv:journal_ref><arxiv:doi>10.1/x</arxiv:doi>
  <category term="math.AG"/><category term="math.GT"/><arxiv:primary_category term="math.GT"/></entry>"""


def test_all_fields_are_read() -> None:
    assert read_feed(HEAD + ENTRY.encode() + b"</feed>") == Feed(
        (
            Record(
                title="Knots in <Space> & Time",
                titles=None,
                identifier=Identifier(Scheme.ARXIV, "math/0309136"),
                version=2,
                date=PartialDate(2003, 9, 8),
                updated=PartialDate(2004, 1, 2),
                comment="12 pages, accepted",
                journal_reference="Ann. 1",
                doi="10.1/x",
                authors=("É. Galois",),
                categories=("math.GT", "math.AG"),
            ),
        )
    )


def test_title_may_be_a_number() -> None:
    entry = b"<entry><id>http://arxiv.org/abs/2104.12255v1</id><title>0</title></entry>"
    assert read_feed(HEAD + entry + b"</feed>").records == (
        Record("0", None, identifier=Identifier(Scheme.ARXIV, "2104.12255"), version=1),
    )


@pytest.mark.parametrize(
    "entry",
    [
        b"<entry/>",
        b"<entry><title>No id</title></entry>",
        b"<entry><id>http://arxiv.org/abs/2104.12255v1</id></entry>",
        b"<entry><id>http://arxiv.org/abs/2113.12255v1</id><title>x</title></entry>",
        b"<entry><id>https://example.com/2104.12255</id><title>x</title></entry>",
    ],
)
def test_entry_that_names_no_paper_is_left_out(entry: bytes) -> None:
    assert read_feed(HEAD + entry + b"</feed>") == Feed(())


def test_complaint_is_no_paper() -> None:
    entry = b"<entry><id>https://arxiv.org/api/errors#x</id><title>Error</title><summary>bad id</summary></entry>"
    assert read_feed(HEAD + entry + b"</feed>") == Feed((), ("bad id",))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"Rate exceeded.",
        b"<html><body>moved</body></html>",
        b"<rss/>",
        HEAD,
        HEAD + ENTRY.encode(),
        (HEAD + ENTRY.encode() + b"</feed>")[:-1],
        HEAD + b"</feed><feed/>",
        b'<!DOCTYPE feed><feed xmlns="http://www.w3.org/2005/Atom"/>',
        b'<!DOCTYPE f [<!ENTITY x SYSTEM "file:///etc/passwd">]><feed>&x;</feed>',
        '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE feed><feed/>'.encode("utf-16"),
        b'<?xml version="1.0" encoding="no-such"?><feed/>',
        b"<feed>\xff</feed>",
        b"<feed>&unknown;</feed>",
        b"<feed>" * 1_000,
        b"<a>" * 100 + b"</a>" * 100,
    ],
    ids=range(16),
)
def test_anything_else_is_no_feed(body: bytes) -> None:
    with pytest.raises(XmlError):
        read_feed(body)
