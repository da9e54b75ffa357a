"""A report comes in; the string that a person or a program reads goes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.reports.report import Report

FORMATS = ("plain", "json", "github", "sarif")


def render(form: str, report: Report, *, verbose: bool = False, color: bool = False, width: int = 100) -> str:
    """The report in one of `FORMATS`; raises ValueError for any other.

    `verbose` shows notes, which JSON always holds; `color` and `width` (columns of an excerpt) are for plain.
    """
    from bot.reports import github, json, plain, sarif

    match form:
        case "plain":
            return plain.render(report, verbose=verbose, color=color, width=width)
        case "json":
            return json.render(report)
        case "github":
            return github.render(report, verbose=verbose)
        case "sarif":
            return sarif.render(report, verbose=verbose)
    raise ValueError(f"no such format: {form}")
