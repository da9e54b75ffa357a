"""The benchmarks: the lists that they generate, and the estimates that the docs take from them."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.document import parse
from bot.papers.identifiers import Scheme, identify
from bot.text import Text

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "benchmarks"
pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="the benchmarks are only in a checkout")


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"benchmarks_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def links() -> ModuleType:
    return load("links")


@pytest.mark.parametrize(("name", "papers"), [("plain", 0), ("silent", 0), ("papers", 1_400)])
def test_lists_have_2000_different_links(links: ModuleType, name: str, papers: int) -> None:
    variant = links.make_variant(name, 2_000)
    found = [link.href for link in parse(Text("list.md", links.make_list(variant))).links]
    named = {identifier for url in found if (identifier := identify(url).identifier) is not None}
    assert found == list(variant.urls)
    assert len(set(found)) == 2_000
    assert sum(each.scheme is Scheme.ARXIV for each in named) == len(variant.titles) == papers


def test_without_lychee_nothing_is_compared(links: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        links.find_lychee("no-such-lychee")
    assert stopped.value.code == 2
    assert "lychee is not installed" in capsys.readouterr().err


def test_the_page_about_long_lists_has_the_present_estimates(capsys: pytest.CaptureFixture[str]) -> None:
    load("sweeps").print_sums()
    assert f"\n\n{capsys.readouterr().out}\n" in (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def readers() -> ModuleType:
    return load("readers")


@pytest.mark.slow
def test_data_lists_and_feeds_are_read_in_linear_time(readers: ModuleType) -> None:
    """A shape that takes long is measured again: what else the machine does is no growth."""
    sizes = (4, 32)
    steep = []
    for name, make in readers.shapes(("arXiv:", "[a](", "\\'")):
        contents = [make(1024 * size) for size in sizes]
        if readers.seconds(name, contents[-1]) > 0.1:
            taken = [min(readers.seconds(name, content) for _ in range(3)) for content in contents]
            if readers.growth(sizes, taken) > readers.MOST:
                steep.append((name, taken))
    assert steep == []


@pytest.fixture
def verdicts() -> ModuleType:
    return load("verdicts")


def test_the_page_about_evidence_has_the_present_verdicts(verdicts: ModuleType) -> None:
    page = verdicts.PAGE.read_text(encoding="utf-8")
    assert page == verdicts.renewed_page(page), "run `python benchmarks/verdicts.py --write` and commit what it changes"
    assert page.count(verdicts.START) == page.count(verdicts.END) == 2


def test_verdicts_of_a_batch_are_kept_and_counted(verdicts: ModuleType, tmp_path: Path) -> None:
    rows = [
        "batch\trule\tseverity\tverdict\tnow\treason",
        *["7\tdate-mismatch\twarning\tT\t\t"] * 7,
        "7\tdate-mismatch\twarning\tT\tnote\t",
        "7\tdate-mismatch\twarning\tF\tcorrected\tthe message names another month",
        "7\tdate-mismatch\twarning\tA\t\tdated by the latest version",
        "7\tmissing-anchor\terror\tT\treported\t",
        "8\tdate-mismatch\tnote\tF\t\tthe date of a data set",
    ]
    given = tmp_path / "given.tsv"
    given.write_text("\n".join(rows) + "\n", encoding="utf-8")
    for _ in range(2):  # a batch that is added again replaces itself
        verdicts.add([given], tmp_path)
    table = verdicts.render(verdicts.read_all(tmp_path))
    assert "| 7 | 11 | 9 (82 %) | 1 | 1 |\n| all | 11 | 9 (82 %) | 1 | 1 |\n" in table
    assert "| date-mismatch | 10 | 8 (80 %) | 1 | 1 | 8 of 10 | 7 of 8 | warning |" in table
    score = verdicts.Score("7", "7 to 8", 10, (1.0,) * 8)
    pooled = verdicts.render(verdicts.read_all(tmp_path), [score, score._replace(batch="8")])
    assert "| 7 to 8 | 11 | 9 (82 %) | 1 | 1 |\n| all |" in pooled
    assert "Of 1 notes that were judged beside them, 0 (0 %) are true." in table
    assert verdicts.find_doubtful(verdicts.read_all(tmp_path)) == ["date-mismatch"]


def test_batches_of_a_group_share_a_row(verdicts: ModuleType) -> None:
    scores = [
        verdicts.Score("1", "1 to 2", 100, (1.0,) * 7 + (0.9,)),
        verdicts.Score("2", "1 to 2", 300, (1.0,) * 7 + (0.5,)),
        verdicts.Score("3", "3", 10, (0.75,) * 8),
    ]
    rows = verdicts.render_scores(scores).splitlines()
    assert rows[2] == "| 1 to 2 | 400 | 1.00 | 1.00 | 1.00 | 1.00 | 1.00 | 1.00 | 1.00 | 0.60 | 0.50 |"
    assert rows[3].startswith("| 3 | 10 | 0.75 |")
    assert rows[-1] == "| 3 | 10 | 0.75 | 0.75 | 0.75 | 0.75 | 0.75 | 0.75 | 0.75 | 0.75 |"


@pytest.mark.parametrize(
    "row",
    [
        pytest.param("1\tno-such-rule\terror\tT\t\t", id="rule"),
        pytest.param("1\tdate-mismatch\tfatal\tT\t\t", id="severity"),
        pytest.param("1\tdate-mismatch\tnote\tX\t\t", id="verdict"),
        pytest.param("1\tdate-mismatch\tnote\tT\tperhaps\t", id="now"),
    ],
)
def test_what_is_no_verdict_is_refused(verdicts: ModuleType, tmp_path: Path, row: str) -> None:
    given = tmp_path / "given.tsv"
    given.write_text(f"batch\trule\tseverity\tverdict\tnow\treason\n{row}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"given\.tsv:2: not a verdict"):
        verdicts.add([given], tmp_path)


@pytest.fixture
def mutants() -> ModuleType:
    pytest.importorskip("cosmic_ray", reason="the extra mutants is not installed")
    return load("mutants")


@pytest.mark.parametrize(
    ("operator", "source", "changed"),
    [
        pytest.param("LeaveOperand", "x = a and b and c\n", ["x = b and c", "x = a and c", "x = a and b"], id="and"),
        pytest.param("LeaveOperand", "x = a or not b\n", ["x = not b", "x = a"], id="or"),
        pytest.param("LeaveMember", "x = {1, 2}\n", ["x = { 2}", "x = {1}"], id="set"),
        pytest.param("LeaveMember", "x = (1, 2, 3)\n", ["x = ( 2, 3)", "x = (1, 3)", "x = (1, 2)"], id="tuple"),
        pytest.param("LeaveMember", "x = (1, 2)\n", [], id="pair"),
        pytest.param("LeaveMember", "x = {1: 2, 3: 4}\n", [], id="mapping"),
        pytest.param("LeaveMember", "x = {a for a in b}\n", [], id="comprehension"),
        pytest.param(
            "LeaveReturn",
            "def f():\n    if a:\n        return 1\n    return 2\n",
            ["def f():\n    if a:\n        pass\n    return 2"],
            id="return below if",
        ),
        pytest.param(
            "LeaveReturn",
            "for a in b:\n    if a:\n        continue\n    c()\n",
            ["for a in b:\n    if a:\n        pass\n    c()"],
            id="continue",
        ),
        pytest.param("ReplaceComparisonOperator_GtE_Gt", "x = a >= b\n", ["x = a > b"], id="edge"),
    ],
)
def test_mutants_are_small_changes(mutants: ModuleType, operator: str, source: str, changed: list[str]) -> None:
    made = [mutants.Mutant("bot/x.py", operator, number, 1).apply(source) for number in range(len(changed) + 1)]
    assert made == [*(f"{each}\n" for each in changed), source]


def test_a_sample_of_mutants_is_the_same_for_the_same_seed(mutants: ModuleType) -> None:
    paths = sorted((ROOT / "bot" / "merging").glob("*.py"))[:4]
    first, again, other = (mutants.draw(paths, 5, seed) for seed in (1, 1, 2))
    assert (len(first), first) == (5, again)
    assert first != other
    assert {each.package for each in first} == {"merging"}
    assert {mutants.tests_of(each, ROOT)[-1][-1] for each in first} == {"tests/merging"}
