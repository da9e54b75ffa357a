from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.helpers import run
from tests.sample_list import LIST


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "README.md").write_text(LIST.replace("arxiv.org/", "arxiv.org//", 1))
    monkeypatch.chdir(tmp_path)


def test_files_hold_what_would_be_printed() -> None:
    printed = run("lint", "--output", "json=a.json", "--output=sarif=b=c.sarif")
    assert printed == run("lint")
    for form, name in (("json", "a.json"), ("sarif", "b=c.sarif")):
        assert Path(name).read_bytes().decode() == run("lint", "--format", form).out


def test_files_are_written_over() -> None:
    Path("a.json").write_text("old" * 100_000)
    run("lint", "--output=json=a.json")
    assert len(json.loads(Path("a.json").read_text())["diagnostics"]) == 1


def test_of_a_diff_it_is_the_report_of_the_list_as_it_is() -> None:
    assert run("lint", "--diff", "--output=json=a.json") == run("lint", "--diff")
    assert Path("a.json").read_bytes().decode() == run("lint", "--format=json").out


def test_of_a_fix_it_is_what_is_left() -> None:
    run("lint", "--fix", "--output=json=a.json")
    assert json.loads(Path("a.json").read_text())["summary"]["fixed"] == 1


@pytest.mark.parametrize(
    ("value", "message", "code"),
    [
        ("jsn=a", '--output: there is no format "jsn"; did you mean "json"?', 2),
        ("a.json", '--output: there is no format "a.json"', 2),
        ("json", "--output json needs a file", 2),
        ("json=", "--output json= needs a file", 2),
        ("json=no/a.json", "no/a.json cannot be written: ", 3),
        ("json=.", ". cannot be written: ", 3),
    ],
)
def test_wrong_values(value: str, message: str, code: int) -> None:
    done = run("lint", "--output", value)
    assert (done.code, done.err.splitlines()[0].startswith(f"error: {message}")) == (code, True), done.err
