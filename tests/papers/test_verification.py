"""Titles in lists against titles on record."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.titles import Match, compare_titles, is_comparable, is_mentioned

FIREACT = "FireAct: Toward Language Agent Fine-tuning"


@pytest.mark.parametrize(
    ("written", "official", "match"),
    [
        (FIREACT, FIREACT, Match.SAME),
        ("fireact - toward language agent finetuning.", FIREACT, Match.SAME),
        ("FireAct: Towards Language Agents Fine-Tuning", FIREACT, Match.SAME),
        ("Qwen2", "Qwen2", Match.SAME),
        ("Toward Language Agent Fine-tuning", FIREACT, Match.CLOSE),
        ("Voyager: An Open-Ended Embodied Agent", "Voyager: Open Worlds, and an Agent Embodied in Them", Match.CLOSE),
        ("Auto-Encoding Variational Bayes", FIREACT, Match.DIFFERENT),
        ("GPT-4 Technical Report", "Denoising Diffusion Probabilistic Models", Match.DIFFERENT),
        ("FireAct", FIREACT, Match.UNCOMPARABLE),
        ("Deep Agents", FIREACT, Match.UNCOMPARABLE),
        ("The GPT-3 paper", FIREACT, Match.UNCOMPARABLE),
        ("Vaswani et al. 2017 on attention", FIREACT, Match.UNCOMPARABLE),
        ("大语言模型智能体微调的研究与应用综述", FIREACT, Match.UNCOMPARABLE),
        ("A title of several words", "", Match.UNCOMPARABLE),
        ("A title of several words", "$$", Match.UNCOMPARABLE),
        ("A title of several words", "0", Match.DIFFERENT),
        ("", "", Match.UNCOMPARABLE),
    ],
)
def test_match(written: str, official: str, match: Match) -> None:
    assert compare_titles(written, official) is match


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_is_compared(written: str, official: str) -> None:
    match = compare_titles(written, official)
    assert match is Match.SAME or (match is Match.UNCOMPARABLE) >= (not is_comparable(written))
    assert compare_titles(written, written) in {Match.SAME, Match.UNCOMPARABLE}


@pytest.mark.parametrize(
    ("text", "mentioned"),
    [
        ("The code of fireact: toward language-agent fine-tuning is here", True),
        ("With FireAct, agents learn", True),
        ("Fire actors, and language agents", False),
        ("by Ada Lovelace and others", True),
        ("Lovelace, A.", False),
        ("", False),
    ],
)
def test_mention(text: str, mentioned: bool) -> None:
    assert is_mentioned(FIREACT, ["Ada Lovelace", "Plato"], text) is mentioned


@pytest.mark.parametrize(
    "official", ["A: B", "On the Nature of Long Prefixes Here: A Study", "No Colon At All", ": x", "AB:"]
)
def test_not_everything_before_a_colon_is_an_alias(official: str) -> None:
    assert not is_mentioned(official, [], "a b on the nature of no colon")
