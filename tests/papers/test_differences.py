"""In which words titles differ."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.judgement import Verdict
from bot.papers.differences import (
    Degree,
    TitleDifference,
    are_different_venues,
    find_cut,
    find_difference,
    relate_venues,
)
from bot.papers.similarity import Relation

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
        ("Agents of mechanical parts", "Agents of mechaniwkowskiform parts", SPELLING),
        ("Robust Dynamic Radiance Fields", "Resilient Dynamic Radiance Fields", WORDS),
        ("Re-Identification With Local Graphs", "Re-Identification Using Local Graphs", WORDS),
        ("Few-Shot Grounded Planning for Agents", "Few-Shot Grounded High-Level Planning for Agents", WORDS),
        ("YOLOv3: An Incremental Improvement", "YOLOv4: An Incremental Improvement", WORDS),
        ("", "Attention Is All You Need", NONE),
    ],
)
def test_differences(written: str, official: str, degree: Degree) -> None:
    assert find_difference(written, official).degree is degree


def test_the_words_that_differ_are_named() -> None:
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
        pytest.param("Agents That Lea", "Agents That Learn", "lea", id="three letters"),
        pytest.param("Agents That Le", "Agents That Learn", "", id="two letters"),
        pytest.param("Agents 201", "Agents 2019", "", id="a number after one word"),
        pytest.param("Agents of 201", "Agents of 2019", "", id="a number"),
        pytest.param("Agents Lear", "Agents Learning", "", id="too few words before"),
        pytest.param("Agents That Learn to", "Agents That Learn", "", id="more words"),
        pytest.param("", "Agents", "", id="nothing"),
    ],
)
def test_cut_titles(written: str, official: str, cut: str) -> None:
    assert find_cut(written, official) == cut


ICML = "International Conference on Machine Learning"
CVPR = "2022 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)"
AAAI = "Proceedings of the AAAI Conference on Artificial Intelligence"
NEURIPS = "Advances in Neural Information Processing Systems"


@pytest.mark.parametrize(
    ("claimed", "official"),
    [
        ("ICML 2022", CVPR),
        ("KDD'22", AAAI),
        ("International Conference on Learning Representations 2021", AAAI),
        ("Conference on Reward Learning and Alignment", CVPR),
        ("Pacific Rim Symposium on Imaginary Networks", NEURIPS),
        ("Journal of Adversarial Imagination", ICML),
        ("Journal of Machine Imagination", ICML),
        ("Journal of Ma Le", ICML),
    ],
)
def test_different(claimed: str, official: str) -> None:
    assert are_different_venues(claimed, official)


@pytest.mark.parametrize(
    ("claimed", "official"),
    [
        pytest.param("CVPR'22 (oral)", CVPR, id="short name"),
        pytest.param("NIPS 2016", NEURIPS, id="old name"),
        pytest.param("Conference on Neural Information Processing Systems", NEURIPS, id="long name"),
        pytest.param("IEEE Conf. Comput. Vis. Pattern Recognit.", CVPR, id="cut words"),
        pytest.param("Journal of Machine Learning Imagination", ICML, id="two of three words"),
        pytest.param("Journal of Mac Lea", ICML, id="three letters of words"),
        pytest.param("Journal of Imagination", ICML, id="one word"),
        pytest.param("arXiv 2022", CVPR, id="preprint"),
        pytest.param("TPAMI 2023", CVPR, id="journal version"),
        pytest.param("CVPR 2015", "IEEE Transactions on Robotics", id="journal record"),
        pytest.param("SIGGRAPH 2023", "ACM Transactions on Graphics", id="conference in a journal"),
        pytest.param("ICLR 2022 Workshop", CVPR, id="workshop claimed"),
        pytest.param("KDD 2016", "Proceedings of the 1st Workshop at RecSys 2016", id="workshop record"),
        pytest.param("ACL 2021", "Findings of the ACL: EMNLP 2021", id="Findings"),
        pytest.param("MICCAI 2015", "Lecture Notes in Computer Science", id="series"),
        pytest.param("CVPR 2022", "Machine Learning", id="not known"),
        pytest.param("Oral", CVPR, id="not a venue"),
        pytest.param("", CVPR, id="nothing"),
    ],
)
def test_perhaps_the_same(claimed: str, official: str) -> None:
    assert not are_different_venues(claimed, official)


@pytest.mark.parametrize(
    ("claimed", "official", "relation", "reason"),
    [
        ("ICML 2022", "Some Meeting", Relation.UNSURE, "the venue on record is not a known one"),
        ("ICML 2022", "CVPR Workshops", Relation.UNSURE, "the record is of a workshop or a track"),
        ("ICML 2022", "Nature 2022", Relation.UNSURE, "the record may be of a journal"),
        ("ICML 2022", "Journal of NeurIPS", Relation.UNSURE, "the record is of a journal"),
        ("CVPR 2022 Workshop", CVPR, Relation.UNSURE, "the list names a workshop or a track"),
        ("arXiv 2022", CVPR, Relation.UNSURE, "the list names a preprint"),
        ("TPAMI 2022", CVPR, Relation.UNSURE, "the list may name a journal"),
        ("CVPR 2022", CVPR, Relation.UNSURE, "the venues are one, or taken for one another"),
        ("ICML 2022", CVPR, Relation.DIFFERENT, "both venues are known"),
        ("Conference", CVPR, Relation.UNSURE, "the venue in the list is too short to tell"),
        ("Deep Thoughts", CVPR, Relation.UNSURE, "the list names no venue"),
        ("Conference on Vision and Patterns", CVPR, Relation.UNSURE, "the venues share most of their words"),
        ("Conference on Reward Learning and Alignment", CVPR, Relation.DIFFERENT, "the venues share few words"),
    ],
)
def test_a_verdict_says_why(claimed: str, official: str, relation: Relation, reason: str) -> None:
    assert relate_venues(claimed, official) == Verdict(relation, reason)


@pytest.mark.parametrize(
    ("claimed", "different"),
    [
        ("Workshop on Memory-Augmented Neural Networks", True),
        ("Annual Workshop on AI Safety and Alignment", True),
        ("CVPR Workshop", False),
        ("ICLR Workshop", False),
        ("Workshop on Vision and Patterns", False),
        ("Workshop", False),
    ],
)
def test_a_workshop_counts_where_the_published_version_is_linked(claimed: str, different: bool) -> None:
    """The link to a preprint may be meant for an earlier version, that to the proceedings not."""
    assert are_different_venues(claimed, CVPR, is_linked=True) is different
    assert not are_different_venues(claimed, CVPR)


@pytest.mark.parametrize(
    ("claimed", "different"),
    [
        ("International Conference on Quantum Machine Learning", True),
        ("International Conference on Machine Learning", False),
        ("International Conference on Machine Learning and Applications", False),
        ("Conference on Machine Learning", False),
        ("European Meeting on Learning", False),
    ],
)
def test_a_conference_on_something_else(claimed: str, different: bool) -> None:
    assert are_different_venues(claimed, "International Conference on Machine Learning") is different
