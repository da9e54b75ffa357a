"""What `action.yml` runs: reads its inputs, runs the command, and writes its outputs.

Inputs arrive in variables, never in the text of a script, and become whole arguments: none can turn into an
option, a second command or a second output.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from bot.commands.parsers import SEVERITIES
from bot.console import Console
from bot.errors import CANNOT_RUN, BotError

PREFIX = "BOT_INPUT_"
"""The prefix of the variables that hold the inputs: `fail-on` is in `BOT_INPUT_FAIL_ON`."""
REPORT = "report.json"
"""The name of the report's file, in a new folder."""
SITE = "site"
"""The folder beside it for what is published."""
MEANINGS: Mapping[str, frozenset[str]] = {
    "lint": frozenset({"files", "config", "online", "fail-on"}),
    "review": frozenset({"config", "online", "fail-on"}),
    "post": frozenset({"config"}),
    "rebase": frozenset({"config", "online"}),
    "sweep": frozenset({"files", "config", "open-pull-request"}),
    "scout": frozenset({"files", "config", "feeds"}),
    "update": frozenset({"files", "config"}),
    "submit": frozenset({"config", "approve-label", "per-author"}),
    "publish": frozenset({"files", "config", "online"}),
}
"""The commands, and the inputs of each."""
_SWITCHES = frozenset({"online", "open-pull-request"})
_LARGEST_EVENT = 30_000_000
"""Bytes; GitHub cuts events off at 25 MB."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """The inputs of one use of the Action."""

    command: str
    files: tuple[str, ...] = ()
    config: str = ""
    online: bool = False
    fail_on: str = ""
    open_pull_request: bool = False
    approve_label: str = ""
    per_author: str = ""
    feeds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outputs:
    """The outputs of one use of the Action; None if the command wrote no report."""

    code: int
    findings: int | None = None
    errors: int | None = None
    report: Path | None = None
    site: Path | None = None

    def lines(self) -> str:
        """As the file of `GITHUB_OUTPUT` takes them: numbers, and a path of ours."""
        values = {
            "exit-code": self.code,
            "findings": self.findings,
            "errors": self.errors,
            "report": self.report,
            "site": self.site,
        }
        return "".join(f"{name}={'' if value is None else value}\n" for name, value in values.items())


def read_inputs(environ: Mapping[str, str]) -> Inputs:
    """The inputs in `environ`. Raises BotError for one that is wrong, or means nothing to the command."""
    command = environ.get(f"{PREFIX}COMMAND", "").strip() or "lint"
    if command not in MEANINGS:
        raise BotError(f'input command: "{command}" is not a command', f"use one of {', '.join(MEANINGS)}")
    given = {name: environ.get(_variable(name), "").strip() for name in sorted(frozenset.union(*MEANINGS.values()))}
    for name, value in given.items():
        if value and value != "false" and name not in MEANINGS[command]:
            raise BotError(f"input {name}: not used by the command {command}", "remove the input")
        if name in _SWITCHES and value not in {"", "true", "false"}:
            raise BotError(f'input {name}: "{value}" must be true or false', "write true, or remove the input")
    if command == "scout" and len(_lines(given["files"])) > 1:
        raise BotError("input files: scout finds papers for one list", "name one, and run scout once for each")
    if given["fail-on"] not in {"", *SEVERITIES}:
        raise BotError(f'input fail-on: "{given["fail-on"]}" is not a severity', f"use one of {', '.join(SEVERITIES)}")
    return Inputs(
        command,
        files=_lines(given["files"]),
        config=given["config"],
        online=given["online"] == "true",
        fail_on=given["fail-on"],
        open_pull_request=given["open-pull-request"] == "true",
        approve_label=given["approve-label"],
        per_author=given["per-author"],
        feeds=_lines(given["feeds"]),
    )


def arguments(inputs: Inputs, report: Path, summary: str = "", base: str = "") -> tuple[str, ...]:
    """The command line for `inputs`. `report` and `summary` are the files of the report and of the run's page; `base`
    is the commit that a change is based on. Values are in the same word as their option, and names after `--`, so
    that neither is read as an option; a name that begins with a dash gets its folder, because `-` alone is standard
    input.
    """
    line, config = [inputs.command, f"--output=json={report}"], [f"--config={inputs.config}"] if inputs.config else []
    if inputs.command == "publish":
        line = ["export", f"--site={report.with_name(SITE)}"]
    if inputs.command == "lint":
        line += ["--format=github", *([f"--base={base}"] if base else [])]
        line += [f"--output=markdown={summary}"] if summary else []
    if inputs.command == "sweep":
        line += ["--issue", *(["--open-pull-request"] if inputs.open_pull_request else [])]
    if inputs.command == "scout":
        line = ["scout", "--issue", *(f"--from={feed}" for feed in inputs.feeds)]
        return (*line, *(f"--file={name}" for name in inputs.files), *config)
    if inputs.command == "update":
        line = ["update", "--pull-request"]
    line += [f"--approve-label={inputs.approve_label}"] if inputs.approve_label else []
    line += [f"--per-author={inputs.per_author}"] if inputs.per_author else []
    line += config
    line += ["--online"] if inputs.online else []
    line += [f"--fail-on={inputs.fail_on}"] if inputs.fail_on else []
    names = [f"./{name}" if name.startswith("-") else name for name in inputs.files]
    return (*line, "--", *names) if names else tuple(line)


def base_of(environ: Mapping[str, str], find: Callable[[Sequence[str]], str]) -> str:
    """The commit that the change of the event is based on; "" if the event is not about a change.

    For a push, `find` gives the first commit that exists: the old head of the branch, otherwise the parent of the
    newest commit. Without either it is a new branch or a clone without history, and the whole list is checked.
    """
    kind = environ.get("GITHUB_EVENT_NAME", "")
    if kind not in {"pull_request", "merge_group", "push"}:
        return ""
    try:
        with Path(environ.get("GITHUB_EVENT_PATH", "")).open("rb") as stream:
            event = json.loads(stream.read(_LARGEST_EVENT))
        if kind == "push":
            return find([each for each in (event.get("before"), "HEAD^") if isinstance(each, str) and each])
        commit = event[kind]["base"]["sha"] if kind == "pull_request" else event[kind]["base_sha"]
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return ""
    return commit if isinstance(commit, str) else ""


def outputs(code: int, report: Path) -> Outputs:
    """The outputs for a command that ended with `code` and may have written its `report`."""
    try:
        summary = json.loads(report.read_bytes())["summary"]
        errors, warnings = int(summary["errors"]), int(summary["warnings"])
    except (OSError, ValueError, LookupError, TypeError):
        site = report.with_name(SITE)
        return Outputs(code, site=site if site.is_dir() else None)
    return Outputs(code, errors + warnings, errors, report)


def run(console: Console) -> int:
    """Run the command that the environment of `console` asks for; its exit code."""
    from bot.cli import main
    from bot.git import find_commit

    environ, report = console.environ, _new_folder(console.environ) / REPORT
    try:
        inputs = read_inputs(environ)
        base = base_of(environ, partial(find_commit, ".")) if inputs.command == "lint" else ""
        code = main(arguments(inputs, report, environ.get("GITHUB_STEP_SUMMARY", ""), base), console)
    except BotError as error:
        console.say(f"error: {error.message}")
        console.say(f"hint: {error.hint}")
        code = error.code
    except Exception:  # noqa: BLE001 - a bug of ours must not look like findings, whose code 1 Python would exit with
        import traceback

        console.say("error: the bot crashed; please report this")
        console.say(traceback.format_exc())
        code = CANNOT_RUN
    target = environ.get("GITHUB_OUTPUT")
    if target:
        with Path(target).open("a", encoding="utf-8", newline="\n") as stream:
            stream.write(outputs(code, report).lines())
    return code


def _lines(value: str) -> tuple[str, ...]:
    return tuple(name for line in value.splitlines() if (name := line.strip()))


def _variable(name: str) -> str:
    return f"{PREFIX}{name.upper().replace('-', '_')}"


def _new_folder(environ: Mapping[str, str]) -> Path:
    """A new folder in the one that the runner empties after the job."""
    import tempfile

    return Path(tempfile.mkdtemp(prefix="paperlist-bot-", dir=environ.get("RUNNER_TEMP") or None))


if __name__ == "__main__":
    from bot.console import of_process
    from bot.reports.github import guard

    console = of_process()
    # Only `bot lint` reports by annotations; whatever else looks like one is text of a list.
    is_lint = console.environ.get(_variable("command"), "").strip() in {"", "lint"}
    out, err = guard(console.stdout, annotations=is_lint, messages=False), guard(console.stderr)
    code = run(replace(console, stdout=out, stderr=err))
    out.close()
    err.close()
    sys.exit(code)
