"""Why fields are what they are, and in what an entry is unlike those beside it."""

from __future__ import annotations

import re

import pytest

from bot.document import parse
from bot.listing import Text, read
from bot.listing.reasons import EntryReading, explain_entry
from bot.listing.scores import FieldKind


def explain(content: str, number: int) -> EntryReading:
    document = parse(Text("README.md", content))
    return explain_entry(document, read(document).entries[number])


NAMES = "Ann Bea Cleo Dora Emma Fay Gail Hope Iris Jane Kate Lucy".split()


def items(count: int, *others: str) -> str:
    lines = [
        f"- [Learning to Rank Papers by Example {number}](https://arxiv.org/abs/2401.{number:05}). "
        f"{NAMES[number]} Lee, {NAMES[-number]} Chen. *ICLR {2019 + number % 3}*."
        for number in range(1, count + 1)
    ]
    return "# Papers\n\n" + "\n".join((*lines, *others)) + "\n"


TABLE = (
    "| No. | Title | Authors | Venue | Year |\n|---|---|---|---|---|\n"
    + "".join(f"| {n} | Maps of Small Cities, Part {n} | Ann Lee, Bo Chen | ICLR | {2019 + n} |\n" for n in range(1, 5))
    + "| 5 | On Rivers: a Survey | Cy Doe | SIGSPATIAL | 2024 |\n"
)


def test_fields_of_one_kind_are_one_with_the_reasons_of_the_first() -> None:
    fields = explain(items(6), 0).fields
    assert [(each.kind, each.words) for each in fields] == [
        (FieldKind.TITLE, "Learning to Rank Papers by Example 1"),
        (FieldKind.AUTHORS, "Bea Lee, Lucy Chen"),
        (FieldKind.VENUE, "ICLR"),
        (FieldKind.DATE, "2020"),
    ]
    assert fields[0].reasons == ("has four or more words", "stands where 6 of 6 fields are title")
    assert (fields[2].instead, fields[2].reasons) == (
        FieldKind.NOTE,
        ("is a known venue", "stands where 6 of 6 fields are venue"),
    )


def test_a_place_that_no_other_entry_has_is_no_reason() -> None:
    line = "- [Rivers of the North in Old Maps](https://arxiv.org/abs/2401.00009). *KDD 2020*, best paper."
    fields = explain(items(4, line), 4).fields
    assert [reason for each in fields for reason in each.reasons if "1 of 1" in reason] == []


def test_labels_on_links_are_fields_of_their_own() -> None:
    line = (
        "- Cities in Small Maps of Towns [[paper](https://arxiv.org/abs/2401.00009)] [[code](https://github.com/a/b)]"
    )
    fields = explain(f"# Papers\n\n{line}\n", 0).fields
    assert [(each.kind, each.words) for each in fields][1:] == [(FieldKind.LINK, "paper"), (FieldKind.LINK, "code")]


def test_the_header_of_a_column_is_a_reason() -> None:
    by_kind = {each.kind: each for each in explain(TABLE, 4).fields}
    assert by_kind[FieldKind.TITLE].words == "On Rivers: a Survey"
    assert 'is below "Venue"' in by_kind[FieldKind.VENUE].reasons


@pytest.mark.parametrize(
    ("content", "number", "unlike"),
    [
        pytest.param(items(5), 0, (), id="like its siblings"),
        pytest.param(
            items(4, "- [Rivers of the North in Old Maps](https://arxiv.org/abs/2401.00009). Cy Doe, Di Fox."),
            4,
            ("it has no venue; 4 of 5 entries there have", "it has no date; 4 of 5 entries there have"),
            id="four of five have",
        ),
        pytest.param(
            items(3, "- [Rivers of the North in Old Maps](https://arxiv.org/abs/2401.00009). Cy Doe, Di Fox."),
            3,
            (),
            id="fewer than five entries",
        ),
        pytest.param(
            re.sub(r"[A-Z]\w+ Lee, \w+ Chen. ", "", items(9))
            + "- [Rivers of the North in Old Maps](https://arxiv.org/abs/2401.00019). Ann Lee, Bo Chen. *ICLR 2021*.\n",
            9,
            ("it has authors; 1 of 10 entries there have",),
            id="one of ten has",
        ),
        pytest.param(
            items(4, "- [Rivers of the Far North](https://arxiv.org/abs/2401.00009). Ann Lee, Bo Chen. (ICLR 2020)."),
            4,
            (
                "its venue is in round brackets; in 4 of 5 entries there it is in italics",
                "its date is in round brackets; in 4 of 5 entries there it is in italics",
            ),
            id="set off in another way",
        ),
    ],
)
def test_in_what_an_entry_is_unlike_those_beside_it(content: str, number: int, unlike: tuple[str, ...]) -> None:
    assert explain(content, number).unlike == unlike
