"""Records as they are written into lists."""

from __future__ import annotations

from bot.papers.record import Record, for_list


def test_nothing_ends_the_line() -> None:
    record = Record("A\nB\u202e C ", ("x\ty",), ("Ada\r\n", "\x00"), "V\n", address="https://a.org/\n")
    shown = for_list(record)
    assert (shown.title, shown.titles, shown.authors, shown.venue) == ("A B C", ("x y",), ("Ada",), "V")
    assert shown.address == "https://a.org/"


def test_the_venue_of_a_preprint_is_a_sentence_of_its_authors() -> None:
    assert for_list(Record("T", venue="Accepted to ICML, 9 pages", preprint=True)).venue == ""
