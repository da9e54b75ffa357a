"""What the fields of an entry are is told by its siblings."""

from __future__ import annotations

import json

from bot.document import parse
from bot.listing import read
from bot.listing.model import entry_object
from bot.text import Text

TITLES = (
    "Learning to Act One Step at a Time",
    "Planning with Small Models of the World",
    "Agents that Remember What They Read",
    "Tools for Robots that Ask for Help",
    "Searching Large Graphs on One Machine",
    "Scaling Laws of Simple Controllers",
    "A Study of Questions Nobody Answered",
    "Rewards that Need No Labels",
    "Why Deep Networks Like Short Sentences",
    "Speech without Words in Noisy Rooms",
    "Maps that Draw Themselves Twice",
    "Proofs by Machines for People",
)
NAMES = ("Ann Lee", "Bo Chen", "Cara Diaz", "Dan Fox", "Eva Grant")
VENUES = ("VIS", "Eurofoo", "Pattern Recognit.", "QRST")


def parts_of(template: str, titles: tuple[str, ...] = TITLES) -> list[tuple[object, object, object, object]]:
    """Title, authors, venue and date of each entry of a list that is written as `template` says."""
    lines = []
    for number, title in enumerate(titles):
        first, second = NAMES[number % 5], NAMES[(number + 2) % 5]
        values = {"first": first, "second": second, "venue": VENUES[number % 4], "year": 2015 + number % 5}
        lines.append(template.format(title=title, number=number, **values))
    listing = read(parse(Text("list.md", "# Papers\n\n" + "\n".join(lines) + "\n")))
    found = [entry_object(listing, entry) for entry in listing.entries]
    return [(each["title"], each["authors"], each["venue"], each["date"]) for each in found]


def expected(*, has_year_in_venue: bool = True) -> list[tuple[object, object, object, object]]:
    found: list[tuple[object, object, object, object]] = []
    for number, title in enumerate(TITLES):
        year = str(2015 + number % 5)
        venue = VENUES[number % 4].rstrip(".")
        authors = [NAMES[number % 5], NAMES[(number + 2) % 5]]
        found.append((title, authors, f"{venue} {year}" if has_year_in_venue else venue, year))
    return found


def test_venues_that_no_table_knows_are_those_where_siblings_have_venues() -> None:
    found = parts_of("* {first} and {second}, {title}, {venue} {year}. [[pdf](https://a.org/{number})]")
    assert [(title, authors, date) for title, authors, _, date in found] == [
        (title, authors, date) for title, authors, _, date in expected()
    ]
    assert [str(venue).rstrip(".").split(" 20")[0] for _, _, venue, _ in found] == [
        VENUES[number % 4].rstrip(".") for number in range(len(TITLES))
    ]


def test_one_word_on_a_link_in_all_entries_is_a_label() -> None:
    found = parts_of("* [{title}] [[scholar]](https://a.org/{number})")
    assert [title for title, *_ in found] == list(TITLES)


def test_a_year_at_the_end_of_each_link_is_no_part_of_the_titles() -> None:
    found = parts_of("* [{title}, {year}](https://arxiv.org/abs/2001.000{number:02})")
    assert [(title, date) for title, _, _, date in found] == [
        (title, str(2015 + number % 5)) for number, title in enumerate(TITLES)
    ]


def test_paragraphs_that_end_in_labels_are_entries() -> None:
    found = parts_of("**[{venue}{year}]** {title}, [[Paper](https://arxiv.org/abs/2001.000{number:02})]\n")
    assert [title for title, *_ in found] == list(TITLES)


def test_the_year_of_a_heading_is_the_date_of_its_entries() -> None:
    text = "# Papers\n\n## 2021\n\n" + "".join(
        f"* [{title}](https://arxiv.org/abs/2001.00001)\n" for title in TITLES[:3]
    )
    listing = read(parse(Text("list.md", text)))
    assert [entry_object(listing, entry)["date"] for entry in listing.entries] == ["2021"] * 3


def test_entries_are_read_alike_each_time() -> None:
    template = "* {title}. {first}, {second}. {venue}, {year}. [[pdf](https://a.org/{number})]"
    assert json.dumps(parts_of(template)) == json.dumps(parts_of(template))
