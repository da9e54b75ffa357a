"""A report comes in; it goes to where GitHub Actions shows what a job has found: annotations and the job's page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.commands.console import Console
    from bot.reports.model import Report

_LEAST = 20_000
"""Bytes; with less room left on the page nothing is added."""


def annotate(report: Report, console: Console) -> None:
    """Print the worst findings as commands that show them beside their lines; outside of a job, all of them plainly."""
    from bot.reports import render

    in_job = console.environ.get("GITHUB_ACTIONS") == "true"
    console.report(render("github" if in_job else "plain", report))


def summarise(report: Report, console: Console, remark: str = "") -> None:
    """Add the report to the page of the job, with `remark` (a line of Markdown of ours) below; notes are folded."""
    from bot.reports import markdown

    name = console.environ.get("GITHUB_STEP_SUMMARY")
    if not name:
        return
    try:
        path = Path(name)
        room = markdown.LARGEST - (path.stat().st_size if path.exists() else 0) - len(remark) * 4
        if room < _LEAST:
            return
        words = markdown.render(report, verbose=True, largest=room)
        with path.open("a", encoding="utf-8", errors="replace", newline="\n") as stream:
            stream.write(f"{words}{f'{chr(10)}{remark}{chr(10)}' if remark else ''}\n")
    except (OSError, ValueError) as error:
        console.say(f"warning: the summary of the job cannot be written: {error}")
