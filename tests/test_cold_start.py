"""What a cold `bot lint` loads: time at start-up grows one module and one pattern at a time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bot.linter.rule import Bad, Need
from bot.rules import NEEDS, RULES, SIGNS, load, load_rules

MODULES = 114
"""Of `bot`."""
PATTERNS = 66
"""Regular expressions, also those of libraries: about 30 are compiled whatever the list has, about 25 tell the fields
of entries apart."""

LIST = """\
# Papers

## Planning

* [2404] [MPO: Boosting LLM Agents with Meta Plan Optimization](https://arxiv.org/abs/2503.02682)
* [2310] [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)
"""

COUNT = """
import re, sys
compiled = []
compile_pattern = re._compiler.compile
re._compiler.compile = lambda pattern, flags=0: compiled.append(pattern) or compile_pattern(pattern, flags)
from bot.cli import main
main(["lint", "--exit-zero", "README.md"])
names = [name for name in sys.modules if name == "bot" or name.startswith("bot.")]
eastern = sum("ÿ\\u4e00" in pattern for pattern in compiled if isinstance(pattern, str))
print(len(names), len(compiled), eastern, int("publicsuffixlist" in sys.modules), file=sys.stderr)
"""


def count(folder: Path, content: str) -> tuple[int, ...]:
    """The modules of `bot` that a lint loads, the patterns that it compiles, how many of these are for the East, and
    whether the public suffix list is read."""
    (folder / "README.md").write_text(content, encoding="utf-8")
    path = [str(Path(__file__).parents[1]), *sys.path]
    code = f"import sys; sys.path[:0] = {path}\n{COUNT}"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    return tuple(map(int, done.stderr.split()[-4:]))


@pytest.fixture(scope="module")
def counts(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, ...]:
    """Of a lint of a list in Markdown."""
    return count(tmp_path_factory.mktemp("cold"), LIST)


def test_few_modules_are_loaded(counts: tuple[int, ...]) -> None:
    assert counts[0] <= MODULES


def test_few_patterns_are_compiled(counts: tuple[int, ...]) -> None:
    assert counts[1] <= PATTERNS


def test_authors_in_latin_letters_need_no_pattern_for_others(tmp_path: Path) -> None:
    authors = "* Doe, J., Müller, R., and Wójcik, A. (2024). [Planning with tools](https://arxiv.org/abs/2401.00001)\n"
    assert count(tmp_path, f"{LIST}{authors}")[2] == 0


def test_hosts_are_looked_up_where_two_are_nearly_the_same(tmp_path: Path) -> None:
    often = "".join(f"* [Paper {number}](https://lablearning.org/{number})\n" for number in range(9))
    assert count(tmp_path, f"{LIST}{often}* [Paper](https://elsewhere.com/10)\n")[3] == 0
    assert count(tmp_path, f"{LIST}{often}* [Paper](https://lablaerning.org/10)\n")[3] == 1


LOCK = (
    '{"id":"arXiv:2310.05915","title":"FireAct: Toward Language Agent Fine-tuning","titles":[],"authors":[],'
    '"submitted":null,"updated":null,"comment":null,"journal_ref":null,"doi":null,"categories":[],"withdrawn":false,'
    '"checked":"2026-11-20"}\n'
)


@pytest.mark.parametrize(
    ("command", "names"),
    [
        *((each, "github requests jinja2 asyncio") for each in ("report --links", "export", "init --dry-run")),
        *(
            (each, "github requests jinja2 urllib3 ssl")
            for each in ("lint", "lock --check", "entries", "sort", "split")
        ),
    ],
)
def test_a_command_that_asks_nobody_loads_no_library_for_that(command: str, names: str, tmp_path: Path) -> None:
    """Facts of a lock file need none either."""
    (tmp_path / "README.md").write_text(LIST, encoding="utf-8")
    (tmp_path / "papers.lock.jsonl").write_text(LOCK, encoding="utf-8")
    code = f"""import sys; sys.path[:0] = {[str(Path(__file__).parents[1])]}
from bot.cli import main
main({[*command.split(), "README.md"]})
print(*sorted(set({names.split()}).intersection(sys.modules)), file=sys.stderr)"""
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == ""


def test_the_needs_of_rules_are_as_listed() -> None:
    """So that a rule that cannot run need not be imported to say so."""
    assert {rule.slug: rule.needs for rule in RULES} == NEEDS


@pytest.mark.parametrize("slug", SIGNS)
def test_rules_find_nothing_without_their_signs(slug: str) -> None:
    bad = [each.text for each in load(slug).examples if isinstance(each, Bad)]
    assert bad
    assert all(any(sign in text.lower() for sign in SIGNS[slug]) for text in bad)


def test_rules_are_loaded_for_their_signs() -> None:
    rules = {text: load_rules(~Need.NOTHING, [text]) for text in ("a | b", "a ， b", "", "http://BIT.LY/1")}
    shown = {text: {each.slug for each in found if each.examples} & SIGNS.keys() for text, found in rules.items()}
    assert shown == {
        "a | b": {"uneven-row"},
        "a ， b": {"fullwidth-bracket"},
        "": set(),
        "http://BIT.LY/1": {"shortened-link"},
    }
