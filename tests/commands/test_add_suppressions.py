"""`bot lint --add-suppressions REASON`: findings of today get a comment, so that only new ones are reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.helpers import run

FIRE = "* [2310] [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)"
BEFORE = f"# Papers\n\n{FIRE}\n{FIRE}\n"
COMMENT = " <!-- bot: allow duplicate-entry - before the bot -->"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("README.md").write_text(BEFORE)


def test_a_run_is_clean_afterwards() -> None:
    done = run("lint", "--add-suppressions", "before the bot")
    assert (done.code, done.err) == (0, "Suppressed 1 finding: duplicate-entry 1.\n")
    assert Path("README.md").read_text() == f"# Papers\n\n{FIRE}\n{FIRE}{COMMENT}\n"
    assert run("lint").code == 0
    again = run("lint", "--add-suppressions", "before the bot")
    assert (again.code, again.err) == (0, "Suppressed 0 findings.\n")


def test_a_diff_writes_nothing() -> None:
    done = run("lint", "--add-suppressions", "before the bot", "--diff")
    assert (done.code, done.err) == (1, "")
    assert f"+{FIRE}{COMMENT}\n" in done.out
    assert Path("README.md").read_text() == BEFORE


def test_only_selected_rules() -> None:
    done = run("lint", "--add-suppressions", "before the bot", "--select", "empty-link")
    assert (done.code, done.err) == (0, "Suppressed 0 findings.\n")
    assert Path("README.md").read_text() == BEFORE


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("", "--verbose"), "a suppression needs a reason"),
        (("a --> b",), "the reason would not fit into a comment"),
        (("old", "--fix"), "--add-suppressions and --fix cannot be used together"),
        (("old", "--base", "main"), "--add-suppressions and --base cannot be used together"),
        (("old", "--unsafe-fixes"), "--add-suppressions and --unsafe-fixes cannot be used together"),
    ],
)
def test_wrong_usage(options: tuple[str, ...], message: str) -> None:
    done = run("lint", "--add-suppressions", *options)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {message}\n")
    assert Path("README.md").read_text() == BEFORE
