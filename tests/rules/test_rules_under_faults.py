"""Whatever arXiv does, no right entry is called unknown or wrong; wrong ones are found where it answers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.facts.model import Facts
from bot.rules.on_record import UnknownPaper, WrongPaper
from tests.facts.helpers import Office, ids
from tests.rules.helpers import found
from tests.services.arxiv import Fault, Work

TITLES = (
    ("Adaptive Pruning of Very Deep Networks",),
    ("Notes on Speech From Few Examples", "Whispering Machines: Speech Without Many Labels"),
    ("A Survey of Robots in Kitchens", "Cooking by Numbers", "Every Recipe Is a Program"),
    ("Graphs That Forget Their Edges",),
)
VALUES = ids(len(TITLES))
LISTED = [titles[0] for titles in TITLES]
"""The list has every paper under its first title."""


def check(values: list[str], office: Office) -> list[tuple[str, str]]:
    """What the rules find in a list with the first titles under `values`: rule and id."""
    pairs = list(zip(values, LISTED, strict=True))
    text = "".join(f"* [{title}](https://arxiv.org/abs/{value})\n" for value, title in pairs)
    facts = Facts(office.ask({value: [title] for value, title in pairs}))
    diagnostics = [each for rule in (UnknownPaper(), WrongPaper()) for each in found(rule, text, facts)]
    return [(each.rule, text[each.span.start : each.span.end][-10:]) for each in diagnostics]


def works() -> dict[str, Work]:
    return {value: Work(titles) for value, titles in zip(VALUES, TITLES, strict=True)}


@given(
    faults=st.lists(st.sampled_from([*Fault, *[Fault.NONE] * 8]), max_size=25),
    old_shape=st.booleans(),
    registered=st.booleans(),
)
def test_right_entries_are_left_alone(faults: list[Fault], old_shape: bool, registered: bool) -> None:
    titles = {value: work.titles[-1] for value, work in works().items()} if registered else {}
    assert check(VALUES, Office(works(), faults, titles, old_shape)) == []


def test_wrong_entries_are_found() -> None:
    """The ids of two papers are swapped, and one is of a paper that does not exist."""
    values = [VALUES[1], VALUES[0], "2301.09999", VALUES[3]]
    assert check(values, Office(works())) == [
        ("unknown-paper", "2301.09999"),
        ("wrong-paper", VALUES[1]),
        ("wrong-paper", VALUES[0]),
    ]
