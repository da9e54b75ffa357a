"""Imports go downhill: each module may use what lies on lower floors, and only there."""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]

FLOORS: tuple[tuple[str, ...], ...] = (
    ("bot",),
    ("codec", "errors", "text"),
    ("papers",),
    ("document", "git", "links"),
    ("console",),
    ("files", "listing"),
    ("facts",),
    ("github",),
    ("linter",),
    ("rules",),
    ("reports",),
    ("reviews", "sweeps"),
    ("commands",),
    ("cli",),
    ("__main__", "action"),
)
"""The modules and packages of `bot`, from the ground up; within a package its modules may use one another."""

HOMES = {
    "requests": ("bot.links", "bot.facts", "bot.github"),
    "urllib3": ("bot.links", "bot.facts", "bot.github"),
    "github": ("bot.github",),
    "markdown_it": ("bot.document",),
    "jsonschema": ("bot.linter.schema",),
    "referencing": ("bot.linter.schema",),
    "yaml": ("bot.linter.yaml_reader",),
}
"""Libraries that these parts of the program alone may import, so that they alone change with them."""

LONGEST_MODULE = 500
LONGEST_FUNCTION = 60
"""Lines; what is longer wants a better cut."""

UNWANTED = (
    "requests",
    "urllib3",
    "github",
    "rich",
    "http.client",
    "ssl",
    "_socket",
    "asyncio",
    "yaml",
    "jsonschema",
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
def imports() -> tuple[Import, ...]:
    return tuple(
        each
        for module, path in modules().items()
        for each in _imports(ast.parse(path.read_text(encoding="utf-8")), module, for_types=False)
    )


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
            case _:
                yield from _imports(child, module, for_types=for_types)


@cache
def rule_files() -> frozenset[str]:
    """The modules that define a rule: a class that derives from `Rule`."""
    return frozenset(
        module
        for module, path in modules().items()
        if module.startswith("bot.rules.")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base) == "Rule" for base in node.bases)
    )


def unit(module: str) -> str:
    """The name under which `FLOORS` knows a module."""
    return module.removeprefix("bot.").partition(".")[0]


def floor(module: str) -> int:
    return next((height for height, names in enumerate(FLOORS) if unit(module) in names), -1)


SAMPLE = """
import json
from bot import files
from bot.text import Span
if TYPE_CHECKING:
    from bot.linter.rule import Rule
def load():
    import yaml
"""


def test_imports_are_found_wherever_they_stand() -> None:
    assert list(_imports(ast.parse(SAMPLE), "bot.linter.schema", for_types=False)) == [
        Import("bot.linter.schema", "json", 2, for_types=False),
        Import("bot.linter.schema", "bot.files", 3, for_types=False),
        Import("bot.linter.schema", "bot.text", 4, for_types=False),
        Import("bot.linter.schema", "bot.linter.rule", 6, for_types=True),
        Import("bot.linter.schema", "yaml", 8, for_types=False),
    ]


@pytest.mark.parametrize("module", modules())
def test_each_module_has_a_floor(module: str) -> None:
    assert floor(module) >= 0, f"give {module} a place in FLOORS"


def test_imports_go_downhill() -> None:
    """For types alone, a neighbour on the same floor may be named."""
    uphill = [
        f"{each.module}:{each.line} ({floor(each.module)}) imports {each.target} ({floor(each.target)})"
        for each in imports()
        if each.target in modules()
        and unit(each.module) != unit(each.target)
        and floor(each.target) >= floor(each.module) + each.for_types
    ]
    assert uphill == []


def test_rules_use_no_other_rule() -> None:
    uses = [f"{each.module}:{each.line} imports {each.target}" for each in imports() if each.target in rule_files()]
    assert [use for use in uses if use.partition(":")[0] in rule_files()] == []


def test_each_rule_is_listed() -> None:
    assert {type(rule).__module__ for rule in RULES} == rule_files()


def test_no_module_imports_itself_in_a_circle() -> None:
    graph: dict[str, set[str]] = {}
    for each in imports():
        if each.target in modules() and not each.for_types:
            graph.setdefault(each.module, set()).add(each.target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_libraries_stay_where_they_belong() -> None:
    strays = [
        f"{each.module}:{each.line} imports {each.target}"
        for each in imports()
        for library, homes in HOMES.items()
        if f"{each.target}.".startswith(f"{library}.")
        and not any(f"{each.module}.".startswith(f"{home}.") for home in homes)
    ]
    assert strays == []


def test_modules_and_functions_fit_a_screen_or_two() -> None:
    sources = {module: path.read_text(encoding="utf-8") for module, path in modules().items()}
    lengths = {module: len(source.splitlines()) for module, source in sources.items()}
    functions = {
        f"{module}.{each.name}": _length(each)
        for module, source in sources.items()
        for each in ast.walk(ast.parse(source))
        if isinstance(each, ast.FunctionDef)
    }
    assert {module: length for module, length in lengths.items() if length > LONGEST_MODULE} == {}
    assert {name: length for name, length in functions.items() if length > LONGEST_FUNCTION} == {}


def _length(function: ast.FunctionDef) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


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
