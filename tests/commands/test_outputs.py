from __future__ import annotations

import json
import signal
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
        ("json=no/a.json", "no/a.json: there is no folder no", 2),
        ("json=.", ". cannot be written: Is a directory", 3),
    ],
)
def test_wrong_values(value: str, message: str, code: int) -> None:
    done = run("lint", "--output", value)
    assert (done.code, done.err.splitlines()[0].startswith(f"error: {message}")) == (code, True), done.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("lint", "--output", "json=new one/a.json"),
        ("export", "--output", "new one/a.json"),
        ("lock", "--offline", "--output", "new one/a.json"),
        ("merge", "README.md", "README.md", "README.md", "--output", "new one/a.json"),
    ],
    ids=lambda each: each[0],
)
def test_no_folder_is_made_for_a_file(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    said = "error: new one/a.json: there is no folder new one\nhint: make it with mkdir -p 'new one'\n"
    assert (done.code, done.out, done.err, Path("new one").exists()) == (2, "", said, False)


def test_a_report_is_written_whole_or_not_at_all() -> None:
    """A disk with no room left: the old report stays, and no part of the new one."""
    resource = pytest.importorskip("resource")
    Path("a.json").write_text("old")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        done = run("lint", "--output", "json=a.json")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)
    assert (done.code, Path("a.json").read_text(), sorted(map(str, Path().iterdir()))) == (
        3,
        "old",
        ["README.md", "a.json"],
    )
    assert "error: a.json cannot be written: File too large\n" in done.err.replace(f"{Path.cwd()}/", "")


def test_a_report_goes_where_a_link_leads_and_into_a_device() -> None:
    Path("a.json").write_text("old")
    Path("link.json").symlink_to("a.json")
    assert run("lint", "--output", "json=link.json", "--output", "json=/dev/null").code == 0
    assert (Path("link.json").is_symlink(), Path("a.json").read_text()[:1]) == (True, "{")
