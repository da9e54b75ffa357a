"""What is written into an entry, what is left to a person with its reason, and what is left alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest

from bot.facts.model import Facts
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record
from bot.papers.witnesses import CodeClaim, CodeState, Witness
from bot.text import Text
from bot.updates.plan import Choice, Item, Outcome, Subject, update
from tests.updates.helpers import CODE, PAPER, SURE, SURE_CODE, TITLE, facts, published, read_text, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.listing import Listing

LINE = f"* [{TITLE}](https://arxiv.org/abs/2310.05915)"
OTHERS = {
    "2210.03629": "ReAct: Synergizing Reasoning and Acting",
    "2411.02337": "WebRL: Training LLM Web Agents",
    "2507.02259": "MemAgent: Reshaping Long-Context LLM",
}
REST = "".join(
    f"* [{title}](https://arxiv.org/abs/{number}) (ICLR 2024) [[code](https://github.com/a/b{place})]\n"
    for place, (number, title) in enumerate(OTHERS.items())
)


def made(*lines: str) -> str:
    return "# Papers\n\n" + "".join(f"{line}\n" for line in lines) + REST


def code(address: str, state: CodeState = CodeState.NAMED) -> CodeClaim:
    return CodeClaim(address, "arXiv", state, witness=Witness.AUTHORS)


def shown(items: tuple[Item, ...]) -> list[tuple[int, Subject, str, str, str]]:
    return [(each.line, each.subject, each.value, each.reason, each.paste) for each in items]


@pytest.mark.parametrize(
    ("known", "behind"),
    [pytest.param(SURE, " (ICLR 2024)", id="venue"), pytest.param(SURE_CODE, f" [[code]({CODE})]", id="code")],
)
def test_what_is_sure_is_written(known: Facts, behind: str) -> None:
    outcome = run(made(LINE), known)
    assert outcome.texts[0].content == made(LINE + behind)
    assert [(each.line, each.reason, each.paste) for each in outcome.written] == [(3, "", LINE + behind)]
    assert (outcome.open, outcome.held) == ((), 0)
    assert run(outcome.texts[0].content, known) == Outcome(outcome.texts)


TWO = (code("https://github.com/a/x"), code("https://github.com/a/y"))
VENUE = f"{LINE} (ICLR 2024)"


@pytest.mark.parametrize("known", [SURE, facts((published(),)), SURE_CODE], ids=["venue", "one source", "code"])
def test_what_no_sibling_shows_is_not_written(known: Facts) -> None:
    others = "".join(f"* [{title}](https://arxiv.org/abs/{number})\n" for number, title in OTHERS.items())
    content = f"# Papers\n\n{LINE}\n{others}"
    outcome = run(content, known)
    assert (outcome.texts[0].content, outcome.written, outcome.open) == (content, (), ())


@pytest.mark.parametrize(
    ("known", "subject", "value", "reason", "paste"),
    [
        pytest.param(
            facts((published(),)), Subject.VENUE, "ICLR 2024", "only one source says so", VENUE, id="one source"
        ),
        pytest.param(
            facts((published(), published("ICML", witness=Witness.PUBLISHER))),
            Subject.VENUE,
            "ICLR 2024, ICML 2024",
            "sources contradict each other",
            "",
            id="two venues",
        ),
        pytest.param(
            facts((published(year=None), published(year=None, witness=Witness.PUBLISHER))),
            Subject.VENUE,
            "ICLR",
            "no source says the year",
            "",
            id="no year",
        ),
        pytest.param(
            facts(code=(code(CODE, CodeState.PRESENT),)),
            Subject.CODE,
            CODE,
            "the repository does not name the paper",
            f"{LINE} [[code]({CODE})]",
            id="a repository of another paper",
        ),
        pytest.param(
            facts(code=TWO),
            Subject.CODE,
            "https://github.com/a/x, https://github.com/a/y",
            "two repositories name the paper",
            "",
            id="two repositories",
        ),
        pytest.param(
            facts(code=(code("https://github.com/a/b c"),)),
            Subject.CODE,
            "https://github.com/a/b c",
            "the source gives no address that a list could have",
            "",
            id="no address",
        ),
        *(
            pytest.param(
                facts((published(name), published(name, witness=Witness.PUBLISHER))),
                *(Subject.VENUE, f"{name} 2024", "no table knows the venue", paste),
                id=name[:6],
            )
            for name, paste in (("ICLR; 2", ""), ("X" * 80, f"{LINE} ({'X' * 80} 2024)"), ("Y" * 81, ""))
        ),
    ],
)
def test_what_is_left_to_a_person(known: Facts, subject: Subject, value: str, reason: str, paste: str) -> None:
    outcome = run(made(LINE), known)
    assert (outcome.texts[0].content, outcome.written) == (made(LINE), ())
    assert shown(outcome.open) == [(3, subject, value, reason, paste)]


def test_a_paper_that_is_there_twice_is_left_to_a_person() -> None:
    outcome = run(made(LINE, LINE), SURE)
    assert outcome.texts[0].content == made(LINE, LINE)
    reason = "the paper lacks it in 2 places"
    assert shown(outcome.open) == [(line, Subject.VENUE, "ICLR 2024", reason, VENUE) for line in (3, 4)]
    both = run(made(LINE, f"{LINE} (ICML 2024)"), SURE)
    assert [each.line for each in both.written] == [3]


@pytest.mark.parametrize(
    ("line", "known"),
    [
        pytest.param(f"{LINE} (ICML 2024)", SURE, id="another venue is there"),
        pytest.param(f"{LINE} [[code](https://github.com/x/y)]", SURE_CODE, id="other code is there"),
        pytest.param(f"{LINE} <!-- bot: allow published-venue - meant -->", SURE, id="suppressed"),
        pytest.param(f"<!-- bot: allow published-venue - meant -->\n{LINE}", SURE, id="suppressed above"),
        pytest.param(f"{LINE} <!-- bot: allow published-venue - meant -->", SURE_CODE, id="code, too"),
        pytest.param(LINE, replace(SURE, papers={PAPER: Record("Quite Another Thing")}), id="of another paper"),
        pytest.param(LINE, replace(SURE, papers={}), id="no record"),
        pytest.param(LINE.replace("arxiv.org/abs/2310.05915", "a.org/x"), SURE, id="no id"),
        pytest.param(LINE, facts((published("X|Y"), published("X|Y", witness=Witness.PUBLISHER))), id="no name"),
        pytest.param(LINE, facts(), id="nothing is known"),
    ],
)
def test_what_is_left_alone(line: str, known: Facts) -> None:
    outcome = run(made(line), known)
    assert (outcome.texts[0].content, outcome.written, outcome.open) == (made(line), (), ())


def test_a_suppression_elsewhere_or_of_another_rule_does_not_count() -> None:
    for content in (
        made(f"{LINE} <!-- bot: allow stray-space - meant -->"),
        f"{made(LINE)}\n<!-- bot: allow published-venue - nothing is below -->\n",
    ):
        assert len(run(content, SURE).written) == 1


@pytest.mark.parametrize(
    ("line", "since", "is_wanted"),
    [
        pytest.param(LINE, date(2023, 10, 28), True, id="the month of the id"),
        pytest.param(LINE, date(2023, 10, 29), False, id="later"),
        pytest.param(LINE, None, True, id="all"),
        pytest.param(f"* [2024-05] {LINE[2:]}", date(2023, 12, 1), False, id="the id before the date"),
    ],
)
def test_entries_from_a_day_on(line: str, since: date | None, is_wanted: bool) -> None:
    assert len(run(made(line), SURE, Choice(since=since)).written) == is_wanted


@pytest.mark.parametrize(
    ("label", "since", "is_wanted"),
    [
        ("[2023-10-05] ", date(2023, 10, 5), True),
        ("[2023-10-05] ", date(2023, 10, 6), False),
        ("[2023] ", date(2023, 12, 28), True),
        ("[2023] ", date(2023, 12, 29), False),
        ("", date(2000, 1, 1), False),
        ("", None, True),
    ],
)
def test_entries_without_an_id_by_their_dates(label: str, since: date | None, is_wanted: bool) -> None:
    """What is behind a link is followed for all papers."""
    from bot.links import LinkState, LinkStatus

    page, moved = "http://fireact.github.io/paper.html", "https://fireact.github.io/paper/"
    known = Facts({}, links={page: LinkStatus(page, LinkState.MOVED, "301 twice", target=moved)})
    text = f"# Papers\n\n* {label}[{TITLE}]({page}), Ann Lee, Bo Wu. ICLR\n" + REST
    assert len(run(text, known, Choice(since=since)).written) == is_wanted


OTHER = Identifier(Scheme.ARXIV, "2401.12345")
OLDER = "* [AgentStep: Learning to Act](https://arxiv.org/abs/2401.12345)"
BOTH = Facts(
    {**SURE.papers, OTHER: Record("AgentStep: Learning to Act", identifier=OTHER)},
    venues={**SURE.venues, OTHER: SURE.venues[PAPER]},
    code=SURE_CODE.code,
)


@pytest.mark.parametrize(
    ("most", "changed", "held"),
    [
        pytest.param(None, [("2401.12345", "venue"), ("2310.05915", "venue"), ("2310.05915", "code")], 0, id="all"),
        pytest.param(2, [("2401.12345", "venue"), ("2310.05915", "venue"), ("2310.05915", "code")], 0, id="two"),
        pytest.param(1, [("2401.12345", "venue")], 2, id="the newest"),
        pytest.param(0, [], 3, id="none"),
    ],
)
def test_so_many_entries_are_changed(most: int | None, changed: list[tuple[str, str]], held: int) -> None:
    outcome = run(made(LINE, OLDER), BOTH, Choice(most=most))
    assert [(each.work.removeprefix("arXiv:"), str(each.subject)) for each in outcome.written] == changed
    assert outcome.held == held


THIRD = Identifier(Scheme.ARXIV, "2401.54321")
NEXT = "* [AgentWalk: Learning to Walk](https://arxiv.org/abs/2401.54321)"
THREE = Facts(
    {**BOTH.papers, THIRD: Record("AgentWalk: Learning to Walk", identifier=THIRD)},
    venues={**BOTH.venues, THIRD: SURE.venues[PAPER]},
)


@pytest.mark.parametrize(
    ("lines", "misread", "left"),
    [
        pytest.param((LINE, OLDER, NEXT), [OLDER], [OLDER], id="one of three"),
        pytest.param((OLDER, LINE, NEXT), [OLDER], [OLDER], id="the first"),
        pytest.param((LINE, OLDER, NEXT), [OLDER, NEXT], [OLDER, NEXT], id="two"),
        pytest.param((OLDER,), [OLDER], [OLDER], id="the only one"),
        pytest.param((LINE, OLDER), [], [], id="none"),
    ],
)
def test_what_would_not_be_read_as_meant_is_left_to_a_person(
    lines: Sequence[str], misread: Sequence[str], left: Sequence[str]
) -> None:
    def read(text: Text) -> Listing:
        content = text.content
        for each in misread:
            content = content.replace(f"{each} (ICLR 2024)", "* Nothing")
        return read_text(Text(text.path, content) if content != text.content else text)

    outcome = update((Text("README.md", made(*lines)),), read, THREE, Choice())
    assert outcome.texts[0].content == made(*(each if each in left else f"{each} (ICLR 2024)" for each in lines))
    assert shown(outcome.open) == [
        (3 + lines.index(each), Subject.VENUE, "ICLR 2024", "it would not be read as meant", f"{each} (ICLR 2024)")
        for each in lines
        if each in left
    ]
    assert len(outcome.written) == len(lines) - len(left)


def test_what_was_turned_down_is_not_proposed_again() -> None:
    (item,) = run(made(LINE), SURE).written
    assert run(made(LINE), SURE, Choice(declined=frozenset({item.key}))).written == ()
    assert run(made(LINE), SURE, Choice(declined=frozenset({replace(item, reason="x").key}))).written == (item,)


def test_subjects_are_chosen() -> None:
    known = replace(SURE, code=SURE_CODE.code)
    for subject in (Subject.VENUE, Subject.CODE):
        assert [each.subject for each in run(made(LINE), known, Choice(frozenset({subject}))).written] == [subject]
    assert [each.subject for each in run(made(LINE), known).written] == [Subject.VENUE, Subject.CODE]
