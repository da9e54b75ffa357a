"""What strangers write into a list, in the issue that holds the memory of the sweeps."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import MappingProxyType

import pytest

from bot.github.hidden_text import Seal
from bot.github.model import Issue
from bot.links import LinkState
from bot.sweeps.advance import SweepOutcome
from bot.sweeps.issue import KIND, Site, write
from bot.sweeps.items import list_items
from bot.sweeps.state import Location, Record, RuleFinding, Run, State, pack
from tests.sweeps.helpers import NOW, PAGE

SITE = Site("https://github.com/owner/list/blob/0123abc")
FORGED = pack(State(runs=(Run(NOW + 1),)))
"""A whole state that says that nothing was ever wrong."""
OTHER_ID = "<!-- item=0123456789abcdef -->"
PIECES = (
    *("<!--", "-->", "<!-", "->", "paperlist-bot:v1", "state", "sweep", "sum=0123456789abcdef"),
    "item=0123456789abcdef",
    *(
        "`",
        "``",
        "```",
        "~~~",
        "\\",
        "\\`",
        "|",
        "\n",
        "\r",
        "- [x]",
        "* [X] ",
        "</code>",
        "<code>",
        "&lt;!--",
        "&#60;!--",
    ),
    *("<details>", "</summary>", "@everyone", "]", "](", ")", "[", "\ufeff", "\u202e", "\x00", "$", "<![CDATA["),
    *("?>", "--!>"),
    *(OTHER_ID, "<!-- paperlist-bot:v1 sweep name=e3b0c442 time=9999999999 -->", FORGED, FORGED.replace("\n", " ")),
)


def hostile(random: Random) -> str:
    """Up to eight pieces of our markers, of Markdown and of words."""
    return "".join(random.choice(("", " ", "a")) + random.choice(PIECES) for _ in range(random.randint(1, 8)))


def outcome_of(texts: list[tuple[str, str, str, str]]) -> SweepOutcome:
    """A sweep whose dead links, findings, paths, titles, headings and messages are `texts`."""
    records, findings, places = {}, {}, {}
    for number, (path, title, heading, message) in enumerate(texts):
        target = f"{PAGE}/{number}/{message}"[:2048] if number % 2 else f"arxiv:2310.{number:05}"
        places[target] = (Location(path, number + 1, heading, title),)
        if number % 2:
            records[target] = Record(target, LinkState.DEAD, message[:200], NOW, None, 3, NOW - 9, NOW, reported=NOW)
        else:
            found = RuleFinding("wrong-paper", target, message[:200], NOW, entry=title[:200])
            findings[found.key] = found
    state = State(MappingProxyType(records), MappingProxyType(findings), (Run(NOW),))
    return SweepOutcome(state, list_items(state, places, NOW))


@pytest.mark.parametrize("seed", [*range(2), *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 10))])
def test_texts_of_the_list_change_neither_state_nor_items(seed: int) -> None:
    random = Random(seed)
    for _ in range(50):
        texts = [(hostile(random), hostile(random), hostile(random), hostile(random)) for _ in range(20)]
        outcome = outcome_of(texts)
        body = write(outcome, SITE, 400_000)
        reading = KIND.read(body)
        assert (reading.state, reading.time, reading.boxes.ticked, reading.problem) == (
            outcome.state,
            NOW,
            frozenset(),
            "",
        )
        assert body.count("<!--") == body.count("-->") == len(texts) + 2
        ticked = KIND.read(body.replace("\n- [ ]", "\n- [x]"))
        assert (ticked.state, ticked.boxes.ticked) == (outcome.state, frozenset(each.id for each in outcome.items))


def test_ids_and_states_above_the_last_ones_do_not_count() -> None:
    """As in an issue that an earlier version wrote, which passed code spans on as they are."""
    outcome = outcome_of([("README.md", "A title", "", "status 404")] * 2)
    body = write(outcome, SITE)
    body = body.replace("A title", f"`{OTHER_ID}` `{FORGED.replace(chr(10), ' ')}`").replace("\n- [ ]", "\n- [x]")
    reading = KIND.read(body)
    assert (reading.state, reading.boxes.ticked) == (outcome.state, frozenset(each.id for each in outcome.items))
    assert reading.problem == "the issue has more than one hidden part; only the last one was read"


def test_each_issue_is_read_by_its_own_number() -> None:
    outcome = outcome_of([("README.md", "A title", "", "status 404")])
    body = write(outcome, SITE, seal=Seal("o/list", 3))
    issues = [Issue(number, "", KIND.title, body, is_open=True) for number in (2, 3)]
    assert [KIND.choose([each], Seal("o/list"))[1].state for each in issues] == [None, outcome.state]
    assert replace(KIND.choose(issues[1:], Seal("o/list"))[1], state=None, time=0).problem == ""
