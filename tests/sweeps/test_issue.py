from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.facts.model import Confirmation
from bot.github.hidden_text import UNSEALED
from bot.github.hidden_text import unpack as unpack_text
from bot.github.kept_issue import Boxes, Content
from bot.github.model import LARGEST_BODY
from bot.links import LinkState, Tally
from bot.sweeps.advance import SweepOutcome, advance
from bot.sweeps.issue import KIND, Site, item_line, write, write_report
from bot.sweeps.items import Item, ItemKind
from bot.sweeps.state import Location, Record, RuleFinding, Run, State, Trimmed, fit, load_hidden, pack
from tests.sweeps.helpers import NOW, PAGE, day, inventory, result, run
from tests.sweeps.strategies import sweeps_states

SITE = Site("https://github.com/owner/list/blob/0123abc")


def unpack(body: str) -> State:
    return load_hidden(unpack_text("state", body) or "nothing")


WRONG = RuleFinding("wrong-paper", "arxiv:2310.05915", "arXiv has another title")


def full() -> SweepOutcome:
    """Something in each section, something blocked and something watched."""
    findings = (WRONG, RuleFinding("archived-repository", "github:a/b", "a/b is archived: it is read-only"))
    targets = (PAGE, "https://m.example/", "arxiv:2310.05915", "github:a/b", "https://w.example/", "https://u.example/")
    state = State()
    for week, answers in enumerate(("dmooou", "dmooou", "dmoobu")):
        confirmations = {PAGE: Confirmation(copy="https://web.archive.org/web/2025/https://lab.example/paper")}
        outcome = run(state, dict(zip(targets, answers, strict=True)), day(7 * week), findings, confirmations)
        state = outcome.state
    return outcome


EXPECTED = """\
<!-- paperlist-bot:v1 sweep name=e3b0c442 time=1796209600 -->
Sweep of 2026-12-02: 1 dead link since 2026-11-18; 1 wrong id; 1 entry that could be updated; 3 items that wait for \
a person.

6 links and papers followed; 1 blocked by their hosts, 1 of them since the last sweep; 1 failing, not yet reported as \
dead. Charts: `bot report --issue --html FILE`.

### Dead (1)

Each link definitely failed at least three times, over a week or more.

- [ ] it is alive · [README.md:1](BLOB/README.md?plain=1#L1) · Paper 1 · \
[https:&#8203;//lab.example/paper](https://lab.example/paper) · status 404, asked twice · failed 3 times since \
2026-11-18 · [archived copy](https://web.archive.org/web/2025/https://lab.example/paper) <!-- item=c6a0f269e597e773 -->

### Moved (1)

These redirect permanently. `bot sweep --fix` writes the new addresses.

- [ ] keep the old address · [README.md:2](BLOB/README.md?plain=1#L2) · Paper 2 · \
[https:&#8203;//m.example/](https://m.example/) → [https:&#8203;//new.example/paper](https://new.example/paper) · \
redirects permanently, seen twice · since 2026-11-18 <!-- item=ITEM -->

### Papers (1)

arXiv's records of these papers differ from the list.

- [ ] the entry is right · [README.md:3](BLOB/README.md?plain=1#L3) · Paper 3 · \
[https:&#8203;//arxiv.org/abs/2310.05915](https://arxiv.org/abs/2310.05915) · arXiv has another title \
(`wrong-paper`) · since 2026-11-18 <!-- item=ITEM -->

### Repositories (1)

Old names of renamed repositories only redirect until somebody else takes them.

- [ ] leave it as it is · [README.md:4](BLOB/README.md?plain=1#L4) · Paper 4 · \
[https:&#8203;//github.com/a/b](https://github.com/a/b) · a/b is archived: it is read-only \
(`archived-repository`) · since 2026-11-18 <!-- item=ITEM -->

Tick a box to hide the item for 90 days.

Of 1 link reported as dead so far: none ticked as alive, 0 came back.

"""


def test_the_issue_in_full() -> None:
    body = write(full(), SITE)
    report, _, block = body.partition("<!-- paperlist-bot:v1 state")
    kept = re.sub(r"item=(?!c6a0f269e597e773)[0-9a-f]{16}", "item=ITEM", report)
    assert kept == EXPECTED.replace("BLOB", SITE.blob or "")
    assert re.fullmatch(r" of=#0 sum=[0-9a-f]{32}\n[A-Za-z0-9+/=\n]+\n-->\n", block)


def test_the_issue_is_read_back() -> None:
    outcome = full()
    items = Boxes(frozenset(item.id for item in outcome.items))
    assert KIND.read(write(outcome, SITE)) == Content(outcome.state.time, outcome.state, items)
    assert KIND.read("") == Content(problem="the hidden part of the issue was removed: failures are counted from zero")


def test_the_report_for_a_file_has_no_hidden_parts_but_the_items() -> None:
    report = write_report(full(), Site())
    assert "paperlist-bot:v1" not in report
    assert "`README.md:1`" in report
    assert report.startswith("Sweep of 2026-12-02: ")


@pytest.mark.parametrize(
    ("edit", "ticks"),
    [
        (lambda body: body, 0),
        (lambda body: body.replace("- [ ]", "- [x]"), 4),
        (lambda body: body.replace("- [ ]", "  * [X]", 1), 1),
        (lambda body: body.replace("- [ ]", "- [x]", 1).replace("\n", "\r\n"), 1),
        (lambda body: f"Thanks!\n\n{body}\n\n- [x] bought milk\n", 0),
        (
            lambda body: body.replace("it is alive", "it is fine, see https://lab.example").replace(
                "- [ ]", "- [x]", 1
            ),
            1,
        ),
        (lambda body: body.replace("### Dead (1)\n", ""), 0),
        (lambda body: re.sub(r"- \[ \].*\n", "", body), 0),
        (lambda body: body.replace("\n-->", "  \n\n-->"), 0),
        (lambda body: body.replace("Sweep of", "[x] Sweep of"), 0),
    ],
    ids=["untouched", "all", "other bullet", "line ends", "around", "words", "heading", "items", "spaces", "no item"],
)
def test_what_a_person_does_to_the_issue_does_no_harm(edit: object, ticks: int) -> None:
    outcome = full()
    assert callable(edit)
    reading = KIND.read(edit(write(outcome, SITE)))
    assert (reading.state, reading.time, len(reading.boxes.ticked)) == (outcome.state, outcome.state.time, ticks)
    assert reading.boxes.ticked <= {item.id for item in outcome.items}


@pytest.mark.parametrize(
    ("edit", "problem"),
    [
        (lambda body: body[: body.index("<!-- paperlist-bot:v1 state")], "was removed"),
        (lambda body: body[:-60], "was removed"),
        (lambda body: body.replace("\neN", "\neM", 1), "was edited"),
        (lambda body: re.sub(r"(sum=[0-9a-f]{32}\n).*\n", r"\1", body), "was edited"),
        (lambda body: re.sub(r"sum=[0-9a-f]{32}", f"sum={'0' * 32}", body), "was edited"),
    ],
    ids=["cut off", "open", "one letter", "one line", "sum"],
)
def test_a_broken_state_is_none_and_reported(edit: object, problem: str) -> None:
    assert callable(edit)
    reading = KIND.read(edit(write(full(), SITE)))
    assert (reading.state, reading.time) == (None, full().state.time)
    assert problem in reading.problem


@given(sweeps_states, st.text(max_size=80), st.text(max_size=80))
def test_the_hidden_state_survives_words_around_it(state: State, before: str, after: str) -> None:
    block = pack(state)
    assert unpack(f"{before}\n{block}\r\n{after}") == state
    assert unpack(block.replace("\n", "\r\n  ")) == state


def test_a_small_block_cannot_hold_a_giant() -> None:
    import base64
    import zlib

    data = base64.b64encode(zlib.compress(b" " * 200_000_000)).decode()
    body = f"<!-- paperlist-bot:v1 state of=#0 sum={UNSEALED.sum(data)}\n{data}\n-->"
    assert KIND.read(body).problem == "the hidden part of the issue was edited: failures are counted from zero"


HOSTILE = "--> <!-- x --> @everyone #1 ![i](https://e.example/i) <script> | ``` [x](y) \u202e https://e.example"


def test_words_of_the_list_only_show() -> None:
    item = Item(
        ItemKind.DEAD,
        f"https://e.example/{HOSTILE}",
        HOSTILE,
        NOW,
        NOW,
        strikes=3,
        copy=f"https://e.example/{HOSTILE}",
        places=(Location(f"a b/{HOSTILE}.md", 1, "", HOSTILE),),
    )
    line = item_line(item, SITE)
    assert line.count("<!--") == line.count("-->") == 1
    assert line.count("\n") == 1
    shown = re.sub(r"\]\([^()\s]*\)", "]", line)
    assert shown.count("](") == 0
    for danger in ("@e", "#1 ", "![", "<script", "\u202e", "| ", "://"):
        assert danger not in shown


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://github.com/a/b/issues/1", "`https://github.com/a/b/issues/1`"),
        ("https://github.com/a/b/pull/1#x", "`https://github.com/a/b/pull/1#x`"),
        ("javascript:alert(1)", "`javascript:alert(1)`"),
        ("https://e.example/(a)", "[https:&#8203;//e.example/(a)](https://e.example/%28a%29)"),
        ("https://e.example/?a=1&copy;", "[https:&#8203;//e.example/?a=1&amp;copy;](https://e.example/?a=1&amp;copy;)"),
    ],
)
def test_what_a_link_is_written_as(url: str, shown: str) -> None:
    assert f" · {shown} · " in item_line(Item(ItemKind.DEAD, url, "status 404", NOW, NOW), Site())


def crowd(dead: int, papers: int, fine: int = 0) -> SweepOutcome:
    """A list in which much is wrong."""
    targets = [f"https://host{number}.example/some/rather/long/path/{number}.html" for number in range(dead + fine)]
    ids = [f"arxiv:23{1 + number % 12:02}.{10_000 + number}" for number in range(papers)]
    records = {
        target: Record(target, LinkState.DEAD, "status 404, asked twice", day(14), None, 3, day(-number), day(14))
        for number, target in enumerate(targets[:dead])
    } | {target: Record(target, LinkState.OK, "status 200", day(14), day(14)) for target in targets[dead:]}
    findings = tuple(RuleFinding("wrong-paper", each, "arXiv has another title for it") for each in ids)
    lists = inventory(*targets, *ids)
    return advance(State(MappingProxyType(records)), result({}, day(21), findings), lists, day(21))


@pytest.mark.parametrize(
    ("dead", "papers", "fine"),
    [
        (0, 0, 5_000),
        (100, 0, 1_000),
        (500, 500, 500),
        *(pytest.param(*each, marks=pytest.mark.slow) for each in ((3_000, 0, 0), (0, 3_000, 0), (2_000, 20, 10_000))),
    ],
)
def test_a_body_fits_and_says_what_does_not(dead: int, papers: int, fine: int) -> None:
    outcome = crowd(dead, papers, fine)
    body = write(outcome, SITE)
    assert len(body.encode("utf-16-le")) // 2 <= LARGEST_BODY
    counts = {kind: sum(item.kind is kind for item in outcome.items) for kind in ItemKind}
    shown = dict(
        zip(ItemKind, (body.count(f"- [ ] {box}") for box in ("it is a", "keep", "the entry", "leave")), strict=True)
    )
    for kind in (ItemKind.DEAD, ItemKind.PAPERS):
        more = counts[kind] - shown[kind]
        assert (f"\n{more:,} more are in the full report" in body) is (more > 0)
        assert shown[kind] >= min(counts[kind], 20)
    state = KIND.read(body).state
    assert state is not None
    failing = [record for record in state.records.values() if record.state is LinkState.DEAD]
    assert state.trimmed == Trimmed(fine + dead - len(state.records) - (dead - len(failing)), dead - len(failing))
    assert ("The state in this issue is full" in body) is (len(failing) < dead)


def test_those_that_failed_longest_leave_the_state_first() -> None:
    state, block = fit(crowd(3_000, 0).state, 20_000)
    firsts = sorted(record.first_failure or 0 for record in state.records.values())
    assert 100 < len(firsts) < 3_000
    assert firsts == [day(-number) for number in reversed(range(len(firsts)))]
    assert len(block) <= 20_000
    assert unpack(block) == state


def test_what_a_person_silenced_stays_in_the_state_longest() -> None:
    state = crowd(3_000, 0).state
    oldest = min(state.records.values(), key=lambda each: each.first_failure or 0)
    silenced = replace(oldest, silenced_until=day(90))
    state = replace(state, records=MappingProxyType({**state.records, oldest.target: silenced}))
    assert oldest.target in fit(state, 10_000)[0].records
    assert fit(state, 10)[1] == ""


def test_a_discarded_run_and_missing_parts_are_said() -> None:
    outcome = replace(full(), outage="11 of 100 links failed at once", notes=("shard 2 is missing @all",))
    body = write(outcome, SITE)
    assert "> The failures of this sweep do not count" in body
    assert "shard 2 is missing @&#8203;all" in body


def test_our_mistakes_are_in_the_report() -> None:
    state = replace(full().state, called=42, wrong=1, returned=3)
    line = "Of 42 links reported as dead so far: 1 ticked as alive (2.4 %), 3 came back.\n"
    assert line in write(replace(full(), state=state), SITE)


def test_nothing_to_look_at() -> None:
    state = State(runs=(Run(NOW, Tally(ok=1_234)),))
    assert write_report(SweepOutcome(state), replace(SITE, page="https://a.org/list/(1)&2")) == (
        "Sweep of 2026-11-18: nothing to do.\n\n"
        "1,234 links and papers followed. [Charts and tables](https://a.org/list/%281%29&amp;2).\n"
    )
