"""Reports beside the printed one: files of `--output`, annotations, and the summary of a job on GitHub."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bot.errors import CANNOT_RUN, BotError
from bot.reports import FORMATS, render
from bot.text import suggestion

if TYPE_CHECKING:
    from argparse import _ArgumentGroup
    from collections.abc import Callable, Iterable

    from bot.console import Console
    from bot.reports.model import Report


@dataclass(frozen=True, slots=True)
class View:
    """How a run shows what it found."""

    format: str = "plain"
    verbose: bool = False
    quiet: bool = False
    statistics: bool = False
    """Show how many findings each rule has, instead of the findings."""
    show_fixes: bool = False


class Output(NamedTuple):
    """A format, and the file that takes the report in it."""

    form: str
    path: str


def add_outputs(group: _ArgumentGroup) -> None:
    """The option that puts reports into files; it may be given several times."""
    text = "also write the report to a file"
    group.add_argument("--output", action="append", metavar="FORMAT=FILE", default=[], help=text)


def read_outputs(given: Iterable[str]) -> tuple[Output, ...]:
    """The values of `--output`, as `json=report.json`. Raises BotError for an unknown format, or no file."""
    found = []
    for value in given:
        form, _, path = value.partition("=")
        if form not in FORMATS:
            message = f'--output: there is no format "{form}"{suggestion(form, FORMATS, "format")}'
            raise BotError(message, "write it as --output json=report.json")
        if not path:
            raise BotError(f"--output {value} needs a file", f"write it as --output {form}=report")
        found.append(Output(form, path))
    return tuple(found)


def write_outputs(wanted: Iterable[Output], report: Report, *, verbose: bool = False) -> None:
    """Write `report` over each of the files. Raises BotError where one cannot be written."""
    for output in wanted:
        text = render(output.form, report, verbose=verbose)
        try:
            Path(output.path).write_text(text, encoding="utf-8", errors="surrogateescape", newline="")
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            message = f"{output.path} cannot be written: {reason}"
            raise BotError(message, "check the path given to --output", CANNOT_RUN) from error


_LEAST = 20_000
"""Bytes; where the page has less room left, nothing is added."""


def annotate(report: Report, console: Console) -> None:
    """Print the worst findings as annotations; outside of a job on GitHub, all of them in a line each."""
    in_job = console.environ.get("GITHUB_ACTIONS") == "true"
    console.report(render("github" if in_job else "concise", report))


def write_job_summary(report: Report, console: Console) -> None:
    """Add the report to the page of the job; notes are folded."""
    from bot.reports import markdown

    append_job_summary(console, lambda room: markdown.render(report, verbose=True, largest=room))


def append_job_summary(console: Console, write: Callable[[int], str]) -> None:
    """Add what `write` makes to the page of the job, where there is one; it is given the bytes that are free there."""
    from bot.reports import markdown

    name = console.environ.get("GITHUB_STEP_SUMMARY")
    if not name:
        return
    try:
        path = Path(name)
        room = markdown.LARGEST - (path.stat().st_size if path.exists() else 0)
        if room < _LEAST:
            return
        with path.open("a", encoding="utf-8", errors="replace", newline="\n") as stream:
            stream.write(f"{write(room)}\n")
    except (OSError, ValueError) as error:
        console.say(f"warning: the summary of the job cannot be written: {error}")
