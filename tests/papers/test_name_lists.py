"""Authors: where they are, and how others are written the same way."""

from __future__ import annotations

import pytest

from bot.papers.name_lists import find_names

OTHERS = ("Ada Lovelace", "Grace B. Hopper", "Alan Turing")


FULL = "Ada Lovelace, Grace B. Hopper, Alan Turing"


@pytest.mark.parametrize(
    ("field", "others"),
    [
        pytest.param("<Jian Hu, Li Tao, June Yang>", FULL, id="full"),
        pytest.param("<Jian Hu, Li Tao, and June Yang>.", "Ada Lovelace, Grace B. Hopper, and Alan Turing", id="and"),
        pytest.param("<J. Hu, L. Tao & J. Yang>", "A. Lovelace, G. B. Hopper & A. Turing", id="initials"),
        pytest.param("by <Hu et al.>, ICML", "Lovelace et al.", id="first family name"),
        pytest.param("<Jian Hu, Li Tao, et al.>", "Ada Lovelace, Grace B. Hopper, et al.", id="two and others"),
        pytest.param(" <Penghao Wu, Saining Xie>", FULL, id="two fill a field"),
        pytest.param("<Maja Trębacz; Ludwig van Dyke; Ed O'Hara>", FULL.replace(",", ";"), id="particles"),
        pytest.param("Keyword: Reward Modelling, Large Models, Human Feedback", None, id="keywords"),
        pytest.param("Stanford University, Google Research, Allen Institute", None, id="institutions"),
        pytest.param("RLHF, GAN, Games", None, id="words"),
        pytest.param("Jian Hu", None, id="one name says nothing"),
    ],
)
def test_names(field: str, others: str | None) -> None:
    """The names are between `<` and `>`."""
    start, end = field.find("<"), field.find(">") - 1
    names = find_names(field.replace("<", "").replace(">", ""))
    assert (names and (names.start, names.end)) == (None if others is None else (start, end))
    assert names is None or names.style.write(OTHERS) == others


def test_fewer_authors_than_are_written_before_others() -> None:
    names = find_names("Jian Hu, Li Tao, et al.")
    assert names is not None
    assert names.style.write(OTHERS[:2]) == "Ada Lovelace, Grace B. Hopper"
    assert names.style.write(()) == ""
