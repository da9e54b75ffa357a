"""The documentation matches the program."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import re
import sys
import textwrap
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.cli import main
from bot.linter.config_reader import Source, parse_config
from bot.linter.rule import options
from bot.linter.schema import load
from bot.rules import RULES
from tests.rules.helpers import findings

if TYPE_CHECKING:
    from bot.linter.rule import Rule

ROOT = Path(__file__).parents[1]
CONFIGURATION = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
YAML_BLOCKS = re.findall(r"^```yaml\n(.*?)^```$", CONFIGURATION, re.DOTALL | re.MULTILINE)


def _keys(schema: object, path: str = "") -> list[str]:
    """All keys of the configuration, such as `entry.venues`; the rules are documented in `docs/rules.md`."""
    if not isinstance(schema, dict):
        return []
    found = _keys(schema.get("items"), path)
    for key, value in schema.get("properties", {}).items():
        name = f"{path}.{key}".removeprefix(".")
        found += [name] if name == "rules" else [name, *_keys(value, name)]
    return found


@pytest.mark.parametrize("key", _keys(load("config")))
def test_each_key_is_documented(key: str) -> None:
    top, _, last = key.rpartition(".")
    heading = rf"^#+ {re.escape(key)}$"
    section = re.search(rf"^##+ {re.escape(top)}$(.*?)(?:^##|\Z)", CONFIGURATION, re.DOTALL | re.MULTILINE)
    assert re.search(heading, CONFIGURATION, re.MULTILINE) or (section and f"`{last}`" in section[1])


@pytest.mark.parametrize("heading", re.findall(r"^##+ ([a-z_.]+)$", CONFIGURATION, re.MULTILINE))
def test_each_documented_key_exists(heading: str) -> None:
    assert heading in _keys(load("config"))


def test_each_key_has_an_example() -> None:
    """One pattern is enough as an example for the keys below `entry.patterns`."""
    shown = "\n".join(YAML_BLOCKS)
    keys = [key for key in _keys(load("config")) if not key.startswith("entry.patterns.")]
    assert [key for key in keys if f"{key.rpartition('.')[2]}:" not in shown] == []


@pytest.mark.parametrize("block", YAML_BLOCKS, ids=lambda block: block.splitlines()[-1].strip())
def test_each_example_is_a_valid_configuration(block: str) -> None:
    parse_config(block, "example.yml", RULES, fetch=lambda name: Source(name, ""))


def test_the_schema_for_editors_is_named() -> None:
    assert f"$schema={load('config')['$id']}" in CONFIGURATION


def test_each_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    names = [re.split(r"[<>=~! ]", requirement)[0] for requirement in needed]
    assert [name for name in names if f"`{name}`" not in CONTRIBUTING] == []


def test_each_page_is_in_the_navigation_of_the_site() -> None:
    site = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    named = re.findall(r"^  - [^:]+: ([\w-]+\.md)$", site.partition("\nnav:\n")[2], re.MULTILINE)
    assert sorted(set(named)) == sorted(path.name for path in (ROOT / "docs").glob("*.md"))


def test_the_pattern_for_editors_reads_what_lint_prints(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```json\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    matcher = json.loads(block)["tasks"][0]["problemMatcher"]["pattern"]
    main(["lint", str(ROOT / "examples" / "agent-training.md"), "--format", "concise", "--verbose", "--exit-zero"])
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith(str(ROOT))]
    found = [re.fullmatch(matcher["regexp"], line) for line in lines]
    assert len(lines) > 20
    assert None not in found
    assert {each[matcher["severity"]] for each in found if each} == {"error", "warning", "note"}
    assert {each[matcher["code"]] for each in found if each} <= {rule.slug for rule in RULES}


def test_each_promise_of_security_names_a_test() -> None:
    page = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    table = page.partition("## What is promised\n\n")[2].partition("\n| --- | --- |\n")[2].split("\n\n")[0]
    rows = [re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", row) for row in table.splitlines()]
    assert len(rows) >= 15
    assert [] not in rows
    named = [each for row in rows for each in row]
    lost = [name for path, name in named if f"def {name}(" not in (ROOT / path).read_text(encoding="utf-8")]
    assert lost == []


def test_rule_in_contributing_works(tmp_path: Path) -> None:
    code = re.search(r"^   ```python\n(.*?)^   ```$", CONTRIBUTING, re.DOTALL | re.MULTILINE)
    assert code is not None
    path = tmp_path / "loud_title.py"
    path.write_text(textwrap.dedent(code[1]), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("loud_title", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with contextlib.ExitStack() as stack:
        sys.modules["loud_title"] = module
        stack.callback(sys.modules.pop, "loud_title")
        spec.loader.exec_module(module)
        rule: Rule = module.LoudTitle()
        option, habits = options(rule)
        assert habits.name == "accept_habits"
    assert (option.name, option.description[:6]) == ("shortest", "Titles")
    assert [len(findings(rule, example.text)) for example in rule.examples] == [1, 0]


def test_files_that_the_documents_name_exist() -> None:
    """Except for the rule that CONTRIBUTING adds as an example, and the files of a user's repository."""
    named = set(re.findall(r"`((?:bot|tests|schemas|docs|\.ci|\.github)/[\w./-]+)`", CONTRIBUTING + CONFIGURATION))
    assert {name for name in named if not (ROOT / name).exists()} <= {
        "bot/rules/loud_title.py",
        "tests/rules/test_loud_title.py",
        ".github/paperlist-bot.yml",
        ".github/workflows/paperlist-bot.yml",
    }


def test_the_first_page_leads_to_all_others() -> None:
    named = re.findall(r"\]\(([\w-]+\.md)\)", (ROOT / "docs" / "index.md").read_text(encoding="utf-8"))
    assert sorted(set(named)) == sorted(path.name for path in (ROOT / "docs").glob("*.md") if path.stem != "index")
