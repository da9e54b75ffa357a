"""In which words titles differ."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.title_differences import Degree, TitleDifference, find_cut, find_difference

NONE, SPELLING, WORDS = Degree.NONE, Degree.SPELLING, Degree.WORDS


@pytest.mark.parametrize(
    ("written", "official", "degree"),
    [
        ("attention is all you need", "Attention Is All You Need", NONE),
        ("Characterizing risk of fairwashing", "Characterizing the risk of fairwashing", NONE),
        ("Wide & Deep Learning", "Wide and Deep Learning", NONE),
        ("FireAct", "FireAct: Toward Language Agent Fine-tuning", NONE),
        ("Toward Language Agent Fine-tuning", "FireAct: Toward Language Agent Fine-tuning", NONE),
        ("LLaVA: Visual Instruction Tuning", "Visual Instruction Tuning", NONE),
        ("Not what you've signed up for (Prompt Injection)", "Not what you've signed up for: A Long Subtitle", NONE),
        ("Algorithms with ε-Accurate Advice", r"Algorithms with $\epsilon$-Accurate Advice", NONE),
        ("Learnin to Summarize", "Learning to Summarize", SPELLING),
        ("Generative Adversarial Nets", "Generative Adversarial Networks", SPELLING),
        ("Making LLMs Reason", "Making Large Language Models Reason", SPELLING),
        ("The AI Scientist: Towards Automated Discovery", "The AI Scientist: Automated Discovery", SPELLING),
        ("Robust Dynamic Radiance Fields", "Resilient Dynamic Radiance Fields", WORDS),
        ("Re-Identification With Local Graphs", "Re-Identification Using Local Graphs", WORDS),
        ("Few-Shot Grounded Planning for Agents", "Few-Shot Grounded High-Level Planning for Agents", WORDS),
        ("YOLOv3: An Incremental Improvement", "YOLOv4: An Incremental Improvement", WORDS),
        ("", "Attention Is All You Need", NONE),
    ],
)
def test_differences(written: str, official: str, degree: Degree) -> None:
    assert find_difference(written, official).degree is degree


def test_the_words_are_told() -> None:
    found = find_difference("Domain Adversarial Learning: A Game", "Domain Adversarial Training: A Game")
    assert found == TitleDifference(WORDS, "learning", "training")


@given(st.text(max_size=80))
def test_a_title_does_not_differ_from_itself(title: str) -> None:
    assert find_difference(title, title).degree is NONE


@pytest.mark.parametrize(
    ("written", "official", "cut"),
    [
        pytest.param(
            "Agents with Reinforcement Learnin", "Agents with Reinforcement Learning", "learnin", id="a letter"
        ),
        pytest.param("A Theoretical Perspectiv", "A Theoretical Perspective on Agents", "perspectiv", id="and words"),
        pytest.param("Training Deep Neural Network", "Training Deep Neural Networks", "", id="plural"),
        pytest.param("Agents That Learn", "Agents That Learn to Act", "", id="whole words"),
        pytest.param("FireAct: Toward Agents", "FireAct: Toward Agents", "", id="the same"),
        pytest.param("React", "ReAction", "", id="a name"),
        pytest.param("Agents That Le", "Agents Which Learn", "", id="another word before"),
        pytest.param("", "Agents", "", id="nothing"),
    ],
)
def test_cut_titles(written: str, official: str, cut: str) -> None:
    assert find_cut(written, official) == cut
