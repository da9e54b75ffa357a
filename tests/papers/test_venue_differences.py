"""Venues that surely differ, and all others."""

from __future__ import annotations

import pytest

from bot.papers.venue_differences import are_different_venues

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
        ("Journal of Adversarial Imagination", "International Conference on Machine Learning"),
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
