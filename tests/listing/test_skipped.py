"""What is in no entry although it links to papers: each block with its reason and its mentions."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.listing import SkipReason, read
from bot.listing.skipped import PaperLinks, count_paper_links
from bot.text import Text

ENTRIES = (
    "## Papers\n\n"
    "- [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915), 2023\n"
    "- [AgentTuning: Enabling Generalized Agent Abilities for LLMs](https://arxiv.org/abs/2310.12823), 2023\n\n"
)
ATLAS = "https://arxiv.org/abs/2503.02197"


@pytest.mark.parametrize(
    ("block", "reason"),
    [
        pytest.param(f"## News\n\n- [2025/03] [ATLaS]({ATLAS}) is out!\n", SkipReason.NEWS, id="news"),
        pytest.param(f"This list goes with [our survey]({ATLAS}), which you may cite.\n", SkipReason.TEXT, id="text"),
        pytest.param(f"[![arXiv](https://a.org/b.svg)]({ATLAS})\n", SkipReason.TEXT, id="badge"),
        pytest.param(f"## Agents ([ATLaS]({ATLAS}))\n", SkipReason.HEADING, id="heading"),
        pytest.param("![](https://arxiv.org/html/2503.02197/x1.png)\n", SkipReason.IMAGE, id="image"),
        pytest.param(f"<!-- - [ATLaS]({ATLAS}) -->\n", SkipReason.COMMENT, id="comment"),
        pytest.param(f"```\n- [Title]({ATLAS})\n```\n", SkipReason.CODE, id="code"),
        pytest.param(f"[1]: {ATLAS}\n", SkipReason.UNREAD, id="definition"),
        pytest.param("See [this](https://arxiv.org/abs/250302197) too.\n", SkipReason.TEXT, id="malformed id"),
        pytest.param(f"Cite [our\nsurvey]({ATLAS}) of agents.\n", SkipReason.TEXT, id="two lines"),
    ],
)
def test_reason(block: str, reason: SkipReason) -> None:
    listing = read(parse(Text("README.md", f"# Agents\n\n{block}\n{ENTRIES}")))
    assert [each.reason for each in listing.skipped] == [reason]
    skipped = listing.skipped[0]
    lines = block.strip("\n").split("\n")
    shown = listing.text[skipped.span]
    assert shown in block
    assert len(lines) < 3 or shown == lines[-2 if reason is SkipReason.CODE else -1]
    assert len(skipped.mentions) == 1


def test_mentions_hold_what_is_said_of_a_paper() -> None:
    news = f"# News\n\n- [2025/03] [ATLaS: Agent Tuning via Learning Critical Steps]({ATLAS}) is out!\n\n"
    listing = read(parse(Text("README.md", news + ENTRIES)))
    (block,) = listing.skipped
    (mention,) = block.mentions
    assert listing.sections[block.section].heading == "News"
    assert (mention.title, str(mention.identifier), mention.date and mention.date.iso()) == (
        "ATLaS: Agent Tuning via Learning Critical Steps",
        "arxiv:2503.02197",
        "2025-03",
    )


def test_lines_of_one_reason_are_one_block_up_to_the_next_entry() -> None:
    prose = f"See [this survey]({ATLAS}) of agents.\n\n"
    listing = read(parse(Text("README.md", f"# Agents\n\n{prose}{prose}{ENTRIES}{prose}")))
    assert [(len(each.mentions), listing.text.line_at(each.span.start)) for each in listing.skipped] == [
        (2, 3),
        (1, 12),
    ]


def test_links_that_no_reader_sees_do_not_count() -> None:
    texts = (f"<!-- {ATLAS} -->\n\n{ENTRIES}", f"See [a survey]({ATLAS}).\n\n{ENTRIES}")
    listings = [read(parse(Text("README.md", text))) for text in texts]
    assert [count_paper_links([each]) for each in listings] == [PaperLinks(2, 0), PaperLinks(3, 1)]
    assert count_paper_links(listings) == PaperLinks(5, 1)
