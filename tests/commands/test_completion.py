"""`bot completion` prints scripts that the shells run."""

from __future__ import annotations

import shutil
import subprocess
from argparse import ArgumentParser
from pathlib import Path

import pytest

from bot.commands import completion
from bot.commands.completion import FILES, SHELLS
from bot.commands.parsers import SUMMARIES, list_actions, make_parser
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


def test_fish() -> None:
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


@pytest.mark.parametrize("shell", [each for each in SHELLS if each != "fish"])
def test_the_scripts_are_those_of_the_parsers(shell: str, regenerate: bool) -> None:
    shtab = pytest.importorskip("shtab")
    parser = make_parser(whole=True)
    _complete_files(parser, shtab.FILE)
    script = f"{shtab.complete(parser, shell)}\n"
    if regenerate:
        (Path(completion.__file__).parent / "completions" / f"bot.{shell}").write_text(script, encoding="utf-8")
    assert run("completion", shell).out == script, "pytest --regenerate tests/commands/test_completion.py renews it"


def _complete_files(parser: ArgumentParser, function: object) -> None:
    """Say which arguments are files, also those of the commands."""
    for action in list_actions(parser):
        if action.metavar in FILES:
            setattr(action, "complete", function)  # noqa: B010 - what shtab reads, and argparse does not know
        elif isinstance(action.choices, dict):
            for command in action.choices.values():
                _complete_files(command, function)
