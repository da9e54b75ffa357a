"""What a run found, in the formats that people and programs read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.reports.model import Report

FORMATS = ("plain", "concise", "json", "sarif", "github", "markdown", "rdjson")


def render(
    form: str, report: Report, *, verbose: bool = False, quiet: bool = False, color: bool = False, width: int = 100
) -> str:
    """The report in one of `FORMATS`; raises ValueError for any other.

    `verbose` shows notes, which JSON always holds. `quiet` leaves out the summary of plain and concise; `color` and
    `width` (columns of the terminal) are for plain.
    """
    if form == "plain":
        from bot.reports import plain

        return plain.render(report, verbose=verbose, quiet=quiet, color=color, width=width)
    if form == "concise":
        from bot.reports import concise

        return concise.render(report, verbose=verbose, quiet=quiet)
    if form == "json":
        from bot.reports import json

        return json.render(report)
    if form == "github":
        from bot.reports import github

        return github.render(report, verbose=verbose)
    if form == "sarif":
        from bot.reports import sarif

        return sarif.render(report, verbose=verbose)
    if form == "markdown":
        from bot.reports import markdown

        return markdown.render(report, verbose=verbose)
    if form == "rdjson":
        from bot.reports import rdjson

        return rdjson.render(report, verbose=verbose)
    raise ValueError(f"no such format: {form}")
