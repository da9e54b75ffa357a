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


def test_a_venue_that_holds_an_address_is_none() -> None:
    for name in ("Journal of Agents www.evil.example", "See https://evil.example", "Journal of X (evil.example/a)"):
        assert for_list(Record("T", venue=name)).venue == "", name
    for name in ("IEEE/CVF Conference", "Nat. Mach. Intell.", "ICML 2024", "J. A/B Tests"):
        assert for_list(Record("T", venue=name)).venue == name


def test_a_paper_has_few_titles() -> None:
    titles = tuple(f"Title {number}" for number in range(10_000))
    assert Record("T", titles).all_titles == ("T", *titles[:20])


def test_titles_that_are_not_known_are_none() -> None:
    assert Record("T").all_titles == Record("T", None).all_titles == ("T",)
    assert Record("T", ("A", "B")).all_titles == ("T", "A", "B")
