"""What each part of an entry is: the title, the paper, its code, a label, words."""

from __future__ import annotations

import pytest

from bot.additions.marks import find_sources
from bot.additions.tree import plant

from .helpers import listing_of

PAPER = "https://arxiv.org/abs/2310.05915"


@pytest.mark.parametrize(
    ("line", "roles"),
    [
        pytest.param(f"[2310] [FireAct: Agents]({PAPER})", ["date", "title"], id="a date and a title"),
        pytest.param(f"FireAct: Agents [pdf]({PAPER})", ["title", "paper"], id="a link to the paper"),
        pytest.param(f'FireAct: Agents <a href="{PAPER}">pdf</a>', ["title", "paper"], id="one in HTML"),
        pytest.param(f"[FireAct: Agents]({PAPER}) [[code](https://a.org/x)]", ["title", "code"], id="by its label"),
        pytest.param(f"[FireAct: Agents]({PAPER}) [here](https://github.com/a/b)", ["title", "code"], id="by its host"),
        pytest.param(f"[FireAct: Agents]({PAPER}) [page](https://github.com/a/b)", ["title", "link page"], id="a page"),
        pytest.param(
            f"[FireAct: Agents]({PAPER}) ![](https://img.shields.io/github/stars/a/b) ![](a.png)",
            ["title", "code", "image"],
            id="pictures",
        ),
        pytest.param(
            f"**FireAct: Agents**, Ann Lee, ICLR 2024. [pdf]({PAPER})",
            ["title", "authors", "venue", "paper"],
            id="authors and a venue",
        ),
    ],
)
def test_roles(line: str, roles: list[str]) -> None:
    listing = listing_of(f"# Papers\n\n* {line}\n")
    (source,) = find_sources(listing, listing.entries)
    tree = plant(source)
    assert tree is not None
    assert [atom.role for atom in tree.atoms] == roles
