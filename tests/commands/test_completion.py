"""`bot completion` prints scripts that the shells run."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from bot.commands.completion import SHELLS
from bot.commands.parsers import SUMMARIES
from tests.commands.helpers import run


@pytest.mark.parametrize("shell", SHELLS)
def test_script_names_all_commands(shell: str) -> None:
    done = run("completion", shell)
    assert (done.code, done.err) == (0, "")
    assert [name for name in SUMMARIES if name not in done.out] == []


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("bot", "re"), {"rebase", "report", "review"}),
        (("bot", "lint", "--fo"), {"--format"}),
        (("bot", "lint", "--color", ""), {"auto", "always", "never"}),
        (("bot", "lint", "pyproj"), {"pyproject.toml"}),
    ],
    ids=["command", "option", "value", "file"],
)
def test_bash_completes(words: tuple[str, ...], expected: set[str]) -> None:
    listed = " ".join(f'"{word}"' for word in words)
    script = (
        f"{run('completion', 'bash').out}\n"
        f"COMP_WORDS=({listed}); COMP_CWORD={len(words) - 1}\n"
        f'_shtab_bot bot "{words[-1]}" "{words[-2]}" 2>/dev/null\n'
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == expected


def test_fish_needs_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    done = run("completion", "fish")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert "complete -c bot -n __fish_use_subcommand -a sort -d 'put the entries of each section in order'" in lines
    lint = "complete -c bot -n '__fish_seen_subcommand_from lint'"
    assert f"{lint} -l color -x -a 'auto always never' -d 'auto, always, never'" in lines
    assert f"{lint} -l fix -d 'apply the safe fixes'" in lines
    assert f"{lint} -s v -l verbose -d 'show everything, also notes'" in lines


@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish here")
def test_fish_completes() -> None:
    script = f"{run('completion', 'fish').out}\ncomplete -C 'bot lint --fo'\n"
    done = subprocess.run(["fish", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split()[0] == "--format"


def test_an_unknown_shell_is_refused() -> None:
    done = run("completion", "dos")
    assert (done.code, done.out) == (2, "")
    assert "choose from" in done.err


def test_without_its_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    done = run("completion", "bash")
    assert (done.code, done.err) == (
        2,
        (
            "error: shell completion needs the package shtab\n"
            "hint: install shtab beside the bot: pip install shtab, pipx inject paperlist-bot shtab\n"
        ),
    )
