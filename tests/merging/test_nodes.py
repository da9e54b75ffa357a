"""Which items of two versions are the same, and which new ones may say the same."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.listing import read
from bot.merging.item_tree import Item, ItemKind, ItemTree, read_tree
from bot.merging.nodes import are_some_alike, match
from bot.papers.identifiers import Identifier, Scheme
from bot.text import Text
from tests.sample_list import LINES

A, B, C, D, E, F = LINES[:6]
TRAINING, TOOLS = "# Agents\n\n## Training\n\n", "\n## Tools\n\n"
OTHERS = "".join(f"Other{number}.\n\n" for number in range(19))
BARE = "* <https://e.org/a>\n"
ABOUT = "Write to us about it\n"

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


def tree(content: str) -> ItemTree:
    return read_tree(read(parse(Text("README.md", content))))


@pytest.mark.parametrize(
    ("base", "side", "item", "place"),
    [
        pytest.param(
            f"{TRAINING}{A}{B}\n# Tools\n\n{C}{D}",
            f"# Agents\n\n{A}\n# Tools\n\n{D}\n## Training\n\n{E}{F}",
            "## Training",
            "",
            id="a section of that name, with other entries",
        ),
        pytest.param(
            f"{TRAINING}\n# Tools\n\n{C}{D}",
            f"# Agents\n\n{A}\n# Tools\n\n{C}{D}\n## Training\n\n",
            "## Training",
            "# Tools > ## Training",
            id="an empty section that moved",
        ),
        pytest.param(
            f"# Agents\n\n## Training (0)\n\n# Tools\n\n{C}{D}",
            f"# Agents\n\n{A}\n# Tools\n\n{C}{D}\n## Training (1)\n\n{E}",
            "## Training (0)",
            "# Tools > ## Training (1)",
            id="an empty section that moved, with another count",
        ),
        pytest.param(
            f"{TRAINING}{A}{A[:-1]} (again)\n{B}{TOOLS}{C}",
            f"{TRAINING}{B}{TOOLS}{C}{A[:-1]} (again)\n",
            f"{A[:-1]} (again)",
            f"## Tools > {A[:-1]} (again)",
            id="of two entries of a paper the one in the same words",
        ),
        pytest.param(
            f"{TRAINING}{A}{A.replace('Report', 'Note')}{B}{TOOLS}{C}",
            f"{TRAINING}{B}{TOOLS}{C}{A.replace('Report', 'Note')[:-1]} (again)\n",
            A.replace("Report", "Note"),
            f"## Tools > {A.replace('Report', 'Note')[:-1]} (again)",
            id="of two entries of a paper the one with the same title",
        ),
        pytest.param(
            f"{TRAINING}{A}{B}{TOOLS}{C}",
            f"{TRAINING}{B}{TOOLS}{C}{A.replace('Report', 'Note')}",
            A,
            f"## Tools > {A.replace('Report', 'Note')}",
            id="a paper under another title",
        ),
        pytest.param(
            f"{TRAINING}{A}{B}{TOOLS}{C}",
            f"{TRAINING}{B}{TOOLS}{C}{A.replace('02544', '02545')}",
            A,
            f"## Tools > {A.replace('02544', '02545')}",
            id="a title with another link",
        ),
        pytest.param(
            f"{TRAINING}{BARE}{B}{TOOLS}{C}",
            f"{TRAINING}{B}{TOOLS}{C}{BARE.replace('/a', '/b')}",
            BARE,
            "",
            id="without a title",
        ),
        pytest.param(
            f"{TRAINING}{A}{B}{TOOLS}{A[:-1]} (again)\n{C}",
            f"# Agents\n{TOOLS}{A[:-1]}, again\n{C}\n## Training\n\n{A[:-1]} now\n{B}",
            A,
            f"## Training > {A[:-1]} now",
            id="in its own section before others",
        ),
        pytest.param(f"{TRAINING}{A}{B}", f"{A}{B}", "## Training", "", id="a file without headings"),
        pytest.param(
            f"{TRAINING}{A}{TOOLS}{C}",
            f"# Agents\n\n### Training\n\n{E}{TOOLS}{C}",
            "## Training",
            "",
            id="a section of that name and another level",
        ),
        pytest.param(
            f"{TRAINING}{A}{B}{TOOLS}{C}{D}",
            f"# Agents\n\n## Learning by reward\n\n{A}{E}{TOOLS}{C}{D}{B}",
            "## Training",
            "",
            id="half of the entries under another heading",
        ),
        pytest.param(
            f"{TRAINING}{A}{B}{E}{TOOLS}{C}{D}",
            f"# Agents\n{TOOLS}{C}{D}{E}\n# Learning by reward\n\n{A}{B}{F}",
            "## Training",
            " > # Learning by reward",
            id="more than half under another heading",
        ),
        pytest.param(
            f"{TRAINING}{A}{B}{TOOLS}{C}{D}",
            f"# Agents\n{TOOLS}{C}{D}\n### Training\n\n{A}{B}",
            "## Training",
            "## Tools > ### Training",
            id="of another level",
        ),
        pytest.param(
            f"{TRAINING}{A}{TOOLS}{C}{D}",
            f"{TRAINING}{A}\n## Use of Tools\n\n{E}{F}",
            "## Tools",
            "# Agents > ## Use of Tools",
            id="a heading with one word more",
        ),
        pytest.param(
            f"{TRAINING}{A}\n## Tools of agents\n\n{C}{D}",
            f"{TRAINING}{A}\n### Tools of many agents\n\n{E}{F}",
            "## Tools of agents",
            "",
            id="a heading with one word more, of another level",
        ),
        pytest.param(f"{TRAINING}{A}{TOOLS}{A}{D}", f"{TRAINING}{TOOLS}{A}{D}", A, "", id="one of two is gone"),
        pytest.param(
            f"{TRAINING}{A}\none two three four\n{TOOLS}{C}",
            f"{TRAINING}{A}\none two five six\n{TOOLS}{C}",
            "one two three four",
            "## Training > one two five six",
            id="half of the words of a line",
        ),
        pytest.param(
            f"{TRAINING}{A}\none two three four five\n{TOOLS}{C}",
            f"{TRAINING}{A}\none two six seven eight\n{TOOLS}{C}",
            "one two three four five",
            "",
            id="two of five words of a line",
        ),
        pytest.param(
            f"{TRAINING}{A}\none two three four\n\none two three five\n{TOOLS}{C}",
            f"{TRAINING}{A}\none two three six\n{TOOLS}{C}",
            "one two three five",
            "",
            id="the second of two lines like one",
        ),
        pytest.param(
            f"{TRAINING}{A}\none two three four\n\nfive six seven eight\n{TOOLS}{C}",
            f"{TRAINING}{A}\nfive six seven\n\none two three\n{TOOLS}{C}",
            "five six seven eight",
            "",
            id="edited lines that changed places",
        ),
        pytest.param(
            f"{TRAINING}{A}{B}\none two three four\n{TOOLS}{C}",
            f"{TRAINING}{A}\none two five six\n{TOOLS}{C}{B}",
            "one two three four",
            "## Training > one two five six",
            id="an edited line below an entry that moved away",
        ),
        pytest.param(
            f"{TRAINING}{A}{B}\none two three four\n{TOOLS}{C}",
            f"{TRAINING}one two five six\n\n{A}{B}{TOOLS}{C}",
            "one two three four",
            "",
            id="an edited line elsewhere in the section",
        ),
        pytest.param(
            f"{TRAINING}{A}{TOOLS}---\n\n{C}",
            f"{TRAINING}{A}\n## Use of Tools\n\n---\n\n{D}",
            "---",
            "## Use of Tools > ---",
            id="a line without words below an edited heading",
        ),
        pytest.param(
            f"{TRAINING}{A}\none two three four\n{TOOLS}{C}",
            f"{TRAINING}{A}\n{OTHERS}one two three five\n{TOOLS}{C}",
            "one two three four",
            "## Training > one two three five",
            id="the last of twenty lines",
        ),
        pytest.param(
            f"{TRAINING}{A}\none two three four\n{TOOLS}{C}",
            f"{TRAINING}{A}\n{OTHERS}And more.\n\none two three five\n{TOOLS}{C}",
            "one two three four",
            "",
            id="behind twenty lines",
        ),
        pytest.param(
            f"{TRAINING}{A}\n{ABOUT}{TOOLS}{C}",
            f"{TRAINING}{A}{TOOLS}{C}\n{ABOUT}",
            ABOUT,
            f"## Tools > {ABOUT}",
            id="a long line elsewhere",
        ),
        pytest.param(
            f"{TRAINING}{A}\n{ABOUT[1:]}{TOOLS}{C}",
            f"{TRAINING}{A}{TOOLS}{C}\n{ABOUT[1:]}",
            ABOUT[1:],
            "",
            id="a short line elsewhere",
        ),
        pytest.param(
            f"{TRAINING}{A}\n{ABOUT}{TOOLS}{C}",
            f"{TRAINING}{A}{TOOLS}{C}\n{ABOUT}\n# End\n\n{ABOUT}",
            ABOUT,
            "",
            id="a long line in two other places",
        ),
    ],
)
def test_what_a_side_still_has(base: str, side: str, item: str, place: str) -> None:
    """The first item that says this, and the section and words of its counterpart."""
    was, now = tree(base), tree(side)
    index = next(index for index, each in enumerate(was.items) if each.plain == plain(item))
    pairs = match(was, now)
    assert [one for one, other in pairs.items() if other == 0] == [0]
    found = pairs.get(index)
    parent = now.items[now.items[found].parent].key if found else ""
    assert (f"{parent} > {now.items[found].plain}" if found else "") == plain(place)


def plain(text: str) -> str:
    return text.rstrip("\n").replace("* ", "")
