"""A change that adds entries: a row for each in the summary, and no comment on each where they are many."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.facts.model import Absent, Facts, Unknown, records_of_pages
from bot.github.model import Conversation
from bot.links import LinkState, LinkStatus
from bot.linter.diagnostics import Related, Severity
from bot.listing.model import ListedEntry
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record
from bot.reviews.added import Outcome, describe_added
from bot.reviews.decide import MANY_ADDED, decide
from bot.reviews.findings import list_findings
from tests.reviews.helpers import PATH, Stage, checked_pull, found, suggested
from tests.rules.helpers import count_calls

if TYPE_CHECKING:
    from bot.github.model import Review
    from bot.linter.diagnostics import Diagnostic
    from bot.reviews.findings import CheckedPull

WORDS = ("Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliett", "Kilo", "Lima")
OLD = "# Papers\n\n* [Zulu: An Entry of the Past](https://arxiv.org/abs/2301.00001)\n"
BASE = "https://github.com/stranger/papers/blob/" + "b" * 40 + "/README.md?plain=1"


def title(word: str) -> str:
    return f"{word}: Agents That Learn to Plan"


def arxiv(number: int) -> Identifier:
    return Identifier(Scheme.ARXIV, f"2310.{number:05}")


def line(number: int, word: str) -> str:
    return f"* [{title(word)}](https://arxiv.org/abs/{arxiv(number).value})\n"


CONTENT = OLD + "".join(line(number, word) for number, word in enumerate(WORDS, 1))


def change(*diagnostics: Diagnostic, content: str = CONTENT, facts: Facts | None = None) -> CheckedPull:
    """The change that adds all entries of `content` but the first."""
    checked = checked_pull(content, diagnostics, before=OLD)
    (listing,) = checked.listings
    added = tuple(ListedEntry(listing, entry) for entry in listing.entries[1:])
    return replace(checked, added=added, facts=facts)


def summed_up(review: Review) -> str:
    assert review.summary is not None
    return review.summary.body


def rows(body: str) -> list[str]:
    """The state and the last cell of each row of the added entries, those of the folded part last."""
    tables = body.split("| | Entry | |\n| --- | --- | --- |\n")[1:]
    lines = (line for table in tables for line in table.partition("\n\n")[0].splitlines() if line.startswith("| "))
    cells = [line.removesuffix(" |").split(" | ") for line in lines]
    return [f"{cell[0].removeprefix('| ')}, {cell[-1]}".strip(", ") for cell in cells]


def is_known(number: int, title: str) -> Facts:
    return Facts({arxiv(number): Record(title, identifier=arxiv(number))})


URL = "https://arxiv.org/abs/2310.00001"
PAGE = "https://openreview.net/forum?id=abc"
DOI = "https://doi.org/10.1000/xyz123"

SEEN = LinkStatus(PAGE, LinkState.OK, tags=(("citation_title", title("Alpha")),))
OUTCOMES = {
    "nobody asked": (URL, None, Outcome.UNCHECKED, ""),
    "not asked about this one": (URL, Facts(), Outcome.UNCHECKED, ""),
    "not answered": (URL, Facts({arxiv(1): Unknown("arXiv answered 503")}), Outcome.UNCHECKED, "arXiv answered 503"),
    "no such paper, and the rule is off": (
        URL,
        Facts({arxiv(1): Absent()}, links={URL: LinkStatus(URL, LinkState.DEAD, "arXiv has no such paper")}),
        Outcome.UNCHECKED,
        "arXiv has no such paper",
    ),
    "the title on record": (URL, is_known(1, "ALPHA: Agents that learn to {plan}"), Outcome.VERIFIED, "arXiv"),
    "an earlier title": (
        URL,
        Facts({arxiv(1): Record("Planning Agents", (title("Alpha"),), identifier=arxiv(1))}),
        Outcome.VERIFIED,
        "arXiv",
    ),
    "a longer title": (
        URL,
        is_known(1, f"{title('Alpha')} with Tools in Open Worlds"),
        Outcome.OTHER_TITLE,
        f'arXiv: "{title("Alpha")} with Tools in Open Worlds"',
    ),
    "another title": (URL, is_known(1, "Planning"), Outcome.OTHER_TITLE, 'arXiv: "Planning"'),
    "a registry knows the title": (
        DOI,
        Facts(works={"10.1000/xyz123": Record(title("Alpha"), source="Crossref")}),
        Outcome.VERIFIED,
        "Crossref",
    ),
    "the page says its title": (
        PAGE,
        Facts(links={PAGE: SEEN}, works=records_of_pages([SEEN])),
        Outcome.VERIFIED,
        "its page on openreview.net",
    ),
    "a page without a record": (PAGE, Facts(links={PAGE: LinkStatus(PAGE, LinkState.OK)}), Outcome.REACHED, ""),
    "a page that nobody could see": (
        PAGE,
        Facts(links={PAGE: LinkStatus(PAGE, LinkState.BLOCKED, "a login is required")}),
        Outcome.UNCHECKED,
        "a login is required",
    ),
}


@pytest.mark.parametrize(("url", "facts", "outcome", "remark"), OUTCOMES.values(), ids=OUTCOMES)
def test_only_what_facts_confirm_is_verified(url: str, facts: Facts | None, outcome: Outcome, remark: str) -> None:
    content = CONTENT.replace(URL, url)
    described = describe_added(change(content=content, facts=facts), (), Severity.WARNING)
    (row,) = [each for each in described if each.line == 4]
    assert (row.title, row.outcome, row.remark) == (title("Alpha"), outcome, remark)


@pytest.mark.parametrize(
    ("rule", "severity", "outcome"),
    [
        ("wrong-paper", Severity.ERROR, Outcome.ERROR),
        ("duplicate-entry", Severity.ERROR, Outcome.DUPLICATE),
        ("duplicate-entry", Severity.WARNING, Outcome.DUPLICATE),
        ("stray-space", Severity.WARNING, Outcome.WARNING),
        ("cross-listed-entry", Severity.NOTE, Outcome.LISTED),
        ("stray-space", Severity.NOTE, Outcome.VERIFIED),
    ],
)
def test_what_is_found_comes_before_what_is_known(rule: str, severity: Severity, outcome: Outcome) -> None:
    checked = change(found(CONTENT, "Alpha", rule, severity), facts=is_known(1, title("Alpha")))
    described = describe_added(checked, list_findings(checked), Severity.WARNING)
    assert [row.outcome for row in described if row.line == 4] == [outcome]


def test_what_needs_a_look_comes_first() -> None:
    """All of the summary, with entries of most kinds and a finding elsewhere."""
    facts = Facts({arxiv(n): Record(title(word), identifier=arxiv(n)) for n, word in enumerate(WORDS[:9], 1)})
    first = Related(PATH, replace(found(CONTENT, "Zulu"), path=PATH).span, "the first entry")
    checked = change(
        found(CONTENT, "Zulu", "stray-space"),
        found(CONTENT, "Echo", "wrong-paper", Severity.ERROR, message='arXiv 2310.00005 is another paper: "Cooking"'),
        replace(
            found(CONTENT, "Hotel", "duplicate-entry", Severity.ERROR, message="duplicate of line 3"), related=(first,)
        ),
        found(CONTENT, "Bravo", "stray-space", new="Beta"),
        found(CONTENT, "Delta", "retitled-paper", Severity.NOTE),
        facts=facts,
    )
    body = summed_up(decide(checked, Conversation()))
    assert body.partition("\n")[2] == SUMMARY.replace("BASE", BASE)


SUMMARY = """### 2 errors and 2 warnings in this change

12 entries added: 6 verified, 3 not checked, 1 with warnings, 1 listed twice, 1 with errors.

| | Entry | |
| --- | --- | --- |
| error | [Echo: Agents That Learn to Plan](BASE#L8)<br>Papers · arXiv:2310.00005 | `wrong-paper`: arXiv 2310.00005 is another paper: "Cooking" |
| duplicate | [Hotel: Agents That Learn to Plan](BASE#L11)<br>Papers · arXiv:2310.00008 | `duplicate-entry`: duplicate of line 3 |
| warning | [Bravo: Agents That Learn to Plan](BASE#L5)<br>Papers · arXiv:2310.00002 | `stray-space`: is wrong<br>Fix: Fix it |
| not checked | [Juliett: Agents That Learn to Plan](BASE#L13)<br>Papers · arXiv:2310.00010 |  |
| not checked | [Kilo: Agents That Learn to Plan](BASE#L14)<br>Papers · arXiv:2310.00011 |  |
| not checked | [Lima: Agents That Learn to Plan](BASE#L15)<br>Papers · arXiv:2310.00012 |  |

<details><summary>6 entries with nothing found</summary>

| | Entry | |
| --- | --- | --- |
| verified | [Alpha: Agents That Learn to Plan](BASE#L4)<br>Papers · arXiv:2310.00001 | arXiv |
| verified | [Charlie: Agents That Learn to Plan](BASE#L6)<br>Papers · arXiv:2310.00003 | arXiv |
| verified | [Delta: Agents That Learn to Plan](BASE#L7)<br>Papers · arXiv:2310.00004 | arXiv |
| verified | [Foxtrot: Agents That Learn to Plan](BASE#L9)<br>Papers · arXiv:2310.00006 | arXiv |
| verified | [Golf: Agents That Learn to Plan](BASE#L10)<br>Papers · arXiv:2310.00007 | arXiv |
| verified | [India: Agents That Learn to Plan](BASE#L12)<br>Papers · arXiv:2310.00009 | arXiv |

</details>

Elsewhere:

| | Where | What |
| --- | --- | --- |
| warning | [README.md:3](BASE#L3) | `stray-space`: is wrong |

`bot lint --fix` fixes 1 of them. To suppress a finding, add `<!-- bot: allow name-of-the-rule -->` on the entry or above it.

<details><summary>Notes (1)</summary>

| | Where | What |
| --- | --- | --- |
| note | [README.md:7](BASE#L7) | `retitled-paper`: is wrong |

</details>
"""  # noqa: E501 - rows of a table


WARNINGS = [found(CONTENT, word, new=word.upper()) for word in WORDS]
ERRORS = [found(CONTENT, word, severity=Severity.ERROR) for word in WORDS]

COMMENTS = {
    "errors": (ERRORS[:3], [4, 5, 6]),
    "no more than ten": (ERRORS, list(range(4, 14))),
    "a warning without a fix": ([found(CONTENT, "Alpha")], []),
    "a few safe fixes": (WARNINGS[:5], [4, 5, 6, 7, 8]),
    "many safe fixes": (WARNINGS[:6], []),
    "many safe fixes, and an error": ([*WARNINGS[:6], ERRORS[11]], [15]),
}


@pytest.mark.parametrize(("diagnostics", "lines"), COMMENTS.values(), ids=COMMENTS)
def test_errors_and_a_few_safe_fixes_get_a_comment(diagnostics: list[Diagnostic], lines: list[int]) -> None:
    review = decide(change(*diagnostics), Conversation())
    assert [each.line for each in review.comments] == lines
    assert [suggested(each.body) is not None for each in review.comments] == [
        any(each.fix is not None for each in diagnostics[:5]) and line != 15 for line in lines
    ]
    assert sum("`some-rule`" in row for row in rows(summed_up(review))) == len(diagnostics)


@pytest.mark.parametrize(("count", "more"), [(3, ""), (4, "<br>and 1 more finding"), (5, "<br>and 2 more findings")])
def test_a_row_shows_three_findings_of_its_entry(count: int, more: str) -> None:
    review = decide(change(*(found(CONTENT, "Alpha", rule=f"rule-{n}") for n in range(count))), Conversation())
    shown = "<br>".join(f"`rule-{n}`: is wrong" for n in range(3))
    assert rows(summed_up(review))[0] == f"warning, {shown}{more}"


@pytest.mark.parametrize(("count", "is_enough"), [(MANY_ADDED - 1, False), (MANY_ADDED, True)])
def test_from_ten_entries_on_the_table_is_enough(count: int, is_enough: bool) -> None:
    content = OLD + "".join(line(number, word) for number, word in enumerate(WORDS[:count], 1))
    review = decide(change(found(content, "Alpha"), content=content), Conversation())
    assert f"{count} entries added" in summed_up(review)
    assert len(review.comments) == (0 if is_enough else 1)


DETAILED = """# Papers

## Planning

* [2310] **Alpha: Agents That Learn to Plan** (ICLR 2024) [[paper](https://arxiv.org/abs/2310.00001)]
* [2309] **Bravo: Agents That Learn to Plan** (ICML 2024) [[paper](https://arxiv.org/abs/2309.00002)]
* [2308] **Charlie: Agents That Learn to Plan** [[paper](https://arxiv.org/abs/2308.00003)]
"""


def test_a_row_shows_what_was_read() -> None:
    checked = checked_pull(DETAILED, (), before="# Papers\n")
    (listing,) = checked.listings
    added = tuple(ListedEntry(listing, entry) for entry in listing.entries)
    described = describe_added(replace(checked, added=added), (), Severity.WARNING)
    assert [row.parts for row in described] == [
        ("2023-10", "ICLR 2024", "Planning", "arXiv:2310.00001"),
        ("2023-09", "ICML 2024", "Planning", "arXiv:2309.00002"),
        ("2023-08", "Planning", "arXiv:2308.00003"),
    ]


def test_one_entry_that_is_well_is_folded() -> None:
    content = OLD + line(1, "Alpha")
    body = summed_up(decide(change(content=content, facts=is_known(1, title("Alpha"))), Conversation()))
    assert body.partition("\n")[2] == FOLDED.replace("BASE", BASE)


FOLDED = """### No findings in 1 added entry

<details><summary>1 entry added: 1 verified</summary>

| | Entry | |
| --- | --- | --- |
| verified | [Alpha: Agents That Learn to Plan](BASE#L4)<br>Papers · arXiv:2310.00001 | arXiv |

</details>
"""


def test_when_all_is_fixed_the_summary_says_so() -> None:
    content = OLD + line(1, "Alpha")
    stage, facts = Stage(), is_known(1, title("Alpha"))
    stage.carry_out(decide(change(found(content, "Alpha"), content=content, facts=facts), stage.conversation))
    body = summed_up(decide(change(content=content, facts=facts), stage.conversation))
    assert "### No findings left\n" in body
    assert "All earlier findings in this change are fixed or settled. Thank you!" in body
    assert rows(body) == ["verified, arXiv"]


@pytest.mark.parametrize(
    ("facts", "is_posted"),
    [
        (None, False),
        (Facts(), False),
        (Facts({arxiv(1): Unknown("arXiv answered 503")}), False),
        (is_known(1, title("Alpha")), True),
        (is_known(1, "Planning"), True),
    ],
    ids=["nobody asked", "nothing asked", "no answer", "verified", "another title"],
)
def test_the_table_is_posted_without_findings_where_something_was_learned(facts: Facts | None, is_posted: bool) -> None:
    review = decide(change(facts=facts), Conversation())
    assert review.comments == ()
    assert (review.summary is not None) is is_posted
    if is_posted:
        assert "### No findings in 12 added entries\n" in summed_up(review)
        assert "Thank you!" not in summed_up(review)


def test_the_second_review_writes_nothing() -> None:
    stage, checked = Stage(), change(*ERRORS[:2], *WARNINGS[4:], facts=is_known(3, title("Charlie")))
    stage.carry_out(decide(checked, stage.conversation))
    again = decide(checked, stage.conversation)
    assert (again.comments, again.minimizations, again.summary) == ((), (), None)


def test_a_finding_that_was_settled_is_not_called_verified() -> None:
    stage, checked = Stage(), change(ERRORS[0], facts=is_known(1, title("Alpha")))
    stage.carry_out(decide(checked, stage.conversation))
    (thread,) = stage.threads
    stage.threads = [replace(thread, is_resolved=True)]
    body = summed_up(decide(checked, stage.conversation))
    assert rows(body)[0] == "error, Settled: `some-rule`: is wrong"
    assert "### 1 error in this change, settled\n" in body


HOSTILE = "@team | <b>#1</b> `x` ![a](http://a.org) -->"


def test_text_of_strangers_is_escaped() -> None:
    entry = f"* [{HOSTILE.replace('[', '').replace(']', '')} and more](https://arxiv.org/abs/2310.00077)\n"
    facts = is_known(1, f'{HOSTILE}"<!-- paperlist-bot:v1 summary -->')
    body = summed_up(decide(change(content=CONTENT + entry, facts=facts), Conversation()))
    table = body.partition("\n")[2]
    assert not any(each in table for each in ("@team", "<b>", "![", "<!--"))
    assert all(row.count(" | ") == 2 for row in table.splitlines() if row.startswith("| not checked"))


def test_what_does_not_fit_is_counted() -> None:
    many = OLD + "".join(f"* [{HOSTILE[:4] * 400} {n}](https://arxiv.org/abs/2310.{n:05})\n" for n in range(1, 301))
    body = summed_up(decide(change(found(many, "Zulu"), content=many), Conversation()))
    shown = body.count("\n| not checked |")
    assert len(body) <= 60_000
    assert 20 < shown <= 200
    assert f"\n{300 - shown} more added entries are not listed.\n" in body
    assert "\nElsewhere:\n" in body


def test_many_entries_of_a_long_list_take_linear_time() -> None:
    def calls(times: int) -> int:
        checked = change(content=CONTENT + "\n" * 20 * times)
        many = replace(checked, added=checked.added * times)
        return count_calls(lambda: describe_added(many, (), Severity.WARNING))

    assert calls(80) < 5 * calls(20)
