"""The answer in the issue, and its marker."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.github.hidden_text import Seal
from bot.github.model import Author, Comment, OpenedIssue
from bot.submissions.answer import (
    Marker,
    Outcome,
    Place,
    Row,
    State,
    digest_of,
    digest_of_line,
    find_answer,
    find_refusal,
    is_of_shown,
    make_rows,
    render_answer,
    render_refusal,
    screen,
)
from tests.reports.test_markdown_escaping import LIVE, rendered

SEAL = Seal("octo/list", 7)
PLACE = Place("octo/list", 7, "c" * 40)
READY = Outcome(
    State.READY,
    "arXiv:2401.00123",
    "A Title",
    "README.md",
    6,
    "Planning",
    "* [A Title](https://arxiv.org/abs/2401.00123)",
)
SHOWN = digest_of_line(READY)
MARKED = f"<!-- paperlist-bot:v1 submission state=ready paper={digest_of('arXiv:2401.00123')} pull=0 line={SHOWN} sum="
LINE = "```markdown\n* [A Title](https://arxiv.org/abs/2401.00123)\n```"
FILE = f"https://github.com/octo/list/blob/{'c' * 40}/README.md?plain=1"
FORM = "https://github.com/octo/list/issues/new?template=add-paper.yml"
ISSUES = "https://redirect.github.com/octo/list/issues"
HOSTILE = "@octo/team #1 octo/other#2 <script> <!-- paperlist-bot:v1 --> [x](https://example.com) ![y](z) `a` | $x$"


def answer(outcome: Outcome, pull: Marker | None = None, rows: tuple[Row, ...] = ()) -> str:
    return render_answer(outcome, PLACE, SEAL, pull, rows)


def text_of(outcome: Outcome, pull: Marker | None = None, rows: tuple[Row, ...] = ()) -> str:
    """The answer without its marker."""
    return answer(outcome, pull, rows).partition("\n")[2]


def comment(body: str) -> Comment:
    return Comment("IC_1", 1, body, is_ours=True)


def test_the_line_and_what_to_do() -> None:
    assert answer(READY).startswith(MARKED)
    assert text_of(READY) == (
        f"“A Title” (`arXiv:2401.00123`) would be added to `README.md:6`, in `Planning`:\n\n{LINE}\n\n"
        "Somebody with write access makes the pull request by the comment `/approve`, or `/approve SECTION` for another"
        " section, or with the label `approved`.\n"
    )


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (
            replace(READY, sections=(("Planning", 0.8), ("Memory", 0.15), ("Tools", 0.05))),
            "Other sections that fit: `Memory` (0.15), `Tools` (0.05).",
        ),
        (
            replace(READY, unknown=("venue", "affiliation")),
            "Unknown, although most entries beside it have it: venue and affiliation.",
        ),
        (replace(READY, source="its page on example.org"), "What the entry says is from its page on example.org."),
        (replace(READY, same=(3, 5)), "Also proposed in #3 and #5."),
        (replace(READY, notes=('There is no section "X".',)), 'There is no section "X".'),
        (
            replace(READY, state=State.UNCLEAR, sections=(("Planning", 0.5), ("Memory", 0.4))),
            "The best ones: `Planning` (0.50), `Memory` (0.40).",
        ),
        (
            replace(READY, state=State.LISTED, reason="in the list already"),
            f"“A Title” (`arXiv:2401.00123`) is in the list already: [README.md:6]({FILE}#L6), in `Planning`.",
        ),
        (
            Outcome(State.DECLINED, "arXiv:2401.00123", reason="the paper is withdrawn"),
            "`arXiv:2401.00123` cannot be added: the paper is withdrawn.",
        ),
        (
            Outcome(State.UNREADABLE, reason="The form names no paper"),
            "The form names no paper. Edit the issue: the bot then looks again.",
        ),
        (
            Outcome(State.WAITING, "arXiv:2401.00123", earlier=(3,)),
            "The bot looks at this when #3 by the same account is closed and this issue is edited.",
        ),
        (
            Outcome(State.STRAY),
            f"To propose a paper for the list, use [the form]({FORM}): the bot answers with the line to add.",
        ),
    ],
    ids=[
        *("sections", "unknown", "source", "same", "note", "unclear", "listed", "declined", "unreadable", "waiting"),
        "stray",
    ],
)
def test_what_it_says(outcome: Outcome, expected: str) -> None:
    assert expected in text_of(outcome).splitlines()


@pytest.mark.parametrize("outcome", [READY, replace(READY, state=State.UNCLEAR)], ids=["ready", "unclear"])
def test_the_line_is_shown_as_code(outcome: Outcome) -> None:
    assert LINE in text_of(outcome)
    assert "````markdown\n* ```\n````" in text_of(replace(outcome, text="* ```"))


def test_the_pull_request() -> None:
    own = Marker(State.READY, digest_of(READY.paper), 34, SHOWN)
    assert (
        text_of(READY, own) == f"#34 adds “A Title” (`arXiv:2401.00123`) to `README.md:6`, in `Planning`:\n\n{LINE}\n"
    )
    found = find_answer([comment(answer(READY, own))], SEAL)
    assert found is not None
    assert found[1] == own


def test_another_paper_than_the_approved_one() -> None:
    """The marker keeps what was approved."""
    other = Marker(State.READY, digest_of("arXiv:2401.00500"), 34, SHOWN)
    assert "#34 was made for another paper. To replace it there, approve this one." in text_of(READY, other)
    found = find_answer([comment(answer(READY, other))], SEAL)
    assert found is not None
    assert found[1] == other


@pytest.mark.parametrize(
    ("papers", "earlier", "expected"),
    [
        (["a"], (), None),
        (["a"], (3,), Outcome(State.WAITING, "a", earlier=(3,))),
        ([], (3,), Outcome(State.UNREADABLE, reason="The form names no paper")),
        (["a", "b"], (), Outcome(State.UNREADABLE, reason="The form names 2 papers, and it is for one")),
    ],
    ids=["one", "waits", "none", "two"],
)
def test_proposals_that_are_not_looked_at(
    papers: list[str], earlier: tuple[int, ...], expected: Outcome | None
) -> None:
    assert screen(papers, earlier) == expected


def test_rows_of_open_submissions() -> None:
    """The answer of each issue is read in it alone."""
    body = "### Link or identifier\n\n{}"
    own = comment(render_answer(READY, Place("octo/list", 8), Seal("octo/list", 8), None))
    queue = [
        OpenedIssue(8, "One", body.format("p1"), True, Author("ada", 5, is_trusted=False), comments=(own,)),
        OpenedIssue(9, "Two", body.format("p1 p2"), True, None, comments=(own,)),
        OpenedIssue(10, "Three", body.format("nothing"), True, None),
    ]
    rows = make_rows(queue, lambda word: word.upper() if word.startswith("p") else None, SEAL)
    assert rows == (
        Row(8, "ada", "One", "P1", Marker(State.READY, digest_of(READY.paper), 0, SHOWN)),
        Row(9, "ghost", "Two", "", None),
        Row(10, "ghost", "Three", "", None),
    )


def test_the_table_of_open_submissions() -> None:
    rows = (
        Row(7, "ada", "Paper: ", "arXiv:2401.00123", None),
        Row(8, "eve", "Paper: | @octo", "arXiv:2401.00500", Marker(State.LISTED)),
        Row(9, "zoe", "Mine", "", Marker(State.READY, "0" * 16, 12)),
        Row(10, "ghost", "", "", None),
    )
    assert text_of(READY, None, rows).partition("<details>")[2].splitlines()[2:] == [
        "| issue | paper | from | state |",
        "| --- | --- | --- | --- |",
        f"| [#7]({ISSUES}/7) | `arXiv:2401.00123`  | `ada` | waits for approval |",
        f"| [#8]({ISSUES}/8) | `arXiv:2401.00500` &#124; @&#8203;octo | `eve` | in the list already |",
        f"| [#9]({ISSUES}/9) | Mine | `zoe` | pull request [#12]({ISSUES}/12) |",
        f"| [#10]({ISSUES}/10) |  | `ghost` | not looked at yet |",
        "",
        "</details>",
    ]


def test_no_table_for_one() -> None:
    assert "<details>" not in text_of(READY, None, (Row(7, "ada", "", "", None),))


def test_the_answer_has_an_end() -> None:
    long = "x" * 70_000
    outcome = Outcome(State.READY, "doi:10.1/x", long, "README.md", 1, long[:200], long, notes=(long,))
    rows = tuple(Row(number, "ada", long, "arXiv:2401.00123", None) for number in range(200))
    assert len(answer(outcome, None, rows)) < 60_000
    assert "150 more are open." in answer(outcome, None, rows)


@pytest.mark.parametrize("name", ["paper", "title", "path", "section", "source", "reason"])
@pytest.mark.parametrize("state", list(State))
def test_hostile_texts_are_shown_and_do_nothing(name: str, state: State) -> None:
    outcome = replace(READY, state=state, **{name: HOSTILE}, sections=((HOSTILE, 0.5),), notes=(HOSTILE,))  # type: ignore[arg-type]
    shown = rendered(text_of(replace(outcome, earlier=(3,))).replace("#3", "an issue"))
    assert [words for words in shown.words if LIVE.search(words)] == []
    assert set(shown.tags) <= {name for tag in ("p", "code", "pre", "a", "span") for name in (tag, f"/{tag}")}


@pytest.mark.parametrize(
    "seal",
    [Seal("octo/list", 8), Seal("octo/other", 7), Seal("octo/list", 7, b"secret")],
    ids=["another issue", "another repository", "without the key"],
)
def test_markers_of_others_are_not_read(seal: Seal) -> None:
    assert find_answer([comment(render_answer(READY, PLACE, seal, None))], SEAL) is None
    assert find_refusal([comment(render_refusal("mallory", seal))], SEAL) is None


def test_a_marker_counts_only_at_the_beginning() -> None:
    assert find_answer([comment(f"> quoted\n{answer(READY)}")], SEAL) is None
    assert find_answer([comment("no marker"), comment(answer(READY))], SEAL) is not None


@given(st.text(max_size=200))
def test_any_text_is_no_answer(text: str) -> None:
    assert find_answer([comment(text), comment(f"{MARKED}{text}")], SEAL) is None


def test_a_refusal() -> None:
    body = render_refusal("mallory", SEAL)
    assert body.partition("\n")[2] == (
        "The approval by `mallory` was not followed: only people with write access to this repository can approve."
        " Further ones change this comment.\n"
    )
    assert find_refusal([comment(body)], SEAL) is not None


@pytest.mark.parametrize(
    ("now", "names_section", "expected"),
    [
        (READY, False, True),
        (replace(READY, line=9, notes=("Another note.",)), False, True),
        (replace(READY, section="Memory"), False, False),
        (replace(READY, section="Memory"), True, True),
        (replace(READY, path="OTHER.md"), False, False),
        (replace(READY, text=READY.text.replace("A Title", "B Title")), False, False),
        (replace(READY, text=READY.text.replace("A Title", "B Title")), True, False),
    ],
    ids=["same", "moved", "section", "section that is named", "list", "text", "text, and section that is named"],
)
def test_which_line_was_shown(now: Outcome, names_section: bool, expected: bool) -> None:
    shown = Marker(State.READY, line=digest_of_line(READY))
    assert is_of_shown(now, shown, names_section=names_section) is expected
    assert not is_of_shown(now, Marker(State.READY), names_section=names_section)


def test_an_answer_from_before_lines_had_a_checksum_is_read() -> None:
    """It has shown no line that could be approved."""
    body = f"<!-- paperlist-bot:v1 submission state=ready paper={'0' * 16} pull=3 sum="
    body += SEAL.sum(f"submission ready {'0' * 16} 3") + " -->"
    assert find_answer((comment(body),), SEAL) == (comment(body), Marker(State.READY, "0" * 16, 3))
