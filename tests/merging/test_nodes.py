"""Which new items of both sides may say the same."""

from __future__ import annotations

import pytest

from bot.merging.item_tree import Item, ItemKind
from bot.merging.nodes import are_some_alike
from bot.papers.identifiers import Identifier, Scheme

WORK, OTHER = Identifier(Scheme.ARXIV, "2310.05915"), Identifier(Scheme.ARXIV, "2309.07864")


def entry(plain: str, work: Identifier | None = None) -> Item:
    return Item(ItemKind.ENTRY, 0, plain=plain, work=work)


@pytest.mark.parametrize(
    ("own", "other", "alike"),
    [
        pytest.param([entry("a b c d")], [entry("a b c e")], True, id="three of four words"),
        pytest.param([entry("a b c d")], [entry("a b e f")], False, id="two of four words"),
        pytest.param([entry("a b c")], [entry("a b c d e")], True, id="a part of the other"),
        pytest.param([entry("a b c")], [entry("a b c d e f")], False, id="too small a part"),
        pytest.param([entry("a b a b")], [entry("a b c d")], False, id="words as often as they are there"),
        pytest.param([entry("x y"), entry("a b c d")], [entry("z"), entry("a b c e")], True, id="one of several"),
        pytest.param([entry("a b", WORK)], [entry("a b")], True, id="one names its paper"),
        pytest.param([entry("a b", WORK)], [entry("a b", OTHER)], False, id="both name their papers"),
        pytest.param([entry("a b")], [Item(ItemKind.LINE, 0, plain="a b")], False, id="an entry and a line"),
        pytest.param([entry("")], [entry("")], False, id="without words"),
        pytest.param([], [entry("a")], False, id="nothing"),
    ],
)
def test_items_that_may_be_the_same(own: list[Item], other: list[Item], alike: bool) -> None:
    assert are_some_alike(own, other) is alike
    assert are_some_alike(other, own) is alike


class Counted(str):
    """A text that counts how many of its characters are looked at for words."""

    __slots__ = ()
    seen = 0

    def split(self, *_: object) -> list[str]:
        Counted.seen += len(self)
        return super().split()


def test_the_words_of_each_item_are_found_once() -> None:
    """A long one is not read again for each of those on the other side."""
    long, short = entry(Counted("word " * 10_000)), [entry(Counted(f"a note {each}")) for each in range(1_000)]
    Counted.seen = 0
    assert not are_some_alike([long], short)
    assert Counted.seen <= sum(len(each.plain) for each in [long, *short])
