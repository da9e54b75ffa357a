"""What a run found, in the formats that people and programs read, and written where they look for it."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import CANNOT_RUN, BotError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bot.console import Console
    from bot.reports.run import Report

_FORMATTERS = {
    "plain": ("plain", "render", ("verbose", "quiet", "color", "width")),
    "concise": ("plain", "render_concise", ("verbose", "quiet")),
    "json": ("json", "render", ()),
    "sarif": ("sarif", "render", ("verbose",)),
    "github": ("github", "render", ("verbose",)),
    "markdown": ("markdown", "render", ("verbose",)),
    "rdjson": ("sarif", "render_rdjson", ("verbose",)),
}
"""For each format the module and the function that write it, and what that must know besides the report."""
FORMATS = tuple(_FORMATTERS)
_LEAST = 20_000
"""Bytes; where the page has less room left, nothing is added."""


def render(
    form: str, report: Report, *, verbose: bool = False, quiet: bool = False, color: bool = False, width: int = 100
) -> str:
    """The report in one of `FORMATS`; raises ValueError for any other.

    `verbose` shows notes, which JSON always holds. `quiet` leaves out the summary of plain and concise; `color` and
    `width` (columns of the terminal) are for plain.
    """
    if form not in _FORMATTERS:
        raise ValueError(f"no such format: {form}")
    module, function, wanted = _FORMATTERS[form]
    view = {"verbose": verbose, "quiet": quiet, "color": color, "width": width}
    formatter = getattr(import_module(f"bot.reports.{module}"), function)
    return str(formatter(report, **{name: view[name] for name in wanted}))


def write_outputs(wanted: Iterable[tuple[str, str]], report: Report, *, verbose: bool = False) -> None:
    """Write `report` over files, each with its format in front. Raises BotError if one cannot be written."""
    from bot.files import is_file, save

    for form, path in wanted:
        text = render(form, report, verbose=verbose)
        try:
            if is_file(path) or not os.path.lexists(path):
                save(Path(path).resolve(), text)
            else:  # a pipe or a device has no old content to keep
                Path(path).write_text(text, encoding="utf-8", errors="surrogateescape", newline="")
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            message = f"{path} cannot be written: {reason}"
            raise BotError(message, "check the path given to --output", CANNOT_RUN) from error


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
        console.say(f"warning: the job summary cannot be written: {error}")
