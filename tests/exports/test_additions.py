"""When entries were added, by the commits of their list."""

from __future__ import annotations

import pytest

from bot.exports.writers import find_additions
from bot.git import Commit
from tests.exports.lists import export

FIREACT = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)"
REFLEXION = "* [Reflexion: Language Agents with Verbal Reinforcement Learning](https://arxiv.org/pdf/2303.11366v2)"
OPTUNA = "* [Optuna: A Next-generation Framework](https://doi.org/10.1145/3292500.3330701) *KDD 2019*"
GYM = "* [Gymnasium](https://gymnasium.farama.org/index_(new).html): environments with one interface, see [code](https://github.com/Farama-Foundation/Gymnasium)."
LIST = "\n".join(["# Papers", "", FIREACT, REFLEXION, OPTUNA, GYM, ""])


def found(*commits: tuple[int, tuple[str, ...], tuple[str, ...]], most: int = 9) -> list[tuple[str, int]]:
    (each,) = export(LIST)
    additions = find_additions(each, [Commit(*commit) for commit in commits], most)
    return [(addition.work.title.partition(":")[0], addition.time) for addition in additions]


ALL = (1, ("# Papers", "", FIREACT, REFLEXION, OPTUNA, GYM), ())


@pytest.mark.parametrize(
    ("commits", "expected"),
    [
        pytest.param([ALL], [("FireAct", 1), ("Reflexion", 1), ("Optuna", 1), ("Gymnasium", 1)], id="all at once"),
        pytest.param([(2, (FIREACT,), ())], [("FireAct", 2)], id="nothing is known of the others"),
        pytest.param(
            [(3, (FIREACT,), (FIREACT,)), (2, (FIREACT,), ())], [("FireAct", 2)], id="what was moved is older"
        ),
        pytest.param(
            [(3, (FIREACT,), ("* 2310.05915 FireAct",)), (2, ("* 2310.05915 FireAct",), ())],
            [("FireAct", 2)],
            id="what was edited is older",
        ),
        pytest.param(
            [(4, (FIREACT,), ()), (3, (), (FIREACT,)), (2, (FIREACT,), ())],
            [("FireAct", 4)],
            id="removed and added again",
        ),
        pytest.param(
            [(2, ("- see https://arxiv.org/abs/2303.11366.",), ())], [("Reflexion", 2)], id="another form of the link"
        ),
        pytest.param([(2, (GYM,), ())], [("Gymnasium", 2)], id="an address with brackets"),
        pytest.param([(2, ("see https://dx.doi.org/10.1145/3292500.3330701",), ())], [("Optuna", 2)], id="by its DOI"),
        pytest.param([], [], id="no history"),
    ],
)
def test_additions(
    commits: list[tuple[int, tuple[str, ...], tuple[str, ...]]], expected: list[tuple[str, int]]
) -> None:
    assert found(*commits) == expected


def test_no_more_than_asked_for() -> None:
    assert found((2, (OPTUNA,), ()), ALL, most=2) == [("Optuna", 2), ("FireAct", 1)]
