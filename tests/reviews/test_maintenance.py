from __future__ import annotations

from dataclasses import replace

import pytest

from bot.github.model import Comment, Conversation
from bot.linter.rule import NotRun
from bot.reviews.decide import decide, find_maintenance
from bot.reviews.findings import Maintenance, write_summary_marker
from tests.reviews.helpers import SEAL, checked_pull, found, listing

FIRE = "* [2310] [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"
TUNE = "* [2310] [AgentTuning: Generalized Agent Abilities](https://arxiv.org/abs/2310.12823)\n"
ARENA = (
    "* [2307] [WebArena: A Realistic Web Environment](https://arxiv.org/abs/2307.13854)\n    * Comment: a benchmark\n"
)
PLAIN = "* [2305] [Voyager: An Open-Ended Agent](voyager.pdf)\n"
HEAD = "# Papers\n\n"
ROWS = "| # | Paper |\n|---|---|\n"
LIST = HEAD + FIRE + TUNE + ARENA + PLAIN

CHANGES = {
    "sorted": (LIST, HEAD + ARENA + FIRE + TUNE + PLAIN, Maintenance.SORTING),
    "moved to another section": (LIST + "## B\n", HEAD + FIRE + TUNE + PLAIN + "## B\n" + ARENA, Maintenance.SORTING),
    "sorted, counted anew": (
        HEAD + FIRE.replace("*", "1.") + TUNE.replace("*", "2."),
        HEAD + TUNE.replace("*", "1.") + FIRE.replace("*", "2."),
        Maintenance.SORTING,
    ),
    "sorted rows": (
        f"{ROWS}| 1 | [A](https://a.example/a) |\n| 2 | [B](https://a.example/b) |\n",
        f"{ROWS}| 1 | [B](https://a.example/b) |\n| 2 | [A](https://a.example/a) |\n",
        Maintenance.SORTING,
    ),
    "a repetition taken out": (LIST + FIRE, LIST, Maintenance.DEDUPLICATION),
    "a repetition with details taken out": (LIST + ARENA, LIST, Maintenance.DEDUPLICATION),
    "a repetition under another address": (LIST + FIRE.replace("abs", "pdf"), LIST, Maintenance.DEDUPLICATION),
    "a repetition under another title": (LIST + FIRE.replace("FireAct", "Fire"), LIST, Maintenance.DEDUPLICATION),
    "another paper of that title": (LIST + FIRE.replace("05915", "05916"), LIST, None),
    "a repetition without an identifier": (LIST + PLAIN, LIST, Maintenance.DEDUPLICATION),
    "links": (LIST, LIST.replace("abs", "pdf"), Maintenance.LINKS),
    "links and words": (LIST, LIST.replace("abs", "pdf").replace("benchmark", "test"), None),
    "one of a kind taken out": (LIST, HEAD + FIRE + TUNE + ARENA, None),
    "a detail taken out": (LIST, LIST.replace("    * Comment: a benchmark\n", ""), None),
    "words taken out": (f"{LIST}\nWords.\n", LIST, None),
    "added": (HEAD + FIRE, LIST, None),
    "taken out and added": (LIST + FIRE, LIST + "* new\n", None),
    "nothing": (LIST, LIST, None),
    "blank lines": (LIST, LIST.replace(TUNE, f"\n{TUNE}") + "\n", None),
    "spaces at ends of lines": (LIST.replace("\n", "  \n"), LIST, None),
    "counted anew": (
        HEAD + FIRE.replace("*", "1.") + TUNE.replace("*", "1."),
        HEAD + FIRE.replace("*", "1.") + TUNE.replace("*", "2."),
        None,
    ),
    "words": (LIST, LIST.replace("benchmark", "test"), None),
}


@pytest.mark.parametrize(("before", "after", "maintenance"), CHANGES.values(), ids=CHANGES)
def test_kinds_of_maintenance(before: str, after: str, maintenance: Maintenance | None) -> None:
    assert find_maintenance([listing(before)], [listing(after)]) is maintenance


def test_several_files() -> None:
    one, other = listing(LIST), listing(HEAD + TUNE, "b.md")
    tidied = listing(HEAD + ARENA + FIRE + TUNE + PLAIN)
    assert find_maintenance([one, other], [tidied, other]) is Maintenance.SORTING
    assert find_maintenance([one, other], [tidied]) is None
    assert find_maintenance([one], [tidied, other]) is None
    assert find_maintenance([listing(LIST + TUNE), other], [listing(LIST), other]) is Maintenance.DEDUPLICATION


def test_a_friendly_line_in_a_summary_that_is_there() -> None:
    about = replace(checked_pull(LIST, []), maintenance=Maintenance.SORTING)
    assert decide(about, Conversation()).summary is None
    present = Comment("S", 1, write_summary_marker((), SEAL), True)
    thanked, plain = (
        decide(replace(about, maintenance=each), Conversation((), (present,))).summary
        for each in (Maintenance.SORTING, None)
    )
    assert thanked is not None
    assert plain is not None
    assert "\nThis change only sorts entries. Thank you for maintaining the list!\n" in thanked.body
    assert "Thank you for maintaining" not in plain.body


def test_rules_lead_to_their_pages() -> None:
    about = replace(checked_pull(LIST, [found(LIST, "FireAct")]), rules_page="https://docs.example/rules.md")
    review = decide(about, Conversation())
    link = "[`some-rule`](https://docs.example/rules.md#some-rule): is wrong"
    assert link in review.comments[0].body
    assert review.summary is not None
    assert link in review.summary.body


def test_the_summary_says_what_was_not_checked() -> None:
    reasons = ("dead-link", "not visited"), ("wrong-paper", "no facts"), ("moved-link", "not visited")
    not_run = tuple(NotRun(slug, reason) for slug, reason in reasons)
    about = replace(
        checked_pull(LIST, [found(LIST, "FireAct")]), not_run=not_run, notes=("`a.md` is too large",), preexisting=1
    )
    review = decide(about, Conversation())
    assert review.summary is not None
    assert review.summary.body.endswith(
        "\n\n1 older error or warning in the list is not shown.\n\n"
        "Not checked: `dead-link`, `moved-link` (not visited).\n\n"
        "Not checked: `wrong-paper` (no facts).\n\n"
        "`a.md` is too large\n"
    )
