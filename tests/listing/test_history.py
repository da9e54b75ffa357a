"""Which commits added which entries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.document import parse
from bot.git import Commit
from bot.listing import read
from bot.listing.history import find_added, name_entry
from bot.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

PAPER = "* [Acting Step by Step](https://arxiv.org/abs/2405.00451v2)"
PAGE = "* [Acting Twice](https://example.org/acting_(twice)/)"


def test_an_entry_is_added_by_the_newest_commit_that_does_not_remove_it() -> None:
    listing = read(parse(Text("README.md", f"# Acting\n\n{PAPER}\n{PAGE}\n* No link here\n")))
    names = [name_entry(each) for each in listing.entries]
    history = (Commit(3, (PAPER,), (PAPER.replace("Acting", "Act"),)), Commit(2, (PAGE,), ()), Commit(1, (PAPER,), ()))
    found = [(commit.time, sorted(added)) for commit, added in find_added(filter(None, names), history)]
    assert found == [(3, []), (2, [names[1]]), (1, ["2405.00451"])]


def test_nothing_is_read_once_all_are_found() -> None:
    def history() -> Iterator[Commit]:
        yield Commit(2, (PAPER,), ())
        raise AssertionError

    assert [commit.time for commit, _ in find_added(["2405.00451"], history())] == [2]
