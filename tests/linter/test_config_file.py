"""Configuration files: found, read, checked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pytest

from bot.errors import USAGE, BotError
from bot.files import find_files
from bot.linter.config import (
    Config,
    EntryPolicy,
    Ignore,
    Overrides,
    RuleConfig,
    find_config,
    find_lists,
    find_readme,
    list_files,
)
from bot.linter.config_reader import config_schema, load_config, parse_config
from bot.linter.diagnostics import Severity
from bot.linter.rule import option
from bot.linter.schema import schema_problems
from bot.listing import Kind
from bot.papers.dates import DateFormat
from bot.papers.identifiers import ArxivForm
from tests.linter.plain_rule import Plain

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Sleeper(Plain):
    """A rule with options."""

    slug: ClassVar[str] = "sleeper"

    months: int = option(2, "How many.", minimum=1)
    arxiv_form: ArxivForm | None = option(None, "Which page.")


RULES = (Plain(), Sleeper())

WHOLE = """\
lists: [README.md, "papers/*.md"]
rules:
  plain: off
  sleeper: {severity: note, months: 3, arxiv_form: pdf}
ignore:
  - rule: plain
    path: papers/2019.md
    match: World of Bits
    url: https://dl.acm.org/*
    reason: known
  - {rule: plain, reason: known too}
entry:
  required: [title, date]
  patterns: {date: ^20, venue: "^[A-Z]"}
  venues: [ICLR, ICML]
  schema: {properties: {links: {minItems: 1}}}
conventions: {date_format: YYMM, order: oldest-first, arxiv_form: abs}
fail_on: warning
sections: {exempt: [Must read], papers: [Systems], others: [Tools]}
"""


def test_whole_file() -> None:
    assert parse_config(WHOLE, "bot.yml", RULES) == Config(
        lists=("README.md", "papers/*.md"),
        rules=(
            RuleConfig("plain", off=True),
            RuleConfig("sleeper", severity=Severity.NOTE, options=(("months", 3), ("arxiv_form", "pdf"))),
        ),
        ignores=(
            Ignore("plain", "known", "papers/2019.md", "World of Bits", "https://dl.acm.org/*", line=6),
            Ignore("plain", "known too", line=11),
        ),
        entry=EntryPolicy(
            required=("title", "date"),
            patterns=(("date", "^20"), ("venue", "^[A-Z]")),
            venues=("ICLR", "ICML"),
            schema={"properties": {"links": {"minItems": 1}}},
        ),
        conventions=Overrides(DateFormat.YYMM, "oldest-first", ArxivForm.ABS),
        fail_on=Severity.WARNING,
        exempt_sections=("Must read",),
        kinds=(("Systems", Kind.PAPER), ("Tools", Kind.OTHER)),
    )


def test_a_rule_is_off_in_the_long_form_too() -> None:
    text = "rules:\n  plain: {severity: off}\n  sleeper: {severity: off, months: 3}\n"
    assert parse_config(text, "bot.yml", RULES).rules == (
        RuleConfig("plain", off=True),
        RuleConfig("sleeper", off=True, options=(("months", 3),)),
    )


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "{}", "---\n"])
def test_empty_file_is_the_default(text: str) -> None:
    assert parse_config(text, "bot.yml", RULES) == Config()


KEYS = '; known keys: "extends", "lists", "rules", "ignore", "fields", "entry", "conventions", "fail_on", "sections"'
MANY = "".join(f"unheard-of-{number}: 1\n" for number in range(13))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("list: [a.md]\n", 'bot.yml:1: unknown key "list"; did you mean "lists"?', id="key"),
        pytest.param(
            "fail_on: error\nrules:\n  plains: off\n",
            'bot.yml:3: unknown rule "plains"; did you mean "plain"?',
            id="rule",
        ),
        pytest.param(
            "rules:\n  sleeper:\n    month: 3\n",
            'bot.yml:3: unknown option "month"; did you mean "months"?',
            id="option",
        ),
        pytest.param(
            "rules:\n  sleeper:\n    months: soon\n",
            'bot.yml:3: "rules.sleeper.months" must be a whole number, not text',
            id="option of the wrong type",
        ),
        pytest.param(
            "rules:\n  sleeper:\n    months: -5\n",
            'bot.yml:3: "rules.sleeper.months" must be at least 1',
            id="too small a number",
        ),
        pytest.param(
            "rules:\n  sleeper:\n    months: true\n",
            'bot.yml:3: "rules.sleeper.months" must be a whole number, not true or false',
            id="truth is no number",
        ),
        pytest.param(
            "rules:\n  sleeper: {arxiv_form: pfd}\n",
            'bot.yml:2: "rules.sleeper.arxiv_form" is "pfd"; it must be one of '
            '"abs", "pdf", "html", "other"; did you mean "pdf"?',
            id="option with choices",
        ),
        pytest.param(
            "rules:\n  plain: warn\n",
            'bot.yml:2: "rules.plain" is "warn"; it must be one of "error", "warning", "note", "off"; '
            'did you mean "warning"?',
            id="severity",
        ),
        pytest.param("rules:\n  plain: {}\n", 'bot.yml:2: "rules.plain" is empty', id="empty mapping"),
        pytest.param(
            "rules:\n  plain:\n",
            'bot.yml:2: "rules.plain" has no value; it must be text or a mapping of keys to values',
            id="nothing",
        ),
        pytest.param("ignore:\n  - rule: plain\n", 'bot.yml:2: "reason" is missing in "ignore[0]"', id="no reason"),
        pytest.param(
            "ignore:\n  - rule: plian\n    reason: x\n",
            'bot.yml:2: "ignore[0].rule" is "plian"; it must be one of "plain", "sleeper"; did you mean "plain"?',
            id="unknown rule to ignore",
        ),
        pytest.param(
            "ignore:\n  - {rule: plain, reason: x, match: 2503}\n",
            'bot.yml:2: "ignore[0].match" must be text, not a number; put it in quotes',
            id="number for text",
        ),
        pytest.param(
            "entry:\n  patterns:\n    title: ok\n    venue: '['\n",
            'bot.yml:4: "entry.patterns.venue" is not a valid regular expression: missing ]: [',
            id="broken pattern",
        ),
        pytest.param(
            "entry:\n  schema:\n    properties:\n      date: {type: strng}\n",
            'bot.yml:4: "properties.date.type" is "strng"; it must be one of "array", "boolean", "integer", '
            '"null", "number", "object", "string"; did you mean "string"?',
            id="broken schema",
        ),
        pytest.param(
            "entry:\n  schema:\n    $ref: https://example.org/a.json\n",
            'bot.yml:3: "https://example.org/a.json" is outside of the schema; copy its target to "$defs"',
            id="schema elsewhere",
        ),
        pytest.param(
            "lists: [../other/README.md]\n",
            'bot.yml:1: "lists[0]" is "../other/README.md", which is not a path below the repository '
            'with forward slashes; did you mean "README.md"?',
            id="path outside",
        ),
        pytest.param("lists: []\n", 'bot.yml:1: "lists" is empty', id="empty list"),
        pytest.param(
            "conventions:\n  date_format: YYMN\n",
            'bot.yml:2: "conventions.date_format" is "YYMN", which is not a known value; did you mean "YYMM"?',
            id="date format",
        ),
        pytest.param("- a\n", "bot.yml:1: the top level must be a mapping of keys to values, not a list", id="list"),
        pytest.param(
            "# Papers\n* [2503] [A](b)\n", "bot.yml:2: not valid YAML: while scanning an alias", id="Markdown"
        ),
        pytest.param(
            "rules:\n  plain: of\nfail_on: never\n",
            'bot.yml:2: "rules.plain" is "of"; it must be one of "error", "warning", "note", "off"; '
            'did you mean "off"?\n'
            'bot.yml:3: "fail_on" is "never"; it must be one of "error", "warning", "note"',
            id="two at once, in order",
        ),
        pytest.param(
            MANY,
            "\n".join(f'bot.yml:{line}: unknown key "unheard-of-{line - 1}"{KEYS}' for line in range(1, 11))
            + "\nand 3 more",
            id="many",
        ),
    ],
)
def test_problems_name_file_line_and_the_nearest_word(text: str, expected: str) -> None:
    with pytest.raises(BotError) as caught:
        parse_config(text, "bot.yml", RULES)
    assert caught.value.message[: len(expected)] == expected
    assert caught.value.code == USAGE
    assert caught.value.hint != ""


def test_load(tmp_path: Path) -> None:
    path = write(tmp_path / ".github" / "paperlist-bot.yml", "\ufefffail_on: note\n")
    assert load_config(path, RULES) == Config(path, tmp_path, fail_on=Severity.NOTE)
    elsewhere = write(tmp_path / "bot.yml", "lists: [a.md]\n")
    assert load_config(elsewhere, RULES) == Config(elsewhere, tmp_path, ("a.md",))
    assert load_config(None, RULES) == Config()


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    latin = tmp_path / "latin.yml"
    latin.write_bytes(b"lists: [\xe9.md]\n")
    large = write(tmp_path / "large.yml", "#" * 900_000)
    itself = tmp_path / "itself.yml"
    itself.symlink_to(itself)
    found = []
    for path in (tmp_path / "none.yml", tmp_path, latin, large, itself):
        with pytest.raises(BotError) as caught:
            load_config(path, RULES)
        assert caught.value.code == USAGE
        found.append(caught.value.message)
    assert found.pop().startswith(f"{itself} cannot be read: ")
    assert [message.replace(str(tmp_path), "").replace("\\", "/") for message in found] == [
        "file not found: /none.yml",
        " is a folder",
        "/latin.yml is not UTF-8: byte 0xe9 at offset 8 (line 1)",
        "/large.yml: longer than 200,000 characters",
    ]


def test_names_in_errors_are_those_that_a_person_would_write(tmp_path: Path) -> None:
    path = write(tmp_path / ".github" / "paperlist-bot.yml", "rule: {}\n")
    code = (
        "from pathlib import Path; from bot.linter.config import find_config; "
        "from bot.linter.config_reader import load_config; "
        "load_config(find_config(Path('README.md')), ())"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    last = run.stderr.splitlines()[-1]
    assert last == 'bot.errors.BotError: .github/paperlist-bot.yml:1: unknown key "rule"; did you mean "rules"?'
    assert path.exists()


def test_find_looks_up_to_the_top_of_the_repository(tmp_path: Path) -> None:
    outside = write(tmp_path / ".github" / "paperlist-bot.yml", "")
    inner = tmp_path / "repository" / "papers"
    inner.mkdir(parents=True)
    (tmp_path / "repository" / ".git").mkdir()
    listed = write(inner / "a.md", "")
    assert find_config(listed) is None
    assert find_config(tmp_path / "README.md") == outside
    yaml = write(tmp_path / "repository" / ".github" / "paperlist-bot.yaml", "")
    assert find_config(listed) == yaml
    assert find_config(inner) == yaml
    nearer = write(inner / ".github" / "paperlist-bot.yml", "")
    assert find_config(listed) == nearer
    write(inner / ".github" / "paperlist-bot.yaml", "")
    with pytest.raises(BotError, match="two configuration files"):
        find_config(listed)


def test_find_stays_in_the_folder_outside_of_repositories(tmp_path: Path) -> None:
    if any((each / ".git").exists() for each in tmp_path.resolve().parents):
        pytest.skip("the temporary folder lies in a repository")
    write(tmp_path / ".github" / "paperlist-bot.yml", "")
    listed = write(tmp_path / "papers" / "a.md", "")
    assert find_config(listed) is None


def test_list_files(tmp_path: Path) -> None:
    for name in ("README.md", "papers/b.md", "papers/a.md", "papers/deep/c.md"):
        write(tmp_path / name, "")

    def names(*patterns: str) -> list[str]:
        return [path.relative_to(tmp_path).as_posix() for path in list_files(Config(root=tmp_path, lists=patterns))]

    assert names() == ["README.md"]
    assert names("papers/*.md") == ["papers/a.md", "papers/b.md"]
    assert names("papers/b.md", "**/*.md") == ["papers/b.md", "README.md", "papers/a.md", "papers/deep/c.md"]
    for lost in ("paper/*.md", "a**", "papers"):
        with pytest.raises(BotError, match="no file matches"):
            names(lost)


def test_lists_of_a_folder(tmp_path: Path) -> None:
    for name in ("papers/b.md", "papers/a.md", "papers/deep/c.md", "docs/README.md", "docs/x.md", "empty/a.txt"):
        write(tmp_path / name, "")

    def names(folder: str, *patterns: str) -> list[str]:
        found = find_lists(tmp_path / folder, Config(root=tmp_path, lists=patterns))
        return [path.resolve().relative_to(tmp_path.resolve()).as_posix() for path in found]

    assert names("papers") == ["papers/a.md", "papers/b.md"]
    assert names("docs") == ["docs/README.md"]
    assert names("papers", "papers/b.md", "docs/x.md") == ["papers/b.md"]
    assert names("papers", "docs/x.md") == ["papers/a.md", "papers/b.md"]
    assert names(".", "docs/x.md") == ["docs/x.md"]
    with pytest.raises(BotError, match="there is no list in the folder"):
        names("empty")


@pytest.mark.parametrize(
    ("names", "readme"),
    [
        pytest.param(["a.md", "README.md"], "README.md", id="at the top"),
        pytest.param(["readme.md", "README.md"], "README.md", id="capitals"),
        pytest.param(["Readme.MD"], "Readme.MD", id="other capitals"),
        pytest.param([".github/README.md", "docs/readme.md"], "docs/readme.md", id="docs before .github"),
        pytest.param(["docs/README.md", "readme.md"], "readme.md", id="the top before docs"),
        pytest.param(["papers/README.md", "README.txt"], None, id="elsewhere"),
    ],
)
def test_the_list_that_is_read_by_default(names: list[str], readme: str | None) -> None:
    assert find_readme(names) == readme


def test_the_list_of_a_folder_inside(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path / "README.md", "")
    inner = write(tmp_path / "a" / "b" / "x.md", "").parent
    assert [path.resolve() for path in list_files(Config(root=inner))] == [(tmp_path / "README.md").resolve()]
    write(tmp_path / "a" / "docs" / "README.md", "")
    assert [path.parent.name for path in list_files(Config(root=inner))] == ["docs"]


def test_schema_of_the_file_is_a_schema() -> None:
    assert schema_problems(config_schema(RULES)) == ()


def test_each_rule_and_option_is_in_the_schema() -> None:
    text = json.dumps(config_schema(RULES))
    assert all(f'"{word}"' in text for word in ("plain", "sleeper", "months", "Mon YYYY"))


def test_nothing_is_read_or_imported_without_a_file(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from bot.linter.config import find_config; "
        "from bot.linter.config_reader import load_config; "
        "from bot.rules import RULES; load_config(find_config(Path('README.md')), RULES).plan(RULES); "
        "sys.exit(str([name for name in ('yaml', 'jsonschema', 'requests') if name in sys.modules]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False, env=os.environ
    )
    assert run.stderr.strip() == "[]"


def test_a_path_that_cannot_be_looked_at_has_no_configuration(tmp_path: Path) -> None:
    """Too long for the system, or below a folder that may not be entered: reading the list says what is wrong."""
    too_long = tmp_path.joinpath(*["x" * 200] * 30, "README.md")
    assert find_config(too_long) is None
    assert find_files(too_long, "*.md") == find_files(tmp_path, f"{'y' * 300}.md") == []
