"""The section that a paper is proposed for."""

from __future__ import annotations

import pytest

from bot.additions.proposal import learn_topics, propose
from bot.ordering.places import name_of
from bot.papers.dates import PartialDate
from bot.papers.record import Record
from tests.additions.helpers import listing_of

TITLES = (
    *("Agents That Plan with Tools", "Memory for Long Plans of Agents", "Agents That Read the Web"),
    *("Plans of Agents in Simulated Towns", "Tools for Agents That Plan", "Agents Learn to Plan from Feedback"),
    *("Planning with Many Agents", "Agents in Games"),
)


def make(*headings: str) -> str:
    """A list with two of the papers below each heading; what only holds others has none."""
    text, rest = "# Agents\n", iter(enumerate(TITLES, 1))
    for heading in headings:
        text += f"\n{heading}\n"
        for _ in range(0 if heading.endswith(":") else 2):
            number, title = next(rest)
            text += f"- [{title}](https://arxiv.org/abs/2401.0000{number})\n"
    return text


@pytest.mark.parametrize(
    ("headings", "venue", "section"),
    [
        pytest.param(("## Conferences", "## Preprints", "## Games"), "", "Preprints", id="preprints"),
        pytest.param(("## NeurIPS", "## ICML", "## arXiv"), "", "arXiv", id="arXiv beside venues"),
        pytest.param(("## NeurIPS", "## ICML", "## arXiv"), "ICML 2024", "ICML", id="its venue"),
        pytest.param(
            ("## 2023:", "### ICML", "### arXiv", "## 2024:", "### ICML", "### arXiv"),
            "",
            "2024: > arXiv",
            id="the year above",
        ),
        pytest.param(("## 2022", "## 2023", "## 2024", "## Games"), "", "2024", id="its year"),
    ],
)
def test_sections_for_kinds_of_papers(headings: tuple[str, ...], venue: str, section: str) -> None:
    record = Record("Agents That Plan Ahead", venue=venue, preprint=not venue, date=PartialDate(2024, 5))
    topics = learn_topics(listing_of(make(*headings)))

    assert name_of(topics.listing, propose(topics, record)[0].section) == section


def test_a_topic_counts_more_than_the_year() -> None:
    text = make("## 2023", "## 2024", "## Web Browsing")
    text += "- [Browsing the Web with Agents](https://arxiv.org/abs/2402.00001)\n"
    topics = learn_topics(listing_of(text))

    found = propose(topics, Record("Web Browsing with Many Agents", date=PartialDate(2024, 5)))[0]

    assert name_of(topics.listing, found.section) == "Web Browsing"
