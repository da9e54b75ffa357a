"""Do the tests notice wrong code? Draws small wrong changes, runs the tests for each, and prints those that survive.

    python benchmarks/mutants.py --sample 100 --seed 1 [--package merging] [--jobs 2]

A mutant is one change of one place: a comparison at its edge, an operand of `and` or `or` left out, a condition
negated, a constant one off, a member of a set left out, a return that does not happen. cosmic-ray finds the places and
makes most of the changes. Each mutant is tried in a copy of this checkout: first by the tests that mirror its module,
then by those of its package and of the few commands made for it, up to the first failure, and only by tests that pass
its statement (coverage notes them once for each package). A sample is the same for the same seed and the same code.

Needs the extra `mutants`. A survivor is a question: is a test missing at that edge, or does nothing depend on the code?
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import resource
import shutil
import sys
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from difflib import unified_diff
from itertools import repeat
from pathlib import Path
from queue import SimpleQueue
from subprocess import DEVNULL, Popen
from typing import TYPE_CHECKING, Any, ClassVar

from cosmic_ray import plugins
from cosmic_ray.ast import Visitor, get_ast
from cosmic_ray.operators.operator import Operator

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Node = Any
    """A node of parso."""
    Position = tuple[tuple[int, int], tuple[int, int]]

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("bot", "tests", "schemas", "examples", "docs", "actions", "benchmarks", ".github", ".ci")
_FEWEST = 5
"""Members of a tuple, with the commas between them, from which on one may be left out: a pair is taken apart."""
_FEW = 3
"""Commands that call a package, up to which their tests are tests of it."""
_KEPT = (
    "AddNot",
    "NumberReplacer",
    "ReplaceAndWithOr",
    "ReplaceBinaryOperator_Add_Sub",
    "ReplaceBinaryOperator_Sub_Add",
    "ReplaceBreakWithContinue",
    "ReplaceComparisonOperator_Eq_NotEq",
    "ReplaceComparisonOperator_GtE_Gt",
    "ReplaceComparisonOperator_Gt_GtE",
    "ReplaceComparisonOperator_IsNot_Is",
    "ReplaceComparisonOperator_Is_IsNot",
    "ReplaceComparisonOperator_LtE_Lt",
    "ReplaceComparisonOperator_Lt_LtE",
    "ReplaceComparisonOperator_NotEq_Eq",
    "ReplaceFalseWithTrue",
    "ReplaceOrWithAnd",
    "ReplaceTrueWithFalse",
    "ReplaceUnaryOperator_Delete_Not",
    "ZeroIterationForLoop",
)
"""The operators of cosmic-ray that make mistakes as people make them."""

_UNDECIDED = ("__all__ ", "strict=True", "@dataclass(", "@lru_cache(", "if TYPE_CHECKING:", " Bad(", " Good(")
"""Lines of which nothing depends on the part that would change.

Names for readers and type checkers, guards against our own slips, sizes of caches, and examples of rules: these are
tests themselves.
"""


class _Leaving(Operator):  # type: ignore[misc] # cosmic-ray has no types
    """Leaves out one part of a node, with the separator beside it."""

    kinds: ClassVar[tuple[str, ...]]
    separators: ClassVar[tuple[str, ...]]

    def mutation_positions(self, node: Node) -> Iterator[Position]:
        """The parts that can be left out."""
        for part in self._parts(node):
            yield part.start_pos, part.end_pos

    def mutate(self, node: Node, index: int) -> Node:
        """The node without that part."""
        children, part = node.children, self._parts(node)[index]
        place = next(number for number, each in enumerate(children) if each is part)
        start = max(0, place - 1)
        del children[start : start + 2]
        return node

    def _parts(self, node: Node) -> Sequence[Node]:
        children = getattr(node, "children", ())
        parts = [each for each in children if getattr(each, "value", "") not in self.separators]
        is_meant = node.type in self.kinds and len(parts) > 1 and len(parts) < len(children)
        return parts if is_meant and self._fits(node) else ()

    def _fits(self, node: Node) -> bool:
        return bool(node.children)

    @classmethod
    def examples(cls) -> tuple[()]:
        """None."""
        return ()


class LeaveOperand(_Leaving):
    """`a and b` becomes `a` or `b`."""

    kinds = ("and_test", "or_test")
    separators = ("and", "or")


class LeaveMember(_Leaving):
    """`{a, b}` becomes `{a}` or `{b}`; of a tuple or a list, one of three or more."""

    kinds = ("dictorsetmaker", "testlist_comp")
    separators = (",",)

    def _fits(self, node: Node) -> bool:
        values = [getattr(each, "value", each.type) for each in node.children]
        is_plain = not {":", "**", "comp_for", "sync_comp_for"} & set(values)
        return is_plain and (node.type == "dictorsetmaker" or len(values) >= _FEWEST)


class LeaveReturn(Operator):  # type: ignore[misc]
    """A `return` or a `continue` below an `if` does not happen."""

    def mutation_positions(self, node: Node) -> Iterator[Position]:
        """Such statements."""
        if node.type in {"return_stmt", "continue_stmt"} or (node.type == "keyword" and self._word(node) == "continue"):
            above = node.parent
            while above is not None and above.type in {"simple_stmt", "suite"}:
                above = above.parent
            if above is not None and above.type == "if_stmt":
                yield node.start_pos, node.end_pos

    def mutate(self, node: Node, index: int) -> Node:  # noqa: ARG002 - there is one way
        """`pass` in its place."""
        leaf = node.get_first_leaf()
        prefix, leaf.value = leaf.prefix, "pass"
        if leaf is not node:
            del node.children[1:]
        leaf.prefix = prefix
        return node

    @staticmethod
    def _word(node: Node) -> str:
        return str(getattr(node, "value", ""))

    @classmethod
    def examples(cls) -> tuple[()]:
        """None."""
        return ()


def operators() -> dict[str, Operator]:
    """All operators by their names."""
    found = {name: plugins.get_operator(f"core/{name}")() for name in _KEPT}
    return found | {each.__name__: each() for each in (LeaveOperand, LeaveMember, LeaveReturn)}


class _Counting(Visitor):  # type: ignore[misc]
    """Notes the places that an operator can change."""

    def __init__(self, operator: Operator) -> None:
        self.operator = operator
        self.lines: list[int] = []

    def visit(self, node: Node) -> Node:
        """Note those of one node."""
        self.lines += [start[0] for start, _ in self.operator.mutation_positions(node)]
        return node


class _Changing(Visitor):  # type: ignore[misc]
    """Changes one of these places."""

    def __init__(self, operator: Operator, occurrence: int) -> None:
        self.operator = operator
        self.left = occurrence

    def visit(self, node: Node) -> Node:
        """Change it if it is in this node."""
        count = len(list(self.operator.mutation_positions(node)))
        if 0 <= self.left < count:
            node = self.operator.mutate(node, self.left)
            self.left = -1
        else:
            self.left -= count
        return node


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one place."""

    path: str
    operator: str
    occurrence: int
    line: int

    @property
    def package(self) -> str:
        """The package below `bot`, or "bot" for a module at the top."""
        parts = Path(self.path).parts
        return parts[1] if len(parts) > 2 else "bot"

    def apply(self, source: str) -> str:
        """The changed source."""
        return str(_Changing(operators()[self.operator], self.occurrence).walk(get_ast(source)).get_code())

    def show(self, source: str) -> str:
        """The place, and the lines that differ."""
        changed = unified_diff(source.splitlines(), self.apply(source).splitlines(), n=0, lineterm="")
        lines = [line for line in changed if line[:1] in "+-" and line[:3] not in {"+++", "---"}]
        return "\n".join([f"{self.path}:{self.line} {self.operator}", *(f"    {line}" for line in lines)])


def find_mutants(path: Path) -> list[Mutant]:
    """All mutants of a module."""
    source, name = path.read_text("utf-8"), path.relative_to(ROOT).as_posix()
    tree, lines = get_ast(source), source.splitlines()
    found = []
    for operator, each in operators().items():
        counting = _Counting(each)
        counting.walk(tree)
        found += [Mutant(name, operator, number, line) for number, line in enumerate(counting.lines)]
    return [each for each in found if not any(mark in lines[each.line - 1] for mark in _UNDECIDED)]


def draw(paths: Sequence[Path], count: int, seed: int) -> list[Mutant]:
    """A sample: modules by their length, of each a place by chance, and of the place one change.

    A place counts once, however many operators can change it.
    """
    chance = random.Random(seed)
    sizes = [len(path.read_text("utf-8").splitlines()) for path in paths]
    known: dict[Path, dict[int, list[Mutant]]] = {}
    found: dict[tuple[str, int], Mutant] = {}
    for _ in range(20 * count):
        path = chance.choices(paths, sizes)[0]
        if path not in known:
            lines = defaultdict(list)
            for each in find_mutants(path):
                lines[each.line].append(each)
            known[path] = lines
        if known[path]:
            line = chance.choice(sorted(known[path]))
            found.setdefault((path.as_posix(), line), chance.choice(known[path][line]))
        if len(found) == count:
            break
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Measured:
    """What coverage says of the tests of a package, and the seconds of computing that they took."""

    folder: Path
    data: Any
    seconds: int

    def passing(self, mutant: Mutant) -> set[str] | None:
        """The tests that pass the statement of a mutant; None where it runs when the module is imported."""
        path = self.folder / mutant.path
        noted = self.data.contexts_by_lineno(path.as_posix())
        lines = statement_at(path.read_text("utf-8"), mutant.line)
        found = {each for number in lines for each in noted.get(number, ())}
        return None if "" in found else {each.rpartition("|")[0] for each in found}


def measure(mutant: Mutant, folder: Path) -> Measured:
    """Run the tests of the package of a mutant in a copy of the checkout, and note which lines each passes."""
    from coverage import CoverageData

    noted = folder / f".coverage.{mutant.package}"
    covered = Path(mutant.path).parent.as_posix()
    command = _pytest(f"--cov={covered}", "--cov-context=test", "--cov-report=", *tests_of(mutant, folder)[-1])
    status, seconds = _run(command, folder, COVERAGE_FILE=str(noted))
    if status:
        sys.exit(f"the tests of {mutant.package} fail without a change, or pytest-cov is not installed")
    data = CoverageData(str(noted))
    data.read()
    return Measured(folder, data, seconds)


def statement_at(source: str, line: int) -> range:
    """The lines of the shortest statement around a line, without its body."""
    found = [range(1, source.count("\n") + 2)]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            end = max(node.lineno, body[0].lineno - 1) if body else node.end_lineno or node.lineno
            if line in (lines := range(node.lineno, end + 1)):
                found.append(lines)
    return min(found, key=len)


def tests_of(mutant: Mutant, root: Path) -> list[list[str]]:
    """The tests to run, first those that mirror the module, then those of its package and of commands made for it."""
    path = Path(mutant.path)
    folder = root / Path("tests", *path.parts[1:-1])
    mirror = [*folder.glob(f"test_{path.stem.strip('_')}*.py")]
    if mutant.package == "rules":
        mirror.append(folder / "test_examples.py")
    rest = [folder, *_ways_in(mutant.package, root)] if mutant.package != "bot" else [*folder.glob("test_*.py")]
    return [[str(each.relative_to(root)) for each in sorted(paths)] for paths in (mirror, rest) if paths]


def _ways_in(package: str, root: Path) -> Iterator[Path]:
    """The tests of the commands that call a package, where few do."""
    uses = re.compile(rf"^\s*from bot\.{package}\b", re.MULTILINE)
    commands = [path for path in root.glob("bot/commands/*.py") if uses.search(path.read_text("utf-8"))]
    for path in commands if len(commands) <= _FEW else ():
        yield from root.glob(f"tests/commands/test_{path.stem}*.py")


def choose(mutant: Mutant, root: Path, passing: set[str] | None) -> list[list[str]]:
    """Of the tests to run those that pass the line, the mirror first."""
    groups = tests_of(mutant, root)
    if passing is None:
        return groups
    mirror = {path for group in groups[:-1] for path in group}
    first = sorted(each for each in passing if each.partition("::")[0] in mirror)
    return [group for group in (first, sorted(passing - {*first})) if group]


def is_noticed(mutant: Mutant, folder: Path, measured: Measured) -> bool:
    """Whether a test fails in the copy of the checkout at `folder`, or does not end."""
    path = folder / mutant.path
    source = path.read_text("utf-8")
    groups = choose(mutant, folder, measured.passing(mutant))
    path.write_text(mutant.apply(source), "utf-8")
    arguments = folder / "arguments.txt"
    try:
        for tests in groups:
            arguments.write_text("\n".join(tests), "utf-8")
            if _run(_pytest(f"@{arguments}"), folder, 2 * measured.seconds + 5)[0] not in {0, 5}:
                return True
        return False
    finally:
        path.write_text(source, "utf-8")


def _run(command: Sequence[str], folder: Path, most: int = 3_600, **environment: str) -> tuple[int, int]:
    """The status of a command, and the seconds of computing it took: a busy machine does not change them."""
    with Popen(command, cwd=folder, stdout=DEVNULL, stderr=DEVNULL, env=os.environ | environment) as process:
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (most, most))
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, round(used.ru_utime + used.ru_stime)


def _pytest(*arguments: str) -> list[str]:
    return [sys.executable, "-B", "-m", "pytest", "-n", "0", "-x", "-q", "-p", "no:cacheprovider", *arguments]


def copy_checkout(folder: Path) -> Path:
    """A copy of this checkout in which mutants are tried."""
    for name in COPIED:
        if (ROOT / name).exists():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in ROOT.glob("*.*"):
        if path.is_file():
            shutil.copy(path, folder)
    return folder


def main() -> None:
    """Draw, try, and print the survivors and the share that was noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=50, metavar="N", help="mutants to try")
    parser.add_argument("--seed", type=int, default=0, help="another seed draws another sample")
    parser.add_argument("--package", default="", help="only this package of `bot`")
    parser.add_argument("--jobs", type=int, default=2, help="mutants tried at a time")
    given = parser.parse_args()
    paths = sorted((ROOT / "bot" / given.package).rglob("*.py"))
    mutants = draw(paths, given.sample, given.seed)
    seen: Counter[tuple[str, bool]] = Counter()
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(given.jobs) as pool:
        kept = copy_checkout(Path(name, "kept"))
        folders: SimpleQueue[Path] = SimpleQueue()
        for number in range(given.jobs):
            folders.put(copy_checkout(Path(name, str(number))))

        def attempt(mutant: Mutant, measured: Measured) -> tuple[Mutant, bool]:
            folder = folders.get()
            try:
                return mutant, is_noticed(mutant, folder, measured)
            finally:
                folders.put(folder)

        for package in sorted({each.package for each in mutants}):
            chosen = [each for each in mutants if each.package == package]
            measured = measure(chosen[0], kept)
            for mutant, noticed in pool.map(attempt, chosen, repeat(measured)):
                seen[package, noticed] += 1
                if not noticed:
                    print(mutant.show((kept / mutant.path).read_text("utf-8")), flush=True)
    for package in sorted({package for package, _ in seen}):
        print(f"{package}: {seen[package, True]} of {seen[package, True] + seen[package, False]} noticed")
    total = sum(count for (_, noticed), count in seen.items() if noticed)
    print(f"all: {total} of {len(mutants)} noticed, seed {given.seed}")


if __name__ == "__main__":
    main()
