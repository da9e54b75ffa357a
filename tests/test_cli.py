from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from bot import __version__, files
from bot.cli import main
from bot.commands.parsers import SUMMARIES, list_actions, make_command_parser
from bot.console import Console
from tests.commands.helpers import run

COMMANDS = tuple(SUMMARIES)


@pytest.mark.parametrize("arguments", [(), *((command,) for command in COMMANDS)], ids=" ".join)
def test_help_fits_a_screen(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments, "--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("usage: bot")
    assert len(lines) <= 50
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("command", COMMANDS)
def test_each_argument_has_one_line_of_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([command, "--help"])
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  ")]
    assert len(lines) == len([action.dest for action in list_actions(make_command_parser(command))])


@pytest.mark.parametrize(("asked", "shown"), [((), ()), (("lint",), ("lint",)), (("help",), None)], ids=str)
def test_help_is_a_command_too(
    asked: tuple[str, ...], shown: tuple[str, ...] | None, capsys: pytest.CaptureFixture[str]
) -> None:
    if shown is None:
        assert run("help", *asked).err.startswith('error: there is no command "help"')
        return
    assert (main(["help", *asked]), main([*shown, "--help"])) == (0, 0)
    page = capsys.readouterr().out
    assert page == page[: len(page) // 2] * 2


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    page = capsys.readouterr().out
    assert [command for command in COMMANDS if f"\n  {command} " not in page] == []
    assert (
        page.index("\n  completion ") < page.index("commands that the GitHub Action runs:") < page.index("\n  review ")
    )


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"paperlist-bot {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "error", "hint"),
    [
        (("lnit",), 'there is no command "lnit"; did you mean "lint"?', "bot --help lists the commands"),
        ((__file__,), f'there is no command "{__file__}"', f"bot lint {__file__}"),
        (("--verbose",), "there is no option --verbose", "bot --help lists the options"),
        (("entries", "--fix"), "there is no option --fix", "bot entries --help lists the options"),
    ],
    ids=["slip", "a file", "option", "option of another command"],
)
def test_wrong_usage(arguments: tuple[str, ...], error: str, hint: str) -> None:
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {error}")
    assert done.err.endswith(f"\nhint: {hint}\n")


def bot(*arguments: str, stdin: IO[bytes] | int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "bot", *arguments],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    )


def test_version_and_help_import_next_to_nothing() -> None:
    code = (
        "import sys\nfrom bot.cli import main\nmain(['--version']); main(['lint', '--help'])\n"
        "print(*sorted(name for name in sys.modules if name in "
        "('bot.linter.engine', 'bot.rules', 'bot.listing', 'bot.linter.config', 'markdown_it', "
        "'json', 'yaml', 'difflib')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == ""


def test_a_list_passes_through_pipes_unchanged() -> None:
    content = "\ufeff* [世界](https://arxiv.org/abs/2310.05915)\r\n\r\u2028".encode()
    with bot("lint", "-", "--fix", "--isolated", "--select", "unused-allow") as process:
        assert process.communicate(content) == (content, b"All checks passed.\n")


def test_a_closed_pipe_is_not_an_error(tmp_path: Path) -> None:
    """The output is larger than the buffer of a pipe."""
    path = tmp_path / "list.md"
    path.write_text("a" * 500_000)
    with path.open("rb") as stdin, bot("lint", "-", "--fix", "--select", "unused-allow", stdin=stdin) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", 141)


class Interrupted(io.BytesIO):
    """Press Ctrl-C while the bot reads."""

    def read(self, size: int | None = -1) -> bytes:
        raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("done", "said"),
    [
        ([], "Interrupted; no list or report was written.\n"),
        (["a.md", "b.json"], "Interrupted; no list or report was written but a.md, b.json.\n"),
    ],
    ids=["nothing", "files"],
)
def test_an_interrupt_says_what_was_written(done: list[str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "written", done)
    console = Console(stdin=Interrupted())
    assert main(["lint", "-"], console) == 130
    assert isinstance(console.stderr, io.StringIO)
    assert console.stderr.getvalue() == said


def test_an_interrupt_of_the_first_imports_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "argparse.py").write_text("raise KeyboardInterrupt")
    done = subprocess.run(
        [sys.executable, "-m", "bot", "lint"],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(Path.cwd())))},
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"Interrupted; no list or report was written.\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("streams", ["out", "err", "both"])
def test_a_full_disk_is_reported_where_that_is_possible(tmp_path: Path, streams: str) -> None:
    """stdout that takes nothing is an error; without stderr the exit code must do."""
    path = tmp_path / "list.md"
    path.write_text("* [FireAct](https://arxiv.org/abs/2310.XXXXX)\n")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bot", "lint", str(path)],
            stdout=subprocess.PIPE if streams == "err" else full,
            stderr=subprocess.PIPE if streams == "out" else full,
            check=False,
        )
    if streams == "err":
        assert (done.returncode, b"placeholder-link" in done.stdout) == (1, True)
    else:
        assert done.returncode == 3
    if streams == "out":
        assert done.stderr.startswith(b"error: cannot write to standard output: No space left on device\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("lint", "--onlin"), "there is no option --onlin; did you mean --online?"),
        (("export", "--fromat=html"), "there is no option --fromat; did you mean --format?"),
        (("lint", "--zzzzzz"), "there is no option --zzzzzz"),
        (("explain", "duplicates"), 'there is no rule "duplicates"; did you mean "duplicate-entry"?'),
        (("explain", "dead-link", "duplicate"), 'there is no rule "duplicate"; did you mean "duplicate-entry"?'),
        (("lint", "--show-fixes"), "--show-fixes needs --fix"),
        (("lint", "--cache", "x"), "--cache does nothing without --online or --offline"),
        (("export", "--cache", "x"), "--cache does nothing without --online or --offline"),
        (
            ("lint", "--allow-address", "banana"),
            "--allow-address: 'banana' does not appear to be an IPv4 or IPv6 network",
        ),
        (("completion", "bash", "zsh"), '"zsh" is one argument too many'),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else None,
)
def test_what_does_nothing_is_refused(arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments)
    assert (done.code, done.out, done.err.splitlines()[0]) == (2, "", f"error: {message}")


@pytest.mark.parametrize("command", SUMMARIES)
def test_every_option_is_explained(command: str) -> None:
    assert [action.dest for action in list_actions(make_command_parser(command)) if not action.help] == []


EXTENDS = ", except to download a configuration that yours `extends`."


@pytest.mark.parametrize("command", COMMANDS)
def test_help_says_whether_the_network_is_asked(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """By what the options allow: where there is neither --online nor --offline, and no repository, nobody is asked."""
    main([command, "--help"])
    said = " ".join(capsys.readouterr().out.split("\n\n")[1].split())
    options = {name for action in list_actions(make_command_parser(command)) for name in action.option_strings}
    if command in {"review", "post", "rebase", "submit", "sweep"}:
        assert "It asks GitHub" in said
        assert ("--online" in said, "--offline" in said) == ("--online" in options, command == "submit")
    elif "--online" in options:
        assert "It sends requests only with --online" in said
        assert said.endswith(EXTENDS)
    elif "--offline" in options:
        assert said.endswith("unless --offline is given.")
    else:
        reads_configuration = command not in {"merge", "completion"}
        assert said.endswith(f"It sends no request{EXTENDS if reads_configuration else '.'}")


def test_a_name_may_begin_with_a_dash_behind_two_dashes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "* [FireAct: Toward Language Agent Fine-tuning](https://https://arxiv.org/abs/2310.05915)\n"
    Path("-rf.md").write_text(text, encoding="utf-8")
    assert run("lint", "--fix", "--isolated", "--", "-rf.md").code == 0
    assert Path("-rf.md").read_text(encoding="utf-8") == text.replace("https://https", "https")
    assert "there is no option -rf.md" in run("lint", "-rf.md", "--isolated").err
