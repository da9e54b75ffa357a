"""Records as they are written into lists."""

from __future__ import annotations

import pytest

from bot.additions.record import for_list, write_venue
from bot.papers.record import Record

CVPR = "2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)"


@pytest.mark.parametrize(
    ("venue", "written", "expected"),
    [
        (CVPR, "NeurIPS 2023", "CVPR 2016"),
        (CVPR, "NeurIPS'23", "CVPR'16"),
        (CVPR, "ICML", "CVPR"),
        (CVPR, "International Conference on Machine Learning", CVPR),
        (CVPR, "Some Place 2023", CVPR),
        ("Workshops of CVPR", "NeurIPS 2023", "Workshops of CVPR"),
        ("A Journal of Its Own", "NeurIPS 2023", "A Journal of Its Own"),
    ],
)
def test_venues_are_written_as_the_list_does(venue: str, written: str, expected: str) -> None:
    assert write_venue(Record("T", venue=venue, year=2016), written) == expected


def test_a_venue_without_a_year() -> None:
    assert write_venue(Record("T", venue=CVPR), "NeurIPS 2023") == "CVPR"


def test_nothing_ends_the_line() -> None:
    record = Record("A\nB\u202e C ", ("x\ty",), ("Ada\r\n", "\x00"), "V\n", address="https://a.org/\n")
    shown = for_list(record)
    assert (shown.title, shown.titles, shown.authors, shown.venue) == ("A B C", ("x y",), ("Ada",), "V")
    assert shown.address == "https://a.org/"


def test_the_venue_of_a_preprint_is_a_sentence_of_its_authors() -> None:
    assert for_list(Record("T", venue="Accepted to ICML, 9 pages", preprint=True)).venue == ""
