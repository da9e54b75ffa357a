"""One paper in several sections or lists."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.linter.diagnostics import Severity
from bot.linter.rule import Context
from bot.listing import Catalog, read
from bot.rules.cross_listed_entry import CrossListedEntry
from bot.text import Text
from tests.rules.helpers import TODAY, findings, placed

RULE = CrossListedEntry()
TITLE = "FireAct: Toward Language Agent Fine-tuning"
FIRST = f"* [{TITLE}](https://arxiv.org/abs/2310.05915)\n"
AGAIN = f"* [{TITLE}](https://arxiv.org/pdf/2310.05915v1)\n"
OTHER = "* [AgentTuning: Enabling Generalized Agent Abilities](https://arxiv.org/abs/2310.12823)\n"


@pytest.mark.parametrize(
    ("second", "message"),
    [
        pytest.param(AGAIN, 'arXiv 2310.05915 is also listed on line 3, under "One"', id="same work"),
        pytest.param(
            f"* [{TITLE}](https://openreview.net/forum?id=gEZrGCozdqR)\n",
            'this title is also listed on line 3, under "One"',
            id="same title",
        ),
        pytest.param(
            "* [FireAct: Language Agent Tuning](https://arxiv.org/abs/2310.05915)\n",
            'arXiv 2310.05915 is also listed on line 3, under "One"',
            id="other title",
        ),
    ],
)
def test_notes_another_section(second: str, message: str) -> None:
    text = f"## One\n\n{FIRST}\n## Two\n\n{OTHER}{second}"
    found = findings(RULE, text)
    assert placed(text, found) == [(8, Severity.NOTE)]
    assert found[0].message == message
    assert [text[each.span.start : each.span.end] for each in found[0].related] == [TITLE]


@pytest.mark.parametrize(
    ("title", "authors", "page", "expected"),
    [
        pytest.param("", "Ann Lee, Bo Chen", "https://doi.org/10.1145/3637528.3672000", [Severity.NOTE], id="theirs"),
        pytest.param("", "Di Xu, Jo Ek", "https://doi.org/10.1145/3637528.3672000", [Severity.NOTE], id="short"),
        pytest.param(
            " with Trajectories of Tools",
            "Di Xu, Jo Ek",
            "https://doi.org/10.1145/3637528.3672000",
            [Severity.WARNING],
            id="copied",
        ),
        pytest.param(
            " with Trajectories of Tools",
            "Di Xu, Jo Ek",
            "https://openreview.net/forum?id=gEZrGCozdqS",
            [Severity.WARNING],
            id="copied on one site",
        ),
        pytest.param(
            " with Trajectories of Tools", "Di Xu, Jo Ek", "https://arxiv.org/abs/2310.05951", [], id="arXiv alone"
        ),
    ],
)
def test_a_title_of_two_works_and_authors_was_copied(
    title: str, authors: str, page: str, expected: list[Severity]
) -> None:
    own = "https://arxiv.org/abs/2310.05915" if "arxiv" in page else "https://openreview.net/forum?id=gEZrGCozdqR"
    entry = "* [{}]({}), {}, 2024\n"
    text = f"## One\n\n{entry.format(TITLE + title, own, 'Ann Lee, Bo Chen')}\n## Two\n\n"
    found = findings(RULE, text + entry.format(TITLE + title, page, authors))
    assert [each.severity for each in found] == expected


@pytest.mark.parametrize(
    ("venue", "address", "severity"),
    [
        pytest.param("ACL 2017", "https://aclanthology.org/P17-2067", Severity.WARNING, id="years apart"),
        pytest.param("ACL 2020", "https://aclanthology.org/P17-2067", Severity.NOTE, id="the year before"),
        pytest.param("AAAI 2017", "https://aclanthology.org/P17-2067", Severity.NOTE, id="one conference"),
        pytest.param("TKDE 2017", "https://doi.org/10.1109/TKDE.2017.1", Severity.NOTE, id="a journal"),
        pytest.param("ACL 2017", "https://a.edu/agents.pdf?utm_source=a", Severity.NOTE, id="one address"),
        pytest.param("NeurIPS Workshop 2017", "https://b.edu/agents.pdf", Severity.NOTE, id="a workshop"),
    ],
)
def test_a_title_of_two_conferences_years_apart_was_copied(venue: str, address: str, severity: Severity) -> None:
    entry = "* [Agents that Learn from the Long Trajectories of Many Tools]({}), {}\n"
    text = f"## One\n\n{entry.format('https://a.edu/agents.pdf', 'AAAI 2021')}\n## Two\n\n"
    assert placed(text, findings(RULE, text + entry.format(address, venue))) == [(7, severity)]


def test_notes_every_repetition_and_points_at_the_first() -> None:
    text = f"## One\n\n{FIRST}\n## Two\n\n{FIRST}\n## Three\n\n{FIRST}"
    found = findings(RULE, text)
    assert placed(text, found) == [(7, Severity.NOTE), (11, Severity.NOTE)]
    assert {each.related[0].span.start for each in found} == {text.index(TITLE)}


def test_lists_of_one_run() -> None:
    first, second = (read(parse(Text(path, FIRST))) for path in ("a.md", "b.md"))
    context = Context(TODAY, Catalog((first, second)))
    assert [*RULE.check(first, context)] == []
    found = [*RULE.check(second, context)]
    message = "arXiv 2310.05915 is also listed on line 1 of a.md"
    assert [(each.path, each.message) for each in found] == [("b.md", message)]
    assert [each.path for each in found[0].related] == ["a.md"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"## One\n\n{FIRST}\n## Two\n\n{OTHER}", id="two papers"),
        pytest.param(f"## One\n\n{FIRST}{AGAIN}", id="one section: another rule"),
        pytest.param(f"## News\n\n{FIRST}\n## Two\n\n{AGAIN}", id="news"),
        pytest.param(f"## Two\n\n{FIRST}\n## 🔥 What's new\n\n{AGAIN}", id="news with emoji, behind"),
        pytest.param(
            f"## One\n\n{FIRST}\n## Two\n\n"
            "* [Training Software Engineering Models with Verifiers](https://arxiv.org/abs/2310.05915)\n",
            id="unrelated titles: another rule",
        ),
        pytest.param(
            f"## One\n\n{FIRST}\n## Two\n\n"
            "* [Agents Learn the Language of Trajectories](https://arxiv.org/abs/2310.05915)\n",
            id="perhaps renamed: another rule",
        ),
    ],
)
def test_leaves_alone(text: str) -> None:
    assert findings(RULE, text) == []


def test_a_repetition_within_the_second_section_is_a_duplicate() -> None:
    text = f"## One\n\n{FIRST}\n## Two\n\n{FIRST}{AGAIN}"
    assert placed(text, findings(RULE, text)) == [(7, Severity.NOTE)]


def test_exempt_sections() -> None:
    text = f"## One\n\n{FIRST}\n## Must Read\n\n{AGAIN}"
    assert findings(CrossListedEntry(exempt_sections=("Must read",)), text) == []
    assert len(findings(RULE, text)) == 1


def numbered(*numbers: int) -> str:
    return "".join(f"* [Agents of Kind {number}](https://arxiv.org/abs/2310.{number:05})\n" for number in numbers)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param(
            f"## Best\n\n{numbered(1, 2, 3, 4, 5)}\n## One\n\n{numbered(*range(1, 11))}", [], id="a selection, first"
        ),
        pytest.param(
            f"## One\n\n{numbered(*range(1, 6))}\n## Two\n\n{numbered(*range(6, 11))}\n"
            f"## Best\n\n{numbered(1, 3, 5, 7, 9)}",
            [],
            id="a selection, last",
        ),
        pytest.param(
            f"## Best\n\n{numbered(1, 2, 3, 4)}\n## One\n\n{numbered(*range(1, 11))}",
            [10, 11, 12, 13],
            id="too few for a selection",
        ),
        pytest.param(
            f"## Best\n\n{numbered(1, 2, 3, 20)}\n## One\n\n{numbered(*range(1, 11))}",
            [10, 11, 12],
            id="papers of its own",
        ),
        pytest.param(
            f"## One\n\n{numbered(1, 2, 3, 4, 5)}\n## Two\n\n{numbered(1, 2, 3, 4, 5)}",
            [11],
            id="a copy of a section is no selection",
        ),
    ],
)
def test_selections(text: str, lines: list[int]) -> None:
    assert [line for line, _ in placed(text, findings(RULE, text))] == lines


def test_many_papers_in_two_sections_are_a_habit() -> None:
    one = numbered(*range(1, 90))
    two = "".join(numbered(number, number + 200, number + 300) for number in range(1, 90, 4))
    text = f"## One\n\n{one}\n## Two\n\n{two}"
    (found,) = findings(RULE, text)
    assert found.message.startswith("23 of 158 entries: the paper is listed in another section or list too")
    assert len(findings(CrossListedEntry(accept_habits=False), text)) == 23
