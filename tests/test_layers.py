"""Imports go downhill: each package may use the layers below it, and nothing else."""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from bot.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]

LAYERS: tuple[tuple[str, ...], ...] = (
    ("bot",),
    ("codec", "errors", "judgement", "text"),
    ("papers", "progress"),
    ("document", "git"),
    ("links",),
    ("console",),
    ("files", "listing"),
    ("data", "facts", "ordering"),
    ("github",),
    ("linter",),
    ("rules",),
    ("additions",),
    ("reports",),
    ("merging",),
    ("exports", "reviews", "scouting", "sweeps", "updates"),
    ("setup", "submissions"),
    ("commands",),
    ("cli",),
    ("__main__", "action"),
)
"""The packages and top modules of `bot`, lowest first: each may import from the layers below it only.

Within a package its modules may import one another, without cycles; rules do not use other rules. In the packages of
`ORDERED` not even for types: a reader can take their modules one after the other.
"""

ORDERED = ("listing", "ordering")

NETWORK = ("links", "facts", "github")
"""The only packages that open a socket. They import no rule, review, sweep or command: callers pass them values."""

SOCKETS = ("asyncio", "github", "http.client", "requests", "socket", "ssl", "urllib.request", "urllib3")

HOMES = {
    "github": ("bot.github",),
    "requests": ("bot.github",),
    "urllib3": ("bot.github", "bot.links"),
    "markdown_it": ("bot.document",),
    "jsonschema": ("bot.linter.schema",),
    "referencing": ("bot.linter.schema",),
    "yaml": ("bot.data",),
    "jinja2": ("bot.reports.pages",),
    "rapidfuzz": ("bot.papers.similarity",),
}
"""Libraries that one part of the program alone imports, so that it alone changes with them."""

LONGEST_MODULE = 500
LONGEST_FUNCTION = 60
"""Lines."""


class Size(NamedTuple):
    """How large a package is, or may be."""

    code: int
    """Lines that are neither blank nor a comment nor a docstring."""
    modules: int


BUDGETS = {
    "bot": Size(code=1_398, modules=12),
    "bot/additions": Size(code=3_573, modules=16),
    "bot/commands": Size(code=3_051, modules=24),
    "bot/data": Size(code=1_326, modules=7),
    "bot/document": Size(code=1_365, modules=7),
    "bot/exports": Size(code=759, modules=5),
    "bot/facts": Size(code=3_237, modules=18),
    "bot/github": Size(code=1_926, modules=11),
    "bot/links": Size(code=1_853, modules=9),
    "bot/linter": Size(code=2_936, modules=16),
    "bot/listing": Size(code=7_828, modules=33),
    "bot/merging": Size(code=1_781, modules=8),
    "bot/ordering": Size(code=715, modules=4),
    "bot/papers": Size(code=3_401, modules=16),
    "bot/reports": Size(code=1_515, modules=10),
    "bot/reviews": Size(code=1_581, modules=9),
    "bot/rules": Size(code=8_921, modules=52),
    "bot/scouting": Size(code=906, modules=5),
    "bot/setup": Size(code=330, modules=3),
    "bot/submissions": Size(code=832, modules=4),
    "bot/sweeps": Size(code=1_471, modules=7),
    "bot/updates": Size(code=375, modules=3),
}
"""How large each package may be: what it was when the number was written, and a twentieth more.

A change that needs more room first looks for what is there already; then it changes the number, where a reader sees it.
"""

UNWANTED = (
    *("requests", "urllib3", "github", "rich", "http.client", "ssl", "_socket", "asyncio", "yaml", "jsonschema"),
    *("jinja2", "bot.data", "bot.listing.claims", "bot.papers.differences", "rapidfuzz"),
)
"""What an offline run without a configuration has no use for; each would be felt at start-up."""


@dataclass(frozen=True, slots=True)
class Import:
    """One import: the importing module, what it imports, where, and whether only a type checker sees it."""

    module: str
    target: str
    line: int
    for_types: bool


@cache
def modules() -> dict[str, Path]:
    found = {}
    for path in sorted((ROOT / "bot").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def source(module: str) -> str:
    return modules()[module].read_text(encoding="utf-8")


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(source(module))


@cache
def imports() -> tuple[Import, ...]:
    return tuple(each for module in modules() for each in _imports(tree(module), module, for_types=False))


def _imports(node: ast.AST, module: str, *, for_types: bool) -> Iterator[Import]:
    """The imports anywhere below `node`, also within functions."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Import(names=names):
                yield from (Import(module, name.name, child.lineno, for_types) for name in names)
            case ast.ImportFrom(module=source, names=names, level=level):
                assert level == 0, f"{module}:{child.lineno}: write the whole name of what is imported"
                for name in names:
                    whole = f"{source}.{name.name}"
                    yield Import(module, whole if whole in modules() else str(source), child.lineno, for_types)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                yield from _imports(child, module, for_types=True)
            case ast.expr():
                pass  # holds no statement
            case _:
                yield from _imports(child, module, for_types=for_types)


@cache
def rule_files() -> frozenset[str]:
    """The modules that define a rule: a class that derives from `Rule` or `HabitRule`."""
    return frozenset(
        module
        for module in modules()
        if module.startswith("bot.rules.")
        for node in tree(module).body
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base) in {"Rule", "HabitRule"} for base in node.bases)
    )


def unit(module: str) -> str:
    """The package or top module that a module belongs to."""
    return module.removeprefix("bot.").partition(".")[0]


def layer(module: str) -> int:
    return next((height for height, names in enumerate(LAYERS) if unit(module) in names), -1)


SAMPLE = """
import json
from bot import files
from bot.text import Span
if TYPE_CHECKING:
    from bot.linter.rule import Rule
def load():
    import yaml
"""


def test_imports_are_found_anywhere() -> None:
    assert list(_imports(ast.parse(SAMPLE), "bot.linter.schema", for_types=False)) == [
        Import("bot.linter.schema", "json", 2, for_types=False),
        Import("bot.linter.schema", "bot.files", 3, for_types=False),
        Import("bot.linter.schema", "bot.text", 4, for_types=False),
        Import("bot.linter.schema", "bot.linter.rule", 6, for_types=True),
        Import("bot.linter.schema", "yaml", 8, for_types=False),
    ]


def test_each_module_has_a_layer() -> None:
    assert [module for module in modules() if layer(module) < 0] == [], "give each a place in LAYERS"


def test_imports_go_downhill() -> None:
    """For types alone, a neighbour in the same layer may be named."""
    uphill = [
        f"{each.module}:{each.line} ({layer(each.module)}) imports {each.target} ({layer(each.target)})"
        for each in imports()
        if each.target in modules()
        and unit(each.module) != unit(each.target)
        and layer(each.target) >= layer(each.module) + each.for_types
    ]
    assert uphill == []


def test_rules_use_no_other_rule() -> None:
    uses = [f"{each.module}:{each.line} imports {each.target}" for each in imports() if each.target in rule_files()]
    assert [use for use in uses if use.partition(":")[0] in rule_files()] == []


def test_each_rule_is_listed() -> None:
    assert {type(rule).__module__ for rule in RULES} == rule_files()


def test_there_is_no_import_cycle() -> None:
    graph: dict[str, set[str]] = {}
    for each in imports():
        if each.target in modules() and (not each.for_types or unit(each.module) in ORDERED):
            graph.setdefault(each.module, set()).add(each.target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_only_network_packages_open_sockets() -> None:
    strays = [
        f"{each.module}:{each.line} imports {each.target}"
        for each in imports()
        if not each.for_types
        and unit(each.module) not in NETWORK
        and any(f"{each.target}.".startswith(f"{library}.") for library in SOCKETS)
    ]
    assert strays == []


def test_network_packages_import_no_policy() -> None:
    policies = {name for names in LAYERS[layer("linter") :] for name in names}
    strays = [
        f"{each.module}:{each.line} imports {each.target}"
        for each in imports()
        if unit(each.module) in NETWORK and each.target in modules() and unit(each.target) in policies
    ]
    assert strays == []


def test_libraries_stay_where_they_belong() -> None:
    strays = [
        f"{each.module}:{each.line} imports {each.target}"
        for each in imports()
        for library, homes in HOMES.items()
        if f"{each.target}.".startswith(f"{library}.")
        and not any(f"{each.module}.".startswith(f"{home}.") for home in homes)
    ]
    assert strays == []


def test_modules_and_functions_are_of_a_readable_size() -> None:
    lengths = {module: len(source(module).splitlines()) for module in modules()}
    functions = {
        f"{module}.{each.name}": _length(each)
        for module in modules()
        for each in ast.walk(tree(module))
        if isinstance(each, ast.FunctionDef)
    }
    assert {module: length for module, length in lengths.items() if length > LONGEST_MODULE} == {}
    assert {name: length for name, length in functions.items() if length > LONGEST_FUNCTION} == {}


def _length(function: ast.FunctionDef) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


SIZED = """\
'''What this is.

Two lines.'''

import json  # counts

# A comment.
class A:
    b: int
    '''What b is.'''

    def c(self):
        '''Do it.'''
        return '''a

        b'''
"""


def test_code_is_counted_without_comments_and_docstrings() -> None:
    assert _count_code(SIZED, ast.parse(SIZED)) == 6


def test_packages_keep_to_their_budgets() -> None:
    sizes: dict[str, Size] = {}
    for module, path in modules().items():
        package = path.parent.relative_to(ROOT).as_posix()
        before = sizes.get(package, Size(0, 0))
        sizes[package] = Size(before.code + _count_code(source(module), tree(module)), before.modules + 1)
    assert sizes.keys() == BUDGETS.keys(), "each package has a budget, and each budget a package"
    over = {
        package: f"{size.code:,} lines in {size.modules} modules; its budget is {budget.code:,} in {budget.modules}"
        for package, size in sizes.items()
        if size.code > (budget := BUDGETS[package]).code or size.modules > budget.modules
    }
    assert over == {}, "find another cut, or change the number in BUDGETS in the same commit and say why"


def _count_code(text: str, parsed: ast.Module) -> int:
    strings: set[int] = set()
    """The lines of docstrings, also of those below fields."""
    for node in ast.walk(parsed):
        body = getattr(node, "body", None)
        for each in body if isinstance(body, list) else ():
            match each:
                case ast.Expr(value=ast.Constant(value=str())):
                    strings.update(range(each.lineno, (each.end_lineno or each.lineno) + 1))
    lines = (line.strip() for number, line in enumerate(text.splitlines(), 1) if number not in strings)
    return sum(bool(line) and not line.startswith("#") for line in lines)


@pytest.mark.parametrize("arguments", [["lint", "README.md"], ["lint", "--format", "json", "README.md"]], ids=" ".join)
def test_offline_runs_import_no_network(arguments: list[str], tmp_path: Path) -> None:
    paper = "* [2310] [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"
    (tmp_path / "README.md").write_text(f"# Papers\n\n{paper}", encoding="utf-8")
    code = (
        "import runpy, sys\n"
        f"sys.argv = ['bot', *{arguments}]\n"
        "try:\n    runpy.run_module('bot', run_name='__main__')\n"
        "except SystemExit as end:\n    assert not end.code, end.code\n"
        f"found = [name for name in {UNWANTED} if name in sys.modules]\n"
        "assert 'bot.linter.engine' in sys.modules\n"
        "sys.exit(f'imported: {found}' if found else 0)"
    )
    run = subprocess.run([sys.executable, "-P", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
