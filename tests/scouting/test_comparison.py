from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.dates import PartialDate
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record
from bot.scouting.comparison import (
    Candidate,
    Neighbour,
    Scouted,
    render_json,
    render_markdown,
    render_table,
    scout,
    usual_categories,
)
from bot.scouting.feeds import FeedPaper
from bot.scouting.ranking import Example, PaperText, rank
from tests.additions.helpers import listing_of

LIST = """# Agents

## Planning

* [2405] [AgentGen: Enhancing Planning Abilities via Task Generation](https://arxiv.org/abs/2405.00451)
* [2310] [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)
* [2305] [Plan-and-Solve Prompting: Improving Zero-Shot Planning](https://arxiv.org/abs/2305.04091)

## Memory

* [2402] [A Survey on the Memory of Language Agents](https://arxiv.org/abs/2402.10051)
* [2310] [MemGPT: Towards Language Models as Operating Systems with Memory](https://arxiv.org/abs/2310.08560)
* [2305] [MemoryBank: Enhancing Language Models with Long-Term Memory](https://arxiv.org/abs/2305.10250)
"""


def paper(value: str, title: str, abstract: str = "") -> FeedPaper:
    return FeedPaper(Identifier(Scheme.ARXIV, value), title, abstract)


PLANNING = paper("2501.00001", "Planning Abilities of Language Agents with Generated Tasks")
MEMORY = paper("2501.00002", "Long-Term Memory for Language Agents")
COFFEE = paper("2501.00003", "On the Thermodynamics of Coffee")
PROTEIN = paper("2501.00004", "Folding Proteins at Low Temperatures")
FIREACT = paper("2310.05915", "FireAct")
BY_TITLE = FeedPaper(None, "Plan and solve prompting: improving zero shot planning")


def test_candidates_sections_and_what_is_listed() -> None:
    found = scout(listing_of(LIST), [COFFEE, PLANNING, FIREACT, PROTEIN, MEMORY, BY_TITLE])
    assert [(each.paper, each.section) for each in found.new if not each.unlike] == [
        (PLANNING, "Planning"),
        (MEMORY, "Memory"),
    ]
    assert {each.paper for each in found.new if each.unlike} == {COFFEE, PROTEIN}
    assert [(each.paper, each.line, each.section) for each in found.listed] == [
        (FIREACT, 6, "Planning"),
        (BY_TITLE, 7, "Planning"),
    ]
    assert [near.line for near in found.new[0].nearest] == [5, 11, 6]


def test_scores_and_neighbours() -> None:
    found = scout(listing_of(LIST), [COFFEE, PLANNING, PROTEIN, MEMORY])
    shown = [(each, [(near.line, near.similarity) for near in each.nearest]) for each in found.new]
    assert [(each.paper, each.score, each.unlike, near) for each, near in shown] == [
        (PLANNING, 0.79, False, [(5, 0.209), (11, 0.182), (6, 0.085)]),
        (MEMORY, 0.7816, False, [(13, 0.362), (11, 0.172), (6, 0.11)]),
        (PROTEIN, 0.2149, True, []),
        (COFFEE, 0.2135, True, []),
    ]


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        pytest.param({"a": 18, "b": 2}, ["a", "b"], id="a tenth"),
        pytest.param({"a": 9, "b": 9, "c": 1}, ["a", "b"], id="fewer"),
        pytest.param({"d": 2, "c": 2, "b": 3, "a": 2, "e": 2}, ["b", "a", "c", "d"], id="four of them"),
        pytest.param({}, [], id="none"),
    ],
)
def test_usual_categories(counts: dict[str, int], expected: list[str]) -> None:
    records = [Record("", categories=(name, "other")) for name, count in counts.items() for _ in range(count)]
    assert usual_categories(records) == expected


def test_the_order_of_a_feed_does_not_count() -> None:
    feed = [COFFEE, PLANNING, PROTEIN, MEMORY]
    assert scout(listing_of(LIST), feed) == scout(listing_of(LIST), feed[::-1])


def test_other_lists_and_texts_have_papers_too() -> None:
    other = listing_of(
        "# More\n\nNew: [Long-Term Memory for Language Agents](https://arxiv.org/abs/2501.00002) is out.\n"
    )
    assert other.skipped
    found = scout(listing_of(LIST), [MEMORY, PLANNING], [other])
    assert [(each.paper, each.line) for each in found.listed] == [(MEMORY, 3)]


def test_papers_without_titles_come_last() -> None:
    found = scout(listing_of(LIST), [paper("2501.00009", ""), COFFEE, MEMORY])
    assert [(each.paper.id, each.score > 0) for each in found.new] == [
        ("arXiv:2501.00002", True),
        ("arXiv:2501.00003", True),
        ("arXiv:2501.00009", False),
    ]


def test_nothing_to_compare() -> None:
    assert scout(listing_of("# Empty\n"), [MEMORY]) == Scouted((Candidate(MEMORY),), ())
    assert scout(listing_of(LIST), []) == Scouted((), ())


def test_abstracts_count() -> None:
    plain = FeedPaper(None, "A Study in Scarlet and Green")
    described = FeedPaper(None, "A Study in Green and Scarlet", "Agents with long-term memory and planning abilities.")
    found = scout(listing_of(LIST), [plain, described, COFFEE, PROTEIN])
    order = [each.paper for each in found.new]
    assert order.index(described) < order.index(plain)


@pytest.mark.parametrize(
    ("examples", "expected"),
    [
        ((Example("Robots that walk", 24300), Example("Sorting of numbers", 24000)), [1, 0]),
        ((Example("Robots that walk", 24000), Example("Sorting of numbers", 24300)), [0, 1]),
    ],
    ids=["robots", "sorting"],
)
def test_newer_entries_count_more(examples: tuple[Example, ...], expected: list[int]) -> None:
    scores = rank(examples, (), [PaperText("Faster sorting of numbers"), PaperText("Faster robots that walk")], 1)
    assert sorted(range(2), key=lambda index: -scores[index].value) == expected


def test_words_of_every_field_say_little_in_a_small_feed() -> None:
    """Of two papers one shares the words of any survey with a long list, the other one its topic."""
    topics = ("Memory", "Planning", "Tools", "Search", "Code", "Vision", "Speech", "Control", "Safety", "Recall")
    verbs = ("Red Teaming", "Attacking", "Defending", "Probing", "Testing")
    titles = [f"{verb} {topic} of Chatbots" for verb in verbs for topic in topics] * 8
    titles += [f"A Survey of {topic} on Models" for topic in topics] * 3
    feed = ("A Survey of Sparse Matrix Multiplication on GPUs", "Red-Teaming of Chatbots with Reinforcement Learning")
    survey, chatbots = rank([Example(title) for title in titles], (), [PaperText(title) for title in feed], 1)
    assert chatbots.value > 0.5 > survey.value


words = st.text("abcde ", max_size=20)


@given(st.lists(words, max_size=6), st.lists(words, max_size=6))
def test_scores_are_between_0_and_1(titles: list[str], feed: list[str]) -> None:
    scores = rank([Example(title) for title in titles] or [Example("a")], (), [PaperText(title) for title in feed], 3)
    assert len(scores) == len(feed)
    assert all(0 <= score.value <= 1 for score in scores)
    assert all(near == tuple(sorted(near, key=lambda each: -each[1])) for near in (score.nearest for score in scores))


SCOUTED = Scouted(
    (
        Candidate(MEMORY, 0.9, "Memory", (Neighbour("A | Survey", 11, 0.5),)),
        Candidate(FeedPaper(None, "No <b>id</b>\x1b[31m", date=PartialDate(2025), votes=4), 0.8),
        Candidate(PLANNING, 0.7, "Planning"),
        Candidate(COFFEE, 0.1, unlike=True),
    ),
    (Candidate(FIREACT, section="Planning", line=6, path="README.md"),),
)


def test_table() -> None:
    assert render_table(SCOUTED, 2, 60) == (
        "  1  0.90  arXiv:2501.00002  Long-Term Memory for Language …\n"
        '           "Memory"\n'
        "           like line 11: A | Survey\n"
        "  2  0.80  no id  No <b>id</b>␛[31m\n"
        "           no section\n"
        "In the list already: 1\n"
        "     README.md:6  arXiv:2310.05915\n"
        "1 more candidate: --top 3 shows all.\n"
        "Not shown: 1 paper with hardly a word in common with the li…\n"
    )
    assert render_table(Scouted((), ()), 2, 60) == "No candidates.\n"


def test_json() -> None:
    found = json.loads(render_json(SCOUTED))["candidates"]
    assert found[0] == {
        "id": "arXiv:2501.00002",
        "title": "Long-Term Memory for Language Agents",
        "score": 0.9,
        "section": "Memory",
        "status": "new",
        "path": None,
        "line": None,
        "date": "2025-01",
        "votes": None,
        "affiliation": None,
        "nearest": [{"title": "A | Survey", "line": 11, "similarity": 0.5}],
    }
    assert [(each["id"], each["status"]) for each in found[1:]] == [
        (None, "new"),
        ("arXiv:2501.00001", "new"),
        ("arXiv:2501.00003", "new"),
        ("arXiv:2310.05915", "listed"),
    ]
    assert len(json.loads(render_json(SCOUTED, 1))["candidates"]) == 2


def test_markdown() -> None:
    assert render_markdown(SCOUTED, 1) == (
        "## Candidates (1)\n"
        "\n"
        "| | paper | section | like | score |\n"
        "| --- | --- | --- | --- | --- |\n"
        "| 1 | [Long-Term Memory for Language Agents](https://arxiv.org/abs/2501.00002) | Memory"
        " | A &#124; Survey (line 11) | 0.90 |\n"
        "\n"
        "2 more candidates below these.\n"
        "\n"
        "<details><summary>In the list already (1)</summary>\n"
        "\n"
        "- [FireAct](https://arxiv.org/abs/2310.05915) (line 6)\n"
        "\n"
        "</details>\n"
        "\n"
        "<details><summary>Unlike the list (1)</summary>\n"
        "\n"
        "- [On the Thermodynamics of Coffee](https://arxiv.org/abs/2501.00003)\n"
        "\n"
        "</details>\n"
    )
