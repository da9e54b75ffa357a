"""Links whose pages moved are followed on their site; copies of dead pages are for a person to see."""

from __future__ import annotations

import pytest

from bot.facts.model import Facts
from bot.links import LinkState, LinkStatus
from bot.papers.record import Record
from bot.updates.plan import Choice, Subject
from tests.updates.helpers import PAPER, TITLE, run

PAGE = "http://fireact.github.io/paper.html"
MOVED = "https://fireact.github.io/paper/"
ELSEWHERE = "https://agents.example/fireact"
COPY = f"https://web.archive.org/web/20240131120000/{PAGE}"
LINE = f"* [{TITLE}](https://arxiv.org/abs/2310.05915) [[page]({{}})]\n"


def known(url: str = PAGE, target: str | None = None, copy: str = "", *, withdrawn: bool = False) -> Facts:
    """What a visit found behind a link, and an archive has of it."""
    state = LinkState.MOVED if target else LinkState.DEAD
    record = Record(TITLE, (), identifier=PAPER, withdrawn=withdrawn)
    links = {url: LinkStatus(url, state, "301 twice" if target else "404 twice", target=target)}
    return Facts({PAPER: record}, links=links, copies={url: copy} if copy else {})


@pytest.mark.parametrize(
    ("url", "target", "after"),
    [
        (PAGE, MOVED, MOVED),
        (f"{PAGE}#code", MOVED, f"{MOVED}#code"),
        (PAGE, f"{MOVED}a(b)|c", f"{MOVED}a%28b%29%7Cc"),
        (PAGE, ELSEWHERE, PAGE),
        ("https://doi.org/10.1000/a", "https://doi.org/10.1000/b", "https://doi.org/10.1000/a"),
        ("https://bit.ly/x", "https://bit.ly/y", "https://bit.ly/x"),
        ("https://github.com/a/b", "https://github.com/c/b", "https://github.com/a/b"),
    ],
)
def test_a_page_that_moved_for_good_is_followed_on_its_site(url: str, target: str, after: str) -> None:
    outcome = run(LINE.format(url), known(url, target))
    assert outcome.texts[0].content == LINE.format(after)
    assert [each.value for each in outcome.written] == ([] if after == url else [after])


@pytest.mark.parametrize(
    ("facts", "value", "reason"),
    [
        (known(target=ELSEWHERE), ELSEWHERE, "the page moved to another site"),
        (known(copy=COPY), COPY, "the page is dead, and an archive has a copy"),
        (known(withdrawn=True), "withdrawn", "the paper is withdrawn"),
    ],
)
def test_what_a_person_decides_is_reported(facts: Facts, value: str, reason: str) -> None:
    outcome = run(LINE.format(PAGE), facts)
    assert outcome.texts[0].content == LINE.format(PAGE)
    assert [(each.subject, each.value, each.reason) for each in outcome.open] == [(Subject.LINK, value, reason)]
    assert [each.paste for each in outcome.open] == ["" if value == "withdrawn" else LINE.format(value).rstrip()]


def test_several_links_of_an_entry_and_of_several_entries() -> None:
    other = "* [ReAct: Synergizing Reasoning and Acting](https://arxiv.org/abs/2210.03629) [[page]({})] [[blog]({})]\n"
    outcome = run(LINE.format(PAGE) + other.format(PAGE, PAGE), known(target=MOVED))
    assert outcome.texts[0].content == LINE.format(MOVED) + other.format(MOVED, MOVED)
    assert len(outcome.written) == 3
    assert run(outcome.texts[0].content, known(target=MOVED)).written == ()


def test_suppressed_and_unwanted_links_are_left() -> None:
    text = LINE.format(PAGE)
    assert run(text, known(target=MOVED), Choice(frozenset({Subject.VENUE}))).written == ()
    for rule in ("moved-link", "dead-link", "withdrawn-paper"):
        allowed = text.replace(")]\n", f")] <!-- bot: allow {rule} - the old one is meant -->\n")
        assert run(allowed, known(target=MOVED)).texts[0].content == allowed


def test_the_line_of_a_change_is_its_own_within_a_long_entry() -> None:
    text = f"# Papers\n\n* [{TITLE}](https://arxiv.org/abs/2310.05915)\n  Words.\n  [page]({PAGE}) [x](https://a.org)\n"
    outcome = run(text, known(target=MOVED))
    assert [(each.line, each.old, each.paste) for each in outcome.written] == [
        (5, PAGE, f"  [page]({MOVED}) [x](https://a.org)")
    ]


@pytest.mark.parametrize("target", ["javascript:alert(1)", "https://fireact.github.io/\nx", f"{MOVED}<!--"])
def test_a_hostile_target_stays_an_address(target: str) -> None:
    after = run(LINE.format(PAGE), known(target=target)).texts[0].content
    assert len(after.splitlines()) == 1
    assert "javascript" not in after
    assert "<!--" not in after
